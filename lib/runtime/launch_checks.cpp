// What stands between bound arguments and a launch: the assumptions of the kernel, and the names
// that a grid may use.
#include "mytriton/runtime/arguments.h"

#include <fmt/format.h>

namespace mytriton {
namespace {

bool checkDivisibility(const KernelArgument &argument, const Arguments::Item &item,
                       const Arguments &arguments, Diagnostics &diagnostics) {
  std::int64_t value = 0;
  std::string seen;
  if (item.scalar) {
    value = item.scalar->asInt();
    seen = fmt::format("it is {}", value);
  } else if (item.buffer) {
    // Generated code relies on 16 bytes at most, by which the start of each buffer is divisible.
    value = item.offset * byteSize(arguments.buffers[*item.buffer].dtype);
    seen = fmt::format("it starts {} bytes into its buffer", value);
  }
  if (value % argument.divisibility == 0)
    return true;
  diagnostics.report(DiagnosticKind::ArgumentNotDivisible, nullptr, SourceRange{}, argument.name,
                     argument.pointer ? " (its address)" : "", argument.divisibility, seen);
  return false;
}

bool overlap(const Arguments &arguments, const Arguments::Item &a, const Arguments::Item &b) {
  if (!a.buffer || !b.buffer || *a.buffer != *b.buffer)
    return false;
  std::int64_t aEnd = a.offset + arguments.array(a).elements();
  std::int64_t bEnd = b.offset + arguments.array(b).elements();
  return a.offset < bEnd && b.offset < aEnd;
}

} // namespace

bool checkAssumptions(const LaunchMetadata &metadata, const Arguments &arguments,
                      Diagnostics &diagnostics) {
  for (std::size_t i = 0; i < arguments.items.size(); ++i) {
    const KernelArgument &argument = metadata.arguments[i];
    const Arguments::Item &item = arguments.items[i];
    if (!checkDivisibility(argument, item, arguments, diagnostics))
      return false;
    for (std::size_t j = 0; argument.noalias && j < arguments.items.size(); ++j) {
      const KernelArgument &other = metadata.arguments[j];
      bool bothRead = argument.isConst && other.isConst;
      if (i == j || bothRead || !overlap(arguments, item, arguments.items[j]))
        continue;
      diagnostics.report(DiagnosticKind::ArgumentAlias, nullptr, SourceRange{}, argument.name,
                         other.name, argument.name);
      return false;
    }
  }
  return true;
}

GridNames gridNames(const LaunchMetadata &metadata, const Arguments &arguments) {
  GridNames names;
  for (std::size_t i = 0; i < arguments.items.size(); ++i) {
    const std::optional<Scalar> &scalar = arguments.items[i].scalar;
    std::optional<std::int64_t> value;
    bool beyond = scalar && scalar->dtype() == DType::U64 && scalar->asInt() < 0;
    if (scalar && !scalar->isFloat() && !beyond)
      value = scalar->asInt();
    names.emplace(metadata.arguments[i].name, value);
  }
  for (const auto &[name, constant] : metadata.constexprs) {
    std::optional<std::int64_t> value;
    if (const auto *integer = std::get_if<std::int64_t>(&constant.value))
      value = *integer;
    else if (const auto *boolean = std::get_if<bool>(&constant.value))
      value = *boolean;
    names.emplace(name, value);
  }
  return names;
}

} // namespace mytriton
