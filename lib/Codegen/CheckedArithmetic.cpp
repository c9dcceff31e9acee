//===-- CheckedArithmetic.cpp - sizes that do not wrap ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a function that computes sizes and stores them. Out: the same, where a value
// that was made of one that overflowed is stored as a mark. Each value of the function
// gets a flag beside it: its operands' flags and its own.
//
//===----------------------------------------------------------------------===//
#include "CheckedArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace {
class Checker {
public:
  explicit Checker(func::FuncOp func) : builder(func.getContext()) {
    for (Operation &op : llvm::make_early_inc_range(func.getBody().front()))
      check(op);
  }

private:
  void check(Operation &op) {
    Value flag;
    builder.setInsertionPoint(&op);
    for (Value operand : op.getOperands())
      flag = either(op.getLoc(), flag, flags.lookup(operand));
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (flag)
        store.getValueMutable().assign(mark(store, flag));
      return;
    }
    builder.setInsertionPointAfter(&op);
    if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) && op.getResult(0).getType().isIndex())
      flag = either(op.getLoc(), flag, createFlag(op));
    for (Value result : op.getResults())
      if (flag)
        flags[result] = flag;
  }

  Value either(Location loc, Value a, Value b) {
    if (!a || !b || a == b)
      return a ? a : b;
    return arith::OrIOp::create(builder, loc, a, b);
  }

  Value mark(memref::StoreOp store, Value flag) {
    Value tooLarge = arith::ConstantIndexOp::create(builder, store.getLoc(), INT64_MIN);
    return arith::SelectOp::create(builder, store.getLoc(), flag, tooLarge, store.getValue());
  }

  /// Whether a sum, difference or product is another one in 64 bits.
  Value createFlag(Operation &op) {
    Location loc = op.getLoc();
    auto widen = [&](Value value) -> Value {
      return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
    };
    Value a = widen(op.getOperand(0)), b = widen(op.getOperand(1));
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
    if (isa<arith::MulIOp>(op)) {
      auto whole = arith::MulSIExtendedOp::create(builder, loc, a, b);
      Value bits = arith::ConstantIntOp::create(builder, loc, 63, 64);
      Value sign = arith::ShRSIOp::create(builder, loc, whole.getLow(), bits);
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, whole.getHigh(), sign);
    }
    // A sum wraps where its sign is another than that of both terms; a difference
    // where the signs of its terms differ, and its own is not that of the first.
    Value result = widen(op.getResult(0));
    Value left = arith::XOrIOp::create(builder, loc, a, isa<arith::AddIOp>(op) ? result : b);
    Value right = arith::XOrIOp::create(builder, loc, isa<arith::AddIOp>(op) ? b : a, result);
    Value both = arith::AndIOp::create(builder, loc, left, right);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, both, zero);
  }

  OpBuilder builder;
  llvm::DenseMap<Value, Value> flags;
};
} // namespace

void dl::codegen::checkArithmetic(func::FuncOp func) { Checker checker(func); }
