//===-- ScheduleTemplate.h - sequences with open choices --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template is a sequence of schedule primitives that somebody wrote by hand, with choices
// (schedule.sample_tile, schedule.sample_categorical) that are open: a space of schedules for all
// kernels of one form. The idea is that of AutoTVM's templates ("Learning to Optimize Tensor
// Programs", 2018), with any primitive and with factors that follow from the extents. A file of
// templates is a module of the te level: kernels that name their sequences. A template in a record
// is the sequence alone, for stages and axes of canonical names; its identity is the hash of that
// text.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_TASKS_SCHEDULETEMPLATE_H
#define DL_TUNING_TASKS_SCHEDULETEMPLATE_H

#include "dl/Tuning/Record.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace dl::tuning {

/// A template with the kernels that it is for.
struct ScheduleTemplate {
  TemplateRecord record;
  /// Kernels of this form (see hashForm) have the stages, axes and reads that it is for, whatever
  /// their extents.
  std::string form;
};

/// Reads the templates of a file, which exists. Null after a diagnostic: where it has no kernel
/// that names a sequence, or a sequence of more than schedule primitives, choices, constants and
/// alternatives.
llvm::FailureOr<std::vector<ScheduleTemplate>> readTemplates(llvm::StringRef file,
                                                             mlir::MLIRContext &context);

/// What a template makes of a kernel.
struct TemplateResult {
  /// The kernel after all primitives, which is legal.
  schedule::KernelSchedule kernel;
  /// The choices with what was decided.
  std::vector<schedule::Choice> choices;
  /// The decisions of the operations that choose, in the order of the text; null for such as did
  /// not run.
  std::vector<mlir::Attribute> decisions;
};

/// A kernel with a template for it.
class TemplateKernel {
public:
  /// Of a kernel of a module that describes the machine and has the intrinsics. The error tells
  /// what is wrong with the text of the template, which may come from strangers.
  static llvm::Expected<TemplateKernel> create(mlir::func::FuncOp kernel, llvm::StringRef text);

  /// Runs the template. The error is the refusal of a primitive, or of the whole schedule.
  llvm::Expected<TemplateResult> run(schedule::Decider &decider) const;
  /// Runs it with just these decisions; an error where the template makes other choices.
  llvm::Expected<TemplateResult> run(const std::vector<schedule::Choice> &choices) const;
  /// Gives a kernel that has no schedule, that of `create` or a copy of it, the sequence with these
  /// decisions.
  void write(mlir::func::FuncOp kernel, const TemplateResult &result) const;

private:
  /// The kernel, which names the sequence, with the intrinsics.
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace dl::tuning

#endif // DL_TUNING_TASKS_SCHEDULETEMPLATE_H
