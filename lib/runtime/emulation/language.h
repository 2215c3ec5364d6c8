// CUDA C++'s qualifiers and built-in variables, for a host compiler.
//
// `__shared__` is thread_local: the one storage class that may stand both in `extern __shared__`
// and alone inside a function, where it implies static. Blocks run one after another in one OS
// thread, and the variables of a module lie together, so the device knows and fills them.
#define __global__ __attribute__((noinline)) // its caller is not instrumented
#define __device__
#define __host__
#define __constant__ const
#define __shared__ thread_local
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __grid_constant__

// Code of the emulation itself, which the compiler must not instrument.
#if defined(__clang__)
#define MYTRITON_UNCHECKED __attribute__((disable_sanitizer_instrumentation, noinline))
#else
#define MYTRITON_UNCHECKED __attribute__((no_sanitize("thread"), noinline))
#endif
#define MYTRITON_INLINE static inline __attribute__((always_inline))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;

static MytritonHost mytriton_host;

// The built-in variables are values that no check sees, as registers are.
MYTRITON_UNCHECKED static MytritonIndex mytriton_thread_index() { return mytriton_host.threadIdx; }
MYTRITON_UNCHECKED static MytritonIndex mytriton_block_index() { return mytriton_host.blockIdx; }
MYTRITON_UNCHECKED static MytritonIndex mytriton_block_dim() { return mytriton_host.blockDim; }
MYTRITON_UNCHECKED static MytritonIndex mytriton_grid_dim() { return mytriton_host.gridDim; }
#define threadIdx mytriton_thread_index()
#define blockIdx mytriton_block_index()
#define blockDim mytriton_block_dim()
#define gridDim mytriton_grid_dim()
static constexpr int warpSize = 32;

MYTRITON_UNCHECKED static void __trap() { mytriton_host.trap(mytriton_host.device); }
MYTRITON_INLINE void __threadfence() {}
MYTRITON_INLINE void __threadfence_block() {}
MYTRITON_INLINE void __threadfence_system() {}

// Cache hints are loads and stores.
template <class T>
MYTRITON_INLINE T __ldg(const T *p) {
  return *p;
}
template <class T>
MYTRITON_INLINE T __ldca(const T *p) {
  return *p;
}
template <class T>
MYTRITON_INLINE T __ldcg(const T *p) {
  return *p;
}
template <class T>
MYTRITON_INLINE T __ldcs(const T *p) {
  return *p;
}
template <class T>
MYTRITON_INLINE void __stwb(T *p, T value) {
  *p = value;
}
template <class T>
MYTRITON_INLINE void __stcg(T *p, T value) {
  *p = value;
}
template <class T>
MYTRITON_INLINE void __stcs(T *p, T value) {
  *p = value;
}
