// What a compiled kernel and the cpu device know of each other. This text is compiled into both:
// the device includes it, and it opens the emulation header that precedes a kernel.
#pragma once

struct MytritonIndex {
  unsigned x, y, z;
};

// How an access is done, as bits.
enum : unsigned {
  kMytritonWrite = 1,
  kMytritonAtomic = 2,
  kMytritonAligned = 4, // the address must be divisible by the size
};

// Operations in which lanes of a warp wait for each other.
enum MytritonWarpOperation : unsigned { kMytritonSyncWarp, kMytritonShuffle, kMytritonVote };

// Filled in by the device before a thread runs; `device` is the first argument of every function.
// A function that finds something forbidden does not return.
struct MytritonHost {
  void *device;
  // The stack of the running thread: its own, so never checked.
  unsigned long stackBegin, stackBytes;
  MytritonIndex threadIdx, blockIdx, blockDim, gridDim;

  void (*access)(void *device, const void *address, unsigned long bytes, unsigned how);
  void *(*copy)(void *device, void *to, const void *from, unsigned long bytes);
  void *(*fill)(void *device, void *to, int byte, unsigned long bytes);
  void (*barrier)(void *device);
  // Waits for the lanes of `mask`. A shuffle gives the value of lane `source`, a vote the lanes
  // whose value is not 0.
  unsigned long long (*warp)(void *device, MytritonWarpOperation operation, unsigned mask,
                             unsigned long long value, unsigned source);
  void (*trap)(void *device);
};

// What is exported of each compiled kernel, in the array `mytriton_units`.
struct MytritonUnit {
  MytritonHost *host;
  void (*run)(void *const *arguments); // the kernel, for one thread
  void *(*sharedMemory)();             // some address in the shared memory of the calling OS thread
};
