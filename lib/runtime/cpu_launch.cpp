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
                 static_cast<unsigned>(request.metadata->threadsPerBlock), options.order, clock_) {
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
  std::string failure;
  {
    const TrapScope traps(*this, request_.timeoutSeconds);
    failure = runGrid();
  }
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - begin;
  memory_.copyBack();
  LaunchResult result;
  result.milliseconds = elapsed.count();
  if (!failure.empty()) {
    result.status = LaunchStatus::Forbidden;
    result.message = fmt::format("{}: {}", request_.metadata->kernel, failure);
  }
  return result;
}

std::string CpuLaunch::runGrid() {
  const HostModule::Range shared = module_.sharedMemory();
  const std::uint64_t blocks = request_.grid.programs();
  for (std::uint64_t number = 0; number < blocks; ++number) {
    if (clock_.exhausted()) {
      clock_.restart();
      for (Shadow &shadow : shadows_)
        shadow.forget();
    }
    clock_.beginBlock();
    for (const HostModule::SharedArray &array : module_.sharedArrays())
      std::memset(shared.begin + array.offset, 0xff, array.bytes); // NaN, whatever the type
    const MytritonIndex block = blockIndex(number);
    switch (scheduler_.runBlock(block)) {
    case BlockScheduler::Outcome::Done:
      break;
    case BlockScheduler::Outcome::Deadlock:
      return fmt::format("deadlock in block {}: {}", coordinates(block),
                         scheduler_.describeWaits());
    case BlockScheduler::Outcome::Abandoned:
      return describe(finding_);
    }
    if (timeIsOver_)
      return describe({});
  }
  return "";
}

MytritonIndex CpuLaunch::blockIndex(std::uint64_t number) const {
  const auto &extent = request_.grid.extent;
  return {static_cast<unsigned>(number % extent[0]),
          static_cast<unsigned>(number / extent[0] % extent[1]),
          static_cast<unsigned>(number / extent[0] / extent[1])};
}

// --- accesses ---------------------------------------------------------------------------------

void CpuLaunch::forbid(const Finding &finding) {
  finding_ = finding;
  scheduler_.abandon();
}

void CpuLaunch::check(const void *address, std::size_t bytes, unsigned how) {
  checkTime();
  if (bytes == 0)
    return;
  Finding finding;
  finding.address = address;
  finding.bytes = bytes;
  finding.how = how;
  const int found = places_.find(address, bytes);
  if (found < 0) {
    if (!(how & kMytritonWrite) && module_.holdsConstant(address, bytes))
      return;
    finding.kind = Finding::Kind::Outside;
    forbid(finding);
  }
  finding.place = static_cast<std::size_t>(found);
  if ((how & kMytritonAligned) && reinterpret_cast<std::uintptr_t>(address) % bytes != 0) {
    finding.kind = Finding::Kind::Misaligned;
    forbid(finding);
  }
  const AccessKind kind = how & kMytritonAtomic  ? AccessKind::Atomic
                          : how & kMytritonWrite ? AccessKind::Write
                                                 : AccessKind::Read;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(address) -
                                               places_.places()[finding.place].begin);
  if (const std::optional<Conflict> conflict =
          shadows_[finding.place].access(offset, bytes, kind, scheduler_.thread())) {
    finding.kind = Finding::Kind::Race;
    finding.conflict = *conflict;
    forbid(finding);
  }
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
  const unsigned lane = self.scheduler_.thread() % ThreadClock::kWarpSize;
  if (!(mask >> lane & 1)) {
    Finding finding;
    finding.kind = Finding::Kind::NotInMask;
    finding.mask = mask;
    self.forbid(finding);
  }
  return self.scheduler_.warp(operation, mask & self.scheduler_.presentLanes(), value, source);
}

void CpuLaunch::onTrapInstruction(void *device) {
  Finding finding;
  finding.kind = Finding::Kind::Trap;
  static_cast<CpuLaunch *>(device)->forbid(finding);
}

void CpuLaunch::checkTime() {
  if (timeIsOver_)
    forbid({});
}

bool CpuLaunch::trapped(int signal, const void *address) {
  if (!scheduler_.inThread())
    return false;
  Finding finding;
  finding.kind = Finding::Kind::Signal;
  finding.signal = signal;
  finding.address = address;
  forbid(finding);
}

void CpuLaunch::timedOut(const void *instruction) {
  timeIsOver_ = true;
  if (scheduler_.inThread() && module_.holdsCode(instruction))
    forbid({});
}

// --- words ------------------------------------------------------------------------------------

std::string CpuLaunch::who(unsigned thread, MytritonIndex block) const {
  return fmt::format("thread ({}, 0, 0) of block {}", thread, coordinates(block));
}

std::string CpuLaunch::describe(const Finding &finding) const {
  const std::string thread = who(scheduler_.thread(), host_.blockIdx);
  const bool writes = (finding.how & kMytritonWrite) != 0;
  const std::string access = fmt::format("{} {} {} byte{}", thread, verb(finding.how),
                                         finding.bytes, finding.bytes == 1 ? "" : "s");
  switch (finding.kind) {
  case Finding::Kind::Timeout:
    return fmt::format("did not end within {} seconds", request_.timeoutSeconds);
  case Finding::Kind::Outside:
    return fmt::format("{} of {}", access, places_.outside(finding.address, writes));
  case Finding::Kind::Misaligned:
    return fmt::format("{} of {}, which is not aligned to {} bytes", access,
                       places_.inside(places_.places()[finding.place], finding.address, writes),
                       finding.bytes);
  case Finding::Kind::Race:
    return describeRace(finding, thread);
  case Finding::Kind::NotInMask:
    return fmt::format("{} takes part in a warp operation for lanes {:#010x}, which do not include "
                       "its own",
                       thread, finding.mask);
  case Finding::Kind::Trap:
    return thread + " traps";
  case Finding::Kind::Signal:
    return describeSignal(finding, thread);
  }
  return "";
}

std::string CpuLaunch::describeRace(const Finding &finding, const std::string &thread) const {
  const Access &earlier = finding.conflict.access;
  const bool otherBlock = clock_.fromEarlierBlock(earlier.stamp);
  const MytritonIndex block =
      otherBlock ? blockIndex(clock_.blockOf(earlier.stamp)) : host_.blockIdx;
  return fmt::format("race: {} {} {}, which {} {}{}", thread, verb(finding.how),
                     places_.inside(places_.places()[finding.place], finding.address,
                                    (finding.how & kMytritonWrite) != 0),
                     who(earlier.thread, block), pastVerb(finding.conflict.kind),
                     otherBlock ? ": nothing orders two blocks" : " with no barrier in between");
}

std::string CpuLaunch::describeSignal(const Finding &finding, const std::string &thread) const {
  if (finding.signal == SIGFPE)
    return thread + " divides an integer by zero, or the lowest one by -1";
  if (finding.signal == SIGILL)
    return thread + " traps";
  if (stacks_.isGuard(finding.address))
    return fmt::format("{} needs more than {} bytes of stack", thread, StackPool::kStackBytes);
  return fmt::format("{} accesses {}", thread, places_.outside(finding.address, false));
}

} // namespace mytriton
