// What control flow passes on: the carried values of a loop and the results of a condition.
//
// A slot is one such value as it travels: it enters a loop as an initial operand, stands in the
// regions as an argument, is yielded at their end, and leaves as a result. All of these have one
// type, and the lowering gives them one layout and one variable.
#pragma once

#include "mytriton/ir/control_flow.h"

#include <vector>

namespace mytriton {

struct Slot {
  Operation *op;  // if, for or while
  unsigned index; // of its result

  Value *result() const { return op->result(index); }
  // What a loop starts with; null of a condition.
  Value *initial() const;
  // The operand that holds `initial`.
  unsigned initialOperand() const;
  // In the regions that take it: of a while loop both.
  std::vector<Value *> arguments() const;
  // What the next iteration, or the code behind the condition, gets: of a condition from either
  // side.
  std::vector<Value *> yields() const;
};

// True of operations whose results are slots.
bool hasSlots(const Operation &op);
std::vector<Slot> slotsOf(Operation &op);
// Which slot a yield at the end of `region` passes its operands to; nullopt where its operands are
// no slots (the condition of a while loop).
bool yieldsSlots(const Region &region);

} // namespace mytriton
