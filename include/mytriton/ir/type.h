// Types of the IR, at both of its levels.
//
//   scalar      i32, f32, bool, ptr<f32>
//   block       vector<256 x f32>, block<16x32 x i32>      tile level: a whole block
//   registers   regs<4x8 x f32>                            thread level: what one thread owns
//   shared      shared<128 x f32>                          thread level: a shared-memory buffer
//
// A Type is a small value: compare with ==, copy freely.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

// Element types, declared once: enumerator, IR name, Triton name, bits, kind (b)ool (s)igned
// (u)nsigned (f)loat. Both names are accepted where a type is read.
#define MYTRITON_DTYPES(X)                                                                         \
  X(Bool, "bool", "i1", 1, 'b')                                                                    \
  X(I8, "i8", "i8", 8, 's')                                                                        \
  X(I16, "i16", "i16", 16, 's')                                                                    \
  X(I32, "i32", "i32", 32, 's')                                                                    \
  X(I64, "i64", "i64", 64, 's')                                                                    \
  X(U8, "u8", "u8", 8, 'u')                                                                        \
  X(U16, "u16", "u16", 16, 'u')                                                                    \
  X(U32, "u32", "u32", 32, 'u')                                                                    \
  X(U64, "u64", "u64", 64, 'u')                                                                    \
  X(F16, "f16", "fp16", 16, 'f')                                                                   \
  X(BF16, "bf16", "bf16", 16, 'f')                                                                 \
  X(F32, "f32", "fp32", 32, 'f')                                                                   \
  X(F64, "f64", "fp64", 64, 'f')

enum class DType : std::uint8_t {
#define X(kind, ir, triton, bits, sort) kind,
  MYTRITON_DTYPES(X)
#undef X
};

std::string_view irName(DType dtype);                      // "f32"
std::string_view tritonName(DType dtype);                  // "fp32"
std::optional<DType> dtypeFromName(std::string_view name); // either spelling
int bitWidth(DType dtype);                                 // 1 for Bool
int byteSize(DType dtype);                                 // in memory: 1 for Bool
bool isFloat(DType dtype);
bool isInteger(DType dtype); // signed or unsigned, not Bool
bool isSigned(DType dtype);  // signed integers only

// A list of extents or coordinates, one per dimension. At most kMaxRank dimensions.
class Shape {
public:
  static constexpr int kMaxRank = 8;
  // The largest number of elements a block may have.
  static constexpr std::int64_t kMaxElements = 1 << 20;

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> extents);
  explicit Shape(const std::vector<std::int64_t> &extents);

  int rank() const { return rank_; }
  bool empty() const { return rank_ == 0; }
  std::int32_t operator[](int dim) const { return extents_[static_cast<std::size_t>(dim)]; }
  std::int32_t &operator[](int dim) { return extents_[static_cast<std::size_t>(dim)]; }
  const std::int32_t *begin() const { return extents_.data(); }
  const std::int32_t *end() const { return extents_.data() + rank_; }
  std::int64_t elements() const; // the product; 1 for rank 0
  void append(std::int64_t extent);
  void insert(int dim, std::int64_t extent);
  void erase(int dim);
  std::string str() const; // "16x32"
  bool operator==(const Shape &other) const;

private:
  std::uint8_t rank_ = 0;
  std::array<std::int32_t, kMaxRank> extents_{};
};

// NumPy's rule, aligned at the last dimension; nullopt where two extents differ and neither is 1.
// Either may be rank 0.
std::optional<Shape> broadcastShapes(const Shape &a, const Shape &b);

class Type {
public:
  enum class Form : std::uint8_t { None, Scalar, Block, Registers, Shared };

  Type() = default; // no type: what an operation without a result has
  static Type scalar(DType dtype) { return Type(Form::Scalar, dtype, false, {}); }
  static Type pointer(DType pointee) { return Type(Form::Scalar, pointee, true, {}); }
  static Type block(Type element, Shape shape); // element: a scalar or pointer type
  static Type registers(Type element, Shape shape);
  static Type shared(DType dtype, Shape shape);

  Form form() const { return form_; }
  bool isNone() const { return form_ == Form::None; }
  bool isScalar() const { return form_ == Form::Scalar; } // pointers included
  bool isBlock() const { return form_ == Form::Block; }
  bool isRegisters() const { return form_ == Form::Registers; }
  bool isShared() const { return form_ == Form::Shared; }
  // Of the element: blocks of pointers are pointers too.
  bool isPointer() const { return pointer_; }
  bool isBool() const { return !pointer_ && dtype_ == DType::Bool; }
  bool isFloat() const { return !pointer_ && mytriton::isFloat(dtype_); }
  bool isInteger() const { return !pointer_ && mytriton::isInteger(dtype_); }
  // The element's dtype; for pointers, what they point to.
  DType dtype() const { return dtype_; }
  const Shape &shape() const { return shape_; } // rank 0 for scalars

  // The scalar (or pointer) type of one element.
  Type element() const { return Type(Form::Scalar, dtype_, pointer_, {}); }
  Type pointee() const { return Type(form_, dtype_, false, shape_); } // ptr<T> -> T, shape kept
  Type withShape(const Shape &shape) const; // rank 0 gives a scalar, else a block
  Type withElement(Type element) const {
    return Type(form_, element.dtype_, element.pointer_, shape_);
  }

  std::string str() const; // "vector<256 x ptr<f32>>"
  bool operator==(const Type &) const = default;

private:
  Type(Form form, DType dtype, bool pointer, Shape shape)
      : form_(form), dtype_(dtype), pointer_(pointer), shape_(shape) {}

  Form form_ = Form::None;
  DType dtype_ = DType::Bool;
  bool pointer_ = false;
  Shape shape_;
};

} // namespace mytriton
