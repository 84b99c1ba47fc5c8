// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: any bytes as a .py file of kernels. Each kernel is refused with a message, or
// lowered to a module that the verifier accepts, for arguments of two kinds.
#include "frontend/python/file_module.hpp"
#include "fuzz_target.hpp"
#include "ir/verifier.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tack;
  std::string_view text = as_text(data, size);
  python::FileModule module(SourceFile{"fuzz.py", std::string(text)}, false);
  for (const python::FileKernel& kernel : module.kernels()) {
    for (ir::Kind element : {ir::Kind::F32, ir::Kind::U8}) {
      Diagnostics diagnostics;
      std::optional<python::Failure> failure;
      auto compiled =
          python::specialise(*kernel.source, module.environment(),
                             python::guess_arguments(*kernel.source, module.environment(), element),
                             {}, diagnostics, failure);
      render(diagnostics);
      if (!compiled) {
        if (!failure || !diagnostics.has_errors()) fault("refused without a message", text);
        continue;
      }
      std::string wrong = ir::verify(*compiled->module, ir::Stage::Source);
      if (!wrong.empty()) fault(wrong, text);
    }
  }
  return 0;
}
