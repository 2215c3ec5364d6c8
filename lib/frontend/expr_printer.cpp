// The expression tree as text, one line for each effect, variable and shared expression. See
// expr.h.
#include "mytriton/frontend/expr.h"

#include "constant.h"
#include "mytriton/support/text.h"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace mytriton {

namespace {

// Expressions nest in one line up to this depth; then a line of its own begins.
constexpr int kDeepestLine = 16;

class ExprPrinter {
public:
  explicit ExprPrinter(const ExprKernel &kernel)
      : kernel_(kernel), uses_(kernel.exprs.size()), depth_(kernel.exprs.size()),
        labels_(kernel.exprs.size()) {}

  std::string run() {
    header();
    for (const Expr &expr : kernel_.exprs) {
      for (const Expr *operand : expr.operands)
        if (operand)
          ++uses_[operand->id];
      for (const auto &region : expr.regions)
        for (const Expr *yield : region->yields)
          ++uses_[yield->id];
      if (expr.kind == Expr::Kind::Operation)
        members_[expr.region].push_back(&expr);
      else if (expr.kind == Expr::Kind::Result)
        results_[expr.operands[0]].push_back(&expr);
    }
    region(kernel_.body);
    return std::move(out_);
  }

private:
  void header() {
    std::string parameters;
    for (const ExprParameter &parameter : kernel_.parameters) {
      parameters += fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", parameter.name,
                                parameter.type.str());
      if (parameter.defaultValue)
        parameters += " = " + *parameter.defaultValue;
      names_[parameter.name] = 1;
    }
    out_ += fmt::format("kernel {}({})\n", kernel_.name, parameters);
    for (const auto &[name, value] : kernel_.constexprs)
      out_ += fmt::format("constexpr {} = {}\n", name, constexprText(value));
  }

  void region(const ExprRegion &region) {
    for (const Expr *expr : members_[&region]) {
      if (!expr->regions.empty())
        control(*expr);
      else if (hasLine(*expr))
        line(*expr);
    }
    if (!region.yields.empty())
      text("yield " + list(region.yields));
  }

  // Recursion ends at the deepest nesting of regions, which the frontend bounds.
  void inner(const ExprRegion &inner) {
    indent_ += 2;
    region(inner);
    indent_ -= 2;
  }

  void control(const Expr &expr) {
    if (expr.op == OpKind::If) {
      text(fmt::format("if {}", reference(expr.operands[0])));
      inner(*expr.regions[0]);
      if (!members_[expr.regions[1].get()].empty() || !expr.regions[1]->yields.empty()) {
        text("else");
        inner(*expr.regions[1]);
      }
    } else if (expr.op == OpKind::For) {
      const Expr *index = expr.regions[0]->arguments[0];
      const std::string bounds = list({expr.operands.begin(), expr.operands.begin() + 3});
      text(fmt::format("for {}: {} in range({}){}", define(*index), index->type.str(), bounds,
                       carried(expr, 3, 1)));
      inner(*expr.regions[0]);
    } else {
      text("while" + carried(expr, 0, 0));
      inner(*expr.regions[0]);
      const std::vector<Expr *> &arguments = expr.regions[1]->arguments;
      for (const Expr *argument : arguments)
        define(*argument);
      text(arguments.empty() ? "do" : fmt::format("do with {}", list(arguments)));
      inner(*expr.regions[1]);
    }
    std::string results;
    for (const Expr *result : results_[&expr])
      results +=
          fmt::format("{}{}: {}", results.empty() ? "" : ", ", define(*result), result->type.str());
    if (!results.empty())
      text("results " + results);
  }

  // ` carrying a: f32 = 0.0`
  std::string carried(const Expr &loop, std::size_t first, std::size_t firstArgument) {
    std::string text;
    for (std::size_t i = first; i < loop.operands.size(); ++i) {
      const Expr *argument = loop.regions[0]->arguments[i - first + firstArgument];
      text += fmt::format("{}{}: {} = {}", i == first ? " carrying " : ", ", define(*argument),
                          argument->type.str(), reference(loop.operands[i]));
    }
    return text;
  }

  void text(const std::string &line) {
    out_.append(indent_, ' ');
    out_ += line + "\n";
  }

  // Also decides how deep the expression is where it has no line of its own.
  bool hasLine(const Expr &expr) {
    int depth = 1;
    for (const Expr *operand : expr.operands)
      if (operand)
        depth = std::max(depth, depth_[operand->id] + 1);
    const bool effect = expr.op == OpKind::Load || expr.op == OpKind::Store;
    const bool own = effect || !expr.name.empty() || uses_[expr.id] != 1 || depth > kDeepestLine;
    depth_[expr.id] = own ? 0 : depth;
    return own;
  }

  void line(const Expr &expr) {
    const std::string body = operation(expr);
    if (expr.type.isNone())
      text(body);
    else
      text(fmt::format("{}: {} = {}", define(expr), expr.type.str(), body));
  }

  // A variable that is assigned again gets a number.
  const std::string &define(const Expr &expr) {
    const std::string name = expr.name.empty() ? "_" : expr.name;
    const int count = ++names_[name];
    return labels_[expr.id] = count == 1 ? name : fmt::format("{}.{}", name, count);
  }

  std::string reference(const Expr *expr) {
    if (!expr)
      return "none";
    if (expr->kind == Expr::Kind::Constant)
      return expr->constant.str();
    if (expr->kind == Expr::Kind::Parameter)
      return expr->name;
    return labels_[expr->id].empty() ? operation(*expr) : labels_[expr->id];
  }

  std::string list(const std::vector<Expr *> &exprs) {
    std::string text;
    for (const Expr *expr : exprs)
      text += (text.empty() ? "" : ", ") + reference(expr);
    return text;
  }

  // Recursion ends at lines, so at kDeepestLine.
  std::string operation(const Expr &expr) {
    std::string list = this->list(expr.operands);
    const auto add = [&](const std::string &text) { list += (list.empty() ? "" : ", ") + text; };
    for (const auto &[name, value] : expr.attributes) {
      if (const auto *number = std::get_if<std::int64_t>(&value))
        add(fmt::format("{}={}", name, *number));
      else if (const auto *dtype = std::get_if<DType>(&value))
        add(fmt::format("{}={}", name, irName(*dtype)));
    }
    return fmt::format("{}({})", opInfo(expr.op).mnemonic, list);
  }

  const ExprKernel &kernel_;
  std::string out_;
  std::vector<int> uses_, depth_;    // by Expr::id, as is the next
  std::vector<std::string> labels_;  // of what has a line
  std::map<std::string, int> names_; // how often each name was given
  std::unordered_map<const ExprRegion *, std::vector<const Expr *>> members_;
  std::unordered_map<const Expr *, std::vector<const Expr *>> results_; // of control flow
  std::size_t indent_ = 0;
};

std::string floatText(double value) {
  if (std::isnan(value))
    return "float('nan')";
  if (std::isinf(value))
    return value > 0 ? "float('inf')" : "float('-inf')";
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string stringText(std::string_view value) {
  std::string out = "'";
  for (char c : value)
    if (c == '\'' || c == '\\')
      (out += '\\') += c;
    else
      out += c;
  return escapeUnprintable(out + "'");
}

std::string dtypeText(DType dtype) {
  if (dtype == DType::Bool)
    return "tl.int1";
  if (dtype == DType::BF16)
    return "tl.bfloat16";
  return fmt::format("tl.{}{}",
                     isFloat(dtype)    ? "float"
                     : isSigned(dtype) ? "int"
                                       : "uint",
                     bitWidth(dtype));
}

} // namespace

std::string printExpressions(const ExprKernel &kernel) { return ExprPrinter(kernel).run(); }

std::string constexprText(const ConstexprValue &value) {
  if (get<ConstexprValue::None>(value))
    return "None";
  if (const bool *flag = get<bool>(value))
    return *flag ? "True" : "False";
  if (const auto *integer = get<std::int64_t>(value))
    return fmt::format("{}", *integer);
  if (const auto *integer = get<std::uint64_t>(value))
    return fmt::format("{}", *integer);
  if (const double *number = get<double>(value))
    return floatText(*number);
  if (const auto *text = get<std::string>(value))
    return stringText(*text);
  if (const DType *dtype = get<DType>(value))
    return dtypeText(*dtype);
  if (const auto *function = get<ConstexprValue::Function>(value))
    return function->name;
  const auto &tuple = std::get<ConstexprValue::Tuple>(value.value);
  std::string list;
  for (const ConstexprValue &element : tuple)
    list += (list.empty() ? "" : ", ") + constexprText(element);
  return tuple.size() == 1 ? fmt::format("({},)", list) : fmt::format("({})", list);
}

} // namespace mytriton
