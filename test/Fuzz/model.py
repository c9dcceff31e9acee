"""What random schedules know of a kernel: its stages and their axes.

The model follows what accepted steps do to names of axes and stages, so that most
proposals make sense; what is legal is for the compiler to say.
"""
from program import Open

FACTORS = [1, 2, 3, 4, 4, 5, 7, 8, 8, 13, 16, 16, 32]


def pick(rng, items):
    return rng.choice(items) if items else None


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
        # Inner parts of splits whose tails are masked; the intrinsic of the formula.
        self.masked, self.tile = set(), None

    @property
    def has_masks(self):
        return bool(self.masked & self.register)

    @property
    def is_attached(self):
        return bool(self.place) and self.place[0] not in ("inline", "root")

    def size(self, axis):
        return self.sizes.get(axis, 8)

    def looped(self):
        return [n for n in self.leaves if n not in self.register]

    def plain(self):
        """Leaves that can be split or fused."""
        return [n for n in self.looped() if n not in self.parallel | set(self.bound)]

    def touch(self):
        self.touched, self.only_splits = True, None

    def place_leaves(self, order):
        """Puts some leaves into the places that they hold together."""
        for place, leaf in zip(sorted(self.leaves.index(n) for n in order), order):
            self.leaves[place] = leaf

    def split(self, axis, factor, tail=""):
        where, size = self.leaves.index(axis), self.size(axis)
        is_whole = size % max(factor, 1) == 0 and axis not in self.open
        self.has_tail |= not is_whole
        if tail == " tail mask" and not is_whole:
            self.masked.add(axis + ".i")
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
            model.tile = stage.tile
            self.stages.append(model)

    @property
    def has_tail(self):
        return any(s.has_tail for s in self.stages)

    @property
    def has_masks(self):
        return any(s.has_masks for s in self.stages)

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

    def insert_before(self, stage, new):
        self.stages.insert(self.stages.index(stage), new)


class Step:
    """A line of text, and what it does to a model."""

    def __init__(self, kind, text, apply):
        self.kind, self.text, self.apply = kind, text, apply


class Line:
    """A step on one stage as text: the handles that it needs, then the operation, so that a step
    that is refused can be left out alone. `number` makes names unique."""

    def __init__(self, number, stage):
        self.number, self.count, self.parts, self.name = number, 0, [], stage.name
        self.at = self.stage(stage.name)

    def handle(self):
        self.count += 1
        return f"%h{self.number}_{self.count}"

    def stage(self, name):
        handle = self.handle()
        self.parts.append(f"{handle} = schedule.stage %k[\"{name}\"] : !transform.any_op")
        return handle

    def axis(self, name, of=None):
        handle = self.handle()
        self.parts.append(f"{handle} = schedule.axis {of or self.at}[\"{name}\"]")
        return handle

    def add(self, text):
        self.parts.append(text)

    def step(self, kind, text, change=None):
        """The operation ends the line. `change(model, stage)` is what it does to a model; without
        it the stage only counts as touched."""
        name = self.name

        def apply(model):
            stage = model.find(name)
            if change:
                change(model, stage)
            else:
                stage.touched = True
        return Step(kind, "  ".join(self.parts + [text]), apply)
