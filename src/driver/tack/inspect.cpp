// SPDX-License-Identifier: Apache-2.0
// tack inspect: the code of a kernel.
#include "launch/inspect.hpp"

#include <cstdio>
#include <utility>

#include "driver/tack/call_types.hpp"
#include "driver/tack/check_guess.hpp"
#include "driver/tack/commands.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"
#include "launch/debug.hpp"
#include "launch/program.hpp"

namespace tack::driver {
namespace {

// From --args or from the words after the kernel's name; nothing: to be guessed.
Result<std::optional<CallTypes>> given_types(const Options& options,
                                             const python::FileModule& module) {
  std::string text;
  for (size_t k = 2; k < options.positional.size(); ++k)
    text += (k > 2 ? "," : "") + options.positional[k];
  if (auto args = options.value("--args")) {
    if (options.positional.size() > 2)
      return Error{"types are given after the kernel's name or by --args, not both"};
    text = *args;
  } else if (options.positional.size() <= 2) {
    return std::optional<CallTypes>();
  }
  auto out = read_call_types(module, text);
  if (!out) return out.error();
  return std::optional(std::move(*out));
}

// Types alone say nothing of extents. Where local arrays are as large as arguments, extents of
// usual size stand for them, and a note says which. Null when that is not all that was wrong: then
// `fault` is of what else is.
auto lower_sized(const launch::Kernel& kernel, const std::string& name, const CallTypes& args,
                 const python::SpecialiseOptions& lowering, std::optional<launch::Fault>& fault) {
  std::vector<python::ArgType> sized = args.types;
  python::take_usual_extents(sized);
  std::optional<launch::Fault> other;
  auto compiled = kernel.lower(sized, lowering, other);
  auto is_of_size = [](const launch::Fault& one) {
    return one.diagnostics.find("size of a local array") != std::string::npos;
  };
  if (!compiled && is_of_size(*fault) && !is_of_size(*other)) fault = std::move(other);
  if (!compiled) return compiled;
  std::vector<std::string> names =
      python::argument_names(kernel.source().parameters(), args.objects);
  std::vector<std::string> shown;
  std::vector<python::ArgType> types;
  for (size_t k = 0; k < sized.size() && k < names.size(); ++k) {
    if (!sized[k].is_array) continue;
    shown.push_back(names[k]);
    types.push_back(sized[k]);
  }
  std::fprintf(stderr,
               "tack: kernel '%s' has local arrays as large as arguments; it is compiled for %s\n",
               name.c_str(), python::describe_arguments(shown, types).c_str());
  return compiled;
}

int inspect(const Options& options) {
  const std::string& path = options.positional[0];
  std::string name = options.positional.size() > 1 ? options.positional[1] : "";
  std::string mode_name = options.value("--mode").value_or("ir");
  const launch::InspectMode* mode = launch::find_mode(mode_name);
  if (!mode) return complain(launch::unknown_mode(mode_name));
  std::optional<SourceFile> file = read_file(path);
  if (!file) return kUsage;
  launch::Program program(std::move(*file));
  auto types = given_types(options, program.module());
  if (!types) return complain(types.error().message);
  const launch::Kernel* wanted = name.empty() ? nullptr : program.find(name);
  if (!name.empty() && !wanted) return complain(program.no_such_kernel(name));
  if (program.kernels().empty()) {
    std::vector<python::NestedKernel>& nested = program.module().nested_kernels();
    return complain(nested.empty() ? "there is no kernel in '" + path + "'"
                                   : program.no_such_kernel(nested[0].name));
  }
  bool ok = true, is_next = false;
  for (size_t k = 0; k < program.kernels().size(); ++k) {
    const launch::Kernel& kernel = *program.kernels()[k];
    if (wanted && wanted != &kernel) continue;
    const python::Template& source = kernel.source();
    CallTypes args;
    if (*types) {
      args = **types;
      if (args.parameters != source.parameters().size())
        return complain("kernel '" + program.name_of(k) + "' has " +
                        std::to_string(source.parameters().size()) + " parameters, not " +
                        std::to_string(args.parameters));
    } else {
      python::GuessedArguments guess = program.module().guess(source, program.class_of(kernel));
      if (!guess.obstacle.empty()) {
        complain("kernel '" + program.name_of(k) + "': " + guess.obstacle +
                 "; give the types of its arguments");
        ok = false;
        continue;
      }
      // As tack check does; extents come back below, with a note.
      Job job{std::shared_ptr<const python::Template>(std::shared_ptr<void>(), &source),
              program.name_of(k), program.class_of(kernel), &program.module().environment(),
              nullptr};
      guess = Guesses(program.module(), job).best().args;
      for (python::ArgType& type : guess.types) type.extents.clear();
      args = {std::move(guess.types), std::move(guess.objects), 0};
    }
    python::SpecialiseOptions lowering;
    lowering.small = options.has("--small");
    lowering.checks = launch::debug_mode();
    lowering.objects = args.objects;
    std::optional<launch::Fault> fault;
    auto compiled = kernel.lower(args.types, lowering, fault);
    if (!compiled) compiled = lower_sized(kernel, program.name_of(k), args, lowering, fault);
    if (!compiled) {
      if (fault->diagnostics.empty())
        complain(fault->text);
      else
        std::fputs(fault->diagnostics.c_str(), stderr);
      if (!*types && !args.types.empty())
        complain("kernel '" + program.name_of(k) + "': the types of its arguments were guessed: " +
                 python::describe_arguments(
                     python::argument_names(source.parameters(), args.objects), args.types) +
                 "; give them after its name");
      ok = false;
      continue;
    }
    if (std::string wrong = ir::verify(*compiled->module, ir::Stage::Source); !wrong.empty())
      return complain("internal error: " + wrong + "\n" + ir::print(*compiled->module), kOurs);
    std::string count = python::to_string(compiled->count);
    auto text = launch::inspect(*compiled, *mode);
    if (!text) return complain(text.error().message, kOurs);
    if (std::exchange(is_next, true) && mode_name == "ir") std::fputs("\n", stdout);
    if (options.has("--count")) std::printf("// count: %s\n", count.c_str());
    std::fputs(text->c_str(), stdout);
  }
  return ok ? kFine : kFound;
}

constexpr OptionSpec kOptions[] = {
    {"--mode", "MODE", "ir (the default), source (LLVM IR), optimized (after LLVM's passes), asm"},
    {"--args", "TYPES", "the types in one word: 'f32[1], i32'"},
    {"--small", "", "as for launches below 2^31 items and elements, which most are"},
    {"--count", "", "print how the number of iterations is computed"},
};

}  // namespace

const CommandSpec kInspect = {"inspect",
                              "FILE [KERNEL [TYPE...]]",
                              "print the code of a kernel",
                              "  tack inspect kernels.py saxpy f32 f32[1] f32[1] --mode asm\n\n"
                              "  Without types they are guessed, as by tack check. Without a\n"
                              "  kernel's name all kernels are printed. Where local arrays are as "
                              "large as arguments, these\n"
                              "  have 256, 64 x 64 or 16 x 16 x ... elements.\n\n" TACK_TYPES_HELP
                              "  f32x3[1] has vectors of 3 as elements, f32x2x2[1] matrices. "
                              "Grid(n=i32,u=f32[2]) is an\n"
                              "  instance of a device class, by the types of what it holds.\n",
                              kOptions,
                              1,
                              SIZE_MAX,
                              inspect};

}  // namespace tack::driver
