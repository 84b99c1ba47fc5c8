// SPDX-License-Identifier: Apache-2.0
#include "fuzz/vulkan_executors.hpp"

#include "driver/gpu/execute.hpp"
#include "vulkan/records.hpp"

namespace tack::fuzz {
namespace {

Result<Output> run_vulkan(const Program& program, const test::Record& record) {
  vulkan::Device* device = test::device();
  if (!device) return Error{"skip: no Vulkan device"};
  std::vector<std::vector<uint8_t>> memory;
  for (const Buffer& buffer : program.buffers)
    memory.push_back(buffer.same_as < 0 ? buffer.bytes : std::vector<uint8_t>{});
  std::vector<vulkan::HostArgument> arguments;
  size_t buffer = 0, number = 0;
  for (const ir::Inst* p : program.kernel().params) {
    if (!p->type.is_buffer()) {
      arguments.push_back({program.numbers[number++], nullptr, 0});
      continue;
    }
    const Buffer& b = program.buffers[buffer];
    auto& bytes = memory[b.same_as < 0 ? buffer : static_cast<size_t>(b.same_as)];
    arguments.push_back({0, bytes.data(), static_cast<uint64_t>(b.length())});
    ++buffer;
  }
  Output output;
  output.reductions = program.reductions;
  spirv::Options options{record.caps, record.form, {}};
  options.passes.verify = true;
  Result<void> ran = gpu::execute(*device, *program.module, "k", arguments, program.extents,
                                  output.reductions, options);
  if (!ran.ok()) {
    const std::string& why = ran.error().message;
    bool is_refused = why.ends_with("which this device does not have") ||
                      why.ends_with("which is not built for Vulkan");
    return Error{(is_refused ? "skip: " : "") + why};
  }
  std::string said;
  for (const std::string& message : device->take_messages()) said += message + "\n";
  if (!said.empty()) return Error{"validation: " + said};
  output.buffers = std::move(memory);
  return output;
}

}  // namespace

void add_vulkan_executors(std::vector<Executor>& rows) {
  const std::vector<test::Record> records = test::records();
  rows.push_back(one_by_one("vulkan", "vulkan", [records](const Program& program) {
    return run_vulkan(program, records[program.seed % records.size()]);
  }));
  for (const test::Record& record : records) {
    Executor row =
        one_by_one("vulkan:" + record.name, "vulkan:records",
                   [record](const Program& program) { return run_vulkan(program, record); });
    row.on_demand = true;
    rows.push_back(std::move(row));
  }
}

}  // namespace tack::fuzz
