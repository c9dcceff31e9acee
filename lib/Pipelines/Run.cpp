//===-- Run.cpp - run a model and look at what it does ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of dl-run in order: reference, compiled model, inputs, run,
// comparison, profile, timing.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Run.h"

#include "AcceleratorDevice.h"

#include "dl/Dialect/Dl/IR/Counts.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Dl/IR/SizeValues.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Reference/Interpreter.h"
#include "dl/Report/ModelReport.h"
#include "dl/Schedule/Estimate.h"
#include "dl/Support/Npy.h"
#include "dl/Support/OutputFile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using dl::Tensor;
using dl::runtime::CompiledModel;
using dl::runtime::TensorSpec;

namespace dl {
namespace {

/// One call of dl-run.
class Runner {
public:
  Runner(const RunOptions &options, llvm::raw_ostream &os, llvm::raw_ostream &errors)
      : options(options), os(os), errors(errors), context(createCompilerContext()),
        handler(sources, context.get(), errors) {}

  LogicalResult run();

private:
  LogicalResult report(llvm::Error error) {
    if (!error)
      return success();
    if (error.isA<DiagnosedError>())
      consumeError(std::move(error));
    else
      errors << "dl-run: error: " << llvm::toString(std::move(error)) << "\n";
    return failure();
  }
  bool isCompiled() const { return StringRef(options.model).ends_with(".so"); }
  bool comparesWithReference() const { return options.compare == "reference"; }

  LogicalResult checkOptions();
  llvm::Error checkOutputs();
  /// Reads a model and lowers it to the level that is to be interpreted.
  OwningOpRef<ModuleOp> readReference(StringRef path, std::optional<Level> level);
  LogicalResult loadModel();
  LogicalResult expectTimes(ModuleOp scheduled);
  LogicalResult runReference();
  LogicalResult runCompiled();
  /// The device that the options name, for the model's machine.
  llvm::Error openDevice();
  /// Runs the model once, and tells of the device.
  llvm::Error runOnce(ArrayRef<Tensor> inputs, MutableArrayRef<Tensor> results);
  llvm::Error writePage(ArrayRef<Tensor> inputs);
  LogicalResult finish(ArrayRef<Tensor> results, ArrayRef<TensorSpec> specs);
  LogicalResult compareOutputs(ArrayRef<Tensor> results, ArrayRef<Tensor> expected,
                               ArrayRef<TensorSpec> specs);
  LogicalResult compareWithFile(ArrayRef<Tensor> results, ArrayRef<TensorSpec> specs);

  const RunOptions &options;
  InputFiles inputFiles;
  llvm::raw_ostream &os;
  llvm::raw_ostream &errors;
  std::unique_ptr<MLIRContext> context;
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler;
  /// The te level that compiled kernels are compared with.
  OwningOpRef<ModuleOp> reference;
  /// Outlives the model.
  std::unique_ptr<AcceleratorDevice> device;
  std::unique_ptr<CompiledModel> model;
  /// Of what is compiled here.
  std::unique_ptr<ModelReport> page;
  /// Of the kernels that were compiled here.
  llvm::StringMap<ExpectedTime> expectedTimes;
};

/// What runs need of the types of @main: ranked tensors of elements that can be stored.
LogicalResult checkTypes(func::FuncOp main) {
  for (TypeRange types : {TypeRange(main.getArgumentTypes()), TypeRange(main.getResultTypes())})
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || !getStoredElementType(tensor.getElementType()))
        return main.emitError("expected @main to take and to return ranked tensors of numbers, to "
                              "be run, got ")
               << type;
    }
  if (main.isDeclaration())
    return main.emitError("expected @main to have a body to be run");
  return success();
}

std::pair<SmallVector<TensorSpec>, SmallVector<TensorSpec>> getSpecs(func::FuncOp main) {
  auto toSpec = [](Type type, StringAttr name, TypeAttr elements, StringRef fallback, size_t index,
                   ArrayAttr dims = {}) {
    auto tensor = cast<RankedTensorType>(type);
    Type elementType = elements ? elements.getValue() : tensor.getElementType();
    TensorSpec spec{
        name ? name.str() : (fallback + std::to_string(index)).str(),
        getStoredElementType(elementType).value_or(*getStoredElementType(tensor.getElementType())),
        llvm::to_vector(tensor.getShape())};
    for (auto [i, dim] : llvm::enumerate(spec.shape)) {
      auto symbol = dims && i < dims.size() ? dyn_cast<StringAttr>(dims[i]) : StringAttr();
      spec.dimNames.push_back(symbol ? symbol.str() : "");
    }
    return spec;
  };
  StringRef elements = te::TeDialect::getElementTypeAttrName();
  std::pair<SmallVector<TensorSpec>, SmallVector<TensorSpec>> specs;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (!main.getArgAttr(i, te::TeDialect::getDestinationAttrName()) &&
        !main.getArgAttr(i, sizeValueAttrName))
      specs.first.push_back(
          toSpec(main.getArgument(i).getType(),
                 main.getArgAttrOfType<StringAttr>(i, DlDialect::getNameAttrName()),
                 main.getArgAttrOfType<TypeAttr>(i, elements), "input", specs.first.size(),
                 main.getArgAttrOfType<ArrayAttr>(i, DlDialect::getDimsAttrName())));
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto value = SizeValue::get(main.getArgAttr(i, sizeValueAttrName)))
      if (value->input < static_cast<int64_t>(specs.first.size()))
        specs.first[value->input].decidesSizes = true;
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (!main.getResultAttr(i, countAttrName))
      specs.second.push_back(
          toSpec(main.getResultTypes()[i],
                 main.getResultAttrOfType<StringAttr>(i, DlDialect::getNameAttrName()),
                 main.getResultAttrOfType<TypeAttr>(i, elements), "output", i));
  return specs;
}

LogicalResult Runner::run() {
  if (failed(checkOptions()) || failed(report(checkOutputs())))
    return failure();
  if (options.useReference)
    return runReference();
  if (failed(loadModel()))
    return failure();
  return runCompiled();
}

LogicalResult Runner::checkOptions() {
  if (!options.compare.empty() && !comparesWithReference() &&
      !StringRef(options.compare).ends_with(".npz"))
    return report(llvm::createStringError("expected --compare to be 'reference' or a .npz file, "
                                          "got '%s'",
                                          options.compare.c_str()));
  if (options.useReference && isCompiled())
    return report(llvm::createStringError("expected a .onnx or .mlir model for --target=reference, "
                                          "got '%s'",
                                          options.model.c_str()));
  if (options.useReference && (options.benchmark || options.profile || comparesWithReference()))
    return report(llvm::createStringError("expected --target=cpu for --benchmark, --profile and "
                                          "--compare=reference"));
  if (comparesWithReference() && isCompiled() && options.referenceModel.empty())
    return report(llvm::createStringError("expected --reference=MODEL to compare '%s' with: a "
                                          "compiled model does not hold its source",
                                          options.model.c_str()));
  if (!options.report.empty() && (options.useReference || isCompiled()))
    return report(llvm::createStringError("expected a .onnx or .mlir model that is compiled for "
                                          "--report, got '%s'; a library does not hold its graph",
                                          options.model.c_str()));
  if (!options.report.empty())
    page = std::make_unique<ModelReport>(llvm::sys::path::filename(options.model),
                                         options.compile.threads);
  if (options.runs < 1)
    return report(
        llvm::createStringError("expected --runs to be at least 1, got %u", options.runs));
  return success();
}

llvm::Error Runner::checkOutputs() {
  if (options.outputs.empty() && options.report.empty())
    return llvm::Error::success();
  for (StringRef path : {StringRef(options.model), StringRef(options.manifest),
                         StringRef(options.compare), StringRef(options.referenceModel)})
    inputFiles.add(path);
  for (StringRef path : options.inputs)
    inputFiles.add(path);
  // Before the work; what is opened here goes again.
  for (const std::string &path : {options.outputs, options.report})
    if (!path.empty())
      if (llvm::Error error = OutputFile::open(path, inputFiles).takeError())
        return error;
  return llvm::Error::success();
}

OwningOpRef<ModuleOp> Runner::readReference(StringRef path, std::optional<Level> level) {
  OwningOpRef<ModuleOp> module = readModel(path, context.get(), &inputFiles);
  if (!module)
    return nullptr;
  Level own = getLevel(*module);
  if (own > Level::Te) {
    emitError(module->getLoc(), "expected a module of the level graph or te to interpret, got '")
        << stringifyLevel(own) << "'; give the model it was made from";
    return nullptr;
  }
  PhaseTimes times;
  if (level && (*level > own || *level == Level::Graph) &&
      failed(lowerModel(*module, *level, options.compile, times)))
    return nullptr;
  return module;
}

LogicalResult Runner::loadModel() {
  if (isCompiled()) {
    auto loaded = CompiledModel::load(options.model);
    if (!loaded)
      return report(loaded.takeError());
    model = std::move(*loaded);
    if (comparesWithReference()) {
      reference = readReference(options.referenceModel, Level::Te);
      return success(static_cast<bool>(reference));
    }
    return success();
  }
  OwningOpRef<ModuleOp> module = readModel(options.model, context.get(), &inputFiles);
  if (!module)
    return failure();
  PhaseTimes times;
  CompileOptions lowering = options.compile;
  if (!options.device.empty())
    lowering.accelerator = "paper";
  if (page && failed(observeModel(*page, *context, lowering)))
    return failure();
  if (comparesWithReference()) {
    if (failed(lowerModel(*module, Level::Te, lowering, times)))
      return failure();
    reference = module->clone();
  } else {
    lowering.releaseConstants = true;
  }
  if (options.profile)
    lowering.whenScheduled = [&, next = lowering.whenScheduled](ModuleOp scheduled) {
      if (failed(expectTimes(scheduled)))
        return failure();
      return next ? next(scheduled) : success();
    };
  if (failed(lowerModel(*module, Level::Library, lowering, times)))
    return failure();
  llvm::Expected<TemporaryFile> library = TemporaryFile::create("", ".so");
  if (!library)
    return report(library.takeError());
  CompileOptions compile = lowering;
  compile.input = options.model;
  compile.output = library->getPath();
  compile.to = Level::Library;
  if (failed(report(emitModel(*module, compile, times))))
    return failure();
  auto loaded = CompiledModel::load(library->getPath());
  if (!loaded)
    return report(loaded.takeError());
  model = std::move(*loaded);
  return success();
}

LogicalResult Runner::expectTimes(ModuleOp scheduled) {
  schedule::EstimateOptions given;
  given.threads = options.compile.threads;
  given.isRepeated = true;
  auto estimates = schedule::estimateKernels(scheduled, given);
  if (failed(estimates))
    return failure();
  for (const auto &entry : *estimates)
    expectedTimes[entry.first()] = {entry.second.seconds * 1e6, entry.second.getBound()};
  return success();
}

LogicalResult Runner::runReference() {
  OwningOpRef<ModuleOp> module = readReference(options.model, options.referenceLevel);
  if (!module)
    return failure();
  FailureOr<ModelSignature> signature = getSignature(*module);
  if (failed(signature))
    return failure();
  auto inputs = makeInputs(options, signature->inputs);
  if (!inputs)
    return report(inputs.takeError());
  FailureOr<SmallVector<Tensor>> results = reference::runModule(*module, *inputs);
  if (failed(results))
    return failure();
  return finish(*results, signature->outputs);
}

llvm::Error Runner::openDevice() {
  if (options.device.empty())
    return llvm::Error::success();
  llvm::Expected<std::unique_ptr<AcceleratorDevice>> opened =
      AcceleratorDevice::open(options.device, *model);
  if (!opened)
    return opened.takeError();
  device = std::move(*opened);
  return llvm::Error::success();
}

llvm::Error Runner::runOnce(ArrayRef<Tensor> inputs, MutableArrayRef<Tensor> results) {
  if (!device)
    return model->run(inputs, results);
  return device->run(*model, inputs, results, options.clockMHz, os);
}

LogicalResult Runner::runCompiled() {
  auto inputs = makeInputs(options, model->getInputs());
  if (!inputs)
    return report(inputs.takeError());
  if (failed(report(openDevice())) ||
      failed(report(model->init(options.threads, options.bind || options.benchmark,
                                options.mapWeights ? std::optional(true) : std::nullopt,
                                device ? &device->getAccelerator() : nullptr))))
    return failure();
  llvm::Expected<SmallVector<Tensor>> made = model->makeOutputs(*inputs);
  if (!made)
    return report(made.takeError());
  SmallVector<Tensor> results = std::move(*made);
  if (failed(report(runOnce(*inputs, results))))
    return failure();
  LogicalResult same = finish(results, model->getOutputs());
  if (comparesWithReference()) {
    SmallVector<ReferenceCall> calls;
    auto observe = [&](Operation *op, ArrayRef<Tensor>, ArrayRef<Tensor> outputs) {
      if (auto call = dyn_cast<func::CallOp>(op))
        calls.push_back({call.getCallee().str(), SmallVector<Tensor, 1>(outputs)});
    };
    FailureOr<SmallVector<Tensor>> expected = reference::runModule(*reference, *inputs, observe);
    if (failed(expected))
      return failure();
    if (failed(compareOutputs(results, *expected, model->getOutputs())))
      same = failure();
    std::vector<double> differences;
    auto kernels = compareKernels(*model, *inputs, calls, options.tolerance, os, &differences);
    if (!kernels)
      return report(kernels.takeError());
    if (page)
      page->setErrors(differences);
    if (!*kernels)
      same = failure();
  }
  if (options.profile &&
      failed(report(profileModel(*model, *inputs, options.runs, expectedTimes, os))))
    return failure();
  if (page && failed(report(writePage(*inputs))))
    return failure();
  if (options.benchmark && failed(report(benchmarkModel(*model, *inputs, options.runs, os))))
    return failure();
  return same;
}

llvm::Error Runner::writePage(ArrayRef<Tensor> inputs) {
  auto times = measureCalls(*model, inputs, options.runs);
  if (!times)
    return times.takeError();
  page->setTimes(*times);
  return writeOutput(
      options.report, [&](llvm::raw_ostream &stream) { page->write(stream); }, inputFiles);
}

LogicalResult Runner::finish(ArrayRef<Tensor> results, ArrayRef<TensorSpec> specs) {
  // Who asks something else of a run is told that.
  if (options.compare.empty() && !options.benchmark && !options.profile)
    for (const auto &[tensor, spec] : llvm::zip(results, specs))
      summarizeTensor(spec.name, tensor, os);
  if (!options.outputs.empty()) {
    NamedTensors named;
    for (const auto &[tensor, spec] : llvm::zip(results, specs))
      named.emplace_back(spec.name, tensor);
    if (failed(report(writeNpz(options.outputs, named, inputFiles))))
      return failure();
  }
  if (!options.compare.empty() && !comparesWithReference())
    return compareWithFile(results, specs);
  return success();
}

LogicalResult Runner::compareOutputs(ArrayRef<Tensor> results, ArrayRef<Tensor> expected,
                                     ArrayRef<TensorSpec> specs) {
  LogicalResult same = success();
  for (const auto &[actual, wanted, spec] : llvm::zip(results, expected, specs)) {
    if (actual.getShape() != wanted.getShape()) {
      os << "output '" << spec.name << "': expected as many elements as the reference has\n";
      same = failure();
      continue;
    }
    Difference difference = compare(actual, wanted);
    bool within = difference.getRelative() <= options.tolerance;
    os << llvm::formatv("output '{0}': largest error {1:e2} of the largest value {2}{3}\n",
                        spec.name, difference.getRelative(), formatNumber(difference.largest),
                        within ? "" : llvm::formatv(", more than {0:e2}", options.tolerance).str());
    if (!within)
      same = failure();
  }
  return same;
}

LogicalResult Runner::compareWithFile(ArrayRef<Tensor> results, ArrayRef<TensorSpec> specs) {
  llvm::Expected<NamedTensors> archive = readNpz(options.compare);
  if (!archive)
    return report(archive.takeError());
  SmallVector<Tensor> expected;
  for (const TensorSpec &spec : specs) {
    auto it = llvm::find_if(*archive, [&](const auto &entry) { return entry.first == spec.name; });
    if (it == archive->end())
      return report(llvm::createStringError("'%s': expected an array '%s' for the output of that "
                                            "name",
                                            options.compare.c_str(), spec.name.c_str()));
    expected.push_back(it->second);
  }
  return compareOutputs(results, expected, specs);
}

} // namespace

FailureOr<ModelSignature> getSignature(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return emitError(module->getLoc(), "expected a function @main to run");
  if (failed(checkTypes(main)))
    return failure();
  auto [inputs, outputs] = getSpecs(main);
  return ModelSignature{std::move(inputs), std::move(outputs)};
}

LogicalResult runModel(const RunOptions &options, llvm::raw_ostream &os,
                       llvm::raw_ostream &errors) {
  return Runner(options, os, errors).run();
}

} // namespace dl
