"""dl.onnx: the normal form and the backend."""
import unittest

import numpy as np
import onnx
import onnx.parser
from onnx.reference import ReferenceEvaluator

import dl
import dl.onnx
import dl.onnx.backend as backend

LOCAL_FUNCTION = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18, "mine": 1]>
    f (float[2,3] x) => (float[2,3] y) { y = mine.twice(x) }
    <opset_import: ["": 18], domain: "mine">
    twice (a) => (b) { b = Add(a, a) }""")
UNKNOWN = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    f (float[2] x) => (float[2] y) { y = NoSuchThing(x) }""")
# An operator that is a function of others, in its schema.
MEAN_VARIANCE = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    f (float[2,3,2,2] x) => (float[2,3,2,2] y) { y = MeanVarianceNormalization(x) }""")
COMPUTED_SHAPE = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    f (float[2,3,4] x) => (float[] y)
    <int64[1] zero = {0}, int64[1] one = {1}, int64[1] rest = {-1}> {
      s = Shape(x)
      first = Slice(s, zero, one)
      target = Concat<axis = 0>(first, rest)
      y = Reshape(x, target)
    }""")


def operators(model):
    return [node.op_type for node in model.graph.node]


class NormalizeTest(unittest.TestCase):
    def check(self, model, *arrays):
        """The normal form means the same, to onnx and when compiled."""
        names = [info.name for info in model.graph.input]
        feeds = dict(zip(names, arrays))
        expected = ReferenceEvaluator(model).run(None, feeds)[0]
        normal = dl.onnx.normalize(model)
        onnx.checker.check_model(normal)
        np.testing.assert_allclose(ReferenceEvaluator(normal).run(None, feeds)[0], expected,
                                   rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(dl.compile(model)(*arrays), expected, rtol=1e-5, atol=1e-6)
        return normal

    def test_local_functions(self):
        normal = self.check(LOCAL_FUNCTION, np.ones((2, 3), np.float32))
        self.assertEqual(operators(normal), ["Add"])

    def test_functions_of_schemas(self):
        x = np.linspace(-3, 5, 24, dtype=np.float32).reshape(2, 3, 2, 2) ** 2
        self.check(MEAN_VARIANCE, x)
        # What the compiler has is not taken apart.
        self.assertIn("MeanVarianceNormalization", operators(dl.onnx.normalize(MEAN_VARIANCE)))

    def test_untyped_output_changes_nothing(self):
        rng = np.random.default_rng(5)
        x = (rng.standard_normal((2, 4, 15, 19)) + 1000).astype(np.float32)
        s, b = np.ones(4, np.float32), np.zeros(4, np.float32)
        model = onnx.parser.parse_model("""
            <ir_version: 9, opset_import: ["": 21]>
            m (float[2,4,15,19] x, float[4] s, float[4] b) => (float[2,4,15,19] y) {
              y = GroupNormalization<num_groups=2>(x, s, b)
            }""")
        typed = dl.compile(model)(x, s, b)
        model.graph.output[0].ClearField("type")
        np.testing.assert_array_equal(dl.compile(model)(x, s, b), typed)

    def test_shapes_are_folded(self):
        normal = self.check(COMPUTED_SHAPE, np.arange(24, dtype=np.float32).reshape(2, 3, 4))
        self.assertEqual(operators(normal), ["Reshape"])

    def test_known_branches_are_taken(self):
        model = onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float[2,3] x) => (float[2,3] y) <int64 two = {2}> {
              s = Size(x)
              c = Greater(s, two)
              n = Neg(x)
              y = If(c) <
                then_branch = big () => (float[2,3] r) { t = Exp(n) r = Tanh(t) },
                else_branch = small () => (float[2,3] r) { r = Abs(n) }>
            }""")
        normal = self.check(model, np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3))
        self.assertEqual(operators(normal), ["Neg", "Exp", "Tanh", "Identity"])

    def test_known_operators_stay(self):
        model = onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float[2,3] x) => (float[2,3] y) { y = Softmax(x) }""")
        self.assertEqual(operators(dl.onnx.normalize(model)), ["Softmax"])

    def test_weights_are_not_folded(self):
        weight = onnx.numpy_helper.from_array(np.ones((80, 80), np.float32), "w")
        model = onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float[2,80] x) => (float[2,80] y) { t = Neg(w) y = MatMul(x, t) }""")
        model.graph.initializer.append(weight)
        self.assertEqual(operators(dl.onnx.normalize(model)), ["Neg", "MatMul"])

    def test_without(self):
        x = np.ones((2, 3), np.float32)
        np.testing.assert_array_equal(dl.compile(LOCAL_FUNCTION, normalize=False)(x), 2 * x)
        with self.assertRaisesRegex(dl.CompileError, "operator 'NoSuchThing'"):
            dl.compile(UNKNOWN)


class BackendTest(unittest.TestCase):
    def test_models(self):
        x = np.ones((2, 3), np.float32)
        prepared = backend.prepare(LOCAL_FUNCTION, threads=1)
        for inputs in ([x], {"x": x}, x):
            outputs = prepared.run(inputs)
            np.testing.assert_array_equal(outputs.y, 2 * x)
        np.testing.assert_array_equal(backend.run_model(LOCAL_FUNCTION, [x])[0], 2 * x)

    def test_nodes(self):
        node = onnx.helper.make_node("Sub", ["a", "b"], ["c"])
        a, b = np.full((2, 3), 5, np.float32), np.full(3, 2, np.float32)
        np.testing.assert_array_equal(backend.run_node(node, [a, b]).c, a - b)
        np.testing.assert_array_equal(backend.run_node(node, [a, b], opset_version=13).c, a - b)
        with self.assertRaisesRegex(ValueError, "expected 2 inputs, got 1"):
            backend.run_node(node, [a])

    def test_shapes_of_data(self):
        compiled = dl.compile(onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
            g (float[4, 6] x, int64[3] s, int64[2] n) => (float[a, b, c] y, float[8, 12] z) {
              [R] y = Reshape(x, s)
              [T] z = Tile(x, n)
            }"""))
        self.assertEqual(compiled.specialized_inputs, [])
        x, n = np.arange(24, dtype=np.float32).reshape(4, 6), np.array([2, 1])
        for shape in ((2, 3, 4), (24, 1, 1), (1, 4, 6)):
            y, z = compiled(x, np.array(shape), n)
            np.testing.assert_array_equal(y, x.reshape(shape))
            np.testing.assert_array_equal(z, np.tile(x, (2, 1)))
        # The room of a packed output is that of its elements.
        shape, table = np.array([2, 3, 4]), np.empty((8, 12), np.float32)
        for room in ((24, 1, 1), (5, 5, 1)):
            y, _ = compiled.run([x, shape, n], out=[np.empty(room, np.float32), table])
            np.testing.assert_array_equal(y, x.reshape(2, 3, 4))
        with self.assertRaisesRegex(dl.RunError, "output 'y': expected room for the 96 bytes that "
                                    "node 'R' made of these inputs, got 92"):
            compiled.run([x, shape, n], out=[np.empty((23, 1, 1), np.float32), table])
        # More than the model declares is not made, whatever room there is.
        with self.assertRaisesRegex(dl.RunError, "output 'z': expected at most 12 in dimension 1, "
                                    "as the model declares, but node 'T' made 18 of these inputs"):
            compiled.run([x, shape, np.array([1, 3])], out=[np.empty((24, 1, 1), np.float32),
                                                            np.empty((30, 30), np.float32)])
        # What needs the shape is compiled for the numbers.
        followed = dl.compile(onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 18]>
            g (float[4, 6] x, int64[1] axes) => (float[a, b] y) {
              m = ReduceMax(x, axes)
              y = Softmax <axis = 1> (m)
            }"""))
        self.assertEqual(followed.specialized_inputs, ["axes"])
        self.assertEqual(followed(x, np.array([0])).shape, (1, 6))

    def test_counts(self):
        model = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
            g (float[N, M] x) => (int64[2, k] where, float[j] kept) {
              where = NonZero(x)
              zero = Constant <value_float = 0.0> ()
              flags = Greater(x, zero)
              all = Constant <value_ints = [-1]> ()
              list = Reshape(flags, all)
              kept = Compress(x, list)
            }""")
        compiled = dl.compile(model)
        self.assertEqual(compiled.specialized_inputs, [])
        self.assertEqual(compiled.outputs[0].shape, (2, None))
        for x in ([[0, 1, -2], [3, 0, 0]], [[0, 0]], [[4]], np.ones((5, 7))):
            x = np.array(x, np.float32)
            where, kept = compiled(x)
            np.testing.assert_array_equal(where, np.nonzero(x))
            np.testing.assert_array_equal(kept, x[x > 0])
        # Room for less than the most is enough where it is enough.
        x = np.array([[0, 1, -2], [3, 0, 0]], np.float32)
        room = [np.empty((2, 3), np.int64), np.empty(2, np.float32)]
        where, kept = compiled.run([x], out=room)
        np.testing.assert_array_equal(where, np.nonzero(x))
        np.testing.assert_array_equal(kept, [1, 3])
        with self.assertRaisesRegex(dl.RunError, "output 'kept': expected room for 2 in dimension "
                                    "0, which node 'kept' made of these inputs, got 1"):
            compiled.run([x], out=[room[0], np.empty(1, np.float32)])

    def test_sequences(self):
        model = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
            g (seq(float[N]) s, optional(float[M]) o, float[2] x) => (seq(float[N]) t, bool b) {
              t = SequenceInsert(s, x)
              b = OptionalHasElement(o)
            }""")
        prepared = backend.prepare(model, threads=1)
        a, b, x = (np.arange(n, dtype=np.float32) for n in (3, 1, 2))
        for sequence, optional in (([a, b], None), ([], a), ([b], b)):
            t, has = prepared.run([sequence, optional, x])
            self.assertEqual(bool(has), optional is not None)
            for got, expected in zip(t, [*sequence, x], strict=True):
                np.testing.assert_array_equal(got, expected)
        flat = dl.onnx.flatten(model, {"s": [(3,), (None,)], "o": None})
        self.assertEqual([info.name for info in flat.graph.input], ["s.0", "s.1", "x"])
        with self.assertRaisesRegex(ValueError, "expected the structure of the input 's'"):
            dl.onnx.flatten(model, {})
        with self.assertRaisesRegex(ValueError, "expected a sequence of tensors .* got None"):
            dl.onnx.flatten(model, {"s": None, "o": None})

    def test_devices(self):
        self.assertTrue(backend.supports_device("CPU"))
        self.assertFalse(backend.supports_device("CUDA:0"))
        with self.assertRaisesRegex(ValueError, "expected the device 'CPU', got 'CUDA'"):
            backend.prepare(LOCAL_FUNCTION, "CUDA")
        self.assertTrue(backend.is_compatible(LOCAL_FUNCTION))
        self.assertFalse(backend.is_compatible(LOCAL_FUNCTION, "CUDA"))
        self.assertFalse(backend.is_compatible(UNKNOWN))


if __name__ == "__main__":
    unittest.main()
