// SPDX-License-Identifier: Apache-2.0
// Machine code, on memory that ends at a page without access.
#include "kernel_fuzz/run.hpp"

#ifdef TACK_KERNEL_FUZZ_LLVM

#include <memory>
#include <mutex>
#include <thread>

#include "driver/cpu/cpu_executor.hpp"
#include "fuzz/guarded.hpp"
#include "ir/print_format.hpp"
#include "kernel_fuzz/call.hpp"

namespace tack::kernel_fuzz {

bool has_compiler() { return true; }

namespace {

std::mutex g_print;
std::string g_printed;

void add_line(const char* format, uint64_t size, const uint64_t* values) {
  std::string line = ir::format_print({format, size}, values);
  std::lock_guard lock(g_print);
  g_printed += line;
}

}  // namespace

const std::vector<std::string>& isas() {
  static const std::vector<std::string> found = [] {
    std::vector<std::string> out;
    for (const char* isa : {"sse2", "sse4", "avx2", "avx512"})
      if (driver::cpu_has(isa)) out.push_back(isa);
    return out;
  }();
  return found;
}

Result<Output> run_compiled(const Case& c, Lowered& lowered) {
  driver::CpuCompileOptions options;
  options.pipeline.isa = c.way.isa;
  options.pipeline.width = c.way.width;
  options.verify = false;
  options.optimize = c.way.llvm;
  auto program = driver::CpuProgram::compile(*lowered.compiled->module, options);
  if (!program) return program.error();
  Call call(c, lowered);
  g_printed.clear();
  tack_rt_set_print_sink(add_line);
  std::vector<std::unique_ptr<fuzz::Guarded>> memory;
  for (const Block& b : c.blocks) memory.push_back(std::make_unique<fuzz::Guarded>(b.bytes));
  call.block = [&](int b) {
    return reinterpret_cast<uint64_t>(memory[static_cast<size_t>(b)]->data());
  };
  call.own = [](void* data, uint64_t) { return reinterpret_cast<uint64_t>(data); };
  auto done = call.run([&](const ir::Function& kernel, std::vector<uint64_t> slots,
                           std::span<const int64_t> extents) -> Result<void> {
    auto entry = reinterpret_cast<tack_rt_entry>((*program)->find(kernel.name));
    if (!entry) return Error{"no entry of @" + kernel.name};
    int64_t items = 1;
    for (int64_t extent : extents) {
      items *= extent;
      slots.push_back(static_cast<uint64_t>(extent));
    }
    // Pieces begin at multiples of 64, as the runtime's do.
    auto share = [&](int64_t first) {
      tack_rt_context context{TACK_RT_ABI, 0, nullptr};
      for (int64_t at = first * 64; at < items; at += 64 * c.way.threads)
        entry(slots.data(), at, std::min(at + 64, items), &context);
    };
    if (c.way.threads <= 1 || items <= 64) {
      tack_rt_context context{TACK_RT_ABI, 0, nullptr};
      entry(slots.data(), 0, items, &context);
      return {};
    }
    std::vector<std::thread> threads;
    for (int t = 1; t < c.way.threads; ++t) threads.emplace_back(share, t);
    share(0);
    for (std::thread& t : threads) t.join();
    return {};
  });
  if (!done) return done.error();
  const python::LaunchBounds& bounds = lowered.bounds;
  if (auto fault =
          python::find_fault(lowered.compiled->faults, call.faults, lowered.compiled->count,
                             {bounds.extent, bounds.start, bounds.step}))
    if (c.strict || fault->kind == ErrorKind::Index)
      return Error{"debug mode found: " + fault->text};
  std::vector<std::vector<uint8_t>> blocks;
  for (size_t b = 0; b < memory.size(); ++b) {
    if (!memory[b]->is_intact()) return Error{"writes before block " + std::to_string(b)};
    blocks.push_back(memory[b]->bytes());
  }
  Output out = call.output(std::move(blocks));
  out.printed = g_printed;
  return out;
}

}  // namespace tack::kernel_fuzz

#else

namespace tack::kernel_fuzz {

bool has_compiler() { return false; }

const std::vector<std::string>& isas() {
  static const std::vector<std::string> baseline = {"sse2"};
  return baseline;
}

Result<Output> run_compiled(const Case&, Lowered&) { return Error{"built without LLVM"}; }

}  // namespace tack::kernel_fuzz

#endif
