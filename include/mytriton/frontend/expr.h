// The expression tree: what a kernel computes once its constexprs are known, as typed operations of
// the table that share their operands. Pure expressions have no order; effects keep theirs.
#pragma once

#include "mytriton/ir/ir.h"
#include "mytriton/metadata/launch_metadata.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mytriton {

struct Expr {
  enum class Kind : std::uint8_t { Parameter, Constant, Operation };

  Kind kind = Kind::Operation;
  unsigned id = 0;              // its place in ExprKernel::exprs
  Type type;                    // none: not known yet, or no result
  unsigned parameter = 0;       // of Kind::Parameter: which one
  Scalar constant;              // of Kind::Constant
  OpKind op = OpKind::Add;      // of Kind::Operation, with the next two
  std::vector<Expr *> operands; // null: an optional operand that is absent
  std::vector<std::pair<std::string, AttributeValue>> attributes;
  std::string name;  // the first variable that it was assigned to, or empty
  SourceRange range; // of the expression in the source
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
  std::deque<Expr> exprs;      // in the order of their creation: operands come before users
  std::vector<Expr *> effects; // loads and stores, in the order of the source
};

// A line for each effect, each variable and each expression used twice: what --emit=expr prints.
std::string printExpressions(const ExprKernel &kernel);
// A constexpr as Python writes it: `256`, `'abc'`, `(1, 2)`, `float('inf')`, `tl.float32`.
std::string constexprText(const ConstexprValue &value);

} // namespace mytriton
