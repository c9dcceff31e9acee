"""Random steps that say where stages are computed and kept, and those that make new stages.

Each function proposes one step of a primitive for a model of a kernel, or None.
"""
import copy

from model import Line, StageModel, pick


def compute_at(model, rng, number):
    stage = rng.choice(model.stages)
    readers = model.readers(stage.name)
    if not readers or stage.is_result and rng.random() < 0.98:
        return None
    consumer = rng.choice(readers) if rng.random() < 0.9 else rng.choice(model.stages)
    # The stage that reads may be inside another itself.
    while consumer.is_attached and rng.random() < 0.4:
        consumer = model.find(consumer.place[0])
    axis = pick(rng, consumer.looped() or consumer.leaves)
    if not axis:
        return None
    line = Line(number, stage)
    other, place = line.stage(consumer.name), (consumer.name, axis)

    def change(model, stage):
        stage.place = place
    return line.step("compute_at", f"schedule.compute_at {line.at} at {other}[{line.axis(axis, other)}]", change)


def compute_inline(model, rng, number):
    stage = rng.choice(model.stages)
    if (stage.reduction or stage.is_result) and rng.random() < 0.97:
        return None
    line = Line(number, stage)

    def change(model, stage):
        stage.place = ("inline", "")
    return line.step("compute_inline", f"schedule.compute_inline {line.at}", change)


def compute_root(model, rng, number):
    stage = pick(rng, [s for s in model.stages if s.place])
    if not stage:
        return None
    line = Line(number, stage)

    def change(model, stage):
        stage.place = None
    return line.step("compute_root", f"schedule.compute_root {line.at}", change)


def reverse_compute_at(model, rng, number):
    stage = pick(rng, [s for s in model.stages if not s.touched and not s.place and not s.reduction
                       and any(isinstance(t, str) for t in s.sources)])
    if not stage:
        return None
    producer = model.find(rng.choice([t for t in stage.sources if isinstance(t, str)]))
    count = next((i for i, n in enumerate(producer.leaves) if producer.kind[n] == "r" or n in producer.register),
                 len(producer.leaves))
    if not count:
        return None
    axis = producer.leaves[rng.randrange(count)]
    line, producer_name = Line(number, stage), producer.name
    other = line.stage(producer_name)

    def change(model, stage):
        # The names of the moved axes follow from those of the stage, which differ: it is
        # left alone from here on.
        producer = model.find(producer_name)
        outer = producer.leaves[:producer.leaves.index(axis) + 1]
        if stage.spatial == producer.spatial:
            for name, factor in list(producer.history):
                if any(o in (name + ".o", name + ".i") or o.startswith(name + ".") for o in outer) \
                        and name in stage.leaves:
                    stage.split(name, factor)
            order = [n for n in outer if n in stage.leaves]
            stage.leaves = order + [n for n in stage.leaves if n not in order]
            stage.parallel = {n for n in producer.parallel if n in stage.leaves}
        else:
            stage.leaves = []
        producer.parallel = set()
        stage.touched = producer.touched = True
        producer.place = (stage.name, axis)
    return line.step("reverse_compute_at", f"schedule.reverse_compute_at {line.at} at {other}[{line.axis(axis, other)}]",
                     change)


def double_buffer(model, rng, number):
    stage = pick(rng, [s for s in model.stages if s.is_attached])
    if not stage:
        return None
    line = Line(number, stage)
    return line.step("double_buffer", f"schedule.double_buffer {line.at}")


def set_scope(model, rng, number):
    attached = [s for s in model.stages if s.is_attached]
    stage = pick(rng, attached) if rng.random() < 0.9 else rng.choice(model.stages)
    if not stage:
        return None
    line = Line(number, stage)
    scope = rng.choice(["global", "shared", "local"])
    return line.step("set_scope", f"schedule.set_scope {line.at} to \"{scope}\"")


def storage_align(model, rng, number):
    stage = pick(rng, [s for s in model.stages if len(s.spatial) > 1 and (not s.is_result or rng.random() < 0.05)])
    if not stage or stage.spatial[-2] not in stage.leaves:
        return None
    factor = rng.choice([2, 4, 8, 16, 32])
    offset = rng.choice(["", "", f" offset {rng.randrange(factor)}"])
    line = Line(number, stage)
    axis = line.axis(stage.spatial[-2])
    return line.step("storage_align", f"schedule.storage_align {line.at}[{axis}] by {factor}{offset}")


def cache_read(model, rng, number):
    stage = rng.choice(model.stages)
    if not stage.sources:
        return None
    source = rng.choice(stage.sources)
    line = Line(number, stage)
    if isinstance(source, str):
        read, base, axes = line.stage(source), source, list(model.find(source).spatial)
        sizes = {n: model.find(source).size(n) for n in axes}
    else:
        shape = model.operands[source].shape
        read, base, axes = f"operand {source}", f"arg{source}", [f"d{d}" for d in range(len(shape))]
        sizes = dict(zip(axes, shape))

    def change(model, stage):
        cache = StageModel(model.unique(base + ".cache"), axes, [], [source], False)
        cache.sizes = dict(sizes)
        stage.sources = [cache.name if t == source else t for t in stage.sources]
        model.insert_before(stage, cache)
    return line.step("cache_read", f"{line.handle()} = schedule.cache_read {line.at} reads {read}", change)


def cache_write(model, rng, number):
    stage = rng.choice(model.stages)
    if stage.touched and rng.random() < 0.95:
        return None
    line = Line(number, stage)

    def change(model, stage):
        cache = copy.deepcopy(stage)
        cache.name, cache.is_result = model.unique(stage.name + ".cache"), False
        model.insert_before(stage, cache)
        stage.leaves, stage.reduction, stage.sources = list(stage.spatial), [], [cache.name]
        stage.open &= set(stage.leaves)
        stage.tile = None
    return line.step("cache_write", f"{line.handle()} = schedule.cache_write {line.at}", change)


def rfactor(model, rng, number):
    stage = pick(rng, [s for s in model.stages if s.reduction and (not s.touched or s.only_splits in s.reduction)])
    if not stage:
        return None
    root = stage.only_splits or rng.choice(stage.reduction)
    leaves = [n for n in stage.leaves if n == root or n.startswith(root + ".")]
    axis = pick(rng, leaves)
    if not axis:
        return None
    line = Line(number, stage)

    def change(model, stage):
        plain = lambda n: n.replace(".", "_")
        rest = [n for r in stage.reduction for n in ([m for m in leaves if m != axis] if r == root else [r])]
        partial = StageModel(model.unique(stage.name + ".rf"), [plain(axis)] + stage.spatial,
                             [plain(n) for n in rest], stage.sources, False)
        partial.sizes = {plain(n): stage.size(n) for n in [axis] + stage.spatial + rest}
        partial.open = {n for n in stage.open if n in partial.leaves}
        model.insert_before(stage, partial)
        new = StageModel(stage.name, stage.spatial, [plain(axis)], [partial.name], stage.is_result)
        new.sizes = {plain(n): stage.size(n) for n in [axis] + stage.spatial}
        new.open = {n for n in stage.open if n in new.leaves}
        model.stages[model.stages.index(stage)] = new
    return line.step("rfactor", f"{line.handle()} = schedule.rfactor {line.at}[{line.axis(axis)}]", change)


def pad_axis(model, rng, number):
    stage = pick(rng, [s for s in model.stages if not s.touched and (s.reduction or not s.is_result)])
    if not stage:
        return None
    axes = stage.reduction if stage.is_result else stage.spatial + stage.reduction
    axis = pick(rng, [a for a in axes if a not in stage.open])
    if not axis:
        return None
    size = stage.size(axis)
    multiple = pick(rng, [m for m in (2, 3, 4, 8, 16) if size % m]) or 5
    line = Line(number, stage)

    def change(model, stage):
        stage.sizes[axis] = -(-size // multiple) * multiple
    return line.step("pad_axis", f"schedule.pad_axis {line.at}[{line.axis(axis)}] to {multiple}", change)


def has_layout_free(model, source):
    """Whether a source's layout can be changed, as far as the model knows."""
    if isinstance(source, str):
        producer = model.find(source)
        return not (producer.touched or producer.is_result)
    return model.operands[source].free


def transform_layout(model, rng, number):
    pairs = [(stage, source) for stage in model.stages for source in stage.sources]
    free = [pair for pair in pairs if has_layout_free(model, pair[1])]
    if rng.random() < 0.05:
        free = pairs
    if not free:
        return None
    stage, source = rng.choice(free)
    line = Line(number, stage)
    if isinstance(source, str):
        producer = model.find(source)
        names = list(producer.spatial)
        shape = [producer.size(n) for n in names]
        read = line.stage(source)
    else:
        shape, names, read = model.operands[source].shape, [], f"operand {source}"
    if not shape:
        return None
    digits = [(d, 1, "") for d in range(len(shape))]
    for _ in range(rng.choice([0, 1, 1, 2])):
        d = rng.randrange(len(shape))
        if any(t[0] == d and t[1] != 1 for t in digits):
            continue
        divisors = [f for f in range(2, shape[d]) if shape[d] % f == 0]
        is_free = not isinstance(source, str) or rng.random() < 0.05
        block = rng.choice([4, 8, 16, 3]) if is_free or not divisors else rng.choice(divisors)
        digits = [t for t in digits if t[0] != d] + [(d, block, "o"), (d, block, "i")]
    order = list(digits)
    if rng.random() < 0.5:
        rng.shuffle(order)
    else:
        order.sort(key=lambda t: (t[2] == "i", t[0]))
    exprs = {"": "d{0}", "o": "d{0} floordiv {1}", "i": "d{0} mod {1}"}
    results = ", ".join(exprs[part].format(d, block) for d, block, part in order)
    dims = ", ".join(f"d{d}" for d in range(len(shape)))

    def change(model, stage):
        if not isinstance(source, str):
            return
        producer = model.find(source)
        spatial, sizes = [], dict(producer.sizes)
        for d, block, part in order:
            name = names[d] + {"": "", "o": "0", "i": "1"}[part]
            while name in spatial + producer.reduction:
                name += "_"
            spatial.append(name)
            sizes[name] = {"": shape[d], "o": -(-shape[d] // block), "i": block}[part]
        producer.spatial, producer.sizes = spatial, sizes
        producer.leaves = spatial + producer.reduction
        producer.kind = {n: "s" for n in spatial} | {n: "r" for n in producer.reduction}
    return line.step("transform_layout", f"schedule.transform_layout {line.at} reads {read} by "
                     f"affine_map<({dims}) -> ({results})>", change)
