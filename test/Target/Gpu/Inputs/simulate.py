"""Runs kernels as a CPU does and as a GPU would, and compares what they write.

simulate.py LOOPS LAUNCHES [SIZE...]: two files of the generic form of operations, of
dl-gpu-pipeline=to=loops and =to=launch. Each kernel runs on small integers with both.
Threads of a block run in random order from barrier to barrier; what a thread reads that
another one has written since they last met is no number, and so is memory of a block
before it is written. Barriers that only some threads come by, and two threads that write
different numbers to one element since they last met, are errors. The sizes stand for dynamic extents.
"""
import itertools
import math
import random
import re
import sys

DYNAMIC = -9223372036854775808


class Fault(Exception):
    pass


class Buffer:
    """Elements, and who touched them last: (launch, block, phase, thread)."""

    def __init__(self, count, value=math.nan):
        self.data = [value] * count
        self.writer = {}


class Machine:
    """Where the program is: the launch, block, phase and thread that runs."""
    launch, at = 0, None


class View:
    def __init__(self, buffer, offset, shape, strides):
        self.buffer, self.offset, self.shape, self.strides = buffer, offset, shape, strides

    def locate(self, indices):
        for index, size in zip(indices, self.shape):
            if not 0 <= index < size:
                raise Fault(f"index {index} of a dimension of {size}")
        return self.offset + sum(i * s for i, s in zip(indices, self.strides))

    def load(self, *indices):
        place = self.locate(indices)
        writer = self.buffer.writer.get(place)
        if writer and Machine.at and writer != Machine.at and writer[0] == Machine.launch:
            # Another block, or another thread since all met.
            if writer[1] != Machine.at[1] or writer[2] == Machine.at[2]:
                return math.nan
        return self.buffer.data[place]

    def store(self, value, *indices):
        place = self.locate(indices)
        writer = self.buffer.writer.get(place)
        if writer and Machine.at and writer != Machine.at and writer[0] == Machine.launch:
            # What all threads compute alike, each may write.
            is_apart = writer[1] != Machine.at[1] or writer[2] == Machine.at[2]
            if is_apart and self.buffer.data[place] != value:
                raise Fault(f"two threads write one element: {writer} and {Machine.at}")
        self.buffer.data[place] = value
        self.buffer.writer[place] = Machine.at

    def subview(self, operands, segments, offsets, sizes, strides, shape):
        groups, position = [], 0
        for count in segments[1:]:
            groups.append(iter(operands[position:position + count]))
            position += count
        offsets, sizes, strides = ([next(group) if v == DYNAMIC else v for v in values]
                                   for group, values in zip(groups, (offsets, sizes, strides)))
        begin = self.offset + sum(o * s for o, s in zip(offsets, self.strides))
        kept, wanted = [], list(shape)
        for d, size in enumerate(sizes):
            rest = len(sizes) - d
            if size == 1 and (rest > len(wanted)) and (not wanted or wanted[0] != 1):
                continue
            kept.append(d)
            wanted.pop(0)
        return View(self.buffer, begin, [sizes[d] for d in kept],
                    [strides[d] * self.strides[d] for d in kept])


def allocate(shape, value=math.nan):
    strides = [math.prod(shape[d + 1:]) for d in range(len(shape))]
    return View(Buffer(math.prod(shape), value), 0, shape, strides)


def launch(sizes, shapes, body):
    """Runs the blocks of a grid one after the other, in random order."""
    Machine.launch += 1
    blocks = list(itertools.product(*(range(size) for size in sizes[:3])))
    threads = list(itertools.product(*(range(size) for size in sizes[3:])))
    random.shuffle(blocks)
    for block in blocks:
        memory = [allocate(shape) for shape in shapes]
        running = {t: body(*block, *t, *sizes, *memory) for t in threads}
        for phase in itertools.count():
            barriers = {}
            for thread in random.sample(list(running), len(running)):
                Machine.at = (Machine.launch, block, phase, thread)
                barriers.setdefault(next(running[thread], None), []).append(thread)
            if len(barriers) != 1:
                raise Fault(f"some threads wait at a barrier and others do not: {barriers}")
            if None in barriers:
                break
    Machine.at = None


def parse_shape(text, sizes=None):
    """The shape in memref<4x?xf32, ...>."""
    shape = re.match(r"memref<((?:(?:\d+|\?)x)*)", text)[1].split("x")[:-1]
    return [next(sizes) if extent == "?" else int(extent) for extent in shape] if sizes else \
        [DYNAMIC if extent == "?" else int(extent) for extent in shape]


BINARY = {"addf": "+", "addi": "+", "subf": "-", "subi": "-", "mulf": "*", "muli": "*", "andi": "&"}
COMPARE = ["==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="]
OPERATION = re.compile(r'^\s*(?:(%\w+) = )?"([\w.]+)"\((.*?)\)(.*)$')


class Translator:
    """The generic form of operations to Python."""

    def __init__(self, lines):
        self.lines, self.out, self.maps, self.kernels, self.count = lines, [], {}, {}, 0

    def emit(self, depth, text):
        self.out.append("  " * depth + text)

    def run(self):
        open_regions, depth = [], 0
        for line in self.lines:
            text = line.strip()
            if match := re.match(r"(#\w+) = (affine_map<.*)", text):
                self.maps[match[1]] = match[2]
                continue
            if text.startswith("^bb"):
                names = re.findall(r"%(\w+): ([^%]*?)(?:, (?=%)|\):$)", text)
                kind, header = open_regions[-1]
                arguments = [name for name, _ in names]
                if kind == "func.func":
                    self.kernels[header] = [type for _, type in names]
                    self.emit(depth, f"def {header}({', '.join(arguments)}):")
                elif kind == "gpu.launch":
                    shapes = [parse_shape(type) for _, type in names[12:]]
                    self.emit(depth, f"def body({', '.join(arguments)}):")
                    open_regions[-1] = kind, f"launch({header}, {shapes}, body)"
                elif kind == "scf.for":
                    self.emit(depth, f"for {arguments[0]} in range({header}):")
                depth += 1
                self.emit(depth, "pass")
                continue
            if text.startswith("}, {"):
                self.emit(depth - 1, "else:")
                self.emit(depth, "pass")
                continue
            if text.startswith("})"):
                kind, header = open_regions.pop()
                if kind == "builtin.module":
                    continue
                depth -= 1
                if kind == "gpu.launch":
                    self.emit(depth + 1, "if False: yield")
                    self.emit(depth, header)
                continue
            match = OPERATION.match(line)
            if not match:
                continue
            result, name, operands, rest = match.groups()
            operands = [operand.strip().lstrip("%") for operand in operands.split(",") if operand]
            if rest.endswith("({"):
                header = ", ".join(operands)
                if name == "func.func":
                    header = re.search(r'sym_name = "(\w+)"', rest)[1]
                elif name == "gpu.launch":
                    header = f"[{header}]"
                open_regions.append((name, header))
                if name == "scf.if":
                    self.emit(depth, f"if {operands[0]}:")
                    depth += 1
                    self.emit(depth, "pass")
                continue
            value = self.translate(name, operands, rest)
            if value:
                self.emit(depth, f"{result.lstrip('%')} = {value}" if result else value)
        return "\n".join(self.out)

    def translate(self, name, operands, rest):
        dialect, _, op = name.partition(".")
        if name in ("scf.yield", "gpu.terminator", "func.return", "memref.dealloc", "func.call"):
            return None
        if name == "gpu.barrier":
            self.count += 1
            return f"yield {self.count}"
        if name == "arith.constant":
            value = re.search(r"value = (\S+?)[ }]", rest)[1]
            return {"true": "True", "false": "False"}.get(value, value)
        if dialect == "arith" and op in BINARY:
            return f" {BINARY[op]} ".join(operands)
        if name == "arith.cmpi":
            predicate = int(re.search(r"predicate = (\d+)", rest)[1])
            return f"{operands[0]} {COMPARE[predicate]} {operands[1]}"
        if name == "arith.negf":
            return f"-{operands[0]}"
        if name == "arith.select":
            return f"{operands[1]} if {operands[0]} else {operands[2]}"
        if name in ("affine.apply", "affine.min", "affine.max"):
            text = re.search(r"map = (#\w+|affine_map<.*?>)[,}]", rest.replace("->", "to"))[1]
            text = self.maps.get(text, text).replace("->", "to")
            match = re.match(r"affine_map<\((.*?)\)(?:\[(.*?)\])? to \((.*)\)>", text)
            names = ", ".join(filter(None, match.groups()[:2]))
            results = match[3].replace("floordiv", "//").replace("mod", "%")
            reduce = {"apply": "", "min": "min", "max": "max"}[op]
            return f"(lambda {names}: {reduce}({results}))({', '.join(operands)})"
        if name == "memref.load":
            return f"{operands[0]}.load({', '.join(operands[1:])})"
        if name == "memref.store":
            return f"{operands[1]}.store({', '.join([operands[0]] + operands[2:])})"
        if name == "memref.dim":
            return f"{operands[0]}.shape[{operands[1]}]"
        if name in ("memref.alloc", "memref.alloca"):
            shape = parse_shape(rest[rest.rindex("memref<"):])
            sizes = iter(operands)
            return f"allocate([{', '.join(next(sizes) if s == DYNAMIC else str(s) for s in shape)}])"
        if name == "memref.cast":
            return operands[0]
        if name == "memref.subview":
            lists = [re.search(field + r" = array<i\d+(?:: ([-\d, ]*))?>", rest)[1] or ""
                     for field in ("operandSegmentSizes", "static_offsets", "static_sizes", "static_strides")]
            shape = parse_shape(rest[rest.rindex("memref<"):])
            return (f"{operands[0]}.subview([{', '.join(operands[1:])}], " +
                    ", ".join(f"[{values}]" for values in lists) + f", {shape})")
        raise Fault(f"no way to run {name}")


def load_kernels(path):
    # Python does not take numbers for names.
    translator = Translator([re.sub(r"%(\d+)", r"%v\1", line.rstrip("\n")) for line in open(path)])
    text = translator.run()
    space = {"launch": launch, "allocate": allocate}
    exec(compile(text, path, "exec"), space)
    return {name: (space[name], types) for name, types in translator.kernels.items()}


def main():
    random.seed(1)
    sizes = [int(size) for size in sys.argv[3:]]
    loops, launches = load_kernels(sys.argv[1]), load_kernels(sys.argv[2])
    count = 0
    for name, (run, types) in loops.items():
        if name == "main" or not types:
            continue
        for _ in range(3):
            given = itertools.cycle(sizes or [1])
            shapes = [parse_shape(type, given) for type in types]
            values = [[float(random.randint(-4, 4)) for _ in range(math.prod(shape))] for shape in shapes]
            results = []
            for kernel in (run, launches[name][0]):
                arguments = [allocate(shape) for shape in shapes]
                for argument, data in zip(arguments, values):
                    argument.buffer.data = list(data)
                kernel(*arguments)
                results.append([argument.buffer.data for argument in arguments])
            # What is no number is unequal to itself.
            for number, (wanted, got) in enumerate(zip(*results)):
                bad = [i for i, (w, g) in enumerate(zip(wanted, got)) if w != g]
                if bad:
                    raise Fault(f"{name}: argument {number}, element {bad[0]} is {got[bad[0]]}, "
                                f"not {wanted[bad[0]]}; {len(bad)} of {len(wanted)} differ")
        count += 1
    print(f"{count} kernels write the same")


if __name__ == "__main__":
    try:
        main()
    except Fault as fault:
        sys.exit(f"error: {fault}")
