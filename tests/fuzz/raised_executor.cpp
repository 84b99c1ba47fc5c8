// SPDX-License-Identifier: Apache-2.0
// The interpreter on what the SPIR-V pipeline gives the emitter: one call an invocation. Finds
// mistakes of the lowerings without a driver, and a hundred times as fast.
#include <algorithm>

#include "backend/spirv/pipeline.hpp"
#include "fuzz/vulkan_executors.hpp"
#include "ir/reduction_order.hpp"
#include "ir/text.hpp"
#include "runtime/reduce.hpp"

namespace tack::fuzz {
namespace {

using From = spirv::ParameterSource::From;
using What = vulkan::Argument::What;

struct Raised {
  const Program& program;
  std::unique_ptr<ir::Module> module = {};
  std::shared_ptr<spirv::Compilation> made = std::make_shared<spirv::Compilation>();
  std::vector<std::vector<uint8_t>> memory = {};    // of the program's buffers
  std::vector<std::vector<uint8_t>> partials = {};  // of the reductions
  int64_t items = 0, block = 0, blocks = 0;

  const vulkan::Layout& layout() const { return made->entry.layout; }

  Result<void> compile(const vulkan::Capabilities& caps) {
    Result<std::unique_ptr<ir::Module>> copy = ir::parse(ir::print(*program.module));
    if (!copy.ok()) return copy.error();
    module = std::move(*copy);
    made->caps = caps;
    made->form = vulkan::BufferForm::Binding;
    made->name = "k";
    transform::PipelineOptions options;
    options.verify = true;
    return transform::run_pipeline(*module, spirv::pipeline(made), options);
  }

  uint64_t argument(const vulkan::Argument& a) const {
    size_t number = 0;
    switch (a.what) {
      case What::Scalar:
        for (size_t i = 0; i < a.index; ++i)
          number += !program.kernel().params[i]->type.is_buffer();
        return program.numbers[number];
      case What::Extent:
        return static_cast<uint64_t>(program.extents[a.index]);
      case What::Length:
        return static_cast<uint64_t>(program.buffers[a.index].length());
      case What::Items:
        return static_cast<uint64_t>(items);
      case What::Block:
        return static_cast<uint64_t>(block);
      default:
        return 0;
    }
  }

  uint64_t word(uint32_t at) const {
    for (const vulkan::Argument& a : layout().arguments) {
      if (a.word == at) return argument(a);
      if (a.word + 1 == at && a.what != What::Offset) {
        bool is_next = std::any_of(layout().arguments.begin(), layout().arguments.end(),
                                   [&](const auto& other) { return other.word == at; });
        if (!is_next) return argument(a) >> 32;
      }
    }
    return 0;
  }

  // Memory of buffer k of the layout.
  std::vector<uint8_t>& bytes(uint32_t k) {
    size_t own = program.buffers.size();
    if (k >= own) return partials[k - own];
    int same = program.buffers[k].same_as;
    return memory[same < 0 ? k : static_cast<size_t>(same)];
  }

  Result<Output> run() {
    items = program.items();
    for (int64_t e : program.extents)
      if (e <= 0) items = 0;
    block = ir::reduction_block(items);
    blocks = items / block + (items % block != 0);
    for (const Buffer& b : program.buffers)
      memory.push_back(b.same_as < 0 ? b.bytes : std::vector<uint8_t>{});
    for (const vulkan::ReductionLayout& r : layout().reductions)
      partials.emplace_back(static_cast<size_t>(blocks) * 64 *
                            layout().buffers[r.buffer].element_bytes);
    interp::Options options;
    options.steps = 30'000'000;
    options.flush_subnormals = !made->caps.subnormals32 && !made->caps.subnormals64;
    interp::Machine machine(*module, options);

    // Parameters in order; those that differ by invocation are filled in later.
    const ir::Function& f = *made->kernel;
    interp::Words arguments;
    struct Varying {
      size_t at;
      spirv::ParameterSource source;
    };
    std::vector<Varying> varying;
    for (size_t i = 0; i < f.params.size(); ++i) {
      const spirv::ParameterSource& source = made->entry.sources[i];
      ir::Type type = f.params[i]->type;
      if (source.from == From::Buffer) {
        std::vector<uint8_t>& m = bytes(source.at);
        Result<uint64_t> address = machine.map(m.data(), m.size());
        if (!address.ok()) return address.error();
        arguments.push_back(*address);
        arguments.push_back(m.size() * 8 / static_cast<size_t>(ir::bits_of(type.buffer_element())));
        continue;
      }
      uint64_t bits = source.from == From::Argument ? word(source.at) : 0;
      if (ir::bits_of(type) < 64) bits &= (uint64_t{1} << ir::bits_of(type)) - 1;
      if (source.from != From::Argument) varying.push_back({arguments.size(), source});
      arguments.push_back(bits);
    }

    int64_t size[3] = {1, 1, 1};
    size_t dimensions = program.extents.size();
    if (layout().reductions.empty()) {
      for (size_t d = 0; d < dimensions; ++d) size[d] = program.extents[dimensions - 1 - d];
    } else {
      size[0] = blocks * ir::kReductionLanes;
    }
    int64_t at[3];
    // Invocations outside the space must do nothing.
    int64_t end[3] = {size[0] + 2, size[1] + (size[1] > 1), size[2] + (size[2] > 1)};
    for (at[2] = 0; at[2] < end[2] && items != 0; ++at[2]) {
      for (at[1] = 0; at[1] < end[1]; ++at[1]) {
        for (at[0] = 0; at[0] < end[0]; ++at[0]) {
          for (const Varying& v : varying) {
            auto number = static_cast<uint64_t>(at[v.source.at]);
            uint64_t id = number % 32, base = number - id;
            arguments[v.at] = v.source.from == From::GlobalId   ? id
                              : v.source.from == From::BaseLow  ? base & 0xffffffff
                              : v.source.from == From::BaseHigh ? base >> 32
                                                                : base;
          }
          Result<interp::Words> done = machine.call(f, arguments);
          if (!done.ok()) return done.error();
        }
      }
    }
    Output output;
    output.reductions = program.reductions;
    for (size_t r = 0; r < partials.size(); ++r) {
      tack_rt_reduction how{layout().reductions[r].op, layout().reductions[r].kind};
      size_t stride = partials[r].size() / static_cast<size_t>(std::max<int64_t>(blocks, 1));
      for (int64_t k = 0; k < blocks; ++k) {
        uint8_t* copies = partials[r].data() + static_cast<size_t>(k) * stride;
        rt::fold_copies(how, copies);
        rt::combine(how, &output.reductions[r], copies);
      }
    }
    output.buffers = std::move(memory);
    return output;
  }
};

Result<Output> run_raised(const Program& program, const vulkan::Capabilities& caps) {
  Raised raised{program};
  Result<void> compiled = raised.compile(caps);
  if (!compiled.ok()) {
    const std::string& why = compiled.error().message;
    return Error{(why.ends_with("which is not built for Vulkan") ? "skip: " : "") + why};
  }
  return raised.run();
}

}  // namespace

void add_raised_executors(std::vector<Executor>& rows) {
  vulkan::Capabilities rich;
  rich.exact_div32 = rich.exact_div64 = rich.exact_sqrt32 = rich.exact_sqrt64 = true;
  rich.fused_fma32 = rich.fused_fma64 = true;
  vulkan::Capabilities poor;  // f64 stays: a program without it is rare
  poor.int8 = poor.int16 = poor.int64 = poor.storage8 = poor.storage16 = false;
  poor.subnormals32 = poor.subnormals64 = false;
  struct Row {
    const char* name;
    vulkan::Capabilities caps;
  };
  for (const Row& row : {Row{"raised:rich", rich}, Row{"raised:poor", poor}}) {
    rows.push_back({row.name, "raised",
                    [caps = row.caps](std::span<const Program* const> programs) {
                      std::vector<Result<Output>> results;
                      for (const Program* program : programs)
                        results.push_back(run_raised(*program, caps));
                      return results;
                    },
                    false});
  }
}

}  // namespace tack::fuzz
