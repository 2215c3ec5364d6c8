// .npy files in and out. The bytes that are expected are NumPy's.
#include "mytriton/runtime/npy.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <sstream>

using namespace mytriton;

namespace {

// A file of format version 1 with that header.
std::string npy(const std::string &header, const std::string &data) {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  return file + header + data;
}

struct Read {
  std::optional<Buffer> buffer;
  std::string text;
};

Read read(const std::string &file) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  std::istringstream in(file);
  Read result{readNpy(in, "a.npy", diagnostics), ""};
  CHECK(result.buffer.has_value() != diagnostics.hasErrors());
  result.text = out.str();
  return result;
}

bool refused(const std::string &file, const std::string &part) {
  Read result = read(file);
  INFO(result.text);
  return result.text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("NumPy's own bytes are read") {
  Read result = read(npy("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }       \n",
                         std::string("\1\0\2\0\3\0\4\0\5\0\xff\xff", 12)));
  REQUIRE(result.buffer);
  CHECK(result.buffer->dtype == DType::I16);
  CHECK(result.buffer->shape == std::vector<std::int64_t>{2, 3});
  CHECK(result.buffer->bytes.size() == 12);
  CHECK(result.buffer->bytes[11] == std::byte{0xff});

  result = read(npy("{\"shape\":(),'fortran_order':True,'descr':'=f8'}", std::string(8, '\0')));
  REQUIRE(result.buffer);
  CHECK(result.buffer->shape.empty());

  result = read(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", {"\0\2\1", 3}));
  REQUIRE(result.buffer);
  CHECK(result.buffer->bytes == std::vector<std::byte>{std::byte{0}, std::byte{1}, std::byte{1}});

  result = read(npy("{'descr': '>u1', 'fortran_order': False, 'shape': (0, 5)}", ""));
  REQUIRE(result.buffer);
  CHECK(result.buffer->elements() == 0);
}

TEST_CASE("versions 2 and 3 have a longer header length") {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}";
  for (char version : {'\2', '\3'}) {
    std::string file = std::string("\x93NUMPY") + version + '\0' +
                       static_cast<char>(header.size()) + std::string(3, '\0') + header + "abcd";
    CHECK(read(file).buffer.has_value());
  }
  CHECK(refused(std::string("\x93NUMPY\x04\0\0\0", 10), "its format version is 4"));
}

TEST_CASE("what is written is what NumPy writes") {
  Buffer buffer{"x", DType::F32, {3}, std::vector<std::byte>(12, std::byte{7})};
  std::string file = toNpy({&buffer, 1, {2}});
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  header.resize(117, ' ');
  CHECK(file == npy(header + "\n", std::string(8, '\7')));

  for (DType dtype : {DType::Bool, DType::I8, DType::I64, DType::U64, DType::F16, DType::F64}) {
    Buffer some{"x", dtype, {2, 2}, {}};
    some.bytes.resize(4 * static_cast<std::size_t>(byteSize(dtype)), std::byte{1});
    Read back = read(toNpy({&some, 0, some.shape}));
    REQUIRE(back.buffer);
    CHECK(back.buffer->dtype == dtype);
    CHECK(back.buffer->shape == some.shape);
    CHECK(back.buffer->bytes == some.bytes);
  }
  Buffer brain{"x", DType::BF16, {}, std::vector<std::byte>(2)};
  CHECK(read(toNpy({&brain, 0, {}})).buffer->dtype == DType::U16);
}

TEST_CASE("everything else is refused") {
  auto withHeader = [](const std::string &header) { return npy(header, std::string(16, '\0')); };
  CHECK(refused("", "'a.npy' is no .npy file that can be read: it does not start as one"));
  CHECK(refused("\x93NUMPX\x01", "[npy-invalid]"));
  CHECK(refused(std::string("\x93NUMPY\x01\0", 8), "its header is cut off"));
  CHECK(refused(std::string("\x93NUMPY\x02\0\xff\xff\xff\xff", 12), "claims to be 4294967295"));
  CHECK(refused(withHeader("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2)}"),
                "'a.npy' holds an array in Fortran order; save it with numpy.ascontiguousarray "
                "[npy-unsupported]"));
  CHECK(refused(withHeader("{'descr': '>f4', 'fortran_order': False, 'shape': (2, 2)}"),
                "big-endian"));
  CHECK(refused(withHeader("{'descr': '|O', 'fortran_order': False, 'shape': (2,)}"),
                "NumPy's dtype '|O', which no kernel takes"));
  CHECK(refused(withHeader("{'descr': '<c8', 'fortran_order': False, 'shape': (2,)}"), "'<c8'"));
  CHECK(refused(withHeader("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}"),
                "records"));
  CHECK(refused(withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (3)}"), "'shape'"));
  CHECK(refused(withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)}"), "'shape'"));
  CHECK(refused(withHeader("{'descr': '<f4', 'fortran_order': False}"), "lacks"));
  CHECK(refused(withHeader("{'descr': '<f4', 'fortran_order': 0, 'shape': (4,)}"), "True nor"));
  CHECK(refused(withHeader("{'a': 1}"), "unknown key"));
  CHECK(refused(withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (4,)} x"),
                "malformed"));
  CHECK(refused(withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (5,)}"),
                "'a.npy' holds 16 bytes where its shape needs 20 bytes [npy-size]"));
  CHECK(refused(withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}"),
                "holds more where its shape needs 12 bytes"));
  CHECK(refused(
      withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (999999999999, 999999999999)}"),
      "more elements than memory can hold"));
  CHECK(refused(withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999,)}"),
                "holds 16 bytes"));
}

TEST_CASE("no file ends the program") {
  const std::string valid =
      npy("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }\n", std::string(12, '\1'));
  for (std::size_t i = 0; i < valid.size(); ++i)
    read(valid.substr(0, i));
  std::mt19937 random(1);
  const std::string bytes("{}[]()'\",:0123456789<>|ifub \n\0\xff", 30);
  for (int round = 0; round < 5000; ++round) {
    std::string file = valid;
    for (int edits = 1 + static_cast<int>(random() % 3); edits > 0; --edits)
      file[6 + random() % (file.size() - 6)] = bytes[random() % bytes.size()];
    read(file);
  }
}

TEST_CASE("a file that cannot be opened is reported") {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  CHECK(!readNpyFile("/nonexistent.npy", diagnostics));
  CHECK(out.str().find("cannot read '/nonexistent.npy': No such file") != std::string::npos);
  CHECK(!readNpyFile("/", diagnostics));
}
