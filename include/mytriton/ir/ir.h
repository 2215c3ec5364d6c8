// The SSA that every stage after the frontend works on, at the tile level and the thread level.
//
// A Kernel owns a body Region. A Region holds arguments and a list of operations; control flow is
// structured: an operation may own regions, each ending in a `yield`. A Value is a result of an
// operation, an argument of a region (kernel parameters are arguments of the body), or a constant
// owned by the kernel; constants have no place and print inline. Every use of a value is linked
// into the value's use list, so replacing all uses costs their number.
#pragma once

#include "mytriton/ir/ops.h"
#include "mytriton/support/source.h"

#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace mytriton {

class Kernel;
class Region;
class Value;

// One operand slot of an operation, linked into its value's use list. A null value is an absent
// optional operand.
class Use {
public:
  Value *value() const { return value_; }
  Operation *user() const { return user_; }
  unsigned index() const { return index_; }
  Use *nextUse() const { return next_; }
  void set(Value *value);
  ~Use() { set(nullptr); }
  Use() = default;
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;

private:
  friend class Operation;
  friend class Value;
  Value *value_ = nullptr;
  Operation *user_ = nullptr;
  Use *next_ = nullptr;
  Use **link_ = nullptr; // the pointer that points at this use
  unsigned index_ = 0;
};

class Value {
public:
  enum class Kind : std::uint8_t { Result, Argument, Constant };

  Kind kind() const { return kind_; }
  bool isConstant() const { return kind_ == Kind::Constant; }
  bool isArgument() const { return kind_ == Kind::Argument; }
  bool isResult() const { return kind_ == Kind::Result; }

  const Type &type() const { return type_; }
  void setType(Type type) { type_ = type; }

  // The operation that a result belongs to; null otherwise.
  Operation *definingOp() const { return op_; }
  // The region that an argument belongs to; null otherwise.
  Region *owner() const { return region_; }
  // Which result or argument it is.
  unsigned index() const { return index_; }
  // Of a constant.
  const Scalar &constant() const { return constant_; }

  // The author's name for it, or empty: a hint for printers, without meaning.
  const std::string &name() const { return name_; }
  void setName(std::string name) { name_ = std::move(name); }

  bool unused() const { return uses_ == nullptr; }
  bool hasOneUse() const { return uses_ != nullptr && uses_->nextUse() == nullptr; }
  Use *firstUse() const { return uses_; }
  void replaceAllUsesWith(Value *other);

private:
  friend class Kernel;
  friend class Operation;
  friend class Region;
  friend class Use;
  Kind kind_ = Kind::Result;
  Type type_;
  Operation *op_ = nullptr;
  Region *region_ = nullptr;
  unsigned index_ = 0;
  Scalar constant_;
  std::string name_;
  Use *uses_ = nullptr;
};

// A list of integers, a dtype, a string, a bool or an integer.
using AttributeValue = std::variant<bool, std::int64_t, Shape, DType, std::string>;

class Operation {
public:
  ~Operation();
  Operation(const Operation &) = delete;
  Operation &operator=(const Operation &) = delete;

  OpKind kind() const { return kind_; }
  const OpInfo &info() const { return opInfo(kind_); }
  bool is(OpKind kind) const { return kind_ == kind; }
  bool has(std::uint16_t trait) const { return info().has(trait); }

  unsigned operandCount() const { return operandCount_; }
  Value *operand(unsigned index) const { return operands_[index].value(); }
  void setOperand(unsigned index, Value *value) { operands_[index].set(value); }
  // Adds an operand behind the others.
  void appendOperand(Value *value);
  // Removes an operand; later ones move down.
  void eraseOperand(unsigned index);

  unsigned resultCount() const { return static_cast<unsigned>(results_.size()); }
  Value *result(unsigned index = 0) const { return results_[index].get(); }
  // Appends a result; the builder and the parser use it.
  Value *addResult(Type type);
  // Removes an unused result; later ones move down.
  void eraseResult(unsigned index);

  unsigned regionCount() const { return static_cast<unsigned>(regions_.size()); }
  Region &region(unsigned index = 0) const { return *regions_[index]; }

  // Attributes print in the order in which they were set.
  const std::vector<std::pair<std::string, AttributeValue>> &attributes() const {
    return attributes_;
  }
  const AttributeValue *attribute(std::string_view name) const; // null: absent
  void setAttribute(std::string_view name, AttributeValue value);
  void removeAttribute(std::string_view name);
  std::int64_t intAttribute(std::string_view name, std::int64_t otherwise = 0) const;
  std::string stringAttribute(std::string_view name, std::string otherwise = {}) const;
  bool flag(std::string_view name) const; // a bool attribute that is there and true

  // The expression or statement of the source that it came from.
  SourceRange range() const { return range_; }
  void setRange(SourceRange range) { range_ = range; }
  // The number of its first result in the tile-level listing; -1 where it has none. Kept when
  // lowered, so that `--value-names=ssa` can show it.
  int origin() const { return origin_; }
  void setOrigin(int origin) { origin_ = origin; }

  Region *parent() const { return parent_; }
  Operation *parentOp() const; // null at the top of the kernel
  Kernel &kernel() const;
  Operation *next() const; // in the same region; null at its end
  Operation *previous() const;

  // Unlinks and destroys it; its results must be unused.
  void erase();
  void moveBefore(Operation *other);

private:
  friend class Kernel;
  friend class Region;
  Operation(OpKind kind, std::span<Value *const> operands, unsigned regions);

  OpKind kind_;
  unsigned operandCount_ = 0;
  std::unique_ptr<Use[]> operands_;
  std::vector<std::unique_ptr<Value>> results_;
  std::vector<std::unique_ptr<Region>> regions_;
  std::vector<std::pair<std::string, AttributeValue>> attributes_;
  SourceRange range_;
  int origin_ = -1;
  Region *parent_ = nullptr;
  std::list<std::unique_ptr<Operation>>::iterator self_;
};

class Region {
public:
  using List = std::list<std::unique_ptr<Operation>>;

  Region(Kernel &kernel, Operation *parent) : kernel_(&kernel), parent_(parent) {}
  ~Region();

  Kernel &kernel() const { return *kernel_; }
  Operation *parentOp() const { return parent_; } // null: the body of the kernel

  unsigned argumentCount() const { return static_cast<unsigned>(arguments_.size()); }
  Value *argument(unsigned index) const { return arguments_[index].get(); }
  Value *addArgument(Type type, std::string name = {});
  // Removes an unused argument; later ones move down.
  void eraseArgument(unsigned index);

  bool empty() const { return operations_.empty(); }
  std::size_t size() const { return operations_.size(); }
  Operation *front() const { return operations_.empty() ? nullptr : operations_.front().get(); }
  Operation *back() const { return operations_.empty() ? nullptr : operations_.back().get(); }
  // Iterate with `for (const auto &op : region.operations())`.
  const List &operations() const { return operations_; }

  // Creates an operation before `before` (null: at the end). Result types are not set.
  Operation *insert(OpKind kind, std::span<Value *const> operands, Operation *before = nullptr);

private:
  friend class Operation;
  friend class Kernel;
  void dropAllUses();
  Kernel *kernel_;
  Operation *parent_;
  std::vector<std::unique_ptr<Value>> arguments_;
  List operations_;
};

// What is known of a kernel parameter beyond its type; prints as `x: ptr<f32> {divisibility=16,
// noalias}`.
struct ParameterInfo {
  int divisibility = 1; // of the pointer in bytes, or of the integer: `:16`
  bool noalias = false; // no other parameter reaches the same memory
  bool operator==(const ParameterInfo &) const = default;
};

enum class Level : std::uint8_t { Tile, Thread };

class Kernel {
public:
  explicit Kernel(std::string name) : name_(std::move(name)), body_(*this, nullptr) {}
  ~Kernel();
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;

  const std::string &name() const { return name_; }
  void setName(std::string name) { name_ = std::move(name); }
  Level level() const { return level_; }
  void setLevel(Level level) { level_ = level; }

  Region &body() { return body_; }
  const Region &body() const { return body_; }

  // Parameters are the arguments of the body.
  Value *addParameter(std::string name, Type type, ParameterInfo info = {});
  unsigned parameterCount() const { return body_.argumentCount(); }
  Value *parameter(unsigned index) const { return body_.argument(index); }
  ParameterInfo &parameterInfo(unsigned index) { return parameters_[index]; }
  const ParameterInfo &parameterInfo(unsigned index) const { return parameters_[index]; }
  unsigned parameterInfoCount() const { return static_cast<unsigned>(parameters_.size()); }

  // The one value for a constant; scalars only.
  Value *constant(const Scalar &scalar);
  Value *constantInt(std::int64_t value) { return constant(Scalar::ofInt(DType::I32, value)); }
  Value *constantBool(bool value) { return constant(Scalar::ofBool(value)); }
  // Whether a constant value is this kernel's.
  bool ownsConstant(const Value &value) const;

  // Of the thread level: threads in a block; the smallest that can be asked for is one warp, 32.
  int threads() const { return threads_; }
  void setThreads(int threads) { threads_ = threads; }

private:
  std::string name_;
  Level level_ = Level::Tile;
  int threads_ = 0;
  std::vector<ParameterInfo> parameters_;
  std::map<std::tuple<DType, std::int64_t, std::uint64_t>, std::unique_ptr<Value>> constants_;
  Region body_; // last: destroyed before the constants its operations use
};

// Creates operations at an insertion point and infers their types by the table's rules.
class Builder {
public:
  explicit Builder(Region &region) : region_(&region) {}

  Kernel &kernel() const { return region_->kernel(); }
  Region &region() const { return *region_; }
  void setInsertionEnd(Region &region) { region_ = &region, before_ = nullptr; }
  void setInsertionBefore(Operation *op) { region_ = op->parent(), before_ = op; }
  // Where the next operations come from.
  void setRange(SourceRange range) { range_ = range; }
  SourceRange range() const { return range_; }

  using Attributes = std::initializer_list<std::pair<std::string_view, AttributeValue>>;

  // Creates, infers, and returns the operation. A rule that does not hold is a bug of the caller:
  // it ends the program with the rule's text. Use `check` first for what the user wrote.
  Operation *create(OpKind kind, std::initializer_list<Value *> operands,
                    Attributes attributes = {});
  Operation *create(OpKind kind, std::span<Value *const> operands, Attributes attributes = {});
  // The only result of the operation created.
  Value *value(OpKind kind, std::initializer_list<Value *> operands, Attributes attributes = {}) {
    return create(kind, operands, attributes)->result();
  }

  // What the table's rules have against such an operation; empty where it is right.
  std::string check(OpKind kind, std::span<Value *const> operands, Attributes attributes = {});

  // For operations with regions: creates without inferring; fill the regions, then call `infer`.
  Operation *createOpen(OpKind kind, std::span<Value *const> operands, Attributes attributes = {});
  // Adds results by the type rule. Ends the program where the rule does not hold.
  void infer(Operation *op);

private:
  Region *region_;
  Operation *before_ = nullptr;
  SourceRange range_;
};

// Calls `visit(op)` for every operation in the region and in its regions, in order, an operation
// before its regions. `visit` must not erase the operation it is given.
template <typename Visit>
void walk(const Region &region, Visit &&visit) {
  for (const auto &op : region.operations()) {
    visit(*op);
    for (unsigned i = 0; i < op->regionCount(); ++i)
      walk(op->region(i), visit);
  }
}

} // namespace mytriton
