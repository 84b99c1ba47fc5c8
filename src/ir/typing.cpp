// SPDX-License-Identifier: Apache-2.0
#include "ir/typing.hpp"

#include "ir/print_format.hpp"
#include "support/ice.hpp"

namespace tack::ir {
namespace {

struct Check {
  const Module& module;
  const Inst& inst;
  std::string fault;

  bool fail(std::string text) {
    if (fault.empty()) fault = std::move(text);
    return false;
  }
  Type at(size_t i) const { return inst.operands[i]->type; }
  size_t count() const { return inst.operands.size(); }

  bool want(bool condition, const char* text) { return condition || fail(text); }
  bool operands(size_t n) {
    return count() == n ||
           fail("wants " + std::to_string(n) + " operands, has " + std::to_string(count()));
  }
  bool result(Type type) { return want(inst.type == type, "wrong result type"); }
  bool no_result() { return want(inst.type.is_void(), "has no result"); }
  bool same(size_t a, size_t b) { return want(at(a) == at(b), "operand types differ"); }
  bool scalar_int(size_t i, const char* text) {
    return want(at(i).is_int() && !at(i).is_lanes(), text);
  }
  // A mask operand of as many lanes as `type`.
  bool mask(size_t i, Type type) {
    return want(type.is_lanes() && at(i) == Type::mask(type.lanes),
                "wants a mask of as many lanes");
  }
  bool buffer(size_t i) { return want(at(i).is_buffer(), "wants a buffer"); }
  bool ptr(size_t i) { return want(at(i).is_ptr() && !at(i).is_lanes(), "wants a pointer"); }
  Type element(size_t i) const { return Type::scalar(at(i).buffer_element()); }
  bool var(size_t i) { return want(inst.operands[i]->is_var(), "wants a var"); }
  // Something that a var may hold and a register too.
  static bool is_value(Type type) { return type.is_number() || type.is_bool() || type.is_ptr(); }

  void arithmetic(size_t n, bool ok) {
    if (!operands(n)) return;
    for (size_t i = 1; i < n; ++i) {
      if (!same(0, i)) return;
    }
    if (want(ok, "does not work on this type")) result(at(0));
  }

  void access(size_t path_end) {
    std::vector<Inst*> path(inst.operands.begin() + 1,
                            inst.operands.begin() + static_cast<long>(path_end));
    std::optional<Type> type = path_type(module, inst.operands[0]->aux, path);
    if (!type) {
      fail("access path does not fit the variable");
      return;
    }
    if (!want(is_value(*type), "an aggregate is not a value; go on with the path")) return;
    if (inst.op == Op::Load) {
      result(*type);
    } else if (no_result()) {
      want(inst.operands.back()->type == *type, "stored value has another type");
    }
  }

  void var_lanes(size_t value) {
    if (!var(0)) return;
    Type root = inst.operands[0]->aux;
    if (!want(root.is_array() && module.array_of(root).element.is_lanes(),
              "wants a var of array<lanes>"))
      return;
    Type type = module.array_of(root).element;
    if (!want(at(1).is_int() && at(1).lanes == type.lanes, "wants a lanes index")) return;
    if (!mask(count() - 1, type)) return;
    if (value) {
      if (want(at(2) == type, "stored value has another type")) no_result();
    } else {
      result(type);
    }
  }

  void call(const std::vector<Type>& results, size_t first) {
    Type type = results.size() == 1 ? results[0] : kVoid;
    if (!result(type)) return;
    for (size_t i = first; i < count(); ++i)
      want(is_value(at(i)) || at(i).is_buffer(), "argument is not a value");
  }

  void callee_call() {
    if (!want(inst.callee != nullptr && !inst.callee->is_kernel(), "wants a function")) return;
    const Function& f = *inst.callee;
    if (count() < f.params.size() || (count() > f.params.size() && !f.is_variadic)) {
      fail("@" + f.name + " takes " + std::to_string(f.params.size()) + " arguments, has " +
           std::to_string(count()));
      return;
    }
    for (size_t i = 0; i < f.params.size(); ++i) {
      if (!want(at(i) == f.params[i]->type, "argument has another type than the parameter")) return;
    }
    call(f.results, 0);
  }

  void launch() {
    if (!want(inst.callee != nullptr && inst.callee->is_kernel(), "wants a kernel")) return;
    const Function& k = *inst.callee;
    if (!want(inst.split == k.extents.size(), "as many extents as dimensions")) return;
    size_t need = inst.split + k.params.size() + k.reductions.size();
    for (const Inst* p : k.params) need += p->type.is_buffer();
    if (!operands(need) || !no_result()) return;
    size_t i = 0;
    for (; i < inst.split; ++i) {
      if (!want(at(i) == kI64, "an extent is i64")) return;
    }
    for (const Inst* p : k.params) {
      if (p->type.is_buffer()) {
        if (!ptr(i) || !want(at(i + 1) == kI64, "a buffer's length is i64")) return;
        i += 2;
      } else if (!want(at(i++) == p->type, "argument has another type than the parameter")) {
        return;
      }
    }
    for (; i < count(); ++i) {
      if (!ptr(i)) return;
    }
  }

  void convert() {
    if (!operands(1)) return;
    Type from = at(0);
    if (!want(from.lanes == inst.type.lanes, "lane counts differ")) return;
    want((from.is_number() || from.is_bool()) && inst.type.is_number(),
         "converts numbers and i1 to numbers");
  }

  void bitcast() {
    if (!operands(1)) return;
    auto width = [&](Type t) {
      return t.is_ptr() ? module.target.pointer_bytes * 8 : static_cast<uint32_t>(bits_of(t));
    };
    auto fits = [](Type t) { return t.is_number() || t.is_ptr(); };
    if (want(fits(at(0)) && fits(inst.type) && at(0).lanes == inst.type.lanes,
             "casts numbers and pointers"))
      want(width(at(0)) == width(inst.type), "widths differ");
  }

  void run() {
    Type a = count() > 0 ? at(0) : kVoid;
    switch (info(inst.op).rule) {
      case Rule::None:
        if (operands(0)) no_result();
        break;
      case Rule::Number1:
        arithmetic(1, a.is_number());
        break;
      case Rule::Number2:
        arithmetic(2, a.is_number());
        break;
      case Rule::Int2:
        arithmetic(2, a.is_int());
        break;
      case Rule::Float1:
        arithmetic(1, a.is_float());
        break;
      case Rule::Float3:
        arithmetic(3, a.is_float());
        break;
      case Rule::Bits1:
        arithmetic(1, a.is_int() || a.is_bool());
        break;
      case Rule::Bits2:
        arithmetic(2, a.is_int() || a.is_bool());
        break;
      case Rule::Compare:
      case Rule::CompareAny: {
        if (!operands(2) || !same(0, 1)) break;
        bool ok = a.is_number() ||
                  (info(inst.op).rule == Rule::CompareAny && (a.is_bool() || a.is_ptr()));
        if (want(ok, "does not compare this type")) result({Kind::I1, 0, a.lanes, 0});
        break;
      }
      case Rule::Select:
        if (!operands(3) || !same(1, 2)) break;
        if (!want(a.is_bool(), "the condition is i1 or a mask")) break;
        if (a.is_lanes() &&
            !want(a.lanes == at(1).lanes, "mask and values have different lane counts"))
          break;
        if (want(is_value(at(1)), "selects values")) result(at(1));
        break;
      case Rule::Convert:
        convert();
        break;
      case Rule::Bitcast:
        bitcast();
        break;
      case Rule::Var:
        if (operands(0) && no_result())
          want(is_value(inst.aux) || inst.aux.is_aggregate(), "a variable cannot have this type");
        break;
      case Rule::Load:
        if (want(count() >= 1, "wants a var") && var(0)) access(count());
        break;
      case Rule::Store:
        if (want(count() >= 2, "wants a var and a value") && var(0)) access(count() - 1);
        break;
      case Rule::LoadElem:
        if (operands(2) && buffer(0) && scalar_int(1, "the index is an integer"))
          result(element(0));
        break;
      case Rule::StoreElem:
        if (operands(3) && buffer(0) && scalar_int(1, "the index is an integer") &&
            want(at(2) == element(0), "stored value has another type than the buffer"))
          no_result();
        break;
      case Rule::Atomic:
        if (operands(3) && buffer(0) && scalar_int(1, "the index is an integer") &&
            want(at(2) == element(0), "the value has another type than the buffer"))
          result(element(0));
        break;
      case Rule::PtrAtomic:
        if (operands(2) && ptr(0) &&
            want(at(1).is_number() && !at(1).is_lanes(), "updates one number"))
          result(at(1));
        break;
      case Rule::LaneReduce:
        if (operands(1) && want(a.is_lanes() && a.is_int(), "wants integer lanes"))
          result(a.element());
        break;
      case Rule::Print:
        for (size_t i = 0; i < count(); ++i) {
          if (!want(at(i).is_number() && !at(i).is_lanes(), "prints numbers")) return;
        }
        if (want(placeholders(inst.text) == count(), "wants one operand for each %")) no_result();
        break;
      case Rule::BufferLen:
        if (operands(1) && buffer(0)) result(kI64);
        break;
      case Rule::AddrOf:
        if (!want(inst.type.is_ptr(), "gives a pointer")) break;
        if (inst.global || inst.callee) {
          operands(0);
        } else if (operands(1)) {
          want(inst.operands[0]->op == Op::Var, "wants a var");
        }
        break;
      case Rule::PtrAdd:
        if (operands(2) && ptr(0) && scalar_int(1, "the offset is an integer")) result(a);
        break;
      case Rule::PtrLoad:
        if (operands(1) && ptr(0))
          want(is_value(inst.type) && !inst.type.is_lanes(), "loads one value");
        break;
      case Rule::PtrStore:
        if (operands(2) && ptr(0) && want(is_value(at(1)) && !at(1).is_lanes(), "stores one value"))
          no_result();
        break;
      case Rule::MemCopy:
        if (operands(3) && ptr(0) && ptr(1) && scalar_int(2, "the size is an integer")) no_result();
        break;
      case Rule::MemSet:
        if (operands(3) && ptr(0) && want(at(1) == kU8, "the byte is u8") &&
            scalar_int(2, "the size is an integer"))
          no_result();
        break;
      case Rule::Splat:
        if (operands(1) && want(!a.is_lanes() && is_value(a), "splats one value") &&
            want(inst.type.is_lanes(), "gives lanes"))
          result(a.with_lanes(inst.type.lanes));
        break;
      case Rule::LaneId:
        if (operands(0)) want(inst.type.is_lanes() && inst.type.is_int(), "gives integer lanes");
        break;
      case Rule::Extract:
        if (operands(2) && want(a.is_lanes(), "wants lanes") &&
            scalar_int(1, "the lane is an integer"))
          result(a.element());
        break;
      case Rule::MaskTest:
        if (operands(1) && want(a.is_mask(), "wants a mask")) result(kI1);
        break;
      case Rule::LoadLanes:
        if (operands(3) && buffer(0) && scalar_int(1, "the base is an integer") &&
            mask(2, inst.type))
          result(element(0).with_lanes(inst.type.lanes));
        break;
      case Rule::StoreLanes:
        if (operands(4) && buffer(0) && scalar_int(1, "the base is an integer") && mask(3, at(2)) &&
            want(at(2).element() == element(0), "stored value has another type than the buffer"))
          no_result();
        break;
      case Rule::Gather:
        if (operands(3) && buffer(0) &&
            want(at(1).is_int() && at(1).is_lanes(), "the index is integer lanes") &&
            mask(2, at(1)))
          result(element(0).with_lanes(at(1).lanes));
        break;
      case Rule::Scatter:
        if (operands(4) && buffer(0) &&
            want(at(1).is_int() && at(1).is_lanes(), "the index is integer lanes") &&
            mask(3, at(1)) &&
            want(at(2) == element(0).with_lanes(at(1).lanes),
                 "stored value has another type than the buffer"))
          no_result();
        break;
      case Rule::VarGather:
        if (operands(3)) var_lanes(0);
        break;
      case Rule::VarScatter:
        if (operands(4)) var_lanes(2);
        break;
      case Rule::PtrLoadLanes:
        if (operands(2) && ptr(0)) mask(1, inst.type);
        break;
      case Rule::PtrStoreLanes:
        if (operands(3) && ptr(0) && mask(2, at(1))) no_result();
        break;
      case Rule::PtrGather:
        if (operands(3) && ptr(0) &&
            want(at(1).is_int() && at(1).is_lanes(), "the offsets are integer lanes") &&
            mask(2, at(1)))
          want(inst.type.lanes == at(1).lanes, "lane counts differ");
        break;
      case Rule::PtrScatter:
        if (operands(4) && ptr(0) &&
            want(at(1).is_int() && at(1).is_lanes(), "the offsets are integer lanes") &&
            mask(3, at(1)) && want(at(2).lanes == at(1).lanes, "lane counts differ"))
          no_result();
        break;
      case Rule::Call:
        callee_call();
        break;
      case Rule::CallPtr:
        if (want(count() >= 1, "wants a pointer") && ptr(0)) call(inst.signature, 1);
        break;
      case Rule::ResultOf: {
        if (!operands(1)) break;
        const Inst& from = *inst.operands[0];
        const std::vector<Type>* results = from.op == Op::Call      ? &from.callee->results
                                           : from.op == Op::CallPtr ? &from.signature
                                                                    : nullptr;
        if (want(results && results->size() > 1 && inst.bits < results->size(),
                 "wants a call with that many results"))
          result((*results)[inst.bits]);
        break;
      }
      case Rule::Launch:
        launch();
        break;
      case Rule::For:
        if (operands(3) && same(0, 1) && same(0, 2) && scalar_int(0, "the range is of integers") &&
            no_result())
          want(inst.index && inst.index->type == a, "the index has the bounds' type");
        break;
      case Rule::If:
        if (operands(1) && no_result()) want(a == kI1, "the condition is i1");
        break;
      case Rule::Switch:
        if (operands(1) && no_result()) scalar_int(0, "the subject is an integer");
        break;
      case Rule::Return:
        if (!no_result()) break;
        for (size_t i = 0; i < count(); ++i) want(is_value(at(i)), "returns values");
        break;
      case Rule::Hidden:
        break;
    }
  }
};

}  // namespace

std::optional<Type> infer_type(Op op, std::span<Inst* const> operands) {
  Type a = operands.empty() ? kVoid : operands[0]->type;
  switch (info(op).rule) {
    case Rule::Number1:
    case Rule::Number2:
    case Rule::Int2:
    case Rule::Float1:
    case Rule::Float3:
    case Rule::Bits1:
    case Rule::Bits2:
    case Rule::PtrAdd:
      return a;
    case Rule::Compare:
    case Rule::CompareAny:
      return Type{Kind::I1, 0, a.lanes, 0};
    case Rule::Select:
      return operands[1]->type;
    case Rule::LoadElem:
    case Rule::Atomic:
      return Type::scalar(a.buffer_element());
    case Rule::Gather:
      return Type::scalar(a.buffer_element()).with_lanes(operands[1]->type.lanes);
    case Rule::LoadLanes:
      return Type::scalar(a.buffer_element()).with_lanes(operands[2]->type.lanes);
    case Rule::BufferLen:
      return kI64;
    case Rule::PtrAtomic:
      return operands[1]->type;
    case Rule::Extract:
    case Rule::LaneReduce:
      return a.element();
    case Rule::MaskTest:
      return kI1;
    case Rule::None:
    case Rule::StoreElem:
    case Rule::Print:
    case Rule::Store:
    case Rule::PtrStore:
    case Rule::MemCopy:
    case Rule::MemSet:
    case Rule::StoreLanes:
    case Rule::Scatter:
    case Rule::VarScatter:
    case Rule::PtrStoreLanes:
    case Rule::PtrScatter:
    case Rule::If:
    case Rule::Switch:
    case Rule::Return:
    case Rule::For:
    case Rule::Launch:
      return kVoid;
    default:
      return std::nullopt;
  }
}

std::string check_types(const Module& module, const Inst& inst) {
  for (const Inst* operand : inst.operands) {
    bool is_multi = inst.op == Op::ResultOf;
    if (operand->type.is_void() && !operand->is_var() && !is_multi) return "operand has no value";
  }
  Check check{module, inst, {}};
  check.run();
  return check.fault;
}

std::optional<Type> path_type(const Module& module, Type root, std::span<Inst* const> path) {
  Type type = root;
  for (const Inst* step : path) {
    if (!step->type.is_int() || step->type.is_lanes()) return std::nullopt;
    if (type.is_array()) {
      type = module.array_of(type).element;
    } else if (type.is_struct()) {
      const StructType& body = module.struct_of(type);
      if (!step->is_const() || step->bits >= body.fields.size()) return std::nullopt;
      type = body.fields[step->bits].type;
    } else {
      return std::nullopt;
    }
  }
  return type;
}

}  // namespace tack::ir
