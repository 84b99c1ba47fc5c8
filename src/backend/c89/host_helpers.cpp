// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/host_helpers.hpp"

#include <algorithm>

#include "backend/c89/host_types.hpp"
#include "ir/literal.hpp"
#include "support/ice.hpp"

namespace tack::c89 {
namespace {

using namespace ir;

enum Class : uint8_t { Any, Signed, Unsigned, Integer, Float };

struct Template {
  const char* name;  // between "tack_" and "_TYPE"
  Class which;
  const char* uses;  // the name of another template of the same type; null: none
  const char* text;
};

// $T the type, $t its suffix, $U the unsigned type it is computed in, $B the unsigned one of its
// size and $b that one's suffix. Memory is copied, never seen through a pointer to another type:
// then no rule about aliases can be broken.
constexpr Template kTemplates[] = {
    {"get", Any, nullptr,
     "static $T tack_get_$t(const void *p) {\n"
     "  $T x;\n"
     "  memcpy(&x, p, sizeof x);\n"
     "  return x;\n"
     "}\n"},
    {"put", Any, nullptr, "static void tack_put_$t(void *p, $T x) { memcpy(p, &x, sizeof x); }\n"},
    // A single access, to memory that may hold another type elsewhere.
    {"shared", Any, nullptr, "typedef $T volatile tack_shared_$t TACK_MAY_ALIAS;\n"},
    {"watch", Any, "shared", "static $T tack_watch_$t(void *p) { return *(tack_shared_$t *)p; }\n"},
    {"signal", Any, "shared",
     "static void tack_signal_$t(void *p, $T x) { *(tack_shared_$t *)p = x; }\n"},
    // At any address: byte by byte.
    {"watch_bytes", Any, nullptr,
     "static $T tack_watch_bytes_$t(void *p) {\n"
     "  $T x;\n"
     "  unsigned k;\n"
     "  for (k = 0; k < sizeof x; k++) ((tack_u8 *)&x)[k] = ((tack_u8 volatile *)p)[k];\n"
     "  return x;\n"
     "}\n"},
    {"signal_bytes", Any, nullptr,
     "static void tack_signal_bytes_$t(void *p, $T x) {\n"
     "  unsigned k;\n"
     "  for (k = 0; k < sizeof x; k++) ((tack_u8 volatile *)p)[k] = ((tack_u8 *)&x)[k];\n"
     "}\n"},
    {"div", Unsigned, nullptr,
     "static $T tack_div_$t($T a, $T b) { return ($T)(b ? a / b : 0); }\n"},
    {"rem", Unsigned, nullptr,
     "static $T tack_rem_$t($T a, $T b) { return ($T)(b ? a % b : a); }\n"},
    {"div", Signed, nullptr,
     "static $T tack_div_$t($T a, $T b) {\n"
     "  if (b == 0) return 0;\n"
     "  return ($T)(b == -1 ? ($T)(0 - ($U)a) : a / b);\n"
     "}\n"},
    {"rem", Signed, nullptr,
     "static $T tack_rem_$t($T a, $T b) {\n"
     "  if (b == 0) return a;\n"
     "  return ($T)(b == -1 ? 0 : a % b);\n"
     "}\n"},
    {"floordiv", Signed, nullptr,
     "static $T tack_floordiv_$t($T a, $T b) {\n"
     "  if (b == 0) return 0;\n"
     "  if (b == -1) return ($T)(0 - ($U)a);\n"
     "  return ($T)(a / b - (a % b != 0 && (a < 0) != (b < 0)));\n"
     "}\n"},
    {"floormod", Signed, "rem",
     "static $T tack_floormod_$t($T a, $T b) {\n"
     "  $T r = tack_rem_$t(a, b);\n"
     "  if (b == 0 || r == 0 || (r < 0) == (b < 0)) return r;\n"
     "  return ($T)(r + b);\n"
     "}\n"},
    {"abs", Signed, nullptr,
     "static $T tack_abs_$t($T a) { return ($T)(a < 0 ? ($T)(0 - ($U)a) : a); }\n"},
    {"min", Integer, nullptr, "static $T tack_min_$t($T a, $T b) { return b < a ? b : a; }\n"},
    {"max", Integer, nullptr, "static $T tack_max_$t($T a, $T b) { return b > a ? b : a; }\n"},
    {"min", Float, nullptr,
     "static $T tack_min_$t($T a, $T b) { return b < a || a != a ? b : a; }\n"},
    {"max", Float, nullptr,
     "static $T tack_max_$t($T a, $T b) { return b > a || a != a ? b : a; }\n"},
    // 0.0 - x where GCC 12 sees that x is no negative zero: it writes -x, which is -0.0 for 0.0.
    {"sub", Float, nullptr, "static $T tack_sub_$t($T a, $T b) { return ($T)(a - b); }\n"},
    {"bits", Float, nullptr,
     "static $B tack_bits_$t($T x) {\n"
     "  $B bits;\n"
     "  memcpy(&bits, &x, sizeof bits);\n"
     "  return bits;\n"
     "}\n"},
    {"from_bits", Float, nullptr,
     "static $T tack_from_bits_$t($B bits) {\n"
     "  $T x;\n"
     "  memcpy(&x, &bits, sizeof x);\n"
     "  return x;\n"
     "}\n"},
    // Relaxed is enough; the builtins of GCC and clang order more.
    {"atomic_add", Integer, "shared",
     "static $T tack_atomic_add_$t(void *p, $T x) {\n"
     "  return __sync_fetch_and_add((tack_shared_$t *)p, x);\n"
     "}\n"},
    {"atomic_min", Integer, "shared",
     "static $T tack_atomic_min_$t(void *p, $T x) {\n"
     "  $T old = *(tack_shared_$t *)p, seen;\n"
     "  for (; x < old; old = seen) {\n"
     "    seen = __sync_val_compare_and_swap((tack_shared_$t *)p, old, x);\n"
     "    if (seen == old) break;\n"
     "  }\n"
     "  return old;\n"
     "}\n"},
    {"atomic_max", Integer, "shared",
     "static $T tack_atomic_max_$t(void *p, $T x) {\n"
     "  $T old = *(tack_shared_$t *)p, seen;\n"
     "  for (; x > old; old = seen) {\n"
     "    seen = __sync_val_compare_and_swap((tack_shared_$t *)p, old, x);\n"
     "    if (seen == old) break;\n"
     "  }\n"
     "  return old;\n"
     "}\n"},
    {"words", Float, "bits", "typedef $B volatile tack_words_$t TACK_MAY_ALIAS;\n"},
    {"atomic_swap", Float, "words",
     "static int tack_atomic_swap_$t(void *p, $B *old, $T x) {\n"
     "  $B seen = __sync_val_compare_and_swap((tack_words_$t *)p, *old, tack_bits_$t(x));\n"
     "  int done = seen == *old;\n"
     "  *old = seen;\n"
     "  return done;\n"
     "}\n"},
    {"atomic_start", Float, "from_bits",
     "static $B tack_atomic_start_$t(void *p) { return *(tack_words_$t *)p; }\n"},
};

// Updates of floats: what replaces the old value, and when it is replaced at all.
std::string float_update(const std::string& name, const std::string& test,
                         const std::string& value) {
  return "static $T tack_atomic_" + name +
         "_$t(void *p, $T x) {\n"
         "  $B old = tack_atomic_start_$t(p);\n"
         "  for (;;) {\n"
         "    $T now = tack_from_bits_$t(old);\n"
         "    if (" +
         test + ") return now;\n    if (tack_atomic_swap_$t(p, &old, " + value +
         ")) return now;\n  }\n}\n";
}

std::string filled(const std::string& text, Type type) {
  std::string out;
  Type same =
      type.is_float() || type.is_int() ? Type::scalar(int_kind(bits_of(type), false)) : kU64;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      out += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'T':
        out += host_type(type);
        break;
      case 't':
        out += host_suffix(type);
        break;
      case 'U':
        out += host_unsigned(type);
        break;
      default:
        out += host_type(same);
    }
  }
  // "void *x", not "void * x"
  for (size_t at; (at = out.find("void * ")) != std::string::npos;) out.erase(at + 6, 1);
  return out;
}

// Bounds are powers of two, exact as floats.
std::string float_to_int(Type from, Type to) {
  int bits = bits_of(to) - (to.is_signed() ? 1 : 0);
  std::string end = from == kF32 ? "f" : "";
  std::string above =
      bits == 64 ? "18446744073709551616.0" : std::to_string(uint64_t{1} << bits) + ".0";
  uint64_t most = ~uint64_t{0} >> (64 - bits);
  std::string type = host_type(to);
  std::string low = to.is_signed() ? "-" + above : "0.0";
  return "static " + type + " tack_" + host_suffix(from) + "_to_" + host_suffix(to) + "(" +
         host_type(from) + " x) {\n  if (x != x) return 0;\n  if (x <= " + low + end + ") return " +
         host_integer(to, to.is_signed() ? most + 1 : 0) + ";\n  if (x >= " + above + end +
         ") return " + host_integer(to, most) + ";\n  return (" + type + ")x;\n}\n";
}

bool fits(Class which, Type type) {
  switch (which) {
    case Any:
      return true;
    case Signed:
      return type.is_signed();
    case Unsigned:
      return type.is_unsigned();
    case Integer:
      return type.is_int();
    case Float:
      return type.is_float();
  }
  return false;
}

Type type_named(const std::string& suffix) {
  return suffix == "ptr" ? kPtr : Type::scalar(kind_named(suffix));
}

struct Writer {
  std::set<std::string> done = {};
  std::string out = {};

  void add(const std::string& name) {
    if (!done.insert(name).second) return;
    size_t cut = name.rfind('_');
    Type type = type_named(name.substr(cut + 1));
    std::string what = name.substr(5, cut - 5);  // behind "tack_"
    if (what.ends_with("_to")) {
      out += float_to_int(type_named(what.substr(0, what.size() - 3)), type);
      return;
    }
    std::string suffix = "_" + host_suffix(type);
    if (what.starts_with("atomic_") && type.is_float() && what != "atomic_swap" &&
        what != "atomic_start") {
      add("tack_atomic_swap" + suffix);
      add("tack_atomic_start" + suffix);
      std::string op = what.substr(7);
      out += filled(op == "add" ? float_update(op, "0", "($T)(now + x)")
                                : float_update(op,
                                               std::string("!(x ") + (op == "min" ? "<" : ">") +
                                                   " now || now != now)",
                                               "x"),
                    type);
      return;
    }
    const auto* found =
        std::find_if(std::begin(kTemplates), std::end(kTemplates),
                     [&](const Template& t) { return what == t.name && fits(t.which, type); });
    if (found == std::end(kTemplates)) TACK_ICE("no helper of C programs " + name);
    if (found->uses) add(std::string("tack_") + found->uses + suffix);
    out += filled(found->text, type);
  }
};

}  // namespace

std::string host_helpers(const std::set<std::string>& names, std::set<std::string>& library) {
  Writer writer;
  for (const std::string& name : names) writer.add(name);
  if (writer.out.find("memcpy") != std::string::npos) library.insert("memcpy");
  return writer.out;
}

}  // namespace tack::c89
