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
  for (FoundFunction& f : find_functions(loaded.file))
    if (f.inside.empty()) loaded.functions.emplace(f.def_line, std::move(f));
  read_statements(loaded, loaded.file.text, false);
  read_classes(loaded);
  read_dynamic(loaded);
}

namespace {

using Tokens = std::span<const Token>;

// Whether a statement of the tokens gives `name` another meaning.
bool binds(Tokens tokens, std::string_view name) {
  for (size_t begin = 0; begin < tokens.size();) {
    size_t end = begin;
    while (end < tokens.size() && tokens[end].kind != TokenKind::Newline) ++end;
    Tokens line = tokens.subspan(begin, end - begin);
    begin = end + 1;
    bool has_name = false, binds = false;
    for (const Token& token : line) {
      has_name |= token.is(name);
      for (std::string_view word : {"for", "def", "class", "import", "as", "del", ":="})
        binds |= token.is(word);
      bool is_comparison = token.is("==") || token.is("<=") || token.is(">=") || token.is("!=");
      binds |=
          has_name && token.kind == TokenKind::Op && token.text.ends_with("=") && !is_comparison;
    }
    bool is_declaration = std::any_of(line.begin(), line.end(),
                                      [](const Token& token) { return token.is("global"); });
    if (has_name && binds && !is_declaration) return true;
  }
  return false;
}

}  // namespace

// Names that are given a meaning while the program runs: by functions with `global N`, and by way
// of globals().
void FileLoader::read_dynamic(Loaded& loaded) {
  auto forget = [&](const std::string& name) {
    loaded.environment.set(name, Entity::other(kUnknown));
  };
  Lexed lexed = lex(loaded.file.text);
  const std::vector<Token>& tokens = lexed.tokens;
  for (size_t k = 0; k + 1 < tokens.size(); ++k) {
    if (tokens[k].is("exec") && tokens[k + 1].is("(")) loaded.environment.set_unknown_star();
    if (!(tokens[k].is("globals") || tokens[k].is("locals")) || !tokens[k + 1].is("(")) continue;
    loaded.environment.set_unknown_star();
    // globals()["N"] = value
    if (k + 6 < tokens.size() && tokens[k + 3].is("[") && tokens[k + 4].kind == TokenKind::String &&
        tokens[k + 5].is("]") && tokens[k + 6].is("=") && tokens[k + 4].text.size() > 2)
      forget(std::string(tokens[k + 4].text.substr(1, tokens[k + 4].text.size() - 2)));
  }
  int depth = 0;
  for (size_t k = 0; k < tokens.size(); ++k) {
    if (tokens[k].kind == TokenKind::Indent) ++depth;
    if (tokens[k].kind == TokenKind::Dedent) --depth;
    if (!tokens[k].is("global")) continue;
    size_t end = k, inner = 0;  // of the function, or what is left of it
    for (int at = depth; end < tokens.size() && at >= depth; ++end) {
      if (tokens[end].kind == TokenKind::Indent) ++at;
      if (tokens[end].kind == TokenKind::Dedent) --at;
    }
    for (inner = k + 1; inner < tokens.size() && tokens[inner].kind == TokenKind::Name;
         inner += 2) {
      std::string name(tokens[inner].text);
      Entity known = loaded.environment.resolve(std::vector<std::string>{name});
      bool is_fixed = known.what != Entity::What::Missing && known.what != Entity::What::Other;
      if (!is_fixed || binds(Tokens(tokens).subspan(inner, end - inner), name)) forget(name);
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
    if (opens && !is_function && !line[0].is("class")) {
      auto f = loaded.functions.find(line[0].is("async") ? line[1].place.line : line[0].place.line);
      if (f == loaded.functions.end()) return;
      loaded.environment.set_conditional(depth > outermost);
      read_function(loaded, f->second);
      loaded.environment.set_conditional(false);
      return;
    }
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

namespace {

// Whether the function has decorators that may make anything of it.
bool has_other_decorator(const FoundFunction& f, const Decorators& decorators) {
  return std::any_of(f.decorators.begin(), f.decorators.end(), [&](const std::string& text) {
    FoundFunction one;
    one.decorators = {text};
    for (const char* word : {"kernel", "func"})
      if (is_decorated(one, word, decorators)) return false;
    for (const char* word : {"staticmethod", "classmethod", "property"})
      if (has_decorator(one, word)) return false;
    return true;
  });
}

}  // namespace

void FileLoader::read_function(Loaded& loaded, FoundFunction& f) {
  FileEnvironment& environment = loaded.environment;
  auto is = [&](const char* word) { return is_decorated(f, word, loaded.decorators); };
  auto parsed = [&](TemplateKind kind) {
    std::vector<Message> faults = decorator_faults(f, environment, loaded.decorators);
    return parse(f.source, kind, std::move(faults));
  };
  loaded.values.erase(f.name);
  loaded.unknown.erase(f.name);
  if (is("kernel")) {
    bool is_doubtful = environment.is_conditional() && environment.knows(f.name);
    auto source = parsed(TemplateKind::Kernel);
    environment.set(f.name, Entity::other("a kernel"));
    loaded.templates.push_back(source);
    loaded.kernels.push_back({std::move(source), f.name, is_doubtful});
  } else if (is("func")) {
    auto function = std::make_shared<DeviceFunction>();
    function->source = parsed(TemplateKind::DeviceFunction);
    loaded.templates.push_back(function->source);
    // The loader owns its environments: no reference back, which would keep both alive.
    function->environment = std::shared_ptr<Environment>(std::shared_ptr<void>(), &environment);
    if (has_other_decorator(f, loaded.decorators))
      environment.set(f.name, Entity::other(kUnknown));
    else
      environment.set(f.name, Entity::of(std::shared_ptr<const DeviceFunction>(function)));
  } else {
    environment.set(f.name, Entity::other("a Python function"));
  }
}

namespace {

// A.NAME = value, A.NAME += value, setattr(A, "NAME", value) of a class A.
std::vector<std::pair<std::string, std::string>> attribute_changes(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> out;
  Lexed lexed = lex(text);
  const std::vector<Token>& tokens = lexed.tokens;
  auto is_name = [&](size_t k) { return tokens[k].kind == TokenKind::Name; };
  for (size_t k = 0; k + 4 < tokens.size(); ++k) {
    const Token& op = tokens[k + 3];
    bool is_comparison = op.is("==") || op.is("<=") || op.is(">=") || op.is("!=");
    bool is_part = k > 0 && tokens[k - 1].is(".");
    if (is_name(k) && !is_part && tokens[k + 1].is(".") && is_name(k + 2) &&
        op.kind == TokenKind::Op && op.text.ends_with("=") && !is_comparison)
      out.emplace_back(tokens[k].text, tokens[k + 2].text);
    if (tokens[k].is("setattr") && tokens[k + 1].is("(") && is_name(k + 2) &&
        tokens[k + 3].is(",") && tokens[k + 4].kind == TokenKind::String &&
        tokens[k + 4].text.size() > 2)
      out.emplace_back(tokens[k + 2].text,
                       tokens[k + 4].text.substr(1, tokens[k + 4].text.size() - 2));
  }
  return out;
}

// Attributes of the class, or of those that it derives from, that the file changes outside of their
// bodies.
std::set<std::string> changed_attributes(
    const FileClass& one, const std::vector<FileClass>& classes,
    const std::vector<std::pair<std::string, std::string>>& all) {
  std::set<std::string> names, out;
  std::vector<std::string> left = {one.name};
  while (!left.empty()) {
    std::string name = std::move(left.back());
    left.pop_back();
    if (!names.insert(name).second) continue;
    for (const FileClass& base : classes)
      if (base.name == name) left.insert(left.end(), base.bases.begin(), base.bases.end());
  }
  for (const auto& [owner, attribute] : all)
    if (names.count(owner) != 0) out.insert(attribute);
  return out;
}

// Its value is Python's alone.
void forget_member(FileClass& one, const std::string& name) {
  one.constants.erase(name);
  one.assigned.insert(name);
  std::erase_if(one.body.members,
                [&](const ObjectType::Member& member) { return member.name == name; });
  ObjectType::Member member;
  member.name = name;
  member.entity = Entity::other("");
  one.body.members.push_back(std::move(member));
}

}  // namespace

void FileLoader::read_classes(Loaded& loaded) {
  // As above: no reference back.
  std::shared_ptr<Environment> environment(std::shared_ptr<void>(), &loaded.environment);
  loaded.classes = python::read_classes(loaded.file, environment, loaded.values, loaded.decorators);
  auto changes = attribute_changes(loaded.file.text);
  for (FileClass& one : loaded.classes) {
    std::map<std::string, Entity> members;
    for (const std::string& name : changed_attributes(one, loaded.classes, changes)) {
      members[name] = Entity::other(kUnknown);
      forget_member(one, name);
    }
    for (const std::string& name : one.doubtful) members[name] = Entity::other(kUnknown);
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
