//===-- ModuleRuns.cpp - run a program at any level -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ModuleRuns.h. What a child computed comes back as a .npz file, whose arrays are named after
// outputs and calls.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/ModuleRuns.h"
#include "dl/Debugging/ChildProcess.h"

#include "dl/Codegen/ModelInfo.h"
#include "dl/Codegen/NodeNames.h"
#include "dl/Dialect/Dl/IR/Level.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Reference/Interpreter.h"
#include "dl/Support/Npy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

/// What the operations of a function take to be executed; `isKernel`: it has stages while te does.
static FormKind getFunctionForm(func::FuncOp function, bool isKernel) {
  bool hasStages = false, hasLoops = false, isGraph = false;
  function.walk([&](Operation *op) {
    isGraph |= isa_and_nonnull<graph::GraphDialect>(op->getDialect());
    hasStages |= te::getStageName(op).has_value();
    StringRef dialect = op->getName().getDialectNamespace();
    hasLoops |= dialect == "linalg" || dialect == "vector" || dialect == "memref" ||
                dialect == "llvm" || dialect == "bufferization";
  });
  if (isGraph)
    return FormKind::Graph;
  // Tiles can become nothing but scalars.
  return hasLoops || (isKernel && !hasStages) ? FormKind::Loops : FormKind::Te;
}

FormKind dl::debugging::getForm(ModuleOp module) {
  if (!module.getOps<LLVM::LLVMFuncOp>().empty())
    return FormKind::Loops;
  FormKind kind = FormKind::Te;
  for (auto function : module.getOps<func::FuncOp>()) {
    bool isKernel = te::isKernel(function);
    // Others belong to intrinsics or to the run-time library.
    if (function.isDeclaration() || (!isKernel && function.getName() != "main"))
      continue;
    FormKind own = getFunctionForm(function, isKernel);
    if (own == FormKind::Graph)
      return own;
    kind = std::max(kind, own);
  }
  return kind;
}

StringRef dl::debugging::stringify(FormKind kind) {
  switch (kind) {
  case FormKind::Graph:
    return "graph interpreter";
  case FormKind::Te:
    return "te interpreter";
  case FormKind::Loops:
    return "compiled code";
  }
  llvm_unreachable("all kinds are listed");
}

namespace {
/// Collects the texts of errors while it lives.
class DiagnosticText {
public:
  explicit DiagnosticText(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return failure();
          text += (text.empty() ? "" : "; ") + diagnostic.str();
          return success();
        }) {}

  llvm::Error takeError(StringRef otherwise) {
    return llvm::createStringError(text.empty() ? otherwise.str() : text);
  }

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};
} // namespace

llvm::Expected<ModelRun> dl::debugging::interpretModule(ModuleOp module, ArrayRef<Tensor> inputs,
                                                        bool observes) {
  DiagnosticText diagnostics(module.getContext());
  ModelRun run;
  auto observe = [&](Operation *op, ArrayRef<Tensor> operands, ArrayRef<Tensor> results) {
    auto call = dyn_cast<func::CallOp>(op);
    run.calls.push_back({op, call ? call.getCallee().str() : "",
                         codegen::getNodeNames(op->getLoc()), llvm::to_vector(operands),
                         llvm::to_vector(results)});
  };
  FailureOr<SmallVector<Tensor>> results = observes ? reference::runModule(module, inputs, observe)
                                                    : reference::runModule(module, inputs);
  if (failed(results))
    return diagnostics.takeError("the interpreter failed");
  run.outputs = std::move(*results);
  return run;
}

llvm::Error dl::debugging::runPipeline(ModuleOp module, ArrayRef<ListedPass> passes) {
  if (passes.empty())
    return llvm::Error::success();
  DiagnosticText diagnostics(module.getContext());
  PassManager manager(module.getContext());
  std::string text = joinPipeline(passes), problem;
  llvm::raw_string_ostream os(problem);
  StringRef list = text;
  list.consume_front("builtin.module(");
  list.consume_back(")");
  if (failed(parsePassPipeline(list, manager, os)))
    return llvm::createStringError("expected a pass pipeline of registered passes: " + problem);
  if (failed(manager.run(module)))
    return diagnostics.takeError("a pass failed");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Compiled code
//===----------------------------------------------------------------------===//

/// Names of the arrays that a child sends.
static std::string getOutputName(size_t index) { return llvm::formatv("output.{0}", index); }
static std::string getCallName(size_t number, int32_t call, size_t output) {
  return llvm::formatv("call.{0}.{1}.{2}", number, call, output);
}

static Tensor copyTensor(const Tensor &tensor) {
  Tensor copy(tensor.getElementType(), tensor.getShape());
  if (copy)
    std::memcpy(copy.getMutableData(), tensor.getData(), tensor.getNumBytes());
  return copy;
}

/// In the child: loads a library, runs it, and writes what it computed.
static llvm::Error runLibrary(StringRef library, ArrayRef<Tensor> inputs, int64_t threads,
                              StringRef reply, StringRef names) {
  auto loaded = runtime::CompiledModel::load(library);
  if (!loaded)
    return loaded.takeError();
  runtime::CompiledModel &model = **loaded;
  if (llvm::Error error = model.init(threads, /*bind=*/false))
    return error;
  auto outputs = model.makeOutputs(inputs);
  if (!outputs)
    return outputs.takeError();
  NamedTensors arrays;
  size_t number = 0;
  std::string text;
  auto observe = [&](const dlc_event &event) {
    if (event.kind != DLC_KERNEL_END)
      return;
    const runtime::KernelCallSpec &call = model.getKernelCalls()[event.call];
    text += call.kernel + "\t" + call.nodes + "\n";
    for (size_t i = 0; i < call.outputs.size(); ++i)
      if (Tensor output = model.getKernelOutput(event, i))
        arrays.emplace_back(getCallName(number, event.call, i), copyTensor(output));
    ++number;
  };
  if (llvm::Error error = model.run(inputs, *outputs, observe))
    return error;
  for (auto [i, output] : llvm::enumerate(*outputs))
    arrays.emplace_back(getOutputName(i), output);
  if (llvm::Error error = writeNpz(reply, arrays))
    return error;
  return writeOutput(names, [&](llvm::raw_ostream &os) { os << text; });
}

/// In the parent: the inverse of what runLibrary wrote.
static llvm::Expected<ModelRun> readReply(StringRef reply, StringRef names) {
  llvm::Expected<NamedTensors> arrays = readNpz(reply);
  if (!arrays)
    return arrays.takeError();
  auto text = llvm::MemoryBuffer::getFile(names);
  if (!text)
    return llvm::createFileError(names, text.getError());
  ModelRun run;
  SmallVector<StringRef> lines;
  (*text)->getBuffer().split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    auto [kernel, nodes] = line.split('\t');
    run.calls.push_back({nullptr, kernel.str(), nodes.str(), {}, {}});
  }
  for (auto &[name, tensor] : *arrays) {
    SmallVector<StringRef, 4> parts;
    StringRef(name).split(parts, '.');
    size_t first = 0, last = 0;
    if (parts[1].getAsInteger(10, first) || parts.back().getAsInteger(10, last))
      return llvm::createStringError("expected arrays of a run, got '" + name + "'");
    auto &list = parts.front() == "output" ? run.outputs : run.calls[first].outputs;
    if (list.size() <= last)
      list.resize(last + 1);
    list[last] = copyTensor(tensor);
  }
  return run;
}

namespace {
/// A folder that goes with this object.
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create() {
    SmallString<128> path;
    if (std::error_code error = llvm::sys::fs::createUniqueDirectory("dl-run", path))
      return llvm::createStringError("expected a folder for temporary files: " + error.message());
    return TemporaryFolder(path.str().str());
  }
  TemporaryFolder(TemporaryFolder &&other) noexcept { std::swap(path, other.path); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    if (!path.empty())
      llvm::sys::fs::remove_directories(path);
  }
  std::string getFile(StringRef name) const { return path + "/" + name.str(); }

private:
  explicit TemporaryFolder(std::string path) : path(std::move(path)) {}
  std::string path;
};
} // namespace

/// In the child: passes, code, run.
static llvm::Error compileInChild(ModuleOp given, ArrayRef<ListedPass> passes,
                                  ArrayRef<Tensor> inputs, const CodeOptions &options,
                                  const TemporaryFolder &folder) {
  OwningOpRef<ModuleOp> module = given.clone();
  if (llvm::Error error = runPipeline(*module, passes))
    return error;
  DiagnosticText diagnostics(module->getContext());
  setLevel(*module, Level::LLVMDialect);
  CompileOptions compile = options.compile;
  compile.output = folder.getFile("model.so");
  compile.to = Level::Library;
  compile.level = options.level;
  compile.cache.clear();
  PhaseTimes times;
  if (llvm::Error error = emitModel(*module, compile, times)) {
    if (!error.isA<DiagnosedError>())
      return error;
    llvm::consumeError(std::move(error));
    return diagnostics.takeError("no code could be made");
  }
  return runLibrary(compile.output, inputs, options.compile.threads, folder.getFile("reply.npz"),
                    folder.getFile("calls.txt"));
}

llvm::Expected<ModelRun> dl::debugging::compileAndRun(ModuleOp module, ArrayRef<ListedPass> passes,
                                                      ArrayRef<Tensor> inputs,
                                                      const CodeOptions &options, bool *crashed) {
  auto folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  ChildOutcome outcome = runInChild(
      [&] { return compileInChild(module, passes, inputs, options, *folder); }, options.seconds);
  if (crashed)
    *crashed = outcome.kind == ChildOutcome::Crashed || outcome.kind == ChildOutcome::TimedOut;
  if (outcome.kind != ChildOutcome::Done)
    return llvm::createStringError(outcome.message);
  return readReply(folder->getFile("reply.npz"), folder->getFile("calls.txt"));
}

std::string dl::debugging::findDifference(ArrayRef<Tensor> actual, ArrayRef<Tensor> expected,
                                          double tolerance) {
  if (actual.size() != expected.size())
    return llvm::formatv("expected {0} outputs, got {1}", expected.size(), actual.size());
  for (auto [i, got, wanted] : llvm::enumerate(actual, expected)) {
    if (!got)
      continue;
    if (got.getShape() != wanted.getShape())
      return llvm::formatv("output {0} has another shape", i);
    Difference difference = compare(got, wanted);
    if (difference.getRelative() > tolerance)
      return llvm::formatv("output {0}: at element {1} expected {2}, got {3}; largest error "
                           "{4:e2} of the largest value {5}",
                           i, difference.position,
                           formatNumber(wanted.getAsDouble(difference.position)),
                           formatNumber(got.getAsDouble(difference.position)),
                           difference.getRelative(), formatNumber(difference.largest));
  }
  return "";
}
