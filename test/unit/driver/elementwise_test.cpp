// Every elementwise operation on every dtype that takes it: its spelling in CUDA C++ and in MLIR is
// there, compiles, and computes what the operation table says, on edge values, bit for bit.
#include "../../../lib/runtime/element.h"

#include "mytriton/ir/verifier.h"
#include "mytriton/runtime/device.h"
#include "mytriton/runtime/mlir.h"
#include "mytriton/runtime/nvrtc.h"
#include "mytriton/target/cuda.h"
#include "mytriton/target/mlir.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <map>
#include <unistd.h>

using namespace mytriton;

namespace {

// A driver that runs PTX on the CPU, where the tests are given one.
const bool preloaded = [] {
  if (const char *folder = std::getenv("MYTRITON_TEST_LIBCUDA"))
    return dlopen((std::string(folder) + "/libcuda.so.1").c_str(), RTLD_NOW) != nullptr;
  return false;
}();

constexpr DType kDTypes[] = {
#define X(kind, ir, triton, bits, sort) DType::kind,
    MYTRITON_DTYPES(X)
#undef X
};

std::vector<Scalar> edgesOf(DType dtype) {
  std::vector<Scalar> edges;
  if (!isFloat(dtype)) {
    const int width = bitWidth(dtype);
    std::vector<std::int64_t> values{0, 1, -1, 2, 3, -7, 10, width - 1, width, width + 1, 64, 100};
    const std::int64_t top = std::int64_t{1} << (width - 1 > 62 ? 62 : width - 1);
    for (std::int64_t value : {top, top - 1, top + 1, -top, -top - 1, top / 2, top / 3})
      values.push_back(value);
    values.push_back(INT64_MIN);
    values.push_back(INT64_MAX);
    for (std::int64_t value : values)
      if (const Scalar scalar = Scalar::ofInt(dtype, value);
          std::find(edges.begin(), edges.end(), scalar) == edges.end())
        edges.push_back(scalar);
    return edges;
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (double value : {0.0,
                       1.0,
                       0.5,
                       1.5,
                       2.5,
                       3.0,
                       0.1,
                       7.3,
                       127.5,
                       128.5,
                       255.5,
                       256.5,
                       32767.5,
                       65504.0,
                       65519.9,
                       65520.0,
                       65535.5,
                       2147483520.0,
                       2147483648.0,
                       4294967040.0,
                       4294967296.0,
                       9.2e18,
                       9223372036854775808.0,
                       1.8e19,
                       18446744073709551616.0,
                       3.4028234663852886e38,
                       1e308,
                       1.0009765625,
                       1.00048828125,
                       1.00146484375,
                       1.0078125,
                       1.00390625,
                       1.01171875,
                       6.103515625e-5,
                       6.0975551605224609e-5,
                       5.9604644775390625e-8,
                       2.98023223876953125e-8,
                       1.1754943508222875e-38,
                       1e-40,
                       1.401298464324817e-45,
                       4.9e-324,
                       kInfinity}) {
    for (double sign : {1.0, -1.0})
      if (const Scalar scalar = Scalar::ofFloat(dtype, sign * value);
          std::find(edges.begin(), edges.end(), scalar) == edges.end())
        edges.push_back(scalar);
  }
  edges.push_back(Scalar::ofFloat(dtype, std::nan("")));
  return edges;
}

// A kernel that computes every operation of `dtype` on arrays a, b and c.
class TableKernel {
public:
  struct Result {
    const OpInfo *info;
    DType dtype;
    std::size_t slot; // in the results of that dtype
    bool conditional; // a select: the condition is a < b
  };

  explicit TableKernel(DType dtype) : kernel_("table"), dtype_(dtype), edges_(edgesOf(dtype)) {
    kernel_.setLevel(Level::Thread);
    kernel_.setThreads(32);
    count_ = (edges_.size() * edges_.size() + 31) / 32 * 32;
    for (const char *name : {"a", "b", "c"})
      inputs_.push_back(kernel_.addParameter(name, Type::pointer(dtype)));
    for (DType result : kDTypes)
      outputs_[result] =
          kernel_.addParameter(fmt::format("out_{}", irName(result)), Type::pointer(result));
    build();
  }

  const Kernel &kernel() const { return kernel_; }
  const std::vector<Result> &results() const { return results_; }
  std::size_t count() const { return count_; }
  // The operands of an element.
  std::vector<Scalar> operands(std::size_t i) const {
    const std::size_t edges = edges_.size();
    return {edges_[i % edges], edges_[i / edges % edges], edges_[(i * 5 + i / edges) % edges]};
  }

  LaunchMetadata metadata() const {
    LaunchMetadata metadata;
    metadata.kernel = metadata.symbol = "table";
    metadata.threadsPerBlock = 32;
    for (unsigned i = 0; i < kernel_.parameterCount(); ++i) {
      KernelArgument &argument = metadata.arguments.emplace_back();
      argument.name = kernel_.parameter(i)->name();
      argument.pointer = true;
      argument.dtype = kernel_.parameter(i)->type().dtype();
    }
    return metadata;
  }

  std::vector<Buffer> buffers() const {
    std::vector<Buffer> result;
    for (unsigned i = 0; i < 3; ++i) {
      Buffer &buffer = add(result, kernel_.parameter(i)->name(), dtype_, count_);
      for (std::size_t k = 0; k < count_; ++k)
        storeElement(buffer.bytes.data() + k * size(dtype_), operands(k)[i]);
    }
    for (DType dtype : kDTypes)
      add(result, "out", dtype, count_ * slots_.at(dtype));
    return result;
  }

private:
  static std::size_t size(DType dtype) { return static_cast<std::size_t>(byteSize(dtype)); }

  static Buffer &add(std::vector<Buffer> &buffers, std::string name, DType dtype,
                     std::size_t elements) {
    buffers.push_back({std::move(name), dtype, {static_cast<std::int64_t>(elements)}, {}});
    buffers.back().bytes.resize(elements * size(dtype));
    return buffers.back();
  }

  void build() {
    Builder builder(kernel_.body());
    Value *program = builder.value(OpKind::ProgramId, {}, {{"axis", std::int64_t{0}}});
    Value *first = builder.value(OpKind::Mul, {program, kernel_.constantInt(32)}, {{"nsw", true}});
    Value *thread = builder.value(OpKind::ThreadId, {});
    Value *index = builder.value(OpKind::Add, {first, thread}, {{"nsw", true}});
    index->setName("i");
    std::vector<Value *> values;
    for (Value *input : inputs_) {
      Value *pointer = builder.value(OpKind::AddPtr, {input, index});
      values.push_back(builder.value(OpKind::Load, {pointer, nullptr, nullptr}));
    }
    for (DType dtype : kDTypes)
      slots_[dtype] = 0;
    const auto keep = [&](const OpInfo &info, Value *value, bool conditional) {
      const DType result = value->type().dtype();
      const std::size_t slot = slots_[result]++;
      Value *at = builder.value(
          OpKind::Add, {index, kernel_.constantInt(static_cast<std::int64_t>(slot * count_))},
          {{"nsw", true}});
      Value *pointer = builder.value(OpKind::AddPtr, {outputs_[result], at});
      builder.create(OpKind::Store, {pointer, value, nullptr});
      results_.push_back({&info, result, slot, conditional});
    };
    for (const OpInfo &info : allOps()) {
      if (!info.has(trait::Elementwise))
        continue;
      if (isConversion(info.kind)) {
        for (DType to : kDTypes) {
          const Builder::Attributes attributes = {{"dtype", to}};
          if (builder.check(info.kind, std::span(values.data(), 1), attributes).empty())
            keep(info, builder.value(info.kind, {values[0]}, attributes), false);
        }
        continue;
      }
      if (info.kind == OpKind::Select) {
        Value *below = builder.value(OpKind::CmpLt, {values[0], values[1]});
        keep(info, builder.value(OpKind::Select, {below, values[1], values[2]}), true);
        continue;
      }
      const std::span<Value *const> operands(values.data(),
                                             static_cast<std::size_t>(info.minOperands));
      if (builder.check(info.kind, operands).empty())
        keep(info, builder.create(info.kind, operands)->result(), false);
    }
  }

  Kernel kernel_;
  DType dtype_;
  std::vector<Scalar> edges_;
  std::size_t count_ = 0;
  std::vector<Value *> inputs_;
  std::map<DType, Value *> outputs_;
  std::map<DType, std::size_t> slots_; // results of each dtype
  std::vector<Result> results_;
};

// Functions whose last digits differ between libraries.
bool agrees(const Scalar &got, const Scalar &want, bool inexact) {
  if (got == want || !inexact)
    return got == want;
  const double a = got.asFloat(), b = want.asFloat();
  const int digits = got.dtype() == DType::F16    ? 11
                     : got.dtype() == DType::BF16 ? 8
                     : got.dtype() == DType::F32  ? 24
                                                  : 53;
  const double smallest = got.dtype() == DType::F16 ? 0x1p-24 : 1e-40;
  return std::fabs(a - b) <= 4 * std::ldexp(std::fabs(b), -digits) + smallest;
}

// Launches a text in the language `target`, or the PTX that was made of it.
LaunchResult launch(Device &device, const TableKernel &table, std::vector<Buffer> &buffers,
                    const std::string &text, const std::string &target) {
  LaunchMetadata metadata = table.metadata();
  metadata.target = target;
  LaunchRequest request;
  request.metadata = &metadata;
  for (Buffer &buffer : buffers)
    request.arguments.push_back(PointerArgument{&buffer});
  request.grid.extent[0] = static_cast<std::uint32_t>(table.count() / 32);
  if (target == "ptx")
    request.images.push_back({"ptx", "", text});
  else
    request.source = text;
  return device.launch(request);
}

void check(Device &device, const TableKernel &table, const std::string &source,
           const std::string &target = "cuda") {
  std::vector<Buffer> buffers = table.buffers();
  const LaunchResult launched = launch(device, table, buffers, source, target);
  if (launched.status == LaunchStatus::Missing) {
    WARN(target << " is not run on " << device.name() << ": " << launched.message);
    return;
  }
  INFO(launched.message);
  REQUIRE(launched.status == LaunchStatus::Done);
  for (const TableKernel::Result &result : table.results()) {
    const Buffer &buffer = buffers[3 + static_cast<std::size_t>(result.dtype)];
    int wrong = 0;
    for (std::size_t i = 0; i < table.count(); ++i) {
      std::vector<Scalar> operands = table.operands(i);
      const auto size = static_cast<std::size_t>(byteSize(result.dtype));
      const Scalar got =
          loadElement(buffer.bytes.data() + (result.slot * table.count() + i) * size, result.dtype);
      if (result.conditional)
        operands[0] = opInfo(OpKind::CmpLt).evaluate(DType::Bool, std::span(operands).first(2));
      const Scalar want = result.info->evaluate(
          result.dtype,
          std::span(operands).first(static_cast<std::size_t>(result.info->minOperands)));
      // Which bits a NaN has is open.
      const bool open = result.info->kind == OpKind::Bitcast && operands[0].isFloat() &&
                        std::isnan(operands[0].asFloat());
      if (open || agrees(got, want, result.info->has(trait::Inexact)) || ++wrong > 3)
        continue;
      std::string text;
      for (const Scalar &operand : operands)
        text += " " + operand.str();
      FAIL_CHECK(device.name() << ": " << result.info->mnemonic << text << " -> " << got.str()
                               << " instead of " << want.str());
    }
  }
}

// nvcc of the toolkit that the environment names, or on the PATH; empty: none.
std::string findNvcc() {
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *folder = std::getenv(variable))
      if (const std::string nvcc = std::string(folder) + "/bin/nvcc"; std::filesystem::exists(nvcc))
        return nvcc;
  if (std::filesystem::exists("/usr/local/cuda/bin/nvcc"))
    return "/usr/local/cuda/bin/nvcc";
  return std::system("nvcc --version > /dev/null 2>&1") == 0 ? "nvcc" : "";
}

std::string sourceOf(const TableKernel &table, std::string symbol) {
  TargetOptions options;
  options.symbol = std::move(symbol);
  return printCuda(table.kernel(), options);
}

} // namespace

TEST_CASE("nvcc compiles every elementwise operation without a warning") {
  const std::string nvcc = findNvcc();
  if (nvcc.empty()) {
    WARN("skipped: there is no nvcc");
    return;
  }
  std::string all = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n";
  for (const DType dtype : kDTypes) {
    std::string source = sourceOf(TableKernel(dtype), fmt::format("table_{}", irName(dtype)));
    for (std::string_view header : {"#include <cuda_fp16.h>\n", "#include <cuda_bf16.h>\n"})
      if (const std::size_t at = source.find(header); at != std::string::npos)
        source.erase(at, header.size());
    all += fmt::format("namespace of_{} {{\n{}}}\n", irName(dtype), source);
  }
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("elementwise_{}", getpid());
  fs::create_directory(folder);
  const std::string stem = (folder / "all").string();
  std::ofstream(stem + ".cu") << all;
  const int status =
      std::system(fmt::format("'{0}' -Werror all-warnings -arch=sm_80 -c '{1}.cu' -o '{1}.o' > "
                              "'{1}.log' 2>&1",
                              nvcc, stem)
                      .c_str());
  std::ifstream log(stem + ".log");
  INFO(std::string(std::istreambuf_iterator<char>(log), {}));
  CHECK(status == 0);
  fs::remove_all(folder);
}

TEST_CASE("every elementwise operation is spelled, compiled and right") {
  const DType dtype = GENERATE(from_range(std::begin(kDTypes), std::end(kDTypes)));
  DYNAMIC_SECTION(irName(dtype)) {
    const TableKernel table(dtype);
    const auto invalid = verify(table.kernel());
    INFO((invalid ? invalid->text : ""));
    REQUIRE_FALSE(invalid);
    const std::string source = sourceOf(table, "table");
    INFO(source);
    CpuDeviceOptions cpu;
    cpu.cache = false;
    check(*makeCpuDevice(cpu), table, source);

    if (!nvrtcArchitectureUpTo(1000)) {
      WARN("not compiled for a GPU: there is no NVRTC");
      return;
    }
    for (const char *arch : {"sm_80", "sm_90"}) {
      const NvrtcResult compiled = compileWithNvrtc({source, "table.cu", arch});
      CHECK(compiled.message == "");
      CHECK(compiled.log == "");
    }
    if (cudaDeviceAvailable())
      check(*makeCudaDevice(), table, source);
    else
      WARN("not run on a GPU: there is no CUDA driver or GPU");
  }
}

TEST_CASE("every elementwise operation is right in MLIR") {
  const DType dtype = GENERATE(from_range(std::begin(kDTypes), std::end(kDTypes)));
  DYNAMIC_SECTION(irName(dtype)) {
    const TableKernel table(dtype);
    TargetOptions options;
    options.symbol = "table";
    const std::string source = printMlir(table.kernel(), options);
    INFO(source);
    CpuDeviceOptions cpu;
    cpu.cache = false;
    check(*makeCpuDevice(cpu), table, source, "mlir");

    for (const char *arch : {"sm_80", "sm_90"}) {
      const MlirResult made = compileMlir({source, "table.mlir", arch});
      if (made.status == MlirResult::Status::Missing) {
        WARN("not compiled for a GPU: " << made.message);
        return;
      }
      CHECK(made.message == "");
      if (cudaDeviceAvailable())
        check(*makeCudaDevice(), table, made.bytes, "ptx");
      else
        WARN("not run on a GPU: there is no CUDA driver or GPU");
    }
  }
}
