// What the cpu device refuses: accesses outside, misaligned ones, traps, waits without end; and
// what it says about each.
#include "cpu_kernels.h"

#include <catch2/catch.hpp>

#include <chrono>

using namespace mytriton;
using cputest::Launch;

namespace {

const std::string kCopy = R"(
extern "C" __global__ void kernel(const float* x, float* out, int from, int to) {
    out[to + (int)threadIdx.x] = x[from + (int)threadIdx.x];
}
)";

LaunchResult copy(int size, int from, int to, int threads, const std::string &compiler,
                  bool fast = false) {
  Launch launch(kCopy, threads);
  launch.buffer("x", std::vector<float>(static_cast<std::size_t>(size)), true);
  launch.buffer("out", std::vector<float>(static_cast<std::size_t>(size)));
  launch.integer("from", from).integer("to", to);
  launch.options.compiler = compiler;
  launch.options.fast = fast;
  return launch.run();
}

// A kernel with one float buffer `x` and an int `n`, that must be refused with `what`.
void refused(const std::string &body, int threads, const std::string &what, int n = 0,
             std::uint32_t blocks = 1) {
  INFO(body);
  for (const char *compiler : {"g++", "clang++"}) {
    Launch launch("extern \"C\" __global__ void kernel(float* x, int n) {\n    const int tid = "
                  "threadIdx.x;\n" +
                      body + "\n}\n",
                  threads);
    launch.buffer("x", std::vector<float>(64)).integer("n", n);
    launch.options.compiler = compiler;
    const LaunchResult result = launch.run(blocks);
    CHECK(result.status == LaunchStatus::Forbidden);
    CHECK_THAT(result.message, Catch::Contains(what));
  }
}

} // namespace

TEST_CASE("cpu: bounds are exact at both ends") {
  const std::string compiler = GENERATE("g++", "clang++");
  CHECK(copy(200, 0, 0, 200, compiler).message == "");
  CHECK(copy(201, 0, 0, 200, compiler).message == "");
  CHECK(copy(201, 1, 0, 200, compiler).message == "");
  const LaunchResult read = copy(199, 0, 0, 200, compiler);
  CHECK(read.status == LaunchStatus::Forbidden);
  CHECK(read.message ==
        "kernel: thread (199, 0, 0) of block (0, 0, 0) reads 4 bytes of argument 'x' at "
        "element offset 199, outside its 199 elements");
  CHECK(copy(200, 1, 0, 200, compiler).message == "kernel: thread (199, 0, 0) of block (0, 0, 0) "
                                                  "reads 4 bytes of argument 'x' at element offset "
                                                  "200, outside its 200 elements");
  CHECK(copy(200, 0, 1, 200, compiler).message ==
        "kernel: thread (199, 0, 0) of block (0, 0, 0) writes 4 bytes of argument 'out' at element "
        "offset "
        "200, outside its 200 elements");
  CHECK(copy(201, -1, 0, 200, compiler).message ==
        "kernel: thread (0, 0, 0) of block (0, 0, 0) reads 4 bytes of argument 'x' at element "
        "offset -1, "
        "outside its 201 elements");
  CHECK(copy(201, 0, -1, 200, compiler).message ==
        "kernel: thread (0, 0, 0) of block (0, 0, 0) writes 4 bytes of argument 'out' at element "
        "offset "
        "-1, outside its 201 elements");
  CHECK(copy(0, 0, 0, 1, compiler).message == "kernel: thread (0, 0, 0) of block (0, 0, 0) reads 4 "
                                              "bytes of argument 'x' at element offset 0, "
                                              "outside its 0 elements");
}

TEST_CASE("cpu: no 32-bit offset leads from one buffer into another") {
  CHECK(
      copy(8, 2147483647, 0, 1, "").message ==
      "kernel: thread (0, 0, 0) of block (0, 0, 0) reads 4 bytes of argument 'x' at element offset "
      "2147483647, outside its 8 elements");
  CHECK(copy(8, 0, -2147483647, 1, "").message ==
        "kernel: thread (0, 0, 0) of block (0, 0, 0) writes 4 bytes of argument 'out' at element "
        "offset "
        "-2147483647, outside its 8 elements");
}

TEST_CASE("cpu: a pointer into a buffer keeps its own offsets") {
  Launch shifted(kCopy, 1);
  shifted.buffer("x", std::vector<float>(10), true).alias("out", "x", 4);
  shifted.integer("from", 9).integer("to", -4);
  CHECK(shifted.run().message == "");
  Launch outside(kCopy, 1);
  outside.buffer("x", std::vector<float>(10), true).alias("out", "x", 4);
  outside.integer("from", 9).integer("to", -5);
  CHECK(outside.run().message == "kernel: thread (0, 0, 0) of block (0, 0, 0) writes 4 bytes of "
                                 "argument 'out' at element offset -5, "
                                 "outside its elements -4 to 5");
}

TEST_CASE("cpu: without checks, guard pages catch what runs past a buffer") {
  CHECK(copy(256, 0, 0, 256, "", true).message == "");
  CHECK_THAT(
      copy(256, 1, 0, 256, "", true).message,
      Catch::Contains("accesses argument 'x' at element offset 256, outside its 256 elements"));
  CHECK_THAT(copy(256, -4096, 0, 1, "", true).message, Catch::Contains("argument 'x'"));
}

TEST_CASE("cpu: vectors, wild pointers and shared arrays are checked whole") {
  refused("float4 v = *(const float4*)(x + n); x[0] = v.y + v.w;", 1,
          "reads 16 bytes of argument 'x' at element offset 58, which is not aligned to 16 bytes",
          58);
  refused("*(float4*)(x + n) = make_float4(1, 2, 3, 4);", 1,
          "writes 16 bytes of argument 'x' at element offset 1, which is not aligned to 16 bytes",
          1);
  refused("float4 v = *(const float4*)(x + n); x[0] = v.y + v.w;", 1,
          "reads 16 bytes of argument 'x' at element offset 64, outside its 64 elements", 64);
  refused("*(float2*)((char*)x + n) = make_float2(1, 2);", 1,
          "writes 8 bytes of argument 'x' at element offset 1, which is not aligned to 8 bytes", 4);
  refused("*(int*)((char*)x + n) = 1;", 1,
          "writes 4 bytes of argument 'x' at byte offset 6, which is not aligned to 4 bytes", 6);
  refused("x[0] = *(float*)(size_t)n;", 1, "reads 4 bytes of memory through a null pointer");
  refused("x[0] = *(float*)(size_t)n;", 1, "reads 4 bytes of memory 24 bytes after a null pointer",
          24);
  refused("x[0] = *(float*)((size_t)n << 32);", 1, "which is in no buffer", 77);
  refused("__shared__ float row[32]; row[tid + n] = 1.0f; __syncthreads(); x[tid] = row[tid];", 32,
          "thread (31, 0, 0) of block (0, 0, 0) writes 4 bytes of shared array 'row' at byte "
          "offset 128, "
          "outside its 128 bytes",
          1);
  refused(
      "atomicAdd(x + n, 1.0f);", 1,
      "atomically updates 4 bytes of argument 'x' at element offset -1, outside its 64 elements",
      -1);
  refused("__builtin_memcpy(x + n, x, 4 * n);", 1,
          "bytes of argument 'x' at element offset 40, outside its 64 elements", 40);
}

TEST_CASE("cpu: what the hardware refuses is a message") {
  refused("x[0] = 10 / n;", 1, "thread (0, 0, 0) of block (0, 0, 0) divides an integer by zero");
  refused("if (tid == 3) __trap();", 4, "thread (3, 0, 0) of block (0, 0, 0) traps");
  refused("volatile float much[1000000]; much[n] = 1.0f; much[999999] = 2.0f; x[0] = much[n];", 1,
          "bytes of stack");
}

TEST_CASE("cpu: a barrier that some threads never reach is a deadlock") {
  refused("if (tid < 16) __syncthreads();", 64,
          "deadlock in block (0, 0, 0): each of threads 0 to 15 waits at __syncthreads(), each of "
          "threads 16 to 63 ended");
}

TEST_CASE("cpu: warps that do not meet are a deadlock") {
  refused("if (tid == 0) __syncwarp(); else __syncthreads();", 32,
          "thread 0 waits at __syncwarp() for lanes 0xffffffff, each of threads 1 to 31 waits at "
          "__syncthreads()");
  refused("if (tid < 4) x[tid] = __shfl_xor_sync(0x1fu, x[tid], 1);", 32,
          "each of threads 0 to 3 waits in a shuffle for lanes 0x0000001f, "
          "each of threads 4 to 31 ended");
  refused(
      "x[tid] = __shfl_xor_sync(0xfu, x[tid], 1);", 32,
      "thread (4, 0, 0) of block (0, 0, 0) takes part in a warp operation for lanes 0x0000000f");
}

TEST_CASE("cpu: a kernel that does not end is ended") {
  const bool fast = GENERATE(false, true);
  for (const char *body :
       {"while (n == 0) x[0] += 1.0f;", "while (n == 0) __syncthreads();",
        "volatile int turns = 0; while (n == 0) ++turns;", "while (n == 0) x[0] = expf(x[0]);"}) {
    INFO(body);
    Launch launch(std::string("extern \"C\" __global__ void kernel(float* x, int n) {\n") + body +
                      "\n}\n",
                  1);
    launch.buffer("x", std::vector<float>(4)).integer("n", 0);
    launch.options.fast = fast;
    launch.timeout = 0.2;
    const auto begin = std::chrono::steady_clock::now();
    const LaunchResult result = launch.run();
    CHECK(result.status == LaunchStatus::Forbidden);
    CHECK(result.message == "kernel: did not end within 0.2 seconds");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
  }
}

TEST_CASE("cpu: a device goes on after a kernel that was refused") {
  for (int round = 0; round < 3; ++round) {
    refused("__syncthreads(); x[tid + n] = 1.0f;", 32, "outside its 64 elements", 60);
    CHECK(copy(200, 0, 0, 200, "").message == "");
  }
}
