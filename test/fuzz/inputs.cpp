// Contents of buffers: small integers, and in wild ones anything.
#include "inputs.h"
#include "dice.h"
#include "element.h"

#include <limits>

namespace mytriton::fuzz {

namespace {

double anyFloat(Dice &dice) {
  static const std::vector<double> kOdd = {std::numeric_limits<double>::quiet_NaN(),
                                           std::numeric_limits<double>::infinity(),
                                           -std::numeric_limits<double>::infinity(),
                                           -0.0,
                                           0.5,
                                           -1.5,
                                           65504,
                                           1e-7,
                                           3e9,
                                           -1e19,
                                           1e300,
                                           1e-40};
  return dice.oneIn(3) ? dice.pick(kOdd) : dice.between(-1000, 1000) / 7.0;
}

Scalar anyElement(Dice &dice, const BufferParameter &buffer) {
  if (buffer.dtype == DType::Bool)
    return Scalar::ofBool(dice.oneIn(2));
  if (isFloat(buffer.dtype))
    return Scalar::ofFloat(buffer.dtype,
                           buffer.wild ? anyFloat(dice) : dice.between(-kSmall, kSmall));
  if (buffer.wild && dice.oneIn(2))
    return Scalar::ofInt(buffer.dtype, static_cast<std::int64_t>(dice.word()));
  return Scalar::ofInt(buffer.dtype, isSigned(buffer.dtype) ? dice.between(-kSmall, kSmall)
                                                            : dice.below(kSmall + 1));
}

} // namespace

Buffer inputBuffer(const Program &program, std::size_t index, bool aligned, std::int64_t &offset) {
  const BufferParameter &parameter = program.buffers[index];
  Dice dice(program.seed * 1009 + index);
  const int shift = dice.oneIn(2) ? dice.between(1, 5) : 0;
  offset = aligned ? 0 : shift;
  const std::int64_t count = std::int64_t{parameter.size} * program.programs();
  const auto bytes = static_cast<std::size_t>(byteSize(parameter.dtype));
  Buffer buffer;
  buffer.name = parameter.name;
  buffer.dtype = parameter.dtype;
  buffer.shape = {count + offset};
  buffer.bytes.resize(static_cast<std::size_t>(count + offset) * bytes);
  for (std::int64_t i = 0; i < count; ++i)
    storeElement(buffer.bytes.data() + static_cast<std::size_t>(i + offset) * bytes,
                 anyElement(dice, parameter));
  return buffer;
}

} // namespace mytriton::fuzz
