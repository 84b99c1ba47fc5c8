# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: F821  (lit defines `config`)
"""Text tests: RUN lines in comments, checked by FileCheck."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lit_format import RunFiles

config.name = "tack"
config.test_format = RunFiles(execute_external=False)
config.suffixes = [".tir", ".py", ".xc"]
config.excludes = ["python_package", "run", "lit.cfg.py", "lit.site.cfg.py", "lit_format.py"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.tack_binary_dir, "tests")
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.tack_binary_dir, "bin"), config.environment["PATH"]]
)
config.substitutions.append(("FileCheck", config.tack_filecheck))
config.substitutions.append(("split-file", config.tack_split_file))
