# SPDX-License-Identifier: Apache-2.0
"""`tack run`: files and words that a newcomer gives it, and what becomes of them."""

import os

import numpy as np
import pytest
from command import call

KERNELS = """import tack

@tack.kernel
def put(x, v):
    for i in range(len(x)):
        x[i] = v

@tack.kernel
def twice(x, y):
    for i in range(len(x)):
        y[i] = x[i] + x[i]

@tack.kernel
def later(x, y):
    for i in range(1):
        x[0] = 5
        y[1] = y[0]

@tack.kernel
def one(x, y):
    for i in range(1):
        y[None] = x[None] * 2

@tack.kernel
def bits(x):
    for i in range(len(x)):
        x[i] = x[i] << 1
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.py").write_text(KERNELS)
    return tmp_path


def test_layouts_of_one_array(here):
    """Views that NumPy copies when it saves; a scalar; arrays of nothing."""
    a = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    for view in (a[:, ::-1].reshape(-1)[::-2], a[1, ::2, ::-1].ravel(), a.T.ravel()[:0]):
        np.save("a.npy", view)
        call("run", "k.py", "twice", "a.npy", f"o.npy=i32[{len(view)}]", code=0)
        np.testing.assert_array_equal(np.load("o.npy"), view * 2)
    np.save("z.npy", np.float64(21))
    call("run", "k.py", "one", "z.npy", "o.npy=f64[]", code=0)
    assert np.load("o.npy").shape == () and np.load("o.npy") == 42
    np.save("huge.npy", np.zeros((0, 2**40, 3), ">f8", order="F"))
    call("run", "k.py", "put", "rw:huge.npy", "1", code=0)
    assert np.load("huge.npy").shape == (0, 2**40, 3)


def test_types_and_ranks_that_the_kernel_does_not_take(here):
    np.save("f.npy", np.zeros(3, np.float32))
    np.save("m.npy", np.zeros((3, 3), np.float32))
    _, err = call("run", "k.py", "bits", "f.npy", code=1)
    assert "k.py:27:16: error" in err and "<<" in err
    _, err = call("run", "k.py", "one", "m.npy", "f32[]", code=1)
    assert "k.py:22:21: error" in err and "'x'" in err
    _, err = call("run", "k.py", "put", "3", "4", code=1)
    assert "error" in err and "'x'" in err
    # An integer that the dtype does not hold wraps, as a store in the kernel does.
    call("run", "k.py", "put", "o.npy=u8[2]", "-1", code=0)
    assert np.load("o.npy").tolist() == [255, 255]


def test_one_file_is_one_array(here):
    np.save("a.npy", np.zeros(2, np.int32))
    os.link("a.npy", "hard.npy")
    os.symlink("a.npy", "soft.npy")
    for other in ("a.npy", "./a.npy", "hard.npy", "soft.npy"):
        for words in (["rw:a.npy", f"rw:{other}"], ["a.npy", other]):
            np.save("b.npy", np.zeros(2, np.int32))
            np.copyto(np.load("a.npy", mmap_mode="r+"), 0)
            call("run", "k.py", "later", *words, "--threads", "1", code=0)
            want = [5, 5] if words[0].startswith("rw:") else [0, 0]
            assert np.load("a.npy").tolist() == want, words
    np.copyto(np.load("a.npy", mmap_mode="r+"), 0)
    _, err = call("run", "k.py", "later", "a.npy", "rw:soft.npy", code=2)
    assert "'soft.npy' is given for reading and for writing" in err
    for first, second in (("o.npy", "./o.npy"), ("o.npy", "../" + here.name + "/o.npy")):
        _, err = call("run", "k.py", "twice", f"{first}=i32[2]", f"{second}=i32[2]", code=2)
        assert f"'{second}' is created twice, also as 'o.npy'" in err
    _, err = call("run", "k.py", "twice", "rw:a.npy", "./a.npy=i32[2]", code=2)
    assert "'./a.npy' is written by rw: and created anew; name two files" in err
    assert sorted(os.listdir()) == ["a.npy", "b.npy", "hard.npy", "k.py", "soft.npy"]


@pytest.mark.parametrize(
    "name",
    ["größe.npy", "a b.npy", "x=y.npy", "f32[3].npy", "日本.npy", "a(1).npy", "n" * 251 + ".npy"],
)
def test_names_of_files(here, name):
    call("run", "k.py", "put", f"{name}=f32[2]", "7", code=0)
    assert np.load(name).tolist() == [7, 7]
    call("run", "k.py", "put", f"rw:{name}", "8", code=0)
    assert np.load(name).tolist() == [8, 8]
    assert sorted(os.listdir()) == sorted([name, "k.py"])


def test_names_that_look_like_options(here):
    _, err = call("run", "k.py", "put", "-o.npy=f32[2]", "1", code=2)
    assert "unknown option '-o.npy'; what is no option stands after --" in err
    call("run", "k.py", "put", "--", "-o.npy=f32[2]", "-1", code=0)
    assert np.load("-o.npy").tolist() == [-1, -1]
    with open("k.py") as file:
        call("run", "-", "put", "-3", "--", "x", stdin=file, code=2)
    with open("k.py") as file:
        call("run", "-", "put", "o.npy=i8[1]", "-3", stdin=file, code=0)
    assert np.load("o.npy")[0] == -3


def test_what_cannot_be_read_or_written(here):
    os.mkfifo("pipe.npy")
    assert "only regular files" in call("run", "k.py", "put", "pipe.npy", "1", code=2)[1]
    assert "only regular files" in call("run", "k.py", "put", "rw:pipe.npy", "1", code=2)[1]
    assert "no regular file" in call("run", "k.py", "put", "pipe.npy=f32[1]", "1", code=2)[1]
    os.symlink("loop.npy", "loop.npy")
    assert "cannot read 'loop.npy'" in call("run", "k.py", "put", "loop.npy", "1", code=2)[1]
    assert "No such file" in call("run", "k.py", "put", "none/o.npy=f32[1]", "1", code=2)[1]
    assert "File name too long" in call("run", "k.py", "put", "n" * 300 + ".npy", "1", code=2)[1]
    _, err = call("run", "k.py", "put", "f64[999999999999]", "1", code=2)
    assert "an array of 7999999999992 bytes" in err
    _, err = call("run", "k.py", "put", "o.npy=f64[999999999999]", "1", code=2)
    assert "cannot write 'o.npy'" in err
    np.save("a.npy", np.zeros(2, np.float32))
    if os.geteuid() != 0:
        os.chmod("a.npy", 0o444)
        assert "Permission denied" in call("run", "k.py", "put", "rw:a.npy", "1", code=2)[1]
    assert sorted(os.listdir()) == ["a.npy", "k.py", "loop.npy", "pipe.npy"]


def test_any_bytes_as_a_file(here):
    """A header that is read says what is there: no run beyond the file's end."""
    np.save("a.npy", np.arange(6, dtype="<f4").reshape(2, 3))
    whole = open("a.npy", "rb").read()
    rng = np.random.default_rng(7)
    pieces = [b"9", b"-", b"(", b"1, ", b"'<f8'", b"True", b"99999999999999999999", b"\0", b"}"]
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(rng.integers(1, 3)):
            at = int(rng.integers(6, 90))
            piece = pieces[rng.integers(len(pieces))]
            data[at : at + int(rng.integers(0, 4))] = piece
        open("a.npy", "wb").write(data)
        code, out, err = call("run", "k.py", "put", "rw:a.npy", "1")
        assert code in (0, 1, 2) and out == "", (bytes(data), err)
        assert code != 2 or err.startswith("tack: 'a.npy': "), err
