// SPDX-License-Identifier: Apache-2.0
// Objects come to be: by `new`, several at once, on the stack.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

using Table = ModuleLowering::Table;

Inst* FunctionLowering::new_(Expr* e) {
  if (e->type->is_object()) return e->is_array ? new_objects(e) : new_object(e);
  ir::Function& allocate = shared_.external("tack_rt_xc_new", {ir::kU64, ir::kU64}, {ir::kPtr});
  Inst* count = e->is_array ? value(e->b) : b_.constant(ir::kU64, 1);
  at(e->where);
  return b_.call(allocate, {count, b_.constant(ir::kU64, size_of(e->type_arg))});
}

// In memory that is zero. The count is for whoever makes it: it stays while init runs, should that
// let go of its self.
void FunctionLowering::begin_object(Record& record, Inst* object) {
  b_.ptr_store(object, b_.addr_of(shared_.class_table(record)));
  b_.ptr_store(b_.ptr_add(object, b_.i64(TACK_XC_OBJECT_COUNT)),
               b_.constant(ir::kU64, TACK_XC_COUNT_ONE));
}

std::vector<Inst*> FunctionLowering::init_arguments(Expr* init) {
  if (!init) return {};
  Func& f = *init->func;
  return arguments(f, shared_.call_shape(f), init->list, shared_.letting_go.may(f));
}

// What was thrown, or nothing where the init cannot throw.
Inst* FunctionLowering::call_init(Expr* init, Inst* object, const std::vector<Inst*>& given) {
  std::vector<Inst*> args{object};
  args.insert(args.end(), given.begin(), given.end());
  Inst* c = b_.call(shared_.function(*init->func), args);
  return init->func->throws ? c : nullptr;
}

Inst* FunctionLowering::new_object(Expr* e) {
  Record& record = *e->type->to->record;
  size_t before = scopes_.back().cleanups.size();
  std::vector<Inst*> args = init_arguments(e->c);  // first: they may throw
  ir::Function& allocate = shared_.external("tack_rt_xc_new_object", {ir::kU64}, {ir::kPtr});
  at(e->where);
  Inst* object = b_.call(allocate, {b_.constant(ir::kU64, record.size)});
  Inst* made = b_.if_(b_.ne(object, b_.constant(ir::kPtr, 0)));
  b_.in(*made->regions[0], [&] {
    begin_object(record, object);
    Inst* error = e->c ? call_init(e->c, object, args) : nullptr;
    if (!error) return;
    Inst* thrown = b_.if_(b_.ne(error, b_.constant(ir::kPtr, 0)));
    b_.in(*thrown->regions[0], [&] {
      b_.ptr_store(object, b_.addr_of(shared_.class_table(record, Table::Abandoned)));
      release(object);
      throw_(error);
    });
  });
  returned(before);
  return object;
}

// new C[n]: the first of n objects.
Inst* FunctionLowering::new_objects(Expr* e) {
  Record& record = *e->type->to->record;
  ir::Function& allocate =
      shared_.external("tack_rt_xc_new_objects", {ir::kU64, ir::kPtr, ir::kPtr}, {ir::kPtr});
  Inst* count_of = value(e->b);
  at(e->where);
  Inst* first = b_.call(allocate, {count_of, b_.addr_of(shared_.class_table(record, Table::First)),
                                   b_.addr_of(shared_.class_table(record, Table::Element))});
  if (!e->c) return first;
  Inst* made = b_.if_(b_.ne(first, b_.constant(ir::kPtr, 0)));
  b_.in(*made->regions[0], [&] {
    Inst* step = b_.i64(static_cast<int64_t>(record.size) + TACK_XC_ARRAY_LINK);
    Inst* loop = b_.for_range(b_.i64(0), b_.convert(ir::kI64, count_of), b_.i64(1), "k");
    b_.in(loop->body(), [&] { call_init(e->c, b_.ptr_add(first, b_.mul(loop->index, step)), {}); });
  });
  return first;
}

// array[i] of `new C[n]`.
Inst* FunctionLowering::object_element(Expr* e) {
  Inst* first = existing(e->a, in_use(e->a, {e->b}));
  Inst* index = b_.convert(ir::kI64, value(e->b));
  at(e->where);
  ir::Function& find = shared_.external("tack_rt_xc_element", {ir::kPtr, ir::kI64}, {ir::kPtr});
  Inst* object = b_.call(find, {first, index});
  Inst* missing = b_.if_(b_.eq(object, b_.constant(ir::kPtr, 0)));
  b_.in(*missing->regions[0], [&] {
    b_.trap(e->where.file->name + ":" + std::to_string(e->where.line) +
            ": no object of an array has this index");
  });
  return object;
}

void FunctionLowering::stack_storage(Var& v) {
  b_.in(prologue_, [&] {
    uint64_t words = v.type->to->record->size / 8;
    Inst* var = b_.var(shared_.module->array(ir::kU64, words), std::string(v.name));
    values_[&v] = b_.bitcast(ir::kPtr, b_.addr_of(var));
  });
}

// `C c;`. Its first word is null while there is no object.
void FunctionLowering::stack_object(Var& v) {
  Record& record = *v.type->to->record;
  bool ahead = ahead_.count(&v) != 0;
  if (!ahead) stack_storage(v);
  Inst* object = values_[&v];
  if (ahead || hoist_) end_stack_object(v);  // that of the last round
  full_expression([&] {
    Expr* init = v.init->c;
    std::vector<Inst*> args = init_arguments(init);
    at(v.where);
    b_.emit(ir::Op::MemSet, ir::kVoid,
            {object, b_.constant(ir::kU8, 0), b_.i64(static_cast<int64_t>(record.size))});
    begin_object(record, object);
    Inst* error = init ? call_init(init, object, args) : nullptr;
    if (!error) return;
    Inst* thrown = b_.if_(b_.ne(error, b_.constant(ir::kPtr, 0)));
    b_.in(*thrown->regions[0], [&] {
      b_.ptr_store(object, b_.addr_of(shared_.class_table(record, Table::Abandoned)));
      end_stack_object(v);
      throw_(error);
    });
  });
  if (!ahead) scopes_.back().cleanups.push_back({{}, nullptr, nullptr, &v, false});
}

void FunctionLowering::end_stack_object(Var& v) {
  Inst* held = b_.if_(b_.call(shared_.end_local(), {values_[&v]}));
  b_.in(*held->regions[0], [&] {
    b_.trap(v.where.file->name + ":" + std::to_string(v.where.line) + ": the object '" +
            std::string(v.name) + "' ends here and somebody still refers to it");
  });
}

// An init runs that of a class above first.
void FunctionLowering::initialiser_prologue(Func& f) {
  Func* init = f.parent_init;
  if (!init) return;
  std::vector<Inst*> args{self_};
  bool same = init->types == f.types && init->variadic == f.variadic;
  for (size_t k = 0; k < init->types.size(); ++k) {
    Var* v = f.vars[k];
    if (auto it = values_.find(v); it != values_.end()) {
      args.push_back(it->second);
      continue;
    }
    Place p = variable(*v, f.where);
    if (!v->type->is_struct()) {
      args.push_back(load(p));
      continue;
    }
    Place to = temporary(v->type);
    copy(to, p);
    pass_struct(shape_.abi.parameters[k], to, args);
  }
  if (init->variadic) {
    args.push_back(same ? tail_ : b_.constant(ir::kPtr, 0));
    args.push_back(same ? tail_count_ : b_.constant(ir::kU32, 0));
  }
  Inst* c = b_.call(shared_.function(*init), args);
  if (init->throws) check_thrown(c, 0);
}

}  // namespace tack::xc
