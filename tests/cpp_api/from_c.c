/* SPDX-License-Identifier: Apache-2.0 */
/* from_c LIBRARY: a launch through the C interface; the code generator must be that file. */
#include <stdio.h>
#include <string.h>
#include <tack/tack.h>

static const char kText[] =
    "import tack\n"
    "@tack.kernel\n"
    "def add(x, n):\n"
    "    for i in range(len(x)):\n"
    "        x[i] = x[i] + n\n"
    "@tack.device_class\n"
    "class Box:\n"
    "    @tack.kernel\n"
    "    def put(self):\n"
    "        for i in range(len(self.x)):\n"
    "            self.x[i] = self.n * i\n";

static int is_mapped(const char* path) {
  char line[4096];
  FILE* maps = fopen("/proc/self/maps", "r");
  int found = 0;
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "libtack_llvm.so")) {
      if (!strstr(line, path)) {
        printf("another library: %s", line);
        found = 2;
      } else if (!found) {
        found = 1;
      }
    }
  if (maps) fclose(maps);
  return found == 1;
}

static int run_object(const tack_module* module, tack_argument* array, const int32_t* numbers) {
  tack_error* error = NULL;
  tack_object* box = tack_module_object(module, "Box", &error);
  tack_kernel* put = tack_module_kernel(module, "Box.put", &error);
  tack_argument n, self;
  int k, wrong = 0;
  memset(&n, 0, sizeof n);
  memset(&self, 0, sizeof self);
  n.kind = TACK_INT;
  n.value.i = 3;
  self.kind = TACK_OBJECT;
  self.value.object = box;
  if (!box || !put || tack_object_set(box, "n", &n, &error) != 0 ||
      tack_object_set(box, "x", array, &error) != 0 ||
      tack_kernel_launch(put, &self, 1, NULL, &error) != 0) {
    printf("%s\n", error ? tack_error_message(error) : "no reason");
    return 1;
  }
  for (k = 0; k < 5; ++k) wrong += numbers[k] != 3 * k;
  if (tack_object_set(box, "put", &n, &error) == 0 || tack_error_kind(error) != TACK_ERROR_VALUE)
    return 1;
  tack_error_release(error);
  self.value.object = NULL;
  error = NULL;
  if (tack_kernel_launch(put, &self, 1, NULL, &error) == 0) return 1;
  tack_error_release(error);
  tack_kernel_release(put);
  tack_object_release(box);
  return wrong;
}

int main(int count, char** values) {
  tack_error* error = NULL;
  tack_module* module = tack_module_from_text(kText, sizeof kText - 1, "text", &error);
  tack_kernel* add = module ? tack_module_kernel(module, "add", &error) : NULL;
  int32_t numbers[5] = {1, 2, 3, 4, 5};
  int64_t shape[1] = {5};
  tack_argument arguments[2];
  int k;
  memset(arguments, 0, sizeof arguments);
  arguments[0].kind = TACK_ARRAY;
  arguments[0].dtype = TACK_I32;
  arguments[0].rank = 1;
  arguments[0].shape = shape;
  arguments[0].value.data = numbers;
  arguments[1].kind = TACK_INT;
  arguments[1].value.i = 10;
  if (!add || tack_kernel_launch(add, arguments, 2, NULL, &error) != 0) {
    printf("%s\n", error ? tack_error_message(error) : "no reason");
    return 1;
  }
  for (k = 0; k < 5; ++k)
    if (numbers[k] != k + 11) return 2;
  if (tack_kernel_launch(add, arguments, 1, NULL, &error) == 0 ||
      tack_error_kind(error) != TACK_ERROR_TYPE)
    return 3;
  tack_error_release(error);
  tack_kernel_release(add);
  if (run_object(module, arguments, numbers) != 0) return 5;
  tack_module_release(module);
  return count > 1 && !is_mapped(values[1]) ? 4 : 0;
}
