#!/usr/bin/env python3
"""onnx's own node tests, compiled and run through the Python package.

Each test runs in a worker process, with a limit of time and memory; a worker that
crashes or hangs is replaced and the test counts as failed. Numbers are compared with
the tests' own tolerances. Printed is a table of failures by reason; the results of
every test go to BUILD/onnx-suite/results.json. Of the tests that pass, the output tells
how many compute all from inputs of the run, for how many some inputs, and for how many
all, had to be constants of the model; the last line is `N passed, N failed`.

known-failures.txt beside this file names the tests that are known to fail, one a line.
It may only shrink: a failure that it does not name ends the run with exit code 1, and
so does a test that it names and that passes, until --update has removed the line.
"""
import argparse
import collections
import hashlib
import json
import multiprocessing
import multiprocessing.connection
import os
import re
import resource
import signal
import sys
import tempfile
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), "FuzzModels"))
KNOWN_FAILURES = os.path.join(HERE, "known-failures.txt")


def collect_cases():
    """The node tests of the installed onnx package, by name, in its order."""
    from onnx.backend.test.case import node
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {case.name: case for case in node.collect_testcases(None)}


def read_known_failures():
    if not os.path.exists(KNOWN_FAILURES):
        return None
    with open(KNOWN_FAILURES) as file:
        return {line.strip() for line in file if line.strip() and not line.startswith("#")}


def write_known_failures(names):
    with open(KNOWN_FAILURES, "w") as file:
        file.write("# Node tests of onnx that are known to fail; the list may only shrink.\n"
                   "# ./dev onnx-suite --update removes those that pass.\n")
        file.writelines(f"{name}\n" for name in sorted(names))


def take_sample(names, count):
    """The same names whenever the set is the same, spread over all."""
    return sorted(sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())[:count])


# --- reasons ----------------------------------------------------------------------


def missing_operators(message):
    """Names of the operators that an import was refused for."""
    return sorted(set(re.findall(r"operator '(\w+)' \(opset", message)))


def shorten(message):
    """A message without the names and numbers of one model."""
    if operators := missing_operators(message):
        return "unsupported operator " + ", ".join(operators)
    line = message.strip().splitlines()[0] if message.strip() else "no message"
    line = re.sub(r"^.*?error: ", "", line)
    line = re.sub(r"'[^']*'", "'…'", line)
    line = re.sub(r"-?\d+(\.\d+)?(e[-+]?\d+)?", "#", line)
    line = re.sub(r"tensor<[^>]*>", "tensor<…>", line)
    line = re.sub(r"\[[^\]]*\]", "[…]", line)
    return line[:140]


def to_arrays(values):
    """Some tests give tensors as messages, or numbers of numpy in their place."""
    import numpy
    from onnx import TensorProto, numpy_helper

    def convert(value):
        if isinstance(value, list):
            return [convert(element) for element in value]
        if isinstance(value, TensorProto):
            return numpy_helper.to_array(value)
        return numpy.asarray(value) if isinstance(value, numpy.generic) else value

    return [convert(value) for value in values]


def is_as_exact(model, inputs, expected, outputs):
    """Whether outputs of 16 bits are off by at most twice as much as those expected, measured
    against f64, and one unit in the last place of the largest: these may have been computed
    in 16 bits."""
    import ml_dtypes
    import oracle
    from judge import Scale
    from values import widen
    narrow = [dtype for dtype in {array.dtype for array in outputs}
              if dtype.itemsize == 2 and dtype.kind in "fV"]
    if not narrow:
        return False
    graph, opset = model.graph, model.opset_import[0].version
    arrays = {value.name: array for value, array in zip(graph.input, inputs)}
    arrays.update({tensor.name: to_arrays([tensor])[0] for tensor in graph.initializer})
    values = {name: (array.dtype, widen(array)) for name, array in arrays.items()}
    try:
        for node in graph.node:
            given = {name: values[name] for name in node.input if name}
            values.update(zip(node.output, oracle.evaluate_wide(node, opset, given)))
    except (oracle.Refused, KeyError):
        return False
    for value, theirs, ours in zip(graph.output, expected, outputs):
        scale = Scale(values[value.name][1], theirs)
        eps = float(ml_dtypes.finfo(ours.dtype).eps) if ours.dtype in narrow else 0
        if scale.error(ours) > 2 * scale.error(theirs) + eps:
            return False
    return True


# What of a test that passes the library is given when it runs.
FROM_INPUTS, WITH_CONSTANTS, NOTHING = "from inputs", "some inputs are constants", "constants"


def get_kind(model):
    fixed = model.constant_inputs
    if not fixed:
        return FROM_INPUTS
    return WITH_CONSTANTS if len(fixed) < len(model.inputs) else NOTHING


def compare(expected, outputs, case):
    """As onnx's runner, which takes no numbers in sequences and does not count their elements."""
    from onnx.backend.test.runner import Runner
    if len(expected) != len(outputs):
        raise AssertionError(f"expected {len(expected)} outputs or elements, got {len(outputs)}")
    for theirs, ours in zip(expected, outputs):
        if isinstance(theirs, (list, tuple)) != isinstance(ours, (list, tuple)):
            raise AssertionError(f"expected {type(theirs)}, got {type(ours)}")
        if isinstance(theirs, (list, tuple)):
            compare(theirs, ours, case)
        else:
            Runner.assert_similar_outputs([theirs], [ours], case.rtol, case.atol)


def run_case(case, opt_level):
    """Status and message of one test, in this process."""
    import dl
    from dl.onnx import backend
    try:
        prepared = backend.prepare(case.model, opt_level=opt_level)
    except dl.CompileError as error:
        return "compile", str(error)
    for inputs, expected in case.data_sets:
        try:
            outputs = list(prepared.run(to_arrays(inputs)))
        except dl.CompileError as error:
            return "compile", str(error)
        except (dl.RunError, TypeError) as error:
            return "run", f"{type(error).__name__}: {error}"
        try:
            compare(to_arrays(expected), outputs, case)
        except AssertionError as error:
            if is_as_exact(case.model, to_arrays(inputs), to_arrays(expected), outputs):
                continue
            lines = [line.strip() for line in str(error).splitlines() if line.strip()]
            if lines[0] == "Items are not equal:":
                lines[0] = f"{lines[1]} {lines[2]}"
            return "wrong", "\n".join(lines)
        except TypeError as error:
            return "wrong", f"cannot compare: {error}"
    return "pass", get_kind(prepared.model)


# --- processes --------------------------------------------------------------------


def serve(connection, log, cases, options):
    """A worker: names come in, (status, message) goes out."""
    os.dup2(log.fileno(), 1)
    os.dup2(log.fileno(), 2)
    limit = options.memory << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")
    while True:
        name = connection.recv()
        if name is None:
            return
        try:
            result = run_case(cases[name], options.opt_level)
        except MemoryError:
            result = ("memory", f"expected at most {options.memory} MiB")
        except Exception as error:  # a fault of the package: it names no user's error
            result = ("exception", f"{type(error).__name__}: {error}")
        connection.send(result)


class Worker:
    """One process, started anew after each crash or hang.

    This process has one thread only: a lock that another thread holds while it forks stays
    held in the child for ever (tempfile's hung about one start in two hundred).
    """

    def __init__(self, cases, options):
        self.cases, self.options = cases, options
        self.process = None
        self.name = None  # of the test that runs

    def start(self):
        self.log = tempfile.TemporaryFile()
        self.connection, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=serve, args=(other, self.log, self.cases, self.options))
        self.process.start()
        other.close()

    def send(self, name):
        if self.process is None:
            self.start()
        self.name, self.begin = name, time.monotonic()
        self.connection.send(name)

    def remaining(self):
        """Seconds until the test that runs counts as a hang."""
        return max(0, self.begin + self.options.timeout - time.monotonic())

    def finish(self):
        """The result of the test that ran: what was sent, a crash or a hang."""
        name, self.name = self.name, None
        result = ("hang", f"expected an end within {self.options.timeout} s")
        try:
            if self.connection.poll():
                result = self.connection.recv()
                return name, (*result, time.monotonic() - self.begin)
        except EOFError:
            self.process.join()
            code = self.process.exitcode
            cause = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            result = ("crash", self.last_words(cause))
        self.stop()
        return name, (*result, time.monotonic() - self.begin)

    def last_words(self, cause):
        self.log.seek(0)
        text = self.log.read().decode(errors="replace")
        said = re.search(r"^.*(Assertion|terminate called|LLVM ERROR|UNREACHABLE).*$", text, re.M)
        return f"{cause}: {said.group(0).split('/')[-1]}" if said else cause

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


def run_all(names, cases, options):
    """Results by name, in the order of the names."""
    workers = [Worker(cases, options) for _ in range(options.jobs)]
    results, waiting = dict.fromkeys(names), collections.deque(names)
    while waiting or any(worker.name for worker in workers):
        for worker in workers:
            if worker.name is None and waiting:
                worker.send(waiting.popleft())
        busy = [worker for worker in workers if worker.name is not None]
        ready = multiprocessing.connection.wait([worker.connection for worker in busy],
                                                min(worker.remaining() for worker in busy))
        for worker in busy:
            if worker.connection in ready or worker.remaining() == 0:
                name, result = worker.finish()
                results[name] = result
    for worker in workers:
        worker.stop()
    return results


# --- report -----------------------------------------------------------------------


def print_missing(results):
    """Operators that are not imported: alone in the way of so many tests, in the way of all."""
    alone, together = collections.Counter(), collections.Counter()
    for status, message, _ in results.values():
        names = missing_operators(message) if status == "compile" else []
        together.update(names)
        alone.update(names if len(names) == 1 else [])
    if together:
        print("operators that are not imported: tests that lack only it / it among others")
    for name, count in sorted(together.items(), key=lambda item: (-alone[item[0]], -item[1])):
        print(f"{alone[name]:5} / {count:<5} {name}")


def print_failures(results):
    groups = collections.defaultdict(list)
    for name, (status, message, _) in results.items():
        if status != "pass":
            groups[f"{status}: {shorten(message)}"].append(name)
    for reason, names in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"{len(names):5}  {reason}\n       {' '.join(names[:3])}")


def print_kinds(results):
    """How many of the tests that pass are computed of what, at run time."""
    kinds = collections.Counter(kind for status, kind, _ in results.values() if status == "pass")
    print(f"{kinds[FROM_INPUTS]} compute all from inputs of the run, {kinds[WITH_CONSTANTS]} with "
          f"some inputs as constants, {kinds[NOTHING]} with all as constants")


def judge(results, known, options):
    """Compares with the list; the exit code."""
    failed = {name for name, result in results.items() if result[0] != "pass"}
    if known is None:
        if options.update:
            write_known_failures(failed)
            return 0
        sys.exit(f"expected the list of known failures at {KNOWN_FAILURES}; --update writes it")
    unexpected = sorted(failed - known)
    surprising = sorted((known & set(results)) - failed)
    for name in unexpected:
        status, message, _ = results[name]
        print(f"unexpected failure: {name}: {status}: {message.strip()}")
    if options.update:
        write_known_failures(known - set(surprising))
    elif surprising:
        print(f"{len(surprising)} known failures pass; ./dev onnx-suite --update removes them: "
              f"{' '.join(surprising[:10])}{' …' if len(surprising) > 10 else ''}")
    return 1 if unexpected or (surprising and not options.update) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--only", default="", help="only tests whose names match this pattern")
    parser.add_argument("--quick", type=int, metavar="N",
                        help="N tests that are to pass, always the same ones")
    parser.add_argument("--update", action="store_true",
                        help="remove the tests that pass from the list of known failures")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="worker processes")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each test")
    parser.add_argument("--memory", type=int, default=8192, help="MiB of address space")
    parser.add_argument("-O", dest="opt_level", type=int, default=0,
                        help="LLVM's optimization level (default: 0, the tests are small)")
    options = parser.parse_args()
    sys.path.insert(0, os.path.join(options.build, "python"))

    begin = time.monotonic()
    cases = collect_cases()
    known = read_known_failures()
    names = [name for name in cases if re.search(options.only, name)]
    if options.quick:
        names = take_sample(set(names) - (known or set()), options.quick)
        if len(names) < options.quick:
            sys.exit(f"expected {options.quick} tests that are not known to fail, got "
                     f"{len(names)}")
    results = run_all(names, cases, options)
    print_failures(results)
    print_missing(results)
    code = judge(results, known, options)
    folder = os.path.join(options.build, "onnx-suite")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "quick.json" if options.quick else "results.json"), "w") as file:
        json.dump({name: {"status": status, "message": message, "seconds": round(seconds, 3)}
                   for name, (status, message, seconds) in results.items()}, file, indent=1)
    passed = sum(result[0] == "pass" for result in results.values())
    print_kinds(results)
    print(f"{time.monotonic() - begin:.0f} s")
    print(f"{passed} passed, {len(results) - passed} failed")
    return code


if __name__ == "__main__":
    sys.exit(main())
