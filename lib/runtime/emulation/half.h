// __half and __nv_bfloat16, as far as cuda_fp16.h and cuda_bf16.h are used: their bits, conversions
// that round to nearest even, and arithmetic, which is done in float. A float has more than twice
// the digits of either and two more, so rounding its sum, product or quotient again gives what one
// rounding would.

// The float nearest to a double on the side of zero, with its last bit set where that is not exact:
// rounded to fewer digits, it gives what the double itself would.
MYTRITON_INLINE float mytriton_round_to_odd(double x) {
  const float nearest = static_cast<float>(x);
  const double back = nearest;
  if (x != x || back == x)
    return nearest;
  unsigned bits = __float_as_uint(nearest);
  if (x < 0 ? back < x : back > x)
    --bits;
  return __uint_as_float(bits | 1);
}

// The same for integers: no more bits than a float has, the last of them set for those cut off.
MYTRITON_INLINE float mytriton_round_to_odd(unsigned long long x) {
  const int cut = x >> 24 ? 40 - __builtin_clzll(x) : 0;
  const unsigned long long kept = x >> cut;
  const bool exact = kept << cut == x;
  return static_cast<float>(exact ? kept : kept | 1) * static_cast<float>(1ull << cut);
}
MYTRITON_INLINE float mytriton_round_to_odd(long long x) {
  const auto bits = static_cast<unsigned long long>(x);
  return x < 0 ? -mytriton_round_to_odd(0 - bits) : mytriton_round_to_odd(bits);
}

// a * b + c of numbers of at most 11 digits. The product is exact in double; what the sum lost is
// found out, and leaves its mark in the last bit.
MYTRITON_INLINE double mytriton_fma_to_odd(double a, double b, double c) {
  const double product = a * b, sum = product + c, taken = sum - product;
  const double lost = (product - (sum - taken)) + (c - taken);
  if (!(lost > 0 || lost < 0))
    return sum;
  const unsigned long long bits = static_cast<unsigned long long>(__double_as_longlong(sum));
  const bool away = (lost > 0) == (sum > 0); // the exact sum lies further from zero
  return __longlong_as_double(static_cast<long long>(bits & 1 ? bits : away ? bits + 1 : bits - 1));
}

MYTRITON_INLINE float mytriton_widen_half(unsigned short bits) {
  const unsigned magnitude = static_cast<unsigned>(bits & 0x7fff) << 13;
  const unsigned sign = static_cast<unsigned>(bits & 0x8000) << 16;
  if (magnitude >= 0x0f800000u) // infinity or NaN
    return __uint_as_float(sign | 0x70000000u | magnitude);
  // Its exponent, read as a float's, is too small by 112.
  return __uint_as_float(sign | __float_as_uint(__uint_as_float(magnitude) * 0x1p112f));
}
MYTRITON_INLINE unsigned short mytriton_narrow_half(float x) {
  const unsigned bits = __float_as_uint(x), sign = bits >> 16 & 0x8000;
  const unsigned magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000u)
    return 0x7fff;
  if (magnitude >= 0x47800000u) // 65536
    return static_cast<unsigned short>(sign | 0x7c00);
  if (magnitude < 0x38800000u) // subnormal: adding a half lets the float's own rounding do it
    return static_cast<unsigned short>(
        sign | (__float_as_uint(__uint_as_float(magnitude) + 0.5f) - 0x3f000000u));
  const unsigned rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  return static_cast<unsigned short>(sign | (rounded - 0x38000000u) >> 13);
}

MYTRITON_INLINE float mytriton_widen_bfloat16(unsigned short bits) {
  return __uint_as_float(static_cast<unsigned>(bits) << 16);
}
MYTRITON_INLINE unsigned short mytriton_narrow_bfloat16(float x) {
  const unsigned bits = __float_as_uint(x);
  if (x != x)
    return 0x7fff;
  return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#define MYTRITON_HALF(T, name)                                                                     \
  struct T {                                                                                       \
    unsigned short bits;                                                                           \
    T() = default;                                                                                 \
    MYTRITON_MEMBER T(float x) : bits(mytriton_narrow_##name(x)) {}                                \
    MYTRITON_MEMBER T(double x) : T(mytriton_round_to_odd(x)) {}                                   \
    MYTRITON_MEMBER T(short x) : T(static_cast<float>(x)) {}                                       \
    MYTRITON_MEMBER T(unsigned short x) : T(static_cast<float>(x)) {}                              \
    MYTRITON_MEMBER T(int x) : T(static_cast<double>(x)) {}                                        \
    MYTRITON_MEMBER T(unsigned x) : T(static_cast<double>(x)) {}                                   \
    MYTRITON_MEMBER T(long x) : T(static_cast<long long>(x)) {}                                    \
    MYTRITON_MEMBER T(unsigned long x) : T(static_cast<unsigned long long>(x)) {}                  \
    MYTRITON_MEMBER T(long long x) : T(mytriton_round_to_odd(x)) {}                                \
    MYTRITON_MEMBER T(unsigned long long x) : T(mytriton_round_to_odd(x)) {}                       \
    MYTRITON_MEMBER operator float() const { return mytriton_widen_##name(bits); }                 \
  };                                                                                               \
  MYTRITON_INLINE T __ushort_as_##name(unsigned short bits) {                                      \
    T result;                                                                                      \
    result.bits = bits;                                                                            \
    return result;                                                                                 \
  }                                                                                                \
  MYTRITON_INLINE unsigned short __##name##_as_ushort(T x) { return x.bits; }                      \
  MYTRITON_INLINE T __short_as_##name(short bits) {                                                \
    return __ushort_as_##name(static_cast<unsigned short>(bits));                                  \
  }                                                                                                \
  MYTRITON_INLINE short __##name##_as_short(T x) { return static_cast<short>(x.bits); }            \
  /* Of the nearest one, where it lies away from zero, the one before it. */                       \
  MYTRITON_INLINE T __float2##name##_rz(float x) {                                                 \
    T result(x);                                                                                   \
    if (fabsf(float(result)) > fabsf(x))                                                           \
      --result.bits;                                                                               \
    return result;                                                                                 \
  }                                                                                                \
  MYTRITON_INLINE T __float2##name(float x) { return T(x); }                                       \
  MYTRITON_INLINE T __float2##name##_rn(float x) { return T(x); }                                  \
  MYTRITON_INLINE T __double2##name(double x) { return T(x); }                                     \
  MYTRITON_INLINE T operator+(T a, T b) { return T(float(a) + float(b)); }                         \
  MYTRITON_INLINE T operator-(T a, T b) { return T(float(a) - float(b)); }                         \
  MYTRITON_INLINE T operator*(T a, T b) { return T(float(a) * float(b)); }                         \
  MYTRITON_INLINE T operator/(T a, T b) { return T(float(a) / float(b)); }                         \
  MYTRITON_INLINE T &operator+=(T &a, T b) { return a = a + b; }                                   \
  MYTRITON_INLINE T &operator-=(T &a, T b) { return a = a - b; }                                   \
  MYTRITON_INLINE T &operator*=(T &a, T b) { return a = a * b; }                                   \
  MYTRITON_INLINE T &operator/=(T &a, T b) { return a = a / b; }                                   \
  MYTRITON_INLINE T operator-(T x) {                                                               \
    return __ushort_as_##name(static_cast<unsigned short>(x.bits ^ 0x8000));                       \
  }                                                                                                \
  MYTRITON_INLINE bool operator==(T a, T b) { return float(a) == float(b); }                       \
  MYTRITON_INLINE bool operator!=(T a, T b) { return float(a) != float(b); }                       \
  MYTRITON_INLINE bool operator<(T a, T b) { return float(a) < float(b); }                         \
  MYTRITON_INLINE bool operator<=(T a, T b) { return float(a) <= float(b); }                       \
  MYTRITON_INLINE bool operator>(T a, T b) { return float(a) > float(b); }                         \
  MYTRITON_INLINE bool operator>=(T a, T b) { return float(a) >= float(b); }                       \
  MYTRITON_INLINE T __hadd(T a, T b) { return a + b; }                                             \
  MYTRITON_INLINE T __hsub(T a, T b) { return a - b; }                                             \
  MYTRITON_INLINE T __hmul(T a, T b) { return a * b; }                                             \
  MYTRITON_INLINE T __hdiv(T a, T b) { return a / b; }                                             \
  MYTRITON_INLINE T __hneg(T x) { return -x; }                                                     \
  MYTRITON_INLINE T __hfma(T a, T b, T c) {                                                        \
    return T(mytriton_fma_to_odd(float(a), float(b), float(c)));                                   \
  }                                                                                                \
  MYTRITON_INLINE T __habs(T x) {                                                                  \
    return __ushort_as_##name(static_cast<unsigned short>(x.bits & 0x7fff));                       \
  }                                                                                                \
  MYTRITON_INLINE T __hmin(T a, T b) { return T(fminf(float(a), float(b))); }                      \
  MYTRITON_INLINE T __hmax(T a, T b) { return T(fmaxf(float(a), float(b))); }                      \
  MYTRITON_INLINE T hfloor(T x) { return T(floorf(float(x))); }                                    \
  MYTRITON_INLINE T hceil(T x) { return T(ceilf(float(x))); }

#define MYTRITON_MEMBER __attribute__((always_inline))
MYTRITON_HALF(__half, half)
MYTRITON_HALF(__nv_bfloat16, bfloat16)
MYTRITON_INLINE float __half2float(__half x) { return x; }
MYTRITON_INLINE float __bfloat162float(__nv_bfloat16 x) { return x; }
typedef __half half;
typedef __nv_bfloat16 nv_bfloat16;
