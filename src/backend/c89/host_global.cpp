// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/host_global.hpp"

#include <algorithm>
#include <set>

#include "backend/c89/host_types.hpp"

namespace tack::c89 {
namespace {

using namespace ir;

constexpr size_t kMaxLiteral = 500;  // C compilers must take so many characters
constexpr size_t kLine = 96;
constexpr uint32_t kOrdinaryAlign = 8;

bool is_readable(const std::vector<uint8_t>& bytes, size_t from, size_t to) {
  size_t plain = 0;
  for (size_t i = from; i < to; ++i) plain += bytes[i] >= ' ' && bytes[i] <= '~' ? 1 : 0;
  return to - from <= kMaxLiteral / 4 * 3 && plain * 4 >= (to - from) * 3;
}

// Of bytes [from, to); zeros at the end go without saying.
std::string byte_list(const std::vector<uint8_t>& bytes, size_t from, size_t to) {
  size_t end = std::min(to, bytes.size());
  while (end > from && bytes[end - 1] == 0) --end;
  if (end <= from) return "{0}";
  if (is_readable(bytes, from, end)) {
    std::string text(bytes.begin() + static_cast<long>(from),
                     bytes.begin() + static_cast<long>(end));
    std::string literal = quoted(text);
    if (literal.size() <= kMaxLiteral) return literal;
  }
  std::string out = "{", line;
  for (size_t i = from; i < end; ++i) {
    std::string number = std::to_string(bytes[i]) + (i + 1 < end ? "," : "");
    if (line.size() + number.size() > kLine) {
      out += line + "\n  ";
      line.clear();
    }
    line += number;
  }
  return out + line + "}";
}

struct Printer {
  HostFile& file;
  std::string out = {};

  // Fields, and the initialiser for them.
  struct Text {
    std::string type, value;
  };

  std::string address(const Relocation& r) {
    if (r.function) return "(tack_code)" + file.functions.at(r.function);
    const std::string& name = file.globals.at(r.global);
    if (r.addend == 0) return "(void *)&" + name;
    return "(void *)((tack_u8 *)&" + name + " + " + std::to_string(r.addend) + ")";
  }

  Text pieces(const Global& g) {
    std::vector<Relocation> relocations = g.relocations;
    std::sort(relocations.begin(), relocations.end(),
              [](const auto& a, const auto& b) { return a.offset < b.offset; });
    bool is_packed = std::any_of(relocations.begin(), relocations.end(),
                                 [](const auto& r) { return r.offset % 8 != 0; });
    std::string fields, values;
    uint64_t at = 0;
    auto bytes_until = [&](uint64_t end) {
      if (end <= at) return;
      fields += "  tack_u8 b" + std::to_string(at) + "[" + std::to_string(end - at) + "];\n";
      values += (values.empty() ? "" : ",\n  ") + byte_list(g.bytes, at, end);
      at = end;
    };
    for (const Relocation& r : relocations) {
      bytes_until(r.offset);
      if (r.function && r.addend)
        file.refuse("@" + g.name + " holds an address inside a function, which C has not");
      std::string field = "p" + std::to_string(r.offset);
      fields += "  " + (r.function ? "tack_code " + field : "void *" + field) + ";\n";
      values += (values.empty() ? "" : ",\n  ") + address(r);
      at = r.offset + 8;
    }
    bytes_until(g.size);
    std::string type = "struct " + file.globals.at(&g) + " {\n" + fields + "}";
    if (is_packed) type = "#pragma pack(push, 1)\n" + type + ";\n#pragma pack(pop)\n";
    return {type, "{" + values + "}"};
  }

  Text bytes(const Global& g) {
    std::string size = std::to_string(std::max<uint64_t>(g.size, 1));
    std::string type = g.align > 1 ? "union " : "struct ";
    type += file.globals.at(&g) + " { tack_u8 bytes[" + size + "]; " +
            (g.align > 1 ? "tack_u64 align; }" : "}");
    bool zero = std::all_of(g.bytes.begin(), g.bytes.end(), [](uint8_t b) { return b == 0; });
    return {type, zero ? "" : "{" + byte_list(g.bytes, 0, g.size) + "}"};
  }

  void one(const Global& g, bool ahead, bool define) {
    const std::string& name = file.globals.at(&g);
    if (g.is_extern) {
      out += "extern tack_u8 " + name + "[];\n";
      return;
    }
    Text text = g.relocations.empty() ? bytes(g) : pieces(g);
    std::string words = g.is_exported ? "" : "static ";
    if (!define && g.is_exported) words = "extern ";
    // A constant without an initialiser would be one in C only when it is static.
    if (g.is_constant) words += "const ";
    std::string align =
        g.align > kOrdinaryAlign ? " TACK_ALIGN(" + std::to_string(g.align) + ")" : "";
    std::string tag = (g.relocations.empty() && g.align > 1 ? "union " : "struct ") + name;
    std::string type = text.type;
    bool apart = type.starts_with("#pragma");
    if (apart && !(ahead && define)) out += type;
    if (apart || (ahead && define)) type = tag;
    bool packed_align = apart && align.empty();
    if (packed_align) align = " TACK_ALIGN(8)";
    out += words + type + " " + name + align;
    if (define) {
      std::string value = text.value.empty() && g.is_constant ? "{{0}}" : text.value;
      if (!value.empty()) out += " = " + value;
    }
    out += ";\n";
  }
};

}  // namespace

std::string print_globals(const std::vector<const Global*>& globals, HostFile& file) {
  Printer printer{file};
  std::set<const Global*> defined, ahead;
  for (const Global* g : globals) {
    for (const Relocation& r : g->relocations) {
      if (r.global && r.global != g && !defined.contains(r.global)) ahead.insert(r.global);
    }
    defined.insert(g);
  }
  for (const Global* g : globals) {
    if (ahead.contains(g)) printer.one(*g, true, false);
  }
  for (const Global* g : globals) {
    bool is_done = g->is_extern && ahead.contains(g);
    if (!is_done) printer.one(*g, ahead.contains(g), true);
  }
  return printer.out;
}

}  // namespace tack::c89
