# SPDX-License-Identifier: Apache-2.0
"""What the fuzzers of the independence check share: running xcc, judging blocks, the command line.

A block is (text, meets, scan): whether two of its items write one element, and whether one reads
what another writes.
"""

import argparse
import re
import subprocess
import tempfile


def diagnose(xcc, program):
    """xcc's exit code, its stderr, and (line, kind, text) of each error and warning."""
    with tempfile.NamedTemporaryFile("w", suffix=".xc") as file:
        file.write(program)
        file.flush()
        done = subprocess.run([xcc, "--print-ir", file.name], capture_output=True, text=True)
    found = re.findall(r"\.xc:(\d+):\d+: (error|warning): (.*)", done.stderr)
    return done.returncode, done.stderr, [(int(line), kind, text) for line, kind, text in found]


def judge(seed, blocks, said):
    """Failures, and how many blocks pass in silence, are refused though they keep apart, in all.

    `said` maps a block's number to the kinds of diagnostics that it got.
    """
    failures, counts = [], [0, 0, 0]
    for k, (text, meets, scan) in enumerate(blocks):
        kinds = said.get(k, set())
        if (meets or scan) and not kinds:
            failures.append((seed, "passes in silence", text))
        if scan and "error" not in kinds and not meets:
            failures.append((seed, "reads another item's element, no error", text))
        counts[0] += not kinds
        counts[1] += bool(kinds) and not meets and not scan
        counts[2] += 1
    return failures, counts


def main(doc, run, blocks):
    """`run(xcc, seed, blocks)` gives what judge() does, for one program. An exit code."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--xcc", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=10)
    parser.add_argument("--blocks", type=int, default=blocks)
    options = parser.parse_args()
    failed, silent, careful, total = [], 0, 0, 0
    for k in range(options.programs):
        failures, counts = run(options.xcc, options.seed + k, options.blocks)
        failed += failures
        silent += counts[0]
        careful += counts[1]
        total += counts[2]
    for failure in failed[:20]:
        print("FAIL", *failure)
    print(f"{total} blocks: {silent} pass in silence, {careful} are refused or warned of and keep")
    print(f"apart; {len(failed)} failures")
    # Blocks of all kinds, or the test tests nothing.
    return 1 if failed or not 0 < silent < total else 0
