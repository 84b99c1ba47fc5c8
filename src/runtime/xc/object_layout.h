/* SPDX-License-Identifier: Apache-2.0
 * Where things stand in the memory of XC's `new`, in bytes: compiled code and the runtime read and
 * write the same words. */
#ifndef TACK_RUNTIME_XC_OBJECT_LAYOUT_H
#define TACK_RUNTIME_XC_OBJECT_LAYOUT_H

enum {
  /* An object: the address of its class's table, how many references there are, its fields. */
  TACK_XC_OBJECT_TABLE = 0,
  TACK_XC_OBJECT_COUNT = 8,
  TACK_XC_OBJECT_FIELDS = 16,
  /* A class's table: what ends an object, the table of the class above, the virtual methods. */
  TACK_XC_TABLE_TEARDOWN = 0,
  TACK_XC_TABLE_PARENT = 8,
  TACK_XC_TABLE_METHODS = 16,
  /* new T[n] and new S: the count of elements stands this far before the first. */
  TACK_XC_BLOCK_PREFIX = 16,
  /* The bit of an object's count that says its end has begun. */
  TACK_XC_ENDING_BIT = 62
};

#endif
