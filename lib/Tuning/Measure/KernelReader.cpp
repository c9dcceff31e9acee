//===-- KernelReader.cpp - kernels of tasks as plain data -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses, loads intrinsics, builds the plain data.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/KernelReader.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Vdla/Transforms/Passes.h"
#include "dl/Pipelines/Compile.h"
#include "dl/Target/Cpu/Transforms/Passes.h"
#include "dl/Tuning/Tasks/OpenSizes.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

LogicalResult dl::tuning::loadIntrinsics(ModuleOp module, const std::string &target,
                                         const std::string &cpu) {
  PassManager manager(module.getContext());
  bool isForDevice = llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp kernel) {
    return kernel->hasAttr(DlDialect::getDeviceAttrName());
  });
  if (isForDevice) {
    manager.addPass(vdla::createDeclareIntrinsicsPass());
  } else {
    cpu::LoadIntrinsicsPassOptions intrinsics;
    intrinsics.target = target;
    intrinsics.name = cpu;
    manager.addPass(cpu::createLoadIntrinsicsPass(intrinsics));
  }
  return manager.run(module);
}

KernelReader::KernelReader(std::string target, std::string cpu)
    : target(std::move(target)), cpu(std::move(cpu)), context(createCompilerContext()) {}
KernelReader::~KernelReader() = default;

func::FuncOp KernelReader::getKernel(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>(taskKernelName);
}

llvm::Expected<OwningOpRef<ModuleOp>> KernelReader::readModule(llvm::StringRef text) {
  ScopedDiagnosticHandler handler(context.get(), [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context.get());
  if (!module || !getKernel(*module))
    return llvm::createStringError("expected the module of a task to have a kernel @" +
                                   taskKernelName);
  if (failed(loadIntrinsics(*module, target, cpu)))
    return llvm::createStringError("cannot read the intrinsics of the task's machine");
  return std::move(module);
}

llvm::Expected<schedule::KernelSchedule> KernelReader::read(llvm::StringRef text) {
  auto module = readModule(text);
  if (!module)
    return module.takeError();
  return schedule::buildKernelSchedule(getKernel(**module));
}

llvm::Expected<schedule::KernelSchedule> KernelReader::readSized(llvm::StringRef text,
                                                                 llvm::ArrayRef<int64_t> sizes) {
  auto module = readModule(text);
  if (!module)
    return module.takeError();
  func::FuncOp kernel = getKernel(**module);
  if (!hasOpenDims(kernel))
    return schedule::buildKernelSchedule(kernel);
  std::optional<schedule::KernelSchedule> sized = buildSizedSchedule(kernel, sizes);
  if (!sized)
    return llvm::createStringError("expected sizes from which all extents of the kernel follow");
  return std::move(*sized);
}

llvm::Expected<std::unique_ptr<RuleSpace>>
KernelReader::readSpace(llvm::StringRef text, int64_t threads, llvm::ArrayRef<int64_t> sizes) {
  auto module = readModule(text);
  if (!module)
    return module.takeError();
  func::FuncOp kernel = getKernel(**module);
  std::optional<schedule::KernelSchedule> sized;
  if (hasOpenDims(kernel) && !(sized = buildSizedSchedule(kernel, sizes)))
    return llvm::createStringError("expected sizes from which all extents of the kernel follow");
  return std::make_unique<RuleSpace>(schedule::buildKernelSchedule(kernel), threads,
                                     std::move(sized));
}
