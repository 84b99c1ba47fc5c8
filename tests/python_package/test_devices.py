# SPDX-License-Identifier: Apache-2.0
"""Devices by name, the default one and its options."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import tack
from tack.runtime.dispatch import get_backend

DEFAULT = tack._tack._threads()
OTHERS = ["metal", "cuda", "hip", "level_zero", "vulkan", "opencl"]


@pytest.fixture(autouse=True)
def default_afterwards():
    yield
    tack.set_default_device("cpu")


@tack.kernel
def add_one(x):
    for i in range(len(x)):
        x[i] += 1


def test_devices_are_values():
    cpu = tack.device("cpu")
    assert tack.devices() == [cpu] == ["cpu"] and str(cpu) == "cpu" == cpu
    assert cpu.kind == "cpu" and cpu.index == 0 and repr(cpu) == "tack.device('cpu')"
    assert isinstance(cpu, tack.Device) and {cpu: 1}["cpu"] == 1
    assert tack.device() is tack.device("cpu:0") is tack.device(cpu) is cpu
    second = tack.device("cuda:1")
    assert second == "cuda:1" and second.kind == "cuda" and second.index == 1
    assert second == tack.device("cuda:01") != tack.device("cuda:0") == tack.device("cuda")
    for value in (cpu, second):
        for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert other == value and type(other) is tack.Device
    assert tack.zeros(3).device == cpu == tack.from_buffer(bytearray(4)).device


@pytest.mark.parametrize(
    "name", ["tpu", "", "CPU", "cpu:1", "cpu:x", "cuda:", "cuda:-1", "cuda:1:2", "cuda 1", "cpu:²"]
)
def test_unknown_devices(name):
    for call in (tack.device, tack.set_default_device):
        with pytest.raises(ValueError, match="this machine has: cpu") as caught:
            call(name)
        assert repr(name) in str(caught.value)


@pytest.mark.parametrize("name", OTHERS + ["cuda:1"])
def test_devices_that_this_build_lacks(name):
    before = get_backend()
    with pytest.raises(RuntimeError, match="not available: .*this machine has: cpu") as caught:
        tack.set_default_device(name)
    assert type(caught.value) is RuntimeError and repr(name) in str(caught.value)
    assert get_backend() is before
    with pytest.raises(RuntimeError):
        tack.set_default_device(tack.device(name))


@pytest.mark.parametrize("name", [None, 3, b"cpu", ["cpu"]])
def test_names_are_strings(name):
    for call in (tack.device, tack.set_default_device):
        with pytest.raises(TypeError, match="named by a string"):
            call(name)


@pytest.mark.parametrize("threads", [1, 2, 7, np.int32(3), True - 1, -5, 10**9])
def test_num_threads(threads):
    x = tack.zeros(300_001, tack.i32)
    tack.set_default_device("cpu", num_threads=threads)
    expected = max(1, min(int(threads), 256))
    assert tack._tack._threads() == get_backend().num_threads == expected
    for _ in range(5):
        add_one(x)
    assert (x.numpy() == 5).all()
    tack.set_default_device("cpu")
    assert get_backend().num_threads == DEFAULT
    tack.set_default_device(tack.device("cpu"), num_threads=None)
    assert get_backend().num_threads == DEFAULT


def test_errors_keep_the_old_device():
    tack.set_default_device("cpu", num_threads=3)
    before = get_backend()
    for error, text, call in (
        (ValueError, "no option 'cores'; it accepts: num_threads", {"cores": 2}),
        (ValueError, "external_context", {"num_threads": 2, "external_context": 1}),
        (TypeError, "num_threads is an int or None, not str", {"num_threads": "2"}),
        (TypeError, "not float", {"num_threads": 2.0}),
        (TypeError, "not bool", {"num_threads": True}),
        (RuntimeError, "not built yet", {"workgroups": True}),
    ):
        with pytest.raises(error, match=text):
            tack.set_default_device("cpu", **call)
        assert get_backend() is before and before.num_threads == 3
    tack.set_default_device("cpu", workgroups=False)
    assert get_backend() is not before


def test_capabilities():
    backend = get_backend()
    ten = {getattr(tack, n) for n in "i8 i16 i32 i64 u8 u16 u32 u64 f32 f64".split()}
    assert type(backend).__name__ == "CPUBackend"
    assert (backend.name, backend.label) == ("cpu", "CPU")
    assert backend.supported_dtypes == ten == backend.supported_atomic_dtypes
    assert backend.supports_f64 is True and backend.supports_workgroups is False
    assert backend.supports_device_reductions is False
    assert "cpu" in backend.device_memory_spaces
    assert "CPUBackend" in repr(backend) and tack.runtime.dispatch.get_backend() is backend


def test_sync_waits_for_nothing():
    x = tack.zeros(10)
    assert add_one(x) is None and tack.sync() is None and x[9] == 1


SETTINGS = [
    ("TACK_CPU_THREADS", "abc", "TACK_CPU_THREADS is not an integer"),
    ("TACK_CPU_THREADS", "2.5", "TACK_CPU_THREADS is not an integer"),
    ("TACK_CPU_THREADS", "0x2", "TACK_CPU_THREADS is not an integer"),
    ("TACK_CPU_THREADS", "-3", 1),
    ("TACK_CPU_THREADS", "0", 1),
    ("TACK_CPU_THREADS", " 3 ", 3),
    ("TACK_CPU_THREADS", "", None),
    ("TACK_CPU_THREADS", "100000000000000000000", 256),
    ("TACK_CPU_POLICY", "v3", "TACK_CPU_POLICY is neither v1 nor v2"),
    ("TACK_CPU_POLICY", "V1", "TACK_CPU_POLICY is neither v1 nor v2"),
    ("TACK_CPU_POLICY", "v1", None),
    ("TACK_CPU_POLICY", "v2", None),
    ("TACK_CPU_POLICY", "", None),
    ("TACK_CPU_MARGIN", "x", "TACK_CPU_MARGIN is not a number from 0 up"),
    ("TACK_CPU_MARGIN", "1.5x", "TACK_CPU_MARGIN is not a number from 0 up"),
    ("TACK_CPU_MARGIN", "-1", "TACK_CPU_MARGIN is not a number from 0 up"),
    ("TACK_CPU_MARGIN", "nan", "TACK_CPU_MARGIN is not a number from 0 up"),
    ("TACK_CPU_MARGIN", "inf", "TACK_CPU_MARGIN is not a number from 0 up"),
    ("TACK_CPU_MARGIN", "0", None),
    ("TACK_CPU_MARGIN", "1e3", None),
    ("TACK_CPU_MARGIN", "", None),
]


@pytest.mark.parametrize("name, value, expected", SETTINGS)
def test_settings(name, value, expected):
    code = "import tack; print(tack._tack._threads())"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TACK_CPU")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, name: value},
        capture_output=True,
        text=True,
    )
    if isinstance(expected, str):
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1].startswith(f"ValueError: {expected}")
        assert "ImportError" not in done.stderr
    else:
        assert done.returncode == 0, done.stderr
        if expected is not None:
            assert int(done.stdout) == expected


COUNTING = """
import tack

@tack.kernel
def visit(x):
    for i in range(len(x)):
        x[i] += 1

@tack.kernel
def visit_uneven(x, n):
    for i, j in tack.ndindex(n, n):
        k = 0
        while k < (i * 7 + j) % 40:
            k += 1
        x[i, j] += 1 + k - (i * 7 + j) % 40

@tack.kernel
def visit_costly(x, n):
    for i in range(len(x)):
        t = 1.0
        for k in range(n):
            t = t * 0.5 + 0.5
        x[i] += int(t)

rounds = 0
for n in (1, 63, 64, 65, 1000, 70_000, 1_000_003):
    x = tack.zeros(n, tack.u8)
    for k in range(1, 40 if n > 500_000 else 100):
        visit(x)
    assert (x.numpy() == k).all(), n
for n in (1, 9, 100, 777):
    x = tack.zeros((n, n), tack.u8)
    for k in range(1, 30):
        visit_uneven(x, n)
    assert (x.numpy() == k).all(), n
x = tack.zeros(4000, tack.u8)
for k in range(1, 200):  # what an item costs changes from launch to launch
    visit_costly(x, 1 if k % 7 else 3000)
assert (x.numpy() == k).all()
x = tack.zeros(20_000, tack.i32)
for k in range(1, 1100):  # past every recheck of the cost
    visit(x)
assert (x.numpy() == k).all()
print("once")
"""


@pytest.mark.parametrize("threads", ["1", "2", "7"])
@pytest.mark.parametrize("policy", [("", ""), ("v1", ""), ("v2", "0"), ("", "1e9")])
def test_every_index_runs_once(tmp_path, threads, policy):
    path = tmp_path / "counting.py"
    path.write_text(COUNTING)
    environment = {**os.environ, "TACK_CPU_THREADS": threads}
    environment["TACK_CPU_POLICY"], environment["TACK_CPU_MARGIN"] = policy
    done = subprocess.run(
        [sys.executable, path], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.stdout.strip() == "once", done.stderr


@pytest.mark.parametrize("name", ["algorithms", "arrays", "data", "dataset"])
def test_modules_that_are_not_built_yet(name):
    with pytest.raises(ImportError, match=f"tack.{name} is not built yet"):
        __import__(f"tack.{name}")
    with pytest.raises(AttributeError, match=f"tack.{name} is not built yet"):
        getattr(tack, name)
