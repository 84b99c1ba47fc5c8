// SPDX-License-Identifier: Apache-2.0
// Blocks at run time: objects whose first field is their code, called with the object and the
// arguments. What captures nothing is one constant object; so is a function that is used as one.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

// More references than a program can let go.
constexpr uint64_t kForEver = uint64_t{1} << 40;

// A function in the form that blocks and callbacks call: what they are called on stands first.
ir::Function& ModuleLowering::callable(Func& f) {
  ir::Function*& made = callables_[&f];
  if (made) return *made;
  ir::Function& target = function(f);
  made = module->add_function(unique(target.name + ".callable"), ir::FunctionKind::Function);
  made->is_host = true;
  made->loc = loc(f.where);
  // One parameter more may leave too few registers for a struct, and so enough for a later one.
  CallShape given = call_shape(f.results, f.types, true, f.throws), wanted = call_shape(f);
  made->results = given.results;
  std::vector<Inst*> params, args;
  for (size_t k = 0; k < given.parameters.size(); ++k) {
    params.push_back(made->add_param(given.parameters[k], ""));
    params.back()->aux = given.by_value[k];
  }
  ir::Builder b(*made);
  b.set_loc(made->loc);
  size_t next = 0;
  if (given.abi.result.in_memory) args.push_back(params[next++]);
  ++next;  // what it is called on
  for (size_t k = 0; k < f.types.size(); ++k) {
    const AbiValue& from = given.abi.parameters[k];
    const AbiValue& to = wanted.abi.parameters[k];
    size_t count = from.in_memory ? 1 : from.registers.size();
    if (from.in_memory == to.in_memory) {
      args.insert(args.end(), params.begin() + static_cast<long>(next),
                  params.begin() + static_cast<long>(next + count));
      next += count;
      continue;
    }
    size_t size = from.in_memory ? to.registers.size() : count;
    Inst* words = b.bitcast(ir::kPtr, b.addr_of(b.var(module->array(ir::kU64, size), "words")));
    auto word = [&](size_t j) { return b.ptr_add(words, b.i64(static_cast<int64_t>(8 * j))); };
    if (from.in_memory) {
      b.emit(ir::Op::MemCopy, ir::kVoid,
             {words, params[next++], b.i64(static_cast<int64_t>(size_of(f.types[k])))});
      for (size_t j = 0; j < size; ++j) args.push_back(b.ptr_load(to.registers[j], word(j)));
    } else {
      for (size_t j = 0; j < size; ++j) b.ptr_store(word(j), params[next++]);
      args.push_back(words);
    }
  }
  Inst* c = b.call(target, args);
  std::vector<Inst*> results;
  for (uint32_t k = 0; k < made->results.size(); ++k)
    results.push_back(made->results.size() == 1 ? c : b.result_of(c, k));
  b.ret(std::move(results));
  return *made;
}

// The one object of a block without captures, or of a function.
ir::Global& ModuleLowering::constant_block(Func& f) {
  ir::Global*& g = constant_blocks_[&f];
  if (g) return *g;
  bool is_block = f.owner && f.self;
  if (!is_block && !function_record_.is_class) {
    function_record_.is_class = function_record_.laid_out = true;
    function_record_.name = "function";
    function_record_.where = f.where;
  }
  Record& record = is_block ? *f.owner : function_record_;
  ir::Function& code = is_block ? function(f) : callable(f);
  uint64_t size = TACK_XC_OBJECT_FIELDS + 8;
  g = module->add_global(unique(code.name + ".object"), module->array(ir::kPtr, size / 8), size, 8);
  g->bytes.assign(size, 0);
  for (uint64_t k = 0; k < 8; ++k)
    g->bytes[TACK_XC_OBJECT_COUNT + k] = static_cast<uint8_t>(kForEver >> (8 * k));
  g->relocations.push_back({TACK_XC_OBJECT_TABLE, nullptr, &class_table(record), 0});
  g->relocations.push_back({TACK_XC_OBJECT_FIELDS, &code, nullptr, 0});
  return *g;
}

// A new object with what the block captures.
Inst* FunctionLowering::block_object(Expr* e) {
  Record& record = *e->record;
  ir::Function& allocate = shared_.external("tack_rt_xc_new_object", {ir::kU64}, {ir::kPtr});
  at(e->where);
  Inst* object = b_.call(allocate, {b_.constant(ir::kU64, size_of(record.type))});
  Inst* branch = b_.if_(b_.ne(object, b_.constant(ir::kPtr, 0)));
  b_.in(*branch->regions[0], [&] {
    b_.ptr_store(object, b_.addr_of(shared_.class_table(record)));
    b_.ptr_store(b_.ptr_add(object, b_.i64(TACK_XC_OBJECT_COUNT)),
                 b_.constant(ir::kU64, TACK_XC_COUNT_ONE));
    Place whole = behind(object, record.type);
    store(field(whole, record.fields[0]),
          b_.bitcast(ir::kPtr, b_.addr_of(shared_.function(*e->func))));
    for (size_t k = 0; k < e->list.size(); ++k)
      initialise(field(whole, record.fields[k + 1]), e->list[k]);
  });
  return object;
}

Inst* FunctionLowering::block_value(Expr* e) {
  if (e->list.empty()) return b_.addr_of(shared_.constant_block(*e->func));
  Inst* object = block_object(e);
  keep_temporary(object, e->type);
  if (e->by_reference) scopes_.back().cleanups.back().sole = e->where;
  return object;
}

// Ends the program where a block that reaches variables is still held when they end.
void FunctionLowering::ends_alone(const Place& p, const SourceRange& where) {
  Inst* object = load(p);
  Inst* there = b_.if_(b_.ne(object, b_.constant(ir::kPtr, 0)));
  b_.in(*there->regions[0], [&] {
    // One reference, whatever other bits there are below it.
    Inst* one = b_.constant(ir::kU64, TACK_XC_COUNT_ONE);
    Inst* count = b_.ptr_load(ir::kU64, b_.ptr_add(object, b_.i64(TACK_XC_OBJECT_COUNT)));
    Inst* held = b_.if_(b_.bit_not(b_.emit(ir::Op::Lt, {b_.sub(count, one), one})));
    b_.in(*held->regions[0], [&] {
      b_.trap(where.file->name + ":" + std::to_string(where.line) +
              ": this block writes variables around it and is still held when they end");
    });
  });
}

// What is called through: a pointer, a block or a callback.
FunctionLowering::Callee FunctionLowering::callee(Expr* e) {
  const Type* t = e->a->type;
  Callee out;
  if (t->is_block()) {
    out.shape = t->to;
    out.on = argument(e->a, {e->list.begin(), e->list.end()}, true);
    out.checked = out.on;
    out.what = "block";
  } else if (t->is_callback()) {
    return callback_callee(e);
  } else {
    out.shape = t->to;
    out.code = value(e->a);
  }
  return out;
}

}  // namespace tack::xc
