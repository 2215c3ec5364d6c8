// Checks a kernel against the rules of the table: definition before use and across regions,
// operand counts, each operation's type rule, terminators, levels, use lists, uniform barriers.
// Independent of the builder: it looks only at what the IR says.
#pragma once

#include "mytriton/ir/ir.h"

#include <optional>
#include <string>

namespace mytriton {

struct VerifierError {
  const Operation *op; // null: the kernel itself
  std::string text;
};

// The first thing that is wrong, or nullopt.
std::optional<VerifierError> verify(const Kernel &kernel);

} // namespace mytriton
