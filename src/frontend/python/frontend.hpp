// SPDX-License-Identifier: Apache-2.0
// The border of the Python front end: source text in, IR and a launch plan out. No Python needed.
//
//   1. find_function (find_function.hpp) cuts a decorated function out of a file's text.
//   2. parse() makes a Template of it, once for each decorated function.
//   3. specialise() makes a kernel for one set of argument types.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/python/environment.hpp"
#include "frontend/python/failure.hpp"
#include "frontend/python/faults.hpp"
#include "frontend/python/launch_count.hpp"
#include "frontend/python/message.hpp"
#include "frontend/python/object_type.hpp"
#include "frontend/python/shape.hpp"
#include "ir/ir.hpp"
#include "support/diagnostics.hpp"
#include "support/source.hpp"

namespace tack::python {

struct Tree;  // tree.hpp

enum class TemplateKind : uint8_t { Kernel, DeviceFunction };

// A parsed function: immutable, shared by all threads and variants. Errors in the source are kept
// here and reported by whoever specialises it first, since the language checks bodies lazily.
class Template {
 public:
  Template(SourceFile source, TemplateKind kind, std::vector<Message> before = {});
  ~Template();
  Template(const Template&) = delete;
  Template& operator=(const Template&) = delete;

  const SourceFile& source() const { return source_; }
  TemplateKind kind() const { return kind_; }
  const std::string& name() const { return name_; }  // of the `def`; empty when there is none
  const std::vector<std::string>& parameters() const { return parameters_; }
  // Dotted names that are read but not bound here, sorted: "math.pi", "helper", "tack.f32".
  const std::vector<std::string>& free_names() const { return free_names_; }
  // An error that decoration itself raises; the others wait for the first call.
  const std::optional<Failure>& decoration_failure() const { return decoration_failure_; }
  const Tree& tree() const { return *tree_; }

 private:
  SourceFile source_;
  TemplateKind kind_;
  std::unique_ptr<Tree> tree_;
  std::string name_;
  std::vector<std::string> parameters_;
  std::vector<std::string> free_names_;
  std::optional<Failure> decoration_failure_;
};

// Never fails: what is wrong stands in the Template. `source.text` begins at the decorator or the
// `def` and may be indented; `source.first_line` is that line's number in its file.
// `before`: what is wrong above the `def`, where only a file's reader looks.
std::shared_ptr<const Template> parse(SourceFile source, TemplateKind kind,
                                      std::vector<Message> before = {});

// The first thing that is wrong with the text alone; nothing when it is a function.
std::optional<Failure> source_failure(const Template& source);

struct ArgType {
  ir::Kind kind = ir::Kind::Void;  // the scalar's, or the array's elements'
  bool is_array = false;
  uint32_t rank = 0;  // arrays
  // Arrays: the extents that the code may count on, so that it is right for these only. Empty: the
  // call brings them.
  std::vector<int64_t> extents = {};
  // Of an array's element. The numbers of an element are neighbours in memory, a matrix row by row,
  // and elements follow each other: the IR's buffer is one of numbers.
  Shape element = {};

  static ArgType scalar(ir::Kind kind) { return {kind, false, 0, {}, {}}; }
  static ArgType array(ir::Kind kind, uint32_t rank, Shape element = {}) {
    return {kind, true, rank, {}, element};
  }
  bool operator==(const ArgType&) const = default;
};

struct SpecialiseOptions {
  bool small = false;   // promise: see ir::Function::small
  bool checks = false;  // debug mode: look at each index, divisor, count of a shift and step
  // Parameters that stand for objects, in their order. The types of their arguments stand among
  // `args` in their place.
  std::vector<ObjectArgument> objects;
  // Which functions of the math library may be called, by IR name ("math.sin_f32"): a call to any
  // other is refused by name. Empty: all that mathlib has. Their bodies are put in the module.
  std::function<bool(std::string_view)> has_math;
  // For the interpreter's checks: only what the program reaches is computed, and each index of an
  // array, vector, matrix or table goes through a call of @kIndexCheck first, an extern function
  // without results: (i64 site, i64 index, i64 extent), the site being a position in
  // CheckTable::indices; the count of a shift likewise through @kShiftCheck (i64 site, i64 count),
  // of CheckTable::shifts, the step of a sequential range through @kStepCheck, and a float divisor
  // of
  // // or % through @kDivisorCheck (i64 site, i64 is_zero).
  bool traced = false;
};

inline constexpr const char* kIndexCheck = "tack.check_index";
inline constexpr const char* kShiftCheck = "tack.check_shift";
inline constexpr const char* kStepCheck = "tack.check_step";
// Of a float, 1 when it is zero: the interpreter itself sees integers only.
inline constexpr const char* kDivisorCheck = "tack.check_divisor";

// What the checks of a kernel say in the user's words.
struct CheckTable {
  struct Index {
    std::string whole;   // "array 'x'"
    int dimension = -1;  // -1: one flat index
    ir::Loc loc = 0;
    bool is_part = false;  // of a vector, matrix or table, which has a meaning outside too
  };
  struct Shift {
    ir::Kind kind;  // of what is shifted
    ir::Loc loc = 0;
  };
  struct Step {
    ir::Loc loc = 0;
  };
  struct Divisor {
    ir::Loc loc = 0;
  };
  std::vector<Index> indices;
  std::vector<Shift> shifts;
  std::vector<Step> steps;
  std::vector<Divisor> divisors;
  // Variables and local arrays that the user wrote; all others are the compiler's.
  std::unordered_map<const ir::Inst*, std::string> locals;
  ir::Loc loop = 0;  // of the parallel loop: what stands on lines above it runs before
};

// How one parameter of the IR kernel is made from the call, in the order of the IR parameters.
struct KernelParam {
  enum class Source : uint8_t {
    Buffer,  // array argument `arg`: address and length; with index 1, in traced code, a copy of
             // what it holds before the loop
    Scalar,  // scalar argument `arg`, converted to `kind`
    Dim,     // i64: shape[index] of array argument `arg`
    Start,   // i64: LaunchBounds::start[index]
    Step,    // i64: LaunchBounds::step[index]
    Extent,  // i64: LaunchBounds::extent[index]
    Result,  // buffer of i64: ResultPlan::slots elements, the same for all kernels of a call
    Table,   // a buffer of constants: Compiled::tables[index]; never written
    Faults,  // buffer of i64: the record of debug mode (faults.hpp)
  };
  Source source = Source::Scalar;
  ir::Kind kind = ir::Kind::Void;  // a buffer's: of its elements
  uint16_t arg = 0;
  uint16_t index = 0;
};

struct ArgUse {
  bool read = false;
  bool written = false;  // also where code that stores or updates is never reached
  bool atomic = false;   // updated atomically somewhere: its address must be aligned
};

// Kernels of one item around the loop's launch; the arguments are `..._params`, then the extent 1.
struct ResultPlan {
  // Names in the module; empty: there is no such kernel. `before` runs before the loop, if that is
  // not empty or there is an `after`, and keeps what the statements there made of arrays. `after`
  // computes the return value, also when the loop is empty.
  std::string before, after;
  std::vector<KernelParam> before_params, after_params;
  // Slot 0 holds the value: an integer's bits extended to 64, or those of a double.
  uint32_t slots = 0;
  ir::Kind kind = ir::Kind::Void;

  bool exists() const { return !before.empty() || !after.empty(); }
  bool has_value() const { return !after.empty(); }
};

// An extent of an array argument that the code counts on.
struct FixedExtent {
  uint16_t arg = 0, dim = 0;
  int64_t extent = 0;
  bool operator==(const FixedExtent&) const = default;
};

// Constants that a kernel looks up by an index it computes: numbers in the machine's byte order,
// aligned for their kind.
struct LookupTable {
  ir::Kind kind = ir::Kind::Void;
  std::vector<uint64_t> words;  // the bytes, padded
  uint64_t size = 0;            // numbers
};

struct Compiled {
  std::unique_ptr<ir::Module> module;  // Stage::Source; one kernel, everything inlined
  std::string kernel;                  // its name in the module
  LaunchCount count;
  std::vector<KernelParam> params;
  ResultPlan result;
  std::vector<ArgUse> uses;  // one for each argument of the call
  // Those of the loop's body; never those of its bounds alone. Which ones depends on the kernel and
  // the types, not on the extents.
  std::vector<FixedExtent> fixed;
  std::vector<FaultSite> faults;  // of debug mode
  bool needs_extents = false;  // some are the size of a local array: there is no code without them
  std::vector<LookupTable> tables;
  CheckTable checks;  // with SpecialiseOptions::traced
  bool prints = false;
};

// Lowers the kernel for these argument types: one for each parameter, or as many as its object has
// (the caller has checked the count). On error the result is null, `diagnostics` holds all that was
// found, and `failure` the first, which is what a call raises.
std::unique_ptr<Compiled> specialise(const Template& kernel, Environment& environment,
                                     std::span<const ArgType> args,
                                     const SpecialiseOptions& options, Diagnostics& diagnostics,
                                     std::optional<Failure>& failure);

}  // namespace tack::python
