"""Models that compute shapes, in ONNX's text form, with sizes to run them with, and sizes that
must be refused."""
import dataclasses

import numpy as np


@dataclasses.dataclass
class Case:
    model: str
    sizes: list  # of shapes by input; an array instead of a shape is the input itself
    refused: list = dataclasses.field(default_factory=list)


def model(opset, text):
    return f'<ir_version: 8, opset_import: ["" : {opset}]>\n{text}'


def only_x(*shapes):
    return [{"x": shape} for shape in shapes]


CASES = {}

# What shapes are as data, and what is made from them.
CASES["generate"] = Case(model(17, """
g (float[N,M] x) => (int64[2] s, int64 n, float[N,M] z, int64[N,M] f, float[N,M] e, float[N,M] t,
                     float[N,M] l, int64[K] r, int64[L] down, float[1] half) <
    int64 zero = {0}, int64 one = {1}, int64 three = {3}, int64 minus = {-2}, int64[1] at = {0},
    int64 diagonal = {1}, float scale = {0.5}> {
  s = Shape(x)
  n = Size(x)
  z = ConstantOfShape(s)
  f = ConstantOfShape<value = int64[1] {7}>(s)
  e = EyeLike<k = -1>(x)
  t = Trilu(x, diagonal)
  l = Trilu<upper = 0>(x)
  rows = Gather<axis = 0>(s, zero)
  columns = Gather<axis = 0>(s, one)
  r = Range(zero, columns, three)
  end = Sub(zero, columns)
  down = Range(rows, end, minus)
  row = Gather<axis = 0>(s, at)
  float = Cast<to = 1>(row)
  scaled = Mul(float, scale)
  half = Floor(scaled)
}"""), only_x((1, 1), (2, 5), (7, 3), (4, 4), (16, 33)))

# Chains of operators between a shape and its use.
CASES["reshape"] = Case(model(17, """
g (float[N,M,6] x) => (float[A,B] a, float[C,D,3] b, float[E,F] c, float[G,H,6] d, float[I,J,1,6] e) <
    int64 zero = {0}, int64 one = {1}, int64 minus = {-1}, int64[1] first = {0}, int64[1] two = {2},
    int64[1] three = {3}, int64[1] open = {-1}, int64[1] axis = {0}, int64[1] last = {1},
    int64[1] end = {9223372036854775807}, int64[4] keep = {0, 0, 1, 6}> {
  s = Shape(x)
  n = Gather<axis = 0>(s, first)
  m = Gather<axis = 0>(s, last)
  nm = Mul(n, m)
  to_a = Concat<axis = 0>(nm, open)
  a = Reshape(x, to_a)
  twice = Mul(m, two)
  to_b = Concat<axis = 0>(n, twice, three)
  b = Reshape(x, to_b)
  front = Slice(s, first, two, axis)
  product = ReduceProd<axes = [0], keepdims = 1>(front)
  rest = Slice(s, two, end, axis)
  to_c = Concat<axis = 0>(rest, product)
  c = Reshape(x, to_c)
  narrow = Cast<to = 6>(s)
  back = Cast<to = 7>(narrow)
  reversed = Slice(back, last, end, axis)
  to_d = Concat<axis = 0>(m, n, rest)
  d = Reshape(x, to_d)
  e = Reshape(x, keep)
}"""), only_x((1, 1, 6), (2, 5, 6), (7, 3, 6), (1, 64, 6), (33, 2, 6)))

# Elements that are repeated, cut off and filled by computed sizes.
CASES["select"] = Case(model(17, """
g (float[N,M] x, float[M,3] w) => (float[A,M] tiled, float[N,N,M] expanded, float[B,M] lower,
                                  float[N,C] every, float[D,E] padded, float[N,F] tail) <
    int64[1] zero = {0}, int64[1] one = {1}, int64[1] two = {2}, int64[1] axis = {1},
    int64[1] three = {3}, int64[1] end = {9223372036854775807}, int64[1] minus = {-2}> {
  s = Shape(x)
  n = Gather<axis = 0>(s, zero)
  m = Gather<axis = 0>(s, one)
  repeats = Concat<axis = 0>(n, one)
  tiled = Tile(x, repeats)
  to = Concat<axis = 0>(n, one, m)
  expanded = Expand(x, to)
  half = Add(n, one)
  middle = Div(half, two)
  lower = Slice(x, zero, middle, zero)
  every = Slice(x, zero, m, axis, two)
  more = Add(m, two)
  pads = Concat<axis = 0>(n, zero, one, more)
  padded = Pad(x, pads)
  last = Sub(m, one)
  tail = Slice(x, last, end, axis)
}"""), [{"x": (n, m), "w": (m, 3)} for n, m in [(1, 1), (2, 5), (7, 3), (5, 8), (3, 33)]],
    [{"x": (2, 5), "w": (4, 3)}])

# Positions that data tell, in dims that are open: what is outside ends a run.
index = lambda *values: np.array(values, np.int64)
CASES["gather"] = Case(model(17, """
g (float[N,M] x, int64[K] i) => (float[K,M] rows, float[N,K] columns, float[K,M] flat) {
  rows = Gather<axis = 0>(x, i)
  columns = Gather<axis = 1>(x, i)
  axis = Constant<value = int64[1] {1}>()
  pairs = Unsqueeze(i, axis)
  flat = GatherND(x, pairs)
}"""), [{"x": (1, 1), "i": index(0)}, {"x": (3, 4), "i": index(2, -3, 1, 0)},
        {"x": (5, 3), "i": index(-1, -2)}, {"x": (33, 2), "i": index(1)}],
    [{"x": (3, 4), "i": index(3)}, {"x": (5, 2), "i": index(0, -3)}])

# Parts of a table whose rows are enough for some sizes.
CASES["table"] = Case(model(17, """
g (float[N,4] x) => (float[N,4] y, float[3,4] front) <
    float[8,4] table = {0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31},
    int64[1] zero = {0}, int64[1] three = {3}> {
  s = Shape<end = 1>(x)
  part = Slice(table, zero, s, zero)
  y = Add(x, part)
  front = Slice(x, zero, three, zero)
}"""), only_x((3, 4), (4, 4), (5, 4), (7, 4), (8, 4)), only_x((9, 4), (2, 4)))

# Bounds that are inside for some sizes: those that onnxruntime clamps, or counts from the end, are
# refused instead.
CASES["offsets"] = Case(model(17, """
g (float[N,M] x) => (float[N,A] last, float[N,B] part, float[C] squeezed) <
    int64[1] minus = {-2}, int64[1] end = {9223372036854775807}, int64[1] axis = {1}, int64[1] three = {3},
    int64[1] zero = {0}, int64[1] one = {1}> {
  last = Slice(x, minus, end, axis)
  s = Shape(x)
  n = Gather<axis = 0>(s, zero)
  m = Gather<axis = 0>(s, one)
  from = Sub(n, three)
  part = Slice(x, from, m, axis)
  row = Slice(x, zero, one, zero)
  squeezed = Squeeze(row, zero)
}"""), only_x((3, 2), (4, 5), (5, 3), (3, 33)), only_x((3, 1), (2, 4), (1, 8), (9, 6)))

# The shape of an exporter's example holds for one size.
CASES["example"] = Case(model(17, """
g (float[N,6] x) => (float[2,3,N] y, float[6,2] t) <int64[3] to = {2, 3, -1}, int64[2] two = {6, 2}> {
  y = Reshape(x, to)
  t = Reshape(x, two)
}"""), only_x((2, 6)), only_x((1, 6), (3, 6)))

# Differently named dims that must be equal.
CASES["joined"] = Case(model(17, """
g (float[N,4] x, float[M,4] y) => (float[K,4] z) { z = Add(x, y) }"""),
    [{"x": (n, 4), "y": (n, 4)} for n in (1, 2, 5, 17)], [{"x": (2, 4), "y": (3, 4)}])

# Windows and normalisation over open dims.
CASES["windows"] = Case(model(21, """
g (float[N,4,H,W] x) => (float[N,2,A,B] c, float[N,2,A,B] d, float[N,4,C,D] p, float[N,4,H,W] i,
                        float[N,4,H,W] g2, float[N,2,E,F] u) <
    float[2,4,3,2] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,1,-2,3,-4,5,-6,7,-8,9,-10,11,-12,13,-14,15,-16,17,-18,19,-20,21,-22,23,-24},
    float[2,4,1,1] one = {1, 2, 3, 4, -1, -2, -3, -4}, float[4] scale = {1, 2, 3, 4}> {
  c = Conv<auto_pad = "SAME_UPPER", strides = [2, 2]>(x, w)
  d = Conv<auto_pad = "SAME_LOWER", strides = [3, 1]>(x, w)
  p = MaxPool<auto_pad = "SAME_UPPER", kernel_shape = [3, 3], strides = [2, 3]>(x)
  i = InstanceNormalization(x, scale, scale)
  g2 = GroupNormalization<num_groups = 2>(x, scale, scale)
  u = Conv<auto_pad = "SAME_UPPER", strides = [2, 2]>(x, one)
}"""), only_x((1, 4, 5, 5), (2, 4, 8, 9), (1, 4, 7, 3), (3, 4, 16, 11), (1, 4, 2, 33)))

for name, attributes in {
        "nearest": 'mode = "nearest", coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"',
        "half": 'mode = "nearest", coordinate_transformation_mode = "half_pixel", nearest_mode = "round_prefer_floor"',
        "linear": 'mode = "linear", coordinate_transformation_mode = "half_pixel"',
        "torch": 'mode = "linear", coordinate_transformation_mode = "pytorch_half_pixel"',
        "corners": 'mode = "linear", coordinate_transformation_mode = "align_corners"',
        "cubic": 'mode = "cubic", coordinate_transformation_mode = "half_pixel"'}.items():
    CASES["resize_" + name] = Case(model(13, f"""
g (float[1,2,H,W] x, float[1,2,A,B] like) => (float[1,2,A,B] y, float[1,2,C,D] z) <
    int64[1] zero = {{0}}, float[0] none = {{}}, float[4] scales = {{1, 1, 1.5, 0.75}}> {{
  s = Shape(like)
  y = Resize<{attributes}>(x, none, none, s)
  z = Resize<{attributes}>(x, none, scales)
}}"""), [{"x": (1, 2, h, w), "like": (1, 2, a, b)} for h, w, a, b in
         [(4, 4, 8, 8), (2, 5, 3, 7), (7, 3, 7, 9), (5, 8, 2, 1), (3, 32, 31, 16)]])

# Branches and loops that sizes decide, or whose results have open sizes.
CASES["control"] = Case(model(17, """
g (float[N,M] x, bool c) => (float[N,M] y, float[N,M] z, float[M] total, float[N,M] sums) <
    int64 two = {2}, int64 zero = {0}> {
  s = Shape(x)
  r = Size(s)
  isMatrix = Equal(r, two)
  y = If(isMatrix) <then_branch = a () => (float[N,M] t) { t = Neg(x) },
                    else_branch = b () => (float[N] e) { e = ReduceSum<keepdims = 0>(x) }>
  z = If(c) <then_branch = d () => (float[N,M] t2) { t2 = Relu(x) },
             else_branch = f () => (float[N,M] e2) { e2 = Mul(x, x) }>
  n = Gather<axis = 0>(s, zero)
  m = Shape<start = 1>(x)
  start = ConstantOfShape(m)
  true = Constant<value = bool {1}>()
  total, sums = Loop(n, true, start) <body = body (int64 i, bool on, float[M] state)
      => (bool next, float[M] sum, float[M] each) {
    next = Identity(on)
    row = Gather<axis = 0>(x, i)
    sum = Add(state, row)
    each = Identity(sum)
  }>
}"""), [{"x": (n, m), "c": np.array(c)} for n, m, c in
        [(1, 1, True), (2, 5, False), (7, 3, True), (4, 33, False), (16, 2, True)]])

# Recurrent networks whose steps and batch are open.
CASES["recurrent"] = Case(model(17, """
g (float[S,B,2] x, float[1,B,3] h) => (float[S,1,B,3] y, float[1,B,3] last, float[S,2,B,3] z) <
    float[1,3,2] w = {0.1, -0.2, 0.3, 0.4, -0.5, 0.6}, float[1,3,3] r = {0.1, 0.2, -0.3, 0.4, 0.5, 0.6, -0.7, 0.8, 0.9},
    int64[1] zero = {0}> {
  y, last = RNN<hidden_size = 3>(x, w, r, "", "", h)
  w2 = Concat<axis = 0>(w, w)
  r2 = Concat<axis = 0>(r, r)
  z = RNN<hidden_size = 3, direction = "bidirectional">(x, w2, r2)
}"""), [{"x": (s, b, 2), "h": (1, b, 3)} for s, b in [(1, 1), (2, 5), (7, 3), (5, 17), (33, 2)]],
    [{"x": (3, 2, 2), "h": (1, 4, 3)}])
