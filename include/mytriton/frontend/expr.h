// The expression tree: what a kernel computes once its constexprs are known, as typed operations of
// the table that share their operands. Pure expressions have no order; effects keep theirs.
//
// Loops and conditions that run-time values decide are effects that own regions, as in the SSA: a
// region has arguments and effects of its own, and yields values, which become the results of the
// owner. Each expression belongs to the region that was being evaluated when it was created, and
// can be used in that region and in those inside it.
#pragma once

#include "mytriton/ir/ir.h"
#include "mytriton/metadata/launch_metadata.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mytriton {

struct ExprRegion;

struct Expr {
  enum class Kind : std::uint8_t { Parameter, Constant, Operation, Argument, Result };

  Kind kind = Kind::Operation;
  unsigned id = 0;              // its place in ExprKernel::exprs
  Type type;                    // none: not known yet, or no result
  ExprRegion *region = nullptr; // that it belongs to
  unsigned index = 0;           // which parameter of the kernel, argument of its region, or result
  Scalar constant;              // of Kind::Constant
  OpKind op = OpKind::Add;      // of Kind::Operation, with the next two
  std::vector<Expr *> operands; // null: an optional operand that is absent; of a result: its owner
  std::vector<std::pair<std::string, AttributeValue>> attributes;
  std::vector<std::unique_ptr<ExprRegion>> regions; // of control flow
  std::string name;  // the first variable that it was assigned to, or empty
  SourceRange range; // of the expression in the source
};

struct ExprRegion {
  Expr *owner = nullptr; // null: the kernel
  unsigned depth = 0;    // regions around it
  std::vector<Expr *> arguments;
  std::vector<Expr *> effects; // loads, stores and control flow, in the order of the source
  std::vector<Expr *> yields;

  // Whether `inner` is this region or inside it.
  bool encloses(const ExprRegion *inner) const {
    while (inner->depth > depth)
      inner = inner->owner->region;
    return inner == this;
  }
};

struct ExprParameter {
  std::string name;
  Type type; // none: not known yet
  ParameterInfo info;
  std::optional<std::string> defaultValue; // the source's, as the text of a Python literal
  SourceRange range;
};

// One kernel with its constexprs bound.
struct ExprKernel {
  std::string name;
  SourceRange range;
  std::vector<ExprParameter> parameters;                          // at run time, in order
  std::vector<std::pair<std::string, ConstexprValue>> constexprs; // in source order
  std::deque<Expr> exprs; // in the order of their creation: operands come before users
  ExprRegion body;
};

// A line for each effect, each variable and each expression used twice: what --emit=expr prints.
std::string printExpressions(const ExprKernel &kernel);
// A constexpr as Python writes it: `256`, `'abc'`, `(1, 2)`, `float('inf')`, `tl.float32`.
std::string constexprText(const ConstexprValue &value);

} // namespace mytriton
