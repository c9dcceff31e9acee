"""Speaks LSP with a server over its standard input and output, as an editor does:
lsp_session.py SERVER. Prints what the checks of dl-lsp-server.test look at."""
import json
import subprocess
import sys
import threading

VALID = """func.func private @kernel(%x: tensor<4x8xf32>, %d: tensor<4x8xf32> {te.destination})
    -> tensor<4x8xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 4, j = 8) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index):
    %e = te.read %x[%i, %j] : tensor<4x8xf32>
    te.yield %e : f32
  }
  return %y : tensor<4x8xf32>
}
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = graph.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.add %0, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
"""
INVALID = """func.func @main(%x: tensor<4x8xf32>, %y: tensor<5xf32>) -> tensor<4x8xf32> {
  %0 = graph.add %x, %y : (tensor<4x8xf32>, tensor<5xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
"""


class Session:
    def __init__(self, server):
        self.process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        # A server that never answers must not hold up the tests.
        self.timer = threading.Timer(60, self.process.kill)
        self.timer.start()
        self.next_id = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the server ended the session")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            if line in (b"\r\n", b"\n") and length:
                return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.next_id:
                return message["result"]

    def open(self, uri, text):
        """Opens a document and returns its diagnostics."""
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": "mlir", "version": 1, "text": text}}})
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]["diagnostics"]


def position_of(text, word, within):
    """Line and column of a word in the first line that holds `within`."""
    for number, line in enumerate(text.split("\n")):
        if within in line:
            return {"line": number, "character": line.index(word)}
    raise SystemExit(f"no line holds {within}")


session = Session(sys.argv[1])
capabilities = session.request("initialize", {"processId": None, "rootUri": None,
                                              "capabilities": {}})["capabilities"]
print("hover provider:", bool(capabilities["hoverProvider"]))
session.send({"method": "initialized", "params": {}})

valid, invalid = "file:///tmp/valid.mlir", "file:///tmp/invalid.mlir"
print("valid file:", len(session.open(valid, VALID)), "diagnostics")
for diagnostic in session.open(invalid, INVALID):
    print("invalid file, line", diagnostic["range"]["start"]["line"] + 1, diagnostic["message"])

document = {"textDocument": {"uri": valid}}
for word, within in (("graph.relu", "graph.relu"), ("te.compute", "te.compute")):
    hover = session.request("textDocument/hover",
                            {**document, "position": position_of(VALID, word, within)})
    print("hover on", word + ":", hover["contents"]["value"].split("\n")[0])
for target in session.request("textDocument/definition",
                              {**document, "position": position_of(VALID, "%0", "graph.add")}):
    start = target["range"]["start"]
    print("definition: line", start["line"] + 1, "column", start["character"] + 1)

session.request("shutdown", None)
session.send({"method": "exit"})
print("exit status:", session.process.wait(timeout=30))
session.timer.cancel()
