// SPDX-License-Identifier: Apache-2.0
#include "transform/vectorise.hpp"

#include <bit>
#include <functional>
#include <unordered_set>

#include "support/ice.hpp"
#include "transform/gang_writer.hpp"
#include "transform/split_counters.hpp"

namespace tack::transform {
namespace {

using analysis::Access;
using ir::Builder;
using ir::Inst;
using ir::Op;
using ir::Region;
using ir::Type;

// An arm of a varying branch up to this cost runs under its mask without a test whether any lane
// wants it: a test and a jump that is hard to predict cost about a dozen vector instructions.
constexpr int kFlattenCost = 12;
// After lanes have left, the rest of a region is skipped when none remains only if it costs more
// than this: that none remains happens at most once a gang.
constexpr int kSkipCost = 64;

// The lanes that are on. No value: no lane can be on, and nothing more is emitted in the region.
struct Mask {
  Inst* value = nullptr;
  bool some = false;  // at least one lane is known to be on
};

// A label around the place of emission.
struct Scope {
  const Inst* from;
  Inst* to;    // the label in gang code; none when no jump goes there
  Inst* past;  // var of the lanes that will go on after it; none when all that came will
};

int cost(const Region& region);

int cost(const Inst& inst) {
  int sum = 0;
  for (const auto& region : inst.regions) sum += cost(*region);
  switch (inst.op) {
    case Op::LoadElem:
    case Op::StoreElem:
      return 6;
    case Op::Div:
    case Op::Rem:
    case Op::FloorDiv:
    case Op::FloorMod:
    case Op::Sqrt:
      return inst.type.is_float() ? 4 : 12;
    case Op::Loop:
    case Op::For:
      return 100 + sum;
    default:
      return 1 + sum;
  }
}

int cost(const Region& region) {
  int sum = 0;
  for (const Inst* inst : region.insts) sum += cost(*inst);
  return sum;
}

class Vectoriser {
 public:
  Vectoriser(ir::Function& kernel, uint16_t width)
      : kernel_(kernel),
        width_(width),
        uniformity_(kernel),
        ranges_(kernel),
        shapes_(kernel, uniformity_, ranges_, width),
        writer_(kernel, width, uniformity_, shapes_),
        out_(writer_.out()) {}

  KernelReport run();

 private:
  Mask region(const Region& from, Mask on, size_t at = 0);
  Mask instruction(const Inst& inst, Mask on);
  Mask exit(const Inst& inst, Mask on);
  Mask branch(const Inst& inst, Mask on);
  Mask varying_branch(const Inst& inst, Mask on);
  Mask block(const Inst& inst, Mask on);
  Mask loop(const Inst& inst, Mask on);
  Mask uniform_for(const Inst& inst, Mask on);
  Mask varying_for(const Inst& inst, Mask on);
  Mask iterate(const Inst& inst, Inst* again, Mask on);
  Mask after(const Inst& inst, Mask on, Inst* past);
  Mask when_any(Mask on, bool may_lose, const std::function<Mask(Mask)>& fill);

  void declare(const Inst& inst);
  void load(const Inst& inst, Mask on);
  void store(const Inst& inst, Mask on);
  void load_elem(const Inst& inst, Mask on);
  void store_elem(const Inst& inst, Mask on);
  bool is_count(const Inst& inst, const Inst* lanes) const;
  Inst* address_base(const Inst& index);
  std::vector<Inst*> scalar_path(const Inst& inst, size_t end);
  Inst* flat_index(const Inst& inst, size_t end);
  bool has_flat_path(const Inst& var) const;
  void note(const Inst& inst, Access access);

  Inst* mask_var(const char* name) { return out_.var(Type::mask(width_), name); }
  Inst* open_past(const Inst& label, Mask on);
  // Whether the region of emission ends in a jump.
  bool has_ended() const {
    const auto& insts = out_.region().insts;
    return !insts.empty() && (insts.back()->op == Op::Exit || insts.back()->op == Op::Return);
  }
  bool loses(const Inst& inst) const;
  bool just_leaves(const Region& body) const;
  bool needs_lane(const Inst& inst) const;
  bool needs_lane(const Region& region) const;
  bool is_var_access_unsafe(const Inst& inst, size_t end) const;

  ir::Function& kernel_;
  uint16_t width_;
  analysis::Uniformity uniformity_;
  analysis::Ranges ranges_;
  analysis::AccessShapes shapes_;
  GangWriter writer_;
  Builder& out_;
  std::vector<Scope> scopes_;
  std::unordered_map<const Inst*, Inst*> vars_;
  const Region* in_ = nullptr;  // the instruction being turned: where it stands
  size_t at_ = 0;
  std::unordered_set<const Inst*> jumped_;  // labels that some uniform exit names
  KernelReport report_;
};

// ---- what must not be reached without a lane

// Whether an uncertain index would reach outside the var when no lane says what it is.
bool Vectoriser::is_var_access_unsafe(const Inst& inst, size_t end) const {
  for (size_t i = 1; i < end; ++i) {
    if (!inst.operands[i]->is_const() && !uniformity_.varying(*inst.operands[i])) return true;
  }
  return false;
}

// A loop might not end, an address might be wild, when no lane stands behind the scalars.
bool Vectoriser::needs_lane(const Inst& inst) const {
  switch (inst.op) {
    case Op::Loop:
    case Op::For:
      return true;
    case Op::LoadElem:
      return !uniformity_.varying(*inst.operands[1]);
    case Op::StoreElem:
      return !uniformity_.varying(*inst.operands[1]) && !uniformity_.varying(*inst.operands[2]);
    case Op::Load:
      return is_var_access_unsafe(inst, inst.operands.size());
    case Op::Store:
      return is_var_access_unsafe(inst, inst.operands.size() - 1);
    case Op::If:
    case Op::Switch:
      // A varying branch asks for itself, arm by arm.
      if (uniformity_.varying_control(inst)) return false;
      [[fallthrough]];
    default:
      for (const auto& inner : inst.regions) {
        if (needs_lane(*inner)) return true;
      }
      return false;
  }
}

bool Vectoriser::needs_lane(const Region& region) const {
  for (const Inst* inst : region.insts) {
    if (needs_lane(*inst)) return true;
  }
  return false;
}

// Whether lanes that are on before the instruction may be off after it.
bool Vectoriser::loses(const Inst& inst) const {
  if (inst.has_label()) return uniformity_.left_past(inst);
  if (inst.op == Op::Exit || inst.op == Op::Return) return uniformity_.varying_exit(inst);
  return uniformity_.drops_lanes(inst);
}

// ---- regions

// Runs `fill` only if a lane is on. What it returns reaches the code behind through a var.
Mask Vectoriser::when_any(Mask on, bool may_lose, const std::function<Mask(Mask)>& fill) {
  if (on.value->is_const()) return fill({on.value, true});
  Inst* left = may_lose ? mask_var("left") : nullptr;
  Inst* branch = out_.if_(out_.emit(Op::Any, {on.value}));
  Mask inner;
  out_.in(*branch->regions[0], [&] {
    inner = fill({on.value, true});
    if (left && inner.value) out_.store(left, inner.value);
  });
  if (!inner.value) return {};
  return left ? Mask{out_.load(left), false} : Mask{on.value, on.some};
}

Mask Vectoriser::region(const Region& from, Mask on, size_t at) {
  for (; at < from.insts.size(); ++at) {
    const Inst& inst = *from.insts[at];
    if (!on.some && needs_lane(inst)) {
      bool may_lose = false;
      for (size_t i = at; i < from.insts.size(); ++i) may_lose |= loses(*from.insts[i]);
      return when_any(on, may_lose, [&](Mask some) { return region(from, some, at); });
    }
    bool had_some = on.some;
    in_ = &from, at_ = at;
    on = instruction(inst, on);
    if (!on.value) return on;
    if (!had_some || on.some) continue;
    int rest = 0;
    bool may_lose = false;
    for (size_t i = at + 1; i < from.insts.size(); ++i) {
      rest += cost(*from.insts[i]);
      may_lose |= loses(*from.insts[i]);
    }
    if (rest > kSkipCost)
      return when_any(on, may_lose, [&](Mask some) { return region(from, some, at + 1); });
  }
  return on;
}

Mask Vectoriser::instruction(const Inst& inst, Mask on) {
  out_.set_loc(inst.loc);
  switch (inst.op) {
    case Op::Var:
      declare(inst);
      return on;
    case Op::Load:
      load(inst, on);
      return on;
    case Op::Store:
      store(inst, on);
      return on;
    case Op::LoadElem:
      load_elem(inst, on);
      return on;
    case Op::StoreElem:
      store_elem(inst, on);
      return on;
    case Op::Block:
      return block(inst, on);
    case Op::Loop:
      return loop(inst, on);
    case Op::For:
      return uniformity_.varying_control(inst) ? varying_for(inst, on) : uniform_for(inst, on);
    case Op::If:
    case Op::Switch:
      return uniformity_.varying_control(inst) ? varying_branch(inst, on) : branch(inst, on);
    case Op::Exit:
    case Op::Return:
      return exit(inst, on);
    default:
      if (!ir::is_pure(inst.op)) TACK_ICE("op in a kernel: " + std::string(info(inst.op).text));
      writer_.pure(inst);
      return on;
  }
}

// ---- control

Mask Vectoriser::exit(const Inst& inst, Mask on) {
  if (!uniformity_.varying_exit(inst)) {
    if (inst.op == Op::Return) {
      out_.ret();
      return {};
    }
    for (const Scope& scope : scopes_) {
      if (scope.from != inst.target) continue;
      out_.exit(scope.to);
      return {};
    }
    TACK_ICE("exit to a label that is not around it");
  }
  // The lanes wait behind the target: take them out of every label on the way.
  for (size_t i = scopes_.size(); i-- > 0 && scopes_[i].from != inst.target;) {
    Inst* past = scopes_[i].past;
    if (past) out_.store(past, writer_.mask_and(out_.load(past), writer_.mask_not(on.value)));
  }
  return {};
}

Inst* Vectoriser::open_past(const Inst& label, Mask on) {
  if (!uniformity_.left_past(label)) return nullptr;
  Inst* past = mask_var("past");
  out_.store(past, on.value);
  return past;
}

// Lanes live after a label: those live before it, less those that left past it.
Mask Vectoriser::after(const Inst& inst, Mask on, Inst* past) {
  scopes_.pop_back();
  out_.set_loc(inst.loc);
  return past ? Mask{out_.load(past), false} : on;
}

Mask Vectoriser::block(const Inst& inst, Mask on) {
  Inst* past = open_past(inst, on);
  bool is_needed = jumped_.contains(&inst);
  Inst* label = is_needed ? out_.block(inst.name) : nullptr;
  scopes_.push_back({&inst, label, past});
  if (label) {
    out_.in(label->body(), [&] { region(inst.body(), on); });
  } else {
    region(inst.body(), on);
    // A jump of the whole gang out of a further label ends the region that this body stands in.
    if (has_ended()) {
      scopes_.pop_back();
      return {};
    }
  }
  return after(inst, on, past);
}

// A uniform condition: one jump for the whole gang.
Mask Vectoriser::branch(const Inst& inst, Mask on) {
  Inst* left = loses(inst) ? mask_var("left") : nullptr;
  Inst* subject = writer_.scalar(inst.operands[0]);
  Inst* made = inst.op == Op::If ? out_.if_(subject) : out_.switch_(subject, inst.cases);
  bool goes_on = false;
  for (size_t arm = 0; arm < inst.regions.size(); ++arm) {
    out_.in(*made->regions[arm], [&] {
      Mask end = region(*inst.regions[arm], on);
      goes_on |= end.value != nullptr;
      if (left && end.value) out_.store(left, end.value);
    });
  }
  if (!goes_on) return {};
  return left ? Mask{out_.load(left), false} : on;
}

// An arm that is only an exit which no label on the way must hear of: its lanes just drop out.
bool Vectoriser::just_leaves(const Region& body) const {
  if (body.insts.size() != 1 || !uniformity_.varying_exit(*body.insts[0])) return false;
  for (size_t i = scopes_.size(); i-- > 0 && scopes_[i].from != body.insts[0]->target;) {
    if (scopes_[i].past) return false;
  }
  return true;
}

Mask Vectoriser::varying_branch(const Inst& inst, Mask on) {
  Inst* subject = writer_.lanes(inst.operands[0]);
  Inst* taken = writer_.no_lanes();  // lanes of the cases so far
  Inst* left = nullptr;              // lanes that are on after it
  bool is_lost = false;
  for (size_t arm = 0; arm < inst.regions.size(); ++arm) {
    const Region& body = *inst.regions[arm];
    out_.set_loc(inst.loc);
    Inst* chosen = nullptr;
    if (inst.op == Op::If) {
      chosen = arm == 0 ? subject : nullptr;
    } else if (arm < inst.cases.size()) {
      chosen = writer_.no_lanes();
      for (int64_t value : inst.cases[arm].values) {
        Inst* label = out_.constant(subject->type, static_cast<uint64_t>(value));
        chosen = writer_.mask_or(chosen, out_.eq(subject, label));
      }
    }
    if (chosen) taken = writer_.mask_or(taken, chosen);
    if (body.insts.empty() && !loses(inst)) continue;
    if (just_leaves(body)) {
      is_lost = true;
      continue;
    }
    Inst* mask = writer_.mask_and(on.value, chosen ? chosen : writer_.mask_not(taken));
    Mask end;
    if (needs_lane(body) || cost(body) > kFlattenCost) {
      bool may_lose = false;
      for (const Inst* inner : body.insts) may_lose |= loses(*inner);
      end = when_any({mask, false}, may_lose, [&](Mask some) { return region(body, some); });
    } else {
      end = region(body, {mask, false});
    }
    is_lost |= !end.value || end.value != mask;
    if (end.value) left = left ? writer_.mask_or(left, end.value) : end.value;
  }
  if (!loses(inst) || !is_lost) return on;
  return {left, false};
}

// One iteration of a loop whose lanes leave at different times; `again` holds the lanes that run.
Mask Vectoriser::iterate(const Inst& inst, Inst* again, Mask on) {
  return region(inst.body(), {again ? out_.load(again) : on.value, true});
}

Mask Vectoriser::loop(const Inst& inst, Mask on) {
  Inst* past = open_past(inst, on);
  Inst* again = uniformity_.drops_lanes(inst) ? mask_var("live") : nullptr;
  if (again) out_.store(again, on.value);
  Inst* made = out_.loop(inst.name);
  scopes_.push_back({&inst, made, past});
  out_.in(made->body(), [&] {
    Mask end = iterate(inst, again, on);
    out_.set_loc(inst.loc);
    bool is_open = made->body().insts.empty() || (made->body().insts.back()->op != Op::Exit &&
                                                  made->body().insts.back()->op != Op::Return);
    if (!end.value) {
      if (is_open) out_.exit(made);  // each lane leaves in its first iteration
    } else if (again) {
      out_.store(again, end.value);
      Inst* go_on = out_.if_(out_.emit(Op::Any, {end.value}));
      out_.in(*go_on->regions[1], [&] { out_.exit(made); });
    }
  });
  return after(inst, on, past);
}

Mask Vectoriser::uniform_for(const Inst& inst, Mask on) {
  Inst* past = open_past(inst, on);
  Inst* again = uniformity_.drops_lanes(inst) ? mask_var("live") : nullptr;
  if (again) out_.store(again, on.value);
  Inst* made = out_.for_range(writer_.scalar(inst.operands[0]), writer_.scalar(inst.operands[1]),
                              writer_.scalar(inst.operands[2]), inst.index->name, inst.name);
  scopes_.push_back({&inst, made, past});
  out_.in(made->body(), [&] {
    writer_.set_scalar(inst.index, made->index);
    Mask end = iterate(inst, again, on);
    out_.set_loc(inst.loc);
    bool is_open = made->body().insts.empty() || (made->body().insts.back()->op != Op::Exit &&
                                                  made->body().insts.back()->op != Op::Return);
    if (!end.value) {
      if (is_open) out_.exit(made);
    } else if (again) {
      out_.store(again, end.value);
      Inst* go_on = out_.if_(out_.emit(Op::Any, {end.value}));
      out_.in(*go_on->regions[1], [&] { out_.exit(made); });
    }
  });
  return after(inst, on, past);
}

// Bounds or step differ by lane: a loop that lanes leave as they run out.
Mask Vectoriser::varying_for(const Inst& inst, Mask on) {
  const Inst *lo = inst.operands[0], *hi = inst.operands[1], *step = inst.operands[2];
  Inst* past = open_past(inst, on);
  Type type = inst.index->type.with_lanes(width_);
  Inst* highs = writer_.lanes(hi);
  // The index is one scalar when lanes agree on it or differ by a constant (its base then).
  bool is_scalar = writer_.is_scalar(lo) && !uniformity_.varying(*step) &&
                   (shapes_.of(*inst.index).is_uniform() || shapes_.of(*inst.index).is_affine());
  Inst* index = out_.var(is_scalar ? type.element() : type, inst.index->name);
  Inst* again = mask_var("live");
  out_.store(index, is_scalar ? writer_.scalar(lo) : writer_.lanes(lo));
  Inst* begins = out_.lt(writer_.lanes(lo), highs);
  bool steps_up = step->is_const() && ranges_.of(*step).lo > 0;
  Inst* mask = writer_.mask_and(on.value, begins);
  if (!steps_up) {
    Inst* zero = out_.constant(type, 0);
    mask = writer_.mask_and(mask, out_.lt(zero, writer_.lanes(step)));
  }
  out_.store(again, mask);
  Inst* made = nullptr;
  scopes_.push_back({&inst, nullptr, past});
  when_any({mask, false}, false, [&](Mask some) {
    made = out_.loop(inst.name);
    scopes_.back().to = made;
    out_.in(made->body(), [&] {
      Inst* now = out_.load(index);
      now->name = inst.index->name;
      if (is_scalar) {
        writer_.set_scalar(inst.index, now);
      } else {
        writer_.set_lanes(inst.index, now);
      }
      Mask end = iterate(inst, again, some);
      out_.set_loc(inst.loc);
      if (!end.value) {
        Op last = made->body().insts.back()->op;
        if (last != Op::Exit && last != Op::Return) out_.exit(made);
        return;
      }
      // As unsigned numbers: how far the end still is, without overflow.
      Type distance = Type::scalar(ir::int_kind(ir::bits_of(type), false)).with_lanes(width_);
      Inst* rest = out_.convert(distance, out_.sub(highs, writer_.lanes(inst.index)));
      Inst* stride = out_.convert(distance, writer_.lanes(step));
      Inst* go_on = writer_.mask_and(end.value, out_.lt(stride, rest));
      out_.store(index, is_scalar ? out_.add(now, writer_.scalar(step))
                                  : out_.add(now, writer_.lanes(step)));
      out_.store(again, go_on);
      Inst* test = out_.if_(out_.emit(Op::Any, {go_on}));
      out_.in(*test->regions[1], [&] { out_.exit(made); });
    });
    return some;
  });
  return after(inst, on, past);
}

// ---- vars

bool Vectoriser::has_flat_path(const Inst& var) const {
  return uniformity_.varying(var) && var.aux.is_array();
}

void Vectoriser::declare(const Inst& inst) {
  Type type = inst.aux;
  if (uniformity_.varying(inst)) {
    // Nested arrays become one, so that lanes can index it.
    uint64_t count = 1;
    while (type.is_array()) {
      const ir::ArrayType& body = kernel_.module.array_of(type);
      count *= body.count;
      type = body.element;
    }
    type = type.with_lanes(width_);
    if (inst.aux.is_array()) type = kernel_.module.array(type, count);
  }
  vars_[&inst] = out_.var(type, inst.name);
}

std::vector<Inst*> Vectoriser::scalar_path(const Inst& inst, size_t end) {
  std::vector<Inst*> path;
  for (size_t i = 1; i < end; ++i) path.push_back(writer_.scalar(inst.operands[i]));
  return path;
}

// The element's number in a flat array of lanes: a scalar if every index is uniform.
Inst* Vectoriser::flat_index(const Inst& inst, size_t end) {
  bool is_uniform = true;
  for (size_t i = 1; i < end; ++i) is_uniform &= !uniformity_.varying(*inst.operands[i]);
  auto form = [&](const Inst* x) { return is_uniform ? writer_.scalar(x) : writer_.lanes(x); };
  if (end == 2) return form(inst.operands[1]);
  Type type = is_uniform ? ir::kI32 : ir::kI32.with_lanes(width_);
  Type level = inst.operands[0]->aux;
  Inst* flat = nullptr;
  for (size_t i = 1; i < end; ++i) {
    const ir::ArrayType& body = kernel_.module.array_of(level);
    Inst* step = out_.convert(type, form(inst.operands[i]));
    flat = flat ? out_.add(out_.mul(flat, out_.constant(type, body.count)), step) : step;
    level = body.element;
  }
  return flat;
}

void Vectoriser::load(const Inst& inst, Mask on) {
  const Inst& var = *inst.operands[0];
  Inst* made;
  if (!uniformity_.varying(var)) {
    made = out_.load(vars_.at(&var), scalar_path(inst, inst.operands.size()));
    made->name = inst.name;
    writer_.set_scalar(&inst, made);
    return;
  }
  if (!has_flat_path(var)) {
    made = out_.load(vars_.at(&var));
  } else {
    Inst* index = flat_index(inst, inst.operands.size());
    made = index->type.is_lanes() ? out_.emit(Op::VarGather, inst.type.with_lanes(width_),
                                              {vars_.at(&var), index, on.value})
                                  : out_.load(vars_.at(&var), {index});
  }
  made->name = inst.name;
  writer_.set_lanes(&inst, made);
}

// v = v + 1 under a mask is v plus the mask: one instruction where masks are -1 or 0.
bool Vectoriser::is_count(const Inst& inst, const Inst* lanes) const {
  const Inst& value = *inst.operands.back();
  if (value.op != Op::Add || inst.operands.size() != 2 || !lanes->type.is_int()) return false;
  const Inst &old = *value.operands[0], &step = *value.operands[1];
  if (old.op != Op::Load || old.operands[0] != inst.operands[0] || !step.is_const() ||
      step.bits != 1)
    return false;
  // Between the load and here nothing is stored.
  for (size_t at = at_; at-- > 0;) {
    const Inst& before = *in_->insts[at];
    if (&before == &old) return true;
    bool is_stored = before.op == Op::Store && before.operands[0] == old.operands[0];
    for (const auto& inner : before.regions) {
      ir::walk(*inner, [&](const Inst& nested) {
        is_stored |= nested.op == Op::Store && nested.operands[0] == old.operands[0];
      });
    }
    if (is_stored) return false;
  }
  return false;
}

void Vectoriser::store(const Inst& inst, Mask on) {
  const Inst& var = *inst.operands[0];
  Inst* to = vars_.at(&var);
  size_t end = inst.operands.size() - 1;
  const Inst* value = inst.operands[end];
  if (!uniformity_.varying(var)) {
    out_.store(to, writer_.scalar(value), scalar_path(inst, end));
    return;
  }
  Inst* lanes = writer_.lanes(value);
  std::vector<Inst*> path;
  if (has_flat_path(var)) {
    Inst* index = flat_index(inst, end);
    if (index->type.is_lanes()) {
      out_.emit(Op::VarScatter, ir::kVoid, {to, index, lanes, on.value});
      return;
    }
    path.push_back(index);
  }
  if (uniformity_.blends(inst)) {
    Inst* old = out_.load(to, path);
    lanes = is_count(inst, lanes) ? out_.add(old, out_.convert(lanes->type, on.value))
                                  : writer_.blend(on.value, lanes, old);
  }
  out_.store(to, lanes, path);
}

// ---- buffers

void Vectoriser::note(const Inst& inst, Access access) {
  report_.accesses.push_back(
      {inst.loc, inst.op == Op::StoreElem, inst.operands[0]->name, access_name(access)});
}

// An unsigned base may lie below zero; it counts on through the wrap as a signed one.
Inst* Vectoriser::address_base(const Inst& index) {
  Inst* base = writer_.scalar(&index);
  bool may_wrap = base->type == ir::kU64 || (base->type == ir::kU32 && kernel_.small);
  return may_wrap ? out_.convert(base->type == ir::kU64 ? ir::kI64 : ir::kI32, base) : base;
}

void Vectoriser::load_elem(const Inst& inst, Mask on) {
  const Inst& index = *inst.operands[1];
  Access access = shapes_.access(inst);
  note(inst, access);
  Type type = inst.type.with_lanes(width_);
  Inst* made;
  switch (access) {
    case Access::Uniform:
      made = out_.load_elem(inst.operands[0], writer_.scalar(&index));
      made->name = inst.name;
      writer_.set_scalar(&inst, made);
      return;
    case Access::Consecutive:
      made = out_.emit(Op::LoadLanes, type, {inst.operands[0], address_base(index), on.value});
      break;
    default:
      made = out_.emit(Op::Gather, type, {inst.operands[0], writer_.lanes(&index), on.value});
      break;
  }
  made->name = inst.name;
  writer_.set_lanes(&inst, made);
}

void Vectoriser::store_elem(const Inst& inst, Mask on) {
  const Inst &index = *inst.operands[1], &value = *inst.operands[2];
  Access access = shapes_.access(inst);
  note(inst, access);
  if (access == Access::Uniform && !uniformity_.varying(value)) {
    out_.store_elem(inst.operands[0], writer_.scalar(&index), writer_.scalar(&value));
  } else if (access == Access::Consecutive) {
    out_.emit(Op::StoreLanes, ir::kVoid,
              {inst.operands[0], address_base(index), writer_.lanes(&value), on.value});
  } else {
    // Also lanes that agree on the element but not on the value: the highest wins.
    out_.emit(Op::Scatter, ir::kVoid,
              {inst.operands[0], writer_.lanes(&index), writer_.lanes(&value), on.value});
  }
}

KernelReport Vectoriser::run() {
  ir::walk(kernel_.body, [&](const Inst& inst) {
    if (inst.op == Op::Exit && !uniformity_.varying_exit(inst)) jumped_.insert(inst.target);
  });
  report_.kernel = kernel_.title.empty() ? kernel_.name : kernel_.title;
  report_.width = width_;
  kernel_.gang = width_;
  kernel_.mask = kernel_.make(Op::GangMask, Type::mask(width_));
  kernel_.mask->name = "gang";
  for (Inst* reduction : kernel_.reductions) {
    reduction->aux = reduction->aux.with_lanes(width_);
    vars_[reduction] = reduction;
  }
  Region old = std::move(kernel_.body);
  kernel_.body.insts.clear();
  region(old, {kernel_.mask, true});
  writer_.finish();
  // The old instructions stay in the function's arena; their nested regions may go.
  return std::move(report_);
}

}  // namespace

std::optional<Refusal> why_not_vectorise(const ir::Function& kernel) {
  if (!kernel.is_kernel() || kernel.indices.empty()) return Refusal{"is not a kernel", kernel.loc};
  if (kernel.gang != 0) return Refusal{"is gang code already", kernel.loc};
  std::optional<Refusal> refusal;
  auto refuse = [&](const Inst& inst, std::string reason) {
    if (!refusal) refusal = Refusal{std::move(reason), inst.loc};
  };
  ir::walk(kernel.body, [&](const Inst& inst) {
    if (inst.op == Op::Call) refuse(inst, "calls @" + inst.callee->name + ", which is not inlined");
    if ((info(inst.op).profiles & ir::kGang) == 0)
      refuse(inst, "'" + std::string(info(inst.op).text) + "' has no form for a gang");
    if (inst.op == Op::Var) {
      Type type = inst.aux;
      while (type.is_array()) type = kernel.module.array_of(type).element;
      if (type.is_struct()) refuse(inst, "the struct variable '" + inst.name + "' is not split");
      if (type.is_ptr()) refuse(inst, "the variable '" + inst.name + "' holds an address");
    }
    if (inst.type.is_ptr()) refuse(inst, "computes with addresses");
  });
  return refusal;
}

KernelReport vectorise(ir::Function& kernel, uint16_t width) {
  TACK_CHECK(std::has_single_bit(width) && width >= 2 && width <= 64);
  if (auto refusal = why_not_vectorise(kernel)) TACK_ICE(refusal->reason);
  split_counters(kernel);
  return Vectoriser(kernel, width).run();
}

}  // namespace tack::transform
