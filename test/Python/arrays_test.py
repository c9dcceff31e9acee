"""What a model is called with: taken exactly, or refused."""
import unittest

import ml_dtypes
import numpy as np
import onnx.parser

import dl


def compile(text):
    return dl.compile(onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["": 21]> {text}'))


def identity(dtype):
    return compile(f"f ({dtype}[2] x) => ({dtype}[2] y) {{ y = Identity(x) }}")


class InputTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.models = {dtype: identity(dtype) for dtype in (
            "int64", "uint64", "uint8", "bool", "float", "float16", "bfloat16", "int4")}

    def check_taken(self, dtype, value, expected):
        y = self.models[dtype](value)
        np.testing.assert_array_equal(y, expected)

    def check_refused(self, dtype, value, message):
        with self.assertRaisesRegex(dl.RunError, f"input 'x': expected .*{message}"):
            self.models[dtype](value)

    def test_numbers_that_fit(self):
        self.check_taken("int64", [1, -2**63], np.array([1, -2**63]))
        self.check_taken("uint64", (2**64 - 1, True), np.array([2**64 - 1, 1], np.uint64))
        self.check_taken("uint8", [np.int64(255), 0], [255, 0])
        self.check_taken("bool", [True, np.False_], [True, False])
        self.check_taken("float", [0.1, 2**24], np.array([0.1, 2**24], np.float32))
        self.check_taken("float", [1e-45, -0.0], np.array([1e-45, -0.0], np.float32))
        self.check_taken("float16", [float("inf"), float("nan")], [np.inf, np.nan])
        self.check_taken("float16", [65519.0, np.float32(1.5)], [65504, 1.5])
        self.check_taken("bfloat16", [1.25, 3], np.array([1.25, 3], ml_dtypes.bfloat16))
        self.check_taken("int4", [-8, 7], np.array([-8, 7], ml_dtypes.int4))
        self.check_taken("float", [np.array(1.5), np.float64(2)], [1.5, 2])
        self.check_taken("float", [True, 2.5], [1, 2.5])
        self.check_taken("int64", list(np.array([3, 4])), [3, 4])
        matrix = compile("f (float[2,2] x) => (float[2,2] y) { y = Neg(x) }")
        np.testing.assert_array_equal(matrix([np.array([1.0, 2.0]), (3, 4)]), [[-1, -2], [-3, -4]])

    def test_floats_for_integers(self):
        self.check_refused("int64", [1, 1.5], r"type int64, got 1.5 at \[1\], of the type float")
        self.check_refused("int64", [1.0, 2.0], r"got 1.0 at \[0\], of the type float")
        self.check_refused("uint8", [1, np.float32(2)], r"got .*2.* at \[1\], of the type float32")
        self.check_refused("int4", [0.5, 1], r"got 0.5 at \[0\], of the type float")

    def test_numbers_out_of_range(self):
        self.check_refused("uint8", [255, 300], r"got 300 at \[1\], which is outside 0 to 255")
        self.check_refused("uint8", [-1, 0], r"got -1 at \[0\], which is outside")
        self.check_refused("int64", [2**63, 0], r"got 9223372036854775808 at \[0\]")
        self.check_refused("uint64", [0, -1], r"got -1 at \[1\]")
        self.check_refused("int64", [2**63, -1], r"got 9223372036854775808 at \[0\]")
        self.check_refused("uint64", [2**64, -1], r"got 18446744073709551616 at \[0\]")
        self.check_refused("int4", [0, 8], r"got 8 at \[1\], which is outside -8 to 7")
        self.check_refused("float16", [0, 65520.0], r"got 65520.0 at \[1\], which is too large")
        self.check_refused("float", [1e39, 0], r"got 1e\+39 at \[0\], which is too large")
        self.check_refused("float", [0, 10**400], r"got 1000.*\.\.\..*000 at \[1\], which is too large")
        self.check_refused("float", [1e-46, 0.0], r"got 1e-46 at \[0\], which would become zero")

    def test_integers_that_floats_do_not_hold(self):
        self.check_refused("float", [0, 2**24 + 1], r"got 16777217 at \[1\], an integer that it")
        self.check_refused("float", [2**62 + 1, 0], r"at \[0\], an integer that it does not hold")
        self.check_refused("float16", [2049, 0.5], r"got 2049 at \[0\], an integer")
        self.check_refused("bfloat16", [257, 0], r"got 257 at \[0\], an integer")

    def test_places(self):
        matrix = compile("f (int8[2,2] x) => (int8[2,2] y) { y = Neg(x) }")
        for value, place in (([[1, 2], [3, 400]], r"got 400 at \[1, 1\]"),
                             ([[1, 2], [0.5, 4]], r"got 0.5 at \[1, 0\]")):
            with self.assertRaisesRegex(dl.RunError, place):
                matrix(value)
        scalar = compile("f (int8 x) => (int8 y) { y = Neg(x) }")
        self.assertEqual(scalar(3), -3)
        with self.assertRaisesRegex(dl.RunError, "type int8, got 300, which is outside -128 to 127"):
            scalar(300)

    def test_what_is_no_number(self):
        self.check_refused("bool", [1, True], r"got 1 at \[0\], of the type int")
        self.check_refused("float", [None, 1.0], r"got None at \[0\], of the type NoneType")
        self.check_refused("int64", ["1", 2], r"got '1' at \[0\], of the type str")
        self.check_refused("float", [1j, 2], r"got 1j at \[0\], of the type complex")
        self.check_refused("float", [[1.0], [2.0, 3.0]], "nested lists of equal lengths")
        self.check_refused("float", {1}, "an array or nested lists of numbers, got set")
        self.check_refused("float", None, "an array or nested lists of numbers, got NoneType")
        self.check_refused("float", "ab", "elements of type float32, got <U2")

    def test_arrays_keep_their_type(self):
        for wrong in (np.float64, np.int32, np.uint32):
            self.check_refused("float", np.zeros(2, wrong),
                               f"elements of type float32, got {wrong.__name__}")
        self.check_refused("int64", memoryview(b"ab"), "elements of type int64, got uint8")
        self.check_refused("float", np.array([1.0, None]), "an array or nested lists of numbers")

    def test_masks(self):
        x = np.zeros(2, np.float32)
        for mask in ([0, 1], [0, 0]):
            self.check_refused("float", np.ma.array(x, mask=mask), "an array without a mask, got a "
                               r"masked array; give its filled\(value\)")
        self.check_refused("float", [np.ma.masked, 1.0], "numbers, got a masked value in a list")

    def test_other_devices(self):
        class Array:
            def __dlpack__(self, **kwargs):
                raise BufferError("not here")

            def __dlpack_device__(self):
                return self.device
        array = Array()
        array.device = (2, 0)
        self.check_refused("float", array, "an array on the CPU, got one on DLPack's device 2")
        array.device = (1, 0)
        self.check_refused("float", array, "an array that DLPack can share: not here")

    def test_specialized_inputs(self):
        model = compile("f (float[2,3] x, int64[2] s) => (float[] y) { y = Reshape(x, s) }")
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        self.assertEqual(model(x.tolist(), [3, 2]).shape, (3, 2))
        with self.assertRaisesRegex(dl.RunError, "input 's': expected .* got 2.5 at"):
            model(x, [3, 2.5])
        with self.assertRaisesRegex(dl.RunError, "input 's': expected an array without a mask"):
            model(x, np.ma.array([3, 2]))


class OutputTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = compile("f (float[2,3] x) => (float[2,3] p, float[3,2] q) "
                            "{ p = Neg(x) q = Transpose(x) }")

    def setUp(self):
        self.x = np.arange(6, dtype=np.float32).reshape(2, 3)
        self.p, self.q = np.empty((2, 3), np.float32), np.empty((3, 2), np.float32)

    def check_refused(self, out, message):
        with self.assertRaisesRegex(dl.RunError, message):
            self.model(self.x, out=out)

    def test_right(self):
        for out in ((self.p, self.q), [self.p, self.q]):
            p, q = self.model(self.x, out=out)
            self.assertTrue(p is self.p and q is self.q)
            np.testing.assert_array_equal(p, -self.x)
            np.testing.assert_array_equal(q, self.x.T)

    def test_no_sequence(self):
        for out, name in ((self.p, "ndarray"), (3, "int"),
                          (iter([self.p, self.q]), "list_iterator")):
            self.check_refused(out, f"out: expected a list or a mapping of 2 arrays, for 'p', 'q', got "
                               f"{name}")

    def test_number(self):
        self.check_refused([], "expected 2 outputs, got 0; give one array for each of 'p', 'q'")
        self.check_refused([self.p] * 3, "expected 2 outputs, got 3")

    def test_arrays(self):
        p, q = self.p, self.q
        self.check_refused([p, q.tolist()], "output 'q': expected a numpy array to write into, got "
                           "list")
        self.check_refused([p, np.ma.array(q)], "output 'q': .* got MaskedArray")
        self.check_refused([p, q.astype(np.float64)], "output 'q': expected elements of type "
                           "float32, got float64")
        self.check_refused([p, p], "output 'q': expected 3 in dimension 0, got 2")
        self.check_refused([p, np.empty((2, 3), np.float32).T], r"output 'q': expected a row-major "
                           r"array, got strides \(4, 12\)")
        q.flags.writeable = False
        self.check_refused([p, q], "output 'q': expected an array that can be written to")

    def test_memory_of_others(self):
        self.check_refused([self.x, self.q], "output 'p': expected memory of its own, but it "
                           "overlaps 'x'")
        self.check_refused([self.p, self.p.reshape(3, 2)], "overlaps")


if __name__ == "__main__":
    unittest.main()
