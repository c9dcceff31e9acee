"""Random kernels of many kinds with their inputs."""
from contractions import blocked_conv, conv, matmul, tiles
from elements import gather, guards, masks, shuffle, stencil
from formulas import volume
from graphs import dag
from program import Kernel
from reductions import pool, reduction, rows
from sequential import scan, scatter, tuples

# Each as often as it stands here.
KINDS = [matmul, matmul, conv, conv, blocked_conv, pool, rows, rows, reduction, stencil, stencil, shuffle, gather,
         guards, guards, masks, dag, dag, dag, dag, tuples, tuples, scatter, scan, scan, tiles, tiles, tiles, tiles]


def make_kernel(name, rng):
    """A random kernel with its inputs."""
    kernel = Kernel(name, rng)
    make = rng.choice(KINDS)
    kernel.kind = make.__name__
    result = make(kernel, rng)
    kernel.results = [result]
    # What no stage reads is a result too, and sometimes a stage between.
    read = {source.ssa for stage in kernel.stages for source in stage.sources}
    for stage in kernel.stages:
        tensor = stage.tensor
        if tensor is not result and not stage.is_inner and (tensor.ssa not in read or rng.random() < 0.04):
            kernel.results.append(tensor)
    used = [t for t in kernel.operands if t.ssa in read]
    for tensor in kernel.operands:
        tensor.free &= not tensor.is_open
        tensor.is_constant = tensor.free and volume([("", e) for e in tensor.shape]) <= 400 \
            and rng.random() < 0.5
        tensor.is_copied = rng.random() < 0.15
        tensor.is_flat = len(tensor.shape) > 1 and not tensor.is_constant and rng.random() < 0.1
    for tensor in kernel.results:
        tensor.is_flat = len(tensor.shape) > 1 and rng.random() < 0.1
    kernel.inputs = kernel.draw_inputs()
    assert used, "a kernel reads something"
    return kernel
