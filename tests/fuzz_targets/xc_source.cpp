// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: any bytes as an XC program. It is refused with a message, or lowered to a
// module that the verifier accepts.
#include "frontend/xc/frontend.hpp"
#include "fuzz_target.hpp"
#include "ir/verifier.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tack;
  std::string_view text = as_text(data, size);
  xc::FrontendOptions options;
  options.library_directory = TACK_SOURCE_DIR "/lib/xc";
  xc::Unit unit;
  auto module = unit.compile_text("fuzz.xc", std::string(text), options);
  render(unit.diagnostics());
  if (!module) {
    if (!unit.diagnostics().has_errors()) fault("refused without a message", text);
    return 0;
  }
  std::string wrong = ir::verify(*module, ir::Stage::Source);
  if (!wrong.empty()) fault(wrong, text);
  return 0;
}
