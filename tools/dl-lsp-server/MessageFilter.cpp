//===-- MessageFilter.cpp - what the server gets to read --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MessageFilter.h. A message is lines of headers, an empty line, and as many bytes of
// JSON as Content-Length says.
//
//===----------------------------------------------------------------------===//
#include "MessageFilter.h"

#include "dl/Support/Nesting.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <string>
#include <thread>
#include <unistd.h>

using llvm::StringRef;

namespace {
/// The largest message; upstream's own limit.
constexpr size_t maxLength = size_t(1) << 30;

class MessageFilter {
public:
  MessageFilter(int from, int to) : from(from), to(to) {}

  void run() {
    size_t length;
    while (readHeaders(length) && readBody(length)) {
      if (std::string fault = findFault(); !fault.empty()) {
        llvm::errs() << "dl-lsp-server: error: refused a message: " << fault << "\n";
        body = R"({"jsonrpc":"2.0","method":"$/dl/refused"})";
      }
      if (!write("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body))
        break;
    }
    close(to);
  }

private:
  /// False at the end of input.
  bool readByte(char &byte) {
    if (next == filled) {
      ssize_t count = read(from, buffer, sizeof(buffer));
      if (count <= 0)
        return false;
      next = 0;
      filled = count;
    }
    byte = buffer[next++];
    return true;
  }

  /// Reads up to the empty line behind a header with a length.
  bool readHeaders(size_t &length) {
    length = 0;
    std::string line;
    for (char byte; readByte(byte);) {
      if (byte != '\n') {
        // No header is that long: what goes on for ever is not kept.
        if (line.size() < 4096)
          line += byte;
        continue;
      }
      StringRef text = StringRef(line).rtrim('\r');
      if (text.empty() && length != 0)
        return true;
      if (text.consume_front_insensitive("content-length:") &&
          (text.trim().getAsInteger(10, length) || length > maxLength)) {
        llvm::errs() << "dl-lsp-server: error: expected a message of at most " << maxLength
                     << " bytes, got '" << text.trim() << "'\n";
        length = 0;
      }
      line.clear();
    }
    return false;
  }

  bool readBody(size_t length) {
    body.clear();
    for (char byte; body.size() < length && readByte(byte);)
      body += byte;
    return body.size() == length;
  }

  /// What is wrong with the message; empty if nothing is.
  std::string findFault() const {
    auto describe = [](const char *what, const dl::DeepNesting &place) {
      return std::string("expected at most ") + std::to_string(dl::maxNesting) +
             " levels of nesting in " + what + ", got more in line " + std::to_string(place.line) +
             ", column " + std::to_string(place.column);
    };
    if (auto place = dl::findDeepNesting(body, dl::TextFormat::JSON))
      return describe("a message", *place);
    llvm::Expected<llvm::json::Value> message = llvm::json::parse(body);
    if (!message) {
      // The server says what is wrong with it.
      llvm::consumeError(message.takeError());
      return "";
    }
    const llvm::json::Object *object = message->getAsObject();
    const llvm::json::Object *params = object ? object->getObject("params") : nullptr;
    if (!params)
      return "";
    auto findIn = [&](const llvm::json::Object *holder) -> std::string {
      std::optional<StringRef> text = holder ? holder->getString("text") : std::nullopt;
      auto place = text ? dl::findDeepNesting(*text, dl::TextFormat::MLIR) : std::nullopt;
      return place ? describe("a text", *place) : "";
    };
    if (std::string fault = findIn(params->getObject("textDocument")); !fault.empty())
      return fault;
    if (const llvm::json::Array *changes = params->getArray("contentChanges"))
      for (const llvm::json::Value &change : *changes)
        if (std::string fault = findIn(change.getAsObject()); !fault.empty())
          return fault;
    return "";
  }

  bool write(StringRef bytes) {
    while (!bytes.empty()) {
      ssize_t count = ::write(to, bytes.data(), bytes.size());
      if (count <= 0)
        return false;
      bytes = bytes.drop_front(count);
    }
    return true;
  }

  int from, to;
  char buffer[1 << 16];
  size_t next = 0, filled = 0;
  std::string body;
};
} // namespace

bool filterMessages() {
  int ends[2], input = dup(STDIN_FILENO);
  if (input < 0 || pipe(ends) != 0 || dup2(ends[0], STDIN_FILENO) < 0)
    return false;
  close(ends[0]);
  std::thread([input, output = ends[1]] { MessageFilter(input, output).run(); }).detach();
  return true;
}
