"""te kernels as text: index expressions, stages, and what values can become.

Values are whole numbers below 2^24, kept in range by the bounds that every value
carries, so that results are exact in any order of combination.
"""
import numpy as np

LIMITS = {"i1": 1, "f32": 1 << 22, "f64": 1 << 22, "i8": 100, "i16": 30000, "i32": 1 << 22, "i64": 1 << 22}
FLOATS = ("f32", "f64")
NUMPY = {"f32": np.float32, "f64": np.float64, "i8": np.int8, "i16": np.int16,
         "i32": np.int32, "i64": np.int64}


class Index:
    """An affine index expression with the interval of its values."""

    def __init__(self, text, low, high, atom=True):
        self.text, self.low, self.high, self.atom = text, low, high, atom

    def term(self):
        return self.text if self.atom else f"({self.text})"

    def __add__(self, other):
        if isinstance(other, int):
            if other == 0:
                return self
            sign = "+" if other > 0 else "-"
            return Index(f"{self.text} {sign} {abs(other)}", self.low + other, self.high + other, False)
        return Index(f"{self.text} + {other.term()}", self.low + other.low, self.high + other.high, False)

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Index(f"{self.term()} * -1", -self.high, -self.low, False)

    def __mul__(self, factor):
        if factor == 1:
            return self
        ends = self.low * factor, self.high * factor
        return Index(f"{self.term()} * {factor}", min(ends), max(ends), False)

    def __floordiv__(self, divisor):
        return Index(f"{self.term()} floordiv {divisor}", self.low // divisor, self.high // divisor, False)

    def __mod__(self, divisor):
        inside = 0 <= self.low and self.high < divisor
        return Index(f"{self.term()} mod {divisor}", self.low if inside else 0,
                     self.high if inside else divisor - 1, False)


def constant(value):
    return Index(str(value), value, value)


class Open(int):
    """An extent that the kernel knows only at run time: the value of `name`."""

    def __new__(cls, value, name):
        extent = super().__new__(cls, value)
        extent.name = name
        return extent

    def __deepcopy__(self, memo):
        return self


def type_text(shape, dtype):
    return f"tensor<{''.join(f'{d}x' for d in shape)}{dtype}>"


class Tensor:
    """An operand of a kernel or the result of a stage."""

    def __init__(self, ssa, shape, dtype, bound, stage=None, operand=-1, low=None):
        self.ssa, self.shape, self.dtype, self.bound = ssa, tuple(shape), dtype, bound
        self.stage, self.operand, self.low = stage, operand, low
        # The layout is the compiler's to choose; in @main: a constant, a copy in an
        # intermediate buffer, a view of a flat tensor.
        self.free = self.is_constant = self.is_copied = self.is_flat = False

    @property
    def is_open(self):
        return any(isinstance(d, Open) for d in self.shape)

    @property
    def type(self):
        return type_text(["?" if isinstance(d, Open) else d for d in self.shape], self.dtype)

    @property
    def static_type(self):
        """The type outside of the kernel."""
        return type_text(self.shape, self.dtype)

    @property
    def outer_type(self):
        """The type of @main's argument."""
        return type_text([int(np.prod(self.shape))], self.dtype) if self.is_flat else self.static_type

    def enter(self, name, lines):
        """A value of the static type as the kernel takes it."""
        if not self.is_open:
            return name
        lines.append(f"{name}_d = tensor.cast {name} : {self.static_type} to {self.type}")
        return name + "_d"

    def view(self, name):
        """A value of the outer type in the tensor's own shape."""
        dims = ", ".join(str(d) for d in range(len(self.shape)))
        return (f"tensor.expand_shape {name} [[{dims}]] output_shape "
                f"[{', '.join(str(d) for d in self.shape)}] : {self.outer_type} into {self.static_type}")

    def flatten(self, name):
        dims = ", ".join(str(d) for d in range(len(self.shape)))
        return f"tensor.collapse_shape {name} [[{dims}]] : {self.static_type} into {self.outer_type}"


class Value:
    """A scalar in a stage, its absolute value at most `bound`."""

    def __init__(self, ssa, dtype, bound):
        self.ssa, self.dtype, self.bound = ssa, dtype, bound


def extent_text(extent):
    return extent.name if isinstance(extent, Open) else str(extent)


class Stage:
    """Builds one te.compute. `axes` are its spatial axes, then its reductions."""

    def __init__(self, kernel, name, spatial, reduction=(), combiner=None, dtype="f32"):
        self.kernel, self.name, self.dtype = kernel, name, dtype
        self.spatial, self.reduction, self.combiner = list(spatial), list(reduction), combiner
        self.axes = [Index(f"%{n}", 0, e - 1) for n, e in self.spatial + self.reduction]
        self.lines, self.sources = [], []
        self.gathers = 0
        # Inside of a scan, so no result of the kernel.
        self.is_inner = False
        # The intrinsic whose formula it has, and the extents of that one's axes.
        self.tile = None

    def emit(self, text, dtype, bound):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return Value(name, dtype, bound)

    def read(self, source, indices, constraints=(), otherwise=0):
        """Reads `source`; guarded, where there are constraints: indices >= 0 or texts."""
        where = ""
        bound = source.bound
        if constraints:
            texts = [c if isinstance(c, str) else c.text + " >= 0" for c in constraints]
            where = (f" where({', '.join(texts)})"
                     f" else {self.kernel.constant(source.dtype, otherwise)}")
            bound = max(bound, abs(otherwise) if otherwise not in ("max", "min") else 0)
        self.sources.append(source)
        return self.emit(f"te.read {source.ssa}[{', '.join(i.text for i in indices)}]{where} : {source.type}",
                         source.dtype, bound)

    def read_inside(self, source, indices, otherwise=0, rng=None):
        """The same, with the constraints that keep the indices inside the source."""
        constraints = []
        for index, extent in zip(indices, source.shape):
            if index.low < 0:
                constraints.append(index)
            if index.high >= extent:
                constraints.append(-index + (extent - 1))
        if rng:
            rng.shuffle(constraints)
        return self.read(source, indices, constraints, otherwise)

    def op(self, name, *operands):
        """add, sub, mul, max, min, neg, abs by the element type."""
        dtype = operands[0].dtype
        bounds = [o.bound for o in operands]
        bound = {"add": sum, "sub": sum, "mul": np.prod, "max": max, "min": max, "neg": max,
                 "abs": max}[name](bounds)
        bound = int(bound)
        if bound > LIMITS[dtype] and name in ("add", "sub", "mul"):
            name, bound = "max", max(bounds)
        args = ", ".join(o.ssa for o in operands)
        if dtype in FLOATS:
            text = {"add": "arith.addf", "sub": "arith.subf", "mul": "arith.mulf", "max": "arith.maximumf",
                    "min": "arith.minimumf", "neg": "arith.negf", "abs": "math.absf"}[name]
        else:
            if name == "neg":
                args = f"{self.kernel.constant(dtype, 0)}, {args}"
            text = {"add": "arith.addi", "sub": "arith.subi", "mul": "arith.muli", "max": "arith.maxsi",
                    "min": "arith.minsi", "neg": "arith.subi", "abs": "math.absi"}[name]
        return self.emit(f"{text} {args} : {dtype}", dtype, bound)

    def constant(self, dtype, value):
        return Value(self.kernel.constant(dtype, value), dtype, abs(value))

    def test(self, left, right, predicate="lt"):
        if left.dtype in FLOATS:
            text = f"arith.cmpf o{predicate}, {left.ssa}, {right.ssa} : {left.dtype}"
        else:
            predicate = predicate if predicate == "eq" else "s" + predicate
            text = f"arith.cmpi {predicate}, {left.ssa}, {right.ssa} : {left.dtype}"
        return self.emit(text, "i1", 1)

    def select(self, test, yes, no):
        return self.emit(f"arith.select {test.ssa}, {yes.ssa}, {no.ssa} : {yes.dtype}", yes.dtype,
                         max(yes.bound, no.bound))

    def convert(self, value, dtype):
        """A value in another element type."""
        old = value.dtype
        if old == dtype:
            return value
        integers = [t for t in (old, dtype) if t not in FLOATS]
        width = lambda t: int(t[1:])
        if len(integers) == 2:
            op = "arith.extui" if old == "i1" else "arith.extsi" if width(dtype) > width(old) else "arith.trunci"
        elif not integers:
            op = "arith.extf" if width(dtype) > width(old) else "arith.truncf"
        else:
            op = "arith.sitofp" if old in integers else "arith.fptosi"
        return self.emit(f"{op} {value.ssa} : {old} to {dtype}", dtype, value.bound)

    def axis_value(self, axis, dtype):
        """An axis as a number."""
        value = self.emit(f"arith.index_cast {axis.text} : index to i32", "i32", axis.high)
        return self.convert(value, dtype)

    def gather_index(self, value, low, high):
        """A number that was read as an index."""
        name = f"%g{len(self.lines)}"
        self.lines.append(f"{name} = arith.index_cast {value.ssa} : {value.dtype} to index")
        return Index(name, low, high)

    def done(self, value):
        value = self.convert(value, self.dtype)
        terms = int(np.prod([e for _, e in self.reduction]))
        limit = LIMITS[self.dtype]
        most = {"add": limit // terms, "mul": int(limit ** (1 / terms))}.get(self.combiner, limit)
        if value.bound > most:
            value = self.op("min", value, self.constant(self.dtype, most))
            value = self.op("max", value, self.constant(self.dtype, -most))
            value.bound = most
        bound = value.bound
        if self.combiner == "add":
            bound *= terms
        elif self.combiner == "mul":
            bound = max(bound, 1) ** terms
        shape = [e for _, e in self.spatial]
        tensor = Tensor(f"%s{len(self.kernel.stages)}", shape, self.dtype, bound, self.name)
        reduce = ""
        if self.reduction:
            reduce = (" reduce(" + ", ".join(f"{n} = {extent_text(e)}" for n, e in self.reduction) +
                      f") combine({self.combiner})")
        args = ", ".join(f"%{n}: index" for n, _ in self.spatial + self.reduction)
        axes = ", ".join(f"{n} = {extent_text(e)}" for n, e in self.spatial)
        body = "".join(f"    {line}\n" for line in self.lines)
        self.text = (f"  {tensor.ssa} = te.compute \"{self.name}\" axes({axes}){reduce} : {tensor.type} {{\n"
                     f"  ^bb0({args}):\n{body}    te.yield {value.ssa} : {self.dtype}\n  }}\n")
        self.tensor = tensor
        self.kernel.stages.append(self)
        return tensor


class Kernel:
    """A kernel with its inputs."""

    def __init__(self, name, rng):
        self.name, self.rng, self.kind = name, rng, ""
        self.operands, self.stages, self.results, self.constants = [], [], [], {}
        self.has_open, self.opens = rng.random() < 0.5, 0

    def open(self, extent):
        """The extent, at times one that is known only at run time."""
        if not self.has_open or extent < 2 or self.rng.random() < 0.4:
            return extent
        self.opens += 1
        return Open(extent, f"%n{self.opens}")

    @property
    def has_tiles(self):
        return any(stage.tile for stage in self.stages)

    @property
    def has_dynamic(self):
        return any(isinstance(e, Open) for stage in self.stages for _, e in stage.spatial + stage.reduction)

    def dims(self):
        """The operations that give open extents, each from the first operand that has it."""
        lines = {}
        for tensor in self.operands:
            for d, extent in enumerate(tensor.shape):
                if isinstance(extent, Open) and extent.name not in lines:
                    lines[extent.name] = (f"  {extent.name}_d = arith.constant {d} : index\n  {extent.name} = tensor.dim "
                                          f"{tensor.ssa}, {extent.name}_d : {tensor.type}\n")
        return "".join(lines.values())

    def constant(self, dtype, value):
        """A scalar constant of the kernel; "max" and "min" are the type's extremes."""
        key = dtype, value
        if key not in self.constants:
            if value in ("max", "min"):
                if dtype == "f32":
                    literal = "0x7F800000" if value == "max" else "0xFF800000"
                elif dtype == "f64":
                    literal = "0x7FF0000000000000" if value == "max" else "0xFFF0000000000000"
                else:
                    literal = getattr(np.iinfo(NUMPY[dtype]), value)
            else:
                literal = f"{value}.0" if dtype in FLOATS else value
            self.constants[key] = f"%c{len(self.constants)}", literal
        return self.constants[key][0]

    def operand(self, shape, dtype="f32", low=-3, high=3):
        tensor = Tensor(f"%a{len(self.operands)}", shape, dtype, max(abs(low), abs(high)),
                        operand=len(self.operands), low=(low, high))
        self.operands.append(tensor)
        return tensor

    def stage(self, name, spatial, reduction=(), combiner=None, dtype="f32"):
        names = [s.name for s in self.stages]
        unique, number = name, 1
        while unique in names:
            unique, number = f"{name}{number}", number + 1
        return Stage(self, unique, spatial, reduction, combiner, dtype)

    def draw_inputs(self):
        """Values of the operands."""
        generator = np.random.default_rng(self.rng.getrandbits(32))
        return [generator.integers(t.low[0], t.low[1] + 1, t.shape).astype(NUMPY[t.dtype])
                for t in self.operands]

    def text(self, sequence=None):
        """The function. `sequence` is the symbol of its schedule."""
        args = [f"{t.ssa}: {t.type}{' {te.layout_free}' if t.free else ''}" for t in self.operands]
        args += [f"%o{i}: {t.type} {{te.destination}}" for i, t in enumerate(self.results)]
        types = ", ".join(t.type for t in self.results)
        attribute = f", schedule.sequence = {sequence}" if sequence else ""
        constants = "".join(f"  {ssa} = arith.constant {literal} : {dtype}\n"
                            for (dtype, _), (ssa, literal) in self.constants.items())
        values = ", ".join(t.ssa for t in self.results)
        return (f"func.func private @{self.name}({', '.join(args)}) -> ({types}) attributes "
                f"{{te.kernel{attribute}}} {{\n{self.dims()}{constants}{''.join(s.text for s in self.stages)}"
                f"  return {values} : {types}\n}}\n")
