// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/frontend.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "frontend/xc/check.hpp"
#include "frontend/xc/lower.hpp"
#include "frontend/xc/parser.hpp"
#include "frontend/xc/preprocessor.hpp"

namespace tack::xc {

namespace fs = std::filesystem;

struct Unit::State {
  Files files;
  Program program;
  Types types;
};

Unit::Unit() : state_(std::make_unique<State>()) {}
Unit::~Unit() = default;

std::vector<std::string> Unit::source_paths() const { return state_->files.paths(); }

namespace {

PreprocessOptions preprocess_options(const FrontendOptions& options) {
  PreprocessOptions out;
  out.directories = options.include_directories;
  if (!options.library_directory.empty()) out.directories.push_back(options.library_directory);
  out.defines = options.defines;
  return out;
}

// The files of xcc's own library that a program imports, however it spells their paths.
class Library {
 public:
  Library(const std::string& directory, const std::vector<const LoadedFile*>& imports) {
    std::error_code ignored;
    fs::path home = fs::weakly_canonical(directory, ignored);
    for (const LoadedFile* f : imports) {
      if (directory.empty() || fs::path(f->canonical).parent_path() != home) continue;
      files_.insert(&f->source);
      names_.insert(fs::path(f->canonical).filename().string());
    }
  }
  bool holds(const Func& f) const { return files_.count(f.where.file) != 0; }
  bool imported(const char* name) const { return names_.count(name) != 0; }

 private:
  std::set<const SourceFile*> files_;
  std::set<std::string> names_;
};

// Once a file: what is wrong is where the file lies.
void refuse_builtins(const Program& program, Reporter& reporter) {
  std::set<const SourceFile*> told;
  for (const Func* f : program.funcs) {
    if (f->builtin.empty() || f->from_library || !told.insert(f->where.file).second) continue;
    std::string file = fs::path(f->where.file->name).filename().string();
    reporter.report(Msg::BuiltinOutside, f->where, {f->name, file});
  }
}

}  // namespace

std::unique_ptr<ir::Module> Unit::run(LoadedFile* file, const FrontendOptions& options) {
  state_->types = Types(options.target);
  Reporter reporter(diagnostics_, options.warnings_off);
  Preprocessed text = xc::preprocess(*file, preprocess_options(options), state_->files, reporter);
  Program& program = state_->program;
  program.incomplete = text.incomplete;
  parse_program(text.tokens, program, reporter);
  // Every name of a file that is not there would be missed.
  if (text.incomplete) return nullptr;
  Library library(options.library_directory, text.imports);
  for (Func* f : program.funcs) f->from_library = library.holds(*f);
  refuse_builtins(program, reporter);
  CheckOptions check;
  check.par_imported = library.imported("Par.xc");
  check_program(program, state_->types, check, reporter);
  if (!reporter.too_many()) check_pars(program, state_->types, reporter);
  if (diagnostics_.has_errors()) return nullptr;
  analyze(program, reporter);
  LowerOptions lower;
  bool has_main = std::any_of(program.funcs.begin(), program.funcs.end(), [](const Func* f) {
    return f->name == "main" && !f->owner && f->body;
  });
  lower.export_functions = options.export_functions && !(has_main && options.main_stands_alone);
  lower.atomic_counts = options.thread_safe_arc.value_or(library.imported("Thread.xc") ||
                                                         library.imported("Pool.xc"));
  std::unique_ptr<ir::Module> module = lower_program(program, state_->types, lower, reporter);
  if (diagnostics_.has_errors()) return nullptr;
  return module;
}

std::unique_ptr<ir::Module> Unit::compile(const std::string& path, const FrontendOptions& options) {
  LoadedFile* file = state_->files.load(path);
  if (!file) {
    Diagnostic d;
    d.id = "xc.no-file";
    d.text = "cannot read '" + path + "'";
    diagnostics_.report(std::move(d));
    return nullptr;
  }
  return run(file, options);
}

std::unique_ptr<ir::Module> Unit::compile_text(const std::string& name, std::string text,
                                               const FrontendOptions& options) {
  return run(state_->files.add(name, std::move(text)), options);
}

std::string Unit::preprocess(const std::string& path, const FrontendOptions& options) {
  LoadedFile* file = state_->files.load(path);
  if (!file) {
    Diagnostic d;
    d.id = "xc.no-file";
    d.text = "cannot read '" + path + "'";
    diagnostics_.report(std::move(d));
    return "";
  }
  Reporter reporter(diagnostics_, options.warnings_off);
  return print_tokens(
      xc::preprocess(*file, preprocess_options(options), state_->files, reporter).tokens);
}

}  // namespace tack::xc
