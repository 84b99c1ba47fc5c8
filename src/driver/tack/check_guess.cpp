// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/check_guess.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "frontend/python/tree.hpp"
#include "ir/verifier.hpp"

namespace tack::driver {
namespace {

using python::ArgType;
using python::Shape;

constexpr ir::Kind kKinds[] = {ir::Kind::F32, ir::Kind::I32, ir::Kind::U64, ir::Kind::F64};
constexpr Shape kShapes[] = {{3, 0}, {2, 0}, {4, 0}, {3, 3}, {2, 2}, {4, 4}, {}};
constexpr uint32_t kMaxRank = 4;

size_t faults(const Checked& checked) { return checked.diagnostics.all().size(); }

bool has(const Checked& checked, std::initializer_list<std::string_view> ids) {
  return std::any_of(checked.diagnostics.all().begin(), checked.diagnostics.all().end(),
                     [&](const Diagnostic& diagnostic) {
                       return std::find(ids.begin(), ids.end(), diagnostic.id) != ids.end();
                     });
}

// Whether an error says that something has no components, or others than it is used with.
bool asks_for_shapes(const Checked& checked) {
  return has(checked, {"py.component-of-number", "py.wrong-operand", "py.matmul-shape",
                       "py.store-shape", "py.shape-mismatch", "py.local-shape", "py.index-count",
                       "py.not-an-array", "py.cannot-unpack", "py.unpack-count", "py.matrix-row",
                       "py.matrix-rows", "py.make-argument"});
}

// Another dtype.
bool asks_for_kinds(const Checked& checked) {
  return has(checked, {"py.float-bits", "py.signed-u64", "py.negative-exponent", "py.index-type",
                       "py.bound-type", "py.count-type", "py.no-math"});
}

// More dimensions than are seen: one vector stands for all indices.
bool asks_for_ranks(const Checked& checked) {
  return std::any_of(checked.diagnostics.all().begin(), checked.diagnostics.all().end(),
                     [](const Diagnostic& diagnostic) {
                       return diagnostic.id == "py.index-count" &&
                              diagnostic.text.find("a vector of") != std::string::npos;
                     });
}

// What one argument may be besides, as far as the errors ask for it.
std::vector<ArgType> others(const ArgType& type, const Checked& checked) {
  std::vector<ArgType> out;
  if (type.is_array && asks_for_ranks(checked)) {
    for (uint32_t rank = type.rank + 1; rank <= kMaxRank; ++rank)
      out.push_back(ArgType::array(type.kind, rank, type.element));
  }
  if (asks_for_kinds(checked)) {
    for (ir::Kind kind : kKinds) {
      ArgType other = type;
      other.kind = kind;
      if (kind != type.kind) out.push_back(std::move(other));
    }
  }
  return out;
}

}  // namespace

std::string error_key(const Diagnostic& diagnostic) {
  std::string key = std::string(diagnostic.id) + "\n" + diagnostic.where.file->name + "\n" +
                    std::to_string(diagnostic.where.file->first_line + diagnostic.where.line) +
                    ":" + std::to_string(diagnostic.where.column) + "\n";
  std::string word;
  auto end_word = [&] {
    bool is_dtype = python::tack_member(word).what == python::Entity::What::DType;
    key += is_dtype ? "dtype" : word;
    word.clear();
  };
  for (char c : diagnostic.text) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word += c;
    } else {
      end_word();
      key += c;
    }
  }
  end_word();
  return key;
}

Checked Guesses::specialise(const python::GuessedArguments& args) {
  Checked out;
  out.args = args;
  python::SpecialiseOptions options;
  options.objects = args.objects;
  auto compiled = python::specialise(*kernel_.source, *kernel_.environment, args.types, options,
                                     out.diagnostics, out.failure);
  if (compiled) out.fault = ir::verify(*compiled->module, ir::Stage::Source);
  return out;
}

// Nobody says how large the arrays are. Where a local array is as large as one, extents of usual
// size stand for them: products of them are local arrays too.
Checked Guesses::with(const python::GuessedArguments& args) {
  Checked out = specialise(args);
  if (has(out, {"py.local-array-size"})) {
    python::GuessedArguments with_extents = args;
    python::take_usual_extents(with_extents.types);
    Checked sized = specialise(with_extents);
    bool has_sizes = !has(sized, {"py.local-array-size"});  // what is left is something else
    if (has_sizes || faults(sized) < faults(out)) out = std::move(sized);
  }
  wants_shapes_ |= asks_for_shapes(out);
  std::set<std::string> found;
  for (const Diagnostic& diagnostic : out.diagnostics.all()) found.insert(error_key(diagnostic));
  if (common_)
    std::erase_if(*common_, [&](const std::string& key) { return found.count(key) == 0; });
  else
    common_ = std::move(found);
  return out;
}

// Arrays of vectors or matrices: first one shape for all, then for each in turn the one that leaves
// fewest errors; the best of all first shapes. Some milliseconds for a kernel of usual size.
Checked Guesses::with_shapes(const python::GuessedArguments& numbers, Checked best) {
  for (Shape first : kShapes) {
    python::GuessedArguments args = numbers;
    std::vector<ArgType>& types = args.types;
    for (ArgType& type : types) {
      if (type.is_array) type.element = first;
    }
    Checked now = with(args);
    for (size_t k = 0; k < types.size() && faults(now) > 0; ++k) {
      for (Shape shape : kShapes) {
        if (!types[k].is_array || types[k].element == shape) continue;
        Shape before = std::exchange(types[k].element, shape);
        Checked other = with(args);
        if (faults(other) < faults(now)) {
          now = std::move(other);
        } else {
          types[k].element = before;
        }
      }
    }
    if (faults(now) < faults(best)) best = std::move(now);
    if (faults(best) == 0) break;
  }
  if (faults(best) > 0) return best;
  // Numbers where they do as well.
  for (size_t k = 0; k < best.args.types.size(); ++k) {
    if (best.args.types[k].element.is_number()) continue;
    python::GuessedArguments args = best.args;
    args.types[k].element = {};
    Checked simpler = specialise(args);
    if (faults(simpler) == 0) best = std::move(simpler);
  }
  return best;
}

// Each argument in turn as what leaves fewer errors: arrays of integers beside arrays of floats, an
// array whose index is a vector.
Checked Guesses::refined(Checked best) {
  constexpr int kMostRounds = 2;
  for (int round = 0; round < kMostRounds && faults(best) > 0; ++round) {
    size_t before = faults(best);
    for (size_t k = 0; k < best.args.types.size() && faults(best) > 0; ++k) {
      for (const ArgType& type : others(best.args.types[k], best)) {
        python::GuessedArguments args = best.args;
        args.types[k] = type;
        Checked other = with(args);
        if (faults(other) < faults(best)) best = std::move(other);
      }
    }
    if (faults(best) == before) break;
  }
  return best;
}

// Nobody says what the arrays hold: what is wrong for floats may be meant for integers, and what
// is wrong for numbers for vectors.
Checked Guesses::specialise_arrays() {
  Checked best;
  bool is_first = true;
  for (ir::Kind kind : kKinds) {
    if (!is_first && !asks_for_kinds(best) && kind != ir::Kind::I32) break;
    Checked now = with(guess(kind));
    if (is_first || faults(now) < faults(best)) best = std::move(now);
    is_first = false;
    if (faults(best) == 0) return best;
  }
  best = refined(std::move(best));
  // Vectors of what fits best, of floats, of integers.
  std::vector<python::GuessedArguments> starts = {best.args};
  for (ir::Kind kind : {ir::Kind::F32, ir::Kind::I32}) starts.push_back(guess(kind));
  for (size_t k = 0; k < starts.size() && faults(best) > 0; ++k) {
    if (wants_shapes_) best = refined(with_shapes(starts[k], std::move(best)));
  }
  return best;
}

// Several classes of the file may have what is read of an object.
Checked Guesses::specialise_objects() {
  constexpr size_t kMostChoices = 4;
  choice_ = 0;
  Checked best = specialise_arrays();
  size_t choices = std::min(guess(ir::Kind::F32).choices, kMostChoices);
  for (choice_ = 1; choice_ < choices && faults(best) > 0; ++choice_) {
    Checked other = specialise_arrays();
    if (faults(other) < faults(best)) best = std::move(other);
  }
  return best;
}

namespace {

// Whether the first parameter is read as an object: `name.attribute`, but for those of arrays.
bool has_attributes(const python::Template& kernel) {
  const std::string& name = kernel.parameters()[0];
  bool found = false;
  auto visit = [&](const python::Expr& e, auto& self) -> void {
    found |= e.kind == python::ExprKind::Attribute && e.args[0]->kind == python::ExprKind::Name &&
             e.args[0]->text == name && e.text != "shape" && e.text != "size";
    python::for_each_operand(e, [&](const python::Expr& operand) { self(operand, self); });
  };
  for (const python::Stmt& s : kernel.tree().stmts) {
    if (s.value != nullptr) visit(*s.value, visit);
    for (const python::Expr* target : s.targets) visit(*target, visit);
  }
  return found;
}

}  // namespace

// A kernel in a class without `self` may be called by the name of the class: A.k(array).
Checked Guesses::specialise_called() {
  Checked best = specialise_objects();
  const std::vector<std::string>& parameters = kernel_.source->parameters();
  bool is_method = kernel_.owner == nullptr || parameters.empty() || parameters[0] == "self" ||
                   has_attributes(*kernel_.source);
  if (faults(best) == 0 || is_method) return best;
  has_owner_ = false;
  auto common = std::exchange(common_, std::nullopt);
  Checked other = specialise_objects();
  if (faults(other) < faults(best)) return other;
  has_owner_ = true;
  common_ = std::move(common);
  return best;
}

python::GuessedArguments Guesses::guess(ir::Kind element) const {
  return module_.guess(*kernel_.source, *kernel_.environment, has_owner_ ? kernel_.owner : nullptr,
                       element, choice_);
}

namespace {

// A vector or a matrix of ones.
python::Entity table(uint32_t rows, uint32_t columns) {
  python::ConstantTable out;
  out.rows = rows;
  out.columns = columns;
  out.elements.assign(size_t{std::max(rows, 1u)} * columns, python::Constant::of_float(1.0));
  return python::Entity::of(std::move(out));
}

}  // namespace

Checked Guesses::best(const python::GuessedArguments* given) {
  auto one = [&] { return given != nullptr ? with(*given) : specialise_called(); };
  if (!kernel_.nested || kernel_.nested->unknown.empty()) return one();
  // Nor what a function gives the kernels that it makes.
  struct Try {
    python::Entity value;
    const char* name;
  };
  const Try tries[] = {{python::Entity::of(python::Constant::of_int(2)), "a number"},
                       {python::Entity::of(python::Constant::of_float(2.0)), "a number"},
                       {table(0, 3), "a vector"},
                       {table(0, 2), "a vector"},
                       {table(2, 2), "a matrix"},
                       {table(3, 3), "a matrix"}};
  Checked best;
  bool is_first = true;
  for (const Try& now : tries) {
    bool is_table = now.value.what == python::Entity::What::Table;
    if (is_table && !wants_shapes_) break;
    module_.guess_unknown(now.value);
    Checked other = one();
    if (is_first || faults(other) < faults(best)) {
      best = std::move(other);
      stand_in_ = now.name;
    }
    is_first = false;
    if (faults(best) == 0) break;
  }
  return best;
}

}  // namespace tack::driver
