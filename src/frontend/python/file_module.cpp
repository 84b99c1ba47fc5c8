// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_module.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "frontend/python/scope.hpp"
#include "frontend/python/tree.hpp"

namespace tack::python {

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
      bool is_empty = item.size() == bracket + 2 && item.back() == ']';  // f32[]
      if (ok && is_empty) {
        types.push_back(ArgType::array(dtype.dtype, 0, element));
        continue;
      }
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
