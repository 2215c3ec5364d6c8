// Finding and running the host compiler.
#include "cpu_compiler.h"

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

namespace {

// An executable file, looked for along the PATH where the name has no slash; empty: none.
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

std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;)
    result.push_back(word);
  return result;
}

// Of a command line: its program, found, and its further words; nullopt where it is not there.
std::optional<HostCompiler> compilerFrom(const std::string &commandLine) {
  // A path may hold spaces; $CXX may hold options.
  std::vector<std::string> parts = words(commandLine);
  if (!findProgram(commandLine).empty())
    parts = {commandLine};
  if (parts.empty())
    return std::nullopt;
  HostCompiler compiler;
  compiler.program = findProgram(parts[0]);
  if (compiler.program.empty())
    return std::nullopt;
  compiler.arguments.assign(parts.begin() + 1, parts.end());
  for (const std::string &word : parts) {
    struct stat info;
    const std::string file = findProgram(word);
    if (!file.empty() && stat(file.c_str(), &info) == 0)
      compiler.identity += fmt::format("{} {} {}.{:09} ", file, info.st_size, info.st_mtim.tv_sec,
                                       info.st_mtim.tv_nsec);
    else
      compiler.identity += word + " ";
  }
  return compiler;
}

} // namespace

std::optional<HostCompiler> findHostCompiler(const std::string &asked, std::string &problem) {
  if (!asked.empty()) {
    std::optional<HostCompiler> compiler = compilerFrom(asked);
    if (!compiler)
      problem = fmt::format("the host compiler '{}' is not there", asked);
    return compiler;
  }
  const char *variable = std::getenv("CXX");
  const std::string preferred = variable ? variable : "";
  for (const std::string &candidate :
       {preferred, std::string("c++"), std::string("g++"), std::string("clang++")})
    if (std::optional<HostCompiler> compiler = compilerFrom(candidate))
      return compiler;
  problem = fmt::format(
      "the cpu device needs a C++ compiler: looked for {}c++, g++ and clang++ on the PATH; "
      "install one or set CXX",
      preferred.empty() ? "$CXX (which is not set), " : fmt::format("$CXX ('{}'), ", preferred));
  return std::nullopt;
}

std::vector<std::string> hostCompilerOptions(bool fast) {
  std::vector<std::string> options = {"-std=c++17", "-fPIC", "-shared", "-nostdlib", "-fwrapv",
                                      "-fno-strict-aliasing", "-ffp-contract=off",
                                      "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden",
                                      "-Wl,-Bsymbolic", "-w",
                                      // A frame larger than a guard page still meets it.
                                      "-fstack-clash-protection"};
  if (fast) {
    options.push_back("-O2");
  } else {
    options.push_back("-O1");
    options.push_back("-fsanitize=thread");
  }
  return options;
}

bool runHostCompiler(const HostCompiler &compiler, const std::vector<std::string> &options,
                     const std::string &folder, const std::string &source,
                     const std::string &output, std::string &log) {
  std::vector<std::string> words = {compiler.program};
  words.insert(words.end(), compiler.arguments.begin(), compiler.arguments.end());
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-o", output, source, "-lm", "-lc"});

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

  const std::string logFile = folder + "/compiler.log";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, logFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int error = posix_spawn(&child, compiler.program.c_str(), &actions, nullptr,
                                pointers(words).data(), pointers(variables).data());
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

} // namespace mytriton
