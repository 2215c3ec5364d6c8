// Where a kernel runs: one interface over the reference interpreter (`ref`), the generated CUDA C++
// on the host (`cpu`) and the CUDA driver (`cuda`).
#pragma once

#include "mytriton/ir/scalar.h"
#include "mytriton/metadata/launch_metadata.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mytriton {

// A dense, C-contiguous array in host memory. The bytes start at an address that is divisible
// by 16 plus `misalignment` bytes.
struct Buffer {
  std::string name; // the argument it was made for, for messages
  DType dtype = DType::F32;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes; // elements() * byteSize(dtype)

  std::int64_t elements() const; // the product of shape; 1 for rank 0
};

// A pointer argument: a buffer and where in it the pointer points. Two arguments may share a
// buffer, so that kernels that work in place can be run.
struct PointerArgument {
  Buffer *buffer = nullptr;
  std::int64_t offset = 0; // in elements
};

using ArgumentValue = std::variant<Scalar, PointerArgument>;

struct Grid {
  std::array<std::uint32_t, 3> extent{1, 1, 1};
  std::uint64_t programs() const;
};

// One launch. Everything is borrowed for the time of the call.
struct LaunchRequest {
  const LaunchMetadata *metadata = nullptr;
  std::vector<ArgumentValue> arguments; // one per metadata argument, dtype already right
  Grid grid;
  std::string_view source; // the generated text, in the language metadata->target; may be empty
  struct Image {
    std::string kind; // "ptx" or "cubin"
    std::string arch; // "sm_80"; empty where it is not known
    std::string bytes;
  };
  std::vector<Image> images; // what `cuda` may load
  double timeoutSeconds = 0; // 0: none
};

enum class LaunchStatus {
  Done,
  Forbidden, // the kernel did something it must not: out of bounds, race, deadlock, trap (exit 3)
  Missing,   // the device, or a tool it needs, is not there (exit 4)
  Failed,    // the device refused: bad source, driver error (exit 1)
};

struct LaunchResult {
  LaunchStatus status = LaunchStatus::Done;
  std::string message; // of anything but Done: whole lines, ready to print after "error: "
  double milliseconds = 0;
};

class Device {
public:
  virtual ~Device() = default;
  virtual std::string_view name() const = 0; // "ref", "cpu", "cuda"
  // Says that these will be launched, which is quicker where much is made ready at once. Their
  // symbols differ. Nothing is reported: what is wrong, launch() finds again.
  virtual void prepare(std::span<const LaunchRequest>) {}
  // Runs the kernel to its end. Buffers hold the result where the status is Done, and what the
  // device left there otherwise. An empty grid is a success that touches nothing.
  virtual LaunchResult launch(const LaunchRequest &request) = 0;
};

// In which order the cpu device's threads of a block go on, where several can.
struct ThreadOrder {
  enum class Kind { Forward, Backward, Random };
  Kind kind = Kind::Forward;
  std::uint64_t seed = 0; // of a random one, which is drawn anew at each barrier
};

struct CpuDeviceOptions {
  std::string compiler; // empty: $CXX, then c++, g++, clang++ on the PATH
  bool cache = true;    // compiled kernels in the user's cache folder
  bool fast = false;    // no checks; guard pages around buffers
  bool optimize = true; // by the host compiler, which takes as long again for it
  ThreadOrder order;
};

std::unique_ptr<Device> makeRefDevice();
std::unique_ptr<Device> makeCpuDevice(CpuDeviceOptions options = {});
std::unique_ptr<Device> makeCudaDevice();
// True where a CUDA driver and a device are there: what `auto` asks.
bool cudaDeviceAvailable();

} // namespace mytriton
