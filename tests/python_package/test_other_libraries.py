# SPDX-License-Identifier: Apache-2.0
"""Beside another LLVM in the same process, loaded before and after ours, with all its symbols global."""

import glob
import importlib.util
import os
import subprocess
import sys

import pytest

OURS = """
import numpy as np
import tack

@tack.kernel
def k(x, y):
    for i in range(len(x)):
        y[i] = sin(x[i]) * 2.0 + x[i] ** 3

def ours():
    x = np.linspace(0, 3, 1000).astype(np.float32)
    y = tack.zeros(1000)
    k(tack.asarray(x), y)
    assert np.allclose(y.numpy(), np.sin(x) * 2 + x ** 3, atol=1e-5)
"""

# A module made, printed and thrown away through LLVM's C interface.
SHARED_LIBRARY = """
import ctypes

def load():
    global llvm
    llvm = ctypes.CDLL({path!r}, mode=ctypes.RTLD_GLOBAL)

def theirs():
    for name in ("LLVMContextCreate", "LLVMModuleCreateWithNameInContext", "LLVMPrintModuleToString"):
        getattr(llvm, name).restype = ctypes.c_void_p
    context = ctypes.c_void_p(llvm.LLVMContextCreate())
    module = ctypes.c_void_p(llvm.LLVMModuleCreateWithNameInContext(b"theirs", context))
    text = ctypes.cast(llvm.LLVMPrintModuleToString(module), ctypes.c_char_p).value
    assert b"theirs" in text
    llvm.LLVMContextDispose(context)
"""

NUMBA = """
def load():
    global numba
    import numba

def theirs():
    @numba.njit
    def f(n):
        s = 0.0
        for i in range(n):
            s += i * 0.5
        return s
    assert f(1000) == 499500 * 0.5
"""

LLVMLITE = """
def load():
    global binding
    import llvmlite.binding as binding

def theirs():
    text = "define i32 @f(i32 %a) {\\n %r = add i32 %a, 1\\n ret i32 %r\\n}\\n"
    module = binding.parse_assembly(text)
    module.verify()
    assert "@f" in str(module)
"""

ORDERS = {
    "theirs first": "load(); theirs(); ours(); theirs(); ours()",
    "ours first": "ours(); load(); theirs(); ours(); theirs()",
    "in turn": "load(); ours(); theirs(); import gc; gc.collect(); ours()",
}


def libraries():
    """Other LLVMs of this machine: shared libraries, and Python packages that hold one."""
    found = {}
    for pattern in ("/usr/lib/*/libLLVM*.so*", "/usr/lib/llvm-*/lib/libLLVM*.so*"):
        for path in glob.glob(pattern):
            found.setdefault(os.path.realpath(path), SHARED_LIBRARY.format(path=path))
    for package, program in (("numba", NUMBA), ("llvmlite", LLVMLITE)):
        if importlib.util.find_spec(package):
            found[package] = program
    return found


LIBRARIES = libraries()


@pytest.mark.skipif(not LIBRARIES, reason="there is no other LLVM on this machine")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("library", LIBRARIES or [None])
def test_both_work(tmp_path, library, order):
    path = tmp_path / "program.py"
    path.write_text(OURS + LIBRARIES[library] + ORDERS[order] + "\nprint('fine')\n")
    done = subprocess.run(
        [sys.executable, path],
        env={**os.environ, "TACK_CACHE": "0"},  # our compiler is really needed
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


def test_no_symbol_of_our_compiler_is_visible():
    import tack

    folder = os.path.dirname(tack.__file__)
    library = next(
        path
        for place in (folder, os.path.join(folder, "lib"), os.path.join(folder, "..", "..", "lib"))
        for path in glob.glob(os.path.join(place, "**", "libtack_llvm.so"), recursive=True)
    )
    done = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True)
    names = [line.split()[-1].split("@")[0] for line in done.stdout.splitlines()]
    assert names and not [name for name in names if "llvm" in name.lower() and "tack" not in name]
    assert len(names) < 20
