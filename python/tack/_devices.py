# SPDX-License-Identifier: Apache-2.0
"""Devices by name: values, what exists, and which one arrays and launches use."""

from . import _tack

# What it takes for each kind that Tack knows and this version does not run kernels on.
_MISSING = {
    "vulkan": "kernels run on Vulkan in Tack's own tests only; the package does not use it yet",
    "opencl": "there is no OpenCL device in this version of tack",
    "cuda": "there is no CUDA device in this version of tack",
    "hip": "there is no HIP device in this version of tack",
    "metal": "there is no Metal device in this version of tack, which runs on Linux",
    "level_zero": "there is no Level Zero device in this version of tack",
}
_KINDS = ("cpu", *_MISSING)


class Device(str):
    """The name of a device, such as tack.device("cpu"). It is a string and compares as one."""

    __slots__ = ()

    @property
    def kind(self):
        """The name without a number: "cpu", "cuda", ..."""
        return self.partition(":")[0]

    @property
    def index(self):
        """The number among devices of the kind."""
        return int(self.partition(":")[2] or 0)

    def __repr__(self):
        return f"tack.device({str(self)!r})"

    def __reduce__(self):
        return device, (str(self),)


CPU = Device("cpu")


def devices():
    """The devices of this machine that kernels can run on, the default one first."""
    return [CPU]


def _listed():
    return ", ".join(devices())


def device(name="cpu"):
    """A device as a value: a kind, with a number where there are several, as in "cuda:1".

    Naming one does not ask whether this machine has it; tack.devices() lists those that it has.
    """
    if isinstance(name, Device):
        return name
    if not isinstance(name, str):
        raise TypeError(f"a device is named by a string such as 'cpu', not {type(name).__name__}")
    kind, colon, number = name.partition(":")
    if kind not in _KINDS or (colon and not (number.isascii() and number.isdigit())):
        raise ValueError(f"there is no device {name!r}; this machine has: {_listed()}")
    index = int(number or 0)
    if kind == "cpu":
        if index:
            raise ValueError(f"there is no device {name!r}; this machine has: {_listed()}")
        return CPU
    return Device(f"{kind}:{index}" if index else kind)


class CPUBackend:
    """What the CPU can do."""

    name = "cpu"
    label = "CPU"
    supported_dtypes = frozenset(
        getattr(_tack, name)
        for name in ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64")
    )
    supported_atomic_dtypes = supported_dtypes
    supports_f64 = True
    supports_device_reductions = False  # a.sum() and its like are computed by the host
    supports_workgroups = False
    device_memory_spaces = frozenset({"cpu"})
    device = CPU

    _OPTIONS = ("num_threads", "workgroups")
    _default_threads = _tack._threads()  # TACK_CPU_THREADS, or the machine's cores

    def __init__(self, num_threads=None, workgroups=False):
        if num_threads is None:
            num_threads = self._default_threads
        elif isinstance(num_threads, bool) or not hasattr(num_threads, "__index__"):
            raise TypeError(
                f"num_threads is an int or None, not {type(num_threads).__name__}",
            )
        if workgroups:
            raise RuntimeError(
                "the cpu has no workgroups in this version of tack: workgroups=True is not built "
                "yet"
            )
        # As in TACK_CPU_THREADS, fewer than one thread means one.
        self._wanted = max(1, min(num_threads.__index__(), 1 << 20))

    @property
    def num_threads(self):
        """Threads that a launch may use, the caller's included."""
        return _tack._threads()

    def _activate(self):
        _tack._set_threads(self._wanted)

    def __repr__(self):
        return f"<CPUBackend num_threads={self.num_threads}>"


_active = CPUBackend()


def get_backend():
    """The active device's object of capabilities."""
    return _active


def set_default_device(name="cpu", **options):
    """Makes a device the one that arrays and launches use from now on.

    Options of "cpu": num_threads, the threads of a launch; None takes what TACK_CPU_THREADS says,
    or one for each core. When anything is wrong the old device stays.
    """
    global _active
    wanted = device(name)
    if wanted.kind != "cpu":
        raise RuntimeError(
            f"device {str(wanted)!r} is not available: {_MISSING[wanted.kind]}; this machine has: "
            f"{_listed()}"
        )
    for option in options:
        if option not in CPUBackend._OPTIONS:
            accepted = ", ".join(CPUBackend._OPTIONS)
            raise ValueError(f"device 'cpu' has no option {option!r}; it accepts: {accepted}")
    backend = CPUBackend(**options)
    backend._activate()
    _active = backend
