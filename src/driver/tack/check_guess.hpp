// SPDX-License-Identifier: Apache-2.0
// What the kernels of a file are checked with when nobody says what they are called with.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/python/file_module.hpp"

namespace tack::driver {

// A kernel of the file, of a class or of a function in it.
struct Job {
  std::shared_ptr<const python::Template> source;
  std::string name;
  const python::FileClass* owner = nullptr;
  python::Environment* environment = nullptr;
  const python::NestedKernel* nested = nullptr;
};

struct Checked {
  Diagnostics diagnostics;
  std::optional<python::Failure> failure;
  python::GuessedArguments args;  // that it was compiled for
  std::string fault;              // of ours
};

// Of an error: the same for all guesses that it is found with, whatever their dtypes.
std::string error_key(const Diagnostic& diagnostic);

class Guesses {
 public:
  Guesses(python::FileModule& module, const Job& kernel) : module_(module), kernel_(kernel) {}

  // The guess that leaves fewest errors; of types that are given only what else is unknown is
  // guessed, and extents of usual size are taken where local arrays need some.
  Checked best(const python::GuessedArguments* given = nullptr);
  // What stands in it for the unknown names of a function around the kernel: "a number".
  const char* stand_in() const { return stand_in_; }
  // Whether every guess that was tried has this error. Another one may be the guess's fault.
  bool is_certain(const Diagnostic& diagnostic) const {
    return !common_ || common_->count(error_key(diagnostic)) != 0;
  }

 private:
  Checked with(const python::GuessedArguments& args);
  Checked specialise(const python::GuessedArguments& args);
  python::GuessedArguments guess(ir::Kind element) const;
  Checked specialise_objects();
  Checked specialise_called();
  Checked specialise_arrays();
  Checked with_shapes(const python::GuessedArguments& numbers, Checked best);
  Checked refined(Checked best);

  python::FileModule& module_;
  const Job& kernel_;
  const char* stand_in_ = "a number";
  bool has_owner_ = true;                        // the first argument is an instance of the class
  bool wants_shapes_ = false;                    // an error of some guess asks for vectors
  size_t choice_ = 0;                            // of the classes that objects may be of
  std::optional<std::set<std::string>> common_;  // errors of all guesses so far
};

}  // namespace tack::driver
