//===-- BoundLoops.cpp - loops that blocks and threads share --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads bindings, and follows views to the buffers that they are of.
//
//===----------------------------------------------------------------------===//
#include "BoundLoops.h"

#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Schedule/Primitives/Bind.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace dl;

std::optional<dl::gpu_target::Binding> dl::gpu_target::getBinding(Operation *loop) {
  auto name = loop->getAttrOfType<StringAttr>(schedule::bindAttrName);
  if (!name)
    return std::nullopt;
  auto [index, dimension] = name.getValue().split('.');
  if (dimension.empty())
    return std::nullopt;
  return Binding{index == "blockIdx", dimension == "x"   ? mlir::gpu::Dimension::x
                                      : dimension == "y" ? mlir::gpu::Dimension::y
                                                         : mlir::gpu::Dimension::z};
}

std::optional<int64_t> dl::gpu_target::getCount(scf::ForOp loop) {
  if (getConstantIntValue(loop.getLowerBound()) != 0 || getConstantIntValue(loop.getStep()) != 1)
    return std::nullopt;
  return getConstantIntValue(loop.getUpperBound());
}

dl::gpu_target::ThreadLoops dl::gpu_target::getThreadLoops(Operation *op) {
  ThreadLoops loops = {nullptr, nullptr, nullptr};
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (auto binding = getBinding(parent); binding && !binding->isBlock)
      if (Operation *&loop = loops[static_cast<unsigned>(binding->dimension)]; !loop)
        loop = parent;
  return loops;
}

dl::gpu_target::ThreadLoops dl::gpu_target::getThreadLoops(Operation *op, Value buffer) {
  ThreadLoops loops = getThreadLoops(op);
  if (Operation *definition = buffer.getDefiningOp(); definition && isWorkgroupMemory(buffer))
    for (Operation *&loop : loops)
      if (loop && loop->isAncestor(definition))
        loop = nullptr;
  return loops;
}

Value dl::gpu_target::getBuffer(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

FailureOr<SmallVector<dl::gpu_target::Access>> dl::gpu_target::getAccesses(Operation *op) {
  SmallVector<Access> accesses;
  WalkResult result = op->walk([&](Operation *inner) {
    // What has effects of its own may have a body with more of them.
    auto interface = dyn_cast<MemoryEffectOpInterface>(inner);
    if (!interface)
      return inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                     isa<mlir::gpu::BarrierOp>(inner)
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      bool isWrite = isa<MemoryEffects::Write>(effect.getEffect());
      if (effect.getValue() && (isWrite || isa<MemoryEffects::Read>(effect.getEffect())))
        accesses.push_back({inner, effect.getValue(), getBuffer(effect.getValue()), isWrite,
                            getThreadLoops(inner, getBuffer(effect.getValue()))});
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return accesses;
}

bool dl::gpu_target::isWorkgroupMemory(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  auto space = type ? dyn_cast_or_null<mlir::gpu::AddressSpaceAttr>(type.getMemorySpace())
                    : mlir::gpu::AddressSpaceAttr();
  return space && space.getValue() == mlir::gpu::AddressSpace::Workgroup;
}

bool dl::gpu_target::isPrivateMemory(Value buffer, Operation *nest) {
  Operation *definition = buffer.getDefiningOp();
  return definition && nest->isProperAncestor(definition) && !isWorkgroupMemory(buffer);
}

bool dl::gpu_target::isUniform(Value value, Operation *nest) {
  auto isOfAll = [&](Value operand) { return isUniform(operand, nest); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (!nest->isAncestor(owner))
      return true;
    auto loop = dyn_cast<scf::ForOp>(owner);
    if (!loop || argument != loop.getInductionVar())
      return false;
    std::optional<Binding> binding = getBinding(loop);
    return binding ? binding->isBlock
                   : llvm::all_of(ValueRange{loop.getLowerBound(), loop.getStep()}, isOfAll);
  }
  Operation *op = value.getDefiningOp();
  if (!nest->isAncestor(op))
    return true;
  if (isa<memref::AllocOp>(op))
    return isWorkgroupMemory(value);
  return (isPure(op) || isa<memref::LoadOp>(op)) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), isOfAll);
}

InFlightDiagnostic dl::gpu_target::emitError(Operation *op) {
  InFlightDiagnostic diagnostic = mlir::emitError(op->getLoc());
  for (Operation *around = op; around; around = around->getParentOp()) {
    auto axis = around->getAttrOfType<ArrayAttr>(schedule::loopAxisAttrName);
    if (!axis || axis.size() != 2)
      continue;
    if (around != op)
      diagnostic << "'" << op->getName() << "' in ";
    diagnostic << "the loop over axis " << cast<StringAttr>(axis[1]).getValue() << " of stage "
               << axis[0] << " ";
    return diagnostic;
  }
  diagnostic << "'" << op->getName() << "' ";
  return diagnostic;
}

SmallVector<Operation *> dl::gpu_target::getNests(Block &body) {
  SmallVector<Operation *> nests;
  for (Operation &op : body.without_terminator())
    if (!isPure(&op) && !isa<memref::AllocOp, mlir::gpu::LaunchOp>(op))
      nests.push_back(&op);
  return nests;
}

std::array<int64_t, 3> dl::gpu_target::getBlockSizes(Operation *nest) {
  std::array<int64_t, 3> sizes = {1, 1, 1};
  nest->walk([&](scf::ForOp loop) {
    if (auto binding = getBinding(loop); binding && !binding->isBlock) {
      int64_t &size = sizes[static_cast<unsigned>(binding->dimension)];
      size = std::max(size, getCount(loop).value_or(1));
    }
  });
  return sizes;
}
