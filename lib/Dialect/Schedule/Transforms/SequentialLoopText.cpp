//===-- SequentialLoopText.cpp - loops that schedules do not change -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What schedule-print-loops shows of te.scan, te.scatter and te.extern: the loop over
// the steps around their stages, the loops over the updates, calls, and what each
// of them holds in memory.
//
//===----------------------------------------------------------------------===//
#include "LoopPrinter.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

std::string LoopPrinter::formatTensor(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  Type elementType = tensor.getElementType();
  std::string text = formatShape(tensor.getShape(), elementType);
  if (tensor.hasStaticShape() && elementType.isIntOrFloat())
    text += ", " +
            std::to_string(tensor.getNumElements() *
                           llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8)) +
            " bytes";
  return text;
}

std::string LoopPrinter::nameIndex(Value index) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return std::to_string(constant.getSExtValue());
  auto argument = dyn_cast<BlockArgument>(index);
  Operation *parent = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (auto compute = dyn_cast_or_null<te::ComputeOp>(parent))
    return compute.getAxisName(argument.getArgNumber()).str();
  if (auto scatter = dyn_cast_or_null<te::ScatterOp>(parent))
    return scatter.getAxisName(argument.getArgNumber()).str();
  if (auto scan = dyn_cast_or_null<te::ScanOp>(parent))
    return scan.getTimeName().str();
  return "[...]";
}

std::string LoopPrinter::nameTensor(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    if (auto scan = dyn_cast<te::ScanOp>(argument.getOwner()->getParentOp()))
      return scan.getResultName(argument.getArgNumber() - 1);
    return "arg" + std::to_string(argument.getArgNumber());
  }
  auto result = cast<OpResult>(tensor);
  if (auto stage = dyn_cast<te::StageOpInterface>(result.getOwner()))
    return stage.getResultName(result.getResultNumber());
  return "value";
}

void LoopPrinter::printSequentialLoop(StringRef stage, StringRef axis, OpFoldResult extent,
                                      unsigned depth, StringRef remark) {
  std::optional<int64_t> constant = getConstantIntValue(extent);
  line(depth) << "for " << axis << " in 0.." << (constant ? std::to_string(*constant) : "?")
              << " sequential" << remark << "\n";
  lines.axes[(stage + "/" + axis).str()] = lines.last;
}

bool LoopPrinter::isReturned(Operation *op) {
  return llvm::any_of(op->getUsers(),
                      [](Operation *user) { return isa<func::ReturnOp, te::YieldOp>(user); });
}

void LoopPrinter::printScatter(te::ScatterOp scatter, unsigned depth) {
  std::string stage = scatter.getStage().str();
  std::string base = nameTensor(scatter.getBase());
  line(depth) << stage << ": at root, scatter into "
              << (isUpdatedInPlace(scatter) ? base + " in place" : "a copy of " + base) << ", "
              << formatTensor(scatter.getTensorType()) << (isReturned(scatter) ? ", a result" : "")
              << "\n";
  for (unsigned axis = 0; axis < scatter.getNumAxes(); ++axis)
    printSequentialLoop(stage, scatter.getAxisName(axis), scatter.getMixedExtent(axis),
                        depth + 1 + axis);
  std::string target = stage + "[";
  llvm::ListSeparator comma;
  for (Value index : scatter.getYield().getValues().drop_front()) {
    target += comma;
    target += nameIndex(index);
  }
  target += "]";
  std::string formula = formatReads(scatter.getBody());
  if (scatter.getCombiner() != te::Combiner::None)
    formula = stringifyEnum(scatter.getCombiner()).str() + "(" + target + ", " + formula + ")";
  line(depth + 1 + scatter.getNumAxes()) << target << " = " << formula << "\n";
  lines.formulas[stage] = lines.last;
}

void LoopPrinter::printScan(te::ScanOp scan, unsigned depth) {
  std::string stage = scan.getStage().str();
  unsigned numStates = scan.getInits().size();
  line(depth) << stage << ": at root, scan" << (isReturned(scan) ? ", a result" : "") << "\n";
  for (OpResult result : scan->getResults()) {
    unsigned number = result.getResultNumber();
    line(depth + 1) << scan.getResultName(number) << ": " << formatTensor(result.getType());
    if (number < numStates)
      os << ", at first " << nameTensor(scan.getInits()[number]);
    os << "\n";
  }
  printSequentialLoop(stage, scan.getTimeName(), scan.getMixedExtent(), depth + 1,
                      scan.getReverse() ? ", from the last" : "");
  printBlock(scan.getBody().front(), depth + 2);
  for (auto [number, value] : llvm::enumerate(scan.getYield().getValues())) {
    line(depth + 2) << scan.getResultName(number);
    if (number >= numStates) {
      os << "[";
      llvm::ListSeparator comma;
      int64_t rank = cast<RankedTensorType>(scan->getResult(number).getType()).getRank();
      for (int64_t dim = 0; dim < rank; ++dim)
        os << comma << (dim == scan.getStackDims()[number - numStates] ? scan.getTimeName() : ":");
      os << "]";
    }
    os << " = " << nameTensor(value) << "\n";
  }
}

void LoopPrinter::printExtern(te::ExternOp call, unsigned depth) {
  line(depth) << call.getStage() << ": at root, call of " << call.getCalleeAttr() << "(";
  llvm::ListSeparator comma;
  for (Value input : call.getInputs())
    os << comma << nameTensor(input);
  os << ")";
  for (Value output : call.getOutputs())
    os << ", " << formatTensor(output.getType());
  os << (isReturned(call) ? ", a result" : "") << "\n";
}

void LoopPrinter::printBlock(Block &block, unsigned depth) {
  for (Operation &op : block) {
    if (auto compute = dyn_cast<te::ComputeOp>(op)) {
      int stage = llvm::find(stages, compute) - stages.begin();
      if (kernel[stage].tree.getPlacement() == Placement::Root)
        printStage(stage, depth);
    } else if (auto scan = dyn_cast<te::ScanOp>(op)) {
      printScan(scan, depth);
    } else if (auto scatter = dyn_cast<te::ScatterOp>(op)) {
      printScatter(scatter, depth);
    } else if (auto call = dyn_cast<te::ExternOp>(op); call && call.getDestinations().empty()) {
      printExtern(call, depth);
    }
  }
}
