// Source text and places in it. Every stage refers to the source by byte offsets; only the
// diagnostics renderer and the printers turn them into lines and columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

class SourceFile;

// A half-open range of byte offsets [begin, end) into one source file.
// The default range is empty and unknown; `known()` tells.
struct SourceRange {
  static constexpr std::uint32_t kUnknown = 0xffffffffu;
  std::uint32_t begin = kUnknown;
  std::uint32_t end = kUnknown;
  // Null where only one file is in question, as while it is parsed. A kernel is made of several.
  const SourceFile *file = nullptr;

  bool known() const { return begin != kUnknown; }
  bool operator==(const SourceRange &) const = default;
};

// A line and column as people count them: both from 1, the column in code points.
struct LineColumn {
  int line = 0;
  int column = 0;
};

// One file's text, with its lines indexed. Immutable once made.
class SourceFile {
public:
  // `name` is the path as the user gave it ("<stdin>" for standard input).
  SourceFile(std::string name, std::string text);

  const std::string &name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view text(SourceRange range) const;
  // The last component of the name: what generated comments show.
  std::string_view baseName() const;

  int lineCount() const { return static_cast<int>(lineStarts_.size()); }
  // The line that holds `offset` (from 1), in O(log lines).
  int lineOf(std::uint32_t offset) const;
  LineColumn locate(std::uint32_t offset) const;
  // The text of line `line` (from 1), without its line ending.
  std::string_view line(int line) const;

private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> lineStarts_;
};

} // namespace mytriton
