// SPDX-License-Identifier: Apache-2.0
// Counting references.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

ir::Function& ModuleLowering::retain() {
  if (retain_) return *retain_;
  retain_ = module->add_function("xc.retain", ir::FunctionKind::Function);
  retain_->is_host = true;
  retain_->loc = last_loc_;
  Inst* object = retain_->add_param(ir::kPtr, "object");
  ir::Builder b(*retain_);
  b.set_loc(last_loc_);
  Inst* branch = b.if_(b.ne(object, b.constant(ir::kPtr, 0)));
  b.in(*branch->regions[0], [&] {
    if (options.atomic_counts) {
      b.call(external("tack_rt_xc_retain_atomic", {ir::kPtr}, {}), {object});
      return;
    }
    Inst* at = b.ptr_add(object, b.i64(TACK_XC_OBJECT_COUNT));
    b.ptr_store(at, b.add(b.ptr_load(ir::kU64, at), b.constant(ir::kU64, TACK_XC_COUNT_ONE)));
  });
  return *retain_;
}

ir::Function& ModuleLowering::counting(const Type* t, bool up) {
  if (t->is_weak())
    return external(up ? "tack_rt_xc_weak_retain" : "tack_rt_xc_weak_release", {ir::kPtr}, {});
  if (!t->is_aggregate()) return up ? retain() : release();
  ir::Function*& made = countings_[{t, up}];
  if (made) return *made;
  const Type* element = t;
  while (element->is_array()) element = element->to;
  std::string name = element->is_callback() ? "callback"
                     : element->is_block()  ? "block"
                     : element->is_struct() ? std::string(element->record->name)
                                            : std::string(element->to->record->name);
  made = module->add_function(
      unique(name + (t->is_array() ? ".array" : "") + (up ? ".retain" : ".release")),
      ir::FunctionKind::Function);
  made->is_host = true;
  made->loc = last_loc_;
  made->add_param(ir::kPtr, "of");
  FunctionLowering(*this, *made, FunctionLowering::Mode::Host).count_parts(t, up);
  return *made;
}

// Objects that end each other, as those of a list do, would take a part of the stack each: below
// this depth they wait in a list, linked where their counts were, and end one after the other.
// Up to here they end where they are let go, so that deallocs run in the order of the program.
constexpr uint64_t kReleaseDepth = 512;

ir::Function& ModuleLowering::release() {
  if (release_) return *release_;
  release_ = module->add_function("xc.release", ir::FunctionKind::Function);
  release_->is_host = true;
  release_->loc = last_loc_;
  Inst* object = release_->add_param(ir::kPtr, "object");
  ir::Builder b(*release_);
  b.set_loc(last_loc_);
  Inst* exists = b.if_(b.ne(object, b.constant(ir::kPtr, 0)));
  b.in(*exists->regions[0], [&] {
    if (options.atomic_counts) {
      b.call(external("tack_rt_xc_release_atomic", {ir::kPtr}, {}), {object});
      return;
    }
    Inst* one = b.constant(ir::kU64, TACK_XC_COUNT_ONE);
    Inst* at = b.ptr_add(object, b.i64(TACK_XC_OBJECT_COUNT));
    Inst* count = b.sub(b.ptr_load(ir::kU64, at), one);
    b.ptr_store(at, count);
    Inst* last = b.if_(b.emit(ir::Op::Lt, {count, one}));
    b.in(*last->regions[0], [&] { end_object(b, object, at); });
  });
  return *release_;
}

// The last reference to an object has gone. The runtime's tack_rt_xc_release_atomic does the same.
void ModuleLowering::end_object(ir::Builder& b, Inst* object, Inst* at) {
  ir::Function& finish = external("tack_rt_xc_delete_object", {ir::kPtr}, {});
  ir::Function& weak_end = external("tack_rt_xc_weak_end", {ir::kPtr}, {});
  ir::Global* depth = module->add_global(unique("xc.release.depth"), ir::kU64, 8, 8);
  ir::Global* waiting = module->add_global(unique("xc.release.waiting"), ir::kPtr, 8, 8);
  auto number = [&](uint64_t value) { return b.constant(ir::kU64, value); };
  auto end = [&](Inst* ended, Inst* count) {
    // What dealloc does with its self must not end it a second time.
    b.ptr_store(count, number(uint64_t{1} << TACK_XC_ENDING_BIT));
    Inst* table = b.ptr_load(ir::kPtr, ended);
    b.call_ptr(b.ptr_load(ir::kPtr, table), {}, {ended});
    b.call(finish, {ended});
  };
  auto end_those_that_wait = [&] {
    Inst* loop = b.loop("waiting");
    b.in(loop->body(), [&] {
      Inst* first = b.ptr_load(ir::kPtr, b.addr_of(*waiting));
      Inst* none = b.if_(b.eq(first, b.constant(ir::kPtr, 0)));
      b.in(*none->regions[0], [&] { b.exit(loop); });
      Inst* link = b.ptr_add(first, b.i64(TACK_XC_OBJECT_COUNT));
      b.ptr_store(b.addr_of(*waiting), b.ptr_load(ir::kPtr, link));
      end(first, link);
    });
  };
  Inst* weak = b.if_(b.ne(b.ptr_load(ir::kU64, at), number(0)));
  b.in(*weak->regions[0], [&] { b.call(weak_end, {object}); });
  Inst* level = b.ptr_load(ir::kU64, b.addr_of(*depth));
  Inst* now = b.if_(b.emit(ir::Op::Lt, {level, number(kReleaseDepth)}));
  b.in(*now->regions[0], [&] {
    b.ptr_store(b.addr_of(*depth), b.add(level, number(1)));
    end(object, at);
    Inst* deepest = b.if_(b.eq(level, number(kReleaseDepth - 1)));
    b.in(*deepest->regions[0], end_those_that_wait);
    b.ptr_store(b.addr_of(*depth), level);
  });
  b.in(*now->regions[1], [&] {
    b.ptr_store(at, b.ptr_load(ir::kPtr, b.addr_of(*waiting)));
    b.ptr_store(b.addr_of(*waiting), object);
  });
}

// Ends an object on the stack, where one has begun; gives whether somebody else still refers to it,
// who would then hold what is gone.
ir::Function& ModuleLowering::end_local() {
  if (end_local_) return *end_local_;
  ir::Function& weak_end = external("tack_rt_xc_weak_end", {ir::kPtr}, {});
  end_local_ = module->add_function("xc.end_local", ir::FunctionKind::Function);
  end_local_->is_host = true;
  end_local_->loc = last_loc_;
  end_local_->results = {ir::kI1};
  Inst* object = end_local_->add_param(ir::kPtr, "object");
  ir::Builder b(*end_local_);
  b.set_loc(last_loc_);
  auto number = [&](uint64_t value) { return b.constant(ir::kU64, value); };
  Inst* table = b.ptr_load(ir::kPtr, object);
  Inst* begun = b.if_(b.ne(table, b.constant(ir::kPtr, 0)));
  b.in(*begun->regions[0], [&] {
    Inst* at = b.ptr_add(object, b.i64(TACK_XC_OBJECT_COUNT));
    Inst* count = b.ptr_load(ir::kU64, at);
    Inst* plain = b.bit_and(count, number(~uint64_t{TACK_XC_COUNT_WEAK}));
    Inst* held = b.if_(b.ne(plain, number(TACK_XC_COUNT_ONE)));
    b.in(*held->regions[0], [&] { b.ret({b.i1(true)}); });
    Inst* weak = b.if_(b.ne(count, plain));
    b.in(*weak->regions[0], [&] { b.call(weak_end, {object}); });
    b.ptr_store(at, number(uint64_t{1} << TACK_XC_ENDING_BIT));
    b.call_ptr(b.ptr_load(ir::kPtr, table), {}, {object});
    b.ptr_store(object, b.constant(ir::kPtr, 0));
  });
  b.ret({b.i1(false)});
  return *end_local_;
}

}  // namespace tack::xc
