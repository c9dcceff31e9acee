"""Random steps on the axes of one stage.

Each function proposes one step of a primitive for a model of a kernel, or None.
"""
from model import FACTORS, Line, pick


def split(model, rng, number):
    stage = rng.choice(model.stages)
    if not stage.plain():
        return None
    tail = rng.choice(["", "", "", " tail guard", " tail shift", " tail mask", " tail mask"])
    axis = stage.plain()[-1] if tail == " tail mask" and rng.random() < 0.6 else rng.choice(stage.plain())
    size = stage.size(axis)
    if size == 1 and rng.random() < 0.8:
        return None
    factors = [f for f in FACTORS if f <= max(size, 2)]
    if axis in stage.fused and rng.random() < 0.9:
        factors = [f for f in range(1, size + 1) if size % f == 0] or factors
    factor = rng.choice(factors) if rng.random() < 0.95 else rng.choice([0, size, size + 1])
    steps, kind, how = [factor], "split", f"by {factor}"
    form = rng.random()
    if form < 0.1 and axis not in stage.open:
        parts = rng.choice([1, 2, 3, 4, 7])
        steps, kind, how = [-(-size // parts)], "split nparts", f"nparts {parts}"
    elif form < 0.2:
        steps = [rng.choice([1, 2, 2, 3, 4]), factor]
        kind, how = "split list", f"by [{steps[0]}, {steps[1]}]"
    elif tail:
        kind = tail.replace(" tail", "split")
    line = Line(number, stage)
    handle, parts = line.axis(axis), line.handle()
    text = f"{parts}:{len(steps) + 1} = schedule.split {line.at}[{handle}] {how}{tail}"
    # A mask is for what is in the register tile.
    in_tile = tail == " tail mask" and axis == stage.looped()[-1] and rng.random() < 0.8
    if in_tile:
        line.add(text)
        mark = "unroll" if steps[-1] & steps[-1] - 1 or rng.random() < 0.2 else "vectorize"
        text = f"schedule.{mark} {line.at}[{parts}#{len(steps)}]"

    def change(model, stage):
        leaf = axis
        for step in reversed(steps):
            stage.split(leaf, step, tail)
            leaf += ".o"
        if in_tile:
            stage.register.add(axis + ".i")
    return line.step(kind, text, change)


def fuse(model, rng, number):
    stage = rng.choice(model.stages)
    if len(stage.leaves) < 2:
        return None
    where = rng.randrange(len(stage.leaves) - 1)
    a, b = stage.leaves[where:where + 2]
    if stage.kind[a] != stage.kind[b] and rng.random() < 0.9:
        return None
    if {a, b} & (stage.register | stage.parallel) and rng.random() < 0.9:
        return None
    line = Line(number, stage)

    def change(model, stage):
        where, fused = stage.leaves.index(a), f"{a}*{b}"
        stage.leaves[where:where + 2] = [fused]
        stage.kind[fused], stage.sizes[fused] = stage.kind[a], stage.size(a) * stage.size(b)
        stage.fused.add(fused)
        stage.touch()
    return line.step("fuse", f"{line.handle()} = schedule.fuse {line.at}[{line.axis(a)}, {line.axis(b)}]", change)


def reorder(model, rng, number):
    stage = rng.choice(model.stages)
    leaves = stage.leaves
    if rng.random() < 0.9:
        leaves = [n for n in stage.looped() if n not in stage.parallel]
    if len(leaves) < 2:
        return None
    chosen = rng.sample(leaves, rng.randint(2, len(leaves)))
    if rng.random() < 0.7:
        # Inner parts stay inside outer ones.
        chosen.sort(key=lambda n: n.count(".i"))
        if len(chosen) > 2 and rng.random() < 0.5:
            at = rng.randrange(len(chosen) - 1)
            chosen[at], chosen[at + 1] = chosen[at + 1], chosen[at]
    line = Line(number, stage)

    def change(model, stage):
        stage.place_leaves(chosen)
        stage.touch()
    return line.step("reorder", f"schedule.reorder {line.at}[{', '.join(line.axis(n) for n in chosen)}]", change)


def tile(model, rng, number):
    stage = pick(rng, [s for s in model.stages if len(s.plain()) > 1])
    if not stage:
        return None
    x, y = rng.sample(stage.plain(), 2)
    factors = [rng.choice([f for f in FACTORS if f <= max(stage.size(a), 2)]) for a in (x, y)]
    line = Line(number, stage)
    text = f"schedule.tile {line.at}[{line.axis(x)}, {line.axis(y)}] by {factors[0]}, {factors[1]}"

    def change(model, stage):
        for axis, factor in zip((x, y), factors):
            stage.split(axis, factor)
        stage.place_leaves([x + ".o", y + ".o", x + ".i", y + ".i"])
    return line.step("tile", f"{line.handle()}:4 = {text}", change)


def annotate(kind):
    def propose(model, rng, number):
        stage = rng.choice(model.stages)
        if not stage.leaves:
            return None
        if kind == "parallel":
            free = [n for n in stage.leaves if n not in stage.parallel]
            axis = free[0] if free else stage.leaves[0]
            if (stage.kind[axis] == "r" or stage.place) and rng.random() < 0.95:
                return None
        else:
            free = [n for n in stage.looped() if n not in stage.parallel]
            axis = free[-1] if free else stage.leaves[-1]
        if rng.random() < 0.05:
            axis = rng.choice(stage.leaves)
        line = Line(number, stage)

        def change(model, stage):
            (stage.parallel if kind == "parallel" else stage.register).add(axis)
            stage.touch()
        return line.step(kind, f"schedule.{kind} {line.at}[{line.axis(axis)}]", change)
    return propose


def bind(model, rng, number):
    stage = rng.choice(model.stages)
    # Blocks first, then threads.
    order = ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x", "vthread"]
    free = [i for i in order if i not in stage.bound.values()]
    looped = [n for n in stage.plain() if stage.kind[n] == "s"]
    if not looped or not free:
        return None
    axis, index = looped[0] if rng.random() < 0.7 else rng.choice(looped), rng.choice(free)
    line = Line(number, stage)

    def change(model, stage):
        stage.touch()
        stage.bound[axis] = index
    return line.step("bind", f"schedule.bind {line.at}[{line.axis(axis)}] to \"{index}\"", change)


def tensorize(model, rng, number):
    """Splits the axes of the intrinsic that are longer, puts the tile innermost and names the intrinsic."""
    stage = pick(rng, [s for s in model.stages if s.tile and not s.register])
    if not stage:
        return None
    intrinsic, extents = stage.tile
    line = Line(number, stage)
    outer, tile, handles, splits = list(stage.leaves), [], {}, []
    for root, size in extents.items():
        own = [n for n in outer if n == root or n.startswith(root + ".")]
        if not own or own[-1] not in stage.plain():
            return None
        axis = own[-1]
        handles[axis] = line.axis(axis)
        if stage.size(axis) == size:
            outer.remove(axis)
        else:
            parts = line.handle()
            line.add(f"{parts}:2 = schedule.split {line.at}[{handles[axis]}] by {size}")
            splits.append((axis, size))
            outer[outer.index(axis)] = axis + ".o"
            handles[axis + ".o"], handles[axis + ".i"] = parts + "#0", parts + "#1"
            axis += ".i"
        tile.append(axis)
    order = outer + tile
    line.add(f"schedule.reorder {line.at}[{', '.join(handles.get(n) or line.axis(n) for n in order)}]")

    def change(model, stage):
        for axis, size in splits:
            stage.split(axis, size)
        stage.leaves = list(order)
        stage.register |= set(tile)
        stage.touch()
    return line.step("tensorize", f"schedule.tensorize {line.at}[{handles[tile[0]]}] with @{intrinsic}", change)


def loop_partition(model, rng, number):
    stage = pick(rng, [s for s in model.stages if not s.place or rng.random() < 0.1])
    axis = pick(rng, [n for n in stage.plain() if "." not in n and "*" not in n] if stage else [])
    if not axis or stage.size(axis) < 2:
        return None
    cuts = sorted(set(rng.randint(1, stage.size(axis) - 1) for _ in range(rng.choice([1, 1, 2]))))
    line = Line(number, stage)
    return line.step("loop_partition", f"schedule.loop_partition {line.at}[{line.axis(axis)}] at {cuts}")


def specialize(model, rng, number):
    stage = pick(rng, [s for s in model.stages if s.open and (not s.place or rng.random() < 0.1)])
    axis = pick(rng, [n for n in stage.leaves if n in stage.open] if stage else [])
    if not axis:
        return None
    extent = stage.sizes[axis] if rng.random() < 0.6 else rng.choice([1, 4, 8, 16])
    line = Line(number, stage)
    return line.step("specialize", f"schedule.specialize {line.at}[{line.axis(axis)}] to {extent}")


def decompose_reduction(model, rng, number):
    stage = pick(rng, [s for s in model.stages if any(s.kind[n] == "r" for n in s.leaves)])
    if not stage:
        return None
    first = next(i for i, n in enumerate(stage.leaves) if stage.kind[n] == "r")
    legal = [n for n in stage.leaves[:first + 1] if n not in stage.register | stage.parallel]
    axis = pick(rng, legal) if rng.random() < 0.95 else rng.choice(stage.leaves)
    if not axis:
        return None
    line = Line(number, stage)
    return line.step("decompose_reduction", f"schedule.decompose_reduction {line.at} at [{line.axis(axis)}]")


def annotate_note(model, rng, number):
    stage = rng.choice(model.stages)
    axis = pick(rng, stage.looped())
    if not axis:
        return None
    line = Line(number, stage)
    key, value = rng.choice(["hint", "unroll_max", "k"]), rng.choice(["stream", "16", "x.y"])

    def change(model, stage):
        stage.touched = True
        stage.notes[axis] = key
    return line.step("annotate", f"schedule.annotate {line.at}[{line.axis(axis)}] with \"{key}\" = \"{value}\"", change)


def unannotate(model, rng, number):
    pair = pick(rng, [(s, axis) for s in model.stages for axis in s.notes if axis in s.leaves])
    if not pair:
        return None
    stage, axis = pair
    line = Line(number, stage)
    return line.step("unannotate", f"schedule.unannotate {line.at}[{line.axis(axis)}] \"{stage.notes[axis]}\"",
                     lambda model, stage: stage.notes.pop(axis))
