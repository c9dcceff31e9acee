//===-- NodeImporter.cpp - one ONNX node ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a node holds: its signature, attributes, inputs and results. See NodeImporter.h.
//
//===----------------------------------------------------------------------===//
#include "NodeImporter.h"
#include "ElementTypes.h"
#include "Operators.h"
#include "Structures.h"
#include "TensorData.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;
using onnx::AttributeProto;

NodeImporter::NodeImporter(onnx::NodeProto &proto, int64_t opset, Location loc, Location errorLoc,
                           ArrayRef<Value> inputs, ExternalData &externalData,
                           SubgraphImporter &subgraphs, SizeTracker &sizes, OpBuilder &builder)
    : proto(proto), opset(opset), loc(loc), errorLoc(errorLoc),
      inputs(inputs.begin(), inputs.end()), results(proto.output_size()),
      externalData(externalData), subgraphs(subgraphs), sizes(sizes), builder(builder) {}

InFlightDiagnostic NodeImporter::emitError() const {
  InFlightDiagnostic diagnostic = mlir::emitError(errorLoc);
  diagnostic << proto.op_type();
  if (!proto.name().empty())
    diagnostic << " " << quoted(proto.name());
  addOpenDims(diagnostic);
  return std::move(diagnostic << ": ");
}

/// Says which dims of the model's inputs are open, and how to close them, where an input of the
/// node depends on them.
void NodeImporter::addOpenDims(InFlightDiagnostic &diagnostic) const {
  constexpr unsigned maxNotes = 4;
  llvm::SmallSetVector<unsigned, 4> symbols;
  for (Value input : inputs)
    for (Value leaf : input ? getLeaves(input) : SmallVector<Value>())
      symbols.insert_range(sizes.getSymbols(leaf));
  for (unsigned symbol : symbols.getArrayRef().take_front(maxNotes)) {
    auto [argument, dim] = sizes.getSource(symbol);
    auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                      DlDialect::getNameAttrName());
    if (!name)
      continue; // a size that values decide
    std::string size = sizes.toString(getAffineSymbolExpr(symbol, builder.getContext()));
    // No name that is given has a space in it.
    std::string place = name.str() + "." + std::to_string(dim);
    bool isNamed = !StringRef(size).contains(' ');
    diagnostic.attachNote() << "input " << quoted(name.getValue()) << " leaves dim " << dim
                            << " open" << (isNamed ? " (" + quoted(size) + ")" : "")
                            << "; fix it with --sizes " << (isNamed ? size : place) << "=…";
  }
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

LogicalResult NodeImporter::checkSignature(const OperatorInfo &info) {
  unsigned given = inputs.size();
  if (given < info.minInputs || given > info.maxInputs) {
    InFlightDiagnostic error = emitError() << "expected ";
    if (info.minInputs == info.maxInputs)
      error << info.minInputs;
    else if (info.maxInputs == OperatorInfo::any)
      error << info.minInputs << " or more";
    else
      error << info.minInputs << " to " << info.maxInputs;
    return error << " inputs in opset " << opset << ", got " << given;
  }
  for (unsigned i = 0; i < info.minInputs; ++i)
    if (!inputs[i])
      return emitError() << "requires input " << i << ", which is left out";
  if (results.empty() || results.size() > info.maxOutputs)
    return emitError() << "expected 1 to " << info.maxOutputs << " outputs in opset " << opset
                       << ", got " << results.size();
  for (auto [i, input] : llvm::enumerate(inputs))
    if (input && !isTensor(input) && !info.takesStructures)
      return emitError() << "expected input " << i << " to be a tensor, got "
                         << describeStructure(input);
  if (!info.takesCounts && failed(checkCounts()))
    return failure();
  if (!inputs.empty() && inputs[0] && isTensor(inputs[0])) {
    Type type = getInputType(0).getElementType();
    if (info.elementTypes == OperatorInfo::Floats && !isa<FloatType>(type))
      return emitError() << "expected elements of a float type in opset " << opset << ", got "
                         << type;
    if (info.elementTypes == OperatorInfo::Numbers && type.isInteger(1))
      return emitError() << "expected elements that are numbers, got bool";
  }
  return checkAttributes(info.attributeWords);
}

/// True if the attribute holds a value of the type that the word names. Models of
/// IR versions 1 and 2 may not say the type; the field that is set tells it.
static bool hasType(const AttributeProto &attribute, StringRef type) {
  auto is = [&](StringRef name, AttributeProto::AttributeType expected, bool isSet) {
    return type == name && (attribute.type() == expected ||
                            (attribute.type() == AttributeProto::UNDEFINED && isSet));
  };
  return is("int", AttributeProto::INT, attribute.has_i()) ||
         is("float", AttributeProto::FLOAT, attribute.has_f()) ||
         is("string", AttributeProto::STRING, attribute.has_s()) ||
         is("tensor", AttributeProto::TENSOR, attribute.has_t()) ||
         is("graph", AttributeProto::GRAPH, attribute.has_g()) ||
         is("type", AttributeProto::TYPE_PROTO, attribute.has_tp()) ||
         is("strings", AttributeProto::STRINGS, attribute.strings_size() > 0) ||
         is("ints", AttributeProto::INTS, attribute.ints_size() > 0) ||
         is("floats", AttributeProto::FLOATS, attribute.floats_size() > 0);
}

LogicalResult NodeImporter::checkAttributes(StringRef words) {
  llvm::StringMap<StringRef> types;
  for (StringRef word : llvm::split(words, ' ')) {
    auto [name, type] = word.split(':');
    if (name.empty())
      continue;
    if (type.consume_back("!") && !hasAttribute(name))
      return emitError() << "requires the attribute '" << name << "'";
    types[name] = type;
  }
  llvm::StringSet<> seen;
  for (const AttributeProto &attribute : proto.attribute()) {
    auto type = types.find(attribute.name());
    if (type == types.end())
      return emitError() << "must not have the attribute " << quoted(attribute.name())
                         << ": it is not supported in opset " << opset;
    if (!seen.insert(attribute.name()).second)
      return emitError() << "must not have the attribute '" << attribute.name() << "' twice";
    if (!attribute.ref_attr_name().empty())
      return emitError() << "expected a value for the attribute '" << attribute.name()
                         << "', got a reference, which only functions may hold";
    if (!hasType(attribute, type->second))
      return emitError() << "expected the attribute '" << attribute.name() << "' to be of type "
                         << type->second;
  }
  return success();
}

LogicalResult NodeImporter::run(const OperatorInfo &info) {
  if (info.wideResults.empty())
    return info.handler(*this);
  SmallVector<Value> given(inputs);
  auto isHalf = [](Value value) {
    return value && graph::ScalarBuilder::isHalf(getElementTypeOrSelf(value.getType()));
  };
  for (Value &input : inputs) {
    FailureOr<Value> wide = input;
    if (isHalf(input))
      wide = createCast(input, builder.getF32Type());
    if (failed(wide))
      return failure();
    input = *wide;
  }
  if (failed(info.handler(*this)))
    return failure();
  for (auto [i, result] : llvm::enumerate(results)) {
    unsigned like = info.wideResults[std::min(i, info.wideResults.size() - 1)];
    if (!result || !isHalf(given[like]))
      continue;
    FailureOr<Value> narrow = createCast(result, getElementTypeOrSelf(given[like].getType()));
    if (failed(narrow))
      return failure();
    result = *narrow;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes and inputs
//===----------------------------------------------------------------------===//

const AttributeProto *NodeImporter::findAttribute(StringRef name) const {
  auto found = llvm::find_if(
      proto.attribute(), [&](const AttributeProto &attribute) { return name == attribute.name(); });
  return found == proto.attribute().end() ? nullptr : &*found;
}

int64_t NodeImporter::getInt(StringRef name, int64_t otherwise) const {
  const AttributeProto *attribute = findAttribute(name);
  return attribute ? attribute->i() : otherwise;
}

float NodeImporter::getFloat(StringRef name, float otherwise) const {
  const AttributeProto *attribute = findAttribute(name);
  return attribute ? attribute->f() : otherwise;
}

StringRef NodeImporter::getString(StringRef name, StringRef otherwise) const {
  const AttributeProto *attribute = findAttribute(name);
  return attribute ? StringRef(attribute->s()) : otherwise;
}

SmallVector<int64_t> NodeImporter::getInts(StringRef name, ArrayRef<int64_t> otherwise) const {
  if (const AttributeProto *attribute = findAttribute(name))
    return SmallVector<int64_t>(attribute->ints().begin(), attribute->ints().end());
  return SmallVector<int64_t>(otherwise);
}

SmallVector<float> NodeImporter::getFloats(StringRef name) const {
  if (const AttributeProto *attribute = findAttribute(name))
    return SmallVector<float>(attribute->floats().begin(), attribute->floats().end());
  return {};
}

SmallVector<StringRef> NodeImporter::getStrings(StringRef name) const {
  if (const AttributeProto *attribute = findAttribute(name))
    return SmallVector<StringRef>(attribute->strings().begin(), attribute->strings().end());
  return {};
}

FailureOr<SmallVector<Value>> NodeImporter::importGraph(StringRef name, ArrayRef<Value> inputs) {
  auto *attribute = const_cast<AttributeProto *>(findAttribute(name));
  return subgraphs.importSubgraph(*attribute->mutable_g(), inputs,
                                  [&] { return emitError() << "'" << name << "': "; });
}

FailureOr<SmallVector<Value>> NodeImporter::importGraphCopy(StringRef name,
                                                            ArrayRef<Value> inputs) {
  onnx::GraphProto copy = findAttribute(name)->g();
  return subgraphs.importSubgraph(copy, inputs,
                                  [&] { return emitError() << "'" << name << "': "; });
}

FailureOr<ElementsAttr> NodeImporter::takeTensor(StringRef name) {
  auto *attribute = const_cast<AttributeProto *>(findAttribute(name));
  return onnx_import::takeTensor(*attribute->mutable_t(), proto.output(0), externalData,
                                 builder.getContext(), [&] { return emitError(); });
}

void dl::onnx_import::addInputsToFix(InFlightDiagnostic &error, ArrayRef<Value> values) {
  llvm::SetVector<Value> seen(values.begin(), values.end());
  for (unsigned i = 0; i < seen.size(); ++i) {
    if (Operation *op = seen[i].getDefiningOp()) {
      for (Value operand : op->getOperands())
        seen.insert(operand);
      continue;
    }
    auto argument = cast<BlockArgument>(seen[i]);
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    auto name = function ? function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                                 DlDialect::getNameAttrName())
                         : StringAttr();
    if (!name)
      continue;
    error.attachNote() << "it depends on the input " << quoted(name)
                       << "; make that an initializer";
    error.getUnderlyingDiagnostic()->getMetadata().push_back(DiagnosticArgument(name));
  }
}

/// Without elements there is nothing to know.
static bool hasNoElements(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

bool NodeImporter::isData(unsigned index) const {
  Value input = getInput(index);
  return input && !input.getDefiningOp<graph::ConstantOp>() && !hasNoElements(input) &&
         !sizes.getContents(input);
}

LogicalResult NodeImporter::requireConstant(unsigned index, StringRef what) const {
  if (inputs[index].getDefiningOp<graph::ConstantOp>())
    return success();
  InFlightDiagnostic error = emitError();
  error << "requires " << what
        << " to be a constant: shapes must be known when the model is compiled; fold it first "
           "(onnxsim, or the exporter's constant folding)";
  addInputsToFix(error, inputs[index]);
  return error;
}

FailureOr<SmallVector<double>> NodeImporter::getConstantNumbers(unsigned index,
                                                                StringRef what) const {
  if (hasNoElements(inputs[index]))
    return SmallVector<double>();
  if (failed(requireConstant(index, what)))
    return failure();
  auto data = graph::ConstantData::get(inputs[index]);
  RankedTensorType type = getInputType(index);
  if (failed(data) || type.getRank() > 1 || type.getNumElements() > 1024)
    return emitError() << "expected " << what << " to be at most 1024 numbers in a list, got "
                       << type;
  SmallVector<double> numbers;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
    numbers.push_back(data->getNumber(i));
  return numbers;
}

FailureOr<SmallVector<int64_t>> NodeImporter::getConstantInts(unsigned index,
                                                              StringRef what) const {
  if (hasNoElements(inputs[index]))
    return SmallVector<int64_t>();
  if (failed(requireConstant(index, what)))
    return failure();
  RankedTensorType type = getInputType(index);
  auto values =
      dyn_cast<DenseIntElementsAttr>(inputs[index].getDefiningOp<graph::ConstantOp>().getValue());
  if (!values || type.getRank() > 1)
    return emitError() << "expected " << what << " to be at most 1024 integers in a list, got "
                       << type;
  return llvm::map_to_vector(values.getValues<APInt>(),
                             [](const APInt &value) { return value.getSExtValue(); });
}

FailureOr<SmallVector<AffineExpr>> NodeImporter::getSizes(unsigned index, StringRef what) const {
  std::optional<Contents> contents = sizes.getContents(inputs[index]);
  bool isList = getInputType(index).getRank() <= 1 &&
                getInputType(index).getElementType().isIntOrIndex() && contents;
  SmallVector<AffineExpr> values;
  if (isList) {
    for (const SizeNumber &number : *contents)
      values.push_back(number.size);
    return values;
  }
  FailureOr<SmallVector<int64_t>> numbers = getConstantInts(index, what);
  if (failed(numbers))
    return failure();
  for (int64_t number : *numbers)
    values.push_back(getSize(number));
  return values;
}

FailureOr<double> NodeImporter::getConstantNumber(unsigned index, StringRef what) const {
  if (failed(requireConstant(index, what)))
    return failure();
  auto data = graph::ConstantData::get(inputs[index]);
  if (failed(data) || data->getType().getNumElements() != 1)
    return emitError() << "expected " << what << " to be given by single numbers, got "
                       << getInputType(index);
  return data->getNumber(0);
}

FailureOr<int64_t> NodeImporter::normalizeAxis(int64_t axis, int64_t rank) const {
  if (axis < -rank || axis >= rank)
    return emitError() << "expected an axis in [" << -rank << ", " << rank << "), got " << axis;
  return axis < 0 ? axis + rank : axis;
}

FailureOr<SmallVector<int64_t>> NodeImporter::normalizeAxes(ArrayRef<int64_t> axes,
                                                            int64_t rank) const {
  SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    FailureOr<int64_t> normal = normalizeAxis(axis, rank);
    if (failed(normal))
      return failure();
    result.push_back(*normal);
  }
  llvm::sort(result);
  if (std::adjacent_find(result.begin(), result.end()) != result.end())
    return emitError() << "expected distinct axes, got " << printDims(axes);
  return result;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

bool NodeImporter::hasOutput(unsigned index) const {
  return index < results.size() && !proto.output(index).empty();
}

LogicalResult NodeImporter::setResult(Value value, unsigned index) {
  // Nobody takes results that the node does not list.
  if (index < results.size())
    results[index] = value;
  return success();
}

LogicalResult NodeImporter::setResult(FailureOr<Value> value) {
  if (failed(value))
    return failure();
  return setResult(*value, 0);
}
