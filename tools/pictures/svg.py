# SPDX-License-Identifier: GPL-2.0
"""Frames of a terminal, as an animated picture: SVG that needs no script and no other file."""
from html import escape

FONT, WIDTH, HEIGHT = 14, 8.4, 18  # pixels: of the letters, and of a cell of the terminal
MARGIN = 14
STYLE = """
svg { color-scheme: light dark }
.page { fill: #fff; stroke: #d0d7de }
text, .back { fill: #1f2328 }
.over { fill: #fff }
.cursor { fill: #1f2328; opacity: .45 }
@media (prefers-color-scheme: dark) {
  .page { fill: #0d1117; stroke: #3d444d }
  text, .back { fill: #e6edf3 }
  .over { fill: #0d1117 }
  .cursor { fill: #e6edf3 }
}
text { font: %dpx ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  white-space: pre }
.bold { font-weight: bold }
""" % FONT


def number(value):
    """Returns a number with up to three decimals, as short as it can be."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def x(column):
    return number(MARGIN + column * WIDTH)


def box(row, column, width, name):
    return (f'<rect class="{name}" x="{x(column)}" y="{number(MARGIN + row * HEIGHT)}" '
            f'width="{number(width * WIDTH)}" height="{HEIGHT}"/>')


def draw_run(row, run):
    """Returns the elements of a run. Its length is fixed, so that columns are below each other in
    any font."""
    names = [name for name, is_so in (("bold", run.bold), ("over", run.reverse)) if is_so]
    length = f' textLength="{number(len(run.text) * WIDTH)}" lengthAdjust="spacingAndGlyphs"' \
        if len(run.text) > 1 else ""
    text = (f'<text{" class=" + chr(34) + " ".join(names) + chr(34) if names else ""} x="{x(run.column)}" '
            f'y="{number(MARGIN + row * HEIGHT + FONT - .5)}"{length}>{escape(run.text, quote=False)}</text>')
    return (box(row, run.column, len(run.text), "back") if run.reverse else "") + \
        (text if run.text.strip() else "")


def things(frame):
    """Returns what is drawn in a frame: its runs, by rows, and the cursor."""
    seen = [draw_run(row, run) for row, line in enumerate(frame.lines) for run in line]
    if frame.cursor:
        seen.append(box(*frame.cursor, 1, "cursor"))
    return seen


def periods(frames, end):
    """Returns {(begin, end): elements}: what is to be seen from when to when."""
    since, found = {}, {}
    for seconds, seen in [*((frame.seconds, things(frame)) for frame in frames), (end, [])]:
        for thing in [thing for thing in since if thing not in set(seen)]:
            found.setdefault((since.pop(thing), seconds), []).append(thing)
        for thing in seen:
            since.setdefault(thing, seconds)
    return found


def picture(frames, columns, hold, title, description):
    """Returns the SVG. The last frame stays for HOLD seconds, then all begins again. Where nothing
    moves, the last frame is what is shown."""
    first = frames[0].seconds
    frames = [frame._replace(seconds=frame.seconds - first) for frame in frames]
    end = frames[-1].seconds + hold
    moves, groups = [], []
    for index, ((begin, until), seen) in enumerate(sorted(periods(frames, end).items())):
        last = until == end
        if begin or not last:
            steps = [(0, not begin)] + [(begin, True)] * bool(begin) + [(until, False)] * (not last)
            moves.append(f"@keyframes k{index} {{ " + " ".join(
                f"{number(100 * at / end)}% {{ visibility: {'visible' if on else 'hidden'} }}"
                for at, on in steps) + " }")
            groups.append(f'<g class="moves{"" if last else " gone"}" style="animation-name: k{index}">')
        else:
            groups.append("<g>")
        groups.append("\n".join(seen) + "</g>")
    width, height = 2 * MARGIN + columns * WIDTH, 2 * MARGIN + len(frames[0].lines) * HEIGHT
    style = STYLE + f"""\
.gone {{ visibility: hidden }}
@media (prefers-reduced-motion: no-preference) {{
  .moves {{ animation: {number(end)}s step-end infinite }}
}}
""" + "\n".join(moves)
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{height}" '
        f'viewBox="0 0 {number(width)} {height}" xml:space="preserve" role="img">',
        f"<title>{escape(title)}</title>", f"<desc>{escape(description)}</desc>",
        f"<style>{style}\n</style>",
        f'<rect class="page" x=".5" y=".5" width="{number(width - 1)}" height="{height - 1}" rx="8"/>',
        *groups, "</svg>", ""))
