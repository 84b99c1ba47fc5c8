#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The system library where a program alone cannot show it: misuse that ends the program, arguments
and the environment, files too large, how counts are chosen, checked runs."""

import argparse
import os
import pathlib
import signal
import subprocess
import tempfile

from command import call, expect, summary

IMPORTS = "".join(
    f'#import "{name}.xc"\n'
    for name in ("Thread", "Mutex", "Cond", "Sem", "Pool", "Atomic", "Process", "Error")
)

# What ends a program, and what it then says.
MISUSE = {
    "relock": ("Mutex* m = new Mutex; m.lock(); m.lock();", "Mutex.lock: this thread holds it"),
    "unlock": ("Mutex* m = new Mutex; m.unlock();", "Mutex.unlock: this thread does not hold it"),
    "other": (
        "Mutex* m = new Mutex; Thread.spawn({ m.lock(); }).join(); m.unlock();",
        "Mutex.unlock: this thread does not hold it",
    ),
    "wait": (
        "Mutex* m = new Mutex; Cond* c = new Cond; c.wait(m);",
        "Cond.wait: this thread does not hold the mutex",
    ),
    "wait_ms": (
        "Mutex* m = new Mutex; Cond* c = new Cond; c.waitMs(m, 1);",
        "Cond.waitMs: this thread does not hold the mutex",
    ),
    "post": ("Sem* s = new Sem(4294967295); s.post();", "Sem.post: more than 2^32 - 1"),
    "callback": (
        "Pool.forRange(0, 1, (callback void(i32))0);",
        "Pool.forRange: the callback is null",
    ),
    "block": (
        "block none void(i32 i) = 0; Pool.forRange(0, 1, none);",
        "Pool.forRange: the block is null",
    ),
    "thrown": (
        'Thread.spawn({ printf("in\\n"); C* c = 0; c.f(); }).join();',
        "thrown.xc:12: the object is null",
    ),
    "writer": (
        "{ block:u32 n = 0; Sem* s = new Sem; block b void(void) = { s.wait(); n++; };\n"
        "Thread.spawn(b); }",
        "this block writes variables around it and is still held when they end",
    ),
}


def both(xcc, folder, name, text):
    """A program to run in memory, and as an executable."""
    source = folder / f"{name}.xc"
    source.write_text(text)
    built = folder / name
    code, out, err = call([xcc, source, "-o", built])
    expect(f"compiling {name}", (code, out, err) == (0, "", ""), code, out, err)
    return ([xcc, "--run", source], [built])


def misuse(xcc, folder):
    for name, (text, said) in MISUSE.items():
        program = (
            f"{IMPORTS}#use Stdio\nclass C {{ u32 n; u32 f(void) {{ return 1; }} }}\n"
            f'i32 main(void) {{ printf("before\\n");\n{text}\nprintf("after\\n"); return 0; }}\n'
        )
        for command in both(xcc, folder, name, program):
            code, out, err = call(command)
            expect(
                f"{command}",
                code == -signal.SIGABRT
                and out.startswith("before\n")
                and "after" not in out
                and said in err,
                code,
                out,
                err,
            )


def exits(xcc, folder):
    """Ends that no thread keeps: out of one, out of main while others wait, hold locks and run."""
    for name, text, status in (
        ("inside", "Thread.spawn({ printf(\"in\"); Process.exit(9); }).join(); return 1;", 9),
        ("holding", "Thread.spawn({ m.lock(); s.post(); for (;;) { } }); s.wait(); printf(\"in\"); return 3;", 3),
        ("waiting", "Thread.spawn({ s.post(); s.wait(); s.wait(); s.wait(); }); printf(\"in\"); return 4;", 4),
        ("pool", "Pool.forRange(0, 8, { if (index == 5) { m.locked({ if (once.exchange(1) == 0) { printf(\"in\"); Process.exit(5); } }); } }); return 1;", 5),
    ):  # fmt: skip
        program = (
            f"{IMPORTS}#use Stdio\ni32 main(void) {{ Mutex* m = new Mutex; Sem* s = new Sem; "
            f"Atomic* once = new Atomic; {text} }}\n"
        )
        for command in both(xcc, folder, name, program):
            code, out, err = call(command)
            expect(f"{command}", (code, out, err) == (status, "in", ""), code, out, err)


def arguments(xcc, folder):
    text = (
        '#use Stdio\n#import "Process.xc"\n#import "Platform.xc"\n#import "Settings.xc"\n'
        "i32 main(void) { Array* all = Process.arguments(); all.removeAt(0);\n"
        'printf("%@ %@ [%@]\\n", all, Process.name(), Platform.env("XC_TEST_WORD"));\n'
        "Settings* s = Settings.standard(Process.name());\n"
        'if (s.path()) printf("%@ %d %d\\n", s.path(), s.getInt("n"), s.setInt("n", s.getInt("n") + 1) && s.save());\n'
        'else printf("memory %d\\n", s.save()); return 0; }\n'
    )
    places = (
        ({"XCC_SETTINGS_DIR": "a", "XDG_CONFIG_HOME": "b", "HOME": "c"}, "a"),
        ({"XCC_SETTINGS_DIR": "", "XDG_CONFIG_HOME": "b", "HOME": "c"}, "b"),
        ({"HOME": "c"}, "c/.config"),
        ({"HOME": ""}, None),
    )
    for run, command in enumerate(both(xcc, folder, "given", text)):
        code, out, err = call([*command, "one", "two words", ""], XC_TEST_WORD="wört", HOME="")
        expect("arguments", out == "[one, two words, ] given [wört]\nmemory 0\n", code, out, err)
        for variables, place in places:
            env = {k: str(folder / v) if v else "" for k, v in variables.items()}
            code, out, err = call(command, **env)
            path = folder / str(place) / "given.conf"
            want = f"{path} {run} 1\n" if place else "memory 0\n"
            expect(f"{variables}", out == f"[] given []\n{want}", code, out, err)
            expect(f"{path}", not place or path.read_text() == f"n = {run + 1}\n")


def devices(xcc, folder):
    """What a program puts into its own store is there when its blocks look for their device."""
    text = (
        '#use Stdio\n#import "Par.xc"\n#import "Settings.xc"\n#import "Process.xc"\nu32 a[10];\n'
        "i32 main(i32 argc, u8** argv) { Settings* s = Settings.standard(Process.name());\n"
        'if (argc > 1) { s.set("par.heavy", argv[1]); s.save(); return 0; }\n'
        "par heavy { for (u32 i in 0..10) a[i] = i; }\n"
        'printf("%u %@\\n", a[9], s.get("par.heavy")); return 0; }\n'
    )
    for command in both(xcc, folder, "wishes", text):
        env = {"XCC_SETTINGS_DIR": str(folder / "wishes_of"), "XC_PAR_REPORT": "1"}
        for choice in ("cpu", "gpu", "200000"):
            code, out, err = call([*command, choice], **env)
            expect(f"{command} {choice}", (code, out) == (0, ""), code, out, err)
            code, out, err = call(command, **env)
            expect(f"{command} {choice}", out == f"9 {choice}\n", code, out, err)
            lines = err.splitlines()
            expect("report", lines and all(k.startswith("par: ") for k in lines), err)
            expect(f"{choice}", choice == "200000" or "the setting par.heavy" in err, err)


def large(xcc, folder):
    """A file that no String holds, and one whose size an i32 does not: without their bytes."""
    for name, size in (("huge", 5 << 30), ("wide", 3 << 30)):
        with open(folder / name, "wb") as file:
            file.truncate(size)
    text = (
        '#use Stdio\n#import "Files.xc"\n#import "Process.xc"\ni32 main(void) {\n'
        "String* path = (String*)Process.arguments().get(1);\n"
        'printf("%d %lld\\n", Files.size(path), Files.wideSize(path));\n'
        "if (Files.wideSize(path) > 4294967296 && Files.readText(path) == 0 && Files.readData(path) == 0)\n"
        'printf("%@\\n", Files.lastError()); return 0; }\n'
    )
    for command in both(xcc, folder, "large", text):
        code, out, err = call([*command, folder / "huge"])
        expect("huge", out == f"2147483647 {5 << 30}\nFile too large\n", code, out, err)
        code, out, err = call([*command, folder / "wide"])
        expect("wide", out == f"2147483647 {3 << 30}\n", code, out, err)


def rights(xcc, folder):
    """Root may everything, so another user asks."""
    text = (
        '#use Stdio\n#import "Files.xc"\ni32 main(void) {\n'
        'printf("%d ", Files.readText("closed") == 0); printf("%@\\n", Files.lastError());\n'
        'printf("%d ", Files.writeText("closed", new String)); printf("%@\\n", Files.lastError());\n'
        'printf("%d ", Files.remove("closed")); printf("%@\\n", Files.lastError());\n'
        'printf("%d ", Files.createDirectory("more/deep")); printf("%@\\n", Files.lastError());\n'
        'printf("%d %d\\n", Files.exists("closed"), Files.existsExact("closed")); return 0; }\n'
    )
    place = folder / "rights"
    place.mkdir()
    (place / "closed").write_text("secret")
    (place / "closed").chmod(0)
    program = both(xcc, folder, "asks", text)[1]
    folder.chmod(0o755)
    place.chmod(0o555)

    def other():
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)

    done = subprocess.run(
        program, capture_output=True, text=True, cwd=place, preexec_fn=other, check=False
    )
    said = "Permission denied"
    want = f"1 {said}\n0 {said}\n0 {said}\n0 {said}\n1 1\n"
    expect("rights", done.stdout == want, done.returncode, done.stdout, done.stderr)
    place.chmod(0o755)


def counts(xcc, folder):
    """Importing what starts threads makes counts atomic; the flags decide otherwise."""
    main = "class C { }\nC* kept;\ni32 main(void) { C* c = new C; kept = c; return 0; }\n"
    for imports, flags, atomic in (
        ((), (), False),
        (("Mutex", "Cond", "Sem", "Atomic", "ThreadLocal", "Files", "Foundation"), (), False),
        (("Thread",), (), True),
        (("Pool",), (), True),
        ((), ("-fthread-safe-arc",), True),
        (("Thread",), ("-fno-thread-safe-arc",), False),
    ):
        source = folder / "counts.xc"
        source.write_text("".join(f'#import "{name}.xc"\n' for name in imports) + main)
        code, out, err = call([xcc, *flags, "--print-ir", source])
        body = out.partition("func @xc.retain(")[2].partition("\n}")[0]
        expect(f"counts {imports} {flags}", code == 0 and body, err)
        expect(f"counts {imports} {flags}", ("tack_rt_xc_retain_atomic" in body) == atomic, body)
    for name in ("Thread", "Pool"):
        for target in ("ARCH_m68k", "ARCH_6502"):
            source.write_text(f'#import "{name}.xc"\n{main}')
            code, out, err = call([xcc, "-D", target, "--print-ir", source])
            expect(f"{name} {target}", code == 1 and "this target has no threads" in err, err)
    # Imported by what is imported.
    (folder / "Mine.xc").write_text('#import "Thread.xc"\n')
    (folder / "counts.xc").write_text('#import "Mine.xc"\n' + main)
    code, out, err = call([xcc, "--print-ir", folder / "counts.xc"])
    expect("counts through an import", "tack_rt_xc_retain_atomic" in out, err)


def checked(xcc, folder):
    """A checked run has one thread: a pool's loop runs on it, a thread is refused."""
    source = folder / "checked.xc"
    source.write_text(
        '#use Stdio\n#import "Pool.xc"\nu32 n;\nvoid add(i32 k) { n += (u32)k; }\n'
        'i32 main(void) { Pool.forRange(0, 100, &add); printf("%u\\n", n); return 0; }\n'
    )
    code, out, err = call([xcc, "--run", "--check", source])
    expect("checked pool", (code, out, err) == (0, "4950\n", ""), code, out, err)
    source.write_text(
        '#import "Thread.xc"\nvoid f(void) { }\ni32 main(void) { return Thread.spawn(&f).join(); }\n'
    )
    code, out, err = call([xcc, "--run", "--check", source])
    said = "a checked run has one thread"
    expect("checked thread", code == -signal.SIGABRT and said in err, code, out, err)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--xcc", required=True)
    parser.add_argument("only", nargs="*", help="functions of this file; all without names")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for part in (misuse, exits, arguments, devices, large, rights, counts, checked):
            if not options.only or part.__name__ in options.only:
                part(os.path.abspath(options.xcc), pathlib.Path(name))
    return summary()


raise SystemExit(main())
