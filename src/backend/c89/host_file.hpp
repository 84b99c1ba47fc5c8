// SPDX-License-Identifier: Apache-2.0
// What the parts of one printed file share: names of functions and globals, struct types, what of
// the helpers and of the C library is used.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "backend/c89/c_names.hpp"
#include "ir/ir.hpp"

namespace tack::c89 {

class HostFile {
 public:
  CNames names;  // at file level
  std::unordered_map<const ir::Function*, std::string> functions;
  std::unordered_map<const ir::Global*, std::string> globals;
  std::set<std::string> helpers;
  std::set<std::string> library;  // C functions that helpers or expressions call
  std::set<std::string> moves;    // tack_copy, tack_fill
  std::set<const ir::Function*> exported;
  bool uses_trap = false;
  std::string fault;  // the first thing that has no form in C; then the text is worth nothing

  void refuse(const std::string& why) {
    if (fault.empty()) fault = why;
  }

  // What a function with these results returns: several come in a struct with fields r0, r1, ...
  std::string result_type(const std::vector<ir::Type>& results);
  // The C struct that is passed by value as this one is.
  std::string by_value_type(const ir::Module& module, ir::Type type);
  // The helper that reads one at an address.
  std::string take(const ir::Module& module, ir::Type type);
  // "i32", or the struct of a parameter passed by value.
  std::string parameter_type(const ir::Module& module, ir::Type type, ir::Type aux);
  // "tack_i32 f(void *, ...)", with the parameters' names when given.
  std::string prototype(const ir::Function& function, const std::string& name,
                        const std::vector<std::string>& parameters = {});

  const std::string& struct_types() const { return structs_; }

 private:
  std::string structs_;
  std::set<std::string> done_;
  std::unordered_map<const ir::Module*, std::unordered_map<uint32_t, std::string>> by_value_;
  std::set<std::string> takes_;
};

}  // namespace tack::c89
