// What mytriton-run's command line says.
#pragma once

#include "mytriton/driver/options.h"
#include "mytriton/runtime/compare.h"
#include "mytriton/runtime/device.h"

#include <optional>

namespace mytriton {

enum class DeviceKind { Auto, Cuda, Cpu, Ref };
std::string_view deviceName(DeviceKind kind);

// Another end of the pipeline to compare with: a device, and whose text it runs where that is not
// the target's.
struct CheckWith {
  DeviceKind device = DeviceKind::Ref;
  std::optional<Target> target;
};

// The compiler's options are for a .py; `grid` is for the launch.
struct RunOptions : DriverOptions {
  DeviceKind device = DeviceKind::Auto;
  std::optional<CheckWith> check;
  std::vector<NameAndText> saves;
  std::vector<NameAndText> expectations;
  std::optional<double> relativeTolerance;
  std::optional<double> absoluteTolerance;
  std::optional<Reduction> reduction;
  std::string module; // --module: a cubin or PTX
  double timeoutSeconds = 0;
  ThreadOrder order;
  bool fast = false;
  bool cache = true;
  bool bench = false;
  bool describe = false;
  bool json = false;
  bool help = false;
  bool version = false;
};

std::span<const OptionRow<RunOptions>> runOptionTable();
// Those of the compiler's options that a run of a .py takes.
std::span<const OptionRow<DriverOptions>> compileOptionTable();
// What the options contradict each other in, given the file that is run; otherwise empty.
std::string checkRunOptions(const RunOptions &options, std::string_view file);
// The whole of --help, given the text of the options.
std::string runHelp(std::string_view options);

} // namespace mytriton
