//===-- DeclareIntrinsics.cpp - vdla-declare-intrinsics -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dl::vdla {
#define GEN_PASS_DEF_DECLAREINTRINSICSPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl;
using namespace dl::vdla;

/// The product of two numbers, widened.
static Value buildProduct(OpBuilder &builder, Location loc, Type wide, Value a, Value b) {
  Value x = arith::ExtSIOp::create(builder, loc, wide, a);
  Value y = arith::ExtSIOp::create(builder, loc, wide, b);
  return arith::MulIOp::create(builder, loc, x, y);
}

static void buildFormula(OpBuilder &builder, Location loc, Block &block, RankedTensorType sums,
                         int64_t inputs) {
  Value a = block.getArgument(0), b = block.getArgument(1);
  te::AxisSpec outputAxis{"o", builder.getIndexAttr(sums.getDimSize(0))};
  te::AxisSpec inputAxis{"i", builder.getIndexAttr(inputs)};
  auto compute = te::ComputeOp::create(
      builder, loc, sums, "gemm", outputAxis, inputAxis, te::Combiner::Add,
      [&](OpBuilder &body, Location where, ValueRange axes) -> Value {
        AffineExpr first = body.getAffineDimExpr(0), second = body.getAffineDimExpr(1);
        Value x = te::ReadOp::create(body, where, a, ArrayRef<AffineExpr>{first}, axes[1]);
        Value y = te::ReadOp::create(body, where, b, ArrayRef<AffineExpr>{first, second},
                                     ValueRange{axes[0], axes[1]});
        return buildProduct(body, where, sums.getElementType(), x, y);
      });
  schedule::YieldOp::create(builder, loc, compute.getResult());
}

static void buildImplementation(OpBuilder &builder, Location loc, Block &block) {
  AffineExpr o = builder.getAffineDimExpr(0), i = builder.getAffineDimExpr(1);
  auto map = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(2, 0, results, builder.getContext());
  };
  Value sums = block.getArgument(2);
  auto loops = linalg::GenericOp::create(
      builder, loc, sums.getType(), block.getArguments().take_front(2), sums,
      ArrayRef<AffineMap>{map({i}), map({o, i}), map({o})},
      ArrayRef<utils::IteratorType>{utils::IteratorType::parallel, utils::IteratorType::reduction},
      [](OpBuilder &body, Location where, ValueRange values) {
        Value product = buildProduct(body, where, values[2].getType(), values[0], values[1]);
        Value sum = arith::AddIOp::create(body, where, values[2], product);
        linalg::YieldOp::create(body, where, sum);
      });
  schedule::YieldOp::create(builder, loc, loops.getResult(0));
}

namespace {
struct DeclareIntrinsicsPass
    : public dl::vdla::impl::DeclareIntrinsicsPassBase<DeclareIntrinsicsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<ConfigAttr> config = getConfig(module);
    if (failed(config))
      return signalPassFailure();
    const Config &machine = config->getModel().getConfig();
    StringRef name = VdlaDialect::getGemmName();
    // Axes of one iteration are none of an intrinsic.
    if (machine.tile.batch != 1 || machine.tile.blockIn < 2 || machine.tile.blockOut < 2 ||
        module.lookupSymbol(name))
      return;
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    auto tensor = [&](ArrayRef<int64_t> shape, int64_t bits) {
      return RankedTensorType::get(shape, builder.getIntegerType(unsigned(bits)));
    };
    Location loc = module.getLoc();
    SmallVector<Type> types = {
        tensor({machine.tile.blockIn}, machine.bits.inp),
        tensor({machine.tile.blockOut, machine.tile.blockIn}, machine.bits.wgt)};
    RankedTensorType sums = tensor({machine.tile.blockOut}, machine.bits.acc);
    auto intrinsic =
        schedule::IntrinsicOp::create(builder, loc, name, StringAttr(), StringAttr(), ArrayAttr());
    SmallVector<Location> locations(2, loc);
    Block *formula = builder.createBlock(&intrinsic.getFormula(), {}, types, locations);
    buildFormula(builder, loc, *formula, sums, machine.tile.blockIn);
    types.push_back(sums);
    locations.push_back(loc);
    Block *code = builder.createBlock(&intrinsic.getImplementation(), {}, types, locations);
    buildImplementation(builder, loc, *code);
  }
};
} // namespace
