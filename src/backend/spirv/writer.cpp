// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv/writer.hpp"

#include "support/ice.hpp"

namespace tack::spirv {
namespace {

constexpr uint32_t kMagic = 0x07230203;
// 1.3 is what every Vulkan 1.1 device takes; what is newer comes by extension.
constexpr uint32_t kVersion = 0x00010300;

}  // namespace

void Writer::put(Words& to, spv::Op op, const uint32_t* operands, size_t count) {
  TACK_CHECK(count < 0xffff);
  to.push_back(static_cast<uint32_t>(count + 1) << 16 | static_cast<uint32_t>(op));
  to.insert(to.end(), operands, operands + count);
}

// UTF-8, zero-terminated, first byte lowest.
void Writer::put_string(Words& to, std::string_view text) {
  for (size_t i = 0; i <= text.size(); i += 4) {
    uint32_t word = 0;
    for (size_t k = 0; k < 4 && i + k < text.size(); ++k)
      word |= static_cast<uint32_t>(static_cast<unsigned char>(text[i + k])) << (8 * k);
    to.push_back(word);
  }
}

void Writer::capability(spv::Capability c) { capabilities_.insert(static_cast<uint32_t>(c)); }
void Writer::extension(std::string_view name) { extensions_.emplace(name); }

Id Writer::glsl() {
  if (glsl_ == 0) {
    glsl_ = fresh();
    Words words{glsl_};
    put_string(words, "GLSL.std.450");
    put(imports_, spv::Op::OpExtInstImport, words.data(), words.size());
  }
  return glsl_;
}

void Writer::memory_model(spv::AddressingModel addressing) {
  uint32_t words[] = {static_cast<uint32_t>(addressing),
                      static_cast<uint32_t>(spv::MemoryModel::GLSL450)};
  put(model_, spv::Op::OpMemoryModel, words, 2);
}

void Writer::entry_point(Id function, std::string_view name, const std::vector<Id>& interface) {
  Words words{static_cast<uint32_t>(spv::ExecutionModel::GLCompute), function};
  put_string(words, name);
  words.insert(words.end(), interface.begin(), interface.end());
  put(entry_, spv::Op::OpEntryPoint, words.data(), words.size());
}

void Writer::execution_mode(Id function, spv::ExecutionMode mode,
                            std::initializer_list<uint32_t> words) {
  Words all{function, static_cast<uint32_t>(mode)};
  all.insert(all.end(), words.begin(), words.end());
  put(modes_, spv::Op::OpExecutionMode, all.data(), all.size());
}

void Writer::name(Id id, std::string_view text) {
  if (text.empty()) return;
  Words words{id};
  put_string(words, text);
  put(names_, spv::Op::OpName, words.data(), words.size());
}

void Writer::decorate(Id id, spv::Decoration what, std::initializer_list<uint32_t> words) {
  Words all{id, static_cast<uint32_t>(what)};
  all.insert(all.end(), words.begin(), words.end());
  put(decorations_, spv::Op::OpDecorate, all.data(), all.size());
}

void Writer::decorate_member(Id type, uint32_t member, spv::Decoration what,
                             std::initializer_list<uint32_t> words) {
  Words all{type, member, static_cast<uint32_t>(what)};
  all.insert(all.end(), words.begin(), words.end());
  put(decorations_, spv::Op::OpMemberDecorate, all.data(), all.size());
}

Id Writer::intern(std::map<Words, Id>& table, spv::Op op, Id type, const Words& operands) {
  Words key{static_cast<uint32_t>(op), type};
  key.insert(key.end(), operands.begin(), operands.end());
  auto [at, is_new] = table.try_emplace(key, 0);
  if (is_new) {
    at->second = fresh();
    Words words;
    if (type != 0) words.push_back(type);
    words.push_back(at->second);
    words.insert(words.end(), operands.begin(), operands.end());
    put(globals_, op, words.data(), words.size());
  }
  return at->second;
}

Id Writer::type(spv::Op op, std::initializer_list<uint32_t> operands) {
  return intern(types_, op, 0, operands);
}

Id Writer::fresh_type(spv::Op op, const std::vector<uint32_t>& operands) {
  Id id = fresh();
  Words words{id};
  words.insert(words.end(), operands.begin(), operands.end());
  put(globals_, op, words.data(), words.size());
  return id;
}

Id Writer::constant_of(spv::Op op, Id type, std::initializer_list<uint32_t> operands) {
  return intern(constants_, op, type, operands);
}

Id Writer::constant(Id type, uint32_t bits, uint64_t value) {
  if (bits < 64) value &= (uint64_t{1} << bits) - 1;
  auto low = static_cast<uint32_t>(value);
  if (bits <= 32) return constant_of(spv::Op::OpConstant, type, {low});
  return constant_of(spv::Op::OpConstant, type, {low, static_cast<uint32_t>(value >> 32)});
}

Id Writer::boolean(bool value) {
  return constant_of(value ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, bool_type(), {});
}

Id Writer::global(Id pointer_type, spv::StorageClass space) {
  Id id = fresh();
  uint32_t words[] = {pointer_type, id, static_cast<uint32_t>(space)};
  put(globals_, spv::Op::OpVariable, words, 3);
  return id;
}

Id Writer::op(spv::Op op, Id type, std::initializer_list<uint32_t> operands) {
  return this->op(op, type, Words(operands));
}

Id Writer::op(spv::Op op, Id type, const Words& operands) {
  Id id = fresh();
  Words words{type, id};
  words.insert(words.end(), operands.begin(), operands.end());
  put(body_, op, words.data(), words.size());
  return id;
}

void Writer::effect(spv::Op op, std::initializer_list<uint32_t> operands) {
  put(body_, op, operands.begin(), operands.size());
}

void Writer::effect(spv::Op op, const Words& operands) {
  put(body_, op, operands.data(), operands.size());
}

Id Writer::local(Id pointer_type) {
  Id id = fresh();
  uint32_t words[] = {pointer_type, id, static_cast<uint32_t>(spv::StorageClass::Function)};
  put(locals_, spv::Op::OpVariable, words, 3);
  return id;
}

Id Writer::begin_function() {
  Id function = fresh();
  Id result = void_type();
  uint32_t words[] = {result, function, 0, function_type(result)};
  put(head_, spv::Op::OpFunction, words, 4);
  uint32_t first = fresh();
  put(head_, spv::Op::OpLabel, &first, 1);
  return function;
}

Words Writer::finish() {
  Words out{kMagic, kVersion, 0, next_, 0};
  for (uint32_t c : capabilities_) put(out, spv::Op::OpCapability, &c, 1);
  for (const std::string& name : extensions_) {
    Words words;
    put_string(words, name);
    put(out, spv::Op::OpExtension, words.data(), words.size());
  }
  put(body_, spv::Op::OpFunctionEnd, nullptr, 0);
  for (const Words* section : {&imports_, &model_, &entry_, &modes_, &names_, &decorations_,
                               &globals_, &head_, &locals_, &body_})
    out.insert(out.end(), section->begin(), section->end());
  return out;
}

}  // namespace tack::spirv
