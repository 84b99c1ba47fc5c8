# SPDX-License-Identifier: Apache-2.0
"""What compiling takes: 10,000 lines against clang for the C that xcc prints of them, hello world.

    python bench/xc/compile_times.py [--xcc .venv/bin/xcc] [--runs 3]

The least of the runs, in turns; seconds on the wall, and of processor time.
"""

import argparse
import pathlib
import resource
import subprocess
import tempfile
import time

HELLO = '#use Stdio\n\ni32 main(void)\n{\n    printf("hello\\n");\n    return 0;\n}\n'
# One of these every 20 lines: loops, a switch, arrays, floats, calls of what stands above, objects.
PIECE = """\
class Item{n}
{{
    u32 count, last;
    void note(u32 v) {{ count++; last = v; }}
    u32 sum(void) {{ return count * 31 + last; }}
}}
u32 values{n}[64];
u32 piece{n}(u32 v, float f)
{{
    Item{n}* item = new Item{n};
    for (u32 i in 0..64) values{n}[i] = values{n}[i] * {odd} + (v ^ i);
    for (u32 i in 1..64)
    {{
        switch (v & 3) {{ case 0: v += i; break; case 1: v ^= {n}; break; case 2: v++; }}
        if (values{n}[i] > values{n}[i - 1]) item.note(v);
    }}
    f = f * 0.5 + (float)(i32)(v >> 8);
    return {above} + item.sum() + (f > 100.0 ? 1 : 0);
}}
"""


def program(lines):
    text, n = "#use Stdio\n", 0
    while text.count("\n") < lines - 7:
        above = f"piece{n - 1}(v, f)" if n % 8 else "v"
        text += PIECE.format(n=n, odd=2 * n + 3, above=above)
        n += 1
    calls = " + ".join(f"piece{k}(argc, 1.0)" for k in range(7, n, 8))
    return (
        text
        + f'i32 main(i32 argc, u8** argv)\n{{\n    printf("%u\\n", {calls});\n    return 0;\n}}\n'
    )


def measure(runs, commands):
    """The least seconds on the wall and of processor time of each command, by name."""
    best = {name: (1e9, 1e9) for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            best[name] = (min(best[name][0], wall), min(best[name][1], cpu))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--xcc", default=".venv/bin/xcc")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--lines", type=int, default=10000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        large, hello, c = folder / "large.xc", folder / "hello.xc", folder / "large.c"
        large.write_text(program(options.lines))
        hello.write_text(HELLO)
        subprocess.run([options.xcc, "-S", "--emit=c", large, "-o", c], check=True)
        lines = [path.read_text().count("\n") for path in (large, c)]
        times = measure(
            options.runs,
            {
                f"xcc -O2 -c, {lines[0]} lines": [
                    options.xcc,
                    "-O2",
                    "-c",
                    large,
                    "-o",
                    folder / "x.o",
                ],
                f"{options.clang} -O2 -c, {lines[1]} lines of C printed of them": [
                    *[options.clang, "-w", "-O2", "-c", c, "-o", folder / "c.o"]
                ],
                "xcc, hello world to an executable": [options.xcc, hello, "-o", folder / "hello"],
                "xcc --run, hello world": [options.xcc, "--run", hello],
            },
        )
    print(f"{'':<60} {'wall, s':>8} {'cpu, s':>8}")
    for what, (wall, cpu) in times.items():
        print(f"{what:<60} {wall:>8.3f} {cpu:>8.3f}")
    (_, ours), (_, theirs), *_ = times.values()
    print(f"xcc takes {ours / theirs:.2f} times the processor time of {options.clang}")


if __name__ == "__main__":
    main()
