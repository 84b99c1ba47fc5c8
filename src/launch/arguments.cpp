// SPDX-License-Identifier: Apache-2.0
#include "launch/arguments.hpp"

namespace tack::launch {

std::vector<python::ObjectArgument> CallArguments::objects() const {
  std::vector<python::ObjectArgument> out;
  for (int k = 0; k < object_count; ++k)
    out.push_back({static_cast<uint32_t>(object_keys[k] & 0xFF), *object_types[k]});
  return out;
}

std::vector<python::ArgType> argument_types(const CallArguments& call, bool with_extents) {
  std::vector<python::ArgType> types;
  for (int i = 0; i < call.count; ++i) {
    if (!call.is_array(i)) {
      types.push_back(python::ArgType::scalar(call.kind(i)));
      continue;
    }
    const ArrayData* array = call.values[i].array;
    auto rank = static_cast<uint32_t>(array->rank());
    types.push_back(python::ArgType::array(call.kind(i), rank, array->element()));
    if (with_extents) types.back().extents.assign(array->shape, array->shape + rank);
  }
  return types;
}

}  // namespace tack::launch
