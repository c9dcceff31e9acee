//===-- TeOps.cpp - te.compute -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parser, printer, builder and verifier of te.compute.
//
//===----------------------------------------------------------------------===//
#include "AxisSyntax.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dl::te;

#include "dl/Dialect/Te/IR/StageOpInterface.cpp.inc"
#include "dl/Dialect/Te/IR/TeEnums.cpp.inc"
#define GET_OP_CLASSES
#include "dl/Dialect/Te/IR/TeOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Building and queries
//===----------------------------------------------------------------------===//

void ComputeOp::build(OpBuilder &builder, OperationState &state, RankedTensorType type,
                      StringRef stage, ArrayRef<AxisSpec> spatial, ArrayRef<AxisSpec> reduction,
                      Combiner combiner,
                      function_ref<Value(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  SmallVector<AxisSpec> axes(spatial);
  llvm::append_range(axes, reduction);
  AxisList<Value> list = getAxisList(builder, axes);
  build(builder, state, TypeRange{type}, builder.getStringAttr(stage),
        builder.getArrayAttr(list.names), builder.getDenseI64ArrayAttr(list.extents),
        builder.getI64IntegerAttr(reduction.size()),
        CombinerAttr::get(builder.getContext(), combiner), ArrayAttr(), UnitAttr(),
        list.dynamicExtents);

  OpBuilder::InsertionGuard guard(builder);
  Block *block = createAxisBlock(builder, state, axes.size());
  Value element = bodyBuilder(builder, state.location, block->getArguments());
  YieldOp::create(builder, state.location, element);
}

void ComputeOp::build(OpBuilder &builder, OperationState &state, TypeRange types, StringRef stage,
                      ArrayRef<AxisSpec> spatial, ArrayRef<AxisSpec> reduction,
                      ArrayRef<Attribute> identities, bool commutative, RegionBuilder bodyBuilder,
                      RegionBuilder joinBuilder) {
  SmallVector<AxisSpec> axes(spatial);
  llvm::append_range(axes, reduction);
  AxisList<Value> list = getAxisList(builder, axes);
  Combiner combiner = reduction.empty() ? Combiner::None : Combiner::Custom;
  build(builder, state, types, builder.getStringAttr(stage), builder.getArrayAttr(list.names),
        builder.getDenseI64ArrayAttr(list.extents), builder.getI64IntegerAttr(reduction.size()),
        CombinerAttr::get(builder.getContext(), combiner),
        reduction.empty() ? ArrayAttr() : builder.getArrayAttr(identities),
        commutative && !reduction.empty() ? builder.getUnitAttr() : UnitAttr(),
        list.dynamicExtents);

  OpBuilder::InsertionGuard guard(builder);
  Block *block = createAxisBlock(builder, state, axes.size());
  YieldOp::create(builder, state.location,
                  bodyBuilder(builder, state.location, block->getArguments()));
  if (reduction.empty())
    return;
  SmallVector<Type> scalars;
  for (int pass = 0; pass < 2; ++pass)
    for (Type type : types)
      scalars.push_back(cast<RankedTensorType>(type).getElementType());
  Block *join = builder.createBlock(state.regions[1].get(), {}, scalars,
                                    SmallVector<Location>(scalars.size(), state.location));
  YieldOp::create(builder, state.location,
                  joinBuilder(builder, state.location, join->getArguments()));
}

OpFoldResult ComputeOp::getMixedExtent(unsigned axis) {
  return dl::te::getMixedExtent(*this, getExtents(), getDynamicExtents(), axis);
}

TypedAttr ComputeOp::getIdentityOf(unsigned number) {
  if (getCombiner() == Combiner::Custom)
    return cast<TypedAttr>((*getIdentities())[number]);
  return getIdentity(getCombiner(), getTensorType(number).getElementType());
}

SmallVector<Value> ComputeOp::buildJoin(OpBuilder &builder, Location loc, ValueRange accumulated,
                                        ValueRange terms) {
  if (getCombiner() != Combiner::Custom)
    return {combine(builder, loc, getCombiner(), accumulated.front(), terms.front())};
  IRMapping mapping;
  Block &block = getJoin().front();
  unsigned count = accumulated.size();
  mapping.map(block.getArguments().take_front(count), accumulated);
  mapping.map(block.getArguments().drop_front(count), terms);
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  return results;
}

YieldOp ComputeOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

SmallVector<ReadOp, 4> ComputeOp::getReads() {
  auto reads = getBody().getOps<ReadOp>();
  return SmallVector<ReadOp, 4>(reads.begin(), reads.end());
}

void ComputeOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setNameFn) {
  if (region.empty() || region.getNumArguments() != getAxisNames().size())
    return;
  for (auto [argument, name] : llvm::zip_equal(region.getArguments(), getAxisNames()))
    setNameFn(argument, cast<StringAttr>(name).getValue());
}

void ComputeOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  if (getNumResults() == 1)
    setNameFn(getResult(), getStage());
  else if (getNumResults() > 1)
    setNameFn(getOperation()->getResult(0), getStage());
}

//===----------------------------------------------------------------------===//
// Parser and printer
//===----------------------------------------------------------------------===//

/// combiner ::= `add` | … | `custom` `[` attribute (`,` attribute)* `]` `commutative`?
static ParseResult parseCombiner(OpAsmParser &parser, ComputeOp::Properties &properties) {
  Builder &builder = parser.getBuilder();
  StringRef keyword;
  if (parser.parseLParen())
    return failure();
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Combiner> parsed = symbolizeCombiner(keyword);
  if (!parsed)
    return parser.emitError(location,
                            "expected a combiner, one of add, mul, min, max, custom, got '")
           << keyword << "'";
  properties.combiner = CombinerAttr::get(builder.getContext(), *parsed);
  if (*parsed == Combiner::Custom) {
    ArrayAttr identities;
    if (parser.parseAttribute(identities))
      return failure();
    properties.identities = identities;
    if (succeeded(parser.parseOptionalKeyword("commutative")))
      properties.commutative = builder.getUnitAttr();
  }
  return parser.parseRParen();
}

ParseResult ComputeOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  ParsedAxes axes;
  std::string stage;
  if (parser.parseString(&stage) || parser.parseKeyword("axes") || parseAxes(parser, axes))
    return failure();
  size_t numSpatial = axes.extents.size();
  if (succeeded(parser.parseOptionalKeyword("reduce")) && parseAxes(parser, axes))
    return failure();
  properties.combiner = CombinerAttr::get(builder.getContext(), Combiner::None);
  if (succeeded(parser.parseOptionalKeyword("combine")) && parseCombiner(parser, properties))
    return failure();
  properties.stage = builder.getStringAttr(stage);
  properties.axis_names = builder.getArrayAttr(axes.names);
  properties.extents = builder.getDenseI64ArrayAttr(axes.extents);
  properties.num_reduce = builder.getI64IntegerAttr(axes.extents.size() - numSpatial);

  Region *body = result.addRegion(), *join = result.addRegion();
  if (parser.parseColonTypeList(result.types) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(axes.dynamicExtents, builder.getIndexType(), result.operands) ||
      parser.parseRegion(*body))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("join")))
    return parser.parseRegion(*join);
  return success();
}

void ComputeOp::print(OpAsmPrinter &printer) {
  auto printSome = [&](StringRef keyword, unsigned begin, unsigned end) {
    printer << " " << keyword;
    printAxes(printer, getAxisNames(), getExtents(), getDynamicExtents(), begin, end);
  };
  printer << " ";
  printer.printAttributeWithoutType(getStageAttr());
  printSome("axes", 0, getNumSpatial());
  if (hasReduction())
    printSome("reduce", getNumSpatial(), getNumAxes());
  if (getCombiner() != Combiner::None) {
    printer << " combine(" << stringifyCombiner(getCombiner());
    if (getIdentities())
      printer << " " << *getIdentities();
    printer << (getCommutative() ? " commutative)" : ")");
  }
  printer << " : " << getResultTypes();
  SmallVector<StringRef> elided(getAttributeNames());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << " ";
  printer.printRegion(getBody());
  if (getJoin().empty())
    return;
  printer << " join ";
  printer.printRegion(getJoin());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// (C2)
static LogicalResult verifyExtents(ComputeOp op) {
  ArrayRef<int64_t> extents = op.getExtents();
  if (extents.size() != op.getAxisNames().size())
    return op.emitOpError("(C2) expected one extent for each of the ")
           << op.getAxisNames().size() << " axes, got " << extents.size();
  int64_t numReduce = op.getNumReduceAttr().getInt();
  if (numReduce < 0 || numReduce > static_cast<int64_t>(extents.size()))
    return op.emitOpError("(C2) expected between 0 and ")
           << extents.size() << " reduction axes, got " << numReduce;
  size_t numDynamic = llvm::count(extents, ShapedType::kDynamic);
  if (numDynamic != op.getDynamicExtents().size())
    return op.emitOpError("(C2) expected one extent value for each of the ")
           << numDynamic << " dynamic extents, got " << op.getDynamicExtents().size();
  if (op.getNumResults() == 0)
    return op.emitOpError("(C2) expected at least one result");
  for (Type type : op.getResultTypes())
    if (cast<ShapedType>(type).getShape() != op.getTensorType().getShape())
      return op.emitOpError("(C2) expected results of one shape, got ")
             << op.getTensorType() << " and " << type;
  RankedTensorType type = op.getTensorType();
  if (type.getRank() != op.getNumSpatial())
    return op.emitOpError("(C2) expected one spatial axis for each of the ")
           << type.getRank() << " dimensions of " << type << ", got " << op.getNumSpatial();
  for (unsigned axis = 0, e = extents.size(); axis != e; ++axis) {
    if (op.isReduction(axis)) {
      if (!ShapedType::isDynamic(extents[axis]) && extents[axis] < 1)
        return op.emitOpError("(C2) expected reduction axis '")
               << op.getAxisName(axis) << "' to have a positive extent, got " << extents[axis];
      continue;
    }
    if (extents[axis] == type.getDimSize(axis))
      continue;
    InFlightDiagnostic diagnostic = op.emitOpError("(C2) expected axis '")
                                    << op.getAxisName(axis) << "' to have the extent of dimension "
                                    << axis << " of " << type << ", got ";
    if (ShapedType::isDynamic(extents[axis]))
      return diagnostic << "an index value; make the dimension '?' or give the extent as a number";
    return diagnostic << extents[axis];
  }
  return success();
}

/// (C7)
static LogicalResult verifyIdentities(ComputeOp op) {
  std::optional<ArrayAttr> identities = op.getIdentities();
  if (op.getCombiner() != Combiner::Custom) {
    if (identities || op.getCommutative() || !op.getJoin().empty())
      return op.emitOpError("(C7) expected identities, 'commutative' and a combiner's region only "
                            "with 'combine(custom …)'");
    return success();
  }
  if (op.getJoin().empty())
    return op.emitOpError("(C7) expected a region with 'combine(custom …)'; add 'join { … }'");
  unsigned count = identities ? identities->size() : 0;
  if (count != op.getNumResults())
    return op.emitOpError("(C7) expected one identity for each of the ")
           << op.getNumResults() << " results, got " << count;
  for (auto [identity, type] : llvm::zip_equal(*identities, op.getResultTypes())) {
    auto typed = dyn_cast<TypedAttr>(identity);
    Type elementType = cast<ShapedType>(type).getElementType();
    if (!isa<IntegerAttr, FloatAttr>(identity) || typed.getType() != elementType)
      return op.emitOpError("(C7) expected an identity that is a number of type ")
             << elementType << ", got " << identity;
  }
  return success();
}

LogicalResult ComputeOp::verify() {
  if (failed(verifyNames(*this, getStage(), getAxisNames(), "C1")) || failed(verifyExtents(*this)))
    return failure();
  if (getBody().getNumArguments() != getNumAxes())
    return emitOpError("(C3) expected the region to take one index argument for each of the ")
           << getNumAxes() << " axes, got " << getBody().getNumArguments();
  for (BlockArgument argument : getAxes())
    if (!argument.getType().isIndex())
      return emitOpError("(C3) expected axis '") << getAxisName(argument.getArgNumber())
                                                 << "' to be an index, got " << argument.getType();
  if (hasReduction() && getCombiner() == Combiner::None)
    return emitOpError("(C5) expected a combiner with reduction axes; add 'combine(add)' or "
                       "another one of add, mul, min, max, custom");
  if (!hasReduction() && getCombiner() != Combiner::None)
    return emitOpError("(C5) expected reduction axes with 'combine(")
           << stringifyCombiner(getCombiner()) << ")'; add 'reduce(…)' or drop the combiner";
  if (hasReduction() && getNumResults() > 1 && getCombiner() != Combiner::Custom)
    return emitOpError("(C5) expected 'combine(custom …)' with ")
           << getNumResults() << " results, got 'combine(" << stringifyCombiner(getCombiner())
           << ")'";
  return verifyIdentities(*this);
}

/// (C4)
static LogicalResult verifyYield(ComputeOp op, Block &block, StringRef rule) {
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return op.emitOpError("(") << rule << ") expected the region to end with te.yield";
  if (yield.getValues().size() != op.getNumResults())
    return op.emitOpError("(") << rule << ") expected te.yield of one value for each of the "
                               << op.getNumResults() << " results, got "
                               << yield.getValues().size();
  for (auto [value, type] : llvm::zip_equal(yield.getValues(), op.getResultTypes()))
    if (Type elementType = cast<ShapedType>(type).getElementType(); value.getType() != elementType)
      return op.emitOpError("(") << rule << ") expected te.yield of the element type "
                                 << elementType << ", got " << value.getType();
  return success();
}

/// (C8)
static LogicalResult verifyJoin(ComputeOp op) {
  Block &block = op.getJoin().front();
  SmallVector<Type> expected;
  for (int pass = 0; pass < 2; ++pass)
    for (Type type : op.getResultTypes())
      expected.push_back(cast<ShapedType>(type).getElementType());
  if (!llvm::equal(block.getArgumentTypes(), expected))
    return op.emitOpError("(C8) expected the combiner's region to take (")
           << expected << "), got (" << block.getArgumentTypes() << ")";
  if (failed(verifyYield(op, block, "C8")))
    return failure();
  return verifyScalarRegion(op, op.getJoin(), /*reads=*/false, "C6");
}

LogicalResult ComputeOp::verifyRegions() {
  for (unsigned number = 0; number < getNumResults(); ++number)
    if (Type elementType = getTensorType(number).getElementType();
        !elementType.isIntOrIndexOrFloat())
      return emitOpError("(C4) expected integer, index or float elements, got ") << elementType;
  if (failed(verifyYield(*this, getBody().front(), "C4")) ||
      failed(verifyScalarRegion(*this, getBody(), /*reads=*/true, "C6")))
    return failure();
  return getJoin().empty() ? success() : verifyJoin(*this);
}
