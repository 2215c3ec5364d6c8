// Lines and columns of a source text. See source.h.
#include "mytriton/support/source.h"

#include "mytriton/support/text.h"

#include <algorithm>

namespace mytriton {

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  // A byte-order mark is no part of the first line: people do not see it.
  const bool marked = std::string_view(text_).substr(0, 3) == "\xef\xbb\xbf";
  lineStarts_.push_back(marked ? 3 : 0);
  for (std::size_t i = text_.find('\n'); i != std::string::npos; i = text_.find('\n', i + 1))
    lineStarts_.push_back(static_cast<std::uint32_t>(i + 1));
}

std::string_view SourceFile::text(SourceRange range) const {
  if (!range.known())
    return {};
  const std::size_t begin = std::min<std::size_t>(range.begin, text_.size());
  const std::size_t end = std::clamp<std::size_t>(range.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

std::string_view SourceFile::baseName() const {
  const std::string_view name = name_;
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

int SourceFile::lineOf(std::uint32_t offset) const {
  const auto after = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  // An offset inside the byte-order mark is before every line: it belongs to the first.
  return std::max(1, static_cast<int>(after - lineStarts_.begin()));
}

LineColumn SourceFile::locate(std::uint32_t offset) const {
  const int number = lineOf(offset);
  const std::uint32_t start = lineStarts_[static_cast<std::size_t>(number - 1)];
  const std::size_t end = std::min<std::size_t>(offset, text_.size());
  if (end <= start)
    return {number, 1};
  const std::string_view before = std::string_view(text_).substr(start, end - start);
  return {number, static_cast<int>(countCodePoints(before)) + 1};
}

std::string_view SourceFile::line(int line) const {
  const auto index = static_cast<std::size_t>(line - 1);
  const std::size_t begin = lineStarts_[index];
  std::size_t end = index + 1 < lineStarts_.size() ? lineStarts_[index + 1] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r')
    --end;
  return std::string_view(text_).substr(begin, end - begin);
}

} // namespace mytriton
