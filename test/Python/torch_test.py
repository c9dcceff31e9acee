"""torch.compile(backend="dl"), against what PyTorch itself computes. Without torch there is nothing
to do."""
import importlib.util
import logging
import unittest

for name in ("torch", "onnxscript"):
    if importlib.util.find_spec(name) is None:
        print(f"skipped: requires the package {name}")
        raise SystemExit(0)

import torch
from torch import nn

import dl
import dl.torch
from dl.torch import _graph

BOUND = 1e-5


class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, stride=2, groups=2), nn.GELU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(16, 10)

    def forward(self, x):
        return self.head(torch.flatten(self.features(x), 1)).softmax(-1)


def make_mlp(seed=0):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4)).eval()


class TorchTest(unittest.TestCase):
    def setUp(self):
        torch._dynamo.reset()
        torch.manual_seed(0)

    def count(self):
        """Counts compilations from now on."""
        compiled, compile_ = [], _graph.compile

        def count(*args, **kwargs):
            compiled.append(compile_(*args, **kwargs))
            return compiled[-1]
        _graph.compile = count
        self.addCleanup(setattr, _graph, "compile", compile_)
        return compiled

    def check(self, got, wanted):
        self.assertEqual((got.shape, got.dtype, got.stride()),
                         (wanted.shape, wanted.dtype, wanted.stride()))
        scale = max(1.0, wanted.abs().max().item()) if wanted.numel() else 1.0
        self.assertLessEqual((got - wanted).abs().max().item() / scale, BOUND)

    def check_compiled(self, function, *inputs, compilations=1, **options):
        compiled = self.count()
        made = torch.compile(function, backend="dl", **options)
        with torch.no_grad(), self.assertNoLogs("dl", logging.WARNING):
            got, wanted = made(*inputs), function(*inputs)
        self.check(got, wanted)
        self.assertEqual(len(compiled), compilations)
        return made, compiled

    def check_eager(self, function, inputs, message):
        with torch.no_grad(), self.assertLogs("dl", logging.WARNING) as logs:
            got = torch.compile(function, backend="dl")(*inputs)
            self.check(got, function(*inputs))
        self.assertEqual(len(logs.output), 1)
        self.assertRegex(logs.output[0], message)

    # Networks.

    def test_networks(self):
        for network, shape in ((make_mlp(), (8, 16)), (Cnn().eval(), (2, 3, 16, 16))):
            with self.subTest(type(network).__name__):
                x = torch.randn(shape)
                _, compiled = self.check_compiled(network, x)
                self.assertEqual(len(compiled[0].inputs), 1, "weights are constants")

    def test_transformer(self):
        network = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True, norm_first=True).eval()
        # Its fast path is an operator for itself.
        torch.backends.mha.set_fastpath_enabled(False)
        self.addCleanup(torch.backends.mha.set_fastpath_enabled, True)
        self.check_compiled(network, torch.randn(2, 7, 32))

    def test_other_types(self):
        self.check_compiled(lambda x: (x > 2, (x * 3).to(torch.int32))[1], torch.arange(6))
        x = torch.randn(4, 4).to(torch.bfloat16)
        got = torch.compile(lambda x: x + x, backend="dl")(x)
        self.assertEqual(got.dtype, torch.bfloat16)
        torch.testing.assert_close(got, x + x)

    # Weights.

    def test_changed_weights(self):
        network, x = make_mlp(), torch.randn(3, 16)
        made, compiled = self.check_compiled(network, x)
        with torch.no_grad():
            network[0].weight.mul_(2)
            self.check(made(x), network(x))
            self.assertEqual(len(compiled[-1].inputs), 5)
            network[0].weight.data.mul_(2)
            self.check(made(x), network(x))
        self.assertEqual(len(compiled), 2)

    def test_weights_changed_behind_torch(self):
        network, x = make_mlp(), torch.randn(3, 16)
        made, compiled = self.check_compiled(network, x)
        with torch.no_grad():
            network[2].bias.data.add_(1)
            self.check(made(x), network(x))
            network.load_state_dict(make_mlp(7).state_dict(), assign=True)
            self.check(made(x), network(x))
        self.assertEqual(len(compiled), 2)

    def test_freeze(self):
        network, x = make_mlp(), torch.randn(3, 16)
        _, compiled = self.check_compiled(network, x, options={"freeze": False})
        self.assertEqual(len(compiled[0].inputs), 5)
        made = dl.torch.compile(make_mlp(1), threads=1, freeze=True)
        with torch.no_grad():
            self.check(made(x), make_mlp(1)(x))
        self.assertEqual((len(compiled[1].inputs), compiled[1].options.threads), (1, 1))

    def test_modules_that_share_a_graph(self):
        compiled, x = self.count(), torch.randn(3, 16)
        networks = [make_mlp(seed) for seed in range(3)]
        made = torch.compile(lambda network, x: network(x), backend="dl")
        with torch.no_grad():
            for _ in range(2):
                for network in networks:
                    self.check(made(network, x), network(x))
        self.assertEqual(len(compiled), 3)

    def test_training(self):
        network, x = make_mlp(), torch.randn(3, 16)
        compiled = self.count()
        made = torch.compile(network, backend="dl")
        optimizer = torch.optim.SGD(network.parameters(), 0.1)
        for _ in range(3):
            network(x).square().sum().backward()
            wanted = [parameter.grad.clone() for parameter in network.parameters()]
            optimizer.zero_grad()
            with self.assertNoLogs("dl", logging.WARNING):
                made(x).square().sum().backward()
            for parameter, gradient in zip(network.parameters(), wanted):
                torch.testing.assert_close(parameter.grad, gradient)
            optimizer.step()
            optimizer.zero_grad()
        self.assertEqual(len(compiled), 1)

    def test_inference_mode(self):
        with torch.inference_mode():
            network, x = make_mlp(), torch.randn(3, 16)
            self.check_compiled(network, x)

    # Sizes.

    def test_open_sizes(self):
        made, compiled = self.check_compiled(make_mlp(), torch.randn(3, 16))
        with torch.no_grad():
            for size in (5, 2, 64):
                x = torch.randn(size, 16)
                self.check(made(x), make_mlp()(x))
        self.assertEqual(len(compiled), 2, "one for the first size, one for all")

    def test_sizes_in_the_graph(self):
        def merge(x, y):
            return torch.cat([x.reshape(x.shape[0] // 2, -1), y], 0) * x.shape[0]
        made, _ = self.check_compiled(merge, torch.randn(4, 3), torch.randn(5, 6), dynamic=True)
        x, y = torch.randn(8, 3), torch.randn(2, 6)
        self.check(made(x, y), merge(x, y))

    def test_numbers(self):
        function = lambda x, n: x * n
        made = torch.compile(function, backend="dl", dynamic=True)
        for n in (3, 5, 3):
            x = torch.randn(4)
            self.check(made(x, n), function(x, n))

    # What a graph may do beside computing.

    def test_results_in_memory(self):
        self.check_compiled(lambda x: (x * 2).transpose(0, 1), torch.randn(3, 4))
        self.check_compiled(lambda x: x.permute(0, 2, 1) + 1, torch.randn(2, 3, 4))
        self.check_compiled(nn.Conv2d(3, 4, 3).eval().to(memory_format=torch.channels_last),
                            torch.randn(2, 3, 8, 8).to(memory_format=torch.channels_last))

    def test_inputs_that_are_written(self):
        def write(x):
            x.add_(1)
            return x[0] * 2
        x, y = torch.zeros(2, 3), torch.zeros(2, 3)
        self.check(torch.compile(write, backend="dl")(x), write(y))
        self.check(x, y)

    def test_views_are_views(self):
        def view(x):
            return x.view(-1), x.exp()
        x = torch.zeros(2, 3)
        flat, _ = torch.compile(view, backend="dl")(x)
        flat[0] = 7
        self.assertEqual(x[0, 0].item(), 7)

    def test_several_and_equal_results(self):
        def function(x):
            y = x.exp()
            return y, None, 3, y, x.shape[0]
        x = torch.randn(3)
        got = torch.compile(function, backend="dl")(x)
        self.check(got[0], x.exp())
        self.assertEqual((got[1], got[2], got[4]), (None, 3, 3))

    def test_graph_breaks(self):
        def function(x):
            x = x.exp()
            if x.sum() > 0:
                return x + 1
            return x - 1
        self.check_compiled(function, torch.randn(3), compilations=2)

    # What runs in PyTorch, with the reason.

    def test_unknown_operators(self):
        self.check_eager(lambda x: torch.linalg.inv(x) + 1, [torch.eye(3) + 0.1],
                         r"a graph of \d operators \(.*\) runs in PyTorch: aten.linalg_inv_ex.default "
                         "has no ONNX form")

    def test_random_numbers(self):
        def function(x):
            torch.manual_seed(1)
            return torch.nn.functional.dropout(x, 0.5, True)
        x = torch.ones(8)
        with self.assertLogs("dl", logging.WARNING) as logs:
            self.check(torch.compile(function, backend="dl")(x), function(x))
        self.assertRegex(logs.output[0], "runs in PyTorch: aten.*draws numbers from torch's generator")

    def test_training_statistics(self):
        network, x = nn.BatchNorm1d(4).train(), torch.randn(8, 4)
        twin = nn.BatchNorm1d(4).train()
        with torch.no_grad(), self.assertLogs("dl", logging.WARNING) as logs:
            self.check(torch.compile(network, backend="dl")(x), twin(x))
        self.check(network.running_mean, twin.running_mean)
        self.assertRegex(logs.output[0], "aten._native_batch_norm_legit_functional.default trains")

    def test_wrong_results(self):
        """As a fault of an exporter would make them."""
        export = _graph.export

        def export_wrongly(graph, *rest):
            for node in graph.graph.nodes:
                if node.target is torch.ops.aten.exp.default:
                    node.target = torch.ops.aten.sin.default
            try:
                return export(graph, *rest)
            finally:
                for node in graph.graph.nodes:
                    if node.target is torch.ops.aten.sin.default:
                        node.target = torch.ops.aten.exp.default
        _graph.export = export_wrongly
        self.addCleanup(setattr, _graph, "export", export)
        x = torch.randn(4)
        self.check_eager(lambda x: x.exp(), [x], "result 0 differs by .* of PyTorch's largest value, so "
                                                 "the export or the compiler is wrong")
        made = torch.compile(lambda x: x.exp() + 0, backend="dl", options={"verify": False})
        self.assertGreater((made(x) - x.exp()).abs().max().item(), 0.1)

    # Options.

    def test_options(self):
        x = torch.randn(3)
        for options, message in (
                ({"thread": 1}, "expected options of the backend dl, got 'thread'; there are freeze, "
                                "verify, cache, cpu"),
                ({"freeze": 1}, "expected freeze to be a bool or None, got 1"),
                ({"threads": 0}, "expected 1 to 1024 threads, got 0")):
            with self.assertRaisesRegex(Exception, message):
                torch.compile(lambda x: x + 1, backend="dl", options=options)(x)
        with self.assertRaisesRegex(Exception, "expected no mode for the backend dl, got "
                                               "'max-autotune'"):
            torch.compile(lambda x: x + 1, backend="dl", mode="max-autotune")(x)
        with self.assertRaisesRegex(dl.OptionError, "got 'thread'"):
            dl.torch.compile(make_mlp(), thread=1)

    def test_tensors_and_modules_as_they_are(self):
        model = dl.compile(torch.onnx.export(make_mlp(), (torch.randn(3, 16),), dynamo=True,
                                             verbose=False))
        for x, message in ((torch.ones(3, 16, requires_grad=True), "use tensor.detach"),
                           (torch.ones(3, 16).double(), r"convert it, as .to\(torch.float32\) does"),
                           (torch.ones(3, 16, device="meta"), "DLPack can share")):
            with self.assertRaisesRegex(dl.RunError, message):
                model(x)
        with self.assertRaisesRegex(dl.OptionTypeError, r"got Sequential; give it to torch.compile"):
            dl.compile(make_mlp())

    def test_programs_of_torch_onnx(self):
        network, x = make_mlp(), torch.randn(3, 16)
        model = dl.compile(torch.onnx.export(network, (x,), dynamo=True, verbose=False))
        with torch.no_grad():
            self.check(torch.from_numpy(model(x)), network(x))


if __name__ == "__main__":
    unittest.main()
