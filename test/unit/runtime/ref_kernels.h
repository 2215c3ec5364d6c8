// Launches of SSA text on the ref device, for tests.
#pragma once

#include "mytriton/runtime/device.h"

#include <algorithm>
#include <span>

namespace mytriton {

template <typename T>
Buffer makeBuffer(std::string name, DType dtype, std::vector<T> values) {
  Buffer buffer;
  buffer.name = std::move(name);
  buffer.dtype = dtype;
  buffer.shape = {static_cast<std::int64_t>(values.size())};
  const auto bytes = std::as_bytes(std::span(values));
  buffer.bytes.assign(bytes.begin(), bytes.end());
  return buffer;
}

template <typename T>
std::vector<T> valuesOf(const Buffer &buffer) {
  std::vector<T> values(buffer.bytes.size() / sizeof(T));
  std::copy(buffer.bytes.begin(), buffer.bytes.end(),
            std::as_writable_bytes(std::span(values)).begin());
  return values;
}

inline LaunchResult launchRef(std::string ssa, std::vector<ArgumentValue> arguments, Grid grid = {},
                              double timeoutSeconds = 0) {
  LaunchMetadata metadata;
  metadata.kernel = "test_kernel";
  metadata.source = "test.py";
  metadata.ssa = std::move(ssa);
  LaunchRequest request;
  request.metadata = &metadata;
  request.arguments = std::move(arguments);
  request.grid = grid;
  request.timeoutSeconds = timeoutSeconds;
  return makeRefDevice()->launch(request);
}

} // namespace mytriton
