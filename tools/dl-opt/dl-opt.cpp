//===-- dl-opt.cpp - run passes on MLIR text -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer driver: every pass and pipeline of the project and of upstream MLIR.
//
//===----------------------------------------------------------------------===//
#include "dl/InitAll.h"
#include "dl/Support/InitTool.h"
#include "dl/Support/Nesting.h"
#include "dl/Support/OutputArgument.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

/// Reads the input, looks at how deep it is nested, and runs what the command line asks for.
static mlir::LogicalResult run(llvm::StringRef inputName, llvm::StringRef outputName,
                               mlir::DialectRegistry &registry) {
  auto fail = [](const llvm::Twine &message) {
    llvm::errs() << "dl-opt: error: " << message << "\n";
    return mlir::failure();
  };
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = mlir::openInputFile(inputName, &message);
  if (!input)
    return fail(message);
  if (!mlir::isBytecode(*input))
    if (auto place = dl::findDeepNesting(input->getBuffer(), dl::TextFormat::MLIR)) {
      llvm::errs() << input->getBufferIdentifier() << ":" << place->line << ":" << place->column
                   << ": error: expected at most " << dl::maxNesting
                   << " levels of brackets, signs and aliases inside each other, got more here\n";
      return mlir::failure();
    }
  std::unique_ptr<llvm::ToolOutputFile> output = mlir::openOutputFile(outputName, &message);
  if (!output)
    return fail(message);
  if (failed(mlir::MlirOptMain(output->os(), std::move(input), registry,
                               mlir::MlirOptMainConfig::createFromCLOptions())))
    return mlir::failure();
  output->keep();
  return mlir::success();
}

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  // gpu-module-to-binary translates what it is given.
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::registerAllPasses();
  dl::registerAllDialects(registry);
  dl::registerAllPasses();
  return tool.finish(dl::OutputArgument(argc, argv).run([&](int argc, char **argv) {
    auto [input, output] = mlir::registerAndParseCLIOptions(
        argc, argv, "dl-opt: run passes of the dl compiler on MLIR\n", registry);
    mlir::MlirOptMainConfig config = mlir::MlirOptMainConfig::createFromCLOptions();
    // What reads no input.
    if (config.shouldShowDialects() || config.shouldListPasses())
      return mlir::MlirOptMain(argc, argv, input, output, registry);
    return run(input, output, registry);
  }));
}
