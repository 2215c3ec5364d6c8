// Binds what the command line gives to what the kernel takes.
#include "mytriton/runtime/arguments.h"

#include "mytriton/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace mytriton {
namespace {

std::string typeText(const KernelArgument &argument) {
  return fmt::format("{}{}", argument.pointer ? "*" : "", tritonName(argument.dtype));
}

// A default of the source: a number, True, False, None, or float('inf') and its kin.
std::optional<ValueSpec> defaultSpec(const KernelArgument &argument) {
  if (!argument.defaultValue)
    return std::nullopt;
  std::string_view text = *argument.defaultValue;
  ValueSpec spec;
  spec.name = argument.name;
  spec.text = text;
  if (text == "None") {
    spec.kind = ValueSpec::Kind::None;
    return spec;
  }
  for (std::string_view quote : {"'", "\""})
    for (std::string_view word : {"inf", "-inf", "nan"})
      if (text == fmt::format("float({0}{1}{0})", quote, word))
        text = word;
  std::optional<Number> number = parseNumber(text);
  if (!number)
    return std::nullopt;
  spec.number = *number;
  return spec;
}

class Binder {
public:
  Binder(const LaunchMetadata &metadata, std::vector<GivenValue> &values, Diagnostics &diagnostics)
      : metadata_(metadata), diagnostics_(diagnostics) {
    for (GivenValue &value : values)
      given_.emplace(value.spec.name, &value);
  }

  Arguments run() {
    checkNames();
    result_.items.resize(metadata_.arguments.size());
    bound_.resize(metadata_.arguments.size());
    for (std::size_t i = 0; i < metadata_.arguments.size(); ++i)
      bind(i);
    return std::move(result_);
  }

private:
  [[noreturn]] void fail(const ValueSpec &spec, std::string_view why) {
    diagnostics_.fail(DiagnosticKind::ArgumentRefused, nullptr, SourceRange{}, spec.name, spec.text,
                      spec.name, why);
  }

  // Every name that is given is the kernel's, and every argument has a value.
  void checkNames() {
    std::vector<std::string> names;
    for (const KernelArgument &argument : metadata_.arguments)
      names.push_back(argument.name);
    for (const auto &[name, value] : given_) {
      for (const auto &constant : metadata_.constexprs)
        if (constant.first == name)
          diagnostics_.fail(DiagnosticKind::ArgumentConstexpr, nullptr, SourceRange{}, name);
      if (!findArgument(metadata_, name))
        diagnostics_.fail(DiagnosticKind::ArgumentUnknown, nullptr, SourceRange{}, name,
                          didYouMean(name, names));
    }
    std::string missing;
    for (const KernelArgument &argument : metadata_.arguments)
      if (!given_.contains(argument.name) && !defaultSpec(argument))
        missing += fmt::format("{}'{}' ({})", missing.empty() ? "" : ", ", argument.name,
                               typeText(argument));
    if (!missing.empty())
      diagnostics_.fail(DiagnosticKind::ArgumentMissing, nullptr, SourceRange{}, missing);
  }

  void bind(std::size_t index) {
    if (bound_[index])
      return;
    const KernelArgument &argument = metadata_.arguments[index];
    Arguments::Item &item = result_.items[index];
    auto given = given_.find(argument.name);
    if (given == given_.end())
      bindTo(item, argument, *defaultSpec(argument), std::nullopt);
    else
      bindTo(item, argument, given->second->spec, std::move(given->second->file));
    bound_[index] = true;
  }

  void bindTo(Arguments::Item &item, const KernelArgument &argument, const ValueSpec &spec,
              std::optional<Buffer> file) {
    using Kind = ValueSpec::Kind;
    if (!argument.pointer) {
      if (spec.kind != Kind::Single)
        fail(spec, fmt::format("takes a number ({})", tritonName(argument.dtype)));
      checkDType(spec, argument, spec.dtype);
      std::string problem;
      item.scalar = toScalar(spec.number, argument.dtype, problem);
      if (!item.scalar)
        fail(spec, problem);
      return;
    }
    if (spec.kind == Kind::Single)
      fail(spec, fmt::format("takes an array ({}), such as {}=randn:1000 or {}={}.npy",
                             typeText(argument), spec.name, spec.name, spec.name));
    if (spec.kind == Kind::Same)
      return share(item, argument, spec);
    if (spec.kind == Kind::None)
      return;
    item.offset = spec.offset;
    if (spec.kind == Kind::File) {
      item.shape = file->shape;
      addFile(spec, argument, std::move(*file));
    } else {
      checkDType(spec, argument, spec.dtype);
      std::optional<Buffer> buffer = generate(spec, argument.dtype, diagnostics_);
      if (!buffer)
        throw Diagnosed{};
      item.shape = spec.shape;
      result_.buffers.push_back(std::move(*buffer));
    }
    item.buffer = result_.buffers.size() - 1;
  }

  void checkDType(const ValueSpec &spec, const KernelArgument &argument,
                  std::optional<DType> dtype) {
    if (dtype && *dtype != argument.dtype)
      fail(spec, fmt::format("has type {}, and the value has dtype {}", typeText(argument),
                             tritonName(*dtype)));
  }

  void addFile(const ValueSpec &spec, const KernelArgument &argument, Buffer file) {
    // bfloat16 travels as its bits.
    if (file.dtype == DType::U16 && argument.dtype == DType::BF16)
      file.dtype = DType::BF16;
    checkDType(spec, argument, file.dtype);
    checkDType(spec, argument, spec.dtype);
    file.name = spec.name;
    if (spec.offset != 0) {
      auto front = static_cast<std::size_t>(spec.offset * byteSize(file.dtype));
      file.bytes.insert(file.bytes.begin(), front, std::byte{0});
      file.shape = {file.elements() + spec.offset};
    }
    result_.buffers.push_back(std::move(file));
  }

  // `out=@x+4`: the buffer of x, and in it four elements further on.
  void share(Arguments::Item &item, const KernelArgument &argument, const ValueSpec &spec) {
    std::optional<std::size_t> other = findArgument(metadata_, spec.other);
    if (!other || !metadata_.arguments[*other].pointer)
      fail(spec, fmt::format("cannot share the buffer of '{}': the kernel has no such pointer",
                             spec.other));
    if (++shares_ > metadata_.arguments.size())
      fail(spec, "shares its own buffer");
    bind(*other);
    --shares_;
    const Arguments::Item &from = result_.items[*other];
    if (!from.buffer)
      fail(spec, fmt::format("cannot share the buffer of '{}': it has none", spec.other));
    DType dtype = result_.buffers[*from.buffer].dtype;
    if (dtype != argument.dtype)
      fail(spec, fmt::format("has type {}, and the buffer of '{}' holds {}", typeText(argument),
                             spec.other, tritonName(dtype)));
    std::int64_t elements = 1;
    for (std::int64_t extent : from.shape)
      elements *= extent;
    if (spec.offset > elements)
      fail(spec,
           fmt::format("starts past the end of '{}', which has {} elements", spec.other, elements));
    item.buffer = from.buffer;
    item.offset = from.offset + spec.offset;
    item.shape = spec.offset == 0 ? from.shape : std::vector<std::int64_t>{elements - spec.offset};
  }

  const LaunchMetadata &metadata_;
  Diagnostics &diagnostics_;
  std::map<std::string, GivenValue *, std::less<>> given_;
  Arguments result_;
  std::vector<bool> bound_;
  std::size_t shares_ = 0; // that are being followed: more than arguments make a circle
};

} // namespace

std::optional<DType> GivenValue::dtype() const {
  if (spec.dtype)
    return spec.dtype;
  if (file)
    return file->dtype;
  if (spec.kind != ValueSpec::Kind::Single)
    return std::nullopt;
  if (std::holds_alternative<bool>(spec.number))
    return DType::Bool;
  if (std::holds_alternative<double>(spec.number))
    return DType::F32;
  if (std::holds_alternative<std::uint64_t>(spec.number))
    return DType::U64;
  std::int64_t value = std::get<std::int64_t>(spec.number);
  bool small = value >= std::numeric_limits<std::int32_t>::min() &&
               value <= std::numeric_limits<std::int32_t>::max();
  return small ? DType::I32 : DType::I64;
}

std::optional<std::vector<GivenValue>> readValues(std::vector<ValueSpec> specs,
                                                  Diagnostics &diagnostics) {
  std::vector<GivenValue> values;
  std::map<std::string, bool> seen;
  for (ValueSpec &spec : specs) {
    if (!seen.emplace(spec.name, true).second) {
      diagnostics.report(DiagnosticKind::ArgumentTwice, nullptr, SourceRange{}, spec.name);
      return std::nullopt;
    }
    GivenValue value{std::move(spec), std::nullopt};
    if (value.spec.kind == ValueSpec::Kind::File) {
      value.file = readNpyFile(value.spec.other, diagnostics);
      if (!value.file)
        return std::nullopt;
    }
    values.push_back(std::move(value));
  }
  return values;
}

std::optional<Arguments> bindArguments(const LaunchMetadata &metadata,
                                       std::vector<GivenValue> &values, Diagnostics &diagnostics) {
  try {
    return Binder(metadata, values, diagnostics).run();
  } catch (const Diagnosed &) {
    return std::nullopt;
  }
}

std::vector<ArgumentValue> Arguments::values() {
  std::vector<ArgumentValue> result;
  for (const Item &item : items) {
    if (item.scalar)
      result.emplace_back(*item.scalar);
    else
      result.emplace_back(
          PointerArgument{item.buffer ? &buffers[*item.buffer] : nullptr, item.offset});
  }
  return result;
}

ArrayView Arguments::array(const Item &item) const {
  return {&buffers[*item.buffer], item.offset, item.shape};
}

std::optional<std::size_t> findArgument(const LaunchMetadata &metadata, std::string_view name) {
  for (std::size_t i = 0; i < metadata.arguments.size(); ++i)
    if (metadata.arguments[i].name == name)
      return i;
  return std::nullopt;
}

std::optional<std::size_t> findArray(const LaunchMetadata &metadata, const Arguments &arguments,
                                     const std::string &name, std::string_view what,
                                     Diagnostics &diagnostics) {
  const std::optional<std::size_t> index = findArgument(metadata, name);
  if (!index) {
    std::vector<std::string> names;
    for (const KernelArgument &argument : metadata.arguments)
      names.push_back(argument.name);
    diagnostics.report(DiagnosticKind::ArgumentUnknown, nullptr, SourceRange{}, name,
                       didYouMean(name, names));
    return std::nullopt;
  }
  if (!arguments.items[*index].buffer) {
    diagnostics.report(DiagnosticKind::ArgumentNoArray, nullptr, SourceRange{}, name, what);
    return std::nullopt;
  }
  return index;
}

} // namespace mytriton
