// Response files: `@FILE` on the command line. See options.h.
#include "mytriton/driver/options.h"
#include "mytriton/support/files.h"

#include <fmt/format.h>
#include <optional>

namespace mytriton {

namespace {

constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxBytes = 1u << 20;

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The words of a response file, or nothing where a quote is never closed.
std::optional<std::vector<std::string>> splitWords(std::string_view text) {
  std::vector<std::string> words;
  bool inWord = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && isSpace(c)) {
      inWord = false;
      continue;
    }
    if (!inWord)
      words.emplace_back();
    inWord = true;
    if (c == '\\' && i + 1 < text.size())
      words.back() += text[++i];
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == quote)
      quote = 0;
    else
      words.back() += c;
  }
  if (quote != 0)
    return std::nullopt;
  return words;
}

class Expander {
public:
  std::vector<std::string> arguments;
  std::string error;

  void add(std::string argument, int depth) {
    if (argument.size() > 1 && argument.front() == '@')
      addFile(argument.substr(1), depth);
    else
      arguments.push_back(std::move(argument));
  }

private:
  void addFile(const std::string &path, int depth) {
    if (depth == kMaxDepth)
      return fail(path, fmt::format("response files are nested more than {} deep", kMaxDepth));
    std::string text;
    const ReadStatus status = readBounded(path, kMaxBytes, text);
    if (status == ReadStatus::Failed)
      return fail(path, text);
    if (status == ReadStatus::TooLarge)
      return fail(path, "it is longer than 1 MB");
    const auto words = splitWords(text);
    if (!words)
      return fail(path, "a quote is never closed");
    for (const std::string &word : *words) {
      if (!error.empty())
        return;
      add(word, depth + 1);
    }
  }

  void fail(const std::string &path, std::string_view why) {
    if (error.empty())
      error = fmt::format("cannot read the response file '{}': {}", path, why);
  }
};

} // namespace

std::string expandResponseFiles(std::vector<std::string> &arguments) {
  Expander expander;
  for (std::string &argument : arguments)
    expander.add(std::move(argument), 0);
  arguments = std::move(expander.arguments);
  return expander.error;
}

} // namespace mytriton
