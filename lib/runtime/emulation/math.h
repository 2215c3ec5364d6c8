// CUDA's mathematical functions: the host's own where C has them, and the intrinsics whose results
// CUDA and PTX define.
extern "C" {
#define MYTRITON_MATH1(name)                                                                       \
  double name(double);                                                                             \
  float name##f(float);
#define MYTRITON_MATH2(name)                                                                       \
  double name(double, double);                                                                     \
  float name##f(float, float);
// clang-format off
#define MYTRITON_UNARY(X)                                                                          \
  X(sqrt) X(cbrt) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan)    \
  X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(erf) X(erfc)        \
  X(fabs) X(floor) X(ceil) X(trunc) X(rint) X(round) X(nearbyint) X(lgamma) X(tgamma)
#define MYTRITON_BINARY(X) X(pow) X(fmod) X(remainder) X(atan2) X(hypot) X(copysign)
// clang-format on
MYTRITON_UNARY(MYTRITON_MATH1)
MYTRITON_BINARY(MYTRITON_MATH2)
double fma(double, double, double);
float fmaf(float, float, float);
}

// C++'s overloads for float.
#define MYTRITON_FLOAT1(name)                                                                      \
  MYTRITON_INLINE float name(float x) { return name##f(x); }
#define MYTRITON_FLOAT2(name)                                                                      \
  MYTRITON_INLINE float name(float x, float y) { return name##f(x, y); }
MYTRITON_UNARY(MYTRITON_FLOAT1)
MYTRITON_BINARY(MYTRITON_FLOAT2)
MYTRITON_INLINE float fma(float x, float y, float z) { return fmaf(x, y, z); }

// NaN loses, and -0 lies below 0, as PTX's min and max have it and C leaves open.
#define MYTRITON_MINIMA(T, suffix)                                                                 \
  MYTRITON_INLINE T fmin##suffix(T x, T y) {                                                       \
    return x != x || y < x || (x == y && __builtin_signbit(y)) ? y : x;                            \
  }                                                                                                \
  MYTRITON_INLINE T fmax##suffix(T x, T y) {                                                       \
    return x != x || y > x || (x == y && !__builtin_signbit(y)) ? y : x;                           \
  }
MYTRITON_MINIMA(float, f)
MYTRITON_MINIMA(double, )
MYTRITON_INLINE float fmin(float x, float y) { return fminf(x, y); }
MYTRITON_INLINE float fmax(float x, float y) { return fmaxf(x, y); }

#define MYTRITON_CHOICES(T)                                                                        \
  MYTRITON_INLINE T min(T a, T b) { return b < a ? b : a; }                                        \
  MYTRITON_INLINE T max(T a, T b) { return a < b ? b : a; }
MYTRITON_CHOICES(int)
MYTRITON_CHOICES(unsigned)
MYTRITON_CHOICES(long)
MYTRITON_CHOICES(unsigned long)
MYTRITON_CHOICES(long long)
MYTRITON_CHOICES(unsigned long long)
MYTRITON_INLINE float min(float a, float b) { return fminf(a, b); }
MYTRITON_INLINE float max(float a, float b) { return fmaxf(a, b); }
MYTRITON_INLINE double min(double a, double b) { return fmin(a, b); }
MYTRITON_INLINE double max(double a, double b) { return fmax(a, b); }
MYTRITON_INLINE int abs(int x) { return x < 0 ? -x : x; }
MYTRITON_INLINE long long abs(long long x) { return x < 0 ? -x : x; }
MYTRITON_INLINE float abs(float x) { return fabsf(x); }
MYTRITON_INLINE double abs(double x) { return fabs(x); }

template <class T>
MYTRITON_INLINE bool isnan(T x) {
  return __builtin_isnan(x);
}
template <class T>
MYTRITON_INLINE bool isinf(T x) {
  return __builtin_isinf(x);
}
template <class T>
MYTRITON_INLINE bool isfinite(T x) {
  return __builtin_isfinite(x);
}
template <class T>
MYTRITON_INLINE bool signbit(T x) {
  return __builtin_signbit(x);
}

MYTRITON_INLINE float rsqrtf(float x) { return 1.0f / sqrtf(x); }
MYTRITON_INLINE double rsqrt(double x) { return 1.0 / sqrt(x); }
MYTRITON_INLINE float rsqrt(float x) { return rsqrtf(x); }
MYTRITON_INLINE float fdividef(float x, float y) { return x / y; }
MYTRITON_INLINE float fdimf(float x, float y) { return x > y ? x - y : x <= y ? 0.0f : x + y; }
MYTRITON_INLINE float __saturatef(float x) { return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f; }

// The approximate forms are allowed to be exact.
MYTRITON_INLINE float __expf(float x) { return expf(x); }
MYTRITON_INLINE float __logf(float x) { return logf(x); }
MYTRITON_INLINE float __log2f(float x) { return log2f(x); }
MYTRITON_INLINE float __sinf(float x) { return sinf(x); }
MYTRITON_INLINE float __cosf(float x) { return cosf(x); }
MYTRITON_INLINE float __powf(float x, float y) { return powf(x, y); }
MYTRITON_INLINE float __fdividef(float x, float y) { return x / y; }
MYTRITON_INLINE float __frcp_rn(float x) { return 1.0f / x; }

#define MYTRITON_ROUNDED(T, prefix)                                                                \
  MYTRITON_INLINE T prefix##add_rn(T a, T b) { return a + b; }                                     \
  MYTRITON_INLINE T prefix##sub_rn(T a, T b) { return a - b; }                                     \
  MYTRITON_INLINE T prefix##mul_rn(T a, T b) { return a * b; }                                     \
  MYTRITON_INLINE T prefix##div_rn(T a, T b) { return a / b; }
MYTRITON_ROUNDED(float, __f)
MYTRITON_ROUNDED(double, __d)
MYTRITON_INLINE float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
MYTRITON_INLINE double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
MYTRITON_INLINE float __fsqrt_rn(float x) { return sqrtf(x); }
MYTRITON_INLINE double __dsqrt_rn(double x) { return sqrt(x); }

// The same bits as another type.
#define MYTRITON_BITS(name, To, From)                                                              \
  MYTRITON_INLINE To name(From from) {                                                             \
    union {                                                                                        \
      From from;                                                                                   \
      To to;                                                                                       \
    } box = {from};                                                                                \
    return box.to;                                                                                 \
  }
MYTRITON_BITS(__int_as_float, float, int)
MYTRITON_BITS(__float_as_int, int, float)
MYTRITON_BITS(__uint_as_float, float, unsigned)
MYTRITON_BITS(__float_as_uint, unsigned, float)
MYTRITON_BITS(__longlong_as_double, double, long long)
MYTRITON_BITS(__double_as_longlong, long long, double)

// Conversions to integers saturate. NaN gives what PTX's cvt says: 0, or the highest bit alone
// where either type has 64 bits.
template <class To, class From>
MYTRITON_INLINE To mytriton_to_integer(From value) {
  constexpr int bits = 8 * sizeof(To);
  constexpr bool isSigned = static_cast<To>(-1) < static_cast<To>(0);
  constexpr To lowest = isSigned ? static_cast<To>(1ull << (bits - 1)) : static_cast<To>(0);
  constexpr From end = static_cast<From>(isSigned ? 1ull << (bits - 2) : 1ull << (bits - 1)) * 2;
  if (value != value)
    return bits == 64 || sizeof(From) == 8 ? static_cast<To>(1ull << (bits - 1))
                                           : static_cast<To>(0);
  if (value >= end)
    return static_cast<To>(~lowest);
  if (value <= (isSigned ? -end : static_cast<From>(0)))
    return lowest;
  return static_cast<To>(value);
}

#define MYTRITON_TO_INTEGER(from, From, to, To)                                                    \
  MYTRITON_INLINE To __##from##2##to##_rz(From x) { return mytriton_to_integer<To>(x); }           \
  MYTRITON_INLINE To __##from##2##to##_rn(From x) { return mytriton_to_integer<To>(rint(x)); }     \
  MYTRITON_INLINE To __##from##2##to##_rd(From x) { return mytriton_to_integer<To>(floor(x)); }    \
  MYTRITON_INLINE To __##from##2##to##_ru(From x) { return mytriton_to_integer<To>(ceil(x)); }     \
  MYTRITON_INLINE From __##to##2##from##_rn(To x) { return static_cast<From>(x); }
MYTRITON_TO_INTEGER(float, float, int, int)
MYTRITON_TO_INTEGER(float, float, uint, unsigned)
MYTRITON_TO_INTEGER(float, float, ll, long long)
MYTRITON_TO_INTEGER(float, float, ull, unsigned long long)
MYTRITON_TO_INTEGER(double, double, int, int)
MYTRITON_TO_INTEGER(double, double, uint, unsigned)
MYTRITON_TO_INTEGER(double, double, ll, long long)
MYTRITON_TO_INTEGER(double, double, ull, unsigned long long)
MYTRITON_INLINE float __double2float_rn(double x) { return static_cast<float>(x); }
// Of the nearest one, where it lies away from zero, the one before it.
MYTRITON_INLINE float __double2float_rz(double x) {
  const float nearest = static_cast<float>(x);
  return fabs(nearest) > fabs(x) ? __uint_as_float(__float_as_uint(nearest) - 1) : nearest;
}

// Integers.
MYTRITON_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
MYTRITON_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
MYTRITON_INLINE int __clz(int x) { return x ? __builtin_clz(x) : 32; }
MYTRITON_INLINE int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
MYTRITON_INLINE int __ffs(int x) { return __builtin_ffs(x); }
MYTRITON_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
MYTRITON_INLINE int __mulhi(int a, int b) { return static_cast<int>((1ll * a * b) >> 32); }
MYTRITON_INLINE unsigned __umulhi(unsigned a, unsigned b) { return (1ull * a * b) >> 32; }
MYTRITON_INLINE long long __mul64hi(long long a, long long b) {
  return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
MYTRITON_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
