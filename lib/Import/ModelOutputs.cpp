//===-- ModelOutputs.cpp - what an imported model returns -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ModelImporter that ends the function: outputs, those of sequences one by
// one, and what nobody uses.
//
//===----------------------------------------------------------------------===//
#include "ModelImporter.h"
#include "Operators.h"
#include "Operators/Domains.h"
#include "Structures.h"

#include "dl/Dialect/Dl/IR/Counts.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Whether a value is declared without a type, or as a tensor of no type of elements.
static bool isUntyped(const onnx::TypeProto &type) {
  return type.value_case() == onnx::TypeProto::VALUE_NOT_SET ||
         (type.has_tensor_type() && type.tensor_type().elem_type() == onnx::TensorProto::UNDEFINED);
}

/// The type of the tensors that a sequence or an optional is made of.
static const onnx::TypeProto &getLeafType(const onnx::TypeProto &type) {
  if (type.has_optional_type())
    return getLeafType(type.optional_type().elem_type());
  return type.has_sequence_type() ? getLeafType(type.sequence_type().elem_type()) : type;
}

void ModelImporter::readDeclaredShapes() {
  for (const onnx::ValueInfoProto &output : graph.output()) {
    if (!output.type().has_tensor_type() || !output.type().tensor_type().has_shape())
      continue;
    SmallVector<int64_t> &shape = declaredShapes[output.name()];
    for (const auto &dim : output.type().tensor_type().shape().dim())
      shape.push_back(isOpen(dim) || dim.dim_value() < 0 ? ShapedType::kDynamic : dim.dim_value());
  }
  for (const onnx::NodeProto &node : llvm::reverse(graph.node())) {
    const OperatorInfo *info = lookupOperator(node.domain(), node.op_type(), getOpset(node));
    if (!info || !info->isElementwise || node.output_size() == 0)
      continue;
    auto found = declaredShapes.find(node.output(0));
    if (found == declaredShapes.end())
      continue;
    SmallVector<int64_t> shape = found->second;
    // Of CastLike's second input nothing but the type is read.
    for (const std::string &input : node.input()) {
      declaredShapes.try_emplace(input, shape);
      if (node.op_type() == "CastLike")
        break;
    }
  }
}

std::optional<SmallVector<int64_t>> ModelImporter::getDeclaredShape(StringRef name) const {
  auto found = declaredShapes.find(name);
  return found == declaredShapes.end() ? std::nullopt : std::optional(found->second);
}

LogicalResult ModelImporter::checkOutput(const onnx::ValueInfoProto &output, Value value,
                                         ErrorFn emitError) {
  auto type = cast<RankedTensorType>(value.getType());
  // Some models leave the types of results to the reader, older ones their shapes.
  const onnx::TypeProto &given = getLeafType(output.type());
  if (isUntyped(given))
    return success();
  onnx::ValueInfoProto info;
  *info.mutable_type() = given;
  FailureOr<RankedTensorType> declared = convertType(info, /*shapeIfNone=*/type, emitError);
  if (failed(declared))
    return failure();
  // Declared shapes are often stale, and what follows from the nodes is what a run gives.
  if (declared->getElementType() != type.getElementType())
    return emitError() << "expected the declared type " << *declared << ", got " << type
                       << " from the nodes";
  return success();
}

/// Says which dims of an output only the data decide, by the numbers of their counts.
void ModelImporter::addCounts(Value output, SmallVectorImpl<Value> &counts,
                              NamedAttrList &attributes) {
  ArrayRef<CountedDim> counted = sizes->getCounts(output);
  SmallVector<int64_t> numbers(cast<RankedTensorType>(output.getType()).getRank(), -1);
  for (const CountedDim &dim : counted) {
    auto found = llvm::find(counts, dim.count);
    numbers[dim.axis] = found - counts.begin();
    if (found == counts.end())
      counts.push_back(dim.count);
  }
  if (!counted.empty())
    attributes.set(countsAttrName, builder.getDenseI64ArrayAttr(numbers));
  if (sizes->isPacked(output))
    attributes.set(packedAttrName, builder.getUnitAttr());
}

LogicalResult ModelImporter::createReturn(func::FuncOp function) {
  SmallVector<Value> results;
  SmallVector<DictionaryAttr> attributes;
  llvm::StringSet<> names;
  SmallVector<Value> counts;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    auto emitError = [&] {
      ++numErrors;
      return mlir::emitError(getErrorLocation(output.name()))
             << "output " << quoted(output.name()) << ": ";
    };
    Value value = lookup(output.name(), emitError);
    if (!value)
      continue;
    if (isAbsent(value))
      emitError() << "expected a tensor or a sequence, got " << describeStructure(value);
    // The tensors of a sequence are outputs of their own.
    for (auto [i, leaf] : llvm::enumerate(getLeaves(value))) {
      std::string name = output.name() + (isSequence(value) ? "." + std::to_string(i) : "");
      if (!names.insert(name).second)
        emitError() << "expected no other output to be called " << quoted(name)
                    << ", as an element of the sequence is";
      if (failed(checkOutput(output, leaf, emitError)))
        continue;
      results.push_back(leaf);
      NamedAttrList entries;
      entries.set(DlDialect::getNameAttrName(), builder.getStringAttr(name));
      addCounts(leaf, counts, entries);
      attributes.push_back(entries.getDictionary(context));
    }
  }
  // Counts stand behind all outputs.
  for (Value count : counts) {
    auto name = dyn_cast<NameLoc>(count.getLoc());
    results.push_back(count);
    attributes.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        countAttrName, name ? name.getName() : builder.getStringAttr("without a name"))));
  }
  if (!numErrors && results.empty())
    emitModelError() << "requires at least one output, got empty sequences alone";
  if (numErrors)
    return failure();

  func::ReturnOp::create(builder, function.getLoc(), results);
  // Shapes and axes that became attributes and types.
  SmallVector<Operation *> operations;
  function.walk([&](Operation *op) { operations.push_back(op); });
  auto isOfSizes = [&](Operation *op) {
    return isa<graph::ConstantOp, graph::ExtentsOp, UnrealizedConversionCastOp>(op) ||
           (isa<TensorExpressionOpInterface>(op) && op->getNumResults() == 1 &&
            sizes->getContents(op->getResult(0)));
  };
  for (Operation *op : llvm::reverse(operations))
    if (op->use_empty() && isOfSizes(op))
      op->erase();
  function.setType(builder.getFunctionType(function.getArgumentTypes(), ValueRange(results)));
  function.setAllResultAttrs(attributes);
  return success();
}
