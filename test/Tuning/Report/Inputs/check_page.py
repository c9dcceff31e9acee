"""Reads a page of `dl-tune report` as a browser does and prints what is in it: check_page.py PAGE

An error where tags do not match, where something could be loaded or run that is not the page's own,
or where the policy does not allow the page's own style and script."""
import base64
import hashlib
import html.parser
import json
import re
import sys

VOID = {"meta", "input", "br"}
KNOWN = set("html head meta title style body main h1 h2 h4 p bdi code strong div table caption thead "
            "tbody tfoot tr th td a section figure figcaption svg path text span label input output "
            "details summary ul ol li script".split())
REFERENCES = {"src", "href", "srcset", "data", "action", "style", "xlink:href"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.problems, self.texts = [], [], [], {}
        self.policy = ""

    def handle_starttag(self, tag, attributes):
        self.look(tag, attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.look(tag, attributes)
        if tag != "path":
            self.problems.append(f"<{tag}/> stays open")

    def look(self, tag, attributes):
        named = dict(attributes)
        if tag not in KNOWN:
            self.problems.append(f"<{tag}> is not the page's")
        for name, value in attributes:
            if name.startswith("on") or name in REFERENCES and not value.startswith("#"):
                self.problems.append(f"{name}={value!r} of <{tag}>")
        if tag == "path" and not re.fullmatch("[MHVhmlvz0-9. -]+", named["d"]):
            self.problems.append(f"d={named['d']!r}")
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policy = named["content"]
        if "id" in named:
            self.ids.append(named["id"])
        if tag == "a":
            self.texts.setdefault("links", []).append(named["href"][1:])
        if tag == "input":
            self.texts.setdefault("sliders", []).append(int(named["max"]))
        self.kind = named.get("type", tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> where another tag is open")

    def handle_data(self, data):
        if self.open:
            tag = self.open[-1]
            self.texts.setdefault(self.kind if tag == "script" else tag, []).append(data)


page = Page()
with open(sys.argv[1], encoding="utf-8") as file:
    page.feed(file.read())
page.close()
problems = page.problems + [f"<{tag}> is not closed" for tag in page.open]
for kind in ("style", "script"):
    text = "".join(page.texts[kind])
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    if f"{kind}-src 'sha256-{digest}';" not in page.policy:
        problems.append(f"the policy does not allow the {kind}")
if not page.policy.startswith("default-src 'none';"):
    problems.append("the policy allows others")
if len(set(page.ids)) != len(page.ids) or not set(page.texts.get("links", [])) <= set(page.ids):
    problems.append("links that lead nowhere")
trials = [len(task) for task in json.loads("".join(page.texts["application/json"]))]
if trials != page.texts.get("sliders", []):
    problems.append(f"sliders of {page.texts.get('sliders')} for trials of {trials}")
print("title:", *page.texts["title"])
for name in page.texts.get("bdi", []):
    print("name:", ascii(name))
print("trials:", trials)
print("problems:", problems)
sys.exit(bool(problems))
