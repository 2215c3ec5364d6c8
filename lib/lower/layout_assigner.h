// The state of assigning layouts to one kernel, shared by its parts:
//
//   assign_layouts.cpp     the sweeps over the kernel: accesses, what feeds them, slots
//   reduced_layouts.cpp    reductions and what is computed from them
//   product_layouts.cpp    products, their sums and their factors
//   convert_operands.cpp   conversions where two layouts meet
#pragma once

#include "mytriton/ir/slots.h"
#include "mytriton/layout/axis_info.h"
#include "mytriton/lower/assign_layouts.h"

#include <numeric>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace mytriton {

// A small block may be loaded by several threads rather than exchanged between them.
inline constexpr std::int64_t kMaxCopiedRegisters = 8;

// What an access touches: the shape of its pointer.
inline Shape accessShape(const Operation &op) { return op.operand(0)->type().shape(); }

// Dimensions from the last to the first: the last changes fastest.
inline std::vector<int> rowMajorOrder(const Shape &shape) {
  std::vector<int> order(static_cast<std::size_t>(shape.rank()));
  std::iota(order.rbegin(), order.rend(), 0);
  return order;
}

class Assigner {
public:
  Assigner(Kernel &kernel, const LayoutOptions &options);
  LayoutAssignment run();

private:
  struct Demand {
    Placement placement;
    int uses;
  };
  using Reduced = std::unordered_map<const Value *, Placement>;

  // --- assign_layouts.cpp
  // A slot's layout is wanted by what is around it and wanted of what it passes on, which may come
  // before it in one sweep: the sweep is repeated with what the last one found.
  void place();
  // Gives each slot that has none yet a layout: where `all`, even those that nothing asks for.
  // True where one was given.
  bool placeSlots(bool all);
  // Inside a loop more is done with a value than behind it.
  const Placement *wantedOf(const Slot &slot) const;
  // The slot that a value is the result or an argument of; its result.
  const Placement *ofSlot(const Value *result) const;
  // Dimensions by falling contiguity of the pointer, ties to the last.
  std::vector<int> orderOf(const Operation &op) const;
  // True where the order matters to coalescing.
  bool prefersOrder(const Operation &op) const;
  int chooseWarps() const;
  // One layout for all accesses of a shape and order, as wide as each of them that can be wide at
  // all allows, but no wider than leaves each thread the fewest registers.
  void chooseAccessLayouts();
  // An access moves a whole vector of the layout, or single elements. A layout that was taken over
  // may have its vectors along another dimension than the memory.
  void fitWidth(const Operation &op, const Placement &placement);
  Placement blocked(const Shape &shape, const std::vector<int> &order, int width) const;
  void demand(const Value *value, const Placement &placement);
  // Where a block lies that nothing else asks for.
  void suggest(const Value *value);
  // The layout that most users want; the first use decides a tie.
  const Placement *mostWanted(const Value *value) const;
  void placeBackwards(const Operation &op);
  // Where an operand lies of an operation whose result lies so, before it is projected.
  static Placement asOperandOf(const Operation &op, const Placement &placement);
  static Shape inverseOrder(const Shape &order);
  void demandSlots(const Operation &yield);
  void placeSlotsOf(const Operation &op);
  // A load takes the layout of its users where that costs no coalescing.
  void adoptUsersLayout(const Operation &load, Placement &placement);

  // --- reduced_layouts.cpp
  // A reduction takes its operand where that lies; its result lies there too, without the axis.
  void placeReduction(const Operation &op);
  // The layout of the first load of a block's shape that it is computed from; where there is none,
  // a layout of its own.
  Placement placementOfLoads(const Value &block) const;
  // What is computed from a reduction's result without growing stays where that lies, in stores and
  // from one iteration to the next: it is little, and an exchange costs more than accesses that do
  // not coalesce. True where that changes the layout of a store or a slot.
  bool adoptReducedLayouts();
  // Notes that `key` is to have the layout of a value, where that has one that fits and is small.
  template <typename Key, typename Usual>
  bool adopt(std::unordered_map<Key, Placement> &adopted, std::type_identity_t<Key> key,
             const Reduced &reduced, const Value *value, const Usual &usual);
  void passReduced(const Operation &yield, Reduced &reduced);
  void followReduced(const Operation &op, Reduced &reduced);

  // --- product_layouts.cpp
  // Finds the blocks that are sums of products, or computed from such element by element.
  void findSums();
  void inheritSums(const Value *value, const Value *from);
  // Sums are stored from where they are where the rows of the result are rows in memory too.
  bool storesSums(const Operation &op) const;
  Placement placementOfSums(const Value &value) const;
  // Where blocks that are computed from loads lie if they are computed where these have them.
  void findSourceLayouts();
  // What a product takes from shared memory is put there from wherever it is.
  void suggestSource(const Value *value);
  void placeDot(const Operation &op);

  // --- convert_operands.cpp
  // What the conversions between the layouts so far take of shared memory.
  std::int64_t exchangedBytes() const;
  // The layout in which `op` uses an operand, before it is projected; null: any will do.
  const Placement *usedIn(const Operation &op, unsigned operand) const;
  // Calls `visit(operand, placement)` for each operand that lies elsewhere than `op` uses it.
  template <typename Visit>
  void forEachConversion(const Operation &op, Visit &&visit) const;
  void convertOperands(Operation &op);
  // The operation of the value's own region that `user` is or is part of: what is inserted before
  // it serves all later users as well.
  static Operation &placeFor(const Value &value, Operation &user);
  Value *converted(Value *value, const Placement &wanted, Operation &user);

  LayoutOptions options_;
  AxisAnalysis axes_;
  Rematerializable rematerializable_;
  std::vector<Operation *> ops_;
  LayoutAssignment result_;
  bool oneOrder_ = false;                              // all accesses of a shape lie the same way
  std::unordered_map<const Value *, Placement> slots_; // by their results
  // By stores and slots of what was reduced.
  std::unordered_map<const Operation *, Placement> adoptedStores_;
  std::unordered_map<const Value *, Placement> adoptedSlots_;
  std::unordered_map<const Value *, Placement> sources_; // findSourceLayouts
  std::unordered_map<const Value *, int> sums_;          // findSums: bytes of the factors
  std::unordered_map<const Value *, std::vector<Demand>> demands_;
  std::unordered_map<const Value *, std::vector<Value *>> conversions_;
};

} // namespace mytriton
