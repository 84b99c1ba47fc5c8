// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/name_forms.hpp"

#include <algorithm>
#include <iterator>

namespace tack::python {
namespace {

struct Range {
  uint32_t first, last;
};

constexpr Range kRanges[] = {
#include "frontend/python/name_forms.def"
};

}  // namespace

bool has_several_forms(uint32_t code_point) {
  const Range* at =
      std::lower_bound(std::begin(kRanges), std::end(kRanges), code_point,
                       [](const Range& range, uint32_t code) { return range.last < code; });
  return at != std::end(kRanges) && at->first <= code_point;
}

}  // namespace tack::python
