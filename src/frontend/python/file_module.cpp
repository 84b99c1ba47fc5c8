// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_module.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "frontend/python/file_value.hpp"
#include "frontend/python/find_function.hpp"
#include "frontend/python/lexer.hpp"
#include "frontend/python/scope.hpp"
#include "frontend/python/tree.hpp"

namespace tack::python {
namespace {

bool ends_with(const std::string& text, std::string_view word) {
  if (text == word) return true;
  return text.size() > word.size() && text[text.size() - word.size() - 1] == '.' &&
         text.compare(text.size() - word.size(), word.size(), word) == 0;
}

bool has_decorator(const FoundFunction& f, std::string_view word) {
  return std::any_of(f.decorators.begin(), f.decorators.end(), [&](const std::string& text) {
    return ends_with(text.substr(0, text.find('(')), word);
  });
}

using Line = std::vector<Token>;

// One top-level statement of the file.
class Statement {
 public:
  // `values`: numbers and tuples that names of the file hold.
  Statement(const Line& line, MapEnvironment& environment, HostValues& values)
      : line_(line), environment_(environment), values_(values) {}

  void run() {
    if (is(0, "import")) {
      import_modules();
    } else if (is(0, "from")) {
      import_members();
    } else if (line_.size() >= 3 && line_[0].kind == TokenKind::Name && is(1, "=")) {
      assign();
    }
  }

 private:
  bool is(size_t k, std::string_view text) const { return k < line_.size() && line_[k].is(text); }
  std::string text(size_t k) const {
    return k < line_.size() ? std::string(line_[k].text) : std::string();
  }

  void import_modules() {
    for (size_t k = 1; k < line_.size();) {
      std::string module = text(k++), as = module;
      while (is(k, ".")) {
        module += "." + text(k + 1);
        k += 2;
      }
      if (is(k, "as")) {
        as = text(k + 1);
        k += 2;
      }
      bool is_library = module == "tack.math" || module == "tack.random";
      if (module == "tack" || module == "math" || (is_library && as != module)) {
        environment_.import(module, as);
      } else if (is_library) {
        environment_.import("tack", "tack");
      } else {
        environment_.set(as, Entity::other("a module"));
      }
      if (!is(k, ",")) break;
      ++k;
    }
  }

  void import_members() {
    std::string module = text(1);
    size_t k = 2;
    for (; is(k, "."); k += 2) module += "." + text(k + 1);
    if (!is(k++, "import")) return;
    if (is(k, "(")) ++k;
    while (k < line_.size()) {
      std::string member = text(k), as = member;
      if (is(k + 1, "as")) {
        as = text(k + 2);
        k += 2;
      }
      bool is_tack = module == "tack" || module.rfind("tack.", 0) == 0;
      std::string dotted =
          module == "tack" ? member : module.substr(module.find('.') + 1) + "." + member;
      Entity entity = is_tack            ? tack_member(dotted)
                      : module == "math" ? math_member(member)
                                         : Entity::other("an import");
      if (entity.what == Entity::What::Missing) entity = Entity::other("an import");
      if (module == "tack" && (member == "math" || member == "random")) {
        environment_.import("tack." + member, as);
      } else {
        environment_.set(as, entity);
      }
      if (!is(k + 1, ",")) break;
      k += 2;
    }
  }

  // NAME = expression: a constant for kernels, or a number that constants may be made of.
  void assign() {
    std::string_view first = line_[2].text, last = line_.back().text;
    AssignedValue assigned = assigned_value(
        {first.data(), static_cast<size_t>(last.data() + last.size() - first.data())}, environment_,
        values_);
    std::string name = text(0);
    values_.erase(name);
    if (assigned.value) values_[name] = *assigned.value;
    environment_.set(name, std::move(assigned.entity));
  }

  const Line& line_;
  MapEnvironment& environment_;
  HostValues& values_;
};

}  // namespace

FileModule::FileModule(SourceFile file)
    : file_(std::move(file)), environment_(std::make_shared<MapEnvironment>()) {
  // Only what the file imports is known, under the names that it gives.
  *environment_ = MapEnvironment::empty();
  read_statements();
  for (FoundFunction& f : find_functions(file_)) {
    if (f.indent != 0) continue;
    if (has_decorator(f, "kernel")) {
      auto source = parse(std::move(f.source), TemplateKind::Kernel);
      environment_->set(f.name, Entity::other("a kernel"));
      kernels_.push_back({std::move(source), f.name});
    } else if (has_decorator(f, "func")) {
      auto function = std::make_shared<DeviceFunction>();
      function->source = parse(std::move(f.source), TemplateKind::DeviceFunction);
      // The environment owns its functions: no reference back, which would keep both alive.
      function->environment =
          std::shared_ptr<Environment>(std::shared_ptr<void>(), environment_.get());
      environment_->set(f.name, Entity::of(std::shared_ptr<const DeviceFunction>(function)));
    } else {
      environment_->set(f.name, Entity::other("a Python function"));
    }
  }
}

void FileModule::read_statements() {
  Lexed lexed = lex(file_.text);
  HostValues values;
  Line line;
  int depth = 0;
  for (const Token& token : lexed.tokens) {
    switch (token.kind) {
      case TokenKind::Indent:
        ++depth;
        break;
      case TokenKind::Dedent:
        --depth;
        break;
      case TokenKind::Newline:
        if (depth == 0) Statement(line, *environment_, values).run();
        line.clear();
        break;
      case TokenKind::End:
        break;
      default:
        line.push_back(token);
    }
  }
}

namespace {

// Which names are used as arrays, and with how many indices; in device functions too.
class ArrayUses {
 public:
  ArrayUses(const Template& source, Environment& environment, int depth)
      : environment_(environment), depth_(depth) {
    for (const Stmt& s : source.tree().stmts) {
      if (s.value != nullptr) visit(*s.value);
      for (const Expr* target : s.targets) visit(*target);
    }
    for (const Stmt& s : source.tree().stmts) {  // g = x
      if (s.kind != StmtKind::Assign || s.targets.empty() || s.value == nullptr) continue;
      if (s.targets[0]->kind != ExprKind::Name) continue;
      if (auto known = rank(s.targets[0]->text)) use(*s.value, *known);
    }
  }
  // Nothing for a name that is used as a number only.
  std::optional<uint32_t> rank(const std::string& name) const {
    auto found = ranks_.find(name);
    return found == ranks_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  void use(const Expr& base, uint32_t rank) {
    if (base.kind != ExprKind::Name) return;
    uint32_t& known = ranks_[base.text];
    known = std::max(known, rank);
  }

  void visit(const Expr& e) {
    if (e.kind == ExprKind::Subscript) {
      const Expr& base = *e.args[0];
      if (base.kind == ExprKind::Attribute && base.text == "shape") {
        bool is_literal = e.args[1]->kind == ExprKind::Int && e.args[1]->bits < 8;
        use(*base.args[0], is_literal ? static_cast<uint32_t>(e.args[1]->bits) + 1 : 1);
      } else {
        size_t n = e.args[1]->kind == ExprKind::Tuple  ? e.args[1]->args.size()
                   : e.args[1]->kind == ExprKind::None ? 0
                                                       : 1;
        use(base, static_cast<uint32_t>(n));
      }
    }
    if (e.kind == ExprKind::Call) call(e);
    for_each_operand(e, [&](const Expr& operand) { visit(operand); });
  }

  void call(const Expr& e) {
    std::vector<std::string> path = dotted_path(*e.args[0]);
    if (path.empty()) return;
    if (path[0] == "len" && e.args.size() == 2) use(*e.args[1], 1);
    constexpr int kMaxDepth = 6;
    Entity entity = environment_.resolve(path);
    if (entity.what != Entity::What::Function || depth_ == kMaxDepth) return;
    const Template& callee = *entity.function->source;
    ArrayUses inner(callee, *entity.function->environment, depth_ + 1);
    for (size_t k = 0; k < callee.parameters().size() && k + 1 < e.args.size(); ++k) {
      if (auto rank = inner.rank(callee.parameters()[k])) use(*e.args[k + 1], *rank);
    }
  }

  Environment& environment_;
  int depth_;
  std::map<std::string, uint32_t> ranks_;
};

}  // namespace

std::vector<ArgType> guess_arguments(const Template& kernel, Environment& environment,
                                     ir::Kind element) {
  ArrayUses uses(kernel, environment, 0);
  std::vector<ArgType> types;
  for (const std::string& name : kernel.parameters()) {
    auto rank = uses.rank(name);
    types.push_back(rank ? ArgType::array(element, *rank) : ArgType::scalar(ir::Kind::I32));
  }
  return types;
}

namespace {

// Takes "x3" or "x2x3" off the end of "f32x3": a vector's or a matrix's extents.
bool element_shape(std::string_view& name, Shape& shape) {
  size_t at = name.find('x');
  if (at == std::string_view::npos) return true;
  std::string_view extents = name.substr(at);
  name = name.substr(0, at);
  uint32_t found[2] = {0, 0};
  size_t n = 0;
  while (!extents.empty()) {
    if (extents[0] != 'x' || n == 2) return false;
    extents.remove_prefix(1);
    auto [end, error] = std::from_chars(extents.begin(), extents.end(), found[n]);
    if (error != std::errc() || found[n] < 1) return false;
    extents.remove_prefix(static_cast<size_t>(end - extents.begin()));
    ++n;
  }
  if (n == 1 ? found[0] > Shape::kMaxVector
             : found[0] > Shape::kMaxMatrix || found[1] > Shape::kMaxMatrix)
    return false;
  shape = n == 1 ? Shape::vector(found[0]) : Shape::matrix(found[0], found[1]);
  return true;
}

}  // namespace

Result<std::vector<ArgType>> parse_arguments(std::string_view text) {
  std::vector<ArgType> types;
  while (!text.empty()) {
    size_t comma = std::min(text.find(','), text.size());
    std::string_view item = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    size_t begin = item.find_first_not_of(' '), end = item.find_last_not_of(' ');
    if (begin == std::string_view::npos) continue;
    item = item.substr(begin, end - begin + 1);
    size_t bracket = std::min(item.find('['), item.size());
    std::string_view name = item.substr(0, bracket);
    Shape element;
    bool ok = element_shape(name, element);
    Entity dtype = tack_member(name);
    ok = ok && dtype.what == Entity::What::DType && (element.is_number() || bracket != item.size());
    ArgType type = ArgType::scalar(dtype.dtype);
    if (bracket != item.size()) {
      ok = ok && item.size() == bracket + 3 && item.back() == ']' && item[bracket + 1] >= '0' &&
           item[bracket + 1] <= '8';
      if (ok)
        type = ArgType::array(dtype.dtype, static_cast<uint32_t>(item[bracket + 1] - '0'), element);
    }
    if (!ok)
      return Error{"'" + std::string(item) +
                   "' is no argument type: write i32, f32[1], u8[2], f32x3[1]"};
    types.push_back(type);
  }
  return types;
}

}  // namespace tack::python
