//===-- DescribeKernelMemory.cpp - alignment and overlap of buffers -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-describe-kernel-memory. Input: outlined kernels and their launches. Output:
// the same, with what LLVM may rely on at kernels' arguments and memory of a block.
//
//===----------------------------------------------------------------------===//
#include "BoundLoops.h"

#include "dl/Target/Gpu/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_DESCRIBEKERNELMEMORYPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;
using namespace dl;

/// Bytes of the longest load and store of a thread.
static constexpr int64_t alignment = 16;

/// True for a buffer that is no part of another one: what no view was made of. Constants,
/// which nobody writes, may be the same.
static bool isWhole(Value buffer) {
  return isa<BlockArgument>(buffer) ||
         isa<memref::AllocOp, memref::GetGlobalOp>(buffer.getDefiningOp());
}

/// True where no two buffers of a launch share an element.
static bool areApart(mlir::gpu::LaunchFuncOp launch) {
  llvm::SmallPtrSet<Value, 8> buffers;
  return llvm::all_of(launch.getKernelOperands(), [&](Value operand) {
    return !isa<MemRefType>(operand.getType()) ||
           (isWhole(operand) && buffers.insert(operand).second);
  });
}

static LogicalResult checkSizes(mlir::gpu::LaunchFuncOp launch) {
  for (Value operand : launch.getKernelOperands())
    if (auto type = dyn_cast<MemRefType>(operand.getType()); type && !type.hasStaticShape())
      return gpu_target::emitError(launch)
             << "has an operand of type " << type
             << ", but launches pass pointers and no sizes; give sizes that are known only at "
                "run time constants";
  return success();
}

static void describe(mlir::gpu::GPUFuncOp kernel, ArrayRef<mlir::gpu::LaunchFuncOp> launches) {
  Builder builder(kernel.getContext());
  Attribute aligned = builder.getI64IntegerAttr(alignment);
  bool isRestrict = llvm::all_of(launches, areApart);
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
    if (!isa<MemRefType>(kernel.getArgument(index).getType()))
      continue;
    if (llvm::all_of(launches, [&](mlir::gpu::LaunchFuncOp launch) {
          return isWhole(launch.getKernelOperand(index));
        }))
      kernel.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(), aligned);
    if (isRestrict)
      kernel.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
  }
  for (unsigned index = 0; index < kernel.getNumWorkgroupAttributions(); ++index)
    kernel.setWorkgroupAttributionAttr(index, LLVM::LLVMDialect::getAlignAttrName(), aligned);
}

namespace {
struct DescribeKernelMemory
    : dl::gpu_target::impl::DescribeKernelMemoryPassBase<DescribeKernelMemory> {
  void runOnOperation() override {
    llvm::MapVector<mlir::gpu::GPUFuncOp, SmallVector<mlir::gpu::LaunchFuncOp>> kernels;
    bool isStatic = true;
    getOperation().walk([&](mlir::gpu::LaunchFuncOp launch) {
      isStatic &= succeeded(checkSizes(launch));
      if (auto kernel = SymbolTable::lookupNearestSymbolFrom<mlir::gpu::GPUFuncOp>(
              launch, launch.getKernelAttr()))
        kernels[kernel].push_back(launch);
    });
    if (!isStatic)
      return signalPassFailure();
    for (auto &[kernel, launches] : kernels)
      describe(kernel, launches);
  }
};
} // namespace
