"""Sequences of random steps: which primitives, in which phase, and what was refused."""
import copy

import axes
import places
from model import Model

# The function that proposes a step, for each primitive.
PRIMITIVES = {
    "split": axes.split, "fuse": axes.fuse, "reorder": axes.reorder, "tile": axes.tile,
    "vectorize": axes.annotate("vectorize"), "unroll": axes.annotate("unroll"), "parallel": axes.annotate("parallel"),
    "bind": axes.bind, "tensorize": axes.tensorize, "loop_partition": axes.loop_partition,
    "specialize": axes.specialize, "decompose_reduction": axes.decompose_reduction, "annotate": axes.annotate_note,
    "unannotate": axes.unannotate, "compute_at": places.compute_at, "compute_inline": places.compute_inline,
    "compute_root": places.compute_root, "reverse_compute_at": places.reverse_compute_at,
    "double_buffer": places.double_buffer, "set_scope": places.set_scope, "storage_align": places.storage_align,
    "cache_read": places.cache_read, "cache_write": places.cache_write, "rfactor": places.rfactor,
    "pad_axis": places.pad_axis, "transform_layout": places.transform_layout}

# Weights of the primitives early, in the middle, late in a sequence.
PHASES = [
    {"cache_read": 3, "cache_write": 5, "transform_layout": 6, "compute_inline": 4, "split": 2, "rfactor": 5,
     "pad_axis": 5},
    {"split": 8, "tile": 2, "reorder": 5, "fuse": 4, "compute_at": 3, "compute_inline": 3, "loop_partition": 2,
     "specialize": 5, "reverse_compute_at": 3, "rfactor": 2, "cache_read": 0.5, "bind": 0.5, "tensorize": 4},
    {"compute_at": 10, "reorder": 2, "split": 1, "compute_root": 2.5, "decompose_reduction": 4, "storage_align": 2,
     "set_scope": 2, "reverse_compute_at": 2, "double_buffer": 6, "compute_inline": 2, "cache_read": 0.7, "tile": 1.5,
     "loop_partition": 1.5, "specialize": 1.5, "fuse": 2, "tensorize": 4},
    {"vectorize": 6, "unroll": 4, "parallel": 3, "bind": 3, "compute_at": 2, "annotate": 3, "unannotate": 5,
     "decompose_reduction": 1, "set_scope": 1, "storage_align": 1, "compute_inline": 1, "tile": 1, "cache_read": 0.5,
     "double_buffer": 2, "loop_partition": 1, "tensorize": 6},
]


class Plan:
    """The sequence of one kernel while it is found out."""

    def __init__(self, kernel, rng):
        self.kernel, self.rng = kernel, rng
        self.accepted, self.model, self.number = [], Model(kernel), 0
        count = len(kernel.stages)
        self.todo = []
        for weights, length in zip(PHASES, [rng.choice([0, 0, 1, 2]), rng.randint(0, 3 + count),
                                            rng.randint(0, 1 + count), rng.randint(0, 2 + 2 * count)]):
            self.todo += [weights] * length
        if rng.random() < 0.15:
            rng.shuffle(self.todo)
        self.proposed = []

    def propose(self):
        """Fills the rest of the sequence in the hope that all of it is legal."""
        self.proposed, model = [], copy.deepcopy(self.model)
        for weights in self.todo:
            step = None
            for _ in range(8):
                kind = self.rng.choices(list(weights), list(weights.values()))[0]
                self.number += 1
                step = PRIMITIVES[kind](model, self.rng, self.number)
                if step:
                    break
            if step:
                self.proposed.append(step)
                step.apply(model)

    def answer(self, refused):
        """The proposed step number `refused` was, all before it were not; None: none was."""
        good = self.proposed if refused is None else self.proposed[:refused]
        for step in good:
            step.apply(self.model)
        self.accepted += good
        self.todo = self.todo[len(good) + 1:] if refused is not None else []
        self.proposed = []

    def lines(self):
        return [step.text for step in self.accepted + self.proposed]
