// NumPy's .npy files: how arrays come in and go out. bf16 has no dtype there and travels as uint16.
#pragma once

#include "mytriton/runtime/device.h"
#include "mytriton/support/diagnostics.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace mytriton {

// Reads one array in format version 1 to 3. Untrusted: Fortran order, foreign byte order, dtypes
// that no kernel takes, and data that is shorter or longer than the shape says are reported, and no
// memory is taken before the data for it is there. `path` is for messages.
std::optional<Buffer> readNpy(std::istream &in, std::string_view path, Diagnostics &diagnostics);
std::optional<Buffer> readNpyFile(const std::string &path, Diagnostics &diagnostics);

// Part of a buffer as an array of its own: `shape` elements from element `offset` on.
struct ArrayView {
  const Buffer *buffer = nullptr;
  std::int64_t offset = 0;
  std::vector<std::int64_t> shape;

  std::int64_t elements() const;
  const std::byte *data() const;
};

// The array as a file in format version 1.
std::string toNpy(const ArrayView &array);

} // namespace mytriton
