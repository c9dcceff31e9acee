# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TVM's side of ./dev live metaschedule, in the environment that has it.

    tvm_side.py tune MODEL.onnx FOLDER SEED   searches until it is ended
    tvm_side.py build MODEL.onnx FOLDER       makes FOLDER/model.so of what was found
"""
import os
import sys


def read_model(path):
    """The model before tuning, with weights whose layout is free."""
    import onnx
    import tvm
    from tvm import relax
    from tvm.relax.frontend.onnx import from_onnx

    module = from_onnx(onnx.load(path))
    return tvm.transform.Sequential([
        relax.transform.DecomposeOpsForInference(), relax.transform.CanonicalizeBindings(),
        relax.get_pipeline("zero"), relax.transform.AttachAttrLayoutFreeBuffers()])(module)


def make_target():
    import tvm
    from tvm.target import codegen

    return tvm.target.Target({"kind": "llvm", "mcpu": codegen.llvm_get_system_cpu(),
                              "num-cores": 1})


def tune(path, folder, seed):
    from tvm.s_tir import meta_schedule as ms

    ms.relax_integration.tune_relax(
        read_model(path), {}, make_target(), folder, max_trials_global=100000,
        num_trials_per_iter=16, builder=ms.builder.LocalBuilder(max_workers=os.cpu_count()),
        runner=ms.runner.LocalRunner(), seed=int(seed) + 1)


def build(path, folder):
    import tvm
    from tvm import relax

    target = make_target()
    with target, tvm.transform.PassContext(opt_level=3):
        module = tvm.transform.Sequential([
            relax.transform.MetaScheduleApplyDatabase(folder),
            relax.transform.SplitLayoutRewritePreproc(), relax.transform.LiftTransformParams(),
            relax.transform.FoldConstant()])(read_model(path))
        tvm.compile(module, target).export_library(os.path.join(folder, "model.so"))


def load(library):
    """A function that runs what build() made on arrays and returns its results."""
    import tvm
    from tvm import relax

    machine = relax.VirtualMachine(tvm.runtime.load_module(library), tvm.cpu())
    weights = []
    if machine.module.implements_function("main_transform_params"):
        weights = list(machine["main_transform_params"]([]))
    function = machine["main"]

    def bind(arrays):
        given = [tvm.runtime.tensor(array) for array in arrays]
        return lambda: function(*given, *weights)

    return bind


if __name__ == "__main__":
    dict(tune=tune, build=build)[sys.argv[1]](*sys.argv[2:])
