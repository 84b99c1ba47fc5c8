# SPDX-License-Identifier: Apache-2.0
"""tests/rules maps what the language promises to the tests of it: those that it names exist."""

import ast
import functools
import pathlib
import tomllib

import pytest

ROOT = pathlib.Path(__file__).parents[2]
RULES = [
    (file.stem, rule)
    for file in sorted((ROOT / "tests" / "rules").glob("*.toml"))
    for rule in tomllib.loads(file.read_text())["rule"]
]


@functools.cache
def functions(path):
    tree = ast.parse((ROOT / path).read_bytes())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("rule", [rule for _, rule in RULES], ids=lambda rule: rule["says"][:60])
def test_a_rule_has_tests(rule):
    assert rule["tests"]
    for test in rule["tests"]:
        path, name = test.split("::")
        assert name in functions(path), test


def test_rules_are_said_once():
    said = [rule["says"] for _, rule in RULES]
    assert len(said) == len(set(said)) > 30
