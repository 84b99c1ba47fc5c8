// SPDX-License-Identifier: Apache-2.0
// Formats against C's printf, kinds that do not fit, formats that are none.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace {

using Slots = std::vector<tack_xc_slot>;

tack_xc_slot integer(int64_t value, uint64_t kind = TACK_XC_SLOT_I32) {
  return {static_cast<uint64_t>(value), kind};
}
tack_xc_slot real(double value) {
  tack_xc_slot s{0, TACK_XC_SLOT_DOUBLE};
  std::memcpy(&s.bits, &value, 8);
  return s;
}
tack_xc_slot pointer(const void* p, uint64_t kind) {
  tack_xc_slot s{0, kind};
  std::memcpy(&s.bits, &p, 8);
  return s;
}
tack_xc_slot text(const char* p) { return pointer(p, TACK_XC_SLOT_TEXT); }

std::string format(const std::string& f, const Slots& slots, tack_xc_describe describe = nullptr) {
  tack_xc_text out = {};
  tack_rt_xc_format(&out, f.c_str(), slots.data(), static_cast<uint32_t>(slots.size()), describe);
  std::string s(reinterpret_cast<const char*>(out.bytes), out.length);
  if (out.bytes) {
    EXPECT_EQ(out.bytes[out.length], 0);
  }
  tack_rt_xc_text_free(&out);
  return s;
}

template <class... T>
std::string c_format(const std::string& f, T... values) {
  std::vector<char> out(static_cast<size_t>(std::snprintf(nullptr, 0, f.c_str(), values...)) + 1);
  std::snprintf(out.data(), out.size(), f.c_str(), values...);
  return {out.data(), out.size() - 1};
}

const char* const kFlags[] = {"",   "-",  "0",  "+",  " ",  "#",  "-+",
                              "0+", "- ", "+ ", "#0", "-#", "+0 "};
const char* const kSizes[] = {"", "1", "12", ".0", ".3", "9.4", "40", "3.17"};

TEST(Format, IntegersAsC) {
  for (const char* flags : kFlags) {
    for (const char* size : kSizes) {
      std::string start = std::string("%") + flags + size;
      for (int64_t v : {int64_t{0}, int64_t{1}, int64_t{-1}, int64_t{300}, int64_t{-70000}}) {
        for (char kind : std::string("diuxXo")) {
          int narrow = static_cast<int>(v);
          EXPECT_EQ(format(start + kind, {integer(v)}), c_format(start + kind, narrow))
              << start << kind;
          EXPECT_EQ(format(start + "ll" + kind, {integer(v, TACK_XC_SLOT_I64)}),
                    c_format(start + "ll" + kind, static_cast<long long>(v)));
          EXPECT_EQ(format(start + kind, {integer(v, TACK_XC_SLOT_I16)}),
                    kind == 'd' || kind == 'i'
                        ? c_format(start + kind, static_cast<int>(static_cast<int16_t>(v)))
                        : c_format(start + kind, static_cast<unsigned>(static_cast<uint16_t>(v))));
        }
      }
    }
  }
}

TEST(Format, FloatsAndTextAsC) {
  for (const char* flags : kFlags) {
    for (const char* size : kSizes) {
      std::string start = std::string("%") + flags + size;
      for (double v : {0.0, -0.0, 1.5, -2.25, 1e300, 1.0 / 0.0, 0.0001}) {
        for (char kind : std::string("fFeEgG"))
          EXPECT_EQ(format(start + kind, {real(v)}), c_format(start + kind, v)) << start << kind;
      }
      if (std::strpbrk(flags, "#0+ ")) continue;  // mean nothing for text
      EXPECT_EQ(format(start + "s", {text("hello")}), c_format(start + "s", "hello"));
      if (!std::strchr(size, '.')) {
        EXPECT_EQ(format(start + "c", {integer('x')}), c_format(start + "c", 'x'));
      }
    }
  }
}

TEST(Format, WidthsFromValues) {
  EXPECT_EQ(
      format("[%*d|%-*d|%.*f|%*.*f]", {integer(5), integer(42), integer(5), integer(42), integer(1),
                                       real(2.55), integer(8), integer(2), real(1)}),
      "[   42|42   |2.5|    1.00]");
  EXPECT_EQ(format("[%*d|%.*f|%.*d]",
                   {integer(-5), integer(42), integer(-1), real(1.5), integer(-3), integer(7)}),
            "[42   |1.500000|7]");
  EXPECT_EQ(format("%*d", {integer(2000000000), integer(1)}).size(), 999999u);
  EXPECT_EQ(format("%99999999999999999999d", {integer(1)}).size(), 999999u);
  EXPECT_EQ(format("%*d", {integer(-1, TACK_XC_SLOT_U64), integer(1)}).size(), 1u);
  EXPECT_EQ(format("%.500f", {real(1e300)}), c_format("%.500f", 1e300));
}

TEST(Format, OtherKindsPrintWhatIsThere) {
  EXPECT_EQ(format("%d %x %s", {real(1.5), real(-2), real(0.25)}), "1.5 -2 0.25");
  EXPECT_EQ(format("%f %s %e %p",
                   {integer(-3), integer(-1), integer(-1, TACK_XC_SLOT_U32), integer(255)}),
            "-3 -1 4294967295 ff");
  EXPECT_EQ(format("%@ %@ %@", {integer(-1, TACK_XC_SLOT_U8), real(0.5), text("t")}), "255 0.5 t");
  EXPECT_EQ(format("%s|%@", {text(nullptr), pointer(nullptr, TACK_XC_SLOT_OBJECT)}),
            "(null)|(null)");
  int there = 0;
  EXPECT_EQ(format("%s", {pointer(&there, TACK_XC_SLOT_POINTER)}), c_format("%p", &there));
  EXPECT_EQ(format("%d", {text("no number")}).substr(0, 2), "0x");
}

TEST(Format, WhatIsNoConversionStays) {
  EXPECT_EQ(format("100%", {}), "100%");
  EXPECT_EQ(format("%k %-5", {integer(1)}), "%k %-5");
  EXPECT_EQ(format("%d %5.2f %*d", {integer(1)}), "1 %5.2f %*d");
  EXPECT_EQ(format("%*d", {real(1), integer(2)}), "%*d");
  EXPECT_EQ(format("%%%d%%", {integer(7)}), "%7%");
  EXPECT_EQ(format("", {}), "");
}

TEST(Format, Objects) {
  struct Table {
    const void* words[4];
  } table = {{nullptr, nullptr, nullptr, nullptr}};
  const char* name = "Thing";
  std::memcpy(reinterpret_cast<char*>(&table) + TACK_XC_TABLE_NAME, &name, sizeof name);
  const void* object = &table;
  EXPECT_EQ(format("%@ [%9s] [%-9@] %d",
                   {pointer(&object, TACK_XC_SLOT_OBJECT), pointer(&object, TACK_XC_SLOT_OBJECT),
                    pointer(&object, TACK_XC_SLOT_OBJECT), pointer(&object, TACK_XC_SLOT_OBJECT)}),
            "<Thing> [  <Thing>] [<Thing>  ] <Thing>");
  tack_xc_describe describe = [](void*, tack_xc_text* to) {
    tack_rt_xc_text_append(to, reinterpret_cast<const uint8_t*>("me"), 2);
  };
  EXPECT_EQ(format("[%4@]", {pointer(&object, TACK_XC_SLOT_OBJECT)}, describe), "[  me]");
}

TEST(Text, GrowsIntoItself) {
  tack_xc_text t = {};
  tack_rt_xc_text_append(&t, reinterpret_cast<const uint8_t*>("ab"), 2);
  for (int k = 0; k < 10; ++k) tack_rt_xc_text_append(&t, t.bytes, t.length);
  EXPECT_EQ(t.length, 2048u);
  for (uint32_t k = 0; k < t.length; ++k) ASSERT_EQ(t.bytes[k], k % 2 ? 'b' : 'a');
  tack_xc_slot self = pointer(t.bytes, TACK_XC_SLOT_TEXT);
  tack_rt_xc_format(&t, "%s", &self, 1, nullptr);
  EXPECT_EQ(t.length, 4096u);
  tack_rt_xc_text_free(&t);
}

TEST(Text, Find) {
  auto find = [](const char* in, const char* what) {
    return tack_rt_xc_bytes_find(
        reinterpret_cast<const uint8_t*>(in), static_cast<uint32_t>(strlen(in)),
        reinterpret_cast<const uint8_t*>(what), static_cast<uint32_t>(strlen(what)));
  };
  EXPECT_EQ(find("hello", "llo"), 2u);
  EXPECT_EQ(find("hello", ""), 0u);
  EXPECT_EQ(find("", "x"), 0xffffffffu);
  EXPECT_EQ(find("hello", "hello!"), 0xffffffffu);
}

}  // namespace
