// Which files a run of the compiler writes.
#pragma once

#include "mytriton/driver/compile.h"

#include <string>
#include <vector>

namespace mytriton {

struct OutputRequest {
  std::string input{};                   // as it was named; "-" for standard input
  std::string output{};                  // -o; empty: not given
  bool depfile = false;                  // -MD
  std::string depfilePath{};             // -MF; empty: the stem with .d
  std::vector<std::string> depTargets{}; // -MT; empty: the outputs
};

struct PlannedOutput {
  Stage stage;
  std::string arch; // of a stage that is made per architecture
  std::string path; // "-": standard output
};

struct OutputPlan {
  std::vector<PlannedOutput> outputs; // in the order of compile()'s result, metadata in its place
  std::string metadataPath;           // the JSON that goes beside; empty: none
  std::string depfilePath;            // empty: none
  std::vector<std::string> depTargets;
};

// Returns what is wrong with the command line, or an empty string and the plan.
std::string planOutputs(const OutputRequest &request, const CompileOptions &options,
                        OutputPlan &plan);

// The rule for make and Ninja that says of what the targets are made; the input comes first.
std::string depfileText(const std::vector<std::string> &targets,
                        const std::vector<std::string> &inputs);

} // namespace mytriton
