# SPDX-License-Identifier: Apache-2.0
"""Keeps what a long run of a fuzz target found: the inputs that reach code which no seed reaches.

    keep.py PROGRAM SEEDS CORPUS
    keep.py build/fuzz/bin/fuzz_xc_source build/fuzz/fuzz/xc_source build/corpus/fuzz_xc_source

writes kept/<target>.txt beside this file, one input a line as a JSON string of its bytes.
seeds.py makes seeds of them.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

KEPT = Path(__file__).resolve().parent / "kept"
# Bytes: long inputs are mostly seeds with one change, and a file of them is no longer one to read.
LONGEST = 600


def added(program, seeds, corpus):
    """The inputs of the folder CORPUS that add to what those of the folder SEEDS reach."""
    with tempfile.TemporaryDirectory() as folder:
        merged = Path(folder) / "merged"
        short = Path(folder) / "short"
        merged.mkdir()
        short.mkdir()
        # What was kept before competes with the new inputs: a better one replaces it.
        for path in [*seeds.iterdir(), *corpus.iterdir()]:
            made_from_tests = path.parent == seeds and path.name.isdigit()
            if made_from_tests or path.stat().st_size <= LONGEST:
                shutil.copy(path, merged if made_from_tests else short)
        before = set(merged.iterdir())
        subprocess.run(
            [program, "-merge=1", "-timeout=60", "-rss_limit_mb=2048", merged, short],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        return sorted({path.read_bytes() for path in set(merged.iterdir()) - before}, key=len)


def main():
    program, seeds, corpus = map(Path, sys.argv[1:])
    inputs = added(program, seeds, corpus)
    KEPT.mkdir(exist_ok=True)
    out = KEPT / f"{seeds.name}.txt"
    out.write_text("".join(json.dumps(text.decode("latin-1")) + "\n" for text in inputs))
    print(f"{out}: {len(inputs)} inputs, {out.stat().st_size} bytes")


main()
