// Reads what the command line says of an argument.
#include "mytriton/runtime/value_spec.h"

#include "number_text.h"

#include <algorithm>
#include <limits>

namespace mytriton {
namespace {

// So that a slip of the pen does not fill the memory: 2^36 elements.
constexpr std::int64_t kMaxElements = std::int64_t{1} << 36;

class SpecParser {
public:
  SpecParser(std::string_view assignment, Diagnostics &diagnostics) : diagnostics_(diagnostics) {
    std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0)
      diagnostics_.fail(DiagnosticKind::SpecNoName, nullptr, SourceRange{}, assignment);
    spec_.name = assignment.substr(0, equals);
    spec_.text = assignment.substr(equals + 1);
  }

  ValueSpec parse() {
    std::string_view text = spec_.text;
    if (text == "None") {
      spec_.kind = ValueSpec::Kind::None;
    } else if (text.starts_with('@')) {
      same(text.substr(1));
    } else if (std::size_t end = fileEnd(text); end != 0) {
      spec_.kind = ValueSpec::Kind::File;
      spec_.other = text.substr(0, end);
      if (text.substr(end) == ":")
        fail("nothing follows the last ':'");
      split(text.substr(std::min(end + 1, text.size())));
      options();
    } else {
      split(text);
      generator(next());
      options();
    }
    return std::move(spec_);
  }

private:
  [[noreturn]] void fail(std::string_view why) {
    diagnostics_.fail(DiagnosticKind::SpecInvalid, nullptr, SourceRange{}, spec_.name, spec_.text,
                      why);
  }

  // Where the path of a .npy file ends: at the last `.npy` that is followed by `:` or nothing.
  static std::size_t fileEnd(std::string_view text) {
    for (std::size_t at = text.rfind(".npy"); at != std::string_view::npos && at > 0;
         at = text.rfind(".npy", at - 1))
      if (at + 4 == text.size() || text[at + 4] == ':')
        return at + 4;
    return 0;
  }

  void same(std::string_view text) {
    spec_.kind = ValueSpec::Kind::Same;
    std::size_t plus = text.find('+');
    spec_.other = text.substr(0, plus);
    if (spec_.other.empty())
      fail("after '@' stands the name of another argument, as in '@x' or '@x+4'");
    if (plus != std::string_view::npos)
      spec_.offset = count(text.substr(plus + 1), "after '+' stands a number of elements");
  }

  // The parts between colons.
  void split(std::string_view text) {
    while (!text.empty()) {
      std::size_t colon = std::min(text.find(':'), text.size());
      parts_.push_back(text.substr(0, colon));
      text.remove_prefix(colon);
      if (text == ":")
        fail("nothing follows the last ':'");
      text.remove_prefix(text.empty() ? 0 : 1);
    }
  }
  bool more() const { return at_ < parts_.size(); }
  std::string_view next() { return more() ? parts_[at_++] : std::string_view(); }

  void generator(std::string_view word) {
    if (word == "zeros" || word == "ones") {
      spec_.kind = ValueSpec::Kind::Full;
      spec_.number = std::int64_t{word == "ones"};
      shape();
    } else if (word == "full") {
      spec_.kind = ValueSpec::Kind::Full;
      std::optional<Number> number = parseNumber(next());
      if (!number)
        fail("after 'full' stands a number, as in 'full:1.5:1000'");
      spec_.number = *number;
      shape();
    } else if (word == "arange") {
      spec_.kind = ValueSpec::Kind::Arange;
      shape();
    } else if (word == "rand" || word == "randn") {
      spec_.kind = word == "rand" ? ValueSpec::Kind::Rand : ValueSpec::Kind::Randn;
      shape();
    } else if (word == "randint") {
      spec_.kind = ValueSpec::Kind::Randint;
      randint();
      shape();
    } else if (std::optional<Number> number = parseNumber(word)) {
      spec_.kind = ValueSpec::Kind::Single;
      spec_.number = *number;
    } else {
      fail("it is no number, no .npy file, and none of None, @NAME, zeros:, ones:, full:, arange:, "
           "rand:, randn:, randint:");
    }
  }

  void randint() {
    const std::string_view texts[] = {next(), next()};
    __int128 bounds[2];
    for (int i = 0; i < 2; ++i) {
      const std::optional<Number> number = parseNumber(texts[i]);
      if (number && std::holds_alternative<std::int64_t>(*number))
        bounds[i] = std::get<std::int64_t>(*number);
      else if (number && std::holds_alternative<std::uint64_t>(*number))
        bounds[i] = std::get<std::uint64_t>(*number);
      else
        fail("after 'randint' stand two integers, as in 'randint:0:10:1000'");
      if (i == 0)
        spec_.low = *number;
    }
    if (bounds[0] >= bounds[1])
      fail(fmt::format("{} is not below {}: HIGH itself is never drawn", texts[0], texts[1]));
    if (bounds[1] - bounds[0] > std::numeric_limits<std::uint64_t>::max())
      fail("the range has over 2^64 - 1 integers");
    spec_.count = static_cast<std::uint64_t>(bounds[1] - bounds[0]);
  }

  void shape() {
    constexpr std::string_view kHelp =
        "a shape such as 1000 or 32x64 is missing or is not made of sizes";
    std::string_view text = next();
    std::int64_t product = 1;
    while (true) {
      std::size_t cross = text.find('x');
      std::int64_t extent = count(text.substr(0, cross), kHelp);
      spec_.shape.push_back(extent);
      if (extent != 0 && __builtin_mul_overflow(product, extent, &product))
        product = std::numeric_limits<std::int64_t>::max();
      if (product > kMaxElements)
        fail("the shape has over 2^36 elements");
      if (cross == std::string_view::npos)
        break;
      if (spec_.shape.size() == 32)
        fail("the shape has over 32 dimensions");
      text.remove_prefix(cross + 1);
    }
  }

  std::int64_t count(std::string_view text, std::string_view help) {
    std::optional<std::uint64_t> value = parseDigits(text, 10);
    if (!value || *value > static_cast<std::uint64_t>(kMaxElements))
      fail(help);
    return static_cast<std::int64_t>(*value);
  }

  void options() {
    using Kind = ValueSpec::Kind;
    bool random =
        spec_.kind == Kind::Rand || spec_.kind == Kind::Randn || spec_.kind == Kind::Randint;
    while (more()) {
      std::string_view option = next();
      if (std::optional<DType> dtype = dtypeFromName(option)) {
        spec_.dtype = dtype;
      } else if (option.starts_with("seed=") && random) {
        spec_.seed = parseDigits(option.substr(5), 10);
        if (!spec_.seed)
          fail("after 'seed=' stands an integer from 0 to 2^64 - 1");
      } else if (option.starts_with("offset=") && spec_.isArray()) {
        spec_.offset = count(option.substr(7), "after 'offset=' stands a number of elements");
      } else {
        fail(fmt::format("'{}' is no dtype (such as fp32){}{}", option,
                         random ? ", no 'seed=N'" : "",
                         spec_.isArray() ? " and no 'offset=K'" : ""));
      }
    }
  }

  Diagnostics &diagnostics_;
  ValueSpec spec_;
  std::vector<std::string_view> parts_;
  std::size_t at_ = 0;
};

} // namespace

std::optional<ValueSpec> parseValueSpec(std::string_view assignment, Diagnostics &diagnostics) {
  try {
    return SpecParser(assignment, diagnostics).parse();
  } catch (const Diagnosed &) {
    return std::nullopt;
  }
}

} // namespace mytriton
