// SPDX-License-Identifier: Apache-2.0
// Every message of the registry is triggered: by the files of tests/python/errors, whose own
// comments say where each belongs, or by a case here when it takes a program that is built.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "frontend/python/file_module.hpp"
#include "frontend/python/message.hpp"

namespace tack::python {
namespace {

class Triggered {
 public:
  void run(FileModule& module, const std::optional<std::vector<ArgType>>& given,
           const SpecialiseOptions& options = {}) {
    for (const FileKernel& kernel : module.kernels()) {
      if (kernel.source->decoration_failure())
        ids.insert(std::string(kernel.source->decoration_failure()->id));
      Diagnostics diagnostics;
      std::optional<Failure> failure;
      auto compiled =
          specialise(*kernel.source, module.environment(),
                     given ? *given : guess_arguments(*kernel.source, module.environment()),
                     options, diagnostics, failure);
      EXPECT_EQ(compiled == nullptr, failure.has_value());
      for (const Diagnostic& d : diagnostics.all()) ids.insert(std::string(d.id));
    }
  }
  void run(std::string text, const SpecialiseOptions& options = {}) {
    FileModule module(SourceFile{"case.py", "import tack\n" + std::move(text)});
    run(module, std::nullopt, options);
  }
  std::set<std::string> ids;
};

std::string kernel(const std::string& body) {
  return "@tack.kernel\ndef k(x):\n    for i in range(4):\n        " + body + "\n";
}

TEST(Messages, EveryOneIsTriggered) {
  Triggered triggered;
  std::filesystem::path folder = TACK_SOURCE_DIR "/tests/python/errors";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    std::string head = text.str().substr(0, text.str().find('\n'));
    std::optional<std::vector<ArgType>> args;
    if (size_t at = head.find("--args \""); at != std::string::npos) {
      auto types = parse_arguments(head.substr(at + 8, head.rfind('"') - at - 8));
      ASSERT_TRUE(types);
      args = *types;
    }
    FileModule module(SourceFile{entry.path().filename(), text.str()});
    triggered.run(module, args);
  }

  // A text's; a file with such bytes is refused before.
  triggered.run(kernel("x[i] = 1 \xff 2"));

  std::string deep(1000, '(');
  triggered.run(kernel("x[i] = " + deep + "1" + std::string(1000, ')')));

  // Sixty-five functions in a row, and twenty that each call the next twice.
  std::string chain = "@tack.func\ndef f0(a):\n    return a\n", doubling = chain;
  for (int n = 1; n <= 70; ++n) {
    std::string name = std::to_string(n), callee = "f" + std::to_string(n - 1) + "(a)";
    chain += "@tack.func\ndef f" + name + "(a):\n    return " + callee + "\n";
    doubling += "@tack.func\ndef f" + name + "(a):\n    return " + callee + " + " + callee + "\n";
  }
  triggered.run(chain + kernel("x[i] = f70(1.0)"));
  triggered.run(doubling + kernel("x[i] = f30(1.0)"));

  SpecialiseOptions no_math;
  no_math.has_math = [](std::string_view) { return false; };
  triggered.run(kernel("x[i] = sin(x[i])"), no_math);

  triggered.run(
      "@tack.kernel\ndef k(x) -> float:\n    for i in range(4):\n        t = 1.0\n"
      "    return t\n");

  // Instances of device classes come from a host.
  auto type = std::make_shared<ObjectType>();
  type->class_name = "C";
  type->members.resize(2);
  type->members[0].name = "plain";
  type->members[0].entity = Entity::other("a Python function");
  auto bare = std::make_shared<DeviceFunction>();
  bare->source = parse(SourceFile{"case.py", "@tack.func\ndef bare():\n    return 1\n"},
                       TemplateKind::DeviceFunction);
  bare->environment = std::make_shared<MapEnvironment>();
  type->members[1].name = "bare";
  type->members[1].what = ObjectType::Member::What::Function;
  type->members[1].takes_self = true;
  type->members[1].entity = Entity::of(std::shared_ptr<const DeviceFunction>(bare));
  type->finish();
  SpecialiseOptions with_object;
  with_object.objects = {{0, type}};
  for (const char* body : {"a = x + 1", "a = x.nothing", "a = x.plain()", "a = x.bare()",
                           "for j in x:\n            a = 1"}) {
    FileModule module(SourceFile{"case.py", "import tack\n" + kernel(body)});
    triggered.run(module, std::vector<ArgType>{}, with_object);
  }

  for (const char* text : {"x = 1", ""}) {
    auto source = parse(SourceFile{"case.py", text}, TemplateKind::Kernel);
    MapEnvironment environment;
    Diagnostics diagnostics;
    std::optional<Failure> failure;
    EXPECT_EQ(specialise(*source, environment, {}, {}, diagnostics, failure), nullptr);
    for (const Diagnostic& d : diagnostics.all()) triggered.ids.insert(std::string(d.id));
  }
  {
    auto source = parse(SourceFile{"case.py", kernel("x[i] = 1")}, TemplateKind::Kernel);
    MapEnvironment environment;
    Diagnostics diagnostics;
    std::optional<Failure> failure;
    ArgType bad[] = {ArgType::array(ir::Kind::Ptr, 1)};
    EXPECT_EQ(specialise(*source, environment, bad, {}, diagnostics, failure), nullptr);
    for (const Diagnostic& d : diagnostics.all()) triggered.ids.insert(std::string(d.id));
  }

  for (int n = 0; n < diag_count(); ++n) {
    std::string id(info(static_cast<Diag>(n)).id);
    EXPECT_TRUE(triggered.ids.count(id)) << "nothing triggers " << id;
  }
}

TEST(Messages, TheFirstIsWhatACallRaises) {
  auto source = parse(SourceFile{"case.py", "    @tack.kernel\n    def k(x, n):\n        m = n\n"},
                      TemplateKind::Kernel);
  MapEnvironment environment;
  Diagnostics diagnostics;
  std::optional<Failure> failure;
  ArgType args[] = {ArgType::array(ir::Kind::F32, 1), ArgType::scalar(ir::Kind::I32)};
  EXPECT_EQ(specialise(*source, environment, args, {}, diagnostics, failure), nullptr);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, ErrorKind::UnsupportedSyntax);
  EXPECT_EQ(failure->text,
            "Kernel 'k': definition at line 1, column 1 has no parallel loop: a kernel has one "
            "top-level for loop over range(...) or tack.ndindex(...).");
}

TEST(Messages, InsideADeviceFunctionNameIt) {
  FileModule module(SourceFile{
      "case.py",
      "import tack\n\n@tack.func\ndef bump(x, i):\n    x[i] = 1.0\n\n@tack.kernel\ndef k(x):\n"
      "    bump(x, 0)\n    for i in range(4):\n        x[i] = 1\n"});
  Diagnostics diagnostics;
  std::optional<Failure> failure;
  const Template& source = *module.kernels()[0].source;
  EXPECT_EQ(specialise(source, module.environment(), guess_arguments(source, module.environment()),
                       {}, diagnostics, failure),
            nullptr);
  ASSERT_TRUE(failure);
  EXPECT_TRUE(
      failure->text.starts_with("Device function 'bump' (inlined into kernel 'k'): store "
                                "at line 3, column 5 is outside the parallel loop."))
      << failure->text;
  EXPECT_EQ(render(diagnostics),
            "case.py:5:5: error: store is outside the parallel loop; statements around the loop "
            "may only assign locals and load from arrays\n"
            "   5 |     x[i] = 1.0\n"
            "     |     ^~~~~~~~~~\n"
            "case.py:9:5: note: in device function 'bump', called here from kernel 'k'\n"
            "   9 |     bump(x, 0)\n"
            "     |     ^~~~~~~~~~\n");
}

TEST(Messages, EachHasOnePlace) {
  for (int n = 0; n < diag_count(); ++n) {
    std::string_view text = info(static_cast<Diag>(n)).text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '@'), 1) << text;
    EXPECT_NE(text.back(), '.') << text;
  }
}

TEST(Messages, NearestName) {
  EXPECT_EQ(nearest_name("cuont", {"count", "other"}), "count");
  EXPECT_EQ(nearest_name("x", {"y"}), "");
  EXPECT_EQ(nearest_name("abcdef", {"ghijkl"}), "");
}

}  // namespace
}  // namespace tack::python
