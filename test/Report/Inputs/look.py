#!/usr/bin/env python3
"""Looks at reports in Chromium: look.py FOLDER PAGE...

Each page is opened from its file in light, in dark and as on a phone, gone through by the keyboard, and
photographed into FOLDER. Fails where something is asked of the network or of another file, where the
console has an error, where a page is wider than the screen, or where a key or a click does not do what
it should. Wants Debian's chromium and the package playwright.
"""
import argparse
import os
import sys

from playwright.sync_api import TimeoutError, sync_playwright

VIEWS = {
    "light": {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1280, "height": 900}},
    "phone": {"color_scheme": "light", "viewport": {"width": 390, "height": 844}, "is_mobile": True,
              "has_touch": True, "device_scale_factor": 2},
}


def comes_true(page, condition):
    """Whether a condition holds within two seconds: what follows a link is told after the key."""
    try:
        page.wait_for_function(condition, timeout=2000)
        return True
    except TimeoutError:
        return False


def use(page, expect):
    """What a reader does: by the keyboard first."""
    first = page.locator("a[data-call]").first
    first.focus()
    page.keyboard.press("Enter")
    call = first.get_attribute("data-call")
    expect(comes_true(page, f"document.activeElement.id === 'c{call}'"), "a box leads to its call's row")
    expect(comes_true(page, f"document.querySelector('#c{call}.marked')"), "the row of a call is marked")
    page.keyboard.press("ArrowDown")
    expect(page.evaluate("document.activeElement.tagName") == "TR", "an arrow key goes to the next row")
    button = page.locator("#calls thead button").nth(2)
    button.focus()
    page.keyboard.press("Enter")
    values = page.eval_on_selector_all(
        "#calls tbody tr", "rows => rows.map(row => Number(row.cells[2].dataset.value))")
    expect(values == sorted(values, reverse=True), "a column's button sorts")
    kernel = page.locator("#calls tbody th a").first
    kernel.focus()
    page.keyboard.press("Enter")
    target = kernel.get_attribute("href")
    expect(comes_true(page, f"document.querySelector('{target}').open"), "a kernel's link opens its section")
    if page.locator("#filter").count():
        page.locator("#filter").fill("no such refusal")
        expect(page.locator("#refused tbody tr:visible").count() == 0, "the filter hides refusals")
        page.locator("#filter").fill("")


def look(browser, path, name, view, folder):
    problems = []
    context = browser.new_context(**view)
    page = context.new_page()
    page.on("console", lambda message: message.type in ("error", "warning") and
            problems.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: problems.append(f"script: {error}"))
    page.on("request", lambda request: request.url.split("#")[0] != "file://" + path and
            problems.append(f"asks for {request.url}"))
    page.goto("file://" + path)
    stem = os.path.join(folder, os.path.splitext(os.path.basename(path))[0])
    page.screenshot(path=f"{stem}-{name}.png")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if wide > 0:
        problems.append(f"is {wide} pixels wider than the screen")
    use(page, lambda holds, what: holds or problems.append(f"not so: {what}"))
    for section in ("graph", "calls", "roofline", "memory", "errors", "refusals"):
        if page.locator(f"#{section}").count():
            page.locator(f"#{section}").screenshot(path=f"{stem}-{name}-{section}.png")
    context.close()
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("pages", nargs="+")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    count = 0
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for path in map(os.path.abspath, args.pages):
            for name, view in VIEWS.items():
                problems = look(browser, path, name, view, args.folder)
                count += len(problems)
                print(f"{os.path.basename(path)} {name}: {os.path.getsize(path) / 1e3:.0f} kB, "
                      f"{len(problems)} problems")
                for problem in problems[:8]:
                    print(f"  {problem}")
        browser.close()
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
