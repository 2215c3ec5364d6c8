// Random statements, and the program around them.
#include "generator.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace mytriton::fuzz {

namespace {

constexpr int kDepth = 3; // of expressions
constexpr int kLoops = 2; // nested
constexpr int kBudget = 70;

Type scalarOf(DType dtype) { return Type::scalar(dtype); }

} // namespace

const std::vector<std::string> &allFeatures() {
  static const std::vector<std::string> features = {
      "dot",   "reduce", "trans", "expand", "broadcast", "factories", "gather", "masks", "reload",
      "where", "clamp",  "fma",   "cast",   "mixed",     "helper",    "for",    "while", "if",
      "walk",  "update", "wild",  "rank2",  "rank3",     "bool",      "i8",     "i16",   "i64",
      "u8",    "u16",    "u32",   "u64",    "f16",       "bf16",      "f64"};
  return features;
}

Generator::Generator(std::uint64_t seed, const GeneratorOptions &options)
    : options_(options), dice_(seed * 0x2545f4914f6cdd1du + 1) {
  program_.seed = seed;
  program_.tolerant = options.tolerant;
  budget_ = dice_.between(kBudget / 5, kBudget);
  // A program that lacks some parts of the language has the more of others.
  if (dice_.oneIn(2))
    for (const std::string &feature : allFeatures())
      if (dice_.oneIn(3))
        options_.without.insert(feature);
}

std::string Generator::freshName(const char *prefix) {
  return fmt::format("{}{}", prefix, fresh_++);
}

Program Generator::run() {
  program_.grid = {dice_.between(1, 3), dice_.oneIn(4) ? 2 : 1};
  static const std::vector<int> kBounds = {0, 1, 5, 16, 33, 60, 64, 100, 200, 250, 333, 1000};
  for (const char *name : {"n0", "n1"})
    program_.scalars.push_back({name, Scalar::ofInt(DType::I32, dice_.pick(kBounds))});
  program_.scalars.push_back(
      {"s0",
       Scalar::ofInt(DType::I32, dice_.oneIn(2) ? dice_.between(1, 3) : -dice_.between(1, 3))});
  for (const char *name : {"x0", "x1"}) {
    const DType dtype = numberDType();
    const int value =
        isFloat(dtype) || isSigned(dtype) ? dice_.between(-kSmall, kSmall) : dice_.below(kSmall);
    program_.scalars.push_back(
        {name, isFloat(dtype) ? Scalar::ofFloat(dtype, value) : Scalar::ofInt(dtype, value)});
  }
  for (const ScalarParameter &scalar : program_.scalars)
    names_.push_back({scalar.name, scalarOf(scalar.value.dtype()), true});
  statements(program_.body, dice_.between(2, 6), 0);
  // What was computed is seen: variables are stored at the end.
  for (int i = dice_.between(1, 3); i > 0; --i)
    store(program_.body);
  return std::move(program_);
}

void Generator::statements(std::vector<Statement> &out, int count, int depth) {
  for (; count > 0; --count)
    statement(out, depth);
}

void Generator::statement(std::vector<Statement> &out, int depth) {
  const bool deep = depth >= 3, loops = !deep && loops_.size() < kLoops;
  const std::vector<int> weights = {6,
                                    inHelper_ ? 0 : 2,
                                    loops && allowed("for") ? 3 : 0,
                                    loops && allowed("while") ? 1 : 0,
                                    !deep && allowed("if") ? 2 : 0,
                                    !inHelper_ && allowed("helper") ? 1 : 0,
                                    !inHelper_ && allowed("update") ? 2 : 0,
                                    !inHelper_ && depth == 0 && allowed("if") && dice_.oneIn(6),
                                    !inHelper_ && dice_.oneIn(4)};
  switch (dice_.weighted(weights)) {
  case 1:
    return store(out);
  case 2:
    return loop(out, depth);
  case 3:
    return whileLoop(out, depth);
  case 4:
    return condition(out, depth);
  case 5:
    return helperCall(out);
  case 6:
    return update(out);
  case 7:
    return earlyReturn(out);
  case 8:
    out.emplace_back().kind = Statement::Kind::Barrier;
    return;
  default:
    out.push_back(assignment(anyType(), kDepth));
  }
}

// To a new name, or sometimes to an old one.
Statement Generator::assignment(Type type, int depth) {
  Statement result;
  std::vector<Name> old;
  for (const Name &name : names_)
    if (!name.fixed)
      old.push_back(name);
  if (!old.empty() && dice_.oneIn(5)) {
    const Name name = dice_.pick(old);
    result.name = name.name;
    result.value = expression(name.type, depth);
    return result;
  }
  result.value = expression(type, depth);
  result.name = freshName("v");
  names_.push_back({result.name, type});
  return result;
}

void Generator::store(std::vector<Statement> &out) {
  Statement result;
  result.kind = Statement::Kind::Store;
  if (options_.tolerant && dice_.below(3) != 0) {
    const DType dtype = dice_.oneIn(4) && allowed("f64") ? DType::F64 : DType::F32;
    result.value = inexact(scalarOf(dtype).withShape(anyShape()), 2);
  } else {
    std::vector<Name> fitting;
    for (const Name &name : names_)
      if (!name.fixed)
        fitting.push_back(name);
    if (!fitting.empty() && dice_.below(4) != 0) {
      const Name &name = dice_.pick(fitting);
      result.value = variable(name.name, name.type);
    } else {
      result.value = expression(anyType(), kDepth);
    }
  }
  const Type type = result.value->type;
  result.access = storeAccess(outputOf(type), type.shape());
  if (allowed("masks") && dice_.oneIn(4))
    result.mask = operand(type.withElement(scalarOf(DType::Bool)), 2);
  out.push_back(std::move(result));
}

// Reads and writes one output, at the same place, at one beside it, or transposed.
void Generator::update(std::vector<Statement> &out) {
  const Type type = scalarOf(numberDType()).withShape(anyShape());
  const int buffer = outputOf(type);
  Statement result;
  result.kind = Statement::Kind::Store;
  result.access = storeAccess(buffer, type.shape());
  Access from = result.access;
  switch (dice_.below(4)) {
  case 0:
    from.base += dice_.between(-3, 8);
    break;
  case 1:
    from.strides = orderedStrides(type.shape(), false);
    break;
  case 2:
    from = affineAccess(buffer, type.shape());
    break;
  default:
    break;
  }
  const Function function = dice_.pick(std::vector{Function::Add, Function::Sub, Function::Mul});
  result.value = apply(function, type, {loadAt(type, std::move(from), 0), expression(type, 1)});
  out.push_back(std::move(result));
}

// The rest of the kernel is for the programs that do not come here.
void Generator::earlyReturn(std::vector<Statement> &out) {
  Statement result;
  result.kind = Statement::Kind::If;
  result.value = expression(scalarOf(DType::Bool), 2);
  const std::size_t visible = names_.size();
  if (dice_.oneIn(2))
    store(result.body);
  names_.resize(visible);
  result.body.emplace_back().kind = Statement::Kind::Return;
  out.push_back(std::move(result));
}

// Some variables that a loop carries: they start before it.
void Generator::carry(std::vector<Statement> &before, Statement &loop) {
  for (int i = dice_.below(4); i > 0; --i) {
    Statement start;
    const bool sum = allowed("dot") && allowed("rank2") && dice_.oneIn(5);
    const Type type = sum ? productType() : anyType();
    start.name = freshName("c");
    start.value = expression(type, 1);
    if (sum)
      start.value = smallInteger(start.value);
    before.push_back(start);
    loop.carried.push_back({start.name, nullptr, nullptr, sum});
    names_.push_back({start.name, type, sum});
  }
}

// What a carried value becomes: often itself and something more.
ExprPtr Generator::carriedNext(const std::string &name, Type type) {
  if (type.isBool() || !dice_.oneIn(3))
    return expression(type, 2);
  const ExprPtr more = dice_.oneIn(2)
                           ? constant(dice_.between(1, 40), scalarOf(type.dtype()), true)
                           : expression(dice_.oneIn(2) ? scalarOf(type.dtype()) : type, 1);
  return apply(dice_.oneIn(4) ? Function::Sub : Function::Add, type, {variable(name, type), more});
}

// Pointers that a loop carries, each with an access that goes by it.
void Generator::walks(Statement &loop) {
  if (inHelper_ || !allowed("walk"))
    return;
  for (int i = dice_.below(3); i > 0; --i) {
    Walk walk;
    walk.pointer = freshName("q");
    walk.type = anyType();
    walk.block = !walk.type.isScalar() && dice_.oneIn(2);
    const bool stores = dice_.oneIn(3);
    walk.access = stores ? storeAccess(outputOf(walk.type), walk.type.shape())
                         : affineAccess(inputOf(walk.type.dtype()), walk.type.shape());
    walk.access.walk = walk.pointer;
    const bool moves =
        std::any_of(walk.access.moves.begin(), walk.access.moves.end(),
                    [&](const Access::Move &move) { return move.loop == loop.name; });
    if (!moves)
      walk.access.moves.push_back(
          {loop.name, static_cast<int>(std::max<std::int64_t>(1, walk.type.shape().elements()))});
    Statement use;
    if (stores) {
      use.kind = Statement::Kind::Store;
      use.access = walk.access;
      use.value = expression(walk.type, 2);
    } else {
      use.name = freshName("v");
      use.value = loadAt(walk.type, walk.access, 0);
      names_.push_back({use.name, walk.type});
    }
    loop.walks.push_back(walk);
    walks_.push_back(std::move(walk));
    loop.body.push_back(std::move(use));
  }
}

// The body, and what the loop carries through it.
void Generator::finishLoop(std::vector<Statement> &out, Statement loop, int depth) {
  const std::size_t visible = names_.size(), walking = walks_.size();
  names_.push_back({loop.name, scalarOf(DType::I32), true});
  loops_.push_back(loop.name);
  walks(loop);
  statements(loop.body, dice_.between(0, 3), depth + 1);
  for (Statement::Carried &each : loop.carried) {
    const auto type = std::find_if(names_.begin(), names_.end(), [&](const Name &name) {
                        return name.name == each.name;
                      })->type;
    each.next = each.sum ? dot(type, 1, variable(each.name, type)) : carriedNext(each.name, type);
  }
  loops_.pop_back();
  walks_.resize(walking);
  names_.resize(visible);
  out.push_back(std::move(loop));
}

void Generator::loop(std::vector<Statement> &out, int depth) {
  Statement result;
  result.kind = Statement::Kind::For;
  carry(out, result);
  const auto bound = [&](int literal) {
    return dice_.oneIn(2) ? constant(literal, scalarOf(DType::I32), true)
                          : expression(scalarOf(DType::I32), 1);
  };
  result.start = bound(dice_.between(-1, 3));
  result.stop = bound(dice_.between(0, 5));
  static const std::vector<int> kSteps = {1, 1, 1, 2, 3, -1, -2};
  result.step = !inHelper_ && dice_.oneIn(4)
                    ? variable("s0", scalarOf(DType::I32))
                    : constant(dice_.pick(kSteps), scalarOf(DType::I32), true);
  result.name = freshName("i");
  result.atOnce = dice_.oneIn(2);
  finishLoop(out, std::move(result), depth);
}

void Generator::whileLoop(std::vector<Statement> &out, int depth) {
  Statement result;
  result.kind = Statement::Kind::While;
  carry(out, result);
  const std::size_t visible = names_.size();
  result.name = freshName("w");
  names_.push_back({result.name, scalarOf(DType::I32), true});
  result.value =
      dice_.oneIn(3) ? constant(1, scalarOf(DType::Bool)) : expression(scalarOf(DType::Bool), 2);
  names_.resize(visible);
  result.stop = dice_.oneIn(2) ? constant(dice_.below(5), scalarOf(DType::I32), true)
                               : expression(scalarOf(DType::I32), 1);
  finishLoop(out, std::move(result), depth);
}

void Generator::condition(std::vector<Statement> &out, int depth) {
  Statement result;
  result.kind = Statement::Kind::If;
  result.value = expression(scalarOf(DType::Bool), 2);
  const std::size_t visible = names_.size();
  std::vector<Name> merged;
  for (int i = dice_.below(3); i > 0; --i) {
    std::vector<Name> old;
    for (const Name &name : names_)
      if (!name.fixed)
        old.push_back(name);
    if (!old.empty() && dice_.oneIn(2))
      merged.push_back(dice_.pick(old));
    else
      merged.push_back({freshName("m"), anyType()});
  }
  std::sort(merged.begin(), merged.end(),
            [](const Name &a, const Name &b) { return a.name < b.name; });
  merged.erase(std::unique(merged.begin(), merged.end(),
                           [](const Name &a, const Name &b) { return a.name == b.name; }),
               merged.end());
  const auto isNew = [&](const Name &name) { return name.name[0] == 'm'; };
  const auto isKnown = [&](const Name &name) {
    return std::any_of(names_.begin(), names_.end(),
                       [&](const Name &each) { return each.name == name.name; });
  };
  std::vector<bool> known;
  for (const Name &name : merged)
    known.push_back(!isNew(name) || isKnown(name));

  statements(result.body, dice_.between(0, 2), depth + 1);
  for (const Name &name : merged)
    result.carried.push_back({name.name, expression(name.type, 2), nullptr});
  names_.resize(visible);
  if (dice_.below(3) != 0)
    statements(result.orelse, dice_.between(0, 2), depth + 1);
  for (std::size_t i = 0; i < merged.size(); ++i)
    if (!known[i] || dice_.oneIn(2))
      result.carried[i].orelse = expression(merged[i].type, 2);
  names_.resize(visible);
  for (std::size_t i = 0; i < merged.size(); ++i)
    if (!known[i])
      names_.push_back(merged[i]);
  out.push_back(std::move(result));
}

void Generator::helperCall(std::vector<Statement> &out) {
  Statement result;
  result.kind = Statement::Kind::Call;
  std::vector<Type> parameters, results;
  for (int i = dice_.between(1, 3); i > 0; --i)
    parameters.push_back(anyType());
  for (int i = dice_.between(1, 3); i > 0; --i)
    results.push_back(dice_.oneIn(2) ? dice_.pick(parameters) : anyType());
  for (const Type &parameter : parameters)
    result.operands.push_back(expression(parameter, 1));
  result.helper = makeHelper(parameters, results);
  for (const Type &type : results) {
    result.names.push_back(freshName("h"));
    names_.push_back({result.names.back(), type});
  }
  out.push_back(std::move(result));
}

// A function of those types; it sees nothing but its parameters.
int Generator::makeHelper(const std::vector<Type> &parameters, const std::vector<Type> &results) {
  Helper helper;
  helper.parameters = parameters;
  std::vector<Name> outside;
  outside.swap(names_);
  std::vector<std::string> loops;
  loops.swap(loops_);
  std::vector<Walk> walks;
  walks.swap(walks_);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    names_.push_back({fmt::format("p{}", i), parameters[i], true});
  inHelper_ = true;
  for (int i = dice_.below(3); i > 0; --i)
    statement(helper.body, 1);
  for (const Type &type : results)
    helper.results.push_back(expression(type, 2));
  inHelper_ = false;
  outside.swap(names_);
  loops.swap(loops_);
  walks.swap(walks_);
  program_.helpers.push_back(std::move(helper));
  return static_cast<int>(program_.helpers.size()) - 1;
}

Program generateProgram(std::uint64_t seed, const GeneratorOptions &options) {
  return Generator(seed, options).run();
}

} // namespace mytriton::fuzz
