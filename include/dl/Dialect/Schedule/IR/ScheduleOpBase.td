//===-- ScheduleOpBase.td - what schedule operations share -*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes of operations of `schedule`: steps, and queries that look only.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_SCHEDULEOPBASE
#define DL_DIALECT_SCHEDULE_IR_SCHEDULEOPBASE

include "dl/Dialect/Schedule/IR/ScheduleDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// A step. Handles are never consumed: trees are edited in place, and an axis
/// that was split or fused is known as such by its tree.
class Schedule_Op<string mnemonic, list<Trait> traits = []> : Op<Schedule_Dialect, mnemonic,
    traits # [DeclareOpInterfaceMethods<TransformOpInterface>,
              DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  code payloadEffect = "::mlir::transform::modifiesPayload(effects);";
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance> &effects) {
      ::mlir::transform::onlyReadsHandle(getOperation()->getOpOperands(), effects);
      ::mlir::transform::producesHandle(getOperation()->getOpResults(), effects);
      }] # payloadEffect # [{
    }
  }];
}

/// An operation that looks at stages only.
class Schedule_Query<string mnemonic, list<Trait> traits = []> : Schedule_Op<mnemonic, traits> {
  let payloadEffect = "::mlir::transform::onlyReadsPayload(effects);";
}

defvar ResultNames = DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;

class Schedule_ReadsOp<string mnemonic, list<Trait> traits = []> : Schedule_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

#endif // DL_DIALECT_SCHEDULE_IR_SCHEDULEOPBASE
