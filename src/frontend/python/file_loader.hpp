// SPDX-License-Identifier: Apache-2.0
// .py files read without Python, and the files beside them that they import. Each is read once, so
// that imports may go round in circles.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/python/file_class.hpp"
#include "frontend/python/frontend.hpp"

namespace tack::python {

struct FileKernel {
  std::shared_ptr<const Template> source;
  std::string name;
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
  // A class, whose functions and constants kernels may name.
  void set_class(const std::string& name, std::map<std::string, Entity> members);
  // `from file import *`
  void set_all(FileEnvironment* file);
  // `from package import *`: any name may come from there.
  void set_unknown_star() { has_unknown_star_ = true; }

  bool knows(const std::string& name) const { return bindings_.count(name) != 0; }
  Entity resolve(std::span<const std::string> path) override;
  std::vector<std::string> names() const override;

 private:
  struct Binding {
    Entity entity;
    bool is_library = false;          // libraries_ knows it
    FileEnvironment* file = nullptr;  // a file, or with `member` one of its names
    std::string member;
    std::map<std::string, Entity> members;  // of a class
  };
  Entity resolve(std::span<const std::string> path, int depth);
  struct Found {
    const Binding* binding = nullptr;
    FileEnvironment* owner = nullptr;
  };
  Found find(const std::string& name, int depth);
  bool may_have_more(int depth) const;

  std::map<std::string, Binding> bindings_;
  MapEnvironment libraries_ = MapEnvironment::empty();
  std::vector<FileEnvironment*> stars_;
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
  void read_functions(Loaded& loaded);
  void read_classes(Loaded& loaded);

  std::map<std::string, std::unique_ptr<Loaded>> by_path_;
  std::vector<const Loaded*> all_;
  std::vector<std::unique_ptr<Loaded>> scopes_;  // of functions with kernels inside
  std::vector<NestedKernel> nested_;
  std::once_flag nested_once_;
};

}  // namespace tack::python
