//===-- Compile.cpp - from a model to IR or a library, from C ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl-c/Compile.h. Each call has a context of its own.
//
//===----------------------------------------------------------------------===//
#include "dl-c/Compile.h"

#include "dl/Import/Onnx.h"
#include "dl/Pipelines/Compile.h"
#include "dl/Pipelines/ModelCache.h"
#include "dl/Report/ModelReport.h"
#include "dl/Support/Nesting.h"
#include "dl/Support/Programs.h"
#include "dl/Support/Version.h"

#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace mlir;

namespace {

/// What DlResult points to.
struct Result {
  bool success = false;
  std::string text;
  std::vector<std::string> diagnostics;
  std::vector<std::string> constantInputs;
};

/// Formats diagnostics, with their notes, as the tools do.
class Printer : public SourceMgrDiagnosticHandler {
public:
  using SourceMgrDiagnosticHandler::emitDiagnostic;
  using SourceMgrDiagnosticHandler::SourceMgrDiagnosticHandler;
};

/// One compilation.
class Compilation {
public:
  Compilation(const DlSource &source, const DlOptions &given, Result &result)
      : source(source), result(result), jobs(given.jobs), context(dl::createCompilerContext()),
        stream(buffer), printer(sources, context.get(), stream),
        collector(context.get(), [this](Diagnostic &diagnostic) { collect(diagnostic); }) {
    options.input = unwrap(source.name).str();
    options.threads = given.threads;
    options.vectorize = given.vectorize;
    options.level = given.optimization;
    options.cpu = unwrap(given.cpu).str();
    options.target = unwrap(given.target).str();
    options.name = unwrap(given.model).str();
    options.linker = unwrap(given.linker).str();
    options.jobs = given.jobs;
    if (!unwrap(given.precision).empty())
      options.precision = unwrap(given.precision).str();
    options.cache = unwrap(given.cache).str();
    options.tuningDb = unwrap(given.tuningDb).str();
    options.schedules = unwrap(given.schedules).str();
    options.weights = given.elideWeights ? dl::WeightsForm::Elide : dl::WeightsForm::Inline;
    options.printLocations = !given.omitLocations;
    if (given.onProgress)
      options.progress = [this, given](StringRef phase, int64_t done, int64_t total) {
        std::lock_guard<std::mutex> lock(progressMutex);
        given.onProgress(wrap(phase), done, total, given.progressData);
      };
    sizes = unwrap(given.sizes);
    // Errors speak of the model, not of operations.
    context->printOpOnDiagnostic(false);
    options.releaseConstants = true;
    jobs.addTo(*context);
  }

  LogicalResult run(StringRef level, StringRef output);
  /// The page of a report, as the result's text.
  LogicalResult report(ArrayRef<double> microseconds, ArrayRef<double> errors);

private:
  LogicalResult checkOptions();
  /// An error that has no place in the model.
  LogicalResult fail(const Twine &message) {
    result.diagnostics.push_back(("error: " + message).str());
    return failure();
  }
  LogicalResult fail(llvm::Error error) {
    if (!error.isA<dl::DiagnosedError>())
      return fail(llvm::toString(std::move(error)));
    consumeError(std::move(error));
    return failure();
  }

  void collect(Diagnostic &diagnostic) {
    for (StringRef name : dl::onnx_import::getInputsToFix(diagnostic))
      if (!llvm::is_contained(result.constantInputs, name))
        result.constantInputs.push_back(name.str());
    buffer.clear();
    printer.emitDiagnostic(diagnostic);
    result.diagnostics.push_back(StringRef(buffer).rtrim().str());
  }

  OwningOpRef<ModuleOp> read();
  LogicalResult writeFile(StringRef path, llvm::function_ref<llvm::Error(dl::OutputFile &)> write) {
    llvm::Expected<dl::OutputFile> file = dl::OutputFile::open(path, inputs);
    if (!file)
      return fail(file.takeError());
    if (llvm::Error error = write(*file))
      return fail(std::move(error));
    if (llvm::Error error = file->keep())
      return fail(std::move(error));
    return success();
  }

  const DlSource &source;
  Result &result;
  std::mutex progressMutex;
  dl::CompilerJobs jobs;
  std::unique_ptr<MLIRContext> context;
  llvm::SourceMgr sources;
  std::string buffer;
  llvm::raw_string_ostream stream;
  Printer printer;
  ScopedDiagnosticHandler collector;
  dl::CompileOptions options;
  StringRef sizes;
  dl::InputFiles inputs;
  dl::PhaseTimes times;
};

OwningOpRef<ModuleOp> Compilation::read() {
  StringRef name = options.input, dataFolder = unwrap(source.dataFolder);
  dl::ModelFormat format = dl::getModelFormat(name);
  if (!source.bytes) {
    if (format == dl::ModelFormat::Onnx && !dataFolder.empty())
      return dl::onnx_import::importOnnx(name, context.get(),
                                         {dataFolder.str(), &inputs, options.sizes});
    return dl::readModel(name, context.get(), &inputs, options.sizes);
  }
  llvm::MemoryBufferRef bytes({static_cast<const char *>(source.bytes), source.size}, name);
  bool isOnnx = source.format == DL_FORMAT_ONNX ||
                (source.format == DL_FORMAT_BY_NAME && format == dl::ModelFormat::Onnx);
  if (!isOnnx && source.format == DL_FORMAT_BY_NAME && format == dl::ModelFormat::Unknown) {
    (void)fail("expected a .onnx, .mlir or .mlirbc model, got '" + name + "'");
    return nullptr;
  }
  if (isOnnx) {
    // In memory there is no folder that external data could be trusted to lie in,
    // unless the caller names one.
    std::string inBrackets = "<" + options.input + ">";
    llvm::MemoryBufferRef named(bytes.getBuffer(), dataFolder.empty() ? inBrackets : name);
    return dl::onnx_import::importOnnx(named, context.get(),
                                       {dataFolder.str(), &inputs, options.sizes});
  }
  // The parser wants a byte of zero behind its text.
  return dl::parseModel(llvm::MemoryBuffer::getMemBufferCopy(bytes.getBuffer(), name), sources,
                        context.get(), &inputs);
}

LogicalResult Compilation::checkOptions() {
  if (options.threads < 1 || options.threads > 1024)
    return fail("expected 1 to 1024 threads, got " + Twine(options.threads));
  if (options.level > 3)
    return fail("expected an optimization level from 0 to 3, got " + Twine(options.level));
  if (options.jobs < 1 || options.jobs > 1024)
    return fail("expected 1 to 1024 jobs, got " + Twine(options.jobs));
  if (llvm::Error error = dl::checkPrecision(options.precision, "the precision"))
    return fail(llvm::toString(std::move(error)));
  if (!sizes.empty())
    if (llvm::Error error = dl::parseSizes(sizes, options.sizes))
      return fail(std::move(error));
  return success();
}

LogicalResult Compilation::report(ArrayRef<double> microseconds, ArrayRef<double> errors) {
  if (failed(checkOptions()))
    return failure();
  dl::ModelReport page(llvm::sys::path::filename(options.input), options.threads);
  if (failed(dl::observeModel(page, *context, options)))
    return failure();
  OwningOpRef<ModuleOp> module = read();
  if (!module || failed(dl::lowerModel(*module, dl::Level::Library, options, times)))
    return failure();
  page.setTimes(microseconds);
  page.setErrors(errors);
  llvm::raw_string_ostream os(result.text);
  page.write(os);
  return success();
}

LogicalResult Compilation::run(StringRef level, StringRef output) {
  std::optional<dl::Form> form = dl::parseForm(level);
  if (!form)
    return fail("expected the level to be " + dl::getFormNames() + ", got '" + level + "'");
  dl::Level to = form->level;
  options.view = form->view;
  if (failed(checkOptions()))
    return failure();
  if (to >= dl::Level::Object && output.empty())
    return fail("requires an output file for the level '" + level + "'");
  options.to = to;
  dl::TemporaryFile loops;
  if (options.view == dl::View::Loops) {
    llvm::Expected<dl::TemporaryFile> file = dl::TemporaryFile::create("", ".loops.tmp");
    if (!file)
      return fail(file.takeError());
    loops = std::move(*file);
    options.loopsFile = "loops";
    options.loopsStaging = loops.getPath();
  }
  dl::ModelCache cache;
  if (!options.cache.empty()) {
    std::optional<StringRef> bytes;
    if (source.bytes)
      bytes = StringRef(static_cast<const char *>(source.bytes), source.size);
    llvm::Expected<dl::ModelCache> opened =
        dl::ModelCache::open(options, context.get(), bytes, unwrap(source.dataFolder));
    if (!opened)
      return fail(opened.takeError());
    cache = std::move(*opened);
    if (std::optional<dl::CachedContents> found = cache.find(inputs))
      return writeFile(output, [&](dl::OutputFile &file) {
        return file.write([&](llvm::raw_ostream &os) { os << found->contents; });
      });
  }
  OwningOpRef<ModuleOp> module = read();
  if (!module || failed(dl::lowerModel(*module, to, options, times)))
    return failure();
  llvm::raw_string_ostream os(result.text);
  if (to == dl::Level::LLVM || to == dl::Level::Assembly) {
    if (llvm::Error error = dl::printCode(*module, options, times, os))
      return fail(std::move(error));
    return success();
  }
  if (to >= dl::Level::Object)
    return writeFile(output, [&](dl::OutputFile &file) {
      llvm::Error error = dl::emitModel(*module, options, times, file);
      if (!error)
        cache.store(file, inputs);
      return error;
    });
  return dl::printLevel(*module, options, os);
}

Result *unwrap(DlResult result) { return static_cast<Result *>(result.ptr); }

MlirStringRef wrapText(const std::string &text) {
  return mlirStringRefCreate(text.data(), text.size());
}

} // namespace

MlirStringRef dlGetVersion(void) { return wrap(dl::getVersion()); }

DlOptions dlGetDefaultOptions(void) {
  DlOptions options = {};
  options.threads = 1;
  options.vectorize = true;
  options.optimization = 3;
  options.jobs = 1;
  return options;
}

DlResult dlCompile(DlSource source, MlirStringRef level, MlirStringRef output, DlOptions options) {
  auto result = std::make_unique<Result>();
  Compilation compilation(source, options, *result);
  result->success = succeeded(compilation.run(unwrap(level), unwrap(output)));
  return {result.release()};
}

DlResult dlReport(DlSource source, DlOptions options, const double *microseconds,
                  const double *errors, intptr_t numCalls) {
  auto result = std::make_unique<Result>();
  Compilation compilation(source, options, *result);
  auto toArray = [&](const double *values) {
    return values ? ArrayRef<double>(values, numCalls) : ArrayRef<double>();
  };
  result->success = succeeded(compilation.report(toArray(microseconds), toArray(errors)));
  return {result.release()};
}

void dlResultDestroy(DlResult result) { delete unwrap(result); }

bool dlResultIsSuccess(DlResult result) { return unwrap(result)->success; }

MlirStringRef dlResultGetText(DlResult result) { return wrapText(unwrap(result)->text); }

intptr_t dlResultGetNumDiagnostics(DlResult result) { return unwrap(result)->diagnostics.size(); }

MlirStringRef dlResultGetDiagnostic(DlResult result, intptr_t index) {
  return wrapText(unwrap(result)->diagnostics[index]);
}

intptr_t dlResultGetNumConstantInputs(DlResult result) {
  return unwrap(result)->constantInputs.size();
}

MlirStringRef dlResultGetConstantInput(DlResult result, intptr_t index) {
  return wrapText(unwrap(result)->constantInputs[index]);
}

void dlFindProgram(MlirStringRef name, MlirStringCallback callback, void *userData) {
  callback(wrapText(dl::findProgram(unwrap(name))), userData);
}

void dlPrintSupportedOperators(MlirStringCallback callback, void *userData) {
  std::string text;
  llvm::raw_string_ostream os(text);
  dl::onnx_import::printSupportedOperators(os);
  callback(wrapText(text), userData);
}
