// The `ref` device: reads the tile-level SSA of the launch metadata and interprets it.
#include "ref_interpreter.h"

#include "mytriton/ir/printer.h"

#include <fmt/format.h>
#include <sstream>

namespace mytriton {

namespace {

LaunchResult failed(std::string message) { return {LaunchStatus::Failed, std::move(message), 0}; }

// Why the arguments do not fit the kernel; empty where they do.
std::string checkArguments(const Kernel &kernel, const LaunchRequest &request) {
  if (kernel.parameterCount() != request.arguments.size())
    return fmt::format("the SSA of '{}' has {} parameters, and {} arguments are given",
                       kernel.name(), kernel.parameterCount(), request.arguments.size());
  for (unsigned i = 0; i < kernel.parameterCount(); ++i) {
    const Value *parameter = kernel.parameter(i);
    const auto *scalar = std::get_if<Scalar>(&request.arguments[i]);
    const auto *pointer = std::get_if<PointerArgument>(&request.arguments[i]);
    const bool fits =
        scalar ? parameter->type() == Type::scalar(scalar->dtype())
               : parameter->type().isPointer() &&
                     (!pointer->buffer || pointer->buffer->dtype == parameter->type().dtype());
    if (!fits)
      return fmt::format("the SSA of '{}' has the parameter '{}' of type {}, and the argument is "
                         "of another type",
                         kernel.name(), parameter->name(), parameter->type().str());
  }
  return {};
}

class RefDevice final : public Device {
public:
  std::string_view name() const override { return "ref"; }

  LaunchResult launch(const LaunchRequest &request) override {
    const LaunchMetadata &metadata = *request.metadata;
    const SourceFile file(fmt::format("{} (SSA)", metadata.kernel), metadata.ssa);
    std::ostringstream messages;
    Diagnostics diagnostics(messages);
    const std::unique_ptr<Kernel> kernel = parseKernel(file, diagnostics);
    if (!kernel)
      return failed(
          fmt::format("the launch metadata holds no SSA that can be read\n{}", messages.str()));
    if (kernel->level() != Level::Tile)
      return failed("the launch metadata holds thread-level SSA; ref takes the tile level");
    if (std::string error = checkArguments(*kernel, request); !error.empty())
      return failed(std::move(error));

    LaunchResult result;
    const auto begin = std::chrono::steady_clock::now();
    try {
      RefInterpreter(*kernel, request).run();
    } catch (const RefForbidden &forbidden) {
      result.status = LaunchStatus::Forbidden;
      result.message = forbidden.message;
    }
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - begin;
    result.milliseconds = elapsed.count();
    return result;
  }
};

} // namespace

std::unique_ptr<Device> makeRefDevice() { return std::make_unique<RefDevice>(); }

} // namespace mytriton
