# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of xc_devices.toml; __init__.py says how they are written."""

from faults import XC_RUNTIME

CHOICE = f"{XC_RUNTIME}/choice.cpp"

FAULTS = [
    (
        "xc_devices/threads",
        "XC_PAR_THREADS is ignored",
        f"{XC_RUNTIME}/launch.cpp",
        "if (threads > 0) tack_rt_set_threads(threads);",
        "",
    ),
    (
        "xc_devices/precedence",
        "the settings come before Par.device",
        CHOICE,
        "if (commands(program)) return",
        "if (commands(program) && !commands(wishes.setting_all)) return",
    ),
    (
        "xc_devices/environment-auto",
        "XC_PAR=auto is nothing",
        CHOICE,
        "if (wishes.environment.kind == Wish::None) {",
        "{",
    ),
    (
        "xc_devices/thresholds",
        "the threshold itself is the CPU's",
        CHOICE,
        "items >= wish.from",
        "items > wish.from",
    ),
    (
        "xc_devices/measuring",
        "the first run counts",
        CHOICE,
        "if (!warm) {",
        "if (false) {",
    ),
    (
        "xc_devices/learning",
        "nothing is kept",
        f"{XC_RUNTIME}/launch.cpp",
        "keep_bounds(*block);",
        "",
    ),
    (
        "xc_devices/never-written",
        "the file is written anew",
        f"{XC_RUNTIME}/block.cpp",
        "bool readable = now.read(g_path) || access(g_path, F_OK) != 0;",
        "bool readable = true;",
    ),
    (
        "xc_devices/no-gpu",
        "a block that the GPU gave back is lost",
        f"{XC_RUNTIME}/launch.cpp",
        "if (failed) run_on_cpu(launch, items);",
        "",
    ),
    (
        "xc_devices/settings-file",
        "the first line of a key counts",
        f"{XC_RUNTIME}/settings.cpp",
        "  if (at < count_) {\n    free(entries_[at].value);",
        "  if (at < count_) {\n    free(text);\n    return true;\n    free(entries_[at].value);",
    ),
]
