// The syntax tree of a kernel's source: thin, typed, every node with its range in the file. What a
// kernel cannot use is an Unsupported node, which is an error only where it is evaluated.
#pragma once

#include "mytriton/support/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mytriton {

// How deep expressions and blocks may nest: what lets later stages recurse over them.
inline constexpr int kMaxNesting = 250;

} // namespace mytriton

namespace mytriton::ast {

struct Expr;
struct Stmt;
using ExprPtr = std::unique_ptr<Expr>; // may be null only where said
using Block = std::vector<Stmt>;

// An identifier with its place.
struct Identifier {
  std::string text;
  SourceRange range;
};

// --- expressions ------------------------------------------------------------------------------

struct Name {
  std::string id;
};
// Without its sign, so that -9223372036854775808 can be written; empty where it needs over 64 bits.
struct Integer {
  std::optional<std::uint64_t> magnitude;
};
struct Float {
  double value;
};
struct String {
  std::string value;
};
// An f-string: the text before each value, the value, and at the end text alone.
struct FormattedString {
  struct Part {
    std::string text;
    ExprPtr value;     // null: none
    bool repr = false; // `{value!r}`
  };
  std::vector<Part> parts;
};
struct Boolean {
  bool value;
};
struct NoneLiteral {};
// A tuple or a list: the language does not tell them apart.
struct Tuple {
  std::vector<ExprPtr> elements;
};

enum class UnaryOp { Negate, Plus, Invert, Not };
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};

enum class BinaryOp {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Power,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight
};
struct Binary {
  BinaryOp op;
  ExprPtr left, right;
};

enum class CompareOp { Eq, Ne, Lt, Le, Gt, Ge, Is, IsNot, In, NotIn };
struct Compare {
  CompareOp op;
  ExprPtr left, right;
};

struct Logical {
  bool isOr;
  ExprPtr left, right;
};
struct Conditional {
  ExprPtr condition, then, otherwise;
};
struct Attribute {
  ExprPtr object;
  Identifier name;
};
struct Argument {
  std::optional<Identifier> keyword;
  ExprPtr value;
  bool spread = false; // `*value`: its elements are arguments
};
struct Call {
  ExprPtr callee;
  std::vector<Argument> arguments;
};
// `start:stop:step`, each null where absent; only inside a Subscript.
struct Slice {
  ExprPtr start, stop, step;
};
struct Subscript {
  ExprPtr object;
  std::vector<ExprPtr> indices;
};
// Python that kernels cannot use: `what` names it for the message ("a lambda").
struct Unsupported {
  std::string what;
  bool tooDeep = false; // in place of what nests too deep for later stages to recurse over
};

struct Expr {
  SourceRange range;
  std::variant<Name, Integer, Float, String, FormattedString, Boolean, NoneLiteral, Tuple, Unary,
               Binary, Compare, Logical, Conditional, Attribute, Call, Slice, Subscript,
               Unsupported>
      node;
};

// --- statements -------------------------------------------------------------------------------

struct ExprStatement {
  ExprPtr value;
};
// `a = b = value` has two targets; `x: annotation` has no value.
struct Assign {
  std::vector<ExprPtr> targets;
  ExprPtr annotation; // null: none
  ExprPtr value;      // null: none
};
struct AugmentedAssign {
  ExprPtr target;
  BinaryOp op;
  ExprPtr value;
};
struct If {
  struct Branch {
    ExprPtr condition;
    Block body;
  };
  std::vector<Branch> branches; // the if, then each elif
  Block otherwise;
};
struct For {
  ExprPtr target;
  ExprPtr iterable;
  Block body;
  std::optional<SourceRange> otherwise; // its else clause, which kernels cannot use
};
struct While {
  ExprPtr condition;
  Block body;
};
struct Return {
  ExprPtr value; // null: none
};
struct Pass {};
struct UnsupportedStatement {
  std::string what; // "break"
  bool tooDeep = false;
};

struct Stmt {
  SourceRange range;
  std::variant<ExprStatement, Assign, AugmentedAssign, If, For, While, Return, Pass,
               UnsupportedStatement>
      node;
};

// --- the module -------------------------------------------------------------------------------

struct Parameter {
  Identifier name;
  ExprPtr annotation;   // null: none
  ExprPtr defaultValue; // null: none
  std::string special;  // `*args` or `**kwargs` as written, where it is such a one
  bool keywordOnly = false;
};

struct ModuleItem;

struct FunctionDef {
  Identifier name;
  SourceRange range; // of the definition, decorators included
  std::vector<ExprPtr> decorators;
  std::vector<Parameter> parameters;
  Block body;
  // Where functions are defined in it, its body once more, as that of a module: a kernel in a
  // function of the host program uses the function's constants.
  std::vector<ModuleItem> scope;
};

// `import triton.language as tl`: alias is `tl`, or empty where there is none.
struct Import {
  std::string module;
  std::string alias;
};
// `from triton import language as tl`; name "*" is a star import.
struct FromImport {
  std::string module;
  std::string name;
  std::string alias; // the name it binds
};
struct Constant {
  Identifier name;
  ExprPtr value;
};
// A statement that is not part of any kernel: only the names that it binds matter.
struct Skipped {
  std::vector<std::string> names;
};
struct ModuleIf {
  struct Branch {
    ExprPtr condition; // null: the else
    std::vector<ModuleItem> items;
  };
  std::vector<Branch> branches;
};

struct ModuleItem {
  SourceRange range;
  std::variant<Import, FromImport, Constant, FunctionDef, Skipped, ModuleIf> node;
};

struct Module {
  std::vector<ModuleItem> items;
};

} // namespace mytriton::ast
