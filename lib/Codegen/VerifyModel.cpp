//===-- VerifyModel.cpp - a model's description that can be read -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of planned memrefs and of the llvm dialect carry a description and a table of
// weights. They may come from text, so what is read of them later is checked here.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/ModelInfo.h"
#include "dl/Codegen/Passes.h"
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Dl/IR/Dl.h"

namespace dl::codegen {
#define GEN_PASS_DEF_VERIFYMODELPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;

namespace {
/// An entry of a description. `fields` are those of the dictionaries in an array.
struct Field {
  enum Kind { Integer, Text, Texts, Tensor, Dims, Flag, Records };
  StringRef name;
  Kind kind;
  bool isOptional = false;
  ArrayRef<Field> fields = {};
};
} // namespace

static StringRef describe(Field::Kind kind) {
  switch (kind) {
  case Field::Integer:
    return "an integer";
  case Field::Text:
    return "a string";
  case Field::Texts:
    return "an array of strings";
  case Field::Tensor:
    return "the type of a ranked tensor of numbers";
  case Field::Dims:
    return "an array<i64>";
  case Field::Flag:
    return "a unit attribute";
  case Field::Records:
    return "an array of dictionaries";
  }
  llvm_unreachable("unknown kind");
}

static bool hasKind(Attribute attribute, Field::Kind kind) {
  auto array = dyn_cast<ArrayAttr>(attribute);
  auto type = dyn_cast<TypeAttr>(attribute);
  auto tensor = type ? dyn_cast<RankedTensorType>(type.getValue()) : nullptr;
  switch (kind) {
  case Field::Integer:
    return isa<IntegerAttr>(attribute) && cast<IntegerAttr>(attribute).getType().isInteger(64);
  case Field::Text:
    return isa<StringAttr>(attribute);
  case Field::Texts:
    return array && llvm::all_of(array, llvm::IsaPred<StringAttr>);
  case Field::Tensor:
    return tensor && tensor.getElementType().isIntOrFloat();
  case Field::Dims:
    return isa<DenseI64ArrayAttr>(attribute);
  case Field::Flag:
    return isa<UnitAttr>(attribute);
  case Field::Records:
    return array && llvm::all_of(array, llvm::IsaPred<DictionaryAttr>);
  }
  llvm_unreachable("unknown kind");
}

static const Field tensorFields[] = {{"name", Field::Text},
                                     {"type", Field::Tensor},
                                     {"dims", Field::Dims, /*isOptional=*/true},
                                     {"counts", Field::Dims, /*isOptional=*/true},
                                     {"packed", Field::Flag, /*isOptional=*/true}};
static const Field outputFields[] = {
    {"output", Field::Integer}, {"offset", Field::Integer}, {"type", Field::Tensor}};
static const Field callFields[] = {{"kernel", Field::Text},
                                   {"nodes", Field::Text},
                                   {"outputs", Field::Records, false, outputFields}};
static const Field checkFields[] = {
    {"kind", Field::Integer}, {"symbol", Field::Integer}, {"nodes", Field::Text}};
static const Field valueFields[] = {{"kind", Field::Integer},
                                    {"symbol", Field::Integer},
                                    {"input", Field::Integer},
                                    {"element", Field::Integer},
                                    {"bound", Field::Integer}};
static const Field modelFields[] = {{"inputs", Field::Records, false, tensorFields},
                                    {"outputs", Field::Records, false, tensorFields},
                                    {"arena_size", Field::Integer},
                                    {"weights_size", Field::Integer},
                                    {"max_threads", Field::Integer},
                                    {"symbols", Field::Texts, /*isOptional=*/true},
                                    {"sizes", Field::Integer, /*isOptional=*/true},
                                    {"counts", Field::Texts, /*isOptional=*/true},
                                    {"values", Field::Records, /*isOptional=*/true, valueFields},
                                    {"checks", Field::Records, /*isOptional=*/true, checkFields},
                                    {"calls", Field::Records, false, callFields}};

namespace {
struct VerifyModelPass : public dl::codegen::impl::VerifyModelPassBase<VerifyModelPass> {
  using VerifyModelPassBase::VerifyModelPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    // The dialect has checked the kinds of the attributes themselves.
    if (auto description =
            module->getAttrOfType<DictionaryAttr>(dl::DlDialect::getModelAttrName())) {
      if (failed(verify(description, dl::DlDialect::getModelAttrName(), modelFields)) ||
          failed(verifySizes(description)))
        return signalPassFailure();
    }
    if (failed(verifyWeights()))
      signalPassFailure();
  }

private:
  LogicalResult verify(DictionaryAttr record, const Twine &place, ArrayRef<Field> fields) {
    for (const Field &field : fields) {
      Attribute attribute = record.get(field.name);
      if (!attribute && field.isOptional)
        continue;
      std::string entry = (place + "." + field.name).str();
      if (!attribute || !hasKind(attribute, field.kind)) {
        InFlightDiagnostic diagnostic = getOperation().emitOpError("expected '")
                                        << entry << "' to be " << describe(field.kind) << ", got ";
        if (!attribute)
          return diagnostic << "none";
        return diagnostic << attribute;
      }
      if (field.kind == Field::Records)
        for (auto [i, inner] : llvm::enumerate(cast<ArrayAttr>(attribute)))
          if (failed(
                  verify(cast<DictionaryAttr>(inner), entry + "[" + Twine(i) + "]", field.fields)))
            return failure();
    }
    return success();
  }

  LogicalResult verifySizes(DictionaryAttr model) {
    auto number = [&](StringRef name) { return model.getAs<IntegerAttr>(name).getInt(); };
    if (number("arena_size") < 0 || number("weights_size") < 0 || number("max_threads") < 1 ||
        number("max_threads") > 1024)
      return getOperation().emitOpError("expected sizes in '")
             << dl::DlDialect::getModelAttrName()
             << "' that are not negative and 1 to 1024 threads";
    if (model.get("symbols") && !model.get("sizes"))
      return getOperation().emitOpError("expected '")
             << dl::DlDialect::getModelAttrName() << ".sizes' beside the symbols, got none";
    if (failed(verifyValues(model)))
      return failure();
    for (StringRef name : {"inputs", "outputs"})
      for (auto tensor : model.getAs<ArrayAttr>(name).getAsRange<DictionaryAttr>()) {
        auto type = cast<RankedTensorType>(tensor.getAs<TypeAttr>("type").getValue());
        auto dims = tensor.getAs<DenseI64ArrayAttr>("dims");
        if (dims ? dims.size() != type.getRank() : !type.hasStaticShape())
          return getOperation().emitOpError("expected one of 'dims' for each dimension of ")
                 << type << " in '" << dl::DlDialect::getModelAttrName() << "." << name << "'";
        auto given = model.getAs<ArrayAttr>("counts");
        int64_t numCounts = given ? given.size() : 0;
        auto counts = tensor.getAs<DenseI64ArrayAttr>("counts");
        if (counts && (counts.size() != type.getRank() ||
                       llvm::any_of(counts.asArrayRef(), [&](int64_t count) {
                         return count < -1 || count >= numCounts;
                       })))
          return getOperation().emitOpError("expected one of 'counts' for each dimension of ")
                 << type << " in '" << dl::DlDialect::getModelAttrName() << "." << name
                 << "', each -1 or the number of one of " << numCounts << " counts";
        bool isWhole = counts && counts.size() > 0 &&
                       llvm::all_of(counts.asArrayRef(), [](int64_t count) { return count >= 0; });
        if (tensor.get("packed") && !isWhole)
          return getOperation().emitOpError("expected a count for each dimension of the packed ")
                 << type << " in '" << dl::DlDialect::getModelAttrName() << "." << name << "'";
      }
    return success();
  }

  /// Symbols that are elements of inputs.
  LogicalResult verifyValues(DictionaryAttr model) {
    auto values = model.getAs<ArrayAttr>("values");
    auto symbols = model.getAs<ArrayAttr>("symbols");
    int64_t numSymbols = symbols ? symbols.size() : 0;
    auto inputs = model.getAs<ArrayAttr>("inputs");
    auto isElement = [&](int64_t input, int64_t element) {
      if (input < 0 || input >= static_cast<int64_t>(inputs.size()))
        return false;
      auto type = cast<RankedTensorType>(
          cast<DictionaryAttr>(inputs[input]).getAs<TypeAttr>("type").getValue());
      Type elementType = type.getElementType();
      return (elementType.isInteger(32) || elementType.isInteger(64)) && type.hasStaticShape() &&
             element >= 0 && element < type.getNumElements();
    };
    for (auto [i, entry] : llvm::enumerate(values ? values.getValue() : ArrayRef<Attribute>())) {
      auto get = [record = cast<DictionaryAttr>(entry)](StringRef name) {
        return record.getAs<IntegerAttr>(name).getInt();
      };
      bool fits = get("kind") >= dl::SizeValue::Element && get("kind") <= dl::SizeValue::Below &&
                  get("symbol") >= 0 && get("symbol") < numSymbols &&
                  isElement(get("input"), get("element")) && -1 - get("bound") < numSymbols;
      if (!fits)
        return getOperation().emitOpError("expected '")
               << dl::DlDialect::getModelAttrName() << ".values[" << i
               << "]' to be an element of 32 or 64 bits of one of " << inputs.size()
               << " inputs, or what it is above or below a size, of one of " << numSymbols
               << " symbols, got " << entry;
    }
    return success();
  }

  /// The table: constants one behind the other, and no more space than they need.
  LogicalResult verifyWeights() {
    ModuleOp module = getOperation();
    auto fail = [&] {
      return module.emitOpError("expected '") << dl::DlDialect::getWeightsAttrName() << "' ";
    };
    int64_t end = 0;
    if (auto table = module->getAttrOfType<ArrayAttr>(dl::DlDialect::getWeightsAttrName())) {
      for (auto [i, entry] : llvm::enumerate(table)) {
        auto offset = cast<DictionaryAttr>(entry).getAs<IntegerAttr>("offset");
        auto value = cast<DictionaryAttr>(entry).getAs<ElementsAttr>("value");
        int64_t size = value ? dl::codegen::getByteSize(value.getShapedType()) : -1;
        size_t given = value ? dl::codegen::getRawBytes(value).size() : 0;
        if (!offset || !hasKind(offset, Field::Integer) || size < 0 ||
            (size > 0 && (given == 0 || size % given != 0)))
          return fail() << "to hold a number 'offset' and elements 'value' in memory, got entry "
                        << i;
        if (offset.getInt() < end || offset.getInt() - end > maxGap)
          return fail() << "in the order of their offsets, one behind the other, got offset "
                        << offset.getInt() << " of entry " << i << " after " << end << " bytes";
        if (llvm::AddOverflow(offset.getInt(), size, end))
          return fail() << "of less than 2^63 bytes";
      }
    }
    if (auto size = module->getAttrOfType<IntegerAttr>(dl::DlDialect::getWeightsSizeAttrName())) {
      if (size.getInt() < end || size.getInt() - end > maxGap)
        return module.emitOpError("expected '")
               << dl::DlDialect::getWeightsSizeAttrName() << "' to be the " << end
               << " bytes of the weights and at most " << maxGap << " more, got " << size;
    }
    return success();
  }

  /// Weights are aligned, and so is their end.
  static constexpr int64_t maxGap = 4096;
};
} // namespace
