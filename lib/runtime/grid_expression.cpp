// A recursive-descent evaluator: what it reads, it computes at once.
#include "mytriton/runtime/grid_expression.h"

#include "mytriton/support/text.h"
#include "number_text.h"

#include <algorithm>
#include <limits>

namespace mytriton {
namespace {

using Int = std::int64_t;

constexpr int kMaxDepth = 100;

class Evaluator {
public:
  // With `checkOnly` the values of names do not count: each expression is 1.
  Evaluator(const SourceFile &file, const GridNames &names, Diagnostics &diagnostics,
            bool checkOnly)
      : file_(file), names_(names), diagnostics_(diagnostics), text_(file.text()),
        checkOnly_(checkOnly) {}

  Grid grid() {
    Grid grid;
    for (std::size_t axis = 0;; ++axis) {
      skipSpace();
      std::size_t begin = at_;
      grid.extent[axis] = extent(sum(), axis, begin);
      if (!take(","))
        break;
      if (axis == 2)
        fail(DiagnosticKind::GridSyntax, at_ - 1, at_, "a grid has at most three extents");
    }
    skipSpace();
    if (at_ != text_.size())
      fail(DiagnosticKind::GridSyntax, at_, at_ + 1, "this is unexpected");
    return grid;
  }

private:
  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, std::size_t begin, std::size_t end,
                         const Args &...args) {
    end = std::min(end, text_.size());
    diagnostics_.fail(kind, &file_,
                      SourceRange{static_cast<std::uint32_t>(std::min(begin, end)),
                                  static_cast<std::uint32_t>(end)},
                      args...);
  }

  void skipSpace() {
    std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
    at_ = next == std::string_view::npos ? text_.size() : next;
  }
  bool take(std::string_view token) {
    skipSpace();
    if (!text_.substr(at_).starts_with(token))
      return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token))
      fail(DiagnosticKind::GridSyntax, at_, at_ + 1, fmt::format("'{}' is missing here", token));
  }

  std::uint32_t extent(Int value, std::size_t axis, std::size_t begin) {
    const Int limit = axis == 0 ? std::numeric_limits<std::int32_t>::max() : 65535;
    if (!checkOnly_ && (value < 0 || value > limit))
      fail(DiagnosticKind::GridExtent, begin, at_, "xyz"[axis], value, limit);
    return static_cast<std::uint32_t>(value);
  }

  Int sum() {
    skipSpace();
    std::size_t begin = at_;
    Int value = product();
    while (true) {
      if (take("+"))
        value = add(value, product(), begin);
      else if (take("-"))
        value = subtract(value, product(), begin);
      else
        return value;
    }
  }

  Int product() {
    skipSpace();
    std::size_t begin = at_;
    Int value = unary();
    while (true) {
      if (take("*"))
        value = multiply(value, unary(), begin);
      else if (take("//"))
        value = floorDivide(value, unary(), begin);
      else if (take("/"))
        fail(DiagnosticKind::GridSyntax, at_ - 1, at_, "'/' gives a float; write '//'");
      else if (take("%"))
        value = modulo(value, unary(), begin);
      else
        return value;
    }
  }

  Int unary() {
    skipSpace();
    std::size_t begin = at_;
    bool negative = false;
    while (true) {
      if (take("-"))
        negative = !negative;
      else if (!take("+"))
        break;
    }
    Int value = primary();
    return negative ? subtract(0, value, begin) : value;
  }

  Int primary() {
    skipSpace();
    std::size_t begin = at_;
    if (take("(")) {
      Int value = nested();
      expect(")");
      return value;
    }
    // A word: digits, or a name with dots in it.
    while (at_ < text_.size() && isWord(text_[at_]))
      ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty())
      fail(DiagnosticKind::GridSyntax, at_, at_ + 1, "a number or a name is missing here");
    if (word[0] >= '0' && word[0] <= '9')
      return number(word, begin);
    if (take("("))
      return call(word, begin);
    return name(word, begin);
  }

  static bool isWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || static_cast<unsigned char>(c) >= 0x80;
  }

  Int nested() {
    if (++depth_ > kMaxDepth)
      fail(DiagnosticKind::GridSyntax, at_ - 1, at_, "this is nested over 100 deep");
    Int value = sum();
    --depth_;
    return value;
  }

  Int number(std::string_view word, std::size_t begin) {
    if (word.find_first_not_of("0123456789") != std::string_view::npos)
      fail(DiagnosticKind::GridSyntax, begin, at_, "this is no integer");
    std::optional<std::uint64_t> value = parseDigits(word, 10);
    if (!value || *value > static_cast<std::uint64_t>(std::numeric_limits<Int>::max()))
      fail(DiagnosticKind::GridOverflow, begin, at_);
    return static_cast<Int>(*value);
  }

  Int name(std::string_view word, std::size_t begin) {
    auto found = names_.find(word);
    if (found == names_.end()) {
      std::vector<std::string> candidates;
      for (const auto &[known, value] : names_)
        candidates.push_back(known);
      fail(DiagnosticKind::GridUnknownName, begin, at_, word, didYouMean(word, candidates));
    }
    if (!found->second)
      fail(DiagnosticKind::GridNotInteger, begin, at_, word);
    return *found->second;
  }

  Int call(std::string_view word, std::size_t begin) {
    bool isCdiv = word == "cdiv" || word == "triton.cdiv" || word == "tl.cdiv";
    if (!isCdiv && word != "min" && word != "max")
      fail(DiagnosticKind::GridUnknownName, begin, begin + word.size(), word,
           "; the functions are cdiv, min and max");
    Int value = nested();
    int count = 1;
    while (take(",")) {
      Int next = nested();
      ++count;
      if (isCdiv && count == 2)
        value = ceilDivide(value, next, begin);
      else if (!isCdiv)
        value = word == "min" ? std::min(value, next) : std::max(value, next);
    }
    expect(")");
    if (isCdiv ? count != 2 : count < 2)
      fail(DiagnosticKind::GridSyntax, begin, at_,
           fmt::format("{} takes {} arguments", word, isCdiv ? "two" : "two or more"));
    return value;
  }

  Int add(Int a, Int b, std::size_t begin) {
    Int value;
    if (checkOnly_)
      return 1;
    if (__builtin_add_overflow(a, b, &value))
      fail(DiagnosticKind::GridOverflow, begin, at_);
    return value;
  }
  Int subtract(Int a, Int b, std::size_t begin) {
    Int value;
    if (checkOnly_)
      return 1;
    if (__builtin_sub_overflow(a, b, &value))
      fail(DiagnosticKind::GridOverflow, begin, at_);
    return value;
  }
  Int multiply(Int a, Int b, std::size_t begin) {
    Int value;
    if (checkOnly_)
      return 1;
    if (__builtin_mul_overflow(a, b, &value))
      fail(DiagnosticKind::GridOverflow, begin, at_);
    return value;
  }
  Int floorDivide(Int a, Int b, std::size_t begin) {
    if (checkOnly_)
      return 1;
    checkDivisor(a, b, begin);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
  }
  Int ceilDivide(Int a, Int b, std::size_t begin) {
    if (checkOnly_)
      return 1;
    checkDivisor(a, b, begin);
    return a / b + (a % b != 0 && (a < 0) == (b < 0));
  }
  Int modulo(Int a, Int b, std::size_t begin) {
    if (checkOnly_)
      return 1;
    if (b == -1)
      return 0; // also where the quotient leaves 64 bits
    checkDivisor(a, b, begin);
    Int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
  void checkDivisor(Int a, Int b, std::size_t begin) {
    if (b == 0)
      fail(DiagnosticKind::GridDivisionByZero, begin, at_);
    if (a == std::numeric_limits<Int>::min() && b == -1)
      fail(DiagnosticKind::GridOverflow, begin, at_);
  }

  const SourceFile &file_;
  const GridNames &names_;
  Diagnostics &diagnostics_;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool checkOnly_;
};

} // namespace

std::optional<Grid> evaluateGrid(const SourceFile &expression, const GridNames &names,
                                 Diagnostics &diagnostics) {
  try {
    return Evaluator(expression, names, diagnostics, /*checkOnly=*/false).grid();
  } catch (const Diagnosed &) {
    return std::nullopt;
  }
}

bool checkGrid(const SourceFile &expression, const GridNames &names, Diagnostics &diagnostics) {
  try {
    Evaluator(expression, names, diagnostics, /*checkOnly=*/true).grid();
    return true;
  } catch (const Diagnosed &) {
    return false;
  }
}

} // namespace mytriton
