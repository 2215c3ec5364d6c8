// Elements of buffers: scalars to and from memory.
#pragma once

#include "mytriton/ir/scalar.h"

#include <cstddef>

namespace mytriton {

// `value` has the dtype of the memory; `to` has room for byteSize(dtype) bytes, at any alignment.
void storeElement(std::byte *to, const Scalar &value);
Scalar loadElement(const std::byte *from, DType dtype);

} // namespace mytriton
