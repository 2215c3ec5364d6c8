// The text of a host unit, and loading what the compiler made of it.
#include "cpu_module.h"

#include "cpu_emulation.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

namespace mytriton {

namespace {

bool isNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The name that `extern __shared__` declares, where the source does: the launch gives that array
// its size, so the unit has to define it.
std::optional<std::string> dynamicSharedName(std::string_view source) {
  const std::size_t declaration = source.find("extern __shared__");
  if (declaration == std::string_view::npos)
    return std::nullopt;
  std::size_t end = source.find('[', declaration);
  if (end == std::string_view::npos)
    return std::nullopt;
  while (end > 0 && source[end - 1] == ' ')
    --end;
  std::size_t begin = end;
  while (begin > 0 && isNameCharacter(source[begin - 1]))
    --begin;
  return std::string(source.substr(begin, end - begin));
}

// The source with its includes of CUDA's headers taken away: both types come before it. The lines
// stay, so that messages count them as the user does.
std::string withoutIncludes(std::string_view source, bool &found) {
  std::string text(source);
  for (std::string_view include : {"#include <cuda_fp16.h>", "#include <cuda_bf16.h>"})
    for (std::size_t at; (at = text.find(include)) != std::string::npos; found = true)
      text.erase(at, include.size());
  return text;
}

// "a_tile" of "_ZZ6matmulE6a_tile".
std::string sourceName(const char *symbol) {
  int status = 0;
  char *demangled = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = demangled ? demangled : symbol;
  std::free(demangled);
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

// The thread-local variables of a module, from its own symbol table. The file is one that the host
// compiler made for us; what does not look like that has none.
std::vector<HostModule::SharedArray> readSharedArrays(const std::string &file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(stream), {});
  const auto readAt = [&](std::size_t offset, auto &to) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof to)
      return false;
    std::memcpy(&to, bytes.data() + offset, sizeof to);
    return true;
  };
  std::vector<HostModule::SharedArray> arrays;
  ElfW(Ehdr) header;
  if (!readAt(0, header))
    return arrays;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    ElfW(Shdr) table, names;
    if (!readAt(header.e_shoff + i * sizeof table, table) || table.sh_type != SHT_SYMTAB ||
        !readAt(header.e_shoff + table.sh_link * sizeof names, names))
      continue;
    ElfW(Sym) symbol;
    for (std::size_t at = 0; at + sizeof symbol <= table.sh_size; at += sizeof symbol) {
      if (!readAt(table.sh_offset + at, symbol) || ELF64_ST_TYPE(symbol.st_info) != STT_TLS ||
          names.sh_offset + symbol.st_name >= bytes.size())
        continue;
      arrays.push_back({sourceName(bytes.c_str() + names.sh_offset + symbol.st_name),
                        symbol.st_value, symbol.st_size});
    }
  }
  std::sort(arrays.begin(), arrays.end(),
            [](const auto &a, const auto &b) { return a.offset < b.offset; });
  return arrays;
}

} // namespace

std::string hostUnitText(const LaunchMetadata &metadata, std::string_view cudaSource, bool fast) {
  std::string text = fast ? "#define MYTRITON_FAST\n" : "";
  bool halves = false;
  const std::string source = withoutIncludes(cudaSource, halves);
  text += kEmulationHeader;
  if (halves)
    text += kEmulationHalf;
  text += fmt::format("#line 1 \"{}.cu\"\n", metadata.symbol);
  text += source;
  text += "\n#line 1 \"entry.h\"\n";
  text += kEmulationEntry;
  text += "static void mytriton_run(void *const *arguments) {\n";
  text += fmt::format("  {}(", metadata.symbol);
  for (std::size_t i = 0; i < metadata.arguments.size(); ++i) {
    const KernelArgument &argument = metadata.arguments[i];
    const std::size_t bytes =
        argument.pointer ? sizeof(void *) : static_cast<std::size_t>(byteSize(argument.dtype));
    text += fmt::format("{}MytritonArgument<{}>{{arguments[{}]}}", i == 0 ? "" : ", ", bytes, i);
  }
  text += ");\n}\n";
  // The array, and the initializing function that C++ lets such a variable have elsewhere.
  if (const std::optional<std::string> name = dynamicSharedName(cudaSource))
    text += fmt::format("thread_local unsigned char mytriton_dynamic_shared[{0}] __asm__(\"{1}\") "
                        "__attribute__((aligned(16)));\n"
                        "__asm__(\".text\\n.weak _ZTH{2}{1}\\n.hidden _ZTH{2}{1}\\n"
                        "_ZTH{2}{1}: ret\\n\");\n",
                        metadata.dynamicSharedBytes, *name, name->size());
  return text;
}

std::unique_ptr<HostModule> HostModule::load(const std::string &file, std::string &problem) {
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    problem = dlerror();
    return nullptr;
  }
  std::unique_ptr<HostModule> module(new HostModule);
  module->handle_ = handle;
  module->unit_ = static_cast<const MytritonUnit *>(dlsym(handle, "mytriton_unit"));
  if (!module->unit_) {
    problem = dlerror();
    return nullptr;
  }
  // The module's segments, found by one address that lies in them.
  const auto visit = [](dl_phdr_info *info, std::size_t, void *data) {
    auto &self = *static_cast<HostModule *>(data);
    std::vector<std::pair<Range, bool>> segments;
    bool found = false;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr) &header = info->dlpi_phdr[i];
      if (header.p_type != PT_LOAD)
        continue;
      const Range range{reinterpret_cast<std::byte *>(info->dlpi_addr + header.p_vaddr),
                        header.p_memsz};
      found |= range.holds(self.unit_);
      segments.emplace_back(range, (header.p_flags & PF_X) != 0);
    }
    if (found)
      self.segments_ = std::move(segments);
    return found ? 1 : 0;
  };
  dl_iterate_phdr(visit, module.get());
  module->sharedArrays_ = readSharedArrays(file);
  return module;
}

HostModule::~HostModule() {
  if (handle_)
    dlclose(handle_);
}

HostModule::Range HostModule::sharedMemory() const {
  struct Search {
    const void *inside;
    Range found;
  } search{unit_->sharedMemory(), {}};
  const auto visit = [](dl_phdr_info *info, std::size_t, void *data) {
    auto &wanted = *static_cast<Search *>(data);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      if (info->dlpi_phdr[i].p_type != PT_TLS || !info->dlpi_tls_data)
        continue;
      const Range range{static_cast<std::byte *>(info->dlpi_tls_data), info->dlpi_phdr[i].p_memsz};
      if (range.holds(wanted.inside)) {
        wanted.found = range;
        return 1;
      }
    }
    return 0;
  };
  dl_iterate_phdr(visit, &search);
  return search.found;
}

bool HostModule::holdsConstant(const void *address, std::size_t size) const {
  for (const auto &[range, code] : segments_)
    if (range.holds(address, size))
      return true;
  return false;
}

bool HostModule::holdsCode(const void *address) const {
  for (const auto &[range, code] : segments_)
    if (code && range.holds(address))
      return true;
  return false;
}

} // namespace mytriton
