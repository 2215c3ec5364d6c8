// Text to syntax tree: size, raw text, grammar, syntax errors, conversion. See parse.h.
#include "mytriton/frontend/parse.h"

#include "converter.h"
#include "scan.h"
#include "syntax_check.h"

namespace mytriton {

std::unique_ptr<ast::Module> parseModule(const SourceFile &file, Diagnostics &diagnostics) {
  try {
    if (file.text().size() > kMaxSourceBytes)
      diagnostics.fail(DiagnosticKind::SourceTooLarge, &file, {}, kMaxSourceBytes >> 20);
    scanSource(file, diagnostics);
    const Tree tree(file.text());
    if (!tree.valid())
      diagnostics.fail(DiagnosticKind::CompilerBug, &file, {},
                       "the tree-sitter library does not take the grammar");
    checkSyntax(tree, file, diagnostics);
    return Converter(file).module(tree.root());
  } catch (const Diagnosed &) {
    return nullptr;
  }
}

} // namespace mytriton
