// SPDX-License-Identifier: Apache-2.0
// Every target's pipeline by name. A back end's list stands in the back end's folder.
#pragma once

#include <string_view>
#include <vector>

#include "transform/pass.hpp"

namespace tack::driver {

struct Pipeline {
  std::string_view name;
  std::vector<transform::Step> (*steps)();
};

const std::vector<Pipeline>& pipelines();

}  // namespace tack::driver
