"""Random kernels with stages that are more than formulas: tuples, updates, steps in time."""
from formulas import element_type, epilogue, extent, pointwise
from program import FLOATS, Index, Tensor, constant


def literal(dtype, value):
    if value == "least":
        return {"f32": "0xFF800000 : f32", "f64": "0xFFF0000000000000 : f64", "i32": "-2147483648 : i32",
                "i64": "-9223372036854775808 : i64"}[dtype]
    return f"{value}.0 : {dtype}" if dtype in FLOATS else f"{value} : {dtype}"


# What joins (%a, %b) with (%c, %d), the identities, and whether any order will do.
def largest_and_place(dtype, terms):
    compare = f"arith.cmpf ogt, %c, %a : {dtype}" if dtype in FLOATS else f"arith.cmpi sgt, %c, %a : {dtype}"
    same = f"arith.cmpf oeq, %c, %a : {dtype}" if dtype in FLOATS else f"arith.cmpi eq, %c, %a : {dtype}"
    return [f"%p = {compare}", f"%q = {same}", "%r = arith.cmpi slt, %d, %b : i64", "%s = arith.andi %q, %r : i1",
            "%t = arith.ori %p, %s : i1", f"%x = arith.select %t, %c, %a : {dtype}",
            "%y = arith.select %t, %d, %b : i64"], [literal(dtype, "least"), f"{terms}"], True


def largest_and_sum(dtype, terms):
    op = "arith.maximumf" if dtype in FLOATS else "arith.maxsi"
    return [f"%x = {op} %a, %c : {dtype}", "%y = arith.addi %b, %d : i64"], [literal(dtype, "least"), "0"], True


def last_and_count(dtype, terms):
    """In order: the last element, and how often it was larger than the one before."""
    compare = f"arith.cmpf ogt, %c, %a : {dtype}" if dtype in FLOATS else f"arith.cmpi sgt, %c, %a : {dtype}"
    return [f"%p = {compare}", "%q = arith.extui %p : i1 to i64", "%y = arith.addi %b, %q : i64",
            f"%z = arith.constant {literal(dtype, 0)}",
            f"%x = {'arith.addf' if dtype in FLOATS else 'arith.addi'} %c, %z : {dtype}"], \
        [literal(dtype, 0), "0"], False


def tuples(kernel, rng):
    """A reduction of pairs, read by a stage of all elements or returned."""
    rank, dtype = rng.choice([1, 2, 2, 3]), element_type(rng)
    shape = [extent(rng, 13 if rank == 3 else 33) for _ in range(rank)]
    x = kernel.operand(shape, dtype)
    if rng.random() < 0.4:
        stage = kernel.stage("in", [(f"e{d}", e) for d, e in enumerate(shape)], dtype=dtype)
        x = stage.done(pointwise(stage, rng, stage.read(x, stage.axes), 2))
    reduced = [d for d in range(rank) if rng.random() < 0.6] or [rng.randrange(rank)]
    kept = [d for d in range(rank) if d not in reduced]
    order = kept + reduced
    combiner = rng.choice([largest_and_place, largest_and_sum, last_and_count])
    stage = kernel.stage("M", [(f"e{d}", shape[d]) for d in kept], [(f"r{d}", shape[d]) for d in reduced],
                         "custom", dtype)
    value = stage.read(x, [stage.axes[order.index(d)] for d in range(rank)])
    number = stage.emit(f"arith.index_cast %r{reduced[-1]} : index to i64", "i64", shape[reduced[-1]])
    join, identities, commutative = combiner(dtype, shape[reduced[-1]])
    tensor = stage.done(value)
    second = Tensor(f"{tensor.ssa}#1", tensor.shape, "i64", 33 ** 3, stage.name)
    args = f"%a: {dtype}, %b: i64, %c: {dtype}, %d: i64"
    lines = "".join(f"    {line}\n" for line in join)
    stage.text = (stage.text.replace(f"{tensor.ssa} = te", f"{tensor.ssa}:2 = te", 1)
                  .replace("combine(custom)", f"combine(custom [{', '.join(identities)}]"
                           f"{' commutative' if commutative else ''})")
                  .replace(f" : {tensor.type} {{", f" : {tensor.type}, {second.type} {{", 1)
                  .replace(f"te.yield {value.ssa} : {dtype}\n  }}\n",
                           f"te.yield {value.ssa}, {number.ssa} : {dtype}, i64\n  }} join {{\n  ^bb0({args}):\n"
                           f"{lines}    te.yield %x, %y : {dtype}, i64\n  }}\n"))
    first = Tensor(f"{tensor.ssa}#0", tensor.shape, dtype, tensor.bound, stage.name)
    stage.tensor = first
    if not kept or rng.random() < 0.5:
        reader = kernel.stage("B", [(f"e{d}", shape[d]) for d in kept], dtype="i64")
        value = reader.op("add", reader.convert(reader.read(first, reader.axes), "i64"),
                          reader.read(second, reader.axes))
        return reader.done(value)
    reader = kernel.stage("B", [(f"e{d}", e) for d, e in enumerate(shape)], dtype=dtype)
    rows = [reader.axes[d] for d in kept]
    value = reader.op("sub", reader.read(x, reader.axes), reader.read(first, rows))
    return epilogue(kernel, rng, reader.done(value), 1)


def scatter(kernel, rng):
    """Updates at places that a tensor tells, some of them more than once."""
    n, d, count, dtype = extent(rng, 19), extent(rng, 17), extent(rng, 17), element_type(rng)
    base, updates = kernel.operand([n, d], dtype), kernel.operand([count, d], dtype)
    places = kernel.operand([count], rng.choice(["i32", "i64"]), 0, n - 1)
    stage = kernel.stage("base", [("i", n), ("j", d)], dtype=dtype)
    value = stage.read(base, stage.axes)
    if rng.random() < 0.5:
        # What is read of the updates' places and values is a use of these operands.
        for other in (updates, places):
            stage.sources.append(other)
    base = stage.done(pointwise(stage, rng, value, 1))
    combiner = rng.choice(["", "", " combine(add)", " combine(max)", " combine(min)"])
    stage.text += (
        f"  %w = te.scatter \"W\" into {base.ssa} axes(u = {count}, c = {d}){combiner} : {base.type} {{\n"
        f"  ^bb0(%u: index, %c: index):\n    %p = te.read {places.ssa}[%u] : {places.type}\n"
        f"    %r = arith.index_cast %p : {places.dtype} to index\n"
        f"    %v = te.read {updates.ssa}[%u, %c] : {updates.type}\n"
        f"    te.yield %v, %r, %c : {dtype}, index, index\n  }}\n")
    result = Tensor("%w", [n, d], dtype, base.bound + 3 * count)
    reader = kernel.stage("D", [("i", n), ("j", d)], dtype=dtype)
    i, j = reader.axes
    value = reader.emit(f"te.read {result.ssa}[{(-i + (n - 1)).text}, {j.text}] : {result.type}", dtype, result.bound)
    # The base is no result: the scatter takes it.
    reader.sources += [base, updates, places]
    return epilogue(kernel, rng, reader.done(pointwise(reader, rng, value, 1)), 1)


def scan(kernel, rng):
    """One to three stages a step; one or two states, read in another order than written."""
    rank, dtype, steps = rng.choice([1, 2]), element_type(rng), rng.choice([1, 2, 3, 5, 8])
    shape = [extent(rng, 19) for _ in range(rank)]
    axes = [(f"e{d}", e) for d, e in enumerate(shape)]
    at = rng.randint(0, rank)
    x = kernel.operand(shape[:at] + [steps] + shape[at:], dtype)
    states = []
    for name in ["start", "begin"][:1 + (rng.random() < 0.3)]:
        start = kernel.stage(name, axes, dtype=dtype)
        states.append(start.done(pointwise(start, rng, start.read(kernel.operand(shape, dtype), start.axes), 1)))
    state, bound = states[0], max(s.bound for s in states) + 40
    names = ["%h", "%g"][:len(states)]
    time = Index("%t", 0, steps - 1)
    turn = rng.randrange(rank) if rng.random() < 0.4 else -1

    def read_state(stage, name):
        indices = [(-a + (shape[d] - 1) if d == turn else a).text for d, a in enumerate(stage.axes)]
        return stage.emit(f"te.read {name}[{', '.join(indices)}] : {state.type}", dtype, bound)

    inner = kernel.stage("next", axes, dtype=dtype)
    inner.sources += states
    term = inner.read(x, inner.axes[:at] + [time] + inner.axes[at:])
    following = [inner.done(inner.op(rng.choice(["add", "sub", "max"]), read_state(inner, rng.choice(names)), term))]
    stages = [inner]
    if len(states) > 1:
        # The second state takes over an old one as it is: they may change places.
        stages.append(kernel.stage("other", axes, dtype=dtype))
        following.append(stages[-1].done(read_state(stages[-1], rng.choice(names))))
    made = following[0]
    if rng.random() < 0.5:
        stages.append(kernel.stage("made", axes, dtype=dtype))
        value = stages[-1].read(made, stages[-1].axes)
        made = stages[-1].done(pointwise(stages[-1], rng, value, 2))
    else:
        stages[-1].sources.append(made)
    for stage in stages:
        stage.is_inner = True
    place = rng.randint(0, rank)
    last = f"%z#{len(states)}"
    stacked = Tensor(last, shape[:place] + [steps] + shape[place:], dtype, made.bound)
    types = [state.type] * len(states)
    carried = ", ".join(f"{name}: {state.type}" for name in names)
    inner.text = (f"  %z:{len(states) + 1} = te.scan \"Z\" time(t = {steps}){rng.choice(['', ' reverse'])} "
                  f"init({', '.join(s.ssa for s in states)}) stack({place}) : {', '.join(types + [stacked.type])} {{\n"
                  f"  ^bb0(%t: index, {carried}):\n{inner.text}")
    yielded = [*following, made]
    stages[-1].text += (f"  te.yield {', '.join(t.ssa for t in yielded)} : {', '.join(types + [state.type])}\n  }}\n")
    reader = kernel.stage("D", [(f"e{d}", e) for d, e in enumerate(stacked.shape)], dtype=dtype)
    value = reader.emit(f"te.read {last}[{', '.join(a.text for a in reader.axes)}] : {stacked.type}", dtype, stacked.bound)
    rest = [a for d, a in enumerate(reader.axes) if d != place]
    other = reader.emit(f"te.read %z#{rng.randrange(len(states))}[{', '.join(a.text for a in rest)}] : {state.type}", dtype, stacked.bound)
    # Stages of a step are nobody's results.
    reader.sources += yielded
    return epilogue(kernel, rng, reader.done(reader.op("add", value, other)), 1)
