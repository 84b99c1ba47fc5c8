// SPDX-License-Identifier: Apache-2.0
// The state of printing one function; host_function.cpp and host_effects.cpp share it.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "backend/c89/host_file.hpp"
#include "backend/c89/host_value.hpp"
#include "transform/rewrite.hpp"

namespace tack::c89 {

struct HostPrinter {
  const ir::Function& f;
  HostFile& file;
  CNames names{&file.names};
  HostValues values;
  std::unordered_map<const ir::Inst*, std::string> labels = {};  // of regions that a goto leaves
  std::vector<const ir::Inst*> enclosing = {};  // loops and switches: what `break` would leave
  std::unordered_set<const ir::Inst*> addressed = {};  // variables
  std::unordered_set<const ir::Inst*> compared = {};
  std::string out = {};

  HostPrinter(const ir::Function& function, HostFile& shared)
      : f(function),
        file(shared),
        values(shared.helpers, shared.library, [this](const ir::Inst& at) {
          return at.callee ? file.functions.at(at.callee) : file.globals.at(at.global);
        }) {}

  std::string run();

  void line(size_t depth, const std::string& text) {
    out += std::string(depth * 2, ' ') + text + "\n";
  }

  // --- host_function.cpp
  bool is_always_inlined(const ir::Inst& inst) const;
  void choose_inlined(const ir::Region& region, const transform::UseCounts& uses);
  void declare_addressed();
  void declare_values(const ir::Region& region, size_t depth);
  std::string variable(const ir::Inst& var);
  bool is_bytes(ir::Type type) const;  // holds structs: its memory is read and written as bytes
  void body(const ir::Region& region, size_t depth);
  void leave(const ir::Inst& label, size_t depth);
  void end_label(const ir::Inst& inst, size_t depth);
  void if_(const ir::Inst& inst, size_t depth);
  void switch_(const ir::Inst& inst, size_t depth);
  void for_(const ir::Inst& inst, size_t depth);
  void trap(const ir::Inst& inst, size_t depth);
  void statement(const ir::Inst& inst, size_t depth);

  // --- host_effects.cpp
  static bool is_call(const ir::Inst& inst);
  static const std::vector<ir::Type>& result_types(const ir::Inst& call);
  bool effect(const ir::Inst& inst, size_t depth);  // false: not one of its ops
  struct Place {
    std::string text;  // of the variable or its element, or the address of bytes
    ir::Type type;
    bool is_address;
  };
  Place place(const ir::Inst& inst, size_t end);
  std::string truth(ir::Type type, const std::string& text);
  void set(const ir::Inst& inst, const std::string& text, size_t depth);
  void clear(const ir::Inst& var, size_t depth);
  void load(const ir::Inst& inst, size_t depth);
  void store(const ir::Inst& inst, size_t depth);
  std::string access(const ir::Inst& inst, ir::Type type, const char* plain, const char* watched);
  void call(const ir::Inst& inst, size_t depth);
  void returns(const ir::Inst& inst, size_t depth);
};

}  // namespace tack::c89
