//===-- ScheduleDialect.cpp - the schedule dialect -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, types, attributes, and verification of the attributes that the
// dialect puts on operations of others.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/IR/WellFormed.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include <functional>

using namespace mlir;
using namespace dl::schedule;

#include "dl/Dialect/Schedule/IR/ScheduleDialect.cpp.inc"
#include "dl/Dialect/Schedule/IR/ScheduleEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dl/Dialect/Schedule/IR/ScheduleAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dl/Dialect/Schedule/IR/ScheduleTypes.cpp.inc"

void ScheduleDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dl/Dialect/Schedule/IR/ScheduleTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dl/Dialect/Schedule/IR/ScheduleAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dl/Dialect/Schedule/IR/ScheduleOps.cpp.inc"
      >();
}

DiagnosedSilenceableFailure StageType::checkPayload(Location loc,
                                                    ArrayRef<Operation *> payload) const {
  for (Operation *op : payload)
    if (!isa<dl::te::ComputeOp>(op)) {
      DiagnosedSilenceableFailure failure = emitSilenceableFailure(loc)
                                            << "expected a stage handle to hold te.compute, got "
                                            << op->getName();
      failure.attachNote(op->getLoc()) << "this operation";
      return failure;
    }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure AxisType::checkPayload(Location loc,
                                                   ArrayRef<Attribute> payload) const {
  for (Attribute attribute : payload)
    if (!isa<AxisRefAttr>(attribute))
      return emitSilenceableFailure(loc)
             << "expected an axis parameter to hold #schedule.axis_ref, got " << attribute;
  return DiagnosedSilenceableFailure::success();
}

llvm::hash_code dl::schedule::hash_value(const IterationTree &tree) {
  llvm::hash_code code = llvm::hash_combine(
      llvm::hash_combine_range(tree.getLeaves()), tree.getIntrinsic(), tree.getInitAxis(),
      tree.getPlacement(), tree.getAttachStage(), tree.getAttachAxis(), tree.getStorage().scope);
  for (AxisId axis = 0; axis < tree.size(); ++axis) {
    const AxisNode &node = tree[axis];
    code = llvm::hash_combine(code, node.name, node.kind, node.relation, node.annotation, node.tail,
                              node.extent, node.parents[0]);
  }
  return code;
}

void TreeAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getTree().str());
  printer << '>';
}

Attribute TreeAttr::parse(AsmParser &parser, Type) {
  std::string text, error;
  IterationTree tree;
  SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) || parser.parseString(&text) ||
      parser.parseGreater())
    return {};
  if (!IterationTree::parse(text, tree, error)) {
    parser.emitError(loc, "malformed iteration tree: ") << error;
    return {};
  }
  return get(parser.getContext(), tree);
}

LogicalResult ChoiceAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                                 ArrayRef<int64_t> candidates, std::optional<int64_t> decision) {
  auto isBefore = [](int64_t a, int64_t b) { return a < b; };
  bool ascend = std::adjacent_find(candidates.begin(), candidates.end(), std::not_fn(isBefore)) ==
                candidates.end();
  if (candidates.empty() || !ascend)
    return emitError() << "expected candidates of choice \"" << name << "\" that ascend, got ["
                       << candidates << "]";
  if (decision && !llvm::is_contained(candidates, *decision))
    return emitError() << "expected the decision of choice \"" << name
                       << "\" to be one of its candidates, got " << *decision;
  return success();
}

static LogicalResult verifyChoices(Operation *op, Attribute attribute) {
  if (!isa<transform::NamedSequenceOp>(op))
    return op->emitOpError("expected '")
           << ScheduleDialect::getChoicesAttrName() << "' on transform.named_sequence only";
  auto choices = dyn_cast<ArrayAttr>(attribute);
  if (!choices || !llvm::all_of(choices, llvm::IsaPred<ChoiceAttr>))
    return op->emitOpError("expected '") << ScheduleDialect::getChoicesAttrName()
                                         << "' to be #schedule.choice each, got " << attribute;
  llvm::StringSet<> names;
  for (ChoiceAttr choice : choices.getAsRange<ChoiceAttr>())
    if (!names.insert(choice.getName()).second)
      return op->emitOpError("expected choices of different names, got \"")
             << choice.getName() << "\" twice";
  return success();
}

/// The roots of a tree are the axes of its stage.
static LogicalResult verifyTree(dl::te::ComputeOp compute, TreeAttr attribute) {
  const IterationTree &tree = attribute.getTree();
  IterationTree expected = getDefaultTree(compute);
  int numRoots = expected.size();
  bool isSame = static_cast<int>(tree.getRoots().size()) == numRoots;
  for (AxisId root = 0; isSame && root < numRoots; ++root)
    isSame = tree[root].relation == Relation::Root && tree[root].name == expected[root].name &&
             tree[root].kind == expected[root].kind && tree[root].extent == expected[root].extent;
  if (!isSame)
    return compute.emitOpError("expected a tree with the roots '")
           << expected.str() << "', got '" << tree.str() << "'";
  return success();
}

LogicalResult ScheduleDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == getSequenceAttrName() && !isa<SymbolRefAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << getSequenceAttrName() << "' to be the symbol of a "
           << "transform.named_sequence, got " << attribute.getValue();
  if (attribute.getName() == getSequenceAttrName())
    return success();
  if (attribute.getName() == nodeAttrName) {
    auto node = dyn_cast<StringAttr>(attribute.getValue());
    if (!isa<transform::NamedSequenceOp>(op) || !node || node.empty())
      return op->emitOpError("expected '")
             << nodeAttrName << "' to be the name of a node, on transform.named_sequence";
    return success();
  }
  if (attribute.getName() == getChoicesAttrName())
    return verifyChoices(op, attribute.getValue());
  if (attribute.getName() != getTreeAttrName())
    return verifyMark(op, attribute);
  auto compute = dyn_cast<te::ComputeOp>(op);
  if (!compute)
    return op->emitOpError("expected '") << getTreeAttrName() << "' on te.compute only";
  auto tree = dyn_cast<TreeAttr>(attribute.getValue());
  if (!tree)
    return op->emitOpError("expected '")
           << getTreeAttrName() << "' to be #schedule.tree, got " << attribute.getValue();
  return dl::te::isWellFormed(op) ? verifyTree(compute, tree) : success();
}

LogicalResult ScheduleDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                                        unsigned argIndex,
                                                        NamedAttribute attribute) {
  if (attribute.getName() == getPrepackAttrName() && !isa<FlatSymbolRefAttr>(attribute.getValue()))
    return op->emitOpError("expected '") << getPrepackAttrName() << "' on argument " << argIndex
                                         << " to name a function, got " << attribute.getValue();
  return success();
}
