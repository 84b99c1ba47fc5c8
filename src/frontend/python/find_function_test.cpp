// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/find_function.hpp"

#include <gtest/gtest.h>

#include "frontend/python/frontend.hpp"

namespace tack::python {
namespace {

constexpr const char* kFile =
    "import tack\n"                      // 1
    "\n"                                 // 2
    "@tack.kernel\n"                     // 3
    "def first(x,\n"                     // 4
    "          n):\n"                    // 5
    "    text = '''\n"                   // 6
    "def not_me(): pass\n"               // 7
    "'''\n"                              // 8
    "    for i in range(n):\n"           // 9
    "\n"                                 // 10
    "        x[i] = 1  # a comment\n"    // 11
    "# another, at the margin\n"         // 12
    "\n"                                 // 13
    "def outer():\n"                     // 14
    "\tif True:\n"                       // 15
    "\t\t@other\n"                       // 16
    "\t\t@tack.func  # why\n"            // 17
    "\t\tdef inner(a): return a + \\\n"  // 18
    "\t\t\t1\n"                          // 19
    "\treturn inner\n"                   // 20
    "class C:\n"                         // 21
    "    def method(self): pass";        // 22

TEST(FindFunction, FindsAllWithTheirLines) {
  auto found = find_functions(SourceFile{"f.py", kFile});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].name, "first");
  EXPECT_EQ(found[0].first_line, 3u);
  EXPECT_EQ(found[0].def_line, 4u);
  ASSERT_EQ(found[0].decorators.size(), 1u);
  EXPECT_EQ(found[0].decorators[0], "tack.kernel");
  EXPECT_TRUE(found[0].source.text.ends_with("x[i] = 1  # a comment\n"));
  EXPECT_EQ(found[1].name, "outer");
  EXPECT_TRUE(found[1].source.text.ends_with("return inner\n"));
  EXPECT_EQ(found[2].name, "inner");
  EXPECT_EQ(found[2].first_line, 16u);
  EXPECT_EQ(found[2].indent, 2u);
  ASSERT_EQ(found[2].decorators.size(), 2u);
  EXPECT_EQ(found[2].decorators[1], "tack.func");
  EXPECT_EQ(found[2].source.text, "@other\n@tack.func  # why\ndef inner(a): return a + \\\n\t1\n");
  EXPECT_EQ(found[2].source.first_line, 16u);
  EXPECT_EQ(found[3].name, "method");
}

TEST(FindFunction, ByLine) {
  SourceFile file{"f.py", kFile};
  EXPECT_EQ(find_function_at(file, 16)->name, "inner");
  EXPECT_EQ(find_function_at(file, 18)->name, "inner");
  EXPECT_FALSE(find_function_at(file, 2));
}

TEST(FindFunction, TheCutParses) {
  for (FoundFunction& f : find_functions(SourceFile{"f.py", kFile})) {
    auto source = parse(f.source, TemplateKind::DeviceFunction);
    EXPECT_EQ(source->name(), f.name);
  }
}

TEST(FindFunction, SurvivesAnyText) {
  for (const char* text : {"", "@", "@\n", "def", "def (", "@a\n@b", "async", "async def", "\xff@",
                           "@a\nclass B: pass", "def f(", "def f():", "\tdef f(): pass\n  x"})
    find_functions(SourceFile{"f.py", text});
}

TEST(Template, NamesWhatItReads) {
  auto source = parse(SourceFile{"f.py",
                                 "def k(x, n):\n    m = math.pi\n    for i in range(n):\n"
                                 "        x[i] = helper(m) + x.shape[0] + tack.f32(C)\n"},
                      TemplateKind::Kernel);
  EXPECT_EQ(source->free_names(),
            (std::vector<std::string>{"C", "helper", "math.pi", "range", "tack.f32"}));
  EXPECT_EQ(source->parameters(), (std::vector<std::string>{"x", "n"}));
  EXPECT_FALSE(source->decoration_failure());
}

}  // namespace
}  // namespace tack::python
