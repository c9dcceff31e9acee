# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model while it is drawn. Every node is evaluated by an oracle as soon as it is added, so
operators see the shapes and values of their operands: they choose what has a meaning."""

import dataclasses
import functools

import numpy as np
import onnx
from onnx import helper

import oracle
from oracle import Refused
from values import (
    ALL,
    BOOL,
    I64,
    NONE,
    TYPES,
    WEIGHTS,
    Recipe,
    draw_shape,
    is_float,
    is_narrow,
    limits,
)

# Operators whose results have the same bits wherever their operands have.
EXACT = set("""Abs And ArgMax ArgMin BitCast BitShift BitwiseAnd BitwiseNot BitwiseOr BitwiseXor
    Cast CastLike Ceil CenterCropPad Clip Compress Concat Constant ConstantOfShape DepthToSpace
    Equal Expand EyeLike Flatten Floor Gather GatherElements GatherND GlobalMaxPool Greater
    GreaterOrEqual Hardmax Identity IsInf IsNaN Less LessOrEqual Max MaxPool MaxUnpool Min Neg
    NonZero Not OneHot Or Pad Range ReduceMax ReduceMin Relu Reshape ReverseSequence Round Shape
    Sign Size Slice SpaceToDepth Split Squeeze TensorScatter Tile TopK Transpose Trilu Unsqueeze
    Where Xor Dropout DequantizeLinear QuantizeLinear""".split())
LARGEST_RESULT = 1 << 17


@dataclasses.dataclass
class Value:
    array: np.ndarray
    # The same bits wherever it is computed: no rounding hangs on an order.
    exact: bool
    recipe: Recipe = None
    used: bool = False

    def __post_init__(self):
        array = self.array
        if array.dtype == BOOL or not array.size:
            self.low = self.high = 0
            self.finite = True
            return
        with np.errstate(all="ignore"):
            numbers = array.astype(np.float64)
        finite = numbers[np.isfinite(numbers)]
        self.finite = finite.size == numbers.size
        self.low, self.high = (finite.min(), finite.max()) if finite.size else (0, 0)


@functools.cache
def schema_of(op, opset):
    """The schema of an operator at an opset, or None."""
    try:
        schema = onnx.defs.get_schema(op, opset, "")
    except onnx.defs.SchemaError:
        return None
    return None if schema.deprecated else schema


@functools.cache
def types_of(op, opset, index=0):
    """The element types that an input may have."""
    schema = schema_of(op, opset)
    formal = schema.inputs[min(index, len(schema.inputs) - 1)]
    words = [formal.type_str]
    for constraint in schema.type_constraints:
        if constraint.type_param_str == formal.type_str:
            words = constraint.allowed_type_strs
    names = [word[len("tensor(") : -1] for word in words if word.startswith("tensor(")]
    return tuple(TYPES[name] for name in names if name in TYPES)


class Draft:
    def __init__(self, rng, opset, kind, prefer):
        self.rng, self.opset, self.kind, self.prefer = rng, opset, kind, prefer
        self.values, self.inputs, self.weights, self.nodes = {}, [], [], []
        self.count = 0
        # How large sums may get, and whether extents of zero may be drawn.
        self.largest = 16384 if rng.random() < 0.1 else 2048

    # --- random choices -----------------------------------------------------------

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, options):
        return options[int(self.rng.integers(len(options)))]

    def between(self, low, high):
        """An integer, both ends included."""
        return int(self.rng.integers(low, high + 1))

    def axis(self, name, first=0):
        """An axis of a value, sometimes counted from the end."""
        rank = len(self.shape(name))
        axis = self.between(first, rank - 1)
        return axis - rank if self.chance(0.3) and self.opset >= 13 else axis

    def maybe(self, probability=0.5, **attributes):
        """Attributes that are left out sometimes."""
        return {name: value for name, value in attributes.items() if self.chance(probability)}

    # --- values -------------------------------------------------------------------

    def array(self, name):
        return self.values[name].array

    def shape(self, name):
        return self.values[name].array.shape

    def dtype(self, name):
        return self.values[name].array.dtype

    def version(self, op):
        return schema_of(op, self.opset).since_version

    def types(self, op, index=0):
        return types_of(op, self.opset, index)

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def constant(self, value, dtype=I64):
        """A weight, sometimes a Constant node."""
        name = self.name("c")
        self.values[name] = Value(np.asarray(value, dtype), True, used=True)
        if self.chance(0.1) and not is_narrow(dtype) and self.opset >= 11:
            tensor = onnx.numpy_helper.from_array(self.array(name), name)
            self.nodes.append(helper.make_node("Constant", [], [name], name=name, value=tensor))
        else:
            self.weights.append(name)
        return name

    def fresh(self, dtype, shape, low=-2, high=2, specials=ALL, constant=None, density=None):
        """A new input or weight."""
        wanted = self.kind == "special" and specials
        recipe = Recipe(
            dtype,
            low,
            high,
            self.between(0, 99),
            specials if wanted else NONE,
            density or self.pick([0.02, 0.1, 0.3]),
        )
        constant = self.chance(0.25) if constant is None else constant
        name = self.name("w" if constant else "x")
        self.values[name] = Value(np.asarray(recipe.make(self.rng, shape)), True, recipe)
        (self.weights if constant else self.inputs).append(name)
        return name

    def choose_type(self, types):
        if self.prefer in types and self.chance(0.75):
            return self.prefer
        weights = np.array([WEIGHTS.get(dtype, 0.6) for dtype in types])
        return types[int(self.rng.choice(len(types), p=weights / weights.sum()))]

    def draw_shape(self, rank):
        has_zero = self.kind == "zero" and self.chance(0.4)
        return draw_shape(self.rng, rank, has_zero, self.largest)

    def operand(
        self,
        types,
        shape=None,
        rank=(0, 4),
        low=-2,
        high=2,
        specials=ALL,
        exact=False,
        reuse=0.6,
        fits=None,
        constant=None,
        limit=None,
    ):
        """A value: one that is there or a new one, with elements of `low` to `high` where it
        is new, of that or of `limit` (a pair) where it is there."""
        types = [types] if isinstance(types, np.dtype) else list(types)
        bounds = limit or (low, high)

        def suits(value):
            array = value.array
            return (
                array.dtype in types
                and (not exact or value.exact)
                and (
                    array.shape == shape if shape is not None else rank[0] <= array.ndim <= rank[1]
                )
                and (array.dtype == BOOL or bounds[0] <= value.low <= value.high <= bounds[1])
                and (specials != NONE or value.finite)
                and (fits is None or fits(array))
            )

        if constant is None and self.chance(reuse):
            names = [name for name, value in self.values.items() if suits(value)]
            fitting = [name for name in names if not self.values[name].used] or names
            if fitting:
                return self.pick(fitting)
        dtype = self.choose_type(types)
        if not is_float(dtype) and dtype != BOOL:
            low, high = max(low, limits(dtype)[0]), min(high, limits(dtype)[1])
        while True:
            drawn = self.draw_shape(self.between(*rank)) if shape is None else shape
            if fits is None or fits(np.empty(drawn, dtype)):
                return self.fresh(dtype, drawn, low, high, specials, constant)

    def other_shape(self, shape):
        """A shape that broadcasts to or with another."""
        form = self.between(0, 5)
        if form <= 1 or not shape:
            return shape
        other = [1 if self.chance(0.4) else extent for extent in shape]
        if form == 2:
            other = list(shape)
        cut = self.between(0, len(shape)) if form != 3 else 0
        return tuple(other[cut:])

    # --- nodes --------------------------------------------------------------------

    def emit(self, op, *inputs, outputs=1, captures=(), **attributes):
        """Adds a node. Raises Refused where no oracle knows it or its results get too large or
        wild. Returns the name of its result, or of all."""
        if schema_of(op, self.opset) is None:
            raise Refused("no such operator at this opset")
        inputs = list(inputs)
        while inputs and inputs[-1] is None:
            inputs.pop()
        names = ["" if name is None else name for name in inputs]
        results = [self.name("y") for _ in range(outputs)]
        node = helper.make_node(op, names, results, name=results[0], **attributes)
        given = {name: self.array(name) for name in [*names, *captures] if name}
        arrays = oracle.evaluate(node, self.opset, given)
        for array in arrays:
            if array.size > LARGEST_RESULT:
                raise Refused("too large")
            if array.dtype not in TYPES.values():
                raise Refused(f"elements of {array.dtype}")
        made = [Value(array, self.is_exact(op, given, array)) for array in arrays]
        for value in made:
            tame = 100 if value.array.dtype.itemsize <= 2 else 1e5
            if (
                is_float(value.array.dtype)
                and self.kind != "special"
                and (not value.finite or max(-value.low, value.high) > tame)
            ):
                raise Refused("wild")
        for name in given:
            self.values[name].used = True
        self.nodes.append(node)
        self.values.update(zip(results, made))
        return results[0] if outputs == 1 else results

    def is_exact(self, op, given, result):
        if not all(self.values[name].exact for name in given):
            return False
        if op in EXACT or not is_float(result.dtype) and op not in ("DynamicQuantizeLinear",):
            return True
        if op in ("Add", "Sub", "Mul") and len(given) == 2:
            sides = [array.astype(np.float64) for array in given.values()]
            call = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply}[op]
            with np.errstate(all="ignore"):
                return np.array_equal(call(*sides), result.astype(np.float64), equal_nan=True)
        return False

    def attempt(self, template):
        """Applies a template; what it added before it failed is taken back."""
        before = (dict(self.values), list(self.inputs), list(self.weights), list(self.nodes))
        used = {name for name, value in self.values.items() if value.used}
        try:
            template(self)
            return True
        except Refused as error:
            self.refusal = str(error)
        self.values, self.inputs, self.weights, self.nodes = before
        for name, value in self.values.items():
            value.used = name in used
        return False
