"""Compares arenas of open sizes with those of fixed ones, and asks for sizes that overflow.

    arena_sizes.py SOURCE_ROOT N,M…
"""
import ctypes
import itertools
import subprocess
import sys

sys.path.append(sys.argv[1] + "/benchmarks")
import dlc  # noqa: E402

LIMIT = 1 << 63
OVERFLOW = 9


def write_model(path, n="?", m="?"):
    """Products of rows, normalised both ways; of open sizes where none are given."""
    def kind(*dims):
        return "tensor<" + "x".join(map(str, dims)) + "xf32>"

    open_dims = {"x": ', dl.dims = ["n", 8]', "y": ', dl.dims = [8, "m"]'} if n == "?" else {}
    text = (f'func.func @main(%x: {kind(n, 8)} {{dl.name = "x"{open_dims.get("x", "")}}},\n'
            f'                %y: {kind(8, m)} {{dl.name = "y"{open_dims.get("y", "")}}})\n'
            f'    -> ({kind(n, m)} {{dl.name = "products"}}, {kind(n, 8)} {{dl.name = "sums"}}) {{\n')
    for result, operation, operands, shape in [
            ("0", "matmul %x, %y", [(n, 8), (8, m)], (n, m)),
            ("1", "softmax %0 axis 0", [(n, m)], (n, m)),
            ("2", "transpose %1 permutation [1, 0]", [(n, m)], (m, n)),
            ("3", "softmax %2 axis 0", [(m, n)], (m, n)),
            ("4", "transpose %y permutation [1, 0]", [(8, m)], (m, 8)),
            ("5", "transpose %3 permutation [1, 0]", [(m, n)], (n, m)),
            ("6", "matmul %5, %4", [(n, m), (m, 8)], (n, 8))]:
        types = ", ".join(kind(*operand) for operand in operands)
        text += f"  %{result} = graph.{operation} : ({types}) -> {kind(*shape)}\n"
    text += f"  return %1, %6 : {kind(n, m)}, {kind(n, 8)}\n}}\n"
    with open(path, "w") as file:
        file.write(text)


def compile_model(name, **sizes):
    write_model(name + ".mlir", **sizes)
    subprocess.check_call(["dl-compile", name + ".mlir", "-o", name + ".so"])
    return dlc.Model(f"./{name}.so")


class Sizes:
    """dlc_sizes of the open library, without any data."""

    def __init__(self, model):
        self.model = model

    def ask(self, n, m):
        """Status, arena, message."""
        shapes = [(ctypes.c_int64 * 2)(n, 8), (ctypes.c_int64 * 2)(8, m)]
        inputs = (dlc.Tensor * 2)()
        for tensor, shape in zip(inputs, shapes):
            tensor.data, tensor.device, tensor.ndim = 4096, dlc.Device(1, 0), 2
            tensor.dtype, tensor.shape = dlc.DType(2, 32, 1), shape
        needed = ctypes.c_size_t(12345)
        error = dlc.Error()
        status = self.model.library.dlc_sizes(self.model.model, inputs, 2, ctypes.byref(needed),
                                              None, 0, ctypes.byref(error))
        return status, needed.value, error.message.decode()


def main():
    sizes = Sizes(compile_model("open"))
    for pair in sys.argv[2:]:
        n, m = map(int, pair.split(","))
        static = compile_model(f"fixed{n}", n=n, m=m).arena_bytes
        status, dynamic, message = sizes.ask(n, m)
        # A stage of one row, which lies on the stack where it is known to be small.
        row = 4 * max(n, m) + 64
        print(f"{n} x {m}:", "as small as fixed" if status == 0 and dynamic <= static + row
              else f"{dynamic} for {static} {message}")
    # The bytes are near the arena of a moderate size, scaled: 1 % is for what grows slower.
    factor = sizes.ask(1 << 15, 1 << 15)[1] / (1 << 30)
    count = refused = 0
    values = [1, 3, 1 << 20, (1 << 31) - 1, 1 << 31, 1 << 32, (1 << 32) + 1, 3037000500, 1 << 40,
              1 << 52, 1 << 58, 1 << 62, LIMIT - 1]
    for n, m in itertools.product(values, values):
        status, arena, message = sizes.ask(n, m)
        exact = factor * n * m
        must = max(4 * n * m, 32 * n, 32 * m) >= LIMIT or exact * 0.99 >= LIMIT
        may = must or (exact + 4 * 64 * (n + m)) * 1.01 >= LIMIT
        right = (status == OVERFLOW and may) or (status == 0 and not must and arena >= exact * 0.99
                                                 and arena < LIMIT)
        if not right:
            print(f"{n} x {m}: status {status}, arena {arena}, expected about {exact:.4g}: {message}")
        count += 1
        refused += status == OVERFLOW
    print(f"{count} sizes: right or refused, {refused} of them refused")
    print(sizes.ask(1 << 31, (1 << 31) + 1)[2])
    print(sizes.ask(1 << 30, 1 << 30)[2])
    print(sizes.ask(1 << 62, 1)[2])


main()
