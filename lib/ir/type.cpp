// Element types, shapes and types: names, spelling, broadcasting.
#include "mytriton/ir/type.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace mytriton {

namespace {

struct DTypeInfo {
  std::string_view ir;
  std::string_view triton;
  int bits;
  char sort; // (b)ool, (s)igned, (u)nsigned, (f)loat
};

constexpr DTypeInfo kDTypes[] = {
#define X(kind, ir, triton, bits, sort) {ir, triton, bits, sort},
    MYTRITON_DTYPES(X)
#undef X
};

const DTypeInfo &info(DType dtype) { return kDTypes[static_cast<std::size_t>(dtype)]; }

} // namespace

std::string_view irName(DType dtype) { return info(dtype).ir; }
std::string_view tritonName(DType dtype) { return info(dtype).triton; }

std::optional<DType> dtypeFromName(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kDTypes); ++i)
    if (kDTypes[i].ir == name || kDTypes[i].triton == name)
      return static_cast<DType>(i);
  return std::nullopt;
}

int bitWidth(DType dtype) { return info(dtype).bits; }
int byteSize(DType dtype) { return (info(dtype).bits + 7) / 8; }
bool isFloat(DType dtype) { return info(dtype).sort == 'f'; }
bool isInteger(DType dtype) { return info(dtype).sort == 's' || info(dtype).sort == 'u'; }
bool isSigned(DType dtype) { return info(dtype).sort == 's'; }

Shape::Shape(std::initializer_list<std::int64_t> extents) {
  for (std::int64_t extent : extents)
    append(extent);
}

Shape::Shape(const std::vector<std::int64_t> &extents) {
  for (std::int64_t extent : extents)
    append(extent);
}

std::int64_t Shape::elements() const {
  // Saturates, so that a caller may compare the product of untrusted extents with a limit.
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  std::int64_t product = 1;
  for (std::int64_t extent : *this) {
    if (extent > 0 && product > kMax / extent)
      return kMax;
    product *= extent;
  }
  return product;
}

void Shape::append(std::int64_t extent) { insert(rank_, extent); }

// A rank above kMaxRank is a bug of the caller; `at` ends the program rather than corrupt memory.
void Shape::insert(int dim, std::int64_t extent) {
  extents_.at(rank_) = static_cast<std::int32_t>(extent);
  std::rotate(extents_.begin() + dim, extents_.begin() + rank_, extents_.begin() + rank_ + 1);
  ++rank_;
}

void Shape::erase(int dim) {
  std::rotate(extents_.begin() + dim, extents_.begin() + dim + 1, extents_.begin() + rank_);
  --rank_;
  extents_[rank_] = 0;
}

std::string Shape::str() const {
  std::string text;
  for (int dim = 0; dim < rank_; ++dim)
    text += (dim ? "x" : "") + std::to_string(extents_[static_cast<std::size_t>(dim)]);
  return text;
}

bool Shape::operator==(const Shape &other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

std::optional<Shape> broadcastShapes(const Shape &a, const Shape &b) {
  const Shape &longer = a.rank() >= b.rank() ? a : b;
  const Shape &shorter = a.rank() >= b.rank() ? b : a;
  Shape result = longer;
  const int lead = longer.rank() - shorter.rank();
  for (int dim = 0; dim < shorter.rank(); ++dim) {
    const std::int32_t theirs = shorter[dim];
    std::int32_t &ours = result[lead + dim];
    if (ours == 1)
      ours = theirs;
    else if (theirs != 1 && theirs != ours)
      return std::nullopt;
  }
  return result;
}

Type Type::block(Type element, Shape shape) {
  return Type(Form::Block, element.dtype_, element.pointer_, shape);
}

Type Type::registers(Type element, Shape shape) {
  return Type(Form::Registers, element.dtype_, element.pointer_, shape);
}

Type Type::shared(DType dtype, Shape shape) { return Type(Form::Shared, dtype, false, shape); }

Type Type::withShape(const Shape &shape) const {
  return shape.empty() ? element() : block(element(), shape);
}

std::string Type::str() const {
  const std::string name =
      pointer_ ? fmt::format("ptr<{}>", irName(dtype_)) : std::string(irName(dtype_));
  switch (form_) {
  case Form::None:
    return "none";
  case Form::Scalar:
    return name;
  case Form::Block:
    return fmt::format("{}<{} x {}>", shape_.rank() == 1 ? "vector" : "block", shape_.str(), name);
  case Form::Registers:
    return fmt::format("regs<{} x {}>", shape_.str(), name);
  case Form::Shared:
    return fmt::format("shared<{} x {}>", shape_.str(), name);
  }
  return {};
}

} // namespace mytriton
