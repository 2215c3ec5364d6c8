// See verifier.h. Total: it takes IR of any shape that the classes allow, however wrong, and looks
// at nothing that it has not checked before.
#include "mytriton/ir/verifier.h"

#include "mytriton/ir/uniformity.h"
#include "text_form.h"

#include <bit>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace mytriton {

namespace {

constexpr int kWarp = 32;
constexpr int kMaxThreads = 1024;

class Verifier {
public:
  explicit Verifier(const Kernel &kernel) : kernel_(kernel) {}

  std::optional<VerifierError> run() {
    if (header() && region(kernel_.body(), 0) && useLists())
      uniformControlFlow();
    return std::move(error_);
  }

private:
  // Every check returns whether it holds; the first that does not leaves its error.
  bool bad(const Operation *op, std::string text) {
    if (op)
      text = fmt::format("{}: {}", op->info().mnemonic, text);
    error_ = VerifierError{op, std::move(text)};
    return false;
  }

  bool header() {
    if (!isIdentifier(kernel_.name()))
      return bad(nullptr, "the kernel's name is no identifier");
    if (kernel_.level() == Level::Tile && kernel_.threads() != 0)
      return bad(nullptr, "a tile-level kernel has no threads");
    if (kernel_.level() == Level::Thread &&
        (kernel_.threads() < kWarp || kernel_.threads() > kMaxThreads ||
         kernel_.threads() % kWarp != 0))
      return bad(nullptr, fmt::format("threads must be a multiple of {} up to {}, not {}", kWarp,
                                      kMaxThreads, kernel_.threads()));
    return parameters();
  }

  bool parameters() {
    std::unordered_set<std::string_view> names;
    if (kernel_.parameterCount() != kernel_.parameterInfoCount())
      return bad(nullptr, "the kernel's body has arguments that are no parameters");
    for (unsigned i = 0; i < kernel_.parameterCount(); ++i) {
      const Value *parameter = kernel_.parameter(i);
      const ParameterInfo &info = kernel_.parameterInfo(i);
      const std::string &name = parameter->name();
      if (!isIdentifier(name) || !names.insert(name).second)
        return bad(nullptr,
                   fmt::format("the name of parameter {} is no identifier or is taken", i + 1));
      if (!parameter->type().isScalar())
        return bad(nullptr, fmt::format("parameter '{}' is {}, not a scalar or a pointer", name,
                                        parameter->type().str()));
      if (info.divisibility < 1 || !std::has_single_bit(static_cast<unsigned>(info.divisibility)))
        return bad(nullptr, fmt::format("the divisibility of '{}' must be a power of two", name));
      if (info.noalias && !parameter->type().isPointer())
        return bad(nullptr, fmt::format("'{}' is noalias, but no pointer", name));
      defined_.insert(parameter);
    }
    return true;
  }

  // --- structure ---

  bool region(const Region &region, int nesting) {
    for (const auto &op : region.operations()) {
      if (!operands(*op) || !level(*op) || !place(*op) || !attributes(*op))
        return false;
      if (op->regionCount() > 0 && nesting == kMaxNesting)
        return bad(op.get(), fmt::format("more than {} nested regions", kMaxNesting));
      for (unsigned i = 0; i < op->regionCount(); ++i)
        if (!inner(*op, op->region(i), nesting + 1))
          return false;
      if (!types(*op))
        return false;
      for (unsigned i = 0; i < op->resultCount(); ++i)
        defined_.insert(op->result(i));
    }
    return true;
  }

  // A region sees what is defined before it; nothing of it is seen after it.
  bool inner(const Operation &op, const Region &inner, int nesting) {
    for (unsigned i = 0; i < inner.argumentCount(); ++i) {
      if (!formAllowed(inner.argument(i)->type()))
        return bad(&op, fmt::format("an argument of type {} at this level",
                                    inner.argument(i)->type().str()));
      defined_.insert(inner.argument(i));
    }
    if (!region(inner, nesting))
      return false;
    for (unsigned i = 0; i < inner.argumentCount(); ++i)
      defined_.erase(inner.argument(i));
    for (const auto &child : inner.operations())
      for (unsigned i = 0; i < child->resultCount(); ++i)
        defined_.erase(child->result(i));
    return true;
  }

  bool operands(const Operation &op) {
    for (unsigned i = 0; i < op.operandCount(); ++i) {
      const Value *value = op.operand(i);
      if (!value)
        continue;
      if (value->isConstant() ? !kernel_.ownsConstant(*value) : !defined_.contains(value))
        return bad(&op, fmt::format("operand {} is not defined before it", i + 1));
      ++useCounts_[value];
    }
    return true;
  }

  bool formAllowed(Type type) const {
    if (kernel_.level() == Level::Tile)
      return type.isScalar() || type.isBlock();
    return type.isScalar() || type.isRegisters() || type.isShared();
  }

  bool level(const Operation &op) {
    const bool tile = kernel_.level() == Level::Tile;
    if (op.has(tile ? trait::ThreadLevel : trait::TileLevel))
      return bad(&op, fmt::format("not allowed at the {} level", tile ? "tile" : "thread"));
    for (unsigned i = 0; i < op.resultCount(); ++i)
      if (!formAllowed(op.result(i)->type()))
        return bad(&op, fmt::format("a result of type {} at the {} level",
                                    op.result(i)->type().str(), tile ? "tile" : "thread"));
    return true;
  }

  bool place(const Operation &op) {
    if (!op.has(trait::Terminator))
      return true;
    if (!op.parentOp())
      return bad(&op, "not inside a region");
    return !op.next() || bad(&op, "not at the end of its region");
  }

  bool attributes(const Operation &op) {
    if (op.attributes().size() > kMaxAttributes)
      return bad(&op, fmt::format("more than {} attributes", kMaxAttributes));
    for (const auto &attribute : op.attributes())
      if (!isIdentifier(attribute.first))
        return bad(&op, "the name of an attribute is no identifier");
    return true;
  }

  bool types(const Operation &op) {
    const TypeResult result = checkOperation(op);
    if (!result.error.empty())
      return bad(&op, result.error);
    if (result.types.size() != op.resultCount())
      return bad(&op, fmt::format("has {} results, not {}", op.resultCount(), result.types.size()));
    for (unsigned i = 0; i < op.resultCount(); ++i)
      if (!(op.result(i)->type() == result.types[i]))
        return bad(&op, fmt::format("result {} has type {}, not {}", i + 1,
                                    op.result(i)->type().str(), result.types[i].str()));
    return true;
  }

  // --- use lists ---

  // A value's list has as many entries as operands name it, and each entry is such an operand.
  bool useLists() {
    for (const auto &[value, count] : useCounts_) {
      int listed = 0;
      for (const Use *use = value->firstUse(); use; use = use->nextUse())
        if (++listed > count || use->value() != value)
          return bad(nullptr, "a use list does not match the operands");
      if (listed != count)
        return bad(nullptr, "a use list does not match the operands");
    }
    return true;
  }

  // --- uniformity ---

  bool uniformControlFlow() {
    if (kernel_.level() == Level::Thread) {
      varying_ = findVaryingValues(kernel_);
      return uniform(kernel_.body(), false);
    }
    return true;
  }

  bool uniform(const Region &region, bool divergent) {
    for (const auto &op : region.operations()) {
      if (divergent && op->has(trait::Synchronizes))
        return bad(op.get(), "in a region that not all threads may enter alike");
      for (unsigned i = 0; i < op->regionCount(); ++i)
        if (!uniform(op->region(i), divergent || isDivergent(*op, varying_)))
          return false;
    }
    return true;
  }

  const Kernel &kernel_;
  std::optional<VerifierError> error_;
  std::unordered_set<const Value *> defined_;
  std::unordered_map<const Value *, int> useCounts_;
  std::unordered_set<const Value *> varying_;
};

} // namespace

std::optional<VerifierError> verify(const Kernel &kernel) { return Verifier(kernel).run(); }

} // namespace mytriton
