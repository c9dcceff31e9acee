"""Writes texts that are nested 100,000 levels deep, one as deep as is allowed, and one that is long."""

LEVELS = 100000


def write(name, text):
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def message(field, content):
    """A field of a protobuf message that holds bytes."""
    length, size = b"", len(content)
    while size > 127:
        length += bytes([size & 127 | 128])
        size >>= 7
    return bytes([field << 3 | 2]) + length + bytes([size]) + content


def nest(opening, inside, closing, levels=LEVELS):
    return opening * levels + inside + closing * levels


write("regions.mlir", "// A comment: {{{{\n" + nest("module {", "", "}"))
write("types.mlir", "func.func private @f(" + nest("tuple<", "i32", ">") + ")")
write("attributes.mlir", "module attributes {my.x = " + nest("[{a = ", "1", "}]") + "} {}")
write("signs.mlir", "#map = affine_map<(d0) -> (" + "- " * LEVELS + "d0)>")
write("aliases.mlir", "#a0 = [1]\n" + "".join(f"#a{i + 1} = [#a{i}]\n" for i in range(LEVELS)) + "module attributes {my.x = #a9} {}")
write("locations.mlir", "module {} loc(" + nest("callsite(\"a\" at ", "\"a\"", ")") + ")")
write("allowed.mlir", nest("module {\n", "", "}\n", 990))
write("flat.mlir", "#a = [1]\n" + "\"x.y\"() {a = #a, b = \"((((\", c = [-1, -1]} : () -> ()\n" * LEVELS)
write("deep.json", "[" * LEVELS)
# A graph in an attribute of a node of a graph, and so on.
graph = b""
for _ in range(2000):
    graph = message(1, message(5, message(6, graph)))
write("graphs.onnx", message(7, graph))
