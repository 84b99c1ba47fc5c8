// SPDX-License-Identifier: Apache-2.0
#include "launch/inspect.hpp"

#include "ir/text.hpp"
#include "support/big_stack.hpp"

namespace tack::launch {
namespace {

constexpr InspectMode kModes[] = {
    {"ir", true, {}, "Tack's IR, as the front end makes it"},
    {"source", false, compile::CpuEmit::LlvmRaw, "LLVM IR"},
    {"optimized", false, compile::CpuEmit::LlvmOptimised, "LLVM IR after its passes"},
    {"asm", false, compile::CpuEmit::Assembly, "assembly"},
};

}  // namespace

std::span<const InspectMode> inspect_modes() { return kModes; }

const InspectMode* find_mode(std::string_view name) {
  for (const InspectMode& mode : kModes)
    if (mode.name == name) return &mode;
  return nullptr;
}

std::string unknown_mode(std::string_view name) {
  std::string text = "unknown mode '" + std::string(name) + "': write ";
  for (size_t k = 0; k < std::size(kModes); ++k)
    text += std::string(k == 0                      ? ""
                        : k + 1 < std::size(kModes) ? ", "
                                                    : " or ") +
            std::string(kModes[k].name);
  return text;
}

Result<std::string> inspect(python::Compiled& compiled, const InspectMode& mode) {
  if (mode.is_ir) return ir::print(*compiled.module);
  compile::CpuOptions options;
  auto gang = compile::gang_setting();
  if (!gang) return gang.error();
  options.gang = *gang;
  options.emit = mode.emit;
  Result<compile::CpuCode> code = Error{};
  run_on_big_stack([&] { code = compile::compile_cpu(*compiled.module, options); });
  if (!code) return Error{code.error().message, ErrorKind::System};
  return std::move(code->bytes);
}

}  // namespace tack::launch
