// See process.h.
#include "mytriton/support/process.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace mytriton {

std::string findProgram(const std::string &name) {
  const auto executable = [](const std::string &path) {
    struct stat info;
    return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
           access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos)
    return executable(name) ? name : "";
  const char *variable = std::getenv("PATH");
  std::istringstream folders(variable ? variable : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && folder[0] == '/' && executable(folder + "/" + name))
      return folder + "/" + name;
  return "";
}

std::string programIdentity(const std::string &path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return path;
  return fmt::format("{} {} {}.{:09}", path, info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec);
}

bool runProgram(std::vector<std::string> words, const std::string &folder, std::string &log) {
  // Messages in English, temporary files in the private folder.
  std::vector<std::string> variables = {"LC_ALL=C", "TMPDIR=" + folder};
  for (char **variable = environ; *variable; ++variable) {
    const std::string_view text = *variable;
    if (text.substr(0, 7) != "LC_ALL=" && text.substr(0, 7) != "TMPDIR=")
      variables.emplace_back(text);
  }
  const auto pointers = [](std::vector<std::string> &texts) {
    std::vector<char *> result;
    for (std::string &text : texts)
      result.push_back(text.data());
    result.push_back(nullptr);
    return result;
  };

  const std::string logFile = folder + "/output.log";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, logFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int error = posix_spawn(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(),
                                pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    log = std::strerror(error);
    return false;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) {
      log = std::strerror(errno);
      return false;
    }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return true;
  std::ifstream stream(logFile);
  log.assign(std::istreambuf_iterator<char>(stream), {});
  if (log.empty())
    log = WIFSIGNALED(status) ? fmt::format("it was ended by signal {}", WTERMSIG(status))
                              : fmt::format("it ended with status {}", WEXITSTATUS(status));
  return false;
}

std::string firstLines(const std::string &log, const std::string &folder) {
  constexpr int kLines = 12;
  std::istringstream stream(log);
  std::string result;
  int count = 0;
  for (std::string line; count < kLines && std::getline(stream, line); ++count) {
    for (std::size_t at; (at = line.find(folder + "/")) != std::string::npos;)
      line.erase(at, folder.size() + 1);
    result += "\n  " + line;
  }
  return result;
}

} // namespace mytriton
