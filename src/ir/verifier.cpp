// SPDX-License-Identifier: Apache-2.0
#include "ir/verifier.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "ir/flow.hpp"
#include "ir/text.hpp"
#include "ir/typing.hpp"
#include "ir/verify_module.hpp"

namespace tack::ir {
namespace {

constexpr int kMaxFaults = 50;

struct FunctionCheck {
  const Module& module;
  const Function& f;
  Stage stage;
  FaultList& faults;
  std::unordered_set<const Inst*> visible;  // values in scope
  std::unordered_set<const Inst*> seen;     // instructions met, to find one in two places
  std::vector<const Inst*> labels;          // enclosing labelled regions

  const Inst* faulty = nullptr;  // one fault an instruction is enough

  void fail(const Inst& inst, const std::string& what) {
    if (faulty == &inst) return;
    faulty = &inst;
    faults.add(f, print_line(f, inst) + ": " + what);
  }
  bool want(bool ok, const Inst& inst, const char* what) {
    if (!ok) fail(inst, what);
    return ok;
  }

  bool in_gang() const { return f.gang != 0 && stage != Stage::Source; }
  // Lanes exist in gang kernels and, once raised, anywhere.
  bool allows_lanes() const { return in_gang() || stage == Stage::Target; }

  uint8_t profile() const {
    if (stage == Stage::Target) return kTarget;
    if (f.is_kernel()) return in_gang() ? kGang : kKernel;
    return f.is_host ? kHost : kFunction;
  }

  void operand(const Inst& inst, const Inst* value) {
    if (!value) return fail(inst, "an operand is missing");
    if (value->is_const()) {
      int width = bits_of(value->type);
      if (value->type.is_ptr()) {
        want(value->bits == 0, inst, "a pointer constant other than null");
      } else if (width == 0 || (width < 64 && value->bits >> width != 0)) {
        fail(inst, "a constant of this type or these bits");
      }
    } else if (!visible.contains(value)) {
      fail(inst, "an operand does not dominate its use");
    }
    if (value->type.is_lanes()) lanes(inst, value->type);
  }

  void lanes(const Inst& inst, Type type) {
    if (!want(allows_lanes(), inst, "lanes before vectorising")) return;
    want(std::has_single_bit(type.lanes) && type.lanes <= 64, inst,
         "a lane count that does not divide 64");
  }

  void callee(const Inst& inst) {
    const Function& to = *inst.callee;
    bool device = profile() == kKernel || profile() == kFunction || profile() == kGang;
    if (inst.op == Op::Call && device)
      want(!to.is_host && !to.is_extern(), inst, "a kernel's code calls device functions only");
    want(&to.module == &module, inst, "the callee is of another module");
  }

  void switch_cases(const Inst& inst) {
    want(inst.regions.size() == inst.cases.size() + 1, inst, "one region a case and the default");
    if (inst.operands.empty() || !inst.operands[0]) return;
    Type type = inst.operands[0]->type;
    int unused = 64 - bits_of(type);
    std::unordered_set<int64_t> known;
    for (const SwitchCase& one : inst.cases) {
      for (int64_t value : one.values) {
        want(known.insert(value).second, inst, "a case stands twice");
        auto shifted = static_cast<uint64_t>(value) << (unused & 63);
        int64_t back = type.is_signed() ? static_cast<int64_t>(shifted) >> (unused & 63)
                                        : static_cast<int64_t>(shifted >> (unused & 63));
        want(back == value, inst, "a case does not fit the subject's type");
      }
    }
  }

  void by_value(const Inst& inst) {
    bool in_table = inst.aux.is_struct() && inst.aux.id < module.structs.size();
    if (!want(in_table, inst, "its parameters are the fields of a struct")) return;
    const std::vector<Field>& fields = module.struct_of(inst.aux).fields;
    if (!want(fields.size() + 1 == inst.operands.size(), inst, "one field a parameter")) return;
    for (size_t k = 0; k < fields.size(); ++k) {
      Type type = inst.operands[k + 1]->type;
      if (!fields[k].type.is_aggregate()) {
        want(fields[k].type == type, inst, "an argument has another type than its field");
        continue;
      }
      std::string fault = check_by_value(module, fields[k].type, type);
      if (!fault.empty()) fail(inst, fault);
    }
  }

  void one(const Inst& inst) {
    const OpInfo& op = info(inst.op);
    if (!want(op.form != Form::Hidden, inst, "this op never stands in a region")) return;
    if (!want(seen.insert(&inst).second, inst, "stands in two places")) return;
    for (const Inst* value : inst.operands) operand(inst, value);
    if (std::count(inst.operands.begin(), inst.operands.end(), nullptr) != 0) return;
    if (inst.op == Op::Call || inst.op == Op::Launch) {
      if (!want(inst.callee != nullptr, inst, "no callee")) return;
    }
    std::string fault = check_types(module, inst);
    if (!fault.empty()) return fail(inst, fault);
    if (inst.callee) callee(inst);
    want(op.profiles & profile(), inst, "may not stand here at this stage");
    if (inst.type.is_lanes()) lanes(inst, inst.type);
    if (inst.op == Op::Var) variable(inst);
    if (inst.op == Op::CallPtr && !inst.aux.is_void()) by_value(inst);
    want(!inst.is_volatile || inst.op == Op::PtrLoad || inst.op == Op::PtrStore, inst,
         "only ptr_load and ptr_store are volatile");
    if (inst.op != Op::ResultOf && !inst.is_var())
      want(inst.bits == 0 || std::has_single_bit(inst.bits), inst,
           "the alignment is not a power of two");
    want(!module.requires_locations || inst.loc != 0, inst, "has no location");
    want(inst.loc < module.locs.size(), inst, "its location is not in the table");
    if (inst.op == Op::Return && !f.is_kernel()) returns(inst);
    if (inst.op == Op::Return && f.is_kernel())
      want(inst.operands.empty(), inst, "a kernel returns nothing");
    if (inst.op == Op::Exit)
      want(std::find(labels.begin(), labels.end(), inst.target) != labels.end(), inst,
           "its label does not enclose it");
    if (inst.op == Op::Switch) {
      switch_cases(inst);
    } else {
      size_t regions = inst.has_label() ? 1 : inst.op == Op::If ? 2 : 0;
      want(inst.regions.size() == regions, inst, "a wrong number of regions");
    }
  }

  void variable(const Inst& inst) {
    std::string fault = check_type_body(module, inst.aux);
    if (!fault.empty()) return fail(inst, fault);
    Type leaf = inst.aux;
    while (leaf.is_array()) leaf = module.array_of(leaf).element;
    if (leaf.is_lanes()) lanes(inst, leaf);
  }

  void returns(const Inst& inst) {
    bool same = inst.operands.size() == f.results.size();
    for (size_t i = 0; same && i < f.results.size(); ++i)
      same = inst.operands[i]->type == f.results[i];
    want(same, inst, "returns other types than the function's results");
  }

  void region(const Region& body) {
    std::vector<const Inst*> added;
    auto add = [&](const Inst* inst) {
      if (visible.insert(inst).second) added.push_back(inst);
    };
    for (size_t i = 0; i < body.insts.size() && faults.count < kMaxFaults; ++i) {
      const Inst* inst = body.insts[i];
      if (!inst) {
        faults.add(f, "an instruction is missing");
        continue;
      }
      one(*inst);
      if (is_jump(*inst) && i + 1 < body.insts.size())
        fail(*body.insts[i + 1], "stands after the end of its region");
      if (inst->has_label()) labels.push_back(inst);
      if (inst->index) visible.insert(inst->index);
      for (const auto& inner : inst->regions) region(*inner);
      if (inst->index) visible.erase(inst->index);
      if (inst->has_label()) labels.pop_back();
      add(inst);
    }
    for (const Inst* inst : added) visible.erase(inst);
  }

  void run() {
    check_header(f, stage, faults);
    if (f.is_extern()) return;
    for (const auto* list : {&f.params, &f.indices, &f.extents, &f.reductions})
      visible.insert(list->begin(), list->end());
    if (f.mask) visible.insert(f.mask);
    region(f.body);
    if (!f.results.empty() && faults.count < kMaxFaults && !ends(f.body))
      faults.add(f, "a path ends without a return");
  }
};

}  // namespace

std::string verify(const Module& module, Stage stage) {
  FaultList faults;
  check_module(module, faults);
  // Bodies are read only when types and headers make sense.
  if (!faults.text.empty()) return faults.text;
  for (const auto& function : module.functions) {
    if (faults.count >= kMaxFaults) break;
    FunctionCheck{module, *function, stage, faults, {}, {}, {}, nullptr}.run();
  }
  return faults.text;
}

}  // namespace tack::ir
