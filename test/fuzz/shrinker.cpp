// Delta debugging on the tree: statements go, then expressions become operands or constants, then
// extents become smaller. Types are kept, and a name whose definition went becomes a constant, so
// every candidate is a program.
#include "shrinker.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace mytriton::fuzz {

namespace {

using Slot = std::function<void(ExprPtr &)>;
using Statements = std::vector<Statement>;

// Every place of an expression, but for the steps of loops, which must not become 0 by chance.
void forEachSlot(Statements &statements, const Slot &visit) {
  for (Statement &each : statements) {
    for (ExprPtr *slot : {&each.start, &each.stop, &each.value, &each.mask})
      if (*slot)
        visit(*slot);
    for (ExprPtr &operand : each.operands)
      visit(operand);
    forEachSlot(each.body, visit);
    for (Statement::Carried &carried : each.carried)
      visit(carried.next);
    forEachSlot(each.orelse, visit);
    for (Statement::Carried &carried : each.carried)
      if (carried.orelse)
        visit(carried.orelse);
  }
}

void forEachSlot(Program &program, const Slot &visit) {
  forEachSlot(program.body, visit);
  for (Helper &helper : program.helpers) {
    forEachSlot(helper.body, visit);
    for (ExprPtr &result : helper.results)
      visit(result);
  }
}

void forEachWalk(Statements &statements, const std::function<void(Walk &)> &visit) {
  for (Statement &each : statements) {
    for (Walk &walk : each.walks)
      visit(walk);
    forEachWalk(each.body, visit);
    forEachWalk(each.orelse, visit);
  }
}

// The tree with `change` applied to each node, from the leaves up.
ExprPtr rewritten(const ExprPtr &expr, const std::function<ExprPtr(const ExprPtr &)> &change) {
  Expr copy = *expr;
  for (ExprPtr &operand : copy.operands)
    if (operand)
      operand = rewritten(operand, change);
  return change(std::make_shared<const Expr>(std::move(copy)));
}

// --- names ------------------------------------------------------------------------------------

class Repair {
public:
  explicit Repair(Program &program) : program_(program) {}

  void run() {
    std::set<std::string> names;
    for (const ScalarParameter &scalar : program_.scalars)
      names.insert(scalar.name);
    visit(program_.body, names);
    for (Helper &helper : program_.helpers) {
      std::set<std::string> inside;
      for (std::size_t i = 0; i < helper.parameters.size(); ++i)
        inside.insert("p" + std::to_string(i));
      visit(helper.body, inside);
      for (ExprPtr &result : helper.results)
        fix(result, inside);
    }
  }

private:
  static void fix(ExprPtr &slot, const std::set<std::string> &names) {
    if (slot)
      slot = rewritten(slot, [&](const ExprPtr &expr) {
        const bool lost = expr->kind == Expr::Kind::Variable && names.count(expr->name) == 0;
        return lost ? constant(1, expr->type) : expr;
      });
  }

  static void visit(Statements &statements, std::set<std::string> &names) {
    for (Statement &each : statements) {
      for (ExprPtr *slot : {&each.start, &each.stop, &each.value, &each.mask})
        fix(*slot, names);
      for (ExprPtr &operand : each.operands)
        fix(operand, names);
      std::set<std::string> body = names, orelse = names;
      if (each.kind == Statement::Kind::For || each.kind == Statement::Kind::While) {
        // What no longer starts before the loop is not carried.
        each.carried.erase(
            std::remove_if(each.carried.begin(), each.carried.end(),
                           [&](const auto &carried) { return names.count(carried.name) == 0; }),
            each.carried.end());
        body.insert(each.name);
      }
      visit(each.body, body);
      visit(each.orelse, orelse);
      for (Statement::Carried &carried : each.carried) {
        fix(carried.next, body);
        fix(carried.orelse, orelse);
        body.insert(carried.name);
        orelse.insert(carried.name);
      }
      if (each.kind == Statement::Kind::If) {
        for (const Statement::Carried &carried : each.carried)
          if (carried.orelse)
            names.insert(carried.name);
      } else if (each.kind == Statement::Kind::Assign) {
        names.insert(each.name);
      } else if (each.kind == Statement::Kind::Call) {
        names.insert(each.names.begin(), each.names.end());
      }
    }
  }

  Program &program_;
};

// --- the edits ----------------------------------------------------------------------------------

int countStatements(const Statements &statements) {
  int count = 0;
  for (const Statement &each : statements)
    count += 1 + countStatements(each.body) + countStatements(each.orelse);
  return count;
}

// Takes `length` statements from number `at` on away; with `keepInner` what they held stays.
void removeStatements(Statements &statements, int &number, int at, int length, bool keepInner) {
  Statements kept;
  for (Statement &each : statements) {
    const bool goes = number >= at && number < at + length;
    ++number;
    if (goes && !keepInner) {
      number += countStatements(each.body) + countStatements(each.orelse);
      continue;
    }
    removeStatements(each.body, number, at, length, keepInner);
    removeStatements(each.orelse, number, at, length, keepInner);
    if (!goes) {
      kept.push_back(std::move(each));
      continue;
    }
    for (Statements *inner : {&each.body, &each.orelse})
      for (Statement &statement : *inner)
        kept.push_back(std::move(statement));
  }
  statements = std::move(kept);
}

// Whether nothing but literals says where an access goes.
bool isPlain(const Access &access) {
  return access.moves.empty() && access.shift.empty() && !access.wide &&
         std::all_of(access.strideNames.begin(), access.strideNames.end(),
                     [](const std::string &name) { return name.empty(); });
}

void makePlain(Access &access) {
  access.moves.clear();
  access.walk.clear();
  access.shift.clear();
  access.strideNames.clear();
  access.wide = false;
}

// Simpler expressions of the same type, the simplest first.
std::vector<ExprPtr> simpler(const Expr &expr) {
  std::vector<ExprPtr> result;
  if (expr.kind == Expr::Kind::Constant)
    return result;
  result.push_back(constant(1, expr.type));
  for (const ExprPtr &operand : expr.operands) {
    if (!operand || operand->weak)
      continue;
    if (operand->type == expr.type)
      result.push_back(operand);
    else if (operand->type.shape() == expr.type.shape() && expr.kind != Expr::Kind::Cast)
      result.push_back(cast(operand, expr.type.dtype()));
  }
  if (expr.kind != Expr::Kind::Load && expr.kind != Expr::Kind::Dot)
    return result;
  const auto with = [&](const std::function<void(Expr &)> &change) {
    Expr copy = expr;
    change(copy);
    result.push_back(std::make_shared<const Expr>(std::move(copy)));
  };
  if (expr.kind == Expr::Kind::Dot) {
    if (expr.operands.size() > 2)
      with([](Expr &copy) { copy.operands.pop_back(); });
    return result;
  }
  for (std::size_t i = 0; i < 3; ++i)
    if (expr.operands[i])
      with([i](Expr &copy) { copy.operands[i] = nullptr; });
  if (!expr.access.bound.empty())
    with([](Expr &copy) { copy.access.bound.clear(); });
  if (expr.access.base != 0)
    with([](Expr &copy) { copy.access.base = 0; });
  if (expr.access.perProgram)
    with([](Expr &copy) { copy.access.perProgram = false; });
  for (std::size_t d = 0; d < expr.access.limits.size(); ++d)
    if (!expr.access.limits[d].empty())
      with([d](Expr &copy) { copy.access.limits[d].clear(); });
  if (!expr.access.walk.empty())
    with([](Expr &copy) { copy.access.walk.clear(); });
  if (!isPlain(expr.access))
    with([](Expr &copy) { makePlain(copy.access); });
  return result;
}

// The tree with node number `at`, counted from the root down, replaced.
ExprPtr replaced(const ExprPtr &expr, int &number, int at, const ExprPtr &by) {
  if (number++ == at)
    return by;
  Expr copy = *expr;
  for (ExprPtr &operand : copy.operands)
    if (operand)
      operand = replaced(operand, number, at, by);
  return std::make_shared<const Expr>(std::move(copy));
}

ExprPtr nodeAt(const ExprPtr &expr, int &number, int at) {
  if (number++ == at)
    return expr;
  for (const ExprPtr &operand : expr->operands)
    if (operand)
      if (ExprPtr found = nodeAt(operand, number, at))
        return found;
  return nullptr;
}

Type withExtent(Type type, int from, int to) {
  Shape shape = type.shape();
  for (int d = 0; d < shape.rank(); ++d)
    if (shape[d] == from)
      shape[d] = to;
  return type.isBlock() ? type.withShape(shape) : type;
}

class Shrinker {
public:
  Shrinker(Program program, const std::function<bool(const Program &)> &fails, int tries)
      : program_(std::move(program)), fails_(fails), tries_(tries) {}

  Program run() {
    for (bool progress = true; progress && tries_ > 0;) {
      progress = false;
      progress |= statements(false);
      progress |= statements(true);
      progress |= stores();
      progress |= expressions();
      progress |= extents();
      progress |= grid();
    }
    return std::move(program_);
  }

private:
  bool attempt(Program candidate) {
    if (tries_-- <= 0)
      return false;
    Repair(candidate).run();
    if (!fails_(candidate))
      return false;
    program_ = std::move(candidate);
    return true;
  }

  bool statements(bool keepInner) {
    bool progress = false;
    for (int length = keepInner ? 1 : std::max(1, countStatements(program_.body) / 2); length > 0;
         length /= 2)
      for (int at = countStatements(program_.body) - length; at >= 0; at -= length) {
        Program candidate = program_;
        int number = 0;
        removeStatements(candidate.body, number, at, length, keepInner);
        if (countStatements(candidate.body) < countStatements(program_.body))
          progress |= attempt(std::move(candidate));
      }
    return progress;
  }

  // Masks and bounds of stores, carried values and pointers.
  bool stores() {
    bool progress = false;
    const std::function<void(Statements &, const std::function<void(Statement &)> &)> walk =
        [&](Statements &all, const std::function<void(Statement &)> &visit) {
          for (Statement &each : all) {
            visit(each);
            walk(each.body, visit);
            walk(each.orelse, visit);
          }
        };
    for (int at = 0; at < countStatements(program_.body); ++at)
      for (int edit = 0; edit < 6; ++edit) {
        Program candidate = program_;
        bool changed = false;
        int number = 0;
        walk(candidate.body, [&](Statement &each) {
          if (number++ != at)
            return;
          changed = edit == 0   ? std::exchange(each.mask, nullptr) != nullptr
                    : edit == 1 ? !std::exchange(each.access.bound, {}).empty()
                    : edit == 2 ? std::exchange(each.access.base, 0) > 0
                    : edit == 3 ? !each.carried.empty()
                    : edit == 4 ? !each.walks.empty()
                                : !isPlain(each.access);
          if (edit == 1)
            for (std::string &limit : each.access.limits)
              changed |= !std::exchange(limit, {}).empty();
          if (edit == 3 && changed)
            each.carried.pop_back();
          if (edit == 4 && changed)
            each.walks.pop_back();
          if (edit == 5 && changed)
            makePlain(each.access);
        });
        if (changed)
          progress |= attempt(std::move(candidate));
      }
    return progress;
  }

  bool expressions() {
    bool progress = false;
    for (int slot = 0;; ++slot) {
      ExprPtr root = slotAt(slot);
      if (!root)
        return progress;
      for (int at = 0;;) {
        int number = 0;
        const ExprPtr node = nodeAt(root, number, at);
        if (!node)
          break;
        bool simplified = false;
        for (const ExprPtr &by : simpler(*node)) {
          Program candidate = program_;
          int current = 0, place = 0;
          forEachSlot(candidate, [&](ExprPtr &expr) {
            if (current++ == slot)
              expr = replaced(expr, place, at, by);
          });
          if (attempt(std::move(candidate))) {
            simplified = progress = true;
            root = slotAt(slot);
            break;
          }
        }
        if (tries_ <= 0)
          return progress;
        at += simplified ? 0 : 1;
      }
    }
  }

  ExprPtr slotAt(int wanted) {
    ExprPtr found;
    int current = 0;
    forEachSlot(program_, [&](ExprPtr &expr) {
      if (current++ == wanted)
        found = expr;
    });
    return found;
  }

  bool extents() {
    std::set<int> extents;
    forEachSlot(program_, [&](ExprPtr &root) {
      rewritten(root, [&](const ExprPtr &expr) {
        extents.insert(expr->type.shape().begin(), expr->type.shape().end());
        return expr;
      });
    });
    bool progress = false;
    for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent)
      for (const int to : {1, 2, *extent / 4, *extent / 2, *extent - 1}) {
        if (to < 1 || to >= *extent)
          continue;
        Program candidate = program_;
        forEachSlot(candidate, [&](ExprPtr &root) {
          root = rewritten(root, [&](const ExprPtr &expr) {
            Expr copy = *expr;
            copy.type = withExtent(copy.type, *extent, to);
            return std::make_shared<const Expr>(std::move(copy));
          });
        });
        forEachWalk(candidate.body,
                    [&](Walk &walk) { walk.type = withExtent(walk.type, *extent, to); });
        if (attempt(std::move(candidate))) {
          progress = true;
          break;
        }
      }
    return progress;
  }

  bool grid() {
    if (program_.programs() == 1)
      return false;
    Program candidate = program_;
    candidate.grid = {1, 1};
    return attempt(std::move(candidate));
  }

  Program program_;
  const std::function<bool(const Program &)> &fails_;
  int tries_;
};

} // namespace

Program shrink(Program program, const std::function<bool(const Program &)> &fails, int tries) {
  return Shrinker(std::move(program), fails, tries).run();
}

} // namespace mytriton::fuzz
