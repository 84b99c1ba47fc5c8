# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of devices.toml; __init__.py says how they are written."""

FAULTS = [
    (
        "devices/unknown",
        "what exists is not listed",
        "python/tack/_field_era.py",
        "available: {', '.join(kinds)}",
        "try another",
    ),
    (
        "devices/failed-choice",
        "a choice that fails is half made",
        "python/tack/_devices.py",
        "backend = CPUBackend(**options)\n",
        "_active = CPUBackend()\n    backend = CPUBackend(**options)\n",
    ),
    (
        "devices/options",
        "an unknown option is Python's to refuse",
        "python/tack/_devices.py",
        "if option not in CPUBackend._OPTIONS:",
        "if False:",
    ),
    (
        "devices/no-reinit",
        "off means on",
        "python/tack/_field_era.py",
        '("", "0", "false", "no", "off")',
        '("", "0", "false", "no")',
    ),
    (
        "devices/thread-count",
        "no threads are none",
        "src/runtime/threads.cpp",
        "return n < 1 ? 1 :",
        "return n < 1 ? 2 :",
    ),
    (
        "devices/wrong-settings",
        "the command imports the package",
        "python/_tack_commands/__init__.py",
        "import os\n",
        "import os\nimport tack\n",
    ),
    (
        "devices/policy",
        "pieces of a launch overlap",
        "src/runtime/launch.cpp",
        "launch.items : begin + launch.piece;",
        "launch.items : begin + launch.piece + 1;",
    ),
]
