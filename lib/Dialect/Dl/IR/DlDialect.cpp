//===-- DlDialect.cpp - what modules of all levels say ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules (D1) to (D4) of the dialect: where its attributes stand, and which values
// they have.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Dl/IR/Dl.h"

#include "dl/Dialect/Dl/IR/Counts.h"
#include "dl/Dialect/Dl/IR/Level.h"
#include "dl/Dialect/Dl/IR/SizeValues.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

#include "dl/Dialect/Dl/IR/DlDialect.cpp.inc"

using namespace mlir;
using namespace dl;

void DlDialect::initialize() {}

namespace {
enum Place { Module = 1, Function = 2, Argument = 4, Result = 8 };

/// An attribute, the places where it stands, and what it has to be there.
struct Rule {
  llvm::StringLiteral name;
  unsigned places;
  bool (*fits)(Attribute);
  llvm::StringLiteral expected;
};
} // namespace

static StringRef stringify(unsigned place) {
  switch (place) {
  case Module:
    return "modules";
  case Function:
    return "functions";
  case Argument:
    return "arguments";
  default:
    return "results";
  }
}

static bool isText(Attribute attribute) {
  auto text = dyn_cast<StringAttr>(attribute);
  return text && !text.empty();
}

static bool isSize(Attribute attribute) {
  auto number = dyn_cast<IntegerAttr>(attribute);
  return number && number.getType().isInteger(64) && number.getInt() >= 0;
}

/// A number, a name, or a map from the values of names.
static bool isDim(Attribute attribute) {
  auto map = dyn_cast<AffineMapAttr>(attribute);
  return isSize(attribute) || isText(attribute) ||
         (map && map.getValue().getNumDims() == 0 && map.getValue().getNumResults() == 1);
}

static bool areAll(Attribute attribute, llvm::function_ref<bool(Attribute)> fits) {
  auto array = dyn_cast<ArrayAttr>(attribute);
  return array && llvm::all_of(array, fits);
}

static bool areRecords(Attribute attribute) {
  return areAll(attribute, llvm::IsaPred<DictionaryAttr>);
}

static bool isUnit(Attribute attribute) { return isa<UnitAttr>(attribute); }
static bool isElements(Attribute attribute) { return isa<ElementsAttr>(attribute); }

static bool isLevel(Attribute attribute) {
  auto name = dyn_cast<StringAttr>(attribute);
  std::optional<Level> level = name ? parseGivenLevel(name.getValue()) : std::nullopt;
  return level && *level <= Level::LLVMDialect;
}

static bool isProgram(Attribute attribute) {
  auto program = dyn_cast<DictionaryAttr>(attribute);
  return program && program.getAs<StringAttr>("name") && program.getAs<DenseI8ArrayAttr>("bytes");
}

static bool isAccelerator(Attribute attribute) {
  auto accelerator = dyn_cast<DictionaryAttr>(attribute);
  return accelerator && accelerator.get("kind") && isText(accelerator.get("kind")) &&
         accelerator.getAs<StringAttr>("machine") && accelerator.getAs<IntegerAttr>("digest") &&
         accelerator.get("programs") && areAll(accelerator.get("programs"), isProgram);
}

static constexpr Rule rules[] = {
    {DlDialect::getNameAttrName(), Argument | Result, isText, "a string that is not empty"},
    {DlDialect::getDimsAttrName(), Argument,
     [](Attribute attribute) { return areAll(attribute, isDim); },
     "an array of numbers, names, and maps from named sizes to one"},
    {countsAttrName, Argument | Result,
     [](Attribute attribute) { return isa<DenseI64ArrayAttr>(attribute); }, "an array<i64>"},
    {packedAttrName, Argument | Result, isUnit, "a unit attribute"},
    {countAttrName, Argument | Result, isText, "a string that is not empty"},
    {sizeValueAttrName, Argument,
     [](Attribute attribute) { return SizeValue::get(attribute).has_value(); },
     "{input = 1, element = 2}, or beside these 'above' or 'below' a name or a number"},
    {DlDialect::getSizeChecksAttrName(), Function, areRecords, "an array of dictionaries"},
    {DlDialect::getDeviceAttrName(), Function, isText, "a string that is not empty"},
    {DlDialect::getProgramAttrName(), Function, isSize, "an i64 that is not negative"},
    {DlDialect::getAcceleratorAttrName(), Module, isAccelerator,
     "a dictionary of kind, machine, digest and programs"},
    {DlDialect::getKernelAttrName(), Function, isUnit, "a unit attribute"},
    {DlDialect::getLevelAttrName(), Module, isLevel,
     "\"graph\", \"te\", \"scheduled\", \"bufferized\" or \"llvm-dialect\""},
    {DlDialect::getTargetFeaturesAttrName(), Module,
     [](Attribute attribute) { return areAll(attribute, isText); }, "an array of strings"},
    {DlDialect::getWeightsAttrName(), Module, areRecords, "an array of dictionaries"},
    {weightsFileAttrName, Module, isText, "a string that is not empty"},
    {DlDialect::getWeightsAttrName(), Argument, isUnit, "a unit attribute"},
    {DlDialect::getWeightsSizeAttrName(), Module, isSize, "an i64 that is not negative"},
    {DlDialect::getArenaAttrName(), Argument, isUnit, "a unit attribute"},
    {DlDialect::getArenaSizeAttrName(), Module, isSize, "an i64 that is not negative"},
    {DlDialect::getScratchAttrName(), Argument, isUnit, "a unit attribute"},
    {DlDialect::getModelAttrName(), Module,
     [](Attribute attribute) { return isa<DictionaryAttr>(attribute); }, "a dictionary"},
    {DlDialect::getTestInputAttrName(), Argument, isElements, "the elements of a tensor"},
    {DlDialect::getTestExpectedAttrName(), Result, isElements, "the elements of a tensor"},
};

/// (D1) and (D2) for an attribute at a place, of which `number` tells which one it is.
static LogicalResult verifyRules(Operation *op, NamedAttribute attribute, Place place,
                                 std::optional<unsigned> number = std::nullopt) {
  unsigned places = 0;
  for (const Rule &rule : rules) {
    if (rule.name != attribute.getName())
      continue;
    places |= rule.places;
    if (!(rule.places & place))
      continue;
    if (rule.fits(attribute.getValue()))
      return success();
    InFlightDiagnostic diagnostic = op->emitOpError("(D2) expected '") << rule.name << "'";
    if (number)
      diagnostic << " of " << stringify(place).drop_back() << ' ' << *number;
    return diagnostic << " to be " << rule.expected << ", got " << attribute.getValue();
  }
  InFlightDiagnostic diagnostic = op->emitOpError("(D1) expected ");
  llvm::ListSeparator comma;
  if (places) {
    diagnostic << "'" << attribute.getName().getValue() << "' on ";
    for (unsigned other : {Module, Function, Argument, Result})
      if (places & other)
        diagnostic << StringRef(comma) << stringify(other);
    return diagnostic << " only";
  }
  diagnostic << "no attribute '" << attribute.getName().getValue() << "'; on " << stringify(place)
             << " dl knows ";
  for (const Rule &rule : rules)
    if (rule.places & place)
      diagnostic << StringRef(comma) << "'" << rule.name << "'";
  return diagnostic;
}

LogicalResult DlDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (!isa<ModuleOp, FunctionOpInterface>(op))
    return op->emitOpError("(D1) expected no attribute '")
           << attribute.getName().getValue() << "', dl's stand on modules and functions";
  return verifyRules(op, attribute, isa<ModuleOp>(op) ? Module : Function);
}

/// (D3)
static LogicalResult verifyDims(Operation *op, unsigned number, ArrayAttr dims) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto type = function ? dyn_cast<RankedTensorType>(function.getArgumentTypes()[number]) : nullptr;
  if (!type)
    return success();
  auto isOther = [](Attribute dim, int64_t extent) {
    auto size = dyn_cast<IntegerAttr>(dim);
    return size && size.getInt() != extent;
  };
  bool isSame = static_cast<int64_t>(dims.size()) == type.getRank();
  for (unsigned i = 0; isSame && i < dims.size(); ++i)
    isSame = !isOther(dims[i], type.getDimSize(i));
  if (isSame)
    return success();
  return op->emitOpError("(D3) expected '")
         << DlDialect::getDimsAttrName() << "' of argument " << number
         << " to have an entry for each dimension of " << type
         << ", numbers where these have some, got " << dims;
}

/// (D4) Functions of llvm have pointers.
static LogicalResult verifyBytes(Operation *op, unsigned number, StringRef name) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || !isa<FunctionType>(function.getFunctionType()))
    return success();
  Type type = function.getArgumentTypes()[number];
  auto buffer = dyn_cast<MemRefType>(type);
  if (buffer && buffer.getRank() == 1 && buffer.getElementType().isInteger(8))
    return success();
  return op->emitOpError("(D4) expected '")
         << name << "' of argument " << number << " on a buffer of bytes, as memref<64xi8>, got "
         << type;
}

LogicalResult DlDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                                  unsigned argIndex, NamedAttribute attribute) {
  if (failed(verifyRules(op, attribute, Argument, argIndex)))
    return failure();
  if (attribute.getName() == getDimsAttrName())
    return verifyDims(op, argIndex, cast<ArrayAttr>(attribute.getValue()));
  if (attribute.getName() == getWeightsAttrName() || attribute.getName() == getArenaAttrName())
    return verifyBytes(op, argIndex, attribute.getName());
  return success();
}

LogicalResult DlDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                                     unsigned resultIndex,
                                                     NamedAttribute attribute) {
  return verifyRules(op, attribute, Result, resultIndex);
}
