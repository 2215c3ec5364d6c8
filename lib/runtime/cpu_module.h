// Compiled kernels, loaded into this process.
#pragma once

#include "emulation/host.h"

#include "mytriton/runtime/device.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mytriton {

struct HostSource {
  const LaunchMetadata *metadata = nullptr;
  std::string_view source; // CUDA C++ or MLIR, as metadata->target says

  bool isMlir() const { return metadata->target == "mlir"; }
};

// The function that runs the kernel with this number in its unit, where it is linked to the unit as
// an object file of its own: an MLIR kernel.
std::string linkedRunName(std::size_t number);

// The kernels with the emulation before them: the text that the host compiler gets. Several have
// different symbols, and each has a namespace of its own. Of an MLIR kernel it has the declaration,
// and the text in comments, so that units of different kernels differ.
std::string hostUnitText(const std::vector<HostSource> &kernels, bool fast);

// One kernel of a unit.
class HostModule {
public:
  // The kernels of a unit, as they were given; none and a problem where the file cannot be loaded.
  static std::vector<std::unique_ptr<HostModule>>
  load(const std::string &file, const std::vector<HostSource> &kernels, std::string &problem);
  HostModule(const HostModule &) = delete;
  HostModule &operator=(const HostModule &) = delete;

  MytritonHost &host() const { return *unit_->host; }
  void runThread(void *const *arguments) const { unit_->run(arguments); }

  struct Range {
    std::byte *begin = nullptr;
    std::size_t bytes = 0;
    bool holds(const void *address, std::size_t size = 1) const {
      const auto offset =
          reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(begin);
      return offset < bytes && size <= bytes - offset;
    }
  };
  // All shared memory of the unit in the calling OS thread, and the kernel's arrays in it.
  Range sharedMemory() const;
  struct SharedArray {
    std::string name; // as the kernel spells it
    std::size_t offset = 0;
    std::size_t bytes = 0;
  };
  const std::vector<SharedArray> &sharedArrays() const { return sharedArrays_; }
  bool holdsConstant(const void *address, std::size_t size) const;
  bool holdsCode(const void *address) const;

private:
  HostModule() = default;

  std::shared_ptr<void> library_; // of all kernels of the unit
  const MytritonUnit *unit_ = nullptr;
  std::vector<std::pair<Range, bool>> segments_; // true: code
  std::vector<SharedArray> sharedArrays_;
};

} // namespace mytriton
