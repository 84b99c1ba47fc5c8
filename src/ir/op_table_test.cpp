// SPDX-License-Identifier: Apache-2.0
// The op table of docs/ir.md is made from ops.def. TACK_REFRESH=1 in the environment writes it
// anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "ir/op.hpp"

namespace tack::ir {
namespace {

constexpr const char* kBegin = "<!-- op table: made from src/ir/ops.def by tack_ir_test -->\n";
constexpr const char* kEnd = "<!-- end of the op table -->\n";

// Operands and result in words; N is a number or lanes of it, all of one type.
const char* rule_text(Rule rule) {
  switch (rule) {
    case Rule::None:
      return "";
    case Rule::Number1:
      return "N → N";
    case Rule::Number2:
      return "N, N → N";
    case Rule::Int2:
      return "int, int → int";
    case Rule::Float1:
      return "float → float";
    case Rule::Float3:
      return "float, float, float → float";
    case Rule::Bits1:
      return "int or i1 → same";
    case Rule::Bits2:
      return "int or i1, twice → same";
    case Rule::Compare:
      return "N, N → i1 or mask";
    case Rule::CompareAny:
      return "N, i1 or ptr, twice → i1 or mask";
    case Rule::Select:
      return "i1 or mask, T, T → T";
    case Rule::Convert:
      return "N or i1 → N";
    case Rule::Bitcast:
      return "N or ptr → N or ptr of the same width";
    case Rule::Var:
      return "";
    case Rule::Load:
      return "var and path → value";
    case Rule::Store:
      return "var and path, value";
    case Rule::LoadElem:
      return "buffer, int → element";
    case Rule::StoreElem:
      return "buffer, int, element";
    case Rule::Atomic:
      return "buffer, int, element → element";
    case Rule::PtrAtomic:
      return "ptr, N → N";
    case Rule::LaneReduce:
      return "lanes of int → int";
    case Rule::Print:
      return "text, N for each %";
    case Rule::BufferLen:
      return "buffer → i64";
    case Rule::AddrOf:
      return "var, global or function → ptr";
    case Rule::PtrAdd:
      return "ptr, int → ptr";
    case Rule::PtrLoad:
      return "ptr → value";
    case Rule::PtrStore:
      return "ptr, value";
    case Rule::MemCopy:
      return "ptr, ptr, int";
    case Rule::MemSet:
      return "ptr, u8, int";
    case Rule::Splat:
      return "T → lanes of T";
    case Rule::LaneId:
      return "→ lanes of int";
    case Rule::Extract:
      return "lanes of T, int → T";
    case Rule::MaskTest:
      return "mask → i1";
    case Rule::LoadLanes:
      return "buffer, int, mask → lanes";
    case Rule::StoreLanes:
      return "buffer, int, lanes, mask";
    case Rule::Gather:
      return "buffer, lanes of int, mask → lanes";
    case Rule::Scatter:
      return "buffer, lanes of int, lanes, mask";
    case Rule::VarGather:
      return "var of array of lanes, lanes of int, mask → lanes";
    case Rule::VarScatter:
      return "var of array of lanes, lanes of int, lanes, mask";
    case Rule::PtrLoadLanes:
      return "ptr, mask → lanes";
    case Rule::PtrStoreLanes:
      return "ptr, lanes, mask";
    case Rule::PtrGather:
      return "ptr, lanes of int (bytes), mask → lanes";
    case Rule::PtrScatter:
      return "ptr, lanes of int (bytes), lanes, mask";
    case Rule::Call:
      return "the parameters → the results";
    case Rule::CallPtr:
      return "ptr, arguments → as said";
    case Rule::ResultOf:
      return "call, number → its result";
    case Rule::Launch:
      return "extents, arguments, reduction pointers";
    case Rule::For:
      return "lo, hi, step of one int type";
    case Rule::If:
      return "i1";
    case Rule::Switch:
      return "int";
    case Rule::Return:
      return "the results";
    case Rule::Hidden:
      return "";
  }
  return "?";
}

std::string table() {
  constexpr const char* kEffects[] = {"pure", "reads", "writes", "control"};
  std::string text = "| op | operands → result | effects | where |\n|---|---|---|---|\n";
  for (int i = 0; i < kOpCount; ++i) {
    const OpInfo& op = info(static_cast<Op>(i));
    if (op.form == Form::Hidden) continue;
    std::string where;
    for (auto [bit, letter] :
         {std::pair{kKernel, 'K'}, {kFunction, 'F'}, {kHost, 'H'}, {kGang, 'G'}, {kTarget, 'T'}}) {
      if (op.profiles & bit) where += letter;
    }
    text += "| `" + std::string(op.text) + "` | " + rule_text(op.rule) + " | " +
            kEffects[static_cast<int>(op.effects)] + " | " + where + " |\n";
  }
  return text;
}

TEST(OpTable, InTheDocsIsFresh) {
  const char* path = TACK_SOURCE_DIR "/docs/ir.md";
  std::ifstream file(path);
  std::stringstream buffer;
  buffer << file.rdbuf();
  std::string page = buffer.str();
  size_t begin = page.find(kBegin);
  size_t end = page.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  begin += std::string_view(kBegin).size();
  std::string want = "\n" + table() + "\n";
  if (std::getenv("TACK_REFRESH")) {
    std::ofstream(path) << page.substr(0, begin) << want << page.substr(end);
    return;
  }
  EXPECT_EQ(page.substr(begin, end - begin), want) << "run tack_ir_test with TACK_REFRESH=1";
}

TEST(OpTable, NamesAreFoundAgain) {
  for (int i = 0; i < kOpCount; ++i) {
    const OpInfo& op = info(static_cast<Op>(i));
    EXPECT_EQ(static_cast<int>(op.op), i);
    if (op.form == Form::Hidden) {
      EXPECT_FALSE(op_named(op.text)) << op.text;
    } else {
      EXPECT_EQ(op_named(op.text), op.op) << op.text;
    }
  }
}

}  // namespace
}  // namespace tack::ir
