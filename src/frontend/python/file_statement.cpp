// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_statement.hpp"

#include "frontend/python/parser.hpp"
#include "frontend/python/scope.hpp"
#include "frontend/python/tree.hpp"

namespace tack::python {
namespace {

// One top-level statement of the file.
class Statement {
 public:
  Statement(std::span<const Token> line, FileLoader& loader, FileLoader::Loaded& file)
      : line_(line), loader_(loader), file_(file), environment_(file.environment) {}

  void run() {
    if (is(0, "import")) {
      import_modules();
    } else if (is(0, "from")) {
      import_members();
    } else if (line_.size() >= 3 && line_[0].kind == TokenKind::Name && is(1, "=")) {
      assign();
    }
  }

 private:
  bool is(size_t k, std::string_view text) const { return k < line_.size() && line_[k].is(text); }
  std::string text(size_t k) const {
    return k < line_.size() ? std::string(line_[k].text) : std::string();
  }

  // a.b.c; empty when there is none.
  std::string dotted(size_t& k) const {
    if (k >= line_.size() || line_[k].kind != TokenKind::Name) return {};
    std::string name = text(k++);
    while (is(k, ".")) {
      name += "." + text(k + 1);
      k += 2;
    }
    return name;
  }

  static bool is_library(const std::string& module) {
    return module == "tack" || module == "math" || module == "tack.math" || module == "tack.random";
  }

  void import_from_library(const std::string& module, const std::string& member,
                           const std::string& as) {
    if (is_library(module + "." + member))
      return environment_.set_library(as, module + "." + member);
    std::string inner =
        module == "tack" ? member : module.substr(module.find('.') + 1) + "." + member;
    Entity entity = module == "math" ? math_member(member) : tack_member(inner);
    if (entity.what == Entity::What::Missing)
      entity = Entity::other("a name of " + module + " that kernels do not have");
    environment_.set(as, entity);
  }

  void import_modules() {
    for (size_t k = 1; k < line_.size(); ++k) {
      std::string module = dotted(k);
      if (module.empty()) return;
      // Without `as` the name is that of the outermost package.
      std::string as = module.substr(0, module.find('.'));
      bool is_renamed = is(k, "as");
      if (is_renamed) {
        as = text(k + 1);
        k += 2;
      }
      if (is_library(module)) {
        environment_.set_library(as, is_renamed ? module : as);
      } else {
        std::string why;
        if (FileLoader::Loaded* file = loader_.import(file_, module, why))
          environment_.set_module(as, &file->environment);
        else
          environment_.set(as, Entity::other(why));
      }
      if (!is(k, ",")) return;
    }
  }

  void import_members() {
    size_t k = 1, dots = 0;
    for (; is(k, ".") || is(k, "..."); ++k) dots += is(k, ".") ? 1 : 3;
    std::string module = is(k, "import") ? "" : dotted(k);
    if (!is(k++, "import")) return;
    if (dots > 1 || (dots == 1 && module.empty() && !file_.has_folder)) module = "..";
    if (is(k, "(")) ++k;
    std::string why;
    FileLoader::Loaded* file = nullptr;
    bool is_known = dots == 0 && is_library(module);
    if (!is_known && !module.empty()) file = loader_.import(file_, module, why);
    if (is(k, "*")) {
      if (file) environment_.set_all(&file->environment);
      return;
    }
    for (; k < line_.size() && line_[k].kind == TokenKind::Name; ++k) {
      std::string member = text(k), as = member;
      if (is(k + 1, "as")) {
        as = text(k + 2);
        k += 2;
      }
      if (is_known) {
        import_from_library(module, member, as);
      } else if (module.empty()) {  // from . import file
        if (FileLoader::Loaded* one = loader_.import(file_, member, why))
          environment_.set_module(as, &one->environment);
        else
          environment_.set(as, Entity::other(why));
      } else if (file) {
        environment_.set_member(as, &file->environment, member);
      } else {
        environment_.set(as, Entity::other("a name of " + why));
      }
      if (!is(++k, ",")) return;
    }
  }

  // NAME = expression: a constant for kernels, or a number that constants may be made of.
  void assign() {
    std::string name = text(0);
    std::string_view first = line_[2].text, last = line_.back().text;
    std::string source(first.data(), static_cast<size_t>(last.data() + last.size() - first.data()));
    // Kernels have no keyword arguments, this one has.
    if (size_t at = source.find("dtype="); at != std::string::npos) source.erase(at, 6);
    std::unique_ptr<Tree> tree = parse_function("def f():\n    return " + source + "\n");
    const Expr* e = tree->body.size() == 1 ? tree->body[0]->value : nullptr;
    if (e == nullptr || !tree->messages.empty()) {
      environment_.set(name, Entity::other("a Python value"));
      return;
    }
    auto lookup = [&](const std::vector<std::string>& path) -> std::optional<HostValue> {
      if (path.size() == 1) {
        auto found = file_.values.find(path[0]);
        if (found != file_.values.end()) return found->second;
      }
      Entity entity = environment_.resolve(path);
      if (entity.what != Entity::What::Constant) return std::nullopt;
      const Constant& c = entity.constant;  // math.pi
      if (c.is_float) return HostValue::of(c.float_value);
      return HostValue::of(c.is_negative ? static_cast<__int128>(static_cast<int64_t>(c.int_bits))
                                         : static_cast<__int128>(c.int_bits));
    };
    std::vector<std::string> callee =
        e->kind == ExprKind::Call ? dotted_path(*e->args[0]) : std::vector<std::string>{};
    bool is_constant = !callee.empty() && callee.back() == "constant";
    std::optional<HostValue> value;
    std::optional<Entity> entity;
    if (is_constant) {
      size_t given = e->args.size() - 1;
      if (given == 1 || given == 2) value = evaluate(*e->args[1], lookup);
      std::vector<std::string> dtype_path =
          given == 2 ? dotted_path(*e->args[2]) : std::vector<std::string>{};
      Entity dtype = dtype_path.empty() ? Entity{} : environment_.resolve(dtype_path);
      if (value && (given == 1 || dtype.what == Entity::What::DType))
        entity = constant_of(*value, dtype.dtype);
      if (entity && dtype.dtype != ir::Kind::Void && ir::Type::scalar(dtype.dtype).is_float() &&
          value->what == HostValue::What::Int)
        value = HostValue::of(value->as_float());
    } else {
      value = evaluate(*e, lookup);
    }
    file_.values.erase(name);
    if (value && (!is_constant || entity)) file_.values[name] = *value;
    const char* what = is_constant ? "a constant that this command cannot compute"
                       : e->kind == ExprKind::Name || e->kind == ExprKind::Attribute
                           ? "a Python name"
                       : !value                                ? "a Python value"
                       : value->what == HostValue::What::Int   ? "a Python int"
                       : value->what == HostValue::What::Float ? "a Python float"
                                                               : "a tuple";
    environment_.set(name, entity ? *entity : Entity::other(what));
  }

  std::span<const Token> line_;
  FileLoader& loader_;
  FileLoader::Loaded& file_;
  FileEnvironment& environment_;
};

}  // namespace

void run_statement(std::span<const Token> line, FileLoader& loader, FileLoader::Loaded& file) {
  Statement(line, loader, file).run();
}

}  // namespace tack::python
