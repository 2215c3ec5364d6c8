// The mistakes, as changes of text.
#include "plants.h"

#include <regex>

namespace mytriton::fuzz {

namespace {

// $N of the pattern in `by`, with two digits before a digit. The text with the first match of
// `pattern` replaced; empty where there is none.
std::string first(const std::string &text, const char *pattern, const char *by) {
  const std::regex regex(pattern);
  if (!std::regex_search(text, regex))
    return "";
  return std::regex_replace(text, regex, by, std::regex_constants::format_first_only);
}

std::string last(const std::string &text, const std::string &from, const std::string &to) {
  const std::size_t at = text.rfind(from);
  return at == std::string::npos ? "" : std::string(text).replace(at, from.size(), to);
}

#define MYTRITON_FIRST(pattern, by) [](const std::string &cuda) { return first(cuda, pattern, by); }

} // namespace

const std::vector<Plant> &allPlants() {
  static const std::vector<Plant> plants = {
      {"first-barrier", "the first barrier is left out",
       MYTRITON_FIRST(R"(__syncthreads\(\);)", "")},
      {"last-barrier", "the last barrier is left out",
       [](const std::string &cuda) { return last(cuda, "__syncthreads();", ""); }},
      {"mask-bound", "a mask takes one element more",
       MYTRITON_FIRST(R"((bool \w+ = [^;\n]*) < (\w+[;)]))", "$1 <= $2")},
      {"register-index", "the index of a register is left out of an address",
       MYTRITON_FIRST(R"( \+ r\])", "]")},
      {"register-stride", "registers stand one element too near",
       MYTRITON_FIRST(R"( \+ (r|i|j) \* (32|64|128|256)\b)", " + $1 * ($2 - 1)")},
      {"thread-stride", "threads stand one element too near",
       MYTRITON_FIRST(R"(threadIdx\.x( % \d+)? \* (2|4|8)\b)", "threadIdx.x$1 * ($2 - 1)")},
      {"thread-row", "the row of a thread is that of its neighbour",
       MYTRITON_FIRST(R"(threadIdx\.x / (\d+))", "(threadIdx.x + 1) / $1")},
      {"program-offset", "every program takes the place of the next",
       MYTRITON_FIRST(R"(pid = blockIdx\.x)", "pid = blockIdx.x + 1")},
      {"wrap-sub-order", "a difference has its operands in the wrong order",
       MYTRITON_FIRST(R"(\((unsigned|unsigned long long)\)a - \(\1\)b\))", "($1)b - ($1)a)")},
      {"minimum-for-maximum", "maximum takes the smaller",
       MYTRITON_FIRST(R"(return a > b \|\| a != a)", "return a < b || a != a")},
      {"nan-loses", "minimum forgets that NaN wins",
       MYTRITON_FIRST(R"(return a < b \|\| a != a)", "return a < b")},
      {"division-by-zero", "an integer divided by zero is 0",
       MYTRITON_FIRST(R"(b == 0 \? (-1|\(unsigned( long long| char| short)?\)-1) :)",
                      "b == 0 ? 0 :")},
      {"shift-by-width", "a shift to the left takes its count modulo the width",
       MYTRITON_FIRST(R"(n < (8|16|32|64) \? (.*a << )n(.*) : 0)", "true ? $2(n % $1)$3 : 0")},
      {"saturation", "a conversion of what is too large to 8 or 16 bits wraps",
       MYTRITON_FIRST(R"((min|max)\((max\()?(__\w+\(a\))[^;]*;)", "$3;")},
      {"rounding", "a conversion to an integer rounds to the nearest",
       MYTRITON_FIRST(R"(__(float|double)2(u?int|u?ll)_rz)", "__$012$02_rn")},
      {"unsigned-shift", "a shift to the right brings in zeros for the sign",
       MYTRITON_FIRST(R"(return a >> \(\((unsigned[a-z ]*)\)n)", "return ($1)a >> (($1)n")},
      {"swapped-choice", "a choice takes the other value",
       MYTRITON_FIRST(R"( \? ([\w.\[\]]+) : ([\w.\[\]]+);)", " ? $2 : $1;")},
      {"masked-load-value", "where a mask is off, 1 is loaded instead of 0",
       MYTRITON_FIRST(R"((\? [^:;\n]*\[[^:;\n]*\] : )(0|0\.0f?);)", "$011;")},
      {"store-mask", "a store takes no heed of its mask",
       MYTRITON_FIRST(R"(if \((\w+ \+ \w+ < \w+|\w+|[^|\n]* < \w+[^|\n]*)\)(\n *\w+\[[^\n]*\] = ))",
                      "if (true)$2")},
      {"owner", "every thread that holds a copy of an element stores it",
       MYTRITON_FIRST(R"(if \(threadIdx\.x (< \d+|== 0|% \d+ == 0)( &&)?)", "if (true$2")},
      {"shuffle-half", "the last step of a reduction by shuffles is left out",
       MYTRITON_FIRST(R"(lane > 0; lane >>= 1)", "lane > 1; lane >>= 1")},
      {"reduction-identity", "what lies outside a block counts as 1 in a sum",
       MYTRITON_FIRST(R"( : -0\.0(f?)([;)]))", " : 1.0$1$2")},
      {"extremum-order", "the maximum of two is the minimum",
       MYTRITON_FIRST(R"(\b(f?)max(f?)\()", "$1min$2(")},
      {"warp-parts", "the part of the last warp is left out of a reduction",
       MYTRITON_FIRST(R"((for \(int \w+ = 1; \w+ <) (\d+); (\+\+\w+\) (\{\n.*)?\n?.*_parts\[))",
                      "$1 $2 - 1; $3")},
      {"exchange-row", "an element is read from the next row of shared memory",
       MYTRITON_FIRST(R"(= (\w*tile\w*)\[threadIdx\.x % (\d+)\])", "= $1[(threadIdx.x + 1) % $2]")},
      {"product-depth", "a product leaves out the last of its terms",
       MYTRITON_FIRST(R"(for \(int (k\w*) = 0; \1 < (\d+);)", "for (int $1 = 0; $1 < $2 - 1;")},
      {"product-start", "a product starts at 1",
       MYTRITON_FIRST(R"((float|double|int) (\w+)((\[\d+\])*) = \{\};)", "$1 $2$3 = {1};")},
      {"loop-end", "a loop runs once more",
       MYTRITON_FIRST(R"(for \(int (i\d+) = ([^;]*); \1 < )", "for (int $1 = $2; $1 <= ")},
      {"fast-path", "vectors are moved wherever their first element is inside",
       MYTRITON_FIRST(R"((bool full\w* = [^;\n]*[\w)]) \+ \d+ < )", "$1 < ")},
      {"alignment", "vectors are moved without testing their alignment",
       MYTRITON_FIRST(R"(\(size_t\)\w+ % \d+ == 0)", "true")},
  };
  return plants;
}

} // namespace mytriton::fuzz
