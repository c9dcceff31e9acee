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
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl::te;

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
  SmallVector<Attribute> names;
  SmallVector<int64_t> extents;
  SmallVector<Value> dynamicExtents;
  for (ArrayRef<AxisSpec> axes : {spatial, reduction}) {
    for (const AxisSpec &axis : axes) {
      names.push_back(builder.getStringAttr(axis.name));
      if (auto value = dyn_cast<Value>(axis.extent)) {
        extents.push_back(ShapedType::kDynamic);
        dynamicExtents.push_back(value);
      } else {
        extents.push_back(cast<IntegerAttr>(cast<Attribute>(axis.extent)).getInt());
      }
    }
  }
  build(builder, state, type, stage, builder.getArrayAttr(names), extents, reduction.size(),
        combiner, dynamicExtents);

  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types(extents.size(), builder.getIndexType());
  SmallVector<Location> locations(extents.size(), state.location);
  Block *block = builder.createBlock(state.regions.front().get(), {}, types, locations);
  Value element = bodyBuilder(builder, state.location, block->getArguments());
  YieldOp::create(builder, state.location, element);
}

OpFoldResult ComputeOp::getMixedExtent(unsigned axis) {
  ArrayRef<int64_t> extents = getExtents();
  if (!ShapedType::isDynamic(extents[axis]))
    return Builder(getContext()).getIndexAttr(extents[axis]);
  return getDynamicExtents()[llvm::count(extents.take_front(axis), ShapedType::kDynamic)];
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
  setNameFn(getResult(), getStage());
}

//===----------------------------------------------------------------------===//
// Parser and printer
//===----------------------------------------------------------------------===//

/// axes ::= `(` (bare-id `=` (integer | ssa-id) (`,` …)*)? `)`
static ParseResult parseAxes(OpAsmParser &parser, SmallVectorImpl<Attribute> &names,
                             SmallVectorImpl<int64_t> &extents,
                             SmallVectorImpl<OpAsmParser::UnresolvedOperand> &dynamicExtents) {
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    OpAsmParser::UnresolvedOperand extent;
    OptionalParseResult isValue = parser.parseOptionalOperand(extent);
    if (isValue.has_value()) {
      extents.push_back(ShapedType::kDynamic);
      dynamicExtents.push_back(extent);
      return *isValue;
    }
    return parser.parseInteger(extents.emplace_back());
  });
}

ParseResult ComputeOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  SmallVector<Attribute> names;
  SmallVector<int64_t> extents;
  SmallVector<OpAsmParser::UnresolvedOperand> dynamicExtents;
  std::string stage;
  if (parser.parseString(&stage) || parser.parseKeyword("axes") ||
      parseAxes(parser, names, extents, dynamicExtents))
    return failure();
  size_t numSpatial = extents.size();
  if (succeeded(parser.parseOptionalKeyword("reduce")) &&
      parseAxes(parser, names, extents, dynamicExtents))
    return failure();

  Combiner combiner = Combiner::None;
  if (succeeded(parser.parseOptionalKeyword("combine"))) {
    StringRef keyword;
    if (parser.parseLParen())
      return failure();
    SMLoc location = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword) || parser.parseRParen())
      return failure();
    std::optional<Combiner> parsed = symbolizeCombiner(keyword);
    if (!parsed)
      return parser.emitError(location, "expected a combiner, one of add, mul, min, max, got '")
             << keyword << "'";
    combiner = *parsed;
  }
  properties.stage = builder.getStringAttr(stage);
  properties.axis_names = builder.getArrayAttr(names);
  properties.extents = builder.getDenseI64ArrayAttr(extents);
  properties.num_reduce = builder.getI64IntegerAttr(extents.size() - numSpatial);
  properties.combiner = CombinerAttr::get(builder.getContext(), combiner);

  Type type;
  Region *body = result.addRegion();
  if (parser.parseColonType(type) || parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(dynamicExtents, builder.getIndexType(), result.operands) ||
      parser.parseRegion(*body))
    return failure();
  result.addTypes(type);
  return success();
}

void ComputeOp::print(OpAsmPrinter &printer) {
  unsigned dynamic = 0;
  auto printAxes = [&](StringRef keyword, unsigned begin, unsigned end) {
    printer << " " << keyword << "(";
    for (unsigned axis = begin; axis != end; ++axis) {
      printer << (axis == begin ? "" : ", ") << getAxisName(axis) << " = ";
      if (ShapedType::isDynamic(getExtents()[axis]))
        printer << getDynamicExtents()[dynamic++];
      else
        printer << getExtents()[axis];
    }
    printer << ")";
  };
  printer << " ";
  printer.printAttributeWithoutType(getStageAttr());
  printAxes("axes", 0, getNumSpatial());
  if (hasReduction())
    printAxes("reduce", getNumSpatial(), getNumAxes());
  if (getCombiner() != Combiner::None)
    printer << " combine(" << stringifyCombiner(getCombiner()) << ")";
  printer << " : " << getResult().getType();
  SmallVector<StringRef> elided(getAttributeNames());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << " ";
  printer.printRegion(getBody());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef name, StringRef alsoAllowed = "") {
  return !name.empty() && (llvm::isAlpha(name[0]) || name[0] == '_') &&
         llvm::all_of(
             name, [&](char c) { return llvm::isAlnum(c) || c == '_' || alsoAllowed.contains(c); });
}

/// (C1)
static LogicalResult verifyNames(ComputeOp op) {
  if (!isIdentifier(op.getStage(), "."))
    return op.emitOpError("(C1) expected the stage name to be made of letters, digits, '_' and "
                          "'.' and to begin with a letter or '_', got '")
           << op.getStage() << "'";
  llvm::StringSet<> seen;
  for (Attribute attribute : op.getAxisNames()) {
    StringRef name = cast<StringAttr>(attribute).getValue();
    if (!isIdentifier(name))
      return op.emitOpError("(C1) expected an axis name to be made of letters, digits and '_' and "
                            "to begin with a letter or '_', got '")
             << name << "'";
    if (!seen.insert(name).second)
      return op.emitOpError("(C1) expected unique axis names, got '")
             << name << "' twice; rename one of the two";
  }
  return success();
}

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

LogicalResult ComputeOp::verify() {
  if (failed(verifyNames(*this)) || failed(verifyExtents(*this)))
    return failure();
  if (getBody().empty() || getBody().getNumArguments() != getNumAxes())
    return emitOpError("(C3) expected the region to take one index argument for each of the ")
           << getNumAxes() << " axes, got "
           << (getBody().empty() ? 0 : getBody().getNumArguments());
  for (BlockArgument argument : getAxes())
    if (!argument.getType().isIndex())
      return emitOpError("(C3) expected axis '") << getAxisName(argument.getArgNumber())
                                                 << "' to be an index, got " << argument.getType();
  if (hasReduction() && getCombiner() == Combiner::None)
    return emitOpError("(C5) expected a combiner with reduction axes; add 'combine(add)' or "
                       "another one of add, mul, min, max");
  if (!hasReduction() && getCombiner() != Combiner::None)
    return emitOpError("(C5) expected reduction axes with 'combine(")
           << stringifyCombiner(getCombiner()) << ")'; add 'reduce(…)' or drop the combiner";
  return success();
}

LogicalResult ComputeOp::verifyRegions() {
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  if (!yield)
    return emitOpError("(C4) expected the region to end with te.yield");
  Type elementType = getTensorType().getElementType();
  if (!elementType.isIntOrIndexOrFloat())
    return emitOpError("(C4) expected integer, index or float elements, got ") << elementType;
  if (yield.getValue().getType() != elementType)
    return emitOpError("(C4) expected te.yield of the element type ")
           << elementType << ", got " << yield.getValue().getType();

  for (Operation &op : getBody().front().without_terminator()) {
    if (isa<ReadOp>(op))
      continue;
    auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
    if (op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
        llvm::all_of(op.getOperandTypes(), isScalar) && llvm::all_of(op.getResultTypes(), isScalar))
      continue;
    InFlightDiagnostic diagnostic =
        emitOpError("(C6) expected only te.read and pure, region-free operations on scalars, got '")
        << op.getName() << "'";
    diagnostic.attachNote(op.getLoc()) << "the operation; keep tensors and memory outside the "
                                          "region, and read elements by te.read";
    return diagnostic;
  }
  return success();
}
