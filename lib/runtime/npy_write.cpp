// Writes .npy files.
#include "mytriton/runtime/npy.h"

#include <fmt/format.h>

namespace mytriton {
namespace {

std::string_view descrOf(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return "|b1";
  case DType::I8:
    return "|i1";
  case DType::I16:
    return "<i2";
  case DType::I32:
    return "<i4";
  case DType::I64:
    return "<i8";
  case DType::U8:
    return "|u1";
  case DType::U16:
  case DType::BF16:
    return "<u2";
  case DType::U32:
    return "<u4";
  case DType::U64:
    return "<u8";
  case DType::F16:
    return "<f2";
  case DType::F32:
    return "<f4";
  case DType::F64:
    return "<f8";
  }
  return {};
}

} // namespace

std::int64_t ArrayView::elements() const {
  std::int64_t product = 1;
  for (std::int64_t extent : shape)
    product *= extent;
  return product;
}

const std::byte *ArrayView::data() const {
  return buffer->bytes.data() + offset * byteSize(buffer->dtype);
}

std::string toNpy(const ArrayView &array) {
  std::string shape;
  for (std::int64_t extent : array.shape)
    shape += fmt::format("{}{}", shape.empty() ? "" : ", ", extent);
  if (array.shape.size() == 1)
    shape += ",";
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   descrOf(array.buffer->dtype), shape);
  // The data starts at a multiple of 64 bytes; magic, version and length are the first 10.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  std::size_t bytes = static_cast<std::size_t>(array.elements() * byteSize(array.buffer->dtype));
  file.append(reinterpret_cast<const char *>(array.data()), bytes);
  return file;
}

} // namespace mytriton
