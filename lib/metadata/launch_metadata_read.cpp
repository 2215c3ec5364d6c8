// Reads the launch JSON and checks everything that a launcher relies on: names are identifiers,
// files are bare names, numbers are in the range that a launch can have.
#include "json_tree.h"
#include "mytriton/metadata/launch_metadata.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <unordered_set>

namespace mytriton {
namespace {

using Kind = JsonNode::Kind;

constexpr std::size_t kMaxArguments = 1024; // more than 4 KiB of kernel parameters can hold

bool isIdentifier(std::string_view text) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

// Python's identifiers, loosely: any code points beyond ASCII.
bool isName(std::string_view text) {
  std::string ascii(text);
  for (char &c : ascii)
    if (static_cast<unsigned char>(c) >= 0x80)
      c = '_';
  return isIdentifier(ascii);
}

bool isBareFileName(std::string_view text) {
  return !text.empty() && text != "." && text != ".." &&
         std::none_of(text.begin(), text.end(), [](char c) {
           return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
         });
}

// "sm_80", "sm_90a".
bool isArch(std::string_view text) {
  if (!text.starts_with("sm_"))
    return false;
  text.remove_prefix(3);
  if (text.size() > 2 && (text.back() == 'a' || text.back() == 'f'))
    text.remove_suffix(1);
  return text.size() >= 2 && text.size() <= 3 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// An integer of 2^63 or more, which is written as text.
std::optional<std::uint64_t> largeInteger(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool large = error == std::errc() && end == text.data() + text.size() && value >> 63 != 0;
  return large ? std::optional(value) : std::nullopt;
}

class Reader {
public:
  Reader(const SourceFile &file, Diagnostics &diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  LaunchMetadata metadata(const JsonNode &root) {
    require(root, Kind::Object, "the launch JSON", "an object");
    version(member(root, "schema_version"));
    LaunchMetadata result;
    result.compiler = string(root, "compiler");
    result.source = string(root, "source");
    result.kernel = checked(root, "kernel_name", isName, "an identifier");
    result.symbol = checked(root, "entry_name", isIdentifier, "a C identifier");
    result.target = checked(
        root, "target", [](std::string_view text) { return text == "cuda" || text == "mlir"; },
        "\"cuda\" or \"mlir\"");
    arguments(member(root, "args"), result.arguments);
    constexprs(member(root, "constants"), result.constexprs);
    result.numWarps = integer(root, "num_warps", 1, 32);
    result.threadsPerBlock = integer(root, "threads_per_block", 1, 1024);
    result.staticSharedBytes = integer(root, "static_shared_mem", 0, kMaxShared);
    result.dynamicSharedBytes = integer(root, "shared_mem", 0, kMaxShared);
    if (root.find("grid") != nullptr)
      result.grid = string(root, "grid");
    for (const JsonNode &arch : array(root, "archs"))
      result.archs.push_back(checkedNode(arch, "an architecture", isArch, "of the form \"sm_80\""));
    for (const JsonNode &node : array(root, "artifacts"))
      result.artifacts.push_back(artifact(node));
    result.ssa = string(root, "ssa");
    return result;
  }

private:
  static constexpr int kMaxShared = 1 << 20;

  [[noreturn]] void badValue(const JsonNode &node, std::string_view what, std::string_view wanted) {
    diagnostics_.fail(DiagnosticKind::MetadataValue, &file_, node.range, what, wanted);
  }

  void require(const JsonNode &node, Kind kind, std::string_view what, std::string_view wanted) {
    if (node.kind != kind)
      badValue(node, what, wanted);
  }

  const JsonNode &member(const JsonNode &object, std::string_view key) {
    const JsonNode *node = object.find(key);
    if (node == nullptr)
      diagnostics_.fail(DiagnosticKind::MetadataMissingKey, &file_,
                        SourceRange{object.range.begin, object.range.begin + 1}, key);
    return *node;
  }

  std::string string(const JsonNode &object, std::string_view key) {
    const JsonNode &node = member(object, key);
    require(node, Kind::String, quoted(key), "a string");
    return node.string;
  }

  template <typename Test>
  std::string checkedNode(const JsonNode &node, std::string_view what, Test test,
                          std::string_view wanted) {
    if (node.kind != Kind::String || !test(node.string))
      badValue(node, what, wanted);
    return node.string;
  }
  template <typename Test>
  std::string checked(const JsonNode &object, std::string_view key, Test test,
                      std::string_view wanted) {
    return checkedNode(member(object, key), quoted(key), test, wanted);
  }

  int integer(const JsonNode &object, std::string_view key, std::int64_t low, std::int64_t high) {
    const JsonNode &node = member(object, key);
    if (node.kind != Kind::Integer || node.integer < low || node.integer > high)
      badValue(node, quoted(key), fmt::format("an integer from {} to {}", low, high));
    return static_cast<int>(node.integer);
  }

  const std::vector<JsonNode> &array(const JsonNode &object, std::string_view key) {
    const JsonNode &node = member(object, key);
    require(node, Kind::Array, quoted(key), "an array");
    return node.items;
  }

  bool flag(const JsonNode &object, std::string_view key) {
    const JsonNode *node = object.find(key);
    if (node == nullptr)
      return false;
    require(*node, Kind::Bool, quoted(key), "true or false");
    return node->boolean;
  }

  void version(const JsonNode &node) {
    if (node.kind != Kind::Integer || node.integer < 1)
      badValue(node, "'schema_version'", "a positive integer");
    if (node.integer > LaunchMetadata::kSchemaVersion)
      diagnostics_.fail(DiagnosticKind::MetadataVersion, &file_, node.range, node.integer,
                        LaunchMetadata::kSchemaVersion);
  }

  void arguments(const JsonNode &node, std::vector<KernelArgument> &result) {
    require(node, Kind::Array, "'args'", "an array");
    if (node.items.size() > kMaxArguments)
      badValue(node, "'args'", fmt::format("an array of at most {}", kMaxArguments));
    std::unordered_set<std::string> names;
    for (const JsonNode &item : node.items) {
      require(item, Kind::Object, "an argument", "an object");
      KernelArgument argument;
      const JsonNode &index = member(item, "index");
      if (index.kind != Kind::Integer || index.integer != static_cast<std::int64_t>(result.size()))
        badValue(index, "'index'", "the argument's place in 'args'");
      argument.name = checked(item, "name", isName, "an identifier");
      if (!names.insert(argument.name).second)
        badValue(member(item, "name"), "'name'", "another name than those of other arguments");
      type(member(item, "type"), argument);
      argument.isConst = flag(item, "const");
      if (item.find("divisible_by") != nullptr)
        argument.divisibility = divisibility(item);
      argument.noalias = flag(item, "noalias");
      if (item.find("default") != nullptr)
        argument.defaultValue = string(item, "default");
      result.push_back(std::move(argument));
    }
  }

  int divisibility(const JsonNode &item) {
    int value = integer(item, "divisible_by", 1, 1 << 30);
    if (!std::has_single_bit(static_cast<unsigned>(value)))
      badValue(member(item, "divisible_by"), "'divisible_by'", "a power of two");
    return value;
  }

  void type(const JsonNode &node, KernelArgument &argument) {
    std::string_view text = node.string;
    argument.pointer = text.starts_with('*');
    std::optional<DType> dtype = dtypeFromName(text.substr(argument.pointer ? 1 : 0));
    if (node.kind != Kind::String || !dtype)
      badValue(node, "'type'", "a type such as \"*fp32\" or \"i32\"");
    argument.dtype = *dtype;
  }

  void constexprs(const JsonNode &node,
                  std::vector<std::pair<std::string, ConstexprValue>> &result) {
    require(node, Kind::Object, "'constants'", "an object");
    for (std::size_t i = 0; i < node.items.size(); ++i)
      result.emplace_back(node.keys[i], constant(node.items[i]));
  }

  // The tree's depth is bounded, so the recursion is.
  ConstexprValue constant(const JsonNode &node) {
    switch (node.kind) {
    case Kind::Null:
      return {ConstexprValue::None{}};
    case Kind::Bool:
      return {node.boolean};
    case Kind::Integer:
      return {node.integer};
    case Kind::Float:
      return {node.real};
    case Kind::String:
      return {node.string};
    case Kind::Array: {
      ConstexprValue::Tuple tuple;
      for (const JsonNode &item : node.items)
        tuple.push_back(constant(item));
      return {std::move(tuple)};
    }
    case Kind::Object:
      break;
    }
    if (node.items.size() == 1 && node.items[0].kind == Kind::String) {
      const std::string &key = node.keys[0], &text = node.items[0].string;
      std::optional<DType> dtype = dtypeFromName(text);
      if (key == "dtype" && dtype)
        return {*dtype};
      if (key == "function" && isName(text))
        return {ConstexprValue::Function{text}};
      if (key == "float" && (text == "inf" || text == "-inf"))
        return {text == "inf" ? std::numeric_limits<double>::infinity()
                              : -std::numeric_limits<double>::infinity()};
      if (const std::optional<std::uint64_t> large = largeInteger(text); key == "int" && large)
        return {*large};
      if (key == "float" && text == "nan")
        return {std::numeric_limits<double>::quiet_NaN()};
    }
    badValue(node, "a constant that is an object",
             "{\"dtype\": \"fp32\"}, {\"function\": \"NAME\"}, {\"float\": \"inf\"} or {\"int\": "
             "\"N\"}");
  }

  Artifact artifact(const JsonNode &node) {
    require(node, Kind::Object, "an artifact", "an object");
    Artifact result;
    result.kind = checked(
        node, "kind",
        [](std::string_view text) {
          return text == "cuda" || text == "mlir" || text == "ptx" || text == "cubin";
        },
        "\"cuda\", \"mlir\", \"ptx\" or \"cubin\"");
    if (result.kind == "ptx" || result.kind == "cubin")
      result.arch = checked(node, "arch", isArch, "of the form \"sm_80\"");
    result.file = checked(node, "file", isBareFileName, "a bare file name, beside the JSON");
    return result;
  }

  static std::string quoted(std::string_view key) { return fmt::format("'{}'", key); }

  const SourceFile &file_;
  Diagnostics &diagnostics_;
};

} // namespace

std::optional<LaunchMetadata> parseLaunchMetadata(const SourceFile &file,
                                                  Diagnostics &diagnostics) {
  try {
    std::optional<JsonNode> root = parseJson(file, diagnostics);
    if (root)
      return Reader(file, diagnostics).metadata(*root);
  } catch (const Diagnosed &) {
  }
  return std::nullopt;
}

} // namespace mytriton
