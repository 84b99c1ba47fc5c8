// SPDX-License-Identifier: Apache-2.0
// A par block becomes a kernel of the same module and a launch of it. What the body reads from
// outside becomes the kernel's parameters, in the order of first use: scalars by value, a struct's
// scalars one by one, arrays as buffers, one for each kind of element that is read or written.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

bool FunctionLowering::is_captured(const Var& v) const {
  if (host()) return false;
  if (vars_.count(&v) || values_.count(&v) || pointers_.count(&v) || moving_.count(&v) ||
      given_.count(&v))
    return false;
  return v.is_global || (par_ && v.par != par_);
}

bool FunctionLowering::is_flat_index(const Expr* e) const { return par_ && e->flat_index; }

// The point's number: below 2^32 by the language's rule, so no width wraps.
Inst* FunctionLowering::flat_index() {
  if (auto it = grid_.find("flat"); it != grid_.end()) return it->second;
  Inst* flat = nullptr;
  ir::Function& f = b_.function();
  b_.in(prologue_, [&] {
    flat = f.indices[0];
    for (size_t d = 1; d < f.indices.size(); ++d)
      flat = b_.add(b_.mul(flat, f.extents[d]), f.indices[d]);
  });
  grid_["flat"] = flat;
  return flat;
}

Inst* FunctionLowering::grid_value(const Expr& e) {
  if (auto it = grid_.find(e.name); it != grid_.end()) return it->second;
  ir::Function& f = b_.function();
  size_t n = f.indices.size();
  bool is_size = e.name == "width" || e.name == "height" || e.name == "depth";
  size_t d = e.name == "x" || e.name == "width" ? 0 : e.name == "y" || e.name == "height" ? 1 : 2;
  Inst* v = nullptr;
  b_.in(prologue_, [&] {
    if (d >= n) {
      v = b_.constant(ir::kU32, is_size ? 1 : 0);
    } else {
      v = b_.convert(ir::kU32, is_size ? f.extents[n - 1 - d] : f.indices[n - 1 - d]);
    }
  });
  grid_[e.name] = v;
  return v;
}

Inst* FunctionLowering::capture(const Capture& c, std::string name) {
  auto it = captured_.find(c);
  if (it != captured_.end()) return it->second;
  ir::Type t = c.is_buffer ? ir::Type::buffer(c.kind) : ir::Type::scalar(c.kind);
  Inst* param = b_.function().add_param(t, std::move(name));
  captured_[c] = param;
  captures_->push_back(c);
  return param;
}

Inst* FunctionLowering::captured_scalar(Var& v, uint64_t offset, const Type* t,
                                        const SourceRange& where) {
  if (!t->is_number()) {
    shared_.not_built(where, "pointers as values in a par body");
    return b_.constant(type(t), 0);
  }
  return capture({&v, false, offset, type(t).kind}, std::string(v.name));
}

Inst* FunctionLowering::captured_buffer(Var& v, ir::Kind kind) {
  if (kind == ir::Kind::Ptr) {
    shared_.not_built(v.where, "arrays of pointers in a par body");
    kind = ir::Kind::U64;
  }
  return capture({&v, true, 0, kind}, std::string(v.name));
}

// The host's side of an array: where it begins. A pointer that stands behind null is not looked
// for: the block may have no items.
Inst* FunctionLowering::array_address(Var& v) {
  if (v.inside) {
    Inst* outer = array_address(*v.inside);
    auto read = [&] {
      return b_.ptr_load(ir::kPtr, b_.ptr_add(outer, b_.i64(static_cast<int64_t>(v.inside_at))));
    };
    if (v.inside->type->is_aggregate()) return read();
    Inst* found = prologue_var(ir::kPtr, "found");
    Inst* null = b_.constant(ir::kPtr, 0);
    b_.store(found, null);
    Inst* there = b_.if_(b_.ne(outer, null));
    b_.in(*there->regions[0], [&] { b_.store(found, read()); });
    return b_.load(found);
  }
  if (v.type->is_aggregate()) return variable(v, par_->where).base;
  auto it = values_.find(&v);
  return it != values_.end() ? it->second : load(variable(v, par_->where));
}

// The host's side of a capture: a value, or an address and a length in elements.
Inst* FunctionLowering::capture_argument(const Capture& c, std::vector<Inst*>& out) {
  ir::Type t = ir::Type::scalar(c.kind);
  if (!c.is_buffer) {
    if (c.var->type->is_pointer()) {
      out.push_back(b_.bitcast(ir::kU64, array_address(*c.var)));
      return out.back();
    }
    if (auto it = values_.find(c.var); it != values_.end() && c.offset == 0) {
      out.push_back(it->second);
      return out.back();
    }
    Place p = variable(*c.var, par_->where);
    Inst* v = nullptr;
    if (p.kind == Place::Kind::Address) {
      Inst* at = c.offset ? b_.ptr_add(p.base, b_.i64(static_cast<int64_t>(c.offset))) : p.base;
      v = b_.ptr_load(t, at);
    } else {
      v = load(p);
    }
    out.push_back(v);
    return v;
  }
  uint64_t size = shared_.module->size_of(t);
  out.push_back(array_address(*c.var));
  uint64_t count = c.var->type->is_aggregate() ? size_of(c.var->type) / size : 0;
  out.push_back(b_.i64(c.var->type->is_aggregate() ? static_cast<int64_t>(count) : -1));
  return out.back();
}

void FunctionLowering::kernel(Stmt& s, std::vector<Capture>& captures) {
  captures_ = &captures;
  par_ = &s;
  start(nullptr);
  hoist_ = s.body->has_label;
  at(s.where);
  ir::Function& f = b_.function();
  for (const Reduction& r : s.reductions) {
    if (!r.var) continue;
    constexpr ir::ReduceOp kOps[] = {ir::ReduceOp::Add, ir::ReduceOp::Mul, ir::ReduceOp::And,
                                     ir::ReduceOp::Or,  ir::ReduceOp::Xor, ir::ReduceOp::Min,
                                     ir::ReduceOp::Max};
    vars_[r.var] = f.add_reduction(kOps[static_cast<size_t>(r.op)], type(r.var->type),
                                   std::string(r.var->name));
  }
  if (!s.grid.empty()) {
    constexpr const char* kIndex[] = {"z", "y", "x"};
    constexpr const char* kSize[] = {"depth", "height", "width"};
    for (size_t d = 3 - s.grid.size(); d < 3; ++d) f.add_dimension(kIndex[d], kSize[d]);
    area(s.body);
    if (!dead()) run_cleanups(0);
    finish();
    return;
  }
  Stmt* loop = nullptr;
  for (Stmt* k : s.body->list) {
    if (k->kind == StmtKind::ForRange) loop = k;
  }
  f.add_dimension("n", "count");
  Var& v = *loop->vars[0];
  at(loop->where);
  Inst* wide = f.indices[0];
  if (loop->a->constant) {
    if (loop->a->value != 0) wide = b_.add(wide, b_.i64(static_cast<int64_t>(loop->a->value)));
  } else {
    Inst* lo = capture({&v, false, 0, type(v.type).kind}, std::string(v.name) + ".begin");
    wide = b_.add(wide, b_.convert(ir::kI64, lo));
  }
  Inst* i = b_.convert(type(v.type), wide);
  if (v.assigned || v.address_taken || hoist_) {
    vars_[&v] = prologue_var(type(v.type), v.name);
    b_.store(vars_[&v], i);
    if (!v.assigned && !v.address_taken && hoist_) wide_[&v] = wide;
  } else {
    if (i->name.empty()) i->name = std::string(v.name);
    values_[&v] = i;
    wide_[&v] = wide;
  }
  continues_.push_back({nullptr, nullptr, -1, true, 0});
  open_scope(loop);
  if (loop->body->has_label && loop->body->kind == StmtKind::Block) {
    area(loop->body);
  } else {
    stmt(loop->body);
  }
  close_scope();
  continues_.pop_back();
  if (!dead()) run_cleanups(0);
  finish();
}

void FunctionLowering::par(Stmt* s) {
  at(s->where);
  par_ = s;
  std::vector<Inst*> extents;
  std::map<const Var*, Inst*> begins;
  if (!s->grid.empty()) {
    // Slowest first: depth, height, width.
    for (size_t k = 0; k < s->grid.size(); ++k) {
      Inst* size = nullptr;
      full_expression([&] {
        size = value(s->grid[k]);
        // Too many stay too many, for the runtime to refuse.
        if (size->type == ir::kU64)
          size = b_.emit(ir::Op::Min, {size, b_.constant(ir::kU64, INT64_MAX)});
        size = b_.convert(ir::kI64, size);
      });
      extents.insert(extents.begin(), size);
    }
  } else {
    Stmt* loop = nullptr;
    for (Stmt* k : s->body->list) {
      if (k->kind == StmtKind::ForRange) loop = k;
    }
    Inst* lo = nullptr;
    Inst* hi = nullptr;
    full_expression([&] {
      lo = value(loop->a);
      hi = value(loop->b);
    });
    at(loop->where);
    begins[loop->vars[0]] = lo;
    Inst* runs = b_.emit(loop->inclusive ? ir::Op::Le : ir::Op::Lt, {lo, hi});
    Inst* n = b_.sub(b_.convert(ir::kI64, hi), b_.convert(ir::kI64, lo));
    if (loop->inclusive) n = b_.add(n, b_.i64(1));
    extents.push_back(b_.select(runs, n, b_.i64(0)));
  }
  std::string name =
      s->name.empty() ? "par." + std::to_string(s->where.line) : "par." + std::string(s->name);
  if (shared_.options.export_functions) {
    // Objects of several files are linked together.
    std::string stem = s->where.file->name.substr(s->where.file->name.find_last_of('/') + 1);
    name.insert(3, "." + stem.substr(0, stem.find('.')));
  }
  ir::Function* kernel =
      shared_.module->add_function(shared_.unique(name), ir::FunctionKind::Kernel);
  kernel->loc = shared_.loc(s->where);
  kernel->title = s->title;
  kernel->goal = s->accuracy ? ir::Goal::Accuracy : ir::Goal::Speed;
  std::vector<Capture> captures;
  FunctionLowering(shared_, *kernel, Mode::Kernel).kernel(*s, captures);
  at(s->where);
  std::vector<Inst*> args;
  for (const Capture& c : captures) {
    auto begin = begins.find(c.var);
    if (begin != begins.end()) {
      args.push_back(begin->second);
    } else {
      capture_argument(c, args);
    }
  }
  std::vector<Inst*> results;
  for (const Reduction& r : s->reductions) {
    if (r.var) results.push_back(address(variable(*r.var, r.where)));
  }
  b_.launch(*kernel, extents, args, results);
  par_ = nullptr;
}

}  // namespace tack::xc
