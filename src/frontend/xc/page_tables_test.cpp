// SPDX-License-Identifier: Apache-2.0
// The table of warnings in docs/xc/README.md is made from the messages. TACK_REFRESH=1 in the
// environment writes it anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace tack::xc {
namespace {

struct Row {
  const char *severity, *category, *format;
};
constexpr Row kRows[] = {
#define XC_MESSAGE(Id, text_id, severity, category, format) {#severity, category, format},
#include "frontend/xc/messages.def"
#undef XC_MESSAGE
};

TEST(PageTables, WarningsAreThoseOfTheRegistry) {
  std::map<std::string, std::string> by_category;
  for (const Row& row : kRows) {
    std::string category = row.category, format = row.format;
    EXPECT_EQ(std::string(row.severity) == "Warning", !category.empty()) << format;
    if (category.empty()) continue;
    for (size_t at = 0; (at = format.find('|', at)) != std::string::npos; at += 2)
      format.insert(at, "\\");
    by_category[category] += "| `" + category + "` | " + format + " |\n";
  }
  std::string want = "\n| category | warning |\n|---|---|\n";
  for (const auto& [category, rows] : by_category) want += rows;
  want += "\n";

  const char* path = TACK_SOURCE_DIR "/docs/xc/README.md";
  const std::string first = "<!-- warnings: made by tack_frontend_xc_test -->\n";
  const std::string last = "<!-- end of warnings -->\n";
  std::ifstream file(path);
  std::stringstream buffer;
  buffer << file.rdbuf();
  std::string page = buffer.str();
  size_t begin = page.find(first), end = page.find(last);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  begin += first.size();
  if (std::getenv("TACK_REFRESH")) {
    std::ofstream(path) << page.substr(0, begin) << want << page.substr(end);
    return;
  }
  EXPECT_EQ(page.substr(begin, end - begin), want)
      << "run tack_frontend_xc_test with TACK_REFRESH=1";
}

}  // namespace
}  // namespace tack::xc
