// Writes a kernel as text. The form of each line is described in printer.h; everything that it
// takes to read the line back is in it.
#include "mytriton/ir/printer.h"

#include "text_form.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

class Numbering {
public:
  explicit Numbering(const Kernel &kernel) { number(kernel.body()); }
  std::unordered_map<const Value *, int> take() { return std::move(numbers_); }

private:
  void add(const Value *value) { numbers_.emplace(value, static_cast<int>(numbers_.size())); }

  void number(const Region &region) {
    for (const auto &op : region.operations()) {
      for (unsigned i = 0; i < op->regionCount(); ++i) {
        const Region &inner = op->region(i);
        for (unsigned a = 0; a < inner.argumentCount(); ++a)
          add(inner.argument(a));
        number(inner);
      }
      for (unsigned i = 0; i < op->resultCount(); ++i)
        add(op->result(i));
    }
  }

  std::unordered_map<const Value *, int> numbers_;
};

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + '"';
}

// `(8,)`, `(4, 4)`: a Python tuple.
std::string tuple(const Shape &shape) {
  std::string text = "(";
  for (int dim = 0; dim < shape.rank(); ++dim)
    text += (dim ? ", " : "") + std::to_string(shape[dim]);
  return text + (shape.rank() == 1 ? ",)" : ")");
}

std::string attributeText(const AttributeValue &value) {
  struct Visitor {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(const Shape &shape) const { return tuple(shape); }
    std::string operator()(DType dtype) const { return std::string(irName(dtype)); }
    std::string operator()(const std::string &text) const { return quoted(text); }
  };
  return std::visit(Visitor{}, value);
}

class Printer {
public:
  Printer(const Kernel &kernel, PrintOptions options)
      : kernel_(kernel), options_(options), numbers_(numberValues(kernel)) {}

  std::string run() {
    header();
    region(kernel_.body(), 0);
    out_ += "}\n";
    return std::move(out_);
  }

private:
  void header() {
    out_ += kernel_.level() == Level::Thread ? "thread kernel " : "kernel ";
    out_ += kernel_.name() + "(";
    for (unsigned i = 0; i < kernel_.parameterCount(); ++i) {
      const Value *parameter = kernel_.parameter(i);
      const ParameterInfo &info = kernel_.parameterInfo(i);
      out_ += fmt::format("{}{}: {}", i ? ", " : "", spelledName(parameter->name()),
                          parameter->type().str());
      if (info.divisibility != 1)
        out_ += fmt::format(" {{divisibility={}{}}}", info.divisibility,
                            info.noalias ? ", noalias" : "");
      else if (info.noalias)
        out_ += " {noalias}";
    }
    out_ += ")";
    if (kernel_.level() == Level::Thread)
      out_ += fmt::format(" threads={}", kernel_.threads());
    out_ += " {\n";
  }

  void region(const Region &region, int indent) {
    for (const auto &op : region.operations())
      if (!isImpliedYield(*op))
        line(*op, indent);
  }

  // A region that yields nothing ends without a line that says so.
  static bool isImpliedYield(const Operation &op) {
    return op.is(OpKind::Yield) && op.operandCount() == 0 && op.parentOp() && !op.next();
  }

  void line(const Operation &op, int indent) {
    out_.append(static_cast<std::size_t>(indent), ' ');
    for (unsigned i = 0; i < op.resultCount(); ++i)
      out_ += (i ? ", " : "") + number(op.result(i));
    if (op.resultCount() > 0)
      out_ += " = ";
    out_ += op.info().mnemonic;
    if (op.is(OpKind::For))
      loopHead(op);
    else if (op.is(OpKind::While))
      iterArgs(op, 0, 0);
    else if (op.is(OpKind::Each))
      eachHead(op);
    else
      operands(op);
    attributes(op);
    for (unsigned i = 0; i < op.resultCount(); ++i)
      out_ += (i ? ", " : " : ") + op.result(i)->type().str();
    if (op.regionCount() > 0)
      out_ += " {";
    names(op);
    out_ += '\n';
    if (op.regionCount() > 0)
      regions(op, indent);
  }

  void regions(const Operation &op, int indent) {
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    for (unsigned i = 0; i < op.regionCount(); ++i) {
      const Region &inner = op.region(i);
      if (i > 0 && op.is(OpKind::While)) {
        out_ += margin + "} do" + doArguments(inner) + " {\n";
      } else if (i > 0) {
        if (inner.size() == 1 && isImpliedYield(*inner.front()))
          continue;
        out_ += margin + "} else {\n";
      }
      region(inner, indent + 2);
    }
    out_ += margin + "}\n";
  }

  void loopHead(const Operation &op) {
    const Region &body = op.region();
    out_ += " " + argument(body, 0) + " in range(";
    for (unsigned i = 0; i < 3 && i < op.operandCount(); ++i)
      out_ += (i ? ", " : "") + operand(op.operand(i));
    out_ += ")";
    iterArgs(op, 3, 1);
  }

  // What a loop carries: operands from `first` on, arguments from `firstArgument` on.
  void iterArgs(const Operation &op, unsigned first, unsigned firstArgument) {
    for (unsigned i = first; i < op.operandCount(); ++i)
      out_ += (i == first ? " iter_args(" : ", ") +
              argument(op.region(), i - first + firstArgument) + " = " + operand(op.operand(i));
    if (op.operandCount() > first)
      out_ += ")";
  }

  std::string doArguments(const Region &body) const {
    std::string list;
    for (unsigned i = 0; i < body.argumentCount(); ++i)
      list += (i ? ", " : " (") + argument(body, i);
    return list + (list.empty() ? "" : ")");
  }

  void eachHead(const Operation &op) {
    const Region &body = op.region();
    const unsigned carried = op.operandCount();
    const unsigned axes = std::max(body.argumentCount(), carried) - carried;
    for (unsigned i = 0; i < axes; ++i)
      out_ += (i ? ", " : " ") + argument(body, i);
    if (const AttributeValue *extents = op.attribute("extents"))
      out_ += " in " + attributeText(*extents);
    for (unsigned i = 0; i < carried; ++i)
      out_ +=
          (i ? ", " : " iter_args(") + argument(body, axes + i) + " = " + operand(op.operand(i));
    if (carried > 0)
      out_ += ")";
  }

  void operands(const Operation &op) {
    for (unsigned i = 0; i < op.operandCount(); ++i)
      out_ += (i ? ", " : " ") + operand(op.operand(i));
  }

  void attributes(const Operation &op) {
    const char *separator = " {";
    for (const auto &[name, value] : op.attributes()) {
      if (op.is(OpKind::Each) && name == "extents")
        continue;
      out_ += separator + name;
      if (const bool *flag = std::get_if<bool>(&value); !flag || !*flag)
        out_ += "=" + attributeText(value);
      separator = ", ";
    }
    if (*separator == ',')
      out_ += "}";
  }

  // The author's names of what the line defines, in the order of their numbers.
  void names(const Operation &op) {
    if (!options_.names)
      return;
    const char *separator = "  // ";
    const auto add = [&](const Value *value) {
      if (!value->name().empty()) {
        out_ += separator + value->name();
        separator = ", ";
      }
    };
    for (unsigned r = 0; r < op.regionCount(); ++r)
      for (unsigned i = 0; i < op.region(r).argumentCount(); ++i)
        add(op.region(r).argument(i));
    for (unsigned i = 0; i < op.resultCount(); ++i)
      add(op.result(i));
  }

  // A kernel that is being debugged may use values from elsewhere: they print as `%?`.
  std::string number(const Value *value) const {
    const auto found = numbers_.find(value);
    return found == numbers_.end() ? "%?" : fmt::format("%{}", found->second);
  }

  std::string argument(const Region &region, unsigned index) const {
    return index < region.argumentCount() ? number(region.argument(index)) : "%?";
  }

  std::string operand(const Value *value) const {
    if (!value)
      return "none";
    if (value->isConstant())
      return value->constant().str();
    if (value->isArgument() && value->owner() == &kernel_.body())
      return spelledName(value->name());
    return number(value);
  }

  const Kernel &kernel_;
  PrintOptions options_;
  std::unordered_map<const Value *, int> numbers_;
  std::string out_;
};

} // namespace

std::unordered_map<const Value *, int> numberValues(const Kernel &kernel) {
  return Numbering(kernel).take();
}

std::string print(const Kernel &kernel, PrintOptions options) {
  return Printer(kernel, options).run();
}

} // namespace mytriton
