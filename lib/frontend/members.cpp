// Attributes and methods of run-time values and of types. See members.h.
#include "members.h"

#include "builtins.h"
#include "builtins_math.h"
#include "builtins_reduce.h"
#include "constant.h"
#include "evaluator.h"

#include <algorithm>
#include <array>

namespace mytriton {

namespace {

Object number(std::int64_t value) { return {constexprOf(value)}; }

// The type of numbers is a constexpr, that of pointers and blocks is not.
Object typeObject(Type type) {
  if (type.isScalar() && !type.isPointer())
    return {ConstexprValue{type.dtype()}};
  return {type};
}

std::optional<Type> typeOf(const Object &object) {
  if (const Type *type = object.type())
    return *type;
  const ConstexprValue *constant = object.constant();
  const DType *dtype = constant ? get<DType>(*constant) : nullptr;
  return dtype ? std::optional(Type::scalar(*dtype)) : std::nullopt;
}

Object shapeOf(Type type) {
  Object::Tuple extents;
  for (std::int64_t extent : type.shape())
    extents.push_back(number(extent));
  return {std::move(extents)};
}

// --- predicates of types: `dtype.is_floating()` --------------------------------------------------

struct Predicate {
  std::string_view name;
  bool (*holds)(Type type);
};

template <DType dtype>
bool is(Type type) {
  return type == Type::scalar(dtype);
}

constexpr std::array<Predicate, 19> kPredicates = {{
    {"is_int1", is<DType::Bool>},
    {"is_bool", is<DType::Bool>},
    {"is_int8", is<DType::I8>},
    {"is_int16", is<DType::I16>},
    {"is_int32", is<DType::I32>},
    {"is_int64", is<DType::I64>},
    {"is_uint8", is<DType::U8>},
    {"is_uint16", is<DType::U16>},
    {"is_uint32", is<DType::U32>},
    {"is_uint64", is<DType::U64>},
    {"is_fp16", is<DType::F16>},
    {"is_bf16", is<DType::BF16>},
    {"is_fp32", is<DType::F32>},
    {"is_fp64", is<DType::F64>},
    {"is_floating", [](Type type) { return type.isScalar() && type.isFloat(); }},
    {"is_int", [](Type type) { return type.isScalar() && (type.isInteger() || type.isBool()); }},
    {"is_int_signed", [](Type type) { return type.isScalar() && isSigned(type.dtype()); }},
    {"is_ptr", [](Type type) { return type.isScalar() && type.isPointer(); }},
    {"is_block", [](Type type) { return type.isBlock(); }},
}};

Object predicate(Evaluator &, const BoundCall &call) {
  const auto found = std::find_if(kPredicates.begin(), kPredicates.end(),
                                  [&](const auto &each) { return each.name == call.builtin.name; });
  return {constexprOf(found->holds(*typeOf(call[0].value)))};
}

const std::vector<Builtin> &typeMethods() {
  static const std::vector<Builtin> table = [] {
    std::vector<Builtin> entries;
    for (const Predicate &each : kPredicates)
      entries.push_back({std::string(each.name), {"self"}, predicate});
    return entries;
  }();
  return table;
}

// --- methods of values: `x.exp()` ----------------------------------------------------------------

const std::vector<Builtin> &valueMethods() {
  static const std::vector<Builtin> table = [] {
    std::vector<Builtin> entries = math::functions();
    entries.erase(std::remove_if(entries.begin(), entries.end(),
                                 [](const Builtin &each) {
                                   return each.name == "fma" || each.name == "umulhi" ||
                                          each.name == "fdiv" || each.name == "div_rn";
                                 }),
                  entries.end());
    entries.insert(entries.end(), reductions().begin(), reductions().end());
    for (const std::string_view name : {"cast", "cdiv", "sigmoid", "trans", "permute"})
      entries.push_back(*memberOf(Namespace::Language, name)->builtin());
    entries.push_back(*memberOf(Namespace::Language, "cast")->builtin());
    entries.back().name = "to";
    return entries;
  }();
  return table;
}

std::optional<Object> method(const std::vector<Builtin> &table, const Object &object,
                             std::string_view name) {
  for (const Builtin &builtin : table)
    if (builtin.name == name)
      return Object{Method{&builtin, std::make_shared<const Object>(object)}};
  return std::nullopt;
}

// --- attributes --------------------------------------------------------------------------------

struct Attribute {
  std::string_view name;
  std::optional<Object> (*read)(Type type); // nullopt: such types have none
};

constexpr std::array<Attribute, 5> kTypeAttributes = {{
    {"scalar", [](Type type) -> std::optional<Object> { return typeObject(type.element()); }},
    {"element_ty",
     [](Type type) -> std::optional<Object> {
       if (type.isBlock())
         return typeObject(type.element());
       return type.isPointer() ? std::optional(typeObject(type.pointee())) : std::nullopt;
     }},
    {"shape",
     [](Type type) { return type.isBlock() ? std::optional(shapeOf(type)) : std::nullopt; }},
    {"primitive_bitwidth",
     [](Type type) -> std::optional<Object> {
       return number(type.isPointer() ? 64 : bitWidth(type.dtype()));
     }},
    {"itemsize",
     [](Type type) -> std::optional<Object> {
       return number(type.isPointer() ? 8 : byteSize(type.dtype()));
     }},
}};

constexpr std::array<Attribute, 4> kValueAttributes = {{
    {"dtype", [](Type type) -> std::optional<Object> { return typeObject(type.element()); }},
    {"type", [](Type type) -> std::optional<Object> { return typeObject(type); }},
    {"shape", [](Type type) -> std::optional<Object> { return shapeOf(type); }},
    {"numel", [](Type type) -> std::optional<Object> { return number(type.shape().elements()); }},
}};

template <std::size_t count>
std::optional<Object> attribute(const std::array<Attribute, count> &table, Type type,
                                std::string_view name) {
  for (const Attribute &each : table)
    if (each.name == name)
      return each.read(type);
  return std::nullopt;
}

template <std::size_t count>
std::vector<std::string> namesOf(const std::array<Attribute, count> &attributes,
                                 const std::vector<Builtin> &methods) {
  std::vector<std::string> names;
  for (const Attribute &each : attributes)
    names.emplace_back(each.name);
  for (const Builtin &builtin : methods)
    names.push_back(builtin.name);
  return names;
}

} // namespace

std::optional<Object> memberOfValue(const Object &object, std::string_view name) {
  if (const Expr *expr = object.expr()) {
    std::optional<Object> member = attribute(kValueAttributes, expr->type, name);
    return member ? member : method(valueMethods(), object, name);
  }
  const std::optional<Type> type = typeOf(object);
  if (!type)
    return std::nullopt;
  std::optional<Object> member = attribute(kTypeAttributes, *type, name);
  return member ? member : method(typeMethods(), object, name);
}

std::vector<std::string> memberNames(const Object &object) {
  if (object.expr())
    return namesOf(kValueAttributes, valueMethods());
  return typeOf(object) ? namesOf(kTypeAttributes, typeMethods()) : std::vector<std::string>();
}

} // namespace mytriton
