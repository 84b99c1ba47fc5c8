// SPDX-License-Identifier: Apache-2.0
#include "transform/raise_cpu_entry.hpp"

#include <charconv>

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "support/ice.hpp"

namespace tack::transform {
namespace {

using namespace ir;

constexpr int64_t kPartialsOffset = 8;    // in the launch context
constexpr int64_t kPartialsStride = 512;  // bytes of one reduction's copies

class Raise {
 public:
  Raise(const Function& kernel, Function& entry, const CpuEntryOptions& options)
      : kernel_(kernel), entry_(entry), options_(options), b_(entry) {}

  void run() {
    TACK_CHECK(kernel_.reductions.empty());
    args_ = entry_.add_param(kPtr, "args");
    begin_ = entry_.add_param(kI64, "begin");
    end_ = entry_.add_param(kI64, "end");
    ctx_ = entry_.add_param(kPtr, "ctx");
    entry_.is_host = false;
    entry_.is_exported = true;
    entry_.loc = kernel_.loc;
    b_.set_loc(kernel_.loc);
    unpack();
    width_ = std::max<int64_t>(kernel_.gang, 1);
    size_t size = 0;
    walk(kernel_.body, [&](const Inst&) { ++size; });
    writes_twice_ = kernel_.gang != 0 && size <= options_.small_body;
    if (kernel_.indices.size() == 1) {
      row({}, begin_, end_);
    } else {
      rows();
    }
  }

 private:
  void unpack() {
    int64_t slot = 0;
    auto next = [&](Type type) {
      Inst* at = b_.ptr_add(args_, b_.i64(8 * slot++));
      return b_.ptr_load(type, at);
    };
    Inst* partials = nullptr;
    int64_t reduction = -1;
    for (Inst* p : kernel_.params) {
      if (p->name.starts_with(kPartials)) {
        // The address, then its length.
        if (p->type.is_ptr()) {
          if (!partials) partials = b_.ptr_load(kPtr, b_.ptr_add(ctx_, b_.i64(kPartialsOffset)));
          std::string_view digits = std::string_view(p->name).substr(kPartials.size());
          std::from_chars(digits.data(), digits.data() + digits.size(), reduction);
          TACK_CHECK(reduction >= 0);
          map_[p] = b_.ptr_add(partials, b_.i64(reduction * kPartialsStride));
        } else {
          map_[p] = b_.i64(64);
        }
        continue;
      }
      Inst* value = next(p->type);
      value->name = p->name;
      map_[p] = value;
    }
    for (Inst* extent : kernel_.extents) {
      Inst* value = next(kI64);
      value->name = extent->name;
      map_[extent] = value;
    }
  }

  // The body for one gang (or one item) at `index` of the fastest dimension.
  void body(const std::vector<Inst*>& outer, Inst* index, Inst* mask) {
    ValueMap map = map_;
    for (size_t d = 0; d < outer.size(); ++d) map[kernel_.indices[d]] = outer[d];
    map[kernel_.indices.back()] = index;
    if (kernel_.mask) map[kernel_.mask] = mask;
    bool returns = false;
    walk(kernel_.body, [&](const Inst& inst) { returns |= inst.op == Op::Return; });
    if (!returns) {
      clone_into(kernel_.body, b_.region(), entry_, map);
      return;
    }
    // A return ends the item only.
    Inst* item = b_.block("item");
    clone_into(kernel_.body, item->body(), entry_, map);
    walk(item->body(), [&](Inst& inst) {
      if (inst.op != Op::Return) return;
      inst.op = Op::Exit;
      inst.target = item;
    });
  }

  Inst* tail_mask(Inst* index, Inst* end) {
    // The distance, cut to W, fits the narrowest lanes.
    Inst* rest = b_.emit(Op::Min, {b_.sub(end, index), b_.i64(width_)});
    Type lanes = kI32.with_lanes(kernel_.gang);
    Inst* ids = b_.emit(Op::LaneId, lanes, {});
    return b_.lt(ids, b_.splat(kernel_.gang, b_.convert(kI32, rest)));
  }

  // Items [from, to) of one row.
  void row(const std::vector<Inst*>& outer, Inst* from, Inst* to) {
    const std::string& name = kernel_.indices.back()->name;
    if (kernel_.gang == 0 || !writes_twice_) {
      Inst* loop = b_.for_range(from, to, b_.i64(width_), name, "items");
      b_.in(loop->body(),
            [&] { body(outer, loop->index, kernel_.gang ? tail_mask(loop->index, to) : nullptr); });
      return;
    }
    Inst* count = b_.sub(to, from);
    Inst* whole = b_.bit_and(count, b_.i64(-width_));
    Inst* tail = b_.add(from, whole);
    Inst* loop = b_.for_range(from, tail, b_.i64(width_), name, "gangs");
    b_.in(loop->body(),
          [&] { body(outer, loop->index, b_.constant(Type::mask(kernel_.gang), 1)); });
    Inst* has_tail = b_.if_(b_.lt(tail, to));
    b_.in(*has_tail->regions[0], [&] { body(outer, tail, tail_mask(tail, to)); });
  }

  void rows() {
    size_t dims = kernel_.indices.size();
    // No row of length zero is ever asked for; the division is then by at least 1.
    std::vector<Inst*> vars;
    Inst* flat = begin_;
    Inst* width = map_[kernel_.extents.back()];
    for (size_t d = dims; d-- > 0;) {
      Inst* extent = map_[kernel_.extents[d]];
      Inst* var = b_.var(kI64, kernel_.indices[d]->name);
      b_.store(var, d == 0 ? flat : b_.emit(Op::Rem, {flat, extent}));
      if (d != 0) flat = b_.emit(Op::Div, {flat, extent});
      vars.insert(vars.begin(), var);
    }
    Inst* left = b_.var(kI64, "left");
    b_.store(left, b_.sub(end_, begin_));
    Inst* loop = b_.loop("rows");
    b_.in(loop->body(), [&] {
      Inst* rest = b_.load(left);
      Inst* more = b_.if_(b_.le(rest, b_.i64(0)));
      b_.in(*more->regions[0], [&] { b_.exit(loop); });
      std::vector<Inst*> outer;
      for (size_t d = 0; d + 1 < dims; ++d) outer.push_back(b_.load(vars[d]));
      Inst* from = b_.load(vars.back());
      Inst* items = b_.emit(Op::Min, {b_.sub(width, from), rest});
      row(outer, from, b_.add(from, items));
      b_.store(left, b_.sub(rest, items));
      b_.store(vars.back(), b_.i64(0));
      carry(vars, outer);
    });
  }

  // The next row: slower indices, the last of them first.
  void carry(const std::vector<Inst*>& vars, const std::vector<Inst*>& outer) {
    size_t d = outer.size() - 1;
    Inst* next = b_.add(outer[d], b_.i64(1));
    if (d == 0) return b_.store(vars[0], next);
    Inst* wraps = b_.emit(Op::Ge, {next, map_[kernel_.extents[d]]});
    b_.store(vars[d], b_.select(wraps, b_.i64(0), next));
    b_.store(vars[0], b_.add(outer[0], b_.convert(kI64, wraps)));
  }

  const Function& kernel_;
  Function& entry_;
  const CpuEntryOptions& options_;
  Builder b_;
  ValueMap map_;
  Inst *args_ = nullptr, *begin_ = nullptr, *end_ = nullptr, *ctx_ = nullptr;
  int64_t width_ = 1;
  bool writes_twice_ = false;
};

}  // namespace

void raise_cpu_entry(Module& module, const CpuEntryOptions& options) {
  std::vector<std::unique_ptr<Function>> old = std::move(module.functions);
  module.functions.clear();
  for (auto& function : old) {
    if (!function->is_kernel()) {
      module.functions.push_back(std::move(function));
      continue;
    }
    Function* entry = module.add_function(function->name + options.suffix, FunctionKind::Function);
    Raise(*function, *entry, options).run();
  }
}

}  // namespace tack::transform
