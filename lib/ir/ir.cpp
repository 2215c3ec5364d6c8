// Values, use lists, operations, regions and the kernel that owns them.
#include "mytriton/ir/ir.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace mytriton {

// --- uses ---------------------------------------------------------------------------------------

void Use::set(Value *value) {
  if (value_) {
    *link_ = next_;
    if (next_)
      next_->link_ = link_;
  }
  value_ = value;
  next_ = nullptr;
  link_ = nullptr;
  if (value) {
    next_ = value->uses_;
    link_ = &value->uses_;
    if (next_)
      next_->link_ = &next_;
    value->uses_ = this;
  }
}

void Value::replaceAllUsesWith(Value *other) {
  if (other == this)
    return;
  while (uses_)
    uses_->set(other);
}

// --- operations ---------------------------------------------------------------------------------

Operation::Operation(OpKind kind, std::span<Value *const> operands, unsigned regions)
    : kind_(kind), operandCount_(static_cast<unsigned>(operands.size())),
      operands_(std::make_unique<Use[]>(operands.size())) {
  for (unsigned i = 0; i < operandCount_; ++i) {
    operands_[i].user_ = this;
    operands_[i].index_ = i;
    operands_[i].set(operands[i]);
  }
  regions_.resize(regions);
}

Operation::~Operation() = default;

void Operation::appendOperand(Value *value) {
  auto grown = std::make_unique<Use[]>(operandCount_ + 1);
  for (unsigned i = 0; i <= operandCount_; ++i) {
    grown[i].user_ = this;
    grown[i].index_ = i;
    grown[i].set(i < operandCount_ ? operands_[i].value() : value);
  }
  operands_ = std::move(grown); // the old ones leave their use lists
  ++operandCount_;
}

void Operation::eraseOperand(unsigned index) {
  for (unsigned i = index; i + 1 < operandCount_; ++i)
    operands_[i].set(operands_[i + 1].value());
  operands_[--operandCount_].set(nullptr);
}

Value *Operation::addResult(Type type) {
  auto value = std::make_unique<Value>();
  value->kind_ = Value::Kind::Result;
  value->type_ = type;
  value->op_ = this;
  value->index_ = resultCount();
  results_.push_back(std::move(value));
  return results_.back().get();
}

void Operation::eraseResult(unsigned index) {
  assert(results_[index]->unused());
  results_.erase(results_.begin() + index);
  for (unsigned i = index; i < resultCount(); ++i)
    results_[i]->index_ = i;
}

const AttributeValue *Operation::attribute(std::string_view name) const {
  for (const auto &[key, value] : attributes_)
    if (key == name)
      return &value;
  return nullptr;
}

void Operation::setAttribute(std::string_view name, AttributeValue value) {
  for (auto &[key, old] : attributes_)
    if (key == name) {
      old = std::move(value);
      return;
    }
  attributes_.emplace_back(std::string(name), std::move(value));
}

void Operation::removeAttribute(std::string_view name) {
  std::erase_if(attributes_, [&](const auto &attribute) { return attribute.first == name; });
}

std::int64_t Operation::intAttribute(std::string_view name, std::int64_t otherwise) const {
  const AttributeValue *value = attribute(name);
  const auto *number = value ? std::get_if<std::int64_t>(value) : nullptr;
  return number ? *number : otherwise;
}

std::string Operation::stringAttribute(std::string_view name, std::string otherwise) const {
  const AttributeValue *value = attribute(name);
  const auto *text = value ? std::get_if<std::string>(value) : nullptr;
  return text ? *text : otherwise;
}

bool Operation::flag(std::string_view name) const {
  const AttributeValue *value = attribute(name);
  const auto *set = value ? std::get_if<bool>(value) : nullptr;
  return set && *set;
}

Operation *Operation::parentOp() const { return parent_->parentOp(); }
Kernel &Operation::kernel() const { return parent_->kernel(); }

Operation *Operation::next() const {
  const auto after = std::next(self_);
  return after == parent_->operations_.end() ? nullptr : after->get();
}

Operation *Operation::previous() const {
  return self_ == parent_->operations_.begin() ? nullptr : std::prev(self_)->get();
}

void Operation::erase() {
  assert(std::all_of(results_.begin(), results_.end(), [](const auto &r) { return r->unused(); }));
  parent_->operations_.erase(self_);
}

void Operation::moveBefore(Operation *other) {
  if (other == this)
    return;
  other->parent_->operations_.splice(other->self_, parent_->operations_, self_);
  parent_ = other->parent_;
}

// --- regions ------------------------------------------------------------------------------------

// Operations are destroyed in order, so their results would go before their uses.
Region::~Region() { dropAllUses(); }

void Region::dropAllUses() {
  for (const auto &op : operations_) {
    for (unsigned i = 0; i < op->operandCount_; ++i)
      op->operands_[i].set(nullptr);
    for (const auto &region : op->regions_)
      region->dropAllUses();
  }
}

Value *Region::addArgument(Type type, std::string name) {
  auto value = std::make_unique<Value>();
  value->kind_ = Value::Kind::Argument;
  value->type_ = type;
  value->region_ = this;
  value->index_ = argumentCount();
  value->name_ = std::move(name);
  arguments_.push_back(std::move(value));
  return arguments_.back().get();
}

void Region::eraseArgument(unsigned index) {
  assert(arguments_[index]->unused());
  arguments_.erase(arguments_.begin() + index);
  for (unsigned i = index; i < argumentCount(); ++i)
    arguments_[i]->index_ = i;
}

Operation *Region::insert(OpKind kind, std::span<Value *const> operands, Operation *before) {
  assert(!before || before->parent_ == this);
  const auto regions = static_cast<unsigned>(opInfo(kind).regions);
  std::unique_ptr<Operation> op(new Operation(kind, operands, regions));
  op->parent_ = this;
  for (auto &region : op->regions_)
    region = std::make_unique<Region>(*kernel_, op.get());
  const auto place = operations_.insert(before ? before->self_ : operations_.end(), std::move(op));
  (*place)->self_ = place;
  return place->get();
}

// --- kernels ------------------------------------------------------------------------------------

Kernel::~Kernel() = default;

Value *Kernel::addParameter(std::string name, Type type, ParameterInfo info) {
  parameters_.push_back(info);
  return body_.addArgument(type, std::move(name));
}

Value *Kernel::constant(const Scalar &scalar) {
  auto &slot =
      constants_[{scalar.dtype(), scalar.asInt(), std::bit_cast<std::uint64_t>(scalar.asFloat())}];
  if (!slot) {
    slot = std::make_unique<Value>();
    slot->kind_ = Value::Kind::Constant;
    slot->type_ = Type::scalar(scalar.dtype());
    slot->constant_ = scalar;
  }
  return slot.get();
}

bool Kernel::ownsConstant(const Value &value) const {
  const Scalar &scalar = value.constant();
  const auto found = constants_.find(
      {scalar.dtype(), scalar.asInt(), std::bit_cast<std::uint64_t>(scalar.asFloat())});
  return found != constants_.end() && found->second.get() == &value;
}

} // namespace mytriton
