// SPDX-License-Identifier: Apache-2.0
// The tables of docs/language.md and docs/messages.md that repeat what the code's tables say are
// made from those. TACK_REFRESH=1 in the environment writes them anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "frontend/python/dtype.hpp"
#include "frontend/python/environment.hpp"
#include "frontend/python/message.hpp"

namespace tack::python {
namespace {

constexpr ir::Kind kDTypes[] = {ir::Kind::I8,  ir::Kind::U8,  ir::Kind::I16, ir::Kind::U16,
                                ir::Kind::I32, ir::Kind::U32, ir::Kind::I64, ir::Kind::U64,
                                ir::Kind::F32, ir::Kind::F64};

// What stands between the two marks of a table in a page is `table`.
void check_table(const std::string& page_name, const std::string& mark, const std::string& table) {
  std::string path = TACK_SOURCE_DIR "/docs/" + page_name;
  std::ifstream file(path);
  std::stringstream buffer;
  buffer << file.rdbuf();
  std::string page = buffer.str();
  std::string first = "<!-- " + mark + ": made by tack_frontend_python_test -->\n";
  std::string last = "<!-- end of " + mark + " -->\n";
  size_t begin = page.find(first), end = page.find(last);
  ASSERT_NE(begin, std::string::npos) << first;
  ASSERT_NE(end, std::string::npos) << last;
  begin += first.size();
  std::string want = "\n" + table + "\n";
  if (std::getenv("TACK_REFRESH")) {
    std::ofstream(path) << page.substr(0, begin) << want << page.substr(end);
    return;
  }
  EXPECT_EQ(page.substr(begin, end - begin), want)
      << "run tack_frontend_python_test with TACK_REFRESH=1";
}

// A cell of a Markdown table.
std::string cell(std::string text) {
  for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  return text;
}

TEST(PageTables, DTypes) {
  std::string text = "| dtype | holds |\n|---|---|\n";
  for (ir::Kind kind : kDTypes) {
    int bits = ir::bits_of(kind);
    bool is_signed = ir::Type::scalar(kind).is_signed();
    std::string holds = is_float(kind) ? "IEEE binary" + std::to_string(bits)
                        : is_signed    ? "-2^" + std::to_string(bits - 1) + " to 2^" +
                                          std::to_string(bits - 1) + " - 1"
                                    : "0 to 2^" + std::to_string(bits) + " - 1";
    text += std::string("| `tack.") + ir::kind_name(kind) + "` | " + holds + " |\n";
  }
  check_table("language.md", "dtypes", text);
}

TEST(PageTables, Promotion) {
  std::string head = "| |", rule = "|---|", rows;
  for (ir::Kind column : kDTypes) {
    head += std::string(" ") + ir::kind_name(column) + " |";
    rule += "---|";
  }
  for (ir::Kind row : kDTypes) {
    rows += std::string("| **") + ir::kind_name(row) + "** |";
    for (ir::Kind column : kDTypes) {
      auto met = promote(row, column);
      rows += std::string(" ") + (met ? ir::kind_name(*met) : "error") + " |";
    }
    rows += "\n";
  }
  check_table("language.md", "promotion", head + "\n" + rule + "\n" + rows);
}

TEST(PageTables, Names) {
  struct Row {
    Builtin builtin;
    std::string_view bare, member;
  };
  constexpr Row kRows[] = {
#define PY_BUILTIN(Enum, bare, member) {Builtin::Enum, bare, member},
#include "frontend/python/builtins.def"
#undef PY_BUILTIN
  };
  std::string text = "| name | by itself | in `tack` | in `math` |\n|---|---|---|---|\n";
  for (const Row& row : kRows) {
    std::string_view name = row.bare.empty() ? row.member : row.bare;
    Entity math = math_member(name);
    bool is_math = math.what == Entity::What::Builtin && math.builtin == row.builtin;
    auto yes = [](bool has) { return has ? " yes |" : " |"; };
    text += "| `" + std::string(name) + "` |" + yes(!row.bare.empty()) + yes(!row.member.empty()) +
            yes(is_math) + "\n";
  }
  check_table("language.md", "names of functions", text);
}

TEST(PageTables, Messages) {
  std::map<std::string, std::string> by_exception;
  for (int k = 0; k < diag_count(); ++k) {
    const DiagInfo& row = info(static_cast<Diag>(k));
    std::string message(row.text), instead;
    std::erase(message, '@');
    if (size_t bar = message.find(" | "); bar != std::string::npos) {
      instead = message.substr(bar + 3);
      message.resize(bar);
    }
    by_exception[exception_name(row.kind)] +=
        "| `" + std::string(row.id) + "` | " + cell(message) + " | " + cell(instead) + " |\n";
  }
  std::string text;
  for (const auto& [exception, rows] : by_exception)
    text += (text.empty() ? "## " : "\n## ") + exception +
            "\n\n| id | message | what to write instead |\n|---|---|---|\n" + rows;
  check_table("messages.md", "messages", text);
}

}  // namespace
}  // namespace tack::python
