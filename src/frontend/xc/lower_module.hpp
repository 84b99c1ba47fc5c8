// SPDX-License-Identifier: Apache-2.0
// What all functions of a program share while it is lowered: types, globals, texts, class tables,
// and which IR function stands for which of XC's.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/xc/c_abi.hpp"
#include "frontend/xc/lets_go.hpp"
#include "frontend/xc/lower.hpp"
#include "ir/builder.hpp"

namespace tack::xc {

using ir::Inst;

// What a kernel or device function reads from outside itself: a scalar (`offset` bytes into a
// captured variable) or an array, seen as a buffer of one kind of element.
struct Capture {
  Var* var = nullptr;
  bool is_buffer = false;
  uint64_t offset = 0;
  ir::Kind kind = ir::Kind::Void;

  auto operator<=>(const Capture&) const = default;
};

// An XC function as code for kernels: its parameters, then what it captures.
struct DeviceFunction {
  ir::Function* function = nullptr;
  std::vector<Capture> captures;
};

class ModuleLowering {
 public:
  ModuleLowering(Program& program, Types& types, const LowerOptions& options, Reporter& reporter)
      : program(program),
        types(types),
        options(options),
        reporter(reporter),
        letting_go(program),
        module(std::make_unique<ir::Module>()) {}

  void run();

  Program& program;
  Types& types;
  const LowerOptions& options;
  Reporter& reporter;
  const LettingGo letting_go;
  std::unique_ptr<ir::Module> module;

  ir::Loc loc(const SourceRange& where);
  ir::Type type(const Type* type);  // aggregates too
  ir::Global& global(Var& v);
  ir::Global& text(const std::string& bytes);
  // A class's table, or one that stands in for it: of an object whose init has thrown, which ends
  // without dealloc, and of the first and the other objects of a `new C[n]`.
  enum class Table : uint8_t { Class, Abandoned, First, Element };
  ir::Global& class_table(Record& record, Table kind = Table::Class);
  // The host's form of a function; its body follows later.
  ir::Function& function(Func& f);
  DeviceFunction& device(Func& f);
  ir::Function& external(const std::string& name, std::vector<ir::Type> parameters,
                         std::vector<ir::Type> results, bool variadic = false);
  ir::Function& retain();
  ir::Function& release();
  // Counts a reference, or all that stand in a struct or an array at an address, up or down.
  ir::Function& counting(const Type* type, bool up);
  ir::Function& is_instance();
  ir::Function& block_length();               // lower_for_in.cpp
  Var& text_array(const std::string& bytes);  // a text as a global array of bytes
  ir::Function* describe();                   // null in programs without String
  // lower_protocol.cpp
  ir::Global& protocol(Record& record);
  ir::Global* protocol_list(Record& record);
  ir::Function& witness();
  // lower_block.cpp
  ir::Function& callable(Func& f);
  ir::Global& constant_block(Func& f);
  ir::Function& teardown(Record& record, Table kind = Table::Class);
  ir::Function& end_local();
  std::string unique(std::string name);
  // How a host function is called. Its parameters in the IR: the addresses for structs among the
  // results that do not come in registers, a method's object, the parameters, the tail of a
  // variadic function.
  struct CallShape {
    AbiCall abi;
    bool struct_in_registers = false;  // the one result
    std::vector<ir::Type> parameters, results;
    std::vector<ir::Type> by_value;  // of each parameter, see ir::Inst::aux
  };
  CallShape call_shape(const std::vector<const Type*>& results,
                       const std::vector<const Type*>& parameters, bool has_self, bool throws);
  CallShape call_shape(const Func& f);
  CallShape call_shape(const Type* function, bool has_self);  // called through a pointer
  // A call through a pointer says what is passed by value.
  Inst* call_ptr(ir::Builder& b, Inst* code, const CallShape& shape, std::vector<Inst*> arguments);

  void not_built(SourceRange where, std::string_view what) {
    reporter.report(Msg::NotBuilt, where, {what});
  }

 private:
  void initialise(ir::Global& g, uint64_t offset, const Expr& e, const Type* type);
  ir::Global& witnesses(Record& record, Record& protocol);
  void body(Func& f, ir::Function& into);
  void main_wrapper();
  void end_object(ir::Builder& b, Inst* object, Inst* count);
  void exported_name(std::string_view name, const SourceRange& where);
  std::string overload_name(const Func& f) const;

  std::map<const SourceFile*, uint32_t> files_;
  SourceRange last_where_;
  ir::Loc last_loc_ = 0;
  std::map<const Type*, ir::Type> record_types_;
  std::map<const Var*, ir::Global*> globals_;
  std::map<std::string, ir::Global*> texts_;
  std::map<std::pair<const Record*, Table>, ir::Global*> tables_;
  std::map<std::pair<const Record*, Table>, ir::Function*> teardowns_;
  ir::Function* end_local_ = nullptr;
  std::map<std::pair<const Type*, bool>, ir::Function*> countings_;
  std::map<const Func*, ir::Function*> functions_;
  std::map<const Func*, DeviceFunction> devices_;
  std::map<std::string, int> names_;
  std::set<std::string_view> declared_;  // functions and globals of the program
  std::vector<std::pair<Func*, ir::Function*>> pending_;
  ir::Function* retain_ = nullptr;
  ir::Function* release_ = nullptr;
  ir::Function* is_instance_ = nullptr;
  ir::Function* witness_ = nullptr;
  ir::Function* block_length_ = nullptr;
  std::map<std::string, Var*> text_arrays_;
  std::map<const Func*, ir::Function*> callables_;
  std::map<const Func*, ir::Global*> constant_blocks_;
  Record function_record_;  // of functions that are used as blocks
  ir::Function* describe_ = nullptr;
};

}  // namespace tack::xc
