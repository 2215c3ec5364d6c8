// That a backend has everything: its tables are compared with ops.def when it is compiled, so that
// an operation which is spelled for one backend only does not build.
#pragma once

#include "mytriton/ir/ops.h"

#include <cstddef>

namespace mytriton::coverage {

struct Declared {
  OpKind kind;
  unsigned traits;
};

constexpr Declared kDeclared[] = {
#define MYTRITON_OP(kind, mnemonic, minOperands, maxOperands, regions, traits, typeRule, evaluate) \
  {OpKind::kind, [] {                                                                              \
     using namespace trait;                                                                        \
     return unsigned{traits};                                                                      \
   }()},
#include "mytriton/ir/ops.def"
#undef MYTRITON_OP
};

// Elementwise operations that a row of a table of spellings can say: all but those whose result has
// another type than the arithmetic is done in, and products of twice the width.
constexpr bool isSpelled(const Declared &op) {
  return (op.traits & trait::Elementwise) != 0 && op.kind != OpKind::Select &&
         op.kind != OpKind::MulHi && op.kind != OpKind::Cast && op.kind != OpKind::CastRtz &&
         op.kind != OpKind::Bitcast;
}

// Every other operation that can stand at the thread level; a yield is printed by what it ends.
constexpr bool isPrinted(const Declared &op) {
  return !isSpelled(op) && (op.traits & trait::TileLevel) == 0 && op.kind != OpKind::Yield;
}

// True where `rows`, each with a `kind`, hold each operation for which `wanted` holds exactly once,
// and no other.
template <typename Row, std::size_t count>
constexpr bool covers(const Row (&rows)[count], bool (*wanted)(const Declared &)) {
  for (const Declared &op : kDeclared) {
    std::size_t found = 0;
    for (const Row &row : rows)
      found += row.kind == op.kind ? 1 : 0;
    if (found != (wanted(op) ? 1 : 0))
      return false;
  }
  return true;
}

} // namespace mytriton::coverage
