// A compiled kernel, loaded into this process.
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

// The kernel with the emulation around it: the text that the host compiler gets.
std::string hostUnitText(const LaunchMetadata &metadata, std::string_view cudaSource, bool fast);

class HostModule {
public:
  // Null and a problem where the file cannot be loaded.
  static std::unique_ptr<HostModule> load(const std::string &file, std::string &problem);
  HostModule(const HostModule &) = delete;
  HostModule &operator=(const HostModule &) = delete;
  ~HostModule();

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
  // All of the module's shared memory in the calling OS thread, and the arrays that lie in it.
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

  void *handle_ = nullptr;
  const MytritonUnit *unit_ = nullptr;
  std::vector<std::pair<Range, bool>> segments_; // true: code
  std::vector<SharedArray> sharedArrays_;
};

} // namespace mytriton
