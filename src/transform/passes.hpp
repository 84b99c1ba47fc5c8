// SPDX-License-Identifier: Apache-2.0
// Every pass by name, for tack-opt and the tests.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/verifier.hpp"
#include "support/result.hpp"

namespace tack::transform {

struct PassInfo {
  std::string_view name;
  std::string_view does;  // one line
  // `option` is what stands behind a colon: `vectorise:8`. Empty without one.
  Result<void> (*run)(ir::Module& module, std::string_view option);
  // What holds after it; nothing when the stage stays what it was.
  std::optional<ir::Stage> stage;
};

const std::vector<PassInfo>& passes();
const PassInfo* pass_named(std::string_view name);

}  // namespace tack::transform
