// SPDX-License-Identifier: Apache-2.0
// Kernels inside functions and classes: what they see of the functions around them.
#include <algorithm>
#include <map>

#include "frontend/python/file_class.hpp"
#include "frontend/python/file_loader.hpp"
#include "frontend/python/find_function.hpp"
#include "frontend/python/lexer.hpp"
#include "frontend/python/scope.hpp"
#include "frontend/python/tree.hpp"

namespace tack::python {

class ScopeReader {
 public:
  ScopeReader(FileLoader& loader, FileLoader::Loaded& main)
      : loader_(loader), main_(main), found_(find_functions(main.file)) {}

  std::vector<NestedKernel> run() {
    std::vector<NestedKernel> out;
    for (size_t k = 0; k < found_.size(); ++k) {
      FoundFunction& f = found_[k];
      // Imports of the functions around may have names of their own for tack.kernel.
      if (f.inside.empty() || f.decorators.empty()) continue;
      FileLoader::Loaded& scope = f.parent < 0 ? main_ : scope_of(f.parent);
      if (!is_decorated(f, "kernel", scope.decorators)) continue;
      bool is_method = f.inside.size() == 1 && f.inside[0].is_class;
      if (is_method && is_device_class(f.inside[0].name)) continue;  // FileClass has it
      NestedKernel kernel;
      for (const FoundFunction::Scope& scope : f.inside) kernel.name += scope.name + ".";
      kernel.name += f.name;
      kernel.environment = &scope.environment;
      kernel.source = parse(f.source, TemplateKind::Kernel,
                            decorator_faults(f, scope.environment, scope.decorators));
      scope.templates.push_back(kernel.source);
      look_at(kernel, scope);
      if (is_method && !has_decorator(f, "staticmethod")) kernel.plain_class = f.inside[0].name;
      if (f.inside.back().is_class && !is_method)
        kernel.obstacle = "its class is made when '" + f.inside[0].name + "' runs";
      out.push_back(std::move(kernel));
    }
    return out;
  }

 private:
  bool is_device_class(const std::string& name) const {
    return std::any_of(main_.classes.begin(), main_.classes.end(),
                       [&](const FileClass& one) { return one.name == name; });
  }

  // The names of a function's body, those of what is around it included; bodies of classes have
  // none for the functions inside.
  FileLoader::Loaded& scope_of(int function) {
    FileLoader::Loaded*& scope = scopes_[function];
    if (scope) return *scope;
    const FoundFunction& f = found_[static_cast<size_t>(function)];
    const FileLoader::Loaded& around = f.parent < 0 ? main_ : scope_of(f.parent);
    auto made = std::make_unique<FileLoader::Loaded>();
    made->file.name = around.file.name;
    made->folder = around.folder;
    made->has_folder = around.has_folder;
    made->environment = around.environment;
    made->values = around.values;
    made->decorators = around.decorators;
    if (f.parent >= 0) made->unknown = around.unknown;
    scope = made.get();
    loader_.scopes_.push_back(std::move(made));
    scopes_of_.emplace(&scope->environment, scope);
    for (const std::string& name : bound_by_header(f)) {
      scope->environment.set(name, Entity::other("a parameter"));
      scope->values.erase(name);
      scope->unknown[name] = ir::Kind::Void;
    }
    loader_.read_statements(*scope, f.source.text, true);
    for (size_t k = 0; k < found_.size(); ++k) {
      const FoundFunction& inner = found_[k];
      if (inner.parent != function || inner.inside.back().is_class) continue;
      scope->unknown.erase(inner.name);
      if (is_decorated(inner, "func", scope->decorators)) {
        auto made_function = std::make_shared<DeviceFunction>();
        made_function->source =
            parse(inner.source, TemplateKind::DeviceFunction,
                  decorator_faults(inner, scope->environment, scope->decorators));
        // The loader owns the scopes: no reference back.
        made_function->environment =
            std::shared_ptr<Environment>(std::shared_ptr<void>(), &scope->environment);
        scope->templates.push_back(made_function->source);
        scope->environment.set(inner.name,
                               Entity::of(std::shared_ptr<const DeviceFunction>(made_function)));
      } else {
        bool is_kernel = is_decorated(inner, "kernel", scope->decorators);
        scope->environment.set(inner.name,
                               Entity::other(is_kernel ? "a kernel" : "a Python function"));
      }
    }
    return *scope;
  }

  // Parameters.
  static std::vector<std::string> bound_by_header(const FoundFunction& f) {
    std::vector<std::string> names;
    Lexed lexed = lex(f.source.text);
    int depth = 0;
    bool is_header = false;
    const Token* before = nullptr;
    for (const Token& token : lexed.tokens) {
      if (token.is("def")) is_header = true;
      if (token.is("(")) ++depth;
      if (token.is(")")) --depth;
      if (token.kind == TokenKind::Newline && is_header) break;
      bool opens =
          before && (before->is("(") || before->is(",") || before->is("*") || before->is("**"));
      if (is_header && depth == 1 && token.kind == TokenKind::Name && opens)
        names.emplace_back(token.text);
      before = &token;
    }
    return names;
  }

  // Finds the unknown names that the kernel and its device functions read.
  void look_at(NestedKernel& kernel, FileLoader::Loaded& scope) {
    std::set<const Template*> seen;
    std::set<std::string> unknown;
    std::map<std::string, std::string> used;  // and how
    auto look = [&](const Template& source, Environment& environment, auto& self) -> void {
      if (!seen.insert(&source).second) return;
      auto known = scopes_of_.find(&environment);
      const std::map<std::string, ir::Kind>* names =
          known == scopes_of_.end() ? nullptr : &known->second->unknown;
      for (const std::string& dotted : source.free_names()) {
        std::vector<std::string> path;
        for (size_t begin = 0; begin <= dotted.size();) {
          size_t dot = std::min(dotted.find('.', begin), dotted.size());
          path.push_back(dotted.substr(begin, dot - begin));
          begin = dot + 1;
        }
        if (names && names->count(path[0])) unknown.insert(path[0]);
        Entity entity = environment.resolve(path);
        if (entity.what == Entity::What::Function)
          self(*entity.function->source, *entity.function->environment, self);
      }
      if (names) collect_used(source, *names, used);
    };
    look(*kernel.source, scope.environment, look);
    kernel.unknown.assign(unknown.begin(), unknown.end());
    if (!used.empty())
      kernel.obstacle = "it " + used.begin()->second + " '" + used.begin()->first +
                        "', which is known when '" + kernel.name.substr(0, kernel.name.find('.')) +
                        "' runs";
  }

  // Unknown names that are called, indexed, have attributes or say the dtype of storage: no number
  // could stand for them.
  static void collect_used(const Template& source, const std::map<std::string, ir::Kind>& names,
                           std::map<std::string, std::string>& used) {
    auto use = [&](const Expr& base, const char* how) {
      if (base.kind == ExprKind::Name && names.count(base.text) &&
          std::find(source.parameters().begin(), source.parameters().end(), base.text) ==
              source.parameters().end())
        used.emplace(base.text, how);
    };
    auto visit = [&](const Expr& e, auto& self) -> void {
      bool is_call = e.kind == ExprKind::Call;
      if (is_call || e.kind == ExprKind::Subscript || e.kind == ExprKind::Attribute)
        use(*e.args[0], is_call ? "calls" : "takes parts of");
      std::vector<std::string> callee =
          is_call ? dotted_path(*e.args[0]) : std::vector<std::string>();
      if (!callee.empty() && e.args.size() > 1 &&
          (callee.back() == "local_array" || callee.back() == "shared"))
        use(*e.args[1], "makes storage of");
      for_each_operand(e, [&](const Expr& operand) { self(operand, self); });
    };
    for (const Stmt& s : source.tree().stmts) {
      if (s.value != nullptr) visit(*s.value, visit);
      for (const Expr* target : s.targets) visit(*target, visit);
    }
  }

  FileLoader& loader_;
  FileLoader::Loaded& main_;
  std::vector<FoundFunction> found_;
  std::map<int, FileLoader::Loaded*> scopes_;
  std::map<const Environment*, FileLoader::Loaded*> scopes_of_;
};

std::vector<NestedKernel>& FileLoader::nested_kernels(Loaded& loaded) {
  std::call_once(nested_once_, [&] { nested_ = ScopeReader(*this, loaded).run(); });
  return nested_;
}

void FileLoader::guess_unknown(const Entity& guess) {
  for (const auto& scope : scopes_) {
    for (const auto& [name, dtype] : scope->unknown) {
      Entity one = guess;
      if (one.what == Entity::What::Constant && dtype != ir::Kind::Void) {
        bool is_float = ir::Type::scalar(dtype).is_float();
        if (is_float != one.constant.is_float)
          one.constant = is_float ? Constant::of_float(2.0) : Constant::of_int(2);
        one.constant.dtype = dtype;
      }
      scope->environment.set(name, std::move(one));
    }
  }
}

}  // namespace tack::python
