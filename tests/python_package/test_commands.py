# SPDX-License-Identifier: Apache-2.0
"""The `tack` command: help, exit codes, options, what cannot be read."""

import os

import pytest
from command import call

KERNEL = """
import tack

@tack.kernel
def k(a):
    for i in range(len(a)):
        a[i] = {value}
"""
COMMANDS = ("check", "run", "inspect", "devices", "cache")


def test_help():
    code, out, err = call("--help")
    assert (code, err) == (0, "")
    for command in COMMANDS:
        assert f"\n  {command} " in out
        code, out_of_one, err = call(command, "--help")
        assert (code, err) == (0, "") and out_of_one.startswith(f"usage: tack {command}")
    for command in ("check", "run", "inspect"):
        code, out, err = call(command)
        assert (code, out) == (2, "")
        assert err.startswith(f"tack: too few arguments\nusage: tack {command} FILE")
    code, out, err = call()
    assert (code, out) == (2, "") and err.startswith("usage: tack COMMAND")
    code, out, err = call("--version")
    assert (code, err) == (0, "") and out.startswith("tack 0.")


@pytest.mark.parametrize(
    "words, message",
    [
        (["chekc"], "unknown command 'chekc'; did you mean 'check'?"),
        (["zzz"], "unknown command 'zzz'; tack --help lists them"),
        (["run", "a", "b", "--tiem"], "unknown option '--tiem'; did you mean '--time'?"),
        (["run", "a", "b", "--zzz"], "unknown option '--zzz'"),
        (["run", "a", "b", "--threads"], "option '--threads' wants a value: --threads N"),
        (["run", "a", "b", "--time=3"], "option '--time' takes no value"),
        (["devices", "all"], "unexpected argument 'all'"),
        (["inspect", "a", "b", "--mode", "llvm"], "write ir, source, optimized or asm"),
        (["cache", "empty"], "unknown action 'empty': write show or clear"),
    ],
)
def test_usage(words, message):
    out, err = call(*words, code=2)
    assert out == "" and message in err


def test_check(tmp_path):
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(KERNEL.format(value="1"))
    bad.write_text(KERNEL.format(value="nothing"))
    fine = f"{good}: kernel 'k' is fine, guessing a = f32[1]\n"
    assert call("check", good) == (0, fine, "")
    out, err = call("check", good, bad, code=1)
    assert out == fine and f"{bad}:7:16: error: name 'nothing' is not defined" in err
    assert "   7 |         a[i] = nothing\n     |                ^~~~~~~\n" in err


def test_what_cannot_be_read(tmp_path):
    for words in (["check"], ["inspect"], ["run"]):
        kernel = ["k"] if words == ["run"] else []
        code, out, err = call(*words, tmp_path, *kernel)
        assert (code, out) == (2, "") and "Is a directory" in err
        code, out, err = call(*words, tmp_path / "none.py", *kernel)
        assert (code, out) == (2, "") and "No such file" in err


def test_inspect(tmp_path):
    file = tmp_path / "k.py"
    file.write_text(KERNEL.format(value="a[i] + a[i]"))
    for mode, text in [
        ("ir", "kernel @k_k"),
        ("source", "define"),
        ("optimized", "define"),
        ("asm", ".text"),
    ]:
        for types in (["f32[1]"], ["--args", "f32[1]"], []):
            out, err = call("inspect", file, "k", *types, "--mode", mode, code=0)
            assert text in out and err == ""
    assert "f64" in call("inspect", file, "k", "f64[1]", code=0)[0]
    assert "has 1 parameters, not 2" in call("inspect", file, "k", "f32[1]", "i32", code=2)[1]
    assert "'f33' is no argument type" in call("inspect", file, "k", "f33", code=2)[1]
    assert "not both" in call("inspect", file, "k", "f32", "--args", "f32", code=2)[1]
    assert "did you mean 'k'" not in call("inspect", file, "long_name", code=2)[1]
    # An array that is a number.
    out, err = call("inspect", file, "k", "i32", code=1)
    assert out == "" and "'a' is not an array" in err


def test_settings_that_are_wrong(tmp_path):
    file = tmp_path / "k.py"
    file.write_text(KERNEL.format(value="1"))
    for name in ("TACK_CPU_ISA", "TACK_CPU_THREADS", "TACK_CPU_GANG"):
        code, out, err = call("run", file, "k", "f32[3]", env={**os.environ, name: "zzz"})
        assert code in (1, 2) and name in err, (name, err)


def test_devices_and_cache(tmp_path):
    out, err = call("devices", code=0)
    assert out.startswith("cpu  ") and "thread" in out and err == ""
    file = tmp_path / "k.py"
    file.write_text(KERNEL.format(value="1"))
    folder = tmp_path / "cache"
    env = {**os.environ, "TACK_CACHE_DIR": str(folder)}
    assert call("cache", env=env, code=0)[0].startswith(f"{folder}: 0 kernels")
    call("run", file, "k", "f32[3]", env=env, code=0)
    assert call("cache", "show", env=env, code=0)[0].startswith(f"{folder}: 1 kernel,")
    assert call("cache", "clear", env=env, code=0)[0].startswith(f"{folder}: 0 kernels")
    env["TACK_CACHE"] = "0"
    assert call("cache", env=env, code=0)[0] == "the cache is off\n"
