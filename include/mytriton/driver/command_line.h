// Reads a command line by option tables, with CLI11. Only one file of a tool includes this: CLI11
// takes long to compile.
#pragma once

#include "mytriton/driver/options.h"
#include "mytriton/support/text.h"

#include <CLI/CLI.hpp>
#include <deque>
#include <fmt/format.h>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace mytriton {

class CommandLine {
public:
  CommandLine() {
    app_.set_help_flag();
    app_.allow_extras();
  }

  // The options of a table, to be stored in `options`, which must live as long as this.
  template <typename Options>
  void add(std::span<const OptionRow<Options>> rows, Options &options) {
    for (const OptionRow<Options> &row : rows) {
      texts_.push_back(row.text);
      entries_.push_back({row.text, {}, 0, [&options, apply = row.apply](std::string_view value) {
                            return apply(options, value);
                          }});
      bind(entries_.back());
    }
  }

  // What --help prints of the options.
  const std::vector<OptionText> &texts() const { return texts_; }
  // The words that belong to no option, after parse().
  const std::vector<std::string> &positionals() const { return positionals_; }

  // Reads the words after the program's name. Returns what is wrong with them, or an empty string.
  std::string parse(int argc, const char *const *argv) {
    std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    if (std::string error = expandResponseFiles(words); !error.empty())
      return error;
    for (std::string &word : words)
      if (isLongWithOneDash(word))
        word.insert(0, "-");
    std::reverse(words.begin(), words.end()); // CLI11 takes them from the back
    try {
      app_.parse(std::move(words));
    } catch (const CLI::ParseError &error) {
      return error.what();
    }
    for (const std::string &word : app_.remaining()) {
      if (word.size() > 1 && word.front() == '-')
        return unknownOption(word);
      positionals_.push_back(word);
    }
    for (const Entry &entry : entries_)
      for (std::size_t i = 0; i < std::max(entry.values.size(), entry.count); ++i) {
        const std::string error = entry.apply(entry.values.empty() ? "" : entry.values[i]);
        if (!error.empty())
          return fmt::format("{}: {}", lastName(entry.text), error);
      }
    return {};
  }

private:
  struct Entry {
    OptionText text;
    std::vector<std::string> values;
    std::size_t count = 0; // of a flag
    std::function<std::string(std::string_view)> apply;
  };

  static std::string_view lastName(const OptionText &text) {
    return text.names.substr(text.names.find(',') + 1);
  }

  // CLI11 knows `-x` and `--long`; the table also has compilers' `-MD`, bound here as `--MD`.
  static bool hasOneDash(std::string_view name) {
    return name.size() > 2 && name[0] == '-' && name[1] != '-';
  }
  bool isLongWithOneDash(std::string_view word) const {
    return hasOneDash(word) &&
           std::any_of(texts_.begin(), texts_.end(),
                       [&](const OptionText &text) { return text.names == word; });
  }

  void bind(Entry &entry) {
    const std::string names =
        (hasOneDash(entry.text.names) && entry.text.names.find(',') == std::string_view::npos
             ? "-"
             : "") +
        std::string(entry.text.names);
    if (entry.text.value.empty())
      app_.add_flag(names, entry.count);
    else
      app_.add_option(names, entry.values)
          ->type_size(1)
          ->expected(1)
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }

  std::string unknownOption(const std::string &word) const {
    std::vector<std::string_view> names;
    for (const OptionText &text : texts_) {
      const std::size_t comma = text.names.find(',');
      names.push_back(text.names.substr(0, comma));
      if (comma != std::string_view::npos)
        names.push_back(text.names.substr(comma + 1));
    }
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("there is no option '{}'{}", name, didYouMean(name, names));
  }

  CLI::App app_;
  std::vector<OptionText> texts_;
  std::deque<Entry> entries_; // CLI11 holds references to them
  std::vector<std::string> positionals_;
};

} // namespace mytriton
