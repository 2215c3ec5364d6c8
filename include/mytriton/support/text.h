// Small helpers on text that comes from users: UTF-8 that may be invalid, characters that must not
// reach a terminal raw, names that were nearly right.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mytriton {

struct CodePoint {
  char32_t value = 0; // U+FFFD where the bytes are not UTF-8
  unsigned length = 0;
  bool valid = false;
};

// The code point at `offset`, which must be inside the text. A byte that starts no valid sequence
// is one invalid code point of length 1, so that any text can be walked.
CodePoint decodeUtf8(std::string_view text, std::size_t offset);
bool isValidUtf8(std::string_view text);
std::size_t countCodePoints(std::string_view text);
void appendUtf8(std::string &out, char32_t value);

// True for what a terminal would act on or hide: control characters, and the marks that change the
// direction of text.
bool isUnprintable(char32_t value);
// How such a character, or a byte that is no UTF-8, is shown: `\x1b`, `\u202e`, U+FFFD.
std::string escapeCodePoint(const CodePoint &point);
// The text with those escaped; line breaks stay where `keepNewlines` is true.
std::string escapeUnprintable(std::string_view text, bool keepNewlines = false);

// A JSON string literal, quotes included; always valid UTF-8.
std::string jsonString(std::string_view text);

// `; did you mean 'NEAREST'?` where a candidate is close to `name`, otherwise empty: to be appended
// to a message. The first of several equally near ones wins.
std::string didYouMean(std::string_view name, std::span<const std::string_view> candidates);
std::string didYouMean(std::string_view name, std::span<const std::string> candidates);

} // namespace mytriton
