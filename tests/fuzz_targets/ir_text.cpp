// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: any bytes as IR text. What parses prints to text that parses to the same.
#include "fuzz_target.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tack::ir;
  auto module = parse(as_text(data, size));
  if (!module) return 0;
  for (Stage stage : {Stage::Source, Stage::Gang, Stage::Target}) verify(**module, stage);
  std::string once = print(**module, {.locations = true});
  auto again = parse(once);
  if (!again) fault("printed text does not parse: " + again.error().message, once);
  if (print(**again, {.locations = true}) != once)
    fault("the text changes when printed again", once);
  return 0;
}
