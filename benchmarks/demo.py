# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ResNet-18 all the way, told in words: ./dev demo."""
import os

import rows
import sets
import timing


def run(options):
    options.models, options.peers = "resnet18", ["ort"]
    case, = sets.networks(options)
    print(f"model      {case['path']}")
    options.rounds, options.seconds = 10, 0.3
    job, row = rows.make_job(options, case, 1)
    library = job["libraries"]["dl"][0]
    size = os.path.getsize(library) / 1e6
    print(f"compiled   {library}\n           {row['compile_s']:.1f} s, {row['compile_mb']} MB at "
          f"peak, library of {size:.1f} MB")
    run, = rows.run_all(job, 1)
    error, times = run["errors"]["dl"], run["times"]
    right = error <= timing.TOLERANCE
    print(f"compared   max error {error:.1e} of the largest value of onnxruntime's, "
          f"{'within' if right else 'ABOVE'} {timing.TOLERANCE:.0e}")
    print(f"timed      {times['dl']['median']:.2f} ms, onnxruntime {times['ort']['median']:.2f} ms "
          f"on one core: ratio {run['ratio']:.2f}")
    return 0 if right else 1
