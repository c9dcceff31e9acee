//===-- Embed.cpp - an operator outside dl -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operator computes, as a te program. Lowering, fusion and the reference
// interpreter need nothing else.
//
//===----------------------------------------------------------------------===//
#include "Embed.h"

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "EmbedDialect.cpp.inc"
#define GET_OP_CLASSES
#include "Embed.cpp.inc"

using namespace mlir;

void embed::EmbedDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Embed.cpp.inc"
      >();
}

dl::FusionKind embed::SoftCapOp::getFusionKind() { return dl::FusionKind::Elementwise; }

LogicalResult embed::SoftCapOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                      StringRef prefix,
                                                      SmallVectorImpl<Value> &results) {
  auto type = cast<RankedTensorType>(getType());
  if (!type.hasStaticShape())
    return emitOpError("requires a static shape, got ") << type;
  SmallVector<dl::te::AxisSpec> axes;
  SmallVector<AffineExpr> indices;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    axes.push_back({"i" + std::to_string(dim), builder.getIndexAttr(extent)});
    indices.push_back(builder.getAffineDimExpr(dim));
  }
  auto element = [&](OpBuilder &body, Location loc, ValueRange position) -> Value {
    Value x = dl::te::ReadOp::create(body, loc, operands[0], indices, position);
    Value limit = arith::ConstantOp::create(body, loc, getLimitAttr());
    Value tanh = math::TanhOp::create(body, loc, arith::DivFOp::create(body, loc, x, limit));
    return arith::MulFOp::create(body, loc, limit, tanh);
  };
  results.push_back(dl::te::ComputeOp::create(builder, getLoc(), type, prefix, axes, {},
                                              dl::te::Combiner::None, element));
  return success();
}
