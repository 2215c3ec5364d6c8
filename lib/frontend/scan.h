// A look at the raw text before it is parsed: what the grammar does not check (encoding, the rules
// of indentation) and what it reports badly (brackets, strings). It reads the text once, without
// recursion.
#pragma once

#include "mytriton/support/diagnostics.h"

namespace mytriton {

// Python's own limits.
inline constexpr std::size_t kMaxBracketDepth = 200;
inline constexpr std::size_t kMaxIndentDepth = 100;

// Reports the first thing that is wrong and throws Diagnosed.
void scanSource(const SourceFile &file, Diagnostics &diagnostics);

} // namespace mytriton
