#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs XC programs as C: `xcc -S --emit=c`, then gcc -O2 and the runtime's archive.

Expectations are those of run_tests.py: `// expect:`, `// exit:`, `// traps:`. What is printed must be
strict C89, without a warning, and the same on each run. The sample is every third program and some more; --all takes
each, and every third of them through clang and gcc -O0 too.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from command import call

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STRICT = "-std=c89 -pedantic-errors -Wall -Werror -Wno-unused".split()
COMPILERS = {
    "gcc -O2": ["gcc", *STRICT, "-Wno-tautological-compare", "-O2"],
    "gcc -O0": ["gcc", *STRICT, "-Wno-tautological-compare", "-O0"],
    # Texts of printf are globals, which clang does not look at; nor does it take a FILE for a pointer.
    "clang -O2": [
        "clang-19",
        *STRICT,
        "-Wno-tautological-compare",
        "-Wno-format-security",
        "-Wno-builtin-requires-header",
        "-O2",
    ],
}
# More than 2 GiB of globals.
EXTRA = {"large_arrays.xc": ["-mcmodel=medium"]}
# What C is particular about: names of its library, structs in registers, addresses, warnings.
ALWAYS = {"own_names.xc", "structs_by_value.xc", "addresses.xc", "assembly.xc", "places.xc"}
# Refused, with these words.
REFUSED = {
    "assembly.xc": "C89 has no form for it",
}


def expectations(path, text):
    lines = re.findall(r"// expect: ?(.*)", text)
    status = int((re.findall(r"// exit: (\d+)", text) or ["0"])[0])
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.search(r"// traps: (.*)", line):
            return lines, -signal.SIGABRT, f"{path.name}:{number}: {found[1]}\n"
    return lines, status, ""


def run_program(xcc, runtime, path, compilers):
    text = path.read_text()
    flags = (re.findall(r"// flags: (.*)", text) or [""])[0].split()
    expected, status, trap = expectations(path, text)
    where = f"{path.parent.name}/{path.name}"
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "program.c")
        code, out, err = call([xcc, *flags, "-S", "--emit=c", str(path), "-o", source])
        if path.name in REFUSED:
            said = code == 1 and REFUSED[path.name] in err and not os.path.exists(source)
            return [] if said else [f"{where}: not refused: {code} {err}"]
        if code or out or err:
            return [f"{where}: --emit=c says {code} {out} {err}"]
        again = call([xcc, *flags, "-S", "--emit=c", str(path), "-o", "-"])
        if again != (0, pathlib.Path(source).read_text(), ""):
            return [f"{where}: a second run prints something else"]
        failures = []
        for name in compilers:
            program = os.path.join(folder, "program")
            command = [*COMPILERS[name], *EXTRA.get(path.name, []), source]
            code, out, err = call([*command, runtime, "-o", program, "-lm", "-lpthread", "-ldl"])
            if code or err:
                failures.append(f"{where} ({name}): the C does not compile:\n{err[:2000]}")
                continue
            for threads in ("1", "3") if '#import "Par.xc"' in text else ("2",):
                code, out, err = call([program], XC_PAR_THREADS=threads)
                said = err.endswith(trap) if trap else not err
                if out.splitlines() != expected or code != status or not said:
                    failures.append(
                        f"{where} ({name}, {threads} threads): status {code}\n"
                        f"  want {expected}\n  got  {out.splitlines()}\n  {err}"
                    )
        return failures


def driver(xcc, runtime):
    """What the command takes and refuses; a file without a main is for programs in C."""
    failures = []

    def expect(what, condition, *details):
        if not condition:
            failures.append(f"{what}: {details}")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "p.xc").write_text('#use Stdio\ni32 main(void) { printf("as C"); return 0; }\n')

        def xc(*arguments):
            done = subprocess.run(
                [xcc, *arguments], cwd=folder, capture_output=True, text=True, timeout=100
            )
            return done.returncode, done.stdout, done.stderr

        code, _, err = xc("-S", "--emit=rust", "p.xc")
        expect("--emit=rust", code == 2 and "nothing to emit, there are" in err, code, err)
        for action in ("-c", "--run", "--print-ir"):
            code, _, err = xc(action, "--emit=c", "p.xc")
            expect(f"{action} --emit=c", code == 2 and "goes with -S" in err, code, err)
        code, out, err = xc("-S", "--emit=asm", "p.xc", "-o", "-")
        expect("--emit=asm", code == 0 and ".text" in out, code, err)
        code, out, err = xc("-S", "--emit=c", "p.xc")
        expect("the file's name", (code, out, err) == (0, "", "") and (folder / "p.c").exists())
        code, _, err = xc("-S", "--emit=c", "p.xc", "-o", "p.xc")
        expect("the source is whole", code == 2 and "is a source file" in err, code, err)

        (folder / "word.xc").write_text("i32 typeof(i32 v) { return v; }\n")
        code, _, err = xc("-S", "--emit=c", "word.xc")
        expect("a word of C", code == 1 and "'typeof' has no name that C could say" in err, err)
        (folder / "word.xc").write_text("i32 tack_get_i32(i32 v) { return v; }\n")
        code, _, err = xc("-S", "--emit=c", "word.xc")
        expect("a helper's name", code == 1 and "begins like what the C text calls" in err, err)
        (folder / "word.xc").write_text(
            "i32 typeof(i32 v) { return v; }\ni32 main(void) { return typeof(0); }\n"
        )
        code, _, err = xc("-S", "--emit=c", "word.xc", "-o", "-")
        expect("a word of C that nobody else sees", code == 0, err)

        (folder / "own.xc").write_text(
            'u32 seed = 5;\nu8* texts[2] = {"one", "two"};\n'
            "struct Pair { i64 a; double b; };\n"
            "Pair swapped(Pair p) { Pair q; q.a = (i64)p.b; q.b = p.a; return q; }\n"
            "double log(double x) { return x + 1.0d; }\n"
            "double twice(double x) { return log(log(x)); }\n"
        )
        (folder / "user.c").write_text(
            "#include <stdio.h>\n"
            "extern unsigned seed; extern char *texts[2];\n"
            "struct pair { long a; double b; };\n"
            "struct pair swapped(struct pair); double log(double); double twice(double);\n"
            "int main(void) { struct pair p = {3, 4.5}; p = swapped(p);\n"
            '  printf("%u %s %ld %g %g %g\\n", seed, texts[1], p.a, p.b, log(1), twice(1));\n'
            "  return 0; }\n"
        )
        code, out, err = xc("-S", "--emit=c", "own.xc")
        expect("a file without a main", (code, out, err) == (0, "", ""), code, err)
        link = [
            "gcc",
            "-fno-builtin",
            "-O2",
            str(folder / "own.c"),
            str(folder / "user.c"),
            runtime,
        ]
        code, out, err = call([*link, "-o", str(folder / "user"), "-lm", "-lpthread", "-ldl"])
        expect("C around XC as C", code == 0, err)
        if code == 0:
            got = call([str(folder / "user")])
            expect("C around XC as C", got == (0, "5 two 4 3 2 3\n", ""), got)
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--xcc", required=True)
    parser.add_argument("--runtime", required=True, help="libtack_rt.a")
    parser.add_argument("--all", action="store_true", help="every program")
    parser.add_argument("--cc", action="append", choices=list(COMPILERS))
    parser.add_argument("filter", nargs="*", help="parts of file names")
    options = parser.parse_args()
    options.xcc = str(pathlib.Path(options.xcc).resolve())
    options.runtime = str(pathlib.Path(options.runtime).resolve())
    programs = sorted(HERE.glob("run/*/*.xc")) + sorted((ROOT / "examples/xc").glob("*.xc"))
    programs += sorted((ROOT / "bench/xc").glob("*.xc"))
    if options.filter:
        programs = [p for p in programs if any(f in str(p) for f in options.filter)]
    elif not options.all:
        programs = [p for k, p in enumerate(programs) if k % 3 == 0 or p.name in ALWAYS]

    def compilers(number):
        if options.cc:
            return options.cc
        whole = options.all and number % 3 == 0
        return [c for c in COMPILERS if c == "gcc -O2" or whole and shutil.which(COMPILERS[c][0])]

    failures = [] if options.filter else driver(options.xcc, options.runtime)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        work = [
            pool.submit(run_program, options.xcc, options.runtime, p, compilers(number))
            for number, p in enumerate(programs)
        ]
        for w in work:
            failures += w.result()
    for failure in failures:
        print("FAIL", failure)
    print(f"{len(programs)} programs as C, {len(failures)} failures")
    return 1 if failures or not programs else 0


sys.exit(main())
