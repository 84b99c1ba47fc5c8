// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_class.hpp"

#include <algorithm>
#include <climits>
#include <span>
#include <string_view>
#include <utility>

#include "frontend/python/file_attributes.hpp"
#include "frontend/python/lexer.hpp"

namespace tack::python {
namespace {

using Member = ObjectType::Member;

bool ends_with(std::string_view text, std::string_view word) {
  return text == word || (text.size() > word.size() && text.ends_with(word) &&
                          text[text.size() - word.size() - 1] == '.');
}

using Line = std::vector<Token>;

constexpr std::string_view kBlocks[] = {"if",  "elif",   "else",    "for",  "while",
                                        "try", "except", "finally", "with", "match"};

class ClassReader {
 public:
  ClassReader(const SourceFile& file, const std::shared_ptr<Environment>& environment,
              const HostValues& values, const Decorators& decorators)
      : file_(file), environment_(environment), values_(values), decorators_(decorators) {}

  std::vector<FileClass> run() {
    Lexed lexed = lex(file_.text);
    Line line;
    int depth = 0;
    for (const Token& token : lexed.tokens) {
      if (token.kind == TokenKind::Indent) {
        ++depth;
      } else if (token.kind == TokenKind::Dedent) {
        --depth;
      } else if (token.kind == TokenKind::Newline) {
        statement(line, depth);
        line.clear();
      } else if (token.kind != TokenKind::End) {
        line.push_back(token);
      }
    }
    for (FoundFunction& f : find_functions(file_)) function(f);
    const std::vector<FileClass> own = classes_;
    for (FileClass& one : classes_) {
      one.elsewhere = elsewhere_.names;
      inherit(one, own);
    }
    return std::move(classes_);
  }

 private:
  static std::string text(const Line& line, size_t k) {
    return k < line.size() ? std::string(line[k].text) : std::string();
  }

  void statement(const Line& line, int depth) {
    if (line.empty()) return;
    bool is_of_kernel = is_in_kernel(line, depth);  // which assigns no attributes
    if (depth == 0) {
      is_inside_ = false;
      if (line[0].is("@")) {
        std::string name;
        for (size_t k = 1; k < line.size() && !line[k].is("("); ++k) name += text(line, k);
        bool is_device = ends_with(name, "device_class") || ends_with(name, "data_oriented");
        is_decorated_ |= is_device;
        if (!is_device && !is_harmless(name)) decorator_ = name;
        return;
      }
      if (line[0].is("class") && line.size() > 1)
        begin(line);
      else if (!is_of_kernel)
        read_assigned(line, elsewhere_);
      is_decorated_ = false;
      decorator_.clear();
      return;
    }
    if (!is_inside_) {
      if (!is_of_kernel) read_assigned(line, elsewhere_);
      return;
    }
    FileClass& self = classes_.back();
    self.last_line = line.back().end_line;
    if (depth == 1 && self.body_indent == 0) self.body_indent = line[0].place.column - 1;
    if (depth <= function_depth_) function_depth_ = INT_MAX;
    if (function_depth_ == INT_MAX) {
      bool is_block = std::any_of(std::begin(kBlocks), std::end(kBlocks),
                                  [&](std::string_view word) { return line[0].is(word); });
      bool is_function = line[0].is("def") || line[0].is("class") || line[0].is("async");
      if (is_function)
        function_depth_ = depth;
      else if (depth > 1 || is_block)
        conditional(self, line);
      else
        attributes(self, line);
    }
    if (is_of_kernel) return;
    AssignedAttributes found;
    read_assigned(line, found);
    self.assigned.insert(found.names.begin(), found.names.end());
    if (!found.open.empty()) self.open = "'" + found.open + "' in it";
  }

  // Whether the line is of a function for kernels: its def, or below it.
  bool is_in_kernel(const Line& line, int depth) {
    if (kernel_depth_ >= 0 && depth > kernel_depth_) return true;
    kernel_depth_ = -1;
    if (line[0].is("@")) {
      std::string name;
      for (size_t k = 1; k < line.size() && !line[k].is("("); ++k) name += text(line, k);
      is_for_kernels_ |= ends_with(name, "kernel") || ends_with(name, "func") ||
                         decorators_.aliases.count(name) != 0;
      return true;
    }
    if (is_for_kernels_) kernel_depth_ = depth;
    return std::exchange(is_for_kernels_, false);
  }

  // Decorators of classes that give instances no attributes but annotated ones.
  static bool is_harmless(const std::string& name) {
    return ends_with(name, "dataclass") || ends_with(name, "define") || ends_with(name, "frozen") ||
           ends_with(name, "total_ordering") || ends_with(name, "final");
  }

  void begin(const Line& line) {
    FileClass& self = classes_.emplace_back();
    self.name = self.body.class_name = text(line, 1);
    self.first_line = self.last_line = line[0].place.line;
    self.is_device = is_decorated_;
    is_inside_ = true;
    function_depth_ = INT_MAX;
    if (!decorator_.empty()) self.open = "its decorator '" + decorator_ + "'";
    int depth = 0;
    bool is_keyword = false;
    std::string base;
    for (size_t k = 2; k < line.size(); ++k) {
      if (line[k].is("(") || line[k].is("[")) ++depth;
      bool ends = depth == 1 && (line[k].is(",") || line[k].is(")"));
      if (line[k].is(")") || line[k].is("]")) --depth;
      if (line[k].is("=")) is_keyword = true;
      if (depth == 1 && line[k].kind == TokenKind::Name) base = text(line, k);
      if (!ends) continue;
      if (is_keyword)
        self.open = "a keyword in its head";
      else if (!base.empty())
        self.bases.push_back(base);
      base.clear();
      is_keyword = false;
      if (depth == 0) break;
    }
    // class A: n = 1
    depth = 0;
    for (size_t k = 2; k < line.size(); ++k) {
      if (line[k].is("(") || line[k].is("[")) ++depth;
      if (line[k].is(")") || line[k].is("]")) --depth;
      if (depth == 0 && line[k].is(":") && k + 1 < line.size())
        return attributes(self, Line(line.begin() + static_cast<long>(k) + 1, line.end()));
    }
  }

  // The statements of one line of the body.
  void attributes(FileClass& self, const Line& line) {
    for (size_t begin = 0; begin < line.size();) {
      size_t end = begin;
      while (end < line.size() && !line[end].is(";")) ++end;
      if (end > begin) attribute(self, std::span(line).subspan(begin, end - begin));
      begin = end + 1;
    }
  }

  // NAME = value, NAME = OTHER = value, A, B = values, NAME: annotation = value
  void attribute(FileClass& self, std::span<const Token> line) {
    if (line[0].kind != TokenKind::Name && !line[0].is("(") && !line[0].is("[")) return;
    size_t equals = 1;
    if (line.size() > 2 && line[1].is(":")) {
      self.assigned.emplace(line[0].text);  // of a dataclass
      while (equals < line.size() && !line[equals].is("=")) ++equals;
      if (equals + 1 >= line.size()) return;
      return set_attribute(self, std::string(line[0].text), line.subspan(equals + 1));
    }
    std::vector<std::vector<std::string>> targets;  // those of each '='
    std::vector<std::string> names;
    size_t begin = 0;
    bool is_after_name = false;
    for (size_t k = 0; k < line.size(); ++k) {
      bool is_name = line[k].kind == TokenKind::Name;
      bool opens = line[k].is("(") || line[k].is("[");
      if (is_after_name && (is_name || opens)) break;
      is_after_name = is_name;
      if (line[k].is("=")) {
        targets.push_back(std::exchange(names, {}));
        begin = k + 1;
      } else if (is_name) {
        names.emplace_back(line[k].text);
      } else if (!opens && !line[k].is(",") && !line[k].is(")") && !line[k].is("]")) {
        break;  // of the value, or no assignment to names
      }
    }
    if (targets.empty()) return conditional(self, line);
    std::span<const Token> value = line.subspan(begin);
    if (value.empty()) return;
    for (const std::vector<std::string>& some : targets) {
      if (some.size() == 1) {
        set_attribute(self, some[0], value);
        continue;
      }
      AssignedValue all = assigned_value(value, *environment_, known_in(self));
      bool fits = all.value && !all.is_constant && all.value->what == HostValue::What::Tuple &&
                  all.value->items.size() == some.size();
      for (size_t k = 0; k < some.size(); ++k) {
        if (fits)
          set_attribute(self, some[k], number_of(all.value->items[k]));
        else
          forget(self, some[k]);
      }
    }
  }

  static AssignedValue number_of(const HostValue& value) {
    AssignedValue out;
    out.value = value;
    out.entity = Entity::other("");
    return out;
  }

  // What a line of a block in the body assigns, or `NAME += value`: only Python knows the value.
  void conditional(FileClass& self, std::span<const Token> line) {
    bool is_target = !line.empty() && line[0].is("for");
    for (size_t k = 1; k < line.size() && is_target && !line[k].is("in"); ++k)
      if (line[k].kind == TokenKind::Name) forget(self, std::string(line[k].text));
    int depth = 0;
    for (size_t k = 0; k + 1 < line.size(); ++k) {
      if (line[k].is("(") || line[k].is("[") || line[k].is("{")) ++depth;
      if (line[k].is(")") || line[k].is("]") || line[k].is("}")) --depth;
      const Token& op = line[k + 1];
      bool is_assigned = op.kind == TokenKind::Op && op.text.ends_with("=") && !op.is("==") &&
                         !op.is("<=") && !op.is(">=") && !op.is("!=");
      if (depth == 0 && line[k].kind == TokenKind::Name && is_assigned &&
          (k == 0 || !line[k - 1].is(".")))
        forget(self, std::string(line[k].text));
    }
  }

  // An attribute of the class whose value only Python knows.
  void forget(FileClass& self, const std::string& name) {
    if (name.starts_with("_")) return;
    class_values_[self.name].erase(name);
    self.assigned.insert(name);
    Member member;
    member.name = name;
    member.entity = Entity::other("");
    set(self, std::move(member));
  }

  HostValues known_in(const FileClass& self) {
    HostValues known = values_;
    for (const auto& [other, one] : class_values_[self.name]) known[other] = one;
    return known;
  }

  void set_attribute(FileClass& self, const std::string& name, std::span<const Token> value) {
    if (name == "__tack_iterate__") {
      for (const Token& token : value) {
        if (token.kind == TokenKind::String && token.text.size() > 2)
          self.body.iterate.emplace_back(token.text.substr(1, token.text.size() - 2));
      }
      if (self.body.iterate.empty())
        self.body.iterate_error = "__tack_iterate__ names no attribute";
      return;
    }
    if (name == "__slots__") {
      for (const Token& token : value)
        if (token.kind == TokenKind::String && token.text.size() > 2)
          self.assigned.emplace(token.text.substr(1, token.text.size() - 2));
    }
    if (name.starts_with("_")) return;
    // A list, a dict or a string no kernel sees, unless an instance has something else. None,
    // field(...) and what a function returns may be anything.
    bool is_no_use = value[0].is("[") || value[0].is("{") || value[0].kind == TokenKind::String;
    AssignedValue assigned = assigned_value(value, *environment_, known_in(self));
    set_attribute(self, name, assigned);
    self.body.ignored.erase(name);
    if (assigned.entity.description == kArrayValue)
      self.body.ignored[name] = kClassArray;
    else if (self.find(name)->what == Member::What::Other && !is_no_use)
      self.assigned.insert(name);
  }

  void set_attribute(FileClass& self, const std::string& name, const AssignedValue& assigned) {
    if (name.starts_with("_")) return;
    Member member;
    member.name = name;
    member.entity = assigned.entity;
    if (assigned.value) {
      class_values_[self.name][name] = *assigned.value;
      bool is_number = assigned.value->what != HostValue::What::Tuple;
      if (!assigned.is_constant && is_number) {
        if (auto constant = constant_of(*assigned.value, ir::Kind::Void)) member.entity = *constant;
      }
    }
    if (member.entity.what != Entity::What::Other) member.what = Member::What::Constant;
    if (member.what == Member::What::Other) member.entity.description.clear();
    self.constants.erase(name);
    if (assigned.is_constant) self.constants.insert(name);
    set(self, std::move(member));
  }

  void function(FoundFunction& f) {
    // Functions inside functions are Python's.
    if (f.inside.size() != 1 || !f.inside[0].is_class) return;
    uint32_t line = f.first_line;
    auto self = std::find_if(classes_.begin(), classes_.end(), [&](const FileClass& one) {
      return line > one.first_line && line <= one.last_line;
    });
    if (self == classes_.end()) return;
    Member member;
    member.name = f.name;
    bool is_static = has_decorator(f, "staticmethod");
    auto parsed = [&](TemplateKind kind) {
      std::vector<Message> faults = decorator_faults(f, *environment_, decorators_);
      return parse(std::move(f.source), kind, std::move(faults));
    };
    bool is_kernel = is_decorated(f, "kernel", decorators_);
    // In an arm, when the name has a meaning: only Python knows which one runs.
    bool is_doubtful = f.indent > self->body_indent && self->find(f.name) != nullptr;
    if (is_doubtful && !is_kernel) {
      self->doubtful.insert(f.name);
      return forget(*self, f.name);
    }
    if (!is_kernel && is_decorated(f, "func", decorators_)) {
      auto made = std::make_shared<DeviceFunction>();
      made->source = parsed(TemplateKind::DeviceFunction);
      made->environment = environment_;
      member.what = Member::What::Function;
      member.takes_self = !is_static;
      member.entity = Entity::of(std::shared_ptr<const DeviceFunction>(made));
      if (member.takes_self) self->functions.push_back(made->source);
    } else if (is_kernel) {
      auto source = parsed(TemplateKind::Kernel);
      member.entity = Entity::other("a kernel");
      if (!is_static) self->functions.push_back(source);
      self->kernels.push_back(
          {std::move(source), self->name + "." + f.name, is_static, is_doubtful});
    } else {
      member.entity =
          Entity::other(has_decorator(f, "property") ? "a property" : "a Python function");
    }
    set(*self, std::move(member));
  }

  static void set(FileClass& self, Member member) {
    std::erase_if(self.body.members, [&](const Member& m) { return m.name == member.name; });
    self.body.members.push_back(std::move(member));
  }

  // The classes in which Python looks for a member of this one, itself first: a base stands behind
  // all that derive from it (C3). Where there is no such order Python refuses the class.
  std::vector<size_t> lookup_order(size_t at) const {
    std::vector<std::vector<size_t>> lists;
    std::vector<size_t> bases;
    for (const std::string& name : classes_[at].bases) {
      for (size_t k = at; k-- > 0;) {  // the name's last meaning
        if (classes_[k].name != name) continue;
        bases.push_back(k);
        lists.push_back(orders_[k]);
        break;
      }
    }
    lists.push_back(bases);
    std::vector<size_t> out{at};
    auto is_free = [&](size_t one) {
      return std::none_of(lists.begin(), lists.end(), [&](const std::vector<size_t>& list) {
        return std::find(list.begin() + !list.empty(), list.end(), one) != list.end();
      });
    };
    for (;;) {
      std::erase_if(lists, [](const std::vector<size_t>& list) { return list.empty(); });
      if (lists.empty()) return out;
      auto next = std::find_if(lists.begin(), lists.end(), [&](const std::vector<size_t>& list) {
        return is_free(list.front());
      });
      size_t one = (next == lists.end() ? lists.front() : *next).front();
      out.push_back(one);
      for (std::vector<size_t>& list : lists) std::erase(list, one);
    }
  }

  // What bases in the file have and the class has not; `own` is what stands in each body.
  void inherit(FileClass& self, const std::vector<FileClass>& own) {
    for (const std::string& name : self.bases) {
      bool is_plain = name == "object" || name == "Generic" || name == "Protocol" ||
                      name == "ABC" || name == "NamedTuple";
      bool is_here = std::any_of(own.begin(), own.begin() + static_cast<long>(orders_.size()),
                                 [&](const FileClass& one) { return one.name == name; });
      if (!is_plain && !is_here) self.open = "its base '" + name + "'";
    }
    orders_.push_back(lookup_order(orders_.size()));
    for (size_t at : orders_.back()) {
      if (at + 1 == orders_.size()) continue;
      const FileClass& base = own[at];
      if (!classes_[at].open.empty()) self.open = classes_[at].open;
      self.is_device |= base.is_device;
      for (const Member& member : base.body.members) {
        if (self.find(member.name) != nullptr) continue;
        self.body.members.push_back(member);
        if (base.constants.count(member.name) != 0) self.constants.insert(member.name);
        if (member.entity.description != "a kernel") continue;
        auto kernel = std::find_if(
            base.kernels.rbegin(), base.kernels.rend(),
            [&](const auto& one) { return one.name == base.name + "." + member.name; });
        if (kernel != base.kernels.rend())
          self.inherited.push_back({kernel->source, self.name + "." + member.name,
                                    kernel->is_static, kernel->is_doubtful});
      }
      self.assigned.insert(base.assigned.begin(), base.assigned.end());
      self.functions.insert(self.functions.end(), base.functions.begin(), base.functions.end());
      if (self.body.iterate.empty() && self.body.iterate_error.empty()) {
        self.body.iterate = base.body.iterate;
        self.body.iterate_error = base.body.iterate_error;
      }
    }
  }

  const SourceFile& file_;
  std::shared_ptr<Environment> environment_;
  const HostValues& values_;
  const Decorators& decorators_;
  AssignedAttributes elsewhere_;
  std::string decorator_;  // of the class that follows, when nobody knows what it does
  std::vector<FileClass> classes_;
  std::vector<std::vector<size_t>> orders_;  // of lookup, for the classes so far
  std::map<std::string, HostValues> class_values_;
  int function_depth_ = INT_MAX;  // of the def, or the class in the class, that the line is in
  int kernel_depth_ = -1;         // of the def of the kernel or device function that the line is in
  bool is_for_kernels_ = false;
  bool is_decorated_ = false;
  bool is_inside_ = false;
};

}  // namespace

const Member* FileClass::find(const std::string& member) const {
  for (const Member& one : body.members)
    if (one.name == member) return &one;
  return nullptr;
}

std::vector<FileClass> read_classes(const SourceFile& file,
                                    const std::shared_ptr<Environment>& environment,
                                    const HostValues& values, const Decorators& decorators) {
  return ClassReader(file, environment, values, decorators).run();
}

}  // namespace tack::python
