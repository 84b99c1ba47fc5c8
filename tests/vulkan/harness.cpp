// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

#include <cstdio>
#include <spirv-tools/libspirv.hpp>

#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::test {

std::unique_ptr<ir::Module> parse(const std::string& text) {
  auto module = ir::parse(text, "test.tir");
  if (!module) {
    std::printf("%s\n", module.error().message.c_str());
    return nullptr;
  }
  std::string fault = ir::verify(**module, ir::Stage::Source);
  if (fault.empty()) return std::move(*module);
  std::printf("%s\n", fault.c_str());
  return nullptr;
}

std::string validate(const std::vector<uint32_t>& words) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  std::string said;
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char*, const spv_position_t& at, const char* text) {
        said += std::to_string(at.index) + ": " + text + "\n";
      });
  if (tools.Validate(words)) return {};
  return said.empty() ? "invalid" : said;
}

namespace {

bool same_number(ir::Kind kind, uint64_t a, uint64_t b) {
  auto is_nan = [&](uint64_t x) {
    return kind == ir::Kind::F32   ? (x & 0x7fffffff) > 0x7f800000
           : kind == ir::Kind::F64 ? (x & 0x7fffffffffffffff) > 0x7ff0000000000000
                                   : false;
  };
  return a == b || (is_nan(a) && is_nan(b));
}

uint64_t element(const Data& data, size_t i) {
  auto size = static_cast<size_t>(ir::bits_of(data.kind)) / 8;
  uint64_t bits = 0;
  std::memcpy(&bits, data.bytes.data() + i * size, size);
  return bits;
}

// A capability that the record denies; empty when there is none.
std::string forbidden(const std::vector<uint32_t>& words, const vulkan::Capabilities& caps) {
  struct Row {
    uint32_t capability;
    bool allowed;
    const char* name;
  };
  const Row rows[] = {{11, caps.int64, "Int64"},
                      {22, caps.int16, "Int16"},
                      {39, caps.int8, "Int8"},
                      {10, caps.float64, "Float64"},
                      {4433, caps.storage16, "StorageBuffer16BitAccess"},
                      {4448, caps.storage8, "StorageBuffer8BitAccess"}};
  constexpr size_t kHeader = 5;
  constexpr uint32_t kOpCapability = 17;
  for (size_t at = kHeader; at < words.size() && (words[at] & 0xffff) == kOpCapability; at += 2) {
    for (const Row& row : rows)
      if (words[at + 1] == row.capability && !row.allowed) return row.name;
  }
  return {};
}

std::string hex(uint64_t bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

}  // namespace

std::string compare(const Job& job, const Record& record) {
  auto module = parse(job.text);
  if (!module) return "the test's text does not parse";
  ir::Function* kernel = module->find_function(job.kernel);
  if (!kernel) return "no kernel " + job.kernel;

  std::vector<Data> expected = job.buffers, found = job.buffers;
  std::vector<interp::Argument> oracle;
  std::vector<vulkan::HostArgument> arguments;
  for (const Arg& a : job.args) {
    if (a.buffer < 0) {
      oracle.push_back(interp::Argument::number(a.bits));
      arguments.push_back({a.bits, nullptr, 0});
    } else {
      auto k = static_cast<size_t>(a.buffer);
      oracle.push_back(interp::Argument::buffer(expected[k].bytes.data(), expected[k].length()));
      arguments.push_back({0, found[k].bytes.data(), static_cast<uint64_t>(found[k].length())});
    }
  }
  auto outcome = interp::run_kernel(*kernel, oracle, job.extents, job.reductions);
  if (!outcome) return "interpreter: " + outcome.error().message;
  if (!outcome->faults.empty()) return "interpreter: " + outcome->faults[0].text;

  spirv::Options options{record.caps, record.form, {}};
  options.passes.verify = true;
  auto program = gpu::compile(*module, job.kernel, options);
  if (!program) return "compile: " + program.error().message;
  std::string invalid = validate(program->words);
  if (!invalid.empty()) return "spirv-val: " + invalid;
  std::string denied = forbidden(program->words, record.caps);
  if (!denied.empty()) return "declares " + denied;
  if (!device()) return {};
  auto executable = vulkan::Executable::make(*device(), *program);
  if (!executable) return "load: " + executable.error().message;
  std::vector<uint64_t> reductions = job.reductions;
  auto ran = (*executable)->run(arguments, job.extents, reductions);
  if (!ran) return "run: " + ran.error().message;
  std::string said;
  for (const std::string& message : device()->take_messages()) said += message + "\n";
  if (!said.empty()) return "validation: " + said;

  for (size_t k = 0; k < found.size(); ++k) {
    for (size_t i = 0; i < static_cast<size_t>(found[k].length()); ++i) {
      uint64_t want = element(expected[k], i), have = element(found[k], i);
      if (!same_number(found[k].kind, want, have))
        return "buffer " + std::to_string(k) + "[" + std::to_string(i) + "]: want " + hex(want) +
               ", got " + hex(have);
    }
  }
  for (size_t r = 0; r < reductions.size(); ++r) {
    ir::Kind kind = kernel->reductions[r]->aux.kind;
    if (!same_number(kind, outcome->reductions[r], reductions[r]))
      return "reduction " + std::to_string(r) + ": want " + hex(outcome->reductions[r]) + ", got " +
             hex(reductions[r]);
  }
  return {};
}

}  // namespace tack::test
