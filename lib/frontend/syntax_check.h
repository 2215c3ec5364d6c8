// Finds the first syntax error of a parsed file, also of those that the grammar lets pass.
#pragma once

#include "mytriton/support/diagnostics.h"
#include "tree.h"

namespace mytriton {

// Reports it and throws Diagnosed; returns where there is none.
void checkSyntax(const Tree &tree, const SourceFile &file, Diagnostics &diagnostics);

} // namespace mytriton
