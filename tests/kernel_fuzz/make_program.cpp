// SPDX-License-Identifier: Apache-2.0
// The loop, the arrays that its iterations share, and the arguments of one call.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernel_fuzz/maker.hpp"
#include "kernel_fuzz/run.hpp"

namespace tack::kernel_fuzz {
namespace {

uint64_t bits_of_float(Kind kind, double value) {
  if (kind == Kind::F64) {
    uint64_t bits;
    std::memcpy(&bits, &value, 8);
    return bits;
  }
  auto narrow = static_cast<float>(value);
  uint32_t bits;
  std::memcpy(&bits, &narrow, 4);
  return bits;
}

size_t bytes_of(Kind kind) { return static_cast<size_t>(ir::bits_of(kind)) / 8; }

}  // namespace

// A number that is worth trying, as the bits of its type.
uint64_t Maker::sample(Kind kind) {
  if (is_float(kind)) {
    static const std::vector<double> kCorners = {
        0.0,  -0.0, 1.0, -1.0, 0.5,   -0.5,         2.5,      -7.0,      3.0, 100.25,
        -0.3, 1e-3, 1e9, 1e30, 1e-40, 2147483648.0, INFINITY, -INFINITY, NAN};
    if (chance(60)) return bits_of_float(kind, pick(kCorners));
    return bits_of_float(kind, static_cast<double>(random_.between(-1000, 1000)) / 16);
  }
  int bits = ir::bits_of(kind);
  uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  uint64_t top = uint64_t{1} << (bits - 1);
  const uint64_t corners[] = {0, 1, 2, 3, 5, 7, 8, mask, mask - 1, mask - 6, top, top - 1, top + 1};
  if (chance(65)) return corners[random_.below(13)];
  return (chance(50) ? random_.next() : random_.below(100)) & mask;
}

int Maker::add_block(Kind kind, int64_t elements) {
  Block b{kind, {}};
  // Never empty: the address of nothing is none.
  for (int64_t k = 0; k < std::max<int64_t>(elements, 1); ++k) {
    uint64_t bits = sample(kind);
    for (size_t byte = 0; byte < bytes_of(kind); ++byte)
      b.bytes.push_back(static_cast<uint8_t>(bits >> (8 * byte)));
  }
  program_.blocks.push_back(std::move(b));
  return static_cast<int>(program_.blocks.size()) - 1;
}

void Maker::add_array(Array array, int block, int64_t offset) {
  Argument a;
  a.name = array.name;
  a.kind = array.kind;
  a.is_array = true;
  a.shape = array.shape;
  a.element = array.element;
  a.cols = array.cols;
  a.block = block;
  a.offset = offset * static_cast<int64_t>(bytes_of(array.kind));
  program_.arguments.push_back(a);
  has_f64_ |= array.kind == Kind::F64;
  scope_.arrays.push_back(std::move(array));
}

// Names, starts, counts and steps of the parallel loop's dimensions.
void Maker::make_loop() {
  static const std::vector<std::string> kNames = {"i", "j", "l", "m", "n0", "n1", "n2", "n3"};
  static const std::vector<int64_t> kCounts = {1,  2,  3,  7,  8,  15,  16,  17,
                                               31, 33, 40, 64, 65, 100, 130, 200};
  size_t rank = 1;
  if (chance(35)) {
    static const std::vector<size_t> kRanks = {1, 2, 2, 2, 3, 3, 4, 5, 8};
    rank = pick(kRanks);
  }
  int64_t room = 200;
  for (size_t d = 0; d < rank; ++d) {
    loop_.push_back(kNames[d]);
    int64_t count = rank == 1  ? pick(kCounts)
                    : rank < 4 ? random_.between(1, std::min<int64_t>(room, 12))
                               : random_.between(1, std::min<int64_t>(room, 3));
    if (chance(4)) count = chance(50) ? 0 : -random_.between(1, 3);
    room /= std::max<int64_t>(count, 1);
    count_.push_back(count);
    start_.push_back(chance(60) ? 0 : random_.between(-3, 4));
    step_.push_back(rank == 1 && chance(30) ? random_.between(2, 4) : 1);
  }
  if (has_object_ && chance(60)) {
    loops_over_object_ = rank <= 3 && chance(60);
    for (size_t d = 0; d < rank && loops_over_object_; ++d) start_[d] = 0, step_[d] = 1;
    if (loops_over_object_) extents_ = count_;
    for (int64_t d = random_.between(1, 3); d > 0 && !loops_over_object_; --d)
      extents_.push_back(random_.between(-1, 3));
  } else if (rank == 1 && chance(2)) {
    stands_still_ = true;
    count_[0] = 0, step_[0] = 1;
  }
}

// An array of which each iteration has one element, or a row of slots.
Array Maker::own_array(const std::string& array_name) {
  Array a;
  a.name = array_name;
  a.kind = any_kind();
  a.role = Role::Own;
  size_t rank = loop_.size();
  a.slots = chance(60) ? random_.between(2, 5) : 0;
  a.reach = a.slots;
  bool is_direct = rank <= 3 && chance(75);
  // Where the iteration stands in each dimension, from 0 on.
  std::vector<Expr> at;
  std::vector<int64_t> extents;
  for (size_t d = 0; d < rank; ++d) {
    Expr v = name(loop_[d], kIndex);
    int64_t count = std::max<int64_t>(count_[d], 0);
    if (is_direct && chance(70)) {
      int64_t shift = std::max<int64_t>(-start_[d], 0);
      if (shift) v = binary("+", v, number(shift), kIndex);
      extents.push_back(count ? start_[d] + shift + (count - 1) * step_[d] + 1 : 0);
      if (count && chance(20)) extents.back() += 2;
    } else {
      if (start_[d] > 0) v = binary("-", v, number(start_[d]), kIndex);
      if (start_[d] < 0) v = binary("+", v, number(-start_[d]), kIndex);
      if (step_[d] > 1) v = binary("//", v, number(step_[d]), kIndex);
      if (is_direct && count && chance(20)) v = binary("-", number(count - 1), v, kIndex);
      extents.push_back(count);
    }
    at.push_back(v);
  }
  if (is_direct) {
    a.item = at;
    a.shape = extents;
    if (a.slots) a.shape.push_back(a.slots);
    return a;
  }
  Expr flat = at[0];
  int64_t items = extents[0];
  for (size_t d = 1; d < rank; ++d) {
    flat = binary("+", binary("*", flat, number(extents[d]), kIndex), at[d], kIndex);
    items *= extents[d];
  }
  a.item = {flat};
  a.is_flat = true;
  a.shape = {items * std::max<int64_t>(a.slots, 1)};
  if (a.slots && items && chance(30)) a.shape = {items, a.slots};  // the same, two-dimensional
  return a;
}

// The same memory under a second name: whole, moved within an iteration's elements, or as integers
// of the other sign.
void Maker::add_alias(const Array& of, int block) {
  Array a = of;
  a.name = fresh("y");
  int64_t offset = 0;
  uint64_t form = random_.below(3);
  if (form == 1 && a.slots >= 2 && a.size() > 0) {
    offset = random_.between(1, a.slots - 1);
    a.reach = a.slots - offset;
    // Its last row goes past the other's.
    for (int64_t k = 0; k < offset; ++k) {
      uint64_t bits = sample(a.kind);
      for (size_t byte = 0; byte < bytes_of(a.kind); ++byte)
        program_.blocks[static_cast<size_t>(block)].bytes.push_back(
            static_cast<uint8_t>(bits >> (8 * byte)));
    }
  } else if (form == 2 && !is_float(a.kind)) {
    auto other = static_cast<size_t>(std::find(std::begin(kIntegers), std::end(kIntegers), a.kind) -
                                     std::begin(kIntegers));
    a.kind = kIntegers[other ^ 1];
  }
  add_array(a, block, offset);
}

void Maker::choose_element(Array& a) {
  a.element = static_cast<int>(random_.between(chance(10) ? 1 : 2, 4));
  if (chance(45)) a.cols = static_cast<int>(random_.between(1, 3));
}

void Maker::make_arrays() {
  for (int64_t k = random_.between(1, 3); k > 0; --k) {
    Array a = own_array(fresh("x"));
    if (has_vectors_ && chance(40)) {
      choose_element(a);
      int block = add_block(a.kind, a.numbers());
      add_array(a, block, 0);
      if (chance(30)) {
        a.name = fresh("y");
        add_array(a, block, 0);
      }
      continue;
    }
    int block = add_block(a.kind, a.size());
    add_array(a, block, 0);
    while (chance(35)) add_alias(a, block);
  }
  for (int64_t k = random_.between(1, 3); k > 0; --k) {
    Array a;
    a.name = fresh("a");
    a.kind = any_kind();
    if (chance(50)) {  // as large as the loop, so that its variables are indices
      for (size_t d = 0; d < loop_.size() && d < 3; ++d)
        a.shape.push_back(std::max<int64_t>(
            0, start_[d] + (count_[d] - 1) * step_[d] + 1 + random_.between(0, 2)));
    } else {
      for (int64_t d = random_.between(0, 3); d > 0; --d)
        a.shape.push_back(chance(6) ? 0 : random_.between(1, 9));
    }
    if (has_vectors_ && chance(30)) choose_element(a);
    int block = add_block(a.kind, a.numbers());
    add_array(a, block, 0);
    if (chance(20)) {
      a.name = fresh("b");
      add_array(a, block, 0);
    }
  }
  bool named = false;
  for (int64_t k = random_.between(0, 2); k > 0; --k) {
    Array a;
    a.name = fresh("c");
    // The seed names the first, so that every pair is met.
    uint64_t turn = named ? random_.next() : program_.seed;
    static const std::vector<std::string> kOps = {"atomic_add", "atomic_min", "atomic_max"};
    a.kind = kNumbers[turn % 10];
    a.role = Role::Counter;
    a.atomic = kOps[turn / 10 % 3];
    named = true;
    for (int64_t d = random_.between(0, 2); d > 0; --d) a.shape.push_back(random_.between(1, 4));
    if (has_vectors_ && chance(30)) a.element = static_cast<int>(random_.between(1, 4));
    int block = add_block(a.kind, a.numbers());
    if (is_float(a.kind)) {  // whole numbers, so that their sums are exact
      std::vector<uint8_t>& bytes = program_.blocks.back().bytes;
      size_t size = bytes_of(a.kind);
      for (size_t k = 0; k < bytes.size(); ++k) {
        double whole = static_cast<double>(k / size % 5 + 1);
        bytes[k] = static_cast<uint8_t>(bits_of_float(a.kind, whole) >> (8 * (k % size)));
      }
    }
    add_array(a, block, 0);
  }
}

void Maker::make_scalars() {
  for (int64_t k = random_.between(0, 2); k > 0; --k) {
    static const std::vector<Kind> kKinds = {Kind::I32, Kind::I32, Kind::I64, Kind::U64, Kind::F32};
    Argument a;
    a.name = fresh("s");
    a.kind = pick(kKinds);
    if (a.kind == Kind::F32 && has_f64_) a.kind = Kind::F64;
    a.bits = sample(a.kind);
    program_.arguments.push_back(a);
    scope_.vars.push_back({a.name, {a.kind}});
  }
}

std::vector<Stmt> Maker::outer_statements() {
  std::vector<Stmt> out;
  is_outside_ = true;
  if (chance(40)) block(out, 3, 1);
  is_outside_ = false;
  return out;
}

void Maker::choose_way() {
  static const std::vector<uint32_t> kWidths = {1, 4, 8,  0, 1, 4, 1, 4, 8, 2, 1, 4, 8, 4,  1, 0,
                                                1, 4, 16, 1, 4, 8, 1, 4, 2, 1, 4, 8, 1, 4,  1, 0,
                                                1, 4, 8,  2, 1, 4, 1, 4, 8, 1, 4, 4, 1, 32, 64};
  Way& way = program_.way;
  std::vector<std::string> sets = isas();
  way.isa = pick(sets);
  way.width = pick(kWidths);
  static const std::vector<int> kThreads = {1, 2, 7};
  way.threads = pick(kThreads);
  way.small = chance(30);
  way.extents = chance(50);
  way.checks = program_.strict && chance(12);
  // Half the kernels reach machine code as the compiler itself made them: in a third of the time.
  way.llvm = chance(50);
}

void Maker::make_kernel() {
  Function f;
  f.name = "kernel";
  if (is_kernel_method_) f.owner = program_.classes[some_classes()[0]].name;
  function_ = &f;
  for (const Argument& a : program_.arguments)
    if (!a.is_array && a.name.find('.') == std::string::npos) f.types[a.name] = name_of(a.kind);

  // A bound is written in many ways; what it is must come out.
  std::vector<std::string> bound_names;
  std::vector<Stmt> before_bounds;
  auto argument = [&](int64_t value) {
    Argument a;
    a.name = fresh("n");
    a.kind = chance(70) ? Kind::I32 : Kind::I64;
    uint64_t mask = a.kind == Kind::I32 ? 0xffffffff : ~uint64_t{0};
    a.bits = static_cast<uint64_t>(value) & mask;
    program_.arguments.push_back(a);
    f.types[a.name] = name_of(a.kind);
    bound_names.push_back(a.name);
    return name(a.name, {a.kind});
  };
  auto bound = [&](int64_t value) -> Expr {
    std::vector<Expr> extents;
    for (const Array& a : scope_.arrays)
      for (size_t d = 0; d < a.shape.size(); ++d)
        if (a.shape[d] == value)
          extents.push_back(
              d == 0 && chance(50)
                  ? call("len", {name(a.name, {})}, kIndex)
                  : index(name(a.name + ".shape", {}), {number(static_cast<int64_t>(d))}, kIndex));
    if (!extents.empty() && chance(50)) return pick(extents);
    switch (random_.below(8)) {
      case 0:
        return binary("//", argument(value * 2 + 1), number(2), kIndex);
      case 1:
        return binary("+", argument(value - 3), number(3), kIndex);
      case 2:
        return unary("-", argument(-value), kIndex);
      case 3: {
        Expr n = argument(value);
        Var local = new_local(n.type);
        before_bounds.push_back(assign(name(local.name, n.type), n));
        return name(local.name, n.type);
      }
      case 4:
      case 5:
        return argument(value);
      default:
        return number(value);
    }
  };
  Stmt loop = simple(Stmt::Form::For);
  for (const std::string& v : loop_) {
    loop.targets.push_back(name(v, kIndex));
    f.types[v] = "i64";
  }
  if (loops_over_object_) {
    loop.values = {name(program_.object, {})};
    if (loop_.size() > 1) {
      loop.targets = {name("cell", {Kind::I64, Strength::Strong, static_cast<int>(loop_.size())})};
      loop.body = unpack_index("cell", loop_);
    }
  } else {
    bool as_range = loop_.size() == 1 && (step_[0] > 1 || stands_still_ || chance(80));
    std::vector<Expr> sizes;
    for (size_t d = 0; d < loop_.size(); ++d) {
      int64_t stop = start_[d] + count_[d] * step_[d];
      if (step_[d] > 1 && count_[d] > 0) stop -= random_.between(0, step_[d] - 1);
      if (stands_still_) {  // a step that is not positive runs nothing
        sizes = {bound(start_[d]), bound(start_[d] + random_.between(-5, 9)),
                 argument(-random_.between(0, 3))};
      } else if (as_range) {
        if (start_[d] != 0 || step_[d] > 1 || chance(10)) sizes.push_back(bound(start_[d]));
        sizes.push_back(bound(stop));
        if (step_[d] > 1) sizes.push_back(chance(50) ? number(step_[d]) : argument(step_[d]));
      } else if (start_[d] != 0 || chance(15)) {
        Expr first = bound(start_[d]), last = bound(stop);
        sizes.push_back({Expr::Form::Tuple, "", {first, last}, {}});
      } else {
        sizes.push_back(bound(stop));
      }
    }
    loop.values.push_back(call(as_range     ? "range"
                               : chance(90) ? "tack.ndindex"
                                            : "tack.ndrange",
                               sizes, {}));
  }

  if (chance(15)) {
    Stmt doc = simple(Stmt::Form::Doc);
    doc.text = "A random kernel.";
    f.body.push_back(doc);
  }
  f.body.insert(f.body.end(), before_bounds.begin(), before_bounds.end());
  std::vector<Stmt> outer = outer_statements();
  f.body.insert(f.body.end(), outer.begin(), outer.end());
  // What is returned reads only what the loop leaves alone.
  bool returns = chance(25);
  if (returns)
    for (Var& v : scope_.vars) v.may_assign = false;
  Scope around = scope_;
  for (size_t d = 0; d < loop_.size(); ++d) {
    int64_t below =
        start_[d] >= 0 && count_[d] > 0 ? start_[d] + (count_[d] - 1) * step_[d] + 1 : 0;
    scope_.vars.push_back({loop_[d], kIndex, false, below});
  }
  in_kernel_ = true;
  // Chance alone would take too long to pair every operator with every type: the seed names one.
  auto directed = [&](uint64_t turn) {
    Kind kind = kNumbers[turn % 10];
    turn /= 10;
    static const std::vector<std::string> kInts = {"+", "-", "*",  "//", "%", "&",
                                                   "|", "^", "<<", ">>", "**"};
    static const std::vector<std::string> kFloats = {"+", "-", "*", "/", "//", "%"};
    static const std::vector<std::string> kSigns = {"==", "!=", "<", "<=", ">", ">="};
    static const std::vector<std::string> kFunctions = {"abs", "min", "max"};
    const auto& ops = is_float(kind) ? kFloats : kInts;
    std::string op = ops[turn / 5 % ops.size()];
    auto right = [&]() -> Expr {
      if (op == "**") return exponent(1);
      if (op == "<<" || op == ">>") return shift_count(integer(1), kind);
      Expr e = of_kind(kind, 1);
      if (op != "//" && op != "%") return e;
      e = divisor(std::move(e));
      return e.type.kind == kind && e.type.strength == Strength::Strong ? e : cast(kind, e);
    };
    Expr one = of_kind(kind, 1);
    Var v = new_local({kind});
    Expr local = name(v.name, v.type);
    auto& out = loop.body;
    switch (turn % 5) {
      case 0: {
        Expr e = right();
        out.push_back(assign(local, one));
        out.push_back(augment(op, local, e));
        break;
      }
      case 1: {
        Array a{fresh("buf"), kind, Role::Local, {2}};
        Expr size = number(2), at = slot(2, 1), e = right();
        out.push_back(
            assign(name(a.name, {}),
                   call("tack.local_array", {name("tack." + name_of(kind), {}), size}, {})));
        out.push_back(augment(op, element(a, {at}), e));
        out.push_back(assign(local, element(a, {at})));
        break;
      }
      case 2: {
        Expr e = right();
        Expr made = binary(op, one, e, {op == "/" && !is_float(kind) ? Kind::F32 : kind});
        if (made.type.kind != kind) made = cast(kind, made);
        out.push_back(assign(local, made));
        break;
      }
      case 3:
        out.push_back(
            assign(local, cast(kind, compare(kSigns[turn / 5 % 6], one, of_kind(kind, 1)))));
        break;
      default: {
        std::vector<Expr> args{one};
        std::string f = kFunctions[turn / 5 % 3];
        if (f != "abs") args.push_back(of_kind(kind, 1));
        out.push_back(assign(local, call(f, args, {kind})));
      }
    }
    scope_.vars.push_back(v);
  };
  directed(program_.seed);
  if (chance(50)) shared_statement(loop.body);
  int statements = static_cast<int>(random_.between(2, 7));
  while (statements > 0 && fuel_ > 0) {
    size_t had = loop.body.size();
    block(loop.body, 2, 3);
    statements -= static_cast<int>(loop.body.size() - had);
    Stmt::Form last = loop.body.back().form;
    if (last == Stmt::Form::Continue) break;
  }
  in_kernel_ = false;
  scope_ = around;
  f.body.push_back(loop);
  if (returns) {
    std::vector<Stmt> after = outer_statements();
    f.body.insert(f.body.end(), after.begin(), after.end());
    is_outside_ = true;
    static const std::vector<std::string> kReturns = {"int",      "float",    "tack.i8", "tack.u32",
                                                      "tack.f32", "tack.f64", "tack.i64"};
    f.returns = pick(kReturns);
    Stmt s = simple(Stmt::Form::Return);
    Expr e = value(2);
    const Array* counter = pick_array(+[](const Array& a) {
      return (a.role == Role::Counter || a.role == Role::Own) && a.size() > 0 && a.element == 0;
    });
    if (counter && chance(60)) e = element(*counter, free_index(*counter, 0));
    s.values.push_back(e);
    f.body.push_back(s);
    is_outside_ = false;
  }
  order_arguments();
  program_.functions.push_back(std::move(f));
  function_ = nullptr;
}

Program Maker::make() {
  program_.strict = chance(65);
  program_.is_bare = chance(50);
  program_.has_math = chance(25);
  has_vectors_ = chance(30);
  choose_way();
  // Machine code for many lanes takes LLVM long: such kernels are small.
  uint32_t width = program_.way.width;
  int most = width == 1 ? 120 : width <= 4 ? 80 : width <= 8 ? 55 : 35;
  if (width == 0) most = 55;
  fuel_ = static_cast<int>(random_.between(20, most));
  has_object_ = chance(22);
  prints_ = chance(10);
  make_constants();
  make_loop();
  make_arrays();
  if (has_object_) make_object();
  int kernel_fuel = fuel_;
  for (int64_t k = random_.between(0, 3); k > 0; --k) {
    fuel_ = static_cast<int>(random_.between(5, 25));
    make_function();
  }
  fuel_ = kernel_fuel;
  make_scalars();
  make_kernel();
  return std::move(program_);
}

Program make_program(uint64_t seed) { return Maker(seed).make(); }

}  // namespace tack::kernel_fuzz
