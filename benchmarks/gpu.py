#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what dl-gpu-pipeline compiles on an NVIDIA GPU, compares the results and measures.

Kernels of test/Target/Gpu and those of benchmarks/gpu are compiled to PTX (--prepare), which
the driver of the GPU compiles on and runs (--run). The folder between both can travel: where
it runs, Python, numpy and libcuda.so.1 is all that has to be there. Without either option both
are done here.

Of each kernel: registers of a thread and its bytes on the stack, if any; the largest error
beside the CPU's results or numpy's in f64; the time of a launch, and from that how near it is
to what the GPU can do, which two kernels measure in the same run: a copy, and multiply-adds.
Operands of products and sums are small integers, whose results have to be exact.

exit status: 0 all results are right; 1 some are not, or a kernel was refused or failed;
2 wrong arguments; 3 there is nothing to run on: no libcuda.so.1, or no GPU.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


def main():
    ap = argparse.ArgumentParser(prog="./dev gpu", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    what = ap.add_mutually_exclusive_group()
    what.add_argument("--prepare", metavar="DIR", help="only compile, into this folder")
    what.add_argument("--run", metavar="DIR", help="only run what was prepared there")
    ap.add_argument("--only", default="", metavar="NAMES",
                    help="kernels that have a part of this comma list in their name (default: all)")
    ap.add_argument("--chip", metavar="NAME",
                    help="what to compile for, as sm_90 (default: the GPU here, or else sm_80)")
    ap.add_argument("--no-times", action="store_true", help="compare results only")
    ap.add_argument("--json", metavar="FILE", help="write all numbers there, too")
    ap.add_argument("--libcuda", default="libcuda.so.1", metavar="FILE",
                    help="the driver's library (default: libcuda.so.1)")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    options = ap.parse_args()
    import cuda

    driver = None
    if not options.prepare:
        try:
            driver = cuda.Driver(options.libcuda)
        except cuda.NoDevice as error:
            print(f"gpu: {error}; './dev gpu --prepare DIR' makes a folder that "
                  "'./dev gpu --run DIR' runs elsewhere", file=sys.stderr)
            return 3
    folder = options.run or options.prepare or os.path.join(options.build, "gpu")
    if not options.run:
        import gpu_prepare

        chip = options.chip or (driver.chip if driver else "sm_80")
        try:
            gpu_prepare.prepare(options.build, folder, chip, options.only)
        except gpu_prepare.Failure as error:
            print(f"gpu: {error}", file=sys.stderr)
            return 1
    if options.prepare:
        return 0
    import gpu_run

    return gpu_run.run_folder(driver, folder, options)


if __name__ == "__main__":
    sys.exit(main())
