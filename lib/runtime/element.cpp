// Scalars to and from memory: little endian, so the low bytes of the bits come first.
#include "element.h"

#include <cstdint>
#include <cstring>

namespace mytriton {

void storeElement(std::byte *to, const Scalar &value) {
  const std::uint64_t bits = value.bits();
  std::memcpy(to, &bits, static_cast<std::size_t>(byteSize(value.dtype())));
}

Scalar loadElement(const std::byte *from, DType dtype) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, static_cast<std::size_t>(byteSize(dtype)));
  return dtype == DType::Bool ? Scalar::ofBool(bits != 0) : Scalar::ofBits(dtype, bits);
}

} // namespace mytriton
