# SPDX-License-Identifier: Apache-2.0
"""Which files are lit tests. A module of its own because lit's workers pickle the format."""

import re

import lit.formats


class RunFiles(lit.formats.ShTest):
    """Files with a RUN line are tests; pytest files and inputs beside them are not."""

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        for test in super().getTestsInDirectory(suite, path, lit_config, local_config):
            with open(test.getSourcePath(), encoding="utf-8", errors="replace") as file:
                if re.search(r"^\s*(//|#)\s*RUN:", file.read(), re.MULTILINE):
                    yield test
