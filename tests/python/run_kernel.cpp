// SPDX-License-Identifier: Apache-2.0
// Runs kernels of a .py file in the interpreter, for the pytest files beside it.
//
//   tack-run-kernel FILE
// reads commands from stdin, one a line:
//   KERNEL ARG...        ARG is `i32=5`, `f64=0x3ff0000000000000` (its bits) or
//                        `f32[2]:3,4=hex` (rank, shape, little-endian bytes)
// and answers one line each: `ok HEX...` (the arrays after the launch, in order; then `>HEX`,
// what it printed, and `=VALUE`, what it returned), `fault TEXT`,
// or `error CLASS TEXT`.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "frontend/python/file_module.hpp"
#include "interp/interp.hpp"
#include "ir/print_format.hpp"
#include "ir/verifier.hpp"

namespace {

using namespace tack;

struct Arg {
  python::ArgType type;
  uint64_t bits = 0;
  std::vector<int64_t> shape;
  std::vector<uint8_t> data;
};

int nibble(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

bool read_arg(const std::string& text, Arg& arg) {
  size_t equals = text.find('=');
  if (equals == std::string::npos) return false;
  std::string type = text.substr(0, equals), value = text.substr(equals + 1);
  size_t colon = type.find(':');
  auto types = python::parse_arguments(type.substr(0, colon));
  if (!types || types->size() != 1) return false;
  arg.type = (*types)[0];
  if (!arg.type.is_array) {
    arg.bits = std::strtoull(value.c_str(), nullptr, 0);
    return true;
  }
  if (colon != std::string::npos) {
    std::istringstream extents(type.substr(colon + 1));
    for (std::string one; std::getline(extents, one, ',');)
      arg.shape.push_back(std::strtoll(one.c_str(), nullptr, 10));
  }
  if (arg.shape.size() != arg.type.rank) return false;
  for (size_t k = 0; k + 1 < value.size(); k += 2)
    arg.data.push_back(static_cast<uint8_t>(nibble(value[k]) * 16 + nibble(value[k + 1])));
  return true;
}

interp::Argument value(const python::KernelParam& param, std::vector<Arg>& args,
                       const python::LaunchBounds& bounds, python::Compiled& compiled,
                       std::vector<uint64_t>& slots) {
  auto number = [](int64_t v) { return interp::Argument::number(static_cast<uint64_t>(v)); };
  switch (param.source) {
    case python::KernelParam::Source::Buffer: {
      Arg& arg = args[param.arg];
      return interp::Argument::buffer(
          arg.data.data(), static_cast<int64_t>(arg.data.size() * 8) / ir::bits_of(param.kind));
    }
    case python::KernelParam::Source::Scalar: {
      int bits = ir::bits_of(param.kind);
      uint64_t all = args[param.arg].bits;
      return interp::Argument::number(bits == 64 ? all : all & ((uint64_t{1} << bits) - 1));
    }
    case python::KernelParam::Source::Dim:
      return number(args[param.arg].shape[param.index]);
    case python::KernelParam::Source::Start:
      return number(bounds.start[param.index]);
    case python::KernelParam::Source::Step:
      return number(bounds.step[param.index]);
    case python::KernelParam::Source::Extent:
      return number(bounds.extent[param.index]);
    case python::KernelParam::Source::Table: {
      python::LookupTable& table = compiled.tables[param.index];
      return interp::Argument::buffer(table.words.data(), static_cast<int64_t>(table.size));
    }
    case python::KernelParam::Source::Faults:  // of kernels with checks, which these are not
    case python::KernelParam::Source::Result:
      break;
  }
  return interp::Argument::buffer(slots.data(), static_cast<int64_t>(slots.size()));
}

std::string run(python::FileModule& module, const std::string& line) {
  std::istringstream words(line);
  std::string name;
  words >> name;
  std::vector<Arg> args;
  for (std::string word; words >> word;) {
    if (!read_arg(word, args.emplace_back())) return "error Usage bad argument " + word;
  }
  const python::FileKernel* kernel = nullptr;
  for (const python::FileKernel& one : module.kernels()) {
    if (one.name == name) kernel = &one;
  }
  if (kernel == nullptr) return "error Usage no kernel " + name;
  std::vector<python::ArgType> types;
  for (const Arg& arg : args) {
    types.push_back(arg.type);
    types.back().extents = arg.shape;
  }
  if (types.size() != kernel->source->parameters().size()) return "error Usage argument count";
  Diagnostics diagnostics;
  std::optional<python::Failure> failure;
  auto compiled =
      python::specialise(*kernel->source, module.environment(), types, {}, diagnostics, failure);
  if (!compiled) return std::string("error ") + exception_name(failure->kind) + " " + failure->text;
  if (std::string fault = ir::verify(*compiled->module, ir::Stage::Source); !fault.empty())
    return "error Internal " + fault.substr(0, fault.find('\n'));

  std::vector<python::CountArg> counts;
  for (const Arg& arg : args) {
    python::CountArg count;
    count.shape = arg.shape;
    count.is_u64 = arg.type.kind == ir::Kind::U64;
    int bits = ir::bits_of(arg.type.kind);
    bool is_signed = ir::Type::scalar(arg.type.kind).is_signed();
    count.scalar = is_signed && bits < 64
                       ? static_cast<int64_t>(arg.bits << (64 - bits)) >> (64 - bits)
                       : static_cast<int64_t>(arg.bits);
    counts.push_back(count);
  }
  auto bounds = python::evaluate(compiled->count, counts);
  if (!bounds)
    return std::string("error ") + exception_name(bounds.error().kind) + " " +
           bounds.error().message;

  std::vector<uint64_t> slots(compiled->result.slots);
  auto actual = [&](const std::vector<python::KernelParam>& params) {
    std::vector<interp::Argument> out;
    for (const python::KernelParam& param : params)
      out.push_back(value(param, args, *bounds, *compiled, slots));
    return out;
  };
  std::string fault, printed;
  auto launch = [&](const std::string& function, const std::vector<python::KernelParam>& params,
                    std::span<const int64_t> extents) {
    if (function.empty() || !fault.empty()) return;
    interp::Options options;
    options.print = [&](const std::string& line) { printed += line; };
    auto outcome = interp::run_kernel(*compiled->module->find_function(function), actual(params),
                                      extents, {}, options);
    if (!outcome) {
      fault = outcome.error().message;
    } else if (!outcome->faults.empty()) {
      fault = outcome->faults[0].text;
    }
  };
  const int64_t one[] = {1};
  launch(compiled->result.before, compiled->result.before_params, one);
  if (!bounds->empty()) {
    int64_t extents[3];
    python::kernel_extents(bounds->rank, bounds->extent, extents);
    launch(compiled->kernel, compiled->params, {extents, python::kernel_rank(bounds->rank)});
  }
  launch(compiled->result.after, compiled->result.after_params, one);
  if (!fault.empty()) return "fault " + fault;
  std::string out = "ok";
  constexpr char kHex[] = "0123456789abcdef";
  for (const Arg& arg : args) {
    if (!arg.type.is_array) continue;
    out += ' ';
    for (uint8_t byte : arg.data) {
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
    if (arg.data.empty()) out += '-';
  }
  if (!printed.empty()) {
    out += " >";
    for (char c : printed) {
      out += kHex[static_cast<uint8_t>(c) >> 4];
      out += kHex[c & 15];
    }
  }
  if (compiled->result.has_value()) {
    // As Python shows it: what a call returns.
    ir::Kind kind = compiled->result.kind;
    if (ir::Type::scalar(kind).is_float()) kind = ir::Kind::F64;
    std::string format = std::string("%") + static_cast<char>('a' + static_cast<int>(kind));
    std::string text = ir::format_print(format, slots.data());
    out += " =" + text.substr(0, text.size() - 1);
  }
  return out;
}

}  // namespace

int main(int count, char** values) {
  if (count != 2) return 2;
  std::ifstream in(values[1], std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  python::FileModule module(SourceFile{values[1], text.str()});
  for (std::string line; std::getline(std::cin, line);) {
    std::string answer;
    try {
      answer = run(module, line);
    } catch (const std::exception& fault) {
      answer = std::string("error Internal ") + fault.what();
    }
    for (char& c : answer) {
      if (c == '\n') c = ' ';
    }
    std::cout << answer << std::endl;
  }
  return 0;
}
