// Fills arrays with what the command line asks for.
#include "mytriton/runtime/value_spec.h"

#include "element.h"
#include "mytriton/runtime/random.h"

#include <algorithm>
#include <limits>
#include <new>

namespace mytriton {
namespace {

// Of the significand, the hidden bit included: what a uniform number can have without rounding
// to 1.
int significandBits(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return 11;
  case DType::BF16:
    return 8;
  case DType::F32:
    return 24;
  default:
    return 53;
  }
}

class Generator {
public:
  Generator(const ValueSpec &spec, DType dtype, Diagnostics &diagnostics)
      : spec_(spec), dtype_(dtype), diagnostics_(diagnostics),
        random_(spec.seed.value_or(seedOfName(spec.name))) {}

  Buffer run() {
    Buffer buffer;
    buffer.name = spec_.name;
    buffer.dtype = dtype_;
    std::int64_t count = 1;
    for (std::int64_t extent : spec_.shape)
      count *= extent;
    std::int64_t all = count + spec_.offset;
    buffer.shape = spec_.offset == 0 ? spec_.shape : std::vector<std::int64_t>{all};
    auto size = static_cast<std::size_t>(byteSize(dtype_));
    try {
      buffer.bytes.resize(static_cast<std::size_t>(all) * size);
    } catch (const std::bad_alloc &) {
      fail(fmt::format("there is no memory for its {} elements", all));
    }
    check(count);
    std::byte *to = buffer.bytes.data() + static_cast<std::size_t>(spec_.offset) * size;
    for (std::int64_t i = 0; i < count; ++i, to += size)
      storeElement(to, element(static_cast<std::uint64_t>(i)));
    return buffer;
  }

private:
  [[noreturn]] void fail(std::string_view why) {
    diagnostics_.fail(DiagnosticKind::SpecInvalid, nullptr, SourceRange{}, spec_.name, spec_.text,
                      why);
  }

  Scalar convert(const Number &number) {
    std::string problem;
    std::optional<Scalar> scalar = toScalar(number, dtype_, problem);
    if (!scalar)
      fail("an element " + problem);
    return *scalar;
  }

  // Reports what the dtype cannot hold, and prepares what is the same for all elements.
  void check(std::int64_t count) {
    switch (spec_.kind) {
    case ValueSpec::Kind::Full:
      constant_ = convert(spec_.number);
      break;
    case ValueSpec::Kind::Arange:
      convert(std::int64_t{0});
      convert(std::max<std::int64_t>(count - 1, 0));
      break;
    case ValueSpec::Kind::Randint:
      convert(spec_.low);
      convert(drawn(spec_.count - 1));
      break;
    default:
      if (!isFloat(dtype_))
        fail(fmt::format("rand and randn give floats, not {}; use randint", tritonName(dtype_)));
    }
  }

  Scalar element(std::uint64_t index) {
    switch (spec_.kind) {
    case ValueSpec::Kind::Arange:
      return integer(static_cast<std::int64_t>(index));
    case ValueSpec::Kind::Rand:
      return Scalar::ofFloat(dtype_, random_.uniform(index, significandBits(dtype_)));
    case ValueSpec::Kind::Randn:
      return Scalar::ofFloat(dtype_, random_.normal(index));
    case ValueSpec::Kind::Randint:
      return convert(drawn(random_.below(index, spec_.count)));
    default:
      return constant_;
    }
  }

  // That many above the lowest.
  Number drawn(std::uint64_t above) {
    if (const auto *low = std::get_if<std::uint64_t>(&spec_.low))
      return *low + above;
    const std::int64_t low = std::get<std::int64_t>(spec_.low);
    const std::uint64_t sum = static_cast<std::uint64_t>(low) + above;
    const bool large = sum > std::numeric_limits<std::int64_t>::max() && (low >= 0 || above > sum);
    return large ? Number(sum) : Number(static_cast<std::int64_t>(sum));
  }

  // Of one that is in range.
  Scalar integer(std::int64_t value) { return Scalar::ofInt(DType::I64, value).convert(dtype_); }

  const ValueSpec &spec_;
  DType dtype_;
  Diagnostics &diagnostics_;
  Random random_;
  Scalar constant_;
};

} // namespace

std::optional<Buffer> generate(const ValueSpec &spec, DType dtype, Diagnostics &diagnostics) {
  try {
    return Generator(spec, dtype, diagnostics).run();
  } catch (const Diagnosed &) {
    return std::nullopt;
  }
}

} // namespace mytriton
