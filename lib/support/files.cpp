// Bounded reading, and writing whole files. See files.h.
#include "mytriton/support/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace mytriton {

namespace {

struct CloseFile {
  void operator()(std::FILE *file) const {
    if (file != stdin)
      std::fclose(file);
  }
};

} // namespace

ReadStatus readBounded(const std::string &path, std::size_t limit, std::string &text) {
  const auto failed = [&](int error) {
    text = std::strerror(error);
    return ReadStatus::Failed;
  };
  const std::unique_ptr<std::FILE, CloseFile> file(path == "-" ? stdin
                                                               : std::fopen(path.c_str(), "rb"));
  if (!file)
    return failed(errno);
  struct stat status {};
  if (::fstat(::fileno(file.get()), &status) != 0)
    return failed(errno);
  if (S_ISDIR(status.st_mode))
    return failed(EISDIR);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (S_ISREG(status.st_mode) && size > limit)
    return ReadStatus::TooLarge;

  // The size is a hint: a pipe has none, and a file may grow meanwhile.
  std::size_t used = 0;
  std::size_t wanted = size + 1;
  while (true) {
    text.resize(std::max(wanted, used + 4096));
    const std::size_t got = std::fread(text.data() + used, 1, text.size() - used, file.get());
    used += got;
    if (used > limit)
      return ReadStatus::TooLarge;
    if (got == 0)
      break;
    wanted = used * 2;
  }
  if (std::ferror(file.get()) != 0)
    return failed(errno);
  text.resize(used);
  return ReadStatus::Done;
}

bool isReplaceable(const std::string &path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

namespace {

// A file that is written beside its final name, and gone again unless it is kept.
class PendingFile {
public:
  explicit PendingFile(std::string path) : path_(std::move(path)) {}
  PendingFile(const PendingFile &) = delete;
  PendingFile &operator=(const PendingFile &) = delete;
  ~PendingFile() {
    if (!temporary_.empty())
      ::unlink(temporary_.c_str());
  }

  // Both return 0, or what errno was.
  int write(std::string_view bytes) {
    int descriptor = STDOUT_FILENO;
    if (path_ != "-") {
      const bool replace = isReplaceable(path_);
      if (replace) {
        std::error_code error;
        if (std::filesystem::is_symlink(path_, error))
          target_ = std::filesystem::weakly_canonical(path_, error).string();
        temporary_ = fmt::format("{}.{}.tmp", target(), ::getpid());
      }
      descriptor = ::open(replace ? temporary_.c_str() : path_.c_str(),
                          O_WRONLY | O_CLOEXEC | (replace ? O_CREAT | O_TRUNC : 0), 0666);
      if (descriptor < 0) {
        temporary_.clear();
        return errno;
      }
    }
    int error = writeAll(descriptor, bytes);
    if (descriptor != STDOUT_FILENO && ::close(descriptor) != 0 && error == 0)
      error = errno;
    return error;
  }

  int keep() {
    if (temporary_.empty())
      return 0;
    if (::rename(temporary_.c_str(), target().c_str()) != 0)
      return errno;
    temporary_.clear();
    return 0;
  }

  const std::string &path() const { return path_; }

private:
  static int writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR)
        return errno;
      if (count > 0)
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
  }

  const std::string &target() const { return target_.empty() ? path_ : target_; }

  std::string path_;
  std::string target_;    // where path_ is a symbolic link: the file behind it
  std::string temporary_; // empty: nothing to rename or remove
};

} // namespace

bool writeFiles(std::span<const FileToWrite> files, Diagnostics &diagnostics) {
  const auto check = [&](const PendingFile &file, int error) {
    if (error != 0)
      diagnostics.report(DiagnosticKind::CannotWrite, nullptr, {}, file.path(),
                         std::strerror(error));
    return error == 0;
  };
  std::vector<std::unique_ptr<PendingFile>> pending;
  for (const FileToWrite &file : files) {
    pending.push_back(std::make_unique<PendingFile>(file.path));
    if (!check(*pending.back(), pending.back()->write(file.bytes)))
      return false;
  }
  for (const auto &file : pending)
    if (!check(*file, file->keep()))
      return false;
  return true;
}

} // namespace mytriton
