#!/usr/bin/env python3
"""Sends hostile messages to a language server: it must go on, or end with an error of its own.

usage: hostile_sessions.py SERVER [--sessions N] [--seed N]

Each session starts well and then gets messages that are no JSON, too deep, of wrong types,
in the wrong order, for places and versions that do not exist, or with headers that lie. A
session fails if a signal ends the server or nothing does within 20 seconds.
"""
import argparse
import json
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Fuzz"))
import faults  # noqa: E402
import limited  # noqa: E402

TEXT = """func.func @main(%x: tensor<2x4xf32> {dl.name = "x"}) -> (tensor<2x4xf32> {dl.name = "y"}) {
  %0 = graph.relu %x : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
"""
URI = "file:///tmp/model.mlir"
VALUES = [None, True, -1, 0, 2**31, 2**63, 1e308, "", "x", "\0", "file:///", "../../x", [], [[]], {}, {"line": -1}, {"character": 2**40},
          {"line": 2**31, "character": 2**31}, {"start": {"line": 9, "character": 9}, "end": {"line": 0, "character": 0}}]
TEXTS = ["", "\0", "{" * 90000, "module {" * 90000, "[" * 5000, "#a = " + "-" * 90000, "\ud800", "func.func @f(", TEXT * 20,
         "// -----\n" * 100, '"x"() : () -> ' + "tuple<" * 50000, "!a = !a", "^bb0:", "%0", "é" * 1000]


def frame(body, length=None):
    return b"Content-Length: %d\r\n\r\n%s" % (len(body) if length is None else length, body)


def message(method, params, number=None):
    content = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        content["id"] = number
    return json.dumps(content).encode()


def get_messages():
    """A session as an editor has it."""
    document, position = {"uri": URI}, {"line": 1, "character": 9}
    at = {"textDocument": document, "position": position}
    yield "initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1
    yield "initialized", {}, None
    yield "textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "mlir", "version": 1, "text": TEXT}}, None
    for number, method in enumerate(["hover", "definition", "references", "completion"], 2):
        yield f"textDocument/{method}", {**at, "context": {"includeDeclaration": True, "triggerKind": 1}}, number
    yield "textDocument/documentSymbol", {"textDocument": document}, 7
    yield "textDocument/inlayHint", {"textDocument": document, "range": {"start": position, "end": position}}, 8
    yield "textDocument/codeAction", {"textDocument": document, "range": {"start": position, "end": position},
                                      "context": {"diagnostics": []}}, 9
    yield "textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [
        {"range": {"start": position, "end": position}, "text": " "}]}, None
    yield "textDocument/didClose", {"textDocument": document}, None
    yield "shutdown", None, 10
    yield "exit", None, None


def damage(value, rng):
    """The value with something else in one place."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: rng.choice(TEXTS) if key == "text" and rng.random() < 0.8 else damage(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        return [damage(value[0], rng)] + value[1:]
    return rng.choice(VALUES)


def make_session(rng):
    parts = []
    for method, params, number in get_messages():
        kind = rng.random()
        if kind < 0.06:
            continue
        if kind < 0.45 and method != "initialize":
            params = damage(params, rng)
        if kind > 0.97:
            method = rng.choice(["", "x", "textDocument/", "$/cancelRequest", "mlir/convertToBytecode", "workspace/x"])
        try:
            body = message(method, params, number)
        except (UnicodeEncodeError, ValueError):
            continue
        trick = rng.randrange(24)
        if trick == 0:
            parts.append(frame(rng.choice([b"[" * 100000, b'{"a":' * 100000, b"{", b"\xff\xfe", b"null", b'"x"', b"[]", b"1e999"])))
        elif trick == 1:
            parts.append(rng.choice([b"Content-Length: -1\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n", b"\r\n\r\n",
                                     b"Content-Length: x\r\n\r\n", b"X" * 100000 + b"\r\n", b"Content-Length: 0\r\n\r\n"]))
        elif trick == 2:
            parts.append(frame(body, len(body) + rng.choice([-1, 1])))
            continue
        parts.append(frame(body) * (2 if trick == 3 else 1))
    return b"".join(parts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--sessions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    known = faults.KnownFaults(os.path.join(os.path.dirname(faults.__file__), "upstream-faults.txt"))
    failures = upstream = 0
    for number in range(options.sessions):
        session = make_session(random.Random(f"{options.seed}/{number}"))
        ending = limited.run([options.server], 20, session)
        if not ending.timed_out and not ending.is_crash:
            continue
        if known.lookup(ending):
            upstream += 1
            continue
        failures += 1
        print(f"session {number}: {'no end' if ending.timed_out else faults.get_signature(ending)}")
    print(f"{options.sessions} hostile sessions: {failures} failures, {upstream} ended by listed faults of upstream")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
