// Other programs: found by name, started without a shell.
#pragma once

#include <string>
#include <vector>

namespace mytriton {

// An executable file, looked for along the PATH where the name has no slash; empty: there is none.
std::string findProgram(const std::string &name);

// What changes when the file does: its path, size and time of change.
std::string programIdentity(const std::string &path);

// Runs a program to its end, with nothing on its standard input; true where it ends with status 0.
// `words`: the program's path and its arguments. What it writes is taken into `log` where it fails,
// with messages in English; a signal or a status is named where it wrote nothing. Its temporary
// files, and ours, go into `folder`.
bool runProgram(std::vector<std::string> words, const std::string &folder, std::string &log);

// The first lines of a log, each after a line feed and two blanks, without the path of `folder`.
std::string firstLines(const std::string &log, const std::string &folder);

} // namespace mytriton
