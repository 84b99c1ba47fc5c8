// SPDX-License-Identifier: Apache-2.0
// tack-math-check: errors and speed of the math library, compiled. See docs/math.md.
//
//   tack-math-check [--only NAME[,NAME]] [--type f32|f64] [--all] [--samples MILLIONS] [--threads
//   N]
//                   [--gang W] [--isa NAME] [--range LOW HIGH] [--time] [--docs FILE]
//                   [--library FOLDER]
//
// --range: only first arguments within. --docs: writes the figures into the table of this file.
// --library: the *.tir files there in place of the built-in ones, to compare two versions.
// Fails when an error is above its bound.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "math/measure.hpp"
#include "math/samples.hpp"
#include "math/table.hpp"

namespace {

using namespace tack::math_check;

struct Options {
  Settings settings;
  std::string only, type, docs;
  bool time = false;
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    auto value = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (word == "--all") {
      options.settings.all = true;
    } else if (word == "--time") {
      options.time = true;
    } else if (word == "--only") {
      options.only = std::string(",") + value() + ",";
    } else if (word == "--type") {
      options.type = value();
    } else if (word == "--samples") {
      options.settings.blocks =
          static_cast<uint64_t>(std::ceil(std::atof(value()) * 1e6 / static_cast<double>(kBlock)));
    } else if (word == "--threads") {
      options.settings.threads = std::atoi(value());
    } else if (word == "--gang") {
      options.settings.width = static_cast<uint32_t>(std::atoi(value()));
    } else if (word == "--isa") {
      options.settings.isa = value();
    } else if (word == "--range") {
      options.settings.low = std::atof(value());
      options.settings.high = std::atof(value());
    } else if (word == "--library") {
      for (const auto& file : std::filesystem::directory_iterator(value())) {
        std::ifstream text(file.path());
        options.settings.library.append(std::istreambuf_iterator<char>(text), {});
      }
    } else if (word == "--docs") {
      options.docs = value();
    } else {
      std::fprintf(stderr, "tack-math-check: unknown option %s\n", word.c_str());
      return false;
    }
  }
  return true;
}

// One function in one format: false above the bound.
template <class Float>
bool check(const Function& function, const Options& options, Table& table) {
  constexpr bool kSingle = sizeof(Float) == 4;
  Settings settings = options.settings;
  settings.all = settings.all && kSingle && function.arguments == 1;
  double bound = kSingle ? function.bound_f32 : function.bound_f64;
  Row row{
      function.name, kSingle ? "f32" : "f64", function.arguments, bound, {}, settings.all, 0, 0};
  row.worst = measure<Float>(function, settings);
  if (options.time) {
    settings.width = 1;
    row.scalar_ns = nanoseconds<Float>(function, settings);
    settings.width = 0;
    row.gang_ns = nanoseconds<Float>(function, settings);
  }
  bool good = row.worst.ulps <= bound;
  std::printf("%-6s %s  %.4f ulp (bound %g) of %.9g", function.name, row.type, row.worst.ulps,
              bound, static_cast<double>(row.worst.tried));
  std::printf(function.arguments == 2 ? " at %a, %a" : " at %a", row.worst.x, row.worst.y);
  if (options.time) std::printf("; %.2f ns scalar, %.3f in gangs", row.scalar_ns, row.gang_ns);
  std::printf("%s\n", good ? "" : "  TOO LARGE");
  std::fflush(stdout);
  table.add(row);
  return good;
}

}  // namespace

int main(int argc, char** argv) try {
  Options options;
  if (!parse(argc, argv, options)) return 2;
  bool good = true;
  Table table;
  for (const Function& function : functions()) {
    if (!options.only.empty() &&
        options.only.find("," + std::string(function.name) + ",") == std::string::npos) {
      continue;
    }
    if (options.type != "f64") good = check<float>(function, options, table) && good;
    if (options.type != "f32") good = check<double>(function, options, table) && good;
  }
  if (!options.docs.empty()) table.write_into(options.docs);
  return good ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "tack-math-check: %s\n", error.what());
  return 2;
}
