// Reads the text of a kernel: the grammar that printer.h describes, one operation a line.
#include "mytriton/ir/printer.h"
#include "mytriton/ir/verifier.h"

#include "text_form.h"
#include "text_reader.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

class Parser {
public:
  Parser(const SourceFile &file, Diagnostics &diagnostics) : reader_(file, diagnostics) {}

  std::unique_ptr<Kernel> run() {
    reader_.skipEmptyLines();
    const std::uint32_t begin = reader_.here();
    const Level level = reader_.accept("thread") ? Level::Thread : Level::Tile;
    reader_.expect("kernel");
    kernel_ = std::make_unique<Kernel>(std::string(reader_.identifier("the kernel's name")));
    kernel_->setLevel(level);
    parameters();
    if (level == Level::Thread) {
      reader_.expect("threads");
      reader_.expect('=');
      kernel_->setThreads(reader_.valueNumber());
    }
    header_ = reader_.since(begin);
    reader_.expect('{');
    reader_.endLine();
    lines(kernel_->body(), 0);
    reader_.expect('}');
    if (!reader_.atEnd())
      reader_.failExpected("the end of the file");
    return std::move(kernel_);
  }

  // Where the kernel's first line stands.
  SourceRange header() const { return header_; }

private:
  using Definition = std::pair<int, SourceRange>; // a number after `%`, and where it stands

  // --- the header ---

  void parameters() {
    reader_.expect('(');
    while (!reader_.accept(')')) {
      const std::uint32_t begin = reader_.here();
      const std::string name = parameterName();
      const SourceRange place = reader_.since(begin);
      reader_.expect(':');
      const Type type = reader_.type();
      Value *parameter = kernel_->addParameter(name, type, parameterInfo());
      if (!names_.emplace(name, parameter).second)
        reader_.fail(DiagnosticKind::IrRedefined, place, name);
      if (!reader_.accept(',') && !reader_.peek(')'))
        reader_.failExpected("',' or ')'");
    }
  }

  std::string parameterName() {
    reader_.accept('@');
    return std::string(reader_.identifier("a parameter's name"));
  }

  ParameterInfo parameterInfo() {
    ParameterInfo info;
    if (!reader_.accept('{'))
      return info;
    do {
      if (reader_.accept("noalias")) {
        info.noalias = true;
      } else {
        reader_.expect("divisibility");
        reader_.expect('=');
        info.divisibility = reader_.valueNumber();
      }
    } while (reader_.accept(','));
    reader_.expect('}');
    return info;
  }

  // --- lines ---

  void lines(Region &region, int nesting) {
    while (!reader_.peek('}') && !reader_.atEnd())
      line(region, nesting);
  }

  void line(Region &region, int nesting) {
    const std::uint32_t begin = reader_.here();
    const std::vector<Definition> results = definitions();
    if (!results.empty())
      reader_.expect('=');
    const std::uint32_t nameBegin = reader_.here();
    const std::string_view mnemonic = reader_.identifier("an operation");
    const std::optional<OpKind> kind = opKindFromMnemonic(mnemonic);
    if (!kind)
      reader_.fail(DiagnosticKind::IrUnknownOperation, reader_.since(nameBegin), mnemonic);
    if (opInfo(*kind).regions > 0 && nesting == kMaxNesting)
      reader_.fail(DiagnosticKind::IrLimit, reader_.since(nameBegin), kMaxNesting,
                   "nested regions");

    Operation *op = *kind == OpKind::For     ? forHead(region)
                    : *kind == OpKind::While ? whileHead(region)
                    : *kind == OpKind::Each  ? eachHead(region)
                                             : plainHead(region, *kind);
    // A brace that ends the line opens a region, any other one a list of attributes.
    bool opened = reader_.accept('{');
    if (opened && !reader_.atLineEnd()) {
      attributes(*op);
      opened = false;
    }
    if (!results.empty())
      resultTypes(*op, results.size());
    if (op->regionCount() > 0 && !opened)
      reader_.expect('{');
    else if (op->regionCount() == 0 && opened)
      reader_.failExpected("an attribute");
    op->setRange(reader_.since(begin));
    if (op->regionCount() > 0)
      regions(*op, nesting);
    for (unsigned i = 0; i < op->resultCount(); ++i)
      define(results[i], op->result(i));
    reader_.endLine();
  }

  // `%0, %1` before an `=` or after `each`.
  std::vector<Definition> definitions() {
    std::vector<Definition> all;
    if (!reader_.peek('%'))
      return all;
    do
      all.push_back(definition());
    while (reader_.accept(','));
    return all;
  }

  Definition definition() {
    const std::uint32_t begin = reader_.here();
    reader_.expect('%');
    const int number = reader_.valueNumber();
    return {number, reader_.since(begin)};
  }

  void define(const Definition &definition, Value *value) {
    if (!numbers_.emplace(definition.first, value).second)
      reader_.fail(DiagnosticKind::IrRedefined, definition.second,
                   fmt::format("%{}", definition.first));
  }

  void resultTypes(Operation &op, std::size_t count) {
    reader_.expect(':');
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0)
        reader_.expect(',');
      op.addResult(reader_.type());
    }
  }

  void regions(Operation &op, int nesting) {
    for (unsigned i = 0; i < op.regionCount(); ++i) {
      Region &region = op.region(i);
      const bool body = i > 0 && op.is(OpKind::While);
      if (body) {
        reader_.expect("do");
        bodyArguments(op);
      }
      if (i == 0 || body || reader_.accept("else")) {
        if (i > 0)
          reader_.expect('{');
        reader_.endLine();
        lines(region, nesting + 1);
        reader_.expect('}');
      }
      if (!region.back() || !region.back()->is(OpKind::Yield))
        region.insert(OpKind::Yield, {})->setRange(op.range());
    }
  }

  // --- what follows the mnemonic ---

  Operation *plainHead(Region &region, OpKind kind) {
    std::vector<Value *> operands;
    if (!reader_.atLineEnd() && !reader_.peek('{') && !reader_.peek(':')) {
      do
        operands.push_back(operand());
      while (reader_.accept(','));
    }
    return region.insert(kind, operands);
  }

  // `%0 in range(0, n, 1) iter_args(%1 = 0.0)`
  Operation *forHead(Region &region) {
    const Definition index = definition();
    reader_.expect("in");
    reader_.expect("range");
    reader_.expect('(');
    std::vector<Value *> operands;
    for (int i = 0; i < 3; ++i) {
      if (i > 0)
        reader_.expect(',');
      operands.push_back(presentOperand());
    }
    reader_.expect(')');
    const std::vector<Definition> carried = iterArgs(operands);
    Operation *op = region.insert(OpKind::For, operands);
    Region &body = op->region();
    define(index, body.addArgument(operands[0]->type()));
    for (std::size_t i = 0; i < carried.size(); ++i)
      define(carried[i], body.addArgument(operands[i + 3]->type()));
    return op;
  }

  // `iter_args(%0 = n)`
  Operation *whileHead(Region &region) {
    std::vector<Value *> operands;
    const std::vector<Definition> carried = iterArgs(operands);
    Operation *op = region.insert(OpKind::While, operands);
    for (std::size_t i = 0; i < carried.size(); ++i)
      define(carried[i], op->region(0).addArgument(operands[i]->type()));
    return op;
  }

  // `(%2, %3)` after the `do` of a while.
  void bodyArguments(Operation &op) {
    std::vector<Definition> arguments;
    const std::uint32_t begin = reader_.here();
    if (reader_.accept('(')) {
      arguments = definitions();
      reader_.expect(')');
    }
    if (arguments.size() != op.operandCount())
      reader_.fail(DiagnosticKind::IrSyntax, reader_.since(begin),
                   fmt::format("{} carried values", op.operandCount()), arguments.size());
    for (unsigned i = 0; i < op.operandCount(); ++i)
      define(arguments[i], op.region(1).addArgument(op.operand(i)->type()));
  }

  // The arguments of ` iter_args(%1 = 0.0)`, where it is there; their initial values go to
  // `operands`.
  std::vector<Definition> iterArgs(std::vector<Value *> &operands) {
    std::vector<Definition> carried;
    if (reader_.accept("iter_args")) {
      reader_.expect('(');
      do {
        carried.push_back(definition());
        reader_.expect('=');
        operands.push_back(presentOperand());
      } while (reader_.accept(','));
      reader_.expect(')');
    }
    return carried;
  }

  // `%0, %1 in (4, 8) iter_args(%2 = 0.0)`
  Operation *eachHead(Region &region) {
    const std::vector<Definition> indices = definitions();
    reader_.expect("in");
    const AttributeValue extents = reader_.tuple();
    std::vector<Value *> operands;
    const std::vector<Definition> carried = iterArgs(operands);
    Operation *op = region.insert(OpKind::Each, operands);
    op->setAttribute("extents", extents);
    for (const Definition &index : indices)
      define(index, op->region().addArgument(Type::scalar(DType::I32)));
    for (std::size_t i = 0; i < carried.size(); ++i)
      define(carried[i], op->region().addArgument(operands[i]->type()));
    return op;
  }

  Value *operand() {
    if (reader_.atLiteral())
      return kernel_->constant(reader_.literal());
    if (reader_.accept("none"))
      return nullptr;
    return presentOperand();
  }

  Value *presentOperand() {
    if (reader_.atLiteral())
      return kernel_->constant(reader_.literal());
    const std::uint32_t begin = reader_.here();
    Value *value = nullptr;
    if (reader_.accept('%')) {
      const auto found = numbers_.find(reader_.valueNumber());
      value = found == numbers_.end() ? nullptr : found->second;
    } else {
      reader_.accept('@');
      const auto found = names_.find(std::string(reader_.identifier("an operand")));
      value = found == names_.end() ? nullptr : found->second;
    }
    if (!value)
      reader_.fail(DiagnosticKind::IrUndefined, reader_.since(begin), reader_.textSince(begin));
    return value;
  }

  // `start=0, nsw}`; the brace before it was read.
  void attributes(Operation &op) {
    const std::uint32_t begin = reader_.here();
    do {
      const std::string name(reader_.identifier("an attribute"));
      op.setAttribute(name, reader_.accept('=') ? attributeValue() : AttributeValue(true));
      if (op.attributes().size() > kMaxAttributes)
        reader_.fail(DiagnosticKind::IrLimit, reader_.since(begin), kMaxAttributes, "attributes");
    } while (reader_.accept(','));
    reader_.expect('}');
  }

  AttributeValue attributeValue() {
    if (reader_.peek('('))
      return reader_.tuple();
    if (reader_.peek('"'))
      return reader_.string();
    if (reader_.accept("true"))
      return true;
    if (reader_.accept("false"))
      return false;
    if (reader_.atLiteral())
      return reader_.integer();
    return reader_.dtype();
  }

  TextReader reader_;
  SourceRange header_;
  std::unique_ptr<Kernel> kernel_;
  std::unordered_map<std::string, Value *> names_;
  std::unordered_map<int, Value *> numbers_;
};

} // namespace

std::unique_ptr<Kernel> parseKernel(const SourceFile &file, Diagnostics &diagnostics) {
  try {
    Parser parser(file, diagnostics);
    std::unique_ptr<Kernel> kernel = parser.run();
    if (const std::optional<VerifierError> error = verify(*kernel))
      diagnostics.fail(DiagnosticKind::IrInvalid, &file,
                       error->op ? error->op->range() : parser.header(), error->text);
    return kernel;
  } catch (const Diagnosed &) {
    return nullptr;
  }
}

} // namespace mytriton
