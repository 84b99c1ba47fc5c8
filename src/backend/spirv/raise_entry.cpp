// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv/raise_entry.hpp"

#include <algorithm>

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "ir/reduction_order.hpp"

namespace tack::spirv {
namespace {

using namespace ir;
using From = ParameterSource::From;
using What = vulkan::Argument::What;

struct State {
  Function& f;
  const vulkan::Capabilities& caps;
  Entry entry = {};
  Builder b{f};
  ValueMap replaced = {};
  std::unordered_map<const Inst*, Inst*> lengths = {};

  vulkan::Layout& layout() { return entry.layout; }

  Inst* param(Type type, std::string name, From from, uint32_t at) {
    entry.sources.push_back({from, at});
    return f.add_param(type, std::move(name));
  }

  uint32_t argument(What what, uint32_t index, uint32_t words) {
    uint32_t at = layout().argument_words;
    layout().arguments.push_back({what, index, at});
    layout().argument_words += words;
    return at;
  }

  Inst* join(Type type, Inst* low, Inst* high) {
    Inst* top = b.emit(Op::Shl, {b.convert(kU64, high), b.constant(kU64, 32)});
    return b.convert(type, b.bit_or(top, b.convert(kU64, low)));
  }

  // A number out of the argument block.
  Inst* number(Type type, const std::string& name, What what, uint32_t index) {
    int bits = bits_of(type);
    uint32_t at = argument(what, index, bits > 32 ? 2 : 1);
    if (type.is_int() && bits > 32 && !caps.int64) {
      Inst* low = param(kU32, name + ".low", From::Argument, at);
      return join(type, low, param(kU32, name + ".high", From::Argument, at + 1));
    }
    if (type.is_int() && bits < 32) return b.convert(type, param(kU32, name, From::Argument, at));
    return param(type, name, From::Argument, at);
  }

  Inst* base(uint32_t component) {
    if (caps.int64) return param(kI64, "base", From::Base, component);
    Inst* low = param(kU32, "base.low", From::BaseLow, component);
    return join(kI64, low, param(kU32, "base.high", From::BaseHigh, component));
  }

  Inst* invocation(uint32_t component) {
    return b.add(base(component), b.convert(kI64, param(kU32, "id", From::GlobalId, component)));
  }

  void parameters(std::vector<Inst*> old) {
    for (size_t i = 0; i < old.size(); ++i) {
      Inst* p = old[i];
      auto position = static_cast<uint32_t>(i);
      if (!p->type.is_buffer()) {
        replaced[p] = number(p->type, p->name, What::Scalar, position);
        continue;
      }
      auto k = static_cast<uint32_t>(layout().buffers.size());
      replaced[p] = buffer(p->type, p->name, position);
      lengths[p] = number(kI64, p->name + ".length", What::Length, k);
    }
  }

  Inst* buffer(Type type, const std::string& name, uint32_t position) {
    auto k = static_cast<uint32_t>(layout().buffers.size());
    auto bytes = static_cast<uint32_t>(bits_of(type.buffer_element()) / 8);
    bool words = through_words(caps, type.buffer_element());
    layout().buffers.push_back({position, bytes, bytes, words ? 4 : bytes,
                                Type::scalar(type.buffer_element()).is_float(), false});
    bool by_address = layout().form == vulkan::BufferForm::Address;
    if (by_address) argument(What::Address, k, 2);
    if (words || !by_address) argument(What::Offset, k, 1);
    return param(type, name, From::Buffer, k);
  }

  // buffer_len becomes a value, wherever it stands.
  void replace_lengths(Region& body) {
    walk(body, [&](Inst& inst) {
      for (Inst*& operand : inst.operands) {
        if (operand->op == Op::BufferLen) operand = lengths.at(operand->operands[0]);
      }
    });
    drop_lengths(body);
  }
  static void drop_lengths(Region& body) {
    std::erase_if(body.insts, [](const Inst* inst) { return inst->op == Op::BufferLen; });
    for (Inst* inst : body.insts)
      for (auto& inner : inst->regions) drop_lengths(*inner);
  }

  void mark_written(const Region& body) {
    walk(body, [&](const Inst& inst) {
      if (inst.op != Op::StoreElem) return;
      for (size_t i = 0; i < f.params.size(); ++i)
        if (f.params[i] == inst.operands[0])
          layout().buffers[entry.sources[i].at].is_written = true;
    });
  }

  // One invocation an item: the fastest dimension is x.
  void one_item(std::vector<Inst*> body) {
    size_t d = f.indices.size();
    Inst* inside = nullptr;
    for (size_t i = 0; i < d; ++i) {
      Inst* at = invocation(static_cast<uint32_t>(d - 1 - i));
      at->name = f.indices[i]->name;
      replaced[f.indices[i]] = at;
      Inst* extent = number(kI64, f.extents[i]->name, What::Extent, static_cast<uint32_t>(i));
      replaced[f.extents[i]] = extent;
      Inst* fits = b.lt(at, extent);
      inside = inside ? b.bit_and(inside, fits) : fits;
    }
    Inst* check = b.if_(inside);
    check->regions[0]->insts = std::move(body);
  }

  // One invocation a copy of a block's reduction variables.
  void one_copy(std::vector<Inst*> body) {
    Inst* copy = invocation(0);
    Inst* lane = b.bit_and(copy, b.i64(kReductionLanes - 1));
    Inst* block = b.emit(Op::Shr, {copy, b.i64(6)});
    Inst* items = number(kI64, "items", What::Items, 0);
    Inst* size = number(kI64, "block", What::Block, 0);
    for (size_t i = 0; i < f.extents.size(); ++i)
      replaced[f.extents[i]] =
          number(kI64, f.extents[i]->name, What::Extent, static_cast<uint32_t>(i));
    Inst* first = b.emit(Op::Mul, {block, size});
    Inst* limit = b.emit(Op::Min, {b.add(first, size), items});
    std::vector<Inst*> partials;
    for (Inst* reduction : f.reductions) {
      auto k = static_cast<uint32_t>(layout().buffers.size());
      layout().reductions.push_back(
          {static_cast<uint8_t>(reduction->bits), static_cast<uint8_t>(reduction->aux.kind), k});
      partials.push_back(buffer(Type::buffer(reduction->aux.kind), reduction->name + ".partials",
                                vulkan::BufferLayout::kNone));
    }
    Inst* exists = b.if_(b.lt(first, items));  // the last group may have copies of no block
    b.set_region(*exists->regions[0]);
    std::vector<Inst*> vars;
    for (Inst* reduction : f.reductions) {
      Inst* var = b.var(reduction->aux, reduction->name);
      b.store(var,
              b.constant(reduction->aux, reduce_identity(static_cast<ReduceOp>(reduction->bits),
                                                         reduction->aux.kind)));
      replaced[reduction] = var;
      vars.push_back(var);
    }
    Inst* at = b.var(kI64, "item");
    b.store(at, b.add(first, lane));
    Inst* each = b.loop("items");
    b.in(each->body(), [&] {
      Inst* item = b.load(at);
      Inst* more = b.if_(b.lt(item, limit));
      b.in(*more->regions[1], [&] { b.exit(each); });
      Inst* rest = item;
      for (size_t i = f.indices.size(); i-- > 0;) {
        Inst* extent = replaced[f.extents[i]];
        replaced[f.indices[i]] = i == 0 ? rest : b.emit(Op::Rem, {rest, extent});
        if (i != 0) rest = b.emit(Op::Div, {rest, extent});
      }
      Inst* whole = b.block("item");
      whole->body().insts = std::move(body);
      walk(whole->body(), [&](Inst& inst) {
        if (inst.op != Op::Return) return;
        inst.op = Op::Exit;
        inst.target = whole;
      });
      b.store(at, b.add(item, b.i64(kReductionLanes)));
    });
    for (size_t i = 0; i < vars.size(); ++i) b.store_elem(partials[i], copy, b.load(vars[i]));
  }

  void run(vulkan::BufferForm form) {
    layout().form = form;
    layout().dimensions = static_cast<uint32_t>(f.indices.size());
    layout().parameters = static_cast<uint32_t>(f.params.size());
    std::vector<Inst*> old = std::move(f.params);
    f.params.clear();
    std::vector<Inst*> body = std::move(f.body.insts);
    f.body.insts.clear();
    parameters(std::move(old));
    if (f.reductions.empty()) {
      one_item(std::move(body));
      // A narrow x suits images with short rows; 64 items are what every device runs at once.
      if (layout().dimensions > 1) {
        layout().group_size[0] = 16;
        layout().group_size[1] = 4;
      }
    } else {
      one_copy(std::move(body));
    }
    replace_lengths(f.body);
    replace_uses(f.body, replaced);
    f.kind = FunctionKind::Function;
    f.indices.clear();
    f.extents.clear();
    f.reductions.clear();
    mark_written(f.body);
  }
};

}  // namespace

Entry raise_entry(Function& kernel, const vulkan::Capabilities& caps, vulkan::BufferForm form) {
  State state{kernel, caps};
  state.run(form);
  return std::move(state.entry);
}

}  // namespace tack::spirv
