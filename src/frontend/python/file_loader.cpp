// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_loader.hpp"

#include <algorithm>
#include <filesystem>

#include "frontend/python/file_class.hpp"
#include "frontend/python/file_statement.hpp"
#include "frontend/python/file_value.hpp"
#include "frontend/python/find_function.hpp"
#include "frontend/python/source_text.hpp"
#include "support/read_file.hpp"

namespace tack::python {
namespace fs = std::filesystem;

namespace {

// One for each file, whatever it is called; its name where the system cannot say which it is.
std::string key_of(const fs::path& path) {
  std::error_code fault;
  fs::path whole = fs::weakly_canonical(path, fault);
  return fault || whole.empty() ? path.string() : whole.string();
}

// Modules that have nothing for kernels, whatever else they are.
bool is_known_elsewhere(std::string_view module) {
  constexpr std::string_view kModules[] = {
      "numpy",      "scipy",   "random",      "os",       "sys",         "time",   "itertools",
      "functools",  "re",      "dataclasses", "typing",   "collections", "struct", "statistics",
      "operator",   "pathlib", "torch",       "jax",      "cupy",        "numba",  "matplotlib",
      "pandas",     "cmath",   "argparse",    "datetime", "string",      "copy",   "json",
      "ctypes",     "array",   "taichi",      "warp",     "PIL",         "cv2",    "logging",
      "contextlib", "enum",    "abc",         "types",    "warnings",    "gc",     "threading"};
  return std::find(std::begin(kModules), std::end(kModules), module) != std::end(kModules);
}

}  // namespace

FileLoader::Loaded& FileLoader::load(SourceFile file, bool is_file) {
  std::string key = "<text>";
  auto loaded = std::make_unique<Loaded>();
  if (is_file) {
    fs::path path(file.name);
    key = key_of(path);
    loaded->folder = path.parent_path().string();
    loaded->has_folder = true;
  }
  loaded->file = std::move(file);
  Loaded& out = *(by_path_[key] = std::move(loaded));
  all_.push_back(&out);
  read(out);
  return out;
}

FileLoader::Loaded* FileLoader::import(const Loaded& importer, const std::string& name,
                                       std::string& why) {
  if (name == "..") {
    why = "a package (only files of one folder are read)";
    return nullptr;
  }
  if (!importer.has_folder) {
    why = "a module (a text without a file imports tack and math only)";
    return nullptr;
  }
  if (name.find('.') != std::string::npos) {
    why = "a module of a package (only files of one folder are read)";
    return nullptr;
  }
  fs::path path = fs::path(importer.folder) / (name + ".py");
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) {
    why = fs::is_directory(fs::path(importer.folder) / name, ignored)
              ? "a package (only files of one folder are read)"
          : is_known_elsewhere(name) ? "a module (not a file beside this one)"
                                     : kForeignModule;
    return nullptr;
  }
  if (auto known = by_path_.find(key_of(path)); known != by_path_.end()) return known->second.get();
  auto bytes = read_file(path.string());
  auto text = bytes ? decode_source(*bytes) : std::move(bytes);
  if (!text) {
    why = "a module that cannot be read";
    return nullptr;
  }
  return &load({path.string(), std::move(*text), 1}, true);
}

const SourceFile* FileLoader::find_source(std::string_view file, uint32_t line) const {
  for (const Loaded* loaded : all_) {
    if (loaded->file.name != file) continue;
    for (const auto& one : loaded->templates) {
      const SourceFile& source = one->source();
      auto lines = std::count(source.text.begin(), source.text.end(), '\n') + 1;
      if (line >= source.first_line && line - source.first_line < lines) return &source;
    }
    return &loaded->file;
  }
  return nullptr;
}

void FileLoader::read(Loaded& loaded) {
  loaded.decorators.bound = BoundNames::read(lex(loaded.file.text).tokens);
  loaded.decorators.bound.is_open |= !loaded.has_folder;  // a part of a file, perhaps
  read_statements(loaded, loaded.file.text, false);
  read_functions(loaded);
  read_classes(loaded);
  // What functions assign as `global N`.
  Lexed lexed = lex(loaded.file.text);
  for (size_t k = 0; k < lexed.tokens.size(); ++k) {
    if (!lexed.tokens[k].is("global")) continue;
    for (++k; k < lexed.tokens.size() && lexed.tokens[k].kind != TokenKind::Newline; ++k) {
      std::string name(lexed.tokens[k].text);
      if (lexed.tokens[k].kind != TokenKind::Name) continue;
      Entity known = loaded.environment.resolve(std::vector<std::string>{name});
      bool is_fixed = known.what != Entity::What::Missing && known.what != Entity::What::Other;
      if (!is_fixed) loaded.environment.set(name, Entity::other(kUnknown));
    }
  }
}

void FileLoader::read_statements(Loaded& loaded, std::string_view text, bool is_function) {
  Lexed lexed = lex(text);
  std::vector<Token> line;
  // Bodies of functions and classes are deeper than `hidden`; -1: none. In a function's text its
  // header comes first.
  int depth = 0, hidden = -1, outermost = is_function ? 1 : 0;
  auto run = [&] {
    if (depth < outermost) return;
    if (hidden >= 0 && depth > hidden) return;
    bool opens = !line.empty() && (line[0].is("def") || line[0].is("class") || line[0].is("async"));
    hidden = opens ? depth : -1;
    // Several on a line.
    for (size_t begin = 0, k = 0; k <= line.size(); ++k) {
      if (k < line.size() && !line[k].is(";")) continue;
      if (k > begin)
        run_statement({line.data() + begin, k - begin}, *this, loaded, depth > outermost);
      begin = k + 1;
    }
  };
  for (const Token& token : lexed.tokens) {
    switch (token.kind) {
      case TokenKind::Indent:
        ++depth;
        break;
      case TokenKind::Dedent:
        --depth;
        break;
      case TokenKind::Newline:
        run();
        line.clear();
        break;
      case TokenKind::End:
        break;
      default:
        line.push_back(token);
    }
  }
}

void FileLoader::read_functions(Loaded& loaded) {
  FileEnvironment& environment = loaded.environment;
  for (FoundFunction& f : find_functions(loaded.file)) {
    if (!f.inside.empty()) continue;  // also in a block, such as that of an if
    auto is = [&](const char* word) { return is_decorated(f, word, loaded.decorators); };
    auto parsed = [&](TemplateKind kind) {
      std::vector<Message> faults = decorator_faults(f, environment, loaded.decorators);
      return parse(std::move(f.source), kind, std::move(faults));
    };
    if (is("kernel")) {
      auto source = parsed(TemplateKind::Kernel);
      environment.set(f.name, Entity::other("a kernel"));
      loaded.templates.push_back(source);
      loaded.kernels.push_back({std::move(source), f.name});
    } else if (is("func")) {
      auto function = std::make_shared<DeviceFunction>();
      function->source = parsed(TemplateKind::DeviceFunction);
      loaded.templates.push_back(function->source);
      // The loader owns its environments: no reference back, which would keep both alive.
      function->environment = std::shared_ptr<Environment>(std::shared_ptr<void>(), &environment);
      environment.set(f.name, Entity::of(std::shared_ptr<const DeviceFunction>(function)));
    } else {
      environment.set(f.name, Entity::other("a Python function"));
    }
  }
}

void FileLoader::read_classes(Loaded& loaded) {
  // As above: no reference back.
  std::shared_ptr<Environment> environment(std::shared_ptr<void>(), &loaded.environment);
  loaded.classes = python::read_classes(loaded.file, environment, loaded.values, loaded.decorators);
  for (const FileClass& one : loaded.classes) {
    std::map<std::string, Entity> members;
    for (const ObjectType::Member& member : one.body.members) {
      if (member.what == ObjectType::Member::What::Function ||
          one.constants.count(member.name) != 0)
        members[member.name] = member.entity;
    }
    loaded.environment.set_class(one.name, std::move(members));
    loaded.templates.insert(loaded.templates.end(), one.functions.begin(), one.functions.end());
  }
  std::erase_if(loaded.classes, [](const FileClass& one) { return !one.is_device; });
}

std::vector<FileClass> FileLoader::classes() const {
  std::vector<FileClass> out;
  for (const Loaded* loaded : all_)
    out.insert(out.end(), loaded->classes.begin(), loaded->classes.end());
  return out;
}

const FileClass* FileLoader::find_class(std::string_view name) const {
  for (const Loaded* loaded : all_)
    for (auto one = loaded->classes.rbegin(); one != loaded->classes.rend(); ++one)
      if (one->name == name) return &*one;
  return nullptr;
}

}  // namespace tack::python
