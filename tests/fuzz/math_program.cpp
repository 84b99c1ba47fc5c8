// SPDX-License-Identifier: Apache-2.0
#include "fuzz/math_program.hpp"

#include <cmath>
#include <cstring>

#include "fuzz/random_values.hpp"
#include "ir/text.hpp"
#include "mathlib/mathlib.hpp"
#include "support/ice.hpp"

namespace tack::fuzz {
namespace {

constexpr int64_t kItems = 300;

// Functions of numbers to one number; the reductions in between are reached through these.
const std::vector<std::string>& names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> found;
    for (const std::string& name : mathlib::names()) {
      if (name.find("reduce") == std::string::npos) found.push_back(name);
    }
    return found;
  }();
  return all;
}

// Edges, any bits, and the range that functions are made for.
void fill(Random& random, Buffer& buffer) {
  size_t size = static_cast<size_t>(ir::bits_of(buffer.kind)) / 8;
  buffer.bytes.resize(kItems * size);
  for (size_t i = 0; i < kItems; ++i) {
    uint64_t bits = random_bits(random, buffer.kind);
    if (random.chance(60)) {
      double value = std::ldexp(static_cast<double>(random.between(-1000000, 1000000)),
                                static_cast<int>(random.between(-40, 0)));
      auto single = static_cast<float>(value);
      std::memcpy(&bits, size == 4 ? static_cast<const void*>(&single) : &value, size);
    }
    std::memcpy(buffer.bytes.data() + i * size, &bits, size);
  }
}

}  // namespace

uint64_t math_programs() { return names().size(); }

Program math_program(uint64_t seed) {
  const std::string& name = names()[seed % names().size()];
  Random random(seed);
  ir::Module library;
  const ir::Function* function = mathlib::add(library, name);
  ir::Kind kind = function->results[0].kind;
  std::string type(ir::kind_name(kind));
  Program program;
  program.seed = seed;
  program.extents = {kItems};
  std::string text = "kernel @k(", body, call;
  for (size_t k = 0; k < function->params.size(); ++k) {
    std::string n = std::to_string(k);
    text += "%in" + n + ": buffer<" + type + ">, ";
    body += "  %x" + n + ": " + type + " = load_elem %in" + n + ", %i\n";
    call += (k ? ", %x" : "%x") + n;
    fill(random, program.buffers.emplace_back(Buffer{kind, {}, -1}));
  }
  program.buffers.emplace_back(Buffer{kind, program.buffers[0].bytes, -1});
  text += "%out: buffer<" + type + ">) over (%i < %n) {\n" + body + "  %r: " + type + " = call @" +
          name + "(" + call + ")\n  store_elem %out, %i, %r\n}\n";
  Result<std::unique_ptr<ir::Module>> module = ir::parse(ir::print(library) + text, name);
  if (!module) TACK_ICE(module.error().message);
  program.module = std::move(*module);
  return program;
}

}  // namespace tack::fuzz
