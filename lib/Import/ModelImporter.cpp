//===-- ModelImporter.cpp - one ONNX model ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ModelImporter.h. The function's inputs, outputs and the walk over the nodes;
// ModelChecks.cpp holds what is checked before,
// ModelOutputs.cpp what the function returns.
//
//===----------------------------------------------------------------------===//
#include "ModelImporter.h"
#include "ElementTypes.h"
#include "ExternalData.h"
#include "NodeImporter.h"
#include "Operators.h"
#include "Operators/Domains.h"
#include "Structures.h"
#include "TensorData.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Dl/IR/Level.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "onnx/onnx_pb.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// A model that is wrong in many places says enough with so many errors.
static constexpr unsigned maxErrors = 20;

ModelImporter::ModelImporter(onnx::ModelProto &model, StringRef fileName,
                             ExternalData &externalData,
                             const std::map<std::string, int64_t> &given, DecidingInputs &deciding,
                             MLIRContext *context)
    : model(model), graph(*model.mutable_graph()), fileName(fileName), externalData(externalData),
      given(given), deciding(deciding), context(context), builder(context) {}

OwningOpRef<ModuleOp> ModelImporter::run() {
  if (failed(readOpsets()) || failed(inlineFunctions()) || failed(checkOperators()) ||
      failed(declareNames()) || failed(applySizes()))
    return {};
  OwningOpRef<ModuleOp> module = ModuleOp::create(getLocation(graph.name()));
  builder.setInsertionPointToEnd(module->getBody());
  FailureOr<func::FuncOp> function = createFunction();
  if (failed(function) || failed(importNodes()) || failed(createReturn(*function)) ||
      failed(verify(*module)))
    return {};
  setLevel(*module, Level::Graph);
  return module;
}

//===----------------------------------------------------------------------===//
// Locations and errors
//===----------------------------------------------------------------------===//

Location ModelImporter::getLocation(StringRef name) {
  if (name.empty())
    return UnknownLoc::get(context);
  return NameLoc::get(builder.getStringAttr(name));
}

Location ModelImporter::getErrorLocation(StringRef name) {
  auto file = FileLineColLoc::get(context, fileName, 0, 0);
  if (name.empty())
    return file;
  return NameLoc::get(builder.getStringAttr(name), file);
}

InFlightDiagnostic ModelImporter::emitModelError() {
  ++numErrors;
  return mlir::emitError(getErrorLocation(""));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// How messages call a node: "Conv 'Conv_1'".
static std::string describe(const onnx::NodeProto &node) {
  return node.op_type() + (node.name().empty() ? "" : " " + quoted(node.name()));
}

Value ModelImporter::lookup(StringRef name, ErrorFn emitError) {
  auto found = values.find(name);
  if (found == values.end()) {
    emitError() << "expected " << quoted(name)
                << " to be an input, an initializer or the output of a node; nothing makes it";
    return {};
  }
  NamedValue &named = found->second;
  switch (named.kind) {
  case NamedValue::Available:
    return named.value;
  case NamedValue::Initializer:
    return importInitializer(named, name);
  case NamedValue::Later:
    emitError() << "expected nodes in topological order, got a use of " << quoted(name)
                << " before " << describe(*named.maker) << " makes it";
    return {};
  case NamedValue::Unset:
    emitError() << "expected only the first output of " << describe(*named.maker)
                << " to be used, got a use of " << quoted(name) << ", which is not supported";
    return {};
  case NamedValue::Broken:
    return {};
  }
  llvm_unreachable("covered switch");
}

Value ModelImporter::importInitializer(NamedValue &named, StringRef name) {
  auto emitError = [&] {
    ++numErrors;
    return mlir::emitError(getErrorLocation(name)) << "initializer " << quoted(name) << ": ";
  };
  named.kind = NamedValue::Broken;
  FailureOr<ElementsAttr> value =
      takeTensor(*named.initializer, name, externalData, context, emitError);
  if (failed(value))
    return {};
  named.kind = NamedValue::Available;
  // Before branches and loops, after which it may be used, too.
  OpBuilder::InsertionGuard guard(builder);
  if (Operation *outer = entry->findAncestorOpInBlock(*builder.getInsertionBlock()->getParentOp()))
    builder.setInsertionPoint(outer);
  named.value = graph::ConstantOp::create(builder, getLocation(name), (*value).getType(), *value);
  return named.value;
}

FailureOr<RankedTensorType> ModelImporter::convertType(const onnx::ValueInfoProto &info,
                                                       RankedTensorType shapeIfNone,
                                                       ErrorFn emitError) {
  if (!info.type().has_tensor_type())
    return emitError() << "expected a tensor; sequences, maps, optionals and sparse tensors are "
                          "not supported; dl.onnx.flatten puts tensors in the place of sequences "
                          "and optionals";
  const onnx::TypeProto::Tensor &tensor = info.type().tensor_type();
  FailureOr<Type> elementType = convertElementType(tensor.elem_type(), context, emitError);
  if (failed(elementType))
    return failure();
  if (!tensor.has_shape() && shapeIfNone)
    return shapeIfNone.clone(*elementType);
  if (!tensor.has_shape())
    return emitError() << "requires a shape; run onnx.shape_inference or export the model again";
  SmallVector<int64_t> shape;
  for (const onnx::TensorShapeProto::Dimension &dim : tensor.shape().dim()) {
    // The mark of a dynamic dim is a negative number and none that a dim may have.
    if (dim.dim_value() < -1)
      return emitError() << "expected dims that are not negative, or -1 for one that is open, got "
                         << dim.dim_value();
    shape.push_back(isOpen(dim) ? ShapedType::kDynamic : dim.dim_value());
  }
  return getCheckedType(shape, *elementType, emitError);
}

//===----------------------------------------------------------------------===//
// Function and nodes
//===----------------------------------------------------------------------===//

/// Numbers, and the names of dims whose sizes inputs give. A dim without either gets
/// the name of its place.
ArrayAttr ModelImporter::getDims(const onnx::ValueInfoProto &info) {
  SmallVector<Attribute> dims;
  for (const onnx::TensorShapeProto::Dimension &dim : info.type().tensor_type().shape().dim()) {
    if (!isOpen(dim))
      dims.push_back(builder.getI64IntegerAttr(dim.dim_value()));
    else if (!dim.dim_param().empty())
      dims.push_back(builder.getStringAttr(dim.dim_param()));
    else
      dims.push_back(builder.getStringAttr(info.name() + " dimension " + Twine(dims.size())));
  }
  return builder.getArrayAttr(dims);
}

FailureOr<func::FuncOp> ModelImporter::createFunction() {
  SmallVector<Type> types;
  SmallVector<ArrayAttr> dims;
  SmallVector<StringRef> names;
  SmallVector<Location> locations;
  for (const onnx::ValueInfoProto &input : graph.input()) {
    if (values[input.name()].kind == NamedValue::Initializer)
      continue; // the tensor is the default of an input that callers need not give
    FailureOr<RankedTensorType> type = convertType(input, {}, [&] {
      ++numErrors;
      return mlir::emitError(getErrorLocation(input.name()))
             << "input " << quoted(input.name()) << ": ";
    });
    if (failed(type))
      continue;
    types.push_back(*type);
    dims.push_back(getDims(input));
    names.push_back(input.name());
    locations.push_back(getLocation(input.name()));
  }
  if (numErrors)
    return failure();

  auto function = func::FuncOp::create(builder, getLocation(graph.name()), "main",
                                       builder.getFunctionType(types, {}));
  Block *body = function.addEntryBlock();
  entry = body;
  for (auto [i, name] : llvm::enumerate(names)) {
    function.setArgAttr(i, DlDialect::getNameAttrName(), builder.getStringAttr(name));
    if (!cast<RankedTensorType>(types[i]).hasStaticShape())
      function.setArgAttr(i, DlDialect::getDimsAttrName(), dims[i]);
    body->getArgument(i).setLoc(locations[i]);
    values[name].kind = NamedValue::Available;
    values[name].value = body->getArgument(i);
  }
  builder.setInsertionPointToEnd(body);
  sizes.emplace(function);
  sizes->readArguments();
  addSizeValues(function);
  return function;
}

LogicalResult ModelImporter::importNodes() {
  readDeclaredShapes();
  for (onnx::NodeProto &node : *graph.mutable_node()) {
    importNode(node);
    if (numErrors >= maxErrors)
      return emitModelError() << "must stop after " << maxErrors << " errors in the model";
  }
  return success(numErrors == 0);
}

void ModelImporter::importNode(onnx::NodeProto &node) {
  StringRef name = node.name();
  if (name.empty() && node.output_size() > 0)
    name = node.output(0);
  Location errorLoc = getErrorLocation(name);

  SmallVector<Value> inputs;
  bool isBroken = false;
  for (const std::string &input : node.input()) {
    Value value;
    if (!input.empty()) {
      value = lookup(input, [&] {
        ++numErrors;
        return mlir::emitError(errorLoc) << describe(node) << ": ";
      });
      isBroken |= !value;
    }
    inputs.push_back(value);
  }
  auto setOutputs = [&](auto set) {
    for (auto [i, output] : llvm::enumerate(node.output()))
      if (!output.empty())
        set(values[output], i);
  };
  auto breakOutputs = [&] {
    setOutputs([](NamedValue &named, unsigned) { named.kind = NamedValue::Broken; });
  };
  if (isBroken)
    return breakOutputs();

  // Trailing inputs that are left out may be there as empty names.
  while (!inputs.empty() && !inputs.back())
    inputs.pop_back();
  int64_t opset = getOpset(node);
  const OperatorInfo *info = lookupOperator(node.domain(), node.op_type(), opset);
  NodeImporter importer(node, opset, getLocation(name), errorLoc, inputs, externalData, *this,
                        *sizes, builder);
  // A body may not use what the node makes: until it is done, that comes later.
  if (failed(importer.checkSignature(*info)) || failed(importer.run(*info))) {
    ++numErrors;
    return breakOutputs();
  }
  setOutputs([&](NamedValue &named, unsigned i) {
    named.value = importer.getResult(i);
    named.kind = named.value ? NamedValue::Available : NamedValue::Unset;
  });
}

LogicalResult ModelImporter::importBody(onnx::GraphProto &body, ErrorFn emitError,
                                        SmallVectorImpl<Value> &results) {
  unsigned errorsBefore = numErrors;
  for (onnx::NodeProto &node : *body.mutable_node()) {
    importNode(node);
    if (numErrors >= maxErrors)
      return failure();
  }
  for (const onnx::ValueInfoProto &output : body.output()) {
    Value value = lookup(output.name(), emitError);
    if (!value)
      return failure();
    bool isInRegion = builder.getInsertionBlock() != entry;
    ArrayRef<CountedDim> counts = sizes->getCounts(value);
    if (isInRegion && isTensor(value) && !counts.empty()) {
      InFlightDiagnostic error = emitError();
      error << "output " << quoted(output.name())
            << ": requires a shape that is known before the run, got " << value.getType()
            << ", of which only the data decide dim " << counts.front().axis;
      addDeciders(error, *sizes, counts);
      return error;
    }
    results.push_back(value);
  }
  return success(numErrors == errorsBefore);
}

FailureOr<SmallVector<Value>>
ModelImporter::importSubgraph(onnx::GraphProto &body, ArrayRef<Value> inputs, ErrorFn emitError) {
  if (body.sparse_initializer_size() > 0)
    return emitError() << "expected dense initializers, got sparse ones";
  if (static_cast<size_t>(body.input_size()) != inputs.size())
    return emitError() << "expected " << inputs.size() << " inputs of the graph, got "
                       << body.input_size();
  llvm::StringMap<std::optional<NamedValue>> hidden;
  bool isValid = true;
  auto declare = [&](const std::string &name, NamedValue named) {
    auto outer = values.find(name);
    std::optional<NamedValue> before;
    if (outer != values.end())
      before = outer->second;
    if (name.empty() || !hidden.try_emplace(name, before).second) {
      emitError() << "expected names that are given once, got a second " << quoted(name);
      isValid = false;
    }
    values[name] = std::move(named);
  };
  for (auto [input, value] : llvm::zip_equal(body.input(), inputs))
    declare(input.name(), {NamedValue::Available, value, nullptr, nullptr});
  for (onnx::TensorProto &tensor : *body.mutable_initializer())
    declare(tensor.name(), {NamedValue::Initializer, {}, &tensor, nullptr});
  for (const onnx::NodeProto &node : body.node())
    for (const std::string &output : node.output())
      if (!output.empty())
        declare(output, {NamedValue::Later, {}, nullptr, &node});
  SmallVector<Value> results;
  if (isValid)
    isValid = succeeded(importBody(body, emitError, results));
  for (auto &[name, before] : hidden) {
    if (before)
      values[name] = *before;
    else
      values.erase(name);
  }
  if (!isValid)
    return failure();
  return results;
}
