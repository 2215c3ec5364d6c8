// The program as Python source. What makes it well defined is added here: see program.h.
#include "addresses.h"
#include "exactness.h"
#include "spelling.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace mytriton::fuzz {

namespace {

class Printer {
public:
  explicit Printer(const Program &program) : program_(program), addresses_(program) {}

  std::string run() {
    statements(program_.body, 1);
    const std::string body = std::exchange(out_, {});
    std::string result = "import triton\nimport triton.language as tl\n";
    for (std::size_t i = 0; i < program_.helpers.size(); ++i) {
      if (!mentions(body, fmt::format("helper{}", i)))
        continue;
      helper(i);
      result += std::exchange(out_, {});
    }
    std::vector<std::string> names;
    for (const BufferParameter &buffer : program_.buffers)
      if (mentions(body, buffer.name))
        names.push_back(buffer.name);
    for (const ScalarParameter &scalar : program_.scalars)
      if (mentions(body, scalar.name))
        names.push_back(scalar.name);
    result += fmt::format("\n\n@triton.jit\ndef kernel({}):\n", fmt::join(names, ", "));
    if (mentions(body, "pid"))
      line(1, program_.grid[1] == 1
                  ? "pid = tl.program_id(0)"
                  : "pid = tl.program_id(0) + tl.program_id(1) * tl.num_programs(0)");
    return result + out_ + (body.empty() ? "    pass\n" : body);
  }

private:
  static bool mentions(const std::string &text, const std::string &name) {
    const auto inName = [&](std::size_t at) {
      return at < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
    };
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += name.size())
      if ((at == 0 || !inName(at - 1)) && !inName(at + name.size()))
        return true;
    return false;
  }

  void line(int depth, const std::string &text) {
    out_.append(static_cast<std::size_t>(depth) * 4, ' ');
    out_ += text + "\n";
  }

  void helper(std::size_t index) {
    const Helper &helper = program_.helpers[index];
    std::vector<std::string> names, results;
    for (std::size_t i = 0; i < helper.parameters.size(); ++i)
      names.push_back(fmt::format("p{}", i));
    out_ += fmt::format("\n\n@triton.jit\ndef helper{}({}):\n", index, fmt::join(names, ", "));
    known_.clear();
    for (const Statement &each : helper.body)
      statement(each, 1);
    for (const ExprPtr &result : helper.results)
      results.push_back(text(*result));
    line(1, fmt::format("return {}", fmt::join(results, ", ")));
    known_.clear();
  }

  // --- statements -------------------------------------------------------------------------------

  void statements(const std::vector<Statement> &all, int depth) {
    for (const Statement &each : all)
      statement(each, depth);
  }

  void assign(const std::string &name, const Expr &value, int depth) {
    line(depth, fmt::format("{} = {}", name, text(value)));
    known_[name] = exactnessOf(program_, known_, value);
  }

  // What is assigned to somewhere in there may be anything.
  void forget(const Statement &each) {
    for (const Statement::Carried &carried : each.carried)
      known_[carried.name] = {};
    for (const auto *statements : {&each.body, &each.orelse})
      for (const Statement &inner : *statements) {
        known_[inner.name] = {};
        for (const std::string &name : inner.names)
          known_[name] = {};
        forget(inner);
      }
  }

  void statement(const Statement &each, int depth) {
    switch (each.kind) {
    case Statement::Kind::Assign:
      return assign(each.name, *each.value, depth);
    case Statement::Kind::Store:
      return store(each, depth);
    case Statement::Kind::For:
      return forLoop(each, depth);
    case Statement::Kind::While:
      return whileLoop(each, depth);
    case Statement::Kind::If:
      return condition(each, depth);
    case Statement::Kind::Call: {
      line(depth, fmt::format("{} = helper{}({})", fmt::join(each.names, ", "), each.helper,
                              fmt::join(texts(each.operands), ", ")));
      for (const std::string &name : each.names)
        known_[name] = {};
      return;
    }
    case Statement::Kind::Return:
      return line(depth, "return");
    case Statement::Kind::Barrier:
      return line(depth, "tl.debug_barrier()");
    }
  }

  // A bound of a loop: a literal, or a value that is brought near zero.
  std::string bound(const Expr &expr) {
    return expr.weak ? text(expr) : fmt::format("({} % 5)", text(expr));
  }

  static std::pair<std::int64_t, std::int64_t> interval(const Expr &bound) {
    if (!bound.weak)
      return {-4, 4};
    const auto number = static_cast<std::int64_t>(bound.number);
    return {number, number};
  }

  // A sum that starts small stays exact through all iterations, whatever their order.
  void enterSums(const Statement &loop) {
    for (const Statement::Carried &each : loop.carried)
      if (const auto known = known_.find(each.name); each.sum && known != known_.end() &&
                                                     known->second.bound <= kSmall &&
                                                     !known->second.negativeZero)
        sums_.insert(each.name);
    forget(loop);
  }

  void leaveSums(const Statement &loop) {
    for (const Statement::Carried &each : loop.carried)
      sums_.erase(each.name);
  }

  void forLoop(const Statement &loop, int depth) {
    enterSums(loop);
    const std::string start = bound(*loop.start), step = text(*loop.step);
    startWalks(loop, start, depth);
    line(depth,
         fmt::format("for {} in range({}, {}, {}):", loop.name, start, bound(*loop.stop), step));
    const auto from = interval(*loop.start), to = interval(*loop.stop);
    addresses_.enter(loop, std::min(from.first, to.first), std::max(from.second, to.second));
    loopBody(loop, depth);
    advanceWalks(loop, step, depth + 1);
    addresses_.leave(loop);
    leaveSums(loop);
  }

  void whileLoop(const Statement &loop, int depth) {
    enterSums(loop);
    startWalks(loop, "0", depth);
    line(depth, fmt::format("{} = tl.cast(0, tl.int32)", loop.name));
    line(depth,
         fmt::format("while ({} < {}) & {}:", loop.name, bound(*loop.stop), text(*loop.value)));
    addresses_.enter(loop, 0, std::max<std::int64_t>(interval(*loop.stop).second, 0));
    loopBody(loop, depth);
    advanceWalks(loop, "1", depth + 1);
    addresses_.leave(loop);
    leaveSums(loop);
    line(depth + 1, fmt::format("{0} = {0} + 1", loop.name));
  }

  void startWalks(const Statement &loop, const std::string &start, int depth) {
    for (const Walk &walk : loop.walks)
      line(depth, fmt::format("{} = {}", walk.pointer, addresses_.startOf(walk, loop.name, start)));
  }

  void advanceWalks(const Statement &loop, const std::string &step, int depth) {
    for (const Walk &walk : loop.walks)
      line(depth,
           fmt::format("{} += {} * {}", walk.pointer, step, Addresses::stepOf(walk, loop.name)));
  }

  void loopBody(const Statement &loop, int depth) {
    statements(loop.body, depth + 1);
    if (loop.atOnce && loop.carried.size() > 1) {
      std::vector<std::string> names, values;
      for (const Statement::Carried &each : loop.carried) {
        names.push_back(each.name);
        values.push_back(text(*each.next));
      }
      line(depth + 1, fmt::format("{} = {}", fmt::join(names, ", "), fmt::join(values, ", ")));
    } else {
      for (const Statement::Carried &each : loop.carried)
        assign(each.name, *each.next, depth + 1);
    }
    if (loop.kind == Statement::Kind::For && loop.body.empty() && loop.carried.empty())
      line(depth + 1, "pass");
    forget(loop);
  }

  void condition(const Statement &each, int depth) {
    line(depth, fmt::format("if {}:", text(*each.value)));
    statements(each.body, depth + 1);
    bool hasElse = !each.orelse.empty();
    for (const Statement::Carried &merge : each.carried) {
      assign(merge.name, *merge.next, depth + 1);
      hasElse |= merge.orelse != nullptr;
    }
    if (each.body.empty() && each.carried.empty())
      line(depth + 1, "pass");
    forget(each);
    if (hasElse) {
      line(depth, "else:");
      statements(each.orelse, depth + 1);
      for (const Statement::Carried &merge : each.carried)
        if (merge.orelse)
          assign(merge.name, *merge.orelse, depth + 1);
    }
    forget(each);
  }

  void store(const Statement &each, int depth) {
    const Addresses::Place place = addresses_.affine(each.access, each.value->type.shape());
    const std::string mask = conjunction(place.guards, each.mask.get());
    line(depth, fmt::format("tl.store({}, {}{})", place.pointer, text(*each.value),
                            mask.empty() ? "" : ", mask=" + mask));
  }

  std::string conjunction(std::vector<std::string> guards, const Expr *mask) {
    if (mask)
      guards.push_back(text(*mask));
    return guards.size() == 1 ? guards[0] : fmt::format("{}", fmt::join(guards, " & "));
  }

  std::string load(const Expr &expr) {
    const Addresses::Place place = expr.operands[0]
                                       ? addresses_.gathered(expr.access, text(*expr.operands[0]))
                                       : addresses_.affine(expr.access, expr.type.shape());
    const std::string mask = conjunction(place.guards, expr.operands[1].get());
    if (mask.empty())
      return fmt::format("tl.load({})", place.pointer);
    if (!expr.operands[2])
      return fmt::format("tl.load({}, mask={})", place.pointer, mask);
    return fmt::format("tl.load({}, mask={}, other={})", place.pointer, mask,
                       text(*expr.operands[2]));
  }

  // --- expressions ------------------------------------------------------------------------------

  std::vector<std::string> texts(const std::vector<ExprPtr> &all) {
    std::vector<std::string> result;
    for (const ExprPtr &each : all)
      result.push_back(text(*each));
    return result;
  }

  // The value, or a small integer made of it where it may be larger.
  std::string small(const Expr &expr, double limit) {
    const std::string given = text(expr);
    const Exactness known = exactnessOf(program_, known_, expr);
    if (!isFloat(expr.type.dtype()) || (known.bound <= limit && !known.negativeZero))
      return given;
    const int modulus = static_cast<int>(std::clamp<double>(limit, 0, kSmall - 1)) + 1;
    return fmt::format("({}.to(tl.int32) % {}).to({})", given, modulus,
                       dtypeName(expr.type.dtype()));
  }

  std::string text(const Expr &expr) {
    const DType dtype = expr.type.dtype();
    switch (expr.kind) {
    case Expr::Kind::Variable:
      return expr.name;
    case Expr::Kind::Constant:
      return constantText(expr);
    case Expr::Kind::Arange:
      return fmt::format("tl.arange({}, {})", static_cast<int>(expr.number),
                         static_cast<int>(expr.number) + expr.type.shape()[0]);
    case Expr::Kind::ProgramId:
      return expr.axis < 2 ? fmt::format("tl.program_id({})", expr.axis) : "tl.num_programs(0)";
    case Expr::Kind::Apply:
      return applied(expr);
    case Expr::Kind::Cast:
      return fmt::format("{}.to({}{})", text(*expr.operands[0]), dtypeName(dtype),
                         expr.conversion == Conversion::Bits ? ", bitcast=True"
                         : expr.conversion == Conversion::TowardsZero
                             ? ", fp_downcast_rounding='rtz'"
                             : "");
    case Expr::Kind::ExpandDims: {
      std::string result = text(*expr.operands[0]) + "[";
      for (int d = 0; d < expr.type.shape().rank(); ++d)
        result += fmt::format("{}{}", d ? ", " : "", d == expr.axis ? "None" : ":");
      return result + "]";
    }
    case Expr::Kind::Permute:
      return fmt::format("tl.trans({}, {})", text(*expr.operands[0]), fmt::join(expr.order, ", "));
    case Expr::Kind::Reduce: {
      const Expr &operand = *expr.operands[0];
      const std::int64_t count =
          expr.axis < 0 ? operand.type.shape().elements() : operand.type.shape()[expr.axis];
      const bool sum = expr.reduction == Reduction::Sum;
      return fmt::format("tl.{}({}, axis={}{}).to({})",
                         sum                                ? "sum"
                         : expr.reduction == Reduction::Max ? "max"
                                                            : "min",
                         sum && !expr.inexact
                             ? small(operand, addendLimit(operand.type.dtype(), count))
                             : text(operand),
                         expr.axis < 0 ? "None" : fmt::format("{}", expr.axis),
                         expr.keepDims ? ", keep_dims=True" : "", dtypeName(dtype));
    }
    case Expr::Kind::Dot: {
      const bool raw = expr.operands.size() > 2 && sums_.count(expr.operands[2]->name) != 0;
      const double limit = raw ? kSmall : factorLimit(expr.operands[0]->type.shape()[1]);
      std::string result = fmt::format("tl.dot({}, {}", small(*expr.operands[0], limit),
                                       small(*expr.operands[1], limit));
      if (expr.operands.size() > 2)
        result += ", " + (raw ? expr.operands[2]->name : small(*expr.operands[2], kDotStartLimit));
      return result + ")";
    }
    case Expr::Kind::Load:
      return load(expr);
    case Expr::Kind::Small:
      return small(*expr.operands[0], kSmall - 1);
    case Expr::Kind::Call:
      return fmt::format("helper{}({})", expr.helper, fmt::join(texts(expr.operands), ", "));
    }
    return {};
  }

  static std::string constantText(const Expr &expr) {
    const DType dtype = expr.type.dtype();
    if (std::isnan(expr.number))
      return fmt::format("tl.empty({}, {})", shapeText(expr.type.shape()), dtypeName(dtype));
    const std::string number = literal(expr.number, dtype);
    if (expr.weak)
      return number;
    if (expr.type.isScalar())
      return fmt::format("tl.cast({}, {})", number, dtypeName(dtype));
    if (expr.number == 0)
      return fmt::format("tl.zeros({}, {})", shapeText(expr.type.shape()), dtypeName(dtype));
    return fmt::format("tl.full({}, {}, {})", shapeText(expr.type.shape()), number,
                       dtypeName(dtype));
  }

  std::string applied(const Expr &expr) {
    const Spelling spelling = spellingOf(expr.function);
    const std::vector<std::string> operands = texts(expr.operands);
    std::string result =
        fmt::format(fmt::runtime(spelling.text), operands[0],
                    operands.size() > 1 ? operands[1] : "", operands.size() > 2 ? operands[2] : "");
    const DType dtype = expr.type.dtype();
    if (expr.mixed || (spelling.retyped && (dtype == DType::F16 || dtype == DType::BF16)))
      result += fmt::format(".to({})", dtypeName(dtype));
    return result;
  }

  const Program &program_;
  Addresses addresses_;
  Exactnesses known_;
  std::set<std::string> sums_; // carried by loops around
  std::string out_;
};

} // namespace

std::string printProgram(const Program &program) { return Printer(program).run(); }

ExprPtr variable(std::string name, Type type) {
  Expr expr;
  expr.kind = Expr::Kind::Variable;
  expr.name = std::move(name);
  expr.type = type;
  return std::make_shared<const Expr>(std::move(expr));
}

ExprPtr constant(double number, Type type, bool weak) {
  Expr expr;
  expr.kind = Expr::Kind::Constant;
  expr.number = number;
  expr.type = type;
  expr.weak = weak;
  return std::make_shared<const Expr>(std::move(expr));
}

ExprPtr apply(Function function, Type type, std::vector<ExprPtr> operands) {
  Expr expr;
  expr.kind = Expr::Kind::Apply;
  expr.function = function;
  expr.type = type;
  expr.operands = std::move(operands);
  return std::make_shared<const Expr>(std::move(expr));
}

ExprPtr smallInteger(ExprPtr operand) {
  Expr expr;
  expr.kind = Expr::Kind::Small;
  expr.type = operand->type;
  expr.operands = {std::move(operand)};
  return std::make_shared<const Expr>(std::move(expr));
}

ExprPtr cast(ExprPtr operand, DType dtype, Conversion conversion) {
  Expr expr;
  expr.kind = Expr::Kind::Cast;
  expr.conversion = conversion;
  expr.type = operand->type.withElement(Type::scalar(dtype));
  expr.operands = {std::move(operand)};
  return std::make_shared<const Expr>(std::move(expr));
}

} // namespace mytriton::fuzz
