// SPDX-License-Identifier: Apache-2.0
// Any text is either refused with a message or lowered to a module that the verifier accepts.
// Files of the tests are broken at random: bytes, lines, words moved, doubled, dropped.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "frontend/python/file_module.hpp"
#include "ir/verifier.hpp"

namespace tack::python {
namespace {

int lowered = 0, refused = 0;

void run(const std::string& text) {
  FileModule module(SourceFile{"case.py", text});
  for (const FileKernel& kernel : module.kernels()) {
    Diagnostics diagnostics;
    std::optional<Failure> failure;
    auto compiled =
        specialise(*kernel.source, module.environment(),
                   guess_arguments(*kernel.source, module.environment()), {}, diagnostics, failure);
    render(diagnostics);
    if (compiled) {
      ++lowered;
      ASSERT_EQ(ir::verify(*compiled->module, ir::Stage::Source), "") << text;
    } else {
      ++refused;
      ASSERT_TRUE(failure) << text;
    }
  }
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  std::string operator()(std::string text) {
    for (size_t n = 1 + below(3); n > 0 && text.size() > 4; --n) once(text);
    return text;
  }

 private:
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

  void once(std::string& text) {
    constexpr const char* kWords[] = {
        "(",          ")",       "[",        "]",         ":",
        ",",          "\n",      "    ",     "\t",        "-",
        "**",         "//",      "%",        "<<",        "not ",
        "and",        " or ",    "if ",      "else",      "for ",
        "in ",        "while ",  "break",    "1e999",     "0xffffffffffffffff",
        "-1",         "0.5",     "x",        "i",         "t = ",
        "+= ",        "return ", "continue", "tack.f64(", "x[i]",
        "x.shape[0]", "True",    "\"",       "'''",       "#",
        "\\\n",       "@",       "def ",     "pass\n",    "range(",
        "min(",       "None",    "= "};
    size_t at = below(text.size());
    switch (below(7)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, 1 + below(8));
        break;
      case 2:
        text.insert(at, kWords[below(std::size(kWords))]);
        break;
      case 3:
        text.insert(below(text.size()), text.substr(at, 1 + below(30)));
        break;
      case 4: {  // a line elsewhere
        size_t begin = text.rfind('\n', at), end = text.find('\n', at);
        if (begin == std::string::npos || end == std::string::npos) break;
        std::string line = text.substr(begin, end - begin);
        if (below(2)) text.erase(begin, end - begin);
        size_t to = text.find('\n', below(text.size()));
        if (to != std::string::npos) text.insert(to, line);
        break;
      }
      case 5: {  // one name for another
        const char* kNames[] = {"x", "out", "i", "n", "t", "j", "k"};
        size_t found = text.find(kNames[below(std::size(kNames))], at);
        if (found != std::string::npos) text.replace(found, 1, kNames[below(std::size(kNames))]);
        break;
      }
      default:
        text.resize(at);
    }
  }

  std::mt19937_64 random_;
};

TEST(Robustness, BrokenFilesAreRefusedOrLowered) {
  std::vector<std::string> texts = {read(TACK_SOURCE_DIR "/tests/python/run/kernels.py")};
  for (const auto& entry :
       std::filesystem::directory_iterator(TACK_SOURCE_DIR "/tests/python/errors"))
    texts.push_back(read(entry.path()));
  std::sort(texts.begin(), texts.end());
  // One function at a time, so that a case is small and a break is not lost among others.
  std::vector<std::string> pieces;
  for (const std::string& text : texts) {
    // Constants and device functions stand first and go with each kernel.
    size_t first = text.find("@tack.kernel");
    std::string before = text.substr(0, first);
    for (size_t at = first; at != std::string::npos;) {
      size_t next = text.find("\n\n@tack.", at + 1);
      pieces.push_back(before + text.substr(at, next - at) + "\n");
      at = next == std::string::npos ? next : next + 2;
    }
  }
  ASSERT_GT(pieces.size(), 80u);
  lowered = refused = 0;
  const char* count = std::getenv("TACK_ROBUSTNESS_COUNT");
  size_t cases = count ? std::strtoull(count, nullptr, 10) : 3000;
  for (size_t n = 0; n < cases; ++n) {
    Mutator mutate(n);
    std::string text = mutate(pieces[n % pieces.size()]);
    run(text);
    if (testing::Test::HasFatalFailure()) FAIL() << "case " << n;
  }
  EXPECT_GT(lowered, static_cast<int>(cases / 20));
  EXPECT_GT(refused, static_cast<int>(cases / 4));
}

TEST(Robustness, DeepCodeIsRefused) {
  auto repeat = [](const std::string& part, int n) {
    std::string out;
    for (int k = 0; k < n; ++k) out += part;
    return out;
  };
  const std::string head = "@tack.kernel\ndef k(x):\n    for i in range(4):\n";
  for (int n : {50, 150, 390, 5000}) {
    for (const auto& [open, middle, close] :
         {std::tuple("(", "1", ")"), std::tuple("-", "1", ""), std::tuple("not ", "1", ""),
          std::tuple("x[", "0", "]"), std::tuple("abs(", "1", ")"), std::tuple("1 + ", "1", ""),
          std::tuple("2 ** ", "1", ""), std::tuple("1 if i else ", "1", ""),
          std::tuple("[", "1", "]"), std::tuple("1 < ", "1", ""), std::tuple("i and ", "1", ""),
          std::tuple("a = ", "1", ""), std::tuple("1, ", "1", ""), std::tuple("{", "1", "}")}) {
      run(head + "        x[i] = " + repeat(open, n) + middle + repeat(close, n) + "\n");
    }
    std::string blocks = head, chain = head + "        if i == 0:\n            x[i] = 0\n";
    for (int k = 0; k < n; ++k) {
      blocks += std::string(static_cast<size_t>(8 + k), ' ') + "if i:\n";
      chain += "        elif i == " + std::to_string(k) + ":\n            x[i] = 1\n";
    }
    run(blocks + std::string(static_cast<size_t>(8 + n), ' ') + "x[i] = 1\n");
    run(chain);
    run(head + repeat("        x[i] = x[i] + 1\n", n));
    run(head + "        x.a" + repeat(".b", n) + " = 1\n");
  }
}

}  // namespace
}  // namespace tack::python
