// The cache of compiled kernels.
#include "cpu_cache.h"

#include "mlir_host.h"

#include "mytriton/support/private_folder.h"
#include "mytriton/support/process.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mytriton {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kUnitName = "unit.cpp";
constexpr std::string_view kModuleName = "unit.so";

// FNV-1a: names an entry, whose text is compared as a whole.
std::uint64_t hashOf(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

// Ours, of that kind (S_IFDIR, S_IFREG; no link), and nobody else may write it.
bool trusted(const std::string &path, mode_t kind) {
  struct stat info;
  return lstat(path.c_str(), &info) == 0 && (info.st_mode & S_IFMT) == kind &&
         info.st_uid == geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// $XDG_CACHE_HOME/mytriton or ~/.cache/mytriton, made where it is missing; nullopt where there is
// none to trust.
std::optional<std::string> cacheFolder() {
  const auto absolute = [](const char *name) {
    const char *value = std::getenv(name);
    return value && value[0] == '/' ? std::string(value) : std::string();
  };
  std::string base = absolute("XDG_CACHE_HOME");
  if (base.empty()) {
    const std::string home = absolute("HOME");
    if (home.empty())
      return std::nullopt;
    base = home + "/.cache";
  }
  std::error_code ignored;
  fs::create_directories(base, ignored);
  const std::string folder = base + "/mytriton";
  mkdir(folder.c_str(), 0700);
  if (!trusted(folder, S_IFDIR))
    return std::nullopt;
  return folder;
}

std::vector<std::unique_ptr<HostModule>> loadEntry(const std::string &entry,
                                                   const std::string &text,
                                                   const std::vector<HostSource> &kernels) {
  const std::string unit = fmt::format("{}/{}", entry, kUnitName);
  const std::string module = fmt::format("{}/{}", entry, kModuleName);
  if (!trusted(entry, S_IFDIR) || !trusted(unit, S_IFREG) || !trusted(module, S_IFREG))
    return {};
  std::ifstream stream(unit, std::ios::binary);
  const std::string found(std::istreambuf_iterator<char>(stream), {});
  if (found != text)
    return {};
  std::string ignored;
  return HostModule::load(module, kernels, ignored);
}

// Removes what is neither the unit nor the module.
void removeOthers(const std::string &folder) {
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename() != kUnitName && entry.path().filename() != kModuleName)
      fs::remove(entry.path(), ignored);
}

} // namespace

std::vector<std::unique_ptr<HostModule>> buildHostModules(const HostTools &tools,
                                                          const std::string &unit,
                                                          const std::vector<HostSource> &kernels,
                                                          const CpuDeviceOptions &device,
                                                          BuildFailure &failure) {
  const HostCompiler &compiler = *tools.compiler;
  const std::vector<std::string> options = hostCompilerOptions(device);
  std::string text = "// " + compiler.identity;
  if (std::any_of(kernels.begin(), kernels.end(), [](const auto &each) { return each.isMlir(); }))
    text += tools.mlir->identity;
  for (const std::string &option : options)
    text += option + " ";
  text += "\n" + unit;

  const std::optional<std::string> cache = device.cache ? cacheFolder() : std::nullopt;
  std::string entry;
  if (cache) {
    entry = fmt::format("{}/{:016x}", *cache, hashOf(text));
    if (auto modules = loadEntry(entry, text, kernels); !modules.empty())
      return modules;
  }

  std::optional<PrivateFolder> folder(std::in_place, cache ? *cache : temporaryFolder());
  if (!folder->exists() && cache)
    folder.emplace(temporaryFolder());
  if (!folder->exists()) {
    failure = {LaunchStatus::Failed, "cannot make a temporary folder for the host compiler"};
    return {};
  }
  {
    std::ofstream stream(folder->file(kUnitName), std::ios::binary);
    stream << text;
    if (!stream.flush()) {
      failure = {LaunchStatus::Failed, fmt::format("cannot write {}", folder->file(kUnitName))};
      return {};
    }
  }
  chmod(folder->file(kUnitName).c_str(), 0600);
  std::string log;
  std::vector<std::string> inputs = {folder->file(kUnitName)};
  std::vector<MlirKernel> linked;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (kernels[i].isMlir())
      linked.push_back({kernels[i].source, kernels[i].metadata, linkedRunName(i)});
  if (!linked.empty()) {
    const auto objects = buildHostObjects(*tools.mlir, linked, device.fast, folder->path(), log);
    if (!objects) {
      failure = {LaunchStatus::Failed,
                 fmt::format("cannot compile '{}': {}", linked[0].metadata->symbol, log)};
      return {};
    }
    inputs.insert(inputs.end(), objects->begin(), objects->end());
  }
  if (!runHostCompiler(compiler, options, folder->path(), inputs, folder->file(kModuleName), log)) {
    failure = {LaunchStatus::Failed,
               fmt::format("the host compiler {} cannot compile '{}':{}", compiler.program,
                           kernels[0].metadata->symbol, firstLines(log, folder->path()))};
    return {};
  }
  chmod(folder->file(kModuleName).c_str(), 0700);
  removeOthers(folder->path());

  std::string problem;
  std::vector<std::unique_ptr<HostModule>> modules =
      HostModule::load(folder->file(kModuleName), kernels, problem);
  if (modules.empty())
    failure = {LaunchStatus::Failed, fmt::format("cannot load the compiled kernel: {}", problem)};
  else if (cache)
    folder->moveTo(entry); // where another process was quicker, ours goes away
  return modules;
}

} // namespace mytriton
