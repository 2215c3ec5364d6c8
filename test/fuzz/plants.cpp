// The mistakes, as changes of text.
#include "plants.h"

#include <regex>

namespace mytriton::fuzz {

namespace {

// The text with the first match of `pattern` replaced; empty where there is none.
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
      {"barrier", "the first barrier is left out", MYTRITON_FIRST(R"(__syncthreads\(\);)", "")},
      {"last-barrier", "the last barrier is left out",
       [](const std::string &cuda) { return last(cuda, "__syncthreads();", ""); }},
      {"bound", "a mask takes one element too many",
       MYTRITON_FIRST(R"((mask|full)( = [^;]*) < )", "$1$2 <= ")},
      {"register-index", "the index of a register is left out of an address",
       MYTRITON_FIRST(R"(\[([a-z0-9_]+) \+ r\])", "[$1]")},
      {"wrap-sub", "a difference has its operands in the wrong order",
       MYTRITON_FIRST(R"(\((\w+)\)a - \((\w+)\)b\))", "($1)b - ($2)a)")},
      {"min-for-max", "maximum takes the smaller",
       MYTRITON_FIRST(R"(maximum\((\w+) a, (\w+) b\) \{\n? *return a > b)",
                      "maximum($1 a, $2 b) { return a < b")},
      {"thread-stride", "threads stand one element too near",
       MYTRITON_FIRST(R"(threadIdx\.x \* 4)", "threadIdx.x * 3")},
      {"swapped-select", "a choice takes the other value",
       MYTRITON_FIRST(R"( \? ([a-z0-9_\[\]]+) : ([a-z0-9_\[\]]+);)", " ? $2 : $1;")},
      {"loop-end", "a loop runs once more",
       MYTRITON_FIRST(R"(for \(int (i\w*) = ([^;]*); \1 < )", "for (int $1 = $2; $1 <= ")},
      {"unaligned-fast-path", "vectors are moved without testing the alignment",
       MYTRITON_FIRST(R"(\(size_t\)\w+ % 16 == 0)", "true")},
  };
  return plants;
}

} // namespace mytriton::fuzz
