"""Models in the forms that exporters write, made with onnx.helper.

Each form is a function that returns a Form: a small model with random weights whose nodes
are those an exporter writes for its kind of network, with open dims and shapes computed at
run time, and the sizes to run it with.
"""
import linear
import sequences
import vision

FORMS = {form.__name__: form for form in (
    vision.paddle_classifier, vision.paddle_recogniser, sequences.jax_mlp_mixer,
    sequences.torch_transformer, sequences.torch_decoder_with_cache, sequences.voice_detector,
    vision.segmenter_with_resize, vision.keras_same_padding, linear.sklearn_linear,
    linear.sklearn_binary, linear.sklearn_regressor, linear.sklearn_mlp, vision.detector,
    vision.selection_by_data, sequences.local_functions)}
