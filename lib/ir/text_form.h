// The lexical rules of the IR's text that its printer, its parser and the verifier share.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace mytriton {

// The deepest nesting of regions, in text and in memory.
inline constexpr int kMaxNesting = 100;
// The most attributes of one operation.
inline constexpr std::size_t kMaxAttributes = 16;

// Identifiers are those of the source language: any byte of a UTF-8 sequence is a letter.
inline bool isIdentifierStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
inline bool isIdentifierPart(char c) { return isIdentifierStart(c) || isDigit(c); }

inline bool isIdentifier(std::string_view name) {
  return !name.empty() && isIdentifierStart(name[0]) &&
         std::all_of(name.begin(), name.end(), isIdentifierPart);
}

// Operands that are no names: a parameter with such a name is written with a leading `@`.
inline bool isKeywordOperand(std::string_view name) {
  return name == "none" || name == "true" || name == "false" || name == "inf" || name == "nan";
}

inline std::string spelledName(const std::string &name) {
  return isKeywordOperand(name) ? "@" + name : name;
}

} // namespace mytriton
