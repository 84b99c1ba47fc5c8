// SPDX-License-Identifier: Apache-2.0
#include "launch/refusal.hpp"

namespace tack::launch {

Error read_only_error(const std::string& kernel, const std::string& argument) {
  return {"Kernel '" + kernel + "': argument '" + argument + "' is read-only, but is written",
          ErrorKind::Value};
}

Error misaligned_error(const std::string& kernel, const std::string& argument, ir::Kind kind) {
  return {"Kernel '" + kernel + "': argument '" + argument +
              "' is updated atomically, which needs " + std::to_string(ir::bits_of(kind) / 8) +
              "-byte alignment; its memory is not aligned",
          ErrorKind::Value};
}

bool is_aligned(const ArrayData& array) {
  return reinterpret_cast<uint64_t>(array.data) %
             (static_cast<uint64_t>(ir::bits_of(array.kind())) / 8) ==
         0;
}

std::optional<Error> find_refusal(const std::string& kernel,
                                  const std::vector<std::string>& parameters,
                                  const CallArguments& call, std::span<const python::ArgUse> uses) {
  auto name = [&](int i) {
    return python::argument_names(parameters, call.objects())[static_cast<size_t>(i)];
  };
  for (int i = 0; i < call.count; ++i)
    if (call.is_array(i) && uses[static_cast<size_t>(i)].written &&
        (call.values[i].array->descriptor & kReadOnly))
      return read_only_error(kernel, name(i));
  for (int i = 0; i < call.count; ++i)
    if (call.is_array(i) && uses[static_cast<size_t>(i)].atomic &&
        !is_aligned(*call.values[i].array))
      return misaligned_error(kernel, name(i), call.kind(i));
  return std::nullopt;
}

}  // namespace tack::launch
