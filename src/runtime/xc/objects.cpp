// SPDX-License-Identifier: Apache-2.0
// The memory of objects. Those of a `new C[n]` are counted one by one and share theirs, which goes
// with the last of them; the first holds the others, so all go when nobody holds any.
#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace {

constexpr uint64_t kInArray = uint64_t{1} << TACK_XC_TABLE_IN_ARRAY_BIT;
constexpr uint64_t kFirst = uint64_t{1} << TACK_XC_TABLE_FIRST_BIT;

template <class T>
T& word(const void* base, uint64_t offset) {
  return *reinterpret_cast<T*>(reinterpret_cast<uint64_t>(base) + offset);
}

uint64_t info_of(const void* object) {
  return word<uint64_t>(word<const void*>(object, TACK_XC_OBJECT_TABLE), TACK_XC_TABLE_SIZE);
}

char* head_of(void* object) {
  char* at = static_cast<char*>(object);
  return at - word<uint64_t>(at - TACK_XC_ARRAY_LINK, 0);
}

}  // namespace

void* tack_rt_xc_new_object(uint64_t size) { return tack_rt_xc_allocate(size, 0); }

void tack_rt_xc_delete_object(void* object) {
  if (!(info_of(object) & kInArray)) {
    tack_rt_xc_release(object);
    return;
  }
  char* head = head_of(object);
  if (__atomic_sub_fetch(&word<uint64_t>(head, TACK_XC_ARRAY_LIVE), 1, __ATOMIC_ACQ_REL) == 0)
    tack_rt_xc_release(head);
}

void* tack_rt_xc_new_objects(uint64_t count, const void* first_table, const void* other_table) {
  uint64_t size = word<uint64_t>(first_table, TACK_XC_TABLE_SIZE) & ~(kInArray | kFirst);
  uint64_t step = size + TACK_XC_ARRAY_LINK;
  uint64_t bytes = 0;
  if (count == 0 || __builtin_mul_overflow(count, step, &bytes) ||
      __builtin_add_overflow(bytes, uint64_t{TACK_XC_ARRAY_HEAD}, &bytes))
    return nullptr;
  char* head = static_cast<char*>(tack_rt_xc_allocate(bytes, 0));
  if (!head) return nullptr;
  word<uint64_t>(head, TACK_XC_ARRAY_COUNT) = count;
  word<uint64_t>(head, TACK_XC_ARRAY_LIVE) = count;
  char* object = head + TACK_XC_ARRAY_HEAD + TACK_XC_ARRAY_LINK;
  for (uint64_t k = 0; k < count; ++k, object += step) {
    word<uint64_t>(object - TACK_XC_ARRAY_LINK, 0) = static_cast<uint64_t>(object - head);
    word<const void*>(object, TACK_XC_OBJECT_TABLE) = k ? other_table : first_table;
    word<uint64_t>(object, TACK_XC_OBJECT_COUNT) = TACK_XC_COUNT_ONE;
  }
  return head + TACK_XC_ARRAY_HEAD + TACK_XC_ARRAY_LINK;
}

void* tack_rt_xc_element(void* first, int64_t index) {
  if (index == 0) return first;
  uint64_t info = info_of(first);
  if (index < 0 || !(info & kFirst)) return nullptr;
  auto k = static_cast<uint64_t>(index);
  if (k >= word<uint64_t>(head_of(first), TACK_XC_ARRAY_COUNT)) return nullptr;
  return static_cast<char*>(first) + k * ((info & ~(kInArray | kFirst)) + TACK_XC_ARRAY_LINK);
}
