//===-- TeRead.cpp - te.read -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parser, printer, builders, verifier and canonicalization of te.read.
//
//===----------------------------------------------------------------------===//
#include "AxisSyntax.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace dl::te;

//===----------------------------------------------------------------------===//
// Building and queries
//===----------------------------------------------------------------------===//

void ReadOp::build(OpBuilder &builder, OperationState &state, Value source,
                   ArrayRef<AffineExpr> indices, ValueRange operands) {
  build(builder, state, source, indices, operands, ArrayRef<AffineExpr>(), Value());
}

void ReadOp::build(OpBuilder &builder, OperationState &state, Value source,
                   ArrayRef<AffineExpr> indices, ValueRange operands,
                   ArrayRef<AffineExpr> constraints, Value otherwise) {
  SmallVector<Value> values(operands);
  AffineMap map = AffineMap::get(values.size(), 0, indices, builder.getContext());
  IntegerSet predicate;
  if (!constraints.empty())
    predicate = IntegerSet::get(values.size(), 0, constraints,
                                SmallVector<bool>(constraints.size(), false));
  canonicalizeIndexing(map, predicate, values);
  Type type = cast<RankedTensorType>(source.getType()).getElementType();
  build(builder, state, type, source, values, predicate ? otherwise : Value(),
        AffineMapAttr::get(map), predicate ? IntegerSetAttr::get(predicate) : IntegerSetAttr());
}

bool ReadOp::isAffine() {
  std::optional<AxisScope> scope = getAxisScope(*this);
  return scope && llvm::all_of(getIndexOperands(),
                               [&](Value operand) { return scope->getAxis(operand).has_value(); });
}

//===----------------------------------------------------------------------===//
// Parser and printer
//===----------------------------------------------------------------------===//

namespace {
/// Index operands of one read: several expressions share one list of dims.
struct IndexOperands {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;

  unsigned getDim(const OpAsmParser::UnresolvedOperand &operand) {
    for (auto [position, known] : llvm::enumerate(operands))
      if (known.name == operand.name && known.number == operand.number)
        return position;
    operands.push_back(operand);
    return operands.size() - 1;
  }

  /// Parses one affine expression over SSA names, its dims renumbered to `operands`.
  ParseResult parseExpr(OpAsmParser &parser, AffineExpr &expr) {
    SmallVector<OpAsmParser::UnresolvedOperand> dims, symbols;
    SMLoc location = parser.getCurrentLocation();
    if (parser.parseAffineExprOfSSAIds(dims, symbols, expr))
      return failure();
    if (!symbols.empty())
      return parser.emitError(location, "(R1) expected no symbols in an index expression");
    SmallVector<AffineExpr> replacement;
    for (const OpAsmParser::UnresolvedOperand &dim : dims)
      replacement.push_back(getAffineDimExpr(getDim(dim), parser.getContext()));
    expr = expr.replaceDims(replacement);
    return success();
  }
};
} // namespace

/// constraint ::= affine-expr (`>=` | `==`) `0`
static ParseResult parseConstraint(OpAsmParser &parser, IndexOperands &operands,
                                   SmallVectorImpl<AffineExpr> &constraints,
                                   SmallVectorImpl<bool> &isEquality) {
  if (operands.parseExpr(parser, constraints.emplace_back()))
    return failure();
  bool isGreater = succeeded(parser.parseOptionalGreater());
  isEquality.push_back(!isGreater);
  if (parser.parseEqual() || (!isGreater && parser.parseEqual()))
    return failure();
  int64_t zero;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseInteger(zero))
    return failure();
  if (zero != 0)
    return parser.emitError(location, "expected 0 on the right of a constraint, got ")
           << zero << "; subtract it on the left";
  return success();
}

ParseResult ReadOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  OpAsmParser::UnresolvedOperand source, otherwise;
  IndexOperands operands;
  SmallVector<AffineExpr> indices, constraints;
  SmallVector<bool> isEquality;
  if (parser.parseOperand(source) ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&]() {
        return operands.parseExpr(parser, indices.emplace_back());
      }))
    return failure();
  bool isGuarded = succeeded(parser.parseOptionalKeyword("where"));
  if (isGuarded &&
      (parser.parseCommaSeparatedList(
           OpAsmParser::Delimiter::Paren,
           [&]() { return parseConstraint(parser, operands, constraints, isEquality); }) ||
       parser.parseKeyword("else") || parser.parseOperand(otherwise)))
    return failure();
  SMLoc location = parser.getCurrentLocation();
  if (isGuarded && constraints.empty())
    return parser.emitError(location, "(R3) expected at least one constraint after 'where'");

  Type type;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  location = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  auto sourceType = dyn_cast<RankedTensorType>(type);
  if (!sourceType)
    return parser.emitError(location, "expected the type of the source, a ranked tensor, got ")
           << type;
  unsigned numDims = operands.operands.size();
  properties.map = AffineMapAttr::get(AffineMap::get(numDims, 0, indices, builder.getContext()));
  if (isGuarded)
    properties.predicate =
        IntegerSetAttr::get(IntegerSet::get(numDims, 0, constraints, isEquality));
  properties.operandSegmentSizes = {1, static_cast<int32_t>(numDims), isGuarded ? 1 : 0};
  result.addTypes(sourceType.getElementType());
  if (parser.resolveOperand(source, sourceType, result.operands) ||
      parser.resolveOperands(operands.operands, builder.getIndexType(), result.operands))
    return failure();
  return isGuarded ? parser.resolveOperand(otherwise, sourceType.getElementType(), result.operands)
                   : success();
}

void ReadOp::print(OpAsmPrinter &printer) {
  printer << " " << getSource() << "[";
  printer.printAffineMapOfSSAIds(getMapAttr(), getIndexOperands());
  printer << "]";
  if (std::optional<IntegerSet> predicate = getPredicate()) {
    printer << " where(";
    for (unsigned i = 0, e = predicate->getNumConstraints(); i != e; ++i) {
      printer << (i ? ", " : "");
      printer.printAffineExprOfSSAIds(predicate->getConstraint(i), getIndexOperands(), {});
      printer << (predicate->isEq(i) ? " == 0" : " >= 0");
    }
    printer << ") else " << getOtherwise();
  }
  SmallVector<StringRef> elided(getAttributeNames());
  elided.push_back(getOperandSegmentSizesAttrName());
  printer.printOptionalAttrDict((*this)->getAttrs(), elided);
  printer << " : " << getSource().getType();
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Whether each floordiv, ceildiv and mod is by a positive number.
static bool dividesByPositive(AffineExpr expr) {
  bool isPositive = true;
  expr.walk([&](AffineExpr inner) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(inner);
    if (!binary || inner.getKind() == AffineExprKind::Add || inner.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    isPositive &= divisor && divisor.getValue() > 0;
  });
  return isPositive;
}

LogicalResult ReadOp::verify() {
  RankedTensorType type = getSourceType();
  AffineMap map = getMap();
  unsigned numOperands = getIndexOperands().size();
  if (map.getNumResults() != type.getRank())
    return emitOpError("(R1) expected one index expression for each of the ")
           << type.getRank() << " dimensions of " << type << ", got " << map.getNumResults();
  if (map.getNumSymbols() != 0 || map.getNumDims() != numOperands)
    return emitOpError("(R1) expected a map over ")
           << numOperands << " dims and no symbols, one dim for each index operand, got "
           << map.getNumDims() << " dims and " << map.getNumSymbols() << " symbols";
  std::optional<IntegerSet> predicate = getPredicate();
  if (predicate && (predicate->getNumSymbols() != 0 || predicate->getNumDims() != numOperands))
    return emitOpError("(R1) expected a predicate over ")
           << numOperands << " dims and no symbols, one dim for each index operand, got "
           << predicate->getNumDims() << " dims and " << predicate->getNumSymbols() << " symbols";
  if (getResult().getType() != type.getElementType())
    return emitOpError("(R2) expected the result to be of the element type of ")
           << type << ", got " << getResult().getType();
  if (predicate.has_value() != static_cast<bool>(getOtherwise()))
    return emitOpError("(R3) expected a predicate and an 'else' value together, got only ")
           << (predicate ? "a predicate" : "an 'else' value");
  if (getOtherwise() && getOtherwise().getType() != getResult().getType())
    return emitOpError("(R3) expected the 'else' value to be of the result type ")
           << getResult().getType() << ", got " << getOtherwise().getType();
  std::optional<AxisScope> scope = getAxisScope(*this);
  if (!scope)
    return emitOpError("(R4) expected to stand directly inside a te.compute or te.scatter");
  for (AffineExpr expr : llvm::concat<const AffineExpr>(
           map.getResults(), predicate ? predicate->getConstraints() : ArrayRef<AffineExpr>()))
    if (!expr.isPureAffine() || !dividesByPositive(expr))
      return emitOpError("(R6) expected floordiv, ceildiv and mod by positive numbers and products "
                         "with numbers only, got an expression of another form");
  return verifyReadBounds(*this, *scope);
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Operands that are equal or unused go:
///   read %x[d0 + d1] of (%i, %i, %j)  →  read %x[d0 * 2] of (%i)
struct CanonicalizeReadIndexing : OpRewritePattern<ReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReadOp op, PatternRewriter &rewriter) const override {
    AffineMap map = op.getMap();
    IntegerSet predicate = op.getPredicate().value_or(IntegerSet());
    SmallVector<Value> operands(op.getIndexOperands());
    canonicalizeIndexing(map, predicate, operands);
    if (map == op.getMap() && predicate == op.getPredicate().value_or(IntegerSet()))
      return rewriter.notifyMatchFailure(op, "index operands are in canonical form");
    rewriter.modifyOpInPlace(op, [&] {
      op.getIndexOperandsMutable().assign(operands);
      op.setMap(map);
      if (predicate)
        op.setPredicate(predicate);
    });
    return success();
  }
};
} // namespace

void ReadOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<CanonicalizeReadIndexing>(context);
}
