// Text to IR and back: the printer writes what the parser reads, byte for byte; anything else is
// refused at its place.
#include "text_helpers.h"

#include "mytriton/ir/verifier.h"

#include <catch2/catch.hpp>
#include <random>

using namespace mytriton;

namespace {

const char *const kAdd = R"(kernel add_kernel(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32) {
%0 = program_id {axis=0} : i32
%1 = mul %0, 256 : i32
%2 = arange {start=0, end=256} : vector<256 x i32>
%3 = add %1, %2 : vector<256 x i32>
%4 = addptr x, %3 : vector<256 x ptr<f32>>
%5 = cmp_lt %3, n : vector<256 x bool>
%6 = load %4, %5, 0.0 : vector<256 x f32>
%7 = addptr y, %3 : vector<256 x ptr<f32>>
%8 = load %7, %5, 0.0 : vector<256 x f32>
%9 = add %6, %8 : vector<256 x f32>
%10 = addptr out, %3 : vector<256 x ptr<f32>>
store %10, %9, %5
}
)";

const char *const kLoop = R"(kernel sum(x: ptr<f32>, out: ptr<f32>, K: i32) {
%5 = for %0 in range(0, K, 1) iter_args(%1 = 0.0) : f32 {
  %2 = addptr x, %0 : ptr<f32>
  %3 = load %2, none, none : f32
  %4 = add %1, %3 : f32
  yield %4
}
store out, %5, none
}
)";

const char *const kControl =
    R"(kernel control(x: ptr<f32> {divisibility=16, noalias}, @none: i64, c: i1 {divisibility=4}) {
%1, %2 = if c : f32, i32 {
  %0 = load x, none, none : f32
  yield %0, 1
} else {
  yield inf, -2
}
if c {
  store x, %1, c
}
%5 = for %3 in range(0:i64, @none, 2:i64) iter_args(%4 = nan) {unroll, hot=false, tag="a\"\\b\x0a"} : f32 {
  yield %4
}
for %6 in range(%2, 0, -1) {
  store x, -0.0, none
}
%13, %14 = while iter_args(%7 = %2, %8 = x) : i32, ptr<f32> {
  %9 = cmp_gt %7, 1 : bool
  yield %9
} do (%10, %11) {
  %12 = addptr %11, %10 : ptr<f32>
  yield 0, %12
}
while {
  yield c
} do {
  store %14, 1.0, none
}
}
)";

const char *const kThread = R"(thread kernel t(x: ptr<f32>, n: i32) threads=128 {
%0 = thread_id : i32
%1 = mul %0, 4 {nsw} : i32
%2 = addptr x, %1 : ptr<f32>
%3 = aligned %2 {bytes=16} : bool
%10 = if %3 : regs<4 x f32> {
  %4 = load %2, none, 0.0 {width=4} : regs<4 x f32>
  yield %4
} else {
  %9 = each %5 in (4,) : regs<4 x f32> {
    %6 = add %1, %5 : i32
    %7 = addptr x, %6 : ptr<f32>
    %8 = load %7, none, none : f32
    yield %8
  }
  yield %9
}
%11 = shared_alloc {shape=(4, 128), dtype=f32} : shared<4x128 x f32>
each %12, %13 in (2, 2) {
  %14 = mul %12, 2 : i32
  %15 = add %14, %13 : i32
  %16 = extract %10, %15 : f32
  shared_store %11, %16, %12, %15
}
barrier
%17 = shared_load %11, 0, %0 : f32
%18 = shuffle %17, 0 : f32
%19 = shared_load %11, 1, %1 {width=4} : regs<4 x f32>
shared_store %11, %19, 2, %1
store %2, %10, none
store x, %18, none
%24, %25 = each %20 in (4,) iter_args(%21 = 0.0) {unroll} : regs<4 x f32>, f32 {
  %22 = extract %10, %20 : f32
  %23 = add %21, %22 : f32
  yield %22, %23
}
%29 = each %26 in (4,) iter_args(%27 = %25) {start=1} : f32 {
  %28 = extract %24, %26 : f32
  yield %28
}
%30 = warp_reduce %29 {combine="max", lanes=31, uniform} : f32
store x, %30, none
}
)";

// Reads back to the same text.
void checkRoundTrip(const std::string &text) {
  const ParseOutcome outcome = parseText(text);
  INFO(outcome.messages);
  REQUIRE(outcome.kernel);
  std::string want = text;
  if (const auto i1 = want.find("i1 {"); i1 != std::string::npos)
    want.replace(i1, 2, "bool"); // either spelling reads, one is written
  CHECK(print(*outcome.kernel) == want);
}

void checkRefused(const std::string &body, const std::string &message) {
  const ParseOutcome outcome = parseText("kernel k(x: ptr<f32>, n: i32) {\n" + body + "\n}\n");
  CHECK_FALSE(outcome.kernel);
  const std::string first = outcome.messages.substr(0, outcome.messages.find('\n'));
  CHECK(first == "test.ssa:" + message);
}

} // namespace

TEST_CASE("the reference listings read back") {
  checkRoundTrip(kAdd);
  checkRoundTrip(kLoop);
  checkRoundTrip(kControl);
  checkRoundTrip(kThread);
}

TEST_CASE("2-D tiles and constants of every dtype read back") {
  checkRoundTrip(R"(kernel tile(x: ptr<f16>, n: u8) {
%0 = arange {start=-4, end=12} : vector<16 x i32>
%1 = expand_dims %0 {axis=1} : block<16x1 x i32>
%2 = arange {start=0, end=32} : vector<32 x i32>
%3 = expand_dims %2 {axis=0} : block<1x32 x i32>
%4 = add %1, %3 : block<16x32 x i32>
%5 = cmp_lt %4, 2147483647 : block<16x32 x bool>
%6 = and %5, true : block<16x32 x bool>
%7 = broadcast 0.25:f16 {shape=(16, 32)} : block<16x32 x f16>
%8 = convert_layout %7 {layout="blocked"} : block<16x32 x f16>
%9 = cast n {dtype=u64} : u64
%10 = minimum %9, 18446744073709551615:u64 : u64
%11 = select %5, -inf:bf16, 1.5:bf16 : block<16x32 x bf16>
%12 = addptr x, %4 : block<16x32 x ptr<f16>>
store %12, %8, %6
}
)");
}

TEST_CASE("names are comments") {
  const ParseOutcome outcome = parseText(kAdd);
  REQUIRE(outcome.kernel);
  outcome.kernel->body().front()->result()->setName("pid");
  const std::string text = print(*outcome.kernel, {.names = true});
  CHECK(text.find("%0 = program_id {axis=0} : i32  // pid\n") != std::string::npos);
  const ParseOutcome again = parseText(text);
  REQUIRE(again.kernel);
  CHECK(print(*again.kernel) == kAdd);
}

TEST_CASE("any numbers and spacing read, one form is written") {
  const ParseOutcome outcome = parseText("  // a comment\n\nkernel k ( n:i32 ){ // here\r\n"
                                         "%7=add n,1:i32\n\n  %3 = add %7 , 0x : i32\n}\n");
  CHECK_FALSE(outcome.kernel);
  const ParseOutcome good = parseText("  // a comment\n\nkernel k ( n:i32 ){ // here\r\n"
                                      "%7=add n,1:i32 : i32\n\n  %3 = add %7 , 2 : i32 }");
  INFO(good.messages);
  CHECK_FALSE(good.kernel); // the closing brace has a line of its own
  const ParseOutcome best = parseText("  // a comment\n\nkernel k ( n:i32 ){ // here\r\n"
                                      "%7=add n,1:i32 : i32\n\n  %3 = add %7 , 2 : i32\n }");
  INFO(best.messages);
  REQUIRE(best.kernel);
  CHECK(print(*best.kernel) ==
        "kernel k(n: i32) {\n%0 = add n, 1 : i32\n%1 = add %0, 2 : i32\n}\n");
}

TEST_CASE("what is wrong is reported at its place") {
  checkRefused("%0 = add n, n", "2:14: error: expected ':', found the end of the line [ir-syntax]");
  checkRefused("%0 = frob n : i32",
               "2:6: error: there is no operation 'frob' [ir-unknown-operation]");
  checkRefused("%0 = add n, %1 : i32",
               "2:13: error: '%1' is not defined before this line [ir-undefined]");
  checkRefused("%0 = add n, m : i32",
               "2:13: error: 'm' is not defined before this line [ir-undefined]");
  checkRefused("%0 = add n, n : i32\n%0 = add n, n : i32",
               "3:1: error: '%0' is defined twice [ir-redefined]");
  checkRefused("%0 = add n, n : i33", "2:17: error: there is no type 'i33' [ir-unknown-type]");
  checkRefused("%0 = add n, 300:i8 : i32",
               "2:13: error: '300' is no constant of type i8 [ir-literal]");
  checkRefused("%0 = add n, 2147483648 : i32",
               "2:13: error: '2147483648' is no constant of type i32 [ir-literal]");
  checkRefused("%0 = add n, 1e400 : i32",
               "2:13: error: '1e400' is no constant of type f32 [ir-literal]");
  checkRefused("%0 = add n, n : f32",
               "2:1: error: add: result 1 has type f32, not i32 [ir-invalid]");
  checkRefused("add n, n", "2:1: error: add: has 0 results, not 1 [ir-invalid]");
  checkRefused("%0 = add n, 1.0 : f32",
               "2:1: error: add: operands of different types: i32 and f32 [ir-invalid]");
  checkRefused("%0 = thread_id : i32",
               "2:1: error: thread_id: not allowed at the tile level [ir-invalid]");
  checkRefused("store x, 1.0", "2:1: error: store: takes 3 operands, not 2 [ir-invalid]");
  checkRefused("%0 = broadcast n {shape=(1, 1, 1, 1, 1, 1, 1, 1, 1)} : i32",
               "2:25: error: more than 8 dimensions [ir-limit]");
  checkRefused("%0 = broadcast n {shape=(1048576, 2)} : block<1048576x2 x i32>",
               "2:47: error: more than 1048576 elements in a block [ir-limit]");
  checkRefused("%0 = add n, n \1", "2:15: error: expected ':', found a control character (0x01) "
                                   "[ir-syntax]");
}

TEST_CASE("nesting is bounded") {
  std::string text = "kernel k(c: bool) {\n";
  for (int i = 0; i < 100000; ++i)
    text += "if c {\n";
  const ParseOutcome outcome = parseText(text);
  CHECK_FALSE(outcome.kernel);
  CHECK(outcome.messages.find("102:1: error: more than 100 nested regions [ir-limit]") !=
        std::string::npos);
}

TEST_CASE("damaged text never does worse than a diagnostic") {
  std::mt19937 random(1);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  int accepted = 0;
  for (const char *seed : {kAdd, kLoop, kControl, kThread}) {
    for (int round = 0; round < 1500; ++round) {
      std::string text = seed;
      for (std::size_t edits = 1 + below(4); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = below(text.size()), length = 1 + below(12);
        switch (below(5)) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, text.substr(below(text.size()), length));
          break;
        case 2:
          text[at] = static_cast<char>(below(256));
          break;
        case 3:
          text[at] = "{}()%,=:<>\n0123456789-.\"@xi"[below(27)];
          break;
        default:
          text.resize(at);
        }
      }
      const ParseOutcome outcome = parseText(text);
      CHECK((outcome.kernel != nullptr) == outcome.messages.empty());
      if (!outcome.kernel)
        continue;
      ++accepted;
      const std::string printed = print(*outcome.kernel);
      const ParseOutcome again = parseText(printed);
      INFO(printed);
      REQUIRE(again.kernel);
      CHECK(print(*again.kernel) == printed);
    }
  }
  CHECK(accepted > 20);
}
