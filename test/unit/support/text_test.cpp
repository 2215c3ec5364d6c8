// UTF-8 decoding, escaping and near names.
#include "mytriton/support/text.h"

#include <catch2/catch.hpp>

using namespace mytriton;
using namespace std::string_literals;

TEST_CASE("decoding takes every well-formed length and one byte of anything else") {
  CHECK(decodeUtf8("a", 0).value == U'a');
  CHECK(decodeUtf8("\xc3\xa9", 0).value == 0xe9);
  CHECK(decodeUtf8("\xe2\x82\xac", 0).value == 0x20ac);
  CHECK(decodeUtf8("\xf0\x9f\x98\x80", 0).value == 0x1f600);
  // A continuation alone, an overlong slash, a surrogate, beyond Unicode, cut short.
  for (const char *bad : {"\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                          "\xe2\x82", "\xff"}) {
    const CodePoint point = decodeUtf8(bad, 0);
    CHECK_FALSE(point.valid);
    CHECK(point.length == 1);
  }
}

TEST_CASE("every code point survives a round trip") {
  for (char32_t value = 0; value < 0x110000; value += value < 0x3000 ? 1 : 97) {
    if (value >= 0xd800 && value <= 0xdfff)
      continue;
    std::string text;
    appendUtf8(text, value);
    const CodePoint point = decodeUtf8(text, 0);
    REQUIRE(point.valid);
    REQUIRE(point.value == value);
    REQUIRE(point.length == text.size());
  }
}

TEST_CASE("what a terminal acts on is escaped") {
  CHECK(escapeUnprintable("a\x1b[31mb") == "a\\x1b[31mb");
  CHECK(escapeUnprintable("a\nb") == "a\\x0ab");
  CHECK(escapeUnprintable("a\nb", true) == "a\nb");
  CHECK(escapeUnprintable("\xe2\x80\xae") == "\\u202e");
  CHECK(escapeUnprintable("\xff") == "\xef\xbf\xbd");
  CHECK(escapeUnprintable("h\xc3\xa9") == "h\xc3\xa9");
}

TEST_CASE("JSON strings are quoted and valid UTF-8") {
  CHECK(jsonString("a\"b\\c\n\t") == R"("a\"b\\c\n\t")");
  CHECK(jsonString("\0\x1b"s) == "\"\\u0000\\u001b\"");
  CHECK(isValidUtf8(jsonString("\xff\xc3")));
}

TEST_CASE("near names are suggested, far ones are not") {
  const std::vector<std::string> names = {"BLOCK", "BLOCK_M", "n"};
  CHECK(didYouMean("BLOK", names) == "; did you mean 'BLOCK'?");
  CHECK(didYouMean("block", names) == "; did you mean 'BLOCK'?");
  CHECK(didYouMean("BLCOK_M", names) == "; did you mean 'BLOCK_M'?");
  CHECK(didYouMean("N", names) == "; did you mean 'n'?");
  CHECK(didYouMean("x", names).empty());
  CHECK(didYouMean("WARPS", names).empty());
  CHECK(didYouMean("", names).empty());
  CHECK(didYouMean(std::string(100000, 'B'), names).empty());
}
