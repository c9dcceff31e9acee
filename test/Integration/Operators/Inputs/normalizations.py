# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of normalisations."""
import sys

from cases import Cases, const, main

cases = Cases(seed=2)
SHAPES = ((2, 6, 5), (1, 4, 3, 7), (2, 16, 4, 4), (1, 2, 3, 2, 5), (1, 32, 17, 1))
for i, shape in enumerate(SHAPES):
    channels = shape[1]
    weights = const if i % 2 else (lambda x: x)
    scale, bias = cases.floats(channels), cases.floats(channels)
    epsilon = dict(epsilon=[1e-5, 1e-3][i % 2])
    # Opset 6 and older: in inference only where an attribute says so.
    for more in (dict(until=6, is_test=1, consumed_inputs=[0] * 5), dict(until=6, is_test=1),
                 dict(since=7)):
        more = {**more, **epsilon}
        if "consumed_inputs" in more:
            more["until"] = 1
        cases.add("BatchNormalization", cases.floats(*shape), *map(weights, (
            scale, bias, cases.floats(channels), cases.positive(channels))), **more)
    cases.add("BatchNormalization", cases.floats(*shape), scale, bias, cases.floats(channels),
              cases.positive(channels), since=14, outputs=3, training_mode=1, **epsilon)
    cases.add("InstanceNormalization", cases.floats(*shape), weights(scale), weights(bias),
              **epsilon)
    # One number for each group before opset 21.
    for groups in (1, 2):
        cases.add("GroupNormalization", cases.floats(*shape), weights(cases.floats(groups)),
                  weights(cases.floats(groups)), until=20, num_groups=groups, **epsilon)
        cases.add("GroupNormalization", cases.floats(*shape), weights(cases.floats(channels)),
                  weights(cases.floats(channels)), since=21, num_groups=groups, **epsilon)
    for axis in (-1, 1, 2):
        cases.add("LayerNormalization", cases.floats(*shape), cases.floats(*shape[axis:]),
                  cases.floats(*shape[axis:]), axis=axis, **epsilon)
        cases.add("RMSNormalization", cases.floats(*shape), cases.floats(*shape[axis:]), axis=axis,
                  **epsilon)
    cases.add("LpNormalization", cases.floats(*shape), axis=[-1, 0, 1][i % 3], p=1 + i % 2)
cases.add("LayerNormalization", cases.floats(3, 4, 20), cases.floats(20), outputs=3)
cases.add("LayerNormalization", cases.floats(3, 4, 20), cases.floats(4, 20), cases.floats(4, 20),
          axis=1, outputs=2)
for shape, axes in (((2, 3, 4, 5), None), ((2, 3, 4, 5), [2, 3]), ((4, 5), [1]),
                    ((2, 16, 3, 3), [0, 2, 3]), ((2, 3, 40), [-1]), ((2, 3, 4), [1])):
    more = {} if axes is None else dict(axes=axes)
    cases.add("MeanVarianceNormalization", cases.floats(*shape), **more)

if __name__ == "__main__":
    sys.exit(main(cases))
