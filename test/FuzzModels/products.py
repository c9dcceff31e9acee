# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices, Fourier transforms, quantized numbers."""

from registry import operator
from values import F32, F64, I32, I64, NONE, SUMS, is_float

SIZES = [1, 1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 24, 31, 32, 33, 48, 64, 65, 100]


def sizes(d):
    while True:
        m, n, k = d.pick(SIZES), d.pick(SIZES), d.pick(SIZES)
        if m * n * k <= (200000 if d.chance(0.1) else 20000):
            if d.kind == "zero" and d.chance(0.3):
                return d.pick([(0, n, k), (m, 0, k), (m, n, 0)])
            return m, n, k


@operator("MatMul")
def matmul(d, op):
    m, n, k = sizes(d)
    x = (
        d.operand(d.types(op), rank=(1, 4), low=-2, high=2, specials=SUMS, limit=(-20, 20))
        if d.chance(0.4)
        else None
    )
    if x is None:
        batch = [d.pick([1, 2, 3]) for _ in range(d.pick([0, 0, 0, 1, 1, 2]))]
        x = d.operand(
            d.types(op),
            shape=(*batch, m, k) if d.chance(0.92) else (k,),
            low=-2,
            high=2,
            specials=SUMS,
            reuse=0,
        )
    shape = d.shape(x)
    batch = d.other_shape(shape[:-2]) if len(shape) > 2 and d.chance(0.6) else ()
    form = (shape[-1], n) if d.chance(0.92) else (shape[-1],)
    y = d.operand(
        d.dtype(x),
        shape=(*batch, *form) if len(form) == 2 else form,
        low=-2,
        high=2,
        specials=NONE,
        limit=(-20, 20),
    )
    d.emit(op, x, y)


@operator("Gemm")
def gemm(d, op):
    m, n, k = sizes(d)
    transA, transB = d.between(0, 1), d.between(0, 1)
    types = d.types(op)
    a = d.operand(types, shape=(k, m) if transA else (m, k), specials=SUMS, limit=(-20, 20))
    b = d.operand(d.dtype(a), shape=(n, k) if transB else (k, n), specials=NONE, limit=(-20, 20))
    shapes = [(m, n), (n,), (1, n), (m, 1), (1,), ()]
    c = d.operand(
        d.dtype(a), shape=d.pick(shapes if d.version(op) >= 7 else [(m, n)]), specials=NONE
    )
    integer = not is_float(d.dtype(a))
    more = {} if integer else d.maybe(alpha=d.pick([0.5, 1.0, -1.25]), beta=d.pick([2.0, 0.0, 0.5]))
    d.emit(
        op,
        a,
        b,
        c if d.version(op) < 11 or d.chance(0.7) else None,
        transA=transA,
        transB=transB,
        **more
    )


EQUATIONS = [
    "bij,bjk->bik",
    "ij,jk->ik",
    "ij,kj->ik",
    "ij->ji",
    "ij->",
    "ij->j",
    "...ij->...i",
    "...ij,...jk->...ik",
    "ii->i",
    "i,j->ij",
    "ij,jk,kl->il",
    "bhid,bhjd->bhij",
    "bij,bij->b",
    "ij,ij->ij",
    "i,i->",
    "bij->bji",
    "ijk,kl",
    "abc,cd->abd",
]


@operator("Einsum")
def einsum(d, op):
    equation = d.pick(EQUATIONS)
    extents = {letter: d.pick([1, 2, 3, 4, 5, 8, 9]) for letter in "abcdhijkl"}
    batch = [d.pick([1, 2, 3]) for _ in range(d.between(0, 1))]
    names = []
    for term in equation.split("->")[0].split(","):
        shape = ([*batch] if "..." in term else []) + [
            extents[letter] for letter in term if letter.isalpha()
        ]
        dtype = d.dtype(names[0]) if names else None
        names.append(
            d.operand(
                [dtype] if dtype else [t for t in d.types(op) if is_float(t) or t in (I32, I64)],
                shape=tuple(shape),
                specials=NONE,
                limit=(-20, 20),
            )
        )
    d.emit(op, *names, equation=equation)


@operator("DFT")
def dft(d, op):
    rank = d.between(3, 4)
    parts = d.pick([1, 2])
    shape = (d.pick([1, 2]), *[d.between(1, 12) for _ in range(rank - 2)], parts)
    inverse, onesided = d.pick([0, 0, 1]), 0
    if parts == 1 and not inverse:
        onesided = d.between(0, 1)
    x = d.operand([t for t in d.types(op) if t in (F32, F64)], shape=shape, specials=NONE, reuse=0)
    axis = d.between(1, rank - 2)
    length = d.constant(d.between(1, 12)) if d.chance(0.3) else None
    more = d.maybe(0.9, inverse=inverse) if not inverse else dict(inverse=1)
    if onesided:
        more["onesided"] = 1
    if d.version(op) >= 20:
        return d.emit(op, x, length, d.constant(axis), **more)
    d.emit(op, x, length, axis=axis, **more)


@operator("STFT")
def stft(d, op):
    frame = d.pick([4, 7, 8, 16])
    x = d.operand(
        [F32], shape=(d.pick([1, 2]), frame + d.between(0, 20), 1), specials=NONE, reuse=0
    )
    window = (
        d.operand([F32], shape=(frame,), low=0.1, high=1, specials=NONE) if d.chance(0.6) else None
    )
    length = d.constant(frame) if window is None or d.chance(0.5) else None
    d.emit(op, x, d.constant(d.between(1, 6)), window, length, **d.maybe(onesided=d.between(0, 1)))
