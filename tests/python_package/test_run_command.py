# SPDX-License-Identifier: Apache-2.0
"""`tack run`: numbers and files in, files out. NumPy writes and reads the files."""

import os
import struct

import numpy as np
import pytest
from command import call

KERNELS = """
import tack

@tack.kernel
def scale(x, a, out):
    for i in range(len(x)):
        out[i] = x[i] * a

@tack.kernel
def put(x, v):
    for i in range(len(x)):
        x[i] = v

@tack.kernel
def copy2(src, out):
    for y, x in tack.ndindex(src.shape[0], src.shape[1]):
        out[y, x] = src[y, x]

@tack.kernel
def double2(a):
    for y, x in tack.ndindex(a.shape[0], a.shape[1]):
        a[y, x] = a[y, x] + a[y, x]

@tack.kernel
def add(x, y):
    for i in range(len(x)):
        x[i] = x[i] + 1
        y[i] = y[i] + 1

@tack.kernel
def nothing(n):
    for i in range(n):
        pass

@tack.kernel
def wrong(x):
    for i in range(len(x)):
        x[i] = unknown
"""

DTYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"]
NAMES = dict(zip(DTYPES, "i8 i16 i32 i64 u8 u16 u32 u64 f32 f64".split(), strict=True))


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.py").write_text(KERNELS)
    return tmp_path


def test_numbers_and_files(here):
    x = np.arange(1000, dtype=np.float32)
    np.save("x.npy", x)
    assert call("run", "k.py", "scale", "x.npy", "0.1", "out.npy=f32[1000]") == (0, "", "")
    np.testing.assert_array_equal(np.load("out.npy"), x * np.float32(0.1))
    np.testing.assert_array_equal(np.load("x.npy"), x)
    assert sorted(os.listdir()) == ["k.py", "out.npy", "x.npy"]
    # With an f64 array the number is an f64.
    call("run", "k.py", "scale", "x.npy", "0.1", "out.npy=f64[1000]", code=0)
    np.testing.assert_array_equal(np.load("out.npy"), x.astype(np.float64) * 0.1)


@pytest.mark.parametrize("code", DTYPES)
def test_every_dtype_order_and_version(here, code):
    rng = np.random.default_rng(3)
    values = rng.integers(0, 60, (5, 7)).astype(code)
    for order in "<>":
        for layout in "CF":
            for version in [(1, 0), (2, 0), (3, 0)]:
                array = np.array(values.astype(order + code), order=layout)
                with open("a.npy", "wb") as file:
                    np.lib.format.write_array(file, array, version)
                before = open("a.npy", "rb").read()
                call("run", "k.py", "copy2", "a.npy", f"out.npy={NAMES[code]}[5, 7]", code=0)
                np.testing.assert_array_equal(np.load("out.npy"), values)
                assert np.load("out.npy").dtype == np.dtype(code)
                # In place; the file keeps its layout.
                call("run", "k.py", "double2", "a.npy", code=0)
                assert open("a.npy", "rb").read() == before
                call("run", "k.py", "double2", "rw:a.npy", code=0)
                changed = np.load("a.npy")
                np.testing.assert_array_equal(changed, values + values)
                assert changed.dtype == array.dtype
                assert changed.flags.f_contiguous == array.flags.f_contiguous


def test_odd_headers(here):
    """Elements that are not aligned in the file; other spellings of the dictionary."""
    values = np.arange(6, dtype="<f8")
    for header in (
        "{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }",
        '{"shape":(6L,),"fortran_order":False,"descr":"=f8"}\n',
        "{'fortran_order': True, 'shape': ( 6 , ), 'descr': '<f8'}   ",
    ):
        with open("a.npy", "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
            file.write(values.tobytes() + b"more")
        call("run", "k.py", "scale", "a.npy", "2.0", "out.npy=f64[6]", code=0)
        np.testing.assert_array_equal(np.load("out.npy"), values * 2)
        call("run", "k.py", "put", "rw:a.npy", "9", code=0)
        assert open("a.npy", "rb").read().endswith(np.full(6, 9.0).tobytes() + b"more")


def test_shapes_of_nothing(here):
    np.save("empty.npy", np.zeros((0,), np.float32))
    call("run", "k.py", "scale", "empty.npy", "2.0", "out.npy=f32[0]", code=0)
    assert np.load("out.npy").shape == (0,)
    call("run", "k.py", "put", "out.npy=i16[3]", "-7", code=0)
    np.testing.assert_array_equal(np.load("out.npy"), np.full(3, -7, np.int16))
    call("run", "k.py", "put", "u8[4]", "300", code=0)
    call("run", "k.py", "nothing", "0", code=0)


@pytest.mark.parametrize(
    "word, value",
    [
        ("-3", -3),
        ("0x10", 16),
        ("1_000", 1000),
        ("-9223372036854775808", -(2**63)),
        ("True", 1),
    ],
)
def test_integers(here, word, value):
    call("run", "k.py", "put", "out.npy=i64[2]", word, code=0)
    assert np.load("out.npy").tolist() == [value, value]


@pytest.mark.parametrize("word", ["1.5", "-1e-3", "inf", "-inf", "nan"])
def test_floats(here, word):
    call("run", "k.py", "put", "out.npy=f64[2]", word, code=0)
    np.testing.assert_array_equal(np.load("out.npy"), np.full(2, float(word)))


def test_u64(here):
    call("run", "k.py", "put", "out.npy=u64[2]", str(2**64 - 1), code=0)
    assert np.load("out.npy")[0] == 2**64 - 1
    for word in (str(2**64), str(-(2**63) - 1)):
        _, err = call("run", "k.py", "put", "out.npy=u64[2]", word, code=2)
        assert "outside 64 bits" in err


def test_one_file_twice(here):
    np.save("a.npy", np.zeros(5, np.int32))
    call("run", "k.py", "add", "rw:a.npy", "rw:./a.npy", code=0)
    np.testing.assert_array_equal(np.load("a.npy"), np.full(5, 2))  # one array, two names
    call("run", "k.py", "add", "a.npy", "a.npy", code=0)
    np.testing.assert_array_equal(np.load("a.npy"), np.full(5, 2))
    _, err = call("run", "k.py", "add", "a.npy", "rw:a.npy", code=2)
    assert "'a.npy' is given for reading and for writing; write rw: at each place" in err
    _, err = call("run", "k.py", "add", "b.npy=f32[3]", "b.npy=f32[3]", code=2)
    assert "'b.npy' is created twice" in err
    # A file may be read and replaced.
    call("run", "k.py", "scale", "a.npy", "5", "a.npy=i32[5]", code=0)
    np.testing.assert_array_equal(np.load("a.npy"), np.full(5, 10))


@pytest.mark.parametrize(
    "array, message",
    [
        (np.zeros(3, np.bool_), "dtype '|b1' (bool) is not supported"),
        (np.zeros(3, np.float16), "dtype '<f2' (float16) is not supported"),
        (np.zeros(3, np.complex64), "dtype '<c8' (complex) is not supported"),
        (np.zeros(3, np.longdouble), "(long double) is not supported"),
        (np.array(["a"]), "dtype '<U1' (text) is not supported"),
        (np.zeros(3, "M8[s]"), "dtype '<M8[s]' (dates) is not supported"),
        (np.zeros(3, [("a", "f4")]), "structured dtypes are not supported"),
        (np.zeros((1,) * 9, np.int8), "it has 9 dimensions; an array has at most 8"),
    ],
)
def test_refused_files(here, array, message):
    np.save("a.npy", array)
    _, err = call("run", "k.py", "put", "a.npy", "1", code=2)
    assert message in err and err.startswith("tack: 'a.npy': ")


def test_damaged_files(here):
    np.save("a.npy", np.arange(100, dtype=np.int32))
    whole = open("a.npy", "rb").read()
    rng = np.random.default_rng(1)
    cases = [whole[:n] for n in (0, 1, 6, 9, 10, 50, 127, 128, 200, len(whole) - 1)]
    cases += [whole[:6] + bytes([4, 0]) + whole[8:], b"PK\x03\x04" + whole]
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[rng.integers(0, 128)] = rng.integers(0, 256)
        cases.append(bytes(damaged))
    for case in cases:
        open("a.npy", "wb").write(case)
        code, out, err = call("run", "k.py", "put", "a.npy", "1")
        assert code in (0, 1, 2) and out == ""
        if code == 2:
            assert err.startswith("tack: 'a.npy': "), err


def test_wrong_arguments(here):
    np.save("a.npy", np.zeros(3, np.float32))
    for words, message in [
        (["a.npy"], "kernel 'put' takes 2 arguments (x, v), 1 is given"),
        (["a.npy", "1", "2"], "kernel 'put' takes 2 arguments (x, v), 3 are given"),
        (["none.npy", "1"], "cannot read 'none.npy': No such file"),
        (["rw:none.npy", "1"], "cannot read 'none.npy': No such file"),
        (["a.npy", "one"], "'one' is no argument: write a number, a.npy"),
        (["a.txt", "1"], "'a.txt' is no argument"),
        (["rw:a.txt", "1"], "stand before the name of a .npy file that is there"),
        (["out.npy=f33[3]", "1"], "'f33' is no dtype; an array is written as f32[512, 512]"),
        (["out.npy=f32[3", "1"], "a created array is written as out.npy=f32[512, 512]"),
        (["out.npy=f32[x]", "1"], "'x' is no extent"),
        (["out.npy=f32[1,,2]", "1"], "an extent is missing"),
        (["out.npy=f32[-1]", "1"], "'-1' is no extent"),
        (["out.txt=f32[3]", "1"], "arrays are written as .npy files"),
        (["no/where.npy=f32[3]", "1"], "cannot write 'no/where.npy': No such file"),
        (["f32[1,1,1,1,1,1,1,1,1]", "1"], "at most 8 dimensions"),
        (["f32[4611686018427387904,4]", "1"], "more than 2^63 - 1 elements"),
        (["out.npy=f64[4611686018427387904]", "1"], "more than 2^63 - 1 bytes"),
    ]:
        out, err = call("run", "k.py", "put", *words, code=2)
        assert out == "" and message in err, (words, err)
    assert sorted(os.listdir()) == ["a.npy", "k.py"]
    os.mkdir("d.npy")
    assert "it is a folder" in call("run", "k.py", "put", "d.npy", "1", code=2)[1]
    assert "it is a folder" in call("run", "k.py", "put", "d.npy=f32[3]", "1", code=2)[1]


def test_failing_kernels_write_nothing(here):
    _, err = call("run", "k.py", "wrong", "out.npy=f32[3]", code=1)
    assert "k.py:38:16: error: name 'unknown' is not defined" in err
    assert "  38 |         x[i] = unknown\n" in err and "^~~~~~~" in err
    assert os.listdir() == ["k.py"]
    _, err = call("run", "k.py", "copies", "1", code=2)
    assert "there is no kernel 'copies' in 'k.py'; did you mean" not in err
    _, err = call("run", "k.py", "putt", "1", code=2)
    assert "there is no kernel 'putt' in 'k.py'; did you mean 'put'?" in err


def test_the_value_of_a_kernel_is_printed(here):
    with open("v.py", "w") as file:
        file.write(
            "import tack\n\n"
            "@tack.kernel\ndef count(x, n) -> int:\n    for i in range(n):\n"
            "        tack.atomic_add(x, 0, 1)\n    return x[0]\n\n"
            "@tack.kernel\ndef half(n) -> float:\n    for i in range(n):\n        pass\n"
            "    return n / 2\n"
        )
    assert call("run", "v.py", "count", "i32[1]", "1000", code=0)[0] == "1000\n"
    assert call("run", "v.py", "count", "i32[1]", "7", "--time", code=0)[0] == "7\n"
    assert call("run", "v.py", "half", "3", code=0)[0] == "1.5\n"
    assert call("run", "v.py", "half", "-4", code=0)[0] == "-2.0\n"


def test_created_files_obey_the_umask(here):
    call("run", "k.py", "put", "out.npy=f32[3]", "1", code=0, preexec_fn=lambda: os.umask(0o027))
    assert os.stat("out.npy").st_mode & 0o777 == 0o640


def test_time_and_threads(here):
    out, err = call("run", "k.py", "put", "f32[1000]", "1", "--time", "--threads", "2", code=0)
    assert out == "" and "s, 1000 items" in err and "items/s" in err
    for threads in ("0", "x", "-1"):
        assert "--threads wants" in call("run", "k.py", "nothing", "1", f"--threads={threads}")[2]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_results_do_not_depend_on_threads(here, threads):
    x = np.random.default_rng(0).random(50_000).astype(np.float32)
    np.save("x.npy", x)
    call("run", "--threads", threads, "k.py", "scale", "x.npy", "0.3", "o.npy=f32[50000]", code=0)
    np.testing.assert_array_equal(np.load("o.npy"), x * np.float32(0.3))
