// The options of mytriton-run, and its --help. See options.h.
#include "options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr std::string_view kDevice = "Where it runs";
constexpr std::string_view kResults = "What becomes of the results";
constexpr std::string_view kOther = "The rest";

using Row = OptionRow<RunOptions>;
using View = std::string_view;

constexpr std::string_view kHelp =
    R"(Runs a kernel that mytritonc made, or a .py, on a GPU, on the CPU or in the interpreter.

usage: mytriton-run [options] FILE.json NAME=SPEC...
       mytriton-run [options] FILE.py -D NAME=VALUE... NAME=SPEC...

A SPEC gives an argument of the kernel its value:
  1000, 0.5, -0x1f, True       a number
  FILE.npy                     a NumPy array, C order; bf16 travels as uint16
  zeros:SHAPE, ones:SHAPE, full:V:SHAPE, arange:SHAPE
  rand:SHAPE, randn:SHAPE      uniform over [0, 1), normal
  randint:LOW:HIGH:SHAPE       integers from LOW to HIGH - 1
  @NAME, @NAME+K               the buffer of another argument, K elements into it
  None                         no array
SHAPE is 1000 or 32x64. After an array or a number may stand :DTYPE (fp32, i64, ...; otherwise the
parameter's), after an array :offset=K (it starts K elements into its buffer), and after a random
one :seed=N (otherwise the seed is made of the argument's name).
{}
Examples:
  mytriton-run add.json x=randn:1000 y=randn:1000 out=zeros:1000 n=1000 --grid=4 --save out=out.npy
  mytriton-run kernel.py -D BLOCK=256 x=x.npy y=y.npy out=zeros:1000 n=1000 \
               --grid='cdiv(n, BLOCK)' --expect out=want.npy
  mytriton-run add.json x=randn:1000 y=randn:1000 out=@x n=1000 --device=cpu --check=ref
  mytriton-run add.json --describe

Exit status: 0 done; 1 a file, the source or an argument is at fault; 2 the command line is wrong;
3 a comparison failed, or the kernel did something forbidden; 4 the device or a tool is missing.
)";

std::string setDevice(DeviceKind &kind, View value, bool allowAuto) {
  for (const DeviceKind candidate :
       {DeviceKind::Auto, DeviceKind::Cuda, DeviceKind::Cpu, DeviceKind::Ref})
    if (value == deviceName(candidate) && (allowAuto || candidate != DeviceKind::Auto))
      return kind = candidate, std::string();
  return fmt::format("'{}' is not {}cuda, cpu or ref", value, allowAuto ? "auto, " : "");
}

// `ref`, or `cpu:mlir`.
std::string setCheck(std::optional<CheckWith> &check, View value) {
  check.emplace();
  const std::size_t colon = std::min(value.find(':'), value.size());
  if (colon < value.size()) {
    for (const Target target : {Target::Cuda, Target::Mlir})
      if (value.substr(colon + 1) == targetName(target))
        check->target = target;
    if (!check->target)
      return fmt::format("'{}' is not cuda or mlir", value.substr(colon + 1));
  }
  return setDevice(check->device, value.substr(0, colon), false);
}

std::string addFile(std::vector<CompileOptions::NameAndText> &list, View value) {
  auto assignment = splitAssignment(value);
  if (assignment.first.empty() || assignment.second.empty())
    return fmt::format("'{}' does not read NAME=FILE.npy", value);
  list.push_back(std::move(assignment));
  return {};
}

std::optional<double> parseDouble(View text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string setTolerance(std::optional<double> &tolerance, View value) {
  tolerance = parseDouble(value);
  return tolerance && *tolerance >= 0 ? std::string()
                                      : fmt::format("'{}' is no number from 0 on", value);
}

std::string setTimeout(RunOptions &options, View value) {
  const auto seconds = parseDouble(value);
  if (!seconds || *seconds <= 0 || *seconds > 1e6)
    return fmt::format("'{}' is no number of seconds", value);
  options.timeoutSeconds = *seconds;
  return {};
}

template <typename Integer>
bool parseInteger(View text, Integer &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::string setOrder(ThreadOrder &order, View value) {
  constexpr View kRandom = "random:";
  if (value == "forward" || value == "backward") {
    order.kind = value == "forward" ? ThreadOrder::Kind::Forward : ThreadOrder::Kind::Backward;
    return {};
  }
  order.kind = ThreadOrder::Kind::Random;
  const bool random = value.starts_with(kRandom);
  return random && parseInteger(value.substr(kRandom.size()), order.seed)
             ? std::string()
             : fmt::format("'{}' is not forward, backward or random:N", value);
}

// `257` or `257:fp16`.
std::string setReduction(std::optional<Reduction> &reduction, View value) {
  reduction.emplace();
  const std::size_t colon = std::min(value.find(':'), value.size());
  if (!parseInteger(value.substr(0, colon), reduction->length) || reduction->length < 1)
    return fmt::format("'{}' does not start with a number of terms", value);
  if (colon == value.size())
    return {};
  reduction->accumulator = dtypeFromName(value.substr(colon + 1));
  return reduction->accumulator && isFloat(*reduction->accumulator)
             ? std::string()
             : fmt::format("'{}' is no float dtype, such as fp32", value.substr(colon + 1));
}

const std::array kTable{
    Row{{"--device", "auto|cuda|cpu|ref", kDevice,
         "cuda: a GPU, through its driver; cpu: the generated CUDA C++ or MLIR\non the CPU, with "
         "every access checked; ref: the interpreter of the\nSSA; auto (default): cuda where there "
         "is a GPU, otherwise cpu"},
        [](RunOptions &o, View v) { return setDevice(o.device, v, true); }},
    Row{{"--grid", "X[,Y[,Z]]", kDevice,
         "programs to launch: numbers, or expressions over arguments and\nconstexprs such as "
         "'cdiv(n, BLOCK)'; otherwise the JSON's"},
        [](RunOptions &o, View v) { return o.grid = v, std::string(); }},
    Row{{"--module", "FILE", kDevice,
         "launch this cubin or PTX, which nvcc made of the .cu (cuda)"},
        [](RunOptions &o, View v) { return o.module = v, std::string(); }},
    Row{{"--timeout", "SECONDS", kDevice, "give up on a kernel that runs longer"}, setTimeout},
    Row{{"--thread-order", "forward|backward|random:N", kDevice,
         "in which order threads that can go on do so (cpu)"},
        [](RunOptions &o, View v) { return setOrder(o.order, v); }},
    Row{{"--fast", "", kDevice, "leave the checks out (cpu)"},
        [](RunOptions &o, View) { return o.fast = true, std::string(); }},
    Row{{"--no-cache", "", kDevice, "compile anew, and keep nothing (cpu)"},
        [](RunOptions &o, View) { return o.cache = false, std::string(); }},
    Row{{"--save", "NAME=FILE.npy", kResults, "write an array after the launch"},
        [](RunOptions &o, View v) { return addFile(o.saves, v); }},
    Row{{"--expect", "NAME=FILE.npy", kResults, "compare an array with this one"},
        [](RunOptions &o, View v) { return addFile(o.expectations, v); }},
    Row{{"--check", "DEVICE[:TARGET]", kResults,
         "run there too, and compare every buffer: cuda, cpu or ref, with the\ntext of another "
         "target where one is named: cpu:mlir"},
        [](RunOptions &o, View v) { return setCheck(o.check, v); }},
    Row{{"--rtol", "X", kResults,
         "floats agree where |got - want| <= atol + rtol * |want|; by\ndefault 1e-7 for fp64, "
         "1.3e-6 for fp32, 1e-3 for fp16, 1.6e-2 for\nbf16"},
        [](RunOptions &o, View v) { return setTolerance(o.relativeTolerance, v); }},
    Row{{"--atol", "X", kResults, "see --rtol; by default 1e-5, and 1e-7 for fp64"},
        [](RunOptions &o, View v) { return setTolerance(o.absoluteTolerance, v); }},
    Row{{"--reduction-length", "N[:DTYPE]", kResults,
         "the results are sums or dots of N terms of about 1, added up in\nDTYPE (by default fp32, "
         "and fp64 where the results are fp64): allow\nfor their rounding"},
        [](RunOptions &o, View v) { return setReduction(o.reduction, v); }},
    Row{{"--bench", "", kResults,
         "launch until the time is stable; print median, minimum and GB/s"},
        [](RunOptions &o, View) { return o.bench = true, std::string(); }},
    Row{{"--json", "", kResults, "print the results as one JSON object"},
        [](RunOptions &o, View) { return o.json = true, std::string(); }},
    Row{{"--describe", "", kOther, "print what the kernel takes and assumes; launch nothing"},
        [](RunOptions &o, View) { return o.describe = true, std::string(); }},
    Row{{"-h,--help", "", kOther, "print this"},
        [](RunOptions &o, View) { return o.help = true, std::string(); }},
    Row{{"--version", "", kOther, "print the version"},
        [](RunOptions &o, View) { return o.version = true, std::string(); }},
};

} // namespace

std::string_view deviceName(DeviceKind kind) {
  constexpr std::string_view kNames[] = {"auto", "cuda", "cpu", "ref"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::span<const OptionRow<RunOptions>> runOptionTable() { return kTable; }

std::span<const OptionRow<DriverOptions>> compileOptionTable() {
  static const std::vector<OptionRow<DriverOptions>> rows = [] {
    constexpr std::array<View, 7> kOthers{"--emit", "--arch",        "--mlir-opt", "--ptxas",
                                          "--grid", "--value-names", "--symbol"};
    std::vector<OptionRow<DriverOptions>> result;
    for (const OptionRow<DriverOptions> &row : driverOptionTable())
      if (std::find(kOthers.begin(), kOthers.end(), row.text.names) == kOthers.end())
        result.push_back(row);
    return result;
  }();
  return rows;
}

std::string checkRunOptions(const RunOptions &options, std::string_view file) {
  if (!file.ends_with(".json") && !file.ends_with(".py"))
    return fmt::format("'{}' is neither a .json nor a .py", file);
  const bool compiles =
      !options.kernel.empty() || !options.defines.empty() || !options.argumentTypes.empty() ||
      options.noalias || options.assumeAligned != 1 || options.numWarps != 0 ||
      options.oneElementPerThread || options.optimizationLevel != 1 || options.passes;
  if (file.ends_with(".json") && compiles)
    return fmt::format("'{}' is compiled already; -k, -D, --arg and the like are for a .py", file);
  if (!options.module.empty() && options.device != DeviceKind::Auto &&
      options.device != DeviceKind::Cuda)
    return "--module is for --device=cuda";
  return checkOptions(options);
}

std::string runHelp(std::string_view options) { return fmt::format(fmt::runtime(kHelp), options); }

} // namespace mytriton
