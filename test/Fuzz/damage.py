"""Damage to modules: attributes, types, operations, values and regions."""
import re

import tokens

ATTRIBUTES = ["unit", "[]", "[[]]", "{}", "\"\"", "\"x\"", "1.5 : f32", "-1 : i64", "0 : i1", "7 : index", "true", "@x",
              "@x::@y", "i32", "tensor<?xf32>", "() -> ()", "dense<1> : tensor<2xi8>", "dense<[]> : tensor<0xf32>",
              "affine_map<(d0) -> (d0)>", "affine_map<() -> ()>", "affine_set<(d0) : (d0 >= 0)>", "array<i64: 1, -2>",
              "array<i64>", "array<i1: true>", "dense_resource<none> : tensor<4xf32>", "#schedule.tree<\"axes(i=8)\">",
              "9223372036854775807 : i64", "{a = 1}", "[{}]", "[1, \"a\"]", "loc(\"x\")", "strided<[1], offset: ?>"]
DIMS = ["0", "1", "?", "3", "1099511627776", "9223372036854775807"]
ELEMENTS = ["f16", "bf16", "f32", "f64", "i1", "i4", "i8", "i64", "ui8", "si32", "index", "f8E4M3FN", "complex<f32>", "none",
            "i128", "vector<4xf32>", "!llvm.ptr", "tuple<f32>"]
TYPE = re.compile(r"\b(tensor|memref|vector)<([^<>]*)>")
ENTRY = re.compile(r"([\w.\"]+) = ([^,{}()\[\]<>]+|\[[^\[\]]*\]|\"[^\"]*\"|dense<[^<>]*>[^,}]*)")
NAME = re.compile(r"\b([a-z_]+\.[\w.]+)(?= =|[,}])")
OPERATION = re.compile(r"(?<![\w.#!@%\"])([a-z_]+\.[a-z_.0-9]+)(?= |\()|(?<=\")([a-z_]+\.[a-z_.0-9]+)(?=\"\()")


def replace(text, match, new):
    return text[:match.start()] + new + text[match.end():]


def change_attribute(text, donors, rng):
    """The value of an entry becomes another, of this module, of a donor or of another kind."""
    entries = list(ENTRY.finditer(text))
    if not entries:
        return text
    entry = rng.choice(entries)
    if rng.random() < 0.2:
        return replace(text, entry, "")
    values = [m[2] for m in ENTRY.finditer(rng.choice(donors))] or ATTRIBUTES
    return replace(text, entry, f"{entry[1]} = {rng.choice(ATTRIBUTES if rng.random() < 0.6 else values)}")


def add_attribute(text, donors, rng):
    """An entry that the project's passes may read, where none of them put it."""
    names = NAME.findall(rng.choice(donors)) + ["te.kernel", "te.destination", "dl.name", "dl.dims", "dl.model", "dl.weights",
                                                "schedule.tree", "schedule.version", "schedule.axis", "schedule.stage"]
    name = rng.choice(names)
    entry = name if rng.random() < 0.3 else f"{name} = {rng.choice(ATTRIBUTES)}"
    places = [m for m in re.finditer(r"(attributes )?\{(?=[\w\"}])|\) attributes \{|module \{|\(%\w+: [\w<>?]+(?=[,)])", text)]
    if not places:
        return f"module attributes {{{entry}}} {{\n{text}}}\n"
    place = rng.choice(places)
    if place[0] == "module {":
        return replace(text, place, f"module attributes {{{entry}}} {{")
    if place[0].endswith("{"):
        empty = text[place.end():place.end() + 1] == "}"
        return replace(text, place, f"{place[0]}{entry}{'' if empty else ', '}")
    return replace(text, place, f"{place[0]} {{{entry}}}")


def change_type(text, donors, rng):
    """A type gets another shape, element type or kind; sometimes all that are equal to it do."""
    types = list(TYPE.finditer(text))
    if not types:
        return text
    chosen = rng.choice(types)
    kind, inside = chosen[1], chosen[2]
    shape, _, element = inside.rpartition("x")
    dims = shape.split("x") if shape else []
    choice = rng.randrange(6)
    if choice == 0 and dims:
        dims[rng.randrange(len(dims))] = rng.choice(DIMS)
    elif choice == 1:
        element = rng.choice(ELEMENTS)
    elif choice == 2 and dims:
        del dims[rng.randrange(len(dims))]
    elif choice == 3:
        dims.insert(rng.randint(0, len(dims)), rng.choice(DIMS))
    elif choice == 4:
        kind = rng.choice(["tensor", "memref", "vector"])
    else:
        dims = ["*"]
    new = f"{kind}<{'x'.join(dims + [element])}>"
    if rng.random() < 0.5:
        return text.replace(chosen[0], new)
    return replace(text, chosen, new)


def change_operation(text, donors, rng):
    """The name of an operation becomes that of another."""
    operations = list(OPERATION.finditer(text))
    if not operations:
        return text
    chosen = rng.choice(operations)
    source = text if rng.random() < 0.5 else rng.choice(donors)
    names = [m[1] or m[2] for m in OPERATION.finditer(source)] or ["llvm.inline_asm"]
    return replace(text, chosen, rng.choice(names))


def steal_line(text, donors, rng):
    """An operation of a donor, between two of this module's."""
    lines, stolen = text.split("\n"), rng.choice(donors).split("\n")
    first = rng.randrange(len(stolen))
    lines[rng.randint(0, len(lines)):0] = stolen[first:first + rng.choice([1, 1, 3])]
    return "\n".join(lines)


def change_operand(text, donors, rng):
    """A use of a value becomes one of another."""
    values = list(re.finditer(r"%[\w#]+", text))
    if len(values) < 2:
        return text
    return replace(text, rng.choice(values), rng.choice(values)[0])


def drop_block(text, donors, rng):
    """What stands between two braces goes."""
    opens = [m.start() for m in re.finditer(r"\{", text)]
    if not opens:
        return text
    begin = end = rng.choice(opens)
    depth = 0
    while end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            break
        end += 1
    return text[:begin + 1] + text[end:]


CHANGES = [change_attribute] * 3 + [add_attribute] * 2 + [change_type] * 3 + [change_operation, steal_line, steal_line,
                                                                            change_operand, change_operand, drop_block]


def damage(text, donors, rng):
    """Some changes, most of which leave a text that can be parsed."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        change = rng.choice(CHANGES) if rng.random() < 0.8 else tokens.damage
        text = change(text, donors, rng)
    return text.replace("// -----", "")
