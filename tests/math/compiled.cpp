// SPDX-License-Identifier: Apache-2.0
#include "math/compiled.hpp"

#include <stdexcept>

#include "ir/text.hpp"
#include "mathlib/mathlib.hpp"

namespace tack::math_check {
namespace {

// @apply: result[i] = function(x[i]) or function(x[i], y[i]).
std::string kernel_text(const std::string& function, const std::string& type, int arguments) {
  bool two = arguments == 2;
  std::string text = "kernel @apply(%x: buffer<" + type + ">, ";
  if (two) text += "%y: buffer<" + type + ">, ";
  text += "%out: buffer<" + type + ">) over (%i < %n) {\n";
  text += "  %a: " + type + " = load_elem %x, %i\n";
  if (two) text += "  %b: " + type + " = load_elem %y, %i\n";
  text += "  %r: " + type + " = call @" + function + (two ? "(%a, %b)\n" : "(%a)\n");
  return text + "  store_elem %out, %i, %r\n}\n";
}

}  // namespace

template <class Float>
Compiled<Float>::Compiled(const std::string& name, int arguments, uint32_t width,
                          const std::string& isa, const std::string& library)
    : arguments_(arguments) {
  std::string type = sizeof(Float) == 4 ? "f32" : "f64";
  std::string function = "math." + name + "_" + type;
  ir::Module built_in;
  if (!mathlib::add(built_in, function)) throw std::runtime_error("no function " + function);
  auto module = ir::parse(
      (library.empty() ? ir::print(built_in) : library) + kernel_text(function, type, arguments),
      "kernel");
  if (!module) throw std::runtime_error(module.error().message);
  driver::CpuCompileOptions options;
  options.pipeline.isa = isa.empty() ? driver::cpu_isa_name() : isa;
  options.pipeline.width = width;
  auto program = driver::CpuProgram::compile(**module, options);
  if (!program) throw std::runtime_error(program.error().message);
  program_ = std::move(*program);
  entry_ = reinterpret_cast<tack_rt_entry>(program_->find("apply"));
  if (!entry_) throw std::runtime_error("the compiled code has no entry");
}

template <class Float>
void Compiled<Float>::run(const Float* x, const Float* y, Float* result, int64_t count) const {
  auto address = [](const void* p) { return reinterpret_cast<uint64_t>(p); };
  auto length = static_cast<uint64_t>(count);
  uint64_t one[] = {address(x), length, address(result), length, length};
  uint64_t two[] = {address(x), length, address(y), length, address(result), length, length};
  tack_rt_context context{TACK_RT_ABI, 0, nullptr};
  entry_(arguments_ == 2 ? two : one, 0, count, &context);
}

template class Compiled<float>;
template class Compiled<double>;

}  // namespace tack::math_check
