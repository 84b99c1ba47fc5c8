# SPDX-License-Identifier: Apache-2.0
"""The `tack` command: help, exit codes, what cannot be read."""

import pathlib
import subprocess
import sys

TACK = pathlib.Path(sys.executable).parent / "tack"

KERNEL = """
import tack

@tack.kernel
def k(a):
    for i in range(len(a)):
        a[i] = {value}
"""


def call(*arguments):
    done = subprocess.run([TACK, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_help():
    code, out, err = call("--help")
    assert (code, err) == (0, "") and "check" in out and "inspect" in out
    for command in ("check", "inspect"):
        code, out, err = call(command, "--help")
        assert (code, err) == (0, "") and out.startswith(f"usage: tack {command} FILE")
        code, out, err = call(command)
        assert (code, out) == (2, "") and err.startswith(f"usage: tack {command} FILE")
    assert call()[0] == 2
    assert call("nonsense")[0] == 2


def test_check(tmp_path):
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(KERNEL.format(value="1"))
    bad.write_text(KERNEL.format(value="nothing"))
    assert call("check", good) == (0, "", "")
    code, out, err = call("check", good, bad)
    assert code == 1 and "nothing" in out


def test_what_cannot_be_read(tmp_path):
    for command in ("check", "inspect"):
        code, out, err = call(command, tmp_path)
        assert (code, out) == (2, "") and "Is a directory" in err
        code, out, err = call(command, tmp_path / "none.py")
        assert (code, out) == (2, "") and "No such file" in err
