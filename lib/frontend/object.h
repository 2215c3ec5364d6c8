// What a name or an expression of a kernel stands for, as a Python object would, while the kernel
// is evaluated.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/frontend/expr.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mytriton {

struct Builtin;
class ModuleScope;

// A function of a module, as a kernel can call it.
struct Function {
  const ast::FunctionDef *definition;
  ModuleScope *scope; // where the names are looked up that are not its own
  bool jit;
};

enum class Namespace : std::uint8_t { Triton, Language, Math, PropagateNan };

struct Object;

// `x.exp`: a function whose first argument is there already.
struct Method {
  const Builtin *builtin;
  std::shared_ptr<const Object> self;
};

// `range(start, stop, step)`, or tl.static_range, which has no bounds at run time.
struct Range {
  std::array<Expr *, 3> bounds{}; // start, stop, step, of one type
  bool isKnown = false;           // at compile time, with the next three
  std::int64_t start = 0, stop = 0, step = 1;
};

struct Object {
  using Tuple = std::vector<Object>;
  // Known at compile time, except for tuples, which may hold anything; or a run-time expression.
  // A Type is that of a pointer or block: those of numbers are constexprs.
  std::variant<ConstexprValue, Expr *, Tuple, const Builtin *, Method, Namespace, Type, Range,
               const Function *, ModuleScope *>
      data;

  const ConstexprValue *constant() const { return std::get_if<ConstexprValue>(&data); }
  Expr *expr() const {
    Expr *const *found = std::get_if<Expr *>(&data);
    return found ? *found : nullptr;
  }
  const Tuple *tuple() const { return std::get_if<Tuple>(&data); }
  const Builtin *builtin() const {
    const Builtin *const *found = std::get_if<const Builtin *>(&data);
    return found ? *found : nullptr;
  }
  const Function *function() const {
    const Function *const *found = std::get_if<const Function *>(&data);
    return found ? *found : nullptr;
  }
  ModuleScope *module() const {
    ModuleScope *const *found = std::get_if<ModuleScope *>(&data);
    return found ? *found : nullptr;
  }
  const Method *method() const { return std::get_if<Method>(&data); }
  const Type *type() const { return std::get_if<Type>(&data); }
};

inline Object objectOf(ConstexprValue constant) {
  const auto *elements = std::get_if<ConstexprValue::Tuple>(&constant.value);
  if (!elements)
    return {std::move(constant)};
  Object::Tuple tuple;
  for (const ConstexprValue &element : *elements)
    tuple.push_back(objectOf(element));
  return {std::move(tuple)};
}

// The value as a constexpr; nullopt where any of it is not one.
inline std::optional<ConstexprValue> constexprValue(const Object &value) {
  if (const ConstexprValue *constant = value.constant())
    return *constant;
  if (const Expr *expr = value.expr(); expr && expr->kind == Expr::Kind::Constant) {
    const Scalar &scalar = expr->constant;
    if (scalar.isFloat())
      return ConstexprValue{scalar.asFloat()};
    if (scalar.dtype() == DType::Bool)
      return ConstexprValue{scalar.asBool()};
    if (scalar.dtype() == DType::U64 && scalar.asInt() < 0)
      return ConstexprValue{static_cast<std::uint64_t>(scalar.asInt())};
    return ConstexprValue{scalar.asInt()};
  }
  if (const Function *function = value.function())
    return ConstexprValue{ConstexprValue::Function{function->definition->name.text}};
  const Object::Tuple *tuple = value.tuple();
  if (!tuple)
    return std::nullopt;
  ConstexprValue::Tuple elements;
  for (const Object &element : *tuple) {
    std::optional<ConstexprValue> constant = constexprValue(element);
    if (!constant)
      return std::nullopt;
    elements.push_back(std::move(*constant));
  }
  return ConstexprValue{std::move(elements)};
}

// A value and where it was written.
struct Operand {
  Object value;
  SourceRange range;
};

} // namespace mytriton
