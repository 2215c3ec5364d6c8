// tree-sitter's concrete syntax tree, as little of it as the frontend needs.
//
// Fields are read through a cursor: ts_node_field_name_for_child gives wrong answers in the
// library's version 0.20.7, and indexing children costs their number.
#pragma once

#include "mytriton/support/source.h"

#include <memory>
#include <string_view>
#include <tree_sitter/api.h>
#include <vector>

extern "C" const TSLanguage *tree_sitter_python(void);

namespace mytriton {

// A parsed file.
class Tree {
public:
  explicit Tree(std::string_view text) : parser_(ts_parser_new()) {
    if (ts_parser_set_language(parser_.get(), tree_sitter_python()))
      tree_.reset(ts_parser_parse_string(parser_.get(), nullptr, text.data(),
                                         static_cast<std::uint32_t>(text.size())));
  }

  // False where the library does not take the grammar.
  bool valid() const { return tree_ != nullptr; }
  TSNode root() const { return ts_tree_root_node(tree_.get()); }

private:
  struct Delete {
    void operator()(TSParser *parser) const { ts_parser_delete(parser); }
    void operator()(TSTree *tree) const { ts_tree_delete(tree); }
  };
  std::unique_ptr<TSParser, Delete> parser_;
  std::unique_ptr<TSTree, Delete> tree_;
};

// A position in a tree that moves without recursion.
class Cursor {
public:
  explicit Cursor(TSNode node) : cursor_(ts_tree_cursor_new(node)) {}
  ~Cursor() { ts_tree_cursor_delete(&cursor_); }
  Cursor(const Cursor &) = delete;
  Cursor &operator=(const Cursor &) = delete;

  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  std::string_view field() const {
    const char *name = ts_tree_cursor_current_field_name(&cursor_);
    return name ? name : std::string_view();
  }
  bool firstChild() { return ts_tree_cursor_goto_first_child(&cursor_); }
  bool nextSibling() { return ts_tree_cursor_goto_next_sibling(&cursor_); }
  bool parent() { return ts_tree_cursor_goto_parent(&cursor_); }

  // The next node in document order outside the current node's children; false at the end.
  bool nextOutside() {
    while (!nextSibling())
      if (!parent())
        return false;
    return true;
  }
  // The next node in document order; false at the end.
  bool next() { return firstChild() || nextOutside(); }

private:
  TSTreeCursor cursor_;
};

inline std::string_view typeOf(TSNode node) { return ts_node_type(node); }
inline SourceRange rangeOf(TSNode node) {
  return {ts_node_start_byte(node), ts_node_end_byte(node)};
}

struct Child {
  TSNode node;
  std::string_view field;
};

// The children of a node without comments; tokens included.
inline std::vector<Child> childrenOf(TSNode node) {
  std::vector<Child> children;
  Cursor cursor(node);
  if (!cursor.firstChild())
    return children;
  do {
    if (!ts_node_is_extra(cursor.node()))
      children.push_back({cursor.node(), cursor.field()});
  } while (cursor.nextSibling());
  return children;
}

} // namespace mytriton
