// See code_lines.h.
#include "code_lines.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace mytriton {

namespace {

constexpr std::size_t kIndent = 4, kContinuation = 8;
constexpr std::size_t kMaxColumns = 100;
constexpr std::size_t kCommentColumn = 72;
// A bracket that opens further right than this is no place to go on under.
constexpr std::size_t kMaxAligned = 60;

struct Break {
  std::size_t at;     // the space that goes
  std::size_t cost;   // the lowest of a line is taken, the last of several
  std::size_t column; // where the next line starts
};

// What a break in the space at `at` costs: less than kNested, the more the tighter what stands
// before it binds. Nothing where no break may be.
constexpr std::size_t kNested = 10;
std::optional<std::size_t> breakCost(std::string_view text, std::size_t at) {
  constexpr std::size_t kChoice = 1, kAssignment = kNested + 2;
  constexpr std::string_view kLevels[] = {
      "||", "&&", "| ^ &", "== != < > <= >=", "<< >>", "+ -", "* / %"};
  if (at + 2 >= text.size())
    return std::nullopt;
  if (text[at - 1] == ',' || text[at - 1] == ';')
    return 0;
  if ((text[at + 1] == '?' || text[at + 1] == ':') && text[at + 2] == ' ')
    return kChoice;
  const std::size_t from = text.rfind(' ', at - 1);
  if (from == std::string_view::npos)
    return std::nullopt;
  const std::string_view word = text.substr(from + 1, at - from - 1);
  for (std::size_t level = 0; level < std::size(kLevels); ++level) {
    const std::string padded = fmt::format(" {} ", kLevels[level]);
    if (padded.find(fmt::format(" {} ", word)) != std::string::npos)
      return kChoice + 1 + level;
  }
  return !word.empty() && word.back() == '=' ? std::optional(kAssignment) : std::nullopt;
}

// The best place to break a line in front of column kMaxColumns.
std::optional<Break> findBreak(std::string_view text, std::size_t indent) {
  std::optional<Break> best;
  std::vector<std::size_t> open; // the column behind each bracket
  bool quoted = false;
  for (std::size_t i = indent; i < text.size() && i <= kMaxColumns; ++i) {
    const char c = text[i];
    if (c == '"' && text[i - 1] != '\\')
      quoted = !quoted;
    if (quoted)
      continue;
    if (c == '(' || c == '[' || c == '{')
      open.push_back(i + 1);
    if ((c == ')' || c == ']' || c == '}') && !open.empty())
      open.pop_back();
    if (c != ' ')
      continue;
    const std::optional<std::size_t> cost = breakCost(text, i);
    if (!cost || (best && *cost + open.size() * kNested > best->cost))
      continue;
    const bool aligned = !open.empty() && open.back() <= kMaxAligned;
    best = Break{i, *cost + open.size() * kNested, aligned ? open.back() : indent + kContinuation};
  }
  return best;
}

} // namespace

std::string formatted(const CodeLine &line) {
  const std::size_t indent = static_cast<std::size_t>(line.indent) * kIndent;
  std::string rest = std::string(indent, ' ') + line.code;
  std::string text, comment = line.comment;
  const auto finish = [&](std::string part) {
    if (!comment.empty()) {
      part.resize(std::max(part.size() + 2, kCommentColumn), ' ');
      part += "// " + comment;
      comment.clear();
    }
    text += part + "\n";
  };
  std::size_t start = indent;
  while (rest.size() > kMaxColumns && rest.find("//") == std::string::npos) {
    const std::optional<Break> at = findBreak(rest, start);
    if (!at)
      break;
    const std::string next = std::string(at->column, ' ') + rest.substr(at->at + 1);
    if (next.size() >= rest.size())
      break; // goes on as far right as it was
    finish(rest.substr(0, at->at));
    rest = next;
    start = at->column;
  }
  finish(rest);
  return text;
}

} // namespace mytriton
