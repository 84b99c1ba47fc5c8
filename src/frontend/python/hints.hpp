// SPDX-License-Identifier: Apache-2.0
// What to write instead of what Python has and the language has not: tables by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tack::python {

// How messages call a function of NumPy.
inline constexpr std::string_view kNumpyFunction = "a function of NumPy";

// A statement that kernels do not have, by its keyword: how messages call it, what to write
// instead.
struct RefusedStatement {
  std::string_view word;
  const char* name;
  const char* hint;
};
const RefusedStatement* refused_statement(std::string_view word);

// Of a function that Python has and kernels write otherwise; empty when there is none.
std::string_view function_hint(std::string_view name);
// Of a path whose first name the file does not import: math.sqrt, np.sqrt, tack.f32.
std::string missing_import_hint(const std::vector<std::string>& path);
// Instead of a function of Python, NumPy or another package; `path` as it was written.
std::string call_hint(const std::vector<std::string>& path, std::string_view description = {});
// A function that Python has without an import.
bool is_python_builtin(std::string_view name);
// Instead of a member that `tack` does not have in kernels, such as tack.atomic_sub; or nothing.
std::string_view member_hint(std::string_view name);
// The same of tack.Vector and tack.Matrix, such as tack.Vector.zero.
std::string_view vector_member_hint(std::string_view name);
// Instead of a value of the surroundings that is described as `description`.
std::string capture_hint(const std::vector<std::string>& path, std::string_view description);
// Instead of an attribute that arrays have on the host; or nothing.
std::string_view array_attribute_hint(std::string_view name);

}  // namespace tack::python
