"""Prints this machine's own Debian 12 sources in deb822 form.

Taken: stanzas and lines for bookworm, bookworm-updates and bookworm-security that
are signed by Debian's keyring (or name no key). Third parties' are left out.
"""
import glob
import re
import sys

SUITES = {"bookworm", "bookworm-updates", "bookworm-security"}


def stanzas(path):
    """The deb822 stanzas of a .sources file, as dicts with lower-case keys."""
    with open(path) as f:
        text = "\n".join(line for line in f.read().split("\n") if not line.startswith("#"))
    for block in re.split(r"\n\s*\n", text):
        fields = re.findall(r"^([\w-]+):[ \t]*((?:.*)(?:\n[ \t].*)*)", block, re.M)
        yield {key.lower(): value.strip() for key, value in fields}


def lines(path):
    """The entries of a one-line .list file in the same form."""
    with open(path) as f:
        for line in f:
            m = re.match(r"(deb)\s+(?:\[(.*?)\]\s+)?(\S+)\s+(\S+)\s+(.*)", line.strip())
            if m:
                options = dict(re.findall(r"([\w-]+)=(\S+)", m[2] or ""))
                yield {"types": m[1], "uris": m[3], "suites": m[4],
                       "components": m[5].split("#")[0].strip(), **options}


def main():
    entries = [e for p in sorted(glob.glob("/etc/apt/sources.list.d/*.sources")) for e in stanzas(p)]
    for path in ["/etc/apt/sources.list", *sorted(glob.glob("/etc/apt/sources.list.d/*.list"))]:
        entries += [e for p in glob.glob(path) for e in lines(p)]
    seen = set()
    for entry in entries:
        suites = SUITES.intersection(entry.get("suites", "").split()) - seen
        own = "debian-archive" in entry.get("signed-by", "debian-archive")
        enabled = entry.get("enabled", "yes") != "no" and "deb" in entry.get("types", "").split()
        if not (suites and own and enabled and "main" in entry.get("components", "").split()):
            continue
        seen |= suites
        print(f"Types: deb\nURIs: {entry['uris']}\nSuites: {' '.join(sorted(suites))}\n"
              "Components: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n")
    if seen != SUITES:
        sys.exit(f"expected Debian sources for {', '.join(sorted(SUITES - seen))} on this machine")


if __name__ == "__main__":
    main()
