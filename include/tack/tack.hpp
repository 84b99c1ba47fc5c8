// SPDX-License-Identifier: Apache-2.0
// Kernels in Python syntax, compiled to SIMD code on all cores, from C++ and without Python:
//
//   tack::Module module = tack::Module::from_text(text);
//   tack::Kernel saxpy = module.kernel("saxpy");
//   std::vector<float> x(n), y(n);
//   saxpy(2.0, x, y);
//
// Errors are thrown as tack::Error.
#pragma once

#ifndef __cpp_concepts
#error "tack.hpp needs C++20: -std=c++20, or target_link_libraries(... tack::tack) in CMake"
#endif

#include <tack/argument.hpp>  // IWYU pragma: export
#include <tack/array.hpp>     // IWYU pragma: export
#include <tack/error.hpp>     // IWYU pragma: export
#include <tack/kernel.hpp>    // IWYU pragma: export
