// SPDX-License-Identifier: Apache-2.0
// Programs that must not compile, one for each MISTAKE_, and what the compiler says of it
// (installed_tree.sh).
#include <list>
#include <tack/tack.hpp>

void run(tack::Kernel& kernel, tack::Object& object) {
#if defined(MISTAKE_BOOLS)
  // bools are no numbers of an array
  std::vector<bool> x(3);
  kernel(x);
#elif defined(MISTAKE_LIST)
  // elements that do not stand side by side
  kernel(std::list<float>(3));
#elif defined(MISTAKE_POINTER)
  // a pointer does not say how many elements there are
  float x[3];
  kernel(&x[0]);
#elif defined(MISTAKE_STRUCT)
  // specialise tack::Element
  struct Point {
    float x, y;
  };
  std::vector<Point> x(3);
  kernel.inspect("ir", x);
#elif defined(MISTAKE_TEXT)
  // a text is no argument
  kernel("x");
#elif defined(MISTAKE_TEMPORARY)
  // this one would be gone before a kernel reads it
  object.set("x", std::vector<float>(3));
#elif defined(MISTAKE_OTHER)
  // a kernel takes numbers, arrays
  object.set("x", kernel);
#endif
}
