// Spelling of types, shapes and broadcasting.
#include "mytriton/ir/type.h"

#include <catch2/catch.hpp>

using namespace mytriton;

TEST_CASE("types are spelled as the listings spell them") {
  const Type f32 = Type::scalar(DType::F32);
  CHECK(f32.str() == "f32");
  CHECK(Type::pointer(DType::F32).str() == "ptr<f32>");
  CHECK(Type::block(Type::pointer(DType::F32), Shape{256}).str() == "vector<256 x ptr<f32>>");
  CHECK(Type::block(Type::scalar(DType::I32), Shape{16, 32}).str() == "block<16x32 x i32>");
  CHECK(Type::registers(f32, Shape{4}).str() == "regs<4 x f32>");
  CHECK(Type::shared(DType::F16, Shape{16, 8}).str() == "shared<16x8 x f16>");
}

TEST_CASE("dtypes are known by both names") {
  CHECK(dtypeFromName("f32") == DType::F32);
  CHECK(dtypeFromName("fp32") == DType::F32);
  CHECK(dtypeFromName("i1") == DType::Bool);
  CHECK_FALSE(dtypeFromName("float"));
  CHECK(byteSize(DType::Bool) == 1);
  CHECK(bitWidth(DType::Bool) == 1);
  CHECK(byteSize(DType::BF16) == 2);
  CHECK_FALSE(isInteger(DType::Bool));
  CHECK_FALSE(isSigned(DType::F32));
}

TEST_CASE("shapes broadcast from the last dimension") {
  CHECK(broadcastShapes(Shape{}, Shape{3, 4}) == Shape{3, 4});
  CHECK(broadcastShapes(Shape{3, 1}, Shape{1, 4}) == Shape{3, 4});
  CHECK(broadcastShapes(Shape{4}, Shape{3, 4}) == Shape{3, 4});
  CHECK(broadcastShapes(Shape{3, 4}, Shape{4}) == Shape{3, 4});
  CHECK_FALSE(broadcastShapes(Shape{3}, Shape{4}));
  CHECK_FALSE(broadcastShapes(Shape{3, 1}, Shape{4, 4}));
}

TEST_CASE("shapes can be edited") {
  Shape shape{2, 3};
  shape.insert(0, 1);
  shape.append(4);
  shape.insert(2, 9);
  CHECK(shape == Shape{1, 2, 9, 3, 4});
  shape.erase(2);
  CHECK(shape == Shape{1, 2, 3, 4});
  CHECK(shape.str() == "1x2x3x4");
  CHECK(shape.elements() == 24);
  CHECK(Shape{}.elements() == 1);
  CHECK(Shape{1 << 30, 1 << 30, 1 << 30}.elements() == INT64_MAX);
}
