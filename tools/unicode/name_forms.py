#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/frontend/python/name_forms.def: the characters of names that have several forms.

Python takes names in Unicode's normal form NFKC: `µ` (U+00B5) is the name `μ` (U+03BC). These are
the characters that change in it, that join with one before them, or whose order may change.
Run it from the root of the tree; the Unicode version is that of the Python that runs it.
"""

import unicodedata


def starts_pair(code):
    """The second of two characters that NFC joins into `code`, or None."""
    parts = unicodedata.decomposition(chr(code)).split()
    if len(parts) != 2 or parts[0].startswith("<"):
        return None
    first, second = (chr(int(part, 16)) for part in parts)
    return ord(second) if unicodedata.normalize("NFC", first + second) == chr(code) else None


def main():
    codes = set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))  # vowels and tails of Hangul
    for code in range(0x80, 0x110000):
        char = chr(code)
        if second := starts_pair(code):
            codes.add(second)
        if not ("a" + char).isidentifier():
            continue
        if unicodedata.normalize("NFKC", char) != char or unicodedata.combining(char):
            codes.add(code)
    ranges = []
    for code in sorted(codes):
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    with open("src/frontend/python/name_forms.def", "w", encoding="ascii") as out:
        out.write(
            "// SPDX-License-Identifier: Apache-2.0\n"
            "// Made by tools/unicode/name_forms.py from Unicode "
            f"{unicodedata.unidata_version}: first and last of each range, sorted.\n"
        )
        for first, last in ranges:
            out.write(f"{{0x{first:04X}, 0x{last:04X}}},\n")


if __name__ == "__main__":
    main()
