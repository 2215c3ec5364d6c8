// Reading a kernel's source. See read_source.h.
#include "mytriton/frontend/read_source.h"

#include "mytriton/frontend/parse.h"
#include "mytriton/support/files.h"

namespace mytriton {

std::unique_ptr<SourceFile> readSource(const std::string &path, Diagnostics &diagnostics) {
  const std::string name = path == "-" ? "<stdin>" : path;
  std::string text;
  switch (readBounded(path, kMaxSourceBytes, text)) {
  case ReadStatus::Done:
    return std::make_unique<SourceFile>(name, std::move(text));
  case ReadStatus::TooLarge: {
    // The message stands at the file's first place, which needs no text.
    const SourceFile nameOnly(name, "");
    diagnostics.report(DiagnosticKind::SourceTooLarge, &nameOnly, {0, 0}, kMaxSourceBytes >> 20);
    return nullptr;
  }
  case ReadStatus::Failed:
    diagnostics.report(DiagnosticKind::CannotRead, nullptr, {}, name, text);
    return nullptr;
  }
  return nullptr;
}

} // namespace mytriton
