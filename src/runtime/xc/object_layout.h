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
  /* A class's table: what ends an object, the table of the class above, its name, the list of its
   * protocols (pairs of a protocol and the class's methods for it, null at the end) or null, the
   * virtual methods; Object's description is the first where the program has String. */
  TACK_XC_TABLE_TEARDOWN = 0,
  TACK_XC_TABLE_PARENT = 8,
  TACK_XC_TABLE_NAME = 16,
  TACK_XC_TABLE_PROTOCOLS = 24,
  TACK_XC_TABLE_METHODS = 32,
  /* A String's first fields, those of tack_xc_text. */
  TACK_XC_STRING_TEXT = TACK_XC_OBJECT_FIELDS,
  /* new T[n] and new S: the count of elements stands this far before the first. */
  TACK_XC_BLOCK_PREFIX = 16,
  /* What a variadic function with a body is given for its `...`: an array of slots. A slot holds
   * the bits, of an integer extended by its sign, of a float as a double's, and what it is: one of
   * the kinds below. */
  TACK_XC_SLOT_SIZE = 16,
  TACK_XC_SLOT_KIND = 8,
  TACK_XC_SLOT_U8 = 1,
  TACK_XC_SLOT_I8,
  TACK_XC_SLOT_U16,
  TACK_XC_SLOT_I16,
  TACK_XC_SLOT_U32,
  TACK_XC_SLOT_I32,
  TACK_XC_SLOT_U64,
  TACK_XC_SLOT_I64,
  TACK_XC_SLOT_FLOAT,
  TACK_XC_SLOT_DOUBLE,
  TACK_XC_SLOT_POINTER,
  TACK_XC_SLOT_OBJECT,
  /* A pointer to bytes: what %s prints. */
  TACK_XC_SLOT_TEXT,
  /* What one reference adds to an object's count, and the bit of it that says its end has begun. */
  TACK_XC_COUNT_ONE = 1,
  TACK_XC_ENDING_BIT = 62
};

#endif
