//===-- MapToGpu.cpp - nests of bound loops to launches -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-map-to-gpu. Input: memrefs and scalar loops with barriers, bound loops
// marked. Output: one gpu.launch for each nest of the kernel.
//
//===----------------------------------------------------------------------===//
#include "BoundLoops.h"

#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Target/Gpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_MAPTOGPUPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;
using namespace dl;

namespace {
/// Makes one nest a launch.
class NestMapper {
public:
  explicit NestMapper(Operation *nest)
      : nest(nest), target(schedule::getTarget(nest)), loc(nest->getLoc()),
        threads(gpu_target::getBlockSizes(nest)) {}

  LogicalResult run() {
    if (failed(checkSymbols()) || failed(checkLoops()) || failed(checkWrites()) ||
        failed(checkBuffers()))
      return failure();
    guardWrites();
    createLaunch();
    moveBuffers();
    replaceLoops();
    return success();
  }

private:
  LogicalResult checkSymbols();
  LogicalResult checkLoops();
  LogicalResult checkWrites();
  LogicalResult checkBuffers();
  void guardWrites();
  void createLaunch();
  void moveBuffers();
  void replaceLoops();
  Value constant(OpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value getThread(unsigned dimension) {
    auto ids = launch.getThreadIds();
    return dimension == 0 ? ids.x : dimension == 1 ? ids.y : ids.z;
  }
  Value getBlock(unsigned dimension) {
    auto ids = launch.getBlockIds();
    return dimension == 0 ? ids.x : dimension == 1 ? ids.y : ids.z;
  }

  Operation *nest;
  std::shared_ptr<const schedule::Target> target;
  /// Of the nest, which goes where it is a bound loop.
  Location loc;
  std::array<int64_t, 3> threads, blocks = {1, 1, 1};
  SmallVector<scf::ForOp> loops;
  SmallVector<Operation *> blockLoops;
  /// Statements that only the first thread of some indices runs.
  SmallVector<std::pair<scf::IfOp, std::array<bool, 3>>> guards;
  mlir::gpu::LaunchOp launch;
};
} // namespace

/// What a launch names moves to the device with it: functions that no module has cannot.
LogicalResult NestMapper::checkSymbols() {
  std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(nest);
  if (!uses)
    return success();
  for (const SymbolTable::SymbolUse &use : *uses)
    if (!SymbolTable::lookupNearestSymbolFrom(use.getUser(), use.getSymbolRef()))
      return gpu_target::emitError(use.getUser())
             << "names " << use.getSymbolRef()
             << ", which is not in the module: threads call no functions of the host; run the "
                "kernel on a CPU, or write it as stages";
  return success();
}

LogicalResult NestMapper::checkLoops() {
  auto result = nest->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) -> WalkResult {
    std::optional<gpu_target::Binding> binding = gpu_target::getBinding(loop);
    if (!binding)
      return WalkResult::advance();
    std::optional<int64_t> count = gpu_target::getCount(loop);
    if (!count || loop.getNumResults() != 0)
      return gpu_target::emitError(loop)
             << "must run from zero to a constant by one, without results, to be bound to an "
                "index";
    loops.push_back(loop);
    unsigned dimension = static_cast<unsigned>(binding->dimension);
    if (!binding->isBlock) {
      auto around = dyn_cast_or_null<scf::ForOp>(gpu_target::getThreadLoops(loop)[dimension]);
      if (std::optional<int64_t> most = around ? gpu_target::getCount(around) : std::nullopt;
          most && *most < *count)
        return gpu_target::emitError(loop)
               << "takes " << *count << " threads inside a loop that takes " << *most
               << " of the same index; bind axes of equal extent";
      return WalkResult::advance();
    }
    for (Operation *outer = loop; outer != nest; outer = outer->getParentOp())
      if (!gpu_target::getBinding(outer->getParentOp()) ||
          !gpu_target::getBinding(outer->getParentOp())->isBlock)
        return gpu_target::emitError(loop)
               << "must stand inside loops of blocks only, since blocks are started once";
    if (llvm::any_of(blockLoops, [&](Operation *other) {
          return gpu_target::getBinding(other)->dimension == binding->dimension;
        }))
      return gpu_target::emitError(loop) << "is the second loop of its block index in one nest";
    blocks[dimension] = *count;
    blockLoops.push_back(loop);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Blocks do not see each other, and a thread's own buffers are its own.
LogicalResult NestMapper::checkWrites() {
  FailureOr<SmallVector<gpu_target::Access>> accesses = gpu_target::getAccesses(nest);
  if (failed(accesses))
    return gpu_target::emitError(nest)
           << "must say what memory it reads and writes to be run by threads";
  for (const gpu_target::Access &access : *accesses) {
    Operation *definition = access.buffer.getDefiningOp();
    bool isInside = definition && nest->isProperAncestor(definition);
    for (Operation *loop : blockLoops)
      if (access.isWrite && !isInside && !loop->isProperAncestor(access.op))
        return gpu_target::emitError(access.op)
               << "is outside of the loop of a block index and would be done by every block";
    if (!gpu_target::isPrivateMemory(access.buffer, nest))
      continue;
    // What each thread computes whole, it reads anywhere.
    if (!access.isWrite || access.loops == gpu_target::getThreadLoops(definition))
      continue;
    InFlightDiagnostic diagnostic = gpu_target::emitError(access.op);
    diagnostic << "is shared among threads, but the buffer that it writes belongs to one thread; "
                  "give its stage the scope "
               << target->getScopeName(schedule::Sharing::Block);
    diagnostic.attachNote(definition->getLoc()) << "this buffer";
    return diagnostic;
  }
  return success();
}

/// A launch has its buffers from its beginning, and a block has so much memory.
LogicalResult NestMapper::checkBuffers() {
  int64_t bytes = 0;
  auto result = nest->walk([&](memref::AllocOp op) -> WalkResult {
    MemRefType type = op.getType();
    if (!type.hasStaticShape())
      return gpu_target::emitError(op) << "allocates " << type
                                       << " inside a kernel, whose buffers have constant sizes; "
                                          "split the axes that it holds by constants";
    if (gpu_target::isWorkgroupMemory(op))
      bytes += type.getNumElements() * DataLayout::closest(op).getTypeSize(type.getElementType());
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  const schedule::MemoryScope *scope = target->findScope(schedule::Sharing::Block);
  if (scope && scope->bytes != schedule::unlimitedBytes && bytes > scope->bytes)
    return gpu_target::emitError(nest)
           << "takes " << bytes << " bytes of memory of a block, of which a launch has at most "
           << scope->bytes << "; compute less at a time in scope " << scope->name;
  return success();
}

void NestMapper::guardWrites() {
  FailureOr<SmallVector<gpu_target::Access>> accesses = gpu_target::getAccesses(nest);
  for (const gpu_target::Access &access : *accesses) {
    if (!access.isWrite || gpu_target::isPrivateMemory(access.buffer, nest))
      continue;
    std::array<bool, 3> isMissing;
    for (auto [d, missing] : llvm::enumerate(isMissing))
      missing = threads[d] > 1 && !access.loops[d];
    if (llvm::none_of(isMissing, [](bool missing) { return missing; }))
      continue;
    // The condition is filled in when the indices are there.
    OpBuilder builder(access.op);
    Value condition = arith::ConstantIntOp::create(builder, access.op->getLoc(), 1, 1);
    auto guard = scf::IfOp::create(builder, access.op->getLoc(), condition);
    access.op->moveBefore(guard.thenBlock(), guard.thenBlock()->begin());
    guards.push_back({guard, isMissing});
  }
}

void NestMapper::createLaunch() {
  OpBuilder builder(nest);
  SmallVector<Value> sizes;
  for (const std::array<int64_t, 3> &counts : {blocks, threads})
    for (int64_t count : counts)
      sizes.push_back(constant(builder, count));
  launch = mlir::gpu::LaunchOp::create(builder, nest->getLoc(), sizes[0], sizes[1], sizes[2],
                                       sizes[3], sizes[4], sizes[5]);
  builder.setInsertionPointToEnd(&launch.getBody().front());
  auto end = mlir::gpu::TerminatorOp::create(builder, nest->getLoc());
  nest->moveBefore(end);
}

void NestMapper::moveBuffers() {
  SmallVector<memref::AllocOp> buffers;
  nest->walk([&](memref::AllocOp op) { buffers.push_back(op); });
  OpBuilder builder = OpBuilder::atBlockBegin(&launch.getBody().front());
  for (memref::AllocOp op : buffers) {
    Value replacement;
    if (gpu_target::isWorkgroupMemory(op))
      replacement = launch.addWorkgroupAttribution(op.getType(), op.getLoc());
    else
      replacement = memref::AllocaOp::create(builder, op.getLoc(), op.getType());
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    op.replaceAllUsesWith(replacement);
    op.erase();
  }
}

void NestMapper::replaceLoops() {
  OpBuilder builder(nest);
  builder.setInsertionPointToStart(&launch.getBody().front());
  for (auto &[guard, isMissing] : guards) {
    builder.setInsertionPoint(guard);
    Value zero = constant(builder, 0), isFirst;
    for (auto [d, missing] : llvm::enumerate(isMissing)) {
      if (!missing)
        continue;
      Value one = arith::CmpIOp::create(builder, guard.getLoc(), arith::CmpIPredicate::eq,
                                        getThread(d), zero);
      isFirst =
          isFirst ? arith::AndIOp::create(builder, guard.getLoc(), isFirst, one).getResult() : one;
    }
    guard.getConditionMutable().assign(isFirst);
  }
  for (scf::ForOp loop : loops) {
    gpu_target::Binding binding = *gpu_target::getBinding(loop);
    unsigned dimension = static_cast<unsigned>(binding.dimension);
    loop.getInductionVar().replaceAllUsesWith(binding.isBlock ? getBlock(dimension)
                                                              : getThread(dimension));
    builder.setInsertionPoint(loop);
    Block *target = loop->getBlock();
    Block::iterator place = loop->getIterator();
    int64_t count = *gpu_target::getCount(loop);
    if (!binding.isBlock && count < threads[dimension]) {
      Value isInside = arith::CmpIOp::create(builder, loop.getLoc(), arith::CmpIPredicate::ult,
                                             getThread(dimension), constant(builder, count));
      auto guard = scf::IfOp::create(builder, loop.getLoc(), isInside);
      target = guard.thenBlock();
      place = target->begin();
    }
    Block *body = loop.getBody();
    body->getTerminator()->erase();
    target->getOperations().splice(place, body->getOperations());
    loop.erase();
  }
  // A virtual thread is a loop of its thread.
  launch.walk([](scf::ForOp loop) { loop->removeAttr(schedule::bindAttrName); });
}

namespace {
struct MapToGpu : dl::gpu_target::impl::MapToGpuPassBase<MapToGpu> {
  void runOnOperation() override {
    if (getOperation().isDeclaration() ||
        !getOperation()->hasAttr(te::TeDialect::getKernelAttrName()))
      return;
    for (auto buffer : getOperation().getOps<memref::AllocOp>())
      if (gpu_target::isWorkgroupMemory(buffer)) {
        gpu_target::emitError(buffer)
            << "allocates memory of a block outside of what becomes a launch";
        return signalPassFailure();
      }
    for (Operation *nest : gpu_target::getNests(getOperation().getBody().front()))
      if (failed(NestMapper(nest).run()))
        return signalPassFailure();
  }
};
} // namespace
