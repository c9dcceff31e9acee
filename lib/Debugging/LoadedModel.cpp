//===-- LoadedModel.cpp - a model with what its runs need -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadedModel.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

ModelTool::ModelTool(llvm::StringRef tool, const RunOptions &run, double seconds,
                     llvm::raw_ostream &os, llvm::raw_ostream &errors)
    : os(os), errors(errors), context(createCompilerContext()), tool(tool),
      handler(sources, context.get(), errors) {
  code.compile = run.compile;
  code.compile.input = run.model;
  code.seconds = seconds;
}

void ModelTool::print(llvm::Error error) {
  errors << tool << ": error: " << llvm::toString(std::move(error)) << "\n";
}

llvm::Expected<LoadedModel>
dl::debugging::loadModel(const RunOptions &run, llvm::StringRef pipeline, MLIRContext *context) {
  auto diagnosed = [] { return llvm::createStringError("the model cannot be executed"); };
  LoadedModel loaded;
  loaded.start.module = readModel(run.model, context);
  if (!loaded.start.module)
    return diagnosed();
  ModuleOp module = *loaded.start.module;
  if (getLevel(module) > Level::Te) {
    emitError(module.getLoc(),
              "expected a module of the level graph or te, whose meaning is known, got '")
        << stringifyLevel(getLevel(module)) << "'; give the model it was made from";
    return diagnosed();
  }
  PhaseTimes times;
  FailureOr<std::string> usual = getPassPipeline(module, run.compile, times);
  if (failed(usual))
    return diagnosed();
  auto passes = splitPipeline(pipeline.empty() ? llvm::StringRef(*usual) : pipeline);
  if (!passes)
    return passes.takeError();
  loaded.passes = std::move(*passes);
  FailureOr<ModelSignature> signature = getSignature(module);
  if (failed(signature))
    return diagnosed();
  auto inputs = makeInputs(run, signature->inputs);
  if (!inputs)
    return inputs.takeError();
  loaded.start.inputs = std::move(*inputs);
  return loaded;
}
