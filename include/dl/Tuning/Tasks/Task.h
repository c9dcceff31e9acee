//===-- Task.h - a kernel that is to be tuned -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distinct kernels of a model. A task knows its kernel in canonical form: names of the
// function, of stages and of axes, locations and layouts of the model's file are left out, so that
// equal kernels of different models have one task, and a record of one serves all.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_TASKS_TASK_H
#define DL_TUNING_TASKS_TASK_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Tuning/Record.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <map>
#include <string>
#include <vector>

namespace dl::tuning {

/// The name of the only kernel of a task's module.
inline constexpr llvm::StringLiteral taskKernelName = "kernel";

struct Task {
  /// Hash of the canonical kernel, the record of the machine, the threads and the version of what
  /// schedules mean: 64 hexadecimal digits.
  std::string key;
  /// For people: the model's names of the kernel's function and of the nodes that it computes.
  std::string name, nodes;
  /// The machine's name.
  std::string target;
  /// 1 for kernels of other devices than CPUs.
  int64_t threads = 1;
  /// How many calls of a run of the model are of this kernel.
  int64_t uses = 0;
  /// Bytes of its operands that are constants of the model.
  int64_t weightBytes = 0;
  /// Bytes of such constants that a run of the model uses between two calls with the same ones.
  int64_t otherWeightBytes = 0;
  /// A module of the te level: the record of the machine and the canonical kernel.
  std::string module;
  /// What stands for sizes that only a run knows: of each open dim of the operands, in their order.
  std::vector<int64_t> sizes;
  /// The template that is searched (TemplateRecord::module); empty: the rules' space.
  std::string templateModule;
};

/// The tasks of a module of the te level whose kernels have no schedule, in the order of the
/// model. Kernels without stages, such that no line of a database can hold, and such whose extents
/// do not follow from sizes of the model are none: `skipped` gets their names with the reason.
/// `sizes` are what stands for those that the model leaves open, by their names, `usualSize` for
/// others. Kernels of another device than `device` (`dl.device`; empty: the one of functions that
/// name none) are none either.
std::vector<Task> extractTasks(mlir::ModuleOp module, int64_t threads,
                               std::vector<std::pair<std::string, std::string>> *skipped = nullptr,
                               const std::map<std::string, int64_t> &sizes = {},
                               llvm::StringRef device = "");

/// The line of a database that tells what a task is.
KernelRecord makeKernelRecord(const Task &task);

/// Why a kernel is no task; empty where it is one.
std::string getNoTaskReason(mlir::func::FuncOp kernel);

/// The key of one kernel of a module; empty for those that are no task.
std::string getTaskKey(mlir::func::FuncOp kernel, int64_t threads);

} // namespace dl::tuning

#endif // DL_TUNING_TASKS_TASK_H
