// One launch on the cpu device: the grid's blocks one after another, every access checked.
#pragma once

#include "cpu_clock.h"
#include "cpu_memory.h"
#include "cpu_module.h"
#include "cpu_places.h"
#include "cpu_scheduler.h"
#include "cpu_shadow.h"
#include "cpu_traps.h"

#include "mytriton/runtime/device.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mytriton {

class CpuLaunch final : private TrapHandler {
public:
  CpuLaunch(const LaunchRequest &request, const HostModule &module, StackPool &stacks,
            const CpuDeviceOptions &options);
  // Runs the grid, and leaves what became of the buffers in them.
  LaunchResult run();

private:
  // --- what the kernel calls; `device` is the CpuLaunch ---------------------------------------
  static void onAccess(void *device, const void *address, unsigned long bytes, unsigned how);
  static void *onCopy(void *device, void *to, const void *from, unsigned long bytes);
  static void *onFill(void *device, void *to, int byte, unsigned long bytes);
  static void onBarrier(void *device);
  static unsigned long long onWarp(void *device, MytritonWarpOperation operation, unsigned mask,
                                   unsigned long long value, unsigned source);
  static void onTrapInstruction(void *device);

  // --- within a thread -------------------------------------------------------------------------
  // What was found wrong. A thread only makes this note, since whatever lives on its stack is never
  // destroyed; the words are found where the launch ends.
  struct Finding {
    enum class Kind { Timeout, Outside, Misaligned, Race, NotInMask, Trap, Signal };
    Kind kind = Kind::Timeout;
    const void *address = nullptr;
    std::size_t bytes = 0;
    unsigned how = 0;
    std::size_t place = 0;
    Conflict conflict{};
    std::uint32_t mask = 0;
    int signal = 0;
  };
  [[noreturn]] void forbid(const Finding &finding);
  void check(const void *address, std::size_t bytes, unsigned how);
  bool onStack(const void *address) const;
  void checkTime();
  bool trapped(int signal, const void *address) override;
  void timedOut(const void *instruction) override;

  // --- outside ---------------------------------------------------------------------------------
  // Runs the blocks; empty where nothing is wrong.
  std::string runGrid();
  MytritonIndex blockIndex(std::uint64_t number) const;
  std::string who(unsigned thread, MytritonIndex block) const;
  std::string describe(const Finding &finding) const;
  std::string describeRace(const Finding &finding, const std::string &thread) const;
  std::string describeSignal(const Finding &finding, const std::string &thread) const;

  const LaunchRequest &request_;
  const HostModule &module_;
  MytritonHost &host_;
  StackPool &stacks_;
  const bool fast_;
  ArgumentMemory memory_;
  PlaceMap places_;
  ThreadClock clock_;
  std::vector<Shadow> shadows_; // as places_.places()
  BlockScheduler scheduler_;

  Finding finding_;
  volatile bool timeIsOver_ = false;
};

} // namespace mytriton
