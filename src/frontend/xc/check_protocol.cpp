// SPDX-License-Identifier: Apache-2.0
// Protocols: which classes conform to which, and whether they have what that wants.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

std::vector<Record*> protocols_of(const Record& record) {
  std::vector<Record*> out;
  for (const Record* r = &record; r; r = r->base) {
    for (const Conformance& c : r->protocols) {
      if (c.protocol && std::find(out.begin(), out.end(), c.protocol) == out.end())
        out.push_back(c.protocol);
    }
  }
  return out;
}

bool is_kind_of(const Record& record, const Record& wanted) {
  for (const Record* r = &record; r; r = r->base) {
    if (r == &wanted) return true;
    for (const Conformance& c : r->protocols) {
      if (c.protocol == &wanted) return true;
    }
  }
  return false;
}

Func* implementation(const Record& record, const Func& requirement) {
  for (const Record* r = &record; r; r = r->base) {
    for (Func* f : r->methods) {
      if (f->name == requirement.name && f->types == requirement.types && !f->is_static &&
          !f->is_init && !f->is_dealloc)
        return f;
    }
  }
  return nullptr;
}

// Names to protocols.
void Checker::find_protocols(Record& record) {
  for (Conformance& c : record.protocols) {
    auto it = records_.find(c.name);
    if (it == records_.end() || !it->second->is_class) {
      std::vector<std::string_view> names;
      for (const auto& [name, other] : records_) {
        if (other->is_protocol) names.push_back(name);
      }
      error(Msg::UnknownProtocol, c.where, {c.name, did_you_mean(c.name, names)});
    } else if (!it->second->is_protocol) {
      error(Msg::NotAProtocol, c.where, {c.name, record.name});
    } else if (std::any_of(
                   record.protocols.begin(), record.protocols.end(),
                   [&](const Conformance& other) { return other.protocol == it->second; })) {
      error(Msg::ProtocolTwice, c.where, {c.name});
    } else {
      c.protocol = it->second;
    }
  }
}

namespace {

// A method as it is written.
std::string declared(const Func& f) {
  std::string out = f.results.empty() ? "void" : "";
  for (const Type* t : f.results) out += (out.empty() ? "" : ", ") + spell(t);
  out += " " + std::string(f.name) + "(";
  for (size_t k = 0; k < f.types.size(); ++k) out += (k ? ", " : "") + spell(f.types[k]);
  return out + (f.types.empty() ? "void)" : ")");
}

}  // namespace

void Checker::conforms(const Record& record) {
  for (const Conformance& c : record.protocols) {
    if (!c.protocol) continue;
    std::string lacks;
    std::vector<Note> notes;
    for (const Func* wanted : c.protocol->methods) {
      const Func* f = implementation(record, *wanted);
      if (!f) {
        if (wanted->is_optional) continue;
        lacks += (lacks.empty() ? "'" : ", '") + declared(*wanted) + "'";
        if (notes.size() < 4) notes.push_back({wanted->where, "the protocol wants it here"});
      } else if (f->results != wanted->results || f->throws != wanted->throws) {
        error(Msg::RequirementDiffers, f->owner == &record ? f->where : c.where,
              {f->name, record.name, c.name}, {{wanted->where, "the protocol wants this"}});
      }
    }
    if (!lacks.empty()) error(Msg::LacksMethod, c.where, {record.name, lacks, c.name}, notes);
  }
}

}  // namespace tack::xc
