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
  /* A class's table: what ends an object, the table of the class above, the bytes of an object with
   * flags above them, its name, the list of its protocols (pairs of a protocol and the class's
   * methods for it, null at the end) or null, the virtual methods; Object's description is the
   * first where the program has String. */
  TACK_XC_TABLE_TEARDOWN = 0,
  TACK_XC_TABLE_PARENT = 8,
  TACK_XC_TABLE_SIZE = 16,
  TACK_XC_TABLE_NAME = 24,
  TACK_XC_TABLE_PROTOCOLS = 32,
  TACK_XC_TABLE_METHODS = 40,
  /* Flags of the size: the object is one of a `new C[n]`, the first of them. */
  TACK_XC_TABLE_IN_ARRAY_BIT = 63,
  TACK_XC_TABLE_FIRST_BIT = 62,
  /* The memory of a `new C[n]`: n, how many of the objects still live, then each behind a word that
   * says how many bytes back this memory begins. */
  TACK_XC_ARRAY_COUNT = 0,
  TACK_XC_ARRAY_LIVE = 8,
  TACK_XC_ARRAY_HEAD = 16,
  TACK_XC_ARRAY_LINK = 8,
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
  /* The count goes in twos: below, a bit says that the object has a weak box; above, one that its
   * end has begun. No reference is left when it is less than one. */
  TACK_XC_COUNT_WEAK = 1,
  TACK_XC_COUNT_ONE = 2,
  TACK_XC_ENDING_BIT = 62
};

#endif
