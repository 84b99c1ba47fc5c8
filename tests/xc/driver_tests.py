#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the commands do around a compilation: outputs, settings, traps, what a terminal shows."""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from command import call, expect, summary


def outputs(xcc, llc, folder):
    """-o never destroys what was read."""
    (folder / "lib.xc").write_text("i32 three(void) { return 3; }\n")
    text = '#import "lib.xc"\ni32 main(void) { return three(); }\n'
    program = folder / "p.xc"
    program.write_text(text)
    (folder / "link.xc").symlink_to(program)
    for action in ([], ["-c"], ["-S"], ["-E"], ["--print-ir"]):
        for output in ("p.xc", "./p.xc", "lib.xc", "link.xc"):
            code, out, err = call([xcc, *action, program, "-o", folder / output])
            expect(f"xcc {action} -o {output}", code == 2 and "is a source file" in err, code, err)
    expect("the program is whole", program.read_text() == text)
    expect("the import is whole", (folder / "lib.xc").read_text().startswith("i32 three"))
    code, out, err = call([xcc, program, "-o", folder / "p"])
    expect("another output", code == 0 and call([folder / "p"])[0] == 3, code, err)
    if llc:
        ir = folder / "k.tir"
        code, out, err = call([xcc, "--print-ir", program, "-o", ir])
        before = ir.read_text()
        code, out, err = call([llc, ir, "--host", "--target", "-o", ir])
        expect("tack-llc -o its input", code == 2 and "is the input" in err, code, err)
        expect("the IR is whole", ir.read_text() == before)


def flags(xcc, folder):
    """Categories that do not exist are refused, those that do are obeyed; - is the output."""
    xcc = os.path.abspath(xcc)
    program = folder / "f.xc"
    program.write_text("i32 main(void) { u8 y = 300; u8 x = 0; if (x = 3) y = 1; return y; }\n")
    for flag in ("-Wno-nonsense", "-Wnonsense", "-Wno-", "-Wno-assign"):
        code, out, err = call([xcc, flag, "-E", program])
        expect(flag, code == 2 and "unknown warning category" in err, code, err)
        expect(f"{flag} lists", "assign-condition" in err and "par-scatter" in err, err)
    for flag in ("-Wno-par-gpu", "-Wno-escape", "-Wno-user", "-Wall", "-Wpar-scatter"):
        code, out, err = call([xcc, flag, "--print-ir", program])
        expect(flag, code == 0 and err.count("warning:") == 1, code, err)
    for flag, wanted in (
        ("-Wanalyze", 2),
        ("-Wnarrowed-constant", 2),
        ("-Wno-assign-condition", 0),
    ):
        code, out, err = call([xcc, flag, "--print-ir", program])
        expect(flag, code == 0 and err.count("warning:") == wanted, code, err)
    for action, sign in (("-S", "main:"), ("-E", "i32 main"), ("--print-ir", "main")):
        code, out, err = call([xcc, action, program, "-o", "-"], cwd=folder)
        expect(f"{action} -o -", code == 0 and sign in out, code, out[:200], err)
    for action in ([], ["-c"]):
        code, out, err = call([xcc, *action, program, "-o", "-"], cwd=folder)
        expect(f"{action} -o -", code == 2 and "is for text" in err, code, err)
    expect("no file called -", not (folder / "-").exists())


def refusals(xcc, folder):
    """What other targets have is refused by that reason, what does not exist as unknown."""
    program = folder / "r.xc"
    program.write_text("i32 main(void) { return 0; }\n")
    for flags, said in (
        (["-A", "arm64"], "'-A arm64' is 64-bit ARM, this compiler builds for x86_64"),
        (["-Awasm32"], "'-A wasm32' is WebAssembly"),
        (["-A", "x86_46"], "unknown target 'x86_46', did you mean 'x86_64'?"),
        (["-framework", "Cocoa"], "is for other targets: frameworks are Apple's"),
        (["-fbounds-check"], "is for other targets: it is of arm64"),
        (["--emit-apk"], "is for other targets: packages are Android's"),
        (["-Flu", "x"], "'-Flu' wants a number, not 'x'"),
        (["-Fli"], "'-Fli' wants a number, not "),
        (["-A"], "unknown target"),
        (
            ["-fthread-safe-ar"],
            "unknown option '-fthread-safe-ar', did you mean '-fthread-safe-arc'?",
        ),
        (["-H", folder / "none"], "holds no library"),
        (["-c", "-static"], "'-static' is about linking an executable"),
        (["--check"], "'--check' is about running, write --run --check"),
        (["-E", "out.i", "-o", "other.i"], "both name the output"),
    ):
        code, out, err = call([xcc, *flags, program])
        expect(f"{flags}", code == 2 and said in err, code, out, err)
    for flags in (
        ["-A", "x86_64"],
        ["-Flu4", "-Fli", "2", "-flto", "-fno-matmul"],
        ["-fthread-safe-arc"],
        ["-fno-thread-safe-arc"],
        ["-dynamic"],
    ):
        code, out, err = call([xcc, *flags, program, "-o", folder / "r"])
        expect(f"{flags}", (code, out, err) == (0, "", ""), code, err)


def linking(xcc, folder):
    """Where the preprocessed text, static programs and libraries go; what the linker is told."""
    program = folder / "l.xc"
    program.write_text(
        "#use Stdio\ni32 twice(i32 x) { return 2 * x; }\n"
        'i32 main(void) { printf("%d\\n", twice(21)); return 0; }\n'
    )
    text = folder / "l.i"
    code, out, err = call([xcc, "-E", text, program])
    expect("-E PATH", (code, out, err) == (0, "", "") and "twice" in text.read_text(), code, err)
    code, out, err = call([xcc, "-E", program])
    expect("-E", code == 0 and "twice" in out, code, err)
    built = folder / "l"
    for flags in (["-static"], ["-Xlinker", "--build-id=none"], ["-Wl,-z,now"]):
        code, out, err = call([xcc, *flags, program, "-o", built])
        expect(f"{flags} links", (code, out, err) == (0, "", ""), code, err)
        expect(f"{flags} runs", call([built]) == (0, "42\n", ""))
    code, out, err = call([xcc, "-V", program, "-o", built])
    expect("-V", code == 0 and "library: " in err and "-o " in err, code, err)
    (folder / "part.xc").write_text("i32 twice(i32 x) { return 2 * x; }\n")
    library = folder / "libpart.so"
    code, out, err = call([xcc, "--emit-lib", folder / "part.xc", "-o", library])
    expect("--emit-lib", (code, out, err) == (0, "", ""), code, err)
    user = folder / "user.xc"
    user.write_text("i32 twice(i32 x);\ni32 main(void) { return twice(21); }\n")
    code, out, err = call([xcc, f"-L{folder}", "-lpart", "--run", user])
    expect("--run -l", code == 42, code, err)
    code, out, err = call([xcc, f"-L{folder}", "-lpart", f"-Wl,-rpath,{folder}", user, "-o", built])
    expect("-l links", code == 0 and call([built])[0] == 42, code, err)
    code, out, err = call([xcc, "-lmissing", "--run", user])
    expect("--run -lmissing", code == 1 and "cannot load the library 'missing'" in err, code, err)
    code, out, err = call([xcc, program, "-o", folder / "no" / "such"])
    expect(
        "no folder", code == 1 and "there is no folder" in err and "collect2" not in err, code, err
    )
    code, out, err = call([xcc, program, "-o", folder])
    expect("a folder", code == 1 and "it is a folder" in err, code, err)
    code, out, err = call([xcc, program, "-o", built], PATH="/nowhere")
    expect("no linker", code == 1 and "linking wants a C compiler" in err, code, err)


CALLS_C = """#use Stdio
void qsort(pointer base, u64 count, u64 size, pointer order);
string getenv(string name);
u64 strlen(string s);
double strtod(string s, u8** end);
i32 order(i32* a, i32* b) { return *a - *b; }
class Node { Node* next; i32 value; void init(i32 v) { value = v; } }
i32 main(i32 argc, u8** argv)
    {
    i32 v[6] = {5, 3, 9, -1, 0, 2};
    qsort(v, 6, 4, &order);
    for (i32 i in 0..6) printf("%d ", v[i]);
    Node* list = 0;
    for (i32 i in 0..1000) { Node* n = new Node(i); n.next = list; list = n; }
    i32 sum = 0;
    for (Node* at = list; at; at = at.next) sum += at.value;
    printf("%d %u %.2f %d %s\\n", sum, (u32)strlen(argv[1]), strtod("2.5", 0), argc, getenv("NAME"));
    if (argc > 2) sum /= argc - 3;
    if (argc > 2) exit(0);
    return 3;
    }
"""


def checked(xcc, folder):
    """--run --check gives the program its arguments, environment and the functions of C."""
    program = folder / "checked.xc"
    program.write_text(CALLS_C.replace("#use Stdio", "#use Stdio\nvoid exit(i32 status);"))
    code, out, err = call([xcc, "--run", "--check", program, "word"], NAME="here")
    wanted = "-1 0 2 3 5 9 499500 4 2.50 2 here\n"
    expect("--check calls C", (code, out, err) == (3, wanted, ""), code, out, err)
    code, out, err = call([xcc, "--run", "--check", program, "word", "more"], NAME="here")
    expect("--check and exit", code == 1 and "division by zero" in err, code, out, err)


def library_by_path(xcc, folder):
    """One library, however a program spells the path to it; and no other."""
    program = folder / "by_path.xc"
    program.write_text("i32 main(void) { return 0; }\n")
    said = call([xcc, "-V", "--run", program])[2]
    home = pathlib.Path(re.search("^library: (.*)", said, flags=re.M)[1])
    body = 'i32 main(void) { Thread.sleepMs(0); Stdio.printf("%d %s\\n", 3, "x"); return 0; }\n'
    for flags, stdio in (
        ((), home / "Stdio.xc"),
        ((), os.path.relpath(home / "Stdio.xc", folder)),
        (("-I", home / ".." / home.name), "Stdio.xc"),
    ):
        program.write_text(f'#import "{stdio}"\n#import "{home}/Thread.xc"\n' + body)
        got = call([xcc, *flags, "--run", program])
        expect("the library by its path", got == (0, "3 x\n", ""), flags, stdio, *got)
        # What Thread.xc asks of the compiler is asked by its path too.
        ir = call([xcc, *flags, "--print-ir", program])[1]
        program.write_text("#use Stdio\n#use Thread\n" + body)
        expect("the same program", ir == call([xcc, "--print-ir", program])[1], flags, stdio)
    copy = folder / "Stdio.xc"
    shutil.copyfile(home / "Stdio.xc", copy)
    program.write_text('#import "Stdio.xc"\ni32 main(void) { Stdio.printf("%d", 3); return 0; }\n')
    code, out, err = call([xcc, "--run", program])
    wanted = (
        'which only its own library may say; to use the library\'s file write #import "Stdio.xc"'
    )
    expect("a copy of the library", code == 1 and wanted in err, code, out, err)
    copy.unlink()


def losses(xcc, llc, folder):
    """What cannot be written is said."""
    program = folder / "w.xc"
    program.write_text("i32 main(void) { return 0; }\n")
    ir = folder / "w.tir"
    call([xcc, "--print-ir", program, "-o", ir])
    commands = [[xcc, "-E", program], [xcc, "--print-ir", program]]
    if llc:
        commands += [[llc, ir, "--host", "--target"]]
    for command in commands:
        with open("/dev/full", "w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
        expect(f"{command} to a full device", done.returncode == 1, done.stderr)
        expect(f"{command} says so", "cannot write to standard output" in done.stderr)
    for output in ("/dev/full", folder / "no" / "such"):
        code, out, err = call([xcc, "--print-ir", program, "-o", output])
        expect(f"-o {output}", code == 1 and "cannot write" in err, code, err)


def c_abi(xcc, folder):
    """Narrow arguments arrive extended, as C's callees expect; pointers to functions too."""
    (folder / "narrow.c").write_text(
        "int wide(signed char a, unsigned char b, short c, unsigned short d)\n"
        "{ return (int)a + (int)b + (int)c + (int)d; }\n"
        "signed char back(signed char x, unsigned char y) { return (signed char)(x + y); }\n"
    )
    (folder / "narrow.xc").write_text(
        "#use Stdio\ni32 wide(i8 a, u8 b, i16 c, u16 d);\ni8 back(i8 x, u8 y);\n"
        "typedef i32 wide_t(i8 a, u8 b, i16 c, u16 d);\n"
        "i32 main(i32 argc, u8** argv) {\n"
        "  i32 v = 0x12345680 * argc;\n  wide_t* p = &wide;\n"
        "  i32 want = (i32)(i8)v + (i32)(u8)(v >> 1) + (i32)(i16)(v * 257) + (i32)(u16)(v * 3);\n"
        "  i32 got = wide((i8)v, (u8)(v >> 1), (i16)(v * 257), (u16)(v * 3));\n"
        "  i32 through = p((i8)v, (u8)(v >> 1), (i16)(v * 257), (u16)(v * 3));\n"
        "  i32 b = back((i8)v, (u8)200);\n"
        '  printf("%d %d %d\\n", got - want, through - want, b); return 0; }\n'
    )
    for cc in ("cc", "clang-19"):
        made = folder / "narrow.o"
        try:
            code, out, err = call([cc, "-O2", "-c", folder / "narrow.c", "-o", made])
        except FileNotFoundError:
            continue
        expect("C compiles", code == 0, err)
        expect("XC compiles", call([xcc, "-c", folder / "narrow.xc", "-o", folder / "n.o"])[0] == 0)
        code, out, err = call([cc, folder / "n.o", made, "-o", folder / "narrow"])
        expect("linking", code == 0, err)
        ran = call([folder / "narrow"])
        expect(f"narrow arguments with {cc}", ran == (0, "0 0 72\n", ""), ran)


def structs_from_c(xcc, folder):
    """Structs by value go in both directions. What C cannot call has no name outside."""
    (folder / "point.c").write_text(
        "struct P { int x, y; };\nint sum(struct P p);\nint apply(int (*f)(struct P));\n"
        "static int difference(struct P p) { return p.x - p.y; }\n"
        "int main(void) { struct P p = {1, 2}; return sum(p) + apply(difference) + apply(sum); }\n"
    )
    (folder / "point.xc").write_text(
        "struct P { i32 x; i32 y; };\ni32 sum(P p) { return p.x * 10 + p.y; }\n"
        "typedef i32 each_t(P p);\ni32 apply(each_t* f) { P p = {3, 4}; return f(p); }\n"
    )
    (folder / "hidden.xc").write_text(
        "class E { }\ni32 fails(i32 x) throws { if (x) throw new E(); return 1; }\n"
        "i32, i32 both(i32 x) { return x, x; }\ni32 tail(i32 x, ...) { return x; }\n"
    )
    for name in ("point", "hidden"):
        code, out, err = call([xcc, "-c", folder / f"{name}.xc", "-o", folder / f"{name}.o"])
        expect(f"{name} in an object", (code, out, err) == (0, "", ""), code, err)
    command = ["cc", folder / "point.c", folder / "point.o", "-o", folder / "point"]
    code, out, err = call(command)
    expect("structs link", code == 0, code, err)
    expect("structs go by value", call([folder / "point"])[0] == 12 - 1 + 34)
    for name in ("fails", "both", "tail"):
        (folder / "use.c").write_text(
            f"int {name}(int x);\nint main(void) {{ return {name}(1); }}\n"
        )
        code, out, err = call(["cc", folder / "use.c", folder / "hidden.o", "-o", folder / "use"])
        expect(f"{name} does not link", code != 0, code)
        expect(f"{name} says why", f"undefined reference to `{name}'" in err, err)


def exported_names(xcc, folder):
    """An exported function called like C's keeps its own meaning, for C and in its own file."""
    (folder / "sine.xc").write_text(
        "double sin(double x) { return x + 7.0d; }\nu32 strlen(u8* s) { return 1000; }\n"
        'double both(void) { return sin(1.0d) + strlen("abc"); }\n'
    )
    (folder / "sine.c").write_text(
        "double sin(double x), both(void);\n"
        "int main(void) { return both() == 1008 && sin(2) == 9 ? 0 : 1; }\n"
    )
    for level in ("-O0", "-O2"):
        made = folder / "sine.o"
        code, out, err = call([xcc, level, "-c", folder / "sine.xc", "-o", made])
        expect("sine.xc", (code, out, err) == (0, "", ""), code, err)
        command = ["cc", "-fno-builtin", folder / "sine.c", made, "-o", folder / "sine"]
        expect("sine.c", call(command)[0] == 0)
        expect(f"sin of {level}", call([folder / "sine"])[0] == 0)


def null_pointers(xcc, folder):
    """Going through a null pointer ends the program at every -O, in memory and outside."""
    programs = {
        "empty": "i32 main(void) { u32* p = 0; *p = 3; return 0; }\n",
        "after": "#use Stdio\nu32 read(u32* p) { return *p; }\n"
        'i32 main(void) { printf("before\\n"); Stdio.print(""); u32* p = 0; u32 x = read(p);'
        ' printf("after %u\\n", x); return 0; }\n',
        "field": "struct S { u32 pad[4]; u32 x; };\nS* none(void) { return 0; }\n"
        "i32 main(void) { return (i32)none().x + 1; }\n",
        "call": "typedef i32 f_t(i32 x);\ni32 main(void) { f_t* f = 0; return f(3); }\n",
    }
    for name, text in programs.items():
        program = folder / f"null_{name}.xc"
        program.write_text(text)
        for level in ("-O0", "-O2"):
            built = folder / "null"
            expect(name, call([xcc, level, program, "-o", built])[0] == 0)
            for command in ([built], [xcc, level, "--run", program]):
                code, out, err = call(command)
                wanted = code == -signal.SIGSEGV and "after" not in out
                expect(f"null {name} {level} {command[0]}", wanted, code, out, err)


def settings(xcc, tack, folder):
    """A name that TACK_CPU_ISA does not have is said to be wrong."""
    program = folder / "isa.xc"
    program.write_text(
        '#import "Par.xc"\n#use Stdio\nu32 a[100];\n'
        "i32 main(void) { par { for (u32 i in 0..100) a[i] = i; } "
        'printf("%u\\n", a[99]); return 0; }\n'
    )
    built = folder / "isa"
    expect("compiling", call([xcc, program, "-o", built])[0] == 0)
    for command in ([xcc, "--run", program], [built], [tack, "check", program] if tack else None):
        if not command:
            continue
        code, out, err = call(command, TACK_CPU_ISA="avx3")
        expect(f"{command[0]} with avx3", code == 2 and "TACK_CPU_ISA is sse2" in err, code, err)
    for isa in ("sse2", "avx2", "avx512", ""):
        for command in ([xcc, "--run", program], [built]):
            expect(f"with {isa}", call(command, TACK_CPU_ISA=isa) == (0, "99\n", ""))


def devices(xcc, folder):
    """Who asks for a device, in both ways of running: they share one store of settings."""
    xcc, source, program = os.path.abspath(xcc), "blocks.xc", "./blocks"
    (folder / source).write_text(
        '#import "Par.xc"\nu32 a[100];\ni32 main(void) {\n  Par.device("heavy", "gpu");\n'
        "  par heavy { for (u32 i in 0..100) a[i] = i; }\n"
        "  par { for (u32 i in 0..100) a[i] = i; }\n"
        "  par light { for (u32 i in 0..100) a[i] = i; }\n  return (i32)a[3]; }\n"
    )
    expect("builds", call([xcc, source, "-o", program], cwd=folder)[0] == 0)
    (folder / "blocks.conf").write_text("par.blocks.xc:6 = gpu\npar = cpu\n")
    here = {"XCC_SETTINGS_DIR": str(folder), "XC_PAR_REPORT": "1"}
    none = "asks for the GPU, but there is no GPU"
    for command in ([xcc, "--run", source], [program]):
        code, out, err = call(command, cwd=folder, **here)
        for line in (
            "par: hardware key ",
            f'par: heavy: stays on the CPU: Par.device("heavy", "gpu") {none}',
            f"par: blocks.xc:6: stays on the CPU: the setting par.blocks.xc:6 {none}",
            "par: light: stays on the CPU: the setting par says so",
            "par: light: 100 items on the CPU, ",
        ):
            expect(f"report of {command}", code == 3 and line in err, line, code, err)
        code, out, err = call(command, cwd=folder, **here, XC_PAR="gpu")
        expect("XC_PAR", code == 3 and err.count(f"XC_PAR=gpu {none}") == 3, code, err)
        for threads, used in (("1", "1 threads"), ("3", "3 threads"), ("x", " threads")):
            code, out, err = call(command, cwd=folder, **here, XC_PAR_THREADS=threads)
            expect("threads", f"light: 100 items on the CPU, {used}" in err or threads == "x", err)
        expect("no report", call(command, cwd=folder) == (3, "", ""))


def traps(xcc, folder):
    """What was printed before a trap is not lost."""
    cast = folder / "cast.xc"
    cast.write_text(
        "#use Stdio\nclass A { }\nclass B : A { }\n"
        'i32 main(void) { printf("before\\n"); A* a = new A(); B* b = (B*)a; return b == 0; }\n'
    )
    null = folder / "null.xc"
    null.write_text(
        "#use Stdio\nclass A { u32 n; u32 get(void) { return 1; } }\n"
        "u32 field(A* a) { return a.n; }\nu32 called(A* a) { return a.get(); }\n"
        'i32 main(i32 argc, u8** argv) { printf("before\\n"); A* a = 0;\n'
        "if (argc > 1) return called(a); return field(a); }\n"
    )
    grid = folder / "grid.xc"
    grid.write_text(
        '#import "Par.xc"\n#use Stdio\nu32 a[4];\n'
        "i32 main(i32 argc, u8** argv) { u32 n = 65535 + argc; u64 all = (u64)n << 60; "
        'printf("before\\n"); par few :grid(n, n - 65535) { a[par.y] = 1; } '
        'printf("%u\\n", a[0]); if (argc == 1) { par many :grid(n, n + 1) { a[0] = 1; } } '
        "else { par huge :grid(2, all + 9223372036854775808) { a[0] = 1; } } "
        'printf("after\\n"); return 0; }\n'
    )
    # Through two functions: the line is that of the va_arg.
    tails = []
    for name, given, taken, said in (
        ("past", "1, 2", "u32", "the call gave no argument for this va_arg"),
        ("real", "1.5", "u32", "the argument of this va_arg is no integer"),
        ("whole", "1", "double", "the argument of this va_arg is no floating-point number"),
        ("text", "1", "string", "the argument of this va_arg is no pointer"),
        ("zero", "0.0", "string", "the argument of this va_arg is no pointer"),
        ("object", "new A()", "u8*", "the argument of this va_arg is no pointer"),
        ("pointer", '"x"', "A*", "the argument of this va_arg is no object"),
        ("class", "new A()", "B*", "the object is no B"),
    ):
        tail = folder / f"tail_{name}.xc"
        tail.write_text(
            "#use Stdio\nclass A { }\nclass B : A { }\nvoid f(u8 n, ...) { u8 ap; va_start(ap);\n"
            f"for (u8 i in 0..n) if (va_arg(ap, {taken})) {{ }} }}\nvoid g(u8 n, ...) {{ f(n, ...); }}\n"
            f'i32 main(void) {{ printf("before\\n"); g(3, {given}); return 0; }}\n'
        )
        tails.append((tail, "before\n", f"tail_{name}.xc:5: {said}"))
    for file, printed, said in (
        (cast, "before\n", "the object is no B"),
        (null, "before\n", "null.xc:3: the object is null"),
        (grid, "before\n1\n", "more than 2^32 points"),
        *tails,
    ):
        built = folder / file.stem
        code, out, err = call([xcc, "-Wno-par-scatter", file, "-o", built])
        expect(f"compiling {file.name}", code == 0, err)
        runs = [[xcc, "-Wno-par-scatter", "--run", file], [built]]
        if file is grid:
            runs.append([built, "x"])
        for command in runs:
            code, out, err = call(command)
            expect(
                f"{command}",
                code == -signal.SIGABRT and out == printed and said in err,
                code,
                out,
                err,
            )


def frames(xcc, folder):
    """Local arrays that would overflow the stack of a thread are refused, not run."""
    program = folder / "frames.xc"
    for count, fits in ((100000, True), (300000, False)):
        program.write_text(
            '#import "Par.xc"\nu32 a[8];\ni32 main(void) { '
            f"par fill {{ for (u32 i in 0..8) {{ u32 t[{count}]; t[i] = i; t[i + 1] = 1; a[i] = t[i]; }} }} "
            "return (i32)a[5]; }\n"
        )
        code, out, err = call([xcc, "--run", program])
        if fits:
            expect(f"{count} local numbers", code == 5, code, err)
        else:
            expect(f"{count} local numbers", code == 1 and "bytes of stack" in err, code, err)


def excerpts(xcc, folder):
    """Long lines are cut around the place; nothing steers the terminal."""
    program = folder / "long.xc"
    program.write_text("i32 main(void) { return " + "x" * 1_000_000 + " + " + "y" * 200 + "; }\n")
    code, out, err = call([xcc, "--print-ir", program])
    expect("a long line", code == 1 and len(err) < 5000 and "..." in err, code, len(err))
    for line in err.splitlines():
        expect("a line of the message", len(line) < 1300, len(line))
    program.write_text("i32 main(void) { /*" + "é" * 500 + "*/ return wrong; }\n")
    code, out, err = call([xcc, "--print-ir", program])
    shown, marker = err.splitlines()[1:3]
    expect("the marker", shown[marker.index("^") :].startswith("wrong"), shown, marker)
    program.write_bytes(b"i32 main(void) { return \x1b[31m \x07 \xff \xe2\x80\xae 1; }\n")
    done = subprocess.run([xcc, "--print-ir", program], capture_output=True)
    expect("control characters", done.returncode == 1 and b"\\x1b" in done.stderr, done.stderr)
    bad = [c for c in done.stderr.decode() if (ord(c) < 32 and c not in "\n\t") or ord(c) == 0x202E]
    expect("no control characters", not bad, bad)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--xcc", required=True)
    parser.add_argument("--tack")
    parser.add_argument("--llc")
    parser.add_argument("only", nargs="*", help="functions of this file; all without names")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:

        def part(test, *args):
            if not options.only or test.__name__ in options.only:
                test(*args, pathlib.Path(name))

        part(outputs, options.xcc, options.llc)
        part(flags, options.xcc)
        part(refusals, options.xcc)
        part(checked, options.xcc)
        part(library_by_path, options.xcc)
        part(linking, options.xcc)
        part(losses, options.xcc, options.llc)
        part(c_abi, options.xcc)
        part(structs_from_c, options.xcc)
        part(exported_names, options.xcc)
        part(null_pointers, options.xcc)
        part(settings, options.xcc, options.tack)
        part(devices, options.xcc)
        part(frames, options.xcc)
        part(traps, options.xcc)
        part(excerpts, options.xcc)
    return summary()


raise SystemExit(main())
