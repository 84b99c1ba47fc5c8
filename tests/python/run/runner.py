# SPDX-License-Identifier: Apache-2.0
"""Runs kernels: text in, NumPy arrays out. In the interpreter, by the program that TACK_RUN_KERNEL
names, or without it through the package and machine code."""

import contextlib
import importlib.util
import io
import os
import subprocess

import numpy as np

DTYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "u8": np.uint8,
    "u16": np.uint16,
    "u32": np.uint32,
    "u64": np.uint64,
    "f32": np.float32,
    "f64": np.float64,
}
NAMES = {np.dtype(t): name for name, t in DTYPES.items()}


class KernelError(Exception):
    """The front end refused the kernel: `kind` is the class that Python raises."""

    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind = kind
        self.text = text


class Elements:
    """An array argument whose last one or two extents are a vector's or a matrix's."""

    def __init__(self, array, levels=1):
        self.array = array
        self.levels = levels


def argument(value):
    if isinstance(value, Elements):
        rank = value.array.ndim - value.levels
        element = "".join(f"x{extent}" for extent in value.array.shape[rank:])
        shape = ",".join(map(str, value.array.shape[:rank]))
        data = np.ascontiguousarray(value.array).tobytes().hex()
        return f"{NAMES[value.array.dtype]}{element}[{rank}]:{shape}={data}"
    if isinstance(value, np.ndarray):
        shape = ",".join(map(str, value.shape))
        data = np.ascontiguousarray(value).tobytes().hex()
        return f"{NAMES[value.dtype]}[{value.ndim}]:{shape}={data}"
    bits = int.from_bytes(value.tobytes(), "little")
    return f"{NAMES[value.dtype]}={bits:#x}"


class InterpreterModule:
    """Kernels of one text, in a process that lives as long as the module."""

    def __init__(self, text, directory):
        path = os.path.join(directory, "kernels.py")
        with open(path, "w") as file:
            file.write(text)
        self.process = subprocess.Popen(
            [os.environ["TACK_RUN_KERNEL"], path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, kernel, *args):
        """The arrays among the arguments as they are after the launch; they stay unchanged. What it
        returned and printed stands in `returned` and `printed`."""
        self.process.stdin.write(" ".join([kernel, *map(argument, args)]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().rstrip("\n")
        assert answer, f"the runner died on {kernel}"
        status, _, rest = answer.partition(" ")
        if status == "error":
            kind, _, text = rest.partition(" ")
            assert kind not in ("Internal", "Usage"), answer
            raise KernelError(kind, text)
        assert status == "ok", answer
        arrays = [a.array if isinstance(a, Elements) else a for a in args]
        arrays = [a for a in arrays if isinstance(a, np.ndarray)]
        results = []
        words = rest.split(" ") if rest else []
        self.returned, self.printed = None, ""
        if words and words[-1].startswith("="):
            text = words.pop()[1:]
            self.returned = int(text) if text.lstrip("-").isdigit() else float(text)
        if words and words[-1].startswith(">"):
            self.printed = bytes.fromhex(words.pop()[1:]).decode()
        for array, data in zip(arrays, words, strict=True):
            raw = bytes.fromhex("" if data == "-" else data)
            results.append(np.frombuffer(raw, array.dtype).reshape(array.shape))
        return results

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class PackageModule:
    """The same through `import tack`."""

    def __init__(self, text, directory):
        import tack

        self.tack = tack
        path = os.path.join(directory, "kernels.py")
        with open(path, "w") as file:
            file.write(text)
        spec = importlib.util.spec_from_file_location("kernels", path)
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)

    def run(self, kernel, *args):
        def converted(a):
            if isinstance(a, Elements):
                return self.tack.asarray(a.array, vector=a.levels == 1, matrix=a.levels == 2)
            if isinstance(a, np.ndarray):
                return self.tack.asarray(a)
            return float(a) if a.dtype.kind == "f" else int(a)

        actual = [converted(a) for a in args]
        output = io.StringIO()
        try:
            with contextlib.redirect_stdout(output):
                self.returned = getattr(self.module, kernel)(*actual)
        except (TypeError, ValueError, NameError, RuntimeError) as error:
            raise KernelError(type(error).__name__, str(error)) from error
        self.printed = output.getvalue()
        return [
            a.numpy()
            for a, b in zip(actual, args, strict=True)
            if isinstance(b, (np.ndarray, Elements))
        ]

    def close(self):
        pass


Module = InterpreterModule if "TACK_RUN_KERNEL" in os.environ else PackageModule


def same(actual, expected):
    """Equal bits, except that all NaNs are one."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.dtype == expected.dtype and actual.shape == expected.shape
    if actual.dtype.kind == "f":
        both_nan = np.isnan(actual) & np.isnan(expected)
        width = {4: np.uint32, 8: np.uint64}[actual.dtype.itemsize]
        equal = np.ascontiguousarray(actual).view(width) == np.ascontiguousarray(expected).view(
            width
        )
        return bool(np.all(both_nan | equal))
    return bool(np.array_equal(actual, expected))
