"""What schedule-print-loops says against the loops that schedule-apply makes.

The text alone tells the steps of each loop, also of the shorter ranges in tails: each
leaf of a root takes the ranges that the leaf outside of it leaves. The same trip
counts, no others, must stand in the IR, and each accumulator must be set at the loop
that the text sets it at.
"""
import re

HEADER = re.compile(r"( *)(\S+): (at root|at axis (\S+) of stage \"([^\"]+)\")(.*)")
LOOP = re.compile(r"( *)for (\S+) in 0\.\.(\?|\d+)(.*)")
INIT = re.compile(r"( *)(\S+) = identity of ")
TAIL = (r"(?:, the last(?: along \S+)? of (?P<last>\d+) in place of (?P<stride>\d+)"
        r"(?:, (?P<how>peeled|masked|guarded))?(?: as (?P<pieces>[\d +]+))?"
        r"|, the last(?: along \S+)? shifted to (?P<first>\d+)\.\.(?P<end>\d+), \d+ computed twice)?")
CONTEXT = re.compile(r"; of (\d+)(?: along \S+)?: 0\.\.(\d+)" + TAIL)
CUTS = re.compile(r", (?:\S+ )?cut into ([\d., ]+)")
MARKS = re.compile(r" (vectorize|unroll|tensorize)\b")


class Leaf:
    """One line `for ...`: what it says of its loop."""

    def __init__(self, name, count, remarks):
        self.name, self.remarks = name, remarks
        self.count = None if count == "?" else int(count)
        self.is_register, self.is_vector = bool(MARKS.search(remarks)), " vectorize" in remarks
        self.is_ahead = False
        main = remarks.split(";")[0]
        tail = re.search(TAIL.rstrip("?") + "$", re.sub(r", as [\d +]+$", "", main))
        self.last, self.stride, self.end = (int(tail[n]) if tail and tail[n] else None
                                            for n in ("last", "stride", "end"))
        self.how = "shifted" if self.end else tail["how"] if tail else None
        self.has_pieces = bool(tail and tail["pieces"])
        # A peeled rest counts as one step; behind a test each of its pieces is an iteration.
        self.num_last = self.get_num_last(tail) if tail else 0
        cuts = CUTS.search(main)
        self.cuts = [int(r.split("..")[1]) for r in cuts[1].rstrip(", ").split(", ")] if cuts else []
        self.has_whole_context = any(
            m["how"] == "peeled" and not m["pieces"] and int(m["last"]) & int(m["last"]) - 1
            for m in CONTEXT.finditer(remarks))
        # The tails in shorter ranges: of how many iterations, how many steps and what is last.
        self.contexts = {(int(m[1]), int(m[2]), m["last"] and int(m["last"])) for m in CONTEXT.finditer(remarks)}
        for context in CONTEXT.finditer(remarks):
            # Shorter ranges may be peeled where there are more pieces than one test tells apart, or
            # less than one step.
            how = "shifted" if context["end"] else context["how"]
            self.how = how if how in ("guarded", "shifted") else self.how or how
            self.stride = self.stride or (context["stride"] and int(context["stride"]))

    @staticmethod
    def get_num_last(tail):
        return len(tail["pieces"].split("+")) if tail["how"] == "guarded" and tail["pieces"] else 1

    def has_whole_rest(self):
        """A tail that is no power of two, and no sum of them: masks go inside of it."""
        main = self.last and not self.has_pieces and self.how in ("peeled", "guarded") and self.last & self.last - 1
        return bool(main) or self.has_whole_context

    def get_range(self, stride):
        """The iterations of the root that the whole loop runs."""
        return self.end or (self.count - self.num_last) * stride + (self.last or 0)

    @property
    def root(self):
        return re.sub(r"(\.[oi])+$", "", self.name)


class Stage:
    def __init__(self, name, axis, consumer, remarks):
        self.name, self.axis, self.consumer = name, axis, consumer
        self.is_ahead = "two buffers a step ahead" in remarks
        self.leaves, self.num_init = [], None

    def counts(self):
        """{leaf: trip counts of its loops, 1 where there is none} of leaves of constant
        extent that were not fused, and the remarks that are missing or wrong."""
        fused = {part.split(".")[0] for leaf in self.leaves if "*" in leaf.name
                 for part in re.split(r"[*]", leaf.name)}
        groups, counts, wrong = {}, {}, []
        for leaf in self.leaves:
            if leaf.root.split(".")[0] not in fused and "*" not in leaf.name:
                groups.setdefault(leaf.root, []).append(leaf)
        for leaves in groups.values():
            if all(leaf.count is not None for leaf in leaves):
                wrong += self.follow(leaves, counts)
        return counts, wrong

    def follow(self, leaves, counts):
        """Takes the ranges of one root through its leaves."""
        strides, stride = [], 1
        for leaf in reversed(leaves):
            strides.insert(0, leaf.stride or stride)
            stride = leaf.get_range(strides[0])
        first, is_vector = leaves[0], any(leaf.is_vector for leaf in leaves)
        is_masked = any(leaf.how == "masked" or leaf.has_whole_rest() for leaf in leaves if not leaf.is_register)
        if first.cuts:
            ends = [0] + first.cuts
            ranges = [end - begin for begin, end in zip(ends, ends[1:])]
        else:
            # One step without a tail is as long as what the leaf inside of it runs.
            at = next((i for i, leaf in enumerate(leaves) if leaf.count != 1 or leaf.how), -1)
            outer = leaves[at]
            ranges = [outer.get_range(strides[at])]
            ranges += [length for length, _, _ in first.contexts]
        innermost = [leaf for leaf in self.leaves if not leaf.is_register][-1:]
        wrong = []
        for leaf, stride in zip(leaves, strides):
            if leaf.is_register:
                break
            inner, found, guarded, told = set(), set(), set(), set()
            for length in ranges:
                (whole, last), num_last, pieces = divmod(length, stride), 1, []
                if not last:
                    found.add(whole)
                    inner.add(stride)
                    continue
                # Of less than a step nothing is told where it is one, with masks inside of it.
                is_main = not leaf.cuts and length == max(ranges)
                is_whole = not whole and not is_main and not any(length == of for of, _, _ in leaf.contexts)
                if leaf.how == "masked" and length > 1 and is_vector and leaf in innermost:
                    found |= {whole, 1} - {0}
                    inner |= {1 << (last - 1).bit_length()} | ({stride} if whole else set())
                elif leaf.how == "masked" and length > 1:
                    found.add(whole + 1)
                    inner.add(stride)
                elif leaf.how == "shifted" and whole:
                    found |= {whole, 1}
                    inner.add(stride)
                else:
                    bits = [1 << b for b in range(last.bit_length()) if last >> b & 1]
                    pieces = bits if is_vector and not is_masked and not is_whole else [last]
                    is_guarded = leaf.how == "guarded" and bool(whole) + len(pieces) == 2
                    num_last = len(pieces) if is_guarded else 1
                    if is_guarded:
                        guarded.add(whole + num_last)
                    else:
                        found |= {whole, 1} - {0}
                    inner |= set(pieces) | ({stride} if whole else set())
                if whole or leaf.how == "masked" and length > 1 or len(pieces) > 1:
                    told.add((length, whole + num_last, None if leaf.how == "shifted" and whole else last))
            if leaf.is_ahead:
                # Steps behind a test are not fetched ahead.
                found = {count - 1 for count in found if count > 1} | {1}
            counts[leaf.name] = found | guarded
            main = set() if leaf.cuts else {max(told)} if told and max(told)[0] == max(ranges) else set()
            if leaf.contexts != told - main:
                wrong.append(f"of {self.name}/{leaf.name} the tails {sorted(leaf.contexts)} are told, not "
                             f"{sorted(told - main)}")
            ranges = sorted(inner, reverse=True)
        return wrong


def read_text(text):
    """{kernel: its stages by name}"""
    kernels, stages, open_stages = {}, None, []
    for line in text.splitlines():
        if line.startswith("kernel @"):
            stages, open_stages = {}, []
            kernels[re.match(r"kernel @([^:, ]+)", line)[1]] = stages
        elif stages is None:
            continue
        elif match := HEADER.match(line):
            depth = len(match[1])
            open_stages = [s for s in open_stages if s[0] < depth]
            stage = Stage(match[2], match[4], match[5], match[6])
            stages[stage.name] = stage
            open_stages.append((depth, stage))
            if stage.is_ahead:
                next(l for l in stages[stage.consumer].leaves if l.name == stage.axis).is_ahead = True
        elif match := LOOP.match(line):
            open_stages = [s for s in open_stages if s[0] < len(match[1])]
            if open_stages:
                open_stages[-1][1].leaves.append(Leaf(match[2], match[3], match[4]))
        elif match := INIT.match(line):
            if match[2] in stages:
                stages[match[2]].num_init = sum(not leaf.is_register for leaf in stages[match[2]].leaves)
    return kernels


def read_loops(ir):
    """{kernel: {tile: its loops as sets of ((stage, axis), trip count or None)}}; a tile is
    a stage, or its init."""
    kernels, tiles, constants, blocks, kernel = {}, {}, {}, [], None
    maps = {}
    for line in ir.splitlines():
        text = line.strip()
        if text.startswith("func.func"):
            name = re.search(r"@([\w$.]+)\(", text)
            tiles, constants, blocks = kernels.setdefault(name[1], {}), {}, []
            continue
        if match := re.match(r"(#map\d*) = (affine_map<.*>)$", text):
            maps[match[1]] = match[2]
            continue
        if match := re.match(r"(%\S+) = arith\.constant (\d+) : index", text):
            constants[match[1]] = int(match[2])
            continue
        # A loop that leaves iterations out at its end, all of which count.
        if match := re.match(r"(%\S+) = affine\.min (#map\d*|affine_map<.*>)\(", text):
            results = re.search(r"-> \((.*)\)>$", maps.get(match[2], match[2]))[1].split(", ")
            constants[match[1]] = next((int(r) for r in results if r.isdigit()), None)
            continue
        if text.startswith("}") and blocks:
            axes, bounds, found = blocks.pop()
            if match := re.search(r"schedule\.axis = (\[\[.*?\]\]|\[.*?\])", text):
                axes = re.findall(r"\[\"([^\"]*)\", \"([^\"]*)\"\]", match[1])
            for tile, loops in found:
                loops = list(zip(axes, bounds)) + loops
                if blocks:
                    blocks[-1][2].append((tile, loops))
                else:
                    tiles.setdefault(tile, []).append(loops)
            if not text.endswith("{"):
                continue
        tile = re.search(r"schedule\.stage = \"([^\"]+)\"", text)
        if tile:
            (blocks[-1][2].append((tile[1], [])) if blocks else tiles.setdefault(tile[1], []).append([]))
        if text.endswith("{"):
            bounds = []
            if match := re.search(r"scf\.for .* to (%\S+) step", text):
                bounds = [constants.get(match[1])]
            elif match := re.search(r"scf\.forall \(.*?\) in \((.*?)\)", text):
                bounds = [int(b) if b.isdigit() else constants.get(b) for b in match[1].split(", ")]
            blocks.append(([], bounds, []))
    return kernels


def compare_stage(stage, tiles, is_exact):
    """What the text says wrongly of one stage, or None. Not `is_exact`: ranges may be shorter."""
    counts, wrong = stage.counts()
    # Two pieces of a vector in a range shorter than one step may be a loop behind a test.
    least = 2 if any(leaf.is_vector for leaf in stage.leaves) else 0
    if is_exact and wrong:
        return wrong[0]
    names = [leaf.name for leaf in stage.leaves if not leaf.is_register]
    seen = {}
    for tile, outside in ((stage.name, names), (stage.name + ".init", names[:stage.num_init])):
        for loops in tiles.get(tile, []):
            own = {axis: count for (of, axis), count in loops if of == stage.name}
            if list(own) != [name for name in outside if name in own]:
                return f"{tile} is in loops over {list(own)}, not over {outside}"
            for name in outside:
                if name not in counts:
                    continue
                count = own.get(name, 1)
                seen.setdefault(name, set()).add(count)
                if count is None:
                    continue
                fits = count in counts[name] if is_exact else count <= max(*counts[name], least)
                if not fits:
                    return f"{tile}/{name} has {count} iterations, not {sorted(counts[name])}"
    for name, found in seen.items():
        if is_exact and None not in found and not counts[name] <= found | {1}:
            return f"{stage.name}/{name} has {sorted(found)} iterations, not {sorted(counts[name])}"
    return None


def compare(text, ir):
    """{kernel: what its text says wrongly}."""
    loops, faults = read_loops(ir), {}
    for kernel, stages in read_text(text).items():
        for stage in stages.values():
            fault = compare_stage(stage, loops.get(kernel, {}), is_exact=stage.axis is None)
            if fault:
                faults.setdefault(kernel, fault)
    return faults
