//===-- InlineFunctions.cpp - functions of a model --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ModelImporter that puts the nodes of a model's functions in the place of the
// nodes that call them. Names inside get the name of the call in front.
//
//===----------------------------------------------------------------------===//
#include "ModelImporter.h"

#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl::onnx_import;

namespace {
using Functions = llvm::StringMap<const onnx::FunctionProto *>;

/// Functions that call each other deeper than this call themselves.
constexpr unsigned maxDepth = 64;
/// More nodes than this are no model that was written on purpose.
constexpr int64_t maxNodes = 1 << 20;

std::string getKey(StringRef domain, StringRef name) { return (domain + "\n" + name).str(); }

/// One call: what the names and attributes of the function stand for.
class Call {
public:
  Call(const onnx::FunctionProto &function, const onnx::NodeProto &node, std::string prefix)
      : prefix(std::move(prefix)), node(node) {
    for (int i = 0; i < function.input_size(); ++i)
      names[function.input(i)] = i < node.input_size() ? node.input(i) : "";
    for (int i = 0; i < function.output_size(); ++i)
      names[function.output(i)] = i < node.output_size() && !node.output(i).empty()
                                      ? node.output(i)
                                      : this->prefix + function.output(i);
  }

  std::string getName(const std::string &name) const {
    if (name.empty())
      return name;
    auto known = names.find(name);
    return known == names.end() ? prefix + name : known->second;
  }

  void rename(onnx::NodeProto &inner) const {
    inner.set_name(prefix + (inner.name().empty() ? inner.op_type() : inner.name()));
    for (std::string &input : *inner.mutable_input())
      input = getName(input);
    for (std::string &output : *inner.mutable_output())
      output = getName(output);
    // References to attributes become those of the call; what it does not give is left out.
    for (int i = inner.attribute_size() - 1; i >= 0; --i) {
      onnx::AttributeProto &attribute = *inner.mutable_attribute(i);
      if (!attribute.ref_attr_name().empty()) {
        const onnx::AttributeProto *given = findAttribute(attribute.ref_attr_name());
        std::string name = attribute.name();
        if (!given) {
          inner.mutable_attribute()->DeleteSubrange(i, 1);
          continue;
        }
        attribute = *given;
        attribute.set_name(name);
      }
      if (attribute.has_g())
        rename(*attribute.mutable_g());
      for (onnx::GraphProto &graph : *attribute.mutable_graphs())
        rename(graph);
    }
  }

private:
  const onnx::AttributeProto *findAttribute(const std::string &name) const {
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (attribute.name() == name)
        return &attribute;
    return nullptr;
  }

  void rename(onnx::GraphProto &graph) const {
    for (onnx::ValueInfoProto &input : *graph.mutable_input())
      input.set_name(getName(input.name()));
    for (onnx::ValueInfoProto &output : *graph.mutable_output())
      output.set_name(getName(output.name()));
    for (onnx::TensorProto &tensor : *graph.mutable_initializer())
      tensor.set_name(getName(tensor.name()));
    for (onnx::NodeProto &inner : *graph.mutable_node())
      rename(inner);
  }

  std::string prefix;
  const onnx::NodeProto &node;
  llvm::StringMap<std::string> names;
};

/// Replaces calls in graphs, and in those of nodes.
class Inliner {
public:
  Inliner(const Functions &functions, llvm::function_ref<InFlightDiagnostic()> emitError)
      : functions(functions), emitError(emitError) {}

  LogicalResult run(google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes, unsigned depth) {
    google::protobuf::RepeatedPtrField<onnx::NodeProto> result;
    for (onnx::NodeProto &node : nodes) {
      for (onnx::AttributeProto &attribute : *node.mutable_attribute()) {
        if (attribute.has_g() && failed(run(*attribute.mutable_g()->mutable_node(), depth)))
          return failure();
        for (onnx::GraphProto &graph : *attribute.mutable_graphs())
          if (failed(run(*graph.mutable_node(), depth)))
            return failure();
      }
      const onnx::FunctionProto *function = functions.lookup(getKey(node.domain(), node.op_type()));
      if (!function) {
        *result.Add() = std::move(node);
        continue;
      }
      std::string name =
          node.name().empty() ? node.op_type() + "_" + std::to_string(numCalls) : node.name();
      // Two nodes may have one name.
      if (!names.insert(name).second)
        name += "_" + std::to_string(numCalls);
      ++numCalls;
      numNodes += function->node_size();
      if (depth == maxDepth || numNodes > maxNodes)
        return emitError() << "expected functions that do not call themselves, got "
                           << quoted(node.op_type());
      Call call(*function, node, name + "/");
      google::protobuf::RepeatedPtrField<onnx::NodeProto> body(function->node());
      for (onnx::NodeProto &inner : body)
        call.rename(inner);
      if (failed(run(body, depth + 1)))
        return failure();
      for (onnx::NodeProto &inner : body)
        *result.Add() = std::move(inner);
    }
    nodes = std::move(result);
    return success();
  }

private:
  const Functions &functions;
  llvm::function_ref<InFlightDiagnostic()> emitError;
  llvm::StringSet<> names;
  int64_t numCalls = 0, numNodes = 0;
};
} // namespace

LogicalResult ModelImporter::inlineFunctions() {
  if (model.functions_size() == 0)
    return success();
  Functions functions;
  for (const onnx::FunctionProto &function : model.functions()) {
    functions[getKey(function.domain(), function.name())] = &function;
    for (const onnx::OperatorSetIdProto &import : function.opset_import()) {
      int64_t version = opsets.lookup(import.domain() == "ai.onnx" ? "" : import.domain());
      // Domains of functions need no operators of their own.
      if (version == 0)
        opsets[import.domain() == "ai.onnx" ? "" : import.domain()] = import.version();
      else if (version != import.version())
        return emitModelError() << "expected the functions of a model to be of its opsets, got "
                                << quoted(function.name()) << " of opset " << import.version()
                                << " in a model of opset " << version
                                << "; inline them with onnx.inliner";
    }
  }
  return Inliner(functions, [&] { return emitModelError(); }).run(*graph.mutable_node(), 0);
}
