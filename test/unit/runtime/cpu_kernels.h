// What the tests of the cpu device share: kernels written by hand, with buffers and a launch.
#pragma once

#include "mytriton/runtime/device.h"

#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace mytriton::cputest {

template <class T>
inline DType dtypeOf();
template <>
inline DType dtypeOf<float>() {
  return DType::F32;
}
template <>
inline DType dtypeOf<double>() {
  return DType::F64;
}
template <>
inline DType dtypeOf<std::int32_t>() {
  return DType::I32;
}
template <>
inline DType dtypeOf<std::int8_t>() {
  return DType::I8;
}

// The orders that tests try: 0 is forward, 1 backward, others are random.
inline ThreadOrder threadOrder(std::uint64_t number) {
  using Kind = ThreadOrder::Kind;
  return {number == 0 ? Kind::Forward : number == 1 ? Kind::Backward : Kind::Random, number};
}

// One kernel with its arguments, launched by run().
class Launch {
public:
  Launch(std::string source, int threads) : source_(std::move(source)) {
    metadata_.kernel = metadata_.symbol = "kernel";
    metadata_.threadsPerBlock = threads;
    options.cache = false;
  }

  // A pointer argument to a buffer of its own.
  template <class T>
  Launch &buffer(const std::string &name, const std::vector<T> &values, bool isConst = false) {
    Buffer &made = buffers_.emplace_back();
    made.name = name;
    made.dtype = dtypeOf<T>();
    made.shape = {static_cast<std::int64_t>(values.size())};
    made.bytes.resize(values.size() * sizeof(T));
    if (!values.empty())
      std::memcpy(made.bytes.data(), values.data(), made.bytes.size());
    return pointer(name, made, 0, isConst);
  }
  // A pointer argument into a buffer that is there already.
  Launch &alias(const std::string &name, const std::string &other, std::int64_t offset,
                bool isConst = false) {
    return pointer(name, find(other), offset, isConst);
  }
  Launch &integer(const std::string &name, std::int64_t value) {
    metadata_.arguments.push_back({});
    metadata_.arguments.back().name = name;
    values_.emplace_back(Scalar::ofInt(DType::I32, value));
    return *this;
  }

  LaunchResult run(std::uint32_t x = 1, std::uint32_t y = 1, std::uint32_t z = 1) {
    LaunchRequest request;
    request.metadata = &metadata_;
    request.arguments = values_;
    request.grid.extent = {x, y, z};
    request.source = source_;
    request.timeoutSeconds = timeout;
    return makeCpuDevice(options)->launch(request);
  }

  template <class T>
  std::vector<T> values(const std::string &name) {
    const Buffer &found = find(name);
    std::vector<T> result(found.bytes.size() / sizeof(T));
    if (!result.empty())
      std::memcpy(result.data(), found.bytes.data(), found.bytes.size());
    return result;
  }
  LaunchMetadata &metadata() { return metadata_; }

  CpuDeviceOptions options;
  double timeout = 0;

private:
  Launch &pointer(const std::string &name, Buffer &to, std::int64_t offset, bool isConst) {
    metadata_.arguments.push_back({});
    KernelArgument &argument = metadata_.arguments.back();
    argument.name = name;
    argument.pointer = true;
    argument.dtype = to.dtype;
    argument.isConst = isConst;
    values_.emplace_back(PointerArgument{&to, offset});
    return *this;
  }
  Buffer &find(const std::string &name) {
    for (Buffer &candidate : buffers_)
      if (candidate.name == name)
        return candidate;
    throw std::out_of_range(name);
  }

  std::string source_;
  LaunchMetadata metadata_;
  std::deque<Buffer> buffers_;
  std::vector<ArgumentValue> values_;
};

} // namespace mytriton::cputest
