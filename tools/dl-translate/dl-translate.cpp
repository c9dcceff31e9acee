//===-- dl-translate.cpp - models in and out of MLIR ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The translation driver: ONNX models to the graph level.
//
//===----------------------------------------------------------------------===//
#include "dl/Import/Onnx.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"

static llvm::cl::opt<bool> emitBytecode("emit-bytecode", llvm::cl::init(false),
                                        llvm::cl::desc("Write bytecode instead of text"));
static llvm::cl::opt<std::string>
    onnxDataFolder("onnx-data-folder", llvm::cl::init(""), llvm::cl::value_desc("folder"),
                   llvm::cl::desc("Folder of a model's external data, by default the model's"));

static llvm::LogicalResult importOnnx(llvm::SourceMgr &sources, llvm::raw_ostream &os,
                                      mlir::MLIRContext *context) {
  const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(sources.getMainFileID());
  mlir::OwningOpRef<mlir::ModuleOp> module = dl::onnx_import::importOnnx(
      buffer->getMemBufferRef(), context, {/*dataFolder=*/onnxDataFolder});
  if (!module)
    return llvm::failure();
  if (emitBytecode)
    return mlir::writeBytecodeToFile(*module, os);
  module->print(os);
  os << '\n';
  return llvm::success();
}

/// The driver opens its output before it knows whether there will be one. So it is
/// given a name beside the user's, and a file that was there stays after an error.
class OutputFile {
public:
  OutputFile(int argc, char **argv) : arguments(argv, argv + argc) {
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      llvm::StringRef text = argument, option = text.ltrim('-');
      if (i == 0 || !text.starts_with("-"))
        continue;
      if (option == "o" && i + 1 < arguments.size())
        redirect(arguments[i + 1], i + 1, "");
      else if (option.consume_front("o="))
        redirect(option, i, "-o=");
    }
  }

  llvm::MutableArrayRef<char *> getArguments() { return arguments; }

  /// Gives the output its name, or removes it after a failure.
  llvm::LogicalResult finish(llvm::LogicalResult result) {
    if (name.empty())
      return result;
    if (llvm::failed(result)) {
      llvm::sys::fs::remove(temporary);
      return result;
    }
    if (std::error_code error = llvm::sys::fs::rename(temporary, name)) {
      llvm::errs() << "dl-translate: error: cannot write '" << name << "': " << error.message()
                   << "\n";
      return llvm::failure();
    }
    return result;
  }

private:
  void redirect(llvm::StringRef output, size_t position, llvm::StringRef prefix) {
    llvm::sys::fs::file_status status;
    if (output == "-" ||
        (!llvm::sys::fs::status(output, status) && !llvm::sys::fs::is_regular_file(status)))
      return;
    name = output.str();
    temporary = name + ".tmp" + std::to_string(llvm::sys::Process::getProcessId());
    replaced = prefix.str() + temporary;
    arguments[position] = replaced.data();
  }

  std::vector<char *> arguments;
  std::string name, temporary, replaced;
};

int main(int argc, char **argv) {
  // The driver would wait for an input.
  if (argc == 2 && llvm::StringRef(argv[1]).ltrim('-') == "list-supported-ops") {
    dl::onnx_import::printSupportedOperators(llvm::outs());
    return 0;
  }
  mlir::TranslateRegistration onnx(
      "import-onnx",
      "import an ONNX model to the graph level (dl-translate --list-supported-ops lists what "
      "can be imported)",
      [](const std::shared_ptr<llvm::SourceMgr> &sources, llvm::raw_ostream &os,
         mlir::MLIRContext *context) { return importOnnx(*sources, os, context); });
  OutputFile output(argc, argv);
  llvm::LogicalResult result = mlir::mlirTranslateMain(argc, output.getArguments().data(),
                                                       "dl-translate: models in and out of MLIR");
  return mlir::failed(output.finish(result));
}
