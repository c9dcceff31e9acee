//===-- LowerChecks.cpp - checks that may end a run -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: @main as blocks, with te.check_indices on memrefs. Out: calls of the run-time
// library, after which @main goes on or returns the status.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/NodeNames.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOWERCHECKSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl::codegen;
using namespace dl::cpu;

namespace {

constexpr llvm::StringLiteral checkIndicesName = "dlc_check_indices";

struct LowerChecksPass : public dl::cpu::impl::LowerChecksPassBase<LowerChecksPass> {
  using LowerChecksPassBase::LowerChecksPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main)
      return;
    SmallVector<dl::te::CheckIndicesOp> checks;
    main.walk([&](dl::te::CheckIndicesOp check) { checks.push_back(check); });
    if (checks.empty())
      return;
    if (main.getNumArguments() == 0 || !isa<LLVM::LLVMPointerType>(main.getArgument(0).getType()) ||
        main.getNumResults()) {
      emitError(main.getLoc(), "expected @main to take the run's handle first and to return "
                               "nothing; run dl-describe-model before");
      return signalPassFailure();
    }
    for (dl::te::CheckIndicesOp check : checks)
      if (!isa<MemRefType>(check.getIndices().getType())) {
        check.emitOpError("expected indices in a buffer; bufferize before");
        return signalPassFailure();
      }
    returnStatus(main);
    declareLibrary();
    for (auto [number, check] : llvm::enumerate(checks))
      lower(main, check, number);
  }

private:
  /// @main returns 0 where it returned nothing.
  void returnStatus(func::FuncOp main) {
    OpBuilder builder(main.getContext());
    Type i32 = builder.getI32Type();
    main.walk([&](func::ReturnOp ret) {
      builder.setInsertionPoint(ret);
      Value ok = arith::ConstantIntOp::create(builder, ret.getLoc(), 0, 32);
      ret->setOperands(ok);
    });
    main.setType(builder.getFunctionType(main.getArgumentTypes(), i32));
  }

  void declareLibrary() {
    OpBuilder builder = OpBuilder::atBlockBegin(getOperation().getBody());
    Type pointer = LLVM::LLVMPointerType::get(&getContext()), i64 = builder.getI64Type(),
         i32 = builder.getI32Type();
    auto type =
        builder.getFunctionType({pointer, pointer, pointer, i64, i64, i64, i32, i64}, {i32});
    func::FuncOp::create(builder, getOperation().getLoc(), checkIndicesName, type).setPrivate();
  }

  ///   te.check_indices %i within(%n) : memref<4xi64>
  /// becomes
  ///   %status = call @dlc_check_indices(%run, %nodes, %address, …)
  ///   cf.cond_br %status != 0, ^return(%status), ^rest
  void lower(func::FuncOp main, dl::te::CheckIndicesOp check, unsigned number) {
    OpBuilder builder(check);
    Location loc = check.getLoc();
    auto type = cast<MemRefType>(check.getIndices().getType());
    Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
    auto constant = [&](int64_t value) {
      return arith::ConstantIntOp::create(builder, loc, value, 64).getResult();
    };
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, check.getIndices());
    Value pointer = LLVM::IntToPtrOp::create(
        builder, loc, LLVM::LLVMPointerType::get(&getContext()),
        arith::IndexCastOp::create(builder, loc, i64, address).getResult());
    Value size = arith::ConstantIndexOp::create(builder, loc, 1);
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      Value extent = memref::DimOp::create(builder, loc, check.getIndices(), dim);
      size = arith::MulIOp::create(builder, loc, size, extent);
    }
    size = arith::IndexCastOp::create(builder, loc, i64, size);
    Value nodes = createNodeNames(builder, loc, "check_nodes_" + llvm::Twine(number));
    Value bits = arith::ConstantIntOp::create(builder, loc, type.getElementTypeBitWidth(), 32);
    Value step = constant(check.getExtents().size());
    Value status = arith::ConstantIntOp::create(builder, loc, 0, 32);
    for (auto [first, extent] : llvm::enumerate(check.getExtents())) {
      Value operands[] = {main.getArgument(0),
                          nodes,
                          pointer,
                          constant(first),
                          step,
                          size,
                          bits,
                          arith::IndexCastOp::create(builder, loc, i64, extent)};
      auto call = func::CallOp::create(builder, loc, checkIndicesName, i32, ValueRange(operands));
      status = arith::OrIOp::create(builder, loc, status, call.getResult(0));
    }
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
    Value failed = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, status, zero);
    Block *before = check->getBlock();
    Block *rest = before->splitBlock(check);
    Block *exit = builder.createBlock(&main.getBody(), main.getBody().end(), i32, loc);
    func::ReturnOp::create(builder, loc, exit->getArguments());
    builder.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(builder, loc, failed, exit, status, rest, ValueRange());
    check.erase();
  }
};

} // namespace
