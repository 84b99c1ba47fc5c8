// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/host_program.hpp"

#include <algorithm>
#include <map>

#include "backend/c89/c_library.hpp"
#include "backend/c89/host_file.hpp"
#include "backend/c89/host_function.hpp"
#include "backend/c89/host_global.hpp"
#include "backend/c89/host_helpers.hpp"
#include "backend/c89/host_types.hpp"
#include "support/ice.hpp"

namespace tack::c89 {
namespace {

using namespace ir;

bool is_identifier(const std::string& name) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

bool is_assembly(const Function& f) { return f.is_extern() && f.name.starts_with("asm "); }

// "asm t.xc:3\nnop" stands in line 3 of t.xc.
std::string place_of_assembly(const std::string& name) {
  return name.substr(4, name.find('\n') - 4);
}

// The math functions that expressions are made of.
std::string math_prototype(const std::string& name) {
  if (name == "fma") return "double fma(double, double, double)";
  if (name == "fmaf") return "float fmaf(float, float, float)";
  return "double " + name + "(double)";
}

struct Program {
  std::span<const Module* const> modules;
  HostFile file = {};
  std::map<std::string, const Function*> defined = {};  // that another module calls as an extern
  std::map<std::string, const Function*> externs = {};  // one of each name
  std::vector<const Function*> twins = {};  // exported by a function of that name that calls them
  std::vector<const Global*> globals = {};
  std::set<const Function*> used_functions = {};
  std::set<const Global*> used_globals = {};

  template <class Visit>
  void functions(const Visit& visit) {
    for (const Module* m : modules) {
      for (const auto& f : m->functions) {
        if (used_functions.contains(f.get())) visit(*f);
      }
    }
  }

  // Compilers warn of what nothing uses, and it may have no form in C.
  void find_used() {
    std::vector<const Function*> bodies;
    std::vector<const Global*> data;
    std::map<std::string, const Function*> bodies_of;
    auto use = [&](const Function* f) {
      if (used_functions.insert(f).second) bodies.push_back(f);
    };
    auto use_global = [&](const Global* g) {
      if (used_globals.insert(g).second) data.push_back(g);
    };
    std::set<std::string> wanted;
    for (const Module* m : modules) {
      for (const auto& f : m->functions) {
        if (f->is_extern()) wanted.insert(f->name);
      }
    }
    for (const Module* m : modules) {
      for (const auto& f : m->functions) {
        if (!f->is_extern()) bodies_of[f->name] = f.get();
        if (f->is_exported && !wanted.contains(f->name)) use(f.get());
      }
      for (const auto& g : m->globals) {
        if (g->is_exported && !g->is_extern) use_global(g.get());
      }
    }
    while (!bodies.empty() || !data.empty()) {
      if (!bodies.empty()) {
        const Function* f = bodies.back();
        bodies.pop_back();
        if (auto at = bodies_of.find(f->name); f->is_extern() && at != bodies_of.end())
          use(at->second);
        walk(f->body, [&](const Inst& inst) {
          if (inst.callee) use(inst.callee);
          if (inst.global) use_global(inst.global);
        });
      } else {
        const Global* g = data.back();
        data.pop_back();
        for (const Relocation& r : g->relocations) {
          if (r.function) use(r.function);
          if (r.global) use_global(r.global);
        }
      }
    }
  }

  void must_be_sayable(const char* what, const std::string& name) {
    if (!is_identifier(name) || is_c_word(name))
      file.refuse(std::string(what) + " '" + name + "' has no name that C could say");
    if (name.starts_with("tack_") && !name.starts_with("tack_rt_"))
      file.refuse(std::string(what) + " '" + name +
                  "' begins like what the C text calls its own: tack_");
  }

  void outside(const Function& f) {
    if (is_assembly(f)) {
      file.functions[&f] = "assembly";
      return file.refuse("assembly at " + place_of_assembly(f.name) + ": C89 has no form for it");
    }
    must_be_sayable("the outside function", f.name);
    file.names.reserve(f.name);
    file.functions[&f] = f.name;
    externs.emplace(f.name, &f);
  }

  void own(const Function& f) {
    if (f.is_kernel()) TACK_ICE("kernel @" + f.name + " is not raised to its entry");
    bool is_exported = f.is_exported && !defined.contains(f.name);
    bool needs_twin = is_exported && (f.name == "main" || is_library_name(f.name));
    if (is_exported) must_be_sayable("the exported function", f.name);
    if (is_exported && !needs_twin) {
      file.functions[&f] = f.name;
      file.exported.insert(&f);
      return;
    }
    if (needs_twin) twins.push_back(&f);
    // Of a name that compilers know, even a static function would be taken for C's.
    file.functions[&f] = file.names.add(is_library_name(f.name) ? f.name + "_own" : f.name);
  }

  void name_functions() {
    std::set<std::string> wanted;
    functions([&](const Function& f) {
      if (f.is_extern()) wanted.insert(f.name);
    });
    functions([&](const Function& f) {
      if (!f.is_extern() && wanted.contains(f.name)) defined[f.name] = &f;
    });
    // What must have its very name comes first.
    functions([&](const Function& f) {
      if (f.is_extern() && !defined.contains(f.name)) outside(f);
      if (f.is_exported) file.names.reserve(f.name);
    });
    for (const Module* m : modules) {
      for (const auto& g : m->globals) {
        if (used_globals.contains(g.get()) && (g->is_extern || g->is_exported))
          file.names.reserve(g->name);
      }
    }
    functions([&](const Function& f) {
      if (!f.is_extern()) own(f);
    });
    functions([&](const Function& f) {
      if (f.is_extern() && defined.contains(f.name))
        file.functions[&f] = file.functions.at(defined.at(f.name));
    });
  }

  void name_globals() {
    for (const Module* m : modules) {
      for (const auto& g : m->globals) {
        if (!used_globals.contains(g.get())) continue;
        bool is_outer = g->is_extern || g->is_exported;
        if (is_outer) must_be_sayable("the outside variable", g->name);
        file.globals[g.get()] =
            is_outer ? g->name
                     : file.names.add(is_library_name(g->name) ? g->name + "_own" : g->name);
        globals.push_back(g.get());
      }
    }
  }

  std::string prototypes() {
    std::string out;
    for (const auto& [name, f] : externs) {
      std::string known = library_prototype(name);
      auto count = static_cast<long>(f->params.size()) + (f->is_variadic ? 1 : 0);
      long known_count = std::count(known.begin(), known.end(), ',') + !known.ends_with("(void)");
      bool fits = !known.empty() && known_count == count;
      out += "extern " + (fits ? known : file.prototype(*f, name)) + ";\n";
    }
    if (file.uses_trap && !externs.contains("tack_rt_trap"))
      out += "extern void tack_rt_trap(const char *);\n";
    for (const std::string& name : file.library) {
      if (externs.contains(name)) continue;
      if (std::any_of(twins.begin(), twins.end(), [&](const auto* t) { return t->name == name; }))
        file.refuse("the exported function '" + name +
                    "' has the name of a function of C that this program needs");
      std::string known = library_prototype(name);
      out += "extern " + (known.empty() ? math_prototype(name) : known) + ";\n";
    }
    functions([&](const Function& f) {
      if (f.is_extern()) return;
      out += (file.exported.contains(&f) ? "" : "static ") +
             file.prototype(f, file.functions.at(&f)) + ";\n";
    });
    return out;
  }

  // What a C program starts at.
  std::string main_function(const Function& f) {
    const std::string& own = file.functions.at(&f);
    size_t count = std::min<size_t>(f.params.size(), 2);
    std::string arguments = count == 2 ? "argc, argv" : count == 1 ? "argc" : "";
    std::string header = count == 0 ? "int main(void)" : "int main(int argc, char **argv)";
    std::string call = own + "(" + arguments + ")";
    return "\n" + header + " {\n" +
           (f.results.empty() ? "  " + call + ";\n  return 0;\n"
                              : "  return (int)" + call + ";\n") +
           "}\n";
  }

  std::string twin(const Function& f) {
    if (f.name == "main") return main_function(f);
    std::vector<std::string> names;
    std::string arguments;
    for (size_t k = 0; k < f.params.size(); ++k) {
      names.push_back("p" + std::to_string(k));
      arguments += (k ? ", " : "") + names.back();
    }
    return "\n" + file.prototype(f, f.name, names) + " {\n  " +
           (f.results.empty() ? "" : "return ") + file.functions.at(&f) + "(" + arguments +
           ");\n}\n";
  }

  Result<std::string> run() {
    find_used();
    name_functions();
    name_globals();
    std::string bodies;
    functions([&](const Function& f) {
      if (!f.is_extern() && file.fault.empty()) bodies += "\n" + print_host_function(f, file);
    });
    if (!file.fault.empty()) return Error{file.fault};
    for (const Function* f : twins) bodies += twin(*f);
    std::string data = print_globals(globals, file);
    std::string helpers = host_helpers(file.helpers, file.library);
    if (file.moves.contains("tack_copy")) {
      file.library.insert("memmove");
      helpers +=
          "static void tack_copy(void *to, const void *from, tack_u64 n) {\n"
          "  if (n) memmove(to, from, n);\n"
          "}\n";
    }
    if (file.moves.contains("tack_fill")) {
      file.library.insert("memset");
      helpers +=
          "static void tack_fill(void *to, int byte, tack_u64 n) { if (n) memset(to, byte, n); }\n";
    }
    std::string declarations = prototypes();
    if (!file.fault.empty()) return Error{file.fault};
    std::string out = host_prologue();
    if (file.library.contains("memcpy") && !file.struct_types().empty())
      out += "extern " + library_prototype("memcpy") + ";\n";
    for (const std::string& part : {file.struct_types(), declarations, data, helpers}) {
      if (!part.empty()) out += "\n" + part;
    }
    return out + bodies;
  }
};

}  // namespace

Result<std::string> print_program(std::span<const Module* const> modules) {
  Program program{modules};
  return program.run();
}

}  // namespace tack::c89
