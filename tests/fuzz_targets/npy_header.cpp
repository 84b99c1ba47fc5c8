// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: any bytes as the start of a .npy file. What is read as a header has a size that
// its shape explains, and is written and read again the same.
#include "driver/tack/npy.hpp"
#include "fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tack;
  std::string_view text = as_text(data, size);
  auto header = driver::read_npy_header(text);
  if (!header) {
    if (header.error().message.empty()) fault("refused without a reason", text);
    return 0;
  }
  auto counted = driver::count_elements(header->kind, header->shape);
  if (!counted || *counted != header->size || header->size < 0) fault("a wrong size", text);
  if (header->data_begin > size) fault("elements before the header's end", text);
  std::string written = driver::write_npy_header(header->kind, header->shape);
  auto again = driver::read_npy_header(written);
  if (!again || again->kind != header->kind || again->shape != header->shape ||
      again->is_swapped || again->is_fortran || again->data_begin != written.size() ||
      written.size() % 64 != 0)
    fault("written and read it is another", text);
  return 0;
}
