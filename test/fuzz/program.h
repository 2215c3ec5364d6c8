// A random kernel as a tree: what the generator makes, the shrinker cuts down and the printer turns
// into Python.
//
// Whatever the tree, the kernel is well defined. Indices are wrapped, clamped or guarded where they
// are printed; a program stores to its own region of an output, at most one element to a place;
// sums of floats are of small integers, so that their order does not matter. So a tree can be cut
// anywhere as long as types are kept.
#pragma once

#include "mytriton/ir/scalar.h"
#include "mytriton/ir/type.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mytriton::fuzz {

// Operators and functions of numbers, printed by the texts in program_printer.cpp.
enum class Function {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Rem,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  Minimum,
  Maximum,
  CeilDiv,
  MulHi,
  Neg,
  Not,
  Abs,
  Floor,
  Ceil,
  Sqrt,
  Where,
  Clamp,
  Fma,
  Choose, // a scalar condition chooses: `a if c else b`
  LogicalAnd,
  LogicalOr,
  LogicalNot,
  // Devices may differ in the last bits of these.
  Rsqrt,
  Exp,
  Exp2,
  Log,
  Log2,
  Sin,
  Cos,
  Erf,
  Sigmoid,
};

// How Expr::Kind::Cast converts: as usual, with the part that is lost cut off, or by taking the
// bits.
enum class Conversion { Usual, TowardsZero, Bits };

enum class Reduction { Sum, Max, Min };

// Where an access goes: an affine function of the block's coordinates, or any integer, wrapped.
struct Access {
  enum class Mode { Affine, Remainder, Clamp };
  struct Move {
    std::string loop; // its variable; where there is no such loop around, nothing moves
    int step = 0;     // for each 1 of that
  };
  Mode mode = Mode::Affine;
  int buffer = 0;          // of Program::buffers
  bool perProgram = false; // starts at a place of the program's own
  bool wide = false;       // offsets have 64 bits
  int base = 0;
  std::string shift;                    // a scalar parameter that is added to the base, or empty
  std::vector<int> strides;             // of each dimension
  std::vector<std::string> strideNames; // of each: a scalar parameter in its place, or empty
  std::vector<std::string> limits;      // of each: a scalar parameter, or empty
  std::string bound;                    // a scalar parameter that the index stays below, or empty
  std::vector<Move> moves;
  std::string walk; // the pointer of a loop around that goes the same way, or empty
};

// A pointer that a loop carries, or a block of pointers, which moves as `access` does.
struct Walk {
  std::string pointer;
  Type type; // of what is accessed
  Access access;
  bool block = false;
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>; // trees share what did not change

struct Expr {
  enum class Kind {
    Variable, // name
    Constant, // number, NaN for tl.empty; a literal where `weak`
    Arange,   // start in `number`
    ProgramId,
    Apply,      // function
    Cast,       // to type.dtype()
    ExpandDims, // axis
    Permute,    // order
    Reduce,     // reduction, axis, keepDims; axis -1: of all
    Dot,        // a, b, and what it is added to
    Load,       // access; operands: index (null: affine), mask, other (both may be null)
    Small,      // the value as a small integer
    Call,       // helper: its only result
  };
  Kind kind = Kind::Constant;
  Type type;
  std::vector<ExprPtr> operands;
  std::string name;
  double number = 0;
  bool weak = false;
  bool mixed = false; // the operands are of several dtypes, and the result is converted
  Function function = Function::Add;
  Conversion conversion = Conversion::Usual;
  Reduction reduction = Reduction::Sum;
  int axis = 0;
  bool keepDims = false;
  bool inexact = false; // of a sum: devices differ in its operand already
  std::vector<int> order;
  Access access;
  int helper = 0;
};

struct Statement {
  enum class Kind {
    Assign, // name = value
    Store,  // value at access, where mask
    For,    // name in range(start, stop, step): body, then the carried values
    While,  // name counts up to stop while value holds: body, then the carried values
    If,     // value: body and merges, else: orelse and merges
    Call,   // names = helper(operands)
    Return, // the program is done
    Barrier,
  };
  struct Carried {
    std::string name;
    ExprPtr next;     // of a loop; of an `if` the value of its body
    ExprPtr orelse;   // of an `if`; null: it keeps its value
    bool sum = false; // products are added to it and nothing else is assigned
  };
  Kind kind = Kind::Assign;
  std::string name;
  ExprPtr value, mask;
  Access access;
  ExprPtr start, stop, step;
  bool atOnce = false; // the carried values are assigned as a tuple
  std::vector<Carried> carried;
  std::vector<Walk> walks;
  std::vector<Statement> body, orelse;
  int helper = 0;
  std::vector<ExprPtr> operands;
  std::vector<std::string> names;
};

// A function that the kernel calls: its parameters are p0, p1, … of any type.
struct Helper {
  std::vector<Type> parameters;
  std::vector<Statement> body; // without accesses
  std::vector<ExprPtr> results;
};

struct BufferParameter {
  std::string name;
  DType dtype = DType::F32;
  bool output = false;
  bool wild = false; // holds anything; otherwise integers of at most kSmall
  int size = 0;      // elements; of an output, of one program
};

struct ScalarParameter {
  std::string name;
  Scalar value;
};

constexpr int kSmall = 8;

struct Program {
  std::uint64_t seed = 0;
  bool tolerant = false; // results are compared within tolerances
  std::array<int, 2> grid{1, 1};
  std::vector<BufferParameter> buffers;
  std::vector<ScalarParameter> scalars;
  std::vector<Helper> helpers;
  std::vector<Statement> body;

  int programs() const { return grid[0] * grid[1]; }
};

ExprPtr variable(std::string name, Type type);
ExprPtr constant(double number, Type type, bool weak = false);
ExprPtr apply(Function function, Type type, std::vector<ExprPtr> operands);
ExprPtr cast(ExprPtr operand, DType dtype, Conversion conversion = Conversion::Usual);
ExprPtr smallInteger(ExprPtr operand);

// The Python source of the program, whose kernel is named `kernel`.
std::string printProgram(const Program &program);

} // namespace mytriton::fuzz
