# SPDX-License-Identifier: Apache-2.0
"""Names of the releases in which an array was called a field: thin aliases of today's."""

import os

from . import _devices, _tack

cpu = "cpu"
cuda = "cuda"
hip = "hip"
level_zero = "level_zero"
metal = "metal"

_OPTIONS = {"cpu": _devices.CPUBackend._OPTIONS, "level_zero": ("external_context",)}

data_oriented = _tack.device_class
Field = _tack.Array


class Template:
    """The annotation `obj: tack.template()`. It changes nothing: what an argument is says its
    class."""

    __slots__ = ()

    def __repr__(self):
        return "tack.template()"


_TEMPLATE = Template()


def template():
    """An annotation for parameters that take instances of device classes."""
    return _TEMPLATE


_is_chosen = False  # by a call of init


def _keeps_first():
    flag = os.environ.get("TACK_NO_REINIT", "")
    return flag.strip().lower() not in ("", "0", "false", "no", "off")


def init(arch="cpu", **options):
    """Chooses the device that arrays and launches use: today's tack.set_default_device(arch).

    Each call starts from the defaults. `num_threads` is an option of the cpu. When it fails, the
    device stays what it was. With TACK_NO_REINIT in the environment only the first call chooses:
    later ones look at their arguments and change nothing.
    """
    global _is_chosen
    kinds = _devices._KINDS
    if not isinstance(arch, str) or arch.partition(":")[0] not in kinds:
        raise ValueError(f"init: there is no arch {arch!r}; available: {', '.join(kinds)}")
    accepted = _OPTIONS.get(arch.partition(":")[0], ())
    for name in options:
        if name not in accepted:
            known = f"its options are {', '.join(accepted)}" if accepted else "it has no options"
            raise ValueError(f"init: {arch!r} has no option {name!r}; {known}")
    if _is_chosen and _keeps_first():
        return
    if arch != "cpu":
        # Whether the device is there is asked first; its options would need it.
        options = {}
    try:
        _devices.set_default_device(arch, **options)
    except RuntimeError as error:
        raise RuntimeError(f"init: {arch!r} cannot be used: {error}") from error
    _is_chosen = True
