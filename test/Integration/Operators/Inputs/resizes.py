#!/usr/bin/env python3
"""Cases of Resize and Upsample. Usage: resizes.py DL_RUN WORK_FOLDER [FLAG…]"""
import sys

import numpy as np

from cases import Cases, main

c = Cases(seed=3)


def resize(shape, scales=None, sizes=None, region=None, opset=13, **attributes):
    inputs = [c.floats(*shape), None if region is None else np.array(region, np.float32),
              None if scales is None else np.array(scales, np.float32),
              None if sizes is None else np.array(sizes, np.int64)]
    while inputs[-1] is None:
        inputs.pop()
    c.add("Resize", inputs, opset=opset, constants=range(1, len(inputs)), **attributes)


for mode in ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"):
    for interpolation in ("nearest", "linear", "cubic"):
        resize((1, 2, 4, 5), scales=[1, 1, 2, 3], mode=interpolation,
               coordinate_transformation_mode=mode)
        resize((1, 2, 8, 9), sizes=[1, 2, 5, 4], mode=interpolation,
               coordinate_transformation_mode=mode)
for nearest in ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil"):
    resize((1, 1, 7, 20), sizes=[1, 1, 12, 31], nearest_mode=nearest)
resize((1, 2, 6, 6), scales=[1, 1, 0.8, 0.8], mode="cubic", exclude_outside=1,
       cubic_coeff_a=-0.5)
resize((1, 2, 6, 6), sizes=[1, 2, 4, 9], region=[0, 0, -0.3, 0.1, 1, 1, 0.8, 1.2], mode="linear",
       coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=3.0)
resize((1, 16, 6, 6), scales=[2, 2], opset=18, axes=[2, 3])
resize((2, 3, 5, 7), sizes=[9, 10], opset=18, axes=[3, 2], mode="linear",
       keep_aspect_ratio_policy="not_larger")
resize((2, 3, 5, 7), sizes=[9, 10], opset=19, axes=[2, 3], mode="linear",
       keep_aspect_ratio_policy="not_smaller")
resize((1, 1, 8, 9), scales=[1, 1, 0.5, 0.5], opset=18, mode="linear", antialias=1)
resize((1, 1, 12, 11), sizes=[1, 1, 5, 6], opset=18, mode="cubic", antialias=1)
resize((2, 4, 3, 9), scales=[1, 1, 2, 1], opset=11, mode="linear")
c.add("Resize", [c.integers(1, 2, 3, 4, dtype=np.int32), None,
                 np.array([1, 1, 2, 2], np.float32)], constants=(2,))
for scales, mode in (([1, 1, 2, 2], "nearest"), ([1, 1, 3, 2], "linear"), ([1, 1, 1, 4], "nearest")):
    c.add("Resize", [c.floats(1, 2, 4, 5), np.array(scales, np.float32)], opset=10, mode=mode,
          constants=(1,))
    c.add("Upsample", [c.floats(1, 3, 4, 6), np.array(scales, np.float32)], opset=9, mode=mode,
          constants=(1,))
    c.add("Upsample", [c.floats(1, 3, 4, 6)], opset=7, scales=[float(x) for x in scales],
          mode=mode)
sys.exit(main(c))
