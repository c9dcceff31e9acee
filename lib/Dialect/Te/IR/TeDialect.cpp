//===-- TeDialect.cpp - the te dialect -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect and verification of kernel attributes.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"

#include "dl/Dialect/Te/IR/WellFormed.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace dl::te;

#include "dl/Dialect/Te/IR/TeDialect.cpp.inc"

void TeDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dl/Dialect/Te/IR/TeOps.cpp.inc"
      >();
}

/// The attributes of arguments are not verified yet where this is asked.
static bool isDestination(FunctionOpInterface func, unsigned index) {
  ArrayAttr all = func.getArgAttrsAttr();
  auto attributes = all && index < all.size() ? dyn_cast<DictionaryAttr>(all[index]) : nullptr;
  return attributes && attributes.contains(TeDialect::getDestinationAttrName());
}

static unsigned countDestinations(FunctionOpInterface func) {
  unsigned count = 0;
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i)
    count += isDestination(func, i);
  return count;
}

/// Destinations are checked while a function is on tensors: later levels drop
/// results and append scratch operands.
static bool isOnTensors(FunctionOpInterface func) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  auto isBuffer = [](Type type) { return isa<BaseMemRefType>(type); };
  if (!isa<FunctionType>(func.getFunctionType()))
    return false;
  auto types = llvm::concat<const Type>(func.getArgumentTypes(), func.getResultTypes());
  return llvm::any_of(types, isTensor) || llvm::none_of(types, isBuffer);
}

/// (K6) Schedules name stages, those inside of scans as well.
static LogicalResult verifyStageNames(FunctionOpInterface kernel) {
  llvm::StringMap<Operation *> stages;
  WalkResult walk = kernel->walk<WalkOrder::PreOrder>([&](Operation *op) {
    std::optional<StringRef> name = getStageName(op);
    if (!name)
      return WalkResult::advance();
    auto [known, isNew] = stages.try_emplace(*name, op);
    if (isNew)
      return WalkResult::advance();
    InFlightDiagnostic diagnostic =
        op->emitOpError("(K6) expected unique names of stages in a kernel, got \"")
        << *name << "\" twice; rename one of the two";
    diagnostic.attachNote(known->second->getLoc()) << "the other stage of this name";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// (K7) What destinations hold before a call is not defined.
static LogicalResult verifyNoDestinationRead(FunctionOpInterface kernel) {
  for (BlockArgument argument : kernel.getArguments()) {
    if (!kernel.getArgAttr(argument.getArgNumber(), TeDialect::getDestinationAttrName()))
      continue;
    for (Operation *user : argument.getUsers())
      if (isa<ReadOp>(user))
        return user->emitOpError("(K7) expected a source that is no destination, got destination ")
               << "argument " << argument.getArgNumber()
               << ", which holds nothing before the call; read the stage that computes it";
  }
  return success();
}

/// Begins to tell by which rule an attribute has to be something.
static InFlightDiagnostic emitExpected(Operation *op, const char *rule, StringRef attribute) {
  InFlightDiagnostic diagnostic = op->emitOpError(rule);
  diagnostic << " expected '" << attribute << "' ";
  return diagnostic;
}

/// (K8) Whoever plans buffers puts operands where they are said to be.
static LogicalResult verifyParts(Operation *op, Attribute attribute) {
  auto fail = [&] { return emitExpected(op, "(K8)", TeDialect::getPartsAttrName()); };
  auto begins = dyn_cast<DenseI64ArrayAttr>(attribute);
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!begins)
    return fail() << "to be an array of i64, got " << attribute;
  if (!func || !func->hasAttr(TeDialect::getKernelAttrName()))
    return fail() << "on a kernel";
  if (!isWellFormed(op) || !isOnTensors(func))
    return success();
  unsigned numDestinations = countDestinations(func);
  unsigned numOperands = func.getNumArguments() - numDestinations;
  if (numDestinations != 1 || begins.size() != numOperands)
    return fail() << "to have one number for each operand of a kernel with one destination, got "
                  << begins.size() << " for " << numOperands << " operands and " << numDestinations
                  << " destinations";
  auto count = [&](unsigned argument) {
    auto type = dyn_cast<RankedTensorType>(func.getArgumentTypes()[argument]);
    return type && type.hasStaticShape() ? type.getNumElements() : -1;
  };
  SmallVector<std::pair<int64_t, unsigned>> order;
  for (auto [operand, begin] : llvm::enumerate(begins.asArrayRef()))
    order.push_back({begin, operand});
  llvm::sort(order);
  int64_t end = 0;
  for (auto [begin, operand] : order) {
    if (begin != end || count(operand) < 0)
      return fail() << "to have operands of known sizes one behind the other, got operand "
                    << operand << " at element " << begin << " behind " << end << " elements";
    end += count(operand);
  }
  if (end != count(numOperands))
    return fail() << "to fill the destination, got " << end << " elements for "
                  << func.getArgumentTypes()[numOperands];
  return success();
}

/// (K9) The same for what lies within an operand.
static LogicalResult verifyPart(Operation *op, Attribute attribute) {
  auto fail = [&] { return emitExpected(op, "(K9)", TeDialect::getPartAttrName()); };
  auto begin = dyn_cast<IntegerAttr>(attribute);
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!begin || !begin.getType().isSignlessInteger(64))
    return fail() << "to be an i64, got " << attribute;
  if (!func || !func->hasAttr(TeDialect::getKernelAttrName()))
    return fail() << "on a kernel";
  if (!isWellFormed(op) || !isOnTensors(func))
    return success();
  if (countDestinations(func) != 1 || func.getNumArguments() != 2)
    return fail() << "on a kernel of one operand and one destination, got "
                  << func.getNumArguments() - countDestinations(func) << " and "
                  << countDestinations(func);
  auto from = dyn_cast<RankedTensorType>(func.getArgumentTypes()[0]);
  auto to = dyn_cast<RankedTensorType>(func.getArgumentTypes()[1]);
  if (!from || !to || !from.hasStaticShape() || !to.hasStaticShape() || begin.getInt() < 0 ||
      begin.getInt() > from.getNumElements() - to.getNumElements())
    return fail() << "to let the destination lie within the operand, got element " << begin.getInt()
                  << " for " << func.getArgumentTypes()[1] << " in " << func.getArgumentTypes()[0];
  return success();
}

LogicalResult TeDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == getPartsAttrName())
    return verifyParts(op, attribute.getValue());
  if (attribute.getName() == getPartAttrName())
    return verifyPart(op, attribute.getValue());
  if (attribute.getName() != getKernelAttrName())
    return op->emitOpError("(K1) expected no attribute '")
           << attribute.getName().getValue() << "' here, te knows '" << getKernelAttrName()
           << "' on functions, '" << getPartsAttrName() << "' and '" << getPartAttrName()
           << "' on kernels, '" << getDestinationAttrName() << "' and '" << getLayoutFreeAttrName()
           << "' on function arguments";
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitOpError("(K1) expected '")
           << getKernelAttrName() << "' to be a unit attribute, got " << attribute.getValue();
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func)
    return op->emitOpError("(K1) expected '") << getKernelAttrName() << "' on a function";
  if (!isWellFormed(op))
    return success();
  if (func.isExternal())
    return op->emitOpError("(K1) expected '")
           << getKernelAttrName() << "' on a function with a body";
  if (!isOnTensors(func))
    return success();
  if (countDestinations(func) != func.getNumResults())
    return op->emitOpError("(K2) expected one argument marked '")
           << getDestinationAttrName() << "' for each of the " << func.getNumResults()
           << " results of a kernel, got " << countDestinations(func);
  return success(succeeded(verifyStageNames(func)) && succeeded(verifyNoDestinationRead(func)));
}

/// The element type for users must be as wide as the elements that are stored.
static LogicalResult verifyElementType(Operation *op, Type type, Attribute attribute) {
  auto given = dyn_cast<TypeAttr>(attribute);
  auto shaped = dyn_cast<ShapedType>(type);
  // Of pointers nothing is known.
  bool fits = given && !shaped;
  if (given && shaped && shaped.getElementType().isSignlessInteger()) {
    Type user = given.getValue();
    unsigned width = shaped.getElementTypeBitWidth();
    if (user.isIntOrFloat() && width == 8)
      fits = user.getIntOrFloatBitWidth() <= width;
    else
      fits = isa<IntegerType>(user) && user.getIntOrFloatBitWidth() == width;
  }
  if (fits)
    return success();
  return op->emitOpError("(K5) expected '")
         << TeDialect::getElementTypeAttrName()
         << "' to be an integer type as wide as the elements, or one of at most 8 bits for "
            "bytes, got "
         << attribute << " for " << type;
}

LogicalResult TeDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                                     NamedAttribute attribute) {
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func || attribute.getName() != getElementTypeAttrName())
    return op->emitOpError("(K1) expected no attribute '")
           << attribute.getName().getValue() << "' on result " << index << ", te knows '"
           << getElementTypeAttrName() << "' on function results";
  return verifyElementType(op, func.getResultTypes()[index], attribute.getValue());
}

LogicalResult TeDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                                  unsigned argIndex, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (auto holder = dyn_cast<FunctionOpInterface>(op); holder && name == getElementTypeAttrName())
    return verifyElementType(op, holder.getArgumentTypes()[argIndex], attribute.getValue());
  if (name != getDestinationAttrName() && name != getLayoutFreeAttrName())
    return op->emitOpError("(K1) expected no attribute '")
           << name << "' on argument " << argIndex << ", te knows '" << getDestinationAttrName()
           << "' and '" << getLayoutFreeAttrName() << "' on function arguments";
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitOpError("(K1) expected '")
           << name << "' on argument " << argIndex << " to be a unit attribute, got "
           << attribute.getValue();
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func)
    return op->emitOpError("(K1) expected '") << name << "' on an argument of a function";
  if (name != getDestinationAttrName() || !isOnTensors(func))
    return success();

  unsigned numArgs = func.getNumArguments(), numDestinations = countDestinations(func);
  if (numDestinations > func.getNumResults())
    return op->emitOpError("(K2) expected at most one argument marked '")
           << name << "' for each of the " << func.getNumResults() << " results, got "
           << numDestinations;
  unsigned first = numArgs - numDestinations;
  if (argIndex < first)
    return op->emitOpError("(K3) expected '")
           << name << "' on trailing arguments only: argument " << argIndex << " of " << numArgs
           << " is followed by one that is no destination; move it behind the operands";
  Type expected = func.getResultTypes()[argIndex - first];
  Type actual = func.getArgumentTypes()[argIndex];
  if (actual != expected)
    return op->emitOpError("(K4) expected destination argument ")
           << argIndex << " to have the type of result " << argIndex - first << ", " << expected
           << ", got " << actual;
  return success();
}
