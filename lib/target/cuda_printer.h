// The state of printing one kernel as CUDA C++, shared by its parts:
//
//   cuda_printer.cpp      the file: header, helper functions, signature
//   cuda_expressions.cpp  values
//   cuda_addresses.cpp    pointers, loads
//   cuda_statements.cpp   operations that are lines of their own
//   cuda_control.cpp      loops and conditions of the program, assignments
//   cuda_spelling.cpp     the table of elementwise operations
//   cuda_types.cpp        names of types, constants
//   cuda_helpers.cpp      the helper functions
//   code_lines.cpp        indentation, comments and breaks of lines
#pragma once

#include "code_lines.h"
#include "cuda_helpers.h"
#include "cuda_spelling.h"
#include "cuda_types.h"
#include "pointer_roots.h"
#include "variables.h"

#include "mytriton/target/cuda.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mytriton {

// How tightly an expression binds: C's levels, the tightest first.
enum class Binding {
  Primary,
  Unary,
  Product,
  Sum,
  Shift,
  Order,
  Equality,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Conditional
};

struct Expression {
  std::string text;
  Binding binding = Binding::Primary;
  // threadIdx and blockIdx are unsigned, and so is what is computed from them: C's type is unsigned
  // where the IR says i32.
  bool isUnsigned = false;
  bool isNonNegative = false; // its value, as a signed integer
  // C's type is int where the IR's is narrower; the value is one of the narrow type.
  bool isPromoted = false;
};

std::string arraySuffix(const Shape &shape); // "[4][8]"; "" for rank 0

class CudaPrinter {
public:
  CudaPrinter(const Kernel &kernel, const TargetOptions &options);
  std::string run();

  // What prints an operation that is not spelled by a row of cuda_spelling.cpp: as a line of its
  // own, as an expression, or either.
  struct Row {
    OpKind kind;
    void (CudaPrinter::*statement)(const Operation &op);
    Expression (CudaPrinter::*expression)(const Operation &op);
  };

private:
  friend struct CudaRows;
  static const Row *rowOf(OpKind kind); // null: it is elementwise

  // --- cuda_expressions.cpp
  Expression expression(const Value *value);
  Expression operation(const Operation &op);
  Expression binary(const Operation &op, std::string_view sign, Binding binding);
  Expression beside(const Value *value, const Value *other);
  Expression elementwise(const Operation &op);
  Expression prefix(std::string_view sign, const Value *operand);
  Expression call(const CudaSpelling &spelling, const Operation &op);
  Expression mulHi(const Operation &op);
  // cuda_conversions.cpp
  Expression cast(const Operation &op);
  Expression castRtz(const Operation &op);
  Expression bitcast(const Operation &op);
  Expression converted(std::string_view type, const Expression &value) const;
  Expression warpReduce(const Operation &op);
  Expression select(const Operation &op);
  Expression coordinate(const Operation &op);
  Expression moved(const Operation &op);
  Expression aligned(const Operation &op);
  Expression readShared(const Operation &op);
  Expression shuffle(const Operation &op);
  Expression extract(const Operation &op);
  // A value as an argument of a helper function, which is chosen by its type.
  std::string argument(const Value *value);
  std::string argumentAsFloat(const Value *value);
  // A result of C's type int as one of the narrow type.
  Expression narrowed(Expression wide, DType dtype) const;
  // As an operand next to a sign that binds as `around`; `right`: the right operand.
  std::string operandText(const Expression &operand, Binding around, bool right) const;
  // As a signed integer, or whatever type it has: where unsigned would mean something else.
  Expression asSigned(Expression operand) const;
  std::string text(const Value *value) { return asSigned(expression(value)).text; }
  std::string indexText(const Value *value);
  std::string element(const Value *pointer); // x[offsets]
  std::string address(const Value *pointer); // x + offsets
  struct Address {
    std::string base;
    Expression index;
  };
  Address addressParts(const Value *pointer);
  Address movedParts(const Operation &op);
  std::string addressText(const Address &address) const;
  Expression indexExpression(const Value *value);
  std::string loadText(const Operation &op);
  bool throughConst(const Value *pointer) const;

  // --- cuda_statements.cpp
  void region(const Region &region, const Operation *owner);
  void statement(const Operation &op);
  void define(const Operation &op, const std::string &value);
  void yield(const Operation &op, const Operation &owner);
  void each(const Operation &op);
  void branch(const Operation &op);
  void forLoop(const Operation &op);
  void whileLoop(const Operation &op);
  // Declares the variables of the loop's slots, or gives them their initial values.
  void start(const Operation &loop);
  void load(const Operation &op);
  void store(const Operation &op);
  void barrier(const Operation &op);
  void pack(const Operation &op);
  void sharedAlloc(const Operation &op);
  void sharedLoad(const Operation &op);
  void sharedStore(const Operation &op);
  std::string sharedElement(const Operation &op, unsigned first);
  std::string alignment(const Value *array, std::string_view keyword) const;
  void declareResults(const Operation &op, std::string_view initializer = {});
  // target = value, as `target += x` where it is one; registers element by element.
  void assign(const std::string &target, const Value *value, SourceRange range);
  void line(const std::string &text, SourceRange range = {});
  // Gives each target its value as if all were assigned at once.
  struct Assignment {
    const Value *target; // whose variable it is
    std::string place;
    const Value *value;
  };
  void assignTogether(const std::vector<Assignment> &assignments, SourceRange range);
  std::string keepAside(const Assignment &assignment, SourceRange range);
  void copy(const std::string &to, const std::string &from, const Shape &shape);
  std::vector<const Value *> variablesRead(const Value *value) const;
  // Prints `head` and the block under it; braces only where it has more than one line.
  void block(const std::string &head, SourceRange range, const Region &body,
             const Operation &owner);

  const Kernel &kernel_;
  const TargetOptions &options_;
  std::vector<std::string> copyIndices_; // of loops that copy arrays, one per dimension
  Variables variables_;
  PointerRoots roots_;
  UsedHelpers helpers_;
  std::set<std::pair<const SourceFile *, int>> commented_; // lines that a comment names already
  std::string pool_; // the array that shared buffers with an offset lie in
  std::vector<CodeLine> lines_;
  int indent_ = 1;
};

} // namespace mytriton
