// The functions that a kernel can call, once: name, namespaces, parameters, meaning.
#pragma once

#include "object.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

class Evaluator;

// A call with its arguments in the order of the parameters; nullopt: not given.
struct BoundCall {
  const Builtin &builtin;
  SourceRange range;
  std::vector<std::optional<Operand>> arguments;

  const Operand &operator[](std::size_t index) const { return *arguments[index]; }
  const Operand *optional(std::size_t index) const {
    return arguments[index] ? &*arguments[index] : nullptr;
  }
};

struct Builtin {
  std::string name;
  // `x`, or `x?` where it may be left out; `*` takes any number, and what follows it only keywords.
  std::vector<std::string_view> parameters;
  Object (*call)(Evaluator &evaluator, const BoundCall &call);
  OpKind op = OpKind::Add; // of those that stand for one operation
};

// builtins_blocks.cpp: those that make blocks from nothing, turn them and multiply them.
const std::vector<Builtin> &blockBuiltins();
// builtins_notes.cpp: what the author tells the compiler, and asks it.
const std::vector<Builtin> &noteBuiltins();

// not_supported.cpp: a function or type of Triton's, or of Python's in its kernels, that there is
// not. The text says what to use in its place, or nothing; nullopt: it is none of them.
std::optional<std::string_view> notSupported(std::string_view name);

// What `triton.NAME`, `tl.NAME` or `tl.math.NAME` is.
std::optional<Object> memberOf(Namespace space, std::string_view name);
// What the bare name is in Python: `range`, `min`, ...
std::optional<Object> pythonBuiltin(std::string_view name);
// Whether it is Triton's name for a float of 8 bits, which there are not: `float8e5`, `fp8e5`.
bool isEightBitFloat(std::string_view name);
// Every name of the namespace, for suggestions.
std::vector<std::string> memberNames(Namespace space);
// "tl" for messages.
std::string_view namespaceName(Namespace space);

// Whether it is `tl.constexpr`, `triton.jit`, `int`, ...
bool isBuiltin(const Object &value, std::string_view name);

} // namespace mytriton
