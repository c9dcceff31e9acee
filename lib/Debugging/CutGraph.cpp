//===-- CutGraph.cpp - the part of a graph that still fails -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CutGraph.h. Every case is cut anew out of the whole model, of which all values are known.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/CutGraph.h"
#include "dl/Debugging/ModuleRuns.h"

#include "dl/Codegen/NodeNames.h"
#include "dl/Dialect/Dl/IR/Dl.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

size_t dl::debugging::countOperations(ModuleOp module) {
  size_t count = 0;
  for (auto function : module.getOps<func::FuncOp>())
    function.walk([&](Operation *op) {
      if (op != function && !op->hasTrait<OpTrait::ConstantLike>() &&
          !op->hasTrait<OpTrait::IsTerminator>())
        ++count;
    });
  return count;
}

namespace {
class GraphCutter {
public:
  GraphCutter(ModuleOp module, CaseTest test)
      : module(module), main(module.lookupSymbol<func::FuncOp>("main")), test(test) {}

  /// Learns the values of the whole model.
  llvm::Error interpret(ArrayRef<Tensor> inputs);
  GraphCase run();

private:
  using Cuts = llvm::SmallDenseSet<Value>;

  /// What an operation reads, in regions too.
  SmallVector<Value> getUsed(Operation *op) const;
  /// The operations behind roots up to cuts, in order.
  SmallVector<Operation *> getSlice(ArrayRef<Value> roots, const Cuts &cuts) const;
  GraphCase build(ArrayRef<Value> roots, const Cuts &cuts);
  bool tryCase(ArrayRef<Value> newRoots, const Cuts &newCuts);
  void chooseRoot();
  void cutInputs();
  void cutConstants();
  bool isConstant(Operation *op) const { return op->hasTrait<OpTrait::ConstantLike>(); }

  ModuleOp module;
  func::FuncOp main;
  CaseTest test;
  DenseMap<Value, Tensor> values;
  SmallVector<Value> roots;
  Cuts cuts;
};
} // namespace

llvm::Error GraphCutter::interpret(ArrayRef<Tensor> inputs) {
  llvm::Expected<ModelRun> run = interpretModule(module, inputs);
  if (!run)
    return run.takeError();
  for (auto [argument, input] : llvm::zip_equal(main.getArguments(), inputs))
    values[argument] = input;
  Block &body = main.getBody().front();
  for (const ObservedCall &call : run->calls)
    if (call.op->getBlock() == &body)
      for (auto [result, tensor] : llvm::zip_equal(call.op->getResults(), call.outputs))
        values[result] = tensor;
  for (Operation &op : body.without_terminator())
    if (isConstant(&op)) {
      ElementsAttr attribute;
      if (matchPattern(op.getResult(0), m_Constant(&attribute)))
        if (std::optional<Tensor> tensor = getTensor(attribute))
          values[op.getResult(0)] = *tensor;
    }
  llvm::append_range(roots, body.getTerminator()->getOperands());
  return llvm::Error::success();
}

SmallVector<Value> GraphCutter::getUsed(Operation *op) const {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return used.takeVector();
}

SmallVector<Operation *> GraphCutter::getSlice(ArrayRef<Value> ends, const Cuts &at) const {
  llvm::SetVector<Operation *> seen;
  SmallVector<Value> open(ends);
  while (!open.empty()) {
    Value value = open.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (at.contains(value) || !op || !seen.insert(op))
      continue;
    llvm::append_range(open, getUsed(op));
  }
  SmallVector<Operation *> slice = seen.takeVector();
  llvm::sort(slice, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return slice;
}

GraphCase GraphCutter::build(ArrayRef<Value> ends, const Cuts &at) {
  GraphCase result;
  result.module = ModuleOp::create(module.getLoc());
  (*result.module)->setAttrs(module->getAttrs());
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToStart(result.module->getBody());
  auto function = func::FuncOp::create(builder, main.getLoc(), "main",
                                       builder.getFunctionType({}, ValueRange(ends).getTypes()));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  SmallVector<DictionaryAttr> attributes;
  llvm::StringSet<> names;
  // What an end is cut at is computed by nothing: an identity of an input.
  auto addInput = [&](Value value) {
    if (mapping.contains(value))
      return;
    NamedAttrList list;
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument)
      list = NamedAttrList(main.getArgAttrDict(argument.getArgNumber()));
    std::string name = argument ? "" : codegen::getNodeNames(value.getLoc());
    if (auto given = dyn_cast_or_null<StringAttr>(list.get(DlDialect::getNameAttrName())))
      name = given.str();
    if (name.empty() || !names.insert(name).second)
      name = ("input" + Twine(attributes.size())).str();
    list.set(DlDialect::getNameAttrName(), builder.getStringAttr(name));
    attributes.push_back(list.getDictionary(module.getContext()));
    mapping.map(value, body->addArgument(value.getType(), value.getLoc()));
    result.inputs.push_back(values.lookup(value));
  };
  SmallVector<Operation *> slice = getSlice(ends, at);
  for (Operation *op : slice)
    for (Value used : getUsed(op))
      if (at.contains(used) || isa<BlockArgument>(used))
        addInput(used);
  for (Value end : ends)
    if (at.contains(end) || isa<BlockArgument>(end))
      addInput(end);
  for (Operation *op : slice)
    builder.clone(*op, mapping);
  func::ReturnOp::create(builder, main.getLoc(),
                         llvm::map_to_vector(ends, [&](Value end) { return mapping.lookup(end); }));
  function.setType(builder.getFunctionType(body->getArgumentTypes(), ValueRange(ends).getTypes()));
  function.setAllArgAttrs(attributes);
  SmallVector<DictionaryAttr> resultAttributes;
  for (size_t i = 0; i < ends.size(); ++i)
    resultAttributes.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        DlDialect::getNameAttrName(), builder.getStringAttr("output" + Twine(i)))));
  function.setAllResultAttrs(resultAttributes);
  return result;
}

bool GraphCutter::tryCase(ArrayRef<Value> newRoots, const Cuts &newCuts) {
  GraphCase smaller = build(newRoots, newCuts);
  if (llvm::any_of(smaller.inputs, [](const Tensor &input) { return !input; }) ||
      failed(verify(*smaller.module)) || !test(smaller))
    return false;
  // They may be what is there.
  roots = llvm::to_vector(newRoots);
  cuts = newCuts;
  return true;
}

void GraphCutter::chooseRoot() {
  for (Value root : llvm::to_vector(roots))
    if (roots.size() > 1 && tryCase(root, cuts))
      break;
  if (roots.size() > 1)
    return;
  SmallVector<Operation *> slice = getSlice(roots, cuts);
  llvm::erase_if(slice, [&](Operation *op) { return isConstant(op); });
  size_t low = 0, high = slice.empty() ? 0 : slice.size() - 1;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tryCase(slice[middle]->getResult(0), cuts))
      high = middle;
    else
      low = middle + 1;
  }
}

void GraphCutter::cutInputs() {
  // Those at the end alone, as the failure is mostly near to where it shows.
  SmallVector<Operation *> slice = getSlice(roots, cuts);
  llvm::erase_if(slice, [&](Operation *op) { return isConstant(op); });
  for (size_t kept = 1; kept < slice.size(); kept *= 2) {
    Cuts all = cuts;
    for (Operation *op : ArrayRef(slice).drop_back(kept))
      all.insert(op->result_begin(), op->result_end());
    if (tryCase(roots, all))
      break;
  }
  slice = getSlice(roots, cuts);
  llvm::erase_if(slice, [&](Operation *op) { return isConstant(op); });
  for (size_t chunk = std::max<size_t>(slice.size() / 2, 1); !slice.empty(); chunk /= 2) {
    for (size_t begin = 0; begin < slice.size();) {
      ArrayRef<Operation *> next = ArrayRef(slice).drop_front(begin).take_front(chunk);
      size_t end = begin + next.size();
      Cuts more = cuts;
      for (Operation *op : next)
        more.insert(op->result_begin(), op->result_end());
      // A root that is cut leaves nothing to compute.
      bool keepsRoot = llvm::none_of(roots, [&](Value root) { return more.contains(root); });
      if (keepsRoot && tryCase(roots, more))
        slice.erase(slice.begin() + begin, slice.begin() + end);
      else
        begin = end;
    }
    if (chunk == 1)
      break;
  }
}

void GraphCutter::cutConstants() {
  SmallVector<Value> constants;
  for (Operation *op : getSlice(roots, cuts))
    if (isConstant(op))
      constants.push_back(op->getResult(0));
  Cuts all = cuts;
  all.insert(constants.begin(), constants.end());
  if (constants.empty() || tryCase(roots, all))
    return;
  for (Value constant : constants) {
    Cuts more = cuts;
    more.insert(constant);
    tryCase(roots, more);
  }
}

GraphCase GraphCutter::run() {
  chooseRoot();
  cutInputs();
  cutConstants();
  return build(roots, cuts);
}

llvm::Expected<GraphCase> dl::debugging::cutGraph(ModuleOp module, ArrayRef<Tensor> inputs,
                                                  CaseTest test) {
  GraphCutter cutter(module, test);
  if (llvm::Error error = cutter.interpret(inputs))
    return error;
  return cutter.run();
}
