# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Searches that are not told of the default's schedule, against it, oneDNN and the machine."""
import os

import kernel_library
import kernel_times
import tuner
import wanted

# Kernel -> (model of make_models.py, the kernel's name in it).
KERNELS = {"C2": ("conv_C2", "conv"), "C6": ("conv_C6", "conv"), "C9": ("conv_C9", "conv"),
           "C12": ("conv_C12", "conv"), "D3": ("dw_D3", "conv"),
           "gemm1024": ("gemmw_1024x1024x1024", "matmul")}
SEARCHES = ("evolution", "random")


def describe_for_onednn(path):
    """What onednn.create takes, of a model of one convolution or product."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    node = graph.node[0]
    shape = [dim.dim_value for dim in graph.input[0].type.tensor_type.shape.dim]
    weights = list(numpy_helper.to_array(graph.initializer[0]).shape)
    if node.op_type == "MatMul":
        return dict(matmul=[shape[0], weights[1], shape[1]])
    given = {attribute.name: attribute for attribute in node.attribute}
    return dict(x=shape, weights=weights, stride=given["strides"].ints[0],
                padding=given["pads"].ints[0], groups=given["group"].i)


def search_all(options, name, path, pattern):
    """(libraries by side, summaries by search) of a kernel."""
    libraries, summaries = {}, {}
    for search in SEARCHES:
        for seed in range(options.seed, options.seed + options.seeds):
            side = search if options.seeds == 1 else f"{search}{seed}"
            done = tuner.tune(options, path, f"scratch-{name}-{side}", f"--search={search}",
                              f"--seed={seed}", f"--trials={options.trials}", "--hide-default",
                              f"--kernels={pattern}")
            kernels, _ = tuner.read(done.database)
            kernel, = kernels.values()
            stem = f"scratch-{name}-{side}"
            if not libraries:
                libraries["default"] = kernel_library.compile_kernel(options, kernel,
                                                                     f"scratch-{name}-default")
            found = tuner.keep_found(done.database, tuner.path_of(options, stem + "-found.jsonl"))
            libraries[side] = kernel_library.compile_kernel(options, kernel, stem, found)
            summaries[side] = dict(done.summary(), search=search)
    return libraries, summaries


def measure(options, name):
    import bounds

    model, pattern = KERNELS[name]
    path = os.path.join(options.ensure_models([model]), model + ".onnx")
    libraries, summaries = search_all(options, name, path, pattern)
    peer = None if options.alone else describe_for_onednn(path)
    runs = kernel_times.run(options, libraries, onednn=peer,
                            loops=bounds.build_loops(options.folder))
    flops, _ = bounds.count_work(path)
    seconds = {side: kernel_times.middle(run["times"][side]["min"] for run in runs) / 1e3
               for side in runs[0]["times"]}
    speeds = {side: kernel_times.middle(run["speeds"][side] for run in runs)
              for side in runs[0]["speeds"]}
    peak = max(run["flops_per_second"] for run in runs)
    limit = min(peak, flops / seconds["oneDNN"]) if "oneDNN" in seconds else peak
    return dict(kernel=name, seconds=seconds, speeds=speeds, peak=peak, flops=flops,
                onednn=runs[0].get("onednn"), searches=summaries,
                of_limit={side: flops / seconds[side] / limit for side in libraries},
                others=max(run["others"] for run in runs))


def sides(row, search):
    return [side for side, summary in row["searches"].items() if summary["search"] == search]


def of_search(row, search):
    """(of the default's speed, of the limit, trials in a second) in the middle of the seeds."""
    own = sides(row, search)
    return [kernel_times.middle(values[side] for side in own) for values in
            (row["speeds"], row["of_limit"],
             {side: row["searches"][side]["trials_per_second"] for side in own})]


def head():
    return ("kernel    default us  oneDNN us  peak GFLOP/s  of default: found  random  "
            "of limit: default  found  trials/s  search  training s  others")


def line(row):
    speed, limit, rate = of_search(row, "evolution")
    own = [row["searches"][side] for side in sides(row, "evolution")]
    peer = f"{row['seconds']['oneDNN'] * 1e6:.1f}" if "oneDNN" in row["seconds"] else "-"
    return (f"{row['kernel']:<9} {row['seconds']['default'] * 1e6:>10.1f}  {peer:>9}  "
            f"{row['peak'] / 1e9:>12.1f}  {speed:>17.3f}  {of_search(row, 'random')[0]:>6.3f}  "
            f"{row['of_limit']['default']:>17.3f}  {limit:>5.3f}  {rate:>8.1f}  "
            f"{max(s['search_share'] for s in own):>6.1%}  "
            f"{max(s['longest_training'] for s in own):>10.2f}  {row['others']:>6.2f}")


def missed(row):
    name = row["kernel"]
    speed, limit, _ = of_search(row, "evolution")
    if speed < wanted.OF_DEFAULT:
        yield f"{name}: {speed:.3f} of the default's speed, wanted {wanted.OF_DEFAULT}"
    if limit < wanted.OF_PEER:
        yield (f"{name}: {limit:.3f} of the smaller of oneDNN's speed and the peak, wanted "
               f"{wanted.OF_PEER}")
    for side in sides(row, "evolution"):
        yield from wanted.missed_by_search(f"{name} {side}", row["searches"][side],
                                           row["seconds"][side])


def run(options):
    print(head())
    rows = tuner.measure_all(options, KERNELS, measure, line)
    return rows, [words for row in rows for words in missed(row)]
