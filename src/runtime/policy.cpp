// SPDX-License-Identifier: Apache-2.0
#include "runtime/policy.hpp"

#include <stdlib.h>
#include <string.h>

namespace tack::rt {
namespace {

// v1: twice the cost. v2, the default: once where measurements agree, up to 2.5 times where they
// scatter.
constexpr double kFixed = 2.0;
constexpr double kPerSpread = 1.3;
constexpr double kMost = 2.5;

enum class Policy : int32_t { Unread, V1, V2, Given };

int32_t g_policy = 0;  // Policy; read once, and a race writes the same value twice
double g_margin = 0;
const char* g_error = nullptr;

void read_settings() {
  Policy policy = Policy::V2;
  const char* text = getenv("TACK_CPU_POLICY");
  if (text && *text) {
    if (strcmp(text, "v1") == 0)
      policy = Policy::V1;
    else if (strcmp(text, "v2") != 0)
      g_error = "TACK_CPU_POLICY is neither v1 nor v2";
  }
  text = getenv("TACK_CPU_MARGIN");
  if (text && *text) {
    char* end = nullptr;
    double margin = strtod(text, &end);
    while (*end == ' ') ++end;
    if (end == text || *end || !(margin >= 0) || margin > 1e9) {
      g_error = "TACK_CPU_MARGIN is not a number from 0 up";
    } else {
      g_margin = margin;
      policy = Policy::Given;
    }
  }
  __atomic_store_n(&g_policy, static_cast<int32_t>(policy), __ATOMIC_RELEASE);
}

Policy policy() {
  int32_t value = __atomic_load_n(&g_policy, __ATOMIC_ACQUIRE);
  if (value == 0) {
    read_settings();
    value = __atomic_load_n(&g_policy, __ATOMIC_ACQUIRE);
  }
  return static_cast<Policy>(value);
}

}  // namespace

double policy_margin(float spread) {
  switch (policy()) {
    case Policy::V1:
      return kFixed;
    case Policy::Given:
      return g_margin;
    default:
      break;
  }
  double margin = 1 + kPerSpread * static_cast<double>(spread);
  // A spread that is no number counts as the largest.
  return margin < kMost ? margin : kMost;
}

const char* policy_error() {
  policy();
  return g_error;
}

}  // namespace tack::rt
