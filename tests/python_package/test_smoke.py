# SPDX-License-Identifier: Apache-2.0
"""The smoke test of the wheel, and the examples of the README and the pages as written there."""

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import tack

HERE = pathlib.Path(__file__).parent


def test_smoke_cold_and_warm(tmp_path):
    env = {**os.environ, "TACK_CACHE_DIR": str(tmp_path / "cache")}
    for round in ("cold", "warm"):
        subprocess.run([sys.executable, HERE / "smoke.py", round], env=env, check=True)


def test_readme_example(tmp_path):
    readme = (HERE / "../../README.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.S)
    path = tmp_path / "example.py"
    path.write_text(
        example
        + "\nsource, result = a.numpy(), b.numpy()\n"
        + "np.savez(__file__ + '.npz', source=source, result=result)\n"
    )
    subprocess.run([sys.executable, path], check=True)
    with np.load(str(path) + ".npz") as data:
        source, result = data["source"], data["result"]
    f = np.float32
    expected = np.zeros_like(source)
    expected[1:-1] = (source[:-2] + f(2) * source[1:-1] + source[2:]) / f(4)
    assert (result == expected).all()


@pytest.mark.parametrize(
    ("page", "count"), [("python.md", 2), ("language.md", 2), ("device-classes.md", 1)]
)
def test_examples_of_the_pages(tmp_path, page, count):
    text = (HERE / "../../docs" / page).read_text()
    examples = re.findall(r"^```python\n(.*?)^```", text, re.S | re.M)
    assert len(examples) >= count
    for number, example in enumerate(examples):
        path = tmp_path / f"example{number}.py"
        path.write_text(example)
        subprocess.run([sys.executable, path], check=True)


def test_linking_with_c_as_the_page_says(tmp_path):
    page = (HERE / "../../docs/xc/README.md").read_text()
    for name, text in re.findall(r"^```c\n// (\S+)\n(.*?)^```", page, re.S | re.M):
        (tmp_path / name).write_text(text)
    (script,) = re.findall(r"^```sh\n(package=.*?)^```", page, re.S | re.M)
    # The commands of this package, wherever its environment is.
    script = script.replace(".venv/bin/python", sys.executable)
    script = script.replace(".venv/bin/xcc", str(pathlib.Path(tack.__file__).parent / "bin/xcc"))
    done = subprocess.run(
        ["sh", "-ec", script], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert done.stdout == "32\n"


def test_links_of_the_pages():
    root = (HERE / "../..").resolve()
    pages = [*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("bench/*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
    readme = (root / "README.md").read_text()
    assert [p.name for p in root.glob("docs/*.md") if f"docs/{p.name}" not in readme] == []
