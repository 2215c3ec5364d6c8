// NVRTC through dlopen, with declarations of our own: the program builds without a CUDA toolkit.
#include "mytriton/runtime/nvrtc.h"

#include "cuda_toolkit.h"
#include "dynamic_library.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>

namespace mytriton {
namespace {

using Result = int; // nvrtcResult; 0 is success
struct ProgramTag;
using Program = ProgramTag *;

std::vector<std::string> candidates() {
  constexpr const char *kNames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  std::vector<std::string> result(std::begin(kNames), std::end(kNames));
  for (const std::string &toolkit : toolkits())
    for (const char *name : kNames)
      result.push_back(toolkit + "/lib64/" + name);
  return result;
}

struct Nvrtc {
  Result (*version)(int *major, int *minor);
  Result (*createProgram)(Program *, const char *source, const char *name, int headers,
                          const char *const *headerSources, const char *const *headerNames);
  Result (*compileProgram)(Program, int options, const char *const *);
  Result (*destroyProgram)(Program *);
  Result (*getProgramLogSize)(Program, std::size_t *);
  Result (*getProgramLog)(Program, char *);
  Result (*getPtxSize)(Program, std::size_t *);
  Result (*getPtx)(Program, char *);
  Result (*getCubinSize)(Program, std::size_t *);
  Result (*getCubin)(Program, char *);
  Result (*getNumSupportedArchs)(int *);
  Result (*getSupportedArchs)(int *);
  const char *(*getErrorString)(Result);
  std::string problem;  // empty: everything is there
  std::string includes; // the folder with cuda_fp16.h and its kin; empty: not found

  // Loaded once.
  static const Nvrtc &get() {
    static const Nvrtc nvrtc;
    return nvrtc;
  }

private:
  Nvrtc() {
    const std::vector<std::string> names = candidates();
    DynamicLibrary library(names);
    if (!library) {
      problem = "there is no NVRTC, the compiler of the CUDA toolkit; tried:" + library.problem();
      return;
    }
    library.find(version, "nvrtcVersion");
    library.find(createProgram, "nvrtcCreateProgram");
    library.find(compileProgram, "nvrtcCompileProgram");
    library.find(destroyProgram, "nvrtcDestroyProgram");
    library.find(getProgramLogSize, "nvrtcGetProgramLogSize");
    library.find(getProgramLog, "nvrtcGetProgramLog");
    library.find(getPtxSize, "nvrtcGetPTXSize");
    library.find(getPtx, "nvrtcGetPTX");
    library.find(getCubinSize, "nvrtcGetCUBINSize");
    library.find(getCubin, "nvrtcGetCUBIN");
    library.find(getNumSupportedArchs, "nvrtcGetNumSupportedArchs");
    library.find(getSupportedArchs, "nvrtcGetSupportedArchs");
    library.find(getErrorString, "nvrtcGetErrorString");
    if (!library.missingSymbol().empty())
      problem =
          fmt::format("the NVRTC that was found is too old: it has no {}", library.missingSymbol());
    else
      findIncludes();
  }

  // Of a toolkit, or beside the library's own folder.
  void findIncludes() {
    std::vector<std::filesystem::path> roots;
    for (const std::string &toolkit : toolkits())
      roots.emplace_back(toolkit);
    Dl_info info;
    std::error_code error;
    if (dladdr(reinterpret_cast<const void *>(version), &info) != 0 && info.dli_fname != nullptr)
      roots.push_back(
          std::filesystem::canonical(info.dli_fname, error).parent_path().parent_path());
    for (const std::filesystem::path &root : roots)
      if (std::filesystem::exists(root / "include/cuda_fp16.h", error)) {
        includes = (root / "include").string();
        return;
      }
  }
};

// The options of one compilation.
std::vector<std::string> optionsFor(const NvrtcRequest &request, int majorVersion) {
  std::string arch = request.arch;
  if (request.format == NvrtcRequest::Format::Ptx && arch.starts_with("sm_"))
    arch.replace(0, 3, "compute_");
  std::vector<std::string> options{"--gpu-architecture=" + arch, "--std=c++17"};
  // Its cache is kept with the driver's help, where one is loaded; not every driver can give that.
  if (majorVersion >= 13)
    options.push_back("--no-cache");
  if (!Nvrtc::get().includes.empty())
    options.push_back("--include-path=" + Nvrtc::get().includes);
  options.insert(options.end(), request.options.begin(), request.options.end());
  return options;
}

// One of NVRTC's pairs of functions for text: its size, then its bytes.
Result fetch(Program program, Result (*getSize)(Program, std::size_t *),
             Result (*get)(Program, char *), std::string &bytes) {
  std::size_t size = 0;
  if (Result result = getSize(program, &size); result != 0)
    return result;
  bytes.resize(size);
  return size == 0 ? 0 : get(program, bytes.data());
}

void dropFinalZero(std::string &text) {
  if (text.ends_with('\0'))
    text.pop_back();
}

} // namespace

NvrtcResult compileWithNvrtc(const NvrtcRequest &request) {
  NvrtcResult result;
  const Nvrtc &nvrtc = Nvrtc::get();
  if (!nvrtc.problem.empty()) {
    result.status = NvrtcResult::Status::Missing;
    result.message = nvrtc.problem;
    return result;
  }
  Program program = nullptr;
  Result code = nvrtc.createProgram(&program, request.source.c_str(), request.name.c_str(), 0,
                                    nullptr, nullptr);
  if (code == 0) {
    int major = 0, minor = 0;
    nvrtc.version(&major, &minor);
    const std::vector<std::string> options = optionsFor(request, major);
    std::vector<const char *> pointers;
    for (const std::string &option : options)
      pointers.push_back(option.c_str());
    code = nvrtc.compileProgram(program, static_cast<int>(pointers.size()), pointers.data());
    fetch(program, nvrtc.getProgramLogSize, nvrtc.getProgramLog, result.log);
    dropFinalZero(result.log);
    if (code == 0 && request.format == NvrtcRequest::Format::Ptx) {
      code = fetch(program, nvrtc.getPtxSize, nvrtc.getPtx, result.bytes);
      dropFinalZero(result.bytes);
    } else if (code == 0) {
      code = fetch(program, nvrtc.getCubinSize, nvrtc.getCubin, result.bytes);
    }
    nvrtc.destroyProgram(&program);
  }
  if (code == 0) {
    result.status = NvrtcResult::Status::Done;
    return result;
  }
  result.message = fmt::format("NVRTC cannot compile {} for {}: {}", request.name, request.arch,
                               nvrtc.getErrorString(code));
  if (nvrtc.includes.empty() && request.source.find("#include <cuda_") != std::string::npos)
    result.message += "\nit includes a header of the CUDA toolkit, and there is no toolkit with an "
                      "include folder: set CUDA_HOME to one";
  if (!result.log.empty())
    result.message += "\n" + result.log.substr(0, result.log.find_last_not_of('\n') + 1);
  return result;
}

std::optional<int> nvrtcArchitectureUpTo(int arch) {
  const Nvrtc &nvrtc = Nvrtc::get();
  int count = 0;
  if (!nvrtc.problem.empty() || nvrtc.getNumSupportedArchs(&count) != 0 || count <= 0)
    return std::nullopt;
  std::vector<int> known(static_cast<std::size_t>(count));
  if (nvrtc.getSupportedArchs(known.data()) != 0)
    return std::nullopt;
  std::optional<int> best;
  for (int candidate : known)
    if (candidate <= arch && (!best || candidate > *best))
      best = candidate;
  return best;
}

} // namespace mytriton
