//===-- ExpandAddresses.cpp - address arithmetic that can be seen ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: views of memrefs, and indices taken apart or put together. Out: offsets and strides
// as affine.apply, quotients and sums.
//
//===----------------------------------------------------------------------===//
#include "PatternGroups.h"

#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"

namespace dl::cpu {
#define GEN_PASS_DEF_EXPANDADDRESSESPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct ExpandAddressesPass : public dl::cpu::impl::ExpandAddressesPassBase<ExpandAddressesPass> {
  using ExpandAddressesPassBase::ExpandAddressesPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    groups.add(context, memref::populateExpandStridedMetadataPatterns);
    groups.add(context, affine::populateAffineExpandIndexOpsPatterns);
    return success();
  }

  void runOnOperation() override { (void)groups.applyAll(getOperation(), /*mostRounds=*/10); }

private:
  dl::cpu::PatternGroups groups;
};
} // namespace
