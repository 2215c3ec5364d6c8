// Lines of generated code: how far they are indented, where their comments stand, and how those
// that are too long are broken.
#pragma once

#include <string>

namespace mytriton {

struct CodeLine {
  int indent; // in steps of four columns
  std::string code;
  std::string comment; // without the slashes; may be empty
};

// With a line feed at its end. A line longer than 100 columns is broken behind commas and
// operators, the outermost first, and goes on under what was opened last, or eight columns further
// in. The comment stands at column 72, or behind a first line that reaches it.
std::string formatted(const CodeLine &line);

} // namespace mytriton
