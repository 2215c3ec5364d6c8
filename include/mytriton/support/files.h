// Reading and writing the files that a user names: reading has a bound, so that memory is not spent
// before the size is known; what is written appears whole or not at all.
#pragma once

#include "mytriton/support/diagnostics.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mytriton {

enum class ReadStatus { Done, TooLarge, Failed };

// Reads the file, or standard input for "-", if it has at most `limit` bytes. `text` is its
// content, or the reason where it failed.
ReadStatus readBounded(const std::string &path, std::size_t limit, std::string &text);

struct FileToWrite {
  std::string path; // "-": standard output
  std::string_view bytes;
};

// Writes each file under another name beside its own, and then renames them all. On failure no file
// is left behind, and the error is reported. What is no regular file (/dev/null, a pipe) is written
// to directly.
bool writeFiles(std::span<const FileToWrite> files, Diagnostics &diagnostics);

// False for a device or a pipe, which are written to and never replaced.
bool isReplaceable(const std::string &path);

} // namespace mytriton
