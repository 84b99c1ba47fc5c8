// SPDX-License-Identifier: Apache-2.0
// How a launch count that has no answer is raised.
#pragma once

#include "frontend/python/failure.hpp"
#include "support/result.hpp"

namespace tack::python {

// Of an error of evaluate() (launch_count.hpp): a ValueError when the launch has more iterations
// than one can count, a RuntimeError when a bound has no value.
Exception exception_of_count(const Error& error);

}  // namespace tack::python
