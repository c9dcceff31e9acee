"""dl.tune, and dl.compile with what it found."""
import json
import os
import signal
import tempfile
import threading
import time
import unittest

import numpy as np
import onnx.parser

import dl

# lit's processes ignore it, and so would those that are started here.
signal.signal(signal.SIGINT, signal.default_int_handler)

LAYER = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    layer (float[24,20] x, float[20,40] w) => (float[24,40] y) {
      m = MatMul(x, w)
      y = Relu(m)
    }""")
X = np.linspace(-1, 1, 480, dtype=np.float32).reshape(24, 20)
W = np.linspace(-2, 3, 800, dtype=np.float32).reshape(20, 40)


def interrupt_at(records):
    """Sends Ctrl-C to this process once some schedules were measured."""
    while not os.path.exists(records) or os.path.getsize(records) < 10000:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)


class TuneTest(unittest.TestCase):
    def test_tuned_models_compute_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            records = os.path.join(folder, "records.jsonl")
            kernels = dl.tune(LAYER, records, trials=6, workers=1)
            self.assertEqual([kernel.uses for kernel in kernels], [1])
            self.assertEqual(kernels[0].trials, 6)
            self.assertEqual(len(kernels[0].history), 6)
            self.assertGreater(kernels[0].best_seconds, 0)
            self.assertLessEqual(kernels[0].best_seconds, kernels[0].rules_seconds)
            y = dl.compile(LAYER, tuning_db=records)(X, W)
            y = y[0] if isinstance(y, (list, tuple)) else y
            np.testing.assert_allclose(y, np.maximum(X @ W, 0), rtol=1e-4, atol=1e-5)
            # It goes on from what is there.
            more = dl.tune(LAYER.SerializeToString(), records, trials=2, workers=1,
                           search="random", cost_model="estimate", kernels="matmul")
            self.assertEqual(more[0].trials, 2)

    def test_keyboard_interrupt(self):
        with tempfile.TemporaryDirectory() as folder:
            records = os.path.join(folder, "records.jsonl")
            thread = threading.Thread(target=interrupt_at, args=(records,))
            thread.start()
            with self.assertRaises(KeyboardInterrupt):
                dl.tune(LAYER, records, trials=1000000, workers=1, search="random")
            thread.join()
            # The fastest were measured again before the end, so nothing runs any more.
            with open(records, encoding="utf-8") as file:
                lines = [json.loads(line) for line in file]
            self.assertEqual(lines[-1]["search"], "final")

    def test_wrong_options(self):
        with tempfile.TemporaryDirectory() as folder:
            records = os.path.join(folder, "records.jsonl")
            for options, message in (({"trials": 0}, "expected trials to be at least 1"),
                                     ({"search": "grid"}, "expected a search evolution"),
                                     ({"kernels": "conv"}, "expected kernels to match")):
                with self.assertRaisesRegex(dl.CompileError, message):
                    dl.tune(LAYER, records, **options)
            with self.assertRaisesRegex(TypeError, "expected a path"):
                dl.tune(7, records)
            with self.assertRaisesRegex(FileNotFoundError, "expected a file of records, as dl.tune "
                                                           "writes it; there is none: '.*records"):
                dl.compile(LAYER, tuning_db=records)
            with self.assertRaisesRegex(TypeError, "expected tuning_db to be a path"):
                dl.Options(tuning_db=7)


if __name__ == "__main__":
    unittest.main()
