// The stages that can be printed, in one table. See compile.h.
#include "mytriton/driver/compile.h"

#include <algorithm>
#include <array>

namespace mytriton {

namespace {

struct StageRow {
  std::string_view name;
  std::string_view extension;
  bool binary = false;
  bool perArch = false;
  bool launchable = false;
};

// In the order of the enumerators.
constexpr std::array<StageRow, 11> kStages{{
    {.name = "ast", .extension = "ast"},
    {.name = "expr", .extension = "expr"},
    {.name = "ssa", .extension = "ssa"},
    {.name = "layout", .extension = "layout"},
    {.name = "layout-svg", .extension = "svg"},
    {.name = "thread", .extension = "thread"},
    {.name = "cuda", .extension = "cu", .launchable = true},
    {.name = "mlir", .extension = "mlir", .launchable = true},
    {.name = "metadata", .extension = "json"},
    {.name = "ptx", .extension = "ptx", .perArch = true, .launchable = true},
    {.name = "cubin", .extension = "cubin", .binary = true, .perArch = true, .launchable = true},
}};

const StageRow &row(Stage stage) { return kStages[static_cast<std::size_t>(stage)]; }

} // namespace

std::string_view stageName(Stage stage) { return row(stage).name; }
std::string_view stageExtension(Stage stage) { return row(stage).extension; }
bool isBinary(Stage stage) { return row(stage).binary; }
bool isPerArch(Stage stage) { return row(stage).perArch; }
bool isLaunchable(Stage stage) { return row(stage).launchable; }

Stage textStage(Target target) { return target == Target::Mlir ? Stage::Mlir : Stage::Cuda; }
std::string_view targetName(Target target) { return stageName(textStage(target)); }

std::optional<Stage> stageFromName(std::string_view name) {
  const auto *found = std::find_if(kStages.begin(), kStages.end(),
                                   [&](const StageRow &stage) { return stage.name == name; });
  if (found == kStages.end())
    return std::nullopt;
  return static_cast<Stage>(found - kStages.begin());
}

std::vector<std::string_view> stageNames() {
  std::vector<std::string_view> names;
  for (const StageRow &stage : kStages)
    names.push_back(stage.name);
  return names;
}

} // namespace mytriton
