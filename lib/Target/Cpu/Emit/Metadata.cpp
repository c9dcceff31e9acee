//===-- Metadata.cpp - a model's description as constants -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the structures of lib/Runtime/model.h as LLVM constants, and the entry
// function that unpacks tensors and calls the model's main.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Sizes.h"
#include "dl/Runtime/dlc.h"
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace dl::codegen;
using namespace dl::cpu;
using llvm::ArrayRef;
using llvm::Constant;
using llvm::ConstantInt;
using llvm::ConstantStruct;
using llvm::SmallVector;
using llvm::StringRef;

/// DLC_NEEDS_ACCELERATOR of lib/Runtime/model.h.
static constexpr int64_t needsAccelerator = 1;
/// DLC_NEEDS_COUNTS, DLC_NEEDS_PACKED and DLC_NEEDS_VALUES.
static constexpr int64_t needsCounts = 2, needsPacked = 4, needsValues = 8;

namespace {

/// The DLPack dtype of an element type; one that DLPack has not is told by its bits.
dlc_dtype getDtype(mlir::Type type) {
  auto bits = static_cast<uint8_t>(type.getIntOrFloatBitWidth());
  if (type.isInteger(1))
    return {DLC_BOOL, 8, 1};
  if (type.isBF16())
    return {DLC_BFLOAT, bits, 1};
  if (llvm::isa<mlir::Float8E4M3FNType>(type))
    return {DLC_FLOAT8_E4M3FN, bits, 1};
  if (llvm::isa<mlir::Float8E4M3FNUZType>(type))
    return {DLC_FLOAT8_E4M3FNUZ, bits, 1};
  if (llvm::isa<mlir::Float8E5M2Type>(type))
    return {DLC_FLOAT8_E5M2, bits, 1};
  if (llvm::isa<mlir::Float8E5M2FNUZType>(type))
    return {DLC_FLOAT8_E5M2FNUZ, bits, 1};
  if (llvm::isa<mlir::Float8E8M0FNUType>(type))
    return {DLC_FLOAT8_E8M0FNU, bits, 1};
  if (llvm::isa<mlir::Float4E2M1FNType>(type))
    return {DLC_FLOAT4_E2M1FN, bits, 1};
  if (llvm::isa<mlir::FloatType>(type))
    return {DLC_FLOAT, bits, 1};
  return {static_cast<uint8_t>(type.isUnsignedInteger() ? DLC_UINT : DLC_INT), bits, 1};
}

class DescriptionBuilder {
public:
  DescriptionBuilder(llvm::Module &module, StringRef name)
      : module(module), context(module.getContext()), name(name.str()),
        pointer(llvm::PointerType::get(context, 0)) {}

  /// The entry: takes the run's handle, weights, arena, inputs and outputs.
  llvm::Function *createEntry(const ModelInfo &info);
  /// The constant `<name>_model`, of code that needs these features.
  llvm::GlobalVariable *createModel(const ModelInfo &info, llvm::Function *entry,
                                    ArrayRef<StringRef> features);
  /// The function that computes sizes from symbols and inputs; null where there are none.
  Constant *createSizes();
  /// `dlc_get_model`.
  void createGetter(llvm::GlobalVariable *model);

private:
  Constant *int8(uint8_t value) { return ConstantInt::get(llvm::Type::getInt8Ty(context), value); }
  Constant *int16(uint16_t value) {
    return ConstantInt::get(llvm::Type::getInt16Ty(context), value);
  }
  Constant *int32(int32_t value) {
    return ConstantInt::getSigned(llvm::Type::getInt32Ty(context), value);
  }
  Constant *int64(int64_t value) {
    return ConstantInt::getSigned(llvm::Type::getInt64Ty(context), value);
  }
  Constant *string(StringRef text) {
    return global(llvm::ConstantDataArray::getString(context, text));
  }
  Constant *strings(ArrayRef<StringRef> texts) {
    SmallVector<Constant *> result;
    for (StringRef text : texts)
      result.push_back(string(text));
    return array(result);
  }
  Constant *structure(ArrayRef<Constant *> fields) { return ConstantStruct::getAnon(fields); }
  /// A private constant; null for an empty array.
  Constant *array(ArrayRef<Constant *> elements) {
    if (elements.empty())
      return llvm::ConstantPointerNull::get(pointer);
    auto *type = llvm::ArrayType::get(elements.front()->getType(), elements.size());
    return global(llvm::ConstantArray::get(type, elements));
  }
  Constant *global(Constant *value) {
    auto *variable = new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                              llvm::GlobalValue::PrivateLinkage, value, "dlc.info");
    variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    return variable;
  }

  Constant *tensorInfo(StringRef tensorName, mlir::RankedTensorType type, ArrayRef<int64_t> dims,
                       uint32_t flags = 0) {
    SmallVector<Constant *> shape;
    for (int64_t extent : dims)
      shape.push_back(int64(extent));
    dlc_dtype dtype = getDtype(type.getElementType());
    Constant *cpu = structure({int32(1), int32(0)});
    return structure({string(tensorName), array(shape), int32(type.getRank()),
                      structure({int8(dtype.code), int8(dtype.bits), int16(dtype.lanes)}), cpu,
                      int32(flags),
                      /*alignment=*/int32((dtype.bits + 7) / 8), int64(0), int64(0)});
  }
  Constant *tensorInfos(const ModelInfo &info, ArrayRef<TensorInfo> tensors) {
    SmallVector<Constant *> result;
    bool areInputs = tensors.data() == info.inputs.data();
    for (auto [i, tensor] : llvm::enumerate(tensors)) {
      bool decides = areInputs && llvm::any_of(info.values, [i = i](const ValueInfo &value) {
                       return value.input == static_cast<int64_t>(i);
                     });
      result.push_back(tensorInfo(tensor.name, tensor.type, info.getShape(tensor),
                                  (tensor.counts.empty() ? 0 : DLC_TENSOR_COUNTED) |
                                      (tensor.isPacked ? DLC_TENSOR_PACKED : 0) |
                                      (decides ? DLC_TENSOR_DECIDES_SIZES : 0)));
    }
    return array(result);
  }
  /// A `dlc_value_info` for each symbol that is no dim of an input.
  Constant *valueInfos(const ModelInfo &info) {
    SmallVector<Constant *> result;
    for (const ValueInfo &value : info.values)
      result.push_back(structure({int32(value.kind), int32(value.symbol), int32(value.input),
                                  int32(0), int64(value.element), int64(value.bound)}));
    return array(result);
  }
  /// A `dlc_count_info` for each count, with the most that it can be, as outputs have it.
  Constant *countInfos(const ModelInfo &info) {
    SmallVector<Constant *> result;
    for (auto [number, nodes] : llvm::enumerate(info.counts)) {
      int64_t most = 0;
      for (const TensorInfo &output : info.outputs)
        for (auto [dim, count] : llvm::zip(output.dims, output.counts))
          if (count == static_cast<int64_t>(number))
            most = dim;
      result.push_back(structure({string(nodes), int64(most)}));
    }
    return array(result);
  }
  Constant *kernelInfo(const KernelCall &call) {
    SmallVector<Constant *> outputs;
    for (const KernelOutput &output : call.outputs) {
      // A result of unknown size has no shape of its own.
      SmallVector<int64_t> dims(output.type.getShape());
      for (int64_t &dim : dims)
        dim = std::max<int64_t>(dim, -1);
      outputs.push_back(structure({tensorInfo("", output.type, dims), int64(output.offset),
                                   int32(output.output), int32(0)}));
    }
    return structure({string(call.kernel), string(call.nodes), array(outputs),
                      int32(call.outputs.size()), int32(0)});
  }

  /// A `dlc_accelerator_info`; null for a model without.
  Constant *acceleratorInfo(mlir::DictionaryAttr accelerator) {
    Constant *null = llvm::ConstantPointerNull::get(pointer);
    if (!accelerator)
      return structure({null, null, int64(0), null, int32(0), int32(0)});
    SmallVector<Constant *> programs;
    for (auto program :
         accelerator.getAs<mlir::ArrayAttr>("programs").getAsRange<mlir::DictionaryAttr>()) {
      ArrayRef<int8_t> bytes = program.getAs<mlir::DenseI8ArrayAttr>("bytes").asArrayRef();
      ArrayRef<uint8_t> data(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
      programs.push_back(structure({string(program.getAs<mlir::StringAttr>("name")),
                                    global(llvm::ConstantDataArray::get(context, data)),
                                    int64(int64_t(bytes.size()))}));
    }
    return structure({string(accelerator.getAs<mlir::StringAttr>("kind")),
                      string(accelerator.getAs<mlir::StringAttr>("machine")),
                      int64(accelerator.getAs<mlir::IntegerAttr>("digest").getInt()),
                      array(programs), int32(programs.size()), int32(0)});
  }

  llvm::Module &module;
  llvm::LLVMContext &context;
  std::string name;
  llvm::PointerType *pointer;
};

llvm::Function *DescriptionBuilder::createEntry(const ModelInfo &info) {
  llvm::Function *main = module.getFunction("main");
  main->setName(name + "_main");
  main->setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::IRBuilder<> builder(context);
  auto *type = llvm::FunctionType::get(builder.getInt32Ty(),
                                       {pointer, pointer, pointer, pointer, pointer}, false);
  auto *entry =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name + "_entry", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", entry));
  SmallVector<llvm::Value *> arguments = {entry->getArg(0), entry->getArg(1), entry->getArg(2)};
  // The data of tensor `index` of an array of dlc_tensor.
  auto pushData = [&](llvm::Value *tensors, size_t index, mlir::RankedTensorType tensorType) {
    auto at = [&](size_t field) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), tensors,
                                                index * sizeof(dlc_tensor) + field);
    };
    llvm::Value *data = builder.CreateLoad(pointer, at(offsetof(dlc_tensor, data)));
    llvm::Value *offset =
        builder.CreateLoad(builder.getInt64Ty(), at(offsetof(dlc_tensor, byte_offset)));
    arguments.push_back(builder.CreateInBoundsGEP(builder.getInt8Ty(), data, offset));
    if (tensorType.hasStaticShape())
      return;
    llvm::Value *shape = builder.CreateLoad(pointer, at(offsetof(dlc_tensor, shape)));
    for (auto [dim, size] : llvm::enumerate(tensorType.getShape()))
      if (mlir::ShapedType::isDynamic(size))
        arguments.push_back(builder.CreateLoad(
            builder.getInt64Ty(),
            builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), shape, dim)));
  };
  // An arena of a size that inputs decide was measured before the run.
  if (info.arenaSize == 0)
    arguments.push_back(builder.getInt64(std::numeric_limits<int64_t>::max()));
  for (size_t index = 0; index < info.inputs.size(); ++index)
    pushData(entry->getArg(3), index, info.inputs[index].type);
  // What only has a size is nowhere.
  for (const ValueInfo &value : info.values) {
    llvm::FunctionCallee getSymbol = module.getOrInsertFunction(
        "dlc_get_symbol", builder.getInt64Ty(), pointer, builder.getInt32Ty());
    arguments.push_back(llvm::ConstantPointerNull::get(pointer));
    arguments.push_back(
        builder.CreateCall(getSymbol, {entry->getArg(0), builder.getInt32(value.symbol)}));
  }
  for (size_t index = 0; index < info.outputs.size(); ++index)
    pushData(entry->getArg(4), index, info.outputs[index].type);
  for (size_t index = 0; index < info.counts.size(); ++index)
    pushData(entry->getArg(4), info.outputs.size() + index,
             mlir::RankedTensorType::get(
                 {}, mlir::IntegerType::get(info.outputs.front().type.getContext(), 64)));
  llvm::Value *status = builder.CreateCall(main, arguments);
  // Without checks nothing can fail.
  builder.CreateRet(status->getType()->isVoidTy() ? builder.getInt32(0) : status);
  return entry;
}

llvm::GlobalVariable *DescriptionBuilder::createModel(const ModelInfo &info, llvm::Function *entry,
                                                      ArrayRef<StringRef> features) {
  auto *weights = new llvm::GlobalVariable(module, llvm::Type::getInt8Ty(context),
                                           /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage,
                                           /*Initializer=*/nullptr, name + "_weights");
  weights->setVisibility(llvm::GlobalValue::HiddenVisibility);
  SmallVector<Constant *> calls;
  for (const KernelCall &call : info.calls)
    calls.push_back(kernelInfo(call));
  SmallVector<Constant *> checks;
  for (const SizeCheckInfo &check : info.checks)
    checks.push_back(structure({string(check.nodes), int32(check.kind), int32(check.symbol)}));
  bool isPacked =
      llvm::any_of(info.outputs, [](const TensorInfo &output) { return output.isPacked; });
  int64_t needs = (info.accelerator ? needsAccelerator : 0) |
                  (info.counts.empty() ? 0 : needsCounts) | (isPacked ? needsPacked : 0) |
                  (info.values.empty() ? 0 : needsValues);
  SmallVector<Constant *> fields = {int32(DLC_ABI_VERSION),
                                    /*struct_size, set below*/ int32(0),
                                    /*needs=*/int64(needs),
                                    string(name),
                                    tensorInfos(info, info.inputs),
                                    tensorInfos(info, info.outputs),
                                    array(calls),
                                    int32(info.inputs.size()),
                                    int32(info.outputs.size()),
                                    int32(info.calls.size()),
                                    int32(info.maxThreads),
                                    int64(info.arenaSize),
                                    int64(info.weightsSize),
                                    weights,
                                    entry,
                                    strings(features),
                                    strings(llvm::to_vector_of<StringRef>(info.symbols)),
                                    createSizes(),
                                    array(checks),
                                    int32(features.size()),
                                    int32(info.symbols.size()),
                                    int32(info.numSizes),
                                    int32(info.counts.size()),
                                    int32(info.checks.size()),
                                    int32(0),
                                    acceleratorInfo(info.accelerator),
                                    countInfos(info),
                                    valueInfos(info),
                                    int64(info.values.size())};
  llvm::Type *type = structure(fields)->getType();
  fields[1] = int32(module.getDataLayout().getTypeAllocSize(type));
  return new llvm::GlobalVariable(module, type, /*isConstant=*/true,
                                  llvm::GlobalValue::ExternalLinkage, structure(fields),
                                  name + "_model");
}

Constant *DescriptionBuilder::createSizes() {
  llvm::Function *sizes = module.getFunction(sizesFunctionName);
  if (!sizes)
    return llvm::ConstantPointerNull::get(pointer);
  sizes->setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::IRBuilder<> builder(context);
  auto *type =
      llvm::FunctionType::get(builder.getVoidTy(), {pointer, pointer, pointer}, /*isVarArg=*/false);
  auto *function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name + "_sizes", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", function));
  builder.CreateCall(sizes, {function->getArg(0), function->getArg(2)});
  builder.CreateRetVoid();
  setBaselineAttributes(*sizes);
  setBaselineAttributes(*function);
  return function;
}

void DescriptionBuilder::createGetter(llvm::GlobalVariable *model) {
  llvm::IRBuilder<> builder(context);
  auto *getter =
      llvm::Function::Create(llvm::FunctionType::get(pointer, false),
                             llvm::GlobalValue::ExternalLinkage, "dlc_get_model", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", getter));
  builder.CreateRet(model);
  setBaselineAttributes(*getter);
}

/// Features of a machine that a program can ask its CPU for. A system may keep tile registers from
/// a program, which code without them need not know.
SmallVector<StringRef> getRequiredFeatures(const llvm::TargetMachine &machine, bool usesTiles) {
  const llvm::Triple &triple = machine.getTargetTriple();
  SmallVector<StringRef> known, result;
  if (triple.isX86()) {
#define DLC_X86_FEATURE(name, leaf, subleaf, where, bit, state) known.push_back(name);
#include "dl/Runtime/CpuFeatures.def"
  } else if (triple.isAArch64()) {
#define DLC_AARCH64_FEATURE(name, word, mask) known.push_back(name);
#include "dl/Runtime/CpuFeatures.def"
  }
  for (StringRef name : known)
    if ((usesTiles || !name.starts_with("amx-")) &&
        machine.getMCSubtargetInfo()->checkFeatures(("+" + name).str()))
      result.push_back(name);
  return result;
}

} // namespace

void dl::cpu::addModelDescription(llvm::Module &module, const ModelInfo &info, StringRef name,
                                  bool sharedLibrary, bool usesTiles,
                                  const llvm::TargetMachine &machine) {
  DescriptionBuilder builder(module, name);
  llvm::Function *entry = builder.createEntry(info);
  llvm::GlobalVariable *model =
      builder.createModel(info, entry, getRequiredFeatures(machine, usesTiles));
  if (sharedLibrary)
    builder.createGetter(model);
}
