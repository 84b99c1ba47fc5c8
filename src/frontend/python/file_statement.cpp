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
    environment_.set_conditional(is_conditional_);
    statement();
    environment_.set_conditional(false);
  }

 private:
  void statement() {
    for (size_t k = 0; k + 1 < line_.size(); ++k)  // (N := value)
      if (line_[k].kind == TokenKind::Name && line_[k + 1].is(":=")) set_unknown(text(k));
    if (is(0, "import")) {
      import_modules();
    } else if (is(0, "from")) {
      import_members();
    } else if (is(0, "class")) {
      // What a reader of classes finds in it stands under the name later.
      if (line_.size() < 2) return;
      set_unknown(text(1));
      environment_.open_class(text(1));
    } else if (opens_block()) {
      bind_head();
      // What follows the colon on its line.
      std::vector<size_t> colons = outside(":", 0, line_.size());
      if (!colons.empty() && colons[0] + 1 < line_.size())
        Statement(line_.subspan(colons[0] + 1), loader_, file_, true).run();
    } else if (line_.size() >= 3 && line_[0].kind == TokenKind::Name && changes()) {
      set_python(text(0), "a Python value");
    } else if (line_.size() >= 3) {
      assign();
    }
  }

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
    if (module == "tack" && (member == "kernel" || member == "func"))
      file_.decorators.aliases[as] = member;
    std::string inner =
        module == "tack" ? member : module.substr(module.find('.') + 1) + "." + member;
    Entity entity = module == "math" ? math_member(member) : tack_member(inner);
    if (entity.what == Entity::What::Missing)
      entity =
          Entity::other(inner == "constant" ? "tack.constant"
                                            : "a name of " + module + " that kernels do not have");
    if (entity.what == Entity::What::Constant && module == "math") {
      // from math import pi: a number that may be in a constant, but not read by a kernel.
      if (is_conditional_ && environment_.knows(as))
        file_.values.erase(as);
      else
        file_.values[as] = HostValue::of(entity.constant.float_value);
      entity = Entity::other("a Python float");
    }
    environment_.set(as, entity);
  }

  // What a kernel does not see, for sure.
  void set_python(const std::string& name, const char* what) {
    file_.values.erase(name);
    file_.unknown.erase(name);
    environment_.set(name, Entity::other(what));
  }
  // A constant or a function, perhaps.
  void set_unknown(const std::string& name) {
    file_.values.erase(name);
    file_.unknown[name] = ir::Kind::Void;
    environment_.set(name, Entity::other(kUnknown));
  }

  // [1, 2, 3]
  bool is_numbers(size_t begin, size_t end) const {
    if (!is(begin, "[") && !is(begin, "(")) return false;
    bool has_number = false;
    for (size_t k = begin; k < end; ++k) {
      bool is_number = line_[k].kind == TokenKind::Number;
      has_number |= is_number;
      bool is_sign =
          is(k, "[") || is(k, "]") || is(k, "(") || is(k, ")") || is(k, ",") || is(k, "-");
      if (!is_number && !is_sign) return false;
    }
    return has_number;
  }

  // for NAMES in ...: integers when it counts; with ... as NAME; except ... as NAME.
  void bind_head() {
    size_t first = is(0, "async") ? 1 : 0;
    std::vector<size_t> colons = outside(":", 0, line_.size());
    size_t end = colons.empty() ? line_.size() : colons[0];
    std::vector<size_t> in = is(first, "for") ? outside("in", first, end) : std::vector<size_t>();
    for (size_t k = first; k + 1 < end && !is(first, "for"); ++k) {
      if (!is(k, "as") || line_[k + 1].kind != TokenKind::Name) continue;
      if (is(first, "except"))
        set_python(text(k + 1), "a Python value");
      else
        set_unknown(text(k + 1));
    }
    if (in.empty()) return;
    bool is_counted = is(in[0] + 1, "range") && is(in[0] + 2, "(");
    bool is_listed = is_numbers(in[0] + 1, end);
    bool is_number_first = is(in[0] + 1, "enumerate") && is(in[0] + 2, "(");
    for (size_t k = first + 1; k < in[0]; ++k) {
      bool is_part = is(k - 1, ".") || is(k + 1, ".") || is(k + 1, "[");
      if (line_[k].kind != TokenKind::Name || is_part) continue;
      if (is_counted || (is_number_first && k == first + 1))
        set_python(text(k), "a Python int");
      else if (is_listed)
        set_python(text(k), "a Python value");
      else
        set_unknown(text(k));
    }
  }

  bool opens_block() const {
    for (const char* word :
         {"if", "elif", "else", "for", "while", "with", "try", "except", "finally", "async"})
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
      if (!file && !is_known && is_of_python(why)) environment_.set_unknown_star();
      if (!is_known) return;
      std::vector<std::string> names =
          module == "math" ? math_member_names()
                           : tack_member_names(module == "tack" ? "" : module.substr(5));
      for (const std::string& name : names) import_from_library(module, name, name);
      if (module == "tack")
        for (const char* word : {"kernel", "func"}) import_from_library(module, word, word);
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
    if (size_t k = begin; !dotted(k).empty() && k == end)
      return bind_member(begin, end, value, line_.size());
    // One value for each name, when they are written one by one.
    std::vector<size_t> names = outside(",", begin, end);
    std::vector<size_t> values = outside(",", value, line_.size());
    names.push_back(end);
    values.push_back(line_.size());
    for (size_t k = 0; k < names.size(); ++k) {
      bool is_name = names[k] == begin + 1 && line_[begin].kind == TokenKind::Name;
      if (is_name && names.size() == values.size()) {
        bind(text(begin), value, values[k]);
      } else {  // also (A, B) and *A
        for (size_t j = begin; j < names[k]; ++j) {
          bool is_part =
              is(j + 1, ".") || is(j + 1, "[") || is(j + 1, "(") || (j > begin && is(j - 1, "."));
          if (line_[j].kind == TokenKind::Name && !is_part) set_unknown(text(j));
        }
      }
      begin = names[k] + 1;
      if (k < values.size()) value = values[k] + 1;
    }
  }

  static std::vector<std::string> split(const std::string& dotted) {
    std::vector<std::string> parts(1);
    for (char c : dotted) {
      if (c == '.')
        parts.emplace_back();
      else
        parts.back() += c;
    }
    return parts;
  }

  // Whether a kernel sees it, or may.
  bool is_seen(const Entity& entity, const std::string& name) const {
    return entity.what != Entity::What::Other || file_.unknown.count(name) != 0 ||
           is_of_python(entity.description);
  }

  // module.NAME = value
  void bind_member(size_t begin, size_t end, size_t value, size_t value_end) {
    std::vector<std::string> path;
    for (size_t k = begin; k < end; k += 2) path.push_back(text(k));
    std::string name = path.back();
    path.pop_back();
    FileEnvironment* module = environment_.module_at(path);
    if (module == nullptr) return;
    bool is_new = !is_conditional_ && !module->knows(name);
    AssignedValue assigned =
        assigned_value(line_.subspan(value, value_end - value), environment_, file_.values);
    module->set(name, is_new ? std::move(assigned.entity) : Entity::other(kUnknown));
  }

  // A constant for kernels, or a number that constants may be made of.
  void bind(const std::string& name, size_t begin, size_t end) {
    std::span<const Token> value = line_.subspan(begin, end - begin);
    bool is_alias = value.size() == 1 && value[0].kind == TokenKind::Name;
    if (is_alias && value[0].is(name)) return;
    size_t path_end = begin;
    std::string path_text = dotted(path_end);
    bool is_path = !path_text.empty() && path_end == end;  // a, a.b
    bool is_made = end >= begin + 4 && (is(end - 4, "func") || is(end - 4, "kernel")) &&
                   is(end - 3, "(") && is(end - 1, ")");
    if (is_made && text(end - 2) == name) return;  // g = tack.func(g): as if it had the decorator
    bool is_func = end >= begin + 4 && is(end - 4, "func") && is(end - 3, "(") &&
                   is(end - 1, ")") && line_[end - 2].kind == TokenKind::Name &&
                   text(end - 2) != name;  // g = tack.func(f)
    AssignedValue assigned = assigned_value(value, environment_, file_.values);
    if (is_conditional_ && environment_.knows(name)) {
      Entity old = environment_.resolve(std::vector<std::string>{name});
      if (is_path && path_text != name && environment_.is_same(name, split(path_text))) return;
      if (is_path || is_func || assigned.is_unknown || is_seen(assigned.entity, "") ||
          is_seen(old, name))
        return set_unknown(name);
      return set_python(name, "a name with several values");
    }
    file_.values.erase(name);
    if (is_func && environment_.set_alias(name, {text(end - 2)})) return;
    if (is_func) return environment_.set_member(name, &environment_, text(end - 2));
    auto of_other = file_.unknown.end();
    if (is_alias) of_other = file_.unknown.find(text(begin));
    std::optional<ir::Kind> unknown;
    if (of_other != file_.unknown.end()) unknown = of_other->second;
    if (!is_alias && assigned.is_unknown) unknown = assigned.dtype;
    file_.unknown.erase(name);
    if (unknown) file_.unknown[name] = *unknown;
    if (assigned.value) file_.values[name] = *assigned.value;
    // g = f, g = m.f: what it means now, or where nothing is known of it when g is read.
    if (is_path && environment_.set_alias(name, split(path_text))) {
      file_.unknown.erase(name);
      if (unknown && is_alias) file_.unknown[name] = *unknown;
      return;
    }
    if (is_alias) return environment_.set_member(name, &environment_, text(begin));
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
