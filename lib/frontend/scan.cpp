// Encoding, brackets, strings and indentation of a source, by the rules of Python's tokenizer.
#include "scan.h"

#include "mytriton/support/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace mytriton {
namespace {

// The statements whose header ends with a colon.
constexpr std::array<std::string_view, 12> kHeaders = {"if",    "elif",   "else",    "for",
                                                       "while", "def",    "class",   "with",
                                                       "try",   "except", "finally", "async"};

// The grammar counts what stands between two tokens in 16 bits, and takes a time for lines joined
// in a row that grows with the square of their number.
constexpr int kMaxComments = 50'000;
constexpr int kMaxJoinedLines = 2'000;

bool isWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Scanner {
public:
  Scanner(const SourceFile &file, Diagnostics &diagnostics)
      : file_(file), diagnostics_(diagnostics), text_(file.text()) {}

  void run() {
    checkEncoding();
    if (text_.substr(0, 3) == "\xef\xbb\xbf")
      pos_ = 3;
    while (pos_ < text_.size())
      scanLogicalLine();
    if (expectBlock_)
      failIndent(header_, "an indented block is missing after this line");
  }

private:
  struct Indent {
    std::size_t column; // tabs go to the next multiple of 8
    std::size_t narrow; // tabs count as one: where the two disagree, the file is ambiguous
  };
  struct Bracket {
    char open;
    std::uint32_t offset;
  };

  static SourceRange range(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  char peek(std::size_t ahead = 0) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
  }
  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, SourceRange where, Args &&...args) {
    diagnostics_.fail(kind, &file_, where, std::forward<Args>(args)...);
  }
  [[noreturn]] void failIndent(SourceRange where, std::string_view text) {
    fail(DiagnosticKind::BadIndentation, where, text);
  }

  void checkEncoding() {
    for (std::size_t i = 0; i < text_.size();) {
      const CodePoint point = decodeUtf8(text_, i);
      if (!point.valid)
        fail(DiagnosticKind::SourceNotText, range(i, i + 1), "the bytes here are not UTF-8");
      if (point.value == 0)
        fail(DiagnosticKind::SourceNotText, range(i, i + 1), "it holds a zero byte");
      i += point.length;
    }
  }

  void skipComment() {
    if (++comments_ > kMaxComments)
      fail(DiagnosticKind::TooManyComments, range(pos_, pos_ + 1), kMaxComments, "comments");
    pos_ = std::min(text_.find('\n', pos_), text_.size());
  }
  void skipNewline() {
    if (peek() == '\r')
      ++pos_;
    if (peek() == '\n')
      ++pos_;
  }
  bool atNewline() const { return peek() == '\n' || (peek() == '\r' && peek(1) == '\n'); }

  void scanLogicalLine() {
    Indent indent{0, 0};
    for (;; ++pos_) {
      if (peek() == ' ')
        ++indent.column, ++indent.narrow;
      else if (peek() == '\t')
        indent.column = indent.column / 8 * 8 + 8, ++indent.narrow;
      else if (peek() == '\f')
        indent = {0, 0};
      else
        break;
    }
    if (peek() == '#')
      skipComment();
    if (pos_ >= text_.size() || atNewline() || peek() == '\r') {
      ++pos_; // a blank line; of "\r\n" the rest is one more
      return;
    }
    applyIndent(indent);
    scanTokens();
  }

  void applyIndent(Indent indent) {
    std::size_t end = pos_;
    while (end < text_.size() && isWord(text_[end]))
      ++end;
    const SourceRange where = range(pos_, std::max(end, pos_ + 1));
    const auto deeper = [&] { return indent.column > indents_.back().column; };
    if (expectBlock_) {
      if (!deeper())
        failIndent(where, "expected an indented block after the ':' before this line");
      if (indent.narrow <= indents_.back().narrow)
        failIndent(where, "tabs and spaces are mixed inconsistently in this indentation");
      if (indents_.size() > kMaxIndentDepth)
        fail(DiagnosticKind::NestingTooDeep, where, "blocks are", kMaxIndentDepth);
      indents_.push_back(indent);
      expectBlock_ = false;
      return;
    }
    if (deeper())
      failIndent(where, "unexpected indent");
    while (indent.column < indents_.back().column)
      indents_.pop_back();
    if (indent.column != indents_.back().column)
      failIndent(where, "this indentation matches no outer block");
    if (indent.narrow != indents_.back().narrow)
      failIndent(where, "tabs and spaces are mixed inconsistently in this indentation");
  }

  // The tokens up to the end of the logical line: brackets and backslashes join lines.
  void scanTokens() {
    const std::size_t begin = pos_;
    std::string_view firstWord;
    bool colon = false; // outside brackets
    std::size_t lastBegin = pos_, lastEnd = pos_;
    while (pos_ < text_.size()) {
      const char c = peek();
      if (atNewline()) {
        skipNewline();
        if (brackets_.empty())
          break;
        continue;
      }
      if (c == ' ' || c == '\t' || c == '\f' || c == '\r') {
        ++pos_;
        continue;
      }
      if (c == '#') {
        skipComment();
        continue;
      }
      if (c == '\\') {
        skipBackslash();
        continue;
      }
      lastBegin = pos_;
      if (isWord(c)) {
        while (isWord(peek()))
          ++pos_;
        if (lastBegin == begin)
          firstWord = text_.substr(begin, pos_ - begin);
      } else if (c == '"' || c == '\'') {
        skipString();
      } else {
        colon = colon || (c == ':' && brackets_.empty());
        punctuation(c);
      }
      lastEnd = pos_;
    }
    if (!brackets_.empty())
      fail(DiagnosticKind::UnclosedBracket,
           range(brackets_.back().offset, brackets_.back().offset + 1), brackets_.back().open);
    endLine(begin, firstWord, colon, lastBegin, lastEnd);
  }

  void endLine(std::size_t begin, std::string_view firstWord, bool colon, std::size_t lastBegin,
               std::size_t lastEnd) {
    const std::string_view last = text_.substr(lastBegin, lastEnd - lastBegin);
    const bool header = std::find(kHeaders.begin(), kHeaders.end(), firstWord) != kHeaders.end();
    if (header && !colon)
      fail(DiagnosticKind::SyntaxError, range(lastEnd, lastEnd),
           fmt::format("expected ':' at the end of this '{}'", firstWord));
    if (last == ":") {
      expectBlock_ = true;
      header_ = range(begin, lastEnd);
      return;
    }
    const bool starImport = last == "*" && firstWord == "from";
    const bool ellipsis = lastBegin >= 2 && text_.substr(lastBegin - 2, 3) == "...";
    if (last.size() == 1 && !starImport && !ellipsis &&
        std::string_view("+-*/%&|^~<>=@.").find(last[0]) != std::string_view::npos)
      fail(DiagnosticKind::SyntaxError, range(lastEnd, lastEnd),
           fmt::format("expected an expression after '{}'", last));
  }

  void skipBackslash() {
    const std::size_t at = pos_++;
    if (!atNewline() && pos_ < text_.size())
      fail(DiagnosticKind::SyntaxError, range(at, at + 1),
           "a backslash joins lines only as the last character of its line");
    if (++joinedLines_ > kMaxJoinedLines)
      fail(DiagnosticKind::TooManyComments, range(at, at + 1), kMaxJoinedLines, "joined lines");
    skipNewline();
  }

  void skipString() {
    const std::size_t begin = pos_;
    const char quote = peek();
    const bool triple = peek(1) == quote && peek(2) == quote;
    pos_ += triple ? 3 : 1;
    while (pos_ < text_.size()) {
      if (peek() == '\\') {
        pos_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
      } else if (peek() == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
        pos_ += triple ? 3 : 1;
        return;
      } else if (!triple && atNewline()) {
        break;
      } else {
        ++pos_;
      }
    }
    fail(DiagnosticKind::UnterminatedString, range(begin, begin + (triple ? 3 : 1)));
  }

  void punctuation(char c) {
    const std::size_t at = pos_++;
    if (c == '(' || c == '[' || c == '{') {
      if (brackets_.size() == kMaxBracketDepth)
        fail(DiagnosticKind::NestingTooDeep, range(at, at + 1), "brackets are", kMaxBracketDepth);
      brackets_.push_back({c, static_cast<std::uint32_t>(at)});
    } else if (c == ')' || c == ']' || c == '}') {
      closeBracket(c, at);
    } else if (c == '$' || c == '?' || c == '`' || (c == '!' && peek() != '=')) {
      fail(DiagnosticKind::SyntaxError, range(at, at + 1), fmt::format("unexpected '{}'", c));
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      fail(DiagnosticKind::SyntaxError, range(at, at + 1), "unexpected control character");
    }
  }

  void closeBracket(char close, std::size_t at) {
    if (brackets_.empty())
      fail(DiagnosticKind::MismatchedBracket, range(at, at + 1), close, "closes nothing");
    const Bracket open = brackets_.back();
    brackets_.pop_back();
    const char wanted = open.open == '(' ? ')' : open.open == '[' ? ']' : '}';
    if (close == wanted)
      return;
    Diagnostic diagnostic =
        Diagnostics::make(DiagnosticKind::MismatchedBracket, &file_, range(at, at + 1), close,
                          fmt::format("cannot close '{}'", open.open));
    diagnostic.notes.push_back({&file_, range(open.offset, open.offset + 1), "opened here"});
    diagnostics_.report(std::move(diagnostic));
    throw Diagnosed{};
  }

  const SourceFile &file_;
  Diagnostics &diagnostics_;
  std::string_view text_;
  std::size_t pos_ = 0;
  std::vector<Bracket> brackets_;
  std::vector<Indent> indents_{{0, 0}};
  int comments_ = 0, joinedLines_ = 0;
  bool expectBlock_ = false;
  SourceRange header_; // of the line whose block is awaited
};

} // namespace

void scanSource(const SourceFile &file, Diagnostics &diagnostics) {
  Scanner(file, diagnostics).run();
}

} // namespace mytriton
