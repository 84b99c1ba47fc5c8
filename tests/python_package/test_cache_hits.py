# SPDX-License-Identifier: Apache-2.0
"""What the cache on disk answers for, and what must not disturb it.

TACK_SLOW=1 starts 64 and 100 processes instead of a few."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import time

import pytest

SLOW = os.environ.get("TACK_SLOW") == "1"

# Ten kernels; prints which of them had to be compiled.
TEN = """
import os, sys
import tack

def entries():
    folder = os.environ["TACK_CACHE_DIR"]
    return set(os.listdir(folder)) if os.path.isdir(folder) else set()

{kernels}

compiled = []
for k, kernel in enumerate([{names}]):
    before = entries()
    x = tack.zeros(100)
    kernel(x)
    assert x[7] == 7 + {values}[k], (k, x[7])
    if entries() != before:
        compiled.append(k)
print(*compiled)
"""


def ten(values):
    kernels = "".join(
        f"\n@tack.kernel\ndef kernel{k}(x):\n    for i in range(len(x)):\n        x[i] = i + {v}\n"
        for k, v in enumerate(values)
    )
    return TEN.format(
        kernels=kernels, names=", ".join(f"kernel{k}" for k in range(10)), values=values
    )


@pytest.fixture
def run(tmp_path):
    cache = tmp_path / "cache"

    def run(text, name="program.py", start=subprocess.run, prefix=(), **settings):
        path = tmp_path / name
        if not path.exists() or path.read_text() != text:  # others may be reading it
            path.write_text(text)
        env = {**os.environ, "TACK_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
        env.update(settings)
        if start is subprocess.Popen:
            return subprocess.Popen([sys.executable, path], env=env, stdout=subprocess.PIPE)
        done = subprocess.run(
            [*prefix, sys.executable, path], env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    run.cache = cache
    run.entries = lambda: sorted(e.name for e in cache.iterdir() if not e.name.startswith(".tmp"))
    return run


ALL = [str(k) for k in range(10)]


def test_one_kernel_of_ten_changes(run):
    values = list(range(10))
    assert run(ten(values)) == ALL
    assert run(ten(values)) == []
    values[6] = 60
    assert run(ten(values)) == ["6"]
    # Lines before them, and another file, are no change.
    assert run("# a line\n\n" + ten(values), name="other.py") == []
    assert run(ten(list(range(10)))) == []


ONE = textwrap.dedent(
    """
    import os, sys
    import tack
    if len(sys.argv) > 1 or os.environ.get("DEBUG") == "1":
        tack.debug(True)
    STEP = tack.constant(3)

    @tack.func
    def helper(v):
        return v * STEP + sin(v)

    @tack.kernel
    def kernel(x, y):
        for i in range(len(x)):
            y[i] = helper(x[i])

    x, y = tack.full(500, 2.0), tack.zeros(500)
    kernel(x, y)
    assert abs(y[499] - (6 + 0.9092974)) < 1e-5
    print("llvm" if "libtack_llvm" in open("/proc/self/maps").read() else "disk")
    """
)


def test_settings_that_change_the_code(run):
    assert run(ONE) == ["llvm"]
    changes = [{"TACK_CPU_ISA": "sse4"}, {"TACK_DEBUG": "1"}]
    if SLOW:
        changes += [{"TACK_CPU_ISA": "sse2"}, {"TACK_CPU_GANG": "4"}]
        changes += [{"TACK_DEBUG": "1", "TACK_CPU_GANG": "4"}]
    for number, change in enumerate(changes):
        assert run(ONE, **change) == ["llvm"], change
        assert len(run.entries()) == number + 2
    assert run(ONE, DEBUG="1") == ["disk"]  # tack.debug(True) is TACK_DEBUG=1
    for change in ({}, *changes):
        assert run(ONE, **change) == ["disk"], change


HARMLESS = {
    "TACK_CPU_THREADS": "1", "TACK_CPU_POLICY": "v1", "TACK_CPU_MARGIN": "0", "TACK_DEBUG": "0",
    "TACK_CPU_GANG": "0", "LC_ALL": "C", "LANG": "de_DE.UTF-8", "TMPDIR": "/", "PYTHONOPTIMIZE": "2",
}  # fmt: skip


def test_settings_that_change_no_code(run):
    assert run(ONE) == ["llvm"]
    for change in [{name: value} for name, value in HARMLESS.items()] if SLOW else [HARMLESS]:
        assert run(ONE, **change) == ["disk"], change
    assert len(run.entries()) == 1


def test_off_is_off(run):
    assert run(ONE, TACK_CACHE="0") == ["llvm"]
    assert not run.cache.exists() or not run.entries()
    assert run(ONE) == ["llvm"]
    before = [(e.name, e.stat().st_mtime_ns) for e in run.cache.iterdir()]
    for off in ("0", "no", "off", "false") if SLOW else ("off",):
        assert run(ONE, TACK_CACHE=off) == ["llvm"]  # really cold
    assert before == [(e.name, e.stat().st_mtime_ns) for e in run.cache.iterdir()]


def test_hash_seeds_and_addresses_are_in_no_key(run):
    seeds = random.Random(1).sample(range(2**32), 100 if SLOW else 2)
    assert run(ONE, PYTHONHASHSEED=str(seeds[0])) == ["llvm"]
    for seed in seeds[1:]:
        assert run(ONE, PYTHONHASHSEED=str(seed)) == ["disk"]
    assert len(run.entries()) == 1


def test_a_thousand_objects_of_one_text_are_one_entry(run):
    program = """
    import tack

    def make(number):
        step = tack.constant(number)

        @tack.func
        def inner(v):
            return v + step

        @tack.kernel
        def kernel(x):
            for i in range(len(x)):
                x[i] = inner(x[i])

        return kernel

    kept, x = [], tack.zeros(10)
    for k in range(1000):
        kernel = make(1)
        kernel(x)
        kept.append(kernel if k % 3 else [kernel] * 5)
    assert x[9] == 1000
    """
    run(textwrap.dedent(program))
    assert len(run.entries()) == 1


def test_a_cold_cache_and_processes_that_die_while_they_write(run):
    count = 64 if SLOW else 10
    processes = [run(ONE, start=subprocess.Popen) for _ in range(count)]
    rng = random.Random(2)
    victims = set(range(0, count, 10)) | {count - 1}
    for k in sorted(victims):
        time.sleep(rng.random() * 0.1)
        processes[k].kill()
    codes = [process.wait() for process in processes]
    for k, code in enumerate(codes):
        assert code == 0 or (k in victims and code == -signal.SIGKILL), (k, code)
    assert len(run.entries()) == 1
    assert run(ONE) == ["disk"]


def test_entries_cut_off_and_with_flipped_bits(run):
    assert run(ONE) == ["llvm"]
    (entry,) = (run.cache / name for name in run.entries())
    whole = entry.read_bytes()
    rng = random.Random(3)
    for _ in range(60 if SLOW else 1):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        entry.write_bytes(damaged)
        assert run(ONE) == ["llvm"]
        assert entry.read_bytes() == whole and run(ONE) == ["disk"]
        entry.write_bytes(whole[: rng.randrange(len(whole))])
        assert run(ONE) == ["llvm"]
    # Another kernel's entry under this name is whole, and still not this one's.
    run(ONE.replace("v * STEP", "v * STEP + 0.0"))
    (other,) = (run.cache / name for name in run.entries() if name != entry.name)
    entry.write_bytes(other.read_bytes())
    assert run(ONE) == ["llvm"]


def test_a_full_disk(run):
    """Nothing can be written beyond some bytes: results are right, and no part stays as an entry."""
    for limit in (0, 1, 100, 2000) if SLOW else (100,):
        code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
        assert run(code + ONE) == ["llvm"]
        assert not run.cache.exists() or run.entries() == []
    assert run(ONE) == ["llvm"]
    assert run(ONE) == ["disk"]


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(run):
    run.cache.mkdir(mode=0o500)
    assert run(ONE) == ["llvm"]
    assert run.entries() == []
    run.cache.chmod(0o700)


def test_no_descriptors_left(run):
    """Hundreds of kernels from the cache, in a process that may hold few files open."""
    program = """
    import resource
    import tack
    resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))

    def make(number):
        step = tack.constant(number)

        @tack.kernel
        def kernel(x):
            for i in range(len(x)):
                x[i] = step

        return kernel

    kept = [make(k) for k in range(80)]
    for k, kernel in enumerate(kept):
        x = tack.zeros(10)
        kernel(x)
        assert x[9] == k
    """
    for round in range(2):
        run(textwrap.dedent(program))
    assert len(run.entries()) == 80


def test_errors_are_the_same_cold_and_warm(run):
    program = """
    import tack

    @tack.kernel
    def wrong(x):
        for i in range(len(x)):
            x[i] = tack.u64(1) + i

    @tack.kernel
    def right(x):
        for i in range(len(x)):
            x[i] = 1

    for _ in range(3):
        right(tack.zeros(3))
        try:
            wrong(tack.zeros(3))
        except TypeError as error:
            print(repr(str(error)).replace(" ", "_"))
    """
    texts = run(textwrap.dedent(program)) + run(textwrap.dedent(program))
    assert len(texts) == 6 and len(set(texts)) == 1
    assert "Kernel_'wrong':" in texts[0]
