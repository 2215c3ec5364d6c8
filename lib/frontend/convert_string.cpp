// Strings of the concrete syntax tree, f-strings among them. See converter.h.
#include "converter.h"
#include "literal.h"

namespace mytriton {

using namespace ast;

namespace {

// What stands in a string of such a prefix, `rf`, without its quotes.
struct Prefix {
  bool raw = false, bytes = false, formatted = false;

  explicit Prefix(std::string_view start) {
    for (const char c : start.substr(0, start.find_first_of("'\""))) {
      const char lower = static_cast<char>(c | 0x20);
      raw = raw || lower == 'r';
      bytes = bytes || lower == 'b';
      formatted = formatted || lower == 'f';
    }
  }
};

// `{{` and `}}` of an f-string.
std::string withSingleBraces(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if ((text[i] == '{' || text[i] == '}') && i + 1 < text.size() && text[i + 1] == text[i])
      ++i;
  }
  return result;
}

} // namespace

// The parts of one or several strings in a row: `"a" f"b{c}"`.
ExprPtr Converter::string(TSNode node) {
  std::vector<FormattedString::Part> parts(1);
  const std::vector<Child> strings =
      typeOf(node) == "string" ? std::vector<Child>{{node, {}}} : childrenOf(node);
  for (const Child &string : strings) {
    const std::vector<Child> pieces = childrenOf(string.node);
    const Prefix prefix(text(pieces.front().node));
    if (prefix.bytes)
      return make(node, Unsupported{"a bytes literal"});
    std::uint32_t begin = ts_node_end_byte(pieces.front().node);
    for (const Child &piece : pieces) {
      const bool value = typeOf(piece.node) == "interpolation";
      if (!value && typeOf(piece.node) != "string_end")
        continue;
      std::string literal(file_.text({begin, ts_node_start_byte(piece.node)}));
      begin = ts_node_end_byte(piece.node);
      if (prefix.formatted)
        literal = withSingleBraces(literal);
      const std::optional<std::string> plain =
          prefix.raw ? std::optional(literal) : unescapeString(literal);
      if (!plain)
        return make(node, Unsupported{"this escape in a string"});
      parts.back().text += *plain;
      if (value && !interpolation(piece.node, parts))
        return make(piece.node, Unsupported{"a format specification in an f-string"});
    }
  }
  if (parts.size() == 1)
    return make(node, String{std::move(parts[0].text)});
  return make(node, FormattedString{std::move(parts)});
}

// `{value}`, `{value!r}` or `{value=}`, behind the text of the last part.
bool Converter::interpolation(TSNode node, std::vector<FormattedString::Part> &parts) {
  FormattedString::Part &part = parts.back();
  const std::vector<Child> children = childrenOf(node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Child &child = children[i];
    if (child.field == "expression") {
      part.value = expression(child.node);
    } else if (typeOf(child.node) == "=") { // the text between the braces, blanks included
      const std::uint32_t begin = ts_node_start_byte(node) + 1;
      part.text += file_.text({begin, ts_node_start_byte(children[i + 1].node)});
      part.repr = true;
    } else if (child.field == "type_conversion") {
      part.repr = text(child.node) != "!s";
    } else if (child.field == "format_specifier") {
      return false;
    }
  }
  parts.emplace_back();
  return true;
}

} // namespace mytriton
