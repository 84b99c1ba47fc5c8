# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs a batch of programs in every way, and says which programs disagree."""

import os
import pathlib
import random
import re
import subprocess

import print_c
import print_xc

HERE = pathlib.Path(__file__).resolve().parent
TWIN = ["-O0", "-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"]
THREADS = ("1", "2", "3", "7")
ISAS = ("", "sse2", "avx2", "avx512")


class Tools:
    def __init__(self, xcc, cc, folder, timeout=60, runtime=""):
        self.xcc = xcc
        self.cc = cc
        self.runtime = runtime  # libtack_rt.a, for programs that xcc prints as C
        self.folder = pathlib.Path(folder)
        self.timeout = timeout

    def call(self, command, extra=None):
        """(status, output, what it said); a hang has the status None."""
        env = {k: v for k, v in os.environ.items() if not k.startswith(("XC_PAR", "TACK_"))}
        env.update(extra or {}, MALLOC_PERTURB_="165")
        try:
            done = subprocess.run(command, capture_output=True, env=env, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            return None, "", "it does not end"
        return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode()


# What the interpreter of --check reports of operations that XC gives a result.
DEFINED = r"shifts by|by zero, which gives|does not fit in|which gives|nothing was stored"


def draw_ways(rng, compiled, as_c):
    """The interpreter; and two compiled ways, one with and one without optimisation, each as a program
    or in memory with an instruction set. Or one of the two, or none. One more `as_c`, where the levels
    are the C compiler's."""
    levels = ["-O0", rng.choice(("-O2", "-O3"))]
    ways = [("--check", True, "1", "")]
    for level in rng.sample(levels, compiled):
        run = rng.random() < 0.5
        ways.append((level, run, rng.choice(THREADS), rng.choice(ISAS) if run else ""))
    if as_c and compiled:
        ways.append((rng.choice(("C -O0", "C -O1", "C -O2")), False, rng.choice(THREADS), ""))
    return ways


def spell_way(way):
    level, run, threads, isa = way
    return f"{'--run ' if run else ''}{level}, {threads} threads{', ' + isa if isa else ''}"


def checked(status, out, said):
    """A finding is a failure, unless it is of an operation that is defined."""
    found = re.findall(r"check: (.*)", said)
    wrong = [x for x in found if not re.search(DEFINED, x)]
    if status == 1 and found and not wrong:
        return 0, out, said
    return status, out, "error in the checked run: " + wrong[0] if wrong else said


def run_way(tools, way, text):
    level, run, threads, isa = way
    source = tools.folder / "program.xc"
    source.write_text(text)
    if level == "--check":
        return checked(*tools.call([tools.xcc, "--run", level, source]))
    extra = {"XC_PAR_THREADS": threads}
    if isa:
        extra["TACK_CPU_ISA"] = isa
    if run:
        return tools.call([tools.xcc, level, "--run", source], extra)
    program = tools.folder / "program"
    program.unlink(missing_ok=True)
    if level.startswith("C "):
        c = tools.folder / "program.c"
        status, out, said = tools.call([tools.xcc, "-S", "--emit=c", source, "-o", c])
        if status == 0:
            command = [tools.cc, "-std=c89", "-pedantic-errors", level[2:], c, tools.runtime]
            status, out, said = tools.call([*command, "-o", program, "-lm", "-lpthread", "-ldl"])
        return (status, out, said) if status != 0 else tools.call([program], extra)
    status, out, said = tools.call([tools.xcc, level, source, "-o", program])
    if status != 0:
        return status, out, said
    return tools.call([program], extra)


def expected(tools, programs):
    """(lines or None, the rules that ran, what went wrong)."""
    source, program = tools.folder / "twin.c", tools.folder / "twin"
    text, rules = print_c.print_c(programs, HERE / "twin.h")
    source.write_text(text)
    status, _, said = tools.call([tools.cc, *TWIN, source, "-o", program])
    if status != 0:
        return None, [], "the twin does not compile\n" + said[:2000]
    status, out, said = tools.call([program])
    if status != 0:
        return None, [], f"the twin ends with {status}"
    return out.splitlines(), [r for r, ran in zip(rules, said, strict=True) if ran == "1"], ""


def by_program(lines):
    out = {}
    for line in lines:
        number, _, rest = line.partition(":")
        out.setdefault(number, []).append(rest)
    return out


class Failure:
    def __init__(self, seed, way, kind, said, programs):
        self.seed = seed
        self.way = way
        self.kind = kind  # differs, refused, status, twin
        self.said = said
        self.programs = programs


def compare(status, out, said, want):
    """What is wrong, if anything: (kind, words)."""
    if status != 0:
        refused = "error" in said
        first = next((x for x in said.splitlines() if "error" in x), said[-300:])
        return ("refused" if refused else "status"), f"status {status}: {first}"
    if out.splitlines() != want:
        pairs = zip(out.splitlines(), want, strict=False)
        got = next((f"{a} instead of {b}" for a, b in pairs if a != b), "a line more or less")
        return "differs", got
    return None


def examine(tools, makers, seeds, way_seed, compiled=2):
    """Failures of a batch, and the rules that ran. `makers(seed, number)` gives a program."""
    programs = [makers(seed, k) for k, seed in enumerate(seeds)]
    ways = draw_ways(random.Random(way_seed), compiled, bool(tools.runtime))
    want, rules, wrong = expected(tools, programs)
    if want is None:
        if len(programs) == 1:
            return [Failure(seeds[0], None, "twin", wrong, programs)], []
        return alone(tools, makers, seeds, way_seed, compiled), []
    text = print_xc.print_xc(programs)
    failures = []
    for way in ways:
        status, out, said = run_way(tools, way, text)
        found = compare(status, out, said, want)
        if not found:
            continue
        if len(programs) > 1:
            return alone(tools, makers, seeds, way_seed, compiled), rules
        failures.append(Failure(seeds[0], way, *found, programs))
        break
    return failures, rules


def alone(tools, makers, seeds, way_seed, compiled):
    """The batch in halves, down to single programs; if none of them fails, the batch does."""
    failures = []
    half = len(seeds) // 2
    for part in (seeds[:half], seeds[half:]):
        found, _ = examine(tools, makers, part, way_seed, compiled)
        failures += found
    if not failures:
        programs = [makers(seed, k) for k, seed in enumerate(seeds)]
        return [Failure(seeds[0], None, "together", "only together", programs)]
    return failures
