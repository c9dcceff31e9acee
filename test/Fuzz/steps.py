"""Random steps of the primitives beside those of schedules.py.

Each function proposes one step of a primitive for a model of a kernel, or None.
"""
import copy

from schedules import FACTORS, StageModel, Step, Writer


def pick(rng, items):
    return rng.choice(items) if items else None


def tile(model, rng, number):
    stage = pick(rng, [s for s in model.stages if len(s.plain()) > 1])
    if not stage:
        return None
    x, y = rng.sample(stage.plain(), 2)
    factors = [rng.choice([f for f in FACTORS if f <= max(stage.sizes.get(a, 8), 2)]) for a in (x, y)]
    w = Writer(number)
    s = w.stage(stage.name)
    text = w.line(f"{w.name()}:4 = schedule.tile {s}[{w.axis(s, x)}, {w.axis(s, y)}] by {factors[0]}, {factors[1]}")
    name = stage.name

    def apply(model):
        stage = model.find(name)
        for axis, factor in zip((x, y), factors):
            stage.split(axis, factor)
        order = [x + ".o", y + ".o", x + ".i", y + ".i"]
        for place, leaf in zip(sorted(stage.leaves.index(n) for n in order), order):
            stage.leaves[place] = leaf
    return Step("tile", text, apply)


def loop_partition(model, rng, number):
    stage = pick(rng, [s for s in model.stages if not s.place or rng.random() < 0.1])
    roots = [n for n in stage.plain() if "." not in n and "*" not in n] if stage else []
    if not roots:
        return None
    axis = rng.choice(roots)
    size = stage.sizes.get(axis, 8)
    if size < 2:
        return None
    cuts = sorted(set(rng.randint(1, size - 1) for _ in range(rng.choice([1, 1, 2]))))
    w = Writer(number)
    s = w.stage(stage.name)
    return Step("loop_partition", w.line(f"schedule.loop_partition {s}[{w.axis(s, axis)}] at {cuts}"),
                touch(stage.name))


def touch(name, **fields):
    def apply(model):
        stage = model.find(name)
        stage.touched = True
        for key, value in fields.items():
            setattr(stage, key, value)
    return apply


def specialize(model, rng, number):
    stage = pick(rng, [s for s in model.stages if s.open and (not s.place or rng.random() < 0.1)])
    axes = [n for n in stage.leaves if n in stage.open] if stage else []
    if not axes:
        return None
    axis = rng.choice(axes)
    extent = stage.sizes[axis] if rng.random() < 0.6 else rng.choice([1, 4, 8, 16])
    w = Writer(number)
    s = w.stage(stage.name)
    return Step("specialize", w.line(f"schedule.specialize {s}[{w.axis(s, axis)}] to {extent}"), touch(stage.name))


def decompose_reduction(model, rng, number):
    stage = pick(rng, [s for s in model.stages if any(s.kind[n] == "r" for n in s.leaves)])
    if not stage:
        return None
    first = next(i for i, n in enumerate(stage.leaves) if stage.kind[n] == "r")
    legal = [n for n in stage.leaves[:first + 1] if n not in stage.register | stage.parallel]
    axis = pick(rng, legal) if rng.random() < 0.95 else rng.choice(stage.leaves)
    if not axis:
        return None
    w = Writer(number)
    s = w.stage(stage.name)
    return Step("decompose_reduction", w.line(f"schedule.decompose_reduction {s} at [{w.axis(s, axis)}]"),
                touch(stage.name))


def annotate_note(model, rng, number):
    stage = rng.choice(model.stages)
    looped = [n for n in stage.leaves if n not in stage.register]
    axis = pick(rng, looped)
    if not axis:
        return None
    w = Writer(number)
    s = w.stage(stage.name)
    key, value = rng.choice(["hint", "unroll_max", "k"]), rng.choice(["stream", "16", "x.y"])
    text = w.line(f"schedule.annotate {s}[{w.axis(s, axis)}] with \"{key}\" = \"{value}\"")
    name = stage.name

    def apply(model):
        stage = model.find(name)
        stage.touched = True
        stage.notes[axis] = key
    return Step("annotate", text, apply)


def unannotate(model, rng, number):
    pairs = [(s, axis) for s in model.stages for axis in s.notes if axis in s.leaves]
    if not pairs:
        return None
    stage, axis = rng.choice(pairs)
    w = Writer(number)
    s = w.stage(stage.name)
    text = w.line(f"schedule.unannotate {s}[{w.axis(s, axis)}] \"{stage.notes[axis]}\"")
    name = stage.name

    def apply(model):
        model.find(name).notes.pop(axis)
    return Step("unannotate", text, apply)


def set_scope(model, rng, number):
    stage = pick(rng, [s for s in model.stages if s.place and s.place[0] not in ("inline", "root")]) \
        if rng.random() < 0.9 else rng.choice(model.stages)
    if not stage:
        return None
    w = Writer(number)
    scope = rng.choice(["global", "shared", "local"])
    return Step("set_scope", w.line(f"schedule.set_scope {w.stage(stage.name)} to \"{scope}\""), touch(stage.name))


def double_buffer(model, rng, number):
    stage = pick(rng, [s for s in model.stages if s.place and s.place[0] not in ("inline", "root")])
    if not stage:
        return None
    w = Writer(number)
    return Step("double_buffer", w.line(f"schedule.double_buffer {w.stage(stage.name)}"), touch(stage.name))


def storage_align(model, rng, number):
    stage = pick(rng, [s for s in model.stages if len(s.spatial) > 1 and (not s.is_result or rng.random() < 0.05)])
    if not stage:
        return None
    axis = stage.spatial[-2]
    if axis not in stage.leaves:
        return None
    factor = rng.choice([2, 4, 8, 16, 32])
    offset = rng.choice(["", "", f" offset {rng.randrange(factor)}"])
    w = Writer(number)
    s = w.stage(stage.name)
    return Step("storage_align", w.line(f"schedule.storage_align {s}[{w.axis(s, axis)}] by {factor}{offset}"),
                touch(stage.name))


def rfactor(model, rng, number):
    stage = pick(rng, [s for s in model.stages if s.reduction and (not s.touched or s.only_splits in s.reduction)])
    if not stage:
        return None
    root = stage.only_splits or rng.choice(stage.reduction)
    leaves = [n for n in stage.leaves if n == root or n.startswith(root + ".")]
    axis = pick(rng, leaves)
    if not axis:
        return None
    w = Writer(number)
    s = w.stage(stage.name)
    text = w.line(f"{w.name()} = schedule.rfactor {s}[{w.axis(s, axis)}]")
    name = stage.name

    def apply(model):
        stage = model.find(name)
        plain = lambda n: n.replace(".", "_")
        rest = [n for r in stage.reduction for n in ([m for m in leaves if m != axis] if r == root else [r])]
        partial = StageModel(model.unique(name + ".rf"), [plain(axis)] + stage.spatial,
                             [plain(n) for n in rest], stage.sources, False)
        partial.sizes = {plain(n): stage.sizes.get(n, 8) for n in [axis] + stage.spatial + rest}
        partial.open = {n for n in stage.open if n in partial.leaves}
        model.stages.insert(model.stages.index(stage), partial)
        new = StageModel(name, stage.spatial, [plain(axis)], [partial.name], stage.is_result)
        new.sizes = {plain(n): stage.sizes.get(n, 8) for n in [axis] + stage.spatial}
        new.open = {n for n in stage.open if n in new.leaves}
        model.stages[model.stages.index(stage)] = new
    return Step("rfactor", text, apply)


def pad_axis(model, rng, number):
    stages = [s for s in model.stages if not s.touched and (s.reduction or not s.is_result)]
    stage = pick(rng, stages)
    if not stage:
        return None
    axes = stage.reduction if stage.is_result else stage.spatial + stage.reduction
    axis = pick(rng, [a for a in axes if a not in stage.open])
    if not axis:
        return None
    size = stage.sizes.get(axis, 8)
    multiple = pick(rng, [m for m in (2, 3, 4, 8, 16) if size % m]) or 5
    w = Writer(number)
    s = w.stage(stage.name)
    text = w.line(f"schedule.pad_axis {s}[{w.axis(s, axis)}] to {multiple}")
    name = stage.name

    def apply(model):
        model.find(name).sizes[axis] = -(-size // multiple) * multiple
    return Step("pad_axis", text, apply)


def reverse_compute_at(model, rng, number):
    stages = [s for s in model.stages if not s.touched and not s.place and not s.reduction
              and any(isinstance(t, str) for t in s.sources)]
    stage = pick(rng, stages)
    if not stage:
        return None
    producer = model.find(rng.choice([t for t in stage.sources if isinstance(t, str)]))
    count = next((i for i, n in enumerate(producer.leaves) if producer.kind[n] == "r" or n in producer.register),
                 len(producer.leaves))
    if not count:
        return None
    axis = producer.leaves[rng.randrange(count)]
    w = Writer(number)
    s, p = w.stage(stage.name), w.stage(producer.name)
    text = w.line(f"schedule.reverse_compute_at {s} at {p}[{w.axis(p, axis)}]")
    name, other = stage.name, producer.name

    def apply(model):
        # The names of the moved axes follow from those of the stage, which differ: it is
        # left alone from here on.
        stage, producer = model.find(name), model.find(other)
        outer = producer.leaves[:producer.leaves.index(axis) + 1]
        moved = {n: n for n in outer}
        if stage.spatial == producer.spatial:
            for n in list(producer.history):
                if any(o == n[0] + ".o" or o == n[0] + ".i" or o.startswith(n[0] + ".") for o in outer):
                    if n[0] in stage.leaves:
                        stage.split(n[0], n[1])
            order = [moved[n] for n in outer if n in stage.leaves]
            stage.leaves = order + [n for n in stage.leaves if n not in order]
            stage.parallel = {n for n in producer.parallel if n in stage.leaves}
        else:
            stage.leaves = []
        producer.parallel = set()
        stage.touched = producer.touched = True
        producer.place = (name, axis)
    return Step("reverse_compute_at", text, apply)


def bind(model, rng, number):
    stage = rng.choice(model.stages)
    # Blocks first, then threads.
    taken = {i for _, i in stage.bound.items()}
    order = ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x", "vthread"]
    free = [i for i in order if i not in taken]
    looped = [n for n in stage.leaves if n not in stage.register | stage.parallel | set(stage.bound) and stage.kind[n] == "s"]
    if not looped or not free:
        return None
    axis, index = looped[0] if rng.random() < 0.7 else rng.choice(looped), rng.choice(free)
    w = Writer(number)
    s = w.stage(stage.name)
    text = w.line(f"schedule.bind {s}[{w.axis(s, axis)}] to \"{index}\"")
    name = stage.name

    def apply(model):
        stage = model.find(name)
        stage.touched, stage.only_splits = True, None
        stage.bound[axis] = index
    return Step("bind", text, apply)
