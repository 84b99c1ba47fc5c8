// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/library.hpp"

#include <algorithm>
#include <map>

#include "frontend/python/find_function.hpp"
#include "frontend/python/frontend.hpp"

namespace tack::python {
namespace {

// As GLSL defines them.
constexpr const char* kMath = R"(
def fract(x):
    return x - floor(x)


def mix(a, b, t):
    return a * (1.0 - t) + b * t


def clamp(x, lo, hi):
    return min(max(x, lo), hi)


def saturate(x):
    return min(max(x, 0.0), 1.0)


def smoothstep(e0, e1, x):
    t = saturate((x - e0) / (e1 - e0))
    return t * t * (3.0 - 2.0 * t)


def step(edge, x):
    return tack.select(x >= edge, 1.0, 0.0)


# Zeros and NaN stay what they are.
def sign(x):
    return tack.select(x > 0, 1, tack.select(x < 0, -1, x))


def length(v):
    return v._length()


def distance(a, b):
    return length(a - b)


def normalize(v):
    return v / length(v)
)";

// PCG's permuted congruential generator (RXS-M-XS) on 32 bits, as a function of a state that the
// kernel keeps. Everything is u32 or f32, so that the states and `uniform` are the same everywhere.
constexpr const char* kRandom = R"(
def advance(s):
    x = tack.u32(s) * A + C
    w = ((x >> ((x >> 28) + 4)) ^ x) * M
    return (w >> 22) ^ w


def seed(index, stream):
    return advance(tack.u32(index) ^ advance(stream))


def unit(s):
    return tack.f32(tack.u32(s) >> 8) * UNIT


def uniform(s):
    return unit(s), advance(s)


def normal(s):
    u1 = 1.0 - unit(s)
    s2 = advance(s)
    return sqrt(-2.0 * log(u1)) * cos(TWO_PI * unit(s2)), advance(s2)


def direction2(s):
    a = TWO_PI * unit(s)
    return tack.Vector([cos(a), sin(a)]), advance(s)


def direction3(s):
    a = TWO_PI * unit(s)
    s2 = advance(s)
    z = 2.0 * unit(s2) - 1.0
    r = sqrt(1.0 - z * z)
    return tack.Vector([r * cos(a), r * sin(a), z]), advance(s2)
)";

class Module {
 public:
  Module(const char* name, const char* text) {
    // A name that no file has; lines count from the function's own first.
    SourceFile file{std::string("tack.") + name, text};
    for (FoundFunction& found : find_functions(file)) {
      auto function = std::make_shared<DeviceFunction>();
      function->source = parse(std::move(found.source), TemplateKind::DeviceFunction);
      // Modules live as long as the program.
      function->environment = std::shared_ptr<Environment>(std::shared_ptr<void>(), &environment_);
      Entity entity = Entity::of(std::shared_ptr<const DeviceFunction>(std::move(function)));
      environment_.set(found.name, entity);
      members_.emplace(found.name, std::move(entity));
      names_.push_back(found.name);
    }
    auto word = [&](const char* constant, uint32_t value) {
      Constant c = Constant::of_int(value);
      c.dtype = ir::Kind::U32;
      environment_.set(constant, Entity::of(c));
    };
    word("A", 747796405);
    word("C", 2891336453);
    word("M", 277803737);
    environment_.set("UNIT", Entity::of(Constant::of_float(0x1p-24)));
    environment_.set("TWO_PI", math_member("tau"));
    std::sort(names_.begin(), names_.end());
  }

  Entity member(std::string_view name) const {
    auto found = members_.find(name);
    return found == members_.end() ? Entity{} : found->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  MapEnvironment environment_;
  std::map<std::string, Entity, std::less<>> members_;
  std::vector<std::string> names_;
};

const Module* module(std::string_view name) {
  // Never destroyed: kernels of other static objects may refer to them.
  static const Module& math = *new Module("math", kMath);
  static const Module& random = *new Module("random", kRandom);
  return name == "math" ? &math : name == "random" ? &random : nullptr;
}

}  // namespace

Entity library_member(std::string_view module_name, std::string_view name) {
  const Module* found = module(module_name);
  return found != nullptr ? found->member(name) : Entity{};
}

const std::vector<std::string>& library_names(std::string_view name) {
  static const std::vector<std::string> kNone;
  const Module* found = module(name);
  return found != nullptr ? found->names() : kNone;
}

}  // namespace tack::python
