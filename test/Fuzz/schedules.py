"""Random sequences of schedule primitives.

A sequence is a list of steps; each is one line of text with all handles that it
needs, so that a step that is refused can be left out alone. The model of a kernel
follows what accepted steps do to names of axes and stages, so that most proposals
make sense; what is legal is for the compiler to say.
"""
import copy

from program import Open

FACTORS = [1, 2, 3, 4, 4, 5, 7, 8, 8, 13, 16, 16, 32]


class StageModel:
    def __init__(self, name, spatial, reduction, sources, is_result):
        self.name, self.leaves = name, list(spatial) + list(reduction)
        self.spatial, self.reduction = list(spatial), list(reduction)
        self.sizes = {}
        self.kind = {n: "s" for n in spatial} | {n: "r" for n in reduction}
        self.register, self.parallel, self.fused = set(), set(), set()
        self.sources, self.is_result, self.place, self.touched = list(sources), is_result, None, False
        # The one root that was split, where nothing else was done; all splits; keys on axes;
        # roots of an extent known only at run time.
        self.only_splits, self.history, self.notes, self.open = None, [], {}, set()
        self.has_tail, self.bound = False, {}

    def plain(self):
        """Leaves that can be split or fused."""
        return [n for n in self.leaves if n not in self.register | self.parallel | set(self.bound)]

    def split(self, axis, factor):
        where, size = self.leaves.index(axis), self.sizes.get(axis, 8)
        self.has_tail |= factor > 0 and size % factor != 0 or axis in self.open
        root = axis.split(".")[0]
        self.only_splits = root if not self.touched or self.only_splits == root else None
        self.leaves[where:where + 1] = [axis + ".o", axis + ".i"]
        for part in (".o", ".i"):
            self.kind[axis + part] = self.kind[axis]
        self.sizes[axis + ".o"], self.sizes[axis + ".i"] = -(-size // max(factor, 1)), min(factor, size)
        self.history.append((axis, factor))
        self.touched = True


class Model:
    """The stages of a kernel in program order."""

    def __init__(self, kernel):
        self.stages = []
        self.operands = {t.operand: t for t in kernel.operands}
        results = {t.ssa for t in kernel.results}
        for stage in kernel.stages:
            sources = [s.stage if s.stage else s.operand for s in stage.sources]
            model = StageModel(stage.name, [n for n, _ in stage.spatial], [n for n, _ in stage.reduction],
                               sources, stage.tensor.ssa in results)
            model.sizes = dict(stage.spatial + stage.reduction)
            model.open = {n for n, e in stage.spatial + stage.reduction if isinstance(e, Open)}
            self.stages.append(model)

    @property
    def has_tail(self):
        return any(s.has_tail for s in self.stages)

    def find(self, name):
        return next(s for s in self.stages if s.name == name)

    def names(self):
        return [s.name for s in self.stages]

    def unique(self, name):
        result, suffix = name, 1
        while result in self.names():
            result, suffix = f"{name}_{suffix}", suffix + 1
        return result

    def readers(self, name):
        return [s for s in self.stages if name in s.sources]


class Step:
    """A line of text, and what it does to a model."""

    def __init__(self, kind, text, apply):
        self.kind, self.text, self.apply = kind, text, apply


class Writer:
    """The handles of one line. `number` makes its names unique."""

    def __init__(self, number):
        self.number, self.count, self.parts = number, 0, []

    def name(self):
        self.count += 1
        return f"%h{self.number}_{self.count}"

    def stage(self, name):
        handle = self.name()
        self.parts.append(f"{handle} = schedule.stage %k[\"{name}\"] : !transform.any_op")
        return handle

    def axis(self, stage, name):
        handle = self.name()
        self.parts.append(f"{handle} = schedule.axis {stage}[\"{name}\"]")
        return handle

    def line(self, text):
        return "  ".join(self.parts + [text])


def split(model, rng, number):
    stage = rng.choice(model.stages)
    if not stage.plain():
        return None
    axis = rng.choice(stage.plain())
    size = stage.sizes.get(axis, 8)
    if size == 1 and rng.random() < 0.8:
        return None
    factors = [f for f in FACTORS if f <= max(size, 2)]
    if axis in stage.fused and rng.random() < 0.9:
        factors = [f for f in range(1, size + 1) if size % f == 0] or factors
    factor = rng.choice(factors) if rng.random() < 0.95 else rng.choice([0, size, size + 1])
    tail = rng.choice(["", "", "", "", "", "", " tail guard", " tail guard", " tail shift", " tail shift"])
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
    w = Writer(number)
    s = w.stage(stage.name)
    a = w.axis(s, axis)
    text = w.line(f"{w.name()}:{len(steps) + 1} = schedule.split {s}[{a}] {how}{tail}")
    name = stage.name

    def apply(model):
        stage, leaf = model.find(name), axis
        for step in reversed(steps):
            stage.split(leaf, step)
            leaf += ".o"
    return Step(kind, text, apply)


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
    w = Writer(number)
    s = w.stage(stage.name)
    text = w.line(f"{w.name()} = schedule.fuse {s}[{w.axis(s, a)}, {w.axis(s, b)}]")
    name = stage.name

    def apply(model):
        stage = model.find(name)
        where = stage.leaves.index(a)
        stage.leaves[where:where + 2] = [f"{a}*{b}"]
        stage.kind[f"{a}*{b}"] = stage.kind[a]
        stage.fused.add(f"{a}*{b}")
        stage.sizes[f"{a}*{b}"] = stage.sizes.get(a, 8) * stage.sizes.get(b, 8)
        stage.touched, stage.only_splits = True, None
    return Step("fuse", text, apply)


def reorder(model, rng, number):
    stage = rng.choice(model.stages)
    leaves = stage.leaves
    if rng.random() < 0.9:
        leaves = [n for n in leaves if n not in stage.register | stage.parallel]
    if len(leaves) < 2:
        return None
    chosen = rng.sample(leaves, rng.randint(2, len(leaves)))
    if rng.random() < 0.7:
        # Inner parts stay inside outer ones.
        chosen.sort(key=lambda n: n.count(".i"))
        if len(chosen) > 2 and rng.random() < 0.5:
            at = rng.randrange(len(chosen) - 1)
            chosen[at], chosen[at + 1] = chosen[at + 1], chosen[at]
    w = Writer(number)
    s = w.stage(stage.name)
    text = w.line(f"schedule.reorder {s}[{', '.join(w.axis(s, n) for n in chosen)}]")
    name = stage.name

    def apply(model):
        stage = model.find(name)
        places = sorted(stage.leaves.index(n) for n in chosen)
        for place, n in zip(places, chosen):
            stage.leaves[place] = n
        stage.touched, stage.only_splits = True, None
    return Step("reorder", text, apply)


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
            free = [n for n in stage.leaves if n not in stage.register | stage.parallel]
            axis = free[-1] if free else stage.leaves[-1]
        if rng.random() < 0.05:
            axis = rng.choice(stage.leaves)
        w = Writer(number)
        s = w.stage(stage.name)
        text = w.line(f"schedule.{kind} {s}[{w.axis(s, axis)}]")
        name = stage.name

        def apply(model):
            stage = model.find(name)
            (stage.parallel if kind == "parallel" else stage.register).add(axis)
            stage.touched, stage.only_splits = True, None
        return Step(kind, text, apply)
    return propose


def compute_at(model, rng, number):
    stage = rng.choice(model.stages)
    readers = model.readers(stage.name)
    if not readers or stage.is_result and rng.random() < 0.98:
        return None
    consumer = rng.choice(readers) if rng.random() < 0.9 else rng.choice(model.stages)
    # The stage that reads may be inside another itself.
    while consumer.place and consumer.place[0] not in ("inline", "root") and rng.random() < 0.4:
        consumer = model.find(consumer.place[0])
    leaves = [n for n in consumer.leaves if n not in consumer.register] or consumer.leaves
    if not leaves:
        return None
    axis = rng.choice(leaves)
    w = Writer(number)
    s, c = w.stage(stage.name), w.stage(consumer.name)
    text = w.line(f"schedule.compute_at {s} at {c}[{w.axis(c, axis)}]")
    name, place = stage.name, (consumer.name, axis)

    def apply(model):
        model.find(name).place = place
    return Step("compute_at", text, apply)


def compute_inline(model, rng, number):
    stage = rng.choice(model.stages)
    if (stage.reduction or stage.is_result) and rng.random() < 0.97:
        return None
    w = Writer(number)
    text = w.line(f"schedule.compute_inline {w.stage(stage.name)}")
    name = stage.name

    def apply(model):
        model.find(name).place = ("inline", "")
    return Step("compute_inline", text, apply)


def compute_root(model, rng, number):
    placed = [s for s in model.stages if s.place]
    if not placed:
        return None
    w = Writer(number)
    name = rng.choice(placed).name
    text = w.line(f"schedule.compute_root {w.stage(name)}")

    def apply(model):
        model.find(name).place = None
    return Step("compute_root", text, apply)


def cache_read(model, rng, number):
    stage = rng.choice(model.stages)
    if not stage.sources:
        return None
    source = rng.choice(stage.sources)
    w = Writer(number)
    s = w.stage(stage.name)
    if isinstance(source, str):
        text = w.line(f"{w.name()} = schedule.cache_read {s} reads {w.stage(source)}")
        base, axes = source, list(model.find(source).spatial)
        sizes = {n: model.find(source).sizes.get(n, 8) for n in axes}
    else:
        text = w.line(f"{w.name()} = schedule.cache_read {s} reads operand {source}")
        base, axes = f"arg{source}", [f"d{d}" for d in range(len(model.operands[source].shape))]
        sizes = dict(zip(axes, model.operands[source].shape))
    name = stage.name

    def apply(model):
        stage = model.find(name)
        cache = StageModel(model.unique(base + ".cache"), axes, [], [source], False)
        cache.sizes = sizes
        stage.sources = [cache.name if t == source else t for t in stage.sources]
        model.stages.insert(model.stages.index(stage), cache)
    return Step("cache_read", text, apply)


def cache_write(model, rng, number):
    stage = rng.choice(model.stages)
    if stage.touched and rng.random() < 0.95:
        return None
    w = Writer(number)
    text = w.line(f"{w.name()} = schedule.cache_write {w.stage(stage.name)}")
    name = stage.name

    def apply(model):
        stage = model.find(name)
        cache = copy.deepcopy(stage)
        cache.name, cache.is_result = model.unique(name + ".cache"), False
        model.stages.insert(model.stages.index(stage), cache)
        stage.leaves, stage.reduction, stage.sources = list(stage.spatial), [], [cache.name]
        stage.open &= set(stage.leaves)
    return Step("cache_write", text, apply)


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
    w = Writer(number)
    s = w.stage(stage.name)
    if isinstance(source, str):
        producer = model.find(source)
        names = list(producer.spatial)
        shape = [producer.sizes.get(n, 8) for n in names]
        what = w.stage(source)
    else:
        shape, names = model.operands[source].shape, []
        what = f"operand {source}"
    if not shape:
        return None
    digits = [(d, 1, "") for d in range(len(shape))]
    for _ in range(rng.choice([0, 1, 1, 2])):
        d = rng.randrange(len(shape))
        if any(t[0] == d and t[1] != 1 for t in digits):
            continue
        divisors = [f for f in range(2, shape[d]) if shape[d] % f == 0]
        free = not isinstance(source, str) or rng.random() < 0.05
        block = rng.choice([4, 8, 16, 3]) if free or not divisors else rng.choice(divisors)
        digits = [t for t in digits if t[0] != d] + [(d, block, "o"), (d, block, "i")]
    order = list(digits)
    if rng.random() < 0.5:
        rng.shuffle(order)
    else:
        order.sort(key=lambda t: (t[2] == "i", t[0]))
    exprs = {"": "d{0}", "o": "d{0} floordiv {1}", "i": "d{0} mod {1}"}
    results = ", ".join(exprs[part].format(d, block) for d, block, part in order)
    dims = ", ".join(f"d{d}" for d in range(len(shape)))
    text = w.line(f"schedule.transform_layout {s} reads {what} by affine_map<({dims}) -> ({results})>")

    def apply(model):
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
    return Step("transform_layout", text, apply)
