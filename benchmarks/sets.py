# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sets of models of ./dev bench, each a function that makes what is not there yet.

It takes the options and returns the cases: a model's name, file and inputs (None: those of the
networks' generator), its group, the reference and peers, the tolerance, and flags of dl-compile.
It sets options.goals, the ratio wanted of single models.
"""
import fcntl
import fnmatch
import glob
import json
import os

import goals
import timing

NETWORKS = "resnet18,bert_layer,mobilenet,dqn,dcgan,lstm_lm,lstm_lm_cell,lstm_lm_seq"
KERNELS = ",".join([f"conv_C{n}" for n in range(1, 13)] + [f"dw_D{n}" for n in range(1, 10)])


def ensure_models(options, names):
    """Writes the networks or kernels that are not there yet; returns their folder."""
    import make_models as generator

    kind = "tiny" if options.tiny else "batch"
    out = os.path.join(options.build, "models", f"{kind}{options.batch}")
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        has_manifest = os.path.exists(os.path.join(out, "manifest.json"))
        known = generator.load_manifest(out) if has_manifest else {}
        missing = [name for name in names if name not in known]
        if missing:
            generator.main(["--quiet", "--out", out, "--batch", str(options.batch),
                            "--only", ",".join(missing)] + ["--tiny"] * options.tiny)
    return out


def generated(options, names, group, **about):
    """Cases of make_models.py's models; about[...] replaces what is usual."""
    folder = ensure_models(options, names)
    kind = f"{'tiny' if options.tiny else 'batch'}{options.batch}"
    return [dict(dict(model=name, path=os.path.join(folder, name + ".onnx"), group=group,
                      kind=kind, batch=options.batch, reference="ort", tolerance=timing.TOLERANCE,
                      peers=options.peers or ["ort", "ov"] + ["iree"] * name.startswith("lstm")),
                 **about) for name in names]


def networks(options):
    full = not options.tiny and options.batch == 1
    options.goals = goals.NETWORKS if full else {}
    return generated(options, (options.models or NETWORKS).split(","), "networks")


def kernels(options):
    options.goals = {}
    return generated(options, (options.models or KERNELS).split(","),
                     "tiny" if options.tiny else "single convolutions")


def bf16(options):
    options.goals = {} if options.tiny else goals.BF16
    names = (options.models or ",".join(goals.BF16)).split(",")
    cases = generated(options, names, "bf16", flags=["--precision=bf16"],
                      peers=options.peers or ["ov-any"])
    return [dict(case, tolerance=goals.BF16_ERRORS.get(case["model"], 0.02)) for case in cases]


def of_folder(options, folder, tolerance=timing.TOLERANCE):
    """All models of a folder, in the order of families and numbers."""
    manifest = os.path.join(folder, "manifest.json")
    about = json.load(open(manifest))["models"] if os.path.exists(manifest) else {}
    result = []
    for path in sorted(glob.glob(os.path.join(folder, "*.onnx")),
                       key=lambda path: (path.rsplit("_", 1)[0], len(path), path)):
        name = os.path.basename(path)[:-len(".onnx")]
        if fnmatch.fnmatchcase(name, options.only):
            result.append(dict(model=name, path=path, inputs=path[:-len("onnx")] + "inputs.npz",
                               group=name.rsplit("_", 1)[0], about=about.get(name, ""),
                               reference="ort", peers=options.peers or ["ort", "ov"],
                               tolerance=tolerance))
    return result


def models(options):
    options.goals, options.models = {}, options.folder
    return of_folder(options, options.folder)


def ensure_published(options):
    """The folder of published networks, and the names of those that are asked for."""
    import published as generator

    names = (options.models or ",".join(generator.NETWORKS)).split(",")
    if unknown := [name for name in names if name not in generator.NETWORKS]:
        raise SystemExit(f"bench: no published network is called {', '.join(unknown)}; there are "
                         f"{', '.join(generator.NETWORKS)}")
    folder = os.path.join(options.build, "models", "published")
    missing = [name for name in names if not os.path.exists(os.path.join(folder, name + ".onnx"))]
    if missing:
        generator.main(["--out", folder, "--only", ",".join(missing)])
    return folder, names


def published(options):
    options.goals = {}
    folder, names = ensure_published(options)
    return [dict(case, group="published") for case in of_folder(options, folder)
            if case["model"] in names]


def random(options):
    import random_models

    options.goals = {}
    options.models = os.path.join(options.build, "models", f"seed{options.seed}-{options.count}")
    if not os.path.exists(os.path.join(options.models, "manifest.json")):
        random_models.main(["--out", options.models, "--seed", str(options.seed),
                            "--count", str(options.count)])
    return of_folder(options, options.models)


def quantized_published(options):
    """Published networks. Steps of quantization that results are apart grow through many layers;
    what is timed of onnxruntime is further off where its sums of products saturate."""
    import quantized

    options.goals = {}
    folder, names = ensure_published(options)
    out = os.path.join(options.build, "models", "int8-published")
    wanted = {quantized.get_name(name): os.path.join(folder, name + ".onnx") for name in names}
    missing = [source for name, source in wanted.items()
               if not os.path.exists(os.path.join(out, name + ".onnx"))]
    if missing:
        quantized.main(["--out", out, "--sizes", "", *missing])
    return [dict(case, reference="ort-plain") for case in of_folder(options, out, tolerance=0.2)
            if case["model"] in wanted]


def int8(options):
    """Where one side rounds between layers and another does not, results are steps of
    quantization apart."""
    import quantized

    if options.models:
        return quantized_published(options)
    options.goals, options.models = goals.INT8, os.path.join(options.build, "models", "int8")
    if not os.path.exists(os.path.join(options.models, "done")):
        names = ["resnet18", "bert_layer"]
        folder = ensure_models(options, names)
        quantized.main(["--out", options.models,
                        *(os.path.join(folder, name + ".onnx") for name in names)])
        open(os.path.join(options.models, "done"), "w").close()
    # Products are exact, whatever peers make of them.
    return [dict(case, reference="onnx", tolerance=0) if case["group"] == "product" else case
            for case in of_folder(options, options.models, tolerance=0.03)]


SETS = dict(networks=networks, published=published, kernels=kernels, random=random, models=models,
            int8=int8, bf16=bf16)
