// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/frontend.hpp"

#include <algorithm>

#include "frontend/xc/check.hpp"
#include "frontend/xc/lower.hpp"
#include "frontend/xc/parser.hpp"
#include "frontend/xc/preprocessor.hpp"

namespace tack::xc {

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
  const std::string& library = options.library_directory;
  for (Func* f : program.funcs)
    f->from_library =
        !library.empty() && f->where.file && f->where.file->name.rfind(library, 0) == 0;
  CheckOptions check;
  check.par_imported =
      std::find(text.imports.begin(), text.imports.end(), "Par.xc") != text.imports.end();
  check_program(program, state_->types, check, reporter);
  if (!reporter.too_many()) check_pars(program, state_->types, reporter);
  if (diagnostics_.has_errors()) return nullptr;
  analyze(program, reporter);
  LowerOptions lower;
  bool has_main = std::any_of(program.funcs.begin(), program.funcs.end(), [](const Func* f) {
    return f->name == "main" && !f->owner && f->body;
  });
  lower.export_functions = options.export_functions && !(has_main && options.main_stands_alone);
  auto imported = [&](const char* file) {
    return std::find(text.imports.begin(), text.imports.end(), file) != text.imports.end();
  };
  lower.atomic_counts =
      options.thread_safe_arc.value_or(imported("Thread.xc") || imported("Pool.xc"));
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
