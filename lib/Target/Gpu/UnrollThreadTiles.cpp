//===-- UnrollThreadTiles.cpp - tiles of a thread into registers ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-unroll-thread-tiles. Input: outlined kernels of scalar loops. Output: the
// same, with constant places in small buffers of a thread.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Dependence.h"
#include "dl/Target/Gpu/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

#include "llvm/ADT/SetVector.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_UNROLLTHREADTILESPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;

/// What a thread has in registers at most, in bytes.
static constexpr int64_t registerBytes = 1024;
/// Operations that loops become at most.
static constexpr int64_t operationLimit = 1 << 14;

/// Loops that decide which element of a buffer, or of a view of it, is accessed.
static void findLoops(Value buffer, llvm::SetVector<scf::ForOp> &loops) {
  for (Operation *user : buffer.getUsers()) {
    SmallVector<Value> places;
    if (auto load = dyn_cast<memref::LoadOp>(user)) {
      places.append(load.getIndices().begin(), load.getIndices().end());
    } else if (auto store = dyn_cast<memref::StoreOp>(user)) {
      places.append(store.getIndices().begin(), store.getIndices().end());
    } else if (auto view = dyn_cast<memref::SubViewOp>(user)) {
      places.append(view.getOffsets().begin(), view.getOffsets().end());
      findLoops(view, loops);
    }
    for (auto loop = user->getParentOfType<scf::ForOp>(); loop;
         loop = loop->getParentOfType<scf::ForOp>())
      if (llvm::any_of(places, [&](Value place) {
            return dl::codegen::dependsOn(place, loop.getInductionVar());
          }))
        loops.insert(loop);
  }
}

/// The operations that a loop becomes, if its number of rounds is a constant.
static std::optional<int64_t> countOperations(scf::ForOp loop) {
  std::optional<llvm::APInt> rounds = loop.getStaticTripCount();
  if (!rounds)
    return std::nullopt;
  int64_t count = 0;
  loop.getBody()->walk([&](Operation *) { ++count; });
  return count * rounds->getSExtValue();
}

namespace {
struct UnrollThreadTiles : dl::gpu_target::impl::UnrollThreadTilesPassBase<UnrollThreadTiles> {
  void runOnOperation() override {
    llvm::SetVector<scf::ForOp> loops;
    getOperation().walk([&](memref::AllocaOp buffer) {
      MemRefType type = buffer.getType();
      int64_t bytes = DataLayout::closest(buffer).getTypeSize(type.getElementType());
      if (type.hasStaticShape() && type.getNumElements() * bytes <= registerBytes)
        findLoops(buffer, loops);
    });
    // Inner loops first, whose copies are never looked at again.
    SmallVector<scf::ForOp> ordered;
    getOperation().walk([&](scf::ForOp loop) {
      if (loops.contains(loop))
        ordered.push_back(loop);
    });
    for (scf::ForOp loop : ordered)
      if (std::optional<int64_t> count = countOperations(loop); count && *count <= operationLimit)
        (void)loopUnrollFull(loop);
  }
};
} // namespace
