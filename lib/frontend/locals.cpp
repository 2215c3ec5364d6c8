// See locals.h.
#include "locals.h"

#include "constant.h"

#include <algorithm>

namespace mytriton {

const Locals::Variable *Locals::find(const std::string &name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : &found->second;
}

void Locals::set(const std::string &name, Object value, SourceRange range) {
  put(name, Variable{std::move(value), range});
}

void Locals::lose(const std::string &name, SourceRange range) {
  put(name, Variable{std::nullopt, range});
}

void Locals::put(const std::string &name, std::optional<Variable> variable) {
  const auto found = variables_.find(name);
  if (!records_.empty()) {
    Record &record = records_.back();
    if (record.index.emplace(name, record.changes.size()).second) {
      std::optional<Variable> before;
      if (found != variables_.end())
        before = found->second;
      record.changes.push_back({name, std::move(before), std::nullopt});
    }
  }
  if (!variable)
    variables_.erase(name);
  else if (found != variables_.end())
    found->second = std::move(*variable);
  else
    variables_.emplace(name, std::move(*variable));
}

std::vector<std::string> Locals::names() const {
  std::vector<std::string> names;
  for (const auto &[name, variable] : variables_)
    names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

Locals::Changes Locals::end() {
  Changes changes = std::move(records_.back().changes);
  records_.pop_back();
  for (Change &change : changes) {
    const auto found = variables_.find(change.name);
    if (found != variables_.end()) {
      change.after = std::move(found->second);
      variables_.erase(found);
    }
    if (change.before)
      variables_.emplace(change.name, *change.before);
  }
  return changes;
}

void Locals::apply(const Changes &changes) {
  for (const Change &change : changes)
    put(change.name, change.after);
}

std::vector<std::string> Locals::changed() const {
  std::vector<std::string> names;
  for (const Change &change : records_.back().changes)
    names.push_back(change.name);
  return names;
}

bool isSame(const Object &a, const Object &b) {
  if (a.data.index() != b.data.index())
    return false;
  if (const ConstexprValue *constant =
          a.constant()) // by their text: NaN is itself, -0.0 is not 0.0
    return typeName(*constant) == typeName(*b.constant()) &&
           constexprText(*constant) == constexprText(*b.constant());
  if (const Expr *x = a.expr()) {
    const Expr *y = b.expr();
    return x == y || (x->kind == Expr::Kind::Constant && y->kind == Expr::Kind::Constant &&
                      x->constant == y->constant);
  }
  if (const Object::Tuple *x = a.tuple()) {
    const Object::Tuple &y = *b.tuple();
    return x->size() == y.size() && std::equal(x->begin(), x->end(), y.begin(), isSame);
  }
  if (const Type *type = a.type())
    return *type == *b.type();
  if (const auto *space = std::get_if<Namespace>(&a.data))
    return *space == std::get<Namespace>(b.data);
  return a.builtin() && a.builtin() == b.builtin();
}

} // namespace mytriton
