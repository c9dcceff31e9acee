//===-- KernelTrial.cpp - compile and run one kernel ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a task and steps to an object, and from an object to results and times. The way down is
// that of dl-compile, so that what is measured is what a model gets.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/KernelTrial.h"

#include "ProgramCycles.h"
#include "Timing.h"

#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Pipelines/Run.h"
#include "dl/Reference/TeInterpreter.h"
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Emit/SimulatedCycles.h"
#include "dl/Target/Cpu/Machine.h"
#include "dl/Target/Cpu/NamedMachine.h"
#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/Record.h"
#include "dl/Tuning/Tasks/OpenSizes.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

static func::FuncOp getKernel(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>(taskKernelName);
}

/// The values of an operand. Whole numbers are small, so that sums of products of them are exact
/// and as indices they are inside of most dims.
static Tensor makeOperand(RankedTensorType type, ArrayRef<int64_t> shape, unsigned number) {
  runtime::TensorSpec spec{"operand" + std::to_string(number),
                           *getStoredElementType(type.getElementType()), llvm::to_vector(shape)};
  bool isFloat = isa<FloatType>(type.getElementType());
  return makeRandomTensor(spec, isFloat ? InputRange() : InputRange{InputRange::Integers, 0, 2},
                          /*seed=*/17);
}

/// Names the open sizes of @main's arguments, each on its own: they get the same values in all
/// runs. Those of the results are numbers, which is what follows from these values.
static void nameSizes(func::FuncOp main, func::FuncOp kernel, ShapeEvaluator &evaluator) {
  Builder builder(main.getContext());
  StringRef isDestination = te::TeDialect::getDestinationAttrName();
  unsigned numSizes = 0, result = 0;
  for (BlockArgument argument : main.getArguments())
    if (!main.getArgAttr(argument.getArgNumber(), isDestination))
      numSizes += cast<RankedTensorType>(argument.getType()).getNumDynamicDims();
  unsigned next = 0;
  Operation *results = kernel.getBody().front().getTerminator();
  for (BlockArgument argument : main.getArguments()) {
    auto type = cast<RankedTensorType>(argument.getType());
    bool isResult = main.getArgAttr(argument.getArgNumber(), isDestination) != nullptr;
    std::optional<ShapeEvaluator::Shape> shape =
        isResult ? evaluator.getShape(results->getOperand(result++)) : std::nullopt;
    if (type.hasStaticShape())
      continue;
    SmallVector<Attribute> dims;
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      dims.push_back(!ShapedType::isDynamic(size) ? Attribute(builder.getI64IntegerAttr(size))
                     : isResult
                         ? AffineMapAttr::get(AffineMap::get(
                               0, numSizes, builder.getAffineConstantExpr((*shape)[dim])))
                         : Attribute(builder.getStringAttr("size" + std::to_string(next++))));
    main.setArgAttr(argument.getArgNumber(), DlDialect::getDimsAttrName(),
                    builder.getArrayAttr(dims));
  }
}

/// Adds a @main that calls the kernel: operands whose layout is free are constants, as in models,
/// which pack them ahead.
static void addMain(ModuleOp module, ShapeEvaluator &evaluator, SmallVectorImpl<Tensor> &inputs) {
  func::FuncOp kernel = getKernel(module);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  StringRef isFree = te::TeDialect::getLayoutFreeAttrName();
  StringRef isDestination = te::TeDialect::getDestinationAttrName();
  SmallVector<Type> types;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (!kernel.getArgAttr(i, isFree))
      types.push_back(kernel.getArgument(i).getType());
  auto main = func::FuncOp::create(builder, kernel.getLoc(), "main",
                                   builder.getFunctionType(types, kernel.getResultTypes()));
  builder.setInsertionPointToStart(main.addEntryBlock());
  SmallVector<Value> operands;
  unsigned taken = 0;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    auto type = cast<RankedTensorType>(kernel.getArgument(i).getType());
    if (kernel.getArgAttr(i, isFree)) {
      auto value = getResourceAttr(makeOperand(type, type.getShape(), i), module.getContext(),
                                   "operand", type.getElementType());
      operands.push_back(arith::ConstantOp::create(builder, kernel.getLoc(), type, value));
      continue;
    }
    operands.push_back(main.getArgument(taken));
    if (kernel.getArgAttr(i, isDestination))
      main.setArgAttr(taken, isDestination, builder.getUnitAttr());
    else
      inputs.push_back(makeOperand(type, *evaluator.getShape(kernel.getArgument(i)), i));
    ++taken;
  }
  nameSizes(main, kernel, evaluator);
  auto call = func::CallOp::create(builder, kernel.getLoc(), kernel, operands);
  func::ReturnOp::create(builder, kernel.getLoc(), call.getResults());
}

/// What diagnostics said, the first one first.
static std::string join(const std::vector<std::string> &texts) {
  return texts.empty() ? "without a message" : llvm::join(texts, "; ");
}

llvm::Expected<TrialKernel> TrialKernel::read(llvm::StringRef text, const CompileOptions &options,
                                              MLIRContext &context, llvm::StringRef templateModule,
                                              llvm::ArrayRef<int64_t> sizes) {
  std::vector<std::string> texts;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    texts.push_back(diagnostic.str());
    return success();
  });
  TrialKernel trial;
  trial.options = options;
  trial.options.pipelines = std::make_shared<KeptPipelines>();
  trial.context = &context;
  trial.module = parseSourceString<ModuleOp>(text, &context);
  if (!trial.module)
    return llvm::createStringError("expected the module of a task: " + join(texts));
  func::FuncOp kernel = getKernel(*trial.module);
  if (!kernel || !te::isKernel(kernel))
    return llvm::createStringError("expected the module of a task to have a kernel @" +
                                   taskKernelName);
  for (Type type : kernel.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !getStoredElementType(tensor.getElementType()))
      return llvm::createStringError("expected the kernel of a task to take tensors");
  }
  ShapeEvaluator evaluator;
  evaluator.setOperands(kernel, sizes);
  for (Value result : kernel.getBody().front().getTerminator()->getOperands()) {
    std::optional<ShapeEvaluator::Shape> shape = evaluator.getShape(result);
    if (!shape)
      return llvm::createStringError("expected sizes from which the shapes of the kernel's results "
                                     "follow");
    trial.resultShapes.push_back(*shape);
  }
  addMain(*trial.module, evaluator, trial.inputs);
  if (failed(loadIntrinsics(*trial.module, options.target, options.cpu)))
    return llvm::createStringError("expected the kernel of a task to be of this compiler: " +
                                   join(texts));
  if (!templateModule.empty()) {
    auto byTemplate = TemplateKernel::create(kernel, templateModule);
    if (!byTemplate)
      return byTemplate.takeError();
    trial.byTemplate = std::move(*byTemplate);
  }
  cpu::registerTranslations(context);
  return std::move(trial);
}

Measurement TrialKernel::compile(const std::vector<schedule::TraceStep> &steps,
                                 CompiledKernel &code) const {
  OwningOpRef<ModuleOp> copy = module.get().clone();
  func::FuncOp kernel = getKernel(*copy);
  schedule::KernelSchedule plain = schedule::buildKernelSchedule(kernel);
  Measurement result;
  if (llvm::Error error = applySteps(plain, steps)) {
    result.outcome = Outcome::Illegal;
    result.message = llvm::toString(std::move(error));
    return result;
  }
  schedule::writeSequence(kernel, {steps, {}});
  return lower(*copy, code);
}

Measurement TrialKernel::compile(const std::vector<schedule::Choice> &choices,
                                 CompiledKernel &code) const {
  Measurement result;
  result.outcome = Outcome::Illegal;
  if (!byTemplate) {
    result.message = "decisions for a template, but the task has none";
    return result;
  }
  llvm::Expected<TemplateResult> decided = byTemplate->run(choices);
  if (!decided) {
    result.message = llvm::toString(decided.takeError());
    return result;
  }
  OwningOpRef<ModuleOp> copy = module.get().clone();
  byTemplate->write(getKernel(*copy), *decided);
  return lower(*copy, code);
}

Measurement TrialKernel::compileDefault(CompiledKernel &code) const {
  OwningOpRef<ModuleOp> copy = module.get().clone();
  return lower(*copy, code);
}

llvm::Error TrialKernel::lowerToCode(ModuleOp copy, CompiledKernel &code) const {
  PhaseTimes times;
  if (failed(lowerModel(copy, Level::LLVMDialect, options, times)))
    return llvm::make_error<DiagnosedError>();
  auto named = cpu::findMachine(context, options.cpu, options.target);
  if (!named)
    return named.takeError();
  auto machine = cpu::createTargetMachine(named->cpu, options.level, named->triple);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext llvmContext;
  auto ir = cpu::translateModel(copy, modelName, /*sharedLibrary=*/true, **machine, llvmContext);
  if (!ir)
    return ir.takeError();
  cpu::optimizeModule(**ir, **machine, options.level);
  if (simulator.empty()) {
    llvm::Expected<std::string> object = cpu::makeObject(**ir, **machine);
    if (!object)
      return object.takeError();
    code.object = std::move(*object);
  } else {
    llvm::Expected<double> cycles = cpu::simulateCycles(**ir, **machine);
    if (!cycles)
      return cycles.takeError();
    code.seconds = *cycles / schedule::getTarget(copy)->core.hertz;
  }
  llvm::raw_string_ostream os(code.weights);
  codegen::writeWeights(copy, os);
  return llvm::Error::success();
}

llvm::Error TrialKernel::lowerToProgram(ModuleOp copy, CompiledKernel &code) const {
  // Who calls the kernel would have to know its scales, which take no time.
  copy.lookupSymbol<func::FuncOp>("main").erase();
  std::shared_ptr<const schedule::Target> target = schedule::getTarget(getKernel(copy));
  llvm::Expected<int64_t> cycles = simulateProgram(copy, taskKernelName);
  if (!cycles)
    return cycles.takeError();
  code.seconds = static_cast<double>(*cycles) / target->core.hertz;
  return llvm::Error::success();
}

Measurement TrialKernel::lower(ModuleOp copy, CompiledKernel &code) const {
  Stopwatch timer;
  Measurement result;
  std::vector<std::string> texts;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      texts.push_back(diagnostic.str());
    return success();
  });
  llvm::Error error =
      simulator == vdlaSimulatorName ? lowerToProgram(copy, code) : lowerToCode(copy, code);
  result.outcome = error ? Outcome::CompileError : Outcome::Ok;
  if (error.isA<DiagnosedError>()) {
    llvm::consumeError(std::move(error));
    result.message = join(texts);
  } else if (error) {
    result.message = llvm::toString(std::move(error));
  }
  if (result.isOk())
    result.compileSeconds = timer.getSeconds();
  return result;
}

llvm::SmallVector<Tensor> TrialKernel::makeResults() const {
  llvm::SmallVector<Tensor> results;
  for (auto [type, shape] : llvm::zip_equal(getKernel(*module).getResultTypes(), resultShapes))
    results.push_back(
        Tensor(*getStoredElementType(cast<RankedTensorType>(type).getElementType()), shape));
  return results;
}

llvm::Expected<llvm::SmallVector<Tensor>> TrialKernel::interpret() const {
  std::vector<std::string> texts;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    texts.push_back(diagnostic.str());
    return success();
  });
  auto values = reference::evaluateMain(*module, inputs);
  if (failed(values))
    return llvm::createStringError("cannot interpret the kernel: " + join(texts));
  return std::move(*values);
}
