// SPDX-License-Identifier: Apache-2.0
// A program as an IR module: its functions and types.
#include "frontend/xc/lower_module.hpp"

#include <algorithm>
#include <cctype>

#include "frontend/xc/lower_function.hpp"
#include "support/ice.hpp"

namespace tack::xc {

std::unique_ptr<ir::Module> lower_program(Program& program, Types& types,
                                          const LowerOptions& options, Reporter& reporter) {
  // Objects, tables and callbacks are laid out as the runtime has them, calls as C has on x86-64.
  TACK_CHECK(types.target().pointer_bytes == 8 && types.target().align_cap == 8 &&
             types.target().little_endian);
  ModuleLowering lowering(program, types, options, reporter);
  lowering.module->target = types.target();
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
  for (const Func* f : program.funcs) declared_.insert(f->name);
  for (const Var* v : program.globals) declared_.insert(v->name);
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
    body.name = unique(r.callback ? "callback" : r.name.empty() ? "struct" : std::string(r.name));
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

// What `...` stands for, thrown objects and several results travel in a way of XC's own: what takes
// or gives them has no name outside, so that a call from C does not link, rather than read
// something else.
static bool is_callable_from_c(const Func& f) {
  return !f.variadic && !f.throws && f.results.size() < 2;
}

// The C name of a function that shares its own with an earlier one: the types of its parameters
// follow. The name alone, where the program itself has a function of that name.
std::string ModuleLowering::overload_name(const Func& f) const {
  std::string name(f.name);
  for (const Type* t : f.types) {
    name += "_";
    for (char c : spell(t)) {
      if (c == '*') {
        name += "_ptr";
      } else {
        name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      }
    }
  }
  if (f.types.empty()) name += "_void";
  return declared_.count(name) ? std::string(f.name) : name;
}

ir::Function& ModuleLowering::function(Func& f) {
  auto it = functions_.find(&f);
  if (it != functions_.end()) return *it->second;
  if (!f.body) {
    if (!f.builtin.empty()) not_built(f.where, "pointers to built-in functions");
    CallShape shape = call_shape(f);
    size_t count = shape.parameters.size();
    bool is_new = !module->find_function(std::string(f.name));
    ir::Function& e = external(std::string(f.name), shape.parameters, shape.results, f.variadic);
    for (size_t k = 0; is_new && k < count; ++k) e.params[k]->aux = shape.by_value[k];
    bool same = e.is_extern() && e.results == shape.results && e.params.size() == count;
    for (size_t k = 0; same && k < count; ++k)
      same = e.params[k]->type == shape.parameters[k] &&
             e.params[k]->aux.is_void() == shape.by_value[k].is_void();
    if (!same) not_built(f.where, "second declarations of one outside function with other types");
    functions_[&f] = &e;
    return e;
  }
  bool offered =
      options.export_functions && !f.owner && !f.is_static && !f.from_library && f.name != "main";
  if (offered) exported_name(f.name, f.where);
  bool named = offered && is_callable_from_c(f);
  std::string name = f.owner            ? std::string(f.owner->name) + "." + std::string(f.name)
                     : f.name == "main" ? "xc.main"
                                        : std::string(f.name);
  if (named && names_.count(name) != 0) name = overload_name(f);
  named = named && names_.count(name) == 0;
  ir::Function* out = module->add_function(unique(name), ir::FunctionKind::Function);
  out->is_host = true;
  out->is_exported = named;
  out->loc = loc(f.where);
  CallShape shape = call_shape(f);
  std::vector<std::string> names;
  for (const Type* t : f.results) {
    if (t->is_struct() && !shape.struct_in_registers) names.push_back("result");
  }
  if (f.self) names.push_back("self");
  for (size_t k = 0; k < f.types.size(); ++k) {
    const AbiValue& v = shape.abi.parameters[k];
    names.resize(names.size() + (v.in_memory ? 1 : v.registers.size()),
                 std::string(f.params[k].name));
  }
  if (f.takes_slots()) names.insert(names.end(), {"tail", "tail_count"});
  for (size_t k = 0; k < shape.parameters.size(); ++k)
    out->add_param(shape.parameters[k], names[k])->aux = shape.by_value[k];
  out->results = shape.results;
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

}  // namespace tack::xc
