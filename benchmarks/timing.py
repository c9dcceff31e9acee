# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all timings share: rounds of calls, how busy the machine is, how far results are apart."""
import argparse
import os
import platform
import resource
import time

TOLERANCE = 1e-5


def positive(text):
    """A number of an option."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"expected a number of at least 1, got {text}")
    return value


def busy_seconds():
    """CPU seconds that all processes together used since boot."""
    with open("/proc/stat") as f:
        ticks = [int(x) for x in f.readline().split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Others:
    """How many cores other processes used since this was made."""

    def __init__(self):
        self.start, self.busy, self.own = time.time(), busy_seconds(), own_seconds()

    def cores(self):
        busy, own = busy_seconds() - self.busy, own_seconds() - self.own
        return max(0.0, (busy - own) / max(time.time() - self.start, 1e-9))


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


# What a call takes: seconds that pass, or that its own thread is on a core, which is what
# can be compared where others use the machine.
CLOCKS = {"wall": time.perf_counter, "cpu": time.thread_time}


def calls_per_round(call, seconds, clock="wall"):
    read = CLOCKS[clock]
    call()
    start = read()
    call()
    return max(1, min(1000, int(seconds / max(read() - start, 1e-6))))


def settle():
    """Waits until the threads of this process sleep: those of a runtime go on looking for work
    for a while after a call, on cores that the next one needs."""
    for _ in range(100):
        before = time.process_time()
        time.sleep(0.01)
        if time.process_time() - before < 0.002:
            return


def timed_round(call, count, clock="wall"):
    """Seconds of each of `count` calls, after one that warms the caches."""
    read = CLOCKS[clock]
    settle()
    call()
    times = []
    for _ in range(count):
        start = read()
        call()
        times.append(read() - start)
    return times


def machine():
    import numpy
    import onnxruntime

    with open("/proc/cpuinfo") as f:
        cpu = next((l.split(":")[1].strip() for l in f if l.startswith("model name")), "unknown")
    return dict(cpu=cpu, cores=os.cpu_count(), kernel=platform.release(),
                onnxruntime=onnxruntime.__version__, numpy=numpy.__version__)
