// Races are found by what is ordered, not by what happens to come out; legal programs never are.
#include "cpu_kernels.h"

#include <catch2/catch.hpp>

using namespace mytriton;
using cputest::Launch;

namespace {

// A kernel with one int buffer `out` of 256 elements.
std::string run(const std::string &body, int threads, std::uint64_t seed = 0,
                std::uint32_t blocks = 1, const std::string &compiler = "") {
  INFO(body);
  Launch launch(
      "extern \"C\" __global__ void kernel(int* out) {\n    const int tid = threadIdx.x;\n" + body +
          "\n}\n",
      threads);
  launch.buffer("out", std::vector<std::int32_t>(256));
  launch.options.order = cputest::threadOrder(seed);
  launch.options.compiler = compiler;
  return launch.run(blocks).message;
}

void silent(const std::string &body, int threads, std::uint32_t blocks = 1) {
  INFO(body);
  Launch launch(
      "extern \"C\" __global__ void kernel(int* out) {\n    const int tid = threadIdx.x;\n" + body +
          "\n}\n",
      threads);
  launch.buffer("out", std::vector<std::int32_t>(256));
  launch.options.cache = true; // twenty orders of one kernel
  for (std::uint64_t seed = 0; seed <= 20; ++seed) {
    launch.options.order = cputest::threadOrder(seed);
    CHECK(launch.run(blocks).message == "");
  }
}

} // namespace

TEST_CASE("cpu races: two threads write one address") {
  CHECK(run("out[tid / 2] = 1;", 2) ==
        "kernel: race: thread (1, 0, 0) of block (0, 0, 0) writes argument 'out' at element offset "
        "0, which "
        "thread (0, 0, 0) of block (0, 0, 0) wrote with no barrier in between");
  CHECK_THAT(run("out[tid & 31] = 5;", 64, 9), Catch::Contains("race: "));
  CHECK_THAT(run("out[tid & 31] = 5;", 64, 0, 1, "clang++"),
             Catch::Contains("which thread (0, 0, 0)"));
}

TEST_CASE("cpu races: a read and a write") {
  CHECK_THAT(
      run("out[tid] = out[tid + 1];", 2),
      Catch::Contains(
          "thread (1, 0, 0) of block (0, 0, 0) writes argument 'out' at element offset 1, which "
          "thread (0, 0, 0) of block (0, 0, 0) read"));
  // In this order the value is right by luck.
  CHECK_THAT(run("if (tid == 0) out[9] = 1; else out[tid] = out[9];", 2),
             Catch::Contains("reads argument 'out' at element offset 9"));
  CHECK_THAT(run("const int v = out[9]; out[100 + tid] = v; if (tid == 63) out[9] = 2;", 64),
             Catch::Contains("writes argument 'out' at element offset 9"));
}

TEST_CASE("cpu races: nothing orders two blocks") {
  CHECK(run("out[tid] = 1;", 4, 0, 2) ==
        "kernel: race: thread (0, 0, 0) of block (1, 0, 0) writes argument 'out' at element offset "
        "0, which thread "
        "(0, 0, 0) of block (0, 0, 0) wrote: nothing orders two blocks");
  CHECK_THAT(
      run("if (blockIdx.x == 2) out[0] = 1; else out[1 + 4 * blockIdx.x + tid] = out[0];", 4, 0, 3),
      Catch::Contains("which thread (0, 0, 0) of block (0, 0, 0) read"));
  CHECK_THAT(run("if (blockIdx.x == 0) out[64 + tid] = out[0]; __syncthreads(); "
                 "if (blockIdx.x == 1) { out[128 + tid] = out[0]; __syncthreads(); if (tid == 0) "
                 "out[0] = 3; }",
                 4, 0, 2),
             Catch::Contains("nothing orders two blocks"));
  silent("out[32 * blockIdx.x + tid] += out[32 * blockIdx.x + tid] + out[255];", 32, 4);
}

TEST_CASE("cpu races: atomics race with plain accesses only") {
  silent("atomicAdd(out, 1); __shared__ int s; if (tid == 0) s = 0; __syncthreads(); atomicMax(&s, "
         "tid); "
         "__syncthreads(); if (tid == 7) atomicAdd(out + 1, s);",
         64, 3);
  CHECK_THAT(run("if (tid == 0) out[0] = 1; else atomicAdd(out, 1);", 2),
             Catch::Contains("race: "));
  CHECK_THAT(run("atomicAdd(out, 1); if (tid == 1) out[5] = out[0];", 2),
             Catch::Contains("atomically updated"));
  CHECK_THAT(run("atomicAdd(out, 1); if (tid == 1) out[5] = out[0];", 2, 3),
             Catch::Contains("race: "));
}

TEST_CASE("cpu races: a reduction needs each of its barriers") {
  const std::string begin =
      "__shared__ int s[64]; s[tid] = tid; __syncthreads(); "
      "for (int half = 32; half > 0; half /= 2) { if (tid < half) s[tid] += s[tid + half]; ";
  const std::string end = "} if (tid == 0) out[blockIdx.x] = s[0];";
  silent(begin + "__syncthreads();" + end, 64, 2);
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    CHECK_THAT(run(begin + end, 64, seed), Catch::Contains("shared array 's'"));
  CHECK_THAT(run("__shared__ int s[64]; s[tid] = tid; out[tid] = s[63 - tid];", 64),
             Catch::Contains("race: "));
}

TEST_CASE("cpu races: a warp operation orders its lanes, and no other thread") {
  const std::string exchange =
      "__shared__ int s[64]; s[tid] = tid; __syncwarp(); out[tid] = s[tid ^ 1];";
  silent(exchange, 64);
  CHECK_THAT(run("__shared__ int s[64]; s[tid] = tid; out[tid] = s[tid ^ 1];", 64),
             Catch::Contains("race: "));
  CHECK_THAT(run("__shared__ int s[64]; s[tid] = tid; __syncwarp(); out[tid] = s[tid ^ 32];", 64),
             Catch::Contains("race: "));
  // The second write needs an order after the reads.
  silent("__shared__ int s[32]; s[tid] = tid; __syncwarp(); const int v = s[tid ^ 1]; "
         "__syncwarp(); s[tid] = v;",
         32);
  CHECK_THAT(
      run("__shared__ int s[32]; s[tid] = tid; __syncwarp(); const int v = s[tid ^ 1]; s[tid] = v;",
          32),
      Catch::Contains("race: "));
  // Shuffles and votes order as well; a part of a warp orders that part.
  silent(
      "__shared__ int s[32]; s[tid] = tid; __shfl_xor_sync(~0u, tid, 1); out[tid] = s[tid ^ 31];",
      32);
  silent("__shared__ int s[32]; s[tid] = tid; __ballot_sync(~0u, tid); out[tid] = s[tid ^ 31];",
         32);
  silent("__shared__ int s[32]; s[tid] = tid; __syncwarp(0xffu << tid / 8 * 8); out[tid] = s[tid ^ "
         "7];",
         32);
  CHECK_THAT(run("__shared__ int s[32]; s[tid] = tid; __syncwarp(0xffu << tid / 8 * 8); out[tid] = "
                 "s[tid ^ 8];",
                 32),
             Catch::Contains("race: "));
}

TEST_CASE("cpu races: order passes from lane to lane") {
  // 0 writes, meets 1, which meets 2, which reads.
  silent("__shared__ int s; if (tid == 0) s = 4; if (tid < 2) __syncwarp(3); "
         "if (tid == 1 || tid == 2) __syncwarp(6); if (tid == 2) out[0] = s;",
         3);
  CHECK_THAT(run("__shared__ int s; if (tid == 0) s = 4; if (tid == 1 || tid == 2) __syncwarp(6); "
                 "if (tid < 2) __syncwarp(3); if (tid == 2) out[0] = s;",
                 3),
             Catch::Contains("race: "));
  // Reads at several times within a warp, then a write after them all, or after all but one.
  const std::string reads =
      "__shared__ int s; if (tid == 3) s = 1; __syncwarp(15); int v = 0; "
      "if (tid == 0) v = s; if (tid == 1 || tid == 2) { __syncwarp(6); v = s; } out[tid] = v; ";
  silent(reads + "if (tid != 0) __syncwarp(14); if (tid == 0 || tid == 3) __syncwarp(9); if (tid "
                 "== 3) s = 2;",
         4);
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    CHECK_THAT(run(reads + "if (tid != 0) __syncwarp(14); if (tid == 3) s = 2;", 4, seed),
               Catch::Contains("race: "));
}

TEST_CASE("cpu races: bytes are told apart") {
  silent("__shared__ signed char s[64]; __shared__ int whole[16]; whole[tid & 15] = 0;", 16);
  silent("__shared__ __align__(4) signed char s[64]; s[tid] = tid; __syncthreads(); out[tid] = "
         "s[63 - tid]; "
         "__syncthreads(); "
         "if (tid < 16) ((int*)s)[tid] = 0;",
         64);
  silent("((signed char*)out)[blockIdx.x * 64 + tid] = tid; ((short*)out)[256 + blockIdx.x * 64 + "
         "tid] = tid;",
         64, 2);
  CHECK_THAT(run("if (tid == 0) out[1] = 7; else ((signed char*)out)[7] = 1;", 2),
             Catch::Contains("at byte offset 7"));
}

TEST_CASE("cpu races: each thread has local memory of its own") {
  silent("int local[40]; for (int i = 0; i < 40; ++i) local[i] = tid + i; __syncthreads(); "
         "int sum = 0; for (int i = 0; i < 40; ++i) sum += local[(i * 7 + out[tid]) % 40]; "
         "out[tid] = sum;",
         64);
}
