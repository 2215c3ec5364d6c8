// The table of operations that ops.def declares.
#include "op_functions.h"

#include <fmt/format.h>
#include <unordered_map>

namespace mytriton {

namespace {

using namespace trait;

constexpr Scalar (*noEvaluate)(DType, std::span<const Scalar>) = nullptr;

constexpr OpInfo kOps[] = {
#define MYTRITON_OP(kind, mnemonic, minOperands, maxOperands, regions, traits, typeRule, evaluate) \
  {OpKind::kind, mnemonic, minOperands, maxOperands, regions, traits, typeRule, evaluate},
#include "mytriton/ir/ops.def"
#undef MYTRITON_OP
};

// Operands that print as `none` where they are absent.
bool isOptional(OpKind kind, unsigned index) {
  return (kind == OpKind::Load && index >= 1) || (kind == OpKind::Store && index == 2);
}

} // namespace

const OpInfo &opInfo(OpKind kind) { return kOps[static_cast<std::size_t>(kind)]; }

std::span<const OpInfo> allOps() { return kOps; }

std::optional<OpKind> opKindFromMnemonic(std::string_view mnemonic) {
  static const auto kinds = [] {
    std::unordered_map<std::string_view, OpKind> map;
    for (const OpInfo &info : kOps)
      map.emplace(info.mnemonic, info.kind);
    return map;
  }();
  const auto found = kinds.find(mnemonic);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

TypeResult checkOperation(const Operation &op) {
  const OpInfo &info = op.info();
  const auto count = static_cast<int>(op.operandCount());
  if (count < info.minOperands || (info.maxOperands >= 0 && count > info.maxOperands)) {
    const char *bound = info.maxOperands == info.minOperands ? "" : "at least ";
    return TypeResult::bad(
        fmt::format("takes {}{} operands, not {}", bound, info.minOperands, count));
  }
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    if (op.operand(i) ? op.operand(i)->type().isNone() : !isOptional(op.kind(), i))
      return TypeResult::bad(fmt::format("operand {} is missing", i + 1));
  }
  return info.typeRule(op);
}

} // namespace mytriton
