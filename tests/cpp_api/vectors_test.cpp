// SPDX-License-Identifier: Apache-2.0
// tack.hpp: arrays of vectors and matrices, and debug mode.
#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <span>
#include <tack/tack.hpp>
#include <vector>

#include "error_of.hpp"

namespace {

struct Point {
  float x, y, z;
};

}  // namespace
template <>
struct tack::Element<Point> : tack::VectorElement<float, 3> {};

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kText = R"py(import tack

@tack.kernel
def cross(a, b, out):
    for i in range(len(a)):
        out[i] = a[i].cross(b[i])

@tack.kernel
def apply(m, v, out):
    for i in range(len(v)):
        out[i] = m[i] @ v[i]

@tack.kernel
def sums(v, out):
    for y, x in tack.ndindex(v.shape[0], v.shape[1]):
        out[y, x] = v[y, x].sum()

@tack.kernel
def shift(x, y):
    for i in range(len(y)):
        y[i] = x[i + 1]

@tack.kernel
def divided(x, n):
    for i in range(len(x)):
        x[i] = x[i] // n

@tack.kernel
def last(x, n) -> int:
    for i in range(1):
        pass
    return x[n]

@tack.kernel
def outside(x):
    for i in range(len(x)):
        x[i] = 1
)py";

tack::Kernel kernel(const char* name) {
  static const tack::Module made = tack::Module::from_text(kText, "test.py");
  return made.kernel(name);
}

using V3 = std::array<double, 3>;

TEST(CppApiVectors, ArraysOfStdArrays) {
  std::vector<V3> a = {{1, 2, 3}, {0, 0, 1}, {4, 5, 6}}, b = {{3, 1, 2}, {1, 0, 0}, {4, 5, 6}};
  std::vector<V3> out(3);
  kernel("cross")(a, b, out);
  EXPECT_THAT(out, ElementsAre(V3{1, 7, -5}, V3{0, 1, 0}, V3{0, 0, 0}));
  EXPECT_THAT(tack::view(a).shape(), ElementsAre(3));
  EXPECT_THAT(tack::view(a).element_shape(), ElementsAre(3));
  V3 few[2] = {{1, 0, 0}, {0, 1, 0}};
  kernel("cross")(few, std::span(b).first(2), std::span(few));
  EXPECT_EQ(few[1], (V3{0, 0, -1}));
}

TEST(CppApiVectors, StructsOfThePrograms) {
  const std::vector<Point> a = {{1, 0, 0}, {0, 1, 0}}, b = {{0, 1, 0}, {0, 0, 1}};
  std::vector<Point> out(2);
  kernel("cross")(a, b, out);
  EXPECT_EQ(out[0].z, 1.0f);
  EXPECT_EQ(out[1].x, 1.0f);
  EXPECT_THAT(error_of([&] { kernel("cross")(out, out, b); }).message(),
              HasSubstr("argument 'out' is read-only"));
}

TEST(CppApiVectors, Matrices) {
  std::vector<std::array<std::array<float, 2>, 3>> m(5, {{{1, 2}, {3, 4}, {5, 6}}});
  std::vector<std::array<float, 2>> v(5, {10, 1});
  std::vector<std::array<float, 3>> out(5);
  kernel("apply")(m, v, out);
  EXPECT_EQ(out[4], (std::array<float, 3>{12, 34, 56}));
  EXPECT_THAT(tack::view(m).element_shape(), ElementsAre(3, 2));
}

TEST(CppApiVectors, TheLastDimensionsOfNumbersAsElements) {
  std::vector<int32_t> numbers(2 * 3 * 4), sums(2 * 3);
  for (size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<int32_t>(k);
  kernel("sums")(tack::view(numbers, {2, 3, 4}).vectors(), tack::view(sums, {2, 3}));
  EXPECT_THAT(sums, ElementsAre(6, 22, 38, 54, 70, 86));
  sums.assign(6, 0);
  kernel("sums")(tack::view(numbers, {2, 3, 2, 2}).matrices(), tack::view(sums, {2, 3}));
  EXPECT_THAT(sums, ElementsAre(6, 22, 38, 54, 70, 86));
  auto fails = [&](auto work) { return error_of(work).message(); };
  EXPECT_THAT(fails([&] { tack::view(numbers, {24, 1, 1, 1}).vectors().vectors(); }),
              HasSubstr("elements have parts"));
  EXPECT_THAT(fails([&] { tack::view(numbers, {24}).matrices(); }), HasSubstr("no matrices"));
  EXPECT_THAT(fails([&] { tack::view(numbers.data(), {}).vectors(); }), HasSubstr("no vectors"));
  EXPECT_THAT(fails([&] { tack::view(numbers, {2, 12}).matrices(); }),
              HasSubstr("1 to 4 rows and columns, and the extent is 12"));
  std::vector<int8_t> wide(33);
  EXPECT_THAT(fails([&] { tack::view(wide).vectors(); }), HasSubstr("1 to 32 components"));
}

TEST(CppApiVectors, TheCInterfaceChecksElements) {
  tack_error* error = nullptr;
  tack_module* module = tack_module_from_text(kText, std::strlen(kText), "c.py", &error);
  tack_kernel* outside = tack_module_kernel(module, "outside", &error);
  float numbers[64] = {};
  int64_t shape[] = {1};
  auto launch = [&](uint8_t rows, uint8_t cols) {
    tack_argument argument{};
    argument.kind = TACK_ARRAY;
    argument.dtype = TACK_F32;
    argument.rank = 1;
    argument.element_rows = rows;
    argument.element_cols = cols;
    argument.shape = shape;
    argument.value.data = numbers;
    if (tack_kernel_launch(outside, &argument, 1, nullptr, &error) == 0) return std::string();
    std::string text = tack_error_message(error);
    tack_error_release(error);
    error = nullptr;
    return text;
  };
  EXPECT_EQ(launch(0, 0), "");
  EXPECT_EQ(launch(32, 0), "");
  EXPECT_EQ(launch(4, 4), "");
  EXPECT_THAT(launch(33, 0), HasSubstr("no vectors of 1 to 32 components"));
  EXPECT_THAT(launch(5, 1), HasSubstr("no matrices of 1 to 4 rows and columns"));
  EXPECT_THAT(launch(1, 5), HasSubstr("no matrices"));
  EXPECT_THAT(launch(0, 3), HasSubstr("elements of no rows"));
  shape[0] = int64_t{1} << 60;
  EXPECT_THAT(launch(32, 0), HasSubstr("2^63 - 1 elements"));
  tack_kernel_release(outside);
  tack_module_release(module);
}

class CppApiDebug : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    tack::set_threads(GetParam());
    tack::set_debug(true);
  }
  void TearDown() override {
    tack::set_debug(false);
    tack::set_threads(threads_);
  }
  int threads_ = tack::threads();
};
INSTANTIATE_TEST_SUITE_P(Threads, CppApiDebug, ::testing::Values(1, 2, 7));

TEST_P(CppApiDebug, IndicesAndDivisorsAreChecked) {
  EXPECT_TRUE(tack::debug());
  std::vector<float> x(100), y(100);
  tack::Error error = error_of([&] { kernel("shift")(x, y); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Index);
  EXPECT_EQ(error.message(),
            "Kernel 'shift': index 100 of array 'x' at line 4, column 18 is outside its extent "
            "100, in iteration i = 99.");
  EXPECT_THAT(error.diagnostics(), HasSubstr("test.py:21:18: note: in kernel 'shift'\n"
                                             "  21 |         y[i] = x[i + 1]\n"));
  x.resize(101);
  kernel("shift")(x, y);
  std::vector<int> n(10, 6);
  error = error_of([&] { kernel("divided")(n, 0); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Division);
  EXPECT_THAT(error.message(), HasSubstr("division by zero at line 4, column"));
  kernel("divided")(n, 3);
  EXPECT_EQ(n[9], 2);
  error = error_of([&] { kernel("last")(n, 10); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Index);
  EXPECT_THAT(error.message(), HasSubstr("index 10 of array 'x'"));
  EXPECT_EQ(kernel("last")(n, 9).to<int>(), 2);
  tack::set_debug(false);
  EXPECT_FALSE(tack::debug());
  kernel("divided")(n, 0);
  EXPECT_EQ(n[0], 0);
}

TEST(CppApiTexts, BytesThatAreNoUtf8) {
  tack::Module module = tack::Module::from_text(
      "import tack\n@tack.kernel\ndef k(x):\n    for i in range(3):\n"
      "        x[i] = 1 \xff 2\n");
  std::vector<int> x(3);
  tack::Error error = error_of([&] { module.kernel("k")(x); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Syntax);
  EXPECT_THAT(error.message(), HasSubstr("not UTF-8"));
}

}  // namespace
