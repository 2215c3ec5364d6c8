// The values of Python's literals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mytriton {

// Nullopt where the value needs more than 64 bits. `text` is a valid integer literal.
std::optional<std::uint64_t> parseInteger(std::string_view text);
double parseFloat(std::string_view text);
// What stands between the quotes, escapes resolved; nullopt for `\N{...}` and bad escapes.
std::optional<std::string> unescapeString(std::string_view text);

} // namespace mytriton
