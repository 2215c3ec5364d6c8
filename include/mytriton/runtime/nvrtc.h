// CUDA C++ to PTX or a cubin with NVRTC, NVIDIA's compiler as a library. It is loaded when it is
// first used, and need not be there.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mytriton {

struct NvrtcRequest {
  enum class Format { Ptx, Cubin };

  std::string source;
  std::string name; // of the source, for messages: "add.cu"
  std::string arch; // "sm_80"
  Format format = Format::Ptx;
  std::vector<std::string> options = {}; // further ones, as nvcc spells them
};

struct NvrtcResult {
  enum class Status {
    Done,
    Missing, // there is no NVRTC
    Failed,  // it refused the source or an option
  };

  Status status = Status::Failed;
  std::string bytes;   // the PTX or the cubin
  std::string log;     // what the compiler said; warnings where it is done
  std::string message; // of anything but Done, ready to print after "error: "
};

NvrtcResult compileWithNvrtc(const NvrtcRequest &request);

// The newest architecture that NVRTC compiles for and that is not above sm_NN, as NN; nullopt where
// there is none, or no NVRTC.
std::optional<int> nvrtcArchitectureUpTo(int arch);

} // namespace mytriton
