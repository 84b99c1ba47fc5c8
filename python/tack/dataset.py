# SPDX-License-Identifier: Apache-2.0
raise ImportError("tack.dataset is not built yet in this version of tack")
