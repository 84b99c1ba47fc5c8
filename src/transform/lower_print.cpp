// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_print.hpp"

#include <map>

#include "ir/builder.hpp"
#include "ir/print_format.hpp"

namespace tack::transform {
namespace {

using namespace ir;

class State {
 public:
  explicit State(Module& module) : module_(module) {}

  void run() {
    // The extern is added to the list meanwhile.
    size_t count = module_.functions.size();
    for (size_t i = 0; i < count; ++i) {
      function_ = module_.functions[i].get();
      if (!function_->is_extern()) region(function_->body);
    }
  }

 private:
  void region(Region& region) {
    std::vector<Inst*> old = std::move(region.insts);
    region.insts.clear();
    for (Inst* inst : old) {
      for (auto& inner : inst->regions) this->region(*inner);
      if (inst->op == Op::Print) {
        lower(*inst, region);
      } else {
        region.insts.push_back(inst);
      }
    }
  }

  Global& text_of(const std::string& format) {
    Global*& known = texts_[format];
    if (!known) {
      std::string name = "print." + std::to_string(texts_.size());
      uint64_t size = std::max<uint64_t>(format.size(), 1);
      known = module_.add_global(name, module_.array(kU8, size), size, 1);
      known->is_constant = true;
      known->bytes.assign(format.begin(), format.end());
    }
    return *known;
  }

  Function& callee() {
    if (!callee_) {
      callee_ = module_.add_function("tack_rt_print", FunctionKind::Extern);
      callee_->add_param(kPtr, "");
      callee_->add_param(kU64, "");
      callee_->add_param(kPtr, "");
    }
    return *callee_;
  }

  // Zero-extended, as format_print reads them.
  static Inst* bits_of_value(Builder& b, Inst* value) {
    int width = bits_of(value->type);
    if (value->type.is_float()) value = b.bitcast(Type::scalar(int_kind(width, false)), value);
    return b.convert(kU64, value);
  }

  void lower(const Inst& print, Region& to) {
    Builder b(*function_);
    b.set_region(to);
    b.set_loc(print.loc);
    std::string format = print_format(print);
    uint64_t count = std::max<uint64_t>(print.operands.size(), 1);
    Inst* values = b.var(module_.array(kU64, count), "printed");
    for (size_t i = 0; i < print.operands.size(); ++i)
      b.store(values, bits_of_value(b, print.operands[i]), {b.i32(static_cast<int32_t>(i))});
    Inst* address = b.bitcast(kPtr, b.addr_of(values));
    b.call(callee(), {b.addr_of(text_of(format)), b.constant(kU64, format.size()), address});
  }

  Module& module_;
  Function* function_ = nullptr;
  Function* callee_ = nullptr;
  std::map<std::string, Global*> texts_;
};

}  // namespace

void lower_print(Module& module) { State(module).run(); }

}  // namespace tack::transform
