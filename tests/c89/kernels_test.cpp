// SPDX-License-Identifier: Apache-2.0
// The four kernels as C89: with gcc against plain loops, and the u8 stencil on a 6502 with cc65.
#include "kernels/kernels.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "c89/c_runner.hpp"
#include "ir/text.hpp"

namespace tack::c89 {
namespace {

struct Compiled {
  Header header;
  std::vector<Program> programs;
  std::unique_ptr<Library> library;
};

Compiled compiled(const std::string& kernel) {
  std::unique_ptr<ir::Module> module = kernels::load(kernel);
  Compiled c{Header(*module->find_function(kernel)), {}, nullptr};
  transform::PipelineOptions options;
  options.verify = true;
  Result<Program> program = compile(*module, kernel, options);
  if (!program) {
    ADD_FAILURE() << program.error().message;
    return c;
  }
  c.programs.push_back(std::move(*program));
  auto library = Library::build(c.programs);
  if (!library) {
    ADD_FAILURE() << library.error().message;
  } else {
    c.library = std::move(*library);
  }
  return c;
}

Launch launch_of(const Header& header, const kernels::Case& one,
                 std::vector<std::vector<uint8_t>>& memory) {
  Launch launch;
  memory = one.buffers;
  size_t k = 0;
  for (ir::Type type : header.params) {
    if (!type.is_buffer()) continue;
    int64_t bytes = ir::bits_of(type.buffer_element()) / 8;
    launch.buffers.emplace_back(memory[k].data(), static_cast<int64_t>(memory[k].size()) / bytes);
    ++k;
  }
  launch.numbers = one.numbers;
  launch.extents = one.extents;
  return launch;
}

TEST(C89, KernelsGiveTheSameBits) {
  for (const char* kernel : {"saxpy", "mandelbrot", "blur", "settle"}) {
    Compiled c = compiled(kernel);
    if (!c.library) continue;
    for (const kernels::Case& one : kernels::all_cases()) {
      if (one.kernel != kernel) continue;
      std::vector<std::vector<uint8_t>> memory;
      Launch launch = launch_of(c.header, one, memory);
      std::vector<uint64_t> reductions = one.reductions;
      launch.reductions = &reductions;
      c.library->run(c.programs[0], c.header, launch);
      EXPECT_EQ(memory == one.expected_buffers, true) << kernel;
      EXPECT_EQ(reductions, one.expected_reductions) << kernel;
    }
  }
}

// Boxes that cover the space do what the space does, and write nothing outside theirs.
TEST(C89, BoxesAddUp) {
  Compiled c = compiled("blur");
  ASSERT_TRUE(c.library);
  for (const kernels::Case& one : kernels::all_cases()) {
    if (one.kernel != "blur" || one.extents[0] < 2 || one.extents[1] < 2) continue;
    std::vector<std::vector<uint8_t>> memory;
    Launch launch = launch_of(c.header, one, memory);
    int64_t h = one.extents[0], w = one.extents[1], y = h / 2, x = w / 3;
    c.library->run(c.programs[0], c.header, launch, {0, 0}, {y, w});
    for (int64_t at = y * w; at < h * w; ++at)
      ASSERT_EQ(memory[0][static_cast<size_t>(at)], one.buffers[0][static_cast<size_t>(at)]);
    c.library->run(c.programs[0], c.header, launch, {y, x}, {h, w});
    c.library->run(c.programs[0], c.header, launch, {y, 0}, {h, x});
    c.library->run(c.programs[0], c.header, launch, {1, 1}, {1, 1});
    EXPECT_EQ(memory == one.expected_buffers, true);
  }
}

TEST(C89, RefusesWithAName) {
  auto error = [](const std::string& text) {
    auto module = ir::parse(text);
    EXPECT_TRUE(module) << module.error().message;
    Result<Program> program = compile(**module, "k");
    return program ? std::string("compiled") : program.error().message;
  };
  EXPECT_NE(error("kernel @k(%b: buffer<f64>, %x: f64) over (%i < %n) {\n"
                  "  %y: f64 = fma %x, %x, %x\n  store_elem %b, %i, %y\n}\n")
                .find("fma of f64 has no form in C89"),
            std::string::npos);
  EXPECT_NE(error("kernel @other() over (%i < %n) {\n}\n").find("no kernel @k"), std::string::npos);
  EXPECT_NE(error("func @f() {\n  call @f()\n}\nkernel @k() over (%i < %n) {\n  call @f()\n}\n")
                .find("recursion: @f calls @f"),
            std::string::npos);
}

// A 6502 has 16-bit int, no float and no 64 bits; sim65 runs the program and gives its exit code.
TEST(C89, StencilOnA6502) {
  if (std::system("command -v cl65 >/dev/null && command -v sim65 >/dev/null") != 0)
    GTEST_SKIP() << "cc65 is not installed";
  const kernels::Case* small = nullptr;
  std::vector<kernels::Case> cases = kernels::all_cases();
  for (const kernels::Case& one : cases) {
    if (one.kernel == "blur" && one.extents[0] > 2 && one.extents[1] > 2 &&
        (!small || one.buffers[0].size() < small->buffers[0].size()))
      small = &one;
  }
  ASSERT_NE(small, nullptr);
  ASSERT_LT(small->buffers[0].size(), 4000u);
  std::unique_ptr<ir::Module> module = kernels::load("blur");
  Result<Program> program = compile(*module, "blur");
  ASSERT_TRUE(program) << program.error().message;
  auto array = [](const std::string& name, const std::vector<uint8_t>& bytes) {
    std::string text = "static unsigned char " + name + "[] = {";
    for (size_t i = 0; i < bytes.size(); ++i) text += (i ? "," : "") + std::to_string(bytes[i]);
    return text + "};\n";
  };
  std::string h = std::to_string(small->extents[0]), w = std::to_string(small->extents[1]);
  std::string n = std::to_string(small->buffers[0].size());
  std::string source = assemble(std::span(&*program, 1)) + array("out", small->buffers[0]) +
                       array("in", small->buffers[1]) + array("want", small->expected_buffers[0]) +
                       "int main(void) {\n  unsigned i, wrong = 0;\n  blur(out, " + n + ", in, " +
                       n + ", " + h + ", " + w + ", 0, " + h + ", 0, " + w + ");\n" +
                       "  for (i = 0; i < " + n + "U; i++) if (out[i] != want[i]) wrong = 1;\n" +
                       "  return wrong ? 1 : 42;\n}\n";
  std::string folder = testing::TempDir() + "tack_cc65_" + std::to_string(getpid());
  ASSERT_EQ(std::system(("mkdir -p " + folder).c_str()), 0);
  std::ofstream(folder + "/blur.c") << source;
  std::string build = "cd " + folder + " && cl65 -t sim6502 -O -Cl -o blur blur.c >log 2>&1";
  EXPECT_EQ(std::system(build.c_str()), 0) << std::system(("cat " + folder + "/log").c_str());
  int status = std::system(("cd " + folder + " && timeout 100 sim65 blur").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 42);
  std::system(("rm -rf " + folder).c_str());
}

}  // namespace
}  // namespace tack::c89
