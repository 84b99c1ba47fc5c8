// SPDX-License-Identifier: Apache-2.0
// What each file adds to the extension module.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace tack::py {

void add_array_functions(nanobind::module_& m);
void add_sharing_functions(nanobind::module_& m);
void add_inspect(nanobind::module_& m);

}  // namespace tack::py
