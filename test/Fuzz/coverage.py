"""What many random schedules must have tried, so that their success says something."""
from program import Open

# Primitives that rewrite a stage before anything else is done to it.
FRESH = {"cache_write", "pad_axis", "rfactor", "transform_layout", "reverse_compute_at"}
# Rules that exclude a pair of primitives, or leave it to kernels of several stages of the
# right kind: (first, second) -> the rule.
RULES = [
    (lambda a, b: b == "unannotate" and a != "annotate", "unannotate takes away what annotate gave"),
    (lambda a, b: a == "unannotate", "unannotate comes last, after its annotate"),
    (lambda a, b: b in FRESH, "the second comes before other steps on its stage"),
    (lambda a, b: a == b == "double_buffer", "one stage of a loop is computed ahead"),
    (lambda a, b: a == b == "tensorize", "one stage of a kernel has the formula of an intrinsic"),
    (lambda a, b: (a, b) == ("rfactor", "tensorize"), "rfactor leaves no formula of an intrinsic"),
    (lambda a, b: "specialize" in (a, b), "specialize needs a dynamic extent, which the other often refuses"),
    (lambda a, b: "compute_root" in (a, b), "compute_root needs a stage that was placed elsewhere"),
    (lambda a, b: a in ("vectorize", "unroll", "parallel") and b in ("tile", "loop_partition", "fuse", "split"),
     "annotated axes are not split or fused"),
]


def get_rule(first, second):
    """The rule for which a pair may be rare, or None."""
    return next((rule for holds, rule in RULES if holds(first, second)), None)


def get_traits(plan):
    """What is special about a kernel and its schedule."""
    traits = []
    kernel, model = plan.kernel, plan.model
    extents = [e for stage in kernel.stages for _, e in stage.spatial + stage.reduction]
    if any(isinstance(e, Open) for e in extents):
        traits.append("dynamic extents")
    if model.has_tail:
        traits.append("tails")
    if model.has_masks:
        traits.append("masked tails")
    places = {s.name: s.place[0] for s in model.stages if s.place and s.place[0] not in ("inline", "root")}
    if any(places.get(consumer) for consumer in places.values()):
        traits.append("attached in a stage that is attached")
    if any(sum(s.sources.count(name) for s in model.stages) > 1 for name in places):
        traits.append("attached and read at several places")
    return traits


def get_missing(total, names, scale):
    """The rules that are not met, as lines. `scale`: of the number of cases asked for."""
    missing = []
    for trait, share in (("dynamic extents", 0.1), ("tails", 0.2), ("masked tails", 0.05)):
        if total.traits[trait] < share * total.scheduled:
            missing.append(f"{trait} in {total.traits[trait]} of {total.scheduled} schedules, expected {share:.0%}")
    for trait in ("attached in a stage that is attached", "attached and read at several places"):
        if not total.traits[trait]:
            missing.append(f"no schedule with a stage {trait}")
    if len(total.kinds) < 12:
        missing.append(f"{len(total.kinds)} kinds of kernels, expected 12")
    counts = {name: sum(n for kind, n in total.steps.items() if kind.split()[0] == name) for name in names}
    for name, count in counts.items():
        if count < round(100 * scale):
            missing.append(f"{name} in {count} steps, expected {100 * scale:.0f}")
    for first in names:
        for second in names:
            count = total.pairs[first, second]
            if count < round(3 * scale) and not get_rule(first, second):
                missing.append(f"{first} before {second} in {count} sequences, expected {3 * scale:.0f}")
    return missing
