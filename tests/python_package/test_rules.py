# SPDX-License-Identifier: Apache-2.0
"""tests/rules maps what the language promises to the tests of it: those that it names exist and test."""

import ast
import functools
import pathlib
import re
import subprocess
import sys
import tomllib

import pytest

ROOT = pathlib.Path(__file__).parents[2]
RULES = [
    (f"{file.stem}/{name}", rule)
    for file in sorted((ROOT / "tests" / "rules").glob("*.toml"))
    for name, rule in tomllib.loads(file.read_text()).items()
]


@functools.cache
def functions(path):
    """The text of each function, decorators and the comments beside them included."""
    source = (ROOT / path).read_text(errors="surrogateescape")
    lines = source.split("\n")
    found = {}
    if path.startswith("tests/python/errors/"):  # not always what Python accepts
        at = [k for k, line in enumerate(lines) if re.match(r"\s*(async )?def ", line)]
        for begin, end in zip(at, [*at[1:], len(lines)], strict=True):
            name = re.match(r"\s*(?:async )?def (\w+)", lines[begin])[1]
            found[name] = "\n".join(lines[begin - 1 : end])
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            found[node.name] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return found


def check_cpp(path, name):
    suite, _, case = name.partition(".")
    assert re.search(rf"^TEST(_F)?\({suite}, {case}\)", (ROOT / path).read_text(), re.MULTILINE), (
        name
    )


def check_xc(path, name):
    text = (ROOT / "tests" / path).read_text()
    if path.endswith(".py"):
        assert f"\n        part({name}, " in text, name
    elif name:
        assert f"//--- {name}\n" in text, name
    else:
        assert "// expect" in text, path


@pytest.mark.parametrize("rule", [rule for _, rule in RULES], ids=[name for name, _ in RULES])
def test_a_rule_has_tests(rule):
    assert rule.keys() == {"says", "tests"} and rule["tests"] and rule["says"].endswith(".")
    for test in rule["tests"]:
        path, _, name = test.partition("::")
        if path.startswith("xc/"):
            check_xc(path, name)
            continue
        if path.startswith("src/"):
            check_cpp(path, name)
            continue
        path = f"tests/{path}"
        if path == "tests/python_package/test_language.py":  # those of another folder
            path = "tests/python/run/test_order.py"
        text = functions(path).get(name)
        assert text is not None, test
        wanted = "expect-error" if "/errors/" in path else r"assert|pytest\.raises"
        assert re.search(wanted, text), f"{test} expects nothing"


def test_rules_are_said_once():
    said = [rule["says"] for _, rule in RULES]
    assert len(said) == len(set(said)) > 150


@pytest.mark.parametrize(
    "script", ["rules/planted.py", "fuzz/planted.py", "kernel_fuzz/plant.py", "xc_fuzz/plant.py"]
)
def test_faults_can_be_planted(script):
    """These break promises and passes and see whether tests and fuzzers notice: that takes a while, but
    that their texts still stand where they are looked for is quickly seen."""
    script = ROOT / "tests" / script
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
