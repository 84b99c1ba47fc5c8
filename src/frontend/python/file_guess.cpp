// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_guess.hpp"

#include <algorithm>

#include "frontend/python/hints.hpp"
#include "frontend/python/message.hpp"
#include "frontend/python/scope.hpp"
#include "frontend/python/tree.hpp"
#include "frontend/python/vector_ops.hpp"

namespace tack::python {
namespace {

using Member = ObjectType::Member;

std::string joined(const std::vector<std::string>& path) {
  std::string out;
  for (const std::string& part : path) out += (out.empty() ? "" : ".") + part;
  return out;
}

// What only arrays have, and objects perhaps. Vectors have attributes too, x and norm(), but are no
// arguments, nor does an instance hold them.
bool is_array_attribute(const std::string& name) {
  return name == "shape" || name == "size" || !array_attribute_hint(name).empty();
}

// How the names of a function are used: as arrays, with how many indices, which attributes of them
// are read and what is called. Names are dotted: "x", "self.data".
class Uses {
 public:
  // Of each function once: they call each other in many ways. Null while it is read.
  using Known = std::map<const Template*, std::unique_ptr<const Uses>>;

  Uses(const Template& source, Environment& environment, std::span<const FileClass> classes,
       Known& known, int depth)
      : environment_(environment), classes_(classes), known_(&known), depth_(depth) {
    for (const Stmt& s : source.tree().stmts) {
      if (s.value != nullptr) visit(*s.value);
      for (const Expr* target : s.targets) visit(*target);
      if (s.kind == StmtKind::For && s.value != nullptr && s.value->kind != ExprKind::Call)
        if (auto path = dotted_path(*s.value); !path.empty()) iterated.insert(joined(path));
      measure(s);
    }
    for (const Stmt& s : source.tree().stmts) {  // g = x
      if (s.kind != StmtKind::Assign || s.targets.empty() || s.value == nullptr) continue;
      if (s.targets[0]->kind == ExprKind::Name) take(Uses(*this), s.targets[0]->text, *s.value);
    }
  }

  std::map<std::string, uint32_t> ranks;
  std::map<std::string, std::set<std::string>> attributes;  // of each dotted name
  std::set<std::string> iterated;                           // for c in name
  std::set<std::string> called;                             // obj.name(...)

 private:
  // h, w = x.shape and for i, j in tack.ndindex(x.shape): as many dimensions as targets.
  void measure(const Stmt& s) {
    if (s.value == nullptr || s.targets.empty() || s.kind == StmtKind::AugAssign) return;
    const Expr* shape = s.value;
    if (s.kind == StmtKind::For && shape->kind == ExprKind::Call && shape->args.size() == 2)
      shape = shape->args[1];
    if (shape->kind != ExprKind::Attribute || shape->text != "shape") return;
    const Expr& target = *s.targets[0];
    use(*shape->args[0],
        target.kind == ExprKind::Tuple ? static_cast<uint32_t>(target.args.size()) : 1);
  }

  void use(const Expr& base, uint32_t rank) {
    std::vector<std::string> path = dotted_path(base);
    if (path.empty()) return;
    uint32_t& known = ranks[joined(path)];
    known = std::max(known, rank);
  }

  void visit(const Expr& e) {
    if (e.kind == ExprKind::Attribute)
      if (auto path = dotted_path(*e.args[0]); !path.empty())
        attributes[joined(path)].insert(e.text);
    if (e.kind == ExprKind::Subscript) {
      const Expr& base = *e.args[0];
      if (base.kind == ExprKind::Attribute && base.text == "shape") {
        bool is_literal = e.args[1]->kind == ExprKind::Int && e.args[1]->bits < 8;
        use(*base.args[0], is_literal ? static_cast<uint32_t>(e.args[1]->bits) + 1 : 1);
      } else {
        use(base, indices(*e.args[1]));
      }
    }
    if (e.kind == ExprKind::Call) call(e);
    for_each_operand(e, [&](const Expr& operand) { visit(operand); });
  }

  void call(const Expr& e) {
    std::vector<std::string> path = dotted_path(*e.args[0]);
    if (path.empty()) return;
    if (path.size() > 1) called.insert(joined(path));
    if (path[0] == "len" && e.args.size() == 2) use(*e.args[1], 1);
    constexpr int kMaxDepth = 64;
    Entity entity = environment_.resolve(path);
    if (entity.what == Entity::What::Builtin) array_of(entity.builtin, e);
    if (depth_ == kMaxDepth) return;
    if (entity.what == Entity::What::Function) return call(*entity.function, e, 0);
    if (path.size() == 1 || entity.what == Entity::What::Builtin) return;
    // A method: of any class that has one of the name.
    for (const FileClass& one : classes_) {
      const Member* method = one.find(path.back());
      if (method != nullptr && method->what == Member::What::Function)
        call(*method->entity.function, e, method->takes_self ? 1 : 0);
    }
  }
  void call(const DeviceFunction& function, const Expr& e, size_t before) {
    const std::vector<std::string>& parameters = function.source->parameters();
    if (parameters.size() != e.args.size() - 1 + before) return;
    auto [at, is_new] = known_->try_emplace(function.source.get());
    if (is_new)
      at->second = std::make_unique<Uses>(*function.source, *function.environment, classes_,
                                          *known_, depth_ + 1);
    if (at->second == nullptr) return;
    for (size_t k = before; k < parameters.size(); ++k)
      take(*at->second, parameters[k], *e.args[k - before + 1]);
  }

  // The functions whose first argument is an array: of an atomic, with the index after it.
  void array_of(Builtin builtin, const Expr& e) {
    bool is_atomic = builtin == Builtin::AtomicAdd || builtin == Builtin::AtomicMin ||
                     builtin == Builtin::AtomicMax;
    if (is_atomic && e.args.size() > 2) use(*e.args[1], indices(*e.args[2]));
    if (builtin == Builtin::LocalArrayLike && e.args.size() > 1) use(*e.args[1], 1);
  }

  static uint32_t indices(const Expr& index) {
    if (index.kind == ExprKind::Tuple) return static_cast<uint32_t>(index.args.size());
    return index.kind == ExprKind::None ? 0 : 1;
  }

  // What the callee does with its parameter it does with the argument.
  void take(const Uses& inner, const std::string& parameter, const Expr& argument) {
    std::vector<std::string> path = dotted_path(argument);
    if (path.empty()) return;
    auto outside = [&](const std::string& name) -> std::optional<std::string> {
      bool is_it = name == parameter || name.starts_with(parameter + ".");
      return is_it ? std::optional(joined(path) + name.substr(parameter.size())) : std::nullopt;
    };
    for (const auto& [name, rank] : inner.ranks)
      if (auto mine = outside(name)) ranks[*mine] = std::max(ranks[*mine], rank);
    for (const auto& [name, read] : inner.attributes)
      if (auto mine = outside(name)) attributes[*mine].insert(read.begin(), read.end());
    for (const std::string& name : inner.iterated)
      if (auto mine = outside(name)) iterated.insert(*mine);
    for (const std::string& name : inner.called)
      if (auto mine = outside(name)) called.insert(*mine);
  }

  Environment& environment_;
  std::span<const FileClass> classes_;
  Known* known_;
  int depth_;
};

class Guesser {
 public:
  Guesser(Environment& environment, std::span<const FileClass> classes, ir::Kind element,
          size_t choice)
      : environment_(environment), classes_(classes), element_(element), choice_(choice) {}

  GuessedArguments run(const Template& kernel, const FileClass* owner) {
    GuessedArguments out;
    Uses uses(kernel, environment_, classes_, known_, 0);
    uint32_t number = 0;
    for (const std::string& name : kernel.parameters()) {
      const FileClass* type = owner != nullptr && number == 0
                                  ? owner
                                  : class_named(kernel.tree().parameters[number].annotation);
      if (type == nullptr) type = class_of(uses, name, uses.ranks.count(name));
      if (type != nullptr) {
        auto object = object_of(*type, uses, name, 0, out.types);
        out.objects.push_back({number, std::move(object)});
      } else {
        bool is_object = uses.attributes.count(name) != 0 && !is_array(uses, name);
        if (is_object) obstacle_ = "'" + name + "' is an object of a class that is not in the file";
        out.types.push_back(scalar_or_array(uses, name));
      }
      ++number;
    }
    out.obstacle = std::move(obstacle_);
    out.choices = choices_;
    return out;
  }

 private:
  // Indexed, measured, or read as no object of the file would be: x.size alone.
  static bool is_array(const Uses& uses, const std::string& name) {
    if (uses.ranks.count(name) != 0) return true;
    auto read = uses.attributes.find(name);
    return read != uses.attributes.end() &&
           std::all_of(read->second.begin(), read->second.end(), is_array_attribute);
  }
  ArgType scalar_or_array(const Uses& uses, const std::string& name) const {
    if (!is_array(uses, name)) return ArgType::scalar(ir::Kind::I32);
    auto rank = uses.ranks.find(name);
    return ArgType::array(element_, rank != uses.ranks.end() ? rank->second : 1);
  }

  static bool has(const FileClass& one, const std::string& attribute) {
    return one.find(attribute) != nullptr || one.assigned.count(attribute) != 0;
  }
  // An attribute of no such name, nor of one that is nearly the same.
  static bool is_strange(const FileClass& one, const std::string& attribute) {
    if (has(one, attribute) || !one.open.empty()) return false;
    std::vector<std::string> names(one.assigned.begin(), one.assigned.end());
    for (const Member& member : one.body.members) names.push_back(member.name);
    return nearest_name(attribute, names).empty();
  }

  // The class that an annotation names; null when it names none of the file.
  const FileClass* class_named(const std::vector<std::string>& annotation) const {
    for (const FileClass& one : classes_)
      if (!annotation.empty() && annotation.back() == one.name) return &one;
    return nullptr;
  }

  // The device class that has the most of the attributes read; none when it lacks as many.
  const FileClass* class_of(const Uses& uses, const std::string& name, bool is_indexed) {
    if (is_indexed) return nullptr;
    auto read = uses.attributes.find(name);
    bool is_iterated = uses.iterated.count(name) != 0;
    std::vector<const FileClass*> fitting;
    size_t most = 0;
    for (const FileClass& one : classes_) {
      size_t score = is_iterated && !one.body.iterate.empty() ? 1 : 0;
      if (read != uses.attributes.end())
        for (const std::string& attribute : read->second) score += has(one, attribute) ? 2 : 0;
      if (score > most) {
        fitting.clear();
        most = score;
      }
      if (score == most && score > 0) fitting.push_back(&one);
    }
    choices_ = std::max(choices_, fitting.size());
    const FileClass* best = fitting.empty() ? nullptr : fitting[choice_ % fitting.size()];
    if (best == nullptr || read == uses.attributes.end()) return best;
    auto strange = static_cast<size_t>(
        std::count_if(read->second.begin(), read->second.end(),
                      [&](const std::string& attribute) { return is_strange(*best, attribute); }));
    return 2 * strange >= most ? nullptr : best;
  }

  // An instance: what the class has, and what methods and the kernel read of what they assign.
  std::shared_ptr<const ObjectType> object_of(const FileClass& type, const Uses& kernel_uses,
                                              const std::string& kernel_name, int depth,
                                              std::vector<ArgType>& types) {
    auto out = std::make_shared<ObjectType>(type.body);
    // Under one name, "self", whatever each function calls it.
    Uses self = renamed(kernel_uses, kernel_name);
    for (const auto& function : type.functions) {
      if (function->parameters().empty()) continue;
      Uses inner(*function, environment_, classes_, known_, 0);
      merge(self, renamed(inner, function->parameters()[0]));
    }
    constexpr int kMaxDepth = 4;
    std::vector<std::pair<std::string, const FileClass*>> inside;
    std::set<std::string> assigned = type.assigned;
    for (const std::string& name : self.attributes["self"])
      if (!type.open.empty() || type.elsewhere.count(name) != 0) assigned.insert(name);
    for (const std::string& name : assigned) {
      // One that the class has too is a constant, whatever the instance's value; None is none.
      const Member* of_class = type.find(name);
      bool is_known = of_class != nullptr && (of_class->what != Member::What::Other ||
                                              !of_class->entity.description.empty());
      if (name.starts_with("_") || is_known) continue;
      std::erase_if(out->members, [&](const Member& one) { return one.name == name; });
      std::string path = "self." + name;
      Member member;
      member.name = name;
      bool is_indexed = self.ranks.count(path) != 0;
      const FileClass* held = depth < kMaxDepth ? class_of(self, path, is_indexed) : nullptr;
      bool is_array = held == nullptr && Guesser::is_array(self, path);
      member.what = held != nullptr ? Member::What::Object
                    : is_array      ? Member::What::Array
                                    : Member::What::Scalar;
      bool is_called = held == nullptr && self.called.count(path) != 0;
      bool is_object = held == nullptr && !is_array && self.attributes.count(path) != 0;
      if (is_called || is_object)
        obstacle_ = "what attribute '" + name + "' of class '" + type.name +
                    "' holds only Python knows" + (is_called ? ", and it is called" : "");
      out->members.push_back(std::move(member));
      if (held != nullptr) inside.emplace_back(name, held);
    }
    // Members are numbered by name: so are the types that go with them.
    std::sort(out->members.begin(), out->members.end(),
              [](const Member& a, const Member& b) { return a.name < b.name; });
    for (Member& member : out->members) {
      std::string path = "self." + member.name;
      if (member.what == Member::What::Scalar || member.what == Member::What::Array)
        types.push_back(scalar_or_array(self, path));
      for (const auto& [name, held] : inside)
        if (name == member.name) member.object = object_of(*held, self, path, depth + 1, types);
    }
    out->finish();
    return out;
  }

  static std::optional<std::string> as_self(const std::string& name, const std::string& from) {
    if (name == from) return "self";
    if (name.starts_with(from + ".")) return "self" + name.substr(from.size());
    return std::nullopt;
  }
  Uses renamed(const Uses& uses, const std::string& from) const {
    Uses out = uses;
    out.ranks.clear();
    out.attributes.clear();
    out.iterated.clear();
    out.called.clear();
    for (const auto& [name, rank] : uses.ranks)
      if (auto mine = as_self(name, from)) out.ranks[*mine] = rank;
    for (const auto& [name, read] : uses.attributes)
      if (auto mine = as_self(name, from)) out.attributes[*mine] = read;
    for (const std::string& name : uses.iterated)
      if (auto mine = as_self(name, from)) out.iterated.insert(*mine);
    for (const std::string& name : uses.called)
      if (auto mine = as_self(name, from)) out.called.insert(*mine);
    return out;
  }
  static void merge(Uses& into, const Uses& from) {
    for (const auto& [name, rank] : from.ranks) into.ranks[name] = std::max(into.ranks[name], rank);
    for (const auto& [name, read] : from.attributes)
      into.attributes[name].insert(read.begin(), read.end());
    into.iterated.insert(from.iterated.begin(), from.iterated.end());
    into.called.insert(from.called.begin(), from.called.end());
  }

  Environment& environment_;
  std::span<const FileClass> classes_;
  ir::Kind element_;
  size_t choice_, choices_ = 1;
  Uses::Known known_;
  std::string obstacle_;
};

}  // namespace

GuessedArguments guess_call(const Template& kernel, Environment& environment,
                            std::span<const FileClass> classes, const FileClass* owner,
                            ir::Kind element, size_t choice) {
  return Guesser(environment, classes, element, choice).run(kernel, owner);
}

}  // namespace tack::python
