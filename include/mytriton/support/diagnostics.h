// The one diagnostics engine: every message that a user sees is a kind registered in
// diagnostics.def, reported here with its arguments and its place in the source.
#pragma once

#include "mytriton/support/source.h"

#include <fmt/core.h>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mytriton {

enum class Severity { Note, Remark, Warning, Error };

enum class DiagnosticKind {
#define MYTRITON_DIAGNOSTIC(kind, name, severity, text) kind,
#include "mytriton/support/diagnostics.def"
#undef MYTRITON_DIAGNOSTIC
};

// What diagnostics.def says of a kind. `name` is the stable kebab-case name that ends the message
// in brackets; `format` is an fmt format string.
struct DiagnosticInfo {
  std::string_view name;
  Severity severity;
  std::string_view format;
};
const DiagnosticInfo &diagnosticInfo(DiagnosticKind kind);
// Every registered kind, in the order of diagnostics.def.
const std::vector<DiagnosticInfo> &allDiagnostics();

// A note attached to a diagnostic: "called from here", "the value comes from here".
struct DiagnosticNote {
  const SourceFile *file = nullptr; // null: no place
  SourceRange range;
  std::string text;
};

struct Diagnostic {
  DiagnosticKind kind;
  Severity severity;
  const SourceFile *file = nullptr; // null: the message is about the command or a whole file
  SourceRange range;
  std::string text;
  std::vector<DiagnosticNote> notes;
};

// Thrown after an error was reported, to leave the stage that found it. It carries no text: the
// entry function of the stage catches it and returns "no result".
struct Diagnosed {};

class Diagnostics {
public:
  enum class Format { Text, Json };
  struct Options {
    Format format = Format::Text;
    bool color = false;
    bool warningsAsErrors = false;
    std::string program = "mytritonc"; // the prefix of a message without a place
  };

  // Shows nothing: for a question whose answer may be no.
  Diagnostics() = default;
  explicit Diagnostics(std::ostream &out) : out_(&out) {}
  Diagnostics(std::ostream &out, Options options) : out_(&out), options_(std::move(options)) {}
  bool isSilent() const { return !out_; }

  // Renders a diagnostic at once: `FILE:LINE:COL: error: TEXT [name]`, the source line, a caret
  // range, then its notes; or one JSON object a line.
  void report(Diagnostic diagnostic);

  // `file` is where a range lies that does not name its own.
  template <typename... Args>
  void report(DiagnosticKind kind, const SourceFile *file, SourceRange range, Args &&...args) {
    report(make(kind, file, range, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void report(DiagnosticKind kind, SourceRange range, Args &&...args) {
    report(make(kind, range.file, range, std::forward<Args>(args)...));
  }

  // Reports an error and throws Diagnosed.
  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, const SourceFile *file, SourceRange range,
                         Args &&...args) {
    report(make(kind, file, range, std::forward<Args>(args)...));
    throw Diagnosed{};
  }
  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, SourceRange range, Args &&...args) {
    fail(kind, range.file, range, std::forward<Args>(args)...);
  }

  // Builds a diagnostic without reporting it, so that notes can be added first.
  template <typename... Args>
  static Diagnostic make(DiagnosticKind kind, const SourceFile *file, SourceRange range,
                         Args &&...args) {
    return Diagnostic{kind,
                      diagnosticInfo(kind).severity,
                      range.file ? range.file : file,
                      range,
                      fmt::format(fmt::runtime(diagnosticInfo(kind).format), args...),
                      {}};
  }

  // While one lives, every diagnostic ends in its note: how a function was called that is inlined.
  // The innermost comes first; of many only some are shown.
  class Context {
  public:
    Context(Diagnostics &diagnostics, DiagnosticNote note) : diagnostics_(diagnostics) {
      diagnostics_.context_.push_back(std::move(note));
    }
    ~Context() { diagnostics_.context_.pop_back(); }
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;

  private:
    Diagnostics &diagnostics_;
  };

  int reportCount() const { return reports_; }
  int errorCount() const { return errors_; }
  bool hasErrors() const { return errors_ > 0; }
  const Options &options() const { return options_; }
  void setOptions(Options options) { options_ = std::move(options); }

private:
  void addContext(Diagnostic &diagnostic) const;

  std::ostream *out_ = nullptr;
  Options options_;
  std::vector<DiagnosticNote> context_; // the outermost first
  int reports_ = 0, errors_ = 0;
};

} // namespace mytriton
