// Questions about a block of statements that need no evaluation.
#pragma once

#include "mytriton/frontend/ast.h"

#include <set>
#include <string>
#include <vector>

namespace mytriton {

// Every name that is read anywhere in the block.
std::set<std::string> namesUsedIn(const ast::Block &block);
std::set<std::string> namesUsedIn(const ast::Expr &expr);
// Every name that the block assigns to anywhere: Python's local variables.
std::set<std::string> namesAssignedIn(const ast::Block &block);
// The same in the order of the first assignment to each.
std::vector<std::string> assignmentsIn(const ast::Block &block);

} // namespace mytriton
