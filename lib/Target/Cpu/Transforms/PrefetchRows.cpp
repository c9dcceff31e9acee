//===-- PrefetchRows.cpp - fetch the rows that come next ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-prefetch-rows: a tile of an image is read in short pieces, some of each channel, which are
// too many for the machine to see where they go on. The loops over a row of tiles fetch the rows
// that the next one reads first, a share in each iteration.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "ReadLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

#include <set>

namespace dl::cpu {
#define GEN_PASS_DEF_PREFETCHROWSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl::cpu;

/// Longer runs of elements side by side are fetched ahead by the machine.
static constexpr int64_t mostRunBytes = 8192;

/// Lines that an iteration fetches at most: a core has few more buffers that wait for lines.
static constexpr int64_t mostLines = 16;

namespace {
/// A read of some rows of an image, and those that the next iteration of a loop reads first.
class NextRows {
public:
  /// Finds out; false where no rows are read, or they stay in the nearer caches, of so many bytes,
  /// or nothing would be won.
  bool analyze(vector::TransferReadOp read, int64_t nearBytes, int64_t lineElements);
  void prefetch(int64_t lineElements);

  /// What is read in which loop: others there fetch the same.
  std::pair<void *, Operation *> getKey() {
    return {read.getBase().getAsOpaquePointer(), loops[place].op};
  }

private:
  bool findRowLoop(int64_t nearBytes);
  bool hasShortRuns() const;
  bool placeLoops();
  bool appendPieces(int64_t count, ArrayRef<int64_t> step);
  bool visit(size_t loop);
  bool isWindow(size_t loop) const { return windows.count(loop) != 0; }

  std::optional<SmallVector<int64_t>> getBox(size_t loop) const;
  int64_t getBytes(ArrayRef<int64_t> box) const;
  int64_t getStride(size_t loop) const;
  SmallVector<int64_t> getMove(size_t loop) const;

  vector::TransferReadOp read;
  MemRefType type;
  SmallVector<int64_t> strides;
  SmallVector<Loop> loops;
  /// What the loops move each index by.
  SmallVector<Steps> steps;
  /// The vector's extents by the buffer's dims.
  SmallVector<int64_t> extents;

  /// The loop from row to row, and the dim of these.
  size_t row = 0;
  unsigned dim = 0;
  /// How many rows are new, where they begin behind the first that is read, and how many lie side by
  /// side, as one.
  int64_t count = 0, first = 0, together = 1;

  /// Loops inside of it that read elements again.
  std::set<size_t> windows;
  /// The innermost loop in which each iteration has elements of its own.
  size_t place = 0;
  /// Elements that lie side by side, and where such pieces begin, by index.
  int64_t length = 1;
  SmallVector<SmallVector<int64_t>> pieces;
};
} // namespace

/// Extents of what is read inside of a loop; nothing where they are not known.
std::optional<SmallVector<int64_t>> NextRows::getBox(size_t loop) const {
  SmallVector<int64_t> box = extents;
  for (size_t inner = loop + 1; inner < loops.size(); ++inner)
    for (size_t d = 0; d < box.size(); ++d) {
      if (steps[d][inner] < 0 || (steps[d][inner] > 0 && loops[inner].trips == unknownTrips))
        return std::nullopt;
      box[d] += steps[d][inner] * (loops[inner].trips - 1);
    }
  for (auto [extent, all] : llvm::zip(box, type.getShape()))
    extent = std::min(extent, all);
  return box;
}

int64_t NextRows::getBytes(ArrayRef<int64_t> box) const {
  return llvm::product_of(box, int64_t(1)) * type.getElementTypeBitWidth() / 8;
}

int64_t NextRows::getStride(size_t loop) const {
  int64_t stride = 0;
  for (size_t d = 0; d < strides.size(); ++d)
    stride += steps[d][loop] * strides[d];
  return stride;
}

SmallVector<int64_t> NextRows::getMove(size_t loop) const {
  return llvm::map_to_vector(steps, [&](const Steps &of) { return of[loop]; });
}

/// The outermost loop over a dim of which an iteration and what is new in the next one stay near;
/// false where windows of the two share nothing, so that the machine sees one run.
bool NextRows::findRowLoop(int64_t nearBytes) {
  for (row = 0; row < loops.size(); ++row) {
    SmallVector<int64_t> move = getMove(row);
    std::optional<SmallVector<int64_t>> box = getBox(row);
    if (!box || llvm::is_contained(move, unknownStep))
      return false;
    size_t moved = llvm::count_if(move, [](int64_t step) { return step != 0; });
    // What is read again and again is there.
    if (moved == 0 && loops[row].trips != 1 && getBytes(*box) <= nearBytes)
      return false;
    if (moved != 1 || loops[row].trips == 1)
      continue;
    dim = std::distance(move.begin(), llvm::find_if(move, [](int64_t step) { return step != 0; }));
    if (move[dim] < 0)
      return false;
    SmallVector<int64_t> next = *box;
    count = next[dim] = move[dim];
    first = (*box)[dim];
    if (getBytes(*box) + getBytes(next) <= nearBytes)
      return first > count;
  }
  return false;
}

bool NextRows::hasShortRuns() const {
  SmallVector<int64_t> next = *getBox(row);
  next[dim] = count;
  int64_t run = 1;
  for (size_t d = next.size(); d-- > 0;) {
    run *= next[d];
    if (next[d] != type.getDimSize(d))
      return run * type.getElementTypeBitWidth() / 8 <= mostRunBytes;
  }
  return false;
}

/// Repeats all pieces; false where they are too many.
bool NextRows::appendPieces(int64_t times, ArrayRef<int64_t> step) {
  if (times == unknownTrips || int64_t(pieces.size()) * times > mostLines)
    return false;
  auto before = std::move(pieces);
  pieces.clear();
  for (const SmallVector<int64_t> &piece : before)
    for (int64_t i = 0; i < times; ++i)
      for (auto [index, moved] : llvm::zip(pieces.emplace_back(piece), step))
        index += i * moved;
  return true;
}

/// Takes one more loop, whose stride is at least that of those before it.
bool NextRows::visit(size_t loop) {
  int64_t stride = getStride(loop);
  if (stride < length) {
    windows.insert(loop);
    return true;
  }
  bool isInside = llvm::any_of(windows, [&](size_t window) { return window < loop; });
  if (!isInside) {
    place = std::max(place, loop);
    return true;
  }
  if (stride != length || pieces.size() != 1)
    return appendPieces(loops[loop].trips, getMove(loop));
  length *= loops[loop].trips;
  return loops[loop].trips != unknownTrips;
}

/// Finds where the rows are fetched, and in which pieces; false where these are too many.
bool NextRows::placeLoops() {
  // Vectors before loops, each from the elements side by side on.
  struct Item {
    int64_t stride;
    bool isLoop;
    size_t number;
  };
  SmallVector<Item> items;
  for (size_t d = 0; d < extents.size(); ++d)
    if (d != dim && extents[d] > 1)
      items.push_back({strides[d], false, d});
  for (size_t loop = row + 1; loop < loops.size(); ++loop) {
    if (loops[loop].trips == 1)
      continue;
    if (steps[dim][loop] != 0 || getStride(loop) == 0)
      windows.insert(loop);
    else
      items.push_back({getStride(loop), true, loop});
  }
  llvm::sort(items, [](const Item &one, const Item &other) {
    return std::tuple(one.stride, one.isLoop, one.number) <
           std::tuple(other.stride, other.isLoop, other.number);
  });
  // A loop may turn out to read elements again only after one inside of it was seen.
  size_t known = 0;
  do {
    known = windows.size();
    place = row;
    length = 1;
    pieces.assign(1, SmallVector<int64_t>(extents.size(), 0));
    for (const Item &item : items) {
      if (item.isLoop) {
        if (!visit(item.number))
          return false;
      } else if (item.stride == length && pieces.size() == 1) {
        length *= extents[item.number];
      } else {
        SmallVector<int64_t> step(extents.size(), 0);
        step[item.number] = 1;
        if (!appendPieces(extents[item.number], step))
          return false;
      }
    }
  } while (windows.size() != known);
  if (strides[dim] == length)
    length *= together = std::exchange(count, 1);
  // All loops of a parallel nest have one body.
  for (; place + 1 < loops.size() && loops[place + 1].op == loops[place].op; ++place)
    if (isWindow(place + 1))
      return false;
  return true;
}

bool NextRows::analyze(vector::TransferReadOp op, int64_t nearBytes, int64_t lineElements) {
  read = op;
  type = cast<MemRefType>(op.getShapedType());
  strides = type.getStridesAndOffset().first;
  loops = findLoops(op);
  if (loops.empty())
    return false;
  for (Value index : op.getIndices())
    steps.push_back(getSteps(index, loops));
  extents.assign(type.getRank(), 1);
  for (auto [expr, extent] :
       llvm::zip(op.getPermutationMap().getResults(), op.getVectorType().getShape()))
    if (auto of = dyn_cast<AffineDimExpr>(expr))
      extents[of.getPosition()] = extent;
  // What else is computed hardly waits: windows of a single channel have few pieces.
  if (llvm::none_of(op->getUsers(), llvm::IsaPred<vector::ContractionOp>))
    return false;
  if (!findRowLoop(nearBytes) || !hasShortRuns() || !placeLoops())
    return false;
  int64_t lines = llvm::divideCeil(length, lineElements);
  return int64_t(pieces.size()) * count * lines <= mostLines;
}

void NextRows::prefetch(int64_t lineElements) {
  Location loc = read.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&loops[place].op->getRegion(0).front());
  IRMapping known;
  SmallVector<Value> begin;
  for (Value index : read.getIndices())
    begin.push_back(
        makeFirstIndex(builder, known, index, ArrayRef(loops).drop_front(place + 1)));
  auto shift = [&](Value from, int64_t by) -> Value {
    return affine::makeComposedAffineApply(builder, loc,
                                           AffineMap::get(1, 0, builder.getAffineDimExpr(0) + by),
                                           getAsOpFoldResult({from}));
  };
  // Nothing behind the last row is asked for.
  Value last = arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim) - together);
  for (int64_t number = 0; number < count; ++number) {
    Value next = arith::MinSIOp::create(builder, loc, shift(begin[dim], first + number), last);
    for (const SmallVector<int64_t> &piece : pieces)
      for (int64_t element = 0; element < length; element += lineElements) {
        SmallVector<Value> indices;
        for (size_t d = 0; d < begin.size(); ++d)
          indices.push_back(d == dim ? next : shift(begin[d], piece[d]));
        indices.back() = shift(indices.back(), element);
        memref::PrefetchOp::create(builder, loc, read.getBase(), indices, /*isWrite=*/false,
                                   /*localityHint=*/2, /*isDataCache=*/true);
      }
  }
}

/// True for a read, of whole vectors, of what does not stay near.
static bool isFar(vector::TransferReadOp read, int64_t nearBytes) {
  auto type = dyn_cast<MemRefType>(read.getShapedType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() || type.getRank() < 2 ||
      !type.getElementType().isIntOrFloat() || type.getElementTypeBitWidth() % 8 != 0 ||
      read.getMask() || read.hasOutOfBoundsDim())
    return false;
  return type.getNumElements() * type.getElementTypeBitWidth() / 8 > nearBytes;
}

namespace {
struct PrefetchRows : dl::cpu::impl::PrefetchRowsPassBase<PrefetchRows> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    std::shared_ptr<const dl::schedule::Target> target = dl::schedule::getTarget(kernel);
    int64_t near = target->getNearBytes();
    if (near == 0)
      return;
    SmallVector<vector::TransferReadOp> reads;
    kernel.walk([&](vector::TransferReadOp read) {
      bool isFetched =
          llvm::any_of(read.getBase().getUsers(), llvm::IsaPred<memref::PrefetchOp>);
      if (!isFetched && isFar(read, near))
        reads.push_back(read);
    });
    std::set<std::pair<void *, Operation *>> known;
    for (vector::TransferReadOp read : reads) {
      int64_t line = target->lineBytes * 8 / read.getVectorType().getElementTypeBitWidth();
      NextRows rows;
      if (!rows.analyze(read, near, line) || !known.insert(rows.getKey()).second)
        continue;
      rows.prefetch(line);
      ++numReads;
    }
  }
};
} // namespace
