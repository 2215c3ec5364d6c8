// Reads .npy files. The header is a Python dictionary, of which only literals are understood;
// nothing is evaluated.
#include "mytriton/runtime/npy.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <istream>
#include <limits>

namespace mytriton {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeader = 64 * 1024;
constexpr std::size_t kMaxRank = 64; // NumPy's own limit
constexpr std::size_t kChunk = std::size_t{16} << 20;

struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<std::int64_t> shape;
};

// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : rest_(text) {}

  // Empty: read; otherwise what is wrong.
  std::string parse(Header &header) {
    bool descr = false, order = false, shape = false;
    if (!take('{'))
      return "its header is no dictionary";
    while (!take('}')) {
      std::string key;
      if (!string(key) || !take(':'))
        return "its header is malformed";
      if (key == "descr") {
        descr = true;
        if (peek('['))
          return "it holds records, not numbers";
        if (!string(header.descr))
          return "its 'descr' is no string";
      } else if (key == "fortran_order") {
        order = true;
        if (!boolean(header.fortranOrder))
          return "its 'fortran_order' is neither True nor False";
      } else if (key == "shape") {
        shape = true;
        if (!tuple(header.shape))
          return "its 'shape' is no tuple of sizes";
      } else {
        return "its header has an unknown key";
      }
      if (!take(',') && !peek('}'))
        return "its header is malformed";
    }
    if (!descr || !order || !shape)
      return "its header lacks 'descr', 'fortran_order' or 'shape'";
    skipSpace();
    return rest_.empty() ? "" : "its header is malformed";
  }

private:
  void skipSpace() {
    std::size_t at = rest_.find_first_not_of(" \t\n\r");
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
  }
  bool peek(char c) {
    skipSpace();
    return rest_.starts_with(c);
  }
  bool take(char c) {
    if (!peek(c))
      return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view text) {
    skipSpace();
    if (!rest_.starts_with(text))
      return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  bool string(std::string &value) {
    skipSpace();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"'))
      return false;
    std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos)
      return false;
    value = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return value.find('\\') == std::string::npos;
  }
  bool boolean(bool &value) {
    value = word("True");
    return value || word("False");
  }
  bool tuple(std::vector<std::int64_t> &shape) {
    if (!take('('))
      return false;
    while (!take(')')) {
      std::int64_t extent;
      if (shape.size() == kMaxRank || !size(extent))
        return false;
      shape.push_back(extent);
      if (!take(',') && (!peek(')') || shape.size() == 1))
        return false; // `(3)` is a number, not a tuple
    }
    return true;
  }
  bool size(std::int64_t &value) {
    skipSpace();
    std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (digits == 0 || digits > 18)
      return false;
    value = 0;
    for (char c : rest_.substr(0, digits))
      value = value * 10 + (c - '0');
    rest_.remove_prefix(digits);
    return true;
  }

  std::string_view rest_;
};

struct NumpyType {
  std::string_view name; // without the byte order
  DType dtype;
};
constexpr NumpyType kTypes[] = {
    {"b1", DType::Bool}, {"i1", DType::I8},  {"i2", DType::I16}, {"i4", DType::I32},
    {"i8", DType::I64},  {"u1", DType::U8},  {"u2", DType::U16}, {"u4", DType::U32},
    {"u8", DType::U64},  {"f2", DType::F16}, {"f4", DType::F32}, {"f8", DType::F64},
};

class Reader {
public:
  Reader(std::istream &in, std::string_view path, Diagnostics &diagnostics)
      : in_(in), path_(path), diagnostics_(diagnostics) {}

  Buffer read() {
    Header header = readHeader();
    Buffer buffer;
    buffer.dtype = dtype(header.descr);
    if (header.fortranOrder && header.shape.size() > 1)
      unsupported("an array in Fortran order; save it with numpy.ascontiguousarray");
    buffer.shape = std::move(header.shape);
    readData(buffer);
    return buffer;
  }

private:
  [[noreturn]] void invalid(std::string_view why) {
    diagnostics_.fail(DiagnosticKind::NpyInvalid, nullptr, SourceRange{}, path_, why);
  }
  [[noreturn]] void unsupported(std::string_view what) {
    diagnostics_.fail(DiagnosticKind::NpyUnsupported, nullptr, SourceRange{}, path_, what);
  }

  // Reads up to `size` bytes; returns how many there were.
  std::size_t fill(void *to, std::size_t size) {
    in_.read(static_cast<char *>(to), static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(in_.gcount());
  }

  Header readHeader() {
    unsigned char start[8];
    if (fill(start, 8) != 8 || std::memcmp(start, kMagic.data(), kMagic.size()) != 0)
      invalid("it does not start as one");
    int version = start[6];
    if (version < 1 || version > 3)
      invalid(fmt::format("its format version is {}, and 1 to 3 are known", version));
    unsigned char bytes[4] = {};
    std::size_t width = version == 1 ? 2 : 4;
    if (fill(bytes, width) != width)
      invalid("its header is cut off");
    std::size_t length = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | std::size_t{bytes[3]} << 24;
    if (length > kMaxHeader)
      invalid(fmt::format("its header claims to be {} bytes long", length));
    std::string text(length, '\0');
    if (fill(text.data(), length) != length)
      invalid("its header is cut off");
    Header header;
    std::string problem = HeaderParser(text).parse(header);
    if (!problem.empty())
      invalid(problem);
    return header;
  }

  DType dtype(std::string_view descr) {
    char order = descr.empty() ? '\0' : descr[0];
    std::string_view name = descr.substr(std::min<std::size_t>(descr.size(), 1));
    for (const NumpyType &type : kTypes) {
      if (type.name != name || std::string_view("<>|=").find(order) == std::string_view::npos)
        continue;
      if (order == '>' && byteSize(type.dtype) > 1)
        unsupported(fmt::format("big-endian numbers ('{}'); convert them with .astype('<{}')",
                                descr, name));
      return type.dtype;
    }
    unsupported(fmt::format("numbers of NumPy's dtype '{}', which no kernel takes", descr));
  }

  void readData(Buffer &buffer) {
    // Of the extents that are not 0, so that the product is safe in any order.
    std::uint64_t size = static_cast<std::uint64_t>(byteSize(buffer.dtype));
    bool empty = false, tooLarge = false;
    for (std::int64_t extent : buffer.shape) {
      empty |= extent == 0;
      if (extent != 0)
        tooLarge |= __builtin_mul_overflow(size, static_cast<std::uint64_t>(extent), &size);
    }
    if (tooLarge || size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      invalid("its shape has more elements than memory can hold");
    size = empty ? 0 : size;
    // In chunks: a false shape costs no more memory than the file has data.
    std::size_t have = 0;
    while (have < size) {
      std::size_t want = std::min<std::size_t>(size - have, kChunk);
      buffer.bytes.resize(have + want);
      std::size_t got = fill(buffer.bytes.data() + have, want);
      have += got;
      if (got < want)
        diagnostics_.fail(DiagnosticKind::NpySize, nullptr, SourceRange{}, path_,
                          fmt::format("{} bytes", have), size);
    }
    if (in_.peek() != std::istream::traits_type::eof())
      diagnostics_.fail(DiagnosticKind::NpySize, nullptr, SourceRange{}, path_, "more", size);
    // Any byte but 0 is True; kernels know only 0 and 1.
    if (buffer.dtype == DType::Bool)
      for (std::byte &byte : buffer.bytes)
        byte = byte == std::byte{0} ? byte : std::byte{1};
  }

  std::istream &in_;
  std::string_view path_;
  Diagnostics &diagnostics_;
};

} // namespace

std::optional<Buffer> readNpy(std::istream &in, std::string_view path, Diagnostics &diagnostics) {
  try {
    return Reader(in, path, diagnostics).read();
  } catch (const Diagnosed &) {
    return std::nullopt;
  }
}

std::optional<Buffer> readNpyFile(const std::string &path, Diagnostics &diagnostics) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    diagnostics.report(DiagnosticKind::CannotRead, nullptr, SourceRange{}, path,
                       std::strerror(errno));
    return std::nullopt;
  }
  in.peek(); // a folder opens, but does not read
  if (in.bad()) {
    diagnostics.report(DiagnosticKind::CannotRead, nullptr, SourceRange{}, path,
                       std::strerror(errno));
    return std::nullopt;
  }
  in.clear();
  return readNpy(in, path, diagnostics);
}

} // namespace mytriton
