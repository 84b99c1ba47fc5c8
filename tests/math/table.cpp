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

// name, type, bound, error, where, arguments, scalar ns, gang ns. What was not measured stays.
std::string line_of(const Row& row, const std::string& old) {
  std::vector<std::string> cells = cells_of(old);
  cells.resize(9, " ");
  cells[3] = format(" %g ", row.bound);
  if (row.worst.tried > 0) {
    const char* number = std::string(row.type) == "f64" ? "%.17g" : "%.9g";
    std::string where = format(number, row.worst.x);
    if (row.arguments == 2) where += ", " + format(number, row.worst.y);
    cells[4] = format(" %.3f ", std::ceil(row.worst.ulps * 1000) / 1000);
    cells[5] = " " + where + " ";
    cells[6] = row.all ? " all 2^32 "
                       : format(" %.1f million ", static_cast<double>(row.worst.tried) / 1e6);
  }
  if (row.gang_ns > 0) {
    cells[7] = format(" %.2f ", row.scalar_ns);
    cells[8] = format(" %.2f ", row.gang_ns);
  }
  std::string line;
  for (size_t i = 1; i < cells.size(); ++i) line += "|" + cells[i];
  return line + "|";
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
      line = line_of(row, line);
      ++replaced;
    }
    text += line + "\n";
  }
  in.close();
  if (replaced != rows_.size()) throw std::runtime_error(path + " lacks a row that was measured");
  std::ofstream(path) << text;
}

}  // namespace tack::math_check
