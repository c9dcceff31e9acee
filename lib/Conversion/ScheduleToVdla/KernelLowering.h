//===-- KernelLowering.h - a kernel as a program of the accelerator -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the planned loops of a kernel with the values of all variables known. Parts of stages that
// bring data become loads, nests of tensorized tiles gemms, nests of the result stores.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOVDLA_KERNELLOWERING_H
#define DL_LIB_CONVERSION_SCHEDULETOVDLA_KERNELLOWERING_H

#include "StageForms.h"
#include "VdlaStream.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/LoopPlan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::vdla {

/// The operands that a table of scales is made of, and what is in it: element `block` and lane
/// `lane` have what these operands have at `block * step + lane * laneStep`. Where all are numbers
/// that the kernel has, the table is one more operand, before the destination.
struct ScaleTable {
  struct Column {
    int operand = -1;
    int64_t step = 0, laneStep = 0;
    /// Without an operand: of all lanes.
    int64_t number = 0;
  };
  Column bias, multiplier, shift;
  /// The axis of the result that counts blocks; -1 where all have the same.
  int axis = -1;
  int64_t blocks = 1;
  bool hasOperand(int operand) const {
    return operand != -1 &&
           (operand == bias.operand || operand == multiplier.operand || operand == shift.operand);
  }
};

class KernelLowering {
public:
  /// `kernel` has trees, none of which is inlined.
  /// `inTurns`: virtual threads have buffers of their own and take turns.
  KernelLowering(mlir::func::FuncOp kernel, StreamBuilder &stream, bool inTurns);

  /// Makes the instructions. If the accelerator cannot run the kernel, false and a reason.
  bool run();
  const std::string &getReason() const { return reason; }
  /// The stage that the reason is about, if it is one.
  mlir::Operation *getCulprit() const { return culprit; }
  /// Nothing if no sums are rescaled.
  const std::optional<ScaleTable> &getScales() const { return scales; }

private:
  enum class Role { Unknown, Load, Sums, Elementwise, Result };
  struct StageInfo {
    Role role = Role::Unknown;
    Memory memory = Memory::Acc;
    /// Dimensions of an element of the memory.
    unsigned elementDims = 1;
    /// By dimension: only every so many rows of a box are read, and brought.
    llvm::SmallVector<int64_t, 6> steps = {};
  };
  struct Box {
    llvm::SmallVector<int64_t, 6> offset, size;
  };
  /// What is in a tile at the moment.
  struct Part {
    int tile = -1;
    Box box;
    /// What the tile has of each dimension of the box.
    llvm::SmallVector<int64_t, 6> counts = {};
    /// By elements of a tile of sums: something was added.
    std::vector<bool> isWritten = {};
    /// Elements between neighbours along a dimension.
    int64_t getStride(size_t dim, unsigned elementDims) const;
  };
  struct NestLoop {
    int variable;
    int64_t count;
  };
  struct Nest {
    llvm::SmallVector<NestLoop> loops;
    const schedule::PlanNode *tile = nullptr;
  };
  /// A position and how it moves with the loops of a nest.
  struct Place {
    int64_t base = 0;
    llvm::SmallVector<int64_t> steps;
  };
  /// A loop over micro-ops, with steps of its positions.
  struct Loop {
    int64_t count, dst, src, wgt;
  };
  /// One dimension of a transfer.
  struct TransferDim {
    int64_t count, dram, sram, before = 0, after = 0, scale = 0;
    int64_t getTotal() const { return before + count + after; }
  };
  using TransferDims = llvm::SmallVector<TransferDim, 6>;

  bool refuse(int stage, const llvm::Twine &why);
  bool classify();
  bool classifyStage(int stage);
  bool addBuffers();
  bool findScales();
  bool readColumn(const EpilogueForm::Scale &scale, ScaleTable::Column &column);

  bool runBlock(const schedule::PlanBlock &block);
  bool runNode(const schedule::PlanNode &node);
  bool runLoop(const schedule::PlanNode &node);
  bool runThreads(const schedule::PlanNode &node, int64_t count);
  bool runPart(const schedule::PlanNode &node);
  std::optional<Nest> findNest(const schedule::PlanNode &node) const;
  bool emitNest(const Nest &nest);
  Box evaluate(const schedule::PlanRanges &ranges, size_t dims) const;
  bool openPart(int stage, Box box);
  llvm::SmallVector<int64_t, 6> getCounts(int stage, const Box &box) const;
  int64_t countElements(int stage, const Box &box) const;
  void findSteps(int stage);

  // Transfers.
  bool emitLoad(int stage, const Box &box);
  bool emitFill(const Instruction &load, int tile, int64_t sram, int64_t count);
  bool emitLoadDims(const Instruction &load, int tile, llvm::ArrayRef<TransferDim> dims);
  bool emitStore(const Nest &nest);
  bool emitStoreDims(const Instruction &store, llvm::ArrayRef<int> tiles,
                     llvm::ArrayRef<TransferDim> dims);
  /// Loads the blocks of scales that a store needs, unless they are there. The tile and the number
  /// of its first block.
  std::pair<int, int64_t> bringScales(int64_t begin, int64_t count);

  // Loops of the compute unit.
  bool addPlace(Place &place, const schedule::LoopExpr &expr, int64_t scale,
                llvm::ArrayRef<NestLoop> loops);
  bool emitGemm(const Nest &nest);
  bool emitGemmLoops(int stage, Part &sums, llvm::ArrayRef<int> tiles,
                     llvm::SmallVector<Loop> loops, MicroOp base);
  bool emitElementwise(int stage, const Box &box);
  bool emitValue(int stage, mlir::Value value, int tile, const Box &box);
  bool emitReduction(int stage, const Box &box);
  bool emitAlu(int stage, AluOperation operation, llvm::ArrayRef<int> tiles,
               llvm::SmallVector<Loop> loops, MicroOp base, std::optional<int64_t> number);
  /// The loops over a box and how a read of a stage in it moves.
  bool getReadLoops(int stage, te::ReadOp read, const Box &box, llvm::SmallVector<Loop> &loops,
                    int64_t &src, int &tile);
  /// Splits off the loops that an instruction goes through by itself.
  void fold(InstructionKind kind, Instruction &instruction, llvm::SmallVector<Loop> &loops) const;

  mlir::func::FuncOp function;
  StreamBuilder &stream;
  bool inTurns;
  const DeviceModel &model;
  schedule::KernelSchedule kernel;
  schedule::LoopPlan plan;
  llvm::SmallVector<te::ComputeOp> computes;
  std::vector<StageInfo> infos;
  std::vector<std::optional<Part>> parts;
  std::vector<int64_t> values;
  /// Buffers by argument.
  llvm::SmallVector<int> buffers;
  int scaleBuffer = noBuffer;
  /// By context the blocks of the table of scales that it has.
  llvm::StringMap<std::pair<int64_t, int64_t>> scaleBlocks;
  std::optional<EpilogueForm> epilogue;
  std::optional<ScaleTable> scales;
  std::string context, reason;
  mlir::Operation *culprit = nullptr;
};

} // namespace dl::vdla

#endif // DL_LIB_CONVERSION_SCHEDULETOVDLA_KERNELLOWERING_H
