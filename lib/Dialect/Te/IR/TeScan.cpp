//===-- TeScan.cpp - te.scan ---------------------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parser, printer, builder and verifier of te.scan.
//
//===----------------------------------------------------------------------===//
#include "AxisSyntax.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dl::te;

void ScanOp::build(OpBuilder &builder, OperationState &state, StringRef stage, AxisSpec time,
                   ValueRange inits, TypeRange stacked, ArrayRef<int64_t> stackDims, bool reverse,
                   RegionBuilder bodyBuilder) {
  AxisList<Value> axis = getAxisList(builder, time);
  SmallVector<Type> types(inits.getTypes());
  llvm::append_range(types, stacked);
  build(builder, state, types, builder.getStringAttr(stage), cast<StringAttr>(axis.names[0]),
        builder.getI64IntegerAttr(axis.extents[0]), builder.getDenseI64ArrayAttr(stackDims),
        reverse ? builder.getUnitAttr() : UnitAttr(), inits,
        axis.dynamicExtents.empty() ? Value() : axis.dynamicExtents[0]);
  OpBuilder::InsertionGuard guard(builder);
  Block *block = createAxisBlock(builder, state, 1, inits.getTypes());
  YieldOp::create(builder, state.location,
                  bodyBuilder(builder, state.location, block->getArguments()));
}

OpFoldResult ScanOp::getMixedExtent() {
  if (Value extent = getDynamicExtent())
    return extent;
  return Builder(getContext()).getIndexAttr(getExtent());
}

YieldOp ScanOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

void ScanOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setNameFn) {
  if (!region.empty() && region.getNumArguments() > 0)
    setNameFn(region.getArgument(0), getTimeName());
}

void ScanOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  if (getNumResults() > 0)
    setNameFn(getOperation()->getResult(0), getStage());
}

//===----------------------------------------------------------------------===//
// Parser and printer
//===----------------------------------------------------------------------===//

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  ParsedAxes time;
  std::string stage;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SmallVector<int64_t> stackDims;
  SMLoc location;
  if (parser.parseString(&stage) || parser.parseKeyword("time") ||
      parser.getCurrentLocation(&location) || parseAxes(parser, time))
    return failure();
  if (time.names.size() != 1)
    return parser.emitError(location, "(S1) expected one axis, got ") << time.names.size();
  if (succeeded(parser.parseOptionalKeyword("reverse")))
    properties.reverse = builder.getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("init")) &&
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("stack")) &&
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&]() {
        return parser.parseInteger(stackDims.emplace_back());
      }))
    return failure();
  properties.stage = builder.getStringAttr(stage);
  properties.time_name = cast<StringAttr>(time.names[0]);
  properties.extent = builder.getI64IntegerAttr(time.extents[0]);
  properties.stack_dims = builder.getDenseI64ArrayAttr(stackDims);
  properties.operandSegmentSizes = {static_cast<int32_t>(inits.size()),
                                    static_cast<int32_t>(time.dynamicExtents.size())};
  Region *body = result.addRegion();
  if (parser.getCurrentLocation(&location) || parser.parseColonTypeList(result.types))
    return failure();
  if (result.types.size() < inits.size())
    return parser.emitError(location, "(S2) expected a result for each of the ")
           << inits.size() << " states, got " << result.types.size();
  return failure(
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(inits, ArrayRef(result.types).take_front(inits.size()), location,
                             result.operands) ||
      parser.resolveOperands(time.dynamicExtents, builder.getIndexType(), result.operands) ||
      parser.parseRegion(*body));
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printAttributeWithoutType(getStageAttr());
  printer << " time(" << getTimeName() << " = ";
  if (Value extent = getDynamicExtent())
    printer << extent;
  else
    printer << getExtent();
  printer << ")" << (getReverse() ? " reverse" : "");
  if (!getInits().empty())
    printer << " init(" << getInits() << ")";
  if (!getStackDims().empty())
    printer << " stack(" << getStackDims() << ")";
  printer << " : " << getResultTypes();
  SmallVector<StringRef> elided(getAttributeNames());
  elided.push_back(getOperandSegmentSizesAttrName());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << " ";
  printer.printRegion(getBody());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// (S3)
static LogicalResult verifyStacks(ScanOp op) {
  ArrayRef<int64_t> dims = op.getStackDims();
  size_t numStates = op.getInits().size(), numStacked = op.getNumResults() - numStates;
  if (dims.size() != numStacked)
    return op.emitOpError("(S3) expected one position of the time for each of the ")
           << numStacked << " stacked results, got " << dims.size();
  for (auto [i, dim] : llvm::enumerate(dims)) {
    auto type = cast<RankedTensorType>(op.getResultTypes()[numStates + i]);
    if (dim < 0 || dim >= type.getRank())
      return op.emitOpError("(S3) expected the position of the time to be in [0, ")
             << type.getRank() - 1 << "] of " << type << ", got " << dim;
    if (type.getDimSize(dim) != static_cast<int64_t>(op.getExtent()))
      return op.emitOpError("(S3) expected dimension ")
             << dim << " of " << type << " to have the extent of the time";
  }
  return success();
}

LogicalResult ScanOp::verify() {
  Builder builder(getContext());
  if (failed(verifyNames(*this, getStage(), builder.getArrayAttr({getTimeNameAttr()}), "S1")))
    return failure();
  int64_t extent = getExtent();
  if (ShapedType::isDynamic(extent) != static_cast<bool>(getDynamicExtent()) ||
      (extent < 0 && !ShapedType::isDynamic(extent)))
    return emitOpError("(S1) expected an extent that is not negative, or a value for it");
  if (getNumResults() == 0 || getNumResults() < getInits().size())
    return emitOpError("(S2) expected a result for each of the ")
           << getInits().size() << " states, and at least one, got " << getNumResults();
  for (auto [init, type] : llvm::zip(getInits(), getResultTypes()))
    if (init.getType() != type)
      return emitOpError("(S2) expected the last state to be of the type of the initial one, ")
             << init.getType() << ", got " << type;
  if (failed(verifyStacks(*this)))
    return failure();
  SmallVector<Type> expected{builder.getIndexType()};
  llvm::append_range(expected, getInits().getTypes());
  if (!llvm::equal(getBody().getArgumentTypes(), expected))
    return emitOpError("(S4) expected the region to take (") << expected << ")";
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  SmallVector<Type> expected(getInits().getTypes());
  for (auto [type, dim] :
       llvm::zip(TypeRange(getResultTypes()).drop_front(expected.size()), getStackDims())) {
    auto stacked = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(stacked.getShape());
    shape.erase(shape.begin() + dim);
    expected.push_back(stacked.clone(shape));
  }
  if (!yield || !llvm::equal(yield.getValues().getTypes(), expected))
    return emitOpError("(S5) expected te.yield of the next states and of what is stacked: (")
           << expected << ")";
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  for (Operation &inner : getBody().front().without_terminator()) {
    if (isa<ComputeOp, tensor::DimOp>(inner) || inner.hasTrait<OpTrait::ConstantLike>() ||
        (inner.getNumRegions() == 0 && isMemoryEffectFree(&inner) &&
         llvm::all_of(inner.getOperandTypes(), isScalar) &&
         llvm::all_of(inner.getResultTypes(), isScalar)))
      continue;
    InFlightDiagnostic diagnostic = emitOpError("(S6) expected only te.compute, constants, "
                                                "tensor.dim and scalar arithmetic, got '")
                                    << inner.getName() << "'";
    diagnostic.attachNote(inner.getLoc()) << "the operation";
    return diagnostic;
  }
  for (auto [i, value] : llvm::enumerate(yield.getValues()))
    if (!value.getDefiningOp<ComputeOp>() || value.getParentRegion() != &getBody())
      return emitOpError("(S6) expected yielded value ")
             << i << " to be made by a te.compute of the region; copy it by a stage";
  return success();
}

//===----------------------------------------------------------------------===//
// Interface of stages
//===----------------------------------------------------------------------===//

std::string ScanOp::getResultName(unsigned number) {
  unsigned numStates = getInits().size();
  std::string name = getStage().str();
  return number < numStates ? name + ".state" + std::to_string(number)
                            : name + ".stack" + std::to_string(number - numStates);
}

StringRef ScanOp::getRoleOf(OpOperand &use) {
  if (use.getOwner() == *this)
    return "a first state of";
  return use.getOperandNumber() < getInits().size() ? "a next state of" : "stacked by";
}

WhyUnscheduled ScanOp::getWhyUnscheduled() {
  return {"its steps depend on each other", "schedule the stages inside of it"};
}
