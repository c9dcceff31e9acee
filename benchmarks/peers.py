# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runtimes that compiled models are timed against.

Each entry of PEERS takes the path of an ONNX model and a number of threads, and returns
call(inputs) -> list of outputs. Importing a peer's package is left to the call, so that those
that are not installed cost nothing.
"""
import fcntl
import os
import subprocess
import sys


def onnxruntime(path, threads, level="ORT_ENABLE_ALL"):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda inputs: session.run(None, inputs)


def openvino(path, threads, precision="f32"):
    """OpenVINO made for latency; it computes in bf16 by itself where the CPU has it, unless it is
    asked for `precision`."""
    import openvino

    core = openvino.Core()
    config = {"PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": "1",
              "INFERENCE_NUM_THREADS": str(threads)}
    if precision:
        config["INFERENCE_PRECISION_HINT"] = precision
    compiled = core.compile_model(path, "CPU", config)
    request = compiled.create_infer_request()
    outputs = list(range(len(compiled.outputs)))

    def call(inputs):
        request.infer(inputs, share_inputs=True, share_outputs=True)
        return [request.get_output_tensor(index).data for index in outputs]

    return call


def openvino_as_it_comes(path, threads):
    return openvino(path, threads, precision=None)


def compile_by_iree(path):
    """The module that IREE makes of a model for this machine, beside the model."""
    module = path + ".vmfb"
    tools = os.path.dirname(sys.executable)
    with open(path + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(module) or os.path.getmtime(module) < os.path.getmtime(path):
            for command in (
                    ["iree-import-onnx", path, "--opset-version", "17", "-o", path + ".mlir"],
                    ["iree-compile", path + ".mlir", "-o", module,
                     "--iree-hal-target-device=local", "--iree-llvmcpu-target-cpu=host",
                     "--iree-hal-local-target-device-backends=llvm-cpu", "--iree-opt-level=O3",
                     "--iree-opt-data-tiling"]):
                subprocess.run([os.path.join(tools, command[0]), *command[1:]], check=True,
                               timeout=600, capture_output=True)
    return module


def iree(path, threads):
    """IREE with its inputs on its device already, and the results left there."""
    import iree.runtime

    # Threads of its own take longer to wake up than one core needs for a small model.
    config = iree.runtime.Config("local-sync" if threads == 1 else "local-task")
    context = iree.runtime.SystemContext(config=config)
    module = iree.runtime.VmModule.mmap(context.instance, compile_by_iree(path))
    context.add_vm_module(module)
    name = next(name for name in module.function_names if "$" not in name and name[0] != "_")
    function, placed = context.modules[module.name][name], {}

    def call(inputs):
        key = id(inputs)
        if key not in placed:
            placed[key] = [iree.runtime.asdevicearray(config.device, array)
                           for array in inputs.values()]
        result = function(*placed[key])
        return result if isinstance(result, (list, tuple)) else [result]

    return call


def reference_evaluator(path, threads):
    """onnx's own, where others are not exact: onnxruntime's sums of products of bytes saturate on
    CPUs without instructions for them."""
    import onnx.reference

    session = onnx.reference.ReferenceEvaluator(path)
    return lambda inputs: session.run(None, inputs)


def onnxruntime_as_written(path, threads):
    """onnxruntime operator by operator: products of dequantized bytes are those of floats, whose
    sums do not saturate."""
    return onnxruntime(path, threads, level="ORT_DISABLE_ALL")


NAMES = {"ort": "onnxruntime", "ov": "OpenVINO in f32", "ov-any": "OpenVINO", "iree": "IREE"}
PEERS = {"ort": onnxruntime, "ov": openvino, "ov-any": openvino_as_it_comes, "iree": iree}
# What results may be compared with, though no one times it.
REFERENCES = PEERS | {"onnx": reference_evaluator, "ort-plain": onnxruntime_as_written}
