// SPDX-License-Identifier: Apache-2.0
// The error that a piece of work throws; a failure of the test where it throws none.
#pragma once

#include <gtest/gtest.h>

#include <tack/error.hpp>

template <class Work>
tack::Error error_of(const Work& work) {
  try {
    work();
  } catch (const tack::Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return tack::Error(tack::ErrorKind::System, "");
}
