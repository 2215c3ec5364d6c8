// Python source to the syntax tree.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/support/diagnostics.h"

#include <cstddef>
#include <memory>
#include <string>

namespace mytriton {

// A longer source is refused before it is looked at.
inline constexpr std::size_t kMaxSourceBytes = std::size_t{8} << 20;

// Reads a module. Null after a syntax error, which is reported once, at its place. Accepts any
// bytes: what could make a later stage recurse deeply is bounded here.
std::unique_ptr<ast::Module> parseModule(const SourceFile &file, Diagnostics &diagnostics);

// Indented text, one node a line, each with `LINE:COL`: what --emit=ast prints.
std::string printAst(const ast::FunctionDef &function, const SourceFile &file);
std::string printAst(const ast::Module &module, const SourceFile &file);

} // namespace mytriton
