// The state of printing one kernel as MLIR, shared by its parts:
//
//   mlir_printer.cpp    the module: header, globals, helper functions, signature; which function
//                       prints which operation
//   mlir_values.cpp     coordinates, elementwise operations, conversions, lanes of a warp
//   mlir_memory.cpp     pointers, global and shared memory
//   mlir_registers.cpp  arrays of registers and loops over them
//   mlir_control.cpp    loops and conditions of the program
//   mlir_spelling.cpp   the table of elementwise operations
//   mlir_helpers.cpp    helper functions; mlir_lanes.cpp: values of other lanes
//   mlir_types.cpp      names of types, constants
//   mlir_names.cpp      names of values
//
// Each operation of the kernel becomes one operation of MLIR, or a few, at its place. Constants
// stand at the top of the function.
#pragma once

#include "mlir_helpers.h"
#include "mlir_names.h"
#include "pointer_roots.h"

#include "mytriton/target/mlir.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mytriton {

// Where constants that are no scalars stand among those at the top of the function.
constexpr std::pair<int, double> kAfterScalars{100, 0.0};

class MlirPrinter {
public:
  MlirPrinter(const Kernel &kernel, const TargetOptions &options);
  std::string run();

  using Print = void (MlirPrinter::*)(const Operation &op);
  struct Row {
    OpKind kind;
    Print print;
  };

private:
  // --- mlir_printer.cpp
  void region(const Region &region, const Operation *owner);
  void operation(const Operation &op);
  void comment(SourceRange range);
  void line(const std::string &text);
  std::string signature() const;
  // The name of a value; a constant is put at the top of the function.
  std::string operand(const Value *value);
  std::string operands(const std::vector<const Value *> &values); // with commas
  std::string constant(const Scalar &scalar);
  std::string constantI32(std::int64_t value) { return constant(Scalar::ofInt(DType::I32, value)); }
  // What `text` defines at the top of the function, in the given order.
  std::string constantText(const std::string &text, std::string_view wanted,
                           std::pair<int, double> order);
  // Gives the value a name, of the author's where there is one.
  const std::string &nameFor(const Value *value, std::string_view generic = {});
  // value = text; or a number = text, which is returned.
  void define(const Value *value, const std::string &text, std::string_view generic = {});
  std::string temporary(const std::string &text);

  // --- mlir_values.cpp
  void coordinate(const Operation &op);
  void elementwise(const Operation &op);
  void select(const Operation &op);
  void cast(const Operation &op);
  // mlir_bits.cpp
  void castRtz(const Operation &op);
  void bitcast(const Operation &op);
  void mulHi(const Operation &op);
  std::string castText(std::string value, DType from, DType to);
  std::string extended(const std::string &value, DType from);
  void warpReduce(const Operation &op);
  void shuffle(const Operation &op);
  void barrier(const Operation &op);

  // --- mlir_memory.cpp
  void addPtr(const Operation &op);
  void aligned(const Operation &op);
  void load(const Operation &op);
  void store(const Operation &op);
  void sharedAlloc(const Operation &op);
  void sharedLoad(const Operation &op);
  void sharedStore(const Operation &op);
  // What is loaded as a value of `type`: its text, which defines it.
  std::string loadText(const std::string &pointer, int space, const Type &type, int alignment);
  void storeValue(const std::string &value, const std::string &pointer, int space, const Type &type,
                  int alignment);
  std::string sharedAddress(const Operation &op, unsigned firstIndex);
  void planShared();
  std::string globalName(const std::string &wanted);

  // --- mlir_registers.cpp
  void each(const Operation &op);
  void extract(const Operation &op);
  void pack(const Operation &op);
  void yieldEach(const Operation &yield, const Operation &each);
  bool fill(const Operation &each);
  void nameAxis(const Operation &each, unsigned axis, const std::string &index);
  // Where an element lies among registers: the sum of a name, where there is one, and a number.
  struct Place {
    std::string name;
    std::int64_t number = 0;
  };
  Place placeOf(const Operation &extract, const Shape &shape);
  std::string placeText(const Place &place, std::int64_t further = 0);
  std::string elementText(const Value *registers, const Place &place, std::int64_t further);
  std::string localAddress(const std::string &array, const Type &type, const Place &place);
  std::string poison(const Type &type);
  static std::string localName(const Value *array);
  static bool isLocal(const Type &type);
  std::string localArray(const Type &type, std::string_view wanted);
  void copyLocal(const std::string &to, const std::string &from, const Type &type);

  // --- mlir_control.cpp
  void branch(const Operation &op);
  void forLoop(const Operation &op);
  void fallingLoop(const Operation &op);
  void whileLoop(const Operation &op);
  void yield(const Operation &op, const Operation &owner);
  void yieldLocal(const Operation &op, const Operation &owner, const std::vector<unsigned> &slots);
  void nested(const Region &body, const Operation &owner);
  // What a loop hands on in values of MLIR.
  struct Carried {
    std::vector<std::string> results, starts, types;
  };
  Carried carry(const Operation &op);
  std::vector<std::string> nameArguments(const Operation &loop, unsigned region);
  void openLoop(const std::string &head, const std::vector<std::string> &arguments,
                const Carried &carried, std::string_view indexType);
  void openWhile(const Carried &carried, const std::vector<std::string> &arguments);
  void openBody(const std::vector<std::string> &arguments, const std::vector<std::string> &types);
  void closeLoop(std::int64_t unroll);
  void condition(const std::string &holds, const std::vector<std::string> &arguments,
                 const std::vector<std::string> &types);
  void yieldLine(const std::vector<std::string> &values, const std::vector<std::string> &types);

  const Kernel &kernel_;
  const TargetOptions &options_;
  PointerRoots roots_;
  MlirNames names_;
  std::unordered_map<const Value *, std::string> values_;
  std::set<MlirHelper> helpers_;
  // What stands at the top of the function: by text, the name.
  std::map<std::string, std::string> constants_;
  struct ConstantLine {
    std::pair<int, double> order;
    std::string text;
  };
  std::vector<ConstantLine> constantLines_;
  std::vector<std::string> localLines_;
  std::vector<std::string> globals_;
  std::set<std::string> symbols_; // of the kernel and the globals
  std::string pool_;              // the global that shared buffers with an offset lie in
  std::unordered_map<const Value *, int> sharedAlignment_;
  std::set<std::int64_t> unrolls_; // the counts that loops ask for; 0: all trips
  std::set<std::pair<const SourceFile *, int>> commented_; // lines that a comment names already
  // Of loops over registers: the index over all axes; and, by result, the array as it grows.
  std::unordered_map<const Region *, std::string> places_;
  std::unordered_map<const Value *, std::string> parts_;
  // Of loops that are printed as scf.while: what the condition hands on; the index that is counted.
  std::unordered_map<const Operation *,
                     std::pair<std::vector<std::string>, std::vector<std::string>>>
      conditions_;
  std::unordered_map<const Operation *, std::string> indices_;
  std::vector<std::string> lines_;
  int indent_ = 3;

  friend struct MlirRows;
};

} // namespace mytriton
