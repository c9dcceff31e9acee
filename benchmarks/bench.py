#!/usr/bin/env python3
"""Times compiled models against onnxruntime, in turn within one run.

For each model and thread count a process of its own, pinned to as many cores, loads
both, compares their outputs (the largest difference must be at most 1e-5 of the
largest reference value), and then alternates: a round of ours, a round of theirs, …
Printed are the median and minimum in milliseconds and their ratios; below 1 means
ours is faster. `others` is how many cores other processes used meanwhile: above 0.1
the row is noisy. All of it goes to BUILD/bench/results.json as well.
"""
import argparse
import fcntl
import json
import os
import platform
import resource
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]

TOLERANCE = 1e-5


def busy_seconds():
    """CPU seconds that all processes together used since boot."""
    with open("/proc/stat") as f:
        ticks = [int(x) for x in f.readline().split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def largest_error(reference, outputs):
    """The largest difference, as a share of the largest reference value."""
    import numpy as np

    worst = 0.0
    for expected, got in zip(reference, outputs, strict=True):
        if expected.shape != got.shape or not np.isfinite(got).all():
            return float("inf")
        scale = float(np.abs(expected).max()) or 1.0
        worst = max(worst, float(np.abs(expected.astype(np.float64) - got).max()) / scale)
    return worst


def ort_session(path, threads):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def calls_per_round(call, seconds):
    call()
    start = time.perf_counter()
    call()
    return max(1, min(1000, int(seconds / max(time.perf_counter() - start, 1e-6))))


def timed_round(call, count):
    """Seconds of each of `count` calls, after one that warms the caches."""
    call()
    times = []
    for _ in range(count):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return times


def measure(job):
    """One row: both sides in this process, in turn."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:job["threads"]])
    import numpy as np

    import dlc
    from net import load_inputs

    inputs = load_inputs(job["models"], job["model"])
    session = ort_session(os.path.join(job["models"], job["model"] + ".onnx"), job["threads"])
    reference = session.run(None, inputs)
    row = {key: job[key] for key in ("model", "batch", "threads")}
    with dlc.Model(job["library"], threads=job["threads"]) as model:
        row["max_error"] = largest_error(reference, model.run(inputs))
        row["arena_mb"] = round(model.arena_bytes / 1e6, 2)
        sides = {"dl": model.bound(inputs), "ort": lambda: session.run(None, inputs)}
        counts = {name: calls_per_round(call, job["seconds"]) for name, call in sides.items()}
        times = {name: [] for name in sides}
        start, busy, own = time.time(), busy_seconds(), own_seconds()
        for _ in range(job["rounds"]):
            for name, call in sides.items():
                times[name] += timed_round(call, counts[name])
        others = (busy_seconds() - busy - own_seconds() + own) / (time.time() - start)
    for name, values in times.items():
        row[f"{name}_ms"] = round(float(np.median(values)) * 1e3, 4)
        row[f"{name}_min_ms"] = round(min(values) * 1e3, 4)
        row[f"{name}_runs"] = len(values)
    row["ratio"] = round(row["dl_ms"] / row["ort_ms"], 3)
    row["min_ratio"] = round(row["dl_min_ms"] / row["ort_min_ms"], 3)
    row["others"] = round(max(0.0, others), 2)
    return row


def measure_apart(job):
    """Runs measure() in a fresh process, so that no row disturbs another."""
    done = subprocess.run([sys.executable, os.path.abspath(__file__), "--job", json.dumps(job)],
                          stdout=subprocess.PIPE, text=True, timeout=600)
    if done.returncode:
        raise SystemExit(f"bench: {job['model']} at {job['threads']} threads ended with "
                         f"status {done.returncode}")
    return json.loads(done.stdout.strip().split("\n")[-1])


def ensure_models(options, names):
    """Writes the models that are not there yet; returns their folder."""
    import make_models as generator

    out = os.path.join(options.build, "models", f"batch{options.batch}")
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        has_manifest = os.path.exists(os.path.join(out, "manifest.json"))
        known = generator.load_manifest(out) if has_manifest else {}
        missing = [name for name in names if name not in known]
        if missing:
            generator.main(["--quiet", "--out", out, "--batch", str(options.batch),
                            "--only", ",".join(missing)])
    return out


def compile_model(options, models, name, threads):
    """Compiles one model; returns the library, seconds and peak memory in MB."""
    out = os.path.join(options.build, "bench")
    os.makedirs(out, exist_ok=True)
    library = os.path.join(out, f"{name}.batch{options.batch}.threads{threads}.so")
    command = [os.path.join(options.build, "bin", "dl-compile"),
               os.path.join(models, name + ".onnx"), f"--threads={threads}", "-o", library]
    start = time.time()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"bench: dl-compile failed on {name}")
    return library, time.time() - start, usage.ru_maxrss / 1024


def machine():
    import numpy
    import onnxruntime

    with open("/proc/cpuinfo") as f:
        cpu = next((l.split(":")[1].strip() for l in f if l.startswith("model name")), "unknown")
    return dict(cpu=cpu, cores=os.cpu_count(), kernel=platform.release(),
                onnxruntime=onnxruntime.__version__, numpy=numpy.__version__)


COLUMNS = [("model", "model", "<14"), ("batch", "batch", ">5"), ("threads", "threads", ">7"),
           ("dl_ms", "ours ms", ">9.3f"), ("ort_ms", "ort ms", ">9.3f"), ("ratio", "ratio", ">6.2f"),
           ("min_ratio", "of min", ">6.2f"), ("max_error", "error", ">8.1e"),
           ("compile_s", "compile s", ">9.1f"), ("compile_mb", "MB", ">5.0f"),
           ("others", "others", ">6.2f")]


def table_line(row):
    return "  ".join(format(row[key], spec) for key, _, spec in COLUMNS)


def table_head():
    widths = [(title, spec[0] + spec[1:].split(".")[0].rstrip("fe")) for _, title, spec in COLUMNS]
    return "  ".join(format(title, spec) for title, spec in widths)


def bench(options):
    names = options.models.split(",")
    models = ensure_models(options, names)
    rows = []
    print(table_head())
    for name in names:
        for threads in map(int, options.threads.split(",")):
            library, seconds, memory = compile_model(options, models, name, threads)
            row = measure_apart(dict(model=name, batch=options.batch, threads=threads,
                                     models=models, library=library, rounds=options.rounds,
                                     seconds=options.seconds))
            row.update(compile_s=round(seconds, 2), compile_mb=round(memory))
            rows.append(row)
            print(table_line(row), flush=True)
    path = options.json or os.path.join(options.build, "bench", "results.json")
    with open(path, "w") as f:
        json.dump(dict(machine=machine(), rows=rows), f, indent=1)
    print(f"written to {path}")
    return 0 if all(row["max_error"] <= TOLERANCE for row in rows) else 1


def demo(options):
    """ResNet-18 all the way, told in words."""
    models = ensure_models(options, ["resnet18"])
    print(f"model      {os.path.join(models, 'resnet18.onnx')}")
    library, seconds, memory = compile_model(options, models, "resnet18", 1)
    size = os.path.getsize(library) / 1e6
    print(f"compiled   {library}\n           {seconds:.1f} s, {memory:.0f} MB at peak, "
          f"library of {size:.1f} MB")
    row = measure_apart(dict(model="resnet18", batch=options.batch, threads=1, models=models,
                             library=library, rounds=10, seconds=0.3))
    right = row["max_error"] <= TOLERANCE
    print(f"compared   max error {row['max_error']:.1e} of the largest value of onnxruntime's, "
          f"{'within' if right else 'ABOVE'} {TOLERANCE:.0e}")
    print(f"timed      {row['dl_ms']:.2f} ms, onnxruntime {row['ort_ms']:.2f} ms on one core: "
          f"ratio {row['ratio']:.2f}")
    return 0 if right else 1


def main():
    ap = argparse.ArgumentParser(prog="./dev bench", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--models", default="resnet18,bert_layer,mobilenet,dqn,dcgan",
                    help="comma list, as in make_models.py")
    ap.add_argument("--batch", type=int, default=1)
    ap.add_argument("--threads", default="1", help="comma list of thread counts (default 1)")
    ap.add_argument("--rounds", type=int, default=20, help="rounds of each side (default 20)")
    ap.add_argument("--seconds", type=float, default=0.3, help="length of a round (default 0.3)")
    ap.add_argument("--json", metavar="FILE", help="where the results go")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    ap.add_argument("--demo", action="store_true", help=argparse.SUPPRESS)
    ap.add_argument("--job", help=argparse.SUPPRESS)
    options = ap.parse_args()
    if options.job:
        print(json.dumps(measure(json.loads(options.job))))
        return 0
    return demo(options) if options.demo else bench(options)


if __name__ == "__main__":
    sys.exit(main())
