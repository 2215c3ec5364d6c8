// What ops.def declares, as data: kinds, names, traits and rules of operations.
#pragma once

#include "mytriton/ir/scalar.h"
#include "mytriton/ir/type.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

class Operation;

enum class OpKind : std::uint8_t {
#define MYTRITON_OP(kind, mnemonic, minOperands, maxOperands, regions, traits, typeRule, evaluate) \
  kind,
#include "mytriton/ir/ops.def"
#undef MYTRITON_OP
};

namespace trait {
enum : std::uint16_t {
  Pure = 1 << 0,         // no effect: may be merged, moved within its region, removed
  Elementwise = 1 << 1,  // acts on each element alone, operands broadcast
  Commutative = 1 << 2,  // of two operands
  Reads = 1 << 3,        // memory
  Writes = 1 << 4,       // memory
  Allocates = 1 << 5,    // a shared buffer
  Synchronizes = 1 << 6, // the threads of a warp or block: only in uniform control flow
  ControlFlow = 1 << 7,  // has regions; its effects are theirs
  Terminator = 1 << 8,   // ends a region
  TileLevel = 1 << 9,    // not allowed at the thread level
  ThreadLevel = 1 << 10, // not allowed at the tile level
  Inexact = 1 << 11,     // devices may differ in the last bits: not folded
  Reduces = 1 << 12,     // combines the elements of a block along {axis}
};
}

// The result types an operation must have, or what is wrong with it ("lower case, no full stop").
struct TypeResult {
  std::vector<Type> types;
  std::string error; // empty: right

  static TypeResult ok() { return {}; }
  static TypeResult one(Type type) { return {{type}, {}}; }
  static TypeResult bad(std::string why) { return {{}, std::move(why)}; }
};

struct OpInfo {
  OpKind kind;
  std::string_view mnemonic;
  int minOperands;
  int maxOperands; // -1: any number
  int regions;
  std::uint16_t traits;
  // Checks everything about `op` but its result types, and gives those.
  TypeResult (*typeRule)(const Operation &op);
  // One element of the result from one element of each operand; null where not elementwise.
  // `result` is the result's dtype.
  Scalar (*evaluate)(DType result, std::span<const Scalar> operands);

  bool has(std::uint16_t trait) const { return (traits & trait) != 0; }
};

const OpInfo &opInfo(OpKind kind);
// Whether its result has the dtype that its attribute {dtype} says.
inline bool isConversion(OpKind kind) {
  return kind == OpKind::Cast || kind == OpKind::CastRtz || kind == OpKind::Bitcast;
}
std::optional<OpKind> opKindFromMnemonic(std::string_view mnemonic);
std::span<const OpInfo> allOps();
// Operand count, absent operands and the type rule together: the result types that `op` must have,
// or what is wrong with it. Safe on any operation that is in a region.
TypeResult checkOperation(const Operation &op);

// What each element of an `empty` block is: a NaN, or the upper bits of one.
Scalar emptyElement(DType dtype);
// The dtype in which the products of such elements are summed; nullopt: they have no dot.
std::optional<DType> dotAccumulator(DType operand);

} // namespace mytriton
