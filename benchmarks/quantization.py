"""Quantizes models by onnxruntime's tool, calibrated on given inputs."""
import logging


def quantize_qdq(source, path, samples, activation="u8", per_channel=True):
    """Writes the model of `source` in QDQ form to `path`, with i8 weights and activations of type
    `activation`, "u8" or "i8", whose ranges are those that `samples`, dicts of inputs, have."""
    from onnxruntime import quantization

    class Reader(quantization.CalibrationDataReader):
        def __init__(self):
            self.left = iter(samples)

        def get_next(self):
            return next(self.left, None)

    logging.disable(logging.WARNING)
    types = {"u8": quantization.QuantType.QUInt8, "i8": quantization.QuantType.QInt8}
    quantization.quantize_static(source, path, Reader(),
                                 quant_format=quantization.QuantFormat.QDQ,
                                 activation_type=types[activation],
                                 weight_type=quantization.QuantType.QInt8, per_channel=per_channel)
