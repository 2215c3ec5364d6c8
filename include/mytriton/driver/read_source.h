// Reading what a user names, with a bound: memory is not spent on a file before its size is known.
#pragma once

#include "mytriton/support/diagnostics.h"
#include "mytriton/support/source.h"

#include <cstddef>
#include <memory>
#include <string>

namespace mytriton {

inline constexpr std::size_t kMaxSourceBytes = 8u << 20;

enum class ReadStatus { Done, TooLarge, Failed };

// Reads the file, or standard input for "-", if it has at most `limit` bytes. `text` is its content,
// or the reason where it failed.
ReadStatus readBounded(const std::string &path, std::size_t limit, std::string &text);

// Reads a kernel's source; standard input is named "<stdin>". Reports what is wrong and returns null.
std::unique_ptr<SourceFile> readSource(const std::string &path, Diagnostics &diagnostics);

} // namespace mytriton
