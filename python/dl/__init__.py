# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dl, a deep-learning compiler: models to native code, called on arrays.

    import dl
    model = dl.compile("resnet18.onnx", threads=2)
    logits = model(image)          # numpy arrays, or anything with __dlpack__
    print(model.ir("te"))          # what it became on the way

    dl.tune("resnet18.onnx", "records.jsonl", threads=2)   # faster schedules of its kernels
    model = dl.compile("resnet18.onnx", threads=2, tuning_db="records.jsonl")
"""
from ._arrays import RunError, TensorInfo
from ._compile import CompileError, Options, compile
from ._model import Model
from ._tune import TunedKernel, tune

__all__ = ["CompileError", "Model", "Options", "RunError", "TensorInfo", "TunedKernel", "compile",
           "tune"]
