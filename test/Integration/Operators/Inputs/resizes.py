# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of Resize and Upsample."""
import sys

import numpy as np

from cases import Cases, const, main

cases = Cases(seed=3)


def resize(shape, scales=None, sizes=None, region=None, since=11, **attributes):
    inputs = [const(np.array(x, dtype)) if x is not None else None for x, dtype in
              ((region, np.float32), (scales, np.float32), (sizes, np.int64))]
    while inputs[-1] is None:
        inputs.pop()
    # In opset 11 all inputs up to the scales must be there.
    none = const(np.zeros(0, np.float32))
    cases.add("Resize", cases.floats(*shape), *inputs, since=max(since, 13), **attributes)
    if since == 11:
        cases.add("Resize", cases.floats(*shape), *(none if x is None else x for x in inputs),
                  since=11, until=11, **attributes)


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
resize((1, 16, 6, 6), scales=[2, 2], since=18, axes=[2, 3])
resize((2, 3, 5, 7), sizes=[9, 10], since=18, axes=[3, 2], mode="linear",
       keep_aspect_ratio_policy="not_larger")
resize((2, 3, 5, 7), sizes=[9, 10], since=18, axes=[2, 3], mode="linear",
       keep_aspect_ratio_policy="not_smaller")
resize((1, 1, 8, 9), scales=[1, 1, 0.5, 0.5], since=18, mode="linear", antialias=1)
resize((1, 1, 12, 11), sizes=[1, 1, 5, 6], since=18, mode="cubic", antialias=1)
resize((2, 4, 3, 9), scales=[1, 1, 2, 1], mode="linear")
cases.add("Resize", cases.integers(1, 2, 3, 4, dtype=np.int32), None,
          const(np.array([1, 1, 2, 2], np.float32)), since=13)
for scales, mode in (([1, 1, 2, 2], "nearest"), ([1, 1, 3, 2], "linear"), ([1, 1, 1, 4], "nearest"),
                     ([1, 1, 2, 1.5], "linear"), ([1, 1, 1.5, 3], "nearest")):
    numbers = const(np.array(scales, np.float32))
    cases.add("Resize", cases.floats(1, 2, 4, 5), numbers, until=10, mode=mode)
    cases.add("Upsample", cases.floats(1, 3, 4, 6), numbers, since=9, until=9, mode=mode)
    cases.add("Upsample", cases.floats(1, 3, 4, 6), since=7, until=7, mode=mode,
              scales=[float(x) for x in scales])
    data = cases.floats(1, 3, 4, 6)
    cases.add("Upsample", data, until=1, like=(9, [data, numbers], dict(mode=mode)),
              mode="bilinear" if mode == "linear" else mode, height_scale=float(scales[2]),
              width_scale=float(scales[3]))

if __name__ == "__main__":
    sys.exit(main(cases))
