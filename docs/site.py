#!/usr/bin/env python3
"""Collects the pages of the site and builds it with mkdocs.

usage: site.py BUILD [--check]

The pages are those of docs/, the README as the first one, the changes, and the references of operations
and passes that the build writes to BUILD/docs. They are put into BUILD/site-pages, the site into
BUILD/site. Links to sources, which are no pages, lead to copies beside them. --check builds nothing:
it fails where a page is not in the table of contents, or a link leads nowhere.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"(!?\[(?:[^\]`]|`[^`]*`)*\])\(([^)\s]+)\)")

# The table of contents. Folders of generated references are filled in.
CONTENTS = [
    ("Home", "index.md"),
    ("Start", [
        ("Getting started", "GettingStarted.md"),
        ("Python", "Python.md"),
        ("The command line", "CommandLine.md"),
        ("Deployment", "Deployment.md"),
        ("Targets", "Targets.md"),
        ("Tuning", "Tuning.md"),
        ("Debugging", "DebuggingGuide.md"),
        ("Questions and complaints", "FAQ.md"),
        ("Glossary", "Glossary.md"),
        ("Changes", "CHANGELOG.md"),
    ]),
    ("Tutorials", [
        ("From ONNX to a C program", "Tutorials/OnnxToC.md"),
        ("A matmul", "Tutorials/Matmul.md"),
        ("The textbook's schedule", "Tutorials/Textbook.md"),
        ("A reduction", "Tutorials/Reduction.md"),
        ("A softmax", "Tutorials/Softmax.md"),
        ("A stencil", "Tutorials/Stencil.md"),
        ("int8 on dot products", "Tutorials/Tensorize.md"),
        ("A matmul on an accelerator", "Tutorials/Accelerator.md"),
        ("Add an operator", "AddAnOperator.md"),
        ("Write an intrinsic", "Intrinsics.md"),
        ("Embed the compiler", "Embedding.md"),
    ]),
    ("Reference", [
        ("Primitives of schedules", "Primitives.md"),
        ("Elementary functions", "Functions.md"),
        ("Rules of te", "Spec/Te.md"),
        ("Rules of intrinsics", "Spec/Intrinsics.md"),
        ("All operations", "Operations.md"),
        ("Dialects", "Dialects/*"),
        ("All passes", "AllPasses.md"),
        ("Passes", "Passes/*"),
    ]),
    ("VDLA", [
        ("The machine", "Vdla.md"),
        ("Describe an accelerator", "DescribeAnAccelerator.md"),
        ("Rules", "Spec/Vdla.md"),
        ("Why", "Rationale/Vdla.md"),
    ]),
    ("Inside", [
        ("Architecture", "Architecture.md"),
        ("Testing", "TestingGuide.md"),
        ("Contributing", "CONTRIBUTING.md"),
        ("Security", "Security.md"),
        ("Faults of upstream", "UpstreamFaults.md"),
        ("Why it is so", "Rationale/*"),
    ]),
]
# What is no page of docs/.
OTHERS = {"index.md": "README.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}


def find_pages():
    """The pages by their places in the site: the file of each."""
    pages = {page: os.path.join(ROOT, file) for page, file in OTHERS.items()}
    for base, _, files in os.walk(os.path.join(ROOT, "docs")):
        for file in files:
            if file.endswith(".md"):
                path = os.path.join(base, file)
                pages[os.path.relpath(path, os.path.join(ROOT, "docs"))] = path
    return pages


def list_contents(contents):
    for _, entry in contents:
        if isinstance(entry, list):
            yield from list_contents(entry)
        else:
            yield entry


def rewrite_links(text, source, page, pages, problems, copy):
    """Links between files as links between pages of the site."""
    places = {file: place for place, file in pages.items()}

    def rewrite(match):
        label, target = match.groups()
        path, hash_, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return match.group(0)
        file = os.path.normpath(os.path.join(os.path.dirname(source), path))
        # A reference that the build writes is where it will be.
        generated = re.search(r"(?:build/docs/|docs/)?((?:Dialects|Passes)/\w+\.md)$", path)
        if file in places:
            place = places[file]
        elif generated and not os.path.exists(file):
            place = generated.group(1)
        elif os.path.isfile(file):
            place = copy(file)
        elif os.path.isdir(file):
            return label.strip("![]")
        else:
            problems.append(f"{os.path.relpath(source, ROOT)}: the link to {target} leads nowhere")
            return match.group(0)
        return f"{label}({os.path.relpath(place, os.path.dirname(page) or '.')}{hash_}{anchor})"

    # Blocks of code are as they are.
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if i % 2 else LINK.sub(rewrite, part) for i, part in enumerate(parts))


def read_entries(folder, heading):
    """(name, summary, page, anchor) of each heading of generated pages."""
    for page in sorted(os.listdir(folder)):
        with open(os.path.join(folder, page)) as f:
            text = f.read()
        for match in re.finditer(heading, text, re.M):
            name = match.group(1)
            summary = (match.group(2) or "").strip().strip("_")
            anchor = re.sub(r"[^\w\- ]", "", re.sub(r"[`]", "", match.group(0).split("\n")[0]
                                                    .lstrip("# "))).strip().lower().replace(" ", "-")
            yield name, summary, page, anchor


def write_index(path, title, folder, heading):
    entries = sorted(read_entries(os.path.join(os.path.dirname(path), folder), heading))
    with open(path, "w") as f:
        f.write(f"# {title}\n\n{len(entries)} of them; the search finds them too.\n\n| name | what it does |\n"
                "| --- | --- |\n")
        for name, summary, page, anchor in entries:
            f.write(f"| [`{name}`]({folder}/{page}#{anchor}) | {summary.replace('|', chr(92) + '|')} |\n")
    return len(entries)


def collect(build):
    """Writes all pages; returns their folder."""
    folder = os.path.join(build, "site-pages")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    pages, problems = find_pages(), []

    def copy(file):
        place = os.path.join("source", os.path.relpath(file, ROOT))
        if os.path.relpath(file, ROOT).startswith("docs/"):
            place = os.path.relpath(file, os.path.join(ROOT, "docs"))
        # Pages of others are no pages of ours.
        elif file.endswith(".md"):
            place += ".txt"
        os.makedirs(os.path.dirname(os.path.join(folder, place)), exist_ok=True)
        shutil.copy(file, os.path.join(folder, place))
        return place

    for page, file in pages.items():
        with open(file) as f:
            text = rewrite_links(f.read(), file, page, pages, problems, copy)
        os.makedirs(os.path.dirname(os.path.join(folder, page)), exist_ok=True)
        with open(os.path.join(folder, page), "w") as f:
            f.write(text)
    return folder, pages, problems


def add_references(build, folder):
    for name in ("Dialects", "Passes"):
        shutil.copytree(os.path.join(build, "docs", name), os.path.join(folder, name))
        for page in os.listdir(os.path.join(folder, name)):
            path = os.path.join(folder, name, page)
            with open(path) as f:
                text = f.read()
            # Generated pages begin with a comment, some without a title.
            if not re.search(r"^# ", text, re.M):
                text = f"# {page[:-3]}\n\n" + text
            with open(path, "w") as f:
                f.write(text)
    operations = write_index(os.path.join(folder, "Operations.md"), "All operations", "Dialects",
                             r"^### `([\w.]+)` \([^)]*\)\n\n(_[^\n]*_)?")
    passes = write_index(os.path.join(folder, "AllPasses.md"), "All passes", "Passes",
                         r"^### `-?([\w-]+)`\n\n(_[^\n]*_)?")
    return operations, passes


def make_nav(contents, folder):
    nav = []
    for title, entry in contents:
        if isinstance(entry, list):
            nav.append({title: make_nav(entry, folder)})
        elif entry.endswith("/*"):
            name = entry[:-2]
            own = sorted(page for page in os.listdir(os.path.join(folder, name))
                         if page.endswith(".md") and f"{name}/{page}" not in
                         [each for each in list_contents(CONTENTS)])
            nav.append({title: [{page[:-3]: f"{name}/{page}"} for page in own]})
        else:
            nav.append({title: entry})
    return nav


def write_config(build, folder):
    """mkdocs reads YAML, of which JSON is a part."""
    with open(os.path.join(ROOT, "CMakeLists.txt")) as f:
        version = re.search(r"project\(DL VERSION (\S+)", f.read()).group(1)
    config = {
        "site_name": f"dl {version}",
        "docs_dir": folder,
        "site_dir": os.path.join(build, "site"),
        "use_directory_urls": False,
        "nav": make_nav(CONTENTS, folder),
        "theme": {
            "name": "material",
            # No fonts from elsewhere.
            "font": False,
            "features": ["navigation.tabs", "navigation.indexes", "navigation.top", "search.suggest",
                         "search.highlight", "content.code.copy", "toc.follow"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "blue",
                 "toggle": {"icon": "material/weather-night", "name": "Dark"}},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "blue",
                 "toggle": {"icon": "material/weather-sunny", "name": "Light"}},
            ],
        },
        "plugins": ["search"],
        "markdown_extensions": ["tables", "toc", "attr_list", "fenced_code", "admonition",
                                "pymdownx.highlight", "pymdownx.superfences"],
        "validation": {"anchors": "warn", "links": {"not_found": "warn"}},
    }
    path = os.path.join(build, "site.yml")
    with open(path, "w") as f:
        json.dump(config, f, indent=1)
    return path


def check(pages):
    """Pages that the table of contents lacks, and entries of it that are no page."""
    listed = set(list_contents(CONTENTS))
    folders = {entry[:-2] for entry in listed if entry.endswith("/*")}
    problems = [f"docs/{page} is not in the table of contents of docs/site.py" for page in sorted(pages)
                if page not in listed and os.path.dirname(page) not in folders]
    problems += [f"docs/site.py: the table of contents has {entry}, which is no page"
                 for entry in sorted(listed) if not entry.endswith("/*") and entry not in pages
                 and entry not in ("Operations.md", "AllPasses.md")]
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    folder, pages, problems = collect(build)
    problems += check(pages)
    for problem in problems:
        print(problem)
    if problems or args.check:
        print(f"{len(pages)} pages, {len(problems)} problems")
        return 1 if problems else 0
    operations, passes = add_references(build, folder)
    print(f"{len(pages)} pages, {operations} operations, {passes} passes")
    built = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "-f",
                            write_config(build, folder)], capture_output=True, text=True,
                           env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    if built.returncode != 0:
        print(built.stdout + built.stderr)
    return built.returncode


if __name__ == "__main__":
    sys.exit(main())
