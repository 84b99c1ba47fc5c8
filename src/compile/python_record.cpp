// SPDX-License-Identifier: Apache-2.0
#include "compile/python_record.hpp"

#include "compile/bytes.hpp"

namespace tack::compile {
namespace {

using python::CountCode;
using python::CountDimension;
using python::CountInst;
using python::CountOp;
using python::KernelParam;

// The first byte of a record.
constexpr uint8_t kKernelRecord = 'k', kFixedRecord = 'f';

constexpr uint64_t kInstBytes = 4 + 16;
constexpr uint64_t kParamBytes = 6;
constexpr uint64_t kFixedBytes = 12;

bool is_kind(uint8_t value) { return value < ir::kKindCount; }

void write(ByteWriter& out, const CountCode& code) {
  out.value<uint64_t>(code.size());
  for (const CountInst& inst : code) {
    out.value(static_cast<uint8_t>(inst.op));
    out.value(static_cast<uint8_t>(inst.kind));
    out.value(inst.arg);
    out.value(inst.dim);
    out.value(inst.value);
  }
}

bool read(ByteReader& in, CountCode& code) {
  for (uint64_t n = in.count(kInstBytes); n > 0; --n) {
    auto op = in.value<uint8_t>(), kind = in.value<uint8_t>();
    if (op > static_cast<uint8_t>(CountOp::Wrap) || !is_kind(kind)) return false;
    CountInst inst;
    inst.op = static_cast<CountOp>(op);
    inst.kind = static_cast<ir::Kind>(kind);
    inst.arg = in.value<uint16_t>();
    inst.dim = in.value<uint16_t>();
    inst.value = in.value<__int128>();
    code.push_back(inst);
  }
  return in.ok();
}

void write(ByteWriter& out, const std::vector<KernelParam>& params) {
  out.value<uint64_t>(params.size());
  for (const KernelParam& param : params) {
    out.value(static_cast<uint8_t>(param.source));
    out.value(static_cast<uint8_t>(param.kind));
    out.value(param.arg);
    out.value(param.index);
  }
}

bool read(ByteReader& in, std::vector<KernelParam>& params) {
  for (uint64_t n = in.count(kParamBytes); n > 0; --n) {
    auto source = in.value<uint8_t>(), kind = in.value<uint8_t>();
    if (source > static_cast<uint8_t>(KernelParam::Source::Faults) || !is_kind(kind)) return false;
    KernelParam param;
    param.source = static_cast<KernelParam::Source>(source);
    param.kind = static_cast<ir::Kind>(kind);
    param.arg = in.value<uint16_t>();
    param.index = in.value<uint16_t>();
    params.push_back(param);
  }
  return in.ok();
}

void write(ByteWriter& out, const python::ResultPlan& plan) {
  out.text(plan.before);
  out.text(plan.after);
  write(out, plan.before_params);
  write(out, plan.after_params);
  out.value(plan.slots);
  out.value(static_cast<uint8_t>(plan.kind));
}

bool read(ByteReader& in, python::ResultPlan& plan) {
  plan.before = in.text();
  plan.after = in.text();
  if (!read(in, plan.before_params) || !read(in, plan.after_params)) return false;
  plan.slots = in.value<uint32_t>();
  auto kind = in.value<uint8_t>();
  plan.kind = static_cast<ir::Kind>(kind);
  return is_kind(kind);
}

}  // namespace

std::string write_record(const PythonKernel& kernel, const std::string& symbol,
                         std::string_view object) {
  ByteWriter out;
  out.value(kKernelRecord);
  out.text(kernel.count.kernel);
  out.value<uint64_t>(kernel.count.dimensions.size());
  for (const CountDimension& dimension : kernel.count.dimensions) {
    write(out, dimension.start);
    write(out, dimension.stop);
    write(out, dimension.step);
    out.text(dimension.index);
  }
  write(out, kernel.params);
  write(out, kernel.result);
  out.value<uint64_t>(kernel.uses.size());
  for (const python::ArgUse& use : kernel.uses)
    out.value(static_cast<uint8_t>(use.read | use.written << 1 | use.atomic << 2));
  out.value<uint64_t>(kernel.fixed.size());
  for (const python::FixedExtent& fixed : kernel.fixed) {
    out.value(fixed.arg);
    out.value(fixed.dim);
    out.value(fixed.extent);
  }
  out.value(static_cast<uint8_t>(kernel.needs_extents));
  out.value<uint64_t>(kernel.tables.size());
  for (const python::LookupTable& table : kernel.tables) {
    out.value(static_cast<uint8_t>(table.kind));
    out.value(table.size);
    out.value<uint64_t>(table.words.size());
    for (uint64_t word : table.words) out.value(word);
  }
  out.value<uint64_t>(kernel.faults.size());
  for (const python::FaultSite& site : kernel.faults) {
    out.value(static_cast<uint8_t>(site.kind));
    out.text(site.head);
    out.text(site.what);
    out.text(site.where);
    out.text(site.note);
    out.value(static_cast<uint8_t>(site.in_loop));
  }
  out.value(static_cast<uint8_t>(kernel.prints));
  out.value(kernel.gang);
  out.value(static_cast<uint8_t>(kernel.divergent | kernel.loops << 1));
  out.text(symbol);
  out.text(object);
  return out.take();
}

std::string write_fixed(const std::vector<python::FixedExtent>& fixed) {
  ByteWriter out;
  out.value(kFixedRecord);
  out.value<uint64_t>(fixed.size());
  for (const python::FixedExtent& one : fixed) {
    out.value(one.arg);
    out.value(one.dim);
  }
  return out.take();
}

std::optional<std::vector<python::FixedExtent>> read_fixed(std::string_view bytes,
                                                           std::span<const python::ArgType> args) {
  ByteReader in(bytes);
  if (in.value<uint8_t>() != kFixedRecord) return std::nullopt;
  std::vector<python::FixedExtent> fixed;
  for (uint64_t n = in.count(4); n > 0; --n) {
    python::FixedExtent one;
    one.arg = in.value<uint16_t>();
    one.dim = in.value<uint16_t>();
    if (one.arg >= args.size() || one.dim >= args[one.arg].extents.size()) return std::nullopt;
    one.extent = args[one.arg].extents[one.dim];
    fixed.push_back(one);
  }
  if (!in.at_end() || fixed.empty()) return std::nullopt;
  return fixed;
}

std::unique_ptr<PythonKernel> read_record(std::string_view bytes, std::string_view& symbol,
                                          std::string_view& object) {
  ByteReader in(bytes);
  auto kernel = std::make_unique<PythonKernel>();
  if (in.value<uint8_t>() != kKernelRecord) return nullptr;
  kernel->count.kernel = in.text();
  for (uint64_t n = in.count(1); n > 0; --n) {
    CountDimension dimension;
    if (!read(in, dimension.start) || !read(in, dimension.stop) || !read(in, dimension.step))
      return nullptr;
    dimension.index = in.text();
    kernel->count.dimensions.push_back(std::move(dimension));
  }
  if (!read(in, kernel->params) || !read(in, kernel->result)) return nullptr;
  for (uint64_t n = in.count(1); n > 0; --n) {
    auto bits = in.value<uint8_t>();
    kernel->uses.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
  }
  for (uint64_t n = in.count(kFixedBytes); n > 0; --n) {
    python::FixedExtent fixed;
    fixed.arg = in.value<uint16_t>();
    fixed.dim = in.value<uint16_t>();
    fixed.extent = in.value<int64_t>();
    kernel->fixed.push_back(fixed);
  }
  kernel->needs_extents = in.value<uint8_t>() != 0;
  for (uint64_t n = in.count(1 + 8 + 8); n > 0; --n) {
    python::LookupTable table;
    auto kind = in.value<uint8_t>();
    if (!is_kind(kind)) return nullptr;
    table.kind = static_cast<ir::Kind>(kind);
    table.size = in.value<uint64_t>();
    for (uint64_t words = in.count(8); words > 0; --words)
      table.words.push_back(in.value<uint64_t>());
    uint64_t bits = static_cast<uint64_t>(ir::bits_of(table.kind));
    if (bits < 8 || table.size > table.words.size() * 64 / bits) return nullptr;
    kernel->tables.push_back(std::move(table));
  }
  for (const KernelParam& param : kernel->params) {
    if (param.source == KernelParam::Source::Table && param.index >= kernel->tables.size())
      return nullptr;
  }
  for (uint64_t n = in.count(1); n > 0; --n) {
    python::FaultSite site;
    auto kind = in.value<uint8_t>();
    if (kind > static_cast<uint8_t>(python::FaultKind::LoopStep)) return nullptr;
    site.kind = static_cast<python::FaultKind>(kind);
    site.head = in.text();
    site.what = in.text();
    site.where = in.text();
    site.note = in.text();
    site.in_loop = in.value<uint8_t>() != 0;
    kernel->faults.push_back(std::move(site));
  }
  kernel->prints = in.value<uint8_t>() != 0;
  kernel->gang = in.value<uint16_t>();
  auto flags = in.value<uint8_t>();
  kernel->divergent = (flags & 1) != 0;
  kernel->loops = (flags & 2) != 0;
  symbol = in.text();
  object = in.text();
  if (!in.at_end()) return nullptr;
  return kernel;
}

}  // namespace tack::compile
