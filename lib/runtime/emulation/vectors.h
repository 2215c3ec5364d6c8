// CUDA's vector types. One that is aligned to its size is copied as one access of that size, so
// that a check sees the 16 bytes of a float4 together, with their alignment; volatile, since
// compilers split a load of which only some elements are used.
template <class T, int bytes>
MYTRITON_INLINE void mytriton_copy_vector(void *to, const void *from) {
  typedef T Whole __attribute__((vector_size(bytes), may_alias));
  *static_cast<Whole *>(to) = *static_cast<const volatile Whole *>(from);
}

#define MYTRITON_COPIES(name, T, bytes)                                                            \
  name() = default;                                                                                \
  __attribute__((always_inline)) name(const name &o) { mytriton_copy_vector<T, bytes>(this, &o); } \
  __attribute__((always_inline)) name &operator=(const name &o) {                                  \
    mytriton_copy_vector<T, bytes>(this, &o);                                                      \
    return *this;                                                                                  \
  }

#define MYTRITON_VECTORS(T, base)                                                                  \
  struct base##1 {                                                                                 \
    T x;                                                                                           \
  };                                                                                               \
  struct alignas(2 * sizeof(T)) base##2 {                                                          \
    T x, y;                                                                                        \
    MYTRITON_COPIES(base##2, T, 2 * sizeof(T))                                                     \
    base##2(T x_, T y_ = 0) : x(x_), y(y_) {}                                                      \
  };                                                                                               \
  struct base##3 {                                                                                 \
    T x, y, z;                                                                                     \
  };                                                                                               \
  MYTRITON_INLINE base##2 make_##base##2(T x, T y) { return {x, y}; }                              \
  MYTRITON_INLINE base##3 make_##base##3(T x, T y, T z) { return {x, y, z}; }

#define MYTRITON_VECTOR4(T, base)                                                                  \
  struct alignas(4 * sizeof(T)) base##4 {                                                          \
    T x, y, z, w;                                                                                  \
    MYTRITON_COPIES(base##4, T, 4 * sizeof(T))                                                     \
    base##4(T x_, T y_ = 0, T z_ = 0, T w_ = 0) : x(x_), y(y_), z(z_), w(w_) {}                    \
  };                                                                                               \
  MYTRITON_INLINE base##4 make_##base##4(T x, T y, T z, T w) { return {x, y, z, w}; }

MYTRITON_VECTORS(signed char, char)
MYTRITON_VECTORS(unsigned char, uchar)
MYTRITON_VECTORS(short, short)
MYTRITON_VECTORS(unsigned short, ushort)
MYTRITON_VECTORS(int, int)
MYTRITON_VECTORS(unsigned int, uint)
MYTRITON_VECTORS(long long, longlong)
MYTRITON_VECTORS(unsigned long long, ulonglong)
MYTRITON_VECTORS(float, float)
MYTRITON_VECTORS(double, double)
MYTRITON_VECTOR4(signed char, char)
MYTRITON_VECTOR4(unsigned char, uchar)
MYTRITON_VECTOR4(short, short)
MYTRITON_VECTOR4(unsigned short, ushort)
MYTRITON_VECTOR4(int, int)
MYTRITON_VECTOR4(unsigned int, uint)
MYTRITON_VECTOR4(float, float)

struct dim3 {
  unsigned x, y, z;
};
