# SPDX-License-Identifier: Apache-2.0
"""Kernels for from_file.cpp. Python can import this file too."""

import tack

CENTRE = tack.constant(4.0)


@tack.kernel
def smooth(src, dst):
    for y, x in tack.ndindex((1, src.shape[0] - 1), (1, src.shape[1] - 1)):
        around = src[y - 1, x] + src[y + 1, x] + src[y, x - 1] + src[y, x + 1]
        dst[y, x] = (CENTRE * src[y, x] + around) / (CENTRE + 4.0)
