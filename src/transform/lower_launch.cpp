// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_launch.hpp"

#include <algorithm>
#include <map>

#include "ir/builder.hpp"
#include "transform/inline_calls.hpp"

namespace tack::transform {
namespace {

using ir::Builder;
using ir::Function;
using ir::Global;
using ir::Inst;
using ir::Op;

// Bytes of the structures of runtime/tack_rt.h.
constexpr uint64_t kKernelSize = 64, kVariantSize = 16, kProfileSize = 16;
constexpr uint32_t kAbi = 1, kDivergent = 1;

struct Lower {
  ir::Module& module;
  const std::vector<LaunchVariant>& variants;
  const std::string& entry_name;
  std::map<const Function*, Global*> kernels{};
  Function* launch = nullptr;
  std::map<std::string, Function*> entries{};

  static void put(Global& g, uint64_t offset, uint64_t bits, uint64_t size) {
    if (g.bytes.size() < offset + size) g.bytes.resize(offset + size);
    for (uint64_t k = 0; k < size; ++k) g.bytes[offset + k] = static_cast<uint8_t>(bits >> (8 * k));
  }

  Global& data(const std::string& name, uint64_t size, bool constant) {
    Global* g = module.add_global(name, module.array(ir::kU8, size), size, 8);
    g->is_constant = constant;
    g->bytes.assign(size, 0);
    return *g;
  }

  Function& entry(const std::string& name) {
    Function*& f = entries[name];
    if (!f) {
      f = module.add_function(name, ir::FunctionKind::Extern);
      f->add_param(ir::kPtr, "");
      f->add_param(ir::kI64, "");
      f->add_param(ir::kI64, "");
      f->add_param(ir::kPtr, "");
    }
    return *f;
  }

  // A loop without a fixed number of runs: items differ in cost.
  static bool is_divergent(const Function& kernel) {
    bool found = false;
    ir::walk(kernel.body, [&](const Inst& i) { found = found || i.op == Op::Loop; });
    return found;
  }

  Global& descriptor(const Function& kernel) {
    Global*& known = kernels[&kernel];
    if (known) return *known;
    const std::string& name = kernel.name;
    std::string title = kernel.title.empty() ? name : kernel.title;
    Global& text = data(name + ".title", title.size() + 1, true);
    std::copy(title.begin(), title.end(), text.bytes.begin());
    // Slots as in docs/ir.md: a buffer's second one is its length.
    uint64_t lengths = 0, slot = 0;
    bool small_ok = true;
    for (const Inst* p : kernel.params) {
      if (!p->type.is_buffer()) {
        ++slot;
        continue;
      }
      if (slot + 1 > 63) {
        small_ok = false;
      } else {
        lengths |= uint64_t{1} << (slot + 1);
      }
      slot += 2;
    }
    std::vector<const LaunchVariant*> offered;
    for (const LaunchVariant& v : variants) {
      if (!v.small || small_ok) offered.push_back(&v);
    }
    Global& list = data(name + ".variants", kVariantSize * offered.size(), true);
    for (size_t k = 0; k < offered.size(); ++k) {
      uint64_t at = kVariantSize * k;
      list.relocations.push_back({at, &entry(name + offered[k]->suffix), nullptr, 0});
      put(list, at + 8, offered[k]->isa, 1);
      put(list, at + 9, offered[k]->small, 1);
    }
    Global& reductions =
        data(name + ".reductions", std::max<uint64_t>(2 * kernel.reductions.size(), 1), true);
    for (size_t k = 0; k < kernel.reductions.size(); ++k) {
      put(reductions, 2 * k, kernel.reductions[k]->bits, 1);
      put(reductions, 2 * k + 1, static_cast<uint64_t>(kernel.reductions[k]->aux.kind), 1);
    }
    Global& profile = data(name + ".profile", kProfileSize, false);
    Global& g = data(name + ".kernel", kKernelSize, true);
    put(g, 0, kAbi, 4);
    put(g, 4, is_divergent(kernel) ? kDivergent : 0, 4);
    g.relocations.push_back({8, nullptr, &text, 0});
    g.relocations.push_back({16, nullptr, &list, 0});
    g.relocations.push_back({24, nullptr, &reductions, 0});
    put(g, 32, offered.size(), 2);
    put(g, 34, kernel.reductions.size(), 2);
    put(g, 40, lengths, 8);
    g.relocations.push_back({48, nullptr, &profile, 0});
    put(g, 56, 0, 8);
    known = &g;
    return g;
  }

  // A var of eight-byte slots, filled.
  static Inst* slots(Builder& b, ir::Region& prologue, const std::vector<Inst*>& values,
                     const char* name) {
    ir::Type array = b.module().array(ir::kU64, std::max<size_t>(values.size(), 1));
    Inst* var = nullptr;
    b.in(prologue, [&] { var = b.var(array, name); });
    Inst* base = b.bitcast(ir::kPtr, b.addr_of(var));
    for (size_t k = 0; k < values.size(); ++k)
      b.ptr_store(k ? b.ptr_add(base, b.i64(static_cast<int64_t>(8 * k))) : base, values[k]);
    return base;
  }

  void lower(Function& function, Inst& inst, Builder& b, ir::Region& prologue) {
    const Function& kernel = *inst.callee;
    size_t dims = inst.split, next = dims;
    std::vector<Inst*> args;
    for (const Inst* p : kernel.params) {
      args.push_back(inst.operands[next++]);
      if (p->type.is_buffer()) args.push_back(inst.operands[next++]);
    }
    std::vector<Inst*> extents(inst.operands.begin(),
                               inst.operands.begin() + static_cast<long>(dims));
    args.insert(args.end(), extents.begin(), extents.end());
    std::vector<Inst*> results(inst.operands.begin() + static_cast<long>(next),
                               inst.operands.end());
    b.set_loc(inst.loc);
    Inst* args_at = slots(b, prologue, args, "args");
    Inst* extents_at = slots(b, prologue, extents, "extents");
    Inst* results_at =
        results.empty() ? b.constant(ir::kPtr, 0) : slots(b, prologue, results, "results");
    b.call(*launch, {b.addr_of(descriptor(kernel)), args_at, extents_at,
                     b.i32(static_cast<int32_t>(dims)), results_at});
  }

  void regions(Function& function, ir::Region& region, ir::Region& prologue) {
    std::vector<Inst*> old = std::move(region.insts);
    region.insts.clear();
    Builder b(function);
    b.set_region(region);
    for (Inst* inst : old) {
      for (auto& inner : inst->regions) regions(function, *inner, prologue);
      if (inst->op == Op::Launch) {
        lower(function, *inst, b, prologue);
      } else {
        region.insts.push_back(inst);
      }
    }
  }

  void run() {
    std::vector<Function*> hosts;
    bool any = false;
    for (auto& f : module.functions) {
      if (f->kind != ir::FunctionKind::Function || !f->is_host) continue;
      hosts.push_back(f.get());
      ir::walk(f->body, [&](Inst& i) { any = any || i.op == Op::Launch; });
    }
    if (any) {
      launch = module.add_function(entry_name, ir::FunctionKind::Extern);
      for (ir::Type t : {ir::kPtr, ir::kPtr, ir::kPtr, ir::kI32, ir::kPtr})
        launch->add_param(t, "");
    }
    for (Function* f : hosts) {
      ir::Region prologue;
      regions(*f, f->body, prologue);
      f->body.insts.insert(f->body.insts.begin(), prologue.insts.begin(), prologue.insts.end());
    }
    std::erase_if(module.functions, [](const auto& f) { return f->is_kernel(); });
    drop_unused_functions(module);
  }
};

}  // namespace

void lower_launch(ir::Module& module, const std::vector<LaunchVariant>& variants,
                  const std::string& entry) {
  Lower{module, variants, entry}.run();
}

void keep_kernels(ir::Module& module, bool small) {
  // Kernels call neither host functions nor outside ones and know no globals.
  std::erase_if(module.functions, [](const auto& f) { return f->is_host || f->is_extern(); });
  module.globals.clear();
  for (auto& f : module.functions) {
    if (f->is_kernel()) f->small = small;
  }
}

}  // namespace tack::transform
