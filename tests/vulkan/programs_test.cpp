// SPDX-License-Identifier: Apache-2.0
// Whole programs: the math library, and a kernel of the hillshade example.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <sstream>

#include "harness.hpp"
#include "mathlib/mathlib.hpp"

namespace tack::test {
namespace {

using ir::Kind;

bool is_chosen(const Record& record) {
  return record.name == "all" || record.name == "software-floats" || record.name == "none-bindings";
}

// Every function of one float, in a kernel each; f64 on the whole device only.
TEST(Programs, MathLibrary) {
  std::string library(mathlib::text());
  auto functions = ir::Module();
  std::vector<float> x;
  for (int i = 0; i < 400; ++i) x.push_back((static_cast<float>(i) - 200) * 0.173f);
  for (float v :
       {0.0f, -0.0f, 1.0f, 1e-30f, 1e-42f, 1e20f, -1e20f, 3e38f, INFINITY, -INFINITY, NAN})
    x.push_back(v);
  int tested = 0;
  std::vector<double> wide(x.begin(), x.end());
  for (const std::string& name : mathlib::names()) {
    ir::Function* f = mathlib::add(functions, name);
    ASSERT_NE(f, nullptr);
    if (f->params.size() != 1 || !f->params[0]->type.is_float() ||
        f->results != std::vector<ir::Type>{f->params[0]->type})
      continue;
    Kind kind = f->params[0]->type.kind;
    std::string t = ir::kind_name(kind);
    Job job;
    job.kernel = "k";
    job.text = library + "\nkernel @k(%out: buffer<" + t + ">, %x: buffer<" + t +
               ">) over (%i < %n) {\n  %v: " + t + " = load_elem %x, %i\n  %r: " + t + " = call @" +
               name + "(%v)\n  store_elem %out, %i, %r\n}\n";
    Data in = kind == Kind::F32 ? Data::of(kind, x) : Data::of(kind, wide);
    job.buffers = {Data{kind, std::vector<uint8_t>(in.bytes.size())}, in};
    job.args = {buf(0), buf(1)};
    job.extents = {static_cast<int64_t>(x.size())};
    for (const Record& record : records()) {
      if (!is_chosen(record) || (kind == Kind::F64 && record.name != "all")) continue;
      if (kind == Kind::F64 && !record.caps.float64) continue;
      SCOPED_TRACE(record.name + " " + name);
      EXPECT_EQ(compare(job, record), "");
      ++tested;
    }
  }
  EXPECT_GE(tested, 15);
}

// A zero by a condition that a driver sees through.
TEST(Programs, ZeroChosenAndDivided) {
  for (const char* type : {"f32", "f64"}) {
    Kind kind = type == std::string("f32") ? Kind::F32 : Kind::F64;
    std::string text = R"(kernel @k(%out: buffer<T>, %n: i64) over (%i < %w) {
  %other: T = convert %n
  %float: f32 = convert %n
  %c: i1 = le %float, %float
  %zero: T = select %c, 0.0T, %other
  %nan: T = div %zero, %zero
  %inverse: T = div 1.0T, %nan
  %is_number: i1 = eq %inverse, %inverse
  %last: T = select %is_number, %other, 0.0T
  %product: T = mul %last, inf_T
  store_elem %out, 0i64, %nan
  store_elem %out, 1i64, %inverse
  store_elem %out, 2i64, %last
  store_elem %out, 3i64, %product
})";
    for (size_t at; (at = text.find('T')) != std::string::npos;) text.replace(at, 1, type);
    Job job;
    job.kernel = "k";
    job.text = text;
    job.buffers = {Data{kind, std::vector<uint8_t>(kind == Kind::F32 ? 16 : 32)}};
    job.args = {buf(0), num(3)};
    job.extents = {1};
    for (const Record& record : records()) {
      if (kind == Kind::F64 && !record.caps.float64) continue;
      SCOPED_TRACE(record.name + " " + type);
      EXPECT_EQ(compare(job, record), "");
    }
  }
}

TEST(Programs, Shadows) {
  std::ifstream file(TACK_SOURCE_DIR "/tests/vulkan/shadows.tir");
  std::stringstream text;
  text << file.rdbuf();
  constexpr int64_t kRows = 37, kColumns = 53;
  std::vector<float> terrain;
  for (int64_t j = 0; j < kRows; ++j)
    for (int64_t i = 0; i < kColumns; ++i)
      terrain.push_back(20 * std::sin(0.31f * static_cast<float>(i)) *
                        std::cos(0.23f * static_cast<float>(j)));
  Job job;
  job.text = text.str();
  job.kernel = "k_cast_shadows";
  job.buffers = {Data::of(Kind::F32, terrain),
                 Data::of(Kind::U8, std::vector<uint8_t>(terrain.size()))};
  auto real = [](float v) { return num(std::bit_cast<uint32_t>(v)); };
  job.args = {buf(0),     buf(1),   real(-0.8f),   real(-0.6f), real(1.5f),
              real(20.f), num(100), num(kColumns), num(kRows),  num(kColumns)};
  job.extents = {kRows, kColumns};
  for (const Record& record : records()) {
    SCOPED_TRACE(record.name);
    EXPECT_EQ(compare(job, record), "");
  }
}

}  // namespace
}  // namespace tack::test
