//===-- ModelReport.cpp - what became of a model ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads modules on their way down. See ModelReport.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Report/ModelReport.h"

#include "dl/Codegen/ModelInfo.h"
#include "dl/Codegen/NodeNames.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dl;

/// Bytes of a tensor or buffer of known size, else 0.
static int64_t getBytes(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasStaticShape() || !shaped.getElementType().isIntOrIndexOrFloat())
    return 0;
  unsigned bits = shaped.getElementType().isIndex() ? 64 : shaped.getElementTypeBitWidth();
  return shaped.getNumElements() * std::max<int64_t>(bits / 8, 1);
}

static std::string getShortType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  StringRef rest = text;
  if (rest.consume_front("tensor<"))
    rest.consume_back(">");
  return rest.str();
}

const schedule::Target &ModelReport::getTarget() const {
  return target ? *target : *schedule::Target::getGeneric();
}

const ReportKernel *ModelReport::lookupKernel(StringRef kernel) const {
  auto it = llvm::find_if(kernels, [&](const ReportKernel &each) { return each.name == kernel; });
  return it == kernels.end() ? nullptr : &*it;
}

std::optional<double> ModelReport::getMicroseconds(const ReportCall &call) const {
  if (call.measured)
    return call.measured;
  const ReportKernel *kernel = lookupKernel(call.kernel);
  if (kernel && kernel->estimate)
    return kernel->estimate->seconds * 1e6;
  return std::nullopt;
}

void ModelReport::setTimes(ArrayRef<double> microseconds) {
  for (auto [call, time] : llvm::zip(calls, microseconds))
    call.measured = time;
}

void ModelReport::setErrors(ArrayRef<double> errors) {
  for (auto [call, error] : llvm::zip(calls, errors))
    if (error >= 0)
      call.error = error;
}

//===----------------------------------------------------------------------===//
// Graph
//===----------------------------------------------------------------------===//

/// "conv + add + relu": the operators of a group, or the operator itself, without their dialect.
static std::string getTitle(Operation *op) {
  auto getName = [](Operation *each) { return each->getName().stripDialect().str(); };
  auto fused = dyn_cast<graph::FusedOp>(op);
  if (!fused)
    return getName(op);
  std::string title;
  for (Operation &inner : fused.getBody().front().without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>())
      title += (title.empty() ? "" : " + ") + getName(&inner);
  return title;
}

void ModelReport::addGraph(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isDeclaration())
    return;
  DenseMap<Value, unsigned> places;
  auto getName = [&](DictionaryAttr attributes, const Twine &otherwise) {
    auto given =
        attributes ? attributes.getAs<StringAttr>(DlDialect::getNameAttrName()) : StringAttr();
    return given ? given.str() : otherwise.str();
  };
  for (BlockArgument argument : main.getArguments()) {
    places[argument] = nodes.size();
    nodes.push_back({getName(main.getArgAttrDict(argument.getArgNumber()),
                             "input" + Twine(argument.getArgNumber())),
                     "",
                     getShortType(argument.getType()),
                     true,
                     {}});
  }
  auto link = [&](ReportNode &node, Value operand) {
    if (auto place = places.find(operand);
        place != places.end() && !llvm::is_contained(node.operands, place->second))
      node.operands.push_back(place->second);
  };
  Block &body = main.getBody().front();
  for (Operation &op : body.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    ReportNode node{getTitle(&op),
                    codegen::getNodeNames(op.getLoc()),
                    op.getNumResults() > 0 ? getShortType(op.getResult(0).getType()) : "",
                    false,
                    {}};
    llvm::SetVector<Value> used(op.operand_begin(), op.operand_end());
    getUsedValuesDefinedAbove(op.getRegions(), used);
    for (Value operand : used)
      link(node, operand);
    for (Value result : op.getResults())
      places[result] = nodes.size();
    nodes.push_back(std::move(node));
  }
  for (auto [i, operand] : llvm::enumerate(body.getTerminator()->getOperands())) {
    ReportNode node{getName(main.getResultAttrDict(i), "output" + Twine(i)),
                    "",
                    getShortType(operand.getType()),
                    true,
                    {}};
    link(node, operand);
    nodes.push_back(std::move(node));
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

LogicalResult ModelReport::addSchedules(ModuleOp module) {
  FailureOr<std::shared_ptr<const schedule::Target>> record = schedule::readTarget(module);
  if (failed(record))
    return failure();
  target = *record;
  schedule::EstimateOptions given;
  given.threads = threads;
  given.isRepeated = true;
  auto estimates = schedule::estimateKernels(module, given);
  if (failed(estimates))
    return failure();
  OwningOpRef<ModuleOp> copy = module.clone();
  for (auto kernel : llvm::to_vector(copy->getOps<func::FuncOp>())) {
    if (!te::isKernel(kernel))
      continue;
    ReportKernel made;
    made.name = kernel.getName().str();
    for (Type type : kernel.getArgumentTypes())
      made.bytes += getBytes(type);
    if (auto sequence = schedule::getSequence(kernel)) {
      llvm::raw_string_ostream os(made.sequence);
      sequence->print(os);
    }
    if (auto found = estimates->find(made.name); found != estimates->end()) {
      made.estimate = found->second;
      if (!made.sequence.empty() && failed(schedule::applySequence(kernel)))
        return failure();
      llvm::raw_string_ostream os(made.loops);
      schedule::printLoops(kernel, os);
    }
    kernels.push_back(std::move(made));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// The calls of kernels in @main, by their places, and those inside of loops and branches.
struct CallPlaces {
  explicit CallPlaces(func::FuncOp main) {
    main.walk<WalkOrder::PreOrder>([&](Operation *op) {
      size_t first = numCalls;
      if (auto call = dyn_cast<func::CallOp>(op)) {
        auto callee =
            SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
        if (callee && te::isKernel(callee))
          ++numCalls;
      }
      firstOf[op] = first;
    });
  }

  /// The calls that happen while an operation does.
  std::pair<size_t, size_t> getCalls(Operation *op) const {
    size_t first = firstOf.lookup(op), last = first;
    op->walk([&](func::CallOp call) { last = std::max(last, firstOf.lookup(call)); });
    return {std::min(first, numCalls == 0 ? 0 : numCalls - 1),
            std::min(last, numCalls == 0 ? 0 : numCalls - 1)};
  }

  size_t numCalls = 0;
  DenseMap<Operation *, size_t> firstOf;
};
} // namespace

/// Extends a buffer's life by those who use it, also through views.
static void followUses(Value value, Block *block, const CallPlaces &places, ReportBuffer &buffer) {
  for (Operation *user : value.getUsers()) {
    // All of a loop, if the buffer is made before it.
    Operation *at = block->findAncestorOpInBlock(*user);
    if (auto view = dyn_cast<ViewLikeOpInterface>(user)) {
      followUses(view->getResult(0), block, places, buffer);
      continue;
    }
    auto [first, last] = places.getCalls(at ? at : user);
    buffer.first = std::min(buffer.first, first);
    buffer.last = std::max(buffer.last, last);
  }
}

void ModelReport::addMemory(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  auto attribute = module->getAttrOfType<DictionaryAttr>(DlDialect::getModelAttrName());
  if (!main || !attribute)
    return;
  codegen::ModelInfo info = codegen::ModelInfo::fromAttribute(attribute);
  for (const codegen::KernelCall &call : info.calls)
    calls.push_back({call.kernel, call.nodes, std::nullopt, std::nullopt});
  arenaBytes = info.arenaSize;
  weightsBytes = info.weightsSize;
  CallPlaces places(main);
  main.walk([&](memref::ViewOp view) {
    auto source = dyn_cast<BlockArgument>(view.getSource());
    APInt offset;
    if (!source || source.getOwner() != &main.getBody().front() ||
        !main.getArgAttr(source.getArgNumber(), DlDialect::getArenaAttrName()) ||
        !matchPattern(view.getByteShift(), m_ConstantInt(&offset)))
      return;
    ReportBuffer buffer{offset.getSExtValue(), getBytes(view.getType()), SIZE_MAX, 0};
    followUses(view.getResult(), view->getBlock(), places, buffer);
    if (buffer.first != SIZE_MAX && buffer.bytes > 0)
      buffers.push_back(buffer);
  });
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// Gives a report what the context's engine streams.
class ModelReport::Streamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  Streamer(ModelReport &report, StringRef remarks) : report(report) {
    if (!remarks.empty())
      printed.emplace(("^(" + remarks + ")$").str());
  }

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    if (printed && printed->match(remark.getCombinedCategoryName()))
      emitRemark(remark.getLocation()) << remark.getMsg();
    report.addRemark(remark);
  }

private:
  ModelReport &report;
  std::optional<llvm::Regex> printed;
};

LogicalResult ModelReport::observeRemarks(MLIRContext &context, StringRef printed) {
  return remark::enableOptimizationRemarks(context, std::make_unique<Streamer>(*this, printed),
                                           std::make_unique<remark::RemarkEmittingPolicyAll>(),
                                           {".*", ".*", ".*", ".*", ".*"});
}

void ModelReport::addRemark(const remark::detail::Remark &remark) {
  std::lock_guard<std::mutex> lock(mutex);
  if (remark.getRemarkTypeString() != "Missed" && remark.getRemarkTypeString() != "Failure")
    return;
  ReportRemark made{remark.getCombinedCategoryName().str(),
                    remark.getRemarkName().str(),
                    codegen::getNodeNames(remark.getLocation()),
                    remark.getFunction().str(),
                    "",
                    0};
  for (const remark::detail::Remark::Arg &argument : remark.getArgs()) {
    if (argument.key == "Bytes" && !StringRef(argument.val).getAsInteger(10, made.bytes))
      continue;
    made.reason +=
        (made.reason.empty() ? "" : "; ") + (argument.key == "Reason" || argument.key == "Remark"
                                                 ? argument.val
                                                 : argument.key + " " + argument.val);
  }
  remarks.push_back(std::move(made));
}
