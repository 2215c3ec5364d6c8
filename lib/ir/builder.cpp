// Creation of operations with inferred types.
#include "mytriton/ir/ir.h"

#include <cstdlib>
#include <fmt/format.h>
#include <iostream>

namespace mytriton {

Operation *Builder::create(OpKind kind, std::initializer_list<Value *> operands,
                           Attributes attributes) {
  return create(kind, std::span<Value *const>(operands.begin(), operands.size()), attributes);
}

Operation *Builder::create(OpKind kind, std::span<Value *const> operands, Attributes attributes) {
  Operation *op = createOpen(kind, operands, attributes);
  infer(op);
  return op;
}

Operation *Builder::createOpen(OpKind kind, std::span<Value *const> operands,
                               Attributes attributes) {
  Operation *op = region_->insert(kind, operands, before_);
  op->setRange(range_);
  for (const auto &[name, value] : attributes)
    op->setAttribute(name, value);
  return op;
}

std::string Builder::check(OpKind kind, std::span<Value *const> operands, Attributes attributes) {
  Operation *op = createOpen(kind, operands, attributes);
  std::string error = checkOperation(*op).error;
  op->erase();
  return error;
}

void Builder::infer(Operation *op) {
  const TypeResult result = checkOperation(*op);
  if (!result.error.empty()) {
    std::cerr << fmt::format("internal error: {}: {}\n", op->info().mnemonic, result.error);
    std::abort();
  }
  for (const Type &type : result.types)
    op->addResult(type);
}

} // namespace mytriton
