// -D, --arg, annotations and defaults. See parameters.h.
#include "parameters.h"

#include "constant.h"
#include "evaluator.h"
#include "mytriton/frontend/parse.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>

namespace mytriton {

namespace {

using NameAndText = std::pair<std::string, std::string>;

// The last one counts, as with a C compiler's -D.
const std::string *findLast(const std::vector<NameAndText> &list, std::string_view name) {
  for (auto it = list.rbegin(); it != list.rend(); ++it)
    if (it->first == name)
      return &it->second;
  return nullptr;
}

struct TypeText {
  bool pointer = false;
  std::string_view element;
};

// `*fp32`, `ptr<f32>`, `i32`.
TypeText splitType(std::string_view text) {
  if (text.substr(0, 1) == "*")
    return {true, text.substr(1)};
  if (text.substr(0, 4) == "ptr<" && text.back() == '>')
    return {true, text.substr(4, text.size() - 5)};
  return {false, text};
}

class ParameterBinder {
public:
  ParameterBinder(ModuleScope &scope, const ast::FunctionDef &function,
                  const EvaluateOptions &options, Diagnostics &diagnostics)
      : scope_(scope), function_(function), options_(options), diagnostics_(diagnostics) {}

  BoundKernel run() {
    auto kernel = std::make_unique<ExprKernel>();
    std::vector<Object> constexprs;
    const auto addConstexpr = [&](const std::string &name, Object object) {
      kernel->constexprs.emplace_back(name, *constexprValue(object));
      constexprs.push_back(std::move(object));
    };
    kernel->name = function_.name.text;
    kernel->range = function_.name.range;
    checkDefines();
    for (const ast::Parameter &parameter : function_.parameters) {
      if (!parameter.special.empty())
        fail(DiagnosticKind::UnsupportedParameter, parameter.name.range, parameter.special);
      std::optional<Object> annotation = annotationOf(parameter);
      const bool isConstexpr = annotation && isBuiltin(*annotation, "constexpr");
      const std::string *define = findLast(options_.defines, parameter.name.text);
      if (define)
        addConstexpr(parameter.name.text, parseDefine(parameter, *define));
      else if (isConstexpr)
        addConstexpr(parameter.name.text, defaultOf(parameter));
      else
        kernel->parameters.push_back(runtimeParameter(parameter, annotation));
    }
    checkArgumentTypes(*kernel);
    return {std::move(kernel), std::move(constexprs)};
  }

private:
  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, SourceRange range, Args &&...args) {
    diagnostics_.fail(kind, range, std::forward<Args>(args)...);
  }

  void checkDefines() {
    std::vector<std::string> names;
    for (const ast::Parameter &parameter : function_.parameters)
      names.push_back(parameter.name.text);
    for (const auto &[name, text] : options_.defines)
      if (std::find(names.begin(), names.end(), name) == names.end())
        fail(DiagnosticKind::UnknownDefine, function_.name.range, name, function_.name.text,
             didYouMean(name, names));
  }

  void checkArgumentTypes(const ExprKernel &kernel) {
    std::vector<std::string> names;
    for (const ExprParameter &parameter : kernel.parameters)
      names.push_back(parameter.name);
    for (const auto &[name, text] : options_.argumentTypes)
      if (std::find(names.begin(), names.end(), name) == names.end())
        fail(DiagnosticKind::UnknownArgument, function_.name.range, name, function_.name.text,
             didYouMean(name, names));
  }

  std::optional<Object> annotationOf(const ast::Parameter &parameter) {
    if (!parameter.annotation)
      return std::nullopt;
    std::optional<Object> annotation = evaluateQuietly(scope_, *parameter.annotation);
    if (annotation)
      return annotation;
    const auto *member = std::get_if<ast::Attribute>(&parameter.annotation->node);
    if (member && isEightBitFloat(member->name.text))
      fail(DiagnosticKind::UnsupportedDType, parameter.annotation->range, member->name.text);
    fail(DiagnosticKind::ParameterAnnotation, parameter.annotation->range);
  }

  // The value of `-D NAME=text`: what it means as an expression of the module, where `tl` and
  // `triton` are known under these names too.
  Object parseDefine(const ast::Parameter &parameter, const std::string &text) {
    static const std::string kImports = "import triton\nimport triton.language as tl\n";
    Diagnostics silent;
    const SourceFile source("-D", kImports + "_ = " + text);
    const std::unique_ptr<ast::Module> module = parseModule(source, silent);
    std::optional<ModuleScope::Meaning> meaning;
    if (module && module->items.size() == 3) {
      ModuleScope inner(scope_);
      inner.define(module->items);
      meaning = inner.find("_");
    }
    if (!meaning || !meaning->object || !constexprValue(*meaning->object))
      fail(DiagnosticKind::DefineValue, parameter.name.range, parameter.name.text, text);
    return std::move(*meaning->object);
  }

  Object evaluateDefault(const ast::Parameter &parameter) {
    ExprKernel scratch;
    Evaluator evaluator(scope_, scratch, diagnostics_);
    const ast::Expr &expr = *parameter.defaultValue;
    Object object = evaluator.evaluate(expr);
    evaluator.constant({object, expr.range}, "a default value");
    return object;
  }

  Object defaultOf(const ast::Parameter &parameter) {
    if (!parameter.defaultValue)
      fail(DiagnosticKind::MissingConstexpr, parameter.name.range, parameter.name.text);
    return evaluateDefault(parameter);
  }

  ExprParameter runtimeParameter(const ast::Parameter &parameter,
                                 const std::optional<Object> &annotation) {
    ExprParameter result;
    result.name = parameter.name.text;
    result.range = parameter.name.range;
    if (parameter.defaultValue)
      result.defaultValue = constexprText(*constexprValue(evaluateDefault(parameter)));
    if (annotation)
      result.type = annotatedType(*annotation, parameter.annotation->range);
    if (const std::string *text = findLast(options_.argumentTypes, result.name))
      applyArgument(result, *text);
    return result;
  }

  // None where it is no type.
  Type parseType(std::string_view text, SourceRange range) {
    const auto [pointer, element] = splitType(text);
    if (isEightBitFloat(element))
      fail(DiagnosticKind::UnsupportedDType, range, element);
    const std::optional<DType> dtype = dtypeFromName(element);
    if (!dtype)
      return {};
    return pointer ? Type::pointer(*dtype) : Type::scalar(*dtype);
  }

  Type annotatedType(const Object &annotation, SourceRange range) {
    Type type;
    const ConstexprValue *constant = annotation.constant();
    if (const Type *pointer = annotation.type())
      type = *pointer;
    else if (const DType *dtype = constant ? get<DType>(*constant) : nullptr)
      type = Type::scalar(*dtype);
    else if (const auto *text = constant ? get<std::string>(*constant) : nullptr)
      type = parseType(*text, range);
    else if (isBuiltin(annotation, "int"))
      type = Type::scalar(DType::I32);
    else if (isBuiltin(annotation, "float"))
      type = Type::scalar(DType::F32);
    else if (isBuiltin(annotation, "bool"))
      type = Type::scalar(DType::Bool);
    if (type.isNone())
      fail(DiagnosticKind::ParameterAnnotation, range);
    return type;
  }

  // `TYPE[:DIVISIBILITY][:noalias]`
  void applyArgument(ExprParameter &parameter, const std::string &text) {
    const auto refuse = [&](std::string_view why) {
      fail(DiagnosticKind::ArgumentType, parameter.range, parameter.name, text, why);
    };
    std::string_view rest = text;
    const auto nextPart = [&] {
      const std::size_t colon = rest.find(':');
      const std::string_view part = rest.substr(0, colon);
      rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
      return part;
    };
    parameter.type = parseType(nextPart(), parameter.range);
    if (parameter.type.isNone())
      refuse("no type; write *fp32, i32, fp32, ...");
    while (!rest.empty()) {
      const std::string_view part = nextPart();
      unsigned divisibility = 0;
      const auto [end, error] =
          std::from_chars(part.data(), part.data() + part.size(), divisibility);
      if (part == "noalias") {
        if (!parameter.type.isPointer())
          refuse("only a pointer can be noalias");
        parameter.info.noalias = true;
      } else if (error == std::errc() && end == part.data() + part.size() &&
                 std::has_single_bit(divisibility) && divisibility <= 4096) {
        parameter.info.divisibility = static_cast<int>(divisibility);
      } else {
        refuse("after the type come a power of two, such as ':16', and ':noalias'");
      }
    }
  }

  ModuleScope &scope_;
  const ast::FunctionDef &function_;
  const EvaluateOptions &options_;
  Diagnostics &diagnostics_;
};

} // namespace

BoundKernel bindParameters(ModuleScope &scope, const ast::FunctionDef &function,
                           const EvaluateOptions &options, Diagnostics &diagnostics) {
  return ParameterBinder(scope, function, options, diagnostics).run();
}

} // namespace mytriton
