// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_statement.hpp"

#include "frontend/python/file_value.hpp"

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
    std::string_view first = line_[2].text, last = line_.back().text;
    AssignedValue assigned = assigned_value(
        {first.data(), static_cast<size_t>(last.data() + last.size() - first.data())}, environment_,
        file_.values);
    std::string name = text(0);
    file_.values.erase(name);
    if (assigned.value) file_.values[name] = *assigned.value;
    environment_.set(name, std::move(assigned.entity));
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
