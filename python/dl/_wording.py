# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler's messages in the words of this package: keywords for flags of the tools."""
from __future__ import annotations

import re

# Flags whose keywords have another name; of others the name is the same, with underscores.
_KEYWORDS = {"mcpu": "cpu", "O": "opt_level"}
_OWN = {"mcpu", "O", "threads", "target", "precision", "vectorize", "jobs", "cache", "name",
        "tuning-db", "schedules", "sizes", "trials", "seconds", "kernels", "search", "cost-model", "seed",
        "workers"}
_FLAG = re.compile(r"(?<![\w-])--?([A-Za-z][\w-]*)(?:=([^\s,;:'\"()]+)|(?= \w+[.\w]*=))?")


def to_keywords(message: str) -> str:
    """`expected --mcpu to be …` as `expected cpu to be …`, `--threads=1` as `threads=1`."""
    def replace(match: re.Match[str]) -> str:
        flag, value = match[1], match[2]
        if flag not in _OWN:
            return match[0]
        keyword = _KEYWORDS.get(flag, flag.replace("-", "_"))
        if value is None:
            return keyword
        if flag == "sizes":
            pairs = [pair.partition("=") for pair in value.split(",")]
            return "sizes={" + ", ".join(f"{name!r}: {size}" for name, _, size in pairs) + "}"
        return f"{keyword}={value if value.isdigit() else repr(value)}"
    # A place that is no file's is none of the user's.
    message = re.sub(r'^<unknown>:0: (\w+: )(?:loc\("[^"]*"\): )?', r"\1", message)
    message = re.sub(r"--sizes (?=[\w.]+=)", "--sizes=", message)
    # Programs that are named with their flags are run as they are.
    return "".join(part if part.startswith("`") else
                   _FLAG.sub(replace, re.sub(r"dl-compile (?=--)", "dl.compile with ", part))
                   for part in re.split(r"(`[^`]*`)", message))
