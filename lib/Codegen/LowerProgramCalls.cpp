//===-- LowerProgramCalls.cpp - kernels of an accelerator -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-lower-program-calls. In: @main with the run's handle, kernels with `dl.program`. Out: calls of
// the run-time library in place of calls of these kernels.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/NodeNames.h"
#include "dl/Codegen/Passes.h"
#include "dl/Dialect/Dl/IR/Dl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dl::codegen {
#define GEN_PASS_DEF_LOWERPROGRAMCALLSPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;

static constexpr llvm::StringLiteral runProgramName = "dlc_run_program";

namespace {
struct LowerProgramCallsPass
    : public dl::codegen::impl::LowerProgramCallsPassBase<LowerProgramCallsPass> {
  using LowerProgramCallsPassBase::LowerProgramCallsPassBase;

  void runOnOperation() override {
    llvm::StringRef attribute = dl::DlDialect::getProgramAttrName();
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(attribute))
        kernels.push_back(function);
    if (kernels.empty())
      return;
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main || main.getNumArguments() == 0 ||
        !isa<LLVM::LLVMPointerType>(main.getArgument(0).getType())) {
      emitError(getOperation().getLoc(), "expected @main to take the run's handle first; run "
                                         "dl-describe-model before");
      return signalPassFailure();
    }
    if (failed(checkNumbers(kernels)))
      return signalPassFailure();
    declareLibrary();
    SmallVector<std::pair<func::CallOp, func::FuncOp>> calls;
    main.walk([&](func::CallOp call) {
      auto callee = getOperation().lookupSymbol<func::FuncOp>(call.getCallee());
      if (callee && callee->hasAttr(attribute))
        calls.push_back({call, callee});
    });
    for (auto [number, pair] : llvm::enumerate(calls))
      if (failed(lower(main, pair.first, pair.second, number)))
        return signalPassFailure();
    for (func::FuncOp kernel : kernels)
      kernel.erase();
  }

private:
  /// Each kernel is one of the programs that the model brings along.
  LogicalResult checkNumbers(llvm::ArrayRef<func::FuncOp> kernels) {
    auto model = getOperation()->getAttrOfType<DictionaryAttr>(dl::DlDialect::getModelAttrName());
    auto accelerator = model ? model.getAs<DictionaryAttr>("accelerator") : DictionaryAttr();
    auto programs = accelerator ? accelerator.getAs<ArrayAttr>("programs") : ArrayAttr();
    size_t count = programs ? programs.size() : 0;
    for (func::FuncOp kernel : kernels) {
      auto number = kernel->getAttrOfType<IntegerAttr>(dl::DlDialect::getProgramAttrName());
      if (!number || number.getValue().uge(count))
        return kernel.emitOpError("expected to be one of the ")
               << count << " programs of the model's accelerator, got "
               << kernel->getAttr(dl::DlDialect::getProgramAttrName());
    }
    return success();
  }

  void declareLibrary() {
    OpBuilder builder = OpBuilder::atBlockBegin(getOperation().getBody());
    Type pointer = LLVM::LLVMPointerType::get(&getContext()), i32 = builder.getI32Type();
    auto type = builder.getFunctionType({pointer, pointer, i32, pointer, i32}, {i32});
    func::FuncOp::create(builder, getOperation().getLoc(), runProgramName, type).setPrivate();
  }

  ///   call @conv(%x, %y)
  /// becomes
  ///   %spans = llvm.alloca of {address, bytes} for each operand, stored to
  ///   call @dlc_run_program(%run, %nodes, program, %spans, 2)
  LogicalResult lower(func::FuncOp main, func::CallOp call, func::FuncOp kernel, unsigned number) {
    Location loc = call.getLoc();
    for (Value operand : call.getOperands()) {
      auto type = dyn_cast<MemRefType>(operand.getType());
      if (!type || !type.getLayout().isIdentity() || !type.hasStaticShape() ||
          type.getElementTypeBitWidth() % 8 != 0)
        return call.emitOpError("expected row-major buffers of whole bytes as operands of a "
                                "program, got ")
               << operand.getType();
    }
    OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
    Type pointer = LLVM::LLVMPointerType::get(&getContext()), i64 = builder.getI64Type(),
         i32 = builder.getI32Type();
    auto span = LLVM::LLVMStructType::getLiteral(&getContext(), {pointer, i64});
    Value count = arith::ConstantIntOp::create(builder, loc, call.getNumOperands(), 32);
    Value spans = LLVM::AllocaOp::create(builder, loc, pointer, span, count);
    builder.setInsertionPoint(call);
    int32_t position = 0;
    for (Value operand : call.getOperands()) {
      auto type = cast<MemRefType>(operand.getType());
      Value address = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, operand);
      Value data = LLVM::IntToPtrOp::create(
          builder, loc, pointer,
          arith::IndexCastOp::create(builder, loc, i64, address).getResult());
      Value bytes = arith::ConstantIntOp::create(
          builder, loc, type.getNumElements() * type.getElementTypeBitWidth() / 8, 64);
      auto store = [&](int32_t field, Value value) {
        Value place = LLVM::GEPOp::create(
            builder, loc, pointer, span, spans,
            llvm::ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(position), LLVM::GEPArg(field)});
        LLVM::StoreOp::create(builder, loc, value, place);
      };
      store(0, data);
      store(1, bytes);
      ++position;
    }
    auto program = kernel->getAttrOfType<IntegerAttr>(dl::DlDialect::getProgramAttrName());
    Value operands[] = {
        main.getArgument(0), createNodeNames(builder, loc, "program_nodes_" + llvm::Twine(number)),
        arith::ConstantIntOp::create(builder, loc, program.getInt(), 32), spans, count};
    func::CallOp::create(builder, loc, runProgramName, i32, ValueRange(operands));
    call.erase();
    return success();
  }
};
} // namespace
