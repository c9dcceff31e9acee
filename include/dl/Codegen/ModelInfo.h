//===-- ModelInfo.h - what a compiled model tells its users -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs, outputs, sizes and kernel calls of a model, as a plain structure and
// as the module attribute `dl.model` that carries it to emission.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_MODELINFO_H
#define DL_CODEGEN_MODELINFO_H

#include "dl/Codegen/Sizes.h"
#include "dl/Dialect/Dl/IR/SizeValues.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include <string>

namespace dl::codegen {

/// Functions of the run-time library that stand around each kernel call.
constexpr llvm::StringLiteral kernelBeginName = "dlc_kernel_begin";
constexpr llvm::StringLiteral kernelEndName = "dlc_kernel_end";

/// An input or an output.
struct TensorInfo {
  std::string name;
  mlir::RankedTensorType type;
  /// The dims as the model describes them (Sizes.h): -1 - n for size n that is known
  /// only at run time.
  llvm::SmallVector<int64_t> dims = {};
  /// For each dim the number of the count that only the data decide, or -1; empty where there
  /// is none. `dims` has the most that it can be.
  llvm::SmallVector<int64_t> counts = {};
  /// Whether the elements stand one behind the other in the shape of the counts (Counts.h).
  bool isPacked = false;
};

/// A symbol that is an element of an input, or what it is above or below a dim: a number, or
/// -1 - n for symbol n.
struct ValueInfo {
  dl::SizeValue::Kind kind;
  int64_t symbol, input, element, bound;
};

/// Where a kernel call writes one of its results: at a byte offset of the arena
/// or of an output.
struct KernelOutput {
  /// -1 for the arena, else the number of the output.
  int64_t output = -1;
  int64_t offset = 0;
  mlir::RankedTensorType type;
};

/// One kernel call of `@main`.
struct KernelCall {
  std::string kernel;
  /// Names of the model's nodes that the call computes, joined by '+'.
  std::string nodes;
  llvm::SmallVector<KernelOutput, 1> outputs;
};

/// Everything that the run-time library needs to know about a model.
struct ModelInfo {
  llvm::SmallVector<TensorInfo> inputs, outputs;
  llvm::SmallVector<KernelCall> calls;
  /// Names of sizes that inputs decide, and the number of those that follow.
  llvm::SmallVector<std::string> symbols;
  int64_t numSizes = 0;
  /// The symbols that are no dims of inputs. `@main` takes each as the size of an argument behind
  /// the inputs.
  llvm::SmallVector<ValueInfo> values;
  /// What a run checks of these, without the maps.
  llvm::SmallVector<SizeCheckInfo> checks;
  /// The nodes that decide each count. `@main` writes them behind the outputs.
  llvm::SmallVector<std::string> counts;
  /// `arenaSize` is 0 where it depends on sizes of inputs.
  int64_t arenaSize = 0, weightsSize = 0, maxThreads = 1;
  /// What the model runs beside the CPU, as the module's `dl.accelerator`; null for nothing.
  mlir::DictionaryAttr accelerator = {};

  /// The shape of an input or output as a model describes it, with counts behind all other sizes.
  llvm::SmallVector<int64_t> getShape(const TensorInfo &tensor) const;

  mlir::DictionaryAttr toAttribute(mlir::MLIRContext *context) const;
  /// The inverse; `attribute` was made by toAttribute.
  static ModelInfo fromAttribute(mlir::DictionaryAttr attribute);
};

} // namespace dl::codegen

#endif // DL_CODEGEN_MODELINFO_H
