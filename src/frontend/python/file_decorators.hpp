// SPDX-License-Identifier: Apache-2.0
// What Python refuses of decorators in a file that it does not run: a name that is not imported,
// options, one decorator of ours above another.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "frontend/python/environment.hpp"
#include "frontend/python/find_function.hpp"
#include "frontend/python/lexer.hpp"

namespace tack::python {

// Names that a file may bind anywhere: all that stand in it otherwise than as `name.member` or in a
// decorator. More than it does bind, so that what is not among them is undefined for sure.
struct BoundNames {
  std::set<std::string, std::less<>> names;
  bool is_open = false;  // a star import, exec or the like: any name may be there

  static BoundNames read(std::span<const Token> tokens);
};

// How a file reads decorators.
struct Decorators {
  std::map<std::string, std::string> aliases;  // `from tack import kernel as k`: k to kernel
  BoundNames bound;
};

// Whether a decorator of the function is `word`, under any module's name.
bool has_decorator(const FoundFunction& f, std::string_view word);
// The same, also under names that imports of the file give it.
bool is_decorated(const FoundFunction& f, const std::string& word, const Decorators& decorators);

// Messages about the decorators that make `f` a kernel or a device function; places are of its
// source.
std::vector<Message> decorator_faults(const FoundFunction& f, Environment& environment,
                                      const Decorators& decorators);

}  // namespace tack::python
