#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random functions between XC and C: numbers, pointers and structs of up to 64 bytes by value.

Each signature is called from XC to C, through a pointer to C's function, from C to XC by name and
through a pointer that XC gives; each side checks every number that it gets. Both C compilers, and
optimised and not.

    abi_tests.py --xcc build/release/bin/xcc [--seed N] [--count N]
"""

import argparse
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

SCALARS = {
    "u8": ("uint8_t", 1), "i8": ("int8_t", 1), "u16": ("uint16_t", 2), "i16": ("int16_t", 2),
    "u32": ("uint32_t", 4), "i32": ("int32_t", 4), "u64": ("uint64_t", 8), "i64": ("int64_t", 8),
    "float": ("float", 4), "double": ("double", 8), "u8*": ("uint8_t *", 8),
}  # fmt: skip


class Struct:
    def __init__(self, name, packed, fields):
        self.name, self.packed, self.fields = name, packed, fields  # (type, count or 0)
        self.align = 1 if packed else max((align(t) for t, _ in fields), default=1)
        size = 0
        for t, count in fields:
            step = 1 if packed else align(t)
            size = -(-size // step) * step + size_of(t) * max(count, 1)
        self.size = -(-size // self.align) * self.align


def align(t):
    return t.align if isinstance(t, Struct) else SCALARS[t][1]


def size_of(t):
    return t.size if isinstance(t, Struct) else SCALARS[t][1]


def c_name(t):
    return f"struct {t.name}" if isinstance(t, Struct) else SCALARS[t][0]


def xc_name(t):
    return t.name if isinstance(t, Struct) else t


class Generator:
    def __init__(self, seed, count):
        self.r = random.Random(seed)
        self.structs = []
        while len(self.structs) < 40:
            self.struct()
        self.signatures = [self.signature() for _ in range(count)]

    def struct(self):
        # Some of one kind only, so that both registers are of one class.
        kinds = self.r.choice(
            [list(SCALARS), ["float"], ["double"], ["float", "double"], ["u64"], ["u8", "u16"]]
            + [["float", "i32"], ["double", "i64"], ["float", "u8*"]]
        )
        inner = [s for s in self.structs if s.size <= 16]
        fields = []
        for _ in range(self.r.randint(1, self.r.choice([2, 4, 8]))):
            nested = inner and self.r.random() < 0.2
            t = self.r.choice(inner) if nested else self.r.choice(kinds)
            fields.append((t, self.r.choice([0, 0, 0, 1, 2, 3])))
        made = Struct(f"S{len(self.structs)}", self.r.random() < 0.15, fields)
        if made.size <= 64:
            self.structs.append(made)

    def type(self, structs):
        if self.r.random() < structs:
            return self.r.choice(self.structs)
        return self.r.choice(list(SCALARS))

    def signature(self):
        structs = self.r.choice([0.3, 0.6, 1.0])
        params = [self.type(structs) for _ in range(self.r.randint(0, self.r.choice([3, 8, 14])))]
        return (None if self.r.random() < 0.1 else self.type(0.7)), params

    def number(self, t):
        if t == "u8*":
            return self.r.randint(1, 2**40)
        if t in ("float", "double"):
            return self.r.randint(-(2**20), 2**20) / 2
        bits = int(t[1:])
        return self.r.randint(*((0, 2**bits - 1) if t[0] == "u" else (1 - 2 ** (bits - 1), 2 ** (bits - 1) - 1)))  # fmt: skip

    def leaves(self, t, path=""):
        """Pairs of a path and a number."""
        if not isinstance(t, Struct):
            return [(path, t, self.number(t))]
        out = []
        for k, (field, count) in enumerate(t.fields):
            for j in range(max(count, 1)):
                out += self.leaves(field, f"{path}.f{k}" + (f"[{j}]" if count else ""))
        return out


def literal(t, v, xc):
    if t == "u8*":
        return f"byte_at({v})" if xc else f"(uint8_t *){v}ull"
    if t == "float":
        return f"{v:.1f}f"
    if t == "double":
        return f"{v:.1f}" + ("d" if xc else "")
    if xc:
        return str(v)
    return f"{v}ull" if t == "u64" else f"{v}ll" if t == "i64" else f"({SCALARS[t][0]}){v}ll"


class Writer:
    """The two files. `k` numbers the functions, bad(number) counts what differs."""

    def __init__(self, generator):
        self.g = generator
        self.c = ["#include <stdint.h>", "void bad(int k);"]
        self.xc = ["#use Stdio", "u32 wrong;",
            "u8* byte_at(u64 address) { return (u8*)address; }", "void bad(i32 k) { wrong++; if (wrong < 9) printf(\"function %d\\n\", k); }"]  # fmt: skip
        self.calls = []

    def structs(self):
        for s in self.g.structs:
            fields = [(t, f"f{k}" + (f"[{n}]" if n else "")) for k, (t, n) in enumerate(s.fields)]
            packed = "__attribute__((packed))" if s.packed else ""
            self.c.append(f"struct {packed} {s.name} {{ " + " ".join(f"{c_name(t)} {n};" for t, n in fields) + " };")  # fmt: skip
            self.c.append(f'_Static_assert(sizeof(struct {s.name}) == {s.size}, "size");')
            self.xc.append(f"struct {s.name} {':packed ' if s.packed else ''}{{ " + " ".join(f"{xc_name(t)} {n};" for t, n in fields) + " };")  # fmt: skip

    def checks(self, k, name, leaves, xc):
        return [f"if ({name}{p} != {literal(t, v, xc)}) bad({k});" for p, t, v in leaves]

    def makes(self, name, t, leaves, xc):
        out = [f"{(xc_name if xc else c_name)(t)} {name};"]
        return out + [f"{name}{p} = {literal(lt, v, xc)};" for p, lt, v in leaves]

    def body(self, k, result, params, values, given, xc):
        """Checks what comes, changes it, gives the result."""
        out = []
        for i, leaves in enumerate(values):
            out += self.checks(k, f"a{i}", leaves, xc)
            # A copy is the callee's own.
            out += [f"a{i}{p} = 0;" for p, _, _ in leaves]
        if result is None:
            return out
        return out + self.makes("r", result, given, xc) + ["return r;"]

    def call(self, k, callee, result, params, values, given, xc):
        out = []
        for i, (t, leaves) in enumerate(zip(params, values, strict=True)):
            out += self.makes(f"v{i}", t, leaves, xc)
        call = f"{callee}({', '.join(f'v{i}' for i in range(len(params)))})"
        if result is None:
            out.append(call + ";")
        else:
            out.append(f"{(xc_name if xc else c_name)(result)} got = {call};")
            out += self.checks(k, "got", given, xc)
        for i, leaves in enumerate(values):
            out += self.checks(k, f"v{i}", leaves, xc)
        return out

    def function(self, k, result, params):
        values = [self.g.leaves(t) for t in params]
        given = self.g.leaves(result) if result else []
        c_result = c_name(result) if result else "void"
        xc_result = xc_name(result) if result else "void"
        c_list = ", ".join(f"{c_name(t)} a{i}" for i, t in enumerate(params)) or "void"
        xc_list = ", ".join(f"{xc_name(t)} a{i}" for i, t in enumerate(params))

        def lines(xc, call=None):
            inside = (
                self.call(k, call, result, params, values, given, xc)
                if call
                else self.body(k, result, params, values, given, xc)
            )
            return "{ " + "\n    ".join(inside) + " }"

        self.c.append(f"{c_result} c{k}({c_list})\n{lines(False)}")
        self.c.append(f"{c_result} x{k}({c_list});")
        self.c.append(f"void by_name{k}(void)\n{lines(False, f'x{k}')}")
        self.c.append(f"void back{k}({c_result} (*f)({c_list}))\n{lines(False, 'f')}")
        self.xc.append(f"{xc_result} c{k}({xc_list});")
        self.xc.append(f"{xc_result} x{k}({xc_list})\n{lines(True)}")
        self.xc.append(f"typedef {xc_result} t{k}({xc_list});")
        self.xc.append(f"void by_name{k}(void); void back{k}(t{k}* f);")
        self.xc.append(f"void direct{k}(void)\n{lines(True, f'c{k}')}")
        self.xc.append(f"void through{k}(t{k}* f)\n{lines(True, 'f')}")
        # XC's own calls follow the same rules.
        self.xc.append(f"void own{k}(void)\n{lines(True, f'x{k}')}")
        self.calls += [f"direct{k}();", f"through{k}(&c{k});", f"through{k}(&x{k});", f"own{k}();", f"by_name{k}();", f"back{k}(&x{k});", f"back{k}(&c{k});"]  # fmt: skip

    def write(self, folder):
        self.structs()
        for k, (result, params) in enumerate(self.g.signatures):
            self.function(k, result, params)
        self.xc.append("i32 main(void)\n{ " + "\n    ".join(self.calls))
        self.xc.append('    printf("wrong: %u\\n", wrong);\n    return wrong != 0; }')
        (folder / "c.c").write_text("\n".join(self.c) + "\n")
        (folder / "x.xc").write_text("\n".join(self.xc) + "\n")


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def as_c(xcc, folder, objects, options):
    """XC's half as C: without a main, so that it offers its functions."""
    text = (folder / "x.xc").read_text().replace("i32 main(void)", "i32 everything(void)")
    (folder / "y.xc").write_text(text)
    (folder / "m.c").write_text("int everything(void);\nint main(void) { return everything(); }\n")
    code, said = run([xcc, "-S", "--emit=c", "y.xc", "-o", "y.c"], folder)
    if code or said:
        print(f"seed {options.seed}, --emit=c: {said}")
        return 1
    strict = ["-std=c89", "-pedantic-errors", "-Wall", "-Werror", "-Wno-unused"]
    code, said = run(["gcc", *strict, "-O2", "-c", "y.c", "-o", "y.o"], folder)
    for c in [] if code else objects:
        link = ["y.o", "m.c", c, options.runtime, "-o", "program", "-lm", "-lpthread", "-ldl"]
        code, said = run(["gcc", *link], folder)
        if not code:
            code, said = run(["./program"], folder)
        if (code, said) == (0, "wrong: 0\n"):
            return 0
    print(f"seed {options.seed}, --emit=c: {code}\n{said[:2000]}")
    return 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--xcc", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--runtime", required=True, help="libtack_rt.a")
    parser.add_argument("--keep", help="a folder for the two files")
    options = parser.parse_args()
    options.runtime = str(pathlib.Path(options.runtime).resolve())
    xcc = str(pathlib.Path(options.xcc).resolve())
    failures = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        Writer(Generator(options.seed, options.count)).write(folder)
        objects = []
        for compiler in ("gcc", "clang", "clang-19"):
            if not shutil.which(compiler):
                continue
            for level in ("-O0", "-O2"):
                objects.append(f"{compiler}{level}.o")
                code, said = run([compiler, "-w", level, "-c", "c.c", "-o", objects[-1]], folder)
                if code:
                    print(said)
                    failures += 1
        for level in ("-O0", "-O2"):
            code, said = run([xcc, level, "-c", "x.xc", "-o", f"x{level}.o"], folder)
            if code:
                print(said)
                return 1
            for c in objects:
                # xcc's own link adds what the program needs of the runtime.
                code, said = run(["cc", f"x{level}.o", c, "-o", "program", "-lm"], folder)
                if not code:
                    code, said = run(["./program"], folder)
                if (code, said) != (0, "wrong: 0\n"):
                    print(f"seed {options.seed}, xcc {level}, {c}: {code}\n{said[:2000]}")
                    failures += 1
        failures += as_c(xcc, folder, objects[-1:], options)
    print(f"{options.count} signatures, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
