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
#include "WeightsFile.h"
#include "dl/Pipelines/ModelCache.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Import/Onnx.h"
#include "dl/InitAllDialects.h"
#include "dl/Report/ModelReport.h"
#include "dl/Support/Nesting.h"
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Records.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ThreadPool.h"
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

CompilerJobs::CompilerJobs(int64_t count) {
  if (count > 1)
    threads = std::make_unique<llvm::DefaultThreadPool>(llvm::hardware_concurrency(count));
}
CompilerJobs::~CompilerJobs() = default;

void CompilerJobs::addTo(MLIRContext &context) {
  if (threads)
    context.setThreadPool(*threads);
}

ModelFormat getModelFormat(StringRef path) {
  StringRef extension = llvm::sys::path::extension(path);
  if (extension.equals_insensitive(".onnx"))
    return ModelFormat::Onnx;
  if (extension.equals_insensitive(".mlir") || extension.equals_insensitive(".mlirbc"))
    return ModelFormat::MLIR;
  return ModelFormat::Unknown;
}

llvm::Error checkPrecision(StringRef given, StringRef what) {
  if (llvm::is_contained(precisionNames, given))
    return llvm::Error::success();
  ArrayRef<llvm::StringLiteral> names(precisionNames);
  return llvm::createStringError("expected " + what + " to be " +
                                 llvm::join(names.drop_back(), ", ") + " or " + names.back() +
                                 ", got '" + given + "'");
}

llvm::Error parseSizes(StringRef text, GivenSizes &sizes) {
  for (StringRef entry : llvm::split(text, ',')) {
    auto [name, number] = entry.rsplit('=');
    int64_t size = 0;
    if (name.empty() || number.getAsInteger(10, size) || size < 1)
      return llvm::createStringError(
          "expected sizes to be names, or inputs with dims, with positive "
          "numbers (batch=4, x.2=640), got '%s'",
          entry.str().c_str());
    sizes[name.str()] = size;
  }
  return llvm::Error::success();
}

OwningOpRef<ModuleOp> readModel(StringRef path, MLIRContext *context, InputFiles *inputs,
                                const GivenSizes &sizes) {
  Location loc = FileLineColLoc::get(context, path, 0, 0);
  if (inputs)
    inputs->add(path);
  ModelFormat format = getModelFormat(path);
  if (format == ModelFormat::Onnx) {
    onnx_import::ImportOptions options;
    options.inputs = inputs;
    options.sizes = sizes;
    return onnx_import::importOnnx(path, context, options);
  }
  if (format == ModelFormat::Unknown) {
    emitError(loc) << "expected a .onnx, .mlir or .mlirbc file, got '" << path << "'";
    return nullptr;
  }
  if (!sizes.empty()) {
    emitError(loc) << "expected a .onnx model to give sizes to, got '" << path << "'";
    return nullptr;
  }
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    emitError(loc) << "cannot open '" << path << "': " << buffer.getError().message();
    return nullptr;
  }
  llvm::SourceMgr sources;
  return parseModel(std::move(*buffer), sources, context, inputs);
}

OwningOpRef<ModuleOp> parseModel(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                 llvm::SourceMgr &sources, MLIRContext *context,
                                 InputFiles *inputs) {
  std::string name = buffer->getBufferIdentifier().str();
  if (failed(checkNesting(buffer->getBuffer(), name, context)))
    return nullptr;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, context);
  if (!module || failed(readWeightsFile(*module, name, inputs)))
    return nullptr;
  return module;
}

namespace {

/// Reports an error that has no place in the model.
LogicalResult report(StringRef file, llvm::Error error, llvm::raw_ostream &errors) {
  if (!error)
    return success();
  if (error.isA<DiagnosedError>()) {
    consumeError(std::move(error));
    return failure();
  }
  errors << (file == "-" ? "<stdout>" : file) << ": error: " << llvm::toString(std::move(error))
         << "\n";
  return failure();
}

/// The files that a compilation writes; those that nobody asked for are null.
class Outputs {
public:
  Outputs(const CompileOptions &options, llvm::raw_ostream &errors)
      : options(options), errors(errors) {
    if (options.weights == WeightsForm::File)
      weightsPath = options.output + ".weights";
  }

  LogicalResult open(const InputFiles &inputs) {
    const std::pair<const std::string *, std::unique_ptr<OutputFile> *> files[] = {
        {&options.output, &main},
        {&options.header, &header},
        {&options.loopsFile, &loops},
        {&weightsPath, &weights},
        {&options.report, &report}};
    for (auto [path, file] : files) {
      if (path->empty())
        continue;
      llvm::Expected<OutputFile> opened = OutputFile::open(*path, inputs);
      if (!opened)
        return dl::report(*path, opened.takeError(), errors);
      *file = std::make_unique<OutputFile>(std::move(*opened));
    }
    return dl::report(options.output, OutputFile::checkDistinct(list()), errors);
  }
  /// Once more: the model may have named further files.
  LogicalResult check(const InputFiles &inputs) {
    for (OutputFile *file : list())
      if (failed(dl::report(file->getPath(), inputs.checkOutput(file->getPath()), errors)))
        return failure();
    return success();
  }
  LogicalResult keep() { return dl::report(options.output, OutputFile::keepAll(list()), errors); }

  std::unique_ptr<OutputFile> main, header, loops, weights, report;

private:
  SmallVector<OutputFile *> list() const {
    SmallVector<OutputFile *> files;
    for (OutputFile *file : {main.get(), header.get(), loops.get(), weights.get(), report.get()})
      if (file)
        files.push_back(file);
    return files;
  }

  const CompileOptions &options;
  /// Empty: no file of weights is written.
  std::string weightsPath;
  llvm::raw_ostream &errors;
};

/// Writes a module of a level up to the llvm dialect as text.
LogicalResult writeText(ModuleOp module, const CompileOptions &options, Outputs &outputs,
                        llvm::raw_ostream &errors) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (failed(printLevel(module, options, stream,
                        outputs.weights ? outputs.weights->getPath() : std::string())))
    return failure();
  if (outputs.weights && failed(report(outputs.weights->getPath(),
                                       writeWeightsFile(module, *outputs.weights), errors)))
    return failure();
  return report(options.output, outputs.main->write(text), errors);
}

LogicalResult runCompilation(CompileOptions options, MLIRContext *context, const ModelReport *page,
                             llvm::raw_ostream &errors, PhaseTimes &times) {
  InputFiles inputs;
  inputs.add(options.input);
  if (cpu::isRecordFile(options.target))
    inputs.add(options.target);
  if (StringRef(options.accelerator).ends_with(".json"))
    inputs.add(options.accelerator);
  if (!options.tuningDb.empty())
    inputs.add(options.tuningDb);
  if (!options.schedules.empty())
    inputs.add(options.schedules);
  Outputs outputs(options, errors);
  if (failed(outputs.open(inputs)))
    return failure();
  if (outputs.loops) {
    llvm::Expected<std::string> staging = outputs.loops->getStagingPath();
    if (!staging)
      return report(options.loopsFile, staging.takeError(), errors);
    options.loopsStaging = *staging;
  }
  TemporaryFile shown;
  if (options.view == View::Loops && !outputs.loops) {
    llvm::Expected<TemporaryFile> file = TemporaryFile::create("", ".loops.tmp");
    if (!file)
      return report(options.output, file.takeError(), errors);
    shown = std::move(*file);
    options.loopsFile = "loops";
    options.loopsStaging = shown.getPath();
  }
  ModelCache cache;
  // Of what a cache has there is nothing to tell.
  if (!options.cache.empty() && !page) {
    std::optional<CachedContents> found;
    llvm::Error error = timePhase(times, "cache", [&]() -> llvm::Error {
      llvm::Expected<ModelCache> opened = ModelCache::open(options, context);
      if (!opened)
        return opened.takeError();
      cache = std::move(*opened);
      found = cache.find(inputs);
      return llvm::Error::success();
    });
    if (failed(report(options.input, std::move(error), errors)) || failed(outputs.check(inputs)))
      return failure();
    if (found) {
      llvm::Error written = outputs.main->write(found->contents);
      return failed(report(options.output, std::move(written), errors)) ? failure()
                                                                        : outputs.keep();
    }
  }
  OwningOpRef<ModuleOp> module = timePhase(
      times, "read", [&] { return readModel(options.input, context, &inputs, options.sizes); });
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
    if (failed(report(options.header, outputs.header->write(text), errors)))
      return failure();
  }
  if (options.to > Level::LLVMDialect) {
    llvm::Error error = emitModel(*module, options, times, *outputs.main);
    if (failed(report(options.output, std::move(error), errors)))
      return failure();
  } else if (failed(writeText(*module, options, outputs, errors))) {
    return failure();
  }
  cache.store(*outputs.main, inputs);
  if (page && failed(report(options.report,
                            outputs.report->write([&](llvm::raw_ostream &os) { page->write(os); }),
                            errors)))
    return failure();
  return outputs.keep();
}

} // namespace

LogicalResult observeModel(ModelReport &report, MLIRContext &context, CompileOptions &options) {
  options.whenLowered = [&report, next = options.whenLowered](Level level, ModuleOp module) {
    if (level == Level::Graph)
      report.addGraph(module);
    if (level == Level::Bufferized)
      report.addMemory(module);
    if (next)
      next(level, module);
  };
  options.whenScheduled = [&report, next = options.whenScheduled](ModuleOp module) {
    if (failed(report.addSchedules(module)))
      return failure();
    return next ? next(module) : success();
  };
  return report.observeRemarks(context, options.remarks);
}

LogicalResult compileModel(const CompileOptions &given, llvm::raw_ostream &errors,
                           PhaseTimes *times) {
  CompileOptions options = given;
  options.releaseConstants = true;
  splitTarget(options);
  CompilerJobs jobs(options.jobs);
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  jobs.addTo(*context);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, context.get(), errors);
  std::unique_ptr<ModelReport> page;
  if (!options.report.empty()) {
    page = std::make_unique<ModelReport>(llvm::sys::path::filename(options.input), options.threads);
    if (failed(observeModel(*page, *context, options)))
      return failure();
  } else if (!options.remarks.empty() &&
             failed(remark::enableOptimizationRemarks(
                 *context, /*streamer=*/nullptr,
                 std::make_unique<remark::RemarkEmittingPolicyAll>(),
                 {options.remarks, "", "", "", ""}, /*printAsEmitRemarks=*/true)))
    return failure();
  PhaseTimes own;
  return runCompilation(options, context.get(), page.get(), errors, times ? *times : own);
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
