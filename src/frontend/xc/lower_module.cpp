// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/lower_module.hpp"

#include <algorithm>

#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"
#include "support/ice.hpp"

namespace tack::xc {

std::unique_ptr<ir::Module> lower_program(Program& program, Types& types,
                                          const LowerOptions& options, Reporter& reporter) {
  ModuleLowering lowering(program, types, options, reporter);
  lowering.run();
  return std::move(lowering.module);
}

namespace {

// Names that mean something to the linker, because compiled code calls what they name: the front
// end itself, LLVM for a copy, or LLVM for an operation that the machine lacks.
constexpr const char* kCalled[] = {
    "ceil",       "ceilf",        "floor", "floorf",    "fma",        "fmaf",
    "fmod",       "fmodf",        "main",  "memcpy",    "memmove",    "memset",
    "printf",     "rint",         "rintf", "nearbyint", "nearbyintf", "roundeven",
    "roundevenf", "tack_rt_trap", "trunc", "truncf"};

bool is_called(std::string_view name) {
  return std::find(std::begin(kCalled), std::end(kCalled), name) != std::end(kCalled);
}

}  // namespace

void ModuleLowering::exported_name(std::string_view name, const SourceRange& where) {
  if (name != "main" && is_called(name)) reporter.report(Msg::ExportedName, where, {name});
}

void ModuleLowering::run() {
  module->requires_locations = true;
  for (const char* name : kCalled) names_[name] = 1;
  for (Func* f : program.funcs) {
    if (f->is_external() && !f->from_library) names_[std::string(f->name)] = 1;
  }
  for (Var* v : program.globals) {
    if (!v->owner && (v->is_extern || options.export_functions)) global(*v);
  }
  for (Func* f : program.funcs) {
    if (f->body && !f->from_library) function(*f);
  }
  while (!pending_.empty()) {
    auto [f, into] = pending_.back();
    pending_.pop_back();
    body(*f, *into);
  }
  main_wrapper();
}

std::string ModuleLowering::unique(std::string name) {
  int& count = names_[name];
  if (count++ == 0) return name;
  for (;;) {
    std::string next = name + "." + std::to_string(count);
    if (names_.count(next) == 0) {
      names_[next] = 1;
      return next;
    }
    ++names_[name];
  }
}

ir::Loc ModuleLowering::loc(const SourceRange& where) {
  if (!where.valid()) return last_loc_;
  if (where.file == last_where_.file && where.line == last_where_.line &&
      where.column == last_where_.column)
    return last_loc_;
  auto it = files_.find(where.file);
  if (it == files_.end()) it = files_.emplace(where.file, module->add_file(where.file->name)).first;
  ir::LocInfo info;
  info.file = it->second;
  info.line = where.line;
  info.column = where.column;
  info.end_column = where.end_column;
  last_where_ = where;
  last_loc_ = module->add_loc(info);
  return last_loc_;
}

ir::Type ModuleLowering::type(const Type* t) {
  if (t->is_array()) return module->array(type(t->to), t->count);
  if (t->is_struct()) {
    auto it = record_types_.find(t);
    if (it != record_types_.end()) return it->second;
    const Record& r = *t->record;
    ir::StructType body;
    body.name = unique(r.name.empty() ? "struct" : std::string(r.name));
    body.size = r.size;
    body.align = static_cast<uint32_t>(r.align);
    for (const Field& f : r.fields)
      body.fields.push_back({std::string(f.name), type(f.type), f.offset});
    ir::Type made = module->add_struct(std::move(body));
    record_types_[t] = made;
    return made;
  }
  return ir_scalar(t);
}

ir::Global& ModuleLowering::global(Var& v) {
  auto it = globals_.find(&v);
  if (it != globals_.end()) return *it->second;
  bool named = v.is_extern || (options.export_functions && !v.is_static && !v.owner);
  std::string name =
      v.owner ? std::string(v.owner->name) + "." + std::string(v.name) : std::string(v.name);
  ir::Global* g = module->add_global(named ? std::string(v.name) : unique(name), type(v.type),
                                     size_of(v.type), static_cast<uint32_t>(align_of(v.type)));
  if (named) names_[std::string(v.name)] = 1;
  if (named && !(v.is_extern && !v.init)) exported_name(v.name, v.where);
  // Vectors like whole lines.
  if (v.type->is_array() && size_of(v.type) >= 64 && !v.is_extern) g->align = 64;
  g->is_extern = v.is_extern && !v.init;
  g->is_exported = named && !g->is_extern;
  globals_[&v] = g;
  if (v.init) initialise(*g, 0, *v.init, v.type);
  return *g;
}

void ModuleLowering::initialise(ir::Global& g, uint64_t offset, const Expr& e, const Type* t) {
  auto put = [&](uint64_t bits, uint64_t size) {
    if (g.bytes.size() < offset + size) g.bytes.resize(offset + size);
    for (uint64_t k = 0; k < size; ++k) g.bytes[offset + k] = static_cast<uint8_t>(bits >> (8 * k));
  };
  if (e.constant) {
    uint64_t bits = static_cast<uint64_t>(e.value);
    if (t->kind == TypeKind::Float) bits = std::bit_cast<uint32_t>(static_cast<float>(e.real));
    if (t->kind == TypeKind::Double) bits = std::bit_cast<uint64_t>(e.real);
    put(bits, size_of(t));
    return;
  }
  switch (e.kind) {
    case ExprKind::List:
      for (size_t i = 0; i < e.list.size(); ++i) {
        if (t->is_array()) {
          initialise(g, offset + i * size_of(t->to), *e.list[i], t->to);
        } else {
          const Field& f = t->record->fields[i];
          initialise(g, offset + f.offset, *e.list[i], f.type);
        }
      }
      return;
    case ExprKind::Text:
      if (t->is_array()) {
        for (size_t k = 0; k < e.text.size(); ++k) {
          if (g.bytes.size() <= offset + k) g.bytes.resize(offset + k + 1);
          g.bytes[offset + k] = static_cast<uint8_t>(e.text[k]);
        }
        return;
      }
      put(0, 8);
      g.relocations.push_back({offset, nullptr, &text(e.text), 0});
      return;
    case ExprKind::Cast:
      return initialise(g, offset, *e.a, e.a->type);
    case ExprKind::Name:
      put(0, 8);
      g.relocations.push_back({offset, &function(*e.func), nullptr, 0});
      return;
    case ExprKind::Address:
    case ExprKind::Decay: {
      const Expr* of = e.a;
      int64_t addend = 0;
      if (of->kind == ExprKind::Index) {
        addend = static_cast<int64_t>(of->b->value) * static_cast<int64_t>(size_of(of->type));
        of = of->a->a;
      }
      put(0, 8);
      g.relocations.push_back({offset, nullptr, &global(*of->var), addend});
      return;
    }
    default:
      TACK_ICE("initialiser of a global");
  }
}

ir::Global& ModuleLowering::text(const std::string& bytes) {
  ir::Global*& g = texts_[bytes];
  if (!g) {
    g = module->add_global(unique("text"), module->array(ir::kU8, bytes.size() + 1),
                           bytes.size() + 1, 1);
    g->bytes.assign(bytes.begin(), bytes.end());
    g->is_constant = true;
  }
  return *g;
}

ir::Global& ModuleLowering::class_table(Record& record) {
  auto it = tables_.find(&record);
  if (it != tables_.end()) return *it->second;
  uint64_t size = TACK_XC_TABLE_METHODS + 8 * record.table.size();
  ir::Global* g = module->add_global(unique(std::string(record.name) + ".class"),
                                     module->array(ir::kPtr, size / 8), size, 8);
  g->is_constant = true;
  g->bytes.assign(size, 0);
  tables_[&record] = g;
  g->relocations.push_back({TACK_XC_TABLE_TEARDOWN, &teardown(record), nullptr, 0});
  if (record.base)
    g->relocations.push_back({TACK_XC_TABLE_PARENT, nullptr, &class_table(*record.base), 0});
  for (size_t k = 0; k < record.table.size(); ++k) {
    if (record.table[k]->body)
      g->relocations.push_back(
          {TACK_XC_TABLE_METHODS + 8 * k, &function(*record.table[k]), nullptr, 0});
  }
  return *g;
}

std::vector<ir::Type> ModuleLowering::result_types(const std::vector<const Type*>& results,
                                                   bool throws) {
  std::vector<ir::Type> out;
  for (const Type* t : results) {
    if (!t->is_struct()) out.push_back(type(t));
  }
  if (throws) out.push_back(ir::kPtr);
  return out;
}

ir::Function& ModuleLowering::external(const std::string& name, std::vector<ir::Type> parameters,
                                       std::vector<ir::Type> results, bool variadic) {
  if (ir::Function* f = module->find_function(name)) return *f;
  names_[name] = 1;
  ir::Function* f = module->add_function(name, ir::FunctionKind::Extern);
  for (ir::Type t : parameters) f->add_param(t, "");
  f->results = std::move(results);
  f->is_variadic = variadic;
  return *f;
}

// Structs by value travel in another way than C's here: what takes or gives them has no name
// outside, so that a call from C does not link, rather than read something else.
static bool is_callable_from_c(const Func& f) {
  return std::none_of(f.types.begin(), f.types.end(), passes_struct) &&
         std::none_of(f.results.begin(), f.results.end(), passes_struct);
}

ir::Function& ModuleLowering::function(Func& f) {
  auto it = functions_.find(&f);
  if (it != functions_.end()) return *it->second;
  if (!f.body) {
    if (!f.builtin.empty()) not_built(f.where, "pointers to built-in functions");
    std::vector<ir::Type> parameters;
    for (const Type* t : f.types) parameters.push_back(type(t));
    std::vector<ir::Type> results = result_types(f.results, false);
    ir::Function& e = external(std::string(f.name), parameters, results, f.variadic);
    bool same = e.is_extern() && e.results == results && e.params.size() == parameters.size();
    for (size_t k = 0; same && k < parameters.size(); ++k)
      same = e.params[k]->type == parameters[k];
    if (!same) not_built(f.where, "second declarations of one outside function with other types");
    functions_[&f] = &e;
    return e;
  }
  bool offered =
      options.export_functions && !f.owner && !f.is_static && !f.from_library && f.name != "main";
  if (offered) exported_name(f.name, f.where);
  bool named = offered && is_callable_from_c(f) && names_.count(std::string(f.name)) == 0;
  std::string name = f.owner            ? std::string(f.owner->name) + "." + std::string(f.name)
                     : f.name == "main" ? "xc.main"
                                        : std::string(f.name);
  ir::Function* out = module->add_function(unique(name), ir::FunctionKind::Function);
  out->is_host = true;
  out->is_exported = named;
  out->loc = loc(f.where);
  if (!f.results.empty() && f.results[0]->is_struct()) out->add_param(ir::kPtr, "result");
  if (f.self) out->add_param(ir::kPtr, "self");
  for (size_t k = 0; k < f.types.size(); ++k)
    out->add_param(f.types[k]->is_struct() ? ir::kPtr : type(f.types[k]),
                   std::string(f.params[k].name));
  out->results = result_types(f.results, f.throws);
  functions_[&f] = out;
  pending_.push_back({&f, out});
  return *out;
}

void ModuleLowering::body(Func& f, ir::Function& into) {
  FunctionLowering(*this, into, FunctionLowering::Mode::Host).function(f);
}

DeviceFunction& ModuleLowering::device(Func& f) {
  auto it = devices_.find(&f);
  if (it != devices_.end()) return it->second;
  DeviceFunction& out = devices_[&f];
  ir::Function* function = module->add_function(
      unique((f.owner ? std::string(f.owner->name) + "." : "") + std::string(f.name) + ".par"),
      ir::FunctionKind::Function);
  function->loc = loc(f.where);
  out.function = function;
  for (size_t k = 0; k < f.types.size(); ++k) {
    std::vector<const Type*> parts;
    FunctionLowering::leaves(f.types[k], parts);
    for (const Type* part : parts) {
      if (part->is_pointer()) not_built(f.where, "pointer parameters of functions in a par body");
      function->add_param(type(part), std::string(f.params[k].name));
    }
    if (k + 1 == f.types.size()) break;
  }
  if (!f.results.empty()) {
    std::vector<const Type*> parts;
    FunctionLowering::leaves(f.results[0], parts);
    for (const Type* part : parts) {
      if (part->is_pointer()) not_built(f.where, "pointer results of functions in a par body");
      function->results.push_back(type(part));
    }
  }
  FunctionLowering(*this, *function, FunctionLowering::Mode::Device).device_function(f, out);
  return out;
}

// i32 main(i32, ptr) around the program's own.
void ModuleLowering::main_wrapper() {
  for (Func* f : program.funcs) {
    if (f->name != "main" || f->owner || !f->body) continue;
    ir::Function* out = module->add_function("main", ir::FunctionKind::Function);
    out->is_host = out->is_exported = true;
    out->loc = loc(f->where);
    Inst* argc = out->add_param(ir::kI32, "argc");
    Inst* argv = out->add_param(ir::kPtr, "argv");
    out->results = {ir::kI32};
    ir::Builder b(*out);
    b.set_loc(out->loc);
    std::vector<Inst*> args;
    if (!f->types.empty()) args = {b.convert(type(f->types[0]), argc), argv};
    Inst* c = b.call(function(*f), args);
    b.ret({f->results.empty() ? b.i32(0) : b.convert(ir::kI32, c)});
  }
}

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
    Inst* at = b.ptr_add(object, b.i64(TACK_XC_OBJECT_COUNT));
    b.ptr_store(at, b.add(b.ptr_load(ir::kU64, at), b.constant(ir::kU64, 1)));
  });
  return *retain_;
}

// Objects that end each other, as those of a list do, would take a part of the stack each: below
// this depth they wait in a list, linked where their counts were, and end one after the other.
// Up to here they end where they are let go, so that deallocs run in the order of the program.
constexpr uint64_t kReleaseDepth = 512;

ir::Function& ModuleLowering::release() {
  if (release_) return *release_;
  ir::Function& finish = external("tack_rt_xc_delete_object", {ir::kPtr}, {});
  ir::Global* depth = module->add_global(unique("xc.release.depth"), ir::kU64, 8, 8);
  ir::Global* waiting = module->add_global(unique("xc.release.waiting"), ir::kPtr, 8, 8);
  release_ = module->add_function("xc.release", ir::FunctionKind::Function);
  release_->is_host = true;
  release_->loc = last_loc_;
  Inst* object = release_->add_param(ir::kPtr, "object");
  ir::Builder b(*release_);
  b.set_loc(last_loc_);
  auto number = [&](uint64_t value) { return b.constant(ir::kU64, value); };
  Inst* null = b.constant(ir::kPtr, 0);
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
      Inst* none = b.if_(b.eq(first, null));
      b.in(*none->regions[0], [&] { b.exit(loop); });
      Inst* link = b.ptr_add(first, b.i64(TACK_XC_OBJECT_COUNT));
      b.ptr_store(b.addr_of(*waiting), b.ptr_load(ir::kPtr, link));
      end(first, link);
    });
  };
  Inst* branch = b.if_(b.ne(object, null));
  b.in(*branch->regions[0], [&] {
    Inst* at = b.ptr_add(object, b.i64(TACK_XC_OBJECT_COUNT));
    Inst* count = b.sub(b.ptr_load(ir::kU64, at), number(1));
    b.ptr_store(at, count);
    Inst* last = b.if_(b.eq(count, number(0)));
    b.in(*last->regions[0], [&] {
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
    });
  });
  return *release_;
}

// Whether the object's class has this table or inherits from the class that has.
ir::Function& ModuleLowering::is_instance() {
  if (is_instance_) return *is_instance_;
  is_instance_ = module->add_function("xc.is_instance", ir::FunctionKind::Function);
  is_instance_->is_host = true;
  is_instance_->loc = last_loc_;
  is_instance_->results = {ir::kI1};
  Inst* object = is_instance_->add_param(ir::kPtr, "object");
  Inst* wanted = is_instance_->add_param(ir::kPtr, "table");
  ir::Builder b(*is_instance_);
  b.set_loc(last_loc_);
  Inst* null = b.constant(ir::kPtr, 0);
  Inst* branch = b.if_(b.eq(object, null));
  b.in(*branch->regions[0], [&] { b.ret({b.i1(false)}); });
  Inst* var = b.var(ir::kPtr, "table");
  b.store(var, b.ptr_load(ir::kPtr, object));
  Inst* loop = b.loop("parents");
  b.in(loop->body(), [&] {
    Inst* table = b.load(var);
    Inst* found = b.if_(b.eq(table, wanted));
    b.in(*found->regions[0], [&] { b.ret({b.i1(true)}); });
    Inst* end = b.if_(b.eq(table, null));
    b.in(*end->regions[0], [&] { b.exit(loop); });
    b.store(var, b.ptr_load(ir::kPtr, b.ptr_add(table, b.i64(TACK_XC_TABLE_PARENT))));
  });
  b.ret({b.i1(false)});
  return *is_instance_;
}

ir::Function& ModuleLowering::teardown(Record& record) {
  auto it = teardowns_.find(&record);
  if (it != teardowns_.end()) return *it->second;
  ir::Function* f = module->add_function(unique(std::string(record.name) + ".teardown"),
                                         ir::FunctionKind::Function);
  f->is_host = true;
  f->loc = loc(record.where);
  f->add_param(ir::kPtr, "object");
  teardowns_[&record] = f;
  FunctionLowering(*this, *f, FunctionLowering::Mode::Host).teardown(record);
  return *f;
}

}  // namespace tack::xc
