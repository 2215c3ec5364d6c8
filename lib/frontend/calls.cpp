// Calls of a kernel: arguments to parameters, and functions of the source, which are inlined. See
// evaluator.h.
#include "evaluator.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

// How deep calls may nest. Functions that call themselves end by their constexprs well before.
constexpr std::size_t kMaxCallDepth = 64;

} // namespace

Object Evaluator::visit(const ast::Call &node, SourceRange range) {
  const Object callee = evaluate(*node.callee);
  if (const Builtin *builtin = callee.builtin()) {
    if (!builtin->call)
      fail(DiagnosticKind::UnsupportedCall, range, fmt::format("'{}'", builtin->name));
    return builtin->call(*this, bindArguments(*builtin, nullptr, node, range));
  }
  if (const Method *method = callee.method()) {
    const auto *attribute = std::get_if<ast::Attribute>(&node.callee->node);
    const Operand self{*method->self, attribute ? attribute->object->range : node.callee->range};
    return method->builtin->call(*this, bindArguments(*method->builtin, &self, node, range));
  }
  if (const Function *function = callee.function())
    return call(*function, node, range);
  fail(DiagnosticKind::UnsupportedCall, node.callee->range, describe(callee));
}

// --- arguments --------------------------------------------------------------------------------

std::vector<std::optional<Operand>>
Evaluator::matchArguments(const Signature &signature, const Operand *self, const ast::Call &node) {
  const std::vector<std::string_view> &names = signature.names;
  std::vector<std::optional<Operand>> arguments(names.size());
  std::size_t position = 0;
  const auto addByPosition = [&](Operand value) {
    std::size_t index = position++;
    if (index >= signature.positional) {
      if (!signature.variadic)
        fail(DiagnosticKind::CallArguments, value.range,
             fmt::format("'{}' takes at most {} argument{}{}", signature.name, signature.positional,
                         signature.positional == 1 ? "" : "s",
                         signature.positional < names.size() ? " by position" : ""));
      index = arguments.size();
      arguments.emplace_back();
    }
    arguments[index] = std::move(value);
  };
  if (self)
    addByPosition(*self);
  bool named = false; // the grammar does not know that positions come first
  for (const ast::Argument &argument : node.arguments) {
    const SourceRange range = argument.value->range;
    if (named && !argument.keyword)
      fail(DiagnosticKind::SyntaxError, range, "an argument by position follows one by keyword");
    named = argument.keyword.has_value();
    if (argument.spread) {
      const Operand spread = operand(*argument.value);
      const Object::Tuple *elements = spread.value.tuple();
      if (!elements)
        fail(DiagnosticKind::CallArguments, range,
             fmt::format("'*' takes a tuple, and this is {}", describe(spread.value)));
      for (const Object &element : *elements)
        addByPosition({element, range});
    } else if (!argument.keyword) {
      addByPosition(operand(*argument.value));
    } else {
      const std::string &name = argument.keyword->text;
      const auto index =
          static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      if (index == names.size())
        fail(DiagnosticKind::CallArguments, argument.keyword->range,
             fmt::format("'{}' has no parameter '{}'{}", signature.name, name,
                         didYouMean(name, std::span<const std::string_view>(names))));
      if (arguments[index])
        fail(DiagnosticKind::CallArguments, range,
             fmt::format("'{}' is given '{}' twice", signature.name, name));
      arguments[index] = operand(*argument.value);
    }
  }
  return arguments;
}

BoundCall Evaluator::bindArguments(const Builtin &builtin, const Operand *self,
                                   const ast::Call &node, SourceRange range) {
  Signature signature{builtin.name, builtin.parameters, 0, false};
  std::vector<std::string_view> &names = signature.names;
  const auto rest = std::find(names.begin(), names.end(), "*");
  signature.positional = static_cast<std::size_t>(rest - names.begin());
  signature.variadic = rest != names.end();
  if (signature.variadic)
    names.erase(rest);
  std::vector<bool> required;
  for (std::string_view &name : names) {
    required.push_back(name.back() != '?');
    if (!required.back())
      name.remove_suffix(1);
  }
  BoundCall call{builtin, range, matchArguments(signature, self, node)};
  for (std::size_t i = 0; i < names.size(); ++i)
    if (required[i] && !call.arguments[i])
      fail(DiagnosticKind::CallArguments, range,
           fmt::format("'{}' needs the argument '{}'", builtin.name, names[i]));
  return call;
}

// --- functions of the source --------------------------------------------------------------------

// Puts the state of the calling function aside while another one is evaluated.
class Evaluator::Entered {
public:
  Entered(Evaluator &evaluator, const Function &function)
      : evaluator_(evaluator), scope_(std::exchange(evaluator.scope_, function.scope)) {
    std::swap(evaluator_.frame_, caller_);
    ++evaluator_.callDepth_;
  }
  ~Entered() {
    --evaluator_.callDepth_;
    std::swap(evaluator_.frame_, caller_);
    evaluator_.scope_ = scope_;
  }
  Entered(const Entered &) = delete;
  Entered &operator=(const Entered &) = delete;

private:
  Evaluator &evaluator_;
  ModuleScope *scope_;
  Frame caller_;
};

Object Evaluator::call(const Function &function, const ast::Call &node, SourceRange range) {
  const ast::FunctionDef &definition = *function.definition;
  if (callDepth_ == kMaxCallDepth)
    fail(DiagnosticKind::CallDepth, range, kMaxCallDepth);
  Signature signature{definition.name.text, {}, 0, false};
  std::vector<const ast::Parameter *> parameters; // by name
  const ast::Parameter *rest = nullptr;           // `*rest`
  for (const ast::Parameter &parameter : definition.parameters) {
    if (!parameter.special.empty()) {
      if (rest || parameter.special.substr(0, 2) == "**")
        fail(DiagnosticKind::UnsupportedParameter, parameter.name.range, parameter.special);
      rest = &parameter;
      continue;
    }
    parameters.push_back(&parameter);
    signature.names.push_back(parameter.name.text);
    if (!rest && !parameter.keywordOnly)
      ++signature.positional;
  }
  signature.variadic = rest != nullptr;
  std::vector<std::optional<Operand>> arguments = matchArguments(signature, nullptr, node);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!arguments[i] && !parameters[i]->defaultValue) {
      Diagnostic diagnostic = Diagnostics::make(
          DiagnosticKind::CallArguments, range.file, range,
          fmt::format("'{}' needs the argument '{}'", signature.name, signature.names[i]));
      const SourceRange place = parameters[i]->name.range;
      diagnostic.notes.push_back({place.file, place, "declared here"});
      diagnostics_.report(std::move(diagnostic));
      throw Diagnosed{};
    }

  const Diagnostics::Context context(diagnostics_, {range.file, range, "called here"});
  const Entered entered(*this, function);
  // A default value sees the names of the module only.
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!arguments[i])
      arguments[i] = operand(*parameters[i]->defaultValue);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    bind(parameters[i]->name.text, std::move(arguments[i]->value));
  if (rest) {
    Object::Tuple more;
    for (std::size_t i = parameters.size(); i < arguments.size(); ++i)
      more.push_back(std::move(arguments[i]->value));
    bind(rest->special.substr(1), {std::move(more)});
  }
  return body(definition.body);
}

} // namespace mytriton
