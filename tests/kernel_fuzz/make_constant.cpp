// SPDX-License-Identifier: Apache-2.0
// Constants: numbers and tables, with a dtype and without, and their entries by computed indices.
#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {

// A number of the type as the file writes it; never 0, since it may be a divisor.
std::string Maker::constant_text(Kind kind) {
  if (is_float(kind))
    return pick(std::vector<std::string>{"0.1", "-2.5", "1e30", "3", "1.0 / 3.0", "16777217.0"});
  int bits = ir::bits_of(kind) - (is_signed(kind) ? 1 : 0);
  std::string top = std::to_string(bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1);
  std::vector<std::string> texts{"9", "1", "100", "2 * 3 + 1", top};
  if (is_signed(kind)) texts.insert(texts.end(), {"-3", "-1", "-" + top, "-" + top + " - 1"});
  return pick(texts);
}

void Maker::make_table(const std::string& table_name, bool is_matrix) {
  Array table;
  table.name = table_name;
  table.kind = any_kind();
  table.is_typed = chance(70);
  if (!table.is_typed) table.kind = chance(50) ? Kind::I32 : Kind::F32;
  table.shape = {random_.between(2, chance(10) ? 40 : 6)};
  if (is_matrix) table.shape = {random_.between(1, 4), random_.between(1, 4)};
  int64_t at = 0;
  auto row = [&](int64_t count) {
    std::string text = "(";
    for (int64_t k = 0; k < count; ++k, ++at) {
      text += table.is_typed ? constant_text(table.kind) : std::to_string(random_.below(100) + 1);
      text += !table.is_typed && is_float(table.kind) ? ".5, " : ", ";
    }
    if (count > 1) text.resize(text.size() - 2);
    return text + ")";
  };
  std::string text = row(is_matrix ? table.shape[1] : table.shape[0]);
  if (is_matrix) {
    for (int64_t r = 1; r < table.shape[0]; ++r) text += ", " + row(table.shape[1]);
    text = "(" + text + (table.shape[0] == 1 ? ",)" : ")");
  }
  if (table.is_typed) text += ", tack." + name_of(table.kind);
  program_.constants.push_back(table.name + " = tack.constant(" + text + ")");
  tables_.push_back(table);
}

void Maker::make_constants() {
  auto& lines = program_.constants;
  if (chance(60)) {
    static const std::vector<std::string> kValues = {"5", "5", "3", "255", "65537", "-7", "1"};
    lines.push_back("N = tack.constant(" + pick(kValues) + ")");
    constants_.push_back({"N", {Kind::I32, Strength::Literal}, false});
  }
  if (chance(50)) {
    lines.push_back("W = tack.constant(0.7)");
    constants_.push_back({"W", {Kind::F32, Strength::Weak}, false});
  }
  for (const char* typed : {"T", "U"}) {
    if (!chance(45)) continue;
    Kind kind = any_kind();
    lines.push_back(std::string(typed) + " = tack.constant(" + constant_text(kind) + ", tack." +
                    name_of(kind) + ")");
    constants_.push_back({typed, {kind}, false});
  }
  if (chance(50)) make_table("C", false);
  if (chance(35)) make_table("M", true);
}

// An index of a table: beyond it is its last entry.
Expr Maker::table_index(int64_t extent, int depth) {
  Expr at = integer(depth);  // beyond the table is its last entry; debug mode tells of it
  if (program_.way.checks) at = modulo(std::move(at), extent);
  if (at.type.strength != Strength::Strong) at = cast(Kind::I64, at);
  // One that is written down must name an entry.
  if (is_constant(at)) at = number(random_.between(chance(20) ? -extent : 0, extent - 1));
  return at;
}

Expr Maker::table_entry(int depth) {
  Array table = pick(tables_);
  if (!table.member.empty()) {
    if (scope_.objects.empty()) return leaf();
    table.name = pick(scope_.objects) + "." + table.member;
  }
  std::vector<Expr> at;
  bool is_written = true;
  for (int64_t extent : table.shape) {
    at.push_back(table_index(extent, depth));
    is_written &= is_constant(at.back());
  }
  Type type{table.kind};
  if (!table.is_typed)
    type.strength = is_float(table.kind) ? Strength::Weak
                    : is_written         ? Strength::Literal
                                         : Strength::Strong;
  Expr base = name(table.name, table.type());
  if (at.size() == 2 && chance(40)) return index(index(base, {at[0]}, type), {at[1]}, type);
  return index(base, at, type);
}

// A table as a vector or a matrix.
std::optional<Expr> Maker::table_value(int size, int cols) {
  std::vector<const Array*> found;
  for (const Array& t : tables_) {
    if (!t.member.empty()) continue;
    if (cols ? t.shape.size() == 2 && t.shape[0] == size && t.shape[1] == cols
             : t.shape.size() == 1 && t.shape[0] == size)
      found.push_back(&t);
  }
  if (found.empty()) return std::nullopt;
  const Array& table = *pick(found);
  Type type{table.kind, Strength::Strong, size, cols};
  if (table.is_typed) return name(table.name, type);
  type.strength = is_float(table.kind) ? Strength::Weak : Strength::Literal;
  // A vector has one type that is known.
  return cast(is_float(table.kind) ? Kind::F32 : table.kind, name(table.name, type));
}

}  // namespace tack::kernel_fuzz
