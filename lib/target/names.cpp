// Reserved names, and names made unique.

#include "names.h"

#include "cuda_helpers.h"
#include "mytriton/target/cuda.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr std::string_view kReserved[] = {
    // C++
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return",
    "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
    "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
    "int", "long", "main", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "std", "struct", "switch", "template", "this", "thread_local", "throw", "true",
    "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void",
    "volatile", "wchar_t", "while", "xor", "xor_eq",
    // CUDA
    "blockDim", "blockIdx", "dim3", "gridDim", "threadIdx", "warpSize", "size_t", "clock",
    "clock64", "assert", "malloc", "free", "printf", "memcpy", "memset", "abs", "acos", "acosh",
    "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "cospi",
    "ceilf", "cosf", "erf", "erfc", "erff", "exp", "exp10", "exp2", "exp2f", "expf", "expm1",
    "fabs", "fabsf", "fdim", "floor", "fma", "floorf", "fmaf", "fmax", "fmaxf", "fmin", "fminf",
    "fmod", "fmodf", "frexp", "hypot", "ilogb", "isfinite", "isinf", "isnan", "j0", "j1", "jn",
    "labs", "ldexp", "lgamma", "llabs", "llrint", "llround", "log", "log10", "log1p", "log2",
    "log2f", "logb", "logf", "lrint", "lround", "max", "min", "modf", "nan", "nearbyint",
    "nextafter", "norm", "normcdf", "pow", "rcbrt", "remainder", "remquo", "rint", "rnorm", "round",
    "rsqrt", "rsqrtf", "scalbln", "scalbn", "signbit", "sin", "sincos", "sinf", "sinh", "sinpi",
    "sqrt", "sqrtf", "tan", "tanh", "tgamma", "trunc", "y0", "y1", "yn", "umax", "umin", "mul24",
    "mulhi", "saturate", "char2", "char4", "int2", "int4", "uint2", "uint4", "float2", "float4",
    "double2", "longlong2", "uchar4", "ushort4", "short4", "cudaError_t", "char1", "char3",
    "double1", "double3", "double4", "float1", "float3", "int1", "int3", "longlong1", "longlong4",
    "uint1", "uint3", "ulonglong2", "ulonglong4", "short1", "short2", "norm3d", "norm4d", "rnorm3d",
    "rnorm4d", "rhypot", "erfcx", "erfcinv", "erfinv", "normcdfinv",
    // macros that nvcc's own headers bring
    "CHAR_BIT", "EOF", "INFINITY", "INT_MAX", "INT_MIN", "LONG_MAX", "LONG_MIN", "M_E", "M_PI",
    "NAN", "NULL", "RAND_MAX", "UINT_MAX", "errno", "linux", "unix", "stdin", "stdout", "stderr",
    "typeof", "FILE",
    // cuda_fp16.h
    "hceil", "hfloor"};

// Functions and types of C that nvcc's own headers declare: a variable may hide them, a kernel of
// the same name would be another declaration of it.
constexpr std::string_view kGlobals[] = {
    "abort", "alarm", "atexit", "atof", "atoi", "atol", "bcmp", "bcopy", "bsearch", "bzero",
    "calloc", "clock_t", "close", "connect", "daylight", "difftime", "div", "dup", "exit", "exp10f",
    "ffs", "fork", "gamma", "getenv", "index", "int16_t", "int32_t", "int64_t", "int8_t", "isalpha",
    "isdigit", "isspace", "ldiv", "link", "lldiv", "memchr", "memcmp", "memmove", "mktime",
    "perror", "pipe", "pthread_t", "putc", "puts", "qsort", "raise", "rand", "random", "read",
    "realloc", "remove", "rename", "rindex", "scanf", "select", "signal", "significand", "sleep",
    "srand", "ssize_t", "strcat", "strchr", "strcmp", "strcpy", "strlen", "strncmp", "strtod",
    "strtol", "swab", "system", "time", "timezone", "uint", "uint16_t", "uint32_t", "uint64_t",
    "uint8_t", "ulong", "ushort", "u_char", "u_int", "u_long", "wait", "write", "drem", "dremf",
    "scalb", "sincosf", "sinhf", "coshf", "tanhf", "tanf", "log10f", "powf", "roundf", "truncf",
    "rintf", "erfcf", "cbrtf", "hypotf", "atan2f",
    // of cuda_fp16.h and cuda_bf16.h
    "half", "half2", "nv_half", "nv_half2", "nv_bfloat16", "nv_bfloat162", "hcos", "hexp", "hexp10",
    "hexp2", "hlog", "hlog10", "hlog2", "hrcp", "hrint", "hrsqrt", "hsin", "hsqrt", "htanh",
    "htanh_approx", "htrunc"};

// Of several underscores in front, one stays.
std::string withoutReservedPrefix(std::string name) {
  name.erase(0, std::min(name.find_first_not_of('_'), name.size()) > 1
                    ? std::min(name.find_first_not_of('_'), name.size()) - 1
                    : 0);
  return name;
}

} // namespace

bool isReservedName(std::string_view name) {
  static const std::unordered_set<std::string_view> reserved(std::begin(kReserved),
                                                             std::end(kReserved));
  // What starts with two underscores belongs to the implementation, with `cuda` to the toolkit.
  return name.substr(0, 2) == "__" || name.substr(0, 4) == "cuda" || reserved.count(name) != 0 ||
         isCudaHelper(name);
}

std::string asIdentifier(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const auto lead = static_cast<unsigned char>(name[i]);
    if (lead < 0x80) {
      const bool word = (lead >= '0' && lead <= '9') || (lead >= 'A' && lead <= 'Z') ||
                        (lead >= 'a' && lead <= 'z') || lead == '_';
      result += word ? static_cast<char>(lead) : '_';
      ++i;
      continue;
    }
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    unsigned code = lead & (0xffu >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < name.size(); ++k)
      code = code << 6 | (static_cast<unsigned char>(name[i + k]) & 0x3fu);
    result += fmt::format("_u{:04X}", code);
    i += std::min(length, name.size() - i);
  }
  if (result.empty() || (result[0] >= '0' && result[0] <= '9'))
    result.insert(result.begin(), '_');
  return result;
}

std::string NameScope::unique(std::string_view wanted) {
  const std::string base = withoutReservedPrefix(asIdentifier(wanted));
  std::string name = base;
  if (isReservedName(base) || taken_.count(base) != 0) {
    int &next = next_[base];
    do
      name = fmt::format("{}{}{}", base, base.back() == '_' ? "" : "_", ++next);
    while (isReservedName(name) || taken_.count(name) != 0);
  }
  taken_.insert(name);
  given_.insert(name);
  return name;
}

std::string NameScope::fresh(std::string_view wanted) {
  for (;;) {
    const std::size_t before = given_.size();
    std::string name = unique(wanted);
    if (given_.size() > before)
      return name;
  }
}

std::string cudaSymbol(std::string_view name) {
  const std::string symbol = withoutReservedPrefix(asIdentifier(name));
  const bool global =
      std::find(std::begin(kGlobals), std::end(kGlobals), symbol) != std::end(kGlobals);
  return isReservedName(symbol) || global ? symbol + "_" : symbol;
}

} // namespace mytriton
