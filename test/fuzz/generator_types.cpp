// Types, parameters and places of random programs.
#include "generator.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace mytriton::fuzz {

namespace {

constexpr int kMaxElements = 512;
constexpr int kMaxSize = 4096; // of a buffer for one program

struct WeightedDType {
  DType dtype;
  int weight;
};
const std::vector<WeightedDType> kDTypes = {
    {DType::Bool, 2}, {DType::I8, 2},  {DType::I16, 1}, {DType::I32, 6}, {DType::I64, 2},
    {DType::U8, 1},   {DType::U16, 1}, {DType::U32, 2}, {DType::U64, 1}, {DType::F16, 3},
    {DType::BF16, 2}, {DType::F32, 7}, {DType::F64, 2}};

} // namespace

DType Generator::anyDType() {
  std::vector<int> weights;
  for (const WeightedDType &each : kDTypes)
    weights.push_back(allowed(std::string(irName(each.dtype)).c_str()) ? each.weight : 0);
  return kDTypes[dice_.weighted(weights)].dtype;
}

DType Generator::numberDType() {
  const DType dtype = anyDType();
  return dtype == DType::Bool ? DType::I32 : dtype;
}

DType Generator::floatDType() {
  const DType dtype = anyDType();
  return isFloat(dtype) ? dtype : DType::F32;
}

Shape Generator::anyShape() {
  static const std::vector<int> kExtents = {1,  2,  3,  4,  4,  5,  7,  8,   8,   12,  16,
                                            16, 17, 24, 32, 32, 33, 64, 100, 128, 200, 256};
  if (dice_.oneIn(8))
    return {};
  const int most = allowed("rank3") ? 2 : 0;
  const int rank =
      allowed("rank2") ? 1 + static_cast<int>(dice_.weighted({6, 5, most, most / 2})) : 1;
  Shape shape;
  for (int d = 0; d < rank; ++d)
    shape.append(dice_.pick(kExtents));
  while (shape.elements() > kMaxElements)
    for (int d = 0; d < rank; ++d)
      shape[d] = std::max(1, shape[d] / 2);
  return shape;
}

Type Generator::anyType() {
  // Often one that is there already, so that values meet.
  if (!names_.empty() && dice_.below(3) != 0) {
    const Type type = dice_.pick(names_).type;
    return dice_.oneIn(3) ? type.withElement(Type::scalar(anyDType())) : type;
  }
  return Type::scalar(anyDType()).withShape(anyShape());
}

Type Generator::productType() {
  static const std::vector<int> kExtents = {1, 4, 8, 16, 16, 17, 32};
  std::vector<DType> dtypes = {DType::F32, DType::F32};
  if (allowed("f64"))
    dtypes.push_back(DType::F64);
  if (allowed("i8"))
    dtypes.push_back(DType::I32);
  return Type::block(Type::scalar(dice_.pick(dtypes)),
                     {dice_.pick(kExtents), dice_.pick(kExtents)});
}

Shape Generator::narrowed(const Shape &shape) {
  Shape result = shape;
  if (shape.empty() || dice_.oneIn(3))
    return {};
  if (shape.rank() > 1 && dice_.oneIn(3)) {
    result.erase(0);
    return result;
  }
  result[dice_.below(shape.rank())] = 1;
  if (dice_.oneIn(4))
    for (int d = 0; d < shape.rank(); ++d)
      result[d] = 1;
  return result;
}

int Generator::inputOf(DType dtype) {
  std::vector<int> fitting;
  int inputs = 0;
  for (std::size_t i = 0; i < program_.buffers.size(); ++i) {
    inputs += program_.buffers[i].output ? 0 : 1;
    if (!program_.buffers[i].output && program_.buffers[i].dtype == dtype)
      fitting.push_back(static_cast<int>(i));
  }
  if (!fitting.empty() && (inputs >= 8 || dice_.below(3) != 0))
    return dice_.pick(fitting);
  BufferParameter buffer;
  buffer.name = fmt::format("in{}", program_.buffers.size());
  buffer.dtype = dtype;
  buffer.wild = allowed("wild") && dtype != DType::Bool && dice_.oneIn(3);
  static const std::vector<int> kSizes = {16, 50, 64, 100, 256, 256, 512, 777};
  buffer.size = dice_.pick(kSizes);
  program_.buffers.push_back(buffer);
  return static_cast<int>(program_.buffers.size()) - 1;
}

int Generator::outputOf(Type type) {
  const int elements = static_cast<int>(type.shape().elements());
  std::vector<int> fitting;
  int outputs = 0;
  for (std::size_t i = 0; i < program_.buffers.size(); ++i) {
    const BufferParameter &buffer = program_.buffers[i];
    outputs += buffer.output ? 1 : 0;
    if (buffer.output && buffer.dtype == type.dtype() && buffer.size >= elements)
      fitting.push_back(static_cast<int>(i));
  }
  if (!fitting.empty() && (outputs >= 8 || dice_.oneIn(3)))
    return dice_.pick(fitting);
  BufferParameter buffer;
  buffer.name = fmt::format("out{}", program_.buffers.size());
  buffer.dtype = type.dtype();
  buffer.output = true;
  const int tiles = loops_.empty() ? 1 : dice_.between(1, 5);
  buffer.size = std::min(kMaxSize, elements * tiles) + (dice_.oneIn(2) ? 0 : dice_.below(9));
  program_.buffers.push_back(buffer);
  return static_cast<int>(program_.buffers.size()) - 1;
}

std::string Generator::boundName() {
  std::vector<std::string> names;
  for (const ScalarParameter &scalar : program_.scalars)
    if (scalar.name[0] == 'n')
      names.push_back(scalar.name);
  return dice_.pick(names);
}

// Row-major strides with the dimensions in a random order, some with a gap behind: no two elements
// at one place.
std::vector<int> Generator::orderedStrides(const Shape &shape, bool natural) {
  std::vector<int> dims(static_cast<std::size_t>(shape.rank()));
  std::iota(dims.rbegin(), dims.rend(), 0); // the last dimension is the fastest
  if (!natural)
    for (std::size_t i = dims.size(); i > 1; --i)
      std::swap(dims[i - 1], dims[static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
  std::vector<int> strides(dims.size());
  int stride = 1;
  for (const int dim : dims) {
    strides[static_cast<std::size_t>(dim)] = stride;
    stride *= shape[dim];
    if (dice_.oneIn(6))
      stride = dice_.oneIn(2) ? stride * dice_.between(2, 4) : stride + dice_.between(1, 5);
  }
  return strides;
}

// In a loop an access may move with its variable, often by the whole tile.
void Generator::move(Access &access, const Shape &shape) {
  for (const std::string &loop : loops_) {
    if (!dice_.oneIn(2))
      continue;
    const int tile = static_cast<int>(shape.elements());
    std::vector<int> steps = {
        tile, tile, tile, 1, std::max(1, tile / 2), -tile, dice_.between(-3, 40)};
    if (!shape.empty()) {
      const int dim = dice_.below(shape.rank());
      const int along = access.strides[static_cast<std::size_t>(dim)] * shape[dim];
      steps.insert(steps.end(), {along, along});
    }
    access.moves.push_back({loop, dice_.pick(steps)});
  }
}

Access Generator::affineAccess(int buffer, const Shape &shape) {
  Access access;
  access.buffer = buffer;
  access.perProgram = dice_.oneIn(2);
  access.strides = orderedStrides(shape, !dice_.oneIn(3));
  if (dice_.oneIn(3))
    for (int &stride : access.strides)
      switch (dice_.below(5)) {
      case 0:
        stride = 0;
        break;
      case 1:
        stride = -stride;
        break;
      case 2:
        stride = dice_.between(-3, 4);
        break;
      default:
        break;
      }
  switch (dice_.below(4)) {
  case 0:
    access.base = dice_.between(-5, 9);
    break;
  case 1:
    access.base = 4 * dice_.between(0, 4);
    break;
  default:
    break;
  }
  for (int d = 0; d < shape.rank(); ++d)
    if (access.strides[static_cast<std::size_t>(d)] < 0 && access.base >= 0)
      access.base -= access.strides[static_cast<std::size_t>(d)] * (shape[d] - 1);
  access.limits.resize(access.strides.size());
  access.strideNames.resize(access.strides.size());
  if (allowed("masks")) {
    for (std::string &limit : access.limits)
      if (dice_.oneIn(5))
        limit = boundName();
    // A row as long as a parameter says, and a place that one shifts, have to be guarded.
    if (shape.rank() > 1 && dice_.oneIn(8))
      access.strideNames[static_cast<std::size_t>(dice_.below(shape.rank() - 1))] = boundName();
    if (dice_.oneIn(10))
      access.shift = boundName();
  }
  if (allowed("masks") && dice_.oneIn(3))
    access.bound = boundName();
  access.wide = allowed("i64") && dice_.oneIn(8);
  move(access, shape);
  return access;
}

Access Generator::storeAccess(int buffer, const Shape &shape) {
  Access access;
  access.buffer = buffer;
  access.perProgram = true;
  access.strides = orderedStrides(shape, !dice_.oneIn(4));
  const int slack =
      program_.buffers[static_cast<std::size_t>(buffer)].size - static_cast<int>(shape.elements());
  access.base = loops_.empty() && dice_.oneIn(2) ? dice_.below(slack + 1) : 0;
  if (!access.strides.empty() && dice_.oneIn(8)) {
    const auto at = static_cast<std::size_t>(dice_.below(shape.rank()));
    access.base += access.strides[at] * (shape[static_cast<int>(at)] - 1);
    access.strides[at] = -access.strides[at];
  }
  access.limits.resize(access.strides.size());
  if (allowed("masks") && dice_.oneIn(4))
    access.bound = boundName();
  if (allowed("masks"))
    for (std::string &limit : access.limits)
      if (dice_.oneIn(8))
        limit = boundName();
  access.wide = allowed("i64") && dice_.oneIn(10);
  move(access, shape);
  return access;
}

} // namespace mytriton::fuzz
