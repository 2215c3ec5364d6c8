// The arguments of a launch: what the command line gives, bound to what the kernel takes.
#pragma once

#include "mytriton/runtime/device.h"
#include "mytriton/runtime/grid_expression.h"
#include "mytriton/runtime/npy.h"
#include "mytriton/runtime/value_spec.h"

#include <optional>
#include <string_view>
#include <vector>

namespace mytriton {

// A specification with the content of its file, where it names one.
struct GivenValue {
  ValueSpec spec;
  std::optional<Buffer> file;

  // The dtype that the value itself has, whatever the kernel says: a file's, `:dtype`, 0.5 is fp32,
  // an integer i32, or i64 where it is too large. nullopt where the kernel decides.
  std::optional<DType> dtype() const;
};
// Reads the files. Reports what is wrong with them, and names that are given twice.
std::optional<std::vector<GivenValue>> readValues(std::vector<ValueSpec> specs,
                                                  Diagnostics &diagnostics);

// The values of all arguments, in launch order, with the buffers they point into. A copy has
// buffers of its own.
class Arguments {
public:
  struct Item {
    std::optional<Scalar> scalar;      // otherwise a pointer:
    std::optional<std::size_t> buffer; // none for None
    std::int64_t offset = 0;           // in elements
    std::vector<std::int64_t> shape;   // of the array that starts there
  };

  std::vector<Buffer> buffers;
  std::vector<Item> items;

  // For a LaunchRequest: pointers into `buffers`.
  std::vector<ArgumentValue> values();
  // The array of an argument that has one.
  ArrayView array(const Item &item) const;
};

// Binds values to the arguments of `metadata`; what is not given takes its default. Reports unknown
// and missing arguments, values of another kind or dtype, and arrays that cannot be made. The
// values' files are moved from.
std::optional<Arguments> bindArguments(const LaunchMetadata &metadata,
                                       std::vector<GivenValue> &values, Diagnostics &diagnostics);

// Reports what the kernel was compiled to assume and does not hold: divisibility, noalias.
bool checkAssumptions(const LaunchMetadata &metadata, const Arguments &arguments,
                      Diagnostics &diagnostics);

// What a grid expression may speak of.
GridNames gridNames(const LaunchMetadata &metadata, const Arguments &arguments);

// The place of the argument with that name, or nullopt.
std::optional<std::size_t> findArgument(const LaunchMetadata &metadata, std::string_view name);
// The array argument with that name, which is to be `what` ("saved"); reports where there is none.
std::optional<std::size_t> findArray(const LaunchMetadata &metadata, const Arguments &arguments,
                                     const std::string &name, std::string_view what,
                                     Diagnostics &diagnostics);

} // namespace mytriton
