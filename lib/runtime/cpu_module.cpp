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

// What stands around a kernel of several.
std::string namespaceOf(std::size_t number) { return fmt::format("mytriton_kernel{}", number); }

// Two kernels may give their array of dynamic size the same name.
std::string unitSharedName(const std::string &name, std::size_t number, bool several) {
  return several ? fmt::format("{}_of_kernel{}", name, number) : name;
}

struct SharedSymbol {
  HostModule::SharedArray array;
  std::string scope; // "matmul" of an array in that function
};

// "matmul" and "a_tile" of "_ZZ6matmulE6a_tile".
std::pair<std::string, std::string> scopeAndName(const char *symbol) {
  int status = 0;
  char *demangled = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  const std::string name = demangled ? demangled : symbol;
  std::free(demangled);
  for (const std::string_view between : {"::", "."}) // "." in names made by hostLlvmIr
    if (const std::size_t scope = name.rfind(between); scope != std::string::npos)
      return {name.substr(0, scope), name.substr(scope + between.size())};
  return {std::string(), name};
}

// Whether `name` is one of the names in "outer::function(int)".
bool isScopedIn(const std::string &scope, const std::string &name) {
  const auto inName = [&](std::size_t at) {
    return at < scope.size() && isNameCharacter(scope[at]);
  };
  for (std::size_t at = 0; (at = scope.find(name, at)) != std::string::npos; at += name.size())
    if ((at == 0 || !inName(at - 1)) && !inName(at + name.size()))
      return true;
  return false;
}

// The thread-local variables of a library, from its own symbol table. The file is one that the host
// compiler made for us; what does not look like that has none.
std::vector<SharedSymbol> readSharedSymbols(const std::string &file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(stream), {});
  const auto readAt = [&](std::size_t offset, auto &to) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof to)
      return false;
    std::memcpy(&to, bytes.data() + offset, sizeof to);
    return true;
  };
  std::vector<SharedSymbol> symbols;
  ElfW(Ehdr) header;
  if (!readAt(0, header))
    return symbols;
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
      auto [scope, name] = scopeAndName(bytes.c_str() + names.sh_offset + symbol.st_name);
      symbols.push_back({{std::move(name), symbol.st_value, symbol.st_size}, std::move(scope)});
    }
  }
  std::sort(symbols.begin(), symbols.end(),
            [](const auto &a, const auto &b) { return a.array.offset < b.array.offset; });
  return symbols;
}

// One kernel, in a namespace where there are several, and the function that calls it.
std::string kernelText(const HostSource &kernel, std::size_t number, bool several, bool &halves) {
  const LaunchMetadata &metadata = *kernel.metadata;
  const std::optional<std::string> shared = dynamicSharedName(kernel.source);
  const std::string array = shared ? unitSharedName(*shared, number, several) : "";
  std::string text;
  if (several)
    text += fmt::format("namespace {} {{\n", namespaceOf(number));
  if (several && shared)
    text += fmt::format("#define {} {}\n", *shared, array);
  text += fmt::format("#line 1 \"{}.cu\"\n", metadata.symbol);
  text += withoutIncludes(kernel.source, halves);
  text += "\n#line 1 \"entry.h\"\n";
  if (several && shared)
    text += fmt::format("#undef {}\n", *shared);
  text += fmt::format("MYTRITON_UNCHECKED static void mytriton_run{}(void *const *arguments) {{\n"
                      "  {}(",
                      number, metadata.symbol);
  for (std::size_t i = 0; i < metadata.arguments.size(); ++i) {
    const KernelArgument &argument = metadata.arguments[i];
    const std::size_t bytes =
        argument.pointer ? sizeof(void *) : static_cast<std::size_t>(byteSize(argument.dtype));
    text += fmt::format("{}MytritonArgument<{}>{{arguments[{}]}}", i == 0 ? "" : ", ", bytes, i);
  }
  text += ");\n}\n";
  if (several)
    text += "}\n";
  if (!shared)
    return text;
  // The array, and the initializing function that C++ lets such a variable have elsewhere. Whether
  // a namespace is part of that one's name, compilers do not agree.
  std::vector<std::string> names = {fmt::format("_ZTH{}{}", array.size(), array)};
  if (several)
    names.push_back(fmt::format("_ZTHN{}{}{}{}E", namespaceOf(number).size(), namespaceOf(number),
                                array.size(), array));
  text += fmt::format("thread_local unsigned char mytriton_dynamic_shared{}[{}] __asm__(\"{}\") "
                      "__attribute__((aligned(16)));\n",
                      number, metadata.dynamicSharedBytes, array);
  for (const std::string &name : names)
    text += fmt::format("__asm__(\".text\\n.weak {0}\\n.hidden {0}\\n{0}: ret\\n\");\n", name);
  return text;
}

// What the unit knows of a kernel that is linked to it.
std::string linkedText(const HostSource &kernel, std::size_t number) {
  std::string text =
      fmt::format("extern \"C\" void {}(void *const *arguments);\n", linkedRunName(number));
  for (std::size_t begin = 0; begin < kernel.source.size();) {
    const std::size_t end = std::min(kernel.source.find('\n', begin), kernel.source.size());
    // No backslash at the end of a line: it would go on in the next.
    text += fmt::format("// {} .\n", kernel.source.substr(begin, end - begin));
    begin = end + 1;
  }
  return text;
}

// The arrays of one kernel: those of its own functions, or of its namespace.
std::vector<HostModule::SharedArray> arraysOf(const HostSource &kernel, std::size_t number,
                                              const std::vector<SharedSymbol> &all) {
  const std::optional<std::string> shared = dynamicSharedName(kernel.source);
  std::vector<HostModule::SharedArray> arrays;
  for (const SharedSymbol &symbol : all) {
    HostModule::SharedArray array = symbol.array;
    if (shared && array.name == unitSharedName(*shared, number, true))
      array.name = *shared;
    else if (!isScopedIn(symbol.scope, namespaceOf(number)) &&
             !isScopedIn(symbol.scope, kernel.metadata->symbol))
      continue;
    arrays.push_back(std::move(array));
  }
  return arrays;
}

} // namespace

std::string linkedRunName(std::size_t number) { return fmt::format("mytriton_linked{}", number); }

std::string hostUnitText(const std::vector<HostSource> &kernels, bool fast) {
  const bool several = kernels.size() > 1;
  bool halves = false;
  std::string texts, units;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const bool linked = kernels[i].isMlir();
    texts += linked ? linkedText(kernels[i], i) : kernelText(kernels[i], i, several, halves);
    units += fmt::format("  {{&mytriton_host, {}, mytriton_shared_memory}},\n",
                         linked    ? linkedRunName(i)
                         : several ? fmt::format("{}::mytriton_run{}", namespaceOf(i), i)
                                   : fmt::format("mytriton_run{}", i));
  }
  std::string text = fast ? "#define MYTRITON_FAST\n" : "";
  text += kEmulationHeader;
  const bool anyLinked = std::any_of(kernels.begin(), kernels.end(),
                                     [](const HostSource &kernel) { return kernel.isMlir(); });
  if (halves || anyLinked)
    text += kEmulationHalf;
  if (anyLinked)
    text += kEmulationNvvm;
  text += kEmulationEntry;
  text += texts;
  text += "extern \"C\" const MytritonUnit mytriton_units[] = {\n" + units + "};\n";
  return text;
}

std::vector<std::unique_ptr<HostModule>> HostModule::load(const std::string &file,
                                                          const std::vector<HostSource> &kernels,
                                                          std::string &problem) {
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    problem = dlerror();
    return {};
  }
  const std::shared_ptr<void> library(handle, dlclose);
  const auto *units = static_cast<const MytritonUnit *>(dlsym(handle, "mytriton_units"));
  if (!units) {
    problem = dlerror();
    return {};
  }
  // The library's segments, found by one address that lies in them.
  struct Search {
    const void *inside;
    std::vector<std::pair<Range, bool>> segments;
  } search{units, {}};
  const auto visit = [](dl_phdr_info *info, std::size_t, void *data) {
    auto &wanted = *static_cast<Search *>(data);
    std::vector<std::pair<Range, bool>> segments;
    bool found = false;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr) &header = info->dlpi_phdr[i];
      if (header.p_type != PT_LOAD)
        continue;
      const Range range{reinterpret_cast<std::byte *>(info->dlpi_addr + header.p_vaddr),
                        header.p_memsz};
      found |= range.holds(wanted.inside);
      segments.emplace_back(range, (header.p_flags & PF_X) != 0);
    }
    if (found)
      wanted.segments = std::move(segments);
    return found ? 1 : 0;
  };
  dl_iterate_phdr(visit, &search);

  const std::vector<SharedSymbol> arrays = readSharedSymbols(file);
  std::vector<std::unique_ptr<HostModule>> modules;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    std::unique_ptr<HostModule> module(new HostModule);
    module->library_ = library;
    module->unit_ = &units[i];
    module->segments_ = search.segments;
    if (kernels.size() > 1)
      module->sharedArrays_ = arraysOf(kernels[i], i, arrays);
    else
      for (const SharedSymbol &symbol : arrays)
        module->sharedArrays_.push_back(symbol.array);
    modules.push_back(std::move(module));
  }
  return modules;
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
