// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/object_type.hpp"

#include <gtest/gtest.h>

#include "frontend/python/frontend.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::python {
namespace {

using Member = ObjectType::Member;
using What = Member::What;

class ObjectTypes : public testing::Test {
 protected:
  Member member(const char* name, What what) {
    Member out;
    out.name = name;
    out.what = what;
    return out;
  }
  Member constant(const char* name, int64_t value) {
    Member out = member(name, What::Constant);
    out.entity = Entity::of(Constant::of_int(value));
    return out;
  }
  Member function(const char* name, std::string text, bool takes_self) {
    auto f = std::make_shared<DeviceFunction>();
    f->source = parse(SourceFile{"class.py", std::move(text)}, TemplateKind::DeviceFunction);
    f->environment = environment_;
    Member out = member(name, What::Function);
    out.entity = Entity::of(std::shared_ptr<const DeviceFunction>(f));
    out.takes_self = takes_self;
    return out;
  }
  // class Grid: WIDTH = 3; data, n, h of the instance; methods at, twice
  std::shared_ptr<ObjectType> grid() {
    auto type = std::make_shared<ObjectType>();
    type->class_name = "Grid";
    type->members = {
        member("n", What::Scalar),
        constant("WIDTH", 3),
        member("data", What::Array),
        member("h", What::Scalar),
        function("at", "def at(self, i):\n    return self.data[i] * self.twice(2)\n", true),
        function("twice", "def twice(x):\n    return x * 2\n", false)};
    type->members.push_back(member("plain", What::Other));
    type->members.back().entity = Entity::other("a Python function");
    type->iterate = {"n"};
    type->finish();
    return type;
  }
  static std::vector<ArgType> grid_types() {  // data, h, n
    return {ArgType::array(ir::Kind::F32, 1), ArgType::scalar(ir::Kind::F32),
            ArgType::scalar(ir::Kind::I32)};
  }
  std::string lower(std::string body, std::shared_ptr<const ObjectType> type,
                    std::vector<ArgType> args = grid_types()) {
    auto source = parse(SourceFile{"case.py", "@tack.kernel\ndef k(g):\n" + std::move(body)},
                        TemplateKind::Kernel);
    SpecialiseOptions options;
    options.objects = {{0, std::move(type)}};
    Diagnostics diagnostics;
    failure_.reset();
    compiled_ = specialise(*source, *environment_, args, options, diagnostics, failure_);
    ids_.clear();
    for (const Diagnostic& d : diagnostics.all()) ids_.push_back(std::string(d.id));
    if (!compiled_) return failure_ ? failure_->text : "no failure";
    EXPECT_EQ(ir::verify(*compiled_->module, ir::Stage::Source), "");
    return ir::print(*compiled_->module);
  }

  std::shared_ptr<MapEnvironment> environment_ = std::make_shared<MapEnvironment>();
  std::unique_ptr<Compiled> compiled_;
  std::optional<Failure> failure_;
  std::vector<std::string> ids_;
};

TEST_F(ObjectTypes, NumbersItsArguments) {
  auto type = grid();
  EXPECT_EQ(type->argument_count, 3u);
  EXPECT_EQ(type->find("data")->argument, 0u);
  EXPECT_EQ(type->find("h")->argument, 1u);
  EXPECT_EQ(type->find("n")->argument, 2u);
  EXPECT_EQ(type->find("nothing"), nullptr);
  EXPECT_NE(type->id, grid()->id);
  EXPECT_EQ(argument_names({"a", "g", "b"}, {{1, type}}),
            (std::vector<std::string>{"a", "g.data", "g.h", "g.n", "b"}));
}

TEST_F(ObjectTypes, AttributesMethodsAndLoops) {
  std::string text =
      lower("    for i in g:\n        g.data[i] = g.at(i) + g.WIDTH + g.h + len(g.data)\n", grid());
  EXPECT_NE(text.find("kernel @k_k(%g_data: buffer<f32>, %g_h: f32, %g_n: i32"), std::string::npos)
      << text;
  ASSERT_TRUE(compiled_);
  ASSERT_EQ(compiled_->count.dimensions.size(), 1u);
  EXPECT_EQ(to_string(compiled_->count), "start 0, stop arg2, step 1");
  ASSERT_EQ(compiled_->uses.size(), 3u);
  EXPECT_TRUE(compiled_->uses[0].written && compiled_->uses[0].read);
}

TEST_F(ObjectTypes, ObjectsInObjects) {
  auto outer = std::make_shared<ObjectType>();
  outer->class_name = "Outer";
  outer->members = {member("x", What::Scalar), member("grid", What::Object),
                    member("a", What::Array)};
  outer->members[1].object = grid();
  outer->finish();
  EXPECT_EQ(outer->argument_count, 5u);
  EXPECT_EQ(outer->find("x")->argument, 4u);
  std::vector<ArgType> types = grid_types();
  types.insert(types.begin(), ArgType::array(ir::Kind::I32, 1));
  types.push_back(ArgType::scalar(ir::Kind::I64));
  std::string text = lower(
      "    for i in g.grid:\n        for j in g.grid:\n            inner = g.grid\n"
      "            g.a[i] = inner.at(j) + g.x\n",
      outer, types);
  EXPECT_NE(text.find("%g_grid_n: i32"), std::string::npos) << text;
  EXPECT_EQ(to_string(compiled_->count), "start 0, stop arg3, step 1");
}

TEST_F(ObjectTypes, KnownExtentsBecomeConstants) {
  std::vector<ArgType> types = grid_types();
  types[0].extents = {77};
  std::string body = "    for i in range(g.data.shape[0] - 1):\n        g.data[i] = 1\n";
  lower(body, grid(), types);
  ASSERT_TRUE(compiled_);
  EXPECT_TRUE(compiled_->fixed.empty());
  body = "    for i in range(len(g.data)):\n        g.data[i] = g.data[len(g.data) - 1 - i]\n";
  std::string text = lower(body, grid(), types);
  EXPECT_NE(text.find("77i64"), std::string::npos) << text;
  EXPECT_EQ(compiled_->fixed, (std::vector<FixedExtent>{{0, 0, 77}}));
  EXPECT_FALSE(compiled_->needs_extents);
  body =
      "    for i in range(4):\n        t = tack.local_array(tack.f32, len(g.data) * 2)\n"
      "        t[0] = 1\n        g.data[i] = t[0]\n";
  lower(body, grid(), types);
  ASSERT_TRUE(compiled_) << failure_->text;
  EXPECT_TRUE(compiled_->needs_extents);
  lower(body, grid(), grid_types());
  ASSERT_TRUE(failure_);
  EXPECT_EQ(failure_->id, "py.local-array-size");
}

struct Refused {
  const char* body;
  const char* id;
  ErrorKind kind;
};

TEST_F(ObjectTypes, Refusals) {
  constexpr Refused kCases[] = {
      {"for i in g:\n        g.data[i] = g.widht", "py.unknown-attribute", ErrorKind::Value},
      {"for i in g:\n        g.data[i] = g.nothing(1)", "py.unknown-attribute", ErrorKind::Value},
      {"for i in g:\n        g.data[i] = g.plain(1)", "py.not-device-method", ErrorKind::Value},
      {"for i in g:\n        g.data[i] = g", "py.object-as-value", ErrorKind::UnsupportedSyntax},
      {"for i in g:\n        g.data[i] = g.at", "py.function-as-value",
       ErrorKind::UnsupportedSyntax},
      {"for i in g:\n        g.data[i] = g.data", "py.array-as-value",
       ErrorKind::UnsupportedSyntax},
      {"for i in g:\n        g.data[i] = g.n(1)", "py.not-callable", ErrorKind::UnsupportedSyntax},
      {"for i in g:\n        g.n = 1", "py.attribute", ErrorKind::UnsupportedSyntax},
      {"for i in g:\n        g.n += 1", "py.attribute", ErrorKind::UnsupportedSyntax},
      {"for i in g:\n        g = 1", "py.second-name", ErrorKind::UnsupportedSyntax},
      {"for i in g:\n        g.data[i] = g.at(1, 2)", "py.argument-count", ErrorKind::Type},
      {"for i, j in g:\n        g.data[i] = 1", "py.iterate", ErrorKind::Type},
      {"for i in g.data:\n        g.data[i] = 1", "py.loop-over", ErrorKind::UnsupportedSyntax},
  };
  for (const Refused& one : kCases) {
    lower(std::string("    ") + one.body + "\n", grid());
    ASSERT_TRUE(failure_) << one.body;
    EXPECT_EQ(failure_->id, one.id) << one.body << "\n" << failure_->text;
    EXPECT_EQ(failure_->kind, one.kind) << one.body;
  }
}

TEST_F(ObjectTypes, WrongDeclarationsOfLoops) {
  struct Case {
    std::vector<std::string> names;
    const char* error;
    const char* text;
  };
  const Case kCases[] = {
      {{},
       "",
       "Kernel 'k': loop at line 3, column 14 over 'g': device class 'Grid' does not "
       "declare __tack_iterate__."},
      {{"n", "n", "n", "n"}, "", "names 4 attributes, at most three are possible"},
      {{"data"}, "", "'data' of __tack_iterate__ is not a scalar attribute of device class 'Grid'"},
      {{"missing"}, "", "'missing' of __tack_iterate__ is not a scalar attribute"},
      {{}, "__tack_iterate__ is 3", "device class 'Grid': __tack_iterate__ is 3"},
  };
  for (const Case& one : kCases) {
    auto type = grid();
    type->iterate = one.names;
    type->iterate_error = one.error;
    std::string text = lower("    for i in g:\n        g.data[i] = 1\n", type);
    ASSERT_TRUE(failure_);
    EXPECT_EQ(failure_->kind, ErrorKind::Type);
    EXPECT_NE(text.find(one.text), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace tack::python
