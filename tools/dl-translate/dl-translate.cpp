//===-- dl-translate.cpp - models in and out of MLIR ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The translation driver: ONNX models to the graph level, programs of the accelerator in and out.
//
//===----------------------------------------------------------------------===//
#include "VdlaTranslations.h"

#include "dl/Import/Onnx.h"
#include "dl/Support/InitTool.h"
#include "dl/Support/OutputArgument.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

static llvm::cl::opt<bool> emitBytecode("emit-bytecode", llvm::cl::init(false),
                                        llvm::cl::desc("Write bytecode instead of text"));
static llvm::cl::opt<std::string>
    onnxDataFolder("onnx-data-folder", llvm::cl::init(""), llvm::cl::value_desc("folder"),
                   llvm::cl::desc("Folder of a model's external data, by default the model's"));
static llvm::cl::opt<std::string>
    vdlaConfig("vdla-config", llvm::cl::init("paper"), llvm::cl::value_desc("name|file.json"),
               llvm::cl::desc("The machine of --assembly-to-vdla and --binary-to-vdla"));

static llvm::LogicalResult importOnnx(llvm::SourceMgr &sources, llvm::raw_ostream &os,
                                      mlir::MLIRContext *context, dl::InputFiles &inputs) {
  const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(sources.getMainFileID());
  mlir::OwningOpRef<mlir::ModuleOp> module = dl::onnx_import::importOnnx(
      buffer->getMemBufferRef(), context, {/*dataFolder=*/onnxDataFolder, &inputs});
  if (!module)
    return llvm::failure();
  if (emitBytecode)
    return mlir::writeBytecodeToFile(*module, os);
  module->print(os);
  os << '\n';
  return llvm::success();
}

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  // The driver would wait for an input.
  if (argc == 2 && llvm::StringRef(argv[1]).ltrim('-') == "list-supported-ops") {
    dl::onnx_import::printSupportedOperators(llvm::outs());
    return tool.finish(llvm::success());
  }
  dl::OutputArgument output(argc, argv);
  mlir::TranslateRegistration onnx(
      "import-onnx",
      "import an ONNX model to the graph level (dl-translate --list-supported-ops lists what "
      "can be imported)",
      [&](const std::shared_ptr<llvm::SourceMgr> &sources, llvm::raw_ostream &os,
          mlir::MLIRContext *context) {
        return importOnnx(*sources, os, context, output.getInputs());
      });
  dl::vdla::VdlaTranslations vdla([] { return llvm::StringRef(vdlaConfig); });
  return tool.finish(output.run([](int argc, char **argv) {
    return mlir::mlirTranslateMain(argc, argv,
                                   "dl-translate: models and programs in and out of MLIR");
  }));
}
