# SPDX-License-Identifier: Apache-2.0
"""What the test scripts of XC share: running a program in a known environment, and expectations."""

import os
import subprocess

# A variable of the machine's decides nothing here.
HIDDEN = ("XC", "XDG", "TACK_CPU")
FAILURES = []


def call(command, cwd=None, timeout=300, **environment):
    """The status and the two texts. What is freed is overwritten, so that a use after it shows."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(HIDDEN)}
    env.update(TACK_VERIFY="1", MALLOC_PERTURB_="165")
    env.update(environment)
    done = subprocess.run(command, capture_output=True, env=env, timeout=timeout, cwd=cwd)
    out, err = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
    return done.returncode, out, err


def expect(what, condition, *details):
    if not condition:
        FAILURES.append((what, *details))


def summary():
    """Prints what failed; the script's exit status."""
    for failure in FAILURES:
        print("FAIL", *failure)
    print(f"{len(FAILURES)} failures")
    return 1 if FAILURES else 0
