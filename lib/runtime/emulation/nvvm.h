// What the LLVM IR of an MLIR kernel calls: NVVM's intrinsics, under names that C allows, and
// libdevice's functions, which are the host's own. Halves come as their bits.
extern "C" {
#define MYTRITON_REGISTER(name, index)                                                             \
  MYTRITON_UNCHECKED unsigned mytriton_nvvm_read_ptx_sreg_##name##_x() { return index.x; }         \
  MYTRITON_UNCHECKED unsigned mytriton_nvvm_read_ptx_sreg_##name##_y() { return index.y; }         \
  MYTRITON_UNCHECKED unsigned mytriton_nvvm_read_ptx_sreg_##name##_z() { return index.z; }
MYTRITON_REGISTER(tid, threadIdx)
MYTRITON_REGISTER(ctaid, blockIdx)
MYTRITON_REGISTER(ntid, blockDim)
MYTRITON_REGISTER(nctaid, gridDim)
MYTRITON_UNCHECKED unsigned mytriton_nvvm_read_ptx_sreg_laneid() { return mytriton_lane(); }

MYTRITON_UNCHECKED void mytriton_nvvm_barrier_cta_sync_aligned_all(unsigned) { __syncthreads(); }
MYTRITON_UNCHECKED void mytriton_nvvm_barrier0() { __syncthreads(); }
MYTRITON_UNCHECKED void mytriton_nvvm_bar_warp_sync(unsigned mask) { __syncwarp(mask); }

// PTX's shfl.sync: the low bits of `clamp` bound the source lane, those from the ninth on say which
// bits of the lane stay.
#define MYTRITON_SHUFFLE(T, suffix)                                                                \
  MYTRITON_UNCHECKED T mytriton_nvvm_shfl_sync_bfly_##suffix(unsigned mask, T value, unsigned b,   \
                                                             unsigned clamp) {                     \
    const unsigned lane = mytriton_lane(), source = lane ^ b;                                      \
    const unsigned segment = clamp >> 8 & 31, last = (lane & segment) | (clamp & 31 & ~segment);   \
    return mytriton_exchange(mask, value, source <= last ? source : lane);                         \
  }                                                                                                \
  MYTRITON_UNCHECKED T mytriton_nvvm_shfl_sync_idx_##suffix(unsigned mask, T value, unsigned b,    \
                                                            unsigned clamp) {                      \
    const unsigned lane = mytriton_lane(), segment = clamp >> 8 & 31;                              \
    const unsigned last = (lane & segment) | (clamp & 31 & ~segment);                              \
    const unsigned source = (lane & segment) | (b & 31 & ~segment);                                \
    return mytriton_exchange(mask, value, source <= last ? source : lane);                         \
  }                                                                                                \
  MYTRITON_UNCHECKED T mytriton_nvvm_shfl_sync_down_##suffix(unsigned mask, T value, unsigned b,   \
                                                             unsigned clamp) {                     \
    const unsigned lane = mytriton_lane(), source = lane + b;                                      \
    const unsigned segment = clamp >> 8 & 31, last = (lane & segment) | (clamp & 31 & ~segment);   \
    return mytriton_exchange(mask, value, source <= last ? source : lane);                         \
  }                                                                                                \
  MYTRITON_UNCHECKED T mytriton_nvvm_shfl_sync_up_##suffix(unsigned mask, T value, unsigned b,     \
                                                           unsigned clamp) {                       \
    const unsigned lane = mytriton_lane(), first = lane & (clamp >> 8 & 31);                       \
    return mytriton_exchange(mask, value, lane >= first + b ? lane - b : lane);                    \
  }
MYTRITON_SHUFFLE(unsigned, i32)
MYTRITON_SHUFFLE(float, f32)

#define MYTRITON_LIBDEVICE1(name)                                                                  \
  MYTRITON_UNCHECKED float __nv_##name##f(float x) { return name##f(x); }                          \
  MYTRITON_UNCHECKED double __nv_##name(double x) { return name(x); }
#define MYTRITON_LIBDEVICE2(name)                                                                  \
  MYTRITON_UNCHECKED float __nv_##name##f(float x, float y) { return name##f(x, y); }              \
  MYTRITON_UNCHECKED double __nv_##name(double x, double y) { return name(x, y); }
MYTRITON_UNARY(MYTRITON_LIBDEVICE1)
MYTRITON_BINARY(MYTRITON_LIBDEVICE2)
MYTRITON_LIBDEVICE1(rsqrt)
MYTRITON_UNCHECKED float mytriton_nvvm_sqrt_rn_f(float x) { return sqrtf(x); }
MYTRITON_UNCHECKED double mytriton_nvvm_sqrt_rn_d(double x) { return sqrt(x); }
MYTRITON_UNCHECKED float mytriton_nvvm_div_rn_f(float x, float y) { return x / y; }
MYTRITON_UNCHECKED double mytriton_nvvm_div_rn_d(double x, double y) { return x / y; }

// Conversions that LLVM leaves to functions on most hosts, and those that it would round twice.
#define MYTRITON_HALF_BITS(T, name)                                                                \
  MYTRITON_UNCHECKED float mytriton_##name##_to_float(unsigned short bits) {                       \
    return mytriton_widen_##name(bits);                                                            \
  }                                                                                                \
  MYTRITON_UNCHECKED unsigned short mytriton_float_to_##name(float x) {                            \
    return mytriton_narrow_##name(x);                                                              \
  }                                                                                                \
  MYTRITON_UNCHECKED unsigned short mytriton_double_to_##name(double x) {                          \
    return mytriton_narrow_##name(mytriton_round_to_odd(x));                                       \
  }                                                                                                \
  MYTRITON_UNCHECKED unsigned short mytriton_fma_##name(unsigned short a, unsigned short b,        \
                                                        unsigned short c) {                        \
    return mytriton_narrow_##name(mytriton_round_to_odd(mytriton_fma_to_odd(                       \
        mytriton_widen_##name(a), mytriton_widen_##name(b), mytriton_widen_##name(c))));           \
  }
MYTRITON_HALF_BITS(__half, half)
MYTRITON_HALF_BITS(__nv_bfloat16, bfloat16)
}
