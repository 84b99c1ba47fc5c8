// SPDX-License-Identifier: Apache-2.0
// Random loops of counters: stepped once or twice, also under conditions, that begin and end alike
// or by lane, leave by conditions of several parts, index a table, and are read afterwards. What
// split_counters, split_conditions, ranges, narrow and counting by masks live on.
#include <gmock/gmock.h>

#include <random>

#include "transform/equivalence_test.hpp"
#include "transform/narrow.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {
namespace {

class Maker {
 public:
  explicit Maker(uint32_t seed) : random_(seed) {}

  std::string make() {
    type_ = pick({"i32", "i64", "i64", "i16", "u32"});
    line("%xb: i8 = load_elem %in, %i");
    line("%x: " + type_ + " = convert %xb");
    line("%row: " + type_ + " = and %x, 15" + type_);
    line("%p: " + type_ + " = convert %n8");
    line("var %sum: i32");
    for (std::string v : {"a", "b", "c"}) {
      line("var %" + v + ": " + type_);
      if (chance(60)) line("store %" + v + ", " + start());
    }
    loop(0);
    if (chance(40)) loop(1);
    std::string total = load("sum", "i32");
    for (std::string v : {"a", "b", "c"}) {
      if (chance(25)) continue;
      std::string x = name(), y = name(), z = name();
      std::string held = load(v, type_);
      line(x + ": i32 = convert " + held);
      line(y + ": i32 = mul " + total + ", 31i32");
      line(z + ": i32 = xor " + y + ", " + x);
      total = z;
    }
    line("store_elem %out, %i, " + total);
    return "kernel @k(%in: buffer<i8>, %table: buffer<i32>, %out: buffer<i32>, %n8: i8) over "
           "(%i < %n)" +
           std::string(chance(60) ? " small" : "") + " {\n" + text_ + "}\n";
  }

 private:
  size_t below(size_t n) { return random_() % n; }
  bool chance(size_t percent) { return below(100) < percent; }
  std::string pick(std::vector<std::string> of) { return of[below(of.size())]; }
  std::string name() { return "%t" + std::to_string(next_++); }
  void line(const std::string& what) { text_ += std::string(depth_ * 2 + 2, ' ') + what + "\n"; }
  std::string number() { return std::to_string(below(12)) + type_; }
  std::string start() { return pick({number(), number(), "%p", "%row"}); }

  std::string load(const std::string& var, const std::string& type) {
    std::string n = name();
    line(n + ": " + type + " = load %" + var);
    return n;
  }

  std::string compare() {
    std::string n = name(), a = load(pick({"a", "b", "c"}), type_);
    std::string with = pick({number(), std::to_string(below(60)) + type_, "%p", "%row"});
    line(n + ": i1 = " + pick({"lt", "le", "gt", "ge", "eq", "ne"}) + " " + a + ", " + with);
    return n;
  }

  std::string condition() {
    std::string c = compare();
    while (chance(35)) {
      std::string n = name(), d = compare();
      line(n + ": i1 = " + pick({"and", "or"}) + " " + c + ", " + d);
      c = n;
    }
    return c;
  }

  void step(const std::string& var) {
    std::string old = load(var, type_);
    if (chance(15)) line("store %" + var + ", " + pick({number(), old}));
    std::string n = name();
    line(n + ": " + type_ + " = " + pick({"add", "add", "add", "sub"}) + " " + old + ", " +
         pick({"1", "1", "1", "2", "3"}) + type_);
    if (chance(10)) add_up(n);
    line("store %" + var + ", " + n);
  }

  // sum = sum * 3 + table[value & 63]
  void add_up(const std::string& value) {
    std::string at = name(), x = name(), s = load("sum", "i32"), y = name(), z = name();
    line(at + ": " + type_ + " = and " + value + ", 63" + type_);
    line(x + ": i32 = load_elem %table, " + at);
    line(y + ": i32 = mul " + s + ", 3i32");
    line(z + ": i32 = add " + y + ", " + x);
    line("store %sum, " + z);
  }

  void guarded(const std::function<void()>& body, const std::function<void()>& other = {}) {
    line("if " + condition() + " {");
    ++depth_;
    body();
    --depth_;
    if (other) {
      line("} else {");
      ++depth_;
      other();
      --depth_;
    }
    line("}");
  }

  void loop(int level) {
    // A `for` of its own bounds the runs.
    std::string label = "$l" + std::to_string(next_++), run = name();
    line("for " + label + " " + run + ": i32 = 0i32 to " + std::to_string(3 + below(14)) +
         "i32 step 1i32 {");
    ++depth_;
    size_t parts = 2 + below(5);
    for (size_t k = 0; k < parts; ++k) {
      switch (below(level < 2 ? 8 : 7)) {
        case 0:
        case 1:
        case 2:
          step(pick({"a", "b", "c"}));
          break;
        case 3:
          if (chance(50)) {
            guarded([&] { line("exit " + label); });
          } else {
            guarded(
                [&] {
                  if (chance(30)) step("c");
                },
                [&] { line("exit " + label); });
          }
          break;
        case 4:
          guarded([&] { step(pick({"a", "b", "c"})); });
          break;
        case 5:
        case 6:
          add_up(load(pick({"a", "b", "c"}), type_));
          break;
        default:
          loop(level + 1);
          break;
      }
    }
    --depth_;
    line("}");
  }

  std::mt19937 random_;
  std::string type_, text_;
  int next_ = 0;
  size_t depth_ = 0;
};

TEST(Counters, RandomLoops) {
  for (uint32_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::string text = Maker(seed).make();
    expect_same(
        text, {70}, 80,
        [&](ir::Module& m) {
          if (seed % 3 != 0) narrow(m);
          vectorise(*m.functions[0], static_cast<uint16_t>(2u << (seed % 6)));
        },
        ir::Stage::Gang);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace tack::transform
