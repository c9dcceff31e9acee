"""The networks of make_models.py, which says what they are."""
import numpy as np

from net import Net, rng_for


def resnet18(options):
    g = Net("resnet18", options)
    size, w0, classes = (32, 8, 10) if options.tiny else (224, 64, 1000)
    x = g.input("data", (g.batch, 3, size, size), "image")
    x = g.relu(g.bn(g.conv(x, w0, 7, 2, 3, name="conv1"), "bn1"))
    n, c, h, w = g.shape[x]
    x = g.op("MaxPool", [x], (n, c, (h + 1) // 2, (w + 1) // 2), kernel_shape=[3, 3],
             strides=[2, 2], pads=[1, 1, 1, 1])
    for stage in range(4):
        oc = w0 << stage
        for blk in range(2):
            s = 2 if stage and not blk else 1
            pre = f"layer{stage + 1}.{blk}"
            y = g.relu(g.bn(g.conv(x, oc, 3, s, 1, name=pre + ".conv1"), pre + ".bn1"))
            y = g.bn(g.conv(y, oc, 3, 1, 1, name=pre + ".conv2"), pre + ".bn2")
            if s != 1 or g.shape[x][1] != oc:
                x = g.bn(g.conv(x, oc, 1, s, 0, name=pre + ".down"), pre + ".downbn")
            x = g.relu(g.add(y, x))
    x = g.op("GlobalAveragePool", [x], (g.batch, w0 * 8, 1, 1))
    x = g.op("Flatten", [x], (g.batch, w0 * 8), axis=1)
    g.dense(x, classes, "fc", out="logits")
    g.output("logits", (g.batch, classes))
    return g


def mobilenet(options):
    g = Net("mobilenet", options)
    size, div, classes = (32, 8, 10) if options.tiny else (224, 1, 1000)
    x = g.input("data", (g.batch, 3, size, size), "image")
    x = g.relu(g.bn(g.conv(x, 32 // div, 3, 2, 1, name="conv1"), "bn1"))
    cfg = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)] + [(512, 1)] * 5 + \
          [(1024, 2), (1024, 1)]
    for i, (oc, s) in enumerate(cfg):
        c = g.shape[x][1]
        x = g.relu(g.bn(g.conv(x, c, 3, s, 1, c, name=f"dw{i}"), f"dwbn{i}"))
        x = g.relu(g.bn(g.conv(x, oc // div, 1, 1, 0, name=f"pw{i}"), f"pwbn{i}"))
    x = g.op("GlobalAveragePool", [x], (g.batch, 1024 // div, 1, 1))
    x = g.op("Flatten", [x], (g.batch, 1024 // div), axis=1)
    x = g.dense(x, classes, "fc")
    g.op("Softmax", [x], (g.batch, classes), out="prob", axis=1)
    g.output("prob", (g.batch, classes))
    return g


def dqn(options):
    g = Net("dqn", options)
    size, c1, c2, c3, fc, acts = (36, 4, 8, 8, 16, 6) if options.tiny else (84, 32, 64, 64, 512, 18)
    x = g.input("frames", (g.batch, 4, size, size), "frame")
    x = g.relu(g.conv(x, c1, 8, 4, name="conv1", bias=True))
    x = g.relu(g.conv(x, c2, 4, 2, name="conv2", bias=True))
    x = g.relu(g.conv(x, c3, 2 if options.tiny else 3, 1, name="conv3", bias=True))
    x = g.op("Flatten", [x], (g.batch, int(np.prod(g.shape[x][1:]))), axis=1)
    x = g.relu(g.dense(x, fc, "fc1"))
    g.dense(x, acts, "q", out="q_values")
    g.output("q_values", (g.batch, acts))
    return g


def dcgan(options):
    g = Net("dcgan", options)
    code, ngf = (10, 4) if options.tiny else (100, 128)
    x = g.input("z", (g.batch, code))
    x = g.dense(x, ngf * 8 * 16, "project")
    x = g.reshape(x, (g.batch, ngf * 8, 4, 4))
    x = g.relu(g.bn(x, "bn0"))
    for i, oc in enumerate([ngf * 4, ngf * 2, ngf, 3]):
        _, ic, h, _ = g.shape[x]
        w = g.normal(f"deconv{i}.weight", (ic, oc, 4, 4), float(np.sqrt(2.0 / (ic * 4))))
        g.macs += g.batch * ic * oc * 16 * h * h
        last = i == 3
        x = g.op("ConvTranspose", [x, w], (g.batch, oc, 2 * h, 2 * h), kernel_shape=[4, 4],
                 strides=[2, 2], pads=[1, 1, 1, 1])
        if not last:
            x = g.relu(g.bn(x, f"bn{i + 1}"))
    g.op("Tanh", [x], g.shape[x], out="image")
    g.output("image", g.shape[x])
    return g


def _lstm(name, options, steps, cells):
    g = Net(name, options)
    seed = options.seed
    hid, vocab = (16, 50) if options.tiny else (650, 10000)
    if options.tiny and steps > 1:
        steps = 5
    steps = g.size(steps, "steps") if steps > 1 else steps
    tok = g.input("tokens", (steps, g.batch), "tokens", "int64", high=vocab)
    r = float(1.0 / np.sqrt(hid))
    emb = g.uniform("embedding", (vocab, hid), -0.5, 0.5)
    x = g.op("Gather", [emb, tok], (steps, g.batch, hid), axis=0)
    if cells:                                     # unrolled, one step only
        x = g.reshape(x, (g.batch, hid))
    for layer in range(2):
        W = rng_for(f"{name}/l{layer}.W", seed).uniform(-r, r, (4 * hid, hid)).astype(np.float32)
        R = rng_for(f"{name}/l{layer}.R", seed).uniform(-r, r, (4 * hid, hid)).astype(np.float32)
        B = rng_for(f"{name}/l{layer}.B", seed).uniform(-r, r, (8 * hid,)).astype(np.float32)
        g.macs += g.batch * steps * 8 * hid * hid
        if not cells:
            h0 = g.input(f"h{layer}", (1, g.batch, hid), "state")
            c0 = g.input(f"c{layer}", (1, g.batch, hid), "state")
            ws = [g.const(f"l{layer}.W", W[None]), g.const(f"l{layer}.R", R[None]),
                  g.const(f"l{layer}.B", B[None])]
            y, _, _ = g.op("LSTM", [x, *ws, "", h0, c0], None,
                           [f"y{layer}", f"h{layer}_out", f"c{layer}_out"], hidden_size=hid)
            g.output(f"h{layer}_out", (1, g.batch, hid))
            g.output(f"c{layer}_out", (1, g.batch, hid))
            ax = g.const(f"axes{layer}", np.array([1], np.int64))
            x = g.op("Squeeze", [y, ax], (steps, g.batch, hid))
        else:                                     # gate order i, o, f, c as in ONNX
            h0 = g.input(f"h{layer}", (g.batch, hid), "state")
            c0 = g.input(f"c{layer}", (g.batch, hid), "state")
            a = g.op("Gemm", [x, g.const(f"l{layer}.W", W), g.const(f"l{layer}.Wb", B[:4 * hid])],
                     (g.batch, 4 * hid), transB=1)
            b = g.op("Gemm", [h0, g.const(f"l{layer}.R", R), g.const(f"l{layer}.Rb", B[4 * hid:])],
                     (g.batch, 4 * hid), transB=1)
            z = g.add(a, b)
            i, o, f, cc = g.op("Split", [z], nout=4, axis=1)
            i, o, f = (g.op("Sigmoid", [t], (g.batch, hid)) for t in (i, o, f))
            cc = g.op("Tanh", [cc], (g.batch, hid))
            fc = g.op("Mul", [f, c0], (g.batch, hid))
            ic = g.op("Mul", [i, cc], (g.batch, hid))
            c1 = g.op("Add", [fc, ic], (g.batch, hid), out=f"c{layer}_out")
            x = g.op("Mul", [o, g.op("Tanh", [c1], (g.batch, hid))], (g.batch, hid), out=f"h{layer}_out")
            g.output(f"h{layer}_out", (g.batch, hid))
            g.output(f"c{layer}_out", (g.batch, hid))
    if not cells:
        x = g.reshape(x, (steps * g.batch, hid))
    g.dense(x, vocab, "decoder", out="logits")
    g.output("logits", (steps * g.batch, vocab))
    return g


def lstm_lm(options):
    return _lstm("lstm_lm", options, 1, False)


def lstm_lm_cell(options):
    return _lstm("lstm_lm_cell", options, 1, True)


def lstm_lm_seq(options):
    return _lstm("lstm_lm_seq", options, 35, False)


def bert_layer(options):
    g = Net("bert_layer", options)
    seq, hid, heads, ffn = (8, 32, 4, 64) if options.tiny else (128, 768, 12, 3072)
    seq = getattr(options, "seq", None) or seq
    d, seq = hid // heads, g.size(seq, "seq")
    x = g.input("hidden", (g.batch, seq, hid))
    mask = g.input("mask", (g.batch, 1, 1, seq), "mask")

    def split_heads(t, perm):
        t = g.reshape(t, (g.batch, seq, heads, d))
        return g.op("Transpose", [t], [g.shape[t][dim] for dim in perm], perm=perm)

    def layer_norm(t, name, out=None):
        ps = [g.uniform(name + ".gamma", (hid,), 0.8, 1.2), g.normal(name + ".beta", (hid,), 0.1)]
        return g.op("LayerNormalization", [t] + ps, (g.batch, seq, hid), out=out, axis=-1, epsilon=1e-12)

    q = split_heads(g.linear(x, hid, "q"), [0, 2, 1, 3])
    k = split_heads(g.linear(x, hid, "k"), [0, 2, 3, 1])
    v = split_heads(g.linear(x, hid, "v"), [0, 2, 1, 3])
    s = g.op("MatMul", [q, k], (g.batch, heads, seq, seq))
    s = g.op("Div", [s, g.const("sqrt_d", np.array(np.sqrt(d), np.float32))], (g.batch, heads, seq, seq))
    s = g.op("Add", [s, mask], (g.batch, heads, seq, seq))
    s = g.op("Softmax", [s], (g.batch, heads, seq, seq), axis=-1)
    c = g.op("MatMul", [s, v], (g.batch, heads, seq, d))
    g.macs += 2 * g.batch * heads * seq * seq * d
    c = g.reshape(g.op("Transpose", [c], (g.batch, seq, heads, d), perm=[0, 2, 1, 3]), (g.batch, seq, hid))
    x = layer_norm(g.add(g.linear(c, hid, "attn_out"), x), "ln1")
    f = g.linear(x, ffn, "ffn1")
    sh = g.shape[f]
    e = g.op("Erf", [g.op("Div", [f, g.const("sqrt2", np.array(np.sqrt(2.0), np.float32))], sh)], sh)
    e = g.op("Add", [e, g.const("one", np.array(1.0, np.float32))], sh)
    f = g.op("Mul", [g.op("Mul", [f, e], sh), g.const("half", np.array(0.5, np.float32))], sh)
    f = g.linear(f, hid, "ffn2")
    layer_norm(g.add(f, x), "ln2", out="hidden_out")
    g.output("hidden_out", (g.batch, seq, hid))
    return g


NETS = dict(resnet18=resnet18, mobilenet=mobilenet, dqn=dqn, dcgan=dcgan, lstm_lm=lstm_lm,
            lstm_lm_cell=lstm_lm_cell, lstm_lm_seq=lstm_lm_seq, bert_layer=bert_layer)
