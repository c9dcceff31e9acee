"""Modules of random kernels: a @main that calls each of them, and their schedules."""
import os


def literal(array):
    """A dense constant's text."""
    text = (lambda v: f"{float(v)!r}") if array.dtype.kind == "f" else (lambda v: str(int(v)))
    def nest(part):
        return text(part) if part.ndim == 0 else "[" + ", ".join(nest(p) for p in part) + "]"
    return f"dense<{nest(array)}>"


def get_intrinsics():
    """The intrinsics that stages may have the formulas of."""
    path = os.path.join(os.path.dirname(__file__), "..", "..", "share", "dl", "intrinsics", "portable.mlir")
    with open(path) as file:
        return file.read()


class Main:
    """The function that calls every kernel, each on inputs of its own."""

    def __init__(self):
        self.operands, self.destinations, self.outs, self.types = [], [], [], []
        self.early, self.lines, self.returned, self.copiers, self.inputs = [], [], [], {}, {}

    def operand(self, kernel, tensor, array):
        name = f"%{kernel.name}_{tensor.operand}"
        if tensor.is_constant:
            self.lines.append(f"{name} = arith.constant {literal(array)} : {tensor.type}")
            return name
        self.inputs[name[1:]] = array.reshape(-1) if tensor.is_flat else array
        self.operands.append(f"{name}: {tensor.outer_type} {{dl.name = \"{name[1:]}\"}}")
        if tensor.is_flat:
            (self.early if tensor.is_copied else self.lines).append(f"{name}_v = {tensor.view(name)}")
            name += "_v"
        if not tensor.is_copied:
            return tensor.enter(name, self.lines)
        # Copied early, so that many intermediate values are alive at the same time.
        type = tensor.static_type
        copier = self.copiers.setdefault(type, (f"copy{len(self.copiers)}", tensor))[0]
        self.early += [f"{name}_e = tensor.empty() : {type}",
                       f"{name}_c = call @{copier}({name}, {name}_e) : ({type}, {type}) -> {type}"]
        return tensor.enter(name + "_c", self.lines)

    def destination(self, kernel, number, tensor):
        name = f"%{kernel.name}_out{number}"
        self.destinations.append(f"{name}: {tensor.outer_type} {{te.destination, dl.name = \"{name[1:]}\"}}")
        self.outs.append(f"{tensor.outer_type} {{dl.name = \"{name[1:]}\"}}")
        self.types.append(tensor.outer_type)
        if tensor.is_flat:
            self.lines.append(f"{name}_v = {tensor.view(name)}")
            name += "_v"
        return tensor.enter(name, self.lines)

    def call(self, kernel):
        args = [(self.operand(kernel, t, a), t.type) for t, a in zip(kernel.operands, kernel.inputs)]
        args += [(self.destination(kernel, i, t), t.type) for i, t in enumerate(kernel.results)]
        types = ", ".join(t.type for t in kernel.results)
        result, count = f"%{kernel.name}_r", len(kernel.results)
        self.lines.append(f"{result}{f':{count}' if count > 1 else ''} = call @{kernel.name}"
                          f"({', '.join(a for a, _ in args)}) : ({', '.join(t for _, t in args)}) -> "
                          f"({types})")
        for i, tensor in enumerate(kernel.results):
            value = f"{result}#{i}" if count > 1 else result
            if tensor.is_open:
                self.lines.append(f"{result}_s{i} = tensor.cast {value} : {tensor.type} to {tensor.static_type}")
                value = f"{result}_s{i}"
            if tensor.is_flat:
                self.lines.append(f"{result}_f{i} = {tensor.flatten(value)}")
                value = f"{result}_f{i}"
            self.returned.append(value)

    def text(self):
        text = []
        for type, (name, tensor) in self.copiers.items():
            names = [f"d{d}" for d in range(len(tensor.shape))]
            axes = ", ".join(f"{n} = {e}" for n, e in zip(names, tensor.shape))
            text.append(f"func.func private @{name}(%x: {type}, %o: {type} {{te.destination}}) -> {type} attributes "
                        f"{{te.kernel}} {{\n  %c = te.compute \"copy\" axes({axes}) : {type} {{\n"
                        f"  ^bb0({', '.join(f'%{n}: index' for n in names)}):\n"
                        f"    %v = te.read %x[{', '.join(f'%{n}' for n in names)}] : {type}\n"
                        f"    te.yield %v : {tensor.dtype}\n  }}\n  return %c : {type}\n}}\n")
        body = "".join(f"  {line}\n" for line in self.early + self.lines)
        text.append(f"func.func @main({', '.join(self.operands + self.destinations)}) -> ({', '.join(self.outs)}) {{\n{body}"
                    f"  return {', '.join(self.returned)} : {', '.join(self.types)}\n}}\n")
        return "".join(text)


def module(kernels, sequences=None):
    """A module whose @main calls every kernel. Returns its text and its inputs."""
    sequences = sequences or {}
    text, main = [], Main()
    for kernel in kernels:
        text.append(kernel.text(f"@schedules::@{kernel.name}" if kernel.name in sequences else None))
        main.call(kernel)
    text.append(main.text())
    if sequences:
        text.append("module @schedules attributes {transform.with_named_sequence} {\n")
        for kernel in kernels:
            if kernel.name in sequences:
                text.append(f"  transform.named_sequence @{kernel.name}(%k: !transform.any_op "
                            "{transform.readonly}) {\n" +
                            "".join(f"    {line}\n" for line in sequences[kernel.name]) +
                            "    transform.yield\n  }\n")
        text.append("}\n")
        if any(kernel.has_tiles for kernel in kernels):
            text.append(get_intrinsics())
    return "".join(text), main.inputs
