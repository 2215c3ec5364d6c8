// The `cuda` device and NVRTC. What needs a driver is skipped, with a word, where there is none;
// MYTRITON_TEST_LIBCUDA names a folder with a libcuda.so.1 that runs PTX on the CPU.
#include "../../../lib/runtime/cuda_image.h"
#include "mytriton/runtime/device.h"
#include "mytriton/runtime/nvrtc.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

using namespace mytriton;

namespace {

// Loaded before anything asks for "libcuda.so.1", which is then this one.
const bool preloaded = [] {
  if (const char *folder = std::getenv("MYTRITON_TEST_LIBCUDA"))
    return dlopen((std::string(folder) + "/libcuda.so.1").c_str(), RTLD_NOW) != nullptr;
  return false;
}();

bool haveNvrtc() { return nvrtcArchitectureUpTo(1000).has_value(); }
bool canLaunch() {
  if (haveNvrtc() && cudaDeviceAvailable())
    return true;
  WARN("skipped: there is no NVRTC, CUDA driver or GPU");
  return false;
}

template <typename T>
Buffer buffer(std::string name, DType dtype, std::vector<T> values) {
  Buffer result{std::move(name), dtype, {static_cast<std::int64_t>(values.size())}, {}};
  result.bytes.resize(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(result.bytes.data(), values.data(), result.bytes.size());
  return result;
}

template <typename T>
std::vector<T> values(const Buffer &buffer) {
  std::vector<T> result(buffer.bytes.size() / sizeof(T));
  std::memcpy(result.data(), buffer.bytes.data(), buffer.bytes.size());
  return result;
}

LaunchMetadata metadata(const std::string &symbol, int threads) {
  LaunchMetadata result;
  result.symbol = symbol;
  result.threadsPerBlock = threads;
  return result;
}

std::vector<std::string> names(const std::vector<LaunchRequest::Image> &images, int device) {
  std::vector<std::string> result;
  for (const LaunchRequest::Image *image : imagesFor(images, device))
    result.push_back(image->kind + " " + image->arch);
  return result;
}

constexpr const char *kAdd = R"(
extern "C" __global__ void add(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = x[i] + y[i];
})";

bool contains(const std::string &text, const std::string &part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return true;
}

} // namespace

TEST_CASE("the images that a GPU can run, best first") {
  std::vector<LaunchRequest::Image> images{{"ptx", "sm_70", ""},   {"cubin", "sm_80", ""},
                                           {"cubin", "sm_86", ""}, {"ptx", "sm_86", ""},
                                           {"cubin", "sm_90", ""}, {"ptx", "sm_90a", ""},
                                           {"ptx", "sm_100f", ""}, {"cubin", "sm_100a", ""}};
  using Names = std::vector<std::string>;
  CHECK(names(images, 75) == Names{"ptx sm_70"});
  CHECK(names(images, 80) == Names{"cubin sm_80", "ptx sm_70"});
  CHECK(names(images, 89) == Names{"cubin sm_86", "cubin sm_80", "ptx sm_86", "ptx sm_70"});
  CHECK(names(images, 90) == Names{"cubin sm_90", "ptx sm_90a", "ptx sm_86", "ptx sm_70"});
  CHECK(names(images, 100) == Names{"cubin sm_100a", "ptx sm_100f", "ptx sm_86", "ptx sm_70"});
  CHECK(names(images, 103) == Names{"ptx sm_100f", "ptx sm_86", "ptx sm_70"});
  CHECK(names(images, 120) == Names{"ptx sm_86", "ptx sm_70"});
  CHECK(names(images, 60).empty());
  CHECK(!parseCudaArch("sm_"));
  CHECK(!parseCudaArch("80"));
  CHECK(!parseCudaArch("sm_80x"));
}

TEST_CASE("NVRTC compiles, or says what is wrong") {
  if (!haveNvrtc()) {
    WARN("skipped: there is no NVRTC");
    CHECK(contains(compileWithNvrtc({kAdd, "add.cu", "sm_80"}).message, "there is no NVRTC"));
    return;
  }
  NvrtcResult ptx = compileWithNvrtc({kAdd, "add.cu", "sm_80"});
  CHECK(ptx.message == "");
  CHECK(contains(ptx.bytes, ".visible .entry add("));
  CHECK(contains(ptx.bytes, ".target sm_80"));
  NvrtcResult cubin = compileWithNvrtc({kAdd, "add.cu", "sm_90", NvrtcRequest::Format::Cubin});
  CHECK(cubin.bytes.substr(0, 4) == "\x7f"
                                    "ELF");
  CHECK(compileWithNvrtc({kAdd, "add.cu", "sm_80"}).bytes == ptx.bytes);
  NvrtcResult bad = compileWithNvrtc({"int f() { return g(); }", "bad.cu", "sm_80"});
  CHECK(bad.status == NvrtcResult::Status::Failed);
  CHECK(contains(bad.message, "NVRTC cannot compile bad.cu for sm_80: "));
  CHECK(contains(bad.message, "bad.cu(1): error"));
  CHECK(compileWithNvrtc({kAdd, "add.cu", "sm_10"}).status == NvrtcResult::Status::Failed);
  CHECK(nvrtcArchitectureUpTo(86) == 86);
  CHECK(nvrtcArchitectureUpTo(10) == std::nullopt);
  CHECK(compileWithNvrtc({"#include <cuda_fp16.h>\n__global__ void f(__half *x) { *x = 0; }",
                          "half.cu", "sm_80"})
            .message == "");
}

TEST_CASE("a launch without a driver says what was looked for") {
  if (cudaDeviceAvailable())
    return;
  LaunchMetadata add = metadata("add", 64);
  LaunchResult result = makeCudaDevice()->launch({&add, {}, {}, kAdd, {}, 0});
  CHECK(result.status == LaunchStatus::Missing);
  CHECK(contains(result.message, "libcuda.so.1"));
}

TEST_CASE("a kernel runs on the cuda device") {
  if (!canLaunch())
    return;
  std::unique_ptr<Device> device = makeCudaDevice();
  LaunchMetadata add = metadata("add", 64);
  std::vector<float> xs(1003), want(1003);
  for (std::size_t i = 0; i < xs.size(); ++i) {
    xs[i] = static_cast<float>(i);
    want[i] = static_cast<float>(3 * i + 2);
  }
  // y is x's buffer from its second half on.
  std::vector<float> both = xs;
  for (float x : xs)
    both.push_back(2 * x + 2);
  Buffer x = buffer("x", DType::F32, both),
         out = buffer("out", DType::F32, std::vector<float>(1003));
  LaunchRequest request{&add, {}, {{16, 1, 1}}, kAdd, {}, 10};
  request.arguments = {PointerArgument{&x, 0}, PointerArgument{&x, 1003}, PointerArgument{&out, 0},
                       Scalar::ofInt(DType::I32, 1003)};
  LaunchResult result = device->launch(request);
  CHECK(result.message == "");
  CHECK(result.status == LaunchStatus::Done);
  CHECK(values<float>(out) == want);
  CHECK(values<float>(x) == both);

  // In place, from PTX; a cubin that no device loads stands before it.
  LaunchRequest::Image cubin{"cubin", "sm_80", "not an ELF file"};
  LaunchRequest::Image ptx{"ptx", "sm_75", compileWithNvrtc({kAdd, "add.cu", "sm_75"}).bytes};
  request.images = {cubin, ptx};
  request.source = {};
  request.arguments[2] = request.arguments[0];
  result = device->launch(request);
  CHECK(result.message == "");
  std::vector<float> all = values<float>(x);
  CHECK(std::vector<float>(all.begin(), all.begin() + 1003) == want);
  CHECK(std::vector<float>(all.begin() + 1003, all.end()) ==
        std::vector<float>(both.begin() + 1003, both.end()));
}

TEST_CASE("an empty grid touches nothing on the cuda device") {
  LaunchMetadata add = metadata("add", 64);
  LaunchResult result = makeCudaDevice()->launch({&add, {}, {{4, 0, 1}}, "", {}, 0});
  CHECK(result.status == LaunchStatus::Done);
}

TEST_CASE("scalars of each size, and absent pointers") {
  if (!canLaunch())
    return;
  const char *source = R"(
extern "C" __global__ void f(bool a, signed char b, unsigned short c, double d, float e, long long g,
                             const float *absent, unsigned *empty, double *out) {
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = g; out[6] = absent == nullptr;
})";
  LaunchMetadata f = metadata("f", 1);
  Buffer out = buffer("out", DType::F64, std::vector<double>(7));
  Buffer empty = buffer("empty", DType::U32, std::vector<std::uint32_t>{});
  LaunchRequest request{&f, {}, {}, source, {}, 0};
  request.arguments = {Scalar::ofBool(true),
                       Scalar::ofInt(DType::I8, -3),
                       Scalar::ofInt(DType::U16, 65535),
                       Scalar::ofFloat(DType::F64, 0.1),
                       Scalar::ofFloat(DType::F32, 0.5),
                       Scalar::ofInt(DType::I64, -(std::int64_t{1} << 40)),
                       PointerArgument{},
                       PointerArgument{&empty, 0},
                       PointerArgument{&out, 0}};
  LaunchResult result = makeCudaDevice()->launch(request);
  CHECK(result.message == "");
  CHECK(values<double>(out) == std::vector<double>{1, -3, 65535, 0.1, 0.5, -0x1p40, 1});
}

TEST_CASE("more than 48 KB of dynamic shared memory") {
  if (!canLaunch())
    return;
  const char *source = R"(
extern "C" __global__ void f(int *out) {
  extern __shared__ int shared[];
  shared[19999 - threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = shared[19999 - threadIdx.x];
})";
  LaunchMetadata f = metadata("f", 32);
  f.dynamicSharedBytes = 80000;
  Buffer out = buffer("out", DType::I32, std::vector<std::int32_t>(32));
  LaunchRequest request{&f, {PointerArgument{&out, 0}}, {}, source, {}, 0};
  LaunchResult result = makeCudaDevice()->launch(request);
  CHECK(result.message == "");
  CHECK(values<std::int32_t>(out)[31] == 31);
  f.dynamicSharedBytes = 1 << 20;
  result = makeCudaDevice()->launch(request);
  CHECK(result.status == LaunchStatus::Failed);
  CHECK(contains(result.message, "the kernel needs 1048576 bytes of shared memory"));
}

TEST_CASE("what the device refuses is said") {
  if (!canLaunch())
    return;
  std::unique_ptr<Device> device = makeCudaDevice();
  LaunchMetadata wrong = metadata("subtract", 64);
  LaunchResult result = device->launch({&wrong, {}, {}, kAdd, {}, 0});
  CHECK(result.status == LaunchStatus::Failed);
  CHECK(contains(result.message, "the module has no kernel 'subtract': CUDA_ERROR_NOT_FOUND"));

  LaunchMetadata add = metadata("add", 64);
  result = device->launch({&add, {}, {}, "", {}, 0});
  CHECK(contains(result.message, "there is neither PTX nor a cubin nor CUDA source"));
  result = device->launch({&add, {}, {}, "", {{"ptx", "sm_999", "x"}}, 0});
  CHECK(contains(result.message, "there is ptx for sm_999"));
  result = device->launch({&add, {}, {}, "", {{"ptx", "sm_75", "no PTX"}}, 0});
  CHECK(contains(result.message, "\n  ptx for sm_75: CUDA_ERROR_"));

  const char *narrow = "extern \"C\" __global__ void __launch_bounds__(32) add() {}";
  result = device->launch({&add, {}, {}, narrow, {}, 0});
  CHECK(contains(result.message, "the kernel needs 64 threads per block"));
}

// Last: an error of the kernel stays with the process.
TEST_CASE("an access outside every buffer is reported") {
  if (!canLaunch() || !preloaded)
    return;
  LaunchMetadata add = metadata("add", 64);
  Buffer x = buffer("x", DType::F32, std::vector<float>(100));
  LaunchRequest request{&add, {}, {{2, 1, 1}}, kAdd, {}, 0};
  request.arguments = {PointerArgument{&x, 0}, PointerArgument{&x, 0}, PointerArgument{&x, 0},
                       Scalar::ofInt(DType::I32, 101)};
  LaunchResult result = makeCudaDevice()->launch(request);
  CHECK(result.status == LaunchStatus::Forbidden);
  CHECK(contains(result.message, "the kernel did something forbidden: CUDA_ERROR_ILLEGAL_ADDRESS"));
}
