// Random expressions, made from the type that is wanted downwards.
#include "generator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mytriton::fuzz {

namespace {

constexpr int kMaxOperand = 1024; // elements of what is reduced or multiplied

Expr node(Expr::Kind kind, Type type, std::vector<ExprPtr> operands) {
  Expr expr;
  expr.kind = kind;
  expr.type = type;
  expr.operands = std::move(operands);
  return expr;
}

ExprPtr share(Expr expr) { return std::make_shared<const Expr>(std::move(expr)); }

// The expression with its operands of several dtypes.
ExprPtr converted(const ExprPtr &expr) {
  Expr copy = *expr;
  copy.mixed = true;
  return share(std::move(copy));
}

// A literal that is taken at its own type.
ExprPtr strongLiteral(Dice &dice) {
  static const std::vector<double> kIntegers = {
      0,   1,     -1,         5,           127,        128,        -129,
      255, 65536, 2147483647, -2147483648, 2147483648, 4294967295, 1099511627776};
  static const std::vector<double> kFloats = {0, -0.5, 0.1, 3, 65520, 1e10, -1e30, 1e300};
  return dice.oneIn(2) ? constant(dice.pick(kIntegers), Type::scalar(DType::I64), true)
                       : constant(dice.pick(kFloats), Type::scalar(DType::F32), true);
}

bool isHalf(DType dtype) { return dtype == DType::F16 || dtype == DType::BF16; }

} // namespace

std::optional<ExprPtr> Generator::anyVariable(Type type) {
  std::vector<std::string> fitting;
  for (const Name &name : names_)
    if (name.type == type)
      fitting.push_back(name.name);
  if (fitting.empty())
    return std::nullopt;
  return variable(dice_.pick(fitting), type);
}

ExprPtr Generator::anyConstant(Type type) {
  const DType dtype = type.dtype();
  if (type.isBlock() && dice_.oneIn(12))
    return constant(std::nan(""), type); // tl.empty
  if (dtype == DType::Bool)
    return constant(dice_.below(2), type);
  if (isFloat(dtype)) {
    static const std::vector<double> kNumbers = {0,  0,   1,    1, 2,   3,  -1,
                                                 -2, 0.5, -1.5, 7, 300, -4, 40000};
    return constant(dice_.pick(kNumbers), type);
  }
  const int bits = bitWidth(dtype);
  if (bits <= 32 && dice_.oneIn(8))
    return constant(isSigned(dtype)
                        ? dice_.oneIn(2) ? -std::ldexp(1, bits - 1) : std::ldexp(1, bits - 1) - 1
                        : std::ldexp(1, bits - 1) - 1,
                    type);
  return constant(isSigned(dtype) ? dice_.between(-3, 9) : dice_.below(10), type);
}

ExprPtr Generator::leaf(Type type) {
  if (dice_.below(3) != 0)
    if (std::optional<ExprPtr> found = anyVariable(type))
      return *found;
  if (type.isScalar() && type.dtype() == DType::I32 && dice_.oneIn(3)) {
    Expr expr = node(Expr::Kind::ProgramId, type, {});
    expr.axis = dice_.below(3);
    return share(expr);
  }
  if (type.shape().rank() == 1 && type.dtype() == DType::I32 && dice_.oneIn(3)) {
    Expr expr = node(Expr::Kind::Arange, type, {});
    expr.number = dice_.oneIn(2) ? 0 : dice_.between(-4, 20);
    return share(expr);
  }
  if (dice_.below(3) != 0) {
    std::vector<Name> fitting;
    for (const Name &name : names_)
      if (name.type.shape() == type.shape() && name.type.dtype() != type.dtype())
        fitting.push_back(name);
    if (!fitting.empty()) {
      const Name &name = dice_.pick(fitting);
      return cast(variable(name.name, name.type), type.dtype());
    }
  }
  const bool noFactories = !type.isScalar() && !allowed("factories");
  if (!inHelper_ && (noFactories || dice_.below(4) != 0))
    return load(type, 0);
  return anyConstant(type);
}

// An operand that may be narrower than the other.
ExprPtr Generator::operand(Type type, int depth) {
  const bool narrow = allowed("broadcast") && dice_.oneIn(3);
  return expression(narrow ? type.withShape(narrowed(type.shape())) : type, depth);
}

ExprPtr Generator::expression(Type type, int depth) {
  if (depth <= 0 || --budget_ <= 0)
    return leaf(type);
  enum {
    Leaf,
    Unary,
    Binary,
    Shift,
    Compare,
    Choose,
    Between,
    Multiply,
    Convert,
    Gather,
    Fold,
    Grow,
    Turn,
    Dot,
    Call,
    Mixed,
    Branch
  };
  const DType dtype = type.dtype();
  const Shape &shape = type.shape();
  const bool isBool = dtype == DType::Bool, isInt = isInteger(dtype), floats = isFloat(dtype);
  const bool hasOne = std::find(shape.begin(), shape.end(), 1) != shape.end();
  const bool small = shape.elements() <= kMaxOperand / 2 && shape.rank() < 3;
  const std::vector<int> weights = {
      3,
      2,
      8,
      isInt ? 5 : 0,
      isBool ? 6 : 0,
      allowed("where") ? 2 : 0,
      !isBool && allowed("clamp") ? 1 : 0,
      floats && allowed("fma") ? 1 : 0,
      allowed("cast") ? 2 : 0,
      !inHelper_ && allowed("gather") ? 2 : 0,
      !isBool && small && allowed("reduce") ? (shape.elements() == 1 ? 4 : 2) : 0,
      hasOne && allowed("expand") ? 4 : 0,
      shape.rank() >= 2 && allowed("trans") ? 2 : 0,
      canBeProduct(type) ? 4 : 0,
      !inHelper_ && allowed("helper") ? 1 : 0,
      allowed("mixed") ? 3 : 0,
      allowed("if") ? 1 : 0,
  };
  switch (dice_.weighted(weights)) {
  case Unary:
    return unary(type, depth - 1);
  case Binary:
    return binary(type, depth - 1);
  case Shift:
    return shift(type, depth - 1);
  case Compare:
    return compare(type, depth - 1);
  case Choose: {
    const Type condition = type.withElement(Type::scalar(DType::Bool));
    return apply(
        Function::Where, type,
        {operand(condition, depth - 1), expression(type, depth - 1), operand(type, depth - 1)});
  }
  case Between:
    return apply(Function::Clamp, type,
                 {expression(type, depth - 1), operand(type, depth - 1), operand(type, depth - 1)});
  case Multiply:
    return apply(Function::Fma, type,
                 {operand(type, depth - 1), expression(type, depth - 1), operand(type, depth - 1)});
  case Convert:
    return convert(type, depth - 1);
  case Gather:
    return load(type, depth - 1);
  case Fold:
    return reduce(type, depth - 1);
  case Grow:
    return expand(type, depth - 1);
  case Turn:
    return permute(type, depth - 1);
  case Dot:
    return dot(type, depth - 1, dice_.oneIn(2) ? expression(type, depth - 1) : nullptr);
  case Call:
    return call(type, depth - 1);
  case Mixed:
    return mixed(type, depth - 1);
  case Branch:
    return choice(type, depth - 1);
  default:
    return leaf(type);
  }
}

ExprPtr Generator::convert(Type type, int depth) {
  const DType dtype = type.dtype();
  const auto from = [&](DType source, Conversion conversion) {
    return cast(expression(type.withElement(Type::scalar(source)), depth), dtype, conversion);
  };
  if (dice_.oneIn(4)) {
    // Of integers, since which bits a NaN has is open.
    std::vector<DType> sources;
    for (const DType source : {DType::I8, DType::U8, DType::I16, DType::U16, DType::I32, DType::U32,
                               DType::I64, DType::U64})
      if (source != dtype && bitWidth(source) == bitWidth(dtype) && dtype != DType::Bool &&
          allowed(std::string(irName(source)).c_str()))
        sources.push_back(source);
    if (!sources.empty())
      return from(dice_.pick(sources), Conversion::Bits);
  }
  if (isHalf(dtype) && dice_.oneIn(2))
    return from(DType::F32, Conversion::TowardsZero);
  const DType source = anyDType();
  return source == dtype ? leaf(type) : from(source, Conversion::Usual);
}

ExprPtr Generator::unary(Type type, int depth) {
  const DType dtype = type.dtype();
  std::vector<Function> functions = {Function::Neg, Function::Abs};
  if (dtype == DType::Bool)
    functions = {Function::Not};
  else if (isInteger(dtype))
    functions.push_back(Function::Not);
  else if (!isHalf(dtype))
    functions.insert(functions.end(), {Function::Floor, Function::Ceil, Function::Sqrt});
  const Function function = dice_.pick(functions);
  return apply(function, type, {expression(type, depth)});
}

ExprPtr Generator::binary(Type type, int depth) {
  const DType dtype = type.dtype();
  std::vector<Function> functions = {Function::And, Function::Or, Function::Xor};
  if (dtype != DType::Bool) {
    functions = {Function::Add, Function::Add,     Function::Sub,     Function::Mul,
                 Function::Mul, Function::Minimum, Function::Maximum, Function::Rem};
    if (isFloat(dtype))
      functions.push_back(Function::Div);
    else
      functions.insert(functions.end(), {Function::And, Function::Or, Function::Xor,
                                         Function::FloorDiv, Function::CeilDiv});
    if (isInteger(dtype) && bitWidth(dtype) >= 32)
      functions.push_back(Function::MulHi);
  }
  const Function function = dice_.pick(functions);
  const bool bare = function != Function::Minimum && function != Function::Maximum &&
                    function != Function::MulHi && dtype != DType::Bool && dice_.oneIn(3);
  const ExprPtr left = expression(type, depth);
  if (bare)
    return apply(function, type, {left, constant(dice_.between(1, 9), Type::scalar(dtype), true)});
  const ExprPtr right = operand(type, depth);
  return apply(function, type,
               dice_.oneIn(2) ? std::vector{left, right} : std::vector{right, left});
}

ExprPtr Generator::shift(Type type, int depth) {
  const Function function = dice_.oneIn(3) ? Function::Shl : Function::Shr;
  const ExprPtr value = expression(type, depth);
  if (dice_.oneIn(2))
    return apply(
        function, type,
        {value, constant(dice_.oneIn(8) ? 100 : dice_.below(9), Type::scalar(type.dtype()), true)});
  return apply(function, type, {value, operand(type, depth)});
}

ExprPtr Generator::compare(Type type, int depth) {
  static const std::vector<Function> kFunctions = {Function::Less,    Function::LessEqual,
                                                   Function::Greater, Function::GreaterEqual,
                                                   Function::Equal,   Function::NotEqual};
  const Type compared = type.withElement(Type::scalar(numberDType()));
  const Function function = dice_.pick(kFunctions);
  const ExprPtr left = expression(compared, depth);
  if (allowed("mixed") && dice_.oneIn(3))
    return apply(function, type,
                 {left, dice_.oneIn(3)
                            ? strongLiteral(dice_)
                            : operand(type.withElement(Type::scalar(numberDType())), depth)});
  if (dice_.oneIn(3))
    return apply(function, type,
                 {left, constant(dice_.below(6), Type::scalar(compared.dtype()), true)});
  const ExprPtr right = operand(compared, depth);
  return apply(function, type,
               dice_.oneIn(2) ? std::vector{left, right} : std::vector{right, left});
}

// Of operands of several dtypes, which promotion brings together; the result is converted.
ExprPtr Generator::mixed(Type type, int depth) {
  if (dice_.oneIn(3))
    return mixedLiteral(type, depth);
  const DType a = numberDType();
  DType b = dice_.oneIn(6) ? DType::Bool : numberDType();
  if (!allowed("bool") && b == DType::Bool)
    b = DType::I32;
  std::vector<Function> functions = {Function::Add, Function::Sub, Function::Mul, Function::Where};
  const bool integers = isInteger(a) && isInteger(b);
  if (b != DType::Bool)
    functions.insert(functions.end(), {Function::Minimum, Function::Maximum});
  if (isInteger(a) && (isInteger(b) || b == DType::Bool))
    functions.insert(functions.end(), {Function::And, Function::Or, Function::Xor});
  if (integers)
    functions.insert(functions.end(), {Function::Shl, Function::Shr});
  if (integers && isSigned(a) == isSigned(b))
    functions.insert(functions.end(), {Function::FloorDiv, Function::CeilDiv});
  if (b != DType::Bool && (!integers || isSigned(a) == isSigned(b)))
    functions.insert(functions.end(), {Function::Div, Function::Rem});
  if (isFloat(a) && isFloat(b))
    functions.push_back(Function::Fma);
  const Function function = dice_.pick(functions);
  const ExprPtr left = expression(type.withElement(Type::scalar(a)), depth);
  const ExprPtr right = operand(type.withElement(Type::scalar(b)), depth);
  std::vector<ExprPtr> operands = {left, right};
  if (dice_.oneIn(2))
    std::swap(operands[0], operands[1]);
  if (function == Function::Where)
    operands.insert(operands.begin(), operand(type.withElement(Type::scalar(DType::Bool)), depth));
  if (function == Function::Fma)
    operands.push_back(operand(type.withElement(Type::scalar(floatDType())), depth));
  return converted(apply(function, type, std::move(operands)));
}

// A value and a literal, of any kinds.
ExprPtr Generator::mixedLiteral(Type type, int depth) {
  const DType dtype = numberDType();
  const ExprPtr value = expression(type.withElement(Type::scalar(dtype)), depth);
  std::vector<ExprPtr> operands = {value};
  std::vector<Function> functions;
  if (dice_.oneIn(3)) {
    operands.push_back(strongLiteral(dice_));
    functions = {Function::Minimum, Function::Maximum};
  } else {
    static const std::vector<double> kFloats = {0.5, -2, 3, 1.25, 0, -0.0};
    const int kind = dice_.below(3);
    operands.push_back(kind == 0 ? constant(dice_.oneIn(2), Type::scalar(DType::Bool), true)
                       : kind == 1
                           ? constant(dice_.between(isSigned(dtype) || isFloat(dtype) ? -9 : 1, 60),
                                      Type::scalar(DType::I32), true)
                           : constant(dice_.pick(kFloats), Type::scalar(DType::F32), true));
    functions = {Function::Add, Function::Sub, Function::Mul};
  }
  if (dice_.oneIn(2))
    std::swap(operands[0], operands[1]);
  return converted(apply(dice_.pick(functions), type, std::move(operands)));
}

// By a condition that is a scalar.
ExprPtr Generator::choice(Type type, int depth) {
  const Type condition = Type::scalar(DType::Bool);
  if (!type.isBool() || !type.isScalar())
    return apply(Function::Choose, type,
                 {expression(condition, depth), expression(type, depth), expression(type, depth)});
  const Function function =
      dice_.pick(std::vector{Function::LogicalAnd, Function::LogicalOr, Function::LogicalNot});
  std::vector<ExprPtr> operands = {expression(condition, depth)};
  if (function != Function::LogicalNot)
    operands.push_back(expression(condition, depth));
  return apply(function, type, std::move(operands));
}

ExprPtr Generator::load(Type type, int depth) {
  std::vector<Access> walking;
  for (const Walk &walk : walks_)
    if (walk.type == type)
      walking.push_back(walk.access);
  if (!walking.empty() && dice_.oneIn(2))
    return loadAt(type, dice_.pick(walking), depth);
  std::vector<int> outputs;
  for (std::size_t i = 0; i < program_.buffers.size(); ++i)
    if (program_.buffers[i].output && program_.buffers[i].dtype == type.dtype())
      outputs.push_back(static_cast<int>(i));
  const int buffer = !outputs.empty() && allowed("reload") && dice_.oneIn(3)
                         ? dice_.pick(outputs)
                         : inputOf(type.dtype());
  if (depth <= 0)
    return loadAt(type, affineAccess(buffer, type.shape()), depth);
  Access access;
  access.mode = dice_.oneIn(2) ? Access::Mode::Clamp : Access::Mode::Remainder;
  access.buffer = buffer;
  access.perProgram = dice_.oneIn(2);
  return loadAt(type, std::move(access), depth);
}

ExprPtr Generator::loadAt(Type type, Access access, int depth) {
  Expr expr = node(Expr::Kind::Load, type, {nullptr, nullptr, nullptr});
  if (access.mode != Access::Mode::Affine) {
    static const std::vector<DType> kIndices = {DType::I32, DType::I32, DType::I32, DType::I64,
                                                DType::U32, DType::U64, DType::I16, DType::U16};
    DType index = dice_.pick(kIndices);
    if (index != DType::I32 && !allowed(std::string(irName(index)).c_str()))
      index = DType::I32;
    expr.operands[0] = expression(type.withElement(Type::scalar(index)), depth);
  }
  expr.access = std::move(access);
  if (allowed("masks") && dice_.oneIn(4))
    expr.operands[1] = operand(type.withElement(Type::scalar(DType::Bool)), depth - 1);
  if (dice_.oneIn(2))
    expr.operands[2] = dice_.oneIn(2) ? anyConstant(type.withShape({})) : operand(type, depth - 1);
  return share(expr);
}

ExprPtr Generator::reduce(Type type, int depth) {
  static const std::vector<int> kExtents = {1, 2, 3, 5, 8, 16, 17, 31, 32, 64, 100, 128, 256, 600};
  Expr expr = node(Expr::Kind::Reduce, type, {});
  Shape shape = type.shape();
  std::vector<int> ones;
  for (int d = 0; d < shape.rank(); ++d)
    if (shape[d] == 1)
      ones.push_back(d);
  int extent = dice_.pick(kExtents);
  while (extent > 1 && extent * shape.elements() > kMaxOperand)
    extent /= 2;
  if (!ones.empty() && dice_.oneIn(2)) {
    expr.keepDims = true;
    expr.axis = dice_.pick(ones);
    shape[expr.axis] = extent;
  } else {
    expr.axis = dice_.between(0, shape.rank());
    shape.insert(expr.axis, extent);
  }
  // A reduction of all axes leaves a scalar, or as many extents of 1.
  if (type.shape().elements() == 1 && dice_.oneIn(2)) {
    expr.axis = -1;
    expr.keepDims = !type.isScalar();
    const int rank = type.isScalar() ? dice_.between(1, 3) : type.shape().rank();
    shape = {};
    for (int d = 0; d < rank; ++d)
      shape.append(d == 0 ? extent : dice_.between(1, std::max(1, kMaxOperand / 32 / extent)));
  }
  expr.reduction = static_cast<Reduction>(dice_.below(3));
  const DType dtype = allowed("mixed") && dice_.oneIn(3) ? anyDType() : type.dtype();
  expr.operands = {expression(Type::block(Type::scalar(dtype), shape), depth)};
  return share(expr);
}

ExprPtr Generator::expand(Type type, int depth) {
  Expr expr = node(Expr::Kind::ExpandDims, type, {});
  Shape shape = type.shape();
  std::vector<int> ones;
  for (int d = 0; d < shape.rank(); ++d)
    if (shape[d] == 1)
      ones.push_back(d);
  if (shape.rank() == 1)
    return leaf(type); // a scalar has no [None]
  expr.axis = dice_.pick(ones);
  shape.erase(expr.axis);
  expr.operands = {expression(type.withShape(shape), depth)};
  return share(expr);
}

ExprPtr Generator::permute(Type type, int depth) {
  Expr expr = node(Expr::Kind::Permute, type, {});
  const int rank = type.shape().rank();
  for (int d = 0; d < rank; ++d)
    expr.order.push_back(d);
  for (int d = rank - 1; d > 0; --d)
    std::swap(expr.order[static_cast<std::size_t>(d)],
              expr.order[static_cast<std::size_t>(rank == 2 ? 0 : dice_.below(d + 1))]);
  Shape shape = type.shape();
  for (int d = 0; d < rank; ++d)
    shape[expr.order[static_cast<std::size_t>(d)]] = type.shape()[d];
  expr.operands = {expression(type.withShape(shape), depth)};
  return share(expr);
}

bool Generator::canBeProduct(const Type &type) const {
  const DType dtype = type.dtype();
  return type.shape().rank() == 2 && allowed("dot") &&
         (dtype == DType::F32 || dtype == DType::F64 || (dtype == DType::I32 && allowed("i8")));
}

ExprPtr Generator::dot(Type type, int depth, ExprPtr sum) {
  static const std::vector<int> kExtents = {1, 2, 4, 5, 8, 16, 17, 32, 64};
  static const std::vector<DType> kNarrow = {DType::F32, DType::F16, DType::BF16};
  Expr expr = node(Expr::Kind::Dot, type, {});
  DType dtype = type.dtype();
  if (dtype == DType::I32)
    dtype = DType::I8;
  else if (dtype == DType::F32)
    dtype = dice_.pick(kNarrow);
  if (!allowed(std::string(irName(dtype)).c_str()))
    dtype = type.dtype();
  int k = dice_.pick(kExtents);
  const int m = type.shape()[0], n = type.shape()[1];
  while (k > 1 && std::max(m, n) * k > kMaxOperand)
    k /= 2;
  expr.operands = {expression(Type::block(Type::scalar(dtype), {m, k}), depth),
                   expression(Type::block(Type::scalar(dtype), {k, n}), depth)};
  if (sum)
    expr.operands.push_back(std::move(sum));
  return share(expr);
}

ExprPtr Generator::call(Type type, int depth) {
  std::vector<Type> parameters = {type};
  for (int i = dice_.below(2); i > 0; --i)
    parameters.push_back(anyType());
  Expr expr = node(Expr::Kind::Call, type, {});
  for (const Type &parameter : parameters)
    expr.operands.push_back(expression(parameter, depth - 1));
  expr.helper = makeHelper(parameters, {type});
  return share(expr);
}

// f32 or f64 in which devices may differ: made of small integers, never compared or counted with.
ExprPtr Generator::inexact(Type type, int depth) {
  const auto small = [&] { return smallInteger(expression(type, 1)); };
  const auto positive = [&] {
    return apply(
        Function::Add, type,
        {apply(Function::Abs, type, {small()}), constant(1, Type::scalar(type.dtype()), true)});
  };
  if (depth <= 0) {
    static const std::vector<Function> kAny = {Function::Exp, Function::Exp2, Function::Sin,
                                               Function::Cos, Function::Erf,  Function::Sigmoid};
    static const std::vector<Function> kPositive = {Function::Log, Function::Log2, Function::Rsqrt,
                                                    Function::Sqrt};
    return dice_.below(5) < 3 ? apply(dice_.pick(kAny), type, {small()})
                              : apply(dice_.pick(kPositive), type, {positive()});
  }
  switch (dice_.below(6)) {
  case 0:
    return apply(dice_.oneIn(2) ? Function::Add : Function::Sub, type,
                 {inexact(type, depth - 1), inexact(type, depth - 1)});
  case 1:
    return apply(Function::Mul, type, {inexact(type, depth - 1), small()});
  case 2:
    return apply(Function::Div, type, {inexact(type, depth - 1), positive()});
  case 3:
    return apply(Function::Where, type,
                 {operand(type.withElement(Type::scalar(DType::Bool)), 1), inexact(type, depth - 1),
                  inexact(type, depth - 1)});
  case 4:
    if (allowed("reduce") && type.shape().rank() < 3 &&
        type.shape().elements() <= kMaxOperand / 32) {
      Expr expr = node(Expr::Kind::Reduce, type, {});
      Shape shape = type.shape();
      expr.axis = dice_.between(0, shape.rank());
      shape.insert(expr.axis, dice_.between(1, 32));
      expr.reduction = static_cast<Reduction>(dice_.below(3));
      expr.inexact = true;
      expr.operands = {inexact(type.withShape(shape), depth - 1)};
      return share(expr);
    }
    return inexact(type, 0);
  default:
    return inexact(type, 0);
  }
}

} // namespace mytriton::fuzz
