// SPDX-License-Identifier: Apache-2.0
// Runs ops of the oracle from text, for test_ops.py: lines `op from to bits...` (hex), one line of
// result bits each. Every line goes through a function of its own op and types, parsed and run by
// the machine, so what is tested is what programs get.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <memory>
#include <sstream>

#include "interp/interp.hpp"
#include "ir/builder.hpp"
#include "ir/verifier.hpp"

namespace {

using namespace tack;

ir::Type type_named(const std::string& name) {
  for (int k = 0; k < ir::kKindCount; ++k) {
    if (name == ir::kind_name(static_cast<ir::Kind>(k)))
      return ir::Type::scalar(static_cast<ir::Kind>(k));
  }
  return ir::kVoid;
}

struct Program {
  ir::Module module;
  ir::Function* function = nullptr;
  std::unique_ptr<interp::Machine> machine;
};

std::unique_ptr<Program> make(ir::Op op, ir::Type from, ir::Type to, size_t operands) {
  auto program = std::make_unique<Program>();
  ir::Function* f = program->module.add_function("f", ir::FunctionKind::Function);
  f->results = {to};
  for (size_t i = 0; i < operands; ++i)
    f->add_param(op == ir::Op::Select && i == 0 ? ir::kI1 : from, {});
  ir::Builder b(*f);
  b.ret({b.emit(op, to, f->params)});
  std::string fault = ir::verify(program->module, ir::Stage::Source);
  if (!fault.empty()) {
    std::cerr << fault << "\n";
    return nullptr;
  }
  program->function = f;
  program->machine = std::make_unique<interp::Machine>(program->module);
  return program;
}

}  // namespace

int main() {
  std::map<std::string, std::unique_ptr<Program>> programs;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream in(line);
    std::string op_name, from, to, word;
    in >> op_name >> from >> to;
    interp::Words words;
    while (in >> word) words.push_back(std::stoull(word, nullptr, 16));
    std::unique_ptr<Program>& program = programs[op_name + " " + from + " " + to];
    if (!program) {
      std::optional<ir::Op> op = ir::op_named(op_name);
      if (op) program = make(*op, type_named(from), type_named(to), words.size());
      if (!program) {
        std::cerr << "cannot run: " << line << "\n";
        return 1;
      }
    }
    Result<interp::Words> result = program->machine->call(*program->function, words);
    if (!result.ok()) {
      std::cerr << result.error().message << "\n";
      return 1;
    }
    std::cout << fmt::format("{:x}\n", result->at(0));
  }
}
