// See text_reader.h.
#include "text_reader.h"

#include "text_form.h"

#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace mytriton {

// --- spaces, marks and words
// ----------------------------------------------------------------------

char TextReader::next() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\r')
      ++at_;
    else if (c == '/' && text_.substr(at_, 2) == "//")
      at_ = std::min(text_.find('\n', at_), text_.size());
    else
      return c == '\0' ? '\1' : c; // '\0' means the end
  }
  return '\0';
}

void TextReader::skipEmptyLines() {
  while (next() == '\n')
    ++at_;
}

void TextReader::endLine() {
  if (!atLineEnd())
    failExpected("the end of the line");
  skipEmptyLines();
}

std::uint32_t TextReader::here() {
  next();
  return static_cast<std::uint32_t>(at_);
}

bool TextReader::accept(char mark) {
  if (next() != mark)
    return false;
  ++at_;
  return true;
}

bool TextReader::accept(std::string_view wanted) {
  next();
  if (word() != wanted)
    return false;
  at_ += wanted.size();
  return true;
}

void TextReader::expect(char mark) {
  if (!accept(mark))
    failExpected(fmt::format("'{}'", mark));
}

void TextReader::expect(std::string_view wanted) {
  if (!accept(wanted))
    failExpected(fmt::format("'{}'", wanted));
}

std::string_view TextReader::word() const {
  std::size_t end = at_;
  if (end < text_.size() && isIdentifierStart(text_[end]))
    while (end < text_.size() && isIdentifierPart(text_[end]))
      ++end;
  return text_.substr(at_, end - at_);
}

std::string_view TextReader::identifier(std::string_view what) {
  next();
  const std::string_view name = word();
  if (name.empty())
    failExpected(what);
  at_ += name.size();
  return name;
}

std::string TextReader::found() {
  const char c = next();
  if (c == '\0')
    return "the end of the file";
  if (c == '\n')
    return "the end of the line";
  if (const std::string_view name = word(); !name.empty())
    return fmt::format("'{}'", name);
  if (c < 0x20 || c == 0x7f)
    return fmt::format("a control character ({:#04x})", static_cast<unsigned>(text_[at_]));
  return fmt::format("'{}'", c);
}

void TextReader::failExpected(std::string_view what) {
  const std::string what_is_there = found();
  const std::size_t length = std::max<std::size_t>(word().size(), 1);
  const std::size_t end = std::min(at_ + length, text_.size());
  fail(DiagnosticKind::IrSyntax, {here(), static_cast<std::uint32_t>(end)}, what, what_is_there);
}

// --- numbers and strings
// --------------------------------------------------------------------------

std::string_view TextReader::digits() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && isDigit(text_[at_]))
    ++at_;
  return text_.substr(begin, at_ - begin);
}

std::int64_t TextReader::boundedInteger(std::int64_t low, std::int64_t high) {
  const std::uint32_t begin = here();
  if (at_ < text_.size() && text_[at_] == '-')
    ++at_;
  if (digits().empty()) {
    at_ = begin;
    failExpected("an integer");
  }
  const std::string_view text = text_.substr(begin, at_ - begin);
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || value < low || value > high)
    fail(DiagnosticKind::IrSyntax, since(begin), fmt::format("an integer from {} to {}", low, high),
         fmt::format("'{}'", text));
  return value;
}

std::int64_t TextReader::integer() {
  return boundedInteger(std::numeric_limits<std::int64_t>::min(),
                        std::numeric_limits<std::int64_t>::max());
}

int TextReader::valueNumber() {
  return static_cast<int>(boundedInteger(0, std::numeric_limits<int>::max()));
}

std::string TextReader::string() {
  expect('"');
  std::string text;
  while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) >= 0x20) {
    char c = text_[at_++];
    if (c == '"')
      return text;
    if (c == '\\') {
      const std::string_view rest = text_.substr(at_);
      unsigned code = 0;
      if (rest.starts_with('"') || rest.starts_with('\\')) {
        c = rest[0];
        at_ += 1;
      } else if (rest.size() >= 3 && rest[0] == 'x' &&
                 std::from_chars(rest.data() + 1, rest.data() + 3, code, 16).ptr ==
                     rest.data() + 3) {
        c = static_cast<char>(code);
        at_ += 3;
      } else {
        failExpected("an escape (\\\", \\\\ or \\x and two digits)");
      }
    }
    text += c;
  }
  failExpected("'\"'");
}

Shape TextReader::tuple() {
  const std::uint32_t begin = here();
  Shape shape;
  expect('(');
  while (!accept(')')) {
    if (shape.rank() == Shape::kMaxRank)
      fail(DiagnosticKind::IrLimit, since(begin), Shape::kMaxRank, "dimensions");
    shape.append(boundedInteger(std::numeric_limits<std::int32_t>::min(),
                                std::numeric_limits<std::int32_t>::max()));
    if (!accept(',') && !peek(')'))
      failExpected("',' or ')'");
  }
  return shape;
}

// --- types
// ------------------------------------------------------------------------------------------

DType TextReader::dtype() {
  const std::uint32_t begin = here();
  const std::string_view name = identifier("a type");
  const std::optional<DType> dtype = dtypeFromName(name);
  if (!dtype)
    fail(DiagnosticKind::IrUnknownType, since(begin), name);
  return *dtype;
}

Type TextReader::element() {
  if (!accept("ptr"))
    return Type::scalar(dtype());
  expect('<');
  const DType pointee = dtype();
  expect('>');
  return Type::pointer(pointee);
}

// `16x32 x`: extents up to the `x` that stands alone.
Shape TextReader::extents() {
  const std::uint32_t begin = here();
  Shape shape;
  do {
    if (shape.rank() == Shape::kMaxRank)
      fail(DiagnosticKind::IrLimit, since(begin), Shape::kMaxRank, "dimensions");
    shape.append(boundedInteger(1, Shape::kMaxElements));
  } while (at_ < text_.size() && text_[at_] == 'x' && ++at_);
  if (shape.elements() > Shape::kMaxElements)
    fail(DiagnosticKind::IrLimit, since(begin), Shape::kMaxElements, "elements in a block");
  expect("x");
  return shape;
}

Type TextReader::type() {
  next();
  const std::string_view form = word();
  const bool block = form == "vector" || form == "block";
  if (!block && form != "regs" && form != "shared")
    return element();
  at_ += form.size();
  expect('<');
  const Shape shape = extents();
  const Type of = form == "shared" ? Type::scalar(dtype()) : element();
  expect('>');
  if (block)
    return Type::block(of, shape);
  return form == "regs" ? Type::registers(of, shape) : Type::shared(of.dtype(), shape);
}

// --- constants
// ----------------------------------------------------------------------------------------

bool TextReader::atLiteral() {
  const char c = next();
  const std::string_view name = word();
  return isDigit(c) || c == '-' || (isKeywordOperand(name) && name != "none");
}

namespace {

template <typename T>
std::optional<T> readAll(std::string_view text) {
  T value{};
  const char *end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc{} && read.ptr == end ? std::optional(value) : std::nullopt;
}

// f32 is read as such: by way of a double, the last bit could be wrong.
std::optional<Scalar> readFloat(std::string_view text, DType dtype) {
  const bool negative = text.starts_with('-');
  const std::string_view magnitude = text.substr(negative);
  if (magnitude == "inf" || magnitude == "nan") {
    const double value = magnitude == "inf" ? std::numeric_limits<double>::infinity()
                                            : std::numeric_limits<double>::quiet_NaN();
    return Scalar::ofFloat(dtype, negative ? -value : value);
  }
  if (dtype == DType::F32) {
    const std::optional<float> value = readAll<float>(text);
    return value ? std::optional(Scalar::ofFloat(dtype, *value)) : std::nullopt;
  }
  const std::optional<double> value = readAll<double>(text);
  return value ? std::optional(Scalar::ofFloat(dtype, *value)) : std::nullopt;
}

std::optional<Scalar> readScalar(std::string_view text, DType dtype) {
  if (isFloat(dtype))
    return readFloat(text, dtype);
  if (dtype == DType::Bool) {
    if (text != "true" && text != "false")
      return std::nullopt;
    return Scalar::ofBool(text == "true");
  }
  std::optional<std::int64_t> value = readAll<std::int64_t>(text);
  if (dtype == DType::U64)
    if (const std::optional<std::uint64_t> bits = readAll<std::uint64_t>(text))
      return Scalar::ofInt(dtype, static_cast<std::int64_t>(*bits));
  if (!value || (dtype == DType::U64 && *value < 0))
    return std::nullopt;
  const Scalar scalar = Scalar::ofInt(dtype, *value);
  return scalar.asInt() == *value ? std::optional(scalar) : std::nullopt;
}

} // namespace

Scalar TextReader::literal() {
  const std::uint32_t begin = here();
  const auto startsWith = [&](std::string_view marks) {
    return at_ < text_.size() && marks.find(text_[at_]) != std::string_view::npos;
  };
  DType dtype = DType::I32;
  if (startsWith("-"))
    ++at_;
  if (const std::string_view name = word(); !name.empty()) {
    at_ += name.size();
    dtype = name == "true" || name == "false" ? DType::Bool : DType::F32;
  } else {
    digits();
    if (startsWith(".")) {
      dtype = DType::F32;
      ++at_;
      digits();
    }
    if (startsWith("eE")) {
      dtype = DType::F32;
      ++at_;
      if (startsWith("+-"))
        ++at_;
      digits();
    }
  }
  const std::string_view text = text_.substr(begin, at_ - begin);
  // The suffix follows at once; the type of a result has a space before its colon.
  if (startsWith(":")) {
    ++at_;
    dtype = this->dtype();
  }
  const std::optional<Scalar> scalar = readScalar(text, dtype);
  if (!scalar)
    fail(DiagnosticKind::IrLiteral, since(begin), text, irName(dtype));
  return *scalar;
}

} // namespace mytriton
