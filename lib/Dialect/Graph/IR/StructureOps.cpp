//===-- StructureOps.cpp - constants and groups -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, verification and rewrites of constant, fused and yield.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  // (C1)
  auto type = dyn_cast<RankedTensorType>(adaptor.getValue().getType());
  if (!type || !type.hasStaticShape())
    return inferError(loc, "constant", "expected a ranked tensor of static shape, got ",
                      adaptor.getValue().getType());
  types.push_back(type);
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

YieldOp FusedOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

ParseResult FusedOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr root, device;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> results;
  if (parser.parseKeyword("root") || parser.parseLParen() || parser.parseAttribute(root) ||
      parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("device")) &&
      (parser.parseLParen() || parser.parseAttribute(device) || parser.parseRParen()))
    return failure();
  auto parseInput = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(parser.parseArgument(argument) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()) ||
                   parser.parseColonType(argument.type));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseInput) ||
      parser.parseArrow() || parser.parseTypeList(results) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (auto [operand, argument] : llvm::zip_equal(operands, arguments))
    if (parser.resolveOperand(operand, argument.type, result.operands))
      return failure();
  result.addTypes(results);
  result.getOrAddProperties<Properties>().root = root;
  result.getOrAddProperties<Properties>().device = device;
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void FusedOp::print(OpAsmPrinter &printer) {
  printer << " root(" << getRootAttr() << ") ";
  if (getDeviceAttr())
    printer << "device(" << getDeviceAttr() << ") ";
  printer << "(";
  llvm::interleaveComma(llvm::zip_equal(getBody().getArguments(), getInputs()), printer,
                        [&](auto pair) {
                          auto [argument, input] = pair;
                          printer << argument << " = " << input << " : " << input.getType();
                        });
  printer << ") -> ";
  llvm::interleaveComma(getResultTypes(), printer);
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"root", "device"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult FusedOp::verifyRegions() {
  // (C1)
  if (TypeRange(getBody().getArguments()) != TypeRange(getInputs()))
    return emitOpError("expected region arguments of the operands' types, got ")
           << TypeRange(getBody().getArguments()) << " for " << TypeRange(getInputs());
  // (C4)
  if (getDevice() && getDevice()->empty())
    return emitOpError("expected the device to have a name, got \"\": leave it out for the CPU");
  TypeRange yielded(getYield().getValues());
  if (yielded != getResultTypes())
    return (emitOpError("expected to yield values of the result types ")
            << getResultTypes() << ", got " << yielded)
               .attachNote(getYield().getLoc())
           << "yielded here";
  bool found = false;
  for (Operation &op : getBody().front().without_terminator()) {
    // (C2)
    if (!isa<ConstantOp, FusionOpInterface>(op))
      return (emitOpError("expected operators and constants only, got '")
              << op.getName() << "': leave it outside of the group")
                 .attachNote(op.getLoc())
             << "the op is here";
    found |= op.getName().getStringRef() == getRoot();
  }
  // (C3)
  if (!found)
    return emitOpError("expected the root to name an op of the region, got \"") << getRoot() << '"';
  return success();
}

namespace {
/// Drops results that nobody uses and operands that the region does not read.
///
///   %0:2 = graph.fused (%a = %x, %b = %y) { … yield %1, %2 }  // %0#1, %b unused
///   ->  %0 = graph.fused (%a = %x) { … yield %1 }
struct DropUnusedGroupValues : OpRewritePattern<FusedOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FusedOp op, PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    llvm::BitVector deadInputs(op.getInputs().size()), deadResults(op.getNumResults());
    for (BlockArgument argument : body.getArguments())
      if (argument.use_empty())
        deadInputs.set(argument.getArgNumber());
    for (OpResult result : op.getResults())
      if (result.use_empty())
        deadResults.set(result.getResultNumber());
    // A group without results is dead as a whole and goes as such.
    if (deadResults.all() || (deadInputs.none() && deadResults.none()))
      return rewriter.notifyMatchFailure(op, "every operand and result is used");
    SmallVector<Value> inputs, yielded, kept;
    for (auto [i, input] : llvm::enumerate(op.getInputs()))
      if (!deadInputs[i])
        inputs.push_back(input);
    for (auto [i, value] : llvm::enumerate(op.getYield().getValues()))
      if (!deadResults[i]) {
        yielded.push_back(value);
        kept.push_back(op.getResult(i));
      }
    auto smaller = FusedOp::create(rewriter, op.getLoc(), TypeRange(ValueRange(yielded)), inputs,
                                   op.getRootAttr(), op.getDeviceAttr());
    rewriter.modifyOpInPlace(op, [&] {
      op.getYield().getValuesMutable().assign(yielded);
      body.eraseArguments(deadInputs);
    });
    rewriter.inlineRegionBefore(op.getBody(), smaller.getBody(), smaller.getBody().end());
    for (auto [from, to] : llvm::zip_equal(kept, smaller.getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void FusedOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropUnusedGroupValues>(context);
}
