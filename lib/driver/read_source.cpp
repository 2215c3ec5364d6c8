// Bounded reading of files. See read_source.h.
#include "mytriton/driver/read_source.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

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

std::unique_ptr<SourceFile> readSource(const std::string &path, Diagnostics &diagnostics) {
  const std::string name = path == "-" ? "<stdin>" : path;
  std::string text;
  switch (readBounded(path, kMaxSourceBytes, text)) {
  case ReadStatus::Done:
    return std::make_unique<SourceFile>(name, std::move(text));
  case ReadStatus::TooLarge: {
    // The message stands at the file's first place, which needs no text.
    const SourceFile nameOnly(name, "");
    diagnostics.report(DiagnosticKind::SourceTooLarge, &nameOnly, {0, 0}, kMaxSourceBytes >> 20);
    return nullptr;
  }
  case ReadStatus::Failed:
    diagnostics.report(DiagnosticKind::CannotRead, nullptr, {}, name, text);
    return nullptr;
  }
  return nullptr;
}

} // namespace mytriton
