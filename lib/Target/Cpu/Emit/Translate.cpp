//===-- Translate.cpp - llvm dialect to machine code ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the llvm dialect with dl.model. Out: LLVM IR for one CPU, optimised, and an
// object file.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"

#include "AvoidStoreMerge.h"
#include "GenerateCode.h"
#include "HalfConversions.h"
#include "LimitVectorizer.h"
#include "LocalizeAddresses.h"
#include "MarkLongLoops.h"
#include "SinkOperands.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::codegen;
using namespace dl::cpu;
using llvm::StringRef;

std::string dl::cpu::getModelIdentifier(StringRef name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (result.empty() || llvm::isDigit(result.front()))
    result.insert(result.begin(), '_');
  return result;
}

void dl::cpu::registerTranslations(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerOpenMPDialectTranslation(registry);
  context.appendDialectRegistry(registry);
}

static llvm::Expected<std::unique_ptr<llvm::Module>> translate(mlir::ModuleOp module,
                                                               StringRef name,
                                                               llvm::TargetMachine &machine,
                                                               llvm::LLVMContext &context) {
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context, name, /*disableVerification=*/true);
  if (!result)
    return llvm::createStringError("expected the module to translate to LLVM IR");
  // The object's symbol table names this, so it must be no path.
  result->setSourceFileName(name);
  result->setDataLayout(machine.createDataLayout());
  result->setTargetTriple(machine.getTargetTriple());
  for (StringRef hook : {kernelBeginName, kernelEndName})
    if (llvm::Function *function = result->getFunction(hook))
      function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  return result;
}

/// What is the same for models and kernels, once all functions are there.
static llvm::Expected<std::unique_ptr<llvm::Module>> finish(std::unique_ptr<llvm::Module> module,
                                                            llvm::TargetMachine &machine) {
  addHalfConversions(*module);
  for (llvm::Function &function : *module)
    if (!function.isDeclaration())
      setTargetAttributes(function, machine);
  std::string message;
  llvm::raw_string_ostream os(message);
  if (llvm::verifyModule(*module, &os))
    return llvm::createStringError("expected valid LLVM IR: %s", message.c_str());
  return module;
}

llvm::Expected<std::unique_ptr<llvm::Module>>
dl::cpu::translateModel(mlir::ModuleOp module, StringRef name, bool sharedLibrary,
                        llvm::TargetMachine &machine, llvm::LLVMContext &context) {
  auto description = module->getAttrOfType<mlir::DictionaryAttr>(dl::DlDialect::getModelAttrName());
  auto main = module.lookupSymbol<mlir::LLVM::LLVMFuncOp>("main");
  if (!description || !main || main.isExternal())
    return llvm::createStringError(
        "expected a module of the llvm dialect with 'dl.model' and @main; run dl-cpu-pipeline");
  auto result = translate(module, name, machine, context);
  if (!result)
    return result;
  addModelDescription(**result, ModelInfo::fromAttribute(description), name, sharedLibrary,
                      usesTiles(module), machine);
  return finish(std::move(*result), machine);
}

llvm::Expected<std::unique_ptr<llvm::Module>> dl::cpu::translateKernel(mlir::ModuleOp module,
                                                                       StringRef name,
                                                                       llvm::TargetMachine &machine,
                                                                       llvm::LLVMContext &context) {
  auto result = translate(module, name, machine, context);
  return result ? finish(std::move(*result), machine) : std::move(result);
}

/// True if a function has values that are vectors of more bytes than `bytes`.
static bool usesVectorsAbove(const llvm::Function &function, unsigned bytes) {
  const llvm::DataLayout &layout = function.getDataLayout();
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction &op) {
    return op.getType()->isVectorTy() && layout.getTypeStoreSize(op.getType()) > bytes;
  });
}

/// Vectors for which there is no register go to the stack: aligned to their size, each lies
/// in one cache line, wherever the caller's stack begins.
static void alignStack(llvm::Function &function, const llvm::TargetMachine &machine) {
  const llvm::DataLayout &layout = function.getDataLayout();
  unsigned usual = layout.getStackAlignment().value_or(llvm::Align(16)).value();
  unsigned widest = machine.getTargetTransformInfo(function)
                        .getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
                        .getFixedValue() /
                    8;
  if (widest > usual && usesVectorsAbove(function, usual))
    function.addFnAttr(
        llvm::Attribute::getWithStackAlignment(function.getContext(), llvm::Align(widest)));
}

void dl::cpu::optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, unsigned level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  // The schedule decides what is a vector, and dl-mark-gathers which loops LLVM may make vectors
  // of.
  llvm::PipelineTuningOptions tuning;
  tuning.SLPVectorization = false;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerBeforeNonSkippedPassCallback([](StringRef pass, llvm::Any unit) {
    auto *function = llvm::any_cast<const llvm::Function *>(&unit);
    if (pass == "SROAPass" && function)
      avoidStoreMerge(const_cast<llvm::Function &>(**function));
  });
  // What a loop stores for the next iteration is in registers already (dl-carry-vectors), and to
  // find that out takes a tenth of all passes' time where tiles are large.
  callbacks.registerShouldRunOptionalPassCallback(
      [](StringRef pass, llvm::Any) { return pass != "LoopLoadEliminationPass"; });
  llvm::PassBuilder builder(&machine, tuning, /*PGOOpt=*/std::nullopt, &callbacks);
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(LimitVectorizerPass());
      });
  builder.registerLateLoopOptimizationsEPCallback(
      [](llvm::LoopPassManager &passes, llvm::OptimizationLevel level) {
        if (level != llvm::OptimizationLevel::O0)
          passes.addPass(MarkLongLoopsPass());
      });
  // Elsewhere instructions do not take their operands from memory.
  bool sinks = !machine.getTargetTriple().isX86();
  builder.registerOptimizerLastEPCallback(
      [sinks](llvm::ModulePassManager &passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        llvm::FunctionPassManager last;
        if (sinks)
          last.addPass(SinkOperandsPass());
        last.addPass(LocalizeAddressesPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
      });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  auto optimization = level == 0   ? llvm::OptimizationLevel::O0
                      : level == 1 ? llvm::OptimizationLevel::O1
                      : level == 2 ? llvm::OptimizationLevel::O2
                                   : llvm::OptimizationLevel::O3;
  llvm::ModulePassManager passes = level == 0 ? builder.buildO0DefaultPipeline(optimization)
                                              : builder.buildPerModuleDefaultPipeline(optimization);
  passes.run(module, modules);
  moveBFloatsAsIntegers(module);
  for (llvm::Function &function : module)
    alignStack(function, machine);
}

llvm::Error dl::cpu::printAssembly(llvm::Module &module, llvm::TargetMachine &machine,
                                   llvm::raw_ostream &os) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  if (llvm::Error error =
          generateCode(module, machine, llvm::CodeGenFileType::AssemblyFile, stream))
    return error;
  os << text;
  return llvm::Error::success();
}

llvm::Expected<std::string> dl::cpu::makeObject(llvm::Module &module,
                                                llvm::TargetMachine &machine) {
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream os(object);
  if (llvm::Error error = generateCode(module, machine, llvm::CodeGenFileType::ObjectFile, os))
    return error;
  return object.str().str();
}
