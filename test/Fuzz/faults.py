"""Whose fault a crash is: what the stack says that LLVM's signal handler prints."""
import os
import re

# Of the machinery that reports a crash, not of what crashed.
REPORTING = re.compile(r"PrintStackTrace|RunSignalHandlers|SignalHandler|report_fatal|report_bad_alloc|llvm_unreachable_internal|"
                       r"install_out_of_memory|libc\.so|libpthread|linux-vdso|libstdc\+\+|^\s*$")
# Beyond these frames stands whoever asked for the work: one pass, one verification, one parse.
BOUNDARY = re.compile(r"OpToOpPassAdaptor::run|PassManager::run|mlir::verify\(|parseAsmSourceFile|parseSourceFile|"
                      r"translateModuleToLLVMIR|readBytecodeFile|PassModel<|MLIRServer|JSONTransport|FPPassManager")
OURS = re.compile(r"libDL\w*\.so|^(dl-\w+|\w*Tests)$")
FRAME = re.compile(r"^\s*#?\d+\s+(\S+)\s+(0x[0-9a-f]+)(.*)$|^\s*#\d+ (0x[0-9a-f]+) (.*)$", re.M)


def get_frames(output):
    """(module, function) of each frame, innermost first, without those that report."""
    frames = []
    for match in FRAME.finditer(output):
        if match[4]:
            module = re.search(r"\(([^()]*?)\+0x", match[5])
            function = re.sub(r"\s*\(/[^()]*\)$", "", match[5])
            frame = os.path.basename(module[1]) if module else "", function
        else:
            frame = match[1], re.sub(r" \+ \d+$", "", match[3]).strip()
        frames.append(frame)
    last = max((i for i, (module, function) in enumerate(frames[:12])
                if re.search(r"SignalHandler|libc\.so", module + " " + function)), default=-1)
    return [f for f in frames[last + 1:] if not REPORTING.search(f[0] + f[1])] or frames


def get_name(function):
    """A function without its arguments."""
    name = re.sub(r"\((?!anonymous).*", "", function)
    return re.sub(r"<.*", "<>", name).strip()


def get_signature(ending):
    """What tells faults apart: an assertion, a fatal error, or the innermost named functions."""
    assertion = re.search(r"([\w.]+:\d+): [^\n]*(Assertion `[^\n]*')", ending.output)
    if assertion:
        return f"{assertion[1]}: {assertion[2]}"
    fatal = re.search(r"LLVM ERROR: ([^\n]*)", ending.output)
    names = [n for n in (get_name(f) for _, f in get_frames(ending.output)) if n][:3]
    if fatal:
        return f"LLVM ERROR: {re.sub('[0-9]+', 'N', fatal[1])[:90]}"
    what = "no end" if ending.timed_out else f"signal {-ending.code}" if ending.code < 0 else f"exit code {ending.code}"
    return f"{what} in {' < '.join(names) or 'code without names'}"


def is_ours(ending):
    """False where no code of the project stands between the fault and who asked for the work."""
    assertion = re.search(r"([\w./-]+):\d+: [^\n]*Assertion `", ending.output)
    if assertion and "llvm-22" not in assertion[1] and "/mlir/" not in assertion[1]:
        return True
    for module, function in get_frames(ending.output):
        if OURS.search(module):
            return True
        if BOUNDARY.search(function):
            return False
    # Without a stack nobody else is to blame.
    return not get_frames(ending.output)


class KnownFaults:
    """Upstream's faults that the docs list: `name: pattern` in each line of a file."""

    def __init__(self, path):
        self.patterns = []
        for line in open(path):
            if line.strip() and not line.startswith("#"):
                name, pattern = line.strip().split(": ", 1)
                self.patterns.append((name, re.compile(pattern)))

    def lookup(self, ending):
        """The name of the fault that the docs give it, or None."""
        text = get_signature(ending) + "\n" + "\n".join(f for _, f in get_frames(ending.output)[:20])
        return next((name for name, pattern in self.patterns if pattern.search(text)), None)
