//===-- ExternalizeConstants.cpp - constants to an argument -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a module whose @main holds tensor constants. Out: @main reads them from a
// leading weights argument; the module's attributes say what stands where.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Dl/IR/Dl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

namespace dl::codegen {
#define GEN_PASS_DEF_EXTERNALIZECONSTANTSPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;

namespace {

/// Gives each distinct run of bytes one offset.
class WeightLayout {
public:
  /// The offset of a constant of `size` bytes; `shared` tells that another
  /// constant's bytes serve.
  int64_t place(ElementsAttr value, int64_t size, bool &shared) {
    ArrayRef<char> bytes = getRawBytes(value);
    uint64_t hash = llvm::xxh3_64bits(
        ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
    SmallVector<WeightEntry> &candidates = byHash[{hash, size}];
    for (const WeightEntry &entry : candidates)
      if (getRawBytes(entry.value) == bytes) {
        shared = true;
        return entry.offset;
      }
    shared = false;
    WeightEntry entry{int64_t(llvm::alignTo(end, bufferAlignment)), value};
    end = entry.offset + size;
    candidates.push_back(entry);
    entries.push_back(entry);
    return entry.offset;
  }

  ArrayRef<WeightEntry> getEntries() const { return entries; }
  /// At least one unit, so that an argument of this size is never empty.
  int64_t getSize() const {
    return std::max<int64_t>(llvm::alignTo(end, bufferAlignment), bufferAlignment);
  }

private:
  llvm::DenseMap<std::pair<uint64_t, int64_t>, SmallVector<WeightEntry>> byHash;
  SmallVector<WeightEntry> entries;
  int64_t end = 0;
};

struct ExternalizeConstantsPass
    : public dl::codegen::impl::ExternalizeConstantsPassBase<ExternalizeConstantsPass> {
  using ExternalizeConstantsPassBase::ExternalizeConstantsPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main || main.isExternal()) {
      emitError(getOperation().getLoc(),
                "expected a function @main with a body; its constants become the "
                "weights of the compiled model");
      return signalPassFailure();
    }
    SmallVector<std::pair<arith::ConstantOp, int64_t>> constants;
    WeightLayout layout;
    WalkResult result = main.walk([&](arith::ConstantOp constant) {
      if (!isa<RankedTensorType>(constant.getType()))
        return WalkResult::advance();
      auto value = dyn_cast<ElementsAttr>(constant.getValue());
      int64_t size = getByteSize(cast<ShapedType>(constant.getType()));
      if (!value || size < 0 || (size > 0 && getRawBytes(value).empty())) {
        constant.emitOpError("expected a dense constant with elements of whole bytes, got ")
            << constant.getType() << "; convert it to i8 or a wider type before compiling";
        return WalkResult::interrupt();
      }
      // A splat is small here, and would be written out.
      if (size > maxBytes - layout.getSize()) {
        constant.emitOpError("expected constants of at most ")
            << maxBytes << " bytes together, got one of " << size << " of type "
            << constant.getType() << "; compute it where it is used, or give it as an input";
        return WalkResult::interrupt();
      }
      bool shared = false;
      constants.push_back({constant, layout.place(value, size, shared)});
      numShared += shared;
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    setWeightTable(getOperation(), layout.getEntries(), layout.getSize());
    rewrite(main, constants, layout.getSize());
  }

private:
  /// A terabyte: more is a mistake in the model and would fill the disk.
  static constexpr int64_t maxBytes = int64_t(1) << 40;

  void rewrite(func::FuncOp main, ArrayRef<std::pair<arith::ConstantOp, int64_t>> constants,
               int64_t size) {
    OpBuilder builder(main.getContext());
    auto bytes = MemRefType::get({size}, builder.getI8Type());
    auto marks = builder.getDictionaryAttr(
        builder.getNamedAttr(dl::DlDialect::getWeightsAttrName(), builder.getUnitAttr()));
    (void)main.insertArgument(0, bytes, marks, main.getLoc());
    Value weights = main.getArgument(0);
    for (auto [constant, offset] : constants) {
      builder.setInsertionPoint(constant);
      Location loc = constant.getLoc();
      auto type = cast<RankedTensorType>(constant.getType());
      auto buffer = MemRefType::get(type.getShape(), type.getElementType());
      Value start = arith::ConstantIndexOp::create(builder, loc, offset);
      Value view = memref::ViewOp::create(builder, loc, buffer, weights, start, ValueRange());
      Value tensor = bufferization::ToTensorOp::create(builder, loc, type, view,
                                                       /*restrict=*/true, /*writable=*/false);
      constant.replaceAllUsesWith(tensor);
      constant.erase();
    }
  }
};

} // namespace
