// Compiling, launching and comparing. See differential.h.
#include "differential.h"
#include "element.h"
#include "inputs.h"

#include "mytriton/ir/ops.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <sstream>

namespace mytriton::fuzz {

namespace {

constexpr double kTimeout = 60;

// Refusals that depend on how a program is spread over threads, and are no failure.
bool isLimit(const std::string &kind) {
  return kind == "block-exceeds-threads" || kind == "shared-memory-exceeded";
}

struct Built {
  const Variant *variant = nullptr;
  LaunchMetadata metadata;
  std::string cuda;
  bool onCpu = false;
};

struct Compiled {
  std::vector<Built> builds; // the first: for the reference
  Verdict verdict;
};

std::vector<std::pair<std::string, std::string>>
argumentTypes(const Program &program, const std::string &source, const Variant &variant) {
  // Only parameters that the printed kernel has.
  const std::size_t begin = source.find("def kernel(");
  const std::size_t first = begin + std::string("def kernel(").size();
  const std::string head = " " + source.substr(first, source.find(')', first) - first);
  const auto has = [&](const std::string &name) {
    return (head + ",").find(" " + name + ",") != std::string::npos;
  };
  std::vector<std::pair<std::string, std::string>> types;
  for (const BufferParameter &buffer : program.buffers)
    if (has(buffer.name))
      types.emplace_back(buffer.name, fmt::format("*{}{}", tritonName(buffer.dtype),
                                                  variant.promises ? ":16:noalias" : ""));
  for (const ScalarParameter &scalar : program.scalars)
    if (has(scalar.name))
      types.emplace_back(scalar.name, std::string(tritonName(scalar.value.dtype())));
  return types;
}

// "mask-type" of a message that ends in "[mask-type]".
std::string kindOf(const std::string &messages) {
  const std::size_t error = messages.find("error: ");
  const std::size_t lineEnd = messages.find('\n', error == std::string::npos ? 0 : error);
  const std::size_t close = messages.rfind(']', lineEnd);
  const std::size_t open = messages.rfind('[', close);
  if (open == std::string::npos || close == std::string::npos)
    return "unknown";
  return messages.substr(open + 1, close - open - 1);
}

// The mnemonics in a listing, each once.
std::vector<std::string> operationsOf(const std::string &ssa) {
  std::set<std::string> found;
  std::istringstream stream(ssa);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t equals = line.find(" = ");
    const bool isResult = line.find('%') == line.find_first_not_of(' ');
    std::istringstream words(isResult && equals != std::string::npos ? line.substr(equals + 3)
                                                                     : line);
    std::string word;
    if (words >> word && opKindFromMnemonic(word))
      found.insert(word);
  }
  return {found.begin(), found.end()};
}

bool build(const Program &program, const std::string &source, const Variant &variant,
           const std::string &symbol, Built &built, std::string &messages) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  const SourceFile file(fmt::format("fuzz_{}.py", program.seed), source);
  CompileOptions options;
  options.kernel = "kernel";
  options.argumentTypes = argumentTypes(program, source, variant);
  options.optimizationLevel = variant.optimizationLevel;
  options.numWarps = variant.numWarps;
  options.oneElementPerThread = variant.oneElement;
  options.symbol = symbol;
  CompileResult result = compile(file, options, diagnostics);
  messages = out.str();
  if (!result.done())
    return false;
  built.variant = &variant;
  built.metadata = std::move(result.metadata);
  built.cuda = *result.find(Stage::Cuda);
  return true;
}

Compiled compileAll(const Program &program, const DifferentialOptions &options,
                    std::size_t number) {
  Compiled result;
  const std::string source = printProgram(program);
  std::set<std::size_t> chosen = {0};
  const std::vector<std::size_t> onCpu = options.variants(program);
  chosen.insert(onCpu.begin(), onCpu.end());
  for (const std::size_t index : chosen) {
    const Variant &variant = allVariants()[index];
    Built built;
    std::string messages;
    if (build(program, source, variant, fmt::format("kernel_{}_{}", number, index), built,
              messages)) {
      built.onCpu = std::find(onCpu.begin(), onCpu.end(), index) != onCpu.end();
      result.builds.push_back(std::move(built));
      continue;
    }
    const std::string kind = kindOf(messages);
    if (index != 0 && isLimit(kind))
      continue;
    const bool bug = kind == "compiler-bug" || index != 0;
    result.verdict = {
        bug ? Verdict::Kind::Failed : Verdict::Kind::Refused, kind, variant.flags(), messages, {}};
    return result;
  }
  result.verdict.operations = operationsOf(result.builds[0].metadata.ssa);
  return result;
}

// --- launching -----------------------------------------------------------------------------------

struct Launch {
  LaunchRequest request;
  std::vector<Buffer> buffers;       // as Program::buffers
  std::vector<std::int64_t> offsets; // where in them the pointers point
};

void prepare(Launch &launch, const Program &program, const Built &built, const std::string &cuda) {
  launch.buffers.resize(program.buffers.size());
  launch.offsets.resize(program.buffers.size());
  for (std::size_t i = 0; i < program.buffers.size(); ++i)
    launch.buffers[i] = inputBuffer(program, i, built.variant->promises, launch.offsets[i]);
  launch.request.metadata = &built.metadata;
  launch.request.source = cuda;
  launch.request.grid.extent = {static_cast<std::uint32_t>(program.grid[0]),
                                static_cast<std::uint32_t>(program.grid[1]), 1};
  launch.request.timeoutSeconds = kTimeout;
  for (const KernelArgument &argument : built.metadata.arguments) {
    for (std::size_t i = 0; i < program.buffers.size(); ++i)
      if (program.buffers[i].name == argument.name)
        launch.request.arguments.push_back(PointerArgument{&launch.buffers[i], launch.offsets[i]});
    for (const ScalarParameter &scalar : program.scalars)
      if (scalar.name == argument.name)
        launch.request.arguments.push_back(scalar.value);
  }
}

// Whether they agree: to the bit, or where devices may differ within `allowed`.
bool agrees(const Scalar &got, const Scalar &want, double allowed) {
  if (got == want)
    return true;
  return allowed > 0 && std::fabs(got.asFloat() - want.asFloat()) <= allowed;
}

double accuracyOf(DType dtype) {
  return dtype == DType::F64 ? 1e-9 : dtype == DType::F32 ? 2e-4 : 2e-2;
}

// In which places the two differ; empty: nowhere.
std::string difference(const Program &program, const Launch &got, const Launch &want) {
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    const BufferParameter &parameter = program.buffers[i];
    const auto count = std::int64_t{parameter.size} * program.programs();
    const int bytes = byteSize(parameter.dtype);
    const auto element = [&](const Launch &launch, std::int64_t at) {
      return loadElement(launch.buffers[i].bytes.data() + (launch.offsets[i] + at) * bytes,
                         parameter.dtype);
    };
    double allowed = 0;
    if (program.tolerant && isFloat(parameter.dtype)) {
      // Where large values cancel, errors are as large as theirs.
      double scale = 1;
      for (std::int64_t at = 0; at < count; ++at)
        if (const double value = std::fabs(element(want, at).asFloat()); std::isfinite(value))
          scale = std::max(scale, value);
      allowed = accuracyOf(parameter.dtype) * scale;
    }
    std::int64_t differing = 0;
    std::string places;
    for (std::int64_t at = 0; at < count; ++at) {
      const Scalar a = element(got, at), b = element(want, at);
      if (agrees(a, b, allowed))
        continue;
      if (++differing <= 5)
        places += fmt::format(" [{}] is {}, not {};", at, a.str(), b.str());
    }
    if (differing > 0)
      return fmt::format("{} differs in {} of {} elements:{}\n", parameter.name, differing, count,
                         places);
  }
  return "";
}

void judge(const Program &program, const Compiled &compiled, Device &ref, Device &cpu,
           const std::vector<std::string> &changed, Verdict &verdict) {
  const auto fail = [&](const char *what, const Built &built, std::string text) {
    verdict.kind = Verdict::Kind::Failed;
    verdict.what = what;
    verdict.variant = built.variant->flags();
    verdict.text = std::move(text);
  };
  Launch want;
  prepare(want, program, compiled.builds[0], "");
  const LaunchResult reference = ref.launch(want.request);
  if (reference.status != LaunchStatus::Done)
    return fail("reference", compiled.builds[0], "ref: " + reference.message + "\n");
  std::set<std::string> listings = {compiled.builds[0].metadata.ssa};
  for (std::size_t i = 0; i < compiled.builds.size(); ++i) {
    const Built &built = compiled.builds[i];
    // Another optimization level is another program for the interpreter.
    if (listings.insert(built.metadata.ssa).second) {
      Launch again;
      prepare(again, program, built, "");
      const LaunchResult result = ref.launch(again.request);
      const std::string text = result.status == LaunchStatus::Done
                                   ? difference(program, again, want)
                                   : result.message + "\n";
      if (!text.empty())
        return fail("reference", built, "ref of two optimization levels: " + text);
    }
    if (changed[i].empty())
      continue;
    Launch got;
    prepare(got, program, built, changed[i]);
    const LaunchResult result = cpu.launch(got.request);
    if (result.status != LaunchStatus::Done)
      return fail(result.status == LaunchStatus::Forbidden ? "forbidden" : "cpu", built,
                  "cpu: " + result.message + "\n");
    if (const std::string text = difference(program, got, want); !text.empty())
      return fail("mismatch", built, text);
  }
}

} // namespace

std::string Variant::flags() const {
  std::vector<std::string> words;
  if (optimizationLevel == 0)
    words.emplace_back("-O0");
  if (numWarps != 0)
    words.push_back(fmt::format("--num-warps={}", numWarps));
  if (oneElement)
    words.emplace_back("--elements-per-thread=1");
  if (promises)
    words.emplace_back("--noalias --assume-aligned=16");
  return fmt::format("{}", fmt::join(words, " "));
}

const std::vector<Variant> &allVariants() {
  static const std::vector<Variant> variants = [] {
    std::vector<Variant> all;
    for (const int level : {1, 0})
      for (const int warps : {0, 1, 2, 4, 8})
        for (const bool oneElement : {false, true})
          for (const bool promises : {false, true})
            all.push_back({level, warps, oneElement, promises});
    return all;
  }();
  return variants;
}

std::vector<Verdict> runDifferential(const std::vector<Program> &programs,
                                     const DifferentialOptions &options) {
  std::vector<Compiled> compiled;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (options.before)
      options.before(programs[i]);
    compiled.push_back(compileAll(programs[i], options, i));
  }

  // Everything goes through the host compiler at once.
  const std::unique_ptr<Device> ref = makeRefDevice();
  CpuDeviceOptions cpuOptions;
  cpuOptions.cache = false;
  cpuOptions.optimize = false; // compiling takes longer than running
  if (options.orderSeed != 0)
    cpuOptions.order = {ThreadOrder::Kind::Random, options.orderSeed};
  const std::unique_ptr<Device> cpu = makeCpuDevice(cpuOptions);
  std::vector<std::vector<std::string>> changed(programs.size());
  std::vector<LaunchRequest> requests;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    for (const Built &built : compiled[i].builds)
      changed[i].push_back(!built.onCpu     ? std::string()
                           : options.change ? options.change(built.cuda)
                                            : built.cuda);
    if (compiled[i].verdict.kind != Verdict::Kind::Passed)
      continue;
    for (std::size_t v = 0; v < changed[i].size(); ++v) {
      if (changed[i][v].empty())
        continue;
      LaunchRequest &request = requests.emplace_back();
      request.metadata = &compiled[i].builds[v].metadata;
      request.source = changed[i][v];
    }
  }
  cpu->prepare(requests);

  std::vector<Verdict> verdicts;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    Verdict &verdict = compiled[i].verdict;
    if (options.before)
      options.before(programs[i]);
    if (verdict.kind == Verdict::Kind::Passed)
      judge(programs[i], compiled[i], *ref, *cpu, changed[i], verdict);
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

std::string commandLine(const Program &program, const std::string &file,
                        const std::string &variant) {
  std::string text = fmt::format("mytritonc {} -k kernel", file);
  for (const auto &[name, type] : argumentTypes(program, printProgram(program), allVariants()[0]))
    text += fmt::format(" --arg '{}={}'", name, type);
  return text + (variant.empty() ? "" : " " + variant);
}

} // namespace mytriton::fuzz
