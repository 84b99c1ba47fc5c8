// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/run_arguments.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "driver/tack/npy.hpp"
#include "frontend/python/number.hpp"

namespace tack::driver {
namespace {

constexpr std::string_view kFilePrefix = "rw:", kVectorPrefix = "vector:",
                           kMatrixPrefix = "matrix:";

bool is_npy(std::string_view text) { return text.size() > 4 && text.ends_with(".npy"); }

// 'a, b.npy' in quotes, for names with commas in objects.
std::string unquoted(const std::string& word) {
  bool is_quoted = word.size() > 2 && (word[0] == '\'' || word[0] == '"') &&
                   word.find(word[0], 1) == word.size() - 1;
  return is_quoted ? word.substr(1, word.size() - 2) : word;
}

// "f32[512, 512]". Nothing: it is not meant as one. An error: it is, and wrong.
struct ArrayWord {
  ir::Kind kind = ir::Kind::Void;
  std::vector<int64_t> shape;  // with the components of an element last
  uint32_t components = 0;     // how many of them
};
Result<std::optional<ArrayWord>> read_array_word(std::string_view text) {
  size_t bracket = text.find('[');
  if (bracket == std::string_view::npos || bracket == 0 || text.back() != ']')
    return std::optional<ArrayWord>();
  auto fail = [&](const std::string& why) {
    return Error{"'" + std::string(text) + "': " + why +
                 "; an array is written as f32[512, 512], one of vectors as f32x3[512, 512]"};
  };
  ArrayWord out;
  python::Shape element;
  if (!python::parse_element(text.substr(0, bracket), out.kind, element))
    return fail("'" + std::string(text.substr(0, bracket)) + "' is no dtype");
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
  out.components = element.indices();
  if (out.components > 0) out.shape.push_back(element.rows);
  if (out.components > 1) out.shape.push_back(element.cols);
  return std::optional(std::move(out));
}

}  // namespace

Result<std::unique_ptr<RunArguments>> RunArguments::read(std::span<const std::string> words,
                                                         const python::FileModule& module,
                                                         bool checked) {
  auto out = std::make_unique<RunArguments>();
  out->module_ = &module;
  out->checked_ = checked;
  out->call_.begin();
  int parameter = 0;
  for (const std::string& word : words)
    if (auto added = out->add(word, parameter++); !added) return added.error();
  out->call_.finish();
  for (const Created& created : out->created_) {
    auto there = identify_file(created.path);  // before it is replaced
    for (const Opened& opened : out->opened_)
      if (there && opened.writes && opened.identity == *there)
        return Error{"'" + created.path + "' is written by rw: and created anew; name two files"};
  }
  return out;
}

Result<void> RunArguments::add(const std::string& word, int parameter) {
  if (!is_npy(word) && is_object_word(word)) {
    fields_.clear();
    auto object =
        read_object(*module_, word, [this](const std::string& field) { return read_field(field); });
    if (!object) return object.error();
    if (call_.object_count == launch::kMaxObjects || parameter > 255)
      return Error{"a call takes at most " + std::to_string(launch::kMaxObjects) + " objects"};
    for (size_t place : object->order)
      if (auto done = push(fields_[place]); !done) return done;
    call_.add_object(parameter, objects_.emplace_back(std::move(object->type)));
    return {};
  }
  if (is_open_object_word(word)) return Error{"'" + word + "': '(' is never closed"};
  auto value = read_value(word);
  if (!value) return value.error();
  return push(*value);
}

Result<void> RunArguments::push(const Value& value) {
  if (call_.count == launch::kMaxArguments)
    return Error{"a call takes at most " + std::to_string(launch::kMaxArguments) +
                 " numbers and arrays"};
  if (const auto* array = std::get_if<const launch::ArrayData*>(&value)) call_.add_array(**array);
  if (const auto* number = std::get_if<int64_t>(&value)) call_.add_int(*number);
  if (const auto* number = std::get_if<uint64_t>(&value)) call_.add_uint(*number);
  if (const auto* number = std::get_if<double>(&value)) call_.add_float(*number);
  return {};
}

Result<FieldValue> RunArguments::read_field(const std::string& word) {
  auto value = read_value(unquoted(word));
  if (!value) return value.error();
  FieldValue out;
  if (const auto* array = std::get_if<const launch::ArrayData*>(&*value)) {
    out.is_array = true;
    out.extents.assign((*array)->shape, (*array)->shape + (*array)->rank());
  }
  out.place = fields_.size();
  if (const auto* number = std::get_if<int64_t>(&*value))
    out.number = python::Constant::of_int(*number);
  if (const auto* number = std::get_if<uint64_t>(&*value))
    out.number = python::Constant{false, 0, *number, false, ir::Kind::Void};
  if (const auto* number = std::get_if<double>(&*value))
    out.number = python::Constant::of_float(*number);
  fields_.push_back(*value);
  return out;
}

namespace {

Result<std::optional<std::variant<int64_t, uint64_t, double>>> read_number(
    const std::string& word) {
  using Number = std::variant<int64_t, uint64_t, double>;
  auto some = [](Number number) { return std::optional(number); };
  std::string_view text = word;
  bool is_negative = text.starts_with("-");
  if (is_negative || text.starts_with("+")) text.remove_prefix(1);
  if (text == "inf" || text == "nan") {
    double value = text == "inf" ? std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::quiet_NaN();
    return some(is_negative ? -value : value);
  }
  if (word == "True" || word == "False") return some(int64_t{word == "True"});
  python::NumberLiteral literal = python::parse_number(text);
  switch (literal.what) {
    case python::NumberLiteral::What::Float:
      return some(is_negative ? -literal.value : literal.value);
    case python::NumberLiteral::What::Int:
      if (!is_negative) return some(literal.bits);
      if (literal.bits <= uint64_t{1} << 63)
        return some(static_cast<int64_t>(uint64_t{0} - literal.bits));
      [[fallthrough]];
    case python::NumberLiteral::What::TooLarge:
      return Error{"'" + word + "' is an integer outside 64 bits"};
    default:
      return std::optional<Number>();
  }
}

}  // namespace

Result<RunArguments::Value> RunArguments::read_value(const std::string& word) {
  FileWord file{word};
  auto take = [&](std::string_view prefix) {
    bool is_there = file.path.starts_with(prefix);
    if (is_there) file.path = file.path.substr(prefix.size());
    return is_there;
  };
  bool has_prefix = false;
  for (bool more = true; more; has_prefix |= more) {
    more = true;
    if (take(kFilePrefix)) {
      file.writes = true;
    } else if (take(kVectorPrefix)) {
      file.components = 1;
    } else if (take(kMatrixPrefix)) {
      file.components = 2;
    } else {
      more = false;
    }
  }
  if (is_npy(file.path)) return read_file(file);
  if (has_prefix)
    return Error{"'" + word +
                 "': rw:, vector: and matrix: stand before the name of a .npy file that is there"};
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
      auto place = identify_place(path);
      if (!place) return place.error();
      for (const Created& other : created_)
        if (other.identity == *place)
          return Error{"'" + path + "' is created twice" +
                       (other.path == path ? "" : ", also as '" + other.path + "'")};
      created_.push_back({path, *place});
      made = create_array(path, (*array)->kind, (*array)->shape);
    }
    if (!made) return made.error();
    arrays_.push_back(std::move(*made));
    auto seen = view(*arrays_.back(), word, (*array)->components);
    if (!seen) return seen.error();
    return Value(*seen);
  }
  if (equals != std::string::npos)
    return Error{"'" + word + "': a created array is written as out.npy=f32[512, 512]"};
  auto number = read_number(word);
  if (!number) return number.error();
  if (*number) return std::visit([](auto value) { return Value(value); }, **number);
  return Error{"'" + word +
               "' is no argument: write a number, a.npy, rw:a.npy, out.npy=f32[512, 512], "
               "f32[100] or Class(name=value, ...)"};
}

Result<RunArguments::Value> RunArguments::read_file(const FileWord& word) {
  auto identity = identify_file(word.path);
  if (!identity) return identity.error();
  for (const Opened& other : opened_) {
    if (!(other.identity == *identity)) continue;
    if (other.writes != word.writes)
      return Error{"'" + word.path +
                   "' is given for reading and for writing; write rw: at each place"};
    auto seen = view(*other.array, word.path, word.components);  // one array with two names
    if (!seen) return seen.error();
    return Value(*seen);
  }
  FileUse use = !word.writes ? FileUse::Read : checked_ ? FileUse::Write : FileUse::WriteAtOnce;
  auto array = open_array(word.path, use);
  if (!array) return array.error();
  opened_.push_back({word.path, *identity, word.writes, array->get()});
  arrays_.push_back(std::move(*array));
  auto seen = view(*arrays_.back(), word.path, word.components);
  if (!seen) return seen.error();
  return Value(*seen);
}

// The array with its last extents as the components of its elements.
Result<const launch::ArrayData*> RunArguments::view(const HostArray& array, const std::string& name,
                                                    uint32_t components) {
  const launch::ArrayData& numbers = array.data();
  auto rank = static_cast<uint32_t>(numbers.rank());
  auto fail = [&](const std::string& why) { return Error{"'" + name + "': " + why}; };
  python::Shape element;
  if (components > rank)
    return fail("it has " + std::to_string(rank) + " dimension" + (rank == 1 ? "" : "s") + "; " +
                (components == 1 ? "vectors are its last one" : "matrices are its last two"));
  const int64_t* last = numbers.shape + (rank - components);
  int64_t most = components == 1 ? python::Shape::kMaxVector : python::Shape::kMaxMatrix;
  for (uint32_t k = 0; k < components; ++k)
    if (last[k] < 1 || last[k] > most)
      return fail((components == 1 ? "its last extent is " : "one of its last two extents is ") +
                  std::to_string(last[k]) +
                  (components == 1 ? "; vectors have 1 to " : "; matrices have 1 to ") +
                  std::to_string(most) + (components == 1 ? " components" : " rows and columns"));
  if (components == 1) element = python::Shape::vector(static_cast<size_t>(last[0]));
  if (components == 2)
    element = python::Shape::matrix(static_cast<size_t>(last[0]), static_cast<size_t>(last[1]));
  if (rank - components > static_cast<uint32_t>(launch::kMaxRank))
    return fail("it has " + std::to_string(rank - components) +
                " dimensions; an array has at most " + std::to_string(launch::kMaxRank));
  launch::ArrayData& out = views_.emplace_back(numbers);
  out.descriptor =
      launch::describe(numbers.kind(), static_cast<int>(rank - components), numbers.size, element);
  return &out;
}

Result<void> RunArguments::commit() {
  for (auto& array : arrays_)
    if (auto done = array->commit(); !done) return done.error();
  return {};
}

}  // namespace tack::driver
