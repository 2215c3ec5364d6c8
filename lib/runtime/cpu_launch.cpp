// Launching a compiled kernel, and judging what it does.
#include "cpu_launch.h"

#include <chrono>
#include <cstring>

#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr unsigned kSharedGranule = 4;

std::string coordinates(MytritonIndex index) {
  return fmt::format("({}, {}, {})", index.x, index.y, index.z);
}

const char *verb(unsigned how) {
  return how & kMytritonAtomic ? "atomically updates" : how & kMytritonWrite ? "writes" : "reads";
}

const char *pastVerb(AccessKind kind) {
  switch (kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::Write:
    return "wrote";
  case AccessKind::Atomic:
    return "atomically updated";
  }
  return "";
}

} // namespace

CpuLaunch::CpuLaunch(const LaunchRequest &request, const HostModule &module, StackPool &stacks,
                     const CpuDeviceOptions &options)
    : request_(request), module_(module), host_(module.host()), stacks_(stacks),
      fast_(options.fast), memory_(request, options.fast), places_(request, memory_, module),
      clock_(static_cast<unsigned>(request.metadata->threadsPerBlock)),
      scheduler_(stacks, module, memory_.arguments(),
                 static_cast<unsigned>(request.metadata->threadsPerBlock), options.orderSeed,
                 clock_) {
  if (!fast_)
    for (const MemoryPlace &place : places_.places())
      shadows_.emplace_back(clock_, place.bytes,
                            place.shared() ? kSharedGranule
                                           : static_cast<unsigned>(byteSize(place.buffer->dtype)),
                            place.shared() ? Lifetime::Block : Lifetime::Launch);
  host_ = {};
  host_.device = this;
  host_.blockDim = {static_cast<unsigned>(request.metadata->threadsPerBlock), 1, 1};
  host_.gridDim = {request.grid.extent[0], request.grid.extent[1], request.grid.extent[2]};
  host_.access = onAccess;
  host_.copy = onCopy;
  host_.fill = onFill;
  host_.barrier = onBarrier;
  host_.warp = onWarp;
  host_.trap = onTrapInstruction;
}

LaunchResult CpuLaunch::run() {
  const auto begin = std::chrono::steady_clock::now();
  {
    const TrapScope traps(*this, request_.timeoutSeconds);
    runGrid();
  }
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - begin;
  memory_.copyBack();
  LaunchResult result;
  result.milliseconds = elapsed.count();
  if (!failure_.empty()) {
    result.status = LaunchStatus::Forbidden;
    result.message = failure_;
  }
  return result;
}

void CpuLaunch::runGrid() {
  const HostModule::Range shared = module_.sharedMemory();
  const std::uint64_t blocks = request_.grid.programs();
  for (std::uint64_t number = 0; number < blocks; ++number) {
    if (clock_.exhausted()) {
      clock_.restart();
      for (Shadow &shadow : shadows_)
        shadow.forget();
    }
    clock_.beginBlock();
    std::memset(shared.begin, 0xff, shared.bytes); // NaN, whatever the type
    const MytritonIndex block = blockIndex(number);
    switch (scheduler_.runBlock(block)) {
    case BlockScheduler::Outcome::Done:
      break;
    case BlockScheduler::Outcome::Deadlock:
      return fail(
          fmt::format("deadlock in block {}: {}", coordinates(block), scheduler_.describeWaits()));
    case BlockScheduler::Outcome::Abandoned:
      if (failure_.empty())
        fail(describeTrap());
      return;
    }
    if (timeIsOver_)
      return fail(describeTrap());
  }
}

MytritonIndex CpuLaunch::blockIndex(std::uint64_t number) const {
  const auto &extent = request_.grid.extent;
  return {static_cast<unsigned>(number % extent[0]),
          static_cast<unsigned>(number / extent[0] % extent[1]),
          static_cast<unsigned>(number / extent[0] / extent[1])};
}

std::string CpuLaunch::who(unsigned thread, MytritonIndex block) const {
  return fmt::format("thread ({}, 0, 0) of block {}", thread, coordinates(block));
}

void CpuLaunch::fail(const std::string &what) {
  failure_ = fmt::format("{}: {}", request_.metadata->kernel, what);
}

void CpuLaunch::forbid(const std::string &what) {
  fail(what);
  scheduler_.abandon();
}

// --- accesses -----------------------------------------------------------------------------------

void CpuLaunch::check(const void *address, std::size_t bytes, unsigned how) {
  checkTime();
  if (bytes == 0)
    return;
  const auto reader = [&] { return who(scheduler_.thread(), host_.blockIdx); };
  const bool writes = (how & kMytritonWrite) != 0;
  const int found = places_.find(address, bytes);
  if (found < 0) {
    if (!writes && module_.holdsConstant(address, bytes))
      return;
    forbid(fmt::format("{} {} {} byte{} of {}", reader(), verb(how), bytes, bytes == 1 ? "" : "s",
                       places_.outside(address, writes)));
  }
  const MemoryPlace &place = places_.places()[static_cast<std::size_t>(found)];
  if ((how & kMytritonAligned) && reinterpret_cast<std::uintptr_t>(address) % bytes != 0)
    forbid(fmt::format("{} {} {} bytes of {}, which is not aligned to {} bytes", reader(),
                       verb(how), bytes, places_.inside(place, address, writes), bytes));
  const AccessKind kind = how & kMytritonAtomic ? AccessKind::Atomic
                          : writes              ? AccessKind::Write
                                                : AccessKind::Read;
  const auto offset =
      static_cast<std::size_t>(static_cast<const std::byte *>(address) - place.begin);
  if (const std::optional<Conflict> conflict = shadows_[static_cast<std::size_t>(found)].access(
          offset, bytes, kind, scheduler_.thread()))
    reportRace(place, address, how, *conflict);
}

void CpuLaunch::reportRace(const MemoryPlace &place, const void *address, unsigned how,
                           const Conflict &conflict) {
  const Access &earlier = conflict.access;
  const std::string what =
      fmt::format("race: {} {} {}", who(scheduler_.thread(), host_.blockIdx), verb(how),
                  places_.inside(place, address, (how & kMytritonWrite) != 0));
  if (clock_.fromEarlierBlock(earlier.stamp))
    forbid(fmt::format("{}, which {} {}: nothing orders two blocks", what,
                       who(earlier.thread, blockIndex(clock_.blockOf(earlier.stamp))),
                       pastVerb(conflict.kind)));
  forbid(fmt::format("{}, which {} {} with no barrier in between", what,
                     who(earlier.thread, host_.blockIdx), pastVerb(conflict.kind)));
}

void CpuLaunch::onAccess(void *device, const void *address, unsigned long bytes, unsigned how) {
  static_cast<CpuLaunch *>(device)->check(address, bytes, how);
}

void *CpuLaunch::onCopy(void *device, void *to, const void *from, unsigned long bytes) {
  auto &self = *static_cast<CpuLaunch *>(device);
  if (!self.onStack(from))
    self.check(from, bytes, 0);
  if (!self.onStack(to))
    self.check(to, bytes, kMytritonWrite);
  return std::memmove(to, from, bytes);
}

void *CpuLaunch::onFill(void *device, void *to, int byte, unsigned long bytes) {
  auto &self = *static_cast<CpuLaunch *>(device);
  if (!self.onStack(to))
    self.check(to, bytes, kMytritonWrite);
  return std::memset(to, byte, bytes);
}

bool CpuLaunch::onStack(const void *address) const {
  return reinterpret_cast<std::uintptr_t>(address) - host_.stackBegin < host_.stackBytes;
}

// --- waiting ------------------------------------------------------------------------------------

void CpuLaunch::onBarrier(void *device) {
  auto &self = *static_cast<CpuLaunch *>(device);
  self.checkTime();
  self.scheduler_.barrier();
}

unsigned long long CpuLaunch::onWarp(void *device, MytritonWarpOperation operation, unsigned mask,
                                     unsigned long long value, unsigned source) {
  auto &self = *static_cast<CpuLaunch *>(device);
  self.checkTime();
  const unsigned thread = self.scheduler_.thread(), lane = thread % ThreadClock::kWarpSize;
  if (!(mask >> lane & 1))
    self.forbid(fmt::format("{} takes part in a warp operation for lanes {:#010x}, without lane {} "
                            "which it is",
                            self.who(thread, self.host_.blockIdx), mask, lane));
  return self.scheduler_.warp(operation, mask & self.scheduler_.presentLanes(), value, source);
}

// --- ends
// -----------------------------------------------------------------------------------------

void CpuLaunch::onTrapInstruction(void *device) {
  auto &self = *static_cast<CpuLaunch *>(device);
  self.forbid(fmt::format("{} traps", self.who(self.scheduler_.thread(), self.host_.blockIdx)));
}

void CpuLaunch::checkTime() {
  if (timeIsOver_)
    scheduler_.abandon();
}

// In the handlers only notes are made; the words are found where the launch ends.
bool CpuLaunch::trapped(int signal, const void *address) {
  if (!scheduler_.inThread())
    return false;
  signal_ = signal;
  signalAddress_ = address;
  scheduler_.abandon();
}

void CpuLaunch::timedOut(const void *instruction) {
  timeIsOver_ = true;
  if (scheduler_.inThread() && module_.holdsCode(instruction))
    scheduler_.abandon();
}

std::string CpuLaunch::describeTrap() const {
  if (signal_ == 0)
    return fmt::format("did not end within {} seconds", request_.timeoutSeconds);
  const std::string thread = who(scheduler_.thread(), host_.blockIdx);
  if (signal_ == SIGFPE)
    return fmt::format("{} divides an integer by zero, or the lowest one by -1", thread);
  if (signal_ == SIGILL)
    return fmt::format("{} traps", thread);
  if (stacks_.isGuard(signalAddress_))
    return fmt::format("{} needs more than {} bytes of stack", thread, StackPool::kStackBytes);
  return fmt::format("{} accesses {}", thread, places_.outside(signalAddress_, false));
}

} // namespace mytriton
