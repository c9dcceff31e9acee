//===-- AxisSyntax.cpp - axes as text -------------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements AxisSyntax.h.
//
//===----------------------------------------------------------------------===//
#include "AxisSyntax.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl::te;

ParseResult dl::te::parseAxes(OpAsmParser &parser, ParsedAxes &axes) {
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    axes.names.push_back(parser.getBuilder().getStringAttr(name));
    OpAsmParser::UnresolvedOperand extent;
    OptionalParseResult isValue = parser.parseOptionalOperand(extent);
    if (isValue.has_value()) {
      axes.extents.push_back(ShapedType::kDynamic);
      axes.dynamicExtents.push_back(extent);
      return *isValue;
    }
    return parser.parseInteger(axes.extents.emplace_back());
  });
}

void dl::te::printAxes(OpAsmPrinter &printer, ArrayAttr names, ArrayRef<int64_t> extents,
                       ValueRange dynamicExtents, unsigned begin, unsigned end) {
  unsigned dynamic = llvm::count(extents.take_front(begin), ShapedType::kDynamic);
  printer << "(";
  for (unsigned axis = begin; axis != end; ++axis) {
    printer << (axis == begin ? "" : ", ") << cast<StringAttr>(names[axis]).getValue() << " = ";
    if (ShapedType::isDynamic(extents[axis]))
      printer << dynamicExtents[dynamic++];
    else
      printer << extents[axis];
  }
  printer << ")";
}

AxisList<Value> dl::te::getAxisList(OpBuilder &builder, ArrayRef<AxisSpec> axes) {
  AxisList<Value> list;
  for (const AxisSpec &axis : axes) {
    list.names.push_back(builder.getStringAttr(axis.name));
    if (auto value = dyn_cast<Value>(axis.extent)) {
      list.extents.push_back(ShapedType::kDynamic);
      list.dynamicExtents.push_back(value);
    } else {
      list.extents.push_back(cast<IntegerAttr>(cast<Attribute>(axis.extent)).getInt());
    }
  }
  return list;
}

Block *dl::te::createAxisBlock(OpBuilder &builder, OperationState &state, unsigned numAxes,
                               TypeRange others) {
  SmallVector<Type> types(numAxes, builder.getIndexType());
  llvm::append_range(types, others);
  SmallVector<Location> locations(types.size(), state.location);
  return builder.createBlock(state.regions.front().get(), {}, types, locations);
}

OpFoldResult dl::te::getMixedExtent(Operation *op, ArrayRef<int64_t> extents,
                                    ValueRange dynamicExtents, unsigned axis) {
  if (!ShapedType::isDynamic(extents[axis]))
    return Builder(op->getContext()).getIndexAttr(extents[axis]);
  return dynamicExtents[llvm::count(extents.take_front(axis), ShapedType::kDynamic)];
}

static bool isIdentifier(StringRef name, StringRef alsoAllowed = "") {
  return !name.empty() && (llvm::isAlpha(name[0]) || name[0] == '_') &&
         llvm::all_of(
             name, [&](char c) { return llvm::isAlnum(c) || c == '_' || alsoAllowed.contains(c); });
}

LogicalResult dl::te::verifyNames(Operation *op, StringRef stage, ArrayAttr names, StringRef rule) {
  if (!isIdentifier(stage, "."))
    return op->emitOpError("(")
           << rule
           << ") expected the stage name to be made of letters, digits, '_' and '.' and to begin "
              "with a letter or '_', got '"
           << stage << "'";
  llvm::StringSet<> seen;
  for (Attribute attribute : names) {
    StringRef name = cast<StringAttr>(attribute).getValue();
    if (!isIdentifier(name))
      return op->emitOpError("(")
             << rule
             << ") expected an axis name to be made of letters, digits and '_' and to begin with a "
                "letter or '_', got '"
             << name << "'";
    if (!seen.insert(name).second)
      return op->emitOpError("(") << rule << ") expected unique axis names, got '" << name
                                  << "' twice; rename one of the two";
  }
  return success();
}

LogicalResult dl::te::verifyScalarRegion(Operation *op, Region &region, bool reads,
                                         StringRef rule) {
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  for (Operation &inner : region.front().without_terminator()) {
    if (reads && isa<ReadOp>(inner))
      continue;
    if (inner.getNumRegions() == 0 && isMemoryEffectFree(&inner) &&
        llvm::all_of(inner.getOperandTypes(), isScalar) &&
        llvm::all_of(inner.getResultTypes(), isScalar))
      continue;
    InFlightDiagnostic diagnostic = op->emitOpError("(")
                                    << rule << ") expected only " << (reads ? "te.read and " : "")
                                    << "pure, region-free operations on scalars, got '"
                                    << inner.getName() << "'";
    diagnostic.attachNote(inner.getLoc())
        << "the operation; keep tensors and memory outside the region"
        << (reads ? ", and read elements by te.read" : "");
    return diagnostic;
  }
  return success();
}
