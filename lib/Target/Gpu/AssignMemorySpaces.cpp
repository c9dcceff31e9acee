//===-- AssignMemorySpaces.cpp - scopes of a schedule to memory spaces ----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-assign-memory-spaces: tensor.empty of scope shared to an allocation in
// the memory of a block.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Gpu/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_ASSIGNMEMORYSPACESPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;
using namespace dl;

namespace {
struct AssignMemorySpaces : dl::gpu_target::impl::AssignMemorySpacesPassBase<AssignMemorySpaces> {
  void runOnOperation() override {
    std::shared_ptr<const schedule::Target> target = schedule::getTarget(getOperation());
    SmallVector<tensor::EmptyOp> buffers;
    getOperation().walk([&](tensor::EmptyOp op) {
      auto name = op->getAttrOfType<StringAttr>(schedule::scopeAttrName);
      const schedule::MemoryScope *scope = name ? target->lookupScope(name.str()) : nullptr;
      if (scope && scope->sharing == schedule::Sharing::Block)
        buffers.push_back(op);
    });
    auto space =
        mlir::gpu::AddressSpaceAttr::get(&getContext(), mlir::gpu::AddressSpace::Workgroup);
    for (tensor::EmptyOp op : buffers) {
      OpBuilder builder(op);
      auto allocation = bufferization::AllocTensorOp::create(builder, op.getLoc(), op.getType(),
                                                             op.getDynamicSizes());
      allocation.setMemorySpaceAttr(space);
      op.replaceAllUsesWith(allocation.getResult());
      op.erase();
    }
  }
};
} // namespace
