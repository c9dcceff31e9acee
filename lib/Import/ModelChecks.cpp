//===-- ModelChecks.cpp - checks before a model is imported -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of ModelImporter that look at the whole model before anything is
// built: opsets, operators, names.
//
//===----------------------------------------------------------------------===//
#include "ModelImporter.h"
#include "Operators.h"
#include "Operators/Domains.h"

#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl::onnx_import;

/// Notes of one diagnostic; a model with more says how many are not shown.
static constexpr unsigned maxNotes = 100;

/// The default domain has two names.
static StringRef getDomain(StringRef domain) { return domain == "ai.onnx" ? "" : domain; }

/// How messages call a domain.
static std::string describeDomain(StringRef domain) {
  return domain.empty() ? "'ai.onnx'" : quoted(domain);
}

int64_t ModelImporter::getOpset(const onnx::NodeProto &node) const {
  return opsets.lookup(getDomain(node.domain()));
}

LogicalResult ModelImporter::readOpsets() {
  for (const onnx::OperatorSetIdProto &import : model.opset_import()) {
    StringRef domain = getDomain(import.domain());
    int64_t version = import.version();
    auto [known, isNew] = opsets.try_emplace(domain, version);
    if (!isNew && known->second == version)
      continue;
    if (!isNew)
      emitModelError() << "expected one opset of the domain " << describeDomain(domain) << ", got "
                       << known->second << " and " << version;
    else if (domain.empty() && (version < 1 || version > OperatorTable::newestOpset))
      emitModelError() << "expected an opset of the domain 'ai.onnx' from 1 to "
                       << OperatorTable::newestOpset << ", got " << version
                       << "; convert the model with onnx.version_converter";
    else if (version < 1)
      emitModelError() << "expected a positive opset of the domain " << describeDomain(domain)
                       << ", got " << version;
  }
  if (opsets.empty())
    emitModelError() << "requires an opset import; the model names none";
  return success(numErrors == 0);
}

/// Adds a note for each node, up to the limit.
template <typename AddNote>
static void addNotes(InFlightDiagnostic &error, ArrayRef<const onnx::NodeProto *> nodes,
                     AddNote addNote) {
  for (const onnx::NodeProto *node : nodes.take_front(maxNotes))
    addNote(*node);
  if (nodes.size() > maxNotes)
    error.attachNote() << "and " << nodes.size() - maxNotes << " nodes more";
}

/// The nodes of a graph and of the graphs in their attributes, whose depth the
/// parser of the messages limits.
static void forEachNode(const onnx::GraphProto &graph,
                        llvm::function_ref<void(const onnx::NodeProto &)> visit) {
  for (const onnx::NodeProto &node : graph.node()) {
    visit(node);
    for (const onnx::AttributeProto &attribute : node.attribute()) {
      if (attribute.has_g())
        forEachNode(attribute.g(), visit);
      for (const onnx::GraphProto &inner : attribute.graphs())
        forEachNode(inner, visit);
    }
  }
}

LogicalResult ModelImporter::checkOperators() {
  SmallVector<const onnx::NodeProto *> unsupported, foreign;
  forEachNode(graph, [&](const onnx::NodeProto &node) {
    int64_t opset = getOpset(node);
    if (opset == 0)
      foreign.push_back(&node);
    else if (!lookupOperator(node.domain(), node.op_type(), opset))
      unsupported.push_back(&node);
  });
  auto describeNode = [](const onnx::NodeProto &node) {
    if (!node.name().empty())
      return "node " + quoted(node.name());
    return "the node without a name that makes " +
           (node.output_size() ? quoted(node.output(0)) : "nothing");
  };
  if (!foreign.empty()) {
    InFlightDiagnostic error = emitModelError();
    error << "requires an opset import for the domain of each node; " << foreign.size()
          << " have none";
    addNotes(error, foreign, [&](const onnx::NodeProto &node) {
      error.attachNote(getErrorLocation(node.name()))
          << "domain " << describeDomain(getDomain(node.domain())) << ": " << describeNode(node);
    });
  }
  if (!unsupported.empty()) {
    InFlightDiagnostic error = emitModelError();
    error << "expected supported operators, got " << unsupported.size()
          << (unsupported.size() == 1 ? " node" : " nodes") << " of others";
    addNotes(error, unsupported, [&](const onnx::NodeProto &node) {
      StringRef domain = getDomain(node.domain());
      Diagnostic &note = error.attachNote(getErrorLocation(node.name()));
      if (!domain.empty())
        note << "domain " << describeDomain(domain) << ", ";
      note << "operator " << quoted(node.op_type()) << " (opset " << getOpset(node)
           << "): " << describeNode(node);
    });
  }
  return success(numErrors == 0);
}

LogicalResult ModelImporter::declareNames() {
  if (graph.sparse_initializer_size() > 0)
    return emitModelError() << "expected dense initializers, got "
                            << graph.sparse_initializer_size() << " sparse ones";
  if (graph.output_size() == 0)
    return emitModelError() << "requires at least one output";

  auto declare = [&](StringRef name, StringRef what, NamedValue named) {
    if (name.empty())
      emitModelError() << "requires a name for each " << what;
    else if (!values.try_emplace(name, named).second)
      emitModelError() << "expected names that are given once, got a second " << what << " "
                       << quoted(name);
  };
  for (onnx::TensorProto &tensor : *graph.mutable_initializer())
    declare(tensor.name(), "initializer", {NamedValue::Initializer, {}, &tensor, nullptr});
  llvm::StringSet<> inputs;
  for (const onnx::ValueInfoProto &input : graph.input()) {
    bool hasDefault = values.lookup(input.name()).kind == NamedValue::Initializer;
    if (!inputs.insert(input.name()).second || !hasDefault)
      declare(input.name(), "input", {});
  }
  for (const onnx::NodeProto &node : graph.node())
    for (const std::string &output : node.output())
      if (!output.empty())
        declare(output, "output of a node", {NamedValue::Later, {}, nullptr, &node});
  llvm::StringSet<> outputs;
  for (const onnx::ValueInfoProto &output : graph.output())
    if (!outputs.insert(output.name()).second)
      emitModelError() << "expected names that are given once, got a second output "
                       << quoted(output.name());
  return success(numErrors == 0);
}
