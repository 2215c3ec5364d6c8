// Builds typed expressions: promotion, broadcasting and the checks whose message is for the author
// of the kernel. Result types come from the table of operations; expr_builder.cpp makes and
// converts, expr_builder_operators.cpp has Python's operators, expr_builder_functions.cpp the
// language's functions, expr_builder_math.cpp those of numbers and expr_builder_control.cpp
// regions.
//
// While the types of parameters are still to be inferred, an expression may have no type; what it
// takes part in then has none either, and is checked when the kernel is evaluated again.
#pragma once

#include "mytriton/frontend/ast.h"
#include "object.h"
#include "promotion.h"

#include <array>
#include <initializer_list>

namespace mytriton {

class ExprBuilder {
public:
  ExprBuilder(ExprKernel &kernel, Diagnostics &diagnostics);

  // Operators. At least one operand of a binary one is an expression.
  Object unary(ast::UnaryOp op, const Operand &operand, SourceRange range);
  Object binary(ast::BinaryOp op, const Operand &left, const Operand &right, SourceRange range);
  Object compare(ast::CompareOp op, const Operand &left, const Operand &right, SourceRange range);

  // Functions.
  Object programInfo(OpKind op, std::int64_t axis, SourceRange range);
  Object arange(std::int64_t start, std::int64_t end, SourceRange range);
  Object load(const Operand &pointer, const Operand *mask, const Operand *other, SourceRange range);
  void store(const Operand &pointer, const Operand &value, const Operand *mask, SourceRange range);
  // Along one axis, or along all of them; `dtype`: of the operand, before it is reduced.
  Object reduce(OpKind op, Expr *operand, std::optional<int> axis, bool keepDims,
                std::optional<DType> dtype, SourceRange range);
  void barrier(SourceRange range);
  // expr_builder_blocks.cpp
  Object factory(OpKind op, const Shape &shape, DType dtype, SourceRange range);
  Object full(const Shape &shape, const Operand &fill, DType dtype, SourceRange range);
  Object zerosLike(const Operand &like, SourceRange range);
  // Without an order, the last two dimensions change places.
  Object permute(const Operand &operand, std::optional<Shape> order, SourceRange range);
  // `start`: what the product is added to, or null; `result`: the dtype that is asked for.
  Object dot(const Operand &left, const Operand &right, const Operand *start,
             std::optional<DType> result, SourceRange range);
  // A dimension of extent 1 before dimension `axis`.
  Expr *expandDims(Expr *operand, std::int64_t axis, SourceRange range);

  // Functions of numbers. `name` is how the author called it.
  Object floatMath(OpKind op, std::string_view name, const Operand &operand, SourceRange range);
  Object absolute(const Operand &operand, SourceRange range);
  Object extremum(OpKind op, const Operand &left, const Operand &right, SourceRange range);
  Object clamp(const Operand &value, const Operand &low, const Operand &high, bool nanWins,
               SourceRange range);
  Object mulHi(const Operand &left, const Operand &right, SourceRange range);
  Object floatDivide(std::string_view name, const Operand &left, const Operand &right,
                     SourceRange range);
  // That it is a float32, which is all that some functions take.
  void checkSingle(std::string_view name, const Operand &operand);
  Object fma(const Operand &a, const Operand &b, const Operand &c, SourceRange range);
  Object sigmoid(const Operand &operand, SourceRange range);
  Object where(const Operand &condition, const Operand &yes, const Operand &no, SourceRange range);
  Object ceilDivide(const Operand &left, const Operand &right, SourceRange range);
  Object castTo(const Operand &operand, DType dtype, SourceRange range);
  // A float as a narrower one.
  Object narrow(const Operand &operand, DType dtype, bool towardsZero, SourceRange range);
  Object bitcast(const Operand &operand, DType dtype, SourceRange range);

  // A number of compile time as an expression of the dtype that it has alone; `user` is what wants
  // it. Expressions stay themselves.
  Expr *materialize(const Operand &operand, std::string_view user);
  Expr *parameter(unsigned index);

  // Regions. Expressions and effects are put into the region that was entered last.
  ExprRegion &region() const { return *region_; }
  void enter(ExprRegion &region) { region_ = &region; }
  // A condition or loop with empty regions.
  Expr *control(OpKind op, std::vector<Expr *> operands, SourceRange range);
  Expr *argument(ExprRegion &region, const Type &type, const std::string &name, SourceRange range);
  Expr *result(Expr *owner, unsigned index, const Type &type, const std::string &name,
               SourceRange range);
  // A run-time scalar as a bool: whether it is not zero. `user` is what decides by it.
  Expr *condition(const Operand &operand, std::string_view user);
  // `and`, `or`: of bools, element by element.
  Object logical(bool isOr, const Operand &left, const Operand &right, SourceRange range);
  // The start, stop and step of a loop, brought to one type, i32 or i64.
  std::array<Expr *, 3> loopBounds(const std::array<Operand, 3> &operands);
  // As `materialize`, but a number that a scalar of `type` can hold takes that type.
  Expr *like(const Operand &operand, const Type &type, std::string_view user);
  bool isUsed(const Expr *expr) const;
  // How many operations were made.
  std::size_t operations() const { return operations_; }
  // Some value of a type, for where it does not matter which.
  Expr *anyValue(const Type &type, SourceRange range);
  Expr *constant(const Scalar &scalar, SourceRange range);

private:
  using Attributes = std::initializer_list<std::pair<std::string_view, AttributeValue>>;

  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, SourceRange range, Args &&...args) {
    diagnostics_.fail(kind, range, std::forward<Args>(args)...);
  }

  Expr *add(Expr expr);
  Expr *zero(const Type &type, SourceRange range);
  Expr *checkedBool(const Operand &operand, std::string_view user);
  // An operation with the type that the table gives it.
  Expr *make(OpKind op, std::initializer_list<Expr *> operands, SourceRange range,
             Attributes attributes = {});
  static std::optional<Scalar> fold(const Expr &expr);
  // The operation on operands whose shapes broadcast, or the author is told that they do not.
  Expr *elementwise(OpKind op, std::initializer_list<Expr *> operands, SourceRange range);

  // How literals count where two operands meet.
  enum class Literals : bool { Weak, Strong };

  // The dtype of a number, which the operand must be.
  DType dtypeOf(const Operand &operand, std::string_view user);
  static bool anyUnknown(std::initializer_list<const Operand *> operands);
  Expr *cast(Expr *expr, DType dtype, SourceRange range);
  // The operand with elements of `dtype`, converted as at run time.
  Expr *convert(const Operand &operand, DType dtype, std::string_view user);
  // The two operands with one dtype, by the rules of promotion.
  std::pair<Expr *, Expr *> promote(const Operand &left, const Operand &right,
                                    std::string_view user, SourceRange range, Literals literals,
                                    Division division);
  // Three operands with one dtype; the first two are brought together first, literals are strong.
  std::array<Expr *, 3> promote(const std::array<Operand, 3> &operands, std::string_view user);
  Operand widened(const Operand &operand);
  Expr *shiftRight(Expr *value, Expr *count, const Operand &left, const Operand &right,
                   SourceRange range);
  Expr *addPointer(Expr *pointer, const Operand &offset, bool negative, SourceRange range);
  Expr *checkedMask(const Operand &mask, Expr *pointer);
  void checkBroadcastsTo(Expr *operand, Expr *pointer, SourceRange range, std::string_view what);

  ExprKernel &kernel_;
  ExprRegion *region_;
  Diagnostics &diagnostics_;
  std::size_t operations_ = 0;
  // Where the table's rules are asked: operations are made here for a moment, on operands that are
  // given the types in question.
  Kernel scratch_{"scratch"};
  static constexpr unsigned kMostOperands = 3;
};

// "i32", "a block of 16x32 f32", "the int 3", for messages.
std::string describe(const Object &value);

} // namespace mytriton
