// The words, numbers, types and constants of the IR's text, read one after another. What is not
// there is reported at its place, and leaves the reader by an exception.
#pragma once

#include "mytriton/ir/scalar.h"
#include "mytriton/support/diagnostics.h"

namespace mytriton {

class TextReader {
public:
  TextReader(const SourceFile &file, Diagnostics &diagnostics)
      : file_(file), text_(file.text()), diagnostics_(diagnostics) {}

  // Where the next token starts; what was read since `begin`.
  std::uint32_t here();
  SourceRange since(std::uint32_t begin) const {
    return {begin, static_cast<std::uint32_t>(at_), &file_};
  }

  std::string_view textSince(std::uint32_t begin) const { return file_.text(since(begin)); }

  // Takes the punctuation mark or the whole word if it comes next on this line.
  bool accept(char mark);
  bool accept(std::string_view word);
  // Whether it comes next, without taking it.
  bool peek(char mark) { return next() == mark; }
  void expect(char mark);
  void expect(std::string_view word);

  // Ends the line: nothing but a comment may follow. Then skips to the next line with a token.
  void endLine();
  void skipEmptyLines();
  bool atLineEnd() { return next() == '\n' || next() == '\0'; }
  bool atEnd() { return skipEmptyLines(), at_ >= text_.size(); }

  std::string_view identifier(std::string_view what);
  std::int64_t integer();
  int valueNumber(); // of `%4`, after its `%`
  std::string string();
  Shape tuple(); // `(8,)`
  DType dtype();
  Type type();
  bool atLiteral(); // a constant that is no name
  Scalar literal();

  [[noreturn]] void failExpected(std::string_view what);
  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, SourceRange range, Args &&...args) {
    diagnostics_.fail(kind, &file_, range, std::forward<Args>(args)...);
  }

private:
  char next(); // the next character of this line that is no space or comment; '\0' at the end
  std::string_view word() const; // the identifier that starts here, or nothing
  std::string_view digits();
  std::string found();
  std::int64_t boundedInteger(std::int64_t low, std::int64_t high);
  Type element();
  Shape extents();

  const SourceFile &file_;
  std::string_view text_;
  Diagnostics &diagnostics_;
  std::size_t at_ = 0;
};

} // namespace mytriton
