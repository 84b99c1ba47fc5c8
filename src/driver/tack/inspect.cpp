// SPDX-License-Identifier: Apache-2.0
// tack inspect FILE [KERNEL] [--args TYPES] [--mode ir]: the code of a kernel.
#include <cstdio>

#include "driver/tack/commands.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::driver {

int inspect(const Arguments& arguments) {
  std::string path, name, mode = "ir";
  std::optional<ArgumentTypes> types;
  bool shows_count = false, is_small = false;
  for (size_t k = 0; k < arguments.size(); ++k) {
    const std::string& arg = arguments[k];
    bool has_value = k + 1 < arguments.size();
    if (arg == "--args" && has_value) {
      types = read_types(arguments[++k]);
      if (!types) return 2;
    } else if (arg == "--mode" && has_value) {
      mode = arguments[++k];
    } else if (arg == "--count") {
      shows_count = true;
    } else if (arg == "--small") {
      is_small = true;
    } else if (path.empty()) {
      path = arg;
    } else {
      name = arg;
    }
  }
  if (path.empty()) return kMisused;
  if (mode != "ir") {
    std::fprintf(stderr, "tack: unknown mode '%s': write ir\n", mode.c_str());
    return 2;
  }
  std::optional<SourceFile> file = read_file(path);
  if (!file) return 2;
  python::FileModule module(std::move(*file));
  bool ok = true, found = false;
  for (const python::FileKernel& kernel : module.kernels()) {
    if (!name.empty() && kernel.name != name) continue;
    found = true;
    std::vector<python::ArgType> args =
        types ? types->types : python::guess_arguments(*kernel.source, module.environment());
    if (args.size() != kernel.source->parameters().size()) {
      std::fprintf(stderr, "tack: kernel '%s' has %zu parameters, --args gives %zu\n",
                   kernel.name.c_str(), kernel.source->parameters().size(), args.size());
      return 2;
    }
    python::SpecialiseOptions options;
    options.small = is_small;
    Diagnostics diagnostics;
    std::optional<python::Failure> failure;
    auto compiled = python::specialise(*kernel.source, module.environment(), args, options,
                                       diagnostics, failure);
    std::fputs(render(diagnostics).c_str(), stderr);
    if (!compiled) {
      ok = false;
      continue;
    }
    if (std::string fault = ir::verify(*compiled->module, ir::Stage::Source); !fault.empty()) {
      std::fprintf(stderr, "tack: internal error: %s\n%s", fault.c_str(),
                   ir::print(*compiled->module).c_str());
      return 70;
    }
    if (shows_count) std::printf("// count: %s\n", python::to_string(compiled->count).c_str());
    std::fputs(ir::print(*compiled->module).c_str(), stdout);
  }
  if (!found) {
    std::fprintf(stderr, "tack: no kernel %s in '%s'\n", name.c_str(), path.c_str());
    return 2;
  }
  return ok ? 0 : 1;
}

}  // namespace tack::driver
