// The verifier on IR that no text can hold: whatever the classes allow is judged, never trusted.
#include "text_helpers.h"

#include "mytriton/ir/verifier.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <random>

using namespace mytriton;

namespace {

Type i32() { return Type::scalar(DType::I32); }

std::string errorOf(const Kernel &kernel) {
  const std::optional<VerifierError> error = verify(kernel);
  return error ? error->text : "";
}

std::string errorOfText(const std::string &body, const std::string &head = "kernel k(n: i32, p: "
                                                                           "ptr<f32>, c: bool)") {
  const ParseOutcome outcome = parseText(head + " {\n" + body + "}\n");
  const std::string &text = outcome.messages;
  const auto begin = text.find("error: ");
  return begin == std::string::npos ? "" : text.substr(begin + 7, text.find(" [ir") - begin - 7);
}

std::string threadError(const std::string &body) {
  return errorOfText(body, "thread kernel k(n: i32, p: ptr<f32>) threads=64");
}

} // namespace

TEST_CASE("headers are checked") {
  CHECK(errorOf(Kernel("1k")) == "the kernel's name is no identifier");
  Kernel twice("k");
  twice.addParameter("n", i32());
  twice.addParameter("n", i32());
  CHECK(errorOf(twice) == "the name of parameter 2 is no identifier or is taken");
  Kernel block("k");
  block.addParameter("n", Type::block(i32(), Shape{4}));
  CHECK(errorOf(block) == "parameter 'n' is vector<4 x i32>, not a scalar or a pointer");
  Kernel odd("k");
  odd.addParameter("n", i32(), {.divisibility = 3});
  CHECK(errorOf(odd) == "the divisibility of 'n' must be a power of two");
  Kernel alias("k");
  alias.addParameter("n", i32(), {.noalias = true});
  CHECK(errorOf(alias) == "'n' is noalias, but no pointer");
  Kernel threads("k");
  threads.setLevel(Level::Thread);
  threads.setThreads(48);
  CHECK(errorOf(threads) == "threads must be a multiple of 32 up to 1024, not 48");
  Kernel lost("k");
  lost.body().addArgument(i32(), "n");
  CHECK(errorOf(lost) == "the kernel's body has arguments that are no parameters");
}

TEST_CASE("operations by hand: results, operands and regions that are missing or foreign") {
  Kernel kernel("k"), other("other");
  Value *n = kernel.addParameter("n", i32());
  Value *foreign = other.addParameter("n", i32());
  Region &body = kernel.body();

  Value *const one[] = {n};
  Operation *op = body.insert(OpKind::Add, one);
  CHECK(errorOf(kernel) == "add: takes 2 operands, not 1");
  op->erase();

  Value *const absent[] = {n, nullptr};
  op = body.insert(OpKind::Add, absent);
  CHECK(errorOf(kernel) == "add: operand 2 is missing");
  op->erase();

  Value *const strangers[] = {n, foreign};
  op = body.insert(OpKind::Add, strangers);
  CHECK(errorOf(kernel) == "add: operand 2 is not defined before it");
  op->setOperand(1, other.constantInt(4));
  CHECK(errorOf(kernel) == "add: operand 2 is not defined before it");
  op->setOperand(1, n);
  CHECK(errorOf(kernel) == "add: has 0 results, not 1");
  op->addResult(Type());
  CHECK(errorOf(kernel) == "add: a result of type none at the tile level");
  op->result()->setType(Type::scalar(DType::F32));
  CHECK(errorOf(kernel) == "add: result 1 has type f32, not i32");
  op->result()->setType(i32());
  CHECK(errorOf(kernel).empty());
  op->setOperand(0, op->result());
  CHECK(errorOf(kernel) == "add: operand 1 is not defined before it");
  op->setOperand(0, n);
  n->setType(Type());
  CHECK_FALSE(errorOf(kernel).empty());
  n->setType(i32());
  op->erase();

  Value *const bounds[] = {n, n, n, n};
  op = body.insert(OpKind::For, bounds);
  CHECK(errorOf(kernel) == "for: its region takes 0 arguments, not 2");
  op->region().addArgument(i32());
  op->region().addArgument(Type::scalar(DType::F32));
  CHECK(errorOf(kernel) == "for: a region does not end in yield");
  Operation *yield = op->region().insert(OpKind::Yield, absent);
  CHECK(errorOf(kernel) == "yield: operand 2 is missing");
  yield->eraseOperand(1);
  op->addResult(i32());
  CHECK(errorOf(kernel) ==
        "for: carried value 1 starts as i32, enters the region as f32 and is yielded as i32");
  op->region().argument(1)->setType(i32());
  CHECK(errorOf(kernel).empty());
  body.insert(OpKind::Yield, {});
  CHECK(errorOf(kernel) == "yield: not inside a region");
}

TEST_CASE("deep nesting is refused, not followed") {
  Kernel kernel("k");
  Value *const condition[] = {kernel.constantBool(true)};
  Region *region = &kernel.body();
  for (int i = 0; i < 101; ++i) {
    Operation *op = region->insert(OpKind::If, condition);
    op->region(1).insert(OpKind::Yield, {});
    region = &op->region(0);
  }
  CHECK(errorOf(kernel) == "if: more than 100 nested regions");
}

TEST_CASE("values are seen where they are defined") {
  CHECK(errorOfText("if c {\n%0 = add n, 1 : i32\n}\n%1 = add %0, 1 : i32\n") ==
        "add: operand 1 is not defined before it");
  CHECK(errorOfText("if c {\n%0 = add n, 1 : i32\n} else {\n%1 = add %0, 1 : i32\n}\n") ==
        "add: operand 1 is not defined before it");
  CHECK(errorOfText("%0 = while iter_args(%1 = n) : i32 {\n%2 = add %1, 1 : i32\nyield c\n"
                    "} do (%3) {\n%4 = add %2, 1 : i32\nyield %4\n}\n") ==
        "add: operand 1 is not defined before it");
  CHECK(errorOfText("%0 = while iter_args(%1 = n) : i32 {\nyield c\n} do (%2) {\nyield %1\n}\n") ==
        "yield: operand 1 is not defined before it");
  CHECK(errorOfText("if c {\nyield\n%0 = add n, 1 : i32\n}\n") ==
        "yield: not at the end of its region");
}

TEST_CASE("type rules") {
  CHECK(errorOfText("%0 = add p, 1.0 : f32\n") ==
        "add: operands of different types: ptr<f32> and f32");
  CHECK(errorOfText("%0 = add p, p : ptr<f32>\n") == "add: takes integers or floats, not ptr<f32>");
  CHECK(errorOfText("%0 = div n, n : i32\n") == "div: takes floats, not i32");
  CHECK(errorOfText("%0 = floordiv 1.0, 2.0 : f32\n") == "floordiv: takes integers, not f32");
  CHECK(errorOfText("%0 = and 1.0, 2.0 : f32\n") == "and: takes bools or integers, not f32");
  CHECK(errorOfText("%0 = exp n : i32\n") == "exp: takes floats, not i32");
  CHECK(errorOfText("%0 = select n, 1, 2 : i32\n") == "select: condition is i32, not bool");
  CHECK(errorOfText("%0 = select c, p, p : ptr<f32>\n") ==
        "select: does not choose between pointers");
  CHECK(errorOfText("%0 = program_id {axis=3} : i32\n") == "program_id: axis must be 0, 1 or 2");
  CHECK(errorOfText("%0 = program_id : i32\n") == "program_id: axis must be 0, 1 or 2");
  CHECK(errorOfText("%0 = arange {start=4, end=4} : vector<4 x i32>\n") ==
        "arange: start must lie below end, both within 32 bits");
  CHECK(errorOfText("%0 = arange {start=0, end=1048577} : vector<4 x i32>\n") ==
        "arange: more than 1048576 elements");
  CHECK(errorOfText("%0 = arange {start=0, end=3} : vector<3 x i32>\n"
                    "%1 = arange {start=0, end=4} : vector<4 x i32>\n"
                    "%2 = add %0, %1 : vector<4 x i32>\n") ==
        "add: shapes 3 and 4 do not broadcast");
  CHECK(errorOfText("%0 = arange {start=0, end=2048} : vector<2048 x i32>\n"
                    "%1 = expand_dims %0 {axis=1} : block<2048x1 x i32>\n"
                    "%2 = add %0, %1 : vector<4 x i32>\n") ==
        "add: a block of shape 2048x2048 has more than 1048576 elements");
  CHECK(errorOfText("%0 = expand_dims n {axis=0} : vector<1 x i32>\n") ==
        "expand_dims: takes a block, not i32");
  CHECK(errorOfText("%0 = reduce_sum n {axis=0} : i32\n") == "reduce_sum: takes a block, not i32");
  CHECK(errorOfText("%0 = broadcast c {shape=(4,)} : vector<4 x bool>\n"
                    "%1 = reduce_max %0 {axis=0} : bool\n") ==
        "reduce_max: takes integers or floats, not bool");
  CHECK(errorOfText("%0 = arange {start=0, end=4} : vector<4 x i32>\n"
                    "%1 = reduce_min %0 {axis=1} : i32\n") ==
        "reduce_min: axis must be from 0 to 0");
  CHECK(errorOfText("%0 = broadcast n {shape=(4, 2)} : block<4x2 x i32>\n"
                    "%1 = reduce_sum %0 {axis=0} : vector<4 x i32>\n") ==
        "reduce_sum: result 1 has type vector<4 x i32>, not vector<2 x i32>");
  CHECK(errorOfText("%0 = addptr p, 1.0 : ptr<f32>\n") == "addptr: offset is f32, not i32 or i64");
  CHECK(errorOfText("%0 = load p, n, none : f32\n") == "load: mask is i32, not bool");
  CHECK(errorOfText("%0 = load p, c, 1 : f32\n") == "load: other is i32, not f32");
  CHECK(errorOfText("store p, 1, none\n") == "store: stores i32 through ptr<f32>");
  CHECK(errorOfText("%0 = broadcast 1.0 {shape=(4,)} : vector<4 x f32>\nstore p, %0, none\n") ==
        "store: a value of type vector<4 x f32> does not broadcast to pointers of type ptr<f32>");
  CHECK(errorOfText("for %0 in range(0, n, 0) {\n}\n") == "for: the step must not be zero");
  CHECK(errorOfText("for %0 in range(n, 0, -1) {\n}\n").empty());
  CHECK(errorOfText("for %0 in range(0, 1.0, 1) {\n}\n") ==
        "for: start, stop and step must have one type");
  CHECK(errorOfText("while {\nyield 1\n} do {\n}\n") ==
        "while: its first region must yield one bool");
  CHECK(errorOfText("while {\n} do {\n}\n") == "while: its first region must yield one bool");
  CHECK(errorOfText("while {\nyield c\n} do {\nyield n\n}\n") ==
        "while: its region yields 1 values, not 0");
  CHECK(errorOfText("%0 = while iter_args(%1 = n) : i32 {\nyield c\n} do (%2) {\nyield 1.0\n}\n") ==
        "while: carried value 1 starts as i32, enters the region as i32 and is yielded as f32");
  CHECK(errorOfText("if n {\n}\n") == "if: condition is i32, not bool");
  CHECK(errorOfText("%0 = if c : i32 {\nyield 1\n} else {\nyield 1.0\n}\n") ==
        "if: its regions yield i32 and f32");
  CHECK(errorOfText("%0 = if c : i32 {\nyield 1\n}\n") == "if: its regions yield 1 and 0 values");
}

TEST_CASE("blocks that are made, turned and multiplied") {
  const auto block = [](int number, const char *shape, const char *dtype, const char *type) {
    return fmt::format("%{} = zeros {{shape={}, dtype={}}} : {}\n", number, shape, dtype, type);
  };
  const std::string a = block(0, "(4, 8)", "f16", "block<4x8 x f16>");
  CHECK(errorOfText("%0 = zeros {shape=(4, 0), dtype=f32} : block<4x1 x f32>\n") ==
        "zeros: needs a shape of 1 to 1048576 elements");
  CHECK(errorOfText("%0 = full 1 {shape=(4,), dtype=f32} : vector<4 x f32>\n") ==
        "full: its value is i32, not f32");
  CHECK(errorOfText(a + "%1 = full %0 {shape=(4,), dtype=f16} : vector<4 x f16>\n") ==
        "full: its value is block<4x8 x f16>, not f16");
  for (const char *order : {"(0, 0)", "(0, 2)", "(-1, 0)", "(1,)"})
    CHECK(errorOfText(a + "%1 = permute %0 {order=" + order + "} : block<8x4 x f16>\n") ==
          "permute: order must name each of 2 dimensions once");

  const std::string b = block(1, "(8, 2)", "f16", "block<8x2 x f16>");
  CHECK(errorOfText(a + b + "%2 = dot %0, %1 : block<4x2 x f32>\n").empty());
  CHECK(errorOfText(a + b + "%2 = dot %0, %1 : block<4x2 x f16>\n") ==
        "dot: result 1 has type block<4x2 x f16>, not block<4x2 x f32>");
  CHECK(errorOfText(a + b + "%2 = dot %0, %1, 1.0 : block<4x2 x f32>\n") ==
        "dot: is added to f32, not to block<4x2 x f32>");
  CHECK(errorOfText(a + "%2 = dot %0, %0 : block<4x8 x f32>\n") ==
        "dot: 4x8 by 4x8: the inner dimensions 8 and 4 differ");
  CHECK(errorOfText(a + "%2 = dot %0, n : block<4x8 x f32>\n") ==
        "dot: takes two blocks of two dimensions, not block<4x8 x f16> and i32");
  CHECK(errorOfText(a + block(1, "(8, 2)", "f32", "block<8x2 x f32>") +
                    "%2 = dot %0, %1 : block<4x2 x f32>\n") ==
        "dot: operands of different types: f16 and f32");
  CHECK(errorOfText(block(0, "(4, 4)", "i32", "block<4x4 x i32>") +
                    "%2 = dot %0, %0 : block<4x4 x i32>\n") ==
        "dot: takes i8, f16, bf16, f32 or f64, not i32");
}

TEST_CASE("the thread level has its own operations and forms") {
  CHECK(threadError("%0 = arange {start=0, end=4} : vector<4 x i32>\n") ==
        "arange: not allowed at the thread level");
  CHECK(errorOfText("%0 = thread_id : i32\n") == "thread_id: not allowed at the tile level");
  CHECK(threadError("%0 = load p, none, none {width=3} : regs<3 x f32>\n") ==
        "load: width must be a power of two above 1, of at most 16 bytes, and the pointer scalar");
  CHECK(threadError("%0 = each %1 in (4,) : regs<4 x i32> {\nyield %1\n}\n"
                    "%2 = add %0, 1 : i32\n") ==
        "add: operand 1 is regs<4 x i32>, not a scalar or a block");
  CHECK(threadError("%0 = each %1 in (4, 2) : regs<4 x i32> {\nyield %1\n}\n") ==
        "each: its region takes 1 arguments, not one of each of 2 axes and 0 carried");
  CHECK(threadError("%0 = each %1 in (4,) iter_args(%2 = n) : i32 {\nyield 1.0\n}\n") ==
        "each: carried value 1 starts as i32, enters the region as i32 and is yielded as f32");
  CHECK(threadError("each %1 in (4,) iter_args(%2 = n) {\n}\n") ==
        "each: its region yields 0 values, not the 1 that are carried");
  CHECK(threadError("%0 = each %1 in (4,) {start=1} : regs<4 x i32> {\nyield %1\n}\n") ==
        "each: start must lie within the only axis, and all results be carried");
  CHECK(threadError("%0 = each %1 in (4,) iter_args(%2 = n) {start=1} : i32 {\n"
                    "%3 = add %2, %1 : i32\nyield %3\n}\n"
                    "%4, %5 = each %6 in (4,) iter_args(%7 = %0) : regs<4 x i32>, i32 {\n"
                    "%8 = add %7, %6 : i32\nyield %6, %8\n}\n%9 = add %5, 1 : i32\n")
            .empty());
  CHECK(threadError("%0 = warp_reduce n {combine=\"product\", lanes=31} : i32\n") ==
        "warp_reduce: combine must be \"sum\", \"max\" or \"min\"");
  CHECK(threadError("%0 = warp_reduce n {combine=\"sum\", lanes=32} : i32\n") ==
        "warp_reduce: lanes must be from 1 to 31");
  CHECK(threadError("%0 = warp_reduce p {combine=\"sum\", lanes=1} : ptr<f32>\n") ==
        "warp_reduce: takes an integer or a float, not ptr<f32>");
  CHECK(threadError("%0 = each %1 in (4,) : regs<4x8 x i32> {\n"
                    "%2 = each %3 in (8,) : regs<8 x i32> {\nyield %3\n}\nyield %2\n}\n"
                    "%4 = extract %0, 1 : regs<8 x i32>\n%5 = extract %4, 2 : i32\n")
            .empty());
  CHECK(threadError("%0 = extract n : i32\n") == "extract: takes registers, not i32");
  CHECK(threadError("%0 = aligned p {bytes=3} : bool\n") ==
        "aligned: bytes must be a power of two");
  CHECK(threadError("%0 = shared_alloc {shape=(0,), dtype=f32} : shared<4 x f32>\n") ==
        "shared_alloc: needs a shape of 1 to 8388608 elements");
  const std::string buffer = "%0 = shared_alloc {shape=(4, 8), dtype=f32} : shared<4x8 x f32>\n";
  CHECK(threadError(buffer + "%1 = shared_load %0, 1 : f32\n") ==
        "shared_load: takes 2 indices, not 1");
  CHECK(threadError(buffer + "%1 = shared_load %0, 1, 2 {width=3} : regs<3 x f32>\n") ==
        "shared_load: width must be a power of two above 1, of at most 16 bytes");
  CHECK(threadError(buffer + "shared_store %0, 1, 1, 2\n") ==
        "shared_store: stores i32 into shared<4x8 x f32>");
  CHECK(threadError("%0 = shuffle p, 0 : ptr<f32>\n") ==
        "shuffle: takes a scalar that is no pointer, not ptr<f32>");
}

TEST_CASE("threads synchronize only where all of them come by") {
  const std::string divergent = "barrier: in a region that not all threads may enter alike";
  const auto guarded = [&](const std::string &condition) {
    return threadError(condition + "if %0 {\nbarrier\n}\n");
  };
  CHECK(guarded("%0 = cmp_lt n, 4 : bool\n").empty());
  CHECK(guarded("%1 = program_id {axis=0} : i32\n%0 = cmp_lt %1, n : bool\n").empty());
  CHECK(guarded("%1 = thread_id : i32\n%0 = cmp_lt %1, n : bool\n") == divergent);
  CHECK(guarded("%1 = load p, none, none : f32\n%0 = cmp_lt %1, 1.0 : bool\n") == divergent);
  CHECK(guarded("%1 = shuffle n, 0 : i32\n%0 = cmp_lt %1, 4 : bool\n") == divergent);
  CHECK(guarded("%1 = warp_reduce n {combine=\"sum\", lanes=31} : i32\n"
                "%0 = cmp_lt %1, 4 : bool\n") == divergent);
  CHECK(guarded("%2 = thread_id : i32\n"
                "%1 = warp_reduce %2 {combine=\"sum\", lanes=31, uniform} : i32\n"
                "%0 = cmp_lt %1, 4 : bool\n")
            .empty());
  CHECK(guarded("%2 = shared_alloc {shape=(4,), dtype=i32} : shared<4 x i32>\n"
                "%1 = shared_load %2, 3 : i32\n%0 = cmp_lt %1, 4 : bool\n")
            .empty());
  // Through a loop's carried value, on its second trip.
  CHECK(guarded("%1 = thread_id : i32\n"
                "%2 = for %3 in range(0, n, 1) iter_args(%4 = 0) : i32 {\nyield %1\n}\n"
                "%0 = cmp_lt %2, 4 : bool\n") == divergent);
  // Through which way a condition went, and how often a loop ran.
  CHECK(guarded("%1 = thread_id : i32\n%2 = cmp_lt %1, 4 : bool\n"
                "%0 = if %2 : bool {\nyield true\n} else {\nyield false\n}\n") == divergent);
  CHECK(guarded("%1 = thread_id : i32\n"
                "%0 = for %3 in range(0, %1, 1) iter_args(%4 = false) : bool {\nyield true\n}\n") ==
        divergent);
  CHECK(threadError("%0 = thread_id : i32\nfor %1 in range(0, %0, 1) {\nbarrier\n}\n") ==
        divergent);
  CHECK(threadError("for %1 in range(0, n, 1) {\nbarrier\n}\n").empty());
  // Threads that leave a loop at different times; the condition itself may see a varying value
  // late.
  const auto whileLess = [&](const std::string &next) {
    return threadError("%9 = thread_id : i32\n%0 = while iter_args(%1 = 0) : i32 {\n"
                       "%2 = cmp_lt %1, n : bool\nyield %2\n} do (%3) {\nbarrier\n"
                       "%4 = add %3, " +
                       next + " : i32\nyield %4\n}\n");
  };
  CHECK(whileLess("1").empty());
  CHECK(whileLess("%9") == divergent);
  CHECK(guarded("%9 = thread_id : i32\n%1 = while iter_args(%2 = 0) : i32 {\n"
                "%3 = cmp_lt %2, %9 : bool\nyield %3\n} do (%4) {\n"
                "%5 = add %4, 1 : i32\nyield %5\n}\n%0 = cmp_lt %1, 4 : bool\n") == divergent);
  CHECK(threadError("each %0 in (4,) {\n%1 = cmp_lt %0, 2 : bool\nif %1 {\nbarrier\n}\n}\n") ==
        divergent);
  CHECK(threadError("each %0 in (4,) {\nbarrier\n}\n").empty());
}

TEST_CASE("IR put together at random is judged without harm") {
  std::mt19937 random(3);
  const auto below = [&](std::size_t bound) { return static_cast<unsigned>(random() % bound); };
  const AttributeValue attributes[] = {true, 3, Shape{4}, Shape{}, DType::F32, std::string("x")};
  const char *const names[] = {"axis",  "start", "end",   "shape",
                               "dtype", "width", "bytes", "extents"};
  const Type types[] = {i32(),
                        Type::scalar(DType::Bool),
                        Type::pointer(DType::F32),
                        Type(),
                        Type::block(i32(), Shape{4}),
                        Type::registers(i32(), Shape{4}),
                        Type::shared(DType::F32, Shape{4}),
                        Type::block(i32(), Shape{})};
  for (int round = 0; round < 3000; ++round) {
    Kernel kernel("k");
    if (below(2)) {
      kernel.setLevel(Level::Thread);
      kernel.setThreads(32);
    }
    std::vector<Value *> values = {nullptr, kernel.constantInt(1), kernel.constantBool(true),
                                   kernel.addParameter("p", Type::pointer(DType::F32)),
                                   kernel.addParameter("n", i32())};
    std::vector<Region *> regions = {&kernel.body()};
    for (unsigned i = below(12); i > 0; --i) {
      std::vector<Value *> operands;
      for (unsigned o = below(5); o > 0; --o)
        operands.push_back(values[below(values.size())]);
      Operation *op = regions[below(regions.size())]->insert(
          static_cast<OpKind>(below(allOps().size())), operands);
      for (unsigned a = below(3); a > 0; --a)
        op->setAttribute(names[below(std::size(names))], attributes[below(std::size(attributes))]);
      for (unsigned r = below(3); r > 0; --r)
        values.push_back(op->addResult(types[below(std::size(types))]));
      for (unsigned r = 0; r < op->regionCount(); ++r) {
        regions.push_back(&op->region(r));
        if (below(2))
          values.push_back(op->region(r).addArgument(types[below(std::size(types))]));
      }
    }
    verify(kernel);
    CHECK_FALSE(print(kernel).empty());
  }
}
