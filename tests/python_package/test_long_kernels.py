# SPDX-License-Identifier: Apache-2.0
"""Long straight-line kernels: right, and compiled in time that grows with their length.

Work is counted in what the code generator gets, not in seconds: how much code there is, and that no
block of it is long, since much of code generation is quadratic in a block's length.
"""

import importlib.util
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import tack

LINES = {
    "dependent": ("t = t * {k}.25 + b[i]", "float32"),
    "stores": ("o[i] += b[i] * {k}.5", "float32"),
    "integers": ("t = (t * 3 + b[i]) % 1007 + t // 4", "int32"),
    "wide": ("t = t % (b[i] + {k}) + t // (b[i] + 3)", "int64"),
    "branches": ("t = t - 1 if t > {k} else t + b[i]", "int32"),
}


def source_of(line, count):
    body = "\n".join("        " + line.format(k=k % 50 + 1) for k in range(count))
    return f"""
import tack

@tack.kernel
def long_kernel(a, b, o):
    for i in range(len(o)):
        t = a[i]
{body}
        o[i] = o[i] + t
"""


def kernel_of(tmp_path, source):
    path = tmp_path / f"long_{abs(hash(source))}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.long_kernel


def arguments(dtype, n=77):
    rng = np.random.default_rng(5)
    a, b = rng.integers(1, 100, (2, n)).astype(dtype)
    return a, b, np.zeros(n, dtype)


def expected(line, count, a, b, o):
    t = a.copy()
    for k in range(count):
        text = line.format(k=k % 50 + 1)
        if " if " in text:
            t = np.where(t > k % 50 + 1, t - 1, t + b).astype(a.dtype)
            continue
        text = re.sub(r"(\d+\.\d+)", r"np.float32(\1)", text.replace("[i]", ""))
        names = {"t": t, "b": b, "o": o, "np": np}
        exec(text, names)
        t, o = names["t"].astype(a.dtype), names["o"].astype(a.dtype)
    return o + t


@pytest.mark.parametrize("name", LINES)
def test_long_code_is_right(tmp_path, name):
    line, dtype = LINES[name]
    a, b, o = arguments(dtype)
    kernel = kernel_of(tmp_path, source_of(line, 150))
    with np.errstate(all="ignore"):
        want = expected(line, 150, a, b, o.copy())
    out = tack.asarray(o)
    kernel(tack.asarray(a), tack.asarray(b), out)
    assert out.numpy().tobytes() == want.tobytes()


def blocks(text):
    """The numbers of instructions of each block of LLVM code."""
    sizes, size = [], 0
    for line in text.splitlines():
        if re.match(r"^[\w.\"]+:|^}", line):
            sizes.append(size)
            size = 0
        elif line.startswith("  "):
            size += 1
    return sizes


@pytest.mark.parametrize("name", LINES)
def test_work_grows_with_length_alone(tmp_path, name):
    line, dtype = LINES[name]
    a, b, o = (tack.asarray(x) for x in arguments(dtype))
    sizes = {}
    for count in (150, 300, 600):
        kernel = kernel_of(tmp_path, source_of(line, count))
        sizes[count] = blocks(tack.inspect(kernel, a, b, o, mode="optimized"))
    for small, large in ((150, 300), (300, 600)):
        assert sum(sizes[large]) < 2.2 * sum(sizes[small])
    assert max(sizes[600]) < 600
    assert sum(sizes[600]) > 600  # or there is nothing to be seen here


def test_a_flat_chain_of_operators_may_be_long(tmp_path):
    terms = " + ".join(["a[i]", "b[i]"] * 1000)
    path = tmp_path / "chain.py"
    path.write_text(
        f"import tack\n\n@tack.kernel\ndef chain(a, b, o):\n    for i in range(len(o)):\n"
        f"        o[i] = {terms}\n"
    )
    spec = importlib.util.spec_from_file_location("chain", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    a, b, o = arguments("int64")
    out = tack.asarray(o)
    module.chain(tack.asarray(a), tack.asarray(b), out)
    assert (out.numpy() == 1000 * (a + b)).all()


def test_literals_that_double_do_not_explode(tmp_path):
    lines = ["t0 = 0.5"] + [f"t{k + 1} = t{k} + t{k}" for k in range(60)] + ["t = t + t60"]
    source = source_of("", 0).replace("t = a[i]\n", "t = a[i]\n        " + "\n        ".join(lines))
    kernel = kernel_of(tmp_path, source)
    a, b, o = (tack.asarray(x) for x in arguments("float64"))
    kernel(a, b, o)
    assert (o.numpy() == a.numpy() + 2.0**59).all()


STACK = """
import sys, threading
import numpy as np, tack

code = compile(open(sys.argv[1]).read(), sys.argv[1], "exec")  # Python itself needs the stack

def work():
    names = {}
    exec(code, names)
    kernel = names["long_kernel"]
    a, b, o = (tack.asarray(np.ones(9, np.float32)) for _ in range(3))
    kernel(a, b, o)
    print(o.numpy()[0], len(tack.inspect(kernel, a, b, o, mode="source")) > 0)
    try:
        kernel(a, b, 1)
    except TypeError:
        print("refused")

threading.stack_size(128 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


def test_deep_code_compiles_on_a_small_stack(tmp_path):
    deep = "(" * 150 + "a[i]" + " + b[i])" * 150
    path = tmp_path / "deep.py"
    path.write_text(source_of("t = " + deep, 1))
    environment = dict(os.environ, TACK_CACHE="0")
    done = subprocess.run(
        [sys.executable, "-c", STACK, str(path)], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["152.0", "True", "refused"]


def test_what_would_take_minutes_is_refused(tmp_path):
    kernel = kernel_of(tmp_path, source_of("t = t % (b[i] + {k}) + t // (b[i] + 3)", 1500))
    a, b, o = (tack.asarray(x) for x in arguments("float32"))
    with pytest.raises(RuntimeError, match="too large: .* split it into several kernels"):
        kernel(a, b, o)


ARRAYS = """
import tack

@tack.func
def last(x):
    t = tack.local_array(tack.f64, 16384)
    t[x % 16384] = 1.0
    return t[(x + 1) % 16384] + t[x % 16384]

@tack.kernel
def long_kernel(o):
    for i in range(len(o)):
        o[i] = 0.0
{body}
"""


def test_arrays_that_would_overflow_a_stack_are_refused(tmp_path):
    line = "        o[i] += last(i)\n"
    o = tack.zeros(100, tack.f64)
    kernel_of(tmp_path, ARRAYS.format(body=line * 8))(o)
    assert (o.numpy() == 8).all()
    with pytest.raises(RuntimeError, match="local arrays take .* bytes of stack, at most 1048576"):
        kernel_of(tmp_path, ARRAYS.format(body=line * 9))(o)


def test_a_gang_asked_for_is_no_larger_than_its_arrays_allow(tmp_path, monkeypatch):
    monkeypatch.setenv("TACK_CPU_GANG", "64")
    o = tack.zeros(100, tack.f64)
    kernel_of(tmp_path, ARRAYS.format(body="        o[i] += last(i)\n"))(o)
    assert (o.numpy() == 1).all()
