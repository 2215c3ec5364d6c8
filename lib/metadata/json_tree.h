// JSON text as a tree whose nodes know their place in the text, so that what is wrong with a value
// can be reported where it stands.
#pragma once

#include "mytriton/support/diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

struct JsonNode {
  enum class Kind { Null, Bool, Integer, Float, String, Array, Object };

  Kind kind = Kind::Null;
  SourceRange range;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string string;
  std::vector<std::string> keys; // of an object, one per item, each once
  std::vector<JsonNode> items;   // of an array or object

  // The value of `key` in an object, or null.
  const JsonNode *find(std::string_view key) const;
};

// Reads one JSON value that fills the whole file. Untrusted input: size and nesting are bounded,
// and what is wrong is reported at its place, with nullopt.
std::optional<JsonNode> parseJson(const SourceFile &file, Diagnostics &diagnostics);

} // namespace mytriton
