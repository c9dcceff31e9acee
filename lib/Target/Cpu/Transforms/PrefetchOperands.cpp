//===-- PrefetchOperands.cpp - fetch what the next panel reads ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-prefetch-operands: a panel of weights that all rows go through comes from the last cache or
// from memory while the first rows wait for it, and nothing comes while the others compute. The
// loops of the rows fetch the next panel, a share each.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "ReadLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace dl::cpu {
#define GEN_PASS_DEF_PREFETCHOPERANDSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl::cpu;

/// In so many iterations over rows of unknown number the next panel is fetched.
static constexpr int64_t assumedTrips = 8;

/// How many iterations a loop is taken to have.
static int64_t getTrips(const Loop &loop) {
  return loop.trips == unknownTrips ? assumedTrips : loop.trips;
}

namespace {
/// A read of a panel by rows, and where the next one is.
class Panel {
public:
  /// Finds out; false where no panel is read, or nothing would be won.
  bool analyze(vector::TransferReadOp read, int64_t lineElements);
  void prefetch(int64_t lineElements);
  /// The same of a panel that a tile of rows reads once, one vector after the other.
  bool analyzeStream(vector::TransferReadOp read, int64_t lineElements);
  void prefetchStream(int64_t lineElements);

private:
  void findStrides(vector::TransferReadOp read);
  bool findPieces(vector::TransferReadOp read);
  void mapNext(OpBuilder &builder, IRMapping &known);

  vector::TransferReadOp read;
  SmallVector<Loop> loops;
  /// Where, among them, those over rows begin, those over terms, and those of these that go through
  /// elements side by side.
  size_t firstRow = 0, firstTerm = 0, firstBeside = 0;
  /// Elements that lie side by side of a panel, and where such pieces begin, by index.
  int64_t length = 0;
  SmallVector<SmallVector<int64_t>> pieces;
};
} // namespace

/// The pieces of a vector that lie side by side, longer by what loops over terms append to them.
bool Panel::findPieces(vector::TransferReadOp op) {
  auto type = cast<MemRefType>(op.getShapedType());
  auto [strides, offset] = type.getStridesAndOffset();
  size_t rank = type.getRank();
  ArrayRef<int64_t> shape = op.getVectorType().getShape();
  AffineMap map = op.getPermutationMap();
  length = 1;
  pieces.assign(1, SmallVector<int64_t>(rank, 0));
  for (size_t d = shape.size(); d-- > 0;) {
    auto dim = dyn_cast<AffineDimExpr>(map.getResult(d));
    if (!dim)
      return false;
    if (strides[dim.getPosition()] == length && pieces.size() == 1) {
      length *= shape[d];
      continue;
    }
    auto before = std::move(pieces);
    pieces.clear();
    for (const SmallVector<int64_t> &piece : before)
      for (int64_t i = 0; i < shape[d]; ++i)
        pieces.emplace_back(piece)[dim.getPosition()] = i;
  }
  firstBeside = loops.size();
  while (firstBeside > firstTerm &&
         (loops[firstBeside - 1].stride == length || loops[firstBeside - 1].trips == 1))
    length *= loops[--firstBeside].trips;
  return pieces.size() <= 8;
}

/// What the loops around a read move it by.
void Panel::findStrides(vector::TransferReadOp op) {
  read = op;
  loops = findLoops(op);
  if (loops.empty())
    return;
  auto [strides, offset] = cast<MemRefType>(op.getShapedType()).getStridesAndOffset();
  Steps all(loops.size(), 0);
  for (auto [index, stride] : llvm::zip(op.getIndices(), strides))
    all = addSteps(all, getSteps(index, loops), stride);
  for (auto [loop, stride] : llvm::zip(loops, all))
    loop.stride = stride;
}

bool Panel::analyze(vector::TransferReadOp op, int64_t lineElements) {
  findStrides(op);
  if (loops.empty())
    return false;
  firstTerm = loops.size();
  auto isTerm = [](const Loop &loop) {
    bool isMoved = loop.stride != 0 && loop.stride != unknownStep && loop.trips != unknownTrips;
    return isMoved || loop.trips == 1;
  };
  while (firstTerm > 0 && isTerm(loops[firstTerm - 1]))
    --firstTerm;
  firstRow = firstTerm;
  int64_t rows = 1;
  for (; firstRow > 0 && (loops[firstRow - 1].stride == 0 || loops[firstRow - 1].trips == 1);
       --firstRow)
    rows *= getTrips(loops[firstRow - 1]);
  // The first of the others goes from panel to panel.
  return firstRow > 0 && loops[firstRow - 1].trips != unknownTrips && rows > 1 && findPieces(op) &&
         length >= 8 * lineElements;
}

/// The variables of the loops over panels in the next one. After the last part of a panel, as of a
/// block of terms, comes the first of the next. The very last one is its own next one: nothing
/// behind an operand is asked for.
void Panel::mapNext(OpBuilder &builder, IRMapping &known) {
  Location loc = read.getLoc();
  auto isCounted = [](const Loop &loop) {
    return loop.isExact && loop.stride != 0 && loop.stride != unknownStep;
  };
  auto apply = [&](AffineExpr expr, ArrayRef<Value> operands) -> Value {
    return affine::makeComposedAffineApply(builder, loc, AffineMap::get(operands.size(), 0, expr),
                                           getAsOpFoldResult(operands));
  };
  const Loop &part = loops[firstRow - 1];
  AffineExpr one = builder.getAffineDimExpr(0);
  if (firstRow == 1 || !isCounted(part) || !isCounted(loops[firstRow - 2])) {
    known.map(part.variable,
              arith::MinSIOp::create(builder, loc, apply(one + part.step, part.variable),
                                     apply(one + (part.trips - 1) * part.step, part.lower)));
    return;
  }
  const Loop &whole = loops[firstRow - 2];
  int64_t ofWhole = *getConstantIntValue(whole.lower), ofPart = *getConstantIntValue(part.lower);
  AffineExpr other = builder.getAffineDimExpr(1);
  Value next = apply((one - ofWhole).floorDiv(whole.step) * part.trips +
                         (other - ofPart).floorDiv(part.step) + 1,
                     {whole.variable, part.variable});
  next = arith::MinSIOp::create(
      builder, loc, next,
      arith::ConstantIndexOp::create(builder, loc, whole.trips * part.trips - 1));
  known.map(whole.variable, apply(one.floorDiv(part.trips) * whole.step + ofWhole, next));
  known.map(part.variable, apply(one % part.trips * part.step + ofPart, next));
}

void Panel::prefetch(int64_t lineElements) {
  // In the outermost loop whose iterations fetch two lines of each piece at most, and that is in
  // those over terms which move pieces.
  int64_t lines = llvm::divideCeil(length, lineElements), iterations = 1;
  size_t last = firstRow;
  auto isCounted = [&](size_t loop) { return loop < firstTerm || loop >= firstBeside; };
  for (;; ++last) {
    iterations *= isCounted(last) ? getTrips(loops[last]) : 1;
    if (last + 1 == loops.size())
      break;
    bool isInside = firstBeside == firstTerm || last + 1 >= firstBeside;
    bool isWhole = loops[last].op != loops[last + 1].op;
    if (isInside && isWhole && lines <= 2 * iterations)
      break;
  }
  Location loc = read.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&loops[last].op->getRegion(0).front());
  // The number of the iteration, and the first line that it fetches.
  int64_t each = llvm::divideCeil(lines, iterations);
  AffineExpr number = builder.getAffineConstantExpr(0);
  SmallVector<Value> variables;
  for (size_t i = firstRow; i <= last; ++i) {
    if (!isCounted(i))
      continue;
    AffineExpr variable = getAffineDimExpr(variables.size(), builder.getContext());
    AffineExpr lower = getAffineDimExpr(variables.size() + 1, builder.getContext());
    variables.append({loops[i].variable, loops[i].lower});
    number = number * getTrips(loops[i]) + (variable - lower).floorDiv(loops[i].step);
  }
  Value first = affine::makeComposedAffineApply(
      builder, loc, AffineMap::get(variables.size(), 0, number * (each * lineElements)),
      getAsOpFoldResult(variables));
  bool isUnknown = llvm::any_of(llvm::seq(firstRow, last + 1),
                                [&](size_t loop) { return loops[loop].trips == unknownTrips; });
  if (each * iterations > lines || isUnknown) {
    Value most = arith::ConstantIndexOp::create(builder, loc, (lines - each) * lineElements);
    first = arith::MinSIOp::create(builder, loc, first, most);
  }
  IRMapping known;
  mapNext(builder, known);
  // Of the elements side by side the first, of the same terms of the next panel.
  SmallVector<Value> begin;
  for (Value index : read.getIndices())
    begin.push_back(makeFirstIndex(builder, known, index,
                                   ArrayRef(loops).drop_front(std::min(firstBeside, last + 1))));
  for (const SmallVector<int64_t> &piece : pieces)
    for (int64_t line = 0; line < each; ++line) {
      SmallVector<Value> indices;
      for (size_t d = 0; d < begin.size(); ++d) {
        bool isLast = d + 1 == begin.size();
        AffineExpr sum = builder.getAffineDimExpr(0) + piece[d];
        sum = isLast ? sum + builder.getAffineDimExpr(1) + line * lineElements : sum;
        SmallVector<Value> operands = {begin[d]};
        if (isLast)
          operands.push_back(first);
        indices.push_back(affine::makeComposedAffineApply(
            builder, loc, AffineMap::get(operands.size(), 0, sum), getAsOpFoldResult(operands)));
      }
      memref::PrefetchOp::create(builder, loc, read.getBase(), indices, /*isWrite=*/false,
                                 /*localityHint=*/2, /*isDataCache=*/true);
    }
}

/// Rows that use a vector for so long that the machine, which looks so many instructions ahead,
/// sees few of the next ones. A single row goes through memory as fast as that is.
static constexpr int64_t leastRows = 8;

/// So many lines ahead: at 8 bytes a cycle, those that come while one is waited for.
static constexpr int64_t linesAhead = 64;

/// Elements of other operands for each of the lanes of a read: rows, if they are broadcast.
static int64_t countRows(vector::TransferReadOp read, int64_t lineElements) {
  int64_t others = 0;
  for (auto other : read->getBlock()->getOps<vector::TransferReadOp>())
    others += other == read ? 0 : other.getVectorType().getNumElements();
  return others * lineElements / read.getVectorType().getNumElements();
}

bool Panel::analyzeStream(vector::TransferReadOp op, int64_t lineElements) {
  findStrides(op);
  // Not where a loop reads the same again.
  auto isMoved = [](const Loop &loop) { return loop.stride != 0 || loop.trips == 1; };
  if (loops.empty() || !llvm::all_of(loops, isMoved))
    return false;
  firstTerm = loops.size();
  int64_t elements = op.getVectorType().getNumElements();
  return findPieces(op) && pieces.size() == 1 && loops.back().stride == elements &&
         elements % lineElements == 0 && countRows(op, lineElements) >= leastRows;
}

void Panel::prefetchStream(int64_t lineElements) {
  OpBuilder builder(read);
  int64_t lines = read.getVectorType().getNumElements() / lineElements;
  for (int64_t line = 0; line < lines; ++line) {
    SmallVector<Value> indices(read.getIndices());
    AffineExpr ahead = builder.getAffineDimExpr(0) + (linesAhead + line) * lineElements;
    indices.back() = affine::makeComposedAffineApply(
        builder, read.getLoc(), AffineMap::get(1, 0, ahead), getAsOpFoldResult({indices.back()}));
    memref::PrefetchOp::create(builder, read.getLoc(), read.getBase(), indices, /*isWrite=*/false,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

namespace {
struct PrefetchOperands : dl::cpu::impl::PrefetchOperandsPassBase<PrefetchOperands> {
  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<func::FuncOp>()) {
      SmallVector<vector::TransferReadOp> reads;
      kernel.walk([&](vector::TransferReadOp read) {
        if (isFar(read, kernel))
          reads.push_back(read);
      });
      for (vector::TransferReadOp read : reads) {
        int64_t line = dl::schedule::getTarget(kernel)->lineBytes * 8 /
                       read.getVectorType().getElementTypeBitWidth();
        Panel panel;
        if (panel.analyze(read, line))
          panel.prefetch(line);
        else if (panel.analyzeStream(read, line))
          panel.prefetchStream(line);
        else
          continue;
        ++numPanels;
      }
    }
  }

  /// True for a read of an operand that is more than the first cache keeps between two kernels.
  static bool isFar(vector::TransferReadOp read, func::FuncOp kernel) {
    auto argument = dyn_cast<BlockArgument>(read.getBase());
    auto type = dyn_cast<MemRefType>(read.getShapedType());
    if (!argument || argument.getOwner() != &kernel.getBody().front() || !type ||
        !type.hasStaticShape() || !type.getLayout().isIdentity() || type.getRank() == 0 ||
        !type.getElementType().isIntOrFloat() || type.getElementTypeBitWidth() < 8)
      return false;
    std::shared_ptr<const dl::schedule::Target> target = dl::schedule::getTarget(kernel);
    return !target->caches.empty() && type.getNumElements() * type.getElementTypeBitWidth() / 8 >
                                          4 * target->caches.front().bytes;
  }
};
} // namespace
