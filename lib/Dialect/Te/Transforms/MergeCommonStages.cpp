//===-- MergeCommonStages.cpp - equal stages are one ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// te-merge-common-stages: of stages with the same formula, whatever their names are, the
// first one stays.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Te/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::te {
#define GEN_PASS_DEF_MERGECOMMONSTAGESPASS
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

using namespace mlir;
using namespace dl::te;

/// The attributes of an op without the names of its stage and axes, and without what other dialects
/// say of it, as its schedule.
static DictionaryAttr getMeaning(Operation *op) {
  NamedAttrList attributes;
  for (NamedAttribute attribute : op->getAttrs())
    if (!llvm::is_contained({"stage", "axis_names"}, attribute.getName().getValue()) &&
        !attribute.getNameDialect())
      attributes.push_back(attribute);
  return attributes.getDictionary(op->getContext());
}

/// True for ops that compute the same from the same values.
static bool isSame(Operation *a, Operation *b) {
  if (a->getName() != b->getName() || a->getResultTypes() != b->getResultTypes() ||
      a->getOperands() != b->getOperands() || getMeaning(a) != getMeaning(b))
    return false;
  llvm::DenseMap<Value, Value> equal;
  auto check = [&](Value x, Value y) { return success(x == y || equal.lookup(x) == y); };
  auto mark = [&](Value x, Value y) { equal[x] = y; };
  return llvm::all_of(llvm::zip_equal(a->getRegions(), b->getRegions()), [&](auto regions) {
    return OperationEquivalence::isRegionEquivalentTo(&std::get<0>(regions), &std::get<1>(regions),
                                                      check, mark,
                                                      OperationEquivalence::IgnoreLocations);
  });
}

static bool isReturned(Operation *op) {
  return llvm::any_of(op->getUsers(), [](Operation *user) { return isa<func::ReturnOp>(user); });
}

namespace {
struct MergeCommonStages : dl::te::impl::MergeCommonStagesPassBase<MergeCommonStages> {
  void runOnOperation() override {
    if (!isKernel(getOperation()))
      return;
    merge(getOperation().getBody().front());
    getOperation().walk([&](ScanOp scan) { merge(scan.getBody().front()); });
  }

  void merge(Block &block) {
    SmallVector<Operation *> earlier;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (!isa<ComputeOp, ScatterOp>(op))
        continue;
      auto same = llvm::find_if(earlier, [&](Operation *other) {
        // Each result of a kernel is a stage's own.
        return isSame(other, &op) && !(isReturned(other) && isReturned(&op));
      });
      if (same == earlier.end()) {
        earlier.push_back(&op);
        continue;
      }
      op.replaceAllUsesWith((*same)->getResults());
      op.erase();
      ++numMerged;
    }
  }
};
} // namespace
