// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_class.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "frontend/python/file_guess.hpp"
#include "frontend/python/file_module.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::python {
namespace {

constexpr const char* kText = R"(import tack

SIZE = 4

class Plain:
    K = 1

@tack.device_class
class Grid:
    __tack_iterate__ = ("n",)
    WIDTH = SIZE * 2          # 8
    RATE = tack.constant(0.5, tack.f64)
    NAME = "grid"
    _HIDDEN = 3

    def __init__(self, n):
        self.n, self.h = n, 1.0
        self.data = tack.zeros(n)
        self.cells = tack.zeros((n, n))

    @tack.func
    def at(self, i):
        return self.data[i] * self.twice(self.WIDTH) + self.cells[i, 0]

    @staticmethod
    @tack.func
    def twice(x):
        return x * 2

    @tack.kernel
    def step(self, dt):
        for i in self:
            self.data[i] = self.at(i) + dt * self.h + self.RATE

    def plain(self):
        self.later = 1

class Wide(Grid):
    WIDTH = 16

    @tack.kernel
    def wider(this, out):
        for i in range(this.n):
            out[i] = this.WIDTH + this.at(i)

@tack.data_oriented
class Mesh:
    def __init__(self, grid):
        self.grid = grid
        self.weight = 2.0

    @tack.func
    def value(self, i):
        return self.grid.at(i) * self.weight

@tack.func
def outside(g, i):
    return g.at(i) + g.h

@tack.kernel
def use(g, out):
    for i in g:
        out[i] = outside(g, i)

@tack.kernel
def deep(m, out):
    for i in m.grid:
        out[i] = m.value(i)

@tack.kernel
def other(x, out):
    for i in range(len(out)):
        out[i] = x.something

@tack.kernel
def misspelt(g, out):
    for i in g:
        out[i] = g.widht + g.at(i) + g.plain()
)";

class FileClasses : public testing::Test {
 protected:
  FileClasses() {
    HostValues values;
    values["SIZE"] = HostValue::of(static_cast<__int128>(4));
    for (FoundFunction& f : find_functions(file_)) {
      if (f.indent != 0 || !has_decorator(f, "func")) continue;
      auto made = std::make_shared<DeviceFunction>();
      made->source = parse(std::move(f.source), TemplateKind::DeviceFunction);
      made->environment = std::shared_ptr<Environment>(std::shared_ptr<void>(), environment_.get());
      environment_->set(f.name, Entity::of(std::shared_ptr<const DeviceFunction>(made)));
    }
    classes_ = read_classes(
        file_, std::shared_ptr<Environment>(std::shared_ptr<void>(), environment_.get()), values,
        {});
  }
  const FileClass& named(const std::string& name) {
    for (const FileClass& one : classes_)
      if (one.name == name) return one;
    ADD_FAILURE() << name;
    return classes_.front();
  }
  // The names of the kernel's arguments, or the failure.
  std::string lower(const Template& kernel, const FileClass* owner) {
    guess_ = guess_call(kernel, *environment_, classes_, owner, ir::Kind::F32);
    SpecialiseOptions options;
    options.objects = guess_.objects;
    Diagnostics diagnostics;
    std::optional<Failure> failure;
    auto compiled = specialise(kernel, *environment_, guess_.types, options, diagnostics, failure);
    if (!compiled) return failure->text;
    EXPECT_EQ(ir::verify(*compiled->module, ir::Stage::Source), "");
    std::string out;
    for (const std::string& name : argument_names(kernel.parameters(), guess_.objects))
      out += (out.empty() ? "" : " ") + name;
    return out;
  }
  std::string lower(const std::string& name) {
    for (const FileClass& one : classes_)
      for (const FileClass::Kernel& kernel : one.kernels)
        if (kernel.name == name) return lower(*kernel.source, &one);
    for (FoundFunction& f : find_functions(file_))
      if (f.name == name) return lower(*parse(f.source, TemplateKind::Kernel), nullptr);
    return "no kernel";
  }

  SourceFile file_{"classes.py", kText, 1};
  std::shared_ptr<MapEnvironment> environment_ = std::make_shared<MapEnvironment>();
  std::vector<FileClass> classes_;
  GuessedArguments guess_;
};

TEST_F(FileClasses, Bodies) {
  EXPECT_EQ(std::count_if(classes_.begin(), classes_.end(),
                          [](const FileClass& one) { return one.is_device; }),
            3);
  const FileClass& grid = named("Grid");
  EXPECT_EQ(grid.body.iterate, std::vector<std::string>{"n"});
  EXPECT_EQ(grid.find("WIDTH")->entity.constant.int_bits, 8u);
  EXPECT_EQ(grid.find("RATE")->entity.constant.float_value, 0.5);
  EXPECT_EQ(grid.find("RATE")->entity.constant.dtype, ir::Kind::F64);
  EXPECT_EQ(grid.find("_HIDDEN"), nullptr);
  EXPECT_EQ(grid.assigned, (std::set<std::string>{"cells", "data", "h", "later", "n"}));
  EXPECT_TRUE(grid.find("at")->takes_self);
  EXPECT_FALSE(grid.find("twice")->takes_self);
  ASSERT_EQ(grid.kernels.size(), 1u);
  EXPECT_EQ(grid.kernels[0].name, "Grid.step");
  const FileClass& wide = named("Wide");
  EXPECT_EQ(wide.find("WIDTH")->entity.constant.int_bits, 16u);
  EXPECT_EQ(wide.body.iterate, std::vector<std::string>{"n"});
}

TEST_F(FileClasses, GuessedInstances) {
  EXPECT_EQ(lower("Grid.step"), "self.cells self.data self.h self.later self.n dt");
  EXPECT_EQ(guess_.types[0], ArgType::array(ir::Kind::F32, 2));
  EXPECT_EQ(guess_.types[1], ArgType::array(ir::Kind::F32, 1));
  EXPECT_EQ(guess_.types[4], ArgType::scalar(ir::Kind::I32));
  EXPECT_EQ(lower("Wide.wider"), "this.cells this.data this.h this.later this.n out");
  EXPECT_EQ(lower("use"), "g.cells g.data g.h g.later g.n out");
  EXPECT_EQ(lower("deep"), "m.grid.cells m.grid.data m.grid.h m.grid.later m.grid.n m.weight out");
  EXPECT_EQ(guess_.obstacle, "");
  lower("other");
  EXPECT_EQ(guess_.obstacle, "'x' is an object of a class that is not in the file");
  EXPECT_EQ(lower("misspelt").substr(0, 68),
            "Kernel 'misspelt': 'g' at line 4, column 18 has no attribute 'widht'");
}

// As Python looks members up: what two bases inherit stands behind both.
TEST(FileClass, LooksBasesUpInPythonsOrder) {
  constexpr const char* text = R"(import tack

@tack.device_class
class Top:
    A = 1
    B = 1
    C = 1

class Left(Top):
    A = 2

class Right(Top):
    A = 3
    B = 3

class Both(Left, Right):
    pass
)";
  FileModule module(SourceFile{"k.py", text});
  const FileClass* both = module.find_class("Both");
  ASSERT_NE(both, nullptr);
  auto value = [&](const char* name) { return both->find(name)->entity.constant.int_bits; };
  EXPECT_EQ(value("A"), 2u);
  EXPECT_EQ(value("B"), 3u);
  EXPECT_EQ(value("C"), 1u);
}

}  // namespace
}  // namespace tack::python
