#!/usr/bin/env python3
"""Checks that pages of reports stand alone: check_page.py PAGE...

Each has to be well-formed, with unique identifiers and links that lead to one of them; to name nothing
of elsewhere; and to have a policy that allows its own style and script by their hashes. Prints what a
page has: sections, calls, boxes, points, buffers, refusals, kernels, and its size.
"""
import base64
import hashlib
import html.parser
import re
import sys

VOID = {"meta", "input", "br", "link"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.problems = [], [], [], []
        self.counts, self.texts, self.policy = {}, {"style": [], "script": []}, ""

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        for name in ("href", "src", "xlink:href", "srcset", "action"):
            if name in values:
                self.links.append(values[name])
        if "style" in values or any(name.startswith("on") for name in values):
            self.problems.append(f"<{tag}> has a style or a script of its own")
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        for kind in [tag] + (values.get("class") or "").split():
            self.counts[kind] = self.counts.get(kind, 0) + 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> does not fit")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in self.texts:
            self.texts[self.open[-1]].append(data)


def main(paths):
    bad = 0
    for path in paths:
        with open(path, "rb") as f:
            text = f.read()
        page = Page()
        page.feed(text.decode())
        problems = page.problems + [f"<{tag}> is open at the end" for tag in page.open]
        problems += [f"the identifier {name} stands twice" for name in
                     {name for name in page.ids if page.ids.count(name) > 1}]
        problems += [f"the link {link} leads nowhere" for link in page.links
                     if link[:1] != "#" or link[1:] not in page.ids]
        for kind in ("style", "script"):
            data = "".join(page.texts[kind])
            hashed = base64.b64encode(hashlib.sha256(data.encode()).digest()).decode()
            if f"{kind}-src 'sha256-{hashed}'" not in page.policy:
                problems.append(f"the policy does not allow the {kind}")
        # Names of namespaces are not fetched.
        if re.search(rb"(?:https?:)?//[\w.]+/", text) or b"@import" in text:
            problems.append("something of elsewhere is named")
        if len(text) > 3e6:
            problems.append(f"{len(text)} bytes are more than 3 MB")
        counts = page.counts
        print(f"{counts.get('section', 0)} sections, {counts.get('bar', 0)} calls, "
              f"{counts.get('node', 0)} boxes, {counts.get('point', 0)} points, "
              f"{counts.get('buffer', 0)} buffers, {counts.get('kernel', 0)} kernels, "
              f"{len(problems)} problems")
        for problem in problems[:10]:
            print(problem)
        bad += len(problems)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
