//===-- ModelImporter.h - one ONNX model ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the graph of a model whose bytes are parsed and builds the module.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_MODELIMPORTER_H
#define DL_LIB_IMPORT_MODELIMPORTER_H

#include "Diagnostics.h"
#include "NodeImporter.h"
#include "dl/Dialect/Dl/IR/SizeValues.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <set>

namespace onnx {
class GraphProto;
class ModelProto;
class NodeProto;
class TensorProto;
class TensorShapeProto_Dimension;
class ValueInfoProto;
} // namespace onnx

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace dl::onnx_import {
class ExternalData;

/// Whether a dim has no number. Some exporters write -1 for that.
bool isOpen(const onnx::TensorShapeProto_Dimension &dim);

/// Inputs whose elements are sizes.
struct DecidingInputs {
  std::set<std::string> names;
  /// What elements are compared with, numbers or names of dims.
  std::map<std::pair<std::string, int64_t>, mlir::Attribute> bounds;
};

/// Imports one model and is then used up: tensors are moved out of the messages.
/// Each step reports all its errors; a later one is not begun after errors.
class ModelImporter : public SubgraphImporter {
public:
  /// `fileName` is what diagnostics call the model, `given` the sizes of ImportOptions. Gets what
  /// else of `deciding` would be needed.
  ModelImporter(onnx::ModelProto &model, llvm::StringRef fileName, ExternalData &externalData,
                const std::map<std::string, int64_t> &given, DecidingInputs &deciding,
                mlir::MLIRContext *context);

  mlir::OwningOpRef<mlir::ModuleOp> run();

private:
  /// What a name of the graph stands for.
  struct NamedValue {
    enum Kind {
      Available,   ///< `value` is it.
      Initializer, ///< a tensor that no node has used yet
      Later,       ///< the output of a node that is not yet imported
      Unset,       ///< an output that the operator's handler does not compute
      Broken       ///< an error was reported where it is made
    };
    Kind kind = Later;
    mlir::Value value;
    onnx::TensorProto *initializer = nullptr;
    const onnx::NodeProto *maker = nullptr;
  };

  llvm::LogicalResult readOpsets();
  llvm::LogicalResult checkOperators();
  llvm::LogicalResult declareNames();
  /// Puts the functions of the model in the place of their calls.
  llvm::LogicalResult inlineFunctions();
  /// Closes the open dims of inputs that the user gave sizes for.
  llvm::LogicalResult applySizes();
  mlir::FailureOr<mlir::func::FuncOp> createFunction();
  /// Adds an argument of one size, which has that name; the size.
  mlir::AffineExpr addSize(mlir::func::FuncOp function, llvm::StringRef name,
                           const SizeValue &value);
  /// Makes the elements of inputs of `deciding` sizes.
  void addSizeValues(mlir::func::FuncOp function);
  mlir::AffineExpr addElement(mlir::func::FuncOp function, llvm::StringRef input, SizeValue value,
                              llvm::StringRef name);
  /// The size of a bound as `DecidingInputs` has it; null where there is none of that name.
  mlir::AffineExpr getBound(mlir::func::FuncOp function, mlir::Attribute bound);
  mlir::AffineExpr findExtremum(mlir::AffineExpr lhs, mlir::AffineExpr rhs, bool isLarger);
  mlir::ArrayAttr getDims(const onnx::ValueInfoProto &info);
  llvm::LogicalResult importNodes();
  void importNode(onnx::NodeProto &node);
  /// The names of the graph hide those around it while its nodes are imported.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> importSubgraph(onnx::GraphProto &body,
                                                                 llvm::ArrayRef<mlir::Value> inputs,
                                                                 ErrorFn emitError) override;
  /// Reads the declared shapes of outputs, which bound what they are made of element by element.
  void readDeclaredShapes();
  std::optional<llvm::SmallVector<int64_t>> getDeclaredShape(llvm::StringRef name) const override;
  llvm::LogicalResult importBody(onnx::GraphProto &body, ErrorFn emitError,
                                 llvm::SmallVectorImpl<mlir::Value> &results);
  /// Compares the type that a tensor of an output has with the declared one.
  llvm::LogicalResult checkOutput(const onnx::ValueInfoProto &output, mlir::Value value,
                                  ErrorFn emitError);
  void addCounts(mlir::Value output, llvm::SmallVectorImpl<mlir::Value> &counts,
                 mlir::NamedAttrList &attributes);
  llvm::LogicalResult createReturn(mlir::func::FuncOp function);

  /// The value of a name; null after an error, which is left to `emitError`.
  mlir::Value lookup(llvm::StringRef name, ErrorFn emitError);
  mlir::Value importInitializer(NamedValue &named, llvm::StringRef name);
  /// The declared type; the shape of `shapeIfNone` where none is declared, which is
  /// an error if that is null.
  mlir::FailureOr<mlir::RankedTensorType> convertType(const onnx::ValueInfoProto &info,
                                                      mlir::RankedTensorType shapeIfNone,
                                                      ErrorFn emitError);
  /// The opset of a node's domain, or 0 if the model imports none.
  int64_t getOpset(const onnx::NodeProto &node) const;

  /// Location of an op: the node's name, or that of its first output.
  mlir::Location getLocation(llvm::StringRef name);
  /// Location of errors: the same name in the model's file.
  mlir::Location getErrorLocation(llvm::StringRef name);
  mlir::InFlightDiagnostic emitModelError();

  onnx::ModelProto &model;
  onnx::GraphProto &graph;
  std::string fileName;
  ExternalData &externalData;
  const std::map<std::string, int64_t> &given;
  DecidingInputs &deciding;
  /// Of elements that are compared with a size: what they are above and below it.
  llvm::SmallVector<std::pair<mlir::AffineExpr, mlir::AffineExpr>> cuts;
  mlir::MLIRContext *context;
  mlir::OpBuilder builder;
  /// Sizes of values; there from the function on.
  std::optional<SizeTracker> sizes;
  /// The body of @main, where all constants of initializers stand.
  mlir::Block *entry = nullptr;
  llvm::StringMap<int64_t> opsets;
  llvm::StringMap<NamedValue> values;
  /// The most that values can be, by name: shapes whose last dims are those of the value.
  llvm::StringMap<llvm::SmallVector<int64_t>> declaredShapes;
  unsigned numErrors = 0;
};

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_MODELIMPORTER_H
