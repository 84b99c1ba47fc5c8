// SPDX-License-Identifier: Apache-2.0
// Random bodies: nested regions with exits over several levels around straight-line code.
#pragma once

#include "fuzz/corner_maker.hpp"

namespace tack::fuzz {

class BodyMaker : public CornerMaker {
 public:
  using CornerMaker::CornerMaker;

  void statements(int count) {
    for (int i = 0; i < count && size_ < kMaxSize; ++i) statement();
  }

 private:
  // Runs `fill` in an inner region; what it defines is gone after.
  template <class Fill>
  void inside(ir::Region& region, const Fill& fill) {
    size_t sizes[kKinds];
    for (int k = 0; k < kKinds; ++k) sizes[k] = values_[k].size();
    size_t vars = vars_.size();
    ++depth_;
    last_ = nullptr;
    b_.in(region, fill);
    last_ = nullptr;
    --depth_;
    for (int k = 0; k < kKinds; ++k) values_[k].resize(sizes[k]);
    vars_.resize(vars);
  }

  // A run of statements that may end in a jump.
  void arm(int most) {
    statements(static_cast<int>(random_.between(1, most)));
    if (random_.chance(60)) sink(last_);
    jump(functions_return() ? 14 : 3, 38);
  }
  bool functions_return() const { return !function_.is_kernel(); }

  void jump(int return_percent, int exit_percent) {
    if (random_.chance(return_percent)) {
      ret();
    } else if (!labels_.empty() && random_.chance(exit_percent)) {
      exit_somewhere();
    }
  }

  void exit_somewhere() {
    size_t level = random_.chance(45) ? labels_.size() - 1 : random_.below(labels_.size());
    bool by_lane = divergent_ > labels_[level].divergent;
    if (by_lane && level + 2 <= labels_.size()) exits_two_levels = true;
    b_.exit(labels_[level].inst);
    count();
  }

 public:
  void ret() {
    std::vector<Inst*> results;
    for (Type type : function_.results) results.push_back(value(type.kind));
    b_.ret(results);
    count();
  }

 private:
  template <class Fill>
  void labelled(Inst* inst, const Fill& fill) {
    labels_.push_back({inst, divergent_});
    inside(inst->body(), fill);
    labels_.pop_back();
  }

  void if_statement() {
    Inst* c = condition();
    bool varying = varying_.count(c) != 0;
    Inst* inst = b_.if_(c);
    count();
    divergent_ += varying;
    inside(*inst->regions[0], [&] { arm(4); });
    if (random_.chance(45)) inside(*inst->regions[1], [&] { arm(4); });
    divergent_ -= varying;
  }

  void switch_statement() {
    Kind kind = random_int(random_);
    Type type = Type::scalar(kind);
    Inst* subject = value(kind);
    if (random_.chance(75))
      subject = keep(Op::And, {subject, b_.constant(type, random_.chance(50) ? 3 : 7)});
    std::vector<ir::SwitchCase> cases;
    std::vector<int64_t> pool = {0, 1, 2, 3, 4, 5, 100};
    if (type.is_signed()) pool.push_back(-1), pool.push_back(-128);
    if (!type.is_signed()) pool.push_back(255);
    int arms = static_cast<int>(random_.between(1, 3));
    for (int a = 0; a < arms; ++a) {
      ir::SwitchCase c;
      for (int64_t n = random_.between(1, 2); n > 0; --n) {
        size_t at = random_.below(pool.size());
        c.values.push_back(pool[at]);
        pool.erase(pool.begin() + static_cast<long>(at));
      }
      cases.push_back(c);
    }
    bool varying = varying_.count(subject) != 0;
    Inst* inst = b_.switch_(subject, cases);
    count();
    divergent_ += varying;
    for (auto& region : inst->regions) {
      if (random_.chance(85)) inside(*region, [&] { arm(3); });
    }
    divergent_ -= varying;
  }

  void block_statement() {
    Inst* inst = b_.block("b");
    count();
    labelled(inst, [&] {
      statements(static_cast<int>(random_.between(1, 3)));
      if (random_.chance(70)) if_statement();
      statements(static_cast<int>(random_.between(0, 2)));
      jump(1, 10);
    });
  }

  // An exit under a varying condition out of two regions at once, in a loop or a block.
  void nest_statement() {
    bool loops = runs_ * 4 <= kMaxRuns && random_.chance(60);
    Inst* outer = loops ? start_for() : b_.block("o");
    labelled(outer, [&] {
      statements(static_cast<int>(random_.between(0, 2)));
      Inst* inner = loops && random_.chance(50) ? start_for() : b_.block("n");
      labelled(inner, [&] {
        statements(1);
        Inst* c = condition();
        bool varying = varying_.count(c) != 0;
        Inst* when = b_.if_(c);
        count();
        divergent_ += varying;
        inside(*when->regions[0], [&] {
          statements(static_cast<int>(random_.between(0, 2)));
          sink(last_);
          exits_two_levels |= varying;
          b_.exit(outer);
        });
        divergent_ -= varying;
        statements(static_cast<int>(random_.between(0, 3)));
        if (random_.chance(40)) if_statement();
      });
      end_for(inner);
      statements(static_cast<int>(random_.between(0, 2)));
    });
    end_for(outer);
  }

  Inst* start_for() {
    Kind kind = random_.chance(50) ? Kind::I32 : random_int(random_);
    Type type = Type::scalar(kind);
    auto number = [&](int64_t v) { return b_.constant(type, static_cast<uint64_t>(v)); };
    Inst *lo, *hi, *step = number(random_.between(1, 3));
    int width = ir::bits_of(kind);
    switch (random_.below(4)) {
      case 0: {  // up to the type's end
        int64_t most =
            static_cast<int64_t>(~uint64_t{0} >> (64 - width + (type.is_signed() ? 1 : 0)));
        lo = number(most - random_.between(0, 4));
        hi = number(most);
        break;
      }
      case 1:  // lanes differ in how often it runs
        lo = keep(Op::And, {value(kind), number(3)});
        hi = keep(Op::And, {value(kind), number(7)});
        hi = keep(Op::Min, {hi, number(4)});
        break;
      case 2:
        lo = number(random_.between(0, 2));
        hi = keep(Op::And, {value(kind), number(3)});
        step = keep(Op::And, {value(kind), number(1)});
        break;
      default:
        lo = number(type.is_signed() ? random_.between(-3, 2) : random_.between(0, 2));
        hi = number(random_.between(0, 4));
        break;
    }
    Inst* inst = b_.for_range(lo, hi, step, "k", "f");
    count();
    int by_lane = varying_.count(lo) + varying_.count(hi) + varying_.count(step);
    add_value(inst->index, by_lane != 0);
    if (by_lane) varying_.insert(inst);
    divergent_ += by_lane != 0;
    runs_ *= 5;
    return inst;
  }
  void end_for(Inst* inst) {
    if (inst->op != Op::For) return;
    auto& pool = values_[static_cast<int>(inst->index->type.kind)];
    std::erase(pool, inst->index);
    divergent_ -= varying_.count(inst) != 0;
    runs_ /= 5;
  }

  void for_statement() {
    Inst* inst = start_for();
    labelled(inst, [&] {
      statements(static_cast<int>(random_.between(1, 4)));
      if (random_.chance(50)) if_statement();
      sink(last_);
      jump(1, 8);
    });
    end_for(inst);
  }

  // loop { if fuel == n { exit } fuel = fuel + 1 ... }: ends whatever the body does.
  void loop_statement() {
    Inst* fuel = b_.var(ir::kI32, "fuel");
    int64_t most = random_.between(1, 5);
    Inst* limit = b_.i32(static_cast<int32_t>(most));
    if (random_.chance(40)) {
      Inst* x = b_.convert(ir::kI32, value(random_int(random_)));
      limit = keep(Op::Add, {keep(Op::And, {x, b_.i32(3)}), b_.i32(1)});
    }
    bool varying = varying_.count(limit) != 0;
    Inst* inst = b_.loop("l");
    count(2);
    runs_ *= 5;
    divergent_ += varying;
    labelled(inst, [&] {
      Inst* n = b_.load(fuel);
      Inst* done = b_.emit(Op::Ge, {n, limit});
      Inst* stop = b_.if_(done);
      b_.in(*stop->regions[0], [&] { b_.exit(inst); });
      b_.store(fuel, b_.add(n, b_.i32(1)));
      add_value(n, true);
      count(6);
      statements(static_cast<int>(random_.between(1, 4)));
      if (random_.chance(60)) if_statement();
      statements(static_cast<int>(random_.between(0, 2)));
      sink(last_);
      jump(1, 10);
    });
    divergent_ -= varying;
    runs_ /= 5;
  }

  void call_statement() {
    const Helper& helper = random_.pick(helpers_);
    if (helper.cost * runs_ > 3000) return;
    std::vector<Inst*> arguments;
    bool varying = false;
    for (Inst* p : helper.function->params) {
      arguments.push_back(value(p->type.kind));
      varying |= varying_.count(arguments.back()) != 0;
    }
    Inst* call = b_.call(*helper.function, arguments);
    count();
    cost += helper.cost * runs_;
    size_t results = helper.function->results.size();
    for (size_t k = 0; k < results; ++k)
      add_value(results == 1 ? call : b_.result_of(call, static_cast<uint32_t>(k)), varying);
  }

  void statement() {
    if (wants_corner()) return corner();
    bool may_nest = depth_ < 6;
    bool may_loop = may_nest && runs_ * 5 <= kMaxRuns;
    uint64_t roll = random_.below(100);
    auto within = [&](uint64_t weight) {
      if (roll < weight) return true;
      roll -= weight;
      return false;
    };
    if (within(bins.empty() ? 25 : 20)) return pure();
    if (within(5)) return sink(last_);
    if (within(7)) return new_var();
    if (within(11)) {
      if (!vars_.empty()) return store_var(random_.pick(vars_));
      return new_var();
    }
    if (within(9)) {
      if (buffers.empty()) return pure();
      load_from(random_.pick(buffers));
      return;
    }
    if (within(6)) {
      std::vector<const BufferUse*> mine;
      for (const BufferUse& use : buffers) {
        if (use.own) mine.push_back(&use);
      }
      if (!mine.empty()) return store_own(*random_.pick(mine));
      return pure();
    }
    if (within(has_atomics ? 4 : 0)) {
      std::vector<const BufferUse*> mine;
      for (const BufferUse& use : buffers) {
        if (use.own) mine.push_back(&use);
      }
      if (!mine.empty()) return update_own(*random_.pick(mine));
      return pure();
    }
    if (within(bins.empty() ? 0 : 5)) return update_bin(random_.pick(bins));
    if (within(4)) {
      if (!reductions_.empty()) return use_reduction(random_.pick(reductions_));
      return pure();
    }
    if (within(2)) {
      if (buffers.empty()) return pure();
      note(b_.emit(Op::BufferLen, {random_.pick(buffers).param}));
      return;
    }
    if (within(4)) {
      if (!helpers_.empty()) return call_statement();
      return pure();
    }
    if (!may_nest) return pure();
    if (within(7)) return if_statement();
    if (within(3)) return block_statement();
    if (within(3)) return switch_statement();
    if (within(9)) return nest_statement();
    if (!may_loop) return pure();
    if (within(3)) return for_statement();
    return loop_statement();
  }

  struct Label {
    Inst* inst;
    int divergent;  // varying conditions around it
  };

  std::vector<Label> labels_;
  int depth_ = 0;
};

}  // namespace tack::fuzz
