//===-- PrintLoops.cpp - the loops that a schedule describes, as text -----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-print-loops: from the trees of a kernel's stages to a readable
// loop nest, before any loop is made. Here the stages that have trees, the others in
// SequentialLoopText.cpp; one loop or buffer as text in LoopText.cpp. Input: the te level,
// schedules applied or not. The module is not changed.
//
//===----------------------------------------------------------------------===//
#include "LoopPrinter.h"

#include "dl/Schedule/Legality.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "llvm/Support/FormatVariadic.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULEPRINTLOOPSPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// Adds the leaves whose loops leave iterations out.
static void findShortened(const PlanBlock &block, std::set<std::pair<int, AxisId>> &found) {
  for (const PlanNode &node : block) {
    if (!node.firsts.empty() || !node.ends.empty())
      found.insert({node.stage, node.leaves[0]});
    for (const PlanBlock &inner : node.blocks)
      findShortened(inner, found);
  }
}

LoopPrinter::LoopPrinter(func::FuncOp function, raw_ostream &os, LoopLines &lines)
    : function(function), os(os), lines(lines), stages(getStages(function)),
      kernel(buildKernelSchedule(function)) {
  LoopPlan plan;
  if (!buildLoopPlan(kernel, plan))
    for (const PlanBlock &block : plan.stages)
      findShortened(block, shortened);
}

void LoopPrinter::print() {
  for (int stage = 0; stage < kernel.size(); ++stage)
    if (kernel[stage].isInlined())
      line(1) << kernel[stage].name << ": inlined into what reads it\n";
  printBlock(function.getBody().front(), 1);
}

raw_ostream &LoopPrinter::line(unsigned depth) {
  ++lines.last;
  return os.indent(2 * depth);
}

/// An index as text over axis names; values that are read become `[...]`.
std::string LoopPrinter::formatIndex(AffineExpr expr, te::ReadOp read) {
  std::string plain;
  llvm::raw_string_ostream(plain) << expr;
  std::string text;
  for (size_t i = 0; i < plain.size(); ++i) {
    // Expressions have no other letters in front of digits; the text ends in a null.
    bool isDim = plain[i] == 'd' && llvm::isDigit(plain[i + 1]);
    if (!isDim) {
      text += plain[i];
      continue;
    }
    unsigned number = 0;
    while (llvm::isDigit(plain[i + 1]))
      number = number * 10 + (plain[++i] - '0');
    text += nameIndex(read.getIndexOperands()[number]);
  }
  return text;
}

std::string LoopPrinter::formatRead(te::ReadOp read) {
  std::string text = nameTensor(read.getSource()) + "[";
  llvm::ListSeparator comma;
  for (AffineExpr index : read.getMap().getResults()) {
    text += comma;
    text += formatIndex(index, read);
  }
  text += "]";
  if (!read.getPredicate())
    return text;
  llvm::ListSeparator also(", ");
  text += " where ";
  for (auto [constraint, isEquality] :
       llvm::zip_equal(read.getPredicate()->getConstraints(), read.getPredicate()->getEqFlags())) {
    text += also;
    text += formatIndex(constraint, read) + (isEquality ? " == 0" : " >= 0");
  }
  return text;
}

std::string LoopPrinter::formatReads(Region &body) {
  std::string text = "f(";
  llvm::ListSeparator next;
  for (auto read : body.getOps<te::ReadOp>()) {
    text += next;
    text += formatRead(read);
  }
  return text + ")";
}

void LoopPrinter::printFormula(int stage, unsigned depth) {
  te::ComputeOp compute = stages[stage];
  std::string target = kernel[stage].name + "[";
  llvm::ListSeparator comma;
  for (unsigned axis = 0; axis < compute.getNumSpatial(); ++axis) {
    target += comma;
    target += compute.getAxisName(axis);
  }
  target += "]";
  std::string formula = formatReads(compute.getBody());
  if (compute.hasReduction())
    formula = stringifyEnum(compute.getCombiner()).str() + "(" + target + ", " + formula + ")";
  line(depth) << target << " = " << formula << "\n";
  lines.formulas[kernel[stage].name] = lines.last;
}

void LoopPrinter::printStage(int stage, unsigned depth) {
  te::ComputeOp compute = stages[stage];
  const IterationTree &tree = kernel[stage].tree;
  Footprint footprint = getFootprint(kernel, stage);
  line(depth) << kernel[stage].name << ": ";
  if (tree.getPlacement() == Placement::At) {
    int consumer = kernel.getAttachStage(stage);
    os << "at " << describe(kernel, consumer, tree.getAttachAxis());
  } else if (auto scan = dyn_cast<te::ScanOp>(compute->getParentOp())) {
    os << "at axis " << scan.getTimeName() << " of stage \"" << scan.getStage() << "\"";
  } else {
    os << "at root";
  }
  os << formatStorage(stage, footprint);
  if (kernel[stage].isResult)
    os << (isReturned(compute) ? ", a result" : ", taken whole");
  else if (footprint.computed == dynamicExtent)
    os << ", computed as often as extents say";
  else if (footprint.whole > 0)
    os << llvm::formatv(", computed {0:f2} times{1}", double(footprint.computed) / footprint.whole,
                        kernel[stage].scope == 0 ? "" : " a step");
  const char *more = ", once more for ";
  for (AxisId root : tree.getRoots())
    for (int64_t version : tree[root].versions)
      os << std::exchange(more, ", ") << tree[root].name << " = " << version;
  os << "\n";
  printLeaves(stage, getLeafParts(kernel, stage), 0, depth + 1);
}

void LoopPrinter::printLeaves(int stage, ArrayRef<std::vector<LeafPart>> parts, int position,
                              unsigned depth) {
  const IterationTree &tree = kernel[stage].tree;
  const std::vector<AxisId> &leaves = tree.getLeaves();
  if (tree.hasReduction() && position == RunRules(tree).getInitPosition()) {
    line(depth) << kernel[stage].name << " = identity of "
                << stringifyEnum(stages[stage].getCombiner()) << "\n";
    lines.formulas[kernel[stage].name + ".init"] = lines.last;
  }
  if (position == static_cast<int>(leaves.size()))
    return printFormula(stage, depth);
  AxisId leaf = leaves[position];
  line(depth) << formatLoop(tree, leaf, parts[position])
              << (shortened.count({stage, leaf}) > 0 ? ", zeros left out" : "") << "\n";
  lines.axes[kernel[stage].name + "/" + tree[leaf].name] = lines.last;
  for (int attached : kernel.getAttached(stage, leaf))
    printStage(attached, depth + 1);
  printLeaves(stage, parts, position + 1, depth + 1);
}

/// True where loops are still to be made.
static bool hasStages(func::FuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        auto stage = dyn_cast<te::StageOpInterface>(op);
        return stage && !stage.isPlaced() ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LoopLines dl::schedule::printLoops(func::FuncOp kernel, raw_ostream &os, unsigned before,
                                   StringRef remark) {
  LoopLines lines;
  lines.kernel = lines.last = before + 1;
  os << "kernel @" << kernel.getName();
  if (auto sequence = kernel->getAttrOfType<SymbolRefAttr>(ScheduleDialect::getSequenceAttrName()))
    os << ", scheduled by " << sequence;
  os << remark << ":\n";
  // Placements of malformed trees lead nowhere.
  std::optional<Refusal> refusal = checkKernel(buildKernelSchedule(kernel));
  if (!refusal && hasStages(kernel)) {
    LoopPrinter(kernel, os, lines).print();
    return lines;
  }
  ++lines.last;
  if (refusal)
    os << "  not legal: " << refusal->reason << "\n";
  else
    os << "  no stage of te: its loops were made\n";
  return lines;
}

namespace {
struct SchedulePrintLoops : dl::schedule::impl::SchedulePrintLoopsPassBase<SchedulePrintLoops> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    // Sequences also make kernels, which pack operands: run them on a copy of all.
    OwningOpRef<Operation *> copy;
    Operation *root = getOperation();
    if (isa<ModuleOp>(root)) {
      copy = root->clone();
      root = copy.get();
    }
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::SmallPtrSet<Operation *, 8> refused;
    for (func::FuncOp kernel : getKernels(root))
      if (isa<ModuleOp>(root) && !getStages(kernel).empty() && !hasTrees(kernel) &&
          failed(applySequence(kernel)))
        refused.insert(kernel);
    for (func::FuncOp kernel : getKernels(root))
      printLoops(kernel, os, 0, refused.contains(kernel) ? " up to the step that was refused" : "");
    // As upstream's printing passes do: the module goes to standard output.
    llvm::errs() << text;
    if (!refused.empty())
      signalPassFailure();
  }

  static SmallVector<func::FuncOp> getKernels(Operation *root) {
    SmallVector<func::FuncOp> kernels;
    root->walk([&](func::FuncOp function) {
      if (te::isKernel(function))
        kernels.push_back(function);
    });
    return kernels;
  }
};
} // namespace
