// UTF-8, escaping and near names. See text.h.
#include "mytriton/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace mytriton {

CodePoint decodeUtf8(std::string_view text, std::size_t offset) {
  const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const CodePoint invalid{0xfffd, 1, false};
  const unsigned char lead = byteAt(offset);
  if (lead < 0x80)
    return {lead, 1, true};

  // The smallest value that needs the length: anything below is an overlong form.
  unsigned length = 0;
  char32_t value = 0, smallest = 0;
  if (lead >= 0xc2 && lead <= 0xdf)
    length = 2, value = lead & 0x1f, smallest = 0x80;
  else if (lead >= 0xe0 && lead <= 0xef)
    length = 3, value = lead & 0x0f, smallest = 0x800;
  else if (lead >= 0xf0 && lead <= 0xf4)
    length = 4, value = lead & 0x07, smallest = 0x10000;
  else
    return invalid;
  if (text.size() - offset < length)
    return invalid;
  for (unsigned i = 1; i < length; ++i) {
    const unsigned char next = byteAt(offset + i);
    if ((next & 0xc0) != 0x80)
      return invalid;
    value = (value << 6) | (next & 0x3f);
  }
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < smallest || value > 0x10ffff || surrogate)
    return invalid;
  return {value, length, true};
}

bool isValidUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decodeUtf8(text, i);
    if (!point.valid)
      return false;
    i += point.length;
  }
  return true;
}

std::size_t countCodePoints(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += decodeUtf8(text, i).length)
    ++count;
  return count;
}

void appendUtf8(std::string &out, char32_t value) {
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xc0 | (value >> 6));
    out += static_cast<char>(0x80 | (value & 0x3f));
  } else if (value < 0x10000) {
    out += static_cast<char>(0xe0 | (value >> 12));
    out += static_cast<char>(0x80 | ((value >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (value & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (value >> 18));
    out += static_cast<char>(0x80 | ((value >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((value >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (value & 0x3f));
  }
}

bool isUnprintable(char32_t value) {
  return value < 0x20 || (value >= 0x7f && value < 0xa0) || // C0, delete, C1
         (value >= 0x200b && value <= 0x200f) ||            // zero width, direction marks
         (value >= 0x2028 && value <= 0x202e) ||            // separators, embeddings
         (value >= 0x2060 && value <= 0x206f) || value == 0xfeff;
}

std::string escapeCodePoint(const CodePoint &point) {
  if (point.value < 0x100)
    return fmt::format("\\x{:02x}", static_cast<unsigned>(point.value));
  if (isUnprintable(point.value))
    return fmt::format("\\u{:04x}", static_cast<unsigned>(point.value));
  std::string text;
  appendUtf8(text, point.value);
  return text;
}

std::string escapeUnprintable(std::string_view text, bool keepNewlines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decodeUtf8(text, i);
    if (point.value == '\n' && keepNewlines)
      out += '\n';
    else if (!point.valid || isUnprintable(point.value))
      out += escapeCodePoint(point);
    else
      out += text.substr(i, point.length);
    i += point.length;
  }
  return out;
}

std::string jsonString(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decodeUtf8(text, i);
    if (point.value == '"' || point.value == '\\')
      (out += '\\') += static_cast<char>(point.value);
    else if (point.value == '\n')
      out += "\\n";
    else if (point.value == '\t')
      out += "\\t";
    else if (point.value < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(point.value));
    else
      appendUtf8(out, point.value);
    i += point.length;
  }
  return out += '"';
}

namespace {

// Names longer than this are never near anything: it bounds the work.
constexpr std::size_t kLongestName = 64;

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char &c : out)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// Insertions, deletions, replacements and swaps of neighbours that turn one name into the other.
std::size_t editDistance(const std::string &a, const std::string &b) {
  using Row = std::array<std::size_t, kLongestName + 1>;
  Row beforeLast{}, last{}, row{};
  for (std::size_t j = 0; j <= b.size(); ++j)
    last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replace, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.size()];
}

} // namespace

std::string didYouMean(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.empty() || name.size() > kLongestName)
    return {};
  const std::string wanted = lowered(name);
  // One edit in three characters: `blok` finds `BLOCK`, `x` finds nothing.
  std::size_t best = name.size() == 1 ? 0 : std::max<std::size_t>(1, name.size() / 3);
  std::string_view nearest;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > kLongestName || candidate == name)
      continue;
    const std::size_t distance = editDistance(wanted, lowered(candidate));
    if (distance < best || (distance == best && nearest.empty()))
      best = distance, nearest = candidate;
  }
  return nearest.empty() ? std::string() : fmt::format("; did you mean '{}'?", nearest);
}

std::string didYouMean(std::string_view name, std::span<const std::string> candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  return didYouMean(name, std::span<const std::string_view>(views));
}

} // namespace mytriton
