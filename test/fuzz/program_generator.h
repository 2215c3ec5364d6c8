// Random programs: well typed, well defined, of a bounded size.
#pragma once

#include "program.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton::fuzz {

struct GeneratorOptions {
  std::set<std::string> without; // names of allFeatures()
  bool tolerant = false;         // exp, log and the like too
};

// What can be left out, for --without: parts of the language and dtypes.
const std::vector<std::string> &allFeatures();

Program generateProgram(std::uint64_t seed, const GeneratorOptions &options);

} // namespace mytriton::fuzz
