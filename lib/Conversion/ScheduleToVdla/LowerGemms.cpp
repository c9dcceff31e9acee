//===-- LowerGemms.cpp - nests of tensorized tiles ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest around one step of the unit as gemms: two loops are the instruction's, the others
// micro-ops. The first terms of a tile overwrite it.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"

#include "dl/Schedule/Primitives/Tensorize.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;
using namespace dl::vdla;

bool KernelLowering::addPlace(Place &place, const LoopExpr &expr, int64_t scale,
                              ArrayRef<NestLoop> loops) {
  place.steps.resize(loops.size(), 0);
  for (auto [step, loop] : llvm::zip_equal(place.steps, loops)) {
    values[size_t(loop.variable)] = 0;
    for (const auto &[atom, coefficient] : expr.terms) {
      if (!atom.dependsOn(loop.variable))
        continue;
      // Digits move in steps of their own.
      if (atom.sum)
        return false;
      step += coefficient * scale;
    }
  }
  place.base += expr.evaluate(values) * scale;
  return true;
}

void KernelLowering::fold(InstructionKind kind, Instruction &instruction,
                          SmallVector<Loop> &loops) const {
  llvm::erase_if(loops, [](const Loop &loop) { return loop.count == 1; });
  // Two loops that go on where the other ends are one.
  auto join = [&] {
    for (size_t a = 0; a < loops.size(); ++a)
      for (size_t b = 0; b < loops.size(); ++b) {
        const Loop outer = loops[a], inner = loops[b];
        if (a == b || inner.dst == 0 || outer.dst != inner.dst * inner.count ||
            outer.src != inner.src * inner.count || outer.wgt != inner.wgt * inner.count)
          continue;
        loops[b].count *= outer.count;
        loops.erase(loops.begin() + long(a));
        return true;
      }
    return false;
  };
  while (join()) {
  }
  // The longest ones that write different elements: what they leave is the micro-ops, of which
  // the first ones can overwrite.
  static constexpr FieldId fields[2][4] = {
      {FieldId::IterOut, FieldId::DstOut, FieldId::SrcOut, FieldId::WgtOut},
      {FieldId::IterIn, FieldId::DstIn, FieldId::SrcIn, FieldId::WgtIn}};
  for (const auto &names : fields) {
    auto *best = loops.end();
    for (auto *loop = loops.begin(); loop != loops.end(); ++loop) {
      bool isGood = loop->dst != 0 && loop->count <= stream.getMost(kind, names[0]) &&
                    stream.canStep(kind, names[1], loop->dst) &&
                    stream.canStep(kind, names[2], loop->src) &&
                    stream.canStep(kind, names[3], loop->wgt);
      if (isGood && (best == loops.end() || loop->count > best->count))
        best = loop;
    }
    instruction.set(names[0], 1);
    if (best == loops.end())
      continue;
    instruction.set(names[0], best->count).set(names[1], best->dst).set(names[2], best->src);
    if (kind == InstructionKind::Gemm)
      instruction.set(names[3], best->wgt);
    loops.erase(best);
  }
}

/// All positions of loops, the first one outermost.
template <typename LoopT>
static std::vector<MicroOp> expand(ArrayRef<LoopT> loops, const MicroOp &base) {
  std::vector<MicroOp> all = {base};
  for (const LoopT &loop : loops) {
    std::vector<MicroOp> next;
    for (const MicroOp &outer : all)
      for (int64_t i = 0; i < loop.count; ++i) {
        MicroOp microOp = outer;
        microOp.dst += uint32_t(i * loop.dst);
        microOp.src += uint32_t(i * loop.src);
        microOp.wgt += uint32_t(i * loop.wgt);
        next.push_back(microOp);
      }
    all = std::move(next);
  }
  return all;
}

bool KernelLowering::emitGemm(const Nest &nest) {
  int stage = nest.tile->stage;
  const StageSchedule &sums = kernel[stage];
  std::string name = describe(kernel, stage);
  const MatchingIntrinsic *intrinsic = sums.lookupIntrinsic(sums.tree.getIntrinsic());
  auto operands =
      matchOperands(kernel, stage, *intrinsic, getAxisNumbers(sums.tree, intrinsic->shape));
  if (auto *refusal = std::get_if<Refusal>(&operands))
    return refuse(stage, refusal->reason);
  const std::vector<int> &reads = std::get<std::vector<int>>(operands);
  const PlanRanges &ranges = nest.tile->ranges;
  std::vector<LoopExpr> offsets;
  for (const PlanRange &range : ranges)
    offsets.push_back(range.offset);

  Part &written = *parts[size_t(stage)];
  Place places[3];
  SmallVector<int> tiles = {written.tile};
  bool isGood = true;
  for (size_t dim = 0; dim + 1 < written.box.size.size(); ++dim) {
    LoopExpr place = offsets[dim] - LoopExpr(written.box.offset[dim]);
    isGood &= addPlace(places[0], place, written.getStride(dim, 1), nest.loops);
  }
  for (size_t operand = 0; operand < 2; ++operand) {
    const StageRead &read = sums.reads[reads[operand]];
    Memory memory = operand == 0 ? Memory::Inp : Memory::Wgt;
    if (read.stage < 0 || !parts[size_t(read.stage)] || infos[size_t(read.stage)].memory != memory)
      return refuse(stage, name + " multiplies what is not in " + getName(memory));
    const Part &part = *parts[size_t(read.stage)];
    unsigned elementDims = infos[size_t(read.stage)].elementDims;
    tiles.push_back(part.tile);
    for (size_t dim = 0; dim + elementDims < part.box.size.size(); ++dim) {
      LoopExpr index = plan.variables.replace(read.indices[dim].getSum(), offsets);
      Place place;
      isGood &= addPlace(place, index - LoopExpr(part.box.offset[dim]), 1, nest.loops);
      // All that is read lies whole steps apart.
      int64_t step = infos[size_t(read.stage)].steps[dim],
              stride = part.getStride(dim, elementDims);
      Place &sum = places[operand + 1];
      sum.base += place.base / step * stride;
      sum.steps.resize(nest.loops.size(), 0);
      for (size_t i = 0; i < nest.loops.size(); ++i)
        sum.steps[i] += place.steps[i] / step * stride;
    }
  }
  if (!isGood)
    return refuse(stage, name + " moves through its operands by no constant steps");
  SmallVector<Loop> loops;
  for (size_t i = 0; i < nest.loops.size(); ++i) {
    auto get = [&](const Place &place) { return place.steps.empty() ? 0 : place.steps[i]; };
    loops.push_back({nest.loops[i].count, get(places[0]), get(places[1]), get(places[2])});
  }
  // Terms outermost: the first pass over the elements is the first of the micro-ops.
  llvm::stable_sort(loops, [](const Loop &a, const Loop &b) { return a.dst == 0 && b.dst != 0; });
  MicroOp base;
  base.dst = uint32_t(places[0].base);
  base.src = uint32_t(places[1].base);
  base.wgt = uint32_t(places[2].base);
  return emitGemmLoops(stage, written, tiles, loops, base);
}

bool KernelLowering::emitGemmLoops(int stage, Part &sums, ArrayRef<int> tiles,
                                   SmallVector<Loop> loops, MicroOp base) {
  Instruction gemm;
  gemm.kind = InstructionKind::Gemm;
  gemm.set(FieldId::Mode, int64_t(GemmMode::Mac));
  SmallVector<Loop> elements;
  llvm::copy_if(loops, std::back_inserter(elements),
                [](const Loop &loop) { return loop.dst != 0; });
  SmallVector<Loop> rest = loops;
  fold(InstructionKind::Gemm, gemm, rest);
  int64_t count = 1, first = 1;
  for (const Loop &loop : rest) {
    count *= loop.count;
    first *= loop.dst != 0 ? loop.count : 1;
  }
  // Too many micro-ops for one: one gemm for each iteration of the longest loop that is left.
  if (count > stream.getMost(InstructionKind::Gemm, FieldId::UopCount) ||
      first > stream.getMost(InstructionKind::Gemm, FieldId::InitCount)) {
    bool isInit = first > stream.getMost(InstructionKind::Gemm, FieldId::InitCount);
    auto *longest = rest.end();
    for (auto *loop = rest.begin(); loop != rest.end(); ++loop)
      if ((!isInit || loop->dst != 0) && (longest == rest.end() || loop->count > longest->count))
        longest = loop;
    Loop outer = *longest;
    auto *same = llvm::find_if(loops, [&](const Loop &loop) {
      return loop.count == outer.count && loop.dst == outer.dst && loop.src == outer.src &&
             loop.wgt == outer.wgt;
    });
    if (same == loops.end()) {
      // It was joined of others: go on with what folding left.
      return refuse(stage, "its micro-ops are more than a gemm has");
    }
    loops.erase(same);
    for (int64_t i = 0; i < outer.count; ++i) {
      MicroOp moved = base;
      moved.dst += uint32_t(i * outer.dst);
      moved.src += uint32_t(i * outer.src);
      moved.wgt += uint32_t(i * outer.wgt);
      if (!emitGemmLoops(stage, sums, tiles, loops, moved))
        return false;
    }
    return true;
  }

  int64_t numWritten = 0;
  std::vector<MicroOp> all = expand(ArrayRef<Loop>(elements), base);
  for (const MicroOp &element : all) {
    numWritten += sums.isWritten[element.dst] ? 1 : 0;
    sums.isWritten[element.dst] = true;
  }
  if (numWritten != 0 && numWritten != int64_t(all.size()))
    return refuse(stage, "terms of some of its elements come before others'");
  gemm.set(FieldId::InitCount, numWritten == 0 ? first : 0);
  stream.add({gemm, expand(ArrayRef<Loop>(rest), base), SmallVector<int, 3>(tiles)});
  return true;
}
