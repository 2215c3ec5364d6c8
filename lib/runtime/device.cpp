// The small members of the device interface.
#include "mytriton/runtime/device.h"

namespace mytriton {

std::int64_t Buffer::elements() const {
  std::int64_t product = 1;
  for (std::int64_t extent : shape)
    product *= extent;
  return product;
}

std::uint64_t Grid::programs() const {
  // At most (2^31 - 1) * 65535 * 65535, which fits.
  return std::uint64_t{extent[0]} * extent[1] * extent[2];
}

} // namespace mytriton
