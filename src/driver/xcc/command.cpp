// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/command.hpp"

#include <cstdio>
#include <filesystem>

#include "driver/xcc/checked_run.hpp"
#include "driver/xcc/emit_c.hpp"
#include "driver/xcc/link.hpp"
#include "driver/xcc/load.hpp"
#include "driver/xcc/options.hpp"
#include "ir/text.hpp"
#include "runtime/tack_rt.h"
#include "support/ice.hpp"

namespace tack::xcc {
namespace {

constexpr int kFine = 0, kDiagnosed = 1, kUsage = 2, kFault = 70;

int fail(const std::string& message, int code) {
  std::fprintf(stderr, "xcc: error: %s\n", message.c_str());
  return code;
}

// The output must not be what was read: the program or a file it imports.
bool would_overwrite(const std::string& output, const std::vector<std::string>& sources) {
  std::error_code none;
  for (const std::string& source : sources) {
    if (std::filesystem::equivalent(output, source, none)) return true;
  }
  return false;
}

// To the standard output when no file is named.
Result<void> write_text(const std::string& path, const std::string& text) {
  if (!path.empty() && path != "-") return write_file(path, text);
  bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  whole = std::fflush(stdout) == 0 && whole;
  if (!whole) return Error{"cannot write to standard output"};
  return {};
}

int compile(Options& o) {
  if (o.frontend.library_directory.empty())
    o.frontend.library_directory = library_directory(o.support_root);
  if (o.frontend.library_directory.empty())
    return fail("'-H " + o.support_root + "' holds no library: no Par.xc in it, in lib/xc or xc",
                kUsage);
  o.frontend.export_functions =
      o.action == Action::Object || o.action == Action::Assembly || o.action == Action::Library;
  // As C a program with a main stands alone: no function of it can be taken for one of C's.
  o.frontend.main_stands_alone = o.emit_c;
  LinkOptions linking;
  linking.arguments = o.link_arguments;
  linking.runtime = runtime_archive(o.support_root);
  linking.static_link = o.static_link;
  linking.library = o.action == Action::Library;
  linking.verbose = o.verbose;
  if (o.verbose)
    std::fprintf(stderr, "library: %s\nruntime: %s\n", o.frontend.library_directory.c_str(),
                 linking.runtime.c_str());
  xc::Unit unit;
  std::string text;
  std::unique_ptr<ir::Module> module;
  if (o.action == Action::Preprocess) {
    text = unit.preprocess(o.input, o.frontend);
  } else {
    module = unit.compile(o.input, o.frontend);
  }
  for (const Diagnostic& d : unit.diagnostics().all()) {
    std::fputs(render(d).c_str(), stderr);
    if (o.message_ids) std::fprintf(stderr, "[%s]\n", std::string(d.id).c_str());
  }
  if (unit.diagnostics().has_errors()) return kDiagnosed;
  if (!o.output.empty() && o.action != Action::Run &&
      would_overwrite(o.output, unit.source_paths()))
    return fail("the output '" + o.output + "' is a source file of this program, write another -o",
                kUsage);
  if (o.action == Action::PrintIr) text = ir::print(*module);
  if (o.action == Action::Preprocess || o.action == Action::PrintIr) {
    Result<void> written = write_text(o.output, text);
    return written ? kFine : fail(written.error().message, kDiagnosed);
  }
  BuildOptions b;
  b.optimize = o.optimize;
  b.assembly = o.action == Action::Assembly;
  b.this_machine = o.action == Action::Run;
  bool has_main = module->find_function("main") != nullptr;
  if (!has_main && (o.action == Action::Executable || o.action == Action::Run))
    return fail("'" + o.input + "' has no main; -c makes an object", kDiagnosed);
  if (o.action == Action::Run) {
    if (Result<void> loaded = load_libraries(o.link_arguments); !loaded)
      return fail(loaded.error().message, kDiagnosed);
  }
  if (o.check) {
    std::vector<std::string> arguments = o.run_arguments;
    arguments.insert(arguments.begin(), o.input);
    Result<int> status = checked_run(*module, arguments);
    return status ? *status : fail(status.error().message, kDiagnosed);
  }
  if (o.emit_c) {
    Result<CText> c = emit_c(std::move(module));
    if (!c) return fail(c.error().message, kFault);
    if (!c->refusal.empty()) return fail(c->refusal, kDiagnosed);
    Result<void> written = write_text(o.output, c->text);
    return written ? kFine : fail(written.error().message, kDiagnosed);
  }
  Result<Objects> objects = build(std::move(module), b);
  if (!objects) return fail(objects.error().message, kFault);
  if (!objects->refusal.empty()) return fail(objects->refusal, kDiagnosed);
  Result<void> done;
  switch (o.action) {
    case Action::Object:
      done = write_object(*objects, o.output, linking);
      break;
    case Action::Assembly: {
      std::string all = objects->host;
      for (const std::string& k : objects->kernels) all += k;
      done = write_text(o.output, all);
      break;
    }
    case Action::Run: {
      std::vector<std::string> arguments = o.run_arguments;
      arguments.insert(arguments.begin(), o.input);
      Result<int> status = run(*objects, arguments);
      if (!status) return fail(status.error().message, kDiagnosed);
      return *status;
    }
    default:
      done = link(*objects, o.output, linking);
      break;
  }
  return done ? kFine : fail(done.error().message, kDiagnosed);
}

}  // namespace

int command(int argc, char** argv) {
  Result<Options> options = parse_options(argc, argv);
  if (!options) {
    fail(options.error().message, kUsage);
    std::fputs("try 'xcc --help'\n", stderr);
    return kUsage;
  }
  if (options->action == Action::Help) {
    std::fputs(help_text().c_str(), stdout);
    return kFine;
  }
  if (options->action == Action::Version) {
    std::printf("xcc (Tack) %s\n", TACK_VERSION);
    return kFine;
  }
  if (const char* fault = tack_rt_cpu_isa_fault()) return fail(fault, kUsage);
  try {
    return compile(*options);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", kDiagnosed);
  } catch (const std::exception& e) {
    return fail(std::string("internal error, please report it: ") + e.what(), kFault);
  }
}

}  // namespace tack::xcc
