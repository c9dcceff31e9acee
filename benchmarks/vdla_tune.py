# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What dl-tune finds for ResNet-18's convolutions on the accelerator's simulator.

Of each layer the cycles of the default schedule and of the best that was found, and the bound of
all schedules: each multiply-add takes its part of a cycle, and input, weights, output and table of
scales go over the port once. What was found is compiled again from the records, timed by
dl-vdla-sim, and with --check compared with numpy in eight orders. The status is 1 where something
differs, where a layer is slower than by default, or where the default leaves 5 % of its cycles to
the bound on all layers together and the search finds less than that; with --again also where a
second search with the same seed writes other records.
"""
import argparse
import json
import pathlib
import sys
import tempfile

import vdla

HERTZ = 200e6
LEAST_GAIN = 0.05


def bound_of(name, config):
    """Cycles that no schedule can beat."""
    size, inputs, outputs, kernel, stride, _ = vdla.LAYERS[name]
    tile, bits = config["tile"], config["bits"]
    out = -(-size // stride)
    read_rows = min(size, (out - 1) * stride + kernel)
    macs = out * out * inputs * outputs * kernel * kernel
    moved = inputs * read_rows * size + inputs * outputs * kernel * kernel + outputs * out * out
    if kernel == 1 and stride > 1:  # rows between are not read
        moved -= inputs * (read_rows - out) * size
    moved += outputs * (bits["bias"] + bits["multiplier"] + bits["shift"]) // 8
    return max(macs / (tile["block_in"] * tile["block_out"]),
               moved / config["dram"]["bytes_per_cycle"])


def tune(tools, folder, machine, made, options, database):
    (folder / "kernels.mlir").write_text(vdla.vdla.module_text(vdla.quote(machine), made))
    done = vdla.vdla.run([tools / "dl-tune", folder / "kernels.mlir", f"--db={database}",
                          "--runner=vdla-sim", f"--trials={options.trials}",
                          f"--seed={options.seed}", f"--json={folder}/tuned.json"])
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    tuned = {entry["kernel"]: entry for entry in json.loads((folder / "tuned.json").read_text())}
    print(next(line for line in done.stdout.split("\n") if " trials in " in line), flush=True)
    return {name: [round(entry[key] * HERTZ) for key in ("rules_seconds", "best_seconds")]
            for name, entry in tuned.items()}


def run_machine(tools, folder, machine, names, options):
    """The table of a machine; lines of what is not as it has to be."""
    config = given = vdla.read_machine(machine)
    if options.port:
        config["dram"]["bytes_per_cycle"] = options.port
        machine = config["name"] = f"{machine}-port-{options.port}"
    else:
        given = machine
    block = config["tile"]["block_in"]
    made = [vdla.make_layer(name, block) for name in names]
    database = folder / f"{machine}.jsonl"
    tuned = tune(tools, folder, given, made, options, database)
    runs = vdla.time_layers(tools, folder, given, names, records=database)
    wrong = []
    print(f"{machine}: layer  times  default    tuned    gain    bound  of bound: default, tuned")
    totals = [0, 0, 0]
    for name in names:
        times = vdla.LAYERS[name][5]
        default, best = tuned[name]
        bound = bound_of(name, config)
        for i, cycles in enumerate((default, best, bound)):
            totals[i] += times * cycles
        print(f"{machine}: {name:5} {times:6d} {default:8d} {best:8d} {default / best:6.3f}x "
              f"{bound:8.0f} {100 * bound / default:17.1f} % {100 * bound / best:5.1f} %")
        if best > default:
            wrong.append(f"{machine}: {name} takes {best} cycles, {default} by default")
        if runs[name].cycles != best:
            wrong.append(f"{machine}: {name} takes {runs[name].cycles} cycles when it is compiled "
                         f"by its record, which says {best}")
    default, best, bound = totals
    left, found = 1 - bound / default, 1 - best / default
    print(f"{machine}: all {sum(vdla.LAYERS[name][5] for name in names)} layers {default} cycles by "
          f"default, {best} tuned: {100 * found:.1f} % fewer of the {100 * left:.1f} % down to the "
          "bound", flush=True)
    if not options.layers and left >= LEAST_GAIN > found:
        wrong.append(f"{machine}: {100 * found:.1f} % fewer cycles, wanted {100 * LEAST_GAIN:.0f} %")
    if options.check:
        found = vdla.vdla.check(folder, tools, vdla.quote(given), made, "orders:8",
                                records=database)
        wrong += [f"{machine}: {line}" for line in found]
        print(f"{machine}: {len(made)} tuned layers against numpy, {len(found)} wrong", flush=True)
    if options.again:
        again = folder / f"{machine}-again.jsonl"
        tune(tools, folder, given, made, options, again)
        if again.read_bytes() != database.read_bytes():
            wrong.append(f"{machine}: the same seed gave other records")
    return wrong


def main():
    parser = argparse.ArgumentParser(prog="./dev vdla --tune", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=vdla.ROOT / "build")
    parser.add_argument("--machines", default="paper", metavar="NAMES",
                        help="comma list, of share/dl/vdla (default: paper)")
    parser.add_argument("--port", type=int, metavar="BYTES",
                        help="that go over the port in a cycle (default: the machine's)")
    parser.add_argument("--layers", metavar="NAMES", help="comma list (default: all that count)")
    parser.add_argument("--trials", type=int, default=64, help="of each layer (default: 64)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--check", action="store_true", help="compare results with numpy")
    parser.add_argument("--again", action="store_true", help="search twice, and compare")
    options = parser.parse_args()
    names = options.layers.split(",") if options.layers else [
        name for name, layer in vdla.LAYERS.items() if layer[5]]
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for machine in options.machines.split(","):
            wrong += run_machine(options.build / "bin", pathlib.Path(folder), machine, names,
                                 options)
    for line in wrong:
        print(f"not reached: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
