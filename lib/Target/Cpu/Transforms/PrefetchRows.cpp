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

/// So many streams are followed by the machine.
static constexpr int64_t leastRuns = 8;

/// Lines that an iteration fetches at most: a core has few more buffers that wait for lines.
static constexpr int64_t mostLines = 16;

/// How often the same line may be fetched.
static constexpr int64_t mostRepeats = 4;

/// Tiles that share no rows follow so soon, where they are small, that the next one's come too
/// late: those of a later one are fetched.
static constexpr int64_t leastBytesAhead = 8192;

namespace {
/// A read of some rows of an image, and those that the next iteration of a loop reads first.
class NextRows {
public:
  /// Finds out; false where no rows are read, or they stay in the nearer caches, of so many bytes,
  /// or nothing would be won.
  bool analyze(vector::TransferReadOp read, int64_t nearBytes, int64_t lineElements);
  void prefetch(int64_t lineElements);

  /// What is fetched in which loop: one of all reads of a buffer there, such as those of the tile's
  /// rest.
  std::pair<void *, Operation *> getKey() {
    return {read.getBase().getAsOpaquePointer(), loops[place].op};
  }

private:
  bool findRowLoop(int64_t nearBytes);
  bool isInShortRuns() const;
  bool placeLoops();
  bool visit(size_t loop);
  void appendPieces(unsigned of);
  /// Loops around the place whose iterations share the work.
  SmallVector<size_t> getSharers() const;
  bool shareLines(int64_t lineElements);

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
  /// How many rows are new, where they begin behind the first that is read, and how many lie side
  /// by side, as one.
  int64_t count = 0, first = 0, together = 1;

  /// Loops inside of it each of whose iterations reads elements of its own, and the innermost of
  /// them or itself.
  std::set<size_t> parts;
  size_t place = 0;
  /// Elements that lie side by side, and where such pieces begin, by index.
  int64_t length = 1;
  SmallVector<SmallVector<int64_t>> pieces;
  /// Lines of a piece of a row, among how many iterations those of all rows are shared, and how
  /// many each of these fetches.
  int64_t lines = 0, iterations = 1, each = 0;
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

/// The outermost loop over a dim of which an iteration and what is new in the next one stay near.
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
    // Of windows with rows between them only those that are read.
    count = next[dim] = std::min(move[dim], (*box)[dim]);
    first = std::max(move[dim], (*box)[dim]);
    if (getBytes(*box) + getBytes(next) > nearBytes)
      continue;
    if (first == move[dim])
      first += (llvm::divideCeil(leastBytesAhead, getBytes(next)) - 1) * move[dim];
    return true;
  }
  return false;
}

/// True where what is new are several runs of elements side by side, too short for the machine.
bool NextRows::isInShortRuns() const {
  SmallVector<int64_t> next = *getBox(row);
  next[dim] = count;
  int64_t run = 1;
  for (size_t d = next.size(); d-- > 0;) {
    run *= next[d];
    if (next[d] != type.getDimSize(d))
      break;
  }
  int64_t bytes = run * type.getElementTypeBitWidth() / 8;
  return bytes <= mostRunBytes && getBytes(next) >= leastRuns * bytes;
}

/// Repeats all pieces along a dim of the vector.
void NextRows::appendPieces(unsigned of) {
  auto before = std::move(pieces);
  pieces.clear();
  for (const SmallVector<int64_t> &piece : before)
    for (int64_t i = 0; i < extents[of]; ++i)
      pieces.emplace_back(piece)[of] += i;
}

/// Takes one more loop, whose stride is at least that of those before it: false where it is not
/// known how far it goes.
bool NextRows::visit(size_t loop) {
  int64_t stride = getStride(loop);
  if (stride < length)
    return true;
  // Those that go on side by side inside of all others fetch too little to be worth it.
  bool isInnermost = llvm::all_of(llvm::seq(loop + 1, loops.size()),
                                  [&](size_t inner) { return getStride(inner) < stride; });
  if (stride == length && pieces.size() == 1 && isInnermost) {
    length *= loops[loop].trips;
    return loops[loop].trips != unknownTrips;
  }
  parts.insert(loop);
  place = std::max(place, loop);
  return true;
}

/// Finds where the rows are fetched, and in which pieces.
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
  for (size_t loop = row + 1; loop < loops.size(); ++loop)
    if (loops[loop].trips != 1 && steps[dim][loop] == 0 && getStride(loop) != 0)
      items.push_back({getStride(loop), true, loop});
  llvm::sort(items, [](const Item &one, const Item &other) {
    return std::tuple(one.stride, one.isLoop, one.number) <
           std::tuple(other.stride, other.isLoop, other.number);
  });
  place = row;
  pieces.assign(1, SmallVector<int64_t>(extents.size(), 0));
  for (const Item &item : items) {
    if (item.isLoop) {
      if (!visit(item.number))
        return false;
    } else if (item.stride == length && pieces.size() == 1) {
      length *= extents[item.number];
    } else if (int64_t(pieces.size()) * extents[item.number] > mostLines) {
      return false;
    } else {
      appendPieces(item.number);
    }
  }
  if (strides[dim] == length)
    length *= together = std::exchange(count, 1);
  // All loops of a parallel nest have one body.
  while (place + 1 < loops.size() && loops[place + 1].op == loops[place].op)
    ++place;
  return true;
}

SmallVector<size_t> NextRows::getSharers() const {
  return llvm::filter_to_vector(llvm::seq(row + 1, place + 1), [&](size_t loop) {
    return loops[loop].trips != 1 && parts.count(loop) == 0;
  });
}

/// Loops around the place that read elements again fetch a share each; false where these are too
/// many, or the same is fetched again and again.
bool NextRows::shareLines(int64_t lineElements) {
  lines = llvm::divideCeil(length, lineElements);
  for (size_t loop : getSharers()) {
    if (loops[loop].trips == unknownTrips)
      return false;
    iterations *= loops[loop].trips;
  }
  each = llvm::divideCeil(count * lines, iterations);
  return each * int64_t(pieces.size()) <= mostLines &&
         each * iterations <= mostRepeats * count * lines;
}

bool NextRows::analyze(vector::TransferReadOp op, int64_t nearBytes, int64_t lineElements) {
  read = op;
  type = cast<MemRefType>(op.getShapedType());
  strides = type.getStridesAndOffset().first;
  loops = findLoops(op);
  // A buffer that is made inside of the loops is not there at the place of an outer one.
  if (loops.empty() || loops.front().op->isAncestor(op.getBase().getParentBlock()->getParentOp()))
    return false;
  for (Value index : op.getIndices())
    steps.push_back(getSteps(index, loops));
  extents.assign(type.getRank(), 1);
  for (auto [expr, extent] :
       llvm::zip(op.getPermutationMap().getResults(), op.getVectorType().getShape()))
    if (auto of = dyn_cast<AffineDimExpr>(expr))
      extents[of.getPosition()] = extent;
  // What else is computed hardly waits: windows of a single channel have few pieces.
  return llvm::any_of(op->getUsers(), llvm::IsaPred<vector::ContractionOp>) &&
         findRowLoop(nearBytes) && isInShortRuns() && placeLoops() && shareLines(lineElements);
}

void NextRows::prefetch(int64_t lineElements) {
  Location loc = read.getLoc();
  MLIRContext *context = read.getContext();
  OpBuilder builder = OpBuilder::atBlockBegin(&loops[place].op->getRegion(0).front());
  // Each part of its own elements the first.
  SmallVector<Loop> atFirst;
  for (size_t loop = row + 1; loop < loops.size(); ++loop)
    if (parts.count(loop) == 0)
      atFirst.push_back(loops[loop]);
  IRMapping known;
  SmallVector<Value> begin;
  for (Value index : read.getIndices())
    begin.push_back(makeFirstIndex(builder, known, index, atFirst));
  auto apply = [&](AffineExpr expr, ArrayRef<Value> operands) -> Value {
    return affine::makeComposedAffineApply(builder, loc, AffineMap::get(operands.size(), 0, expr),
                                           getAsOpFoldResult(operands));
  };
  AffineExpr one = getAffineDimExpr(0, context), other = getAffineDimExpr(1, context);
  // The number of the iteration, and of the first line that it fetches.
  AffineExpr number = getAffineConstantExpr(0, context);
  SmallVector<Value> variables;
  for (size_t loop : getSharers()) {
    AffineExpr variable = getAffineDimExpr(variables.size(), context);
    AffineExpr lower = getAffineDimExpr(variables.size() + 1, context);
    variables.append({loops[loop].variable, loops[loop].lower});
    number = number * loops[loop].trips + (variable - lower).floorDiv(loops[loop].step);
  }
  Value line = apply(number * each, variables);
  if (each * iterations > count * lines) {
    Value most = arith::ConstantIndexOp::create(builder, loc, count * lines - each);
    line = arith::MinSIOp::create(builder, loc, line, most);
  }
  // Nothing behind the last row is asked for.
  Value last = arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim) - together);
  for (int64_t i = 0; i < each; ++i) {
    AffineExpr whole = count == 1 ? getAffineConstantExpr(0, context) : (other + i).floorDiv(lines);
    Value next = apply(one + whole + first, {begin[dim], line});
    next = arith::MinSIOp::create(builder, loc, next, last);
    for (const SmallVector<int64_t> &piece : pieces) {
      SmallVector<Value> indices;
      for (size_t d = 0; d < begin.size(); ++d)
        indices.push_back(d == dim ? next : apply(one + piece[d], {begin[d]}));
      indices.back() =
          apply(one + (other + i - whole * lines) * lineElements, {indices.back(), line});
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
    DenseSet<Value> fetched;
    kernel.walk([&](memref::PrefetchOp fetch) {
      if (!fetch.getIsWrite())
        fetched.insert(fetch.getMemref());
    });
    SmallVector<vector::TransferReadOp> reads;
    kernel.walk([&](vector::TransferReadOp read) {
      if (isFar(read, near) && !fetched.contains(read.getBase()))
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
