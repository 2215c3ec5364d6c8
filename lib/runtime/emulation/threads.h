// Barriers, warp operations and atomics. Waiting is the device's; what a shuffle reads from whom
// follows PTX's shfl.sync, and atomics are one checked access and a plain update, since one thread
// runs at a time.
MYTRITON_UNCHECKED static void __syncthreads() { mytriton_host.barrier(mytriton_host.device); }

MYTRITON_INLINE unsigned mytriton_lane() { return threadIdx.x % 32; }

MYTRITON_UNCHECKED static unsigned long long mytriton_warp(MytritonWarpOperation operation,
                                                           unsigned mask, unsigned long long value,
                                                           unsigned source) {
  return mytriton_host.warp(mytriton_host.device, operation, mask, value, source);
}

MYTRITON_INLINE void __syncwarp(unsigned mask = 0xffffffffu) {
  mytriton_warp(kMytritonSyncWarp, mask, 0, 0);
}

template <class T>
MYTRITON_INLINE T mytriton_exchange(unsigned mask, T value, unsigned source) {
  static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
  union {
    unsigned long long bits;
    T value;
  } box = {0};
  box.value = value;
  box.bits = mytriton_warp(kMytritonShuffle, mask, box.bits, source);
  return box.value;
}

template <class T>
MYTRITON_INLINE T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  const unsigned segment = mytriton_lane() & (32 - width);
  return mytriton_exchange(mask, value, segment | (source & (width - 1)));
}

template <class T>
MYTRITON_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const unsigned lane = mytriton_lane(), first = lane & (32 - width);
  return mytriton_exchange(mask, value, lane - first >= delta ? lane - delta : lane);
}

template <class T>
MYTRITON_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const unsigned lane = mytriton_lane(), last = lane | (width - 1);
  return mytriton_exchange(mask, value, last - lane >= delta ? lane + delta : lane);
}

template <class T>
MYTRITON_INLINE T __shfl_xor_sync(unsigned mask, T value, int laneMask, int width = 32) {
  const unsigned lane = mytriton_lane(), last = lane | (width - 1), source = lane ^ laneMask;
  return mytriton_exchange(mask, value, source <= last ? source : lane);
}

MYTRITON_INLINE unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(mytriton_warp(kMytritonVote, mask, predicate != 0, 0));
}
MYTRITON_INLINE int __any_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
MYTRITON_INLINE int __all_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate == 0) == 0;
}

template <class T>
struct MytritonSame {
  typedef T Type;
};
template <class T>
using MytritonSameType = typename MytritonSame<T>::Type; // not deduced

MYTRITON_UNCHECKED static void mytriton_atomic(void *address, unsigned long bytes) {
#if !defined(MYTRITON_FAST)
  mytriton_host.access(mytriton_host.device, address, bytes,
                       kMytritonWrite | kMytritonAtomic | kMytritonAligned);
#endif
}

#define MYTRITON_ATOMIC(name, update)                                                              \
  template <class T>                                                                               \
  MYTRITON_UNCHECKED T name(T *address, MytritonSameType<T> value) {                               \
    mytriton_atomic(address, sizeof(T));                                                           \
    const T old = *address;                                                                        \
    *address = update;                                                                             \
    return old;                                                                                    \
  }

MYTRITON_ATOMIC(atomicAdd, old + value)
MYTRITON_ATOMIC(atomicSub, old - value)
MYTRITON_ATOMIC(atomicExch, value)
MYTRITON_ATOMIC(atomicMin, value < old ? value : old)
MYTRITON_ATOMIC(atomicMax, value > old ? value : old)
MYTRITON_ATOMIC(atomicAnd, old &value)
MYTRITON_ATOMIC(atomicOr, old | value)
MYTRITON_ATOMIC(atomicXor, old ^ value)
MYTRITON_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
MYTRITON_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)

template <class T>
MYTRITON_UNCHECKED T atomicCAS(T *address, MytritonSameType<T> expected,
                               MytritonSameType<T> value) {
  mytriton_atomic(address, sizeof(T));
  const T old = *address;
  if (old == expected)
    *address = value;
  return old;
}
