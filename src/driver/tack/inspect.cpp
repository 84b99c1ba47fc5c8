// SPDX-License-Identifier: Apache-2.0
// tack inspect: the code of a kernel.
#include "launch/inspect.hpp"

#include <cstdio>

#include "driver/tack/commands.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"
#include "launch/program.hpp"

namespace tack::driver {
namespace {

// From --args or from the words after the kernel's name; nothing: to be guessed.
Result<std::optional<std::vector<python::ArgType>>> given_types(const Options& options) {
  std::string text;
  for (size_t k = 2; k < options.positional.size(); ++k)
    text += (k > 2 ? "," : "") + options.positional[k];
  if (auto args = options.value("--args")) {
    if (options.positional.size() > 2)
      return Error{"types are given after the kernel's name or by --args, not both"};
    text = *args;
  } else if (options.positional.size() <= 2) {
    return std::optional<std::vector<python::ArgType>>();
  }
  auto parsed = python::parse_arguments(text);
  if (!parsed) return parsed.error();
  return std::optional(std::move(*parsed));
}

int inspect(const Options& options) {
  const std::string& path = options.positional[0];
  std::string name = options.positional.size() > 1 ? options.positional[1] : "";
  std::string mode_name = options.value("--mode").value_or("ir");
  const launch::InspectMode* mode = launch::find_mode(mode_name);
  if (!mode) return complain(launch::unknown_mode(mode_name));
  auto types = given_types(options);
  if (!types) return complain(types.error().message);
  std::optional<SourceFile> file = read_file(path);
  if (!file) return kUsage;
  launch::Program program(std::move(*file));
  if (!name.empty() && !program.find(name)) return complain(program.no_such_kernel(name));
  if (program.kernels().empty()) return complain("there is no kernel in '" + path + "'");
  bool ok = true;
  for (const auto& kernel : program.kernels()) {
    if (!name.empty() && kernel->name() != name) continue;
    const python::Template& source = kernel->source();
    if (!*types) {
      python::GuessedArguments guess = program.module().guess(source, nullptr);
      if (!guess.objects.empty() || !guess.unknown_object.empty()) {
        complain("kernel '" + kernel->name() +
                 "' takes an instance of a device class: tack.inspect in Python shows its code");
        ok = false;
        continue;
      }
    }
    std::vector<python::ArgType> args =
        *types ? **types : python::guess_arguments(source, kernel->environment());
    if (args.size() != source.parameters().size())
      return complain("kernel '" + kernel->name() + "' has " +
                      std::to_string(source.parameters().size()) + " parameters, not " +
                      std::to_string(args.size()));
    std::optional<launch::Fault> fault;
    auto compiled = kernel->lower(args, options.has("--small"), fault);
    if (!compiled) {
      if (fault->diagnostics.empty())
        complain(fault->text);
      else
        std::fputs(fault->diagnostics.c_str(), stderr);
      ok = false;
      continue;
    }
    if (std::string wrong = ir::verify(*compiled->module, ir::Stage::Source); !wrong.empty())
      return complain("internal error: " + wrong + "\n" + ir::print(*compiled->module), kOurs);
    std::string count = python::to_string(compiled->count);
    auto text = launch::inspect(*compiled, *mode);
    if (!text) return complain(text.error().message, kOurs);
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
                              "  Without types what is indexed is taken as an f32 array, "
                              "everything else as an i32. Without a\n"
                              "  kernel's name all kernels are printed.\n\n" TACK_TYPES_HELP,
                              kOptions,
                              1,
                              SIZE_MAX,
                              inspect};

}  // namespace tack::driver
