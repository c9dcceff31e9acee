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

#include "dl/Import/Onnx.h"
#include "dl/InitAll.h"
#include "dl/Target/Cpu/Emit.h"

#include "mlir/IR/Diagnostics.h"
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

OwningOpRef<ModuleOp> readModel(StringRef path, MLIRContext *context) {
  Location loc = FileLineColLoc::get(context, path, 0, 0);
  StringRef extension = llvm::sys::path::extension(path);
  if (extension == ".onnx")
    return onnx_import::importOnnx(path, context);
  if (extension != ".mlir" && extension != ".mlirbc") {
    emitError(loc) << "expected a .onnx, .mlir or .mlirbc file, got '" << path << "'";
    return nullptr;
  }
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    emitError(loc) << "cannot open '" << path << "': " << buffer.getError().message();
    return nullptr;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, context);
}

namespace {

/// A folder for intermediate files beside the output, removed at the end.
class TemporaryFolder {
public:
  explicit TemporaryFolder(StringRef output) {
    llvm::SmallString<16> suffix;
    llvm::sys::fs::createUniquePath(".%%%%%%%%.tmp", suffix, /*MakeAbsolute=*/false);
    (output + suffix).toVector(path);
  }
  ~TemporaryFolder() { (void)llvm::sys::fs::remove_directories(path); }
  std::error_code create() {
    return llvm::sys::fs::create_directory(path, /*IgnoreExisting=*/false,
                                           llvm::sys::fs::owner_all);
  }
  std::string getFile(StringRef name) const { return (path + "/" + name).str(); }

private:
  llvm::SmallString<128> path;
};

std::string getModelName(const CompileOptions &options) {
  return cpu::getModelIdentifier(options.name.empty() ? llvm::sys::path::stem(options.input)
                                                      : StringRef(options.name));
}

/// Object or library of optimised LLVM IR.
llvm::Error writeBinary(ModuleOp module, llvm::Module &ir, llvm::TargetMachine &machine,
                        const CompileOptions &options, PhaseTimes &times) {
  TemporaryFolder folder(options.output);
  if (std::error_code error = folder.create())
    return llvm::createFileError(options.output, error);
  std::string code = folder.getFile("model.o"), weights = folder.getFile("weights.o"),
              runtime = folder.getFile("runtime.o");
  const llvm::Triple &triple = machine.getTargetTriple();
  if (llvm::Error error =
          timePhase(times, "codegen", [&] { return cpu::writeObject(ir, machine, code); }))
    return error;
  if (llvm::Error error = timePhase(times, "weights", [&] {
        return cpu::writeWeightsObject(module, getModelName(options), triple, weights);
      }))
    return error;
  if (llvm::Error error = cpu::writeRuntimeObject(runtime))
    return error;
  return timePhase(times, "link", [&] {
    if (options.to == Level::Object)
      return cpu::linkObject({code, weights, runtime}, options.linker, options.output);
    return cpu::linkSharedLibrary({code, weights, runtime}, options.threads > 1, triple,
                                  options.linker, options.output);
  });
}

/// Text to a file, which appears only when whole, or to standard output.
llvm::Error writeText(StringRef path, llvm::function_ref<void(llvm::raw_ostream &)> print) {
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    print(os);
    return llvm::Error::success();
  });
}

/// Reports an error that has no place in the model.
LogicalResult report(StringRef file, llvm::Error error, llvm::raw_ostream &errors) {
  if (!error)
    return success();
  errors << file << ": error: " << llvm::toString(std::move(error)) << "\n";
  return failure();
}

LogicalResult runCompilation(const CompileOptions &options, MLIRContext *context,
                             llvm::raw_ostream &errors, PhaseTimes &times) {
  OwningOpRef<ModuleOp> module =
      timePhase(times, "read", [&] { return readModel(options.input, context); });
  if (!module || failed(lowerModel(*module, options.to, options, times)))
    return failure();
  if (!options.header.empty()) {
    auto description = (*module)->getAttrOfType<DictionaryAttr>(cpu::modelAttrName);
    if (!description)
      return emitError(module->getLoc(),
                       "expected level 'bufferized' or a later one to write a C header, got '")
             << stringifyLevel(options.to) << "'";
    std::string text =
        cpu::getModelHeader(cpu::ModelInfo::fromAttribute(description), getModelName(options));
    if (failed(report(options.header,
                      writeText(options.header, [&](llvm::raw_ostream &os) { os << text; }),
                      errors)))
      return failure();
  }
  if (options.to > Level::LLVMDialect)
    return report(options.output, emitModel(*module, options, times), errors);
  return report(options.output,
                writeText(options.output,
                          [&](llvm::raw_ostream &os) {
                            module->print(os, OpPrintingFlags().enableDebugInfo());
                            os << "\n";
                          }),
                errors);
}

} // namespace

llvm::Error emitModel(ModuleOp module, const CompileOptions &options, PhaseTimes &times) {
  auto machine = cpu::createTargetMachine(options.cpu, options.level);
  if (!machine)
    return machine.takeError();
  // LLVM ends the process where a CPU lacks an intrinsic.
  if (auto features = module->getAttrOfType<ArrayAttr>(schedule::targetFeaturesAttrName))
    for (auto feature : features.getAsRange<StringAttr>())
      if (!(*machine)->getMCSubtargetInfo()->checkFeatures(feature.getValue().str()))
        return llvm::createStringError(
            "expected a CPU with the feature %s, which intrinsics of the schedules require, got "
            "'%s'; choose another --mcpu, or schedules without them",
            feature.getValue().str().c_str(), (*machine)->getTargetCPU().str().c_str());
  llvm::LLVMContext context;
  auto ir = timePhase(times, "translate", [&] {
    return cpu::translateModel(module, getModelName(options), options.to != Level::Object,
                               **machine, context);
  });
  if (!ir)
    return ir.takeError();
  timePhase(times, "optimize", [&] {
    cpu::optimizeModule(**ir, **machine, options.level);
    return 0;
  });
  if (options.to == Level::LLVM)
    return writeText(options.output,
                     [&](llvm::raw_ostream &os) { (*ir)->print(os, /*AAW=*/nullptr); });
  return writeBinary(module, **ir, **machine, options, times);
}

LogicalResult compileModel(const CompileOptions &options, llvm::raw_ostream &errors,
                           PhaseTimes *times) {
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, context.get(), errors);
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
