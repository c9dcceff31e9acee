//===-- TeScatter.cpp - te.scatter ---------------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parser, printer, builder and verifier of te.scatter.
//
//===----------------------------------------------------------------------===//
#include "AxisSyntax.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dl::te;

void ScatterOp::build(OpBuilder &builder, OperationState &state, Value base, StringRef stage,
                      ArrayRef<AxisSpec> axes, Combiner combiner, RegionBuilder bodyBuilder) {
  AxisList<Value> list = getAxisList(builder, axes);
  build(builder, state, base.getType(), builder.getStringAttr(stage),
        builder.getArrayAttr(list.names), builder.getDenseI64ArrayAttr(list.extents),
        CombinerAttr::get(builder.getContext(), combiner), base, list.dynamicExtents);
  OpBuilder::InsertionGuard guard(builder);
  Block *block = createAxisBlock(builder, state, axes.size());
  YieldOp::create(builder, state.location,
                  bodyBuilder(builder, state.location, block->getArguments()));
}

OpFoldResult ScatterOp::getMixedExtent(unsigned axis) {
  return dl::te::getMixedExtent(*this, getExtents(), getDynamicExtents(), axis);
}

YieldOp ScatterOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

void ScatterOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setNameFn) {
  if (region.empty() || region.getNumArguments() != getAxisNames().size())
    return;
  for (auto [argument, name] : llvm::zip_equal(region.getArguments(), getAxisNames()))
    setNameFn(argument, cast<StringAttr>(name).getValue());
}

void ScatterOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getResult(), getStage());
}

ParseResult ScatterOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  ParsedAxes axes;
  std::string stage;
  OpAsmParser::UnresolvedOperand base;
  if (parser.parseString(&stage) || parser.parseKeyword("into") || parser.parseOperand(base) ||
      parser.parseKeyword("axes") || parseAxes(parser, axes))
    return failure();
  Combiner combiner = Combiner::None;
  if (succeeded(parser.parseOptionalKeyword("combine"))) {
    StringRef keyword;
    SMLoc location;
    if (parser.parseLParen() || parser.getCurrentLocation(&location) ||
        parser.parseKeyword(&keyword) || parser.parseRParen())
      return failure();
    std::optional<Combiner> parsed = symbolizeCombiner(keyword);
    if (!parsed)
      return parser.emitError(location, "(W5) expected a combiner, one of add, mul, min, max, "
                                        "got '")
             << keyword << "'";
    combiner = *parsed;
  }
  properties.stage = builder.getStringAttr(stage);
  properties.axis_names = builder.getArrayAttr(axes.names);
  properties.extents = builder.getDenseI64ArrayAttr(axes.extents);
  properties.combiner = CombinerAttr::get(builder.getContext(), combiner);
  Type type;
  Region *body = result.addRegion();
  if (parser.parseColonType(type) || parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperand(base, type, result.operands) ||
      parser.resolveOperands(axes.dynamicExtents, builder.getIndexType(), result.operands) ||
      parser.parseRegion(*body))
    return failure();
  result.addTypes(type);
  return success();
}

void ScatterOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printAttributeWithoutType(getStageAttr());
  printer << " into " << getBase() << " axes";
  printAxes(printer, getAxisNames(), getExtents(), getDynamicExtents(), 0, getNumAxes());
  if (getCombiner() != Combiner::None)
    printer << " combine(" << stringifyCombiner(getCombiner()) << ")";
  printer << " : " << getResult().getType();
  SmallVector<StringRef> elided(getAttributeNames());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << " ";
  printer.printRegion(getBody());
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyNames(*this, getStage(), getAxisNames(), "W1")))
    return failure();
  ArrayRef<int64_t> extents = getExtents();
  size_t numDynamic = llvm::count(extents, ShapedType::kDynamic);
  if (extents.size() != getAxisNames().size() || numDynamic != getDynamicExtents().size())
    return emitOpError("(W2) expected one extent for each of the ")
           << getAxisNames().size() << " axes, and a value for each dynamic one, got "
           << extents.size() << " and " << getDynamicExtents().size() << " values";
  for (auto [axis, extent] : llvm::enumerate(extents))
    if (extent < 0 && !ShapedType::isDynamic(extent))
      return emitOpError("(W2) expected the extent of axis '")
             << getAxisName(axis) << "' not to be negative, got " << extent;
  if (getResult().getType() != getBase().getType())
    return emitOpError("(W2) expected a result of the type of the base, ")
           << getBase().getType() << ", got " << getResult().getType();
  if (getBody().getNumArguments() != getNumAxes() ||
      !llvm::all_of(getBody().getArgumentTypes(), [](Type type) { return type.isIndex(); }))
    return emitOpError("(W3) expected the region to take one index argument for each of the ")
           << getNumAxes() << " axes";
  if (getCombiner() == Combiner::Custom)
    return emitOpError("(W5) expected the combiner to be none, add, mul, min or max, got custom");
  return success();
}

/// (W7) Of places that data tell, `te.check_indices` says at run time whether they are inside.
static LogicalResult verifyPlaces(ScatterOp op) {
  if (llvm::is_contained(op.getExtents(), 0))
    return success();
  for (auto [dim, place] : llvm::enumerate(op.getYield().getValues().drop_front())) {
    auto axis = dyn_cast<BlockArgument>(place);
    if (!axis || op.getTensorType().isDynamicDim(dim))
      continue;
    // A dynamic extent is a negative number.
    int64_t extent = op.getExtents()[axis.getArgNumber()],
            size = op.getTensorType().getDimSize(dim);
    if (extent > size)
      return op.emitOpError("(W7) expected place ")
             << dim << " to stay in [0, " << size - 1 << "] of " << op.getTensorType()
             << ", got axis '" << op.getAxisName(axis.getArgNumber()) << "' of extent " << extent;
  }
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  Type elementType = getTensorType().getElementType();
  if (!elementType.isIntOrIndexOrFloat())
    return emitOpError("(W4) expected integer, index or float elements, got ") << elementType;
  size_t expected = 1 + getTensorType().getRank();
  if (!yield || yield.getValues().size() != expected ||
      yield.getValues().front().getType() != elementType ||
      !llvm::all_of(yield.getValues().drop_front(),
                    [](Value place) { return place.getType().isIndex(); }))
    return emitOpError("(W4) expected te.yield of a value of type ")
           << elementType << " and " << expected - 1 << " indices, one for each dimension of "
           << getTensorType();
  if (failed(verifyScalarRegion(*this, getBody(), /*reads=*/true, "W6")))
    return failure();
  return verifyPlaces(*this);
}

//===----------------------------------------------------------------------===//
// Interface of stages
//===----------------------------------------------------------------------===//

StringRef ScatterOp::getRoleOf(OpOperand &) { return "the base of"; }

WhyUnscheduled ScatterOp::getWhyUnscheduled() {
  return {"its updates are made in the order of its axes, since several may go to one place",
          "schedule the stages that it reads and those that read it"};
}
