# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the compiler makes of kernels for the accelerator: right, and how fast.

Tables of the convolutions of ResNet-18 in the form of figure 10 of "TVM: An Automated End-to-End
Optimizing Compiler for Deep Learning" (OSDI 2018): cycles of the best schedule of one context, of
the default schedule with its virtual threads one after the other, and taking turns. Cycles are
simulated, so they are the same everywhere. The status is 1 where a result is wrong or a line of the
table is not reached.
"""
import argparse
import dataclasses
import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/Integration/Vdla/Inputs"))
import kernels as vdla  # noqa: E402
import roofline  # noqa: E402

# Table 2 of the paper: height and width, inputs, outputs, kernel, stride, and how often it is among
# the 19 convolutions of ResNet-18 that are for the accelerator.
LAYERS = {
    "C2": (56, 64, 64, 3, 1, 4), "C3": (56, 64, 64, 1, 1, 0), "C4": (56, 64, 128, 3, 2, 1),
    "C5": (56, 64, 128, 1, 2, 1), "C6": (28, 128, 128, 3, 1, 3), "C7": (28, 128, 256, 3, 2, 1),
    "C8": (28, 128, 256, 1, 2, 1), "C9": (14, 256, 256, 3, 1, 3), "C10": (14, 256, 512, 3, 2, 1),
    "C11": (14, 256, 512, 1, 2, 1), "C12": (7, 512, 512, 3, 1, 3)}

# What the table has to reach on the paper's machine. On others each layer has to gain.
LEAST_PEAK, LEAST_GAIN, LEAST_BOUND, LEAST_BOUND_1X1 = 93.0, 1.15, 95.0, 75.0

# What checker and simulators have to reach on it: milliseconds a layer and of all 19, Mcycles a
# second.
MOST_CHECK, MOST_TIMING, LEAST_TIMED, LEAST_COMPUTED = 10.0, 2000.0, 30.0, 5.0


def make_layer(name, block):
    size, inputs, outputs, kernel, stride, _ = LAYERS[name]
    return vdla.make_conv(name, vdla.seed_of(name), block, inputs=inputs, outputs=outputs,
                          height=size, width=size, kernel=(kernel, kernel),
                          strides=(stride, stride), pads=(kernel // 2,) * 4, relu=True)


def read_machine(name):
    return json.loads((ROOT / f"share/dl/vdla/{name}.json").read_text())


def quote(machine):
    """A machine as an attribute: by its name, or as text."""
    if isinstance(machine, str):
        return f'"{machine}"'
    return '"' + json.dumps(machine).replace('"', "\\22") + '"'


@dataclasses.dataclass
class Run:
    cycles: int
    bytes: int

    def share(self, macs, peak):
        return 100 * macs / peak / self.cycles


def simulate_layers(tools, folder, machine, names, *options, records=None, how="--cycles"):
    """What dl-vdla-sim says of each layer on a machine, by the rules or by records of dl-tune."""
    config = read_machine(machine) if isinstance(machine, str) else machine
    made = [make_layer(name, config["tile"]["block_in"]) for name in names]
    programs = vdla.compile_kernels(folder, tools, quote(machine), made, *options, records=records)
    for kernel in made:
        path = folder / "program.mlir"
        path.write_text(programs[f"{kernel.name}_vdla"])
        done = vdla.run([tools / "dl-vdla-sim", path, how])
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
        yield kernel.name, done.stdout


def time_layers(*arguments, **options):
    """Cycles and bytes of layers, which simulate_layers takes."""
    runs = {}
    for name, said in simulate_layers(*arguments, **options):
        cycles = re.search(r"^cycles (\d+)", said, re.M)
        moved = re.search(r"bytes read (\d+), written (\d+)", said)
        runs[name] = Run(int(cycles[1]), int(moved[1]) + int(moved[2]))
    return runs


def count(names):
    """How many convolutions of ResNet-18 these layers are."""
    return sum(LAYERS[name][5] for name in names)


def has_goals(machine, names):
    """Whether what is summed over the layers has to reach something."""
    return machine == "paper" and count(names) == count(LAYERS)


def print_speed(tools, folder, machine, names):
    """How long checking and simulating the layers take; what of it is too slow."""
    short, cycles = [], 0
    totals = dict.fromkeys(("checked", "timed", "computed"), 0)
    print(f"{machine}: layer  check ms  timing ms  Mcycles/s  computing ms  Mcycles/s")
    for name, said in simulate_layers(tools, folder, machine, names, how="--speed"):
        found = re.search(r"checked in ([\d.]+) ms, timed in ([\d.]+) ms, ([\d.]+) Mcycles/s, "
                          r"computed in ([\d.]+) ms, ([\d.]+) Mcycles/s", said)
        checked, timed, timed_rate, computed, computed_rate = map(float, found.groups())
        print(f"{machine}: {name:5} {checked:9.2f} {timed:10.3f} {timed_rate:10.1f} "
              f"{computed:13.1f} {computed_rate:10.1f}")
        cycles += LAYERS[name][5] * timed * timed_rate
        for key, value in (("checked", checked), ("timed", timed), ("computed", computed)):
            totals[key] += LAYERS[name][5] * value
        if checked > MOST_CHECK:
            short.append(f"{name} is checked in {checked:.2f} ms, wanted {MOST_CHECK:g}")
    timed, computed = cycles / totals["timed"], cycles / totals["computed"]
    print(f"{machine}: all {count(names)} layers checked in {totals['checked']:.1f} ms, timed in "
          f"{totals['timed']:.1f} ms, {timed:.1f} Mcycles/s, computed in "
          f"{totals['computed']:.0f} ms, {computed:.1f} Mcycles/s")
    if not has_goals(machine, names):
        return []
    if totals["timed"] > MOST_TIMING:
        short.append(f"all layers are timed in {totals['timed']:.0f} ms, wanted {MOST_TIMING:g}")
    for text, got, least in (("timed", timed, LEAST_TIMED),
                             ("computed", computed, LEAST_COMPUTED)):
        if got < least:
            short.append(f"{got:.1f} Mcycles/s {text}, wanted {least:g}")
    return short


def print_table(tools, folder, machine, names, picture):
    """The table of latency hiding, and its picture; what of it falls short."""
    config = read_machine(machine)
    peak = config["tile"]["batch"] * config["tile"]["block_in"] * config["tile"]["block_out"]
    port = config["dram"]["bytes_per_cycle"]
    one = time_layers(tools, folder, machine, names, "contexts=1")
    serial = time_layers(tools, folder, machine, names, "in-turns=false")
    turns = time_layers(tools, folder, machine, names)
    print(f"{machine}: {peak} multiply-adds a cycle, {port} bytes a cycle, "
          f"latency {config['dram']['latency']}")
    print("layer  times      MACs  one context     serial          in turns        gain  "
          "MACs/byte  bound  of bound")
    totals = dict.fromkeys(("macs", "one", "serial", "turns", "bound", "bound1", "turns1",
                            "turns3", "bound3"), 0)
    short, drawn, worst = [], [], {}
    for name in names:
        size, inputs, outputs, kernel, stride, times = LAYERS[name]
        out = -(-size // stride)
        macs = out * out * inputs * outputs * kernel * kernel
        runs = [runs[name] for runs in (one, serial, turns)]
        intensity = macs / runs[2].bytes
        bound = min(peak, intensity * port)
        gain = runs[1].cycles / runs[2].cycles
        of_bound = 100 * macs / bound / runs[2].cycles
        cells = "".join(f"{run.cycles:9d} {run.share(macs, peak):4.1f}% " for run in runs)
        print(f"{name:6} {times:4d} {macs:10d} {cells} {gain:5.2f}x {intensity:9.1f} {bound:6.1f} "
              f"{of_bound:6.1f}%")
        if times and of_bound < worst.get(kernel, (name, 100))[1]:
            worst[kernel] = name, of_bound
        drawn.append((name, [(macs / run.bytes, macs / run.cycles) for run in (runs[0], runs[2])]))
        totals["macs"] += times * macs
        for key, run in zip(("one", "serial", "turns"), runs):
            totals[key] += times * run.cycles
        totals[f"turns{kernel}"] += times * runs[2].cycles
        totals[f"bound{kernel}"] += times * macs / bound
        if gain <= 1:
            short.append(f"{name} gains {gain:.3f}x by turns")
        if runs[2].cycles >= runs[0].cycles:
            short.append(f"{name} is no faster than with one context")
    roofline.draw("Convolutions of ResNet-18 on the accelerator",
                  f"machine {machine}, {peak} multiply-adds and {port} bytes a cycle, simulated",
                  peak, port, drawn, picture)
    share = {key: 100 * totals["macs"] / peak / totals[key] for key in ("one", "serial", "turns")}
    gain = totals["serial"] / totals["turns"]
    bound3 = 100 * totals["bound3"] / max(totals["turns3"], 1)
    bound1 = 100 * totals["bound1"] / max(totals["turns1"], 1)
    print(f"all {count(names)} layers: one context {share['one']:.1f}%, serial "
          f"{share['serial']:.1f}%, in turns {share['turns']:.1f}% of the peak; "
          f"gain {gain:.2f}x over serial, {totals['one'] / totals['turns']:.2f}x over one context; "
          f"of the bound {bound3:.1f}% (3x3), {bound1:.1f}% (1x1)")
    print("farthest from the bound: " + ", ".join(
        f"{name} {share:.1f}% ({kernel}x{kernel})" for kernel, (name, share) in worst.items()))
    if not has_goals(machine, names):
        return short
    for text, got, least in (("% of the peak", share["turns"], LEAST_PEAK),
                             ("x by turns", gain, LEAST_GAIN),
                             ("% of the bound of 3x3 layers", bound3, LEAST_BOUND),
                             ("% of the bound of 1x1 layers", bound1, LEAST_BOUND_1X1)):
        if got < least:
            short.append(f"{got:.2f}{text}, wanted {least}")
    return short


def print_sweeps(tools, folder, machine):
    names = [name for name, layer in LAYERS.items() if layer[5]]
    config = read_machine(machine)
    peak = config["tile"]["block_in"] * config["tile"]["block_out"]

    def total(changed, *options):
        runs = time_layers(tools, folder, changed, names, *options)
        macs = cycles = 0
        for name, run in runs.items():
            size, inputs, outputs, kernel, stride, times = LAYERS[name]
            out = -(-size // stride)
            macs += times * out * out * inputs * outputs * kernel * kernel
            cycles += times * run.cycles
        return 100 * macs / peak / cycles

    for key, values in (("latency", (8, 32, 64, 100, 200)), ("bytes_per_cycle", (2, 4, 8, 16))):
        for value in values:
            changed = json.loads(json.dumps(config))
            changed["dram"][key] = value
            changed["name"] = f"{machine}-{key.replace('_', '-')}-{value}"
            print(f"{key} {value:3d}: one context {total(changed, 'contexts=1'):5.1f}%, in turns "
                  f"{total(changed):5.1f}% of the peak")


def check_all(tools, folder, count, seed, machines):
    """Random kernels and the layers of the paper against numpy; lines of what is wrong."""
    wrong, total = [], 0
    batch = 40
    for number, machine in enumerate(machines):
        block = read_machine(machine)["tile"]["block_in"]
        mine = count // len(machines) + (number < count % len(machines))
        for begin in range(0, mine, batch):
            seeds = [vdla.seed_of(machine, seed, i) for i in range(begin, min(begin + batch, mine))]
            made = [vdla.draw_kernel(f"k{s}", s, block) for s in seeds]
            found = vdla.check(folder, tools, quote(machine), made, "orders:8")
            wrong += [f"{machine}: {line}" for line in found]
            total += len(made)
        print(f"{machine}: {mine} random kernels, {len(wrong)} wrong so far", flush=True)
    for machine in machines:
        made = [make_layer(name, read_machine(machine)["tile"]["block_in"]) for name in LAYERS]
        found = vdla.check(folder, tools, quote(machine), made, "orders:8")
        wrong += [f"{machine}: {line}" for line in found]
        print(f"{machine}: {len(made)} layers, {len(found)} wrong", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--layers", metavar="NAMES", help="comma list (default: all)")
    parser.add_argument("--machine", default="paper", help="of the table (default: paper)")
    parser.add_argument("--check", type=int, default=0, metavar="N",
                        help="compare N random kernels and all layers with numpy, on all machines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-table", action="store_true", help="only --check")
    parser.add_argument("--no-sweeps", action="store_true", help="one latency and one port")
    parser.add_argument("--speed", action="store_true",
                        help="also how long checking and simulating the layers take")
    parser.add_argument("--picture", metavar="FILE.svg", type=pathlib.Path,
                        help="of the layers under the roofline (default: BUILD/vdla-MACHINE.svg)")
    options = parser.parse_args()
    tools = options.build / "bin"
    names = options.layers.split(",") if options.layers else list(LAYERS)
    short = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if options.speed:
            short += print_speed(tools, folder, options.machine, names)
        if options.check:
            machines = sorted(path.stem for path in (ROOT / "share/dl/vdla").glob("*.json"))
            short += check_all(tools, folder, options.check, options.seed, machines)
        if not options.no_table:
            picture = options.picture or options.build / f"vdla-{options.machine}.svg"
            short += print_table(tools, folder, options.machine, names, picture)
            print(f"drawn: {picture}")
            if not options.no_sweeps:
                print_sweeps(tools, folder, options.machine)
    for line in short:
        print(f"not reached: {line}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
