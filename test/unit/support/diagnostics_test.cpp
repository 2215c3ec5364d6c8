// Lines and columns, and what a diagnostic looks like.
#include "mytriton/support/diagnostics.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <set>
#include <sstream>

using namespace mytriton;

namespace {

std::string render(const SourceFile *file, SourceRange range, Diagnostics::Options options = {}) {
  std::ostringstream out;
  Diagnostics diagnostics(out, std::move(options));
  diagnostics.report(DiagnosticKind::CannotRead, file, range, "f", "no reason");
  return out.str();
}

// The lines below the message.
std::string excerpt(const std::string &text, SourceRange range) {
  const SourceFile file("k.py", text);
  const std::string all = render(&file, range);
  return all.substr(all.find('\n') + 1);
}

} // namespace

TEST_CASE("lines and columns count from 1, columns in code points") {
  const SourceFile file("dir/k.py", "ab\r\nh\xc3\xa9llo\n\nx");
  CHECK(file.baseName() == "k.py");
  CHECK(file.lineCount() == 4);
  CHECK(file.line(1) == "ab");
  CHECK(file.line(3).empty());
  CHECK(file.line(4) == "x");
  const LineColumn afterAccent = file.locate(7); // the first `l`
  CHECK(afterAccent.line == 2);
  CHECK(afterAccent.column == 3);
  CHECK(file.locate(11).line == 3);
  CHECK(file.locate(12).line == 4);
  CHECK(file.locate(1000).column == 2); // clamped to the end of the text
  CHECK(file.text({4, 5}) == "h");
  CHECK(file.text({}) == "");
}

TEST_CASE("an empty file has one line, and a byte-order mark is not counted") {
  CHECK(SourceFile("e", "").lineCount() == 1);
  CHECK(SourceFile("e", "").locate(0).column == 1);
  const SourceFile marked("m", "\xef\xbb\xbfx = 1\n");
  CHECK(marked.line(1) == "x = 1");
  CHECK(marked.locate(3).column == 1);
  CHECK(marked.locate(0).line == 1);
  CHECK(marked.locate(0).column == 1);
}

TEST_CASE("a diagnostic shows place, text, kind, line and caret") {
  const SourceFile file("k.py", "a = 1\nb = foo(a)\n");
  CHECK(render(&file, {10, 16}) == "k.py:2:5: error: cannot read 'f': no reason [cannot-read]\n"
                                   "b = foo(a)\n"
                                   "    ^~~~~~\n");
  CHECK(render(&file, {}) == "k.py: error: cannot read 'f': no reason [cannot-read]\n");
  CHECK(render(nullptr, {}) == "mytritonc: error: cannot read 'f': no reason [cannot-read]\n");
}

TEST_CASE("carets stay right under tabs, wide text, escapes and at the ends") {
  CHECK(excerpt("\tx = y\n", {5, 6}) == "    x = y\n        ^\n");
  CHECK(excerpt("h\xc3\xa9 = y\n", {6, 7}) == "h\xc3\xa9 = y\n     ^\n");
  CHECK(excerpt("\x1b y\n", {2, 3}) == "\\x1b y\n     ^\n");
  CHECK(excerpt("\xff y\n", {2, 3}) == "\xef\xbf\xbd y\n  ^\n");
  CHECK(excerpt("ab\n", {2, 2}) == "ab\n  ^\n");                 // at the end of the line
  CHECK(excerpt("", {0, 0}) == "\n^\n");                         // an empty file
  CHECK(excerpt("f(a,  \n  b)\n", {1, 10}) == "f(a,  \n ^~~\n"); // several lines
}

TEST_CASE("a long line is cut around the caret") {
  const std::string text = fmt::format("{:a>5000}!{:b>5000}", "", "");
  const std::string shown = excerpt(text, {5000, 5001});
  CHECK(shown.size() < 300);
  const std::size_t bang = shown.find('!');
  const std::size_t newline = shown.find('\n');
  CHECK(shown.substr(newline + 1) == std::string(bang, ' ') + "^\n");
  CHECK(shown.substr(0, 4) == "...a");
  CHECK(shown.substr(newline - 4, 4) == "b...");
}

TEST_CASE("colour surrounds the parts and changes no text") {
  const SourceFile file("k.py", "x\n");
  Diagnostics::Options options;
  options.color = true;
  std::string text = render(&file, {0, 1}, options);
  CHECK(text.find("\x1b[1;31merror:\x1b[0m") != std::string::npos);
  for (std::size_t at; (at = text.find('\x1b')) != std::string::npos;)
    text.erase(at, text.find('m', at) - at + 1);
  CHECK(text == render(&file, {0, 1}));
}

TEST_CASE("the JSON form is one object a line") {
  const SourceFile file("k.py", "a = \"x\"\n");
  std::ostringstream out;
  Diagnostics::Options options;
  options.format = Diagnostics::Format::Json;
  Diagnostics diagnostics(out, options);
  Diagnostic diagnostic =
      Diagnostics::make(DiagnosticKind::CannotRead, &file, {4, 7}, "f", "say \"no\"");
  diagnostic.notes.push_back({&file, {0, 1}, "first"});
  diagnostic.notes.push_back({nullptr, {}, "second"});
  diagnostics.report(diagnostic);
  CHECK(out.str() ==
        R"({"file":"k.py","line":1,"column":5,"endLine":1,"endColumn":8,"severity":"error",)"
        R"("kind":"cannot-read","message":"cannot read 'f': say \"no\"","notes":[)"
        R"({"file":"k.py","line":1,"column":1,"endLine":1,"endColumn":2,"message":"first"},)"
        R"({"file":null,"line":null,"column":null,"endLine":null,"endColumn":null,)"
        R"("message":"second"}]})"
        "\n");
}

TEST_CASE("notes follow, errors are counted, -Werror turns warnings into errors") {
  const SourceFile file("k.py", "a\n");
  std::ostringstream out;
  Diagnostics diagnostics(out);
  Diagnostic warning = Diagnostics::make(DiagnosticKind::CannotRead, nullptr, {}, "f", "why");
  warning.severity = Severity::Warning;
  diagnostics.report(warning);
  CHECK(diagnostics.errorCount() == 0);
  diagnostics.setOptions({Diagnostics::Format::Text, false, true, "tool"});
  warning.notes.push_back({&file, {0, 1}, "here"});
  diagnostics.report(warning);
  CHECK(diagnostics.errorCount() == 1);
  CHECK(out.str() == "mytritonc: warning: cannot read 'f': why [cannot-read]\n"
                     "tool: error: cannot read 'f': why [cannot-read]\n"
                     "k.py:1:1: note: here\na\n^\n");
  CHECK_THROWS_AS(diagnostics.fail(DiagnosticKind::CannotRead, nullptr, {}, "f", "why"), Diagnosed);
  CHECK(diagnostics.hasErrors());
}

TEST_CASE("names of kinds are unique, kebab-case, and texts have no full stop") {
  std::set<std::string_view> names;
  for (const DiagnosticInfo &info : allDiagnostics()) {
    INFO(info.name);
    CHECK(names.insert(info.name).second);
    CHECK(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") ==
          std::string_view::npos);
    CHECK_FALSE(info.format.empty());
    CHECK(info.format.back() != '.');
  }
}
