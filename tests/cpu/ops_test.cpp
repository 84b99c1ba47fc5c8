// SPDX-License-Identifier: Apache-2.0
// Every op on every type, through machine code, printed C and the interpreter: the same bits, all
// NaNs taken as equal. One kernel an op and type, all pairs of interesting values.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "c89/c_program.hpp"
#include "driver/cpu/cpu_executor.hpp"
#include "interp/interp.hpp"
#include "ir/builder.hpp"
#include "ir/text.hpp"

namespace tack {
namespace {

using ir::Kind;
using ir::Op;
using ir::Type;

constexpr Kind kNumbers[] = {Kind::I8,  Kind::I16, Kind::I32, Kind::I64, Kind::U8,
                             Kind::U16, Kind::U32, Kind::U64, Kind::F32, Kind::F64};

size_t size_of(Kind kind) { return static_cast<size_t>(ir::bits_of(kind)) / 8; }

// Bits of values where arithmetic goes wrong, and some at random.
std::vector<uint64_t> values(Kind kind) {
  std::vector<uint64_t> all;
  std::mt19937_64 random(static_cast<uint64_t>(kind));
  if (kind == Kind::F32) {
    for (float v :
         {0.0f,       -0.0f,         1.0f,           -1.0f,          0.5f,        -0.5f,
          1.5f,       2.5f,          -2.5f,          0.9f,           -0.9f,       127.9f,
          128.0f,     -128.9f,       255.9f,         256.0f,         32767.9f,    65535.9f,
          65536.0f,   0x1p31f,       -0x1p31f,       0x1.fffffep30f, 0x1p32f,     0x1.fffffep31f,
          0x1p63f,    -0x1p63f,      0x1p64f,        8388607.5f,     16777216.0f, 1e-45f,
          -1e-40f,    3.4028235e38f, -3.4028235e38f, INFINITY,       -INFINITY,   NAN,
          3.1415927f, -100.25f})
      all.push_back(std::bit_cast<uint32_t>(v));
    for (int i = 0; i < 12; ++i) all.push_back(static_cast<uint32_t>(random()));
  } else if (kind == Kind::F64) {
    for (double v : {0.0,
                     -0.0,
                     1.0,
                     -1.0,
                     0.5,
                     -0.5,
                     1.5,
                     2.5,
                     -2.5,
                     127.9,
                     -128.9,
                     255.9,
                     256.0,
                     2147483647.0,
                     2147483647.9,
                     2147483648.0,
                     -2147483648.0,
                     -2147483648.9,
                     -2147483649.0,
                     4294967295.0,
                     4294967295.9,
                     4294967296.0,
                     0x1p63,
                     -0x1p63,
                     0x1p64,
                     0x1.fffffffffffffp63,
                     4503599627370495.5,
                     5e-324,
                     1e308,
                     -1e308,
                     1e-46,
                     3.5e38,
                     HUGE_VAL,
                     -HUGE_VAL,
                     std::nan(""),
                     3.14159265358979})
      all.push_back(std::bit_cast<uint64_t>(v));
    for (int i = 0; i < 12; ++i) all.push_back(random());
  } else {
    int bits = ir::bits_of(kind);
    uint64_t ones = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    for (uint64_t v : {0, 1, 2, 3, 5, 7, 8, 10, 31, 32, 63, 64, 100}) all.push_back(v & ones);
    for (uint64_t v : {1, 2, 3, 7, 8, 100}) all.push_back((0 - v) & ones);
    all.push_back(ones >> 1);
    all.push_back((ones >> 1) + 1);
    all.push_back((ones >> 1) - 1);
    all.push_back((ones >> 1) + 2);
    if (bits == 64) {
      for (int shift : {23, 24, 25, 31, 32, 33, 52, 53, 54, 62}) {
        uint64_t power = uint64_t{1} << shift;
        for (uint64_t v : {power, power - 1, power + 1, 0 - power, power + (power >> 24) + 1,
                           power + (power >> 24), power + (power >> 24) * 3})
          all.push_back(v);
      }
    } else if (bits == 32) {
      for (uint64_t v : {0xFFFFFFu, 0x1000000u, 0x1000001u, 0x1000003u, 0x7FFFFF80u, 0x7FFFFFC0u})
        all.push_back(v);
    }
    for (int i = 0; i < 12; ++i) all.push_back(random() & ones);
    for (int i = 0; i < 6; ++i) all.push_back((random() >> (random() % 60)) & ones);
  }

  return all;
}

struct Buffer {
  Kind kind;
  std::vector<uint8_t> bytes;
  size_t count() const { return bytes.size() / size_of(kind); }
};

Buffer make_buffer(Kind kind, size_t count) {
  return {kind, std::vector<uint8_t>(count * size_of(kind))};
}
void put(Buffer& b, size_t i, uint64_t bits) {
  std::memcpy(b.bytes.data() + i * size_of(b.kind), &bits, size_of(b.kind));
}
uint64_t get(const Buffer& b, size_t i) {
  uint64_t bits = 0;
  std::memcpy(&bits, b.bytes.data() + i * size_of(b.kind), size_of(b.kind));
  return bits;
}

bool is_nan(Kind kind, uint64_t bits) {
  if (kind == Kind::F32) return std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  return kind == Kind::F64 && std::isnan(std::bit_cast<double>(bits));
}

// A kernel with one output (the first parameter) and inputs of these types.
struct Test {
  std::string name;
  Kind result;
  std::vector<Kind> inputs;
  std::vector<Buffer> buffers;  // inputs
  size_t items = 0;
};

class Suite {
 public:
  ir::Module module;
  std::vector<Test> tests;

  // `body` gets the loaded inputs and returns the value to store.
  void add(std::string name, Kind result, std::vector<Kind> inputs,
           const std::function<ir::Inst*(ir::Builder&, std::vector<ir::Inst*>)>& body,
           bool all_pairs = true) {
    ir::Function* f = module.add_function(name, ir::FunctionKind::Kernel);
    ir::Inst* out = f->add_param(Type::buffer(result), "out");
    std::vector<ir::Inst*> in;
    for (Kind k : inputs) in.push_back(f->add_param(Type::buffer(k), "in"));
    f->add_dimension("i", "n");
    ir::Builder b(*f);
    std::vector<ir::Inst*> loaded;
    for (ir::Inst* p : in) loaded.push_back(b.load_elem(p, f->indices[0]));
    b.store_elem(out, f->indices[0], body(b, loaded));
    Test test{std::move(name), result, inputs, {}, 0};
    fill(test, all_pairs);
    tests.push_back(std::move(test));
  }

 private:
  static void fill(Test& test, bool all_pairs) {
    if (test.inputs.size() == 2 && all_pairs) {
      auto a = values(test.inputs[0]), b = values(test.inputs[1]);
      test.items = a.size() * b.size();
      for (Kind k : test.inputs) test.buffers.push_back(make_buffer(k, test.items));
      for (size_t i = 0; i < test.items; ++i) {
        put(test.buffers[0], i, a[i / b.size()]);
        put(test.buffers[1], i, b[i % b.size()]);
      }
      return;
    }
    test.items = test.inputs.size() == 1 ? values(test.inputs[0]).size() : 1500;
    std::mt19937 random(7);
    for (Kind k : test.inputs) {
      auto all = values(k);
      Buffer buffer = make_buffer(k, test.items);
      for (size_t i = 0; i < test.items; ++i)
        put(buffer, i, test.inputs.size() == 1 ? all[i] : all[random() % all.size()]);
      test.buffers.push_back(std::move(buffer));
    }
  }
};

std::string name_of(Op op, Kind kind) {
  return std::string(ir::info(op).text) + "_" + ir::kind_name(kind);
}

void add_arithmetic(Suite& suite) {
  for (Kind kind : kNumbers) {
    Type type = Type::scalar(kind);
    auto binary = [&](Op op) {
      suite.add(
          name_of(op, kind), kind, {kind, kind},
          [op](ir::Builder& b, std::vector<ir::Inst*> v) { return b.emit(op, {v[0], v[1]}); });
    };
    auto unary = [&](Op op) {
      suite.add(name_of(op, kind), kind, {kind},
                [op](ir::Builder& b, std::vector<ir::Inst*> v) { return b.emit(op, {v[0]}); });
    };
    for (Op op : {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Min, Op::Max}) binary(op);
    for (Op op : {Op::Neg, Op::Abs}) unary(op);
    if (type.is_int()) {
      for (Op op :
           {Op::Rem, Op::FloorDiv, Op::FloorMod, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr})
        binary(op);
      unary(Op::Not);
      // Divisors and counts known to the compiler.
      for (uint64_t c : {uint64_t{0}, uint64_t{3}, uint64_t{8}, ~uint64_t{0}, ~uint64_t{6}}) {
        for (Op op : {Op::Div, Op::Rem, Op::FloorDiv, Op::FloorMod, Op::Shl, Op::Shr}) {
          if ((op == Op::Shl || op == Op::Shr) && c != 3 && c != ~uint64_t{6}) continue;
          suite.add(name_of(op, kind) + "_by_" + std::to_string(c), kind, {kind},
                    [=](ir::Builder& b, std::vector<ir::Inst*> v) {
                      return b.emit(op, {v[0], b.constant(type, c)});
                    });
        }
      }
    } else {
      for (Op op : {Op::Sqrt, Op::Floor, Op::Ceil, Op::Trunc, Op::Rint}) unary(op);
      suite.add(name_of(Op::Fma, kind), kind, {kind, kind, kind},
                [](ir::Builder& b, std::vector<ir::Inst*> v) { return b.emit(Op::Fma, v); });
      for (double c : {0.0, -0.0, 1.5, static_cast<double>(NAN)}) {
        uint64_t bits = kind == Kind::F32 ? std::bit_cast<uint32_t>(static_cast<float>(c))
                                          : std::bit_cast<uint64_t>(c);
        for (Op op : {Op::Min, Op::Max}) {
          for (bool first : {true, false}) {
            suite.add(name_of(op, kind) + (first ? "_first_" : "_second_") + std::to_string(bits),
                      kind, {kind}, [=](ir::Builder& b, std::vector<ir::Inst*> v) {
                        ir::Inst* k = b.constant(type, bits);
                        return first ? b.emit(op, {k, v[0]}) : b.emit(op, {v[0], k});
                      });
          }
        }
      }
    }
  }
}

void add_choice(Suite& suite) {
  for (Kind kind : kNumbers) {
    for (Op op : {Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge}) {
      for (Kind to : {Kind::I8, Kind::U16, Kind::I32, Kind::U64, Kind::F32, Kind::F64}) {
        if (to != Kind::I32 && op != Op::Lt) continue;
        suite.add(name_of(op, kind) + "_to_" + ir::kind_name(to), to, {kind, kind},
                  [=](ir::Builder& b, std::vector<ir::Inst*> v) {
                    return b.convert(Type::scalar(to), b.emit(op, {v[0], v[1]}));
                  });
      }
    }
    // Masks from lanes of other widths, combined every way, choosing lanes of this type.
    for (Kind other : {Kind::U8, Kind::I16, Kind::F32, Kind::I64}) {
      suite.add(name_of(Op::Select, kind) + "_" + ir::kind_name(other), kind,
                {kind, kind, other, other}, [](ir::Builder& b, std::vector<ir::Inst*> v) {
                  ir::Inst* p = b.lt(v[0], v[1]);
                  ir::Inst* q = b.le(v[2], v[3]);
                  ir::Inst* r = b.emit(Op::Xor, {b.bit_and(p, q), b.bit_not(b.bit_or(p, q))});
                  ir::Inst* s = b.emit(Op::Select, {q, r, b.eq(p, q)});
                  ir::Inst* t = b.ne(s, p);
                  return b.select(t, v[0], v[1]);
                });
    }
  }
}

void add_conversions(Suite& suite) {
  for (Kind from : kNumbers) {
    for (Kind to : kNumbers) {
      suite.add("convert_" + std::string(ir::kind_name(from)) + "_" + ir::kind_name(to), to, {from},
                [=](ir::Builder& b, std::vector<ir::Inst*> v) {
                  return b.emit(Op::Convert, Type::scalar(to), {v[0]});
                });
      if (ir::bits_of(from) != ir::bits_of(to)) continue;
      suite.add("bitcast_" + std::string(ir::kind_name(from)) + "_" + ir::kind_name(to), to, {from},
                [=](ir::Builder& b, std::vector<ir::Inst*> v) {
                  return b.emit(Op::Bitcast, Type::scalar(to), {v[0]});
                });
    }
  }
}

void add_memory(Suite& suite) {
  for (Kind kind : kNumbers) {
    for (Kind index : {Kind::U8, Kind::I16, Kind::I32, Kind::U32, Kind::I64}) {
      for (bool guarded : {false, true}) {
        // out[i] = table[index[i]], behind a condition or not; what is not stored stays.
        std::string name = "gather_" + std::string(ir::kind_name(kind)) + "_" +
                           ir::kind_name(index) + (guarded ? "_if" : "");
        ir::Function* f = suite.module.add_function(name, ir::FunctionKind::Kernel);
        ir::Inst* out = f->add_param(Type::buffer(kind), "out");
        ir::Inst* table = f->add_param(Type::buffer(kind), "table");
        ir::Inst* at = f->add_param(Type::buffer(index), "at");
        ir::Inst* to = f->add_param(Type::buffer(index), "to");
        f->add_dimension("i", "n");
        ir::Builder b(*f);
        ir::Inst* from_index = b.load_elem(at, f->indices[0]);
        ir::Inst* to_index = b.load_elem(to, f->indices[0]);
        Type index_type = Type::scalar(index);
        auto copy = [&] { b.store_elem(out, to_index, b.load_elem(table, from_index)); };
        if (guarded) {
          ir::Inst* odd = b.bit_and(from_index, b.constant(index_type, 5));
          ir::Inst* branch = b.if_(b.ne(odd, b.constant(index_type, 1)));
          b.in(*branch->regions[0], copy);
        } else {
          copy();
        }
        Test test{name, kind, {kind, index, index}, {}, 120};
        std::mt19937 random(3);
        Buffer values_of = make_buffer(kind, 120), places = make_buffer(index, 120),
               order = make_buffer(index, 120);
        auto all = values(kind);
        std::vector<uint64_t> permutation;
        for (size_t i = 0; i < 120; ++i) permutation.push_back(i);
        std::shuffle(permutation.begin(), permutation.end(), random);
        for (size_t i = 0; i < 120; ++i) {
          put(values_of, i, all[random() % all.size()]);
          put(places, i, random() % 120);
          put(order, i, permutation[i]);
        }
        test.buffers = {values_of, places, order};
        suite.tests.push_back(std::move(test));
      }
    }
    // Guarded consecutive accesses, and a private array indexed by a lane.
    suite.add("guarded_" + std::string(ir::kind_name(kind)), kind, {kind, kind},
              [kind](ir::Builder& b, std::vector<ir::Inst*> v) {
                Type type = Type::scalar(kind);
                ir::Inst* array = b.var(b.module().array(type, 5), "a");
                ir::Inst* flags = b.var(b.module().array(ir::kI1, 5), "f");
                ir::Inst* index = b.emit(Op::FloorMod, {b.function().indices[0], b.i64(5)});
                ir::Inst* branch = b.if_(b.lt(v[0], v[1]));
                b.in(*branch->regions[0], [&] {
                  b.store(array, v[0], {index});
                  b.store(array, b.load_elem(b.function().params[2], b.function().indices[0]),
                          {b.i64(3)});
                  b.store(flags, b.ne(v[0], b.constant(type, 0)), {index});
                });
                ir::Inst* flag =
                    b.load(flags, {b.emit(Op::FloorMod, {b.add(index, b.i64(5)), b.i64(5)})});
                return b.select(flag, b.load(array, {index}), b.load(array, {b.i64(3)}));
              });
  }
}

// A machine per suite and a result per test, computed once.
std::vector<Buffer> interpret(const Suite& suite) {
  std::vector<Buffer> results;
  for (const Test& test : suite.tests) {
    Buffer out = make_buffer(test.result, test.items);
    std::vector<Buffer> inputs = test.buffers;
    std::vector<interp::Argument> arguments{
        interp::Argument::buffer(out.bytes.data(), static_cast<int64_t>(test.items))};
    for (Buffer& b : inputs)
      arguments.push_back(
          interp::Argument::buffer(b.bytes.data(), static_cast<int64_t>(b.count())));
    int64_t extent = static_cast<int64_t>(test.items);
    auto done = interp::run_kernel(*suite.module.find_function(test.name), arguments, {&extent, 1});
    EXPECT_TRUE(done.ok()) << test.name << ": " << done.error().message;
    results.push_back(std::move(out));
  }
  return results;
}

void compare(const Suite& suite, const std::vector<Buffer>& expected, const std::string& way,
             const std::function<tack_rt_entry(const std::string& kernel)>& entry) {
  int reported = 0;
  for (size_t t = 0; t < suite.tests.size(); ++t) {
    const Test& test = suite.tests[t];
    const ir::Function& kernel = *suite.module.find_function(test.name);
    Buffer out = make_buffer(test.result, test.items);
    std::vector<Buffer> inputs = test.buffers;
    std::vector<driver::CpuArgument> arguments{
        {0, out.bytes.data(), static_cast<int64_t>(test.items), true}};
    for (Buffer& b : inputs)
      arguments.push_back({0, b.bytes.data(), static_cast<int64_t>(b.count()), true});
    int64_t extent = static_cast<int64_t>(test.items);
    std::vector<uint64_t> none;
    ASSERT_TRUE(driver::launch_entry(entry(test.name), kernel, arguments, {&extent, 1}, none).ok());
    for (size_t i = 0; i < test.items; ++i) {
      uint64_t want = get(expected[t], i), got = get(out, i);
      if (want == got || (is_nan(test.result, want) && is_nan(test.result, got))) continue;
      std::string given;
      for (const Buffer& b : test.buffers) given += " " + std::to_string(get(b, i));
      ADD_FAILURE() << test.name << " " << way << " item " << i << ":" << given << ": bits " << got
                    << ", expected " << want;
      if (++reported > 20) return;
      break;
    }
  }
}

void compare(const Suite& suite, const std::vector<Buffer>& expected, const std::string& isa,
             uint32_t width) {
  driver::CpuCompileOptions options;
  options.pipeline.isa = isa;
  options.pipeline.width = width;
  options.verify = false;
  auto program = driver::CpuProgram::compile(suite.module, options);
  ASSERT_TRUE(program.ok()) << program.error().message;
  compare(suite, expected, isa + " W=" + std::to_string(width), [&](const std::string& name) {
    return reinterpret_cast<tack_rt_entry>((*program)->find(name));
  });
}

void compare_c(const Suite& suite, const std::vector<Buffer>& expected, const std::string& level) {
  auto module = ir::parse(ir::print(suite.module));
  ASSERT_TRUE(module.ok());
  ASSERT_TRUE(c89::CProgram::lower(**module, false).ok());
  const ir::Module* lowered = module->get();
  auto program = c89::CProgram::build({&lowered, 1}, level);
  ASSERT_TRUE(program.ok()) << program.error().message;
  compare(suite, expected, "C " + level,
          [&](const std::string& name) { return (*program)->entry(name); });
}

void run(Suite& suite) {
  std::vector<Buffer> expected = interpret(suite);
  compare(suite, expected, "sse2", 8);
  compare_c(suite, expected, "-O2");
  if (driver::cpu_has("sse4")) compare(suite, expected, "sse4", 16);
  if (driver::cpu_has("avx2")) {
    for (uint32_t width : {1u, 8u, 32u}) compare(suite, expected, "avx2", width);
  }
  if (driver::cpu_has("avx512")) {
    for (uint32_t width : {8u, 16u}) compare(suite, expected, "avx512", width);
  } else {
    // Not run here, but what LLVM cannot select would show.
    driver::CpuCompileOptions options;
    options.pipeline.isa = "avx512";
    options.pipeline.width = 16;
    auto object = driver::cpu_compile(suite.module, options);
    EXPECT_TRUE(object.ok()) << object.error().message;
  }
}

TEST(CpuOps, Arithmetic) {
  Suite suite;
  add_arithmetic(suite);
  run(suite);
}

TEST(CpuOps, Choice) {
  Suite suite;
  add_choice(suite);
  run(suite);
}

TEST(CpuOps, Conversions) {
  Suite suite;
  add_conversions(suite);
  run(suite);
}

TEST(CpuOps, Memory) {
  Suite suite;
  add_memory(suite);
  run(suite);
}

}  // namespace
}  // namespace tack
