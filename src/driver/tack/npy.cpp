// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/npy.hpp"

#include <cstring>

#include "support/excerpt.hpp"

namespace tack::driver {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMostRank = 8;
constexpr size_t kMostExtents = kMostRank + 2;  // the last may be those of vectors or matrices

struct TypeRow {
  std::string_view code;
  ir::Kind kind;
};
constexpr TypeRow kTypes[] = {
    {"i1", ir::Kind::I8},  {"i2", ir::Kind::I16}, {"i4", ir::Kind::I32}, {"i8", ir::Kind::I64},
    {"u1", ir::Kind::U8},  {"u2", ir::Kind::U16}, {"u4", ir::Kind::U32}, {"u8", ir::Kind::U64},
    {"f4", ir::Kind::F32}, {"f8", ir::Kind::F64},
};

Error unsupported_type(std::string_view descr) {
  std::string what;
  std::string_view code = descr.empty() ? descr : descr.substr(1);
  if (code == "b1") what = " (bool)";
  if (code == "f2") what = " (float16)";
  if (code == "f16" || code == "f12") what = " (long double)";
  if (code.starts_with("c")) what = " (complex)";
  if (code.starts_with("U") || code.starts_with("S")) what = " (text)";
  if (code == "O") what = " (Python objects)";
  if (code.starts_with("M") || code.starts_with("m")) what = " (dates)";
  return Error{"dtype '" + printable(descr, 40) + "'" + what +
               " is not supported; the dtypes are those of integers of 8 to 64 bits, float32 and "
               "float64"};
}

// Reads the dictionary of a header, which is a Python literal with three keys.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  Result<NpyHeader> read() {
    NpyHeader out;
    bool has_descr = false, has_order = false, has_shape = false;
    if (!take('{')) return broken();
    while (!take('}')) {
      std::string key;
      if (!text(key) || !take(':')) return broken();
      if (key == "descr") {
        space();
        if (!rest_.empty() && rest_[0] == '[')
          return Error{"structured dtypes are not supported; save one field by itself"};
        std::string descr;
        if (!text(descr)) return broken();
        if (auto done = set_type(out, descr); !done) return done.error();
        has_descr = true;
      } else if (key == "fortran_order") {
        if (word("True"))
          out.is_fortran = true;
        else if (!word("False"))
          return broken();
        has_order = true;
      } else if (key == "shape") {
        if (auto done = shape(out.shape); !done) return done.error();
        has_shape = true;
      } else {
        return Error{"the header has the unknown key '" + printable(key, 40) + "'"};
      }
      if (!take(',')) {
        if (!take('}')) return broken();
        break;
      }
    }
    if (!has_descr || !has_order || !has_shape) return broken();
    auto size = count_elements(out.kind, out.shape);
    if (!size) return size.error();
    out.size = *size;
    return out;
  }

 private:
  static Error broken() { return Error{"the header is damaged"}; }
  void space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t'))
      rest_.remove_prefix(1);
  }
  bool take(char c) {
    space();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view w) {
    space();
    if (!rest_.starts_with(w)) return false;
    rest_.remove_prefix(w.size());
    return true;
  }
  bool text(std::string& out) {
    space();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return false;
    size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) return false;
    out = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }

  static Result<void> set_type(NpyHeader& out, std::string_view descr) {
    if (descr.size() < 2 || std::string_view("<>=|").find(descr[0]) == std::string_view::npos)
      return unsupported_type(descr);
    for (const TypeRow& row : kTypes)
      if (row.code == descr.substr(1)) out.kind = row.kind;
    if (out.kind == ir::Kind::Void) return unsupported_type(descr);
    out.is_swapped = descr[0] == '>' && ir::bits_of(out.kind) > 8;
    return {};
  }

  Result<void> shape(std::vector<int64_t>& out) {
    if (!take('(')) return broken();
    while (!take(')')) {
      space();
      size_t digits = 0;
      int64_t extent = 0;
      for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits)
        if (__builtin_mul_overflow(extent, int64_t{10}, &extent) ||
            __builtin_add_overflow(extent, int64_t{rest_[digits] - '0'}, &extent))
          return Error{"an extent of its shape has more than 64 bits"};
      if (digits == 0) return broken();
      rest_.remove_prefix(digits);
      word("L");  // of Python 2
      out.push_back(extent);
      if (!take(',')) {
        if (!take(')')) return broken();
        break;
      }
    }
    if (out.size() > kMostExtents)
      return Error{"it has " + std::to_string(out.size()) + " dimensions; an array has at most " +
                   std::to_string(kMostRank)};
    return {};
  }

  std::string_view rest_;
};

}  // namespace

Result<int64_t> count_elements(ir::Kind kind, const std::vector<int64_t>& shape) {
  int64_t size = 1, bytes = 0;
  for (int64_t extent : shape)
    if (extent == 0) return int64_t{0};
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(size, extent, &size))
      return Error{"its shape has more than 2^63 - 1 elements"};
  if (__builtin_mul_overflow(size, int64_t{ir::bits_of(kind) / 8}, &bytes))
    return Error{"its shape has more than 2^63 - 1 bytes"};
  return size;
}

Result<NpyHeader> read_npy_header(std::string_view bytes) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 10) return Error{"it is no .npy file"};
  auto byte = [&](size_t k) { return static_cast<uint64_t>(static_cast<uint8_t>(bytes[k])); };
  uint64_t major = byte(6), minor = byte(7);
  if (major < 1 || major > 3 || minor != 0)
    return Error{"version " + std::to_string(major) + "." + std::to_string(minor) +
                 " of the format is not supported; 1.0, 2.0 and 3.0 are"};
  size_t begin = major == 1 ? 10 : 12;
  if (bytes.size() < begin) return Error{"it is too short for its header"};
  uint64_t length = byte(8) | byte(9) << 8;
  if (major > 1) length |= byte(10) << 16 | byte(11) << 24;
  if (length > kNpyHeaderMost - begin) return Error{"its header is too long"};
  if (bytes.size() - begin < length) return Error{"it is too short for its header"};
  auto header = Reader(bytes.substr(begin, length)).read();
  if (!header) return header.error();
  header->data_begin = begin + length;
  return header;
}

std::string write_npy_header(ir::Kind kind, const std::vector<int64_t>& shape) {
  std::string descr;
  for (const TypeRow& row : kTypes)
    if (row.kind == kind) descr = (ir::bits_of(kind) == 8 ? "|" : "<") + std::string(row.code);
  std::string text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (size_t d = 0; d < shape.size(); ++d)
    text += (d ? ", " : "") + std::to_string(shape[d]) + (shape.size() == 1 ? "," : "");
  text += "), }";
  constexpr size_t kBegin = 10;
  size_t total = (kBegin + text.size() + 1 + 63) / 64 * 64;
  text.resize(total - kBegin - 1, ' ');
  text += '\n';
  std::string out(kMagic);
  out += '\x01';
  out += '\0';
  out += static_cast<char>(text.size() & 0xFF);
  out += static_cast<char>(text.size() >> 8);
  return out + text;
}

}  // namespace tack::driver
