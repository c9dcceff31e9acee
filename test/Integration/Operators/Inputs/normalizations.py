#!/usr/bin/env python3
"""Cases of normalisations. Usage: normalizations.py DL_RUN WORK_FOLDER [FLAG…]"""
import sys

from cases import Cases, main

c = Cases(seed=2)
SHAPES = ((2, 6, 5), (1, 4, 3, 7), (2, 16, 4, 4), (1, 2, 3, 2, 5), (1, 32, 17, 1))
for i, shape in enumerate(SHAPES):
    channels = shape[1]
    scale, bias = c.floats(channels), c.floats(channels)
    epsilon = dict(epsilon=[1e-5, 1e-3][i % 2])
    c.add("BatchNormalization", [c.floats(*shape), scale, bias, c.floats(channels),
                                 c.positive(channels)], opset=[9, 14, 15][i % 3],
          constants=(1, 2, 3, 4) if i % 2 else (), **epsilon)
    c.add("InstanceNormalization", [c.floats(*shape), scale, bias], opset=[6, 22][i % 2],
          constants=(1, 2) if i % 2 else (), **epsilon)
    c.add("GroupNormalization", [c.floats(*shape), c.floats(channels), c.floats(channels)],
          opset=21, num_groups=2, constants=(1, 2) if i % 2 else (), **epsilon)
    for axis in (-1, 1, 2):
        c.add("LayerNormalization", [c.floats(*shape), c.floats(*shape[axis:]),
                                     c.floats(*shape[axis:])], axis=axis, **epsilon)
        c.add("RMSNormalization", [c.floats(*shape), c.floats(*shape[axis:])], opset=23, axis=axis,
              **epsilon)
    c.add("LpNormalization", [c.floats(*shape)], opset=[1, 22][i % 2], axis=[-1, 0, 1][i % 3],
          p=1 + i % 2)
c.add("LayerNormalization", [c.floats(3, 4, 20), c.floats(20)], outputs=3)
c.add("LayerNormalization", [c.floats(3, 4, 20), c.floats(4, 20), c.floats(4, 20)], axis=1,
      outputs=2)
for shape, axes in (((2, 3, 4, 5), None), ((2, 3, 4, 5), [2, 3]), ((4, 5), [1]),
                    ((2, 16, 3, 3), [0, 2, 3]), ((2, 3, 40), [-1])):
    more = {} if axes is None else dict(axes=axes)
    c.add("MeanVarianceNormalization", [c.floats(*shape)], opset=13, **more)
sys.exit(main(c))
