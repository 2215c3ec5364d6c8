// The table of diagnostics and how one is shown, as text and as JSON. See diagnostics.h.
#include "mytriton/support/diagnostics.h"

#include "mytriton/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace mytriton {

const std::vector<DiagnosticInfo> &allDiagnostics() {
  static const std::vector<DiagnosticInfo> table = {
#define MYTRITON_DIAGNOSTIC(kind, name, severity, text) {name, Severity::severity, text},
#include "mytriton/support/diagnostics.def"
#undef MYTRITON_DIAGNOSTIC
  };
  return table;
}

const DiagnosticInfo &diagnosticInfo(DiagnosticKind kind) {
  return allDiagnostics()[static_cast<std::size_t>(kind)];
}

namespace {

std::string_view severityName(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "note";
  case Severity::Remark:
    return "remark";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  return "error";
}

// Terminal codes, or nothing where colour is off.
struct Palette {
  std::string_view bold, severity, caret, reset;

  static Palette of(Severity severity, bool color) {
    if (!color)
      return {};
    std::string_view code = "\x1b[1;36m";
    if (severity == Severity::Error)
      code = "\x1b[1;31m";
    else if (severity == Severity::Warning)
      code = "\x1b[1;35m";
    return {"\x1b[1m", code, "\x1b[1;32m", "\x1b[0m"};
  }
};

constexpr std::size_t kTabWidth = 4;
// A line wider than this is shown as the part around the caret.
constexpr std::size_t kWidestLine = 120;
constexpr std::size_t kContext = 40; // what stays visible left of the caret

// One source line with a caret range under it. Every code point is shown as a cell of one or more
// columns, so that the caret stays right under tabs and escaped characters.
class Excerpt {
public:
  Excerpt(const SourceFile &file, SourceRange range) {
    const LineColumn begin = file.locate(range.begin);
    const LineColumn end = file.locate(std::max(range.begin, range.end));
    addCells(file.line(begin.line));
    from_ = std::min<std::size_t>(static_cast<std::size_t>(begin.column - 1), cells_.size());
    // A range that leaves the line is marked up to the line's end.
    to_ = end.line == begin.line ? static_cast<std::size_t>(end.column - 1) : trimmedEnd();
    to_ = std::min(std::max(to_, from_ + 1), std::max(cells_.size(), from_ + 1));
    cut();
  }

  std::string render(const Palette &palette) const {
    std::string line = first_ > 0 ? "..." : "";
    std::string marks(line.size(), ' ');
    for (std::size_t i = first_; i < last_; ++i) {
      line += cells_[i].text;
      const bool inside = i >= from_ && i < to_;
      std::string mark(cells_[i].width, inside ? '~' : ' ');
      if (i == from_)
        mark[0] = '^';
      marks += mark;
    }
    if (from_ >= last_)
      marks += '^';
    if (last_ < cells_.size())
      line += "...";
    marks.erase(marks.find_last_not_of(' ') + 1);
    const std::size_t indent = marks.find('^');
    return fmt::format("{}\n{}{}{}{}\n", line, marks.substr(0, indent), palette.caret,
                       marks.substr(indent), palette.reset);
  }

private:
  struct Cell {
    std::string text;
    std::size_t width;
    bool blank;
  };

  void addCells(std::string_view line) {
    std::size_t column = 0;
    for (std::size_t i = 0; i < line.size();) {
      const CodePoint point = decodeUtf8(line, i);
      Cell cell{std::string(line.substr(i, point.length)), 1, point.value == ' '};
      if (point.value == '\t') {
        cell.width = kTabWidth - column % kTabWidth;
        cell.text.assign(cell.width, ' ');
        cell.blank = true;
      } else if (!point.valid) {
        cell.text = escapeCodePoint(point);
      } else if (isUnprintable(point.value)) {
        cell.text = escapeCodePoint(point);
        cell.width = cell.text.size();
      }
      column += cell.width;
      i += point.length;
      cells_.push_back(std::move(cell));
    }
    last_ = cells_.size();
  }

  std::size_t trimmedEnd() const {
    std::size_t end = cells_.size();
    while (end > 0 && cells_[end - 1].blank)
      --end;
    return end;
  }

  void cut() {
    std::size_t width = 0;
    for (const Cell &cell : cells_)
      width += cell.width;
    if (width <= kWidestLine)
      return;
    first_ = from_ > kContext ? from_ - kContext : 0;
    width = 0;
    for (last_ = first_; last_ < cells_.size() && width + cells_[last_].width <= kWidestLine;)
      width += cells_[last_++].width;
  }

  std::vector<Cell> cells_;
  std::size_t from_ = 0, to_ = 0;    // the caret's range, in cells
  std::size_t first_ = 0, last_ = 0; // what is shown of the line
};

std::string textOf(std::string_view program, const SourceFile *file, SourceRange range,
                   Severity severity, std::string_view message, std::string_view kind, bool color) {
  const Palette palette = Palette::of(severity, color);
  std::string place = file ? escapeUnprintable(file->name()) : std::string(program);
  const bool located = file && range.known();
  if (located) {
    const LineColumn at = file->locate(range.begin);
    place += fmt::format(":{}:{}", at.line, at.column);
  }
  std::string out = fmt::format("{}{}:{} {}{}:{} {}{}{}", palette.bold, place, palette.reset,
                                palette.severity, severityName(severity), palette.reset,
                                palette.bold, escapeUnprintable(message, true), palette.reset);
  if (!kind.empty())
    out += fmt::format(" [{}]", kind);
  out += '\n';
  if (located)
    out += Excerpt(*file, range).render(palette);
  return out;
}

std::string jsonPlace(const SourceFile *file, SourceRange range) {
  std::string out = fmt::format("\"file\":{},", file ? jsonString(file->name()) : "null");
  if (!file || !range.known())
    return out + "\"line\":null,\"column\":null,\"endLine\":null,\"endColumn\":null";
  const LineColumn begin = file->locate(range.begin);
  const LineColumn end = file->locate(std::max(range.begin, range.end));
  return out + fmt::format("\"line\":{},\"column\":{},\"endLine\":{},\"endColumn\":{}", begin.line,
                           begin.column, end.line, end.column);
}

std::string jsonOf(const Diagnostic &diagnostic) {
  std::string notes;
  for (const DiagnosticNote &note : diagnostic.notes)
    notes += fmt::format("{}{{{},\"message\":{}}}", notes.empty() ? "" : ",",
                         jsonPlace(note.file, note.range), jsonString(note.text));
  return fmt::format("{{{},\"severity\":\"{}\",\"kind\":\"{}\",\"message\":{},\"notes\":[{}]}}\n",
                     jsonPlace(diagnostic.file, diagnostic.range),
                     severityName(diagnostic.severity), diagnosticInfo(diagnostic.kind).name,
                     jsonString(diagnostic.text), notes);
}

} // namespace

void Diagnostics::addContext(Diagnostic &diagnostic) const {
  constexpr std::size_t kMostInner = 8;
  const std::size_t count = context_.size();
  for (std::size_t i = 0; i < std::min(count, kMostInner); ++i)
    diagnostic.notes.push_back(context_[count - 1 - i]);
  if (count > kMostInner + 1)
    diagnostic.notes.push_back({nullptr, {}, fmt::format("{} more", count - kMostInner - 1)});
  if (count > kMostInner)
    diagnostic.notes.push_back(context_[0]);
}

void Diagnostics::report(Diagnostic diagnostic) {
  ++reports_;
  addContext(diagnostic);
  if (options_.warningsAsErrors && diagnostic.severity == Severity::Warning)
    diagnostic.severity = Severity::Error;
  if (diagnostic.severity == Severity::Error)
    ++errors_;
  if (!out_)
    return;
  if (options_.format == Format::Json) {
    *out_ << jsonOf(diagnostic);
    return;
  }
  *out_ << textOf(options_.program, diagnostic.file, diagnostic.range, diagnostic.severity,
                  diagnostic.text, diagnosticInfo(diagnostic.kind).name, options_.color);
  for (const DiagnosticNote &note : diagnostic.notes)
    *out_ << textOf(options_.program, note.file, note.range, Severity::Note, note.text, {},
                    options_.color);
}

} // namespace mytriton
