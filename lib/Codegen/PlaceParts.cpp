//===-- PlaceParts.cpp - what is put together is made there -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: @main that calls kernels with `te.parts` or `te.part`. Out: the operands of such a call are
// buffers within its result, where their kernels write them, or its result is one within its
// operand, and there is no call.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"

#include <optional>

namespace dl::codegen {
#define GEN_PASS_DEF_PLACEPARTSPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;
using dl::te::TeDialect;

/// The allocation that a value is the whole of, in another shape perhaps.
static memref::AllocOp getAlloc(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(op))
      return dyn_cast<memref::AllocOp>(op);
    value = op->getOperand(0);
  }
  return {};
}

static bool isPlain(MemRefType type) {
  return type.hasStaticShape() && type.getLayout().isIdentity() &&
         type.getElementTypeBitWidth() % 8 == 0;
}

/// Of so many parts of a buffer a smaller one is copied: as long as it lives all of them would.
static constexpr int64_t leastShare = 8;

namespace {
/// The place of a buffer in a larger one.
struct Place {
  memref::AllocOp whole;
  int64_t offset = 0;
};

struct PlacePartsPass : public dl::codegen::impl::PlacePartsPassBase<PlacePartsPass> {
  using PlacePartsPassBase::PlacePartsPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main)
      return;
    places.clear();
    BufferViewFlowAnalysis views(main);
    SmallVector<func::CallOp> placed;
    llvm::SetVector<Operation *> kernels;
    main.walk([&](func::CallOp call) {
      func::FuncOp kernel = getKernel(call);
      if (!kernel)
        return;
      auto parts = kernel->getAttrOfType<DenseI64ArrayAttr>(TeDialect::getPartsAttrName());
      auto part = kernel->getAttrOfType<IntegerAttr>(TeDialect::getPartAttrName());
      if (!parts && !part)
        return;
      std::string obstacle =
          parts ? place(call, parts.asArrayRef(), views) : placeResult(call, part.getInt(), views);
      if (!obstacle.empty()) {
        remark::missed(call.getLoc(),
                       remark::RemarkOpts::name("PartsCopied").category("dl-place-parts"))
            << remark::reason("{0}", obstacle);
        return;
      }
      placed.push_back(call);
      kernels.insert(kernel);
    });
    for (func::CallOp call : placed)
      call.erase();
    rewrite(main);
    numPlaced += placed.size();
    for (Operation *kernel : kernels)
      if (SymbolTable::symbolKnownUseEmpty(kernel, getOperation()))
        kernel->erase();
  }

private:
  /// By allocation; one in another one that lies in a third.
  llvm::MapVector<Operation *, Place> places;

  func::FuncOp getKernel(func::CallOp call) {
    auto kernel = getOperation().lookupSymbol<func::FuncOp>(call.getCallee());
    return kernel && dl::te::isKernel(kernel) ? kernel : func::FuncOp();
  }

  static bool isWritten(func::FuncOp kernel, unsigned argument) {
    return static_cast<bool>(kernel.getArgAttr(argument, TeDialect::getDestinationAttrName()));
  }

  /// The only call that writes a buffer, if all that is done with it is that kernels are called.
  func::CallOp getWriter(memref::AllocOp alloc, const BufferViewFlowAnalysis &views) {
    func::CallOp writer;
    for (Value view : views.resolve(alloc))
      for (OpOperand &use : view.getUses()) {
        Operation *user = use.getOwner();
        if (isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp, memref::DeallocOp>(
                user))
          continue;
        auto call = dyn_cast<func::CallOp>(user);
        func::FuncOp kernel = call ? getKernel(call) : func::FuncOp();
        if (!kernel)
          return {};
        if (!isWritten(kernel, use.getOperandNumber()))
          continue;
        if (writer)
          return {};
        writer = call;
      }
    return writer;
  }

  /// The buffer that a value is the whole of, if it is planned here, with the call.
  static memref::AllocOp getPlanned(Value value, func::CallOp call) {
    memref::AllocOp alloc = getAlloc(value);
    return alloc && alloc->getBlock() == call->getBlock() && isPlain(alloc.getType())
               ? alloc
               : memref::AllocOp();
  }

  /// Why a buffer of a call's operand cannot be one within another one, or another one in it;
  /// empty if it can.
  std::string checkOperand(memref::AllocOp alloc, func::CallOp call,
                           const BufferViewFlowAnalysis &views) {
    func::CallOp writer = getWriter(alloc, views);
    if (writer && writer->getBlock() == call->getBlock() && writer->isBeforeInBlock(call))
      return "";
    return "something else is done with an operand than that one kernel writes and others read it";
  }

  /// The same for that of its result.
  std::string checkResult(memref::AllocOp alloc, func::CallOp call,
                          const BufferViewFlowAnalysis &views) {
    if (getWriter(alloc, views) == call)
      return "";
    return "something else is done with its result than that kernels read it";
  }

  static int64_t getBytes(memref::AllocOp alloc, int64_t elements) {
    return elements * alloc.getType().getElementTypeBitWidth() / 8;
  }

  /// Decides where the operands of a call lie; the reason why not otherwise.
  std::string place(func::CallOp call, ArrayRef<int64_t> parts,
                    const BufferViewFlowAnalysis &views) {
    memref::AllocOp whole = getPlanned(call.getOperand(parts.size()), call);
    if (!whole)
      return "its result is no buffer that is planned here";
    if (std::string obstacle = checkResult(whole, call, views); !obstacle.empty())
      return obstacle;
    llvm::SmallMapVector<Operation *, Place, 4> found;
    for (auto [operand, begin] : llvm::zip(call.getOperands(), parts)) {
      memref::AllocOp part = getPlanned(operand, call);
      if (!part)
        return "an operand is no buffer that is planned here";
      if (getBytes(part, begin) % bufferAlignment != 0)
        return "an operand would not begin at a line of the caches";
      if (places.contains(part) || found.contains(part))
        return "an operand is in two places";
      if (std::string obstacle = checkOperand(part, call, views); !obstacle.empty())
        return obstacle;
      found[part] = {whole, getBytes(part, begin)};
    }
    for (auto &[part, place] : found)
      places.insert({part, place});
    return "";
  }

  /// Decides that the result of a call lies in its operand.
  std::string placeResult(func::CallOp call, int64_t begin, const BufferViewFlowAnalysis &views) {
    memref::AllocOp whole = getPlanned(call.getOperand(0), call);
    memref::AllocOp part = getPlanned(call.getOperand(1), call);
    if (!whole || !part)
      return "its operand or its result is no buffer that is planned here";
    if (getBytes(part, begin) % bufferAlignment != 0)
      return "its result would not begin at a line of the caches";
    if (part.getType().getNumElements() < whole.getType().getNumElements() / leastShare)
      return "its result is a small part, for which all of the operand would be kept";
    if (std::string obstacle = checkOperand(whole, call, views); !obstacle.empty())
      return obstacle;
    if (std::string obstacle = checkResult(part, call, views); !obstacle.empty())
      return obstacle;
    places.insert({part, {whole, getBytes(part, begin)}});
    return "";
  }

  /// The outermost buffer around one, and the place in that.
  Place getOutermost(memref::AllocOp alloc) const {
    Place place{alloc, 0};
    for (auto it = places.find(alloc); it != places.end(); it = places.find(place.whole)) {
      place.whole = it->second.whole;
      place.offset += it->second.offset;
    }
    return place;
  }

  /// Makes bytes of each outermost buffer, before all of its parts, and views of them.
  void rewrite(func::FuncOp main) {
    // Each outermost buffer with its own place, then those within it.
    using Members = SmallVector<std::pair<memref::AllocOp, int64_t>>;
    llvm::MapVector<Operation *, Members> groups;
    for (auto &[part, within] : places) {
      Place outermost = getOutermost(cast<memref::AllocOp>(part));
      Members &members = groups[outermost.whole];
      if (members.empty())
        members.push_back({outermost.whole, 0});
      members.push_back({cast<memref::AllocOp>(part), outermost.offset});
    }
    OpBuilder builder(main.getContext());
    for (auto &[whole, members] : groups) {
      builder.setInsertionPoint(llvm::min_element(members, [](auto a, auto b) {
                                  return a.first->isBeforeInBlock(b.first);
                                })->first);
      int64_t size = getByteSize(cast<memref::AllocOp>(whole).getType());
      auto bytes = memref::AllocOp::create(builder, whole->getLoc(),
                                           MemRefType::get({size}, builder.getI8Type()));
      for (auto [alloc, at] : members) {
        builder.setInsertionPoint(alloc);
        Value offset = arith::ConstantIndexOp::create(builder, alloc.getLoc(), at);
        Value view = memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(), bytes, offset,
                                            ValueRange());
        for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
          if (isa<memref::DeallocOp>(user))
            user->erase();
        alloc.replaceAllUsesWith(view);
        alloc.erase();
      }
    }
  }
};

} // namespace
