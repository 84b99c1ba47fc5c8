// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/run_arguments.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "driver/tack/npy.hpp"
#include "frontend/python/environment.hpp"
#include "frontend/python/number.hpp"

namespace tack::driver {
namespace {

constexpr std::string_view kFilePrefix = "rw:";

bool is_npy(std::string_view text) { return text.size() > 4 && text.ends_with(".npy"); }

// "f32[512, 512]". Nothing: it is not meant as one. An error: it is, and wrong.
struct ArrayWord {
  ir::Kind kind = ir::Kind::Void;
  std::vector<int64_t> shape;
};
Result<std::optional<ArrayWord>> read_array_word(std::string_view text) {
  size_t bracket = text.find('[');
  if (bracket == std::string_view::npos || bracket == 0 || text.back() != ']')
    return std::optional<ArrayWord>();
  auto fail = [&](const std::string& why) {
    return Error{"'" + std::string(text) + "': " + why + "; an array is written as f32[512, 512]"};
  };
  ArrayWord out;
  python::Entity dtype = python::tack_member(text.substr(0, bracket));
  if (dtype.what != python::Entity::What::DType)
    return fail("'" + std::string(text.substr(0, bracket)) + "' is no dtype");
  out.kind = dtype.dtype;
  std::string_view rest = text.substr(bracket + 1, text.size() - bracket - 2);
  while (rest.find_first_not_of(' ') != std::string_view::npos) {
    size_t comma = std::min(rest.find(','), rest.size());
    std::string_view item = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    size_t begin = item.find_first_not_of(' '), end = item.find_last_not_of(' ');
    if (begin == std::string_view::npos) return fail("an extent is missing");
    python::NumberLiteral extent = python::parse_number(item.substr(begin, end - begin + 1));
    if (extent.what != python::NumberLiteral::What::Int || extent.bits > INT64_MAX)
      return fail("'" + std::string(item.substr(begin, end - begin + 1)) + "' is no extent");
    out.shape.push_back(static_cast<int64_t>(extent.bits));
  }
  if (out.shape.size() > static_cast<size_t>(launch::kMaxRank))
    return fail("an array has at most " + std::to_string(launch::kMaxRank) + " dimensions");
  return std::optional(std::move(out));
}

}  // namespace

Result<std::unique_ptr<RunArguments>> RunArguments::read(std::span<const std::string> words,
                                                         bool checked) {
  auto out = std::make_unique<RunArguments>();
  out->call_.begin();
  for (const std::string& word : words)
    if (auto added = out->add(word, checked); !added) return added.error();
  out->call_.finish();
  return out;
}

Result<void> RunArguments::add(const std::string& word, bool checked) {
  if (word.starts_with(kFilePrefix)) {
    std::string path = word.substr(kFilePrefix.size());
    if (!is_npy(path)) return Error{"'" + word + "': rw: stands before the name of a .npy file"};
    return add_file(path, true, checked);
  }
  if (is_npy(word)) return add_file(word, false, checked);
  size_t equals = word.rfind('=');
  std::string type = equals == std::string::npos ? word : word.substr(equals + 1);
  auto array = read_array_word(type);
  if (!array) return array.error();
  if (*array) {
    Result<std::unique_ptr<HostArray>> made = Error{};
    if (equals == std::string::npos) {
      made = make_array((*array)->kind, (*array)->shape);
    } else {
      std::string path = word.substr(0, equals);
      if (!is_npy(path)) return Error{"'" + path + "': arrays are written as .npy files"};
      for (const std::string& other : created_)
        if (other == path) return Error{"'" + path + "' is created twice"};
      created_.push_back(path);
      made = create_array(path, (*array)->kind, (*array)->shape);
    }
    if (!made) return made.error();
    call_.add_array((*made)->data());
    arrays_.push_back(std::move(*made));
    return {};
  }
  if (equals != std::string::npos)
    return Error{"'" + word + "': a created array is written as out.npy=f32[512, 512]"};
  auto number = add_number(word);
  if (!number) return number.error();
  if (*number) return {};
  return Error{"'" + word +
               "' is no argument: write a number, a.npy, rw:a.npy, out.npy=f32[512, 512] or "
               "f32[100]"};
}

Result<void> RunArguments::add_file(const std::string& path, bool writes, bool checked) {
  auto identity = identify_file(path);
  if (!identity) return identity.error();
  for (const Opened& other : opened_) {
    if (!(other.identity == *identity)) continue;
    if (other.writes != writes)
      return Error{"'" + path + "' is given for reading and for writing; write rw: at each place"};
    if (!writes) continue;
    call_.add_array(other.array->data());  // one array with two names
    return {};
  }
  FileUse use = !writes ? FileUse::Read : checked ? FileUse::Write : FileUse::WriteAtOnce;
  auto array = open_array(path, use);
  if (!array) return array.error();
  call_.add_array((*array)->data());
  opened_.push_back({path, *identity, writes, array->get()});
  arrays_.push_back(std::move(*array));
  return {};
}

Result<bool> RunArguments::add_number(const std::string& word) {
  std::string_view text = word;
  bool is_negative = text.starts_with("-");
  if (is_negative || text.starts_with("+")) text.remove_prefix(1);
  if (text == "inf" || text == "nan") {
    double value = text == "inf" ? std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::quiet_NaN();
    call_.add_float(is_negative ? -value : value);
    return true;
  }
  if (word == "True" || word == "False") {
    call_.add_int(word == "True");
    return true;
  }
  python::NumberLiteral literal = python::parse_number(text);
  switch (literal.what) {
    case python::NumberLiteral::What::Float:
      call_.add_float(is_negative ? -literal.value : literal.value);
      return true;
    case python::NumberLiteral::What::Int:
      if (!is_negative) {
        call_.add_uint(literal.bits);
        return true;
      }
      if (literal.bits <= uint64_t{1} << 63) {
        call_.add_int(static_cast<int64_t>(uint64_t{0} - literal.bits));
        return true;
      }
      [[fallthrough]];
    case python::NumberLiteral::What::TooLarge:
      return Error{"'" + word + "' is an integer outside 64 bits"};
    default:
      return false;
  }
}

Result<void> RunArguments::commit() {
  for (auto& array : arrays_)
    if (auto done = array->commit(); !done) return done.error();
  return {};
}

}  // namespace tack::driver
