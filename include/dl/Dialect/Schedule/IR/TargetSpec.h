//===-- TargetSpec.h - the machine as an attribute of a module --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine is described by upstream's DLTI: the first device of the module's
// `dlti.target_system_spec` is the one that kernels run on. Entries that are not named
// here are left to others, unless they are misspelled.
//
//   module attributes {dlti.target_system_spec = #dlti.target_system_spec<
//     "cpu" = #dlti.target_device_spec<
//       "triple" = "x86_64-unknown-linux-gnu", "name" = "haswell",
//       "vector_register_bytes" = 32, "vector_registers" = 16, "vector_broadcasts" = false,
//       "core" = #dlti.map<
//         "hertz" = 3.0e9, "instructions_per_cycle" = 4, "operations_per_cycle" = 2,
//         "loads_per_cycle" = 2, "stores_per_cycle" = 1, "latency_cycles" = 4,
//         "quotient_cycles" = 5, "function_cycles" = 20, "extremum_operations" = 3,
//         "waiting_instructions" = 80, "crossing_cycles" = 6, "leave_loop_cycles" = 8,
//         "team_cycles" = 6000>,
//       "caches" = #dlti.map<
//         "L1" = #dlti.map<"bytes" = 32768, "bytes_per_cycle" = 32, "ways" = 8>,
//         "L2" = #dlti.map<"bytes" = 524288, "bytes_per_cycle" = 16, "ways" = 8>>,
//       "cache_line_bytes" = 64,
//       "scopes" = #dlti.map<"global" = #dlti.map<"shared_by" = "kernel">,
//                            "scratch" = #dlti.map<"shared_by" = "block", "bytes" = 32768>>,
//       "grid_blocks" = array<i64: 2147483647, 65535, 65535>,
//       "block_threads" = array<i64: 1024, 1024, 64>, "threads_of_block" = 1024>>} { … }
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_TARGETSPEC_H
#define DL_DIALECT_SCHEDULE_IR_TARGETSPEC_H

#include "dl/Schedule/Target.h"

#include "mlir/IR/BuiltinOps.h"

namespace dl::schedule {

/// The attribute of a module, as upstream names it.
inline constexpr llvm::StringLiteral targetSpecAttrName = "dlti.target_system_spec";

/// The machine that the module around an operation describes; the generic one where it
/// describes none, and for entries that it leaves out. Emits an error at the module where
/// an entry is not what it has to be.
llvm::FailureOr<std::shared_ptr<const Target>> readTarget(mlir::Operation *op);
/// The same after `readTarget` has accepted the description.
std::shared_ptr<const Target> getTarget(mlir::Operation *op);

/// As readTarget, of a module that was read from a file to describe a machine: what it leaves
/// out, also of a cache of the same name, is as in `base`. It has to have a description, and
/// entries of other names are errors unless a dot says that they are others'.
llvm::FailureOr<Target> readTargetRecord(mlir::ModuleOp record, const Target &base);

/// What describes a machine: `device` names it among the devices of a system.
mlir::Attribute makeTargetSpec(mlir::MLIRContext *context, llvm::StringRef device,
                               const Target &target);
/// The description that a module has, with all that is known of its first device.
mlir::Attribute completeTargetSpec(mlir::ModuleOp record, const Target &target);

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_TARGETSPEC_H
