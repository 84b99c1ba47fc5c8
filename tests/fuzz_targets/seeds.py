# SPDX-License-Identifier: Apache-2.0
"""Seeds and dictionaries of the fuzz targets, made from the inputs of the other tests and from
what long runs found (kept/, written by keep.py).

    seeds.py OUT

writes OUT/<target>/ with small files and OUT/<target>.dict with their tokens.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Mutations of a long file rarely meet what matters in it.
LONGEST = 8000


def paths(*patterns):
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def ir_text():
    for path in paths(
        "tests/ir/*.tir", "tests/transform/*.tir", "tests/kernels/*.tir", "lib/math/*.tir"
    ):
        # One function at a time.
        yield from re.split(r"\n(?=(?:kernel|func)\b)", path.read_text())


def npy_header():
    headers = (
        "{'descr': '<f4', 'fortran_order': False, 'shape': (480, 640), }",
        "{'descr': '|u1', 'fortran_order': True, 'shape': (), }",
        '{"shape":(6L,),"fortran_order":False,"descr":">i8"}',
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (0, 9223372036854775807), }",
    )
    for text in headers:
        for major, width in ((1, 2), (2, 4), (3, 4)):
            length = len(text).to_bytes(width, "little")
            head = b"\x93NUMPY" + bytes([major, 0]) + length
            yield (head + text.encode()).decode("utf-8", "surrogateescape")


def python_source():
    files = paths(
        "tests/python/errors/*.py",
        "tests/python/run/kernels.py",
        "examples/*.py",
        "bench/peer_tack.py",
    )
    for path in files:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        # What stands before the first kernel goes with each.
        head, *kernels = re.split(r"\n(?=@tack\.kernel)", text)
        yield from (head + "\n" + kernel for kernel in kernels)


def xc_source():
    for path in paths(
        "tests/xc/errors/*/*.xc", "tests/xc/run/*/*.xc", "examples/*.xc", "bench/**/*.xc"
    ):
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        yield text
        # A function or class alone: most of the time is otherwise spent on the rest of the file.
        imports = "".join(
            line + "\n" for line in text.splitlines() if line.startswith(("#use", "#import"))
        )
        for part in re.findall(r"^[A-Za-z][^\n;{]*\s\{\n.*?^\}\n", text, re.M | re.S):
            yield imports + part


TARGETS = {
    "ir_text": ir_text,
    "npy_header": npy_header,
    "python_source": python_source,
    "xc_source": xc_source,
}


def tokens(seeds):
    """Words and operators that stand in two seeds or more: keywords, types, names of the library."""
    count = {}
    for seed in seeds:
        for token in set(
            re.findall(r"[@#%]?[A-Za-z_][A-Za-z_0-9.]{1,20}|[^\sA-Za-z_0-9\"\\]{1,3}", seed)
        ):
            count[token] = count.get(token, 0) + 1
    return sorted(
        token for token, n in count.items() if n >= 2 and token.isascii() and token.isprintable()
    )


def main():
    out = Path(sys.argv[1])
    for name, make in TARGETS.items():
        seeds = [seed for seed in dict.fromkeys(make()) if seed.strip() and len(seed) <= LONGEST]
        if not seeds:
            sys.exit(f"no seeds for {name}")
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (folder / f"{number:04}").write_bytes(seed.encode("utf-8", "surrogateescape"))
        file = Path(__file__).parent / "kept" / f"{name}.txt"
        kept = file.read_text().splitlines() if file.exists() else []  # a new target has none
        for number, line in enumerate(kept):
            (folder / f"kept-{number:04}").write_bytes(json.loads(line).encode("latin-1"))
        (out / f"{name}.dict").write_text("".join(f'"{token}"\n' for token in tokens(seeds)))
        print(f"{name}: {len(seeds)} seeds, {len(kept)} kept inputs")


main()
