// SPDX-License-Identifier: Apache-2.0
// The table of docs/math.md, row by row: a run replaces the rows that it measured.
#pragma once

#include <map>
#include <string>

#include "math/measure.hpp"

namespace tack::math_check {

struct Row {
  const char* name;
  const char* type;
  int arguments;
  double bound;
  Worst worst;
  bool all;
  double scalar_ns, gang_ns;  // 0: not measured, the old figures stay
};

class Table {
 public:
  void add(const Row& row) {
    rows_[std::string("| `") + row.name + "` | " + row.type + " |"] = row;
  }
  // Throws when the file has no table or lacks one of the rows.
  void write_into(const std::string& path) const;

 private:
  std::map<std::string, Row> rows_;  // by their first two cells
};

}  // namespace tack::math_check
