// SPDX-License-Identifier: Apache-2.0
// Every op on every type over edge values, in every device record: SPIR-V that validates, and the
// interpreter's bits.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "harness.hpp"

namespace tack::test {
namespace {

using ir::Kind;

const std::vector<Kind> kInts = {Kind::I8, Kind::I16, Kind::I32, Kind::I64,
                                 Kind::U8, Kind::U16, Kind::U32, Kind::U64};
const std::vector<Kind> kNumbers = {Kind::I8,  Kind::I16, Kind::I32, Kind::I64, Kind::U8,
                                    Kind::U16, Kind::U32, Kind::U64, Kind::F32, Kind::F64};

// The numbers that the device of the record has.
std::vector<Kind> numbers(const Record& record) {
  std::vector<Kind> kinds = kNumbers;
  if (!record.caps.float64) std::erase(kinds, Kind::F64);
  return kinds;
}

uint64_t float_bits(Kind kind, double v) {
  return kind == Kind::F32 ? std::bit_cast<uint32_t>(static_cast<float>(v))
                           : std::bit_cast<uint64_t>(v);
}

// Edge values and a few in between, as bits.
std::vector<uint64_t> values(Kind kind) {
  std::vector<uint64_t> out;
  if (kind == Kind::F32 || kind == Kind::F64) {
    for (double v : {0.0,
                     -0.0,
                     1.0,
                     -1.0,
                     0.5,
                     1.5,
                     2.5,
                     -2.5,
                     3.0,
                     0.1,
                     7.25,
                     -1e-3,
                     1e10,
                     -3e9,
                     127.5,
                     128.0,
                     -128.9,
                     255.9,
                     256.0,
                     32767.9,
                     65535.5,
                     65536.0,
                     -32769.0,
                     2147483647.0,
                     2147483648.0,
                     -2147483648.0,
                     4294967295.0,
                     4294967296.0,
                     9.3e18,
                     -9.3e18,
                     1.9e19,
                     1e30,
                     -1e30,
                     3.3e38,
                     1.3e-38,
                     1.2e-38,
                     1e-40,
                     -1e-45,
                     double(INFINITY),
                     -double(INFINITY),
                     double(NAN),
                     8388608.5,
                     8388607.5,
                     4503599627370497.5,
                     16777217.0})
      out.push_back(float_bits(kind, v));
    if (kind == Kind::F64)
      for (double v : {1e300, 1.7e308, 2.3e-308, 2.2e-308, 5e-324, 9007199254740993.0, 3.4e38})
        out.push_back(float_bits(kind, v));
    return out;
  }
  int bits = ir::bits_of(kind);
  uint64_t all = ~uint64_t{0} >> (64 - bits);
  for (uint64_t v : {uint64_t{0},
                     uint64_t{1},
                     uint64_t{2},
                     uint64_t{3},
                     uint64_t{5},
                     uint64_t{7},
                     uint64_t{31},
                     uint64_t{33},
                     uint64_t{63},
                     uint64_t{65},
                     uint64_t{100},
                     all,
                     all - 1,
                     all - 6,
                     all >> 1,
                     (all >> 1) + 1,
                     (all >> 1) + 2,
                     all / 3,
                     all / 5 * 3,
                     uint64_t{0x80000000},
                     uint64_t{0xffffffff},
                     uint64_t{0x100000000},
                     uint64_t{0x123456789abcdef},
                     uint64_t{0xfedcba9876543210}})
    out.push_back(v & all);
  return out;
}

Data data_of(Kind kind, const std::vector<uint64_t>& bits) {
  auto size = static_cast<size_t>(ir::bits_of(kind)) / 8;
  Data d{kind, std::vector<uint8_t>(bits.size() * size)};
  for (size_t i = 0; i < bits.size(); ++i) std::memcpy(d.bytes.data() + i * size, &bits[i], size);
  return d;
}

// Lines that compute one result each, of type `kind` or i1; stored one after the other.
struct Lines {
  std::string text;
  std::vector<std::string> names;
  std::string type;
  void add(const std::string& name, const std::string& line, bool truth = false) {
    std::string k = std::to_string(names.size());
    std::string r = "%r" + k;
    if (truth) {
      text += "  %t" + k + ": i1 = " + line + "\n  " + r + ": " + type + " = convert %t" + k + "\n";
    } else {
      text += "  " + r + ": " + type + " = " + line + "\n";
    }
    text += "  %at" + k + ": i64 = add %base, " + k + "i64\n  store_elem %out, %at" + k + ", " + r +
            "\n";
    names.push_back(name);
  }
};

// The op named by the first difference, for reading failures.
std::string explain(const std::string& fault, const std::vector<std::string>& names) {
  auto at = fault.find("buffer 0[");
  if (at == std::string::npos) return fault;
  size_t index = std::stoul(fault.substr(at + 9));
  return fault + " (" + names[index % names.size()] + ", item " +
         std::to_string(index / names.size()) + ")";
}

Job binary_job(Kind kind, Lines& lines) {
  std::string t = ir::kind_name(kind);
  lines.type = t;
  bool is_float = kind == Kind::F32 || kind == Kind::F64;
  for (const char* op : {"add", "sub", "mul", "div", "min", "max"})
    lines.add(op, std::string(op) + " %x, %y");
  if (is_float) {
    for (const char* op : {"neg", "abs", "sqrt", "floor", "ceil", "trunc", "rint"})
      lines.add(op, std::string(op) + " %x");
    lines.add("fma xyx", "fma %x, %y, %x");
    lines.add("fma xyy", "fma %x, %y, %y");
    lines.text += "  %minus: " + t + " = neg %y\n  %most: " + t + " = mul %x, %minus\n";
    lines.add("fma low part", "fma %x, %y, %most");
  } else {
    for (const char* op : {"rem", "floordiv", "floormod", "and", "or", "xor", "shl", "shr"})
      lines.add(op, std::string(op) + " %x, %y");
    for (const char* op : {"neg", "abs", "not"}) lines.add(op, std::string(op) + " %x");
  }
  for (const char* op : {"eq", "ne", "lt", "le", "gt", "ge"})
    lines.add(op, std::string(op) + " %x, %y", true);
  lines.text += "  %less: i1 = lt %x, %y\n  %more: i1 = gt %x, %y\n";
  lines.add("select", "select %less, %x, %y");
  for (const char* op : {"and", "or", "xor", "eq", "ne"})
    lines.add(std::string(op) + " i1", std::string(op) + " %less, %more", true);
  lines.add("not i1", "not %less", true);

  Job job;
  std::string count = std::to_string(lines.names.size());
  job.kernel = "ops";
  job.text = "kernel @ops(%out: buffer<" + t + ">, %a: buffer<" + t + ">, %b: buffer<" + t +
             ">) over (%i < %n) {\n  %x: " + t + " = load_elem %a, %i\n  %y: " + t +
             " = load_elem %b, %i\n  %base: i64 = mul %i, " + count + "i64\n" + lines.text + "}\n";
  std::vector<uint64_t> a, b;
  for (uint64_t x : values(kind)) {
    for (uint64_t y : values(kind)) {
      a.push_back(x);
      b.push_back(y);
    }
  }
  job.buffers = {data_of(kind, std::vector<uint64_t>(a.size() * lines.names.size())),
                 data_of(kind, a), data_of(kind, b)};
  job.args = {buf(0), buf(1), buf(2)};
  job.extents = {static_cast<int64_t>(a.size())};
  return job;
}

TEST(Ops, BinaryAndUnary) {
  for (const Record& record : records()) {
    for (Kind kind : numbers(record)) {
      SCOPED_TRACE(record.name + " " + ir::kind_name(kind));
      Lines lines;
      Job job = binary_job(kind, lines);
      EXPECT_EQ(explain(compare(job, record), lines.names), "");
    }
  }
}

// Random numbers of every size, subnormals among them: proves what runtime/vulkan/device.cpp says
// of the driver, and the lowerings on it.
TEST(Ops, FloatsAreExact) {
  for (const Record& record : records()) {
    if (record.name != "all" && record.name != "software-floats") continue;
    for (Kind kind : {Kind::F32, Kind::F64}) {
      if (kind == Kind::F64 && !record.caps.float64) continue;
      SCOPED_TRACE(record.name + " " + ir::kind_name(kind));
      Lines lines;
      lines.type = ir::kind_name(kind);
      for (const char* op : {"add", "sub", "mul", "div"})
        lines.add(op, std::string(op) + " %x, %y");
      lines.add("sqrt", "sqrt %x");
      lines.add("fma", "fma %x, %y, %x");
      std::string t = lines.type, count = std::to_string(lines.names.size());
      Job job;
      job.kernel = "floats";
      job.text = "kernel @floats(%out: buffer<" + t + ">, %a: buffer<" + t + ">, %b: buffer<" + t +
                 ">) over (%i < %n) {\n  %x: " + t + " = load_elem %a, %i\n  %y: " + t +
                 " = load_elem %b, %i\n  %base: i64 = mul %i, " + count + "i64\n" + lines.text +
                 "}\n";
      std::mt19937_64 random(3);
      std::vector<uint64_t> a, b;
      uint64_t spread = kind == Kind::F32 ? uint64_t{1} << 23 : uint64_t{1} << 52;
      for (int i = 0; i < 20000; ++i) {
        a.push_back(random());
        // Near in size as often as not, and some with few bits.
        b.push_back(i % 2 == 0 ? random() : a.back() + random() % (8 * spread));
        if (i % 5 == 0) b.back() &= ~(spread / 16 - 1);
        if (i % 7 == 0) a.back() &= ~(spread / 4 - 1);
      }
      job.buffers = {data_of(kind, std::vector<uint64_t>(a.size() * lines.names.size())),
                     data_of(kind, a), data_of(kind, b)};
      job.args = {buf(0), buf(1), buf(2)};
      job.extents = {static_cast<int64_t>(a.size())};
      EXPECT_EQ(explain(compare(job, record), lines.names), "");
    }
  }
}

// One kernel for each type converted from, with a buffer for each type converted to.
// What drivers simplify too far: sums and products with zeros, x - x, x / x, and selects among
// constants whose zeros have another sign.
TEST(Ops, DriversSimplifyNoFloats) {
  const std::vector<std::string> constants = {"0.0", "-0.0", "1.0", "-1.0"};
  for (Kind kind : {Kind::F32, Kind::F64}) {
    Lines lines;
    std::string t = lines.type = ir::kind_name(kind);
    for (const char* op : {"add", "sub", "mul", "div"}) {
      std::string o = op;
      lines.add(o + " x x", o + " %x, %x");
      for (const char* zero : {"0.0", "-0.0"}) {
        lines.add(o + " x " + zero, o + " %x, " + zero + t);
        lines.add(o + " " + zero + " x", o + " " + zero + t + ", %x");
      }
    }
    for (const std::string& a : constants)
      for (const std::string& b : constants)
        lines.add("select " + a + " " + b, "select %c, " + a + t + ", " + b + t);
    // Infinity times zero: the driver takes it for a number.
    lines.text += "  %end: " + t + " = select %c, -inf_" + t + ", -0.0" + t + "\n  %none: " + t +
                  " = mul %end, 0.0" + t + "\n";
    lines.add("none == none", "eq %none, %none", true);
    lines.add("min none", "min %none, %x");
    std::string count = std::to_string(lines.names.size());
    Job job;
    job.kernel = "signs";
    job.text = "kernel @signs(%out: buffer<" + t + ">, %a: buffer<" + t +
               ">) over (%i < %n) {\n  %x: " + t + " = load_elem %a, %i\n  %c: i1 = lt %x, 0.5" +
               t + "\n  %base: i64 = mul %i, " + count + "i64\n" + lines.text + "}\n";
    const std::vector<double> values = {0.0, -0.0, 1, -1, 2.5, INFINITY, -INFINITY, NAN, 1e-40};
    std::vector<uint64_t> a;
    for (double v : values)
      a.push_back(kind == Kind::F32 ? std::bit_cast<uint32_t>(static_cast<float>(v))
                                    : std::bit_cast<uint64_t>(v));
    job.buffers = {data_of(kind, std::vector<uint64_t>(a.size() * lines.names.size())),
                   data_of(kind, a)};
    job.args = {buf(0), buf(1)};
    job.extents = {static_cast<int64_t>(a.size())};
    for (const Record& record : records()) {
      if (record.name != "all" && record.name != "software-floats" && record.name != "no-int64")
        continue;
      if (kind == Kind::F64 && !record.caps.float64) continue;
      SCOPED_TRACE(record.name + " " + t);
      EXPECT_EQ(explain(compare(job, record), lines.names), "");
    }
  }
}

// Without Int64 the bits of a double are two words, which may come from and go to any type.
TEST(Ops, WordsOfDoubles) {
  Job job;
  job.text =
      "kernel @k(%out: buffer<f64>, %x: buffer<u16>, %d: buffer<f64>) over (%i < %n) {\n"
      "  %v: u16 = load_elem %x, %i\n  %c: i1 = eq %v, 1u16\n  %e: f64 = load_elem %d, %i\n"
      "  %u: u64 = convert %c\n  %r0: f64 = bitcast %u\n"
      "  %w: u64 = convert %v\n  %r1: f64 = bitcast %w\n"
      "  %b: u64 = bitcast %e\n  %h: i16 = convert %b\n  %r2: f64 = convert %h\n"
      "  %t: u8 = convert %b\n  %r3: f64 = convert %t\n"
      "  %at: i64 = mul %i, 4i64\n  store_elem %out, %at, %r0\n"
      "  %at1: i64 = add %at, 1i64\n  store_elem %out, %at1, %r1\n"
      "  %at2: i64 = add %at, 2i64\n  store_elem %out, %at2, %r2\n"
      "  %at3: i64 = add %at, 3i64\n  store_elem %out, %at3, %r3\n}\n";
  job.kernel = "k";
  job.buffers = {Data{Kind::F64, std::vector<uint8_t>(96)},
                 Data::of<uint16_t>(Kind::U16, {1, 65535, 7}),
                 Data::of<double>(Kind::F64, {0.1, -1e300, 3.000000001})};
  job.args = {buf(0), buf(1), buf(2)};
  job.extents = {3};
  for (const Record& record : records()) {
    if (!record.caps.float64) continue;
    SCOPED_TRACE(record.name);
    EXPECT_EQ(compare(job, record), "");
  }
}

// Widened integers in comparisons: drivers narrow these again, some without the sign.
TEST(Ops, WidenedIntegers) {
  for (Kind from : {Kind::I8, Kind::U8, Kind::I16, Kind::U16, Kind::I32, Kind::U32}) {
    for (Kind to : {Kind::I16, Kind::I32, Kind::U32, Kind::I64, Kind::U64}) {
      if (ir::bits_of(to) <= ir::bits_of(from)) continue;
      Lines lines;
      std::string f = ir::kind_name(from), t = lines.type = ir::kind_name(to);
      std::string end = std::to_string(uint64_t{1} << (ir::bits_of(from) - 1));
      std::vector<std::string> others = {"1" + t, end + t, "%b", "%y"};
      if (t[0] == 'i') others.push_back("-" + end + t), others.push_back("-1" + t);
      if (to == Kind::I16 && from == Kind::I8) others.push_back("-300i16");
      for (const char* op : {"eq", "ne", "lt", "le", "gt", "ge", "max", "min"}) {
        for (const std::string& other : others) {
          bool truth = std::string(op).size() == 2;
          lines.add(std::string(op) + " x " + other, std::string(op) + " %a, " + other, truth);
          lines.add(std::string(op) + " " + other + " x", std::string(op) + " " + other + ", %a",
                    truth);
        }
      }
      std::string count = std::to_string(lines.names.size());
      Job job;
      job.kernel = "k";
      job.text = "kernel @k(%out: buffer<" + t + ">, %in: buffer<" + f + ">, %in2: buffer<" + t +
                 ">) over (%i < %n) {\n  %x: " + f + " = load_elem %in, %i\n  %a: " + t +
                 " = convert %x\n  %z: " + f + " = load_elem %in, 2i64\n  %b: " + t +
                 " = convert %z\n  %y: " + t + " = load_elem %in2, %i\n  %base: i64 = mul %i, " +
                 count + "i64\n" + lines.text + "}\n";
      std::vector<uint64_t> x = values(from), y = values(to);
      y.resize(x.size());
      job.buffers = {data_of(to, std::vector<uint64_t>(x.size() * lines.names.size())),
                     data_of(from, x), data_of(to, y)};
      job.args = {buf(0), buf(1), buf(2)};
      job.extents = {static_cast<int64_t>(x.size())};
      for (const Record& record : records()) {
        if (record.name != "all") continue;
        SCOPED_TRACE(f + " to " + t);
        EXPECT_EQ(explain(compare(job, record), lines.names), "");
      }
    }
  }
}

TEST(Ops, Convert) {
  for (const Record& record : records()) {
    for (Kind from : numbers(record)) {
      SCOPED_TRACE(record.name + " " + ir::kind_name(from));
      std::string f = ir::kind_name(from), parameters, body;
      std::vector<uint64_t> a = values(from);
      Job job;
      for (Kind to : numbers(record)) {
        std::string t = ir::kind_name(to);
        parameters += "%to_" + t + ": buffer<" + t + ">, ";
        body += "  %" + t + ": " + t + (from == to ? " = select true, %x, %x" : " = convert %x") +
                "\n  store_elem %to_" + t + ", %i, %" + t + "\n";
        job.args.push_back(buf(static_cast<int>(job.buffers.size())));
        job.buffers.push_back(data_of(to, std::vector<uint64_t>(a.size())));
      }
      job.args.push_back(buf(static_cast<int>(job.buffers.size())));
      job.buffers.push_back(data_of(from, a));
      job.kernel = "convert";
      job.text = "kernel @convert(" + parameters + "%a: buffer<" + f +
                 ">) over (%i < %n) {\n  %x: " + f + " = load_elem %a, %i\n" + body + "}\n";
      job.extents = {static_cast<int64_t>(a.size())};
      EXPECT_EQ(compare(job, record), "");
    }
  }
}

TEST(Ops, Bitcast) {
  for (const Record& record : records()) {
    for (Kind from : numbers(record)) {
      for (Kind to : numbers(record)) {
        if (from == to || ir::bits_of(from) != ir::bits_of(to)) continue;
        SCOPED_TRACE(record.name + " " + ir::kind_name(from) + " as " + ir::kind_name(to));
        std::string f = ir::kind_name(from), t = ir::kind_name(to);
        Job job;
        job.kernel = "cast";
        job.text = "kernel @cast(%out: buffer<" + t + ">, %a: buffer<" + f +
                   ">) over (%i < %n) {\n  %x: " + f + " = load_elem %a, %i\n  %r: " + t +
                   " = bitcast %x\n  store_elem %out, %i, %r\n}\n";
        std::vector<uint64_t> a = values(from);
        job.buffers = {data_of(to, std::vector<uint64_t>(a.size())), data_of(from, a)};
        job.args = {buf(0), buf(1)};
        job.extents = {static_cast<int64_t>(a.size())};
        EXPECT_EQ(compare(job, record), "");
      }
    }
  }
}

}  // namespace
}  // namespace tack::test
