// Legal kernels on the cpu device: their results against computations in double, in any order of
// threads, under each host compiler.
#include "cpu_kernels.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace mytriton;
using cputest::Launch;

namespace {

std::vector<float> ramp(int count, float scale, float start) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i)
    values.push_back(start + scale * static_cast<float>((i * 37) % 101));
  return values;
}

// 16-byte accesses under a bound, the tail element by element.
const std::string kAdd = R"(
extern "C" __global__ void __launch_bounds__(64)
kernel(const float* x, const float* y, float* out, int n) {
    const int pid = blockIdx.x;
    const int offsets = pid * 256 + threadIdx.x * 4;
    alignas(16) float x_values[4], y_values[4];
    if (offsets + 3 < n) {
        *(float4*)x_values = *(const float4*)(x + offsets);
        *(float4*)y_values = *(const float4*)(y + offsets);
    } else {
        #pragma unroll
        for (int r = 0; r < 4; ++r) {
            const bool mask = offsets + r < n;
            x_values[r] = mask ? x[offsets + r] : 0.0f;
            y_values[r] = mask ? y[offsets + r] : 0.0f;
        }
    }
    alignas(16) float sum[4];
    #pragma unroll
    for (int r = 0; r < 4; ++r)
        sum[r] = x_values[r] + y_values[r];
    if (offsets + 3 < n) {
        *(float4*)(out + offsets) = *(float4*)sum;
    } else {
        #pragma unroll
        for (int r = 0; r < 4; ++r)
            if (offsets + r < n)
                out[offsets + r] = sum[r];
    }
}
)";

// A row per block: registers, then shuffles, then one exchange across four warps.
const std::string kSoftmax = R"(
static __device__ __forceinline__ float widest(float v) {
    #pragma unroll
    for (int lane = 16; lane > 0; lane >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, lane));
    return v;
}
static __device__ __forceinline__ float total(float v) {
    #pragma unroll
    for (int lane = 16; lane > 0; lane >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, lane);
    return v;
}
extern "C" __global__ void __launch_bounds__(128)
kernel(const float* x, float* out, int n_cols) {
    __shared__ float across[8];
    const int row_start = blockIdx.x * n_cols;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float values[3];
    #pragma unroll
    for (int r = 0; r < 3; ++r) {
        const int cols = threadIdx.x + 128 * r;
        values[r] = cols < n_cols ? x[row_start + cols] : -__int_as_float(0x7f800000);
    }
    float row_max = fmaxf(fmaxf(values[0], values[1]), values[2]);
    row_max = widest(row_max);
    if (lane == 0)
        across[warp] = row_max;
    __syncthreads();
    row_max = fmaxf(fmaxf(across[0], across[1]), fmaxf(across[2], across[3]));
    float numerators[3], denominator = 0.0f;
    #pragma unroll
    for (int r = 0; r < 3; ++r) {
        numerators[r] = expf(values[r] - row_max);
        denominator += numerators[r];
    }
    denominator = total(denominator);
    if (lane == 0)
        across[4 + warp] = denominator;
    __syncthreads();
    denominator = (across[4] + across[5]) + (across[6] + across[7]);
    #pragma unroll
    for (int r = 0; r < 3; ++r) {
        const int cols = threadIdx.x + 128 * r;
        if (cols < n_cols)
            out[row_start + cols] = numerators[r] / denominator;
    }
}
)";

// 16x32 tiles through shared memory, vectors from it, two barriers a step.
const std::string kMatmul = R"(
extern "C" __global__ void __launch_bounds__(32)
kernel(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ __align__(16) float a_tile[8][16 + 4];
    __shared__ __align__(16) float b_tile[8][32];
    const int tid = threadIdx.x;
    const int row0 = blockIdx.x * 16, col0 = blockIdx.y * 32;
    const int ti = (tid / 8) * 4, tj = (tid % 8) * 4;
    float acc[4][4] = {};
    for (int k_base = 0; k_base < K; k_base += 8) {
        #pragma unroll
        for (int r = 0; r < 4; ++r) {
            const int i = tid / 8 + 4 * r, k = tid % 8;
            a_tile[k][i] = row0 + i < M && k_base + k < K ? a[(row0 + i) * K + k_base + k] : 0.0f;
        }
        #pragma unroll
        for (int k = 0; k < 8; ++k)
            b_tile[k][tid] = k_base + k < K && col0 + tid < N ? b[(k_base + k) * N + col0 + tid] : 0.0f;
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 8; ++k) {
            const float4 a_frag = *(const float4*)&a_tile[k][ti];
            const float4 b_frag = *(const float4*)&b_tile[k][tj];
            const float av[4] = {a_frag.x, a_frag.y, a_frag.z, a_frag.w};
            const float bv[4] = {b_frag.x, b_frag.y, b_frag.z, b_frag.w};
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += av[i] * bv[j];
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            if (row0 + ti + i < M && col0 + tj + j < N)
                c[(row0 + ti + i) * N + col0 + tj + j] = acc[i][j];
}
)";

void checkSoftmax(std::uint64_t seed, const std::string &compiler) {
  constexpr int kRows = 3, kColumns = 300;
  const std::vector<float> x = ramp(kRows * kColumns, 0.07f, -3.0f);
  Launch launch(kSoftmax, 128);
  launch.buffer("x", x, true)
      .buffer<float>("out", std::vector<float>(x.size()))
      .integer("n", kColumns);
  launch.options.order = cputest::threadOrder(seed);
  launch.options.compiler = compiler;
  const LaunchResult result = launch.run(kRows);
  REQUIRE(result.message == "");
  const std::vector<float> out = launch.values<float>("out");
  for (int row = 0; row < kRows; ++row) {
    double sum = 0;
    for (int column = 0; column < kColumns; ++column)
      sum += std::exp(static_cast<double>(x[row * kColumns + column]));
    for (int column = 0; column < kColumns; ++column)
      REQUIRE(
          out[row * kColumns + column] ==
          Approx(std::exp(static_cast<double>(x[row * kColumns + column])) / sum).epsilon(1e-5));
  }
}

} // namespace

TEST_CASE("cpu: add with vectors and a tail") {
  const std::string compiler = GENERATE("g++", "clang++");
  const bool fast = GENERATE(false, true);
  for (const int n : {0, 1, 3, 4, 255, 256, 257, 1000}) {
    const std::vector<float> x = ramp(n, 0.25f, 1), y = ramp(n, -0.5f, 7);
    Launch launch(kAdd, 64);
    launch.buffer("x", x, true)
        .buffer("y", y, true)
        .buffer("out", std::vector<float>(x.size()))
        .integer("n", n);
    launch.options.compiler = compiler;
    launch.options.fast = fast;
    REQUIRE(launch.run(static_cast<std::uint32_t>(n + 255) / 256).message == "");
    const std::vector<float> out = launch.values<float>("out");
    for (int i = 0; i < n; ++i)
      REQUIRE(out[i] == x[i] + y[i]);
  }
}

TEST_CASE("cpu: add in place") {
  const std::vector<float> x = ramp(1000, 0.25f, 1);
  Launch launch(kAdd, 64);
  launch.buffer("x", x, true).alias("y", "x", 0, true).alias("out", "x", 0).integer("n", 1000);
  REQUIRE(launch.run(4).message == "");
  const std::vector<float> out = launch.values<float>("x");
  for (int i = 0; i < 1000; ++i)
    REQUIRE(out[i] == 2 * x[i]);
}

TEST_CASE("cpu: softmax, in any order of threads") {
  for (std::uint64_t seed = 0; seed <= 20; ++seed)
    checkSoftmax(seed, "g++");
  checkSoftmax(0, "clang++");
  checkSoftmax(7, "clang++");
}

TEST_CASE("cpu: matmul through shared memory, in any order of threads") {
  constexpr int M = 21, N = 45, K = 19;
  const std::vector<float> a = ramp(M * K, 0.125f, -2), b = ramp(K * N, 0.5f, -9);
  for (std::uint64_t seed = 0; seed <= 20; ++seed) {
    Launch launch(kMatmul, 32);
    launch.buffer("a", a, true).buffer("b", b, true).buffer("c", std::vector<float>(M * N));
    launch.integer("M", M).integer("N", N).integer("K", K);
    launch.options.order = cputest::threadOrder(seed);
    launch.options.compiler = seed % 2 ? "g++" : "clang++";
    REQUIRE(launch.run(2, 2).message == "");
    const std::vector<float> c = launch.values<float>("c");
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        double sum = 0;
        for (int k = 0; k < K; ++k)
          sum += static_cast<double>(a[i * K + k]) * b[k * N + j];
        REQUIRE(c[i * N + j] == Approx(sum).epsilon(1e-5).margin(1e-3));
      }
  }
}

TEST_CASE("cpu: dynamic shared memory has the size of the launch and starts as NaN") {
  Launch launch(R"(
extern "C" __global__ void kernel(float* out, int* fresh) {
    extern __shared__ __align__(16) float staged[];
    const int tid = threadIdx.x;
    fresh[blockIdx.x * 64 + tid] = isnan(staged[tid]);
    staged[tid] = 2.0f * tid;
    __syncthreads();
    out[blockIdx.x * 64 + tid] = staged[63 - tid];
}
)",
                64);
  const std::string compiler = GENERATE("g++", "clang++");
  launch.options.compiler = compiler;
  launch.metadata().dynamicSharedBytes = 256;
  launch.buffer("out", std::vector<float>(128)).buffer("fresh", std::vector<std::int32_t>(128));
  REQUIRE(launch.run(2).message == "");
  for (int i = 0; i < 128; ++i) {
    CHECK(launch.values<float>("out")[i] == 2.0f * (63 - i % 64));
    CHECK(launch.values<std::int32_t>("fresh")[i] == 1);
  }
  launch.metadata().dynamicSharedBytes = 252;
  CHECK_THAT(launch.run(2).message,
             Catch::Contains("shared array 'staged' at byte offset 252, outside its 252 bytes"));
}

TEST_CASE("cpu: shuffles move what PTX says") {
  Launch launch(R"(
extern "C" __global__ void kernel(int* out) {
    const int lane = threadIdx.x;
    out[lane] = __shfl_up_sync(~0u, lane, 3);
    out[32 + lane] = __shfl_down_sync(~0u, lane, 3);
    out[64 + lane] = __shfl_xor_sync(~0u, lane, 5);
    out[96 + lane] = __shfl_sync(~0u, lane, 7);
    out[128 + lane] = __shfl_up_sync(~0u, lane, 3, 8);
    out[160 + lane] = __shfl_down_sync(~0u, lane, 3, 8);
    out[192 + lane] = __shfl_sync(~0u, lane, 9, 8);
    out[224 + lane] = __ballot_sync(~0u, lane % 3 == 0);
    out[256 + lane] = __any_sync(~0u, lane == 4) + 2 * __all_sync(~0u, lane < 31);
    out[288 + lane] = (int)__shfl_xor_sync(~0u, 1.5 * lane, 16);
    if (lane < 8)
        out[320 + lane] = __shfl_xor_sync(0xffu, lane, 1);
}
)",
                32);
  launch.buffer("out", std::vector<std::int32_t>(352, -1));
  const std::uint64_t seed = GENERATE(0, 5);
  launch.options.order = cputest::threadOrder(seed);
  REQUIRE(launch.run().message == "");
  const std::vector<std::int32_t> out = launch.values<std::int32_t>("out");
  for (int lane = 0; lane < 32; ++lane) {
    const int segment = lane / 8 * 8;
    CHECK(out[lane] == (lane < 3 ? lane : lane - 3));
    CHECK(out[32 + lane] == (lane > 28 ? lane : lane + 3));
    CHECK(out[64 + lane] == (lane ^ 5));
    CHECK(out[96 + lane] == 7);
    CHECK(out[128 + lane] == (lane - 3 < segment ? lane : lane - 3));
    CHECK(out[160 + lane] == (lane + 3 > segment + 7 ? lane : lane + 3));
    CHECK(out[192 + lane] == segment + 1);
    CHECK(out[224 + lane] == static_cast<std::int32_t>(0x49249249));
    CHECK(out[256 + lane] == 1);
    CHECK(out[288 + lane] == static_cast<int>(1.5 * (lane ^ 16)));
    CHECK(out[320 + lane] == (lane < 8 ? (lane ^ 1) : -1));
  }
}

TEST_CASE("cpu: a warp that is not full, and threads that ended") {
  Launch launch(R"(
extern "C" __global__ void kernel(int* out) {
    int v = threadIdx.x;
    v += __shfl_down_sync(0xffffffffu, v, 1);
    __syncthreads();
    if (threadIdx.x >= 50)
        return;
    out[threadIdx.x] = v;
}
)",
                100);
  launch.buffer("out", std::vector<std::int32_t>(50));
  REQUIRE(launch.run().message == "");
  CHECK(launch.values<std::int32_t>("out")[49] == 99);
}

TEST_CASE("cpu: atomics of many blocks add up") {
  Launch launch(R"(
extern "C" __global__ void kernel(int* sum, float* highest, int* slot) {
    __shared__ int inside;
    if (threadIdx.x == 0)
        inside = 0;
    __syncthreads();
    atomicAdd(&inside, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(sum, inside);
    atomicAdd(highest, 0.5f);
    atomicCAS(slot, 0, 7);
}
)",
                96);
  const std::string compiler = GENERATE("g++", "clang++");
  launch.options.compiler = compiler;
  launch.buffer("sum", std::vector<std::int32_t>(1)).buffer("highest", std::vector<float>(1));
  launch.buffer("slot", std::vector<std::int32_t>(1));
  REQUIRE(launch.run(3, 2, 2).message == "");
  CHECK(launch.values<std::int32_t>("sum")[0] == 96 * 12);
  CHECK(launch.values<float>("highest")[0] == 48 * 12);
  CHECK(launch.values<std::int32_t>("slot")[0] == 7);
}

TEST_CASE("cpu: conversions saturate as PTX's do") {
  Launch launch(R"(
extern "C" __global__ void kernel(const float* x, int* out, int n) {
    for (int i = 0; i < n; ++i) {
        out[i] = __float2int_rz(x[i]);
        out[n + i] = (int)__float2uint_rz(x[i]);
        out[2 * n + i] = (int)(__float2ll_rz(x[i]) >> 32);
    }
}
)",
                1);
  const float inf = std::numeric_limits<float>::infinity(),
              nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> x = {-2.75f, 3.99f, 3e9f, -3e9f, 1e20f, inf, -inf, nan};
  launch.buffer("x", x, true).buffer("out", std::vector<std::int32_t>(24)).integer("n", 8);
  REQUIRE(launch.run().message == "");
  constexpr std::int32_t low = INT32_MIN, high = INT32_MAX;
  CHECK(
      launch.values<std::int32_t>("out") ==
      std::vector<std::int32_t>{
          -2,  3,  high, low, high, high, low, 0, 0,  3,    static_cast<std::int32_t>(3000000000u),
          0,   -1, -1,   0,   0,    -1,   0,   0, -1, high, high,
          low, low});
}

TEST_CASE("cpu: an empty grid touches nothing, and a table of constants may be read") {
  Launch launch(R"(
static const int table[4] = {5, 6, 7, 8};
extern "C" __global__ void kernel(int* out, int which) { out[threadIdx.x] = table[(which + threadIdx.x) & 3]; }
)",
                4);
  launch.buffer("out", std::vector<std::int32_t>(4)).integer("which", 2);
  CHECK(launch.run(3, 0, 1).status == LaunchStatus::Done);
  CHECK(launch.values<std::int32_t>("out") == std::vector<std::int32_t>(4));
  REQUIRE(launch.run().message == "");
  CHECK(launch.values<std::int32_t>("out") == std::vector<std::int32_t>{7, 8, 5, 6});
}
