# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws layers under a roofline in an SVG file."""
import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 460, 70, 30, 70, 60
SERIES = (("one context", "#cf6a32"), ("in turns", "#2da44e"))


def draw(title, caption, peak, port, layers, path):
    """Writes the picture. `layers` are (name, points): a point (multiply-adds a byte, multiply-adds
    a cycle) of each series, in one context and with virtual threads in turns."""
    points = [point for _, pair in layers for point in pair]
    left = 2 ** math.floor(math.log2(min(min(x for x, _ in points), peak / port) / 1.2))
    right = 2 ** math.ceil(math.log2(max(x for x, _ in points) * 1.2))
    low = 2 ** math.floor(math.log2(min(min(y for _, y in points), left * port)))
    high = peak * 1.3

    def place(x, y):
        across = math.log(x / left) / math.log(right / left)
        up = math.log(y / low) / math.log(high / low)
        return (LEFT + across * (WIDTH - LEFT - RIGHT),
                HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM))

    def text(x, y, words, anchor="start", size=12, color="#24292f"):
        return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
                f'text-anchor="{anchor}">{escape(words)}</text>')

    def line(a, b, color, width=1):
        return (f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" '
                f'stroke="{color}" stroke-width="{width}"/>')

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
             f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
             text(16, 24, title, size=16), text(16, 44, caption, color="#57606a")]
    x = left
    while x <= right:
        parts += [line(place(x, low), place(x, high), "#eaeef2"),
                  text(place(x, low)[0], HEIGHT - BOTTOM + 18, f"{x:g}", "middle")]
        x *= 2
    y = low
    while y <= high:
        parts += [line(place(left, y), place(right, y), "#eaeef2"),
                  text(LEFT - 8, place(left, y)[1] + 4, f"{y:g}", "end")]
        y *= 2
    ridge = min(max(peak / port, left), right)
    parts += [line(place(left, min(left * port, peak)), place(ridge, peak), "#57606a", 2),
              line(place(ridge, peak), place(right, peak), "#57606a", 2),
              text((LEFT + WIDTH) / 2, HEIGHT - 16, "multiply-adds a byte of DRAM", "middle"),
              text(16, TOP - 10, "multiply-adds a cycle")]
    for name, pair in layers:
        for (label, color), point in zip(SERIES, pair):
            at = place(*point)
            parts.append(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="4" fill="{color}">'
                         f'<title>{escape(name)}, {label}</title></circle>')
        at = place(*pair[-1])
        parts.append(text(at[0] + 6, at[1] - 6, name, size=10))
    for number, (label, color) in enumerate(SERIES):
        at = WIDTH - RIGHT - 220 + 120 * number
        parts += [f'<circle cx="{at}" cy="{HEIGHT - 20}" r="4" fill="{color}"/>',
                  text(at + 8, HEIGHT - 16, label)]
    with open(path, "w") as file:
        file.write("\n".join([*parts, "</svg>"]) + "\n")
