// SPDX-License-Identifier: Apache-2.0
// .py files read without Python, and the files beside them that they import. Each is read once, so
// that imports may go round in circles.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/python/file_class.hpp"
#include "frontend/python/find_function.hpp"
#include "frontend/python/frontend.hpp"

namespace tack::python {

struct FileKernel {
  std::shared_ptr<const Template> source;
  std::string name;
  bool is_doubtful = false;  // another of the name stands in another arm of the file
};

// The global names of a file.
class FileEnvironment : public Environment {
 public:
  void set(const std::string& name, Entity entity);
  // `import tack as name`, or math, tack.math, tack.random.
  void set_library(const std::string& name, const std::string& library);
  // `import file as name`, `from file import member as name`: looked up when they are read, since
  // the file may not be read to its end yet.
  void set_module(const std::string& name, FileEnvironment* file);
  void set_member(const std::string& name, FileEnvironment* file, std::string member);
  // `name = path`: what stands under `path` now. False when this is nothing for kernels, or a
  // number of Python's library.
  bool set_alias(const std::string& name, const std::vector<std::string>& path);
  // Whether that would change nothing.
  bool is_same(const std::string& name, const std::vector<std::string>& path);
  // The file that a path names; null when it is none.
  FileEnvironment* module_at(const std::vector<std::string>& path);
  // A class, whose functions and constants kernels may name: where its head stands, and when it is
  // read, unless the name means something else by then.
  void open_class(const std::string& name);
  void set_class(const std::string& name, std::map<std::string, Entity> members);
  // `from file import *`
  void set_all(FileEnvironment* file);
  // `from package import *`: any name may come from there.
  void set_unknown_star() { has_unknown_star_ = true; }
  // What is set while this holds stands in an arm that perhaps does not run: of a name that means
  // something else already nobody knows what it means.
  void set_conditional(bool is_conditional) { is_conditional_ = is_conditional; }
  bool is_conditional() const { return is_conditional_; }

  bool knows(const std::string& name) const { return bindings_.count(name) != 0; }
  Entity resolve(std::span<const std::string> path) override;
  std::vector<std::string> names() const override;

 private:
  struct Binding {
    Entity entity;
    std::string library;              // "tack", "math", ...
    FileEnvironment* file = nullptr;  // a file, or with `member` one of its names
    std::vector<std::string> member;
    std::map<std::string, Entity> members;  // of a class
    bool is_open_class = false;             // whose members are not read yet

    bool is_seen() const;
    bool is_same(const Binding& other) const;
  };
  void put(const std::string& name, Binding binding);
  std::optional<Binding> find_binding(std::span<const std::string> path, int depth);
  Entity resolve(std::span<const std::string> path, int depth);
  struct Found {
    const Binding* binding = nullptr;
    FileEnvironment* owner = nullptr;
  };
  Found find(const std::string& name, int depth);
  bool may_have_more(int depth) const;

  std::map<std::string, Binding> bindings_;
  std::vector<FileEnvironment*> stars_;
  bool is_conditional_ = false;
  bool has_unknown_star_ = false;
};

// A kernel that Python makes when it runs what the kernel stands in: a function or a class that is
// no device class.
struct NestedKernel {
  std::shared_ptr<const Template> source;
  std::string name;  // "make.inner"
  FileEnvironment* environment = nullptr;
  // Names that it reads, and device functions that it calls, and that only the running program
  // gives a value: parameters of the functions around, constants computed of them.
  std::vector<std::string> unknown;
  // Why it cannot be checked; empty: it can.
  std::string obstacle;
  std::string plain_class;  // that it is a method of, which is no device class
};

class FileLoader {
 public:
  struct Loaded {
    SourceFile file;
    std::string folder;  // where its imports are; empty: it has none
    bool has_folder = false;
    FileEnvironment environment;
    HostValues values;  // numbers and tuples that names of the file hold
    // Of a function's scope: see NestedKernel; with the dtype of a constant that states it.
    std::map<std::string, ir::Kind> unknown;
    std::vector<FileClass> classes;  // device classes
    Decorators decorators;
    std::vector<FileKernel> kernels;
    std::vector<std::shared_ptr<const Template>> templates;
    std::map<uint32_t, FoundFunction> functions;  // at its top level and in its blocks, by line
  };

  // A text that stands in a file of that name, or in none.
  Loaded& load(SourceFile file, bool is_file);
  // The file of module `name` beside `importer`; null when there is none. `why` says what an import
  // of it is instead: "a module (not a file beside this one)".
  Loaded* import(const Loaded& importer, const std::string& name, std::string& why);
  const SourceFile* find_source(std::string_view file, uint32_t line) const;
  // Kernels of the file that are in no other list; looked for when first asked.
  std::vector<NestedKernel>& nested_kernels(Loaded& loaded);
  // What stands for unknown names: a guess, to check what does not depend on their value.
  void guess_unknown(const Entity& guess);
  // Device classes of all files, in the order in which they were read.
  std::vector<FileClass> classes() const;
  // The last of that name: the main file's before those of files that it imports.
  const FileClass* find_class(std::string_view name) const;

 private:
  void read(Loaded& loaded);
  // Of the text's outermost block, or of that of a function, whose text begins with its header.
  void read_statements(Loaded& loaded, std::string_view text, bool is_function);
  friend class ScopeReader;
  void read_function(Loaded& loaded, FoundFunction& f);
  void read_dynamic(Loaded& loaded);
  void read_classes(Loaded& loaded);

  std::map<std::string, std::unique_ptr<Loaded>> by_path_;
  std::vector<const Loaded*> all_;
  std::vector<std::unique_ptr<Loaded>> scopes_;  // of functions with kernels inside
  std::vector<NestedKernel> nested_;
  std::once_flag nested_once_;
};

}  // namespace tack::python
