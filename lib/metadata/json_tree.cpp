// Builds the tree from nlohmann's event parser, which is iterative and checks UTF-8, and adds what
// it lacks: places, bounds, and the refusal of keys that are given twice and of integers beyond 64
// bits.
#include "json_tree.h"

#include <cstddef>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace mytriton {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxDepth = 64;

// Tells how far the parser has read.
class Cursor {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  Cursor(const char *at, const char **read) : at_(at), read_(read) {}
  reference operator*() const { return *at_; }
  Cursor &operator++() {
    *read_ = ++at_;
    return *this;
  }
  bool operator==(const Cursor &other) const { return at_ == other.at_; }
  bool operator!=(const Cursor &other) const { return at_ != other.at_; }

private:
  const char *at_;
  const char **read_;
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
  TreeBuilder(const SourceFile &file, Diagnostics &diagnostics)
      : file_(file), diagnostics_(diagnostics), text_(file.text()), read_(text_.data()) {}

  std::optional<JsonNode> run() {
    const char *end = text_.data() + text_.size();
    if (!nlohmann::json::sax_parse(Cursor(text_.data(), &read_), Cursor(end, &read_), this))
      return std::nullopt;
    return std::move(root_);
  }

  bool null() override { return add(JsonNode::Kind::Null) != nullptr; }
  bool boolean(bool value) override {
    add(JsonNode::Kind::Bool)->boolean = value;
    return true;
  }
  bool number_integer(number_integer_t value) override {
    addNumber(JsonNode::Kind::Integer)->integer = value;
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    JsonNode *node = addNumber(JsonNode::Kind::Integer);
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
      return refuse(DiagnosticKind::JsonIntegerTooLarge, node->range);
    node->integer = static_cast<std::int64_t>(value);
    return true;
  }
  bool number_float(number_float_t value, const string_t &spelling) override {
    JsonNode *node = addNumber(JsonNode::Kind::Float);
    // An integer beyond 64 bits is given as the nearest float.
    if (spelling.find_first_of(".eE") == std::string::npos)
      return refuse(DiagnosticKind::JsonIntegerTooLarge, node->range);
    node->real = value;
    return true;
  }
  bool string(string_t &value) override {
    add(JsonNode::Kind::String)->string = std::move(value);
    return true;
  }
  bool binary(binary_t &) override { return false; } // not in text

  bool start_object(std::size_t) override { return open(JsonNode::Kind::Object); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::Array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t &name) override {
    SourceRange range = nextToken();
    Open &object = open_.back();
    if (!object.keys.insert(name).second)
      return refuse(DiagnosticKind::JsonDuplicateKey, range, name);
    object.node->keys.push_back(std::move(name));
    return true;
  }

  bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override {
    auto at = static_cast<std::uint32_t>(read_ - text_.data());
    bool ended = at == text_.size();
    return refuse(DiagnosticKind::JsonSyntax, SourceRange{at > 0 && !ended ? at - 1 : at, at},
                  ended ? "it ends too early" : "this is unexpected");
  }

private:
  struct Open {
    JsonNode *node;
    std::unordered_set<std::string> keys;
  };

  template <typename... Args>
  bool refuse(DiagnosticKind kind, SourceRange range, const Args &...args) {
    diagnostics_.report(kind, &file_, range, args...);
    return false;
  }

  // The token that the parser has just read: what lies between the last one and the cursor, without
  // the separators before it.
  SourceRange nextToken() {
    std::size_t begin = text_.find_first_not_of(" \t\r\n,:", last_);
    last_ = static_cast<std::size_t>(read_ - text_.data());
    begin = begin == std::string_view::npos ? last_ : begin;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last_)};
  }

  JsonNode *add(JsonNode::Kind kind) {
    JsonNode *node = &root_;
    if (!open_.empty())
      node = &open_.back().node->items.emplace_back();
    node->kind = kind;
    node->range = nextToken();
    return node;
  }
  // The parser knows that a number ended only by reading on.
  JsonNode *addNumber(JsonNode::Kind kind) {
    JsonNode *node = add(kind);
    std::size_t end = text_.find_first_not_of("+-.0123456789eE", node->range.begin);
    last_ = end == std::string_view::npos ? text_.size() : end;
    node->range.end = static_cast<std::uint32_t>(last_);
    return node;
  }
  bool open(JsonNode::Kind kind) {
    JsonNode *node = add(kind);
    if (open_.size() == kMaxDepth)
      return refuse(DiagnosticKind::JsonTooLarge, node->range, "it is nested more than 64 deep");
    open_.push_back({node, {}});
    return true;
  }
  bool close() {
    open_.back().node->range.end = nextToken().end;
    open_.pop_back();
    return true;
  }

  const SourceFile &file_;
  Diagnostics &diagnostics_;
  std::string_view text_;
  const char *read_;
  std::size_t last_ = 0;
  JsonNode root_;
  std::vector<Open> open_; // the arrays and objects that are not closed yet
};

} // namespace

const JsonNode *JsonNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size() && i < items.size(); ++i)
    if (keys[i] == key)
      return &items[i];
  return nullptr;
}

std::optional<JsonNode> parseJson(const SourceFile &file, Diagnostics &diagnostics) {
  if (file.text().size() > kMaxBytes) {
    diagnostics.report(DiagnosticKind::JsonTooLarge, &file, {0, 0}, "it is over 64 MiB long");
    return std::nullopt;
  }
  return TreeBuilder(file, diagnostics).run();
}

} // namespace mytriton
