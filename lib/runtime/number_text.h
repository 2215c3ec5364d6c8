// Digits as numbers, without locale and without wrapping.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mytriton {

// All of `text` as an unsigned number in `base`; nullopt where it is anything else or too large.
inline std::optional<std::uint64_t> parseDigits(std::string_view text, int base) {
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

} // namespace mytriton
