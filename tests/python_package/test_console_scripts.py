# SPDX-License-Identifier: Apache-2.0
"""What pip puts in bin: scripts that start the programs inside the package without importing it."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from command import TACK, call

SCRIPTS = pathlib.Path(__file__).parents[2] / "python" / "_tack_commands"


@pytest.fixture
def start(tmp_path):
    """Starts `tack` as its script does, with a package that cannot be imported."""
    package = tmp_path / "tack"
    (package / "bin").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('the package was imported')\n")
    (package / "bin" / "tack").symlink_to(TACK)
    (tmp_path / "_tack_commands").symlink_to(SCRIPTS)

    def run(*arguments, name="tack", **environment):
        return subprocess.Popen(
            [sys.executable, "-c", f"from _tack_commands import {name} as f; f()", *arguments],
            env={**os.environ, "PYTHONPATH": str(tmp_path), **environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    return run


def test_wrong_settings_are_the_programs_to_say(start):
    for variable, value in (("TACK_CPU_THREADS", "many"), ("TACK_CPU_POLICY", "v3")):
        wanted = call("devices", env={**os.environ, variable: value})
        assert wanted[0] == 2 and wanted[2].startswith(f"tack: {variable} ")
        done = start("devices", **{variable: value})
        out, err = done.communicate(timeout=60)
        assert (done.returncode, out, err) == wanted


def test_words_and_exit_codes_pass(start):
    done = start("devices")
    out, err = done.communicate(timeout=60)
    assert (done.returncode, err) == (0, "") and out.startswith("cpu  ")
    done = start("no such command")
    assert "unknown command 'no such command'" in done.communicate(timeout=60)[1]
    assert done.returncode == 2
    done = start(name="xcc")
    assert "xcc: this build of the package does not contain it" in done.communicate(timeout=60)[1]
    assert done.returncode == 1


def test_a_file_called_tack_is_not_the_package(start, tmp_path):
    first = tmp_path / "first"
    first.mkdir()
    (first / "tack.py").write_text("raise AssertionError('the file was imported')\n")
    done = start("devices", PYTHONPATH=f"{first}{os.pathsep}{tmp_path}")
    out, err = done.communicate(timeout=60)
    assert (done.returncode, err) == (0, "") and out.startswith("cpu  ")


def test_ctrl_c_ends_it_without_a_traceback(start, tmp_path):
    file = tmp_path / "k.py"
    file.write_text(
        "import tack\n@tack.kernel\ndef k(x):\n"
        "    for i in range(1000000000000000):\n        x[i % 8] = x[(i + 1) % 8] + i\n"
    )
    done = start("run", str(file), "k", "f32[8]")
    until = time.monotonic() + 60
    while os.readlink(f"/proc/{done.pid}/exe") != str(TACK.resolve()):
        assert time.monotonic() < until
        time.sleep(0.01)
    time.sleep(0.3)  # to its launch, mostly; the rest must hold before it too
    done.send_signal(signal.SIGINT)
    out, err = done.communicate(timeout=60)
    assert done.returncode in (128 + signal.SIGINT, -signal.SIGINT) and (out, err) == ("", "")
