// One walk over the concrete syntax tree for error nodes and for Python 2's leftovers. See
// syntax_check.h.
#include "syntax_check.h"

#include <algorithm>
#include <array>

namespace mytriton {
namespace {

// Recovering from an error, the grammar turns keywords into identifiers.
constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

bool isDigitOf(char c, int base) {
  if (c >= '0' && c <= '9')
    return c - '0' < base;
  const char lower = static_cast<char>(c | 0x20);
  return base == 16 && lower >= 'a' && lower <= 'f';
}

// An integer literal as Python 3 takes it. The grammar also takes `0777`, `10L` and `1__0`.
bool isPythonInteger(std::string_view text) {
  if (text.back() == 'j' || text.back() == 'J')
    return true; // complex: refused where it is used
  int base = 10;
  const char marker = text.size() > 2 && text[0] == '0' ? static_cast<char>(text[1] | 0x20) : ' ';
  if (marker == 'x' || marker == 'o' || marker == 'b') {
    base = marker == 'x' ? 16 : marker == 'o' ? 8 : 2;
    text.remove_prefix(text[2] == '_' ? 3 : 2);
  }
  bool afterUnderscore = true;
  for (char c : text) {
    if (c == '_' ? afterUnderscore : !isDigitOf(c, base))
      return false;
    afterUnderscore = c == '_';
  }
  const bool leadingZero =
      base == 10 && text[0] == '0' && text.find_first_not_of("0_") != std::string_view::npos;
  return !text.empty() && !afterUnderscore && !leadingZero;
}

class Checker {
public:
  Checker(const SourceFile &file, Diagnostics &diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  void run(TSNode root) {
    Cursor cursor(root);
    do
      check(cursor.node());
    while (cursor.next());
  }

private:
  [[noreturn]] void fail(SourceRange range, std::string_view text) {
    // An error node may reach over many lines: what is wrong begins on its first.
    const std::size_t newline = file_.text(range).find('\n');
    if (newline != std::string_view::npos)
      range.end = range.begin + static_cast<std::uint32_t>(newline);
    diagnostics_.fail(DiagnosticKind::SyntaxError, &file_, range, text);
  }

  void check(TSNode node) {
    const std::string_view type = typeOf(node);
    const SourceRange range = rangeOf(node);
    if (type == "ERROR")
      fail(innermostError(node), "invalid syntax");
    if (ts_node_is_missing(node))
      fail(range, fmt::format("expected '{}' here", type));
    if (type == "identifier") {
      const std::string_view text = file_.text(range);
      if (std::find(kKeywords.begin(), kKeywords.end(), text) != kKeywords.end())
        fail(range, fmt::format("the keyword '{}' is not expected here", text));
    } else if (type == "integer") {
      if (!isPythonInteger(file_.text(range)))
        fail(range, fmt::format("'{}' is no Python 3 integer", file_.text(range)));
    } else if (type == "print_statement" || type == "exec_statement") {
      fail(range, "this is a Python 2 statement; in Python 3 it is a function call");
    } else if (type == "<>") {
      fail(range, "'<>' is Python 2; write '!='");
    }
  }

  // Where error nodes nest, the inner one is the exact place.
  SourceRange innermostError(TSNode error) {
    TSNode found = error;
    const std::uint32_t end = ts_node_end_byte(error);
    Cursor cursor(error);
    while (cursor.next() && ts_node_end_byte(cursor.node()) <= end)
      if (typeOf(cursor.node()) == "ERROR") {
        found = cursor.node();
        break;
      }
    return rangeOf(found);
  }

  const SourceFile &file_;
  Diagnostics &diagnostics_;
};

} // namespace

void checkSyntax(const Tree &tree, const SourceFile &file, Diagnostics &diagnostics) {
  Checker(file, diagnostics).run(tree.root());
}

} // namespace mytriton
