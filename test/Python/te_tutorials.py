"""The kernels and schedules of three tutorials in dl.te."""
from dl import te


def matmul(step, size=1024):
    """docs/Tutorials/Matmul.md, of a step from 0 to 6."""
    a = te.placeholder((size, size), name="a")
    b = te.placeholder((size, size), name="b", layout_free=True)
    k = te.reduce_axis(size, "k")
    product = te.compute((size, size), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
    f = te.function([a, b], {"o": product}, name="matmul")
    s = te.create_schedule(f)
    if step == 0:
        return f
    c = s[product]
    if step >= 4:
        c.transform_layout(b, lambda k, j: (j // 32, k, j % 32))
    i, j, k = c.axes
    if step >= 3:
        io, ii = c.split(i, 8)
    jo, ji = c.split(j, 32)
    if step <= 2:
        c.reorder(jo, k, ji)
    elif step <= 4:
        c.reorder(io, jo, k, ii, ji)
    else:
        c.reorder(jo, io, k, ii, ji)
    if step >= 2:
        c.vectorize(ji)
    if step >= 3:
        c.unroll(ii)
    if step == 6:
        c.parallel(jo)
    return f


def softmax(step, rows=4096, columns=2048):
    """docs/Tutorials/Softmax.md: whole, lanes or rows."""
    x = te.placeholder((rows, columns), name="in")
    k = te.reduce_axis(columns, "k")
    largest = te.compute((rows,), lambda r: te.max(x[r, k], axis=k), name="max")
    power = te.compute((rows, columns), lambda r, c: te.exp(x[r, c] - largest[r]), name="exp")
    total = te.compute((rows,), lambda r: te.sum(power[r, k], axis=k), name="sum")
    quotient = te.compute((rows, columns), lambda r, c: power[r, c] / total[r], name="softmax")
    f = te.function([x], {"o": quotient}, name="softmax")
    s = te.create_schedule(f)
    if step == "whole":
        return f
    max_, exp, sum_, soft = s[largest], s[power], s[total], s[quotient]
    if step == "rows":
        r, c = soft.axes
        for stage in (sum_, exp, max_):
            stage.compute_at(soft, r)
    else:
        c = soft.axis("c")
    for stage, axis, factor in ((soft, c, 16), (exp, "c", 16), (max_, "k", 64), (sum_, "k", 64)):
        outer, inner = stage.split(axis, factor)
        stage.vectorize(inner)
    return f


def blur(step, size=2048):
    """docs/Tutorials/Stencil.md: root, at, row or inline."""
    image = te.placeholder((size + 2, size + 2), name="in")
    first = te.compute((size + 2, size),
                       lambda y, x: image[y, x] + image[y, x + 1] + image[y, x + 2], name="blur_x")
    second = te.compute((size, size), lambda y, x: first[y, x] + first[y + 1, x] + first[y + 2, x],
                        name="blur_y")
    f = te.function([image], {"o": second}, name="blur")
    s = te.create_schedule(f)
    xs, ys = s[first], s[second]
    if step == "root":
        xs.compute_root()
        yx, xx = ys["x"], xs["x"]
        yxi, xxi = ys.split(yx, 16)[1], xs.split(xx, 16)[1]
        ys.vectorize(yxi)
        xs.vectorize(xxi)
        return f
    if step == "inline":
        xs.compute_inline()
        ys.vectorize(ys.split("x", 16)[1])
        return f
    y, x = ys.axes
    yo, yi = ys.split(y, 16)
    xo, xi = ys.split(x, 16)
    ys.vectorize(xi)
    xs.compute_at(ys, yo if step == "at" else yi)
    xs.vectorize(xs.split("x", 16)[1])
    return f


# By the page: the function, its steps, and the page's files of these.
PAGES = {"Matmul": (matmul, {step: f"step{step}.mlir" for step in range(7)}),
         "Softmax": (softmax, {step: f"{step}.mlir" for step in ("whole", "lanes", "rows")}),
         "Stencil": (blur, {step: f"{step}.mlir" for step in ("root", "at", "row", "inline")})}
