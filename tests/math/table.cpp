// SPDX-License-Identifier: Apache-2.0
#include "math/table.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace tack::math_check {
namespace {

std::string format(const char* form, double value) {
  char text[64];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(cell);
  return cells;
}

// name, type, bound, error, where, arguments, scalar ns, gang ns
std::string line_of(const std::string& head, const Row& row, const std::string& old) {
  std::string where = row.worst.ulps == 0 ? "" : format("%.9g", row.worst.x);
  if (std::string(row.type) == "f64" && !where.empty()) where = format("%.17g", row.worst.x);
  bool two = std::string(row.name) == "pow" || std::string(row.name) == "atan2";
  const char* form = std::string(row.type) == "f64" ? ", %.17g" : ", %.9g";
  if (two) where += format(form, row.worst.y);
  std::string tried =
      row.all ? "all 2^32" : format("%.1f million", static_cast<double>(row.worst.tried) / 1e6);
  std::string scalar = " ", gang = " ";
  std::vector<std::string> before = cells_of(old);
  if (before.size() > 8) {
    scalar = before[7];
    gang = before[8];
  }
  if (row.gang_ns > 0) {
    scalar = format(" %.2f ", row.scalar_ns);
    gang = format(" %.2f ", row.gang_ns);
  }
  return head + format(" %g | ", row.bound) +
         format("%.3f | ", std::ceil(row.worst.ulps * 1000) / 1000) + where + " | " + tried + " |" +
         scalar + "|" + gang + "|";
}

}  // namespace

void Table::write_into(const std::string& path) const {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::string text;
  size_t replaced = 0;
  for (std::string line; std::getline(in, line);) {
    for (const auto& [head, row] : rows_) {
      if (line.compare(0, head.size(), head) != 0) continue;
      line = line_of(head, row, line);
      ++replaced;
    }
    text += line + "\n";
  }
  in.close();
  if (replaced != rows_.size()) throw std::runtime_error(path + " lacks a row that was measured");
  std::ofstream(path) << text;
}

}  // namespace tack::math_check
