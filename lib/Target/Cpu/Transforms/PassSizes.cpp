//===-- PassSizes.cpp - dynamic buffers as addresses and sizes --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: functions on memrefs, some of dynamic shape. Out: each such argument is a buffer
// of one element and an index for each dynamic dim, so that bare pointers suffice.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dl::cpu {
#define GEN_PASS_DEF_PASSSIZESPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {

MemRefType getDynamicType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && !memref.hasStaticShape() ? memref : MemRefType();
}

/// The buffer of one element that stands for a dynamic one.
MemRefType getBaseType(MemRefType type) { return MemRefType::get({1}, type.getElementType()); }

struct PassSizesPass : public dl::cpu::impl::PassSizesPassBase<PassSizesPass> {
  using PassSizesPassBase::PassSizesPassBase;

  void runOnOperation() override {
    llvm::SmallPtrSet<StringAttr, 8> changed;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && llvm::any_of(func.getArgumentTypes(), getDynamicType)) {
        takeSizes(func);
        changed.insert(func.getSymNameAttr());
      }
    getOperation().walk([&](func::CallOp call) {
      if (changed.contains(call.getCalleeAttr().getAttr()))
        giveSizes(call);
    });
  }

private:
  void takeSizes(func::FuncOp func) {
    OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
    Location loc = func.getLoc();
    for (unsigned index = 0; index < func.getNumArguments(); ++index) {
      BlockArgument argument = func.getArgument(index);
      MemRefType type = getDynamicType(argument.getType());
      if (!type)
        continue;
      SmallVector<OpFoldResult> sizes, strides(type.getRank());
      unsigned next = index + 1;
      for (int64_t extent : type.getShape()) {
        if (!ShapedType::isDynamic(extent)) {
          sizes.push_back(builder.getIndexAttr(extent));
          continue;
        }
        (void)func.insertArgument(next, builder.getIndexType(), {}, loc);
        sizes.push_back(func.getArgument(next++));
      }
      OpFoldResult stride = builder.getIndexAttr(1);
      for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
        strides[dim] = stride;
        if (dim > 0)
          stride = multiply(builder, loc, stride, sizes[dim]);
      }
      argument.setType(getBaseType(type));
      auto whole = memref::ReinterpretCastOp::create(
          builder, loc, type, argument, OpFoldResult(builder.getIndexAttr(0)), sizes, strides);
      argument.replaceAllUsesExcept(whole, whole);
      index = next - 1;
    }
    func.setType(
        builder.getFunctionType(func.getBody().front().getArgumentTypes(), func.getResultTypes()));
  }

  static OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult a, OpFoldResult b) {
    auto number = [](OpFoldResult value) {
      auto attribute = dyn_cast<Attribute>(value);
      return attribute ? std::optional<int64_t>(cast<IntegerAttr>(attribute).getInt())
                       : std::nullopt;
    };
    if (number(a) && number(b))
      return builder.getIndexAttr(*number(a) * *number(b));
    auto toValue = [&](OpFoldResult value) -> Value {
      if (std::optional<int64_t> constant = number(value))
        return arith::ConstantIndexOp::create(builder, loc, *constant);
      return cast<Value>(value);
    };
    return builder.createOrFold<arith::MulIOp>(loc, toValue(a), toValue(b));
  }

  void giveSizes(func::CallOp call) {
    OpBuilder builder(call);
    Location loc = call.getLoc();
    SmallVector<Value> operands;
    for (Value operand : call.getOperands()) {
      MemRefType type = getDynamicType(operand.getType());
      if (!type) {
        operands.push_back(operand);
        continue;
      }
      OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
      operands.push_back(memref::ReinterpretCastOp::create(builder, loc, getBaseType(type), operand,
                                                           zero, ArrayRef<OpFoldResult>(one),
                                                           ArrayRef<OpFoldResult>(one)));
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          operands.push_back(builder.createOrFold<memref::DimOp>(loc, operand, dim));
    }
    call->setOperands(operands);
  }
};

} // namespace
