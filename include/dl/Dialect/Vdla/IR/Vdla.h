//===-- Vdla.h - the accelerator as a dialect -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations, attributes and types of `vdla`, over the machine of dl/Vdla.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_VDLA_H
#define DL_DIALECT_VDLA_IR_VDLA_H

#include "dl/Interfaces/DeviceAttrInterface.h"
#include "dl/Vdla/Program.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dl::vdla {

/// What a program's operations are.
enum class ProgramLevel : uint8_t { Tile, Token, Isa };

namespace detail {
struct ConfigAttrStorage;
} // namespace detail

/// What operations on tiles touch beside their tiles.
struct DramResource : public mlir::SideEffects::Resource::Base<DramResource> {
  llvm::StringRef getName() final { return "vdla.dram"; }
};
struct RegisterResource : public mlir::SideEffects::Resource::Base<RegisterResource> {
  llvm::StringRef getName() final { return "vdla.registers"; }
};
/// The scratchpads, of which tiles are parts.
struct InpResource : public mlir::SideEffects::Resource::Base<InpResource> {
  llvm::StringRef getName() final { return "vdla.inp"; }
};
struct WgtResource : public mlir::SideEffects::Resource::Base<WgtResource> {
  llvm::StringRef getName() final { return "vdla.wgt"; }
};
struct AccResource : public mlir::SideEffects::Resource::Base<AccResource> {
  llvm::StringRef getName() final { return "vdla.acc"; }
};
struct ScaleResource : public mlir::SideEffects::Resource::Base<ScaleResource> {
  llvm::StringRef getName() final { return "vdla.scale"; }
};

/// The parameters of `#vdla.mem` and `!vdla.token`.
mlir::FailureOr<Memory> parseMemory(mlir::AsmParser &parser);
mlir::FailureOr<Stage> parseStage(mlir::AsmParser &parser);

} // namespace dl::vdla

#include "dl/Dialect/Vdla/IR/InstructionOpInterface.h.inc"
#include "dl/Dialect/Vdla/IR/VdlaDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dl/Dialect/Vdla/IR/VdlaAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dl/Dialect/Vdla/IR/VdlaTypes.h.inc"
#define GET_OP_CLASSES
#include "dl/Dialect/Vdla/IR/VdlaOps.h.inc"

namespace dl::vdla {

/// The machine that the modules around an operation describe; null if none does.
ConfigAttr lookupConfig(mlir::Operation *op);
/// The same; without one, an error at the operation says how to describe it.
mlir::FailureOr<ConfigAttr> getConfig(mlir::Operation *op);
/// The description of a target that has this machine, for a module's
/// `dlti.target_system_spec`.
mlir::Attribute makeTargetSpec(ConfigAttr config);

} // namespace dl::vdla

#endif // DL_DIALECT_VDLA_IR_VDLA_H
