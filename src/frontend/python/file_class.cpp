// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_class.hpp"

#include <algorithm>
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

class ClassReader {
 public:
  ClassReader(const SourceFile& file, const std::shared_ptr<Environment>& environment,
              const HostValues& values, const std::map<std::string, std::string>& decorators)
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
    std::erase_if(classes_, [](const FileClass& one) { return !one.is_device; });
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
    if (depth == 1) attribute(self, line);
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
      auto alias = decorators_.find(name);
      is_for_kernels_ |=
          ends_with(name, "kernel") || ends_with(name, "func") || alias != decorators_.end();
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
        return attribute(self, Line(line.begin() + static_cast<long>(k) + 1, line.end()));
    }
  }

  // NAME = value, NAME: annotation = value
  void attribute(FileClass& self, const Line& line) {
    if (line[0].kind != TokenKind::Name) return;
    size_t equals = 1;
    if (line.size() > 2 && line[1].is(":")) {
      self.assigned.insert(text(line, 0));  // of a dataclass
      while (equals < line.size() && !line[equals].is("=")) ++equals;
    }
    if (equals + 1 >= line.size() || !line[equals].is("=")) return;
    std::string name = text(line, 0);
    if (name == "__tack_iterate__") {
      for (size_t k = equals + 1; k < line.size(); ++k) {
        std::string_view name_text = line[k].text;
        if (line[k].kind == TokenKind::String && name_text.size() > 2)
          self.body.iterate.emplace_back(name_text.substr(1, name_text.size() - 2));
      }
      if (self.body.iterate.empty())
        self.body.iterate_error = "__tack_iterate__ names no attribute";
      return;
    }
    if (name == "__slots__") {
      for (const Token& token : line)
        if (token.kind == TokenKind::String && token.text.size() > 2)
          self.assigned.emplace(token.text.substr(1, token.text.size() - 2));
    }
    if (name.starts_with("_")) return;
    HostValues known = values_;
    for (const auto& [other, value] : class_values_[self.name]) known[other] = value;
    AssignedValue assigned =
        assigned_value(std::span(line).subspan(equals + 1), *environment_, known);
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
    if (is_decorated(f, "func", decorators_)) {
      auto made = std::make_shared<DeviceFunction>();
      made->source = parse(std::move(f.source), TemplateKind::DeviceFunction);
      made->environment = environment_;
      member.what = Member::What::Function;
      member.takes_self = !has_decorator(f, "staticmethod");
      member.entity = Entity::of(std::shared_ptr<const DeviceFunction>(made));
      if (member.takes_self) self->functions.push_back(made->source);
    } else if (is_decorated(f, "kernel", decorators_)) {
      auto source = parse(std::move(f.source), TemplateKind::Kernel);
      member.entity = Entity::other("a kernel");
      self->functions.push_back(source);
      self->kernels.push_back({std::move(source), self->name + "." + f.name});
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
      for (const Member& member : base.body.members)
        if (self.find(member.name) == nullptr) self.body.members.push_back(member);
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
  const std::map<std::string, std::string>& decorators_;
  AssignedAttributes elsewhere_;
  std::string decorator_;  // of the class that follows, when nobody knows what it does
  std::vector<FileClass> classes_;
  std::vector<std::vector<size_t>> orders_;  // of lookup, for the classes so far
  std::map<std::string, HostValues> class_values_;
  int kernel_depth_ = -1;  // of the def of the kernel or device function that the line is in
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
                                    const HostValues& values,
                                    const std::map<std::string, std::string>& decorators) {
  return ClassReader(file, environment, values, decorators).run();
}

bool has_decorator(const FoundFunction& f, std::string_view word) {
  return std::any_of(f.decorators.begin(), f.decorators.end(), [&](const std::string& text) {
    return ends_with(text.substr(0, text.find('(')), word);
  });
}

bool is_decorated(const FoundFunction& f, const std::string& word,
                  const std::map<std::string, std::string>& aliases) {
  for (const std::string& decorator : f.decorators) {
    auto alias = aliases.find(decorator);
    if (alias != aliases.end() && alias->second == word) return true;
  }
  return has_decorator(f, word);
}

}  // namespace tack::python
