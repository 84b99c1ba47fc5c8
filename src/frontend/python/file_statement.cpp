// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_statement.hpp"

#include "frontend/python/file_value.hpp"

namespace tack::python {
namespace {

// One top-level statement of the file.
class Statement {
 public:
  Statement(std::span<const Token> line, FileLoader& loader, FileLoader::Loaded& file,
            bool is_conditional)
      : line_(line),
        loader_(loader),
        file_(file),
        environment_(file.environment),
        is_conditional_(is_conditional) {}

  void run() {
    if (is(0, "import")) {
      import_modules();
    } else if (is(0, "from")) {
      import_members();
    } else if (opens_block()) {
      // What follows the colon on its line.
      std::vector<size_t> colons = outside(":", 0, line_.size());
      if (!colons.empty() && colons[0] + 1 < line_.size())
        Statement(line_.subspan(colons[0] + 1), loader_, file_, true).run();
    } else if (line_.size() >= 3 && line_[0].kind == TokenKind::Name && changes()) {
      file_.values.erase(text(0));
      environment_.set(text(0), Entity::other("a Python value"));
    } else if (line_.size() >= 3) {
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
    if (module == "tack" && (member == "kernel" || member == "func")) file_.decorators[as] = member;
    std::string inner =
        module == "tack" ? member : module.substr(module.find('.') + 1) + "." + member;
    Entity entity = module == "math" ? math_member(member) : tack_member(inner);
    if (entity.what == Entity::What::Missing)
      entity =
          Entity::other(inner == "constant" ? "tack.constant"
                                            : "a name of " + module + " that kernels do not have");
    environment_.set(as, entity);
  }

  bool opens_block() const {
    for (const char* word :
         {"if", "elif", "else", "for", "while", "with", "try", "except", "finally"})
      if (is(0, word)) return true;
    return false;
  }

  // NAME += ... and the like.
  bool changes() const {
    for (const char* op :
         {"+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "&=", "|=", "^=", "<<=", ">>="})
      if (is(1, op)) return true;
    return false;
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
      if (!is_known) return;
      std::vector<std::string> names =
          module == "math" ? math_member_names()
                           : tack_member_names(module == "tack" ? "" : module.substr(5));
      for (const std::string& name : names) import_from_library(module, name, name);
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

  // Tokens of the line between brackets count for nothing; the positions of `text` outside them.
  std::vector<size_t> outside(std::string_view wanted, size_t begin, size_t end) const {
    std::vector<size_t> found;
    int depth = 0;
    for (size_t k = begin; k < end; ++k) {
      if (is(k, "(") || is(k, "[") || is(k, "{")) ++depth;
      if (is(k, ")") || is(k, "]") || is(k, "}")) --depth;
      if (depth == 0 && is(k, wanted)) found.push_back(k);
    }
    return found;
  }

  // NAME = expression, NAME: type = expression, A = B = expression, A, B = expression, expression.
  void assign() {
    std::vector<size_t> equals = outside("=", 0, line_.size());
    if (equals.empty() || equals.back() + 1 == line_.size()) return;
    size_t value = equals.back() + 1;
    std::vector<size_t> colons = outside(":", 0, equals[0]);
    size_t begin = 0;
    for (size_t end : equals) {
      if (!colons.empty() && colons[0] < end && begin == 0) {
        assign_targets(begin, colons[0], value);
      } else {
        assign_targets(begin, end, value);
      }
      begin = end + 1;
    }
  }

  void assign_targets(size_t begin, size_t end, size_t value) {
    if (end == begin + 1 && line_[begin].kind == TokenKind::Name)
      return bind(text(begin), value, line_.size());
    // One value for each name, when they are written one by one.
    std::vector<size_t> names = outside(",", begin, end);
    std::vector<size_t> values = outside(",", value, line_.size());
    names.push_back(end);
    values.push_back(line_.size());
    for (size_t k = 0; k < names.size(); ++k) {
      bool is_name = names[k] == begin + 1 && line_[begin].kind == TokenKind::Name;
      if (is_name && names.size() == values.size()) {
        bind(text(begin), value, values[k]);
      } else if (is_name) {
        environment_.set(text(begin), Entity::other("a part of a Python value"));
      }
      begin = names[k] + 1;
      if (k < values.size()) value = values[k] + 1;
    }
  }

  // A constant for kernels, or a number that constants may be made of.
  void bind(const std::string& name, size_t begin, size_t end) {
    if (is_conditional_ && environment_.knows(name)) {
      file_.values.erase(name);
      return environment_.set(name, Entity::other("a name with several values"));
    }
    if (end >= begin + 4 && is(end - 4, "func") && is(end - 3, "(") && is(end - 1, ")") &&
        line_[end - 2].kind == TokenKind::Name && text(end - 2) != name) {  // g = tack.func(f)
      file_.values.erase(name);
      return environment_.set_member(name, &environment_, text(end - 2));
    }
    AssignedValue assigned =
        assigned_value(line_.subspan(begin, end - begin), environment_, file_.values);
    file_.values.erase(name);
    file_.unknown.erase(name);
    if (assigned.value) file_.values[name] = *assigned.value;
    if (end == begin + 1 && line_[begin].kind == TokenKind::Name && text(begin) != name) {
      // g = f: what f means when g is read, functions being known later.
      if (file_.unknown.count(text(begin))) file_.unknown.insert(name);
      return environment_.set_member(name, &environment_, text(begin));
    }
    if (!assigned.value) file_.unknown.insert(name);
    environment_.set(name, std::move(assigned.entity));
  }

  std::span<const Token> line_;
  FileLoader& loader_;
  FileLoader::Loaded& file_;
  FileEnvironment& environment_;
  bool is_conditional_;
};

}  // namespace

void run_statement(std::span<const Token> line, FileLoader& loader, FileLoader::Loaded& file,
                   bool is_conditional) {
  Statement(line, loader, file, is_conditional).run();
}

}  // namespace tack::python
