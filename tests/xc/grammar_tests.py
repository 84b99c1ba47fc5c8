#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The editor grammar: its patterns are regular expressions, it colours every reserved word, and
what it makes of a few lines."""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GRAMMAR = json.loads((ROOT / "editors/xc/syntaxes/xc.tmLanguage.json").read_text())

# A text and the scope that some part of it has.
LINES = [
    ("par fill :reduce(+ sum)", "par", "keyword.control.par.xc"),
    ("par fill :reduce(+ sum)", "fill", "entity.name.function.par.xc"),
    ("    par = par + 1;", "par", None),
    ("a[par.y * 3]", "par", "variable.language.par.xc"),
    ("u32 n = $1F;", "$1F", "constant.numeric.hex.xc"),
    ("float x = 1.5e3f;", "1.5e3f", "constant.numeric.float.xc"),
    ("for (u32 i in 0..9)", "..", "keyword.operator.range.xc"),
    ("class Point : Base", "Point", "entity.name.type.xc"),
    ("#use Stdio", "Stdio", "entity.name.type.xc"),
    ("x = x <: 3;", "<:", "keyword.operator.rotate.xc"),
    ("i32 main(void)", "main", "entity.name.function.xc"),
]


def rules(patterns):
    for rule in patterns:
        if "include" in rule:
            yield from rules(GRAMMAR["repository"][rule["include"][1:]]["patterns"])
        else:
            yield rule


def scopes(line):
    """(text, scope) of each coloured part: the leftmost match wins, the first rule among equals."""
    found, at = [], 0
    everything = list(rules(GRAMMAR["patterns"]))
    while at < len(line):
        best = None
        for rule in everything:
            match = re.compile(rule.get("match") or rule["begin"]).search(line, at)
            if (
                match
                and match.end() > match.start()
                and (not best or match.start() < best[0].start())
            ):
                best = match, rule
        if not best:
            break
        match, rule = best
        if "name" in rule:
            found.append((match[0], rule["name"]))
        for group, capture in rule.get("captures", {}).items():
            if match[int(group)] is not None:
                found.append((match[int(group)], capture["name"]))
        at = match.end()
    return found


def main():
    failures = []
    for rule in rules(GRAMMAR["patterns"]):
        for key in ("match", "begin", "end"):
            if key in rule:
                re.compile(rule[key])
    lexer = (ROOT / "src/frontend/xc/lexer.cpp").read_text()
    table = re.search(r"kReserved\[\] = \{(.*?)\};", lexer, flags=re.S)[1]
    words = re.findall(r'"(\w+)"', table)
    if len(words) < 50:
        failures.append(f"only {len(words)} reserved words found")
    for word in words:
        if (word,) not in [(text,) for text, _ in scopes(f"{word} ;")]:
            failures.append(f"'{word}' has no colour")
    for line, text, scope in LINES:
        got = dict(scopes(line)).get(text)
        if got != scope:
            failures.append(f"{line!r}: {text!r} is {got}, not {scope}")
    for failure in failures:
        print("FAIL", failure)
    print(f"{len(words)} words, {len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
