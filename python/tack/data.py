# SPDX-License-Identifier: Apache-2.0
raise ImportError("tack.data is not built yet in this version of tack")
