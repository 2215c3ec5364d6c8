// The reference interpreter: executes tile-level SSA one program after another and one operation
// after another, each on its whole block. Slow, simple, obviously right: what an elementwise
// operation means comes from the operation table, and everything else is written out here.
#pragma once

#include "mytriton/ir/ir.h"
#include "mytriton/runtime/device.h"

#include <array>
#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

namespace mytriton {

// The value of a scalar or block while a program runs. An element is the bits of a double, of a
// sign- or zero-extended integer, or, for pointers, the offset in elements from an argument.
struct RefValue {
  Type type;
  unsigned argument = 0;               // of pointers: which argument they point into
  std::vector<std::uint64_t> elements; // in row-major order

  Scalar scalar(std::size_t index) const;
  static std::uint64_t bitsOf(const Scalar &scalar);
};

// What a program did that it must not; ends the launch.
struct RefForbidden {
  std::string message;
};

class RefInterpreter {
public:
  // The kernel's parameters are the request's arguments.
  RefInterpreter(const Kernel &kernel, const LaunchRequest &request);
  // Runs every program of the grid; throws RefForbidden.
  void run();

private:
  // Runs the operations of a region up to its yield.
  void execute(const Region &region);
  void operation(const Operation &op);

  void elementwise(const Operation &op);
  void programId(const Operation &op);
  void arange(const Operation &op);
  void fill(const Operation &op, std::uint64_t bits);
  void permute(const Operation &op);
  void dot(const Operation &op);
  void broadcast(const Operation &op);
  void copyElements(const Operation &op);
  void reduce(const Operation &op);
  void addPtr(const Operation &op);
  void load(const Operation &op);
  void store(const Operation &op);
  void conditional(const Operation &op);
  void loop(const Operation &op);
  void whileLoop(const Operation &op);

  const RefValue &operand(const Operation &op, unsigned index);
  RefValue &result(const Operation &op);
  std::vector<RefValue> yielded(const Region &region);
  std::vector<RefValue> initial(const Operation &loop);

  // The memory of one element; forbidden where the argument does not have it.
  std::byte *access(const Operation &op, const RefValue &pointers, std::size_t pointer,
                    std::size_t element);
  std::string place(const Operation &op, std::size_t element) const;
  void checkTime();

  const Kernel &kernel_;
  const LaunchRequest &request_;
  std::array<std::uint32_t, 3> id_{};
  std::unordered_map<const Value *, RefValue> values_;
  std::chrono::steady_clock::time_point deadline_;
  unsigned ticks_ = 0;
};

} // namespace mytriton
