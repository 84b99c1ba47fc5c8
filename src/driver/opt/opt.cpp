// SPDX-License-Identifier: Apache-2.0
// tack-opt: IR text in, passes, IR text out. For developers and for tests/**/*.tir.
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "driver/opt/pipelines.hpp"
#include "ir/text.hpp"
#include "support/ice.hpp"
#include "support/read_file.hpp"
#include "transform/passes.hpp"

namespace {

using namespace tack;

constexpr const char* kUsage =
    R"(usage: tack-opt FILE [options]     (FILE may be - for standard input)
  --pass=a,b:option,c  run these passes in order
  --pipeline=NAME      run a target's pipeline
  --print-after=STEP   print the module after a step of the pipeline (or `all`), to standard error
  --stop-after=STEP    end the pipeline there
  --emit=NAME          run a target's pipeline for each kernel and print the target's text
  --stage=STAGE        what the input claims to be: source (default), gang or target
  --no-verify          do not verify the input nor after each pass
  --locations          print locations
  --list               the passes and pipelines
)";

struct Options {
  std::string file;
  std::vector<std::string> passes;
  std::string pipeline;
  std::string emit;
  transform::PipelineOptions run;
  ir::Stage stage = ir::Stage::Source;
  bool verify = true;
  bool locations = false;
  bool list = false;
};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    size_t comma = std::min(text.find(','), text.size());
    if (comma > 0) parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

std::optional<ir::Stage> stage_named(std::string_view name) {
  if (name == "source") return ir::Stage::Source;
  if (name == "gang") return ir::Stage::Gang;
  if (name == "target") return ir::Stage::Target;
  return std::nullopt;
}

std::optional<Options> read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string_view arg = argv[i];
    size_t equals = std::min(arg.find('='), arg.size());
    std::string_view key = arg.substr(0, equals);
    std::string_view value = arg.substr(std::min(equals + 1, arg.size()));
    if (key == "--pass") {
      for (std::string& pass : split(value)) options.passes.push_back(std::move(pass));
    } else if (key == "--pipeline") {
      options.pipeline = value;
    } else if (key == "--emit") {
      options.emit = value;
    } else if (key == "--print-after") {
      for (std::string& step : split(value)) options.run.print_after.push_back(std::move(step));
    } else if (key == "--stop-after") {
      options.run.stop_after = value;
    } else if (key == "--stage") {
      std::optional<ir::Stage> stage = stage_named(value);
      if (!stage) return std::nullopt;
      options.stage = *stage;
    } else if (arg == "--no-verify") {
      options.verify = false;
    } else if (arg == "--locations") {
      options.locations = true;
    } else if (arg == "--list") {
      options.list = true;
    } else if ((arg == "-" || !arg.starts_with('-')) && options.file.empty()) {
      options.file = arg;
    } else {
      return std::nullopt;
    }
  }
  if (options.file.empty() && !options.list) return std::nullopt;
  return options;
}

Result<void> check(const ir::Module& module, ir::Stage stage, const std::string& when) {
  std::string faults = ir::verify(module, stage);
  if (faults.empty()) return {};
  return Error{when + ":\n" + faults};
}

Result<void> run_passes(ir::Module& module, const Options& options) {
  ir::Stage stage = options.stage;
  for (const std::string& spec : options.passes) {
    size_t colon = std::min(spec.find(':'), spec.size());
    const transform::PassInfo* pass = transform::pass_named(spec.substr(0, colon));
    if (!pass) return Error{"no pass '" + spec.substr(0, colon) + "'; see --list"};
    Result<void> done = pass->run(module, spec.substr(std::min(colon + 1, spec.size())));
    if (!done) return Error{std::string(pass->name) + ": " + done.error().message};
    if (pass->stage) stage = *pass->stage;
    if (!options.verify) continue;
    Result<void> good = check(module, stage, "after " + std::string(pass->name));
    if (!good) return good;
  }
  return {};
}

Result<const driver::Pipeline*> pipeline_named(const std::string& name) {
  for (const driver::Pipeline& pipeline : driver::pipelines()) {
    if (pipeline.name == name) return &pipeline;
  }
  return Error{"no pipeline '" + name + "'; see --list"};
}

Result<void> run_pipeline(ir::Module& module, const Options& options) {
  Result<const driver::Pipeline*> pipeline = pipeline_named(options.pipeline);
  if (!pipeline) return pipeline.error();
  return transform::run_pipeline(module, (*pipeline)->steps(module), options.run);
}

Result<std::string> emit(const ir::Module& module, const Options& options) {
  Result<const driver::Pipeline*> pipeline = pipeline_named(options.emit);
  if (!pipeline) return pipeline.error();
  if (!(*pipeline)->emit) return Error{"pipeline '" + options.emit + "' has no text"};
  return (*pipeline)->emit(module, options.run);
}

Result<void> run(Options& options) {
  Result<std::string> text = read_file(options.file);
  if (!text) return text.error();
  Result<std::unique_ptr<ir::Module>> module = ir::parse(*text, options.file);
  if (!module) return module.error();
  if (options.verify) {
    Result<void> good = check(**module, options.stage, options.file);
    if (!good) return good;
  }
  options.run.verify = options.verify;
  options.run.on_print = [](std::string_view step, const std::string& text) {
    std::cerr << "// after " << step << "\n" << text << "\n";
  };
  Result<void> done = run_passes(**module, options);
  if (done && !options.pipeline.empty()) done = run_pipeline(**module, options);
  if (!done) return done;
  if (!options.emit.empty()) {
    Result<std::string> text = emit(**module, options);
    if (!text) return text.error();
    std::cout << *text;
    return {};
  }
  std::cout << ir::print(**module, {.locations = options.locations});
  return {};
}

void list() {
  for (const transform::PassInfo& pass : transform::passes())
    std::printf("%-20.*s %.*s\n", static_cast<int>(pass.name.size()), pass.name.data(),
                static_cast<int>(pass.does.size()), pass.does.data());
  for (const driver::Pipeline& pipeline : driver::pipelines()) {
    std::printf("pipeline %.*s:", static_cast<int>(pipeline.name.size()), pipeline.name.data());
    for (const transform::Step& step : pipeline.steps(ir::Module()))
      std::printf(" %.*s", static_cast<int>(step.name.size()), step.name.data());
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<Options> options = read_options(argc, argv);
  if (!options) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  if (options->list) return list(), 0;
  try {
    Result<void> done = run(*options);
    std::cout.flush();
    if (done && !std::cout) done = Error{"cannot write to standard output"};
    if (done) return 0;
    std::cerr << "tack-opt: " << done.error().message << "\n";
    return 1;
  } catch (const InternalError& fault) {
    std::cerr << "tack-opt: internal error: " << fault.what() << "\n";
    return 70;
  }
}
