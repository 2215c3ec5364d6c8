// The grid of a launch, as expressions over its arguments: `cdiv(n, BLOCK)`, `m, n // 2`.
#pragma once

#include "mytriton/runtime/device.h"
#include "mytriton/support/diagnostics.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace mytriton {

// What a grid may speak of: the integers among arguments and constexprs by name, and the others
// (nullopt), for which there is a message of their own.
using GridNames = std::map<std::string, std::optional<std::int64_t>, std::less<>>;

// Evaluates one to three expressions, separated by commas. `expression` is the text, under the
// name that messages are to give it. Reports syntax errors, unknown names, division by zero, what
// leaves 64 bits, and extents that no launch can have.
std::optional<Grid> evaluateGrid(const SourceFile &expression, const GridNames &names,
                                 Diagnostics &diagnostics);

// Checks what can be checked before the values of `names` are known: the syntax, and which names it
// speaks of. Those that will be integers have any value there.
bool checkGrid(const SourceFile &expression, const GridNames &names, Diagnostics &diagnostics);

} // namespace mytriton
