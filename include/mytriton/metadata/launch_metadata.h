// What a launcher must know of a compiled kernel: the content of the launch JSON.
// docs/launch-metadata.md and docs/launch-metadata.schema.json describe the file.
#pragma once

#include "mytriton/ir/type.h"
#include "mytriton/support/diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mytriton {

// A constexpr as it was fixed at compile time. In JSON: a number, true/false, a string, null, an
// array; a dtype is {"dtype": "fp32"}, a function {"function": "name"}, a float that JSON cannot
// hold {"float": "inf"}, an integer of 2^63 or more {"int": "9223372036854775808"}.
struct ConstexprValue {
  struct None {
    bool operator==(const None &) const = default;
  };
  struct Function {
    std::string name;
    bool operator==(const Function &) const = default;
  };
  using Tuple = std::vector<ConstexprValue>;
  // An integer is a std::uint64_t only where it is 2^63 or more.
  std::variant<None, bool, std::int64_t, double, std::string, DType, Function, Tuple, std::uint64_t>
      value;
  bool operator==(const ConstexprValue &) const = default;
};

struct KernelArgument {
  std::string name;
  bool pointer = false;
  DType dtype = DType::I32; // of a pointer: what it points to
  bool isConst = false;     // nothing is stored through it
  int divisibility = 1;     // assumed: of the address in bytes, or of the integer
  bool noalias = false;     // assumed
  // A default of the source, as text of a Python literal, where it has one.
  std::optional<std::string> defaultValue;
  bool operator==(const KernelArgument &) const = default;
};

struct Artifact {
  std::string kind; // "cuda", "mlir", "ptx", "cubin"
  std::string arch; // "sm_80"; empty for sources
  std::string file; // a bare file name, beside the JSON
  bool operator==(const Artifact &) const = default;
};

struct LaunchMetadata {
  static constexpr int kSchemaVersion = 1;

  std::string compiler;                                           // "mytritonc 0.1.0"
  std::string source;                                             // base name of the .py
  std::string kernel;                                             // the name in the source
  std::string symbol;                                             // the generated function
  std::string target;                                             // "cuda" or "mlir"
  std::vector<KernelArgument> arguments;                          // in launch order
  std::vector<std::pair<std::string, ConstexprValue>> constexprs; // in source order
  int numWarps = 0;
  int threadsPerBlock = 0;
  int staticSharedBytes = 0;
  int dynamicSharedBytes = 0;
  std::optional<std::string> grid; // an expression over arguments and constexprs
  std::vector<std::string> archs;
  std::vector<Artifact> artifacts;
  std::string ssa; // the tile-level SSA, as text

  bool operator==(const LaunchMetadata &) const = default;
};

// Two-space indented, keys in the order above, a final newline: the same metadata gives the same
// bytes.
std::string toJson(const LaunchMetadata &metadata);
// Reads what toJson writes. Untrusted: anything else is reported at `file`'s place in the text, and
// gives nullopt. Unknown keys are ignored; a schema version above ours is refused.
std::optional<LaunchMetadata> parseLaunchMetadata(const SourceFile &file, Diagnostics &diagnostics);

} // namespace mytriton
