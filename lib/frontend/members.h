// What `value.NAME` is, of run-time values and of types.
#pragma once

#include "object.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

// Of an expression whose type is known, or of a type: `x.dtype`, `x.shape`, `x.exp`,
// `x.dtype.is_floating`.
std::optional<Object> memberOfValue(const Object &object, std::string_view name);
// Every such name, for suggestions.
std::vector<std::string> memberNames(const Object &object);

} // namespace mytriton
