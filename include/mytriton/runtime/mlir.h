// MLIR to PTX or a cubin with MLIR's own tools, and the assembler of the CUDA toolkit. They are
// looked for when they are first needed, and need not be there.
#pragma once

#include <string>

namespace mytriton {

struct MlirRequest {
  enum class Format { Ptx, Cubin };

  std::string source;
  std::string name; // of the source, for messages: "add.mlir"
  std::string arch; // "sm_80"
  Format format = Format::Ptx;
  std::string mlirOpt{}, ptxas{}; // the programs; empty: looked for
};

struct MlirResult {
  enum class Status {
    Done,
    Missing, // a tool, or libdevice, is not there
    Failed,  // one refused what it got
  };

  Status status = Status::Failed;
  std::string bytes;   // the PTX or the cubin
  std::string message; // of anything but Done, ready to print after "error: "
};

MlirResult compileMlir(const MlirRequest &request);

} // namespace mytriton
