// SPDX-License-Identifier: Apache-2.0
// Declarations, globals and their relocations; then each function's body.
#include <map>

#include "backend/llvm/assembly.hpp"
#include "backend/llvm/function.hpp"

namespace tack::llvm_backend {
namespace {

// Bits of most lanes, weighed by loop depth: the width that masks of the function are kept in.
void count_lanes(const ir::Region& region, uint64_t weight, std::map<int, uint64_t>& counts) {
  for (const ir::Inst* inst : region.insts) {
    ir::Type type = inst->type;
    if (type.is_mask() && !inst->operands.empty()) type = inst->operands[0]->type;
    if (type.is_lanes() && type.is_number()) counts[ir::bits_of(type)] += weight;
    bool loops = inst->op == ir::Op::Loop || inst->op == ir::Op::For;
    for (const auto& inner : inst->regions)
      count_lanes(*inner, loops ? std::min<uint64_t>(weight * 8, 1 << 20) : weight, counts);
  }
}

using LaneCounts = std::map<int, uint64_t>;

int dominant_bits(const LaneCounts& counts) {
  int best = 32;
  uint64_t most = 0;
  for (auto [bits, count] : counts) {
    if (count > most) {
      most = count;
      best = bits;
    }
  }
  return best;
}

// Functions and globals of this module alone get names that neither LLVM nor the linker gives a
// meaning to: one called sin would be worked out as C's, one called floor would be called where
// code rounds, and nothing but an intrinsic may begin with "llvm.".
std::string own_name(const std::string& name) { return "tack." + name; }

llvm::Function* declare(Lower& l, const ir::Function& from, llvm::Module& into) {
  llvm::SmallVector<ir::Type, 8> params;
  llvm::SmallVector<ir::Type, 8> by_value;
  for (const ir::Inst* p : from.params) {
    params.push_back(p->type);
    by_value.push_back(p->aux);
  }
  llvm::FunctionType* type = function_type(l, from.results, params, from.is_variadic);
  bool is_external = from.is_extern() || from.is_exported;
  llvm::Function* made = llvm::Function::Create(
      type, is_external ? llvm::Function::ExternalLinkage : llvm::Function::InternalLinkage,
      is_external ? from.name : own_name(from.name), into);
  made->setAttributes(function_attributes(l, from.module, from.results, params, by_value));
  // An exported function keeps its name, and its own meaning under it. Only there: LLVM infers
  // nothing about a function that is marked so, not even that it only reads.
  static const llvm::TargetLibraryInfoImpl library;
  llvm::LibFunc known;
  if (from.is_exported && library.getLibFunc(from.name, known))
    made->addFnAttr(llvm::Attribute::NoBuiltin);
  // The runtime gives new memory, which nothing else points to.
  if (from.is_extern() && from.name.starts_with("tack_rt_xc_new"))
    made->addRetAttr(llvm::Attribute::NoAlias);
  // Assembly may push: it would write where a leaf function keeps its variables.
  walk(from.body, [&](const ir::Inst& inst) {
    if (inst.op == ir::Op::Call && is_assembly(*inst.callee))
      made->addFnAttr(llvm::Attribute::NoRedZone);
  });
  // Host code that goes through a null pointer ends there: it is no promise to LLVM.
  if (from.is_host) made->addFnAttr(llvm::Attribute::NullPointerIsValid);
  return made;
}

// Bytes and addresses, packed: exactly the layout that the front end chose.
llvm::Constant* initialiser(Lower& l, const ir::Global& from, const Symbols& symbols) {
  // Zeros need no memory of ours, however many they are.
  bool is_zero =
      std::all_of(from.bytes.begin(), from.bytes.end(), [](uint8_t x) { return x == 0; });
  if (from.relocations.empty() && is_zero)
    return llvm::ConstantAggregateZero::get(llvm::ArrayType::get(l.b.getInt8Ty(), from.size));
  std::vector<uint8_t> bytes = from.bytes;
  bytes.resize(from.size);
  if (from.relocations.empty()) return llvm::ConstantDataArray::get(l.b.getContext(), bytes);
  std::vector<ir::Relocation> relocations = from.relocations;
  std::sort(relocations.begin(), relocations.end(),
            [](const auto& x, const auto& y) { return x.offset < y.offset; });
  llvm::SmallVector<llvm::Constant*, 8> parts;
  uint64_t at = 0;
  auto data_until = [&](uint64_t end) {
    if (end > at) {
      llvm::ArrayRef<uint8_t> piece(bytes.data() + at, end - at);
      parts.push_back(llvm::ConstantDataArray::get(l.b.getContext(), piece));
    }
    at = end;
  };
  for (const ir::Relocation& r : relocations) {
    data_until(r.offset);
    llvm::Constant* target = r.function
                                 ? static_cast<llvm::Constant*>(symbols.functions.at(r.function))
                                 : symbols.globals.at(r.global);
    if (r.addend)
      target = llvm::ConstantExpr::getGetElementPtr(l.b.getInt8Ty(), target,
                                                    l.b.getInt64(static_cast<uint64_t>(r.addend)));
    parts.push_back(target);
    at += 8;
  }
  data_until(from.size);
  return llvm::ConstantStruct::getAnon(parts, true);
}

std::string check_global(const ir::Global& global) {
  uint64_t end = 0;
  std::vector<uint64_t> offsets;
  for (const ir::Relocation& r : global.relocations) offsets.push_back(r.offset);
  std::sort(offsets.begin(), offsets.end());
  for (uint64_t offset : offsets) {
    if (offset < end || global.size < 8 || offset > global.size - 8)
      return "@" + global.name + ": relocation at " + std::to_string(offset) +
             " overlaps another or passes the end";
    end = offset + 8;
  }
  if (global.bytes.size() > global.size) return "@" + global.name + ": initialiser longer than it";
  return {};
}

}  // namespace

std::string lower_module(const ir::Module& from, llvm::Module& into, Isa isa) {
  Lower l(into.getContext(), isa);
  l.module = &into;
  Symbols symbols;
  for (const auto& function : from.functions) {
    if (function->is_kernel())
      return "@" + function->name + ": a kernel must be raised to its entry first";
    if (!is_assembly(*function)) symbols.functions[function.get()] = declare(l, *function, into);
  }
  for (const auto& global : from.globals) {
    if (std::string fault = check_global(*global); !fault.empty()) return fault;
    // Typed as bytes first: the initialiser may name globals declared later.
    symbols.globals[global.get()] = new llvm::GlobalVariable(
        into, llvm::ArrayType::get(l.b.getInt8Ty(), global->size), global->is_constant,
        llvm::GlobalValue::ExternalLinkage, nullptr,
        global->is_extern || global->is_exported ? global->name : own_name(global->name));
  }
  for (const auto& global : from.globals) {
    if (global->is_extern) continue;
    llvm::GlobalVariable*& declared = symbols.globals.at(global.get());
    llvm::Constant* value = initialiser(l, *global, symbols);
    auto linkage = global->is_exported ? llvm::GlobalValue::ExternalLinkage
                                       : llvm::GlobalValue::InternalLinkage;
    auto* made = new llvm::GlobalVariable(into, value->getType(), global->is_constant, linkage,
                                          value, "", declared);
    made->setAlignment(llvm::Align(std::max(global->align, 1u)));
    made->takeName(declared);
    declared->replaceAllUsesWith(made);
    declared->eraseFromParent();
    declared = made;
  }
  symbols.trap = llvm::cast<llvm::Function>(
      into.getOrInsertFunction("tack_rt_trap", l.b.getVoidTy(), l.b.getPtrTy()).getCallee());
  symbols.trap->addFnAttr(llvm::Attribute::NoReturn);
  symbols.trap->addFnAttr(llvm::Attribute::NoUnwind);
  symbols.trap->addFnAttr(llvm::Attribute::Cold);
  for (const auto& function : from.functions) {
    if (function->is_extern()) continue;
    LaneCounts counts;
    count_lanes(function->body, 1, counts);
    l.mask_bits = dominant_bits(counts);
    // Left alone, LLVM spills whole registers of lanes to wherever the caller's stack ended, and
    // those that cross a cache line made mandelbrot at W=32 three times slower.
    if (!counts.empty() && isa >= Isa::Avx2) {
      llvm::AttrBuilder align(into.getContext());
      align.addStackAlignmentAttr(isa == Isa::Avx512 ? 64 : 32);
      symbols.functions.at(function.get())->addFnAttrs(align);
    }
    std::string fault =
        lower_function(l, symbols, *function, *symbols.functions.at(function.get()));
    if (!fault.empty()) return fault;
  }
  return {};
}

}  // namespace tack::llvm_backend
