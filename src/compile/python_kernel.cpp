// SPDX-License-Identifier: Apache-2.0
#include "compile/python_kernel.hpp"

#include <cstdio>

#include "compile/disk_cache.hpp"
#include "compile/in_flight.hpp"
#include "compile/key.hpp"
#include "compile/python_record.hpp"
#include "ir/print_format.hpp"

namespace tack::compile {
namespace {

std::string isa_of(const PythonKernelOptions& options) {
  return options.cpu.isa.empty() ? cpu_isa_name() : options.cpu.isa;
}

Key key_of(const Snapshot& snapshot, std::span<const python::ArgType> args,
           const PythonKernelOptions& options) {
  KeyBuilder key;
  key.text("python kernel");
  key.text(compiler_identity());
  snapshot.add_to(key);
  key.number(args.size());
  for (const python::ArgType& arg : args) {
    key.number(static_cast<uint64_t>(arg.kind));
    key.number(arg.is_array);
    key.number(arg.rank);
    key.number(!arg.extents.empty());
    key.number(arg.element.code());
  }
  key.number(options.small);
  key.number(options.checks);
  if (options.checks) snapshot.add_places(key);
  key.number(options.cpu.gang);
  key.text(isa_of(options));
  return key.finish();
}

// Code that counts on extents stands under a key with these; the key without them leads to which
// they are. So a kernel that needs none is found for arrays of every size.
Key with_extents(const Key& key, const std::vector<python::FixedExtent>& fixed) {
  KeyBuilder longer;
  longer.text("extents");
  longer.number(key.high);
  longer.number(key.low);
  longer.number(fixed.size());
  for (const python::FixedExtent& one : fixed) {
    longer.number(one.arg);
    longer.number(one.dim);
    longer.number(static_cast<uint64_t>(one.extent));
  }
  return longer.finish();
}

// Somebody who loads kernels without saying where their output goes wants it on stdout.
void write_line(const char* format, uint64_t size, const uint64_t* values) {
  std::string line = ir::format_print({format, size}, values);
  std::fwrite(line.data(), 1, line.size(), stdout);
}

// The object's code as callable memory; empty on success.
std::string load(PythonKernel& kernel, std::string_view symbol, std::string_view object) {
  auto loaded =
      runtime::load_object({reinterpret_cast<const uint8_t*>(object.data()), object.size()});
  if (!loaded) return loaded.error().message;
  kernel.code = std::move(*loaded);
  std::string lacking;
  auto find = [&](std::string_view name) {
    auto entry = reinterpret_cast<tack_rt_entry>(kernel.code->find(name));
    if (!entry) lacking = "the compiled object lacks " + std::string(name);
    return entry;
  };
  kernel.entry = find(symbol);
  if (kernel.prints && !tack_rt_get_print_sink()) tack_rt_set_print_sink(write_line);
  if (!kernel.result.before.empty()) kernel.before = find(kernel.result.before);
  if (kernel.result.has_value()) kernel.after = find(kernel.result.after);
  return lacking;
}

}  // namespace

std::unique_ptr<python::Compiled> lower_python_kernel(
    const python::Template& kernel, python::Environment& environment,
    std::span<const python::ArgType> args, std::span<const python::ObjectArgument> objects,
    bool small, std::optional<python::Failure>& failure, bool checks) {
  Diagnostics diagnostics;
  python::SpecialiseOptions options;
  options.small = small;
  options.checks = checks;
  options.objects.assign(objects.begin(), objects.end());
  return python::specialise(kernel, environment, args, options, diagnostics, failure);
}

std::unique_ptr<PythonKernel> load_python_kernel(const Snapshot& snapshot,
                                                 std::span<const python::ArgType> args,
                                                 const PythonKernelOptions& options) {
  InFlight in_flight;
  const DiskCache& cache = DiskCache::standard();
  Key key = key_of(snapshot, args, options);
  auto bytes = cache.load(key);
  if (!bytes) return nullptr;
  if (auto fixed = read_fixed(*bytes, args)) {
    bytes = cache.load(with_extents(key, *fixed));
    if (!bytes) return nullptr;
  }
  std::string_view symbol, object;
  auto kernel = read_record(*bytes, symbol, object);
  if (!kernel || !load(*kernel, symbol, object).empty()) return nullptr;
  kernel->from_disk = true;
  return kernel;
}

PythonKernelResult compile_python_kernel(Snapshot& snapshot, std::span<const python::ArgType> args,
                                         const PythonKernelOptions& options) {
  InFlight in_flight;
  PythonKernelResult result;
  if (!options.is_new) result.kernel = load_python_kernel(snapshot, args, options);
  if (result.kernel) return result;
  auto compiled =
      lower_python_kernel(snapshot.kernel(), snapshot.environment(), args, snapshot.objects(),
                          options.small, result.failure, options.checks);
  if (!compiled) return result;
  CpuOptions cpu = options.cpu;
  cpu.isa = isa_of(options);
  auto code = compile_cpu(*compiled->module, cpu);
  if (!code) {
    result.error = code.error().message;
    return result;
  }
  auto kernel = std::make_unique<PythonKernel>();
  kernel->count = std::move(compiled->count);
  kernel->params = std::move(compiled->params);
  kernel->result = std::move(compiled->result);
  kernel->uses = std::move(compiled->uses);
  kernel->fixed = std::move(compiled->fixed);
  kernel->needs_extents = compiled->needs_extents;
  kernel->tables = std::move(compiled->tables);
  kernel->faults = std::move(compiled->faults);
  kernel->prints = compiled->prints;
  kernel->gang = code->gang;
  kernel->divergent = code->divergent;
  kernel->loops = code->loops;
  result.error = load(*kernel, compiled->kernel, code->bytes);
  if (!result.error.empty()) return result;
  const DiskCache& cache = DiskCache::standard();
  Key key = key_of(snapshot, args, options), place = key;
  if (!kernel->fixed.empty()) {
    cache.store(key, write_fixed(kernel->fixed));
    place = with_extents(key, kernel->fixed);
  }
  cache.store(place, write_record(*kernel, compiled->kernel, code->bytes));
  result.kernel = std::move(kernel);
  return result;
}

}  // namespace tack::compile
