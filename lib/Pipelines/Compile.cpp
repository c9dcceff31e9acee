//===-- Compile.cpp - from a model's file to a library ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading, lowering and writing, joined.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Compile.h"
#include "Phases.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Import/Onnx.h"
#include "dl/InitAll.h"
#include "dl/Support/Nesting.h"
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"
#include "dl/Target/Cpu/NamedMachine.h"
#include "dl/Target/Cpu/Records.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace dl {

std::unique_ptr<MLIRContext> createCompilerContext() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  dl::registerAllDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  return context;
}

ModelFormat getModelFormat(StringRef path) {
  StringRef extension = llvm::sys::path::extension(path);
  if (extension.equals_insensitive(".onnx"))
    return ModelFormat::Onnx;
  if (extension.equals_insensitive(".mlir") || extension.equals_insensitive(".mlirbc"))
    return ModelFormat::MLIR;
  return ModelFormat::Unknown;
}

OwningOpRef<ModuleOp> readModel(StringRef path, MLIRContext *context, InputFiles *inputs) {
  Location loc = FileLineColLoc::get(context, path, 0, 0);
  if (inputs)
    inputs->add(path);
  ModelFormat format = getModelFormat(path);
  if (format == ModelFormat::Onnx) {
    onnx_import::ImportOptions options;
    options.inputs = inputs;
    return onnx_import::importOnnx(path, context, options);
  }
  if (format == ModelFormat::Unknown) {
    emitError(loc) << "expected a .onnx, .mlir or .mlirbc file, got '" << path << "'";
    return nullptr;
  }
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    emitError(loc) << "cannot open '" << path << "': " << buffer.getError().message();
    return nullptr;
  }
  if (failed(checkNesting((*buffer)->getBuffer(), path, context)))
    return nullptr;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, context);
}

namespace {

std::string getModelName(const CompileOptions &options) {
  return cpu::getModelIdentifier(options.name.empty() ? llvm::sys::path::stem(options.input)
                                                      : StringRef(options.name));
}

/// Optimised LLVM IR of a module of the llvm dialect, and the machine it is for.
struct OptimizedModel {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> ir;
};

llvm::Expected<std::unique_ptr<OptimizedModel>>
makeLLVM(ModuleOp module, const CompileOptions &options, PhaseTimes &times) {
  auto result = std::make_unique<OptimizedModel>();
  auto named = cpu::findMachine(module.getContext(), options.cpu, options.target);
  if (!named)
    return named.takeError();
  auto machine = cpu::createTargetMachine(named->cpu, options.level, named->triple);
  if (!machine)
    return machine.takeError();
  result->machine = std::move(*machine);
  // Before the work.
  if (options.to == Level::Library)
    if (llvm::Error error =
            cpu::checkLibraries(options.threads > 1, result->machine->getTargetTriple()))
      return error;
  // LLVM ends the process where a CPU lacks an intrinsic.
  if (auto features = module->getAttrOfType<ArrayAttr>(DlDialect::getTargetFeaturesAttrName()))
    for (auto feature : features.getAsRange<StringAttr>())
      if (!result->machine->getMCSubtargetInfo()->checkFeatures(feature.getValue().str()))
        return llvm::createStringError(
            "expected a CPU with the feature %s, which intrinsics of the schedules require, got "
            "'%s'; choose another --mcpu, or schedules without them",
            feature.getValue().str().c_str(), result->machine->getTargetCPU().str().c_str());
  auto ir = timePhase(times, "translate", [&] {
    return cpu::translateModel(module, getModelName(options), options.to != Level::Object,
                               *result->machine, result->context);
  });
  if (!ir)
    return ir.takeError();
  result->ir = std::move(*ir);
  timePhase(times, "optimize", [&] {
    cpu::optimizeModule(*result->ir, *result->machine, options.level);
    return 0;
  });
  return result;
}

/// Optimised LLVM IR as it is or as assembly.
llvm::Error printText(OptimizedModel &model, Level to, PhaseTimes &times, llvm::raw_ostream &os) {
  if (to != Level::Assembly) {
    model.ir->print(os, /*AAW=*/nullptr);
    return llvm::Error::success();
  }
  return timePhase(times, "codegen",
                   [&] { return cpu::printAssembly(*model.ir, *model.machine, os); });
}

/// Object or library of optimised LLVM IR.
llvm::Error writeBinary(ModuleOp module, OptimizedModel &model, const CompileOptions &options,
                        PhaseTimes &times, OutputFile &file) {
  llvm::Expected<std::string> output = file.getStagingPath();
  if (!output)
    return output.takeError();
  TemporaryFile temporaries[4];
  for (TemporaryFile &temporary : temporaries) {
    auto created = TemporaryFile::create(llvm::sys::path::parent_path(*output), ".o.tmp");
    if (!created)
      return created.takeError();
    temporary = std::move(*created);
  }
  const std::string &code = temporaries[0].getPath(), &weights = temporaries[1].getPath(),
                    &runtime = temporaries[2].getPath(), &script = temporaries[3].getPath();
  const llvm::Triple &triple = model.machine->getTargetTriple();
  if (llvm::Error error = timePhase(
          times, "codegen", [&] { return cpu::writeObject(*model.ir, *model.machine, code); }))
    return error;
  if (llvm::Error error = cpu::writeWeightsObject(module, getModelName(options), triple, weights))
    return error;
  if (llvm::Error error = cpu::writeRuntimeObject(triple, runtime))
    return error;
  if (options.to != Level::Object)
    if (llvm::Error error = cpu::writeWeightsLinkerScript(script))
      return error;
  if (llvm::Error error = timePhase(times, "link", [&] {
        std::vector<std::string> objects = {code, weights, runtime};
        if (options.to == Level::Object)
          return cpu::linkObject(objects, options.linker, *output);
        // Whoever loads the model need not be in this folder.
        for (const std::string &library : options.externLibraries) {
          llvm::SmallString<128> path(library);
          if (std::error_code error = llvm::sys::fs::make_absolute(path))
            return llvm::createFileError(library, error);
          objects.push_back(path.str().str());
        }
        return cpu::linkSharedLibrary(objects, options.threads > 1, triple, script, options.linker,
                                      *output);
      }))
    return error;
  return timePhase(times, "weights", [&] { return cpu::appendWeights(module, *output); });
}

/// Reports an error that has no place in the model.
LogicalResult report(StringRef file, llvm::Error error, llvm::raw_ostream &errors) {
  if (!error)
    return success();
  errors << (file == "-" ? "<stdout>" : file) << ": error: " << llvm::toString(std::move(error))
         << "\n";
  return failure();
}

/// The files that a compilation writes; those that nobody asked for are null.
class Outputs {
public:
  Outputs(const CompileOptions &options, llvm::raw_ostream &errors)
      : options(options), errors(errors) {}

  LogicalResult open(const InputFiles &inputs) {
    for (auto [path, file] :
         {std::pair(&options.output, &main), std::pair(&options.header, &header),
          std::pair(&options.loopsFile, &loops)}) {
      if (path->empty())
        continue;
      llvm::Expected<OutputFile> opened = OutputFile::open(*path, inputs);
      if (!opened)
        return report(*path, opened.takeError(), errors);
      *file = std::make_unique<OutputFile>(std::move(*opened));
    }
    return report(options.output, OutputFile::checkDistinct(list()), errors);
  }
  /// Once more: the model may have named further files.
  LogicalResult check(const InputFiles &inputs) {
    for (OutputFile *file : list())
      if (failed(report(file->getPath(), inputs.checkOutput(file->getPath()), errors)))
        return failure();
    return success();
  }
  LogicalResult keep() { return report(options.output, OutputFile::keepAll(list()), errors); }

  std::unique_ptr<OutputFile> main, header, loops;

private:
  SmallVector<OutputFile *> list() const {
    SmallVector<OutputFile *> files;
    for (OutputFile *file : {main.get(), header.get(), loops.get()})
      if (file)
        files.push_back(file);
    return files;
  }

  const CompileOptions &options;
  llvm::raw_ostream &errors;
};

LogicalResult runCompilation(CompileOptions options, MLIRContext *context,
                             llvm::raw_ostream &errors, PhaseTimes &times) {
  InputFiles inputs;
  inputs.add(options.input);
  if (cpu::isRecordFile(options.target))
    inputs.add(options.target);
  Outputs outputs(options, errors);
  if (failed(outputs.open(inputs)))
    return failure();
  if (outputs.loops) {
    llvm::Expected<std::string> staging = outputs.loops->getStagingPath();
    if (!staging)
      return report(options.loopsFile, staging.takeError(), errors);
    options.loopsStaging = *staging;
  }
  OwningOpRef<ModuleOp> module =
      timePhase(times, "read", [&] { return readModel(options.input, context, &inputs); });
  if (!module || failed(outputs.check(inputs)) ||
      failed(lowerModel(*module, options.to, options, times)))
    return failure();
  if (outputs.header) {
    auto description = (*module)->getAttrOfType<DictionaryAttr>(DlDialect::getModelAttrName());
    if (!description)
      return emitError(module->getLoc(),
                       "expected level 'bufferized' or a later one to write a C header, got '")
             << stringifyLevel(options.to) << "'";
    std::string text =
        cpu::getModelHeader(codegen::ModelInfo::fromAttribute(description), getModelName(options));
    if (failed(report(options.header,
                      outputs.header->write([&](llvm::raw_ostream &os) { os << text; }), errors)))
      return failure();
  }
  llvm::Error error = options.to > Level::LLVMDialect
                          ? emitModel(*module, options, times, *outputs.main)
                          : outputs.main->write([&](llvm::raw_ostream &os) {
                              module->print(os, OpPrintingFlags().enableDebugInfo());
                              os << "\n";
                            });
  if (failed(report(options.output, std::move(error), errors)))
    return failure();
  return outputs.keep();
}

} // namespace

llvm::Error emitModel(ModuleOp module, const CompileOptions &options, PhaseTimes &times,
                      OutputFile &output) {
  auto model = makeLLVM(module, options, times);
  if (!model)
    return model.takeError();
  if (options.to >= Level::Object)
    return writeBinary(module, **model, options, times, output);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = printText(**model, options.to, times, os))
    return error;
  return output.write([&](llvm::raw_ostream &os) { os << text; });
}

llvm::Error emitModel(ModuleOp module, const CompileOptions &options, PhaseTimes &times) {
  llvm::Expected<OutputFile> output = OutputFile::open(options.output);
  if (!output)
    return output.takeError();
  if (llvm::Error error = emitModel(module, options, times, *output))
    return error;
  return output->keep();
}

llvm::Error printCode(ModuleOp module, const CompileOptions &options, PhaseTimes &times,
                      llvm::raw_ostream &os) {
  auto model = makeLLVM(module, options, times);
  if (!model)
    return model.takeError();
  return printText(**model, options.to, times, os);
}

LogicalResult compileModel(const CompileOptions &given, llvm::raw_ostream &errors,
                           PhaseTimes *times) {
  CompileOptions options = given;
  options.releaseConstants = true;
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, context.get(), errors);
  if (!options.remarks.empty() &&
      failed(remark::enableOptimizationRemarks(
          *context, /*streamer=*/nullptr, std::make_unique<remark::RemarkEmittingPolicyAll>(),
          {options.remarks, "", "", "", ""}, /*printAsEmitRemarks=*/true)))
    return failure();
  PhaseTimes own;
  return runCompilation(options, context.get(), errors, times ? *times : own);
}

void printPhaseTimes(const PhaseTimes &times, llvm::raw_ostream &os) {
  double total = 0;
  for (const auto &[phase, seconds] : times)
    total += seconds;
  for (const auto &[phase, seconds] : times)
    os << llvm::formatv("{0,-14} {1,8:f3} s {2,6:f1} %\n", phase, seconds,
                        100 * seconds / std::max(total, 1e-9));
  os << llvm::formatv("{0,-14} {1,8:f3} s\n", "total", total);
}

} // namespace dl
