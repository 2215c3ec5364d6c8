// Finding and running the host compiler.
#include "cpu_compiler.h"

#include "mytriton/support/process.h"

#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

namespace mytriton {

namespace {

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
    const std::string file = findProgram(word);
    compiler.identity += (file.empty() ? word : programIdentity(file)) + " ";
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

std::vector<std::string> hostCompilerOptions(const CpuDeviceOptions &device) {
  std::vector<std::string> options = {"-std=c++17", "-fPIC", "-shared", "-nostdlib", "-fwrapv",
                                      "-fno-strict-aliasing", "-ffp-contract=off",
                                      "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden",
                                      "-Wl,-Bsymbolic", "-w",
                                      // Clang would join accesses to neighbours to one, which its
                                      // instrumentation takes for an aligned vector.
                                      "-fno-builtin-memcpy", "-fno-builtin-memset",
                                      // A frame larger than a guard page still meets it.
                                      "-fstack-clash-protection"};
  options.emplace_back(!device.optimize ? "-O0" : device.fast ? "-O2" : "-O1");
  if (!device.fast)
    options.emplace_back("-fsanitize=thread");
  return options;
}

bool runHostCompiler(const HostCompiler &compiler, const std::vector<std::string> &options,
                     const std::string &folder, const std::vector<std::string> &inputs,
                     const std::string &output, std::string &log) {
  std::vector<std::string> words = {compiler.program};
  words.insert(words.end(), compiler.arguments.begin(), compiler.arguments.end());
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), inputs.begin(), inputs.end());
  for (const std::string &word :
       {std::string("-o"), output, std::string("-lm"), std::string("-lc")})
    words.push_back(word);
  return runProgram(std::move(words), folder, log);
}

} // namespace mytriton
