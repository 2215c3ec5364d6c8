// Integers, floats and string escapes. See literal.h.
#include "literal.h"

#include "mytriton/support/text.h"

#include <algorithm>
#include <cstdlib>

namespace mytriton {
namespace {

std::string withoutUnderscores(std::string_view text) {
  std::string out(text);
  out.erase(std::remove(out.begin(), out.end(), '_'), out.end());
  return out;
}

int digitValue(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

} // namespace

std::optional<std::uint64_t> parseInteger(std::string_view text) {
  const std::string digits = withoutUnderscores(text);
  unsigned base = 10;
  std::size_t at = 0;
  if (digits.size() > 2 && digits[0] == '0') {
    const char marker = static_cast<char>(digits[1] | 0x20);
    base = marker == 'x' ? 16 : marker == 'o' ? 8 : marker == 'b' ? 2 : 10;
    at = base == 10 ? 0 : 2;
  }
  std::uint64_t value = 0;
  for (; at < digits.size(); ++at) {
    const auto digit = static_cast<unsigned>(digitValue(digits[at]));
    if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit, &value))
      return std::nullopt;
  }
  return value;
}

double parseFloat(std::string_view text) {
  return std::strtod(withoutUnderscores(text).c_str(), nullptr);
}

std::optional<std::string> unescapeString(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  // Reads up to `most` digits; false where there are fewer than `least`.
  const auto number = [&](int base, int least, int most, char32_t &value) {
    value = 0;
    int count = 0;
    for (; count < most && at < text.size() && digitValue(text[at]) < base; ++count, ++at)
      value = value * static_cast<char32_t>(base) + static_cast<char32_t>(digitValue(text[at]));
    return count >= least;
  };
  while (at < text.size()) {
    const char c = text[at++];
    if (c != '\\' || at == text.size()) {
      out += c;
      continue;
    }
    static constexpr std::string_view kLetters = "abfnrtv\\'\"";
    static constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"";
    const char escape = text[at++];
    const std::size_t letter = kLetters.find(escape);
    char32_t value = 0;
    if (letter != std::string_view::npos) {
      out += kMeanings[letter];
    } else if (escape == '\r' && at < text.size() && text[at] == '\n') {
      ++at; // a joined line
    } else if (escape == '\n') {
      continue;
    } else if (escape == 'x' || escape == 'u' || escape == 'U') {
      const int digits = escape == 'x' ? 2 : escape == 'u' ? 4 : 8;
      if (!number(16, digits, digits, value) || value > 0x10ffff ||
          (value >= 0xd800 && value <= 0xdfff))
        return std::nullopt;
      appendUtf8(out, value);
    } else if (escape >= '0' && escape <= '7') {
      --at;
      number(8, 1, 3, value);
      appendUtf8(out, value);
    } else if (escape == 'N') {
      return std::nullopt;
    } else {
      out += '\\'; // Python keeps a backslash that starts nothing
      out += escape;
    }
  }
  return out;
}

} // namespace mytriton
