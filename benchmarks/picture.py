# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the results of ./dev bench as bars in an SVG file."""
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, STEP, TOP = 760, 170, 120, 26, 62


def draw(title, caption, bars, path):
    """Writes the picture. Each bar is (label, ratio, worst, goal): a bar of our time over the
    better peer's, with a dot at the worst model and a tick at what is wanted, either None."""
    most = max([1.25, *(value for _, *values in bars for value in values if value)])
    scale = (WIDTH - LEFT - RIGHT) / most
    height = TOP + STEP * len(bars) + 30
    bottom = TOP + STEP * len(bars)

    def text(x, y, words, anchor="start", size=13, color="#24292f"):
        return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
                f'text-anchor="{anchor}">{escape(words)}</text>')

    def line(x, top, end, color, dashes=""):
        return (f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{end:.1f}" stroke="{color}" '
                f'stroke-width="2"{dashes}/>')

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
             f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
             f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
             text(16, 24, title, size=16), text(16, 44, caption, size=12, color="#57606a")]
    for index, (label, ratio, worst, goal) in enumerate(bars):
        y = TOP + STEP * index
        color = "#2da44e" if ratio <= 1 else "#cf6a32"
        parts += [text(LEFT - 10, y + 16, label, "end"),
                  f'<rect x="{LEFT}" y="{y + 4}" width="{ratio * scale:.1f}" '
                  f'height="{STEP - 10}" rx="2" fill="{color}"/>']
        if worst and worst != ratio:
            parts.append(f'<circle cx="{LEFT + worst * scale:.1f}" cy="{y + STEP / 2 - 1}" r="4" '
                         'fill="#24292f"/>')
        if goal:
            parts.append(line(LEFT + goal * scale, y + 2, y + STEP - 4, "#0969da"))
        words = f"{ratio:.2f}" + (f", worst {worst:.2f}" if worst and worst != ratio else "")
        parts.append(text(WIDTH - 8, y + 16, words, "end", 11, "#57606a"))
    one = LEFT + scale
    legend = "blue: wanted at most" + ", black: the worst model" * any(bar[2] for bar in bars)
    parts += [line(one, TOP - 4, bottom + 4, "#57606a", ' stroke-dasharray="3 3"'),
              text(one, bottom + 20, "1: the fastest peer", "middle", 11, "#57606a"),
              text(16, bottom + 20, legend, size=11, color="#57606a"), "</svg>"]
    with open(path, "w") as file:
        file.write("\n".join(parts) + "\n")
