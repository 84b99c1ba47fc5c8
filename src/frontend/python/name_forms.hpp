// SPDX-License-Identifier: Apache-2.0
// Characters of names that have several forms: Python takes names in Unicode's form NFKC, where
// two spellings may be one name. A name with such a character is refused rather than taken for
// another than Python means.
#pragma once

#include <cstdint>

namespace tack::python {

bool has_several_forms(uint32_t code_point);

}  // namespace tack::python
