// Kernels from text, for tests.
#pragma once

#include "mytriton/ir/printer.h"

#include <sstream>
#include <string>

namespace mytriton {

struct ParseOutcome {
  std::unique_ptr<Kernel> kernel;
  std::string messages;
};

inline ParseOutcome parseText(std::string text) {
  const SourceFile file("test.ssa", std::move(text));
  std::ostringstream out;
  Diagnostics diagnostics(out);
  ParseOutcome outcome;
  outcome.kernel = parseKernel(file, diagnostics);
  outcome.messages = out.str();
  return outcome;
}

} // namespace mytriton
