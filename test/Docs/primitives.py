"""Checks the tables of docs/Primitives.md.

usage: primitives.py DOCS/Primitives.md TD_FOLDER OPERATIONS_FOR_DL_OPT EXAMPLES_FOR_DL_OPT

Writes a module for each primitive that is said to be implemented, the operation without
operands, which dl-opt refuses, but not as unknown; and one for each example, a sequence
that dl-opt --schedule-apply accepts. Axes that no step of an example made are taken by
their names. The reference of what is implemented shows before and after.
"""
import pathlib
import re
import sys

SIZES = {"TE": 26, "TIR": 42}
STATES = {"implemented", "covered", "refused"}
KERNEL = """
schedule.intrinsic @negate computes {
^bb0(%a: tensor<16xf32>):
  %0 = te.compute "negate" axes(j = 16) : tensor<16xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<16xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  schedule.yield %0 : tensor<16xf32>
} by {
^bb0(%a: tensor<16xf32>, %c: tensor<16xf32>):
  %0 = linalg.negf ins(%a : tensor<16xf32>) outs(%c : tensor<16xf32>) -> tensor<16xf32>
  schedule.yield %0 : tensor<16xf32>
}
func.func private @f(%a: tensor<60x30xf32>, %b: tensor<30x48xf32>,
                     %o: tensor<60x48xf32> {te.destination}) -> tensor<60x48xf32>
    attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(k = 30, j = 48) : tensor<30x48xf32> {
  ^bb0(%k: index, %j: index):
    %x = te.read %b[%k, %j] : tensor<30x48xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  %c = te.compute "C" axes(i = 60, j = 48) reduce(k = 30) combine(add) : tensor<60x48xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<60x30xf32>
    %y = te.read %p[%k, %j] : tensor<30x48xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  %d = te.compute "D" axes(i = 60, j = 48) : tensor<60x48xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %c[%i, %j] : tensor<60x48xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  return %d : tensor<60x48xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%kernel: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %kernel["P"] : !transform.any_op
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %D = schedule.stage %kernel["D"] : !transform.any_op
    STEPS
    transform.yield
  }
}
"""


def get_steps(how):
    """The steps of an example, after those that take its axes."""
    steps = [code for code in re.findall(r"`([^`]*)`", how) if "schedule." in code and "%" in code]
    made = {name for step in steps if step.startswith("%") for name in re.findall(r"%(\w+)", step.split(" = ")[0])}
    axes = {}
    for step in steps:
        for stage, names in re.findall(r"%([PCD])\[([^\]]*)\]", step):
            for name in re.findall(r"%(\w+)", names):
                if name not in made:
                    assert axes.setdefault(name, stage) == stage, f"%{name} of two stages in {how}"
    return [f'%{name} = schedule.axis %{stage}["{name}"]' for name, stage in axes.items()] + steps if steps else []


def get_descriptions(folder):
    """The reference of each operation."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*.td")):
        for definition in re.split(r"\n(?=def )", path.read_text()):
            name = re.match(r"def Schedule_\w+Op : [\w ]+<(?:Schedule_Dialect, )?\"(\w+)\"", definition)
            text = re.search(r"let description = \[\{(.*?)\}\];", definition, re.S)
            if name and text:
                found[name.group(1)] = text.group(1)
    return found


tables, current = {}, None
for line in open(sys.argv[1]):
    if line.startswith("## "):
        current = tables.setdefault(line[3:].strip(), [])
    elif current is not None and line.startswith("| ") and not line.startswith("| primitive "):
        current.append([cell.strip() for cell in line.strip().strip("|").split("|", 2)])

for name, size in SIZES.items():
    rows = tables[name]
    names = [row[0] for row in rows]
    assert len(rows) == size, f"{name}: {len(rows)} primitives, expected {size}"
    assert len(set(names)) == size, f"{name}: a primitive stands twice"
implemented, operations, examples = set(), set(), []
for name, rows in tables.items():
    for primitive, state, how in rows:
        assert state in STATES, f"{name}: {primitive} is '{state}', expected one of {sorted(STATES)}"
        assert state != "refused" or how, f"{name}: {primitive} is refused without a reason"
        steps = get_steps(how)
        assert state != "covered" or steps, f"{name}: {primitive} is covered without an example"
        if steps:
            examples.append(f"// {name}: {primitive}" + KERNEL.replace("STEPS", "\n    ".join(steps)))
        if state == "implemented":
            implemented.add(primitive)
        operations |= set(re.findall(r"schedule\.(\w+)", how))
descriptions = get_descriptions(sys.argv[2])
for primitive in sorted(implemented):
    text = descriptions[primitive]
    assert re.search(r"`\S.*`.*\sbecomes\s+`", text, re.S), f"{primitive}: no before and after in its reference"
    assert f"schedule.{primitive} " in text, f"{primitive}: no use in its reference"
operations |= implemented
with open(sys.argv[3], "w") as out:
    out.write("// -----\n".join(f"\"schedule.{op}\"() : () -> ()\n" for op in sorted(operations)))
with open(sys.argv[4], "w") as out:
    out.write("\n// -----\n".join(examples))
print(f"{sum(map(len, tables.values()))} primitives, {len(operations)} operations, {len(examples)} examples")
