// The state of one lowering from tiles to threads, shared by its parts:
//
//   thread_lowering.cpp    scopes, emission, the walk over the kernel
//   held_values.cpp        which blocks are held in registers, and where they are made
//   control_lowering.cpp   loops and conditions of the program
//   element_lowering.cpp   one element of a pure block value
//   memory_lowering.cpp    loads and stores
//   exchange_lowering.cpp  convert_layout
//   reduce_lowering.cpp    reductions
//   dot_lowering.cpp       matrix products
//   access_order.cpp       which accesses need a barrier between them
#pragma once

#include "access_order.h"
#include "index_arithmetic.h"

#include "mytriton/layout/axis_info.h"
#include "mytriton/layout/conversion.h"
#include "mytriton/lower/lower.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mytriton {

// A register index: a value of the thread level, or a constant where `value` is null.
struct Index {
  Value *value = nullptr;
  int constant = 0;

  bool isZero() const { return value == nullptr && constant == 0; }
  auto key() const { return std::pair(value, constant); }
};

// Which element is asked for: one index per register axis of a placement. `dims` tells, for each
// dimension of the value that is asked, which dimension of the placement it lies along; -1: none,
// its coordinate is 0.
struct Place {
  int placement = 0; // ThreadLowering::placements_
  std::vector<Index> indices;
  std::vector<int> dims;
};

// Computed where it is needed, and not where it stands.
inline bool isLazy(const Operation &op) {
  return op.has(trait::Pure) && !op.is(OpKind::ConvertLayout) && !op.has(trait::Reduces) &&
         !op.is(OpKind::Dot);
}

class ThreadLowering {
public:
  ThreadLowering(const Kernel &tile, const LayoutAssignment &layouts, const SharedMemory &shared,
                 const SourceFile *file, Diagnostics &diagnostics);

  std::unique_ptr<Kernel> run();

private:
  using Values = std::vector<Value *>;
  // What a step along each register axis adds to an integer; nullopt: no constant.
  using Steps = std::vector<std::optional<std::int64_t>>;
  using ElementKey =
      std::tuple<const Value *, int, std::vector<int>, std::vector<std::pair<Value *, int>>>;
  using EmissionKey = std::tuple<OpKind, std::vector<Value *>, std::int64_t,
                                 bool>; // kind, operands, attribute, nsw

  // A block that is held in registers.
  struct Registers {
    int placement;
    Value *value; // regs, or a scalar where each thread has one element
  };

  // A region under construction, and the operation of the region around it that will own it.
  struct Scope {
    Region *region;
    Operation *opened;
    std::map<ElementKey, Value *> elements = {};
    std::map<EmissionKey, Value *> emitted = {};
    // What was held of a block before something in this scope was: held again behind it.
    std::vector<std::pair<const Value *, std::optional<Registers>>> heldBefore = {};
  };

  // --- thread_lowering.cpp
  // The operations of a tile-level region, in the scope that is open.
  void lowerRegion(const Region &region);
  void openScope(Region &region, Operation &opened);
  void closeScope();
  int placementId(const Placement &placement);
  const Placement &placement(int id) const { return placements_[static_cast<std::size_t>(id)]; }

  int depthOf(const Value *value) const;
  // Creates a pure operation in the outermost scope that has its operands, once.
  Value *emit(OpKind kind, std::initializer_list<Value *> operands, const Operation *from,
              Builder::Attributes attributes = {}, bool nsw = false);
  // Creates an operation at the end of the innermost scope.
  Operation *append(OpKind kind, std::span<Value *const> operands, const Operation *from,
                    Builder::Attributes attributes = {});
  Value *fold(OpKind kind, std::span<Value *const> operands);
  void mark(Operation *op, const Operation *from, bool named);

  Value *constant(std::int64_t value) { return kernel_->constantInt(value); }
  Value *add(Value *a, Value *b, bool nsw) { return emit(OpKind::Add, {a, b}, nullptr, {}, nsw); }
  Value *conjunction(Value *a, Value *b); // either may be null: true
  bool isTrue(const Value *value) const;

  // Calls `body` with an index for each of the first `axes` register axes; its results become
  // registers. Without axes it is called once, in the scope that is open.
  Values loop(int placementId, int axes, const Place &outer, const Operation *from,
              const std::function<Values(const Place &)> &body);
  // The same over any axes, which may be none, with values that are carried from one step to the
  // next. `start`: the first index, where there is one axis and all results are carried.
  Values loopOver(int placementId, std::span<const int> axes, const Place &outer,
                  const Operation *from, const Values &inits, int start,
                  const std::function<Values(const Place &, const Values &)> &body);
  // `each`: `body` is given the indices and what is carried, and yields registers, then carried.
  Values eachIndex(const Shape &extents, bool unroll, const Operation *from, const Values &inits,
                   int start, const std::function<Values(const Values &, const Values &)> &body);
  void remarkLocalMemory(int placementId, const Operation *from);
  // if (condition) { then } else { otherwise }; both give the same number of values.
  Values branch(Value *condition, const Operation *from, const std::function<Values()> &then,
                const std::function<Values()> &otherwise);
  // if (condition) { body }; without a condition the body alone.
  void guarded(Value *condition, const Operation *from, const std::function<void()> &body);
  Place wholePlace(int placementId) const;

  // --- held_values.cpp
  void findHeldValues();
  // Emits what `op` (and all in its regions) needs that must come before it: scalars, and blocks
  // that are held in registers. Blocks to hold that are laid out as `fused` says are left to the
  // caller and returned, operands before users.
  std::vector<const Value *> prepare(const Operation &op, int fused = -1);
  void hold(const Value *value, Registers registers);

  // --- control_lowering.cpp
  void lowerLoop(const Operation &op);
  void lowerCondition(const Operation &op);
  // The depth of the innermost side of a condition that `op` stands in; 0: none. What it computes
  // stays there.
  int floorOf(const Operation &op) const;
  // How a value lies that a loop carries or a condition yields; -1: it is a scalar.
  int slotPlacement(const Value *value);
  // The value as it enters or leaves a region.
  Value *passed(const Value *value, int placementId, const Operation &from);
  void bindSlot(const Value *value, int placementId, Value *lowered);
  void yieldPassed(const Region &region, const std::vector<int> &placements);
  void bindResults(const Operation &op, Operation &lowered, const std::vector<int> &placements);

  // --- element_lowering.cpp
  Value *scalar(const Value *value);
  Value *emitScalar(const Operation &op);
  Value *element(const Value *value, const Place &place);
  Value *computeElement(const Value *value, const Place &place);
  Value *heldElement(const Registers &held, const Place &place);
  Place operandPlace(const Value *operand, const Value *user, const Place &place) const;
  Steps steps(const Value *value, const Place &place);
  Value *threadSum(const std::vector<ThreadTerm> &terms);
  Value *coordinate(const Place &place, int dim);
  Value *materialize(const Value *value, int placementId, const Operation *from);

  // --- memory_lowering.cpp
  void lowerLoads(std::span<const Operation *const> loads);
  void lowerStore(const Operation &store);
  void lowerScalarLoad(const Operation &load);
  void lowerScalarStore(const Operation &store);
  Value *loadElement(const Operation &load, const Place &place);
  void storeElement(const Operation &store, const Place &place);
  Value *elementMask(const Operation &op, const Place &place, bool owner);
  Value *vectorCondition(std::span<const Operation *const> accesses, const Place &place, int width,
                         bool owner);
  Value *allOf(const Value *mask, const Place &place, int width);
  Value *insideShape(const Place &place, int width);
  Value *isOwner(int placementId);
  Value *bitsAreZero(int bits); // of the thread's number; null: always
  Value *alignedFor(const Operation &access, const Place &place, int width);
  bool joinsGroup(const Operation &first, std::size_t firstPosition,
                  const Operation &candidate) const;

  // --- exchange_lowering.cpp
  void lowerConversion(const Operation &op);
  Value *exchangeThroughShared(const Operation &op, int source, int destination,
                               const SharedTile &tile);
  Value *gatherRegisters(const Operation &op, const Registers &source, int destination,
                         const Conversion &plan);
  Values bufferOperands(std::initializer_list<Value *> first, const Place &place);

  // --- reduce_lowering.cpp
  // A reduction along one axis or several.
  struct Reduction {
    const Operation *op; // its last step
    const Value *operand;
    std::vector<int> dims;   // of the operand
    int source, destination; // placements of the operand and of the result

    bool along(int dim) const { return std::find(dims.begin(), dims.end(), dim) != dims.end(); }
  };
  void lowerReduction(const Operation &op);
  Value *reduceWithinWarps(const Reduction &reduction, int lanes, bool partial,
                           const std::string &name);
  Values accumulate(const Reduction &reduction, const Place &row, std::span<const int> reduced,
                    std::span<const Value *const> fused);
  Value *reduceAcrossWarps(const Reduction &reduction, Value *partial, int copies, int warps,
                           const std::string &name);
  // --- dot_lowering.cpp
  void lowerDot(const Operation &op);
  Value *startOfSums(const Operation &op, int sums);
  int operandPlacement(const Value *operand);
  Value *stageOperand(const Operation &op, int side, int sums);
  Place operandDims(const Value *value, Place place) const;
  Registers readFragment(const Operation &op, int side, int sums, Value *buffer, Value *k);

  MemoryAccess accessOf(const Operation &op, int placementId);
  void orderAccess(const Operation &op, int placementId);
  void orderAccesses(std::span<const Operation *const> ops, int placementId);
  int accessPlacement(const Operation &op);

  const Kernel &tile_;
  const LayoutAssignment &layouts_;
  const SharedMemory &shared_;
  const SourceFile *file_;
  Diagnostics &diagnostics_;
  IndexArithmetic index_;
  AxisAnalysis axes_;
  Rematerializable rematerializable_;
  std::unordered_map<const Value *, int> numbers_; // of the tile level's listing

  std::unique_ptr<Kernel> kernel_;
  std::vector<Placement> placements_;
  std::vector<Scope> scopes_;
  std::unordered_map<const Value *, int> depths_;      // of what is defined below the top
  std::unordered_map<const Region *, int> conditions_; // their depths, while they are open
  std::unordered_map<const Value *, Value *> scalars_;
  std::unordered_map<const Value *, Registers> held_;
  std::unordered_set<const Value *> mustHold_;
  std::unordered_map<const Operation *, std::size_t> position_;
  // For each value, the position of the last load or exchange that it depends on, plus one.
  std::unordered_map<const Value *, std::size_t> lastMemory_;
  std::map<std::tuple<const Value *, int, std::vector<int>>, Steps> steps_;
  AccessOrder order_;
  std::unordered_set<int> remarked_; // placements of which local memory was remarked
};

} // namespace mytriton
