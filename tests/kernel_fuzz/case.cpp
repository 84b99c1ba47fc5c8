// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "kernel_fuzz/print.hpp"

namespace tack::kernel_fuzz {
namespace {

std::optional<Kind> kind_named(const std::string& name) {
  for (Kind k : kNumbers) {
    if (name_of(k) == name) return k;
  }
  return std::nullopt;
}

bool is_nan(Kind kind, const uint8_t* at) {
  if (kind == Kind::F32) {
    float f;
    std::memcpy(&f, at, 4);
    return f != f;
  }
  double d;
  std::memcpy(&d, at, 8);
  return kind == Kind::F64 && d != d;
}

std::string shown(Kind kind, const uint8_t* at) {
  float f;
  double d;
  std::memcpy(&f, at, 4);
  if (kind == Kind::F32)
    return fmt::format("{} ({:#010x})", f, [&] {
      uint32_t u;
      std::memcpy(&u, at, 4);
      return u;
    }());
  std::memcpy(&d, at, 8);
  uint64_t bits = 0;
  std::memcpy(&bits, at, static_cast<size_t>(ir::bits_of(kind)) / 8);
  if (kind == Kind::F64) return fmt::format("{} ({:#018x})", d, bits);
  int unused = 64 - ir::bits_of(kind);
  if (!is_signed(kind)) return fmt::format("{}", bits);
  return fmt::format("{}", static_cast<int64_t>(bits << unused) >> unused);
}

// Lines by iteration: what stands before the bar says which one. Those of one keep their order.
std::vector<std::string> by_iteration(const std::string& printed) {
  std::vector<std::string> lines;
  std::istringstream in(printed);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::stable_sort(lines.begin(), lines.end(), [](const std::string& a, const std::string& b) {
    return a.substr(0, a.find('|')) < b.substr(0, b.find('|'));
  });
  return lines;
}

std::string difference_of_lines(const std::string& want, const std::string& got) {
  std::vector<std::string> one = by_iteration(want), two = by_iteration(got);
  for (size_t k = 0; k < std::max(one.size(), two.size()); ++k) {
    std::string a = k < one.size() ? one[k] : "nothing", b = k < two.size() ? two[k] : "nothing";
    if (a != b) return fmt::format("prints '{}' instead of '{}'", b, a);
  }
  return {};
}

}  // namespace

std::string to_hex(const std::vector<uint8_t>& bytes) {
  std::string out;
  for (uint8_t b : bytes) fmt::format_to(std::back_inserter(out), "{:02x}", b);
  return out;
}

std::vector<uint8_t> from_hex(const std::string& text) {
  std::vector<uint8_t> out;
  for (size_t k = 0; k + 1 < text.size(); k += 2)
    out.push_back(static_cast<uint8_t>(std::stoul(text.substr(k, 2), nullptr, 16)));
  return out;
}

Case case_of(Program& program) {
  Case c;
  c.text = print(program) + "\n";
  for (size_t k = 0; k < program.blocks.size(); ++k)
    c.text += fmt::format("# block {} {} = {}\n", k, name_of(program.blocks[k].kind),
                          to_hex(program.blocks[k].bytes));
  for (const Argument& a : program.arguments) {
    if (!a.is_array) {
      c.text += fmt::format("# arg {} {} = {:#x}\n", a.name, name_of(a.kind), a.bits);
      continue;
    }
    c.text += fmt::format("# arg {} {}[{}]:{} block {} at {}\n", a.name,
                          text_of({a.kind, Strength::Strong, a.element, a.cols}), a.shape.size(),
                          fmt::join(a.shape, ","), a.block, a.offset);
  }
  if (!program.object.empty())
    c.text += fmt::format("# object {} = {}\n", program.object, program.object_class);
  for (const auto& [member, value] : program.attributes)
    c.text += fmt::format("# attribute {}.{} = {}\n", program.object, member, value);
  for (const Function& f : program.functions) {
    std::string line = "# types " + (f.owner.empty() ? "" : f.owner + ".") + f.name + ":";
    for (const auto& [name, type] : f.types) line += " " + name + "=" + type;
    c.types += line + "\n";
  }
  c.text += c.types;
  const Way& w = program.way;
  c.text += fmt::format(
      "# way isa={} width={} threads={} small={:d} extents={:d} checks={:d} llvm={:d}\n", w.isa,
      w.width, w.threads, w.small, w.extents, w.checks, w.llvm);
  c.text += fmt::format("# promises strict={:d} math={:d}\n", program.strict, program.has_math);
  c.arguments = program.arguments;
  c.object = program.object;
  c.object_class = program.object_class;
  c.attributes = program.attributes;
  c.blocks = program.blocks;
  c.way = w;
  c.strict = program.strict;
  c.has_math = program.has_math;
  return c;
}

Result<Case> read_case(const std::string& text) {
  Case c;
  c.text = text;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string hash, what, name, type, sign;
    words >> hash >> what;
    if (hash != "#") continue;
    auto bad = [&] { return Error{"a case with a bad line: " + line}; };
    if (what == "block") {
      words >> name >> type >> sign;
      auto kind = kind_named(type);
      if (!kind || name != std::to_string(c.blocks.size())) return bad();
      std::string hex;
      words >> hex;
      c.blocks.push_back({*kind, from_hex(hex)});
    } else if (what == "arg") {
      Argument a;
      words >> a.name >> type;
      size_t end = type.find_first_of("x[");
      auto kind = kind_named(type.substr(0, end));
      if (!kind) return bad();
      a.kind = *kind;
      a.is_array = end != std::string::npos;
      if (!a.is_array) {
        std::string bits;
        words >> sign >> bits;
        a.bits = std::stoull(bits, nullptr, 16);
      } else {
        if (type[end] == 'x') {
          size_t second = type.find('x', end + 1);
          a.element = std::stoi(type.substr(end + 1));
          if (second != std::string::npos) a.cols = std::stoi(type.substr(second + 1));
        }
        std::istringstream extents(type.substr(type.find(':') + 1));
        for (std::string one; std::getline(extents, one, ',');) a.shape.push_back(std::stoll(one));
        words >> sign >> a.block >> sign >> a.offset;
        if (a.block < 0 || a.block >= static_cast<int>(c.blocks.size())) return bad();
      }
      c.arguments.push_back(a);
    } else if (what == "object") {
      words >> c.object >> sign >> c.object_class;
    } else if (what == "attribute") {
      int64_t value = 0;
      words >> name >> sign >> value;
      c.attributes.push_back({name.substr(name.find('.') + 1), value});
    } else if (what == "types") {
      c.types += line + "\n";
    } else if (what == "way" || what == "promises") {
      for (std::string word; words >> word;) {
        size_t equals = word.find('=');
        if (equals == std::string::npos) return bad();
        std::string key = word.substr(0, equals), value = word.substr(equals + 1);
        if (key == "isa") {
          c.way.isa = value;
          continue;
        }
        int number = std::stoi(value);
        if (key == "width") c.way.width = static_cast<uint32_t>(number);
        if (key == "threads") c.way.threads = number;
        if (key == "small") c.way.small = number;
        if (key == "extents") c.way.extents = number;
        if (key == "checks") c.way.checks = number;
        if (key == "llvm") c.way.llvm = number;
        if (key == "strict") c.strict = number;
        if (key == "math") c.has_math = number;
      }
    }
  }
  return c;
}

std::string difference(const Case& c, const Output& want, const Output& got) {
  for (size_t b = 0; b < want.blocks.size(); ++b) {
    Kind kind = c.blocks[b].kind;
    size_t size = static_cast<size_t>(ir::bits_of(kind)) / 8;
    if (want.blocks[b].size() != got.blocks[b].size()) return fmt::format("block {}: its size", b);
    for (size_t k = 0; k + size <= want.blocks[b].size(); k += size) {
      const uint8_t *one = &want.blocks[b][k], *two = &got.blocks[b][k];
      if (std::memcmp(one, two, size) == 0 || (is_nan(kind, one) && is_nan(kind, two))) continue;
      std::string names;
      for (const Argument& a : c.arguments)
        if (a.is_array && a.block == static_cast<int>(b)) names += " " + a.name;
      return fmt::format("element {} of block {} ({}:{}) is {} instead of {}", k / size, b,
                         name_of(kind), names, shown(kind, two), shown(kind, one));
    }
  }
  if (std::string text = difference_of_lines(want.printed, got.printed); !text.empty()) return text;
  if (want.returned != got.returned) {
    if (!want.returned || !got.returned) return "only one returns a value";
    double x, y;
    std::memcpy(&x, &*want.returned, 8);
    std::memcpy(&y, &*got.returned, 8);
    if (x != x && y != y) return {};
    return fmt::format("returns {:#x} instead of {:#x}", *got.returned, *want.returned);
  }
  return {};
}

}  // namespace tack::kernel_fuzz
