// SPDX-License-Identifier: Apache-2.0
#include "transform/choose_width.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "analysis/access_shape.hpp"
#include "analysis/ranges.hpp"
#include "analysis/uniformity.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {
namespace {

using analysis::Access;
using ir::Inst;
using ir::Op;
using ir::Region;
using ir::Type;

// An inner loop counts as this many runs.
constexpr double kLoopWeight = 8;
// A lane of a gather or scatter against a vector instruction (AVX2: 8 lanes in about 10 cycles;
// scatters are taken apart).
constexpr double kGatherLane = 1.1, kScatterLane = 1.8;
// The same where each lane walks along a row of its own, by an inner loop's counter: so many
// streams at once miss the caches, most where rows are a power of two apart. A 2048 x 2048 stencil
// whose items are rows took 80 ms in gangs and 6 ms in scalar code; a product of matrices gains all
// the same.
constexpr double kWalk = 4;
// An atomic update: about 20 cycles, more when threads meet.
constexpr double kAtomic = 20;
// Vars of arrays stay below this for all lanes together.
constexpr uint64_t kStackBytes = 64 * 1024;

class Estimate {
 public:
  Estimate(const ir::Function& kernel, const ir::Target& target)
      : kernel_(kernel),
        target_(target),
        uniformity_(kernel),
        ranges_(kernel),
        shapes_(kernel, uniformity_, ranges_, 8) {}

  WidthChoice choose() {
    count(kernel_.body, 1);
    find_pressure();
    int bits = dominant_bits();
    uint16_t native = static_cast<uint16_t>(std::max<uint32_t>(target_.vector_bits / bits, 1));
    if (native < 2)
      return {1, "a vector holds only one value of " + std::to_string(bits) + " bits", 0};
    if (gang_ / native + lanes_ > scalar_)
      return {1, "its indexed accesses cost more than its arithmetic gains", first_indexed_};
    uint16_t vectors = vectors_wanted();
    uint16_t width = static_cast<uint16_t>(std::min<uint32_t>(native * vectors, 64));
    while (width > native && array_bytes_ * width > kStackBytes) width /= 2;
    if (array_bytes_ * width > kStackBytes)
      return {1, "its arrays take " + std::to_string(array_bytes_) + " bytes an item", 0};
    vectors = static_cast<uint16_t>(width / native);
    return {width,
            std::to_string(vectors) + (vectors == 1 ? " vector of " : " vectors of ") +
                std::to_string(native) + " x " + std::to_string(bits) + " bits" +
                (is_chain_ ? ", to hide the latency of its loop" : ""),
            0};
  }

  // A width that was asked for, or what its arrays leave of it.
  WidthChoice capped(uint16_t width) {
    count(kernel_.body, 1);
    uint16_t asked = width;
    while (width > 1 && array_bytes_ * width > kStackBytes) width /= 2;
    return {width,
            width == asked ? "asked for"
                           : "its arrays take " + std::to_string(array_bytes_) + " bytes an item",
            0};
  }

 private:
  static double weight(const Inst& inst) {
    switch (inst.op) {
      case Op::Div:
      case Op::Rem:
      case Op::FloorDiv:
      case Op::FloorMod:
      case Op::Sqrt:
        return 6;
      default:
        return 1;
    }
  }

  // Done by comparing lane numbers (gang_writer.cpp).
  bool is_index_test(const Inst& inst) const {
    return inst.op >= Op::Eq && inst.op <= Op::Ge && inst.operands[0]->type == ir::kI64 &&
           ((shapes_.counts_up(*inst.operands[0]) && shapes_.of(*inst.operands[1]).is_uniform()) ||
            (shapes_.counts_up(*inst.operands[1]) && shapes_.of(*inst.operands[0]).is_uniform()));
  }

  // Whether an index goes up by one as an inner loop goes round: a sum of few terms, one its
  // counter.
  static bool is_walk(const Inst& index, int depth = 4) {
    if (index.op == Op::ForIndex) return true;
    if (depth == 0) return false;
    bool is_sum = index.op == Op::Add;
    if (!is_sum && index.op != Op::Sub && index.op != Op::Convert) return false;
    return is_walk(*index.operands[0], depth - 1) ||
           (is_sum && is_walk(*index.operands[1], depth - 1));
  }

  void add_type(Type type, double runs) {
    int bits = ir::bits_of(type);
    if (bits >= 8) bits_[bits] += runs;
  }

  void count(const Region& region, double runs) {
    for (const Inst* inst : region.insts) {
      bool is_varying = uniformity_.varying(*inst);
      switch (inst->op) {
        case Op::LoadElem:
        case Op::StoreElem: {
          bool is_store = inst->op == Op::StoreElem;
          Type type = is_store ? inst->operands[2]->type : inst->type;
          scalar_ += runs;
          Access access = shapes_.access(*inst);
          if (access == Access::Consecutive) {
            // Elements are most often widened at once: a half of a vote.
            add_type(type, runs / 2);
            gang_ += runs;
          } else if (access != Access::Uniform) {
            add_type(type, runs / 2);
            double cost = is_store ? kScatterLane : kGatherLane;
            lanes_ += runs * cost * (is_walk(*inst->operands[1]) ? kWalk : 1);
            if (first_indexed_ == 0) first_indexed_ = inst->loc;
          }
          break;
        }
        case Op::AtomicAdd:
        case Op::AtomicMin:
        case Op::AtomicMax:
          // Lane by lane, as in scalar code.
          scalar_ += kAtomic * runs;
          lanes_ += kAtomic * runs;
          break;
        case Op::Var:
          if (is_varying && inst->aux.is_aggregate())
            array_bytes_ += kernel_.module.size_of(inst->aux);
          break;
        case Op::Load:
        case Op::Store:
          if (inst->operands.size() > (inst->op == Op::Store ? 2u : 1u))
            scalar_ += runs, gang_ += runs;
          break;
        case Op::Loop:
        case Op::For:
          scalar_ += 2 * runs * kLoopWeight;
          count(inst->body(), runs * kLoopWeight);
          find_chain(*inst);
          break;
        default:
          if (!inst->type.is_void() && (!is_varying || shapes_.of(*inst).is_affine()))
            uniform_ += runs;
          // Affine values are addresses mostly, and those fold into the accesses.
          if (!inst->type.is_void() && !shapes_.of(*inst).is_affine()) {
            scalar_ += runs * weight(*inst);
            if (is_index_test(*inst)) {
              uniform_ += 5 * runs;
              gang_ += runs;
            } else if (is_varying) {
              Type type = inst->type.is_bool() && !inst->operands.empty() ? inst->operands[0]->type
                                                                          : inst->type;
              add_type(type, runs * weight(*inst));
              gang_ += runs * weight(*inst) * (ir::bits_of(type) == 64 ? 2 : 1);
            }
          }
          for (const auto& inner : inst->regions) count(*inner, runs);
          break;
      }
    }
  }

  int dominant_bits() const {
    int best = 32;
    double most = 0;
    for (auto [bits, votes] : bits_) {
      if (votes > most || (votes == most && bits > best)) best = bits, most = votes;
    }
    return best;
  }

  // A short loop that carries varying floats waits for its own results: more vectors at a time.
  void find_chain(const Inst& loop) {
    size_t size = 0;
    bool carries = false;
    ir::walk(loop.body(), [&](const Inst& inst) {
      ++size;
      carries |= inst.op == Op::Store && inst.operands[0]->aux.is_float() &&
                 uniformity_.varying(*inst.operands[0]);
      if (inst.op == Op::Loop || inst.op == Op::For) size += 1000;  // only innermost ones
    });
    constexpr size_t kShort = 60;
    is_chain_ |= carries && size <= kShort;
  }

  // The most varying values alive at once, each as one register of lanes.
  void find_pressure() {
    struct Life {
      size_t from, to;
    };
    std::unordered_map<const Inst*, Life> lives;
    std::vector<std::pair<size_t, const Inst*>> loops;  // where each open loop began
    std::vector<std::pair<const Inst*, size_t>> late;   // used in a loop, alive to its end
    size_t at = 0;
    std::function<void(const Region&)> visit = [&](const Region& region) {
      for (const Inst* inst : region.insts) {
        ++at;
        for (const Inst* operand : inst->operands) {
          auto life = lives.find(operand);
          if (life == lives.end()) continue;
          life->second.to = at;
          for (auto& [begin, loop] : loops) {
            if (life->second.from < begin) {
              late.emplace_back(operand, begin);
              break;
            }
          }
        }
        bool is_register = inst->is_var() ? !inst->aux.is_aggregate() : !inst->type.is_void();
        if (is_register && uniformity_.varying(*inst) && !shapes_.of(*inst).is_affine() &&
            inst->op != Op::Load)
          lives[inst] = {at, at};
        bool is_loop = inst->op == Op::Loop || inst->op == Op::For;
        size_t begin = at;
        if (is_loop) loops.emplace_back(begin, inst);
        for (const auto& inner : inst->regions) visit(*inner);
        if (!is_loop) continue;
        loops.pop_back();
        ++at;
        for (auto& [value, start] : late) {
          if (start == begin) lives[value].to = at;
        }
      }
    };
    visit(kernel_.body);
    std::vector<int> change(at + 2);
    for (auto& [value, life] : lives) ++change[life.from], --change[life.to + 1];
    int now = 0;
    for (int step : change) pressure_ = std::max(pressure_, now += step);
  }

  // Work done once a gang is shared by more items in a wider one: a ray march whose position is the
  // same for a row took 33, 25, 24 and 20 ns an item in gangs of 8, 16, 32 and 64.
  uint16_t vectors_wanted() const {
    uint16_t vectors = vectors_that_fit();
    while (vectors < 4 && uniform_ * 2 > gang_ * vectors && pressure_ * vectors <= registers())
      vectors *= 2;
    return vectors;
  }

  int registers() const {
    return target_.vector_bits >= 512 || target_.name.starts_with("aarch64") ? 32 : 16;
  }

  uint16_t vectors_that_fit() const {
    int registers = this->registers();
    // Mandelbrot on AVX2 (16 registers, 9 values alive), against clang's scalar code: 1
    // vector 6.4x, 2 vectors 10.4x, 4 vectors 8.5x, where LLVM spills; by hand 4 vectors reach 14x.
    if (is_chain_ && pressure_ * 4 <= registers + registers / 4) return 4;
    if (is_chain_ && pressure_ * 2 <= registers + registers / 2) return 2;
    return pressure_ * 2 <= registers ? 2 : 1;
  }

  const ir::Function& kernel_;
  const ir::Target& target_;
  analysis::Uniformity uniformity_;
  analysis::Ranges ranges_;
  analysis::AccessShapes shapes_;
  std::unordered_map<int, double> bits_;  // votes by width
  double scalar_ = 0;                     // work of one item in scalar code
  double gang_ = 0;                       // vector instructions of a gang of one vector
  double uniform_ = 0;                    // scalar instructions of a gang
  double lanes_ = 0;                      // work that stays for each item of a gang
  ir::Loc first_indexed_ = 0;
  uint64_t array_bytes_ = 0;
  int pressure_ = 0;
  bool is_chain_ = false;
};

}  // namespace

WidthChoice choose_gang_width(const ir::Function& kernel, const ir::Target& target,
                              uint16_t forced) {
  if (auto refusal = why_not_vectorise(kernel)) return {1, refusal->reason, refusal->loc};
  if (forced == 1) return {1, "asked for", 0};
  if (forced > 1) {
    uint16_t width = 2;
    while (width < 64 && width * 2 <= forced) width *= 2;
    return Estimate(kernel, target).capped(width);
  }
  if (target.vector_bits == 0) return {1, "the target has no vectors", 0};
  return Estimate(kernel, target).choose();
}

}  // namespace tack::transform
