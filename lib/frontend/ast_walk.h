// Questions about a block of statements that need no evaluation.
#pragma once

#include "mytriton/frontend/ast.h"

#include <set>
#include <string>

namespace mytriton {

// Every name that is read anywhere in the block.
std::set<std::string> namesUsedIn(const ast::Block &block);
// Every name that the block assigns to anywhere: Python's local variables.
std::set<std::string> namesAssignedIn(const ast::Block &block);

} // namespace mytriton
