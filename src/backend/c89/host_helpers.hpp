// SPDX-License-Identifier: Apache-2.0
// Functions for what C's operators leave undefined or say otherwise, of every integer and float
// type: "tack_div_i64", "tack_get_ptr", "tack_f32_to_u8". One text serves all types.
#pragma once

#include <set>
#include <string>

namespace tack::c89 {

// The definitions of these, each after what it uses itself. What they want of the C library is
// added to `library`, as prototypes.
std::string host_helpers(const std::set<std::string>& names, std::set<std::string>& library);

}  // namespace tack::c89
