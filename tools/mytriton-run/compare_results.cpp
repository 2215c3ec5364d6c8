// Comparing results. See compare_results.h.
#include "compare_results.h"

#include "mytriton/support/text.h"

#include <fmt/format.h>

namespace mytriton {
namespace {

std::string shapeText(const std::vector<std::int64_t> &shape) {
  return shape.empty() ? "()" : fmt::format("{}", fmt::join(shape, "x"));
}

// The tolerance of the command line, or that of the dtype.
Tolerance toleranceFor(const RunOptions &options, DType dtype) {
  Tolerance tolerance = defaultTolerance(dtype);
  if (isFloat(dtype)) {
    if (options.reduction)
      tolerance = reductionTolerance(dtype, *options.reduction);
    tolerance.relative = options.relativeTolerance.value_or(tolerance.relative);
    tolerance.absolute = options.absoluteTolerance.value_or(tolerance.absolute);
  }
  return tolerance;
}

ResultComparison compare(const RunOptions &options, std::string argument, std::string with,
                         const ArrayView &got, const ArrayView &want, Diagnostics &diagnostics) {
  ResultComparison comparison{std::move(argument), std::move(with), {}, {}};
  comparison.tolerance = toleranceFor(options, got.buffer->dtype);
  comparison.result = compareArrays(got, want, comparison.tolerance);
  const Comparison &result = comparison.result;
  if (result.agrees())
    return comparison;
  Diagnostic diagnostic =
      Diagnostics::make(DiagnosticKind::ResultDiffers, nullptr, SourceRange{}, comparison.argument,
                        comparison.with, result.differing, result.elements);
  auto note = [&](std::string text) {
    diagnostic.notes.push_back({nullptr, SourceRange{}, std::move(text)});
  };
  for (const Comparison::Difference &difference : result.first)
    note(fmt::format("{}: got {}, want {}", indexText(difference.index, got.shape),
                     numberText(difference.got), numberText(difference.want)));
  note(fmt::format("largest absolute error {:g} at {}, relative {:g} at {}; allowed are {:g} and "
                   "{:g}",
                   result.absolute.error, indexText(result.absolute.index, got.shape),
                   result.relative.error, indexText(result.relative.index, got.shape),
                   comparison.tolerance.absolute, comparison.tolerance.relative));
  diagnostics.report(std::move(diagnostic));
  return comparison;
}

} // namespace

std::optional<std::vector<Expectation>> readExpectations(const RunOptions &options,
                                                         const LaunchMetadata &metadata,
                                                         const Arguments &arguments,
                                                         Diagnostics &diagnostics) {
  std::vector<Expectation> expectations;
  for (const auto &[name, path] : options.expectations) {
    const std::optional<std::size_t> index =
        findArray(metadata, arguments, name, "compared", diagnostics);
    if (!index)
      return std::nullopt;
    std::optional<Buffer> want = readNpyFile(path, diagnostics);
    if (!want)
      return std::nullopt;
    const ArrayView got = arguments.array(arguments.items[*index]);
    if (want->dtype == DType::U16 && got.buffer->dtype == DType::BF16)
      want->dtype = DType::BF16;
    if (want->shape != got.shape) {
      diagnostics.report(DiagnosticKind::ExpectShape, nullptr, SourceRange{}, name,
                         shapeText(got.shape), path, shapeText(want->shape));
      return std::nullopt;
    }
    if (!comparable(got.buffer->dtype, want->dtype)) {
      diagnostics.report(DiagnosticKind::ExpectDType, nullptr, SourceRange{}, name,
                         tritonName(got.buffer->dtype), tritonName(want->dtype), path);
      return std::nullopt;
    }
    expectations.push_back({*index, path, std::move(*want)});
  }
  return expectations;
}

std::vector<ResultComparison> compareWithFiles(const RunOptions &options,
                                               const std::vector<Expectation> &expectations,
                                               const LaunchMetadata &metadata,
                                               const Arguments &arguments,
                                               Diagnostics &diagnostics) {
  std::vector<ResultComparison> comparisons;
  for (const Expectation &expectation : expectations)
    comparisons.push_back(compare(options, metadata.arguments[expectation.argument].name,
                                  expectation.path,
                                  arguments.array(arguments.items[expectation.argument]),
                                  {&expectation.want, 0, expectation.want.shape}, diagnostics));
  return comparisons;
}

std::vector<ResultComparison> compareWithDevice(const RunOptions &options, std::string_view device,
                                                const Arguments &there, const Arguments &here,
                                                Diagnostics &diagnostics) {
  std::vector<ResultComparison> comparisons;
  for (std::size_t i = 0; i < here.buffers.size(); ++i) {
    const Buffer &got = here.buffers[i], &want = there.buffers[i];
    comparisons.push_back(compare(options, got.name, std::string(device), {&got, 0, got.shape},
                                  {&want, 0, want.shape}, diagnostics));
  }
  return comparisons;
}

} // namespace mytriton
