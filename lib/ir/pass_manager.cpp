// The list of passes, and running them with the verifier between.
#include "mytriton/ir/passes.h"
#include "mytriton/ir/verifier.h"

#include <chrono>
#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr Pass kPasses[] = {
    {"fold", "compute what is constant and simplify what has no effect", foldConstants},
    {"licm", "move what does not change in a loop to before it", hoistLoopInvariants},
    {"cse", "merge equal pure operations", eliminateCommonSubexpressions},
    {"dce", "remove what nothing needs", eliminateDeadCode},
};

} // namespace

std::span<const Pass> allPasses() { return kPasses; }

const Pass *findPass(std::string_view name) {
  for (const Pass &pass : kPasses)
    if (pass.name == name)
      return &pass;
  return nullptr;
}

bool runPasses(Kernel &kernel, std::span<const Pass *const> passes, const PassOptions &options,
               std::string &error) {
  for (const Pass *pass : passes) {
    const auto begin = std::chrono::steady_clock::now();
    pass->run(kernel);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (options.verifyEach)
      if (const std::optional<VerifierError> wrong = verify(kernel)) {
        error = fmt::format("pass '{}' left invalid IR behind: {}", pass->name, wrong->text);
        return false;
      }
    if (options.after)
      options.after(*pass, kernel, seconds.count());
  }
  return true;
}

std::vector<const Pass *> defaultPipeline(int level) {
  std::vector<const Pass *> pipeline;
  if (level >= 1)
    for (const Pass &pass : kPasses)
      pipeline.push_back(&pass);
  return pipeline;
}

} // namespace mytriton
