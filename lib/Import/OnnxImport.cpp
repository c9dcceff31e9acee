//===-- OnnxImport.cpp - entry points of the ONNX importer ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and parses the bytes of a model. See dl/Import/Onnx.h.
//
//===----------------------------------------------------------------------===//
#include "ExternalData.h"
#include "ModelImporter.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Import/Onnx.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnx/onnx_pb.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <google/protobuf/stubs/logging.h>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// The limit of protobuf's wire format.
static constexpr size_t maxModelSize = std::numeric_limits<int>::max();

static InFlightDiagnostic emitFileError(StringRef file, MLIRContext *context) {
  return emitError(FileLineColLoc::get(context, file, 0, 0));
}

/// Parses the model, or reports an error.
static std::unique_ptr<onnx::ModelProto> parseModel(llvm::MemoryBufferRef buffer,
                                                    MLIRContext *context) {
  StringRef file = buffer.getBufferIdentifier();
  if (buffer.getBufferSize() > maxModelSize) {
    emitFileError(file, context) << "expected a model of at most " << maxModelSize << " bytes, got "
                                 << buffer.getBufferSize() << "; save it with external data";
    return nullptr;
  }
  auto model = std::make_unique<onnx::ModelProto>();
  google::protobuf::LogSilencer silencer; // what it would print follows from our error
  if (!model->ParseFromArray(buffer.getBufferStart(), buffer.getBufferSize())) {
    emitFileError(file, context) << "expected an ONNX model; the file is truncated, nested deeper "
                                    "than 100 messages or not one";
    return nullptr;
  }
  if (!model->has_graph()) {
    emitFileError(file, context) << "expected an ONNX model, got a file without a graph";
    return nullptr;
  }
  return model;
}

namespace {
/// One attempt to import a model: the module, what was told, and the inputs that would have to be
/// constants.
struct Attempt {
  OwningOpRef<ModuleOp> module;
  std::vector<Diagnostic> told;
  std::set<std::string> inputs;

  void tell(MLIRContext *context) {
    for (Diagnostic &diagnostic : told)
      context->getDiagEngine().emit(std::move(diagnostic));
  }
};
} // namespace

static Attempt importModel(onnx::ModelProto &model, StringRef file, MLIRContext *context,
                           const ImportOptions &options, DecidingInputs &deciding) {
  // Sizes are derived from te programs, which take dims of tensors.
  context->loadDialect<func::FuncDialect, graph::GraphDialect, tensor::TensorDialect>();
  std::string folder = options.dataFolder;
  if (folder.empty() && !file.empty() && !(file.starts_with("<") && file.ends_with(">"))) {
    folder = llvm::sys::path::parent_path(file);
    if (folder.empty())
      folder = ".";
  }
  ExternalData externalData(folder, options.inputs);
  Attempt attempt;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    for (StringRef name : getInputsToFix(diagnostic))
      attempt.inputs.insert(name.str());
    attempt.told.push_back(std::move(diagnostic));
    return success();
  });
  attempt.module = ModelImporter(model, file, externalData, options.sizes, deciding, context).run();
  return attempt;
}

/// Imports a model that `parse` gives, anew for each attempt. Where it is refused for inputs whose
/// values decide sizes, elements of these inputs become sizes; if that is not enough, the first
/// errors are told.
static OwningOpRef<ModuleOp>
importModel(llvm::function_ref<std::unique_ptr<onnx::ModelProto>()> parse, StringRef file,
            MLIRContext *context, const ImportOptions &options) {
  DecidingInputs deciding;
  std::optional<Attempt> first;
  while (std::unique_ptr<onnx::ModelProto> model = parse()) {
    size_t before = deciding.names.size() + deciding.bounds.size();
    Attempt attempt = importModel(*model, file, context, options, deciding);
    deciding.names.insert(attempt.inputs.begin(), attempt.inputs.end());
    bool isLast = attempt.module || deciding.names.size() + deciding.bounds.size() == before;
    if (isLast) {
      (attempt.module || !first ? attempt : *first).tell(context);
      return std::move(attempt.module);
    }
    if (!first)
      first = std::move(attempt);
  }
  return {};
}

OwningOpRef<ModuleOp> dl::onnx_import::importOnnx(StringRef path, MLIRContext *context,
                                                  const ImportOptions &options) {
  auto parse = [&]() -> std::unique_ptr<onnx::ModelProto> {
    // Unmapped once it is parsed.
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
        llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!buffer) {
      emitFileError(path, context) << "cannot open the model: " << buffer.getError().message();
      return {};
    }
    return parseModel(**buffer, context);
  };
  return importModel(parse, path, context, options);
}

OwningOpRef<ModuleOp> dl::onnx_import::importOnnx(llvm::MemoryBufferRef buffer,
                                                  MLIRContext *context,
                                                  const ImportOptions &options) {
  return importModel([&] { return parseModel(buffer, context); }, buffer.getBufferIdentifier(),
                     context, options);
}

SmallVector<StringRef> dl::onnx_import::getInputsToFix(Diagnostic &diagnostic) {
  SmallVector<StringRef> names;
  for (DiagnosticArgument &argument : diagnostic.getMetadata())
    if (argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::Attribute)
      if (auto name = dyn_cast<StringAttr>(argument.getAsAttribute()))
        names.push_back(name.getValue());
  return names;
}
