"""Networks on sequences: transformers, caches, a voice detector; functions of a model."""
import numpy as np
from onnx import helper, numpy_helper

from graph import BOOL, F32, I64, Form, Graph


def jax_mlp_mixer():
    """jax2onnx writes broadcasts and reshapes of its batch as Expand of computed shapes."""
    g = Graph(21, 3, ir_version=10)
    b = g.node("Gather", [g.node("Shape", ["x"]), g.constant([0])], axis=0)
    t = g.node("Expand", [g.weight(1, 1, 8), g.node("Concat", [b, g.constant([1, 8])], axis=0)])
    x = g.node("Reshape", ["x", g.node("Concat", [b, g.constant([16, 8])], axis=0)])
    x = g.node("Concat", [t, x], axis=1)
    x = g.node("Add", [x, g.node("Expand", [g.weight(17, 8), g.node(
        "Concat", [b, g.constant([17, 8])], axis=0)])])
    m = g.node("ReduceMean", [x, g.constant([2])])
    v = g.node("ReduceMean", [g.node("Mul", [g.node("Sub", [x, m]), g.node("Sub", [x, m])]),
                              g.constant([2])])
    n = g.node("Mul", [g.node("Sub", [x, m]), g.node("Reciprocal", [g.node("Sqrt", [
        g.node("Add", [v, g.constant(1e-6, np.float32)])])])])
    f = g.node("Einsum", [n, g.weight(8, 12)], equation="bsd,dh->bsh")
    f = g.node("Gelu", [f], approximate="tanh")
    x = g.node("Add", [x, g.node("MatMul", [f, g.weight(12, 8)])])
    y = g.node("Slice", [x, g.constant([0]), g.constant([1]), g.constant([1])])
    y = g.node("Reshape", [y, g.node("Concat", [b, g.constant([8])], axis=0)])
    zero = g.node("ConstantOfShape", [g.node("Concat", [b, g.constant([4])], axis=0)])
    g.node("Add", [zero, g.node("MatMul", [y, g.weight(8, 4)])], ["y"])
    sizes = [dict(b=b) for b in (1, 2, 3, 7, 16)]
    return Form(g.model([("x", F32, ["B", 128])], [("y", F32, ["B", 4])]), sizes,
                lambda s, r: {"x": r.standard_normal((s["b"], 128))}, "B=1")


def torch_transformer():
    """A transformer with open batch and length, masks computed of positions, as torch exports
    it: positions by Range, a causal mask by comparing them, padding by the mask input."""
    g = Graph(14, 4)
    b, s = g.dim("input_ids", 0, keep=False), g.dim("input_ids", 1, keep=False)
    un = lambda x: g.node("Unsqueeze", [x, g.constant([0])])
    x = g.node("Gather", [g.weight(50, 16, scale=1), "input_ids"])
    positions = g.node("Range", [g.constant(0), s, g.constant(1)])
    x = g.node("Add", [x, g.node("Gather", [g.weight(64, 16, scale=1), g.node(
        "Unsqueeze", [positions, g.constant([0])])])])
    rows = g.node("Unsqueeze", [positions, g.constant([1])])
    causal = g.node("LessOrEqual", [un(positions), rows])
    causal = g.node("Unsqueeze", [causal, g.constant([0, 1])])
    pad = g.node("Cast", [g.node("Unsqueeze", ["attention_mask", g.constant([1, 2])])], to=BOOL)
    # torch's expand: a dim of -1 is kept.
    asked = g.node("Concat", [un(b), g.constant([1]), un(s), g.constant([-1])], axis=0)
    ones = g.node("ConstantOfShape", [g.constant([4])], value=helper.make_tensor("v", I64, [1], [1]))
    asked = g.node("Where", [g.node("Equal", [asked, g.node("Mul", [ones, g.constant(-1)])]), ones,
                             asked])
    mask = g.node("And", [causal, g.node("Expand", [pad, asked])])
    bias = g.node("Where", [mask, g.constant(0, np.float32), g.constant(-1e9, np.float32)])
    for _ in range(2):
        n = g.node("ReduceMean", [x], axes=[-1])
        c = g.node("Sub", [x, n])
        d = g.node("Sqrt", [g.node("Add", [g.node("ReduceMean", [g.node(
            "Pow", [c, g.constant(2, np.float32)])], axes=[-1]), g.constant(1e-5, np.float32)])])
        n = g.node("Mul", [g.node("Div", [c, d]), g.weight(16)])
        heads = lambda w: g.node("Transpose", [g.node("Reshape", [
            g.node("MatMul", [n, w]),
            g.node("Concat", [un(b), un(s), g.constant([2]), g.constant([8])], axis=0)])],
            perm=[0, 2, 1, 3])
        q, k, v = heads(g.weight(16, 16)), heads(g.weight(16, 16)), heads(g.weight(16, 16))
        size = g.node("Cast", [g.node("Slice", [g.node("Shape", [q]), g.constant([-1]),
                                                g.constant([2 ** 63 - 1])])], to=F32)
        a = g.node("Div", [g.node("MatMul", [q, g.node("Transpose", [k], perm=[0, 1, 3, 2])]),
                           g.node("Sqrt", [size])])
        a = g.node("Softmax", [g.node("Add", [a, bias])], axis=-1)
        a = g.node("Transpose", [g.node("MatMul", [a, v])], perm=[0, 2, 1, 3])
        a = g.node("Reshape", [a, g.node("Concat", [un(b), un(s), g.constant([16])], axis=0)])
        x = g.node("Add", [x, g.node("MatMul", [a, g.weight(16, 16)])])
    x = g.node("Gather", [x, g.constant(0)], axis=1)
    g.node("Gemm", [x, g.weight(16, 3), g.weight(3)], ["logits"])
    sizes = [dict(b=b, s=s) for b, s in [(1, 8), (2, 5), (3, 1), (1, 33), (4, 64)]]

    def inputs(s, r):
        mask = np.ones((s["b"], s["s"]), np.int64)
        mask[-1, (s["s"] + 1) // 2:] = 0
        mask[:, 0] = 1
        return {"input_ids": r.integers(0, 50, (s["b"], s["s"])), "attention_mask": mask}

    return Form(g.model([("input_ids", I64, ["batch", "sequence"]),
                         ("attention_mask", I64, ["batch", "sequence"])],
                        [("logits", F32, ["batch", 3])]), sizes, inputs, "batch=1,sequence=8")


def torch_decoder_with_cache():
    """One step of a decoder: keys and values of the past are inputs whose length is open."""
    g = Graph(17, 5)
    past = g.node("Gather", [g.node("Shape", ["past_key"]), g.constant(2)], axis=0)
    s = g.dim("input_ids", 1, keep=False)
    total = g.node("Add", [past, s])
    positions = g.node("Range", [past, total, g.constant(1)])
    x = g.node("Gather", [g.weight(40, 16, scale=1), "input_ids"])
    x = g.node("LayerNormalization", [x, g.weight(16), g.weight(16)], axis=-1)
    heads = lambda w: g.node("Transpose", [g.node("Reshape", [
        g.node("MatMul", [x, w]), g.constant([0, 0, 2, 8])])], perm=[0, 2, 1, 3])
    q, k, v = heads(g.weight(16, 16)), heads(g.weight(16, 16)), heads(g.weight(16, 16))
    # Rotary positions: rows of a table of angles.
    rows = g.node("Gather", [g.constant(np.cos(np.arange(64)[:, None] / (1 + np.arange(8))),
                                        np.float32), positions])
    rows = g.node("Unsqueeze", [rows, g.constant([0, 1])])
    half = lambda t: g.node("Concat", [
        g.node("Neg", [g.node("Slice", [t, g.constant([4]), g.constant([2 ** 63 - 1]),
                                        g.constant([3])])]),
        g.node("Slice", [t, g.constant([0]), g.constant([4]), g.constant([3])])], axis=-1)
    turn = lambda t: g.node("Add", [g.node("Mul", [t, rows]), g.node("Mul", [half(t), rows])])
    q, k = turn(q), turn(k)
    k = g.node("Concat", ["past_key", k], ["present_key"], axis=2)
    v = g.node("Concat", ["past_value", v], ["present_value"], axis=2)
    all_positions = g.node("Range", [g.constant(0), total, g.constant(1)])
    mask = g.node("Greater", [g.node("Unsqueeze", [all_positions, g.constant([0])]),
                              g.node("Unsqueeze", [positions, g.constant([1])])])
    bias = g.node("Where", [mask, g.constant(-3e38, np.float32), g.constant(0, np.float32)])
    a = g.node("MatMul", [q, g.node("Transpose", ["present_key"], perm=[0, 1, 3, 2])])
    a = g.node("Softmax", [g.node("Add", [g.node("Mul", [a, g.constant(0.35, np.float32)]),
                                          bias])], axis=-1)
    a = g.node("Transpose", [g.node("MatMul", [a, "present_value"])], perm=[0, 2, 1, 3])
    a = g.node("Reshape", [a, g.node("Concat", [
        g.node("Unsqueeze", [g.dim("input_ids", 0, keep=False), g.constant([0])]),
        g.node("Unsqueeze", [s, g.constant([0])]), g.constant([-1])], axis=0)])
    g.node("MatMul", [a, g.weight(16, 40)], ["logits"])
    sizes = [dict(b=b, p=p, s=s) for b, p, s in
             [(1, 4, 1), (2, 1, 3), (1, 30, 5), (3, 9, 1), (1, 1, 1)]]
    cache = lambda: ["batch", 2, "past", 8]
    kept = lambda: ["batch", 2, "past + sequence", 8]
    return Form(g.model([("input_ids", I64, ["batch", "sequence"]), ("past_key", F32, cache()),
                         ("past_value", F32, cache())],
                        [("logits", F32, ["batch", "sequence", 40]),
                         ("present_key", F32, kept()), ("present_value", F32, kept())]), sizes,
                lambda s, r: {"input_ids": r.integers(0, 40, (s["b"], s["s"])),
                              "past_key": r.standard_normal((s["b"], 2, s["p"], 8)),
                              "past_value": r.standard_normal((s["b"], 2, s["p"], 8))},
                "batch=1,past=4,sequence=1")


def voice_detector():
    """A voice detector: branches on the sample rate and on ranks, an LSTM and its state."""
    g = Graph(16, 6)

    def branch(rate, width):
        h = Graph(16, 60 + width)
        # Frames by a convolution over reflected samples.
        x = h.node("Pad", ["input", h.constant([0, width // 2, 0, width // 2])], mode="reflect")
        x = h.node("Unsqueeze", [x, h.constant([1])])
        x = h.node("Conv", [x, h.weight(12, 1, width)], strides=[width // 2])
        x = h.node("Relu", [h.node("Conv", [h.node("Abs", [x]), h.weight(16, 12, 3)],
                                   pads=[1, 1])])
        x = h.node("Transpose", [x], perm=[2, 0, 1])
        first = h.node("Squeeze", [h.node("Slice", [
            "state", h.constant([0]), h.constant([1]), h.constant([0])]), h.constant([0])])
        second = h.node("Squeeze", [h.node("Slice", [
            "state", h.constant([1]), h.constant([2]), h.constant([0])]), h.constant([0])])
        state = lambda t: h.node("Unsqueeze", [t, h.constant([0])])
        y, hn, cn = h.node("LSTM", [x, h.weight(1, 64, 16), h.weight(1, 64, 16),
                                    h.weight(1, 128), "", state(first), state(second)], 3,
                           hidden_size=16)
        y = h.node("Squeeze", [y, h.constant([1])])
        y = h.node("Transpose", [y], perm=[1, 2, 0])
        y = h.node("Sigmoid", [h.node("Conv", [h.node("Relu", [y]), h.weight(1, 16, 1)])])
        y = h.node("Squeeze", [y, h.constant([1])])
        h.node("ReduceMean", [y], [f"p{rate}"], axes=[1], keepdims=1)
        h.node("Concat", [hn, cn], [f"s{rate}"], axis=0)
        return helper.make_graph(h.nodes, f"rate{rate}", [], [
            helper.make_tensor_value_info(f"p{rate}", F32, None),
            helper.make_tensor_value_info(f"s{rate}", F32, None)], h.initializers)

    # The input is of rank 2, so this branch is never taken.
    rank = g.node("Size", [g.node("Shape", ["input"])])
    is_one = g.node("Equal", [rank, g.constant(1)])
    unsqueeze = helper.make_graph(
        [helper.make_node("Unsqueeze", ["input", "zero"], ["u"])], "then", [],
        [helper.make_tensor_value_info("u", F32, None)],
        [numpy_helper.from_array(np.array([0]), "zero")])
    same = helper.make_graph([helper.make_node("Identity", ["input"], ["i"])], "else", [],
                             [helper.make_tensor_value_info("i", F32, None)])
    g.node("If", [is_one], ["samples"], then_branch=unsqueeze, else_branch=same)
    is_fast = g.node("Equal", ["sr", g.constant(16000)])
    g.node("If", [is_fast], ["probability", "next"], then_branch=branch(16, 8),
           else_branch=branch(8, 4))
    g.node("Mul", ["probability", g.constant(1, np.float32)], ["output"])
    g.node("Identity", ["next"], ["stateN"])
    sizes = [dict(b=b, n=n, sr=sr) for b, n, sr in
             [(1, 512, 16000), (1, 256, 8000), (2, 96, 16000), (3, 33, 8000), (1, 77, 16000)]]
    return Form(g.model([("input", F32, [None, None]), ("state", F32, [2, None, 16]),
                         ("sr", I64, [])], [("output", F32, [None, None]),
                                            ("stateN", F32, [None, None, None])]), sizes,
                lambda s, r: {"input": r.standard_normal((s["b"], s["n"])),
                              "state": r.standard_normal((2, s["b"], 16)), "sr": s["sr"]},
                "input.0=1,input.1=512,state.1=1")


def local_functions():
    """The functions of a model, as torch's dynamo exporter and jax2onnx write modules."""
    g = Graph(18, 15)
    g.domains["pkg.layers"] = 1
    make = helper.make_node
    nodes = [make("MatMul", ["x", "w"], ["p"]), make("Add", ["p", "b"], ["s"]),
             make("LeakyRelu", ["s"], ["y"])]
    reference = nodes[2].attribute.add()
    reference.name, reference.ref_attr_name, reference.type = "alpha", "slope", 1
    opset = [helper.make_opsetid("", 18), helper.make_opsetid("pkg.layers", 1)]
    linear = helper.make_function("pkg.layers", "Linear", ["x", "w", "b"], ["y"], nodes, opset,
                                  ["slope"])
    twice = helper.make_function(
        "pkg.layers", "Twice", ["x", "w", "b"], ["y"],
        [make("Linear", ["x", "w", "b"], ["h"], domain="pkg.layers", slope=0.1),
         make("Shape", ["h"], ["shape"]), make("Constant", [], ["z"], value_int=0),
         make("Gather", ["shape", "z"], ["n"]), make("Cast", ["n"], ["f"], to=F32),
         make("Div", ["h", "f"], ["d"]),
         make("Linear", ["d", "w", "b"], ["y"], domain="pkg.layers", slope=0.2)], opset)
    g.functions += [linear, twice]
    x = g.node("Twice", ["x", g.weight(8, 8), g.weight(8)], domain="pkg.layers")
    g.node("Linear", [x, g.weight(8, 3), g.weight(3)], ["y"], domain="pkg.layers", slope=0.3)
    sizes = [dict(n=n) for n in (1, 2, 5, 17, 64)]
    return Form(g.model([("x", F32, ["batch", 8])], [("y", F32, ["batch", 3])]), sizes,
                lambda s, r: {"x": r.standard_normal((s["n"], 8))}, "batch=1")
