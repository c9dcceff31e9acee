//===-- Bufferize.cpp - tensors to buffers ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: kernels on tensors. Out: the same on buffers. One-shot bufferization of upstream in
// its two halves; between them, what loops and branches yield gets its type of buffer.
// Upstream asks anew for that type at each loop, of what the loop starts from and of what
// it yields, and so takes exponential time in loops behind and inside of each other.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dl::codegen {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;
using namespace bufferization;

namespace {
/// Writes the type of buffer beside what loops and branches yield, as a cast to a buffer and
/// back, at which upstream's question ends. Nothing but the question's price changes.
class YieldTypes {
public:
  YieldTypes(const BufferizationOptions &options, const BufferizationState &state)
      : options(options), state(state) {}

  void annotate(Region &region) {
    for (Block &block : region)
      for (Operation &op : block) {
        if (auto loop = dyn_cast<scf::ForOp>(op)) {
          annotate(loop);
          continue;
        }
        for (Region &inner : op.getRegions())
          annotate(inner);
        if (isa<scf::IfOp>(op))
          for (Region &inner : op.getRegions())
            if (!inner.empty())
              for (OpOperand &yielded : inner.front().getTerminator()->getOpOperands())
                annotate(yielded, getType(yielded.get()));
      }
  }

private:
  const BufferizationOptions &options;
  const BufferizationState &state;
  /// The way back to tensors of each cast that was written.
  DenseSet<Operation *> annotations;

  BufferLikeType getType(Value value) const {
    if (!isa<TensorType>(value.getType()))
      return nullptr;
    FailureOr<BufferLikeType> type = getBufferType(value, options, state);
    return succeeded(type) ? *type : nullptr;
  }

  void annotate(OpOperand &yielded, BufferLikeType type) {
    if (!type)
      return;
    OpBuilder builder(yielded.getOwner());
    Location loc = yielded.getOwner()->getLoc();
    Value buffer = ToBufferOp::create(builder, loc, type, yielded.get());
    auto back = ToTensorOp::create(builder, loc, yielded.get().getType(), buffer);
    annotations.insert(back);
    yielded.set(back);
  }

  /// Takes back what annotate wrote here and in the loops inside.
  void clear(Block &block) {
    block.walk([&](ToTensorOp back) {
      if (!annotations.erase(back))
        return;
      auto there = back.getBuffer().getDefiningOp<ToBufferOp>();
      back.replaceAllUsesWith(there.getTensor());
      back.erase();
      there.erase();
    });
  }

  /// What a loop carries stays where it started, so that is what is assumed while the loops
  /// inside are seen to. What turns out to be elsewhere gets a layout that any buffer has.
  void annotate(scf::ForOp loop) {
    SmallVector<BufferLikeType> types;
    for (Value init : loop.getInitArgs())
      types.push_back(getType(init));
    auto annotateAll = [&] {
      for (auto [yielded, type] : llvm::zip_equal(*loop.getYieldedValuesMutable(), types))
        annotate(yielded, type);
      annotate(loop.getRegion());
    };
    annotateAll();
    bool moved = false;
    for (auto [yielded, type] : llvm::zip_equal(loop.getYieldedValues(), types))
      if (type && getType(getPlain(yielded)) != type) {
        auto memref = cast<BaseMemRefType>(type);
        type = cast<BufferLikeType>(getMemRefTypeWithFullyDynamicLayout(
            cast<TensorType>(yielded.getType()), memref.getMemorySpace()));
        moved = true;
      }
    if (!moved)
      return;
    clear(*loop.getBody());
    annotateAll();
  }

  /// The yielded value before it was annotated.
  static Value getPlain(Value yielded) {
    return yielded.getDefiningOp<ToTensorOp>().getBuffer().getDefiningOp<ToBufferOp>().getTensor();
  }
};

struct BufferizePass : public dl::codegen::impl::BufferizePassBase<BufferizePass> {
  using BufferizePassBase::BufferizePassBase;

  void runOnOperation() override {
    // Kernels take plain row-major buffers, so that they can pass as bare pointers.
    OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.setFunctionBoundaryTypeConversion(LayoutMapOption::IdentityLayoutMap);
    BufferizationState state;
    if (failed(insertTensorCopies(getOperation(), options, state)))
      return signalPassFailure();
    // An empty tensor is asked for its layout as if it could be anywhere.
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](tensor::EmptyOp empty) {
      rewriter.setInsertionPoint(empty);
      rewriter.replaceOpWithNewOp<AllocTensorOp>(empty, empty.getType(), empty.getDynamicSizes());
    });
    YieldTypes types(options, state);
    for (Region &region : getOperation()->getRegions())
      types.annotate(region);
    if (failed(bufferizeModuleOp(getOperation(), options, state)))
      return signalPassFailure();
  }
};
} // namespace
