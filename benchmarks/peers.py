# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runtimes that compiled models are timed against.

Each entry of PEERS takes the path of an ONNX model and a number of threads, and returns
call(inputs) -> list of outputs. Importing a peer's package is left to the call, so that those
that are not installed cost nothing.
"""


def onnxruntime(path, threads):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
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


PEERS = {"ort": onnxruntime, "ov": openvino}
