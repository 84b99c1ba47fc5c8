// SPDX-License-Identifier: Apache-2.0
// The state of printing one function; host_function.cpp and host_effects.cpp share it.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "backend/c89/host_file.hpp"
#include "backend/c89/host_value.hpp"
#include "backend/c89/statements.hpp"

namespace tack::c89 {

struct HostPrinter : Statements {
  HostFile& file;
  HostValues values;
  std::unordered_set<const ir::Inst*> addressed = {};  // variables
  std::unordered_set<const ir::Inst*> compared = {};

  HostPrinter(const ir::Function& function, HostFile& shared)
      : Statements(function, &shared.names),
        file(shared),
        values(shared.helpers, shared.library, [this](const ir::Inst& at) {
          return at.callee ? file.functions.at(at.callee) : file.globals.at(at.global);
        }) {}

  std::string run();

  // --- host_function.cpp
  Expressions& expressions() override { return values; }
  bool is_always_inlined(const ir::Inst& inst) const override;
  bool looks_silly(const ir::Inst& inst, const ir::Inst& user) const override;
  void declare_addressed();
  void declare(const ir::Region& region, size_t depth) override;
  std::string variable(const ir::Inst& var);
  bool is_bytes(ir::Type type) const;  // holds structs: its memory is read and written as bytes
  void for_(const ir::Inst& inst, size_t depth);
  void trap(const ir::Inst& inst, size_t depth);
  void statement(const ir::Inst& inst, size_t depth) override;

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
