#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the XC tests: one file a rule, the expectation in comments.

run/*/*.xc    `// expect: LINE` in order is the program's output; `// exit: N` its status (0);
              `// traps: TEXT` stands on the line whose trap ends it, which says TEXT.
              Each runs in memory in several settings, and as an executable; one with blocks on 1 to 64
              threads. Most run under --check, too, which finds what `// checks: TEXT` says on its line,
              before other comments, and nothing else but reads of locals that start at zero.
checked/*.xc  cut as errors are; each program runs under --check only. `// stops: TEXT` stands on the line
              whose fault ends it.
errors/*/*.xc cut into programs by lines `//--- name`; `//* 1..9 T` is T for k from 1 to 9, with {k} and
              {j} = k - 1 in it; `// expect-error: TEXT`, `// expect-warning: TEXT` stand on the line they
              are about. `// flags:` are a program's. Nothing else may be reported. Together they must
              trigger every message of the registry.
README.md     its XC example must run as written.
docs/xc/*.md  every block of XC too: `// prints: LINE` in order is what it writes; a block with
              `// error: TEXT` or `// warning: TEXT` is refused with just these messages.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import signal
import sys
import tempfile

from command import call

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SETTINGS = [
    {},
    {"TACK_CPU_ISA": "sse2", "XC_PAR_THREADS": "1"},
    {"TACK_CPU_ISA": "avx2", "XC_PAR_THREADS": "3"},
]


# What does not run under --check, and why.
UNCHECKED = {
    "assembly.xc": "assembly",
    "long_list.xc": "a million objects take half a minute",
}
USES_THREADS = r'(?:#use |#import ")(?:Thread|Pool|ThreadLocal)\b'


def checked(path, text, err, may_be_zero=False):
    """The rest of the messages of a checked run, and what is not as `// checks:` comments say."""
    wanted = {
        (number, what)
        for number, line in enumerate(text.splitlines(), 1)
        for what in re.findall(r"// checks: (.*?)(?= // |$)", line)
    }
    left, rest, problems = set(wanted), [], []
    for line in err.splitlines(keepends=True):
        if " check: " not in line and " note: " not in line:
            rest.append(line)
            continue
        number = int((re.findall(r"\.xc:(\d+):\d+: ", line) or ["0"])[0])
        hits = {w for w in wanted if w[0] == number and w[1] in line and path.name in line}
        left -= hits
        if may_be_zero and "nothing was stored" in line:
            continue
        if not hits and " check: " in line:
            problems.append(f"{path.parent.name}/{path.name} (--run --check): not expected: {line}")
    problems += [f"{path.parent.name}/{path.name}: --check finds no {w}" for w in sorted(left)]
    return "".join(rest), problems


def run_program(xcc, path, text):
    expected = re.findall(r"// expect: ?(.*)", text)
    status = int((re.findall(r"// exit: (\d+)", text) or ["0"])[0])
    flags = (re.findall(r"// flags: (.*)", text) or [""])[0].split()
    trap = next(
        (
            f"{path.name}:{number}: {found[1]}\n"
            for number, line in enumerate(text.splitlines(), 1)
            if (found := re.search(r"// traps: (.*)", line))
        ),
        "",
    )
    if trap:
        status = -signal.SIGABRT
    failures = []

    def compare(what, got_status, out, err):
        said = err.endswith(trap) if trap else not err
        if out.splitlines() != expected or got_status != status or not said:
            failures.append(
                f"{path.parent.name}/{path.name} ({what}): status {got_status}\n  want {expected}\n  got  {out.splitlines()}\n  {err}"
            )

    for setting in SETTINGS:
        for optimise in (["-O0"], []) if not setting else ([],):
            compare(
                f"--run {optimise} {setting}",
                *call([xcc, *flags, *optimise, "--run", str(path)], **setting),
            )
    runs_checked = path.is_relative_to(HERE) and path.name not in UNCHECKED
    if runs_checked and not re.search(USES_THREADS, text):
        got_status, out, err = call([xcc, *flags, "--run", "--check", str(path)])
        found = status == 0 and got_status == 1 and " check: " in err
        err, problems = checked(path, text, err, may_be_zero=True)
        failures += problems
        compare("--run --check", 0 if found else got_status, out, err)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        code, out, err = call([xcc, *flags, str(path), "-o", program])
        if code or out or err:
            failures.append(f"{path.parent.name}/{path.name}: compiling says {code} {out} {err}")
        else:
            for threads in ("1", "2", "3", "7", "64") if '#import "Par.xc"' in text else ("2",):
                compare(f"executable, {threads} threads", *call([program], XC_PAR_THREADS=threads))
    return failures


def repeated(text):
    """`//* 1..3 T` as T for each k from 1 to 3, {k} and {j} = k - 1 filled in."""

    def lines(match):
        first, last, template = match.groups()
        return "\n".join(
            template.replace("{k}", str(k)).replace("{j}", str(k - 1))
            for k in range(int(first), int(last) + 1)
        )

    return re.sub(r"^//\* (\d+)\.\.(\d+) (.*)$", lines, text, flags=re.M)


def check_errors(xcc, path, text, seen, only=""):
    failures = []
    text = repeated(text)
    parts = re.split(r"^//--- *(.*)\n", text, flags=re.M)
    programs = (
        [("", parts[0])] if len(parts) == 1 else list(zip(parts[1::2], parts[2::2], strict=True))
    )
    if only:
        programs = [p for p in programs if p[0] == only]
        failures += [] if programs else [f"{path.name} has no program '{only}'"]
    for name, program in programs:
        wanted = []
        for number, line in enumerate(program.splitlines(), 1):
            # `@N` says N lines further up, `@-N` down (a comment there would change the program).
            for kind, up, what in re.findall(
                r"// expect-(error|warning)(?:@(-?\d+))?: (.*?)(?=(?:// expect-)|$)", line
            ):
                wanted.append((number - int(up or 0), kind, what.strip()))
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "t.xc")
            file.write_text(program)
            flags = (re.findall(r"// flags: (.*)", program) or [""])[0].split()
            # Some rules are those of object files.
            action = ["-o", os.path.join(folder, "t.o")] if "-c" in flags else ["--print-ir"]
            code, out, err = call([xcc, *flags, "--message-ids", *action, str(file)])
        seen.update(re.findall(r"^\[(xc\.[a-z-]+)\]$", err, flags=re.M))
        got = [
            (int(n), kind, what)
            for n, kind, what in re.findall(r"t\.xc:(\d+):\d+: (error|warning): (.*)", err)
        ]
        where = f"{path.parent.name}/{path.name} {name}"
        for number, kind, what in wanted:
            match = next((g for g in got if g[0] == number and g[1] == kind and what in g[2]), None)
            if match:
                got.remove(match)
            else:
                failures.append(f"{where}: no {kind} '{what}' at line {number}; stderr:\n{err}")
        for left in got:
            failures.append(f"{where}: not expected: {left}")
        if any(k == "error" for _, k, _ in wanted) != (code == 1):
            failures.append(f"{where}: status {code}: {err}")
    return failures


def run_checked(xcc, path):
    failures = []
    parts = re.split(r"^//--- *(.*)\n", path.read_text(), flags=re.M)
    for name, program in zip(parts[1::2], parts[2::2], strict=True):
        where = f"{path.parent.name}/{path.name} {name}"
        flags = (re.findall(r"// flags: (.*)", program) or [""])[0].split()
        expected = re.findall(r"// expect: ?(.*)", program)
        stops = "// stops: " in program or "// traps: " in program
        status = int((re.findall(r"// exit: (\d+)", program) or ["0"])[0])
        status = -signal.SIGABRT if stops else status or int("// checks: " in program)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "t.xc")
            file.write_text(program)
            got, out, err = call([xcc, *flags, "--run", "--check", str(file)])
        rest, problems = checked(file, program.replace("// stops: ", "// checks: "), err)
        failures += [f"{where}: {p}" for p in problems]
        trap = re.search(r"// traps: (.*)", program)
        said = rest.endswith(trap[1] + "\n") if trap else not rest
        if got != status or out.splitlines() != expected or not said:
            failures.append(
                f"{where}: status {got}, not {status}\n  want {expected}\n  got  {out.splitlines()}\n  {err}"
            )
    return failures


def readme(xcc):
    text = (ROOT / "README.md").read_text()
    example = next(
        (e for e in re.findall(r"```c\n(.*?)```", text, flags=re.S) if "#import" in e), None
    )
    if example is None:
        return ["README.md has no XC example"]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "sum.xc")
        file.write_text(example)
        code, out, err = call([xcc, "--run", str(file)])
    total = sum((i * 3) % 1000 for i in range(100000))
    return (
        [] if (code, out, err) == (0, f"{total}\n", "") else [f"README example: {code} {out} {err}"]
    )


def documented(xcc):
    failures, count = [], 0
    for page in sorted((ROOT / "docs/xc").glob("*.md")):
        text = page.read_text()
        for block in re.finditer(r"^```c\n(.*?)^```", text, flags=re.S | re.M):
            program = block[1]
            if re.match(r"// \S+\.x?c\n", program):
                continue  # the files dot.xc and main.c, which test_smoke.py links
            where = f"docs/xc/{page.name}:{text.count(chr(10), 0, block.start()) + 1}"
            count += 1
            if re.search(r"// (error|warning): ", program):
                program = re.sub(r"// (error|warning): ", r"// expect-\1: ", program)
                failures += check_errors(xcc, pathlib.Path(where), program, set())
                continue
            expected = re.findall(r"// prints: ?(.*)", program)
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder, "t.xc")
                file.write_text(program)
                code, out, err = call([xcc, "--run", str(file)])
            if (code, out.splitlines(), err) != (0, expected, "") or not expected:
                failures.append(
                    f"{where}: {code}\n  want {expected}\n  got  {out.splitlines()}\n  {err}"
                )
    if count < 12:
        failures.append(f"only {count} examples found in docs/xc")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--xcc", required=True)
    parser.add_argument(
        "filter", nargs="*", help="parts of file names; PART::NAME is one program of a file"
    )
    options = parser.parse_args()

    parts = [f.partition("::") for f in options.filter]

    def chosen(path):
        return not parts or any(part in str(path) for part, _, _ in parts)

    def program(path):
        return next((name for part, _, name in parts if part in str(path)), "")

    failures, seen, count = [], set(), 0
    runs = [
        p
        for p in sorted(HERE.glob("run/*/*.xc"))
        + sorted((ROOT / "bench/xc").glob("*.xc"))
        + sorted((ROOT / "examples/xc").glob("*.xc"))
        if chosen(p)
    ]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda p: run_program(options.xcc, p, p.read_text()), runs):
            failures += found
            count += 1
    for path in sorted(HERE.glob("checked/*.xc")):
        if chosen(path):
            failures += run_checked(options.xcc, path)
            count += 1
    for path in sorted(HERE.glob("errors/*/*.xc")):
        if chosen(path):
            failures += check_errors(options.xcc, path, path.read_text(), seen, program(path))
            count += 1
    if not options.filter:
        failures += readme(options.xcc) + documented(options.xcc)
        tables = (ROOT / "src/frontend/xc/messages").glob("*.def")
        registry = "".join(p.read_text() for p in tables)
        ids = set(re.findall(r"^XC_MESSAGE\(\w+, \"([^\"]+)\"", registry, flags=re.M))
        missing = ids - seen
        if missing:
            failures.append("messages that no test triggers: " + " ".join(sorted(missing)))
    for failure in failures:
        print("FAIL", failure)
    print(f"{count} files, {len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
