// Merges equal pure operations. Operations are visited in order; a region sees what is available
// where it stands, and what it adds is forgotten at its end.
#include "mytriton/ir/passes.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace mytriton {

namespace {

// What makes two operations equal. Operands of a commutative operation are sorted by address: any
// fixed order serves, since keys are only compared within one run.
struct Key {
  OpKind kind;
  std::vector<const Value *> operands;
  std::vector<std::pair<std::string, AttributeValue>> attributes;

  explicit Key(const Operation &op) : kind(op.kind()), attributes(op.attributes()) {
    for (unsigned i = 0; i < op.operandCount(); ++i)
      operands.push_back(op.operand(i));
    if (op.has(trait::Commutative))
      std::sort(operands.begin(), operands.end(), std::less<>());
  }
  bool operator==(const Key &) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key &key) const {
    std::size_t hash = static_cast<std::size_t>(key.kind);
    const auto mix = [&](std::size_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u; };
    for (const Value *operand : key.operands)
      mix(std::hash<const Value *>()(operand));
    for (const auto &[name, value] : key.attributes)
      if (const auto *number = std::get_if<std::int64_t>(&value))
        mix(static_cast<std::size_t>(*number));
    return hash;
  }
};

class Merger {
public:
  bool run(Region &region) {
    std::vector<Key> added;
    for (Operation *op = region.front(); op;) {
      Operation *next = op->next();
      for (unsigned i = 0; i < op->regionCount(); ++i)
        run(op->region(i));
      if (op->has(trait::Pure))
        visit(*op, added);
      op = next;
    }
    for (const Key &key : added)
      available_.erase(key);
    return changed_;
  }

private:
  // Erases `op` where an equal operation is available.
  void visit(Operation &op, std::vector<Key> &added) {
    Key key(op);
    const auto [place, isNew] = available_.emplace(key, &op);
    if (isNew) {
      added.push_back(std::move(key));
      return;
    }
    Value *kept = place->second->result();
    if (kept->name().empty())
      kept->setName(op.result()->name());
    op.result()->replaceAllUsesWith(kept);
    op.erase();
    changed_ = true;
  }

  std::unordered_map<Key, Operation *, KeyHash> available_;
  bool changed_ = false;
};

} // namespace

bool eliminateCommonSubexpressions(Kernel &kernel) { return Merger().run(kernel.body()); }

} // namespace mytriton
