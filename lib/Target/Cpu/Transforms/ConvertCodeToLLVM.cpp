//===-- ConvertCodeToLLVM.cpp - bodies of functions to the llvm dialect ---===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: branches, memrefs, arithmetic and vectors whose transfers have rank one.
// Out: the llvm dialect in functions of func, all of it by one conversion.
//
//===----------------------------------------------------------------------===//
#include "PatternGroups.h"

#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/AMX/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"

namespace dl::cpu {
#define GEN_PASS_DEF_CONVERTCODETOLLVMPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// To what the llvm dialect has an operation for: vectors of rank one, whole or masked.
static void populateVectorPatterns(RewritePatternSet &patterns) {
  vector::populateVectorToVectorCanonicalizationPatterns(patterns);
  vector::populateVectorBitCastLoweringPatterns(patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorContractLoweringPatterns(patterns, vector::VectorContractLowering::Dot);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorInterleaveLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(patterns,
                                                  vector::VectorTransposeLowering::EltWise);
  vector::populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
  vector::populateVectorMaskMaterializationPatterns(patterns, /*force32BitVectorIndices=*/true);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  vector::populateVectorRankReducingFMAPattern(patterns);
  vector::populateVectorGatherLoweringPatterns(patterns);
  vector::populateVectorFromElementsUnrollPatterns(patterns);
  vector::populateVectorToElementsUnrollPatterns(patterns);
}

namespace {

/// What one conversion needs, made once for all modules.
struct Conversion {
  explicit Conversion(MLIRContext *context)
      : options(context), converter(context, options), target(*context) {
    RewritePatternSet set(context);
    vector::populateVectorTransferLoweringPatterns(set);
    populateVectorToLLVMConversionPatterns(converter, set, /*reassociateFPReductions=*/true,
                                           /*force32BitVectorIndices=*/true);
    ub::populateUBToLLVMConversionPatterns(converter, set);
    populateAMXLegalizeForLLVMExportPatterns(converter, set);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, set);
    arith::populateArithToLLVMConversionPatterns(converter, set);
    index::populateIndexToLLVMConversionPatterns(converter, set);
    cf::populateControlFlowToLLVMConversionPatterns(converter, set);
    cf::populateAssertToLLVMConversionPattern(converter, set);
    patterns = std::move(set);
    target.addIllegalDialect<vector::VectorDialect, ub::UBDialect, memref::MemRefDialect,
                             arith::ArithDialect, index::IndexDialect, cf::ControlFlowDialect>();
    configureAMXLegalizeForExportTarget(target);
    target.addLegalOp<UnrealizedConversionCastOp>();
  }

  LowerToLLVMOptions options;
  LLVMTypeConverter converter;
  LLVMConversionTarget target;
  FrozenRewritePatternSet patterns;
};

struct ConvertCodeToLLVMPass
    : public dl::cpu::impl::ConvertCodeToLLVMPassBase<ConvertCodeToLLVMPass> {
  using ConvertCodeToLLVMPassBase::ConvertCodeToLLVMPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    vectors.add(context, populateVectorPatterns);
    conversion = std::make_shared<Conversion>(context);
    return success();
  }

  void runOnOperation() override {
    (void)vectors.applyAll(getOperation(), /*mostRounds=*/10);
    if (failed(applyPartialConversion(getOperation(), conversion->target, conversion->patterns)))
      signalPassFailure();
  }

private:
  dl::cpu::PatternGroups vectors;
  /// Threads have passes of their own, which share it.
  std::shared_ptr<Conversion> conversion;
};
} // namespace
