// Reading a kernel's source, with a bound.
#pragma once

#include "mytriton/support/diagnostics.h"
#include "mytriton/support/source.h"

#include <memory>
#include <string>

namespace mytriton {

// Reads the file, or standard input for "-", which is then named "<stdin>". Reports what is wrong
// and returns null.
std::unique_ptr<SourceFile> readSource(const std::string &path, Diagnostics &diagnostics);

} // namespace mytriton
