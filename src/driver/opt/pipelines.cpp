// SPDX-License-Identifier: Apache-2.0
#include "driver/opt/pipelines.hpp"

namespace tack::driver {

const std::vector<Pipeline>& pipelines() {
  static const std::vector<Pipeline> table = {};
  return table;
}

}  // namespace tack::driver
