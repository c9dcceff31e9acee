//===-- ScaleTables.h - tables of scales from the operands of kernels -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOVDLA_SCALETABLES_H
#define DL_LIB_CONVERSION_SCHEDULETOVDLA_SCALETABLES_H

#include "KernelLowering.h"

#include "mlir/IR/SymbolTable.h"

namespace dl::vdla {

/// The bytes of a table, from the constants that a call gives for its operands; why there are none.
mlir::FailureOr<mlir::ElementsAttr> makeScaleTable(const DeviceModel &model,
                                                   const ScaleTable &table,
                                                   mlir::ValueRange operands,
                                                   mlir::MLIRContext *context, std::string &reason);

/// The operands of a kernel with the table in place of what it is made of, or behind the inputs:
/// for each one the number of the old operand, or -1 for the table.
llvm::SmallVector<int> getInputsWithTable(unsigned numInputs, const ScaleTable &table);

/// The type of a table.
mlir::RankedTensorType getTableType(const DeviceModel &model, const ScaleTable &table,
                                    mlir::MLIRContext *context);

} // namespace dl::vdla

#endif // DL_LIB_CONVERSION_SCHEDULETOVDLA_SCALETABLES_H
