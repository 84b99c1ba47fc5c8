// SPDX-License-Identifier: Apache-2.0
// Inline assembly. It may change what a call may change, and the registers that its text names.
#include "backend/llvm/assembly.hpp"

#include <cctype>
#include <set>
#include <string>

namespace tack::llvm_backend {
namespace {

constexpr std::string_view kMark = "asm ";

constexpr std::string_view kChangedByCalls =
    "~{rax},~{rcx},~{rdx},~{rsi},~{rdi},~{r8},~{r9},~{r10},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},"
    "~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},"
    "~{xmm15},~{memory},~{dirflag},~{fpsr},~{flags}";

// rbx for any part of it, and so on; empty for a word that is none of the kept registers.
std::string kept_register(const std::string& word) {
  if (word == "rbx" || word == "ebx" || word == "bx" || word == "bl" || word == "bh") return "rbx";
  for (const char* name : {"r12", "r13", "r14", "r15"}) {
    for (const char* end : {"", "d", "w", "b"}) {
      if (word == name + std::string(end)) return name;
    }
  }
  return {};
}

std::string clobbers(std::string_view text) {
  std::set<std::string> kept;
  std::string word;
  for (char c : std::string(text) + " ") {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (std::string name = kept_register(word); !name.empty()) kept.insert(name);
    word.clear();
  }
  std::string out(kChangedByCalls);
  for (const std::string& name : kept) out += ",~{" + name + "}";
  return out;
}

}  // namespace

bool is_assembly(const ir::Function& function) {
  return function.is_extern() && function.name.starts_with(kMark);
}

llvm::Value* assembly(llvm::IRBuilder<>& b, const ir::Function& function) {
  // The first line says where it stands: a comment to the assembler, which errors look up.
  std::string text = "# ";
  for (char c : function.name.substr(kMark.size())) {
    if (c == '$') text += '$';  // LLVM's own mark
    text += c;
  }
  llvm::FunctionType* type = llvm::FunctionType::get(b.getVoidTy(), false);
  auto* code = llvm::InlineAsm::get(type, text, clobbers(text.substr(text.find('\n') + 1)), true,
                                    true, llvm::InlineAsm::AD_ATT);
  llvm::CallInst* call = b.CreateCall(type, code);
  call->addFnAttr(llvm::Attribute::NoUnwind);
  return call;
}

std::string assembly_error(const llvm::DiagnosticInfoSrcMgr& info) {
  const llvm::SMDiagnostic& found = info.getSMDiag();
  std::string place;
  if (const llvm::SourceMgr* files = found.getSourceMgr()) {
    unsigned buffer = files->FindBufferContainingLoc(found.getLoc());
    if (buffer == 0) buffer = files->getMainFileID();
    auto [first, rest] = files->getMemoryBuffer(buffer)->getBuffer().ltrim().split('\n');
    if (first.consume_front("# ")) place = first.trim().str();
  }
  llvm::StringRef line = found.getLineContents().trim();
  return "assembly at " + place + ": " + found.getMessage().str() +
         (line.empty() ? "" : ": " + line.str());
}

}  // namespace tack::llvm_backend
