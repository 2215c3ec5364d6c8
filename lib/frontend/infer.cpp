// Two passes over the expressions, to a fixed point: element types flow from operands to users, and
// what users demand flows back. See infer.h.
#include "infer.h"

#include <cstdint>

namespace mytriton {

namespace {

const Type kBool = Type::scalar(DType::Bool);
const Type kInt = Type::scalar(DType::I32);
const Type kFloat = Type::scalar(DType::F32);
const Type kPointer = Type::pointer(DType::F32);

class Inference {
public:
  explicit Inference(const ExprKernel &kernel)
      : kernel_(kernel), element_(kernel.exprs.size()), wanted_(kernel.exprs.size()) {
    for (const ExprParameter &parameter : kernel.parameters)
      parameters_.push_back(parameter.type);
  }

  std::vector<Type> run() {
    do {
      changed_ = false;
      for (const Expr &expr : kernel_.exprs)
        element_[expr.id] = elementOf(expr);
      wanted_.assign(wanted_.size(), Want::Nothing);
      // Once, but for what loops carry: a demand on the value of one trip reaches the one before
      // it.
      do {
        wantedMore_ = false;
        for (std::size_t i = kernel_.exprs.size(); i-- > 0;)
          demand(kernel_.exprs[i]);
      } while (wantedMore_);
    } while (changed_);
    return parameters_;
  }

private:
  enum class Want : std::uint8_t { Nothing, Integer, Pointer };

  Type element(const Expr *expr) const { return expr ? element_[expr->id] : Type(); }
  bool isLiteral(const Expr *expr) const { return expr->kind == Expr::Kind::Constant; }
  bool isKnownInteger(const Expr *expr) const {
    return element(expr).isInteger() && !isLiteral(expr);
  }

  static DType castDType(const Expr &cast) { return std::get<DType>(cast.attributes[0].second); }

  // The type of one element, or none.
  Type elementOf(const Expr &expr) const {
    if (!expr.type.isNone())
      return expr.type.element();
    if (expr.kind == Expr::Kind::Parameter)
      return parameters_[expr.index];
    if (expr.kind != Expr::Kind::Operation) {
      for (const Expr *source : sourcesOf(expr))
        if (!element(source).isNone())
          return element(source);
      return Type();
    }
    switch (expr.op) {
    case OpKind::For:
    case OpKind::While:
    case OpKind::If:
    case OpKind::Barrier:
      return Type();
    case OpKind::Load: {
      const Type pointer = element(expr.operands[0]);
      return pointer.isPointer() ? pointer.pointee() : Type();
    }
    case OpKind::Select:
      return join(expr.operands[1], expr.operands[2]);
    case OpKind::Div:
      return kFloat;
    case OpKind::Fma:
      return kFloat;
    case OpKind::FloorDiv:
    case OpKind::Shl:
    case OpKind::Shr:
    case OpKind::MulHi:
      return kInt;
    case OpKind::Cast:
    case OpKind::CastRtz:
    case OpKind::Bitcast:
      return Type::scalar(castDType(expr));
    case OpKind::CmpEq:
    case OpKind::CmpNe:
    case OpKind::CmpLt:
    case OpKind::CmpLe:
    case OpKind::CmpGt:
    case OpKind::CmpGe:
      return kBool;
    default:
      return expr.operands.size() == 2 ? join(expr.operands[0], expr.operands[1])
                                       : element(expr.operands[0]);
    }
  }

  // What an argument or a result of control flow is in one trip or another.
  static std::vector<const Expr *> sourcesOf(const Expr &expr) {
    const Expr &owner = expr.kind == Expr::Kind::Result ? *expr.operands[0] : *expr.region->owner;
    std::vector<const Expr *> sources;
    const auto add = [&](const std::vector<Expr *> &list, std::size_t index) {
      if (index < list.size()) // the evaluation may have ended before
        sources.push_back(list[index]);
    };
    if (owner.op == OpKind::If) {
      for (const auto &region : owner.regions)
        add(region->yields, expr.index);
      return sources;
    }
    const bool counts = owner.op == OpKind::For;
    if (counts && expr.kind == Expr::Kind::Argument && expr.index == 0) {
      add(owner.operands, 0);
      return sources;
    }
    const std::size_t slot =
        counts && expr.kind == Expr::Kind::Argument ? expr.index - 1 : expr.index;
    add(owner.operands, slot + (counts ? 3 : 0));
    add(owner.regions.back()->yields, slot);
    return sources;
  }

  // Of `a op b`: a pointer or a float prevails; an integer needs both to be one.
  Type join(const Expr *a, const Expr *b) const {
    const Type left = element(a), right = element(b);
    if (left.isPointer() || right.isPointer())
      return left.isPointer() ? left : right;
    if (left.isFloat() || right.isFloat())
      return kFloat;
    return left.isNone() || right.isNone() ? Type() : kInt;
  }

  void want(const Expr *expr, Want what) {
    if (expr && what > wanted_[expr->id]) { // a pointer prevails: its misuse is reported later
      wanted_[expr->id] = what;
      wantedMore_ = true;
    }
  }

  void demand(const Expr &expr) {
    const Want wanted = wanted_[expr.id];
    if (expr.kind == Expr::Kind::Parameter) {
      Type &type = parameters_[expr.index];
      if (wanted != Want::Nothing && type.isNone()) {
        type = wanted == Want::Pointer ? kPointer : kInt;
        changed_ = true;
      }
      return;
    }
    if (expr.kind == Expr::Kind::Constant)
      return;
    if (expr.kind != Expr::Kind::Operation) {
      for (const Expr *source : sourcesOf(expr))
        want(source, wanted);
      return;
    }
    switch (expr.op) {
    case OpKind::AddPtr:
      return want(expr.operands[1], Want::Integer);
    case OpKind::Add:
    case OpKind::Sub:
      if (wanted == Want::Pointer || elementOf(expr).isPointer())
        return demandAddress(expr);
      return demandArithmetic(expr, wanted);
    case OpKind::FloorDiv:
    case OpKind::Shl:
    case OpKind::Shr:
    case OpKind::MulHi:
      return demandArithmetic(expr, Want::Integer);
    case OpKind::Rem:
      // `n % 16`: a float would be divided by 16.0.
      if (element(expr.operands[0]).isInteger() || element(expr.operands[1]).isInteger())
        return demandArithmetic(expr, Want::Integer);
      return demandArithmetic(expr, wanted);
    case OpKind::Cast:
      // `stride.to(tl.int64)` in an offset. A number made an integer of 32 bits may be a float.
      if (wanted == Want::Integer && bitWidth(castDType(expr)) == 64 &&
          expr.operands[0]->kind == Expr::Kind::Parameter)
        want(expr.operands[0], Want::Integer);
      return;
    case OpKind::CastRtz:
    case OpKind::Bitcast:
    case OpKind::Barrier:
      return;
    case OpKind::Select:
      want(expr.operands[1], wanted);
      return want(expr.operands[2], wanted);
    case OpKind::Load:
    case OpKind::Store:
      return want(expr.operands[0], Want::Pointer);
    case OpKind::For:
      for (unsigned i = 0; i < 3; ++i)
        want(expr.operands[i], Want::Integer);
      return;
    case OpKind::While:
    case OpKind::If:
      return;
    default:
      if (expr.operands.size() == 2)
        demandArithmetic(expr, isComparison(expr.op) ? Want::Nothing : wanted);
      else if (expr.operands.size() == 1)
        want(expr.operands[0], wanted);
    }
  }

  static bool isComparison(OpKind op) { return op >= OpKind::CmpEq && op <= OpKind::CmpGe; }

  // `base + offset`: the base comes first unless the first is an integer.
  void demandAddress(const Expr &expr) {
    const Expr *left = expr.operands[0], *right = expr.operands[1];
    const bool swapped = expr.op == OpKind::Add && !element(left).isPointer() &&
                         (!element(left).isNone() || element(right).isPointer());
    want(swapped ? right : left, Want::Pointer);
    want(swapped ? left : right, Want::Integer);
  }

  // Either both sides are integers because the result must be one, or one is because the other is.
  void demandArithmetic(const Expr &expr, Want wanted) {
    const Expr *left = expr.operands[0], *right = expr.operands[1];
    const bool integral = wanted == Want::Integer;
    if (integral || (element(left).isNone() && isKnownInteger(right)))
      want(left, Want::Integer);
    if (integral || (element(right).isNone() && isKnownInteger(left)))
      want(right, Want::Integer);
  }

  const ExprKernel &kernel_;
  std::vector<Type> parameters_;
  std::vector<Type> element_; // by Expr::id, as is the next
  std::vector<Want> wanted_;
  bool changed_ = false;
  bool wantedMore_ = false;
};

} // namespace

std::vector<Type> inferParameterTypes(const ExprKernel &kernel) { return Inference(kernel).run(); }

} // namespace mytriton
