//===-- Forms.h - the forms of a program on its way down --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program after each pass of a pipeline, and whether it still computes what it did before the
// first.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_FORMS_H
#define DL_DEBUGGING_FORMS_H

#include "dl/Debugging/ModuleRuns.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>

namespace dl::debugging {

/// What is known of a form.
struct Verdict {
  /// `Unknown` where there is no way to execute it.
  enum Kind { Right, Wrong, Unknown } kind = Unknown;
  /// By what it was executed: "graph interpreter", "compiled code".
  std::string executedBy;
  /// How it differs, or why it could not be executed.
  std::string reason;
  /// The passes that took it to code; none where it was interpreted.
  std::vector<ListedPass> lowering;
};

/// A program in all its forms. Form 0 is what it began as, form n what n passes made of it.
///
/// A form with loops is executed by code, for which further passes are needed, and these may be at
/// fault themselves. So it is lowered in several ways, of which the first leaves out every pass
/// that only makes code faster, and it is right if it is right in one of them: what passes made
/// wrong is not made right by others.
class Forms {
public:
  /// The forms up to the first pass that fails. Precondition: the passes are registered.
  static Forms create(mlir::ModuleOp module, std::vector<ListedPass> passes,
                      llvm::SmallVector<Tensor> inputs, llvm::SmallVector<Tensor> expected,
                      double tolerance, const CodeOptions &options);

  size_t size() const { return modules.size(); }
  mlir::ModuleOp getModule(size_t form) const { return *modules[form]; }
  llvm::ArrayRef<ListedPass> getPasses() const { return passes; }
  llvm::ArrayRef<Tensor> getInputs() const { return inputs; }
  llvm::ArrayRef<Tensor> getExpected() const { return expected; }
  /// The text of the error of the pass after the last form; empty where all passes ran.
  const std::string &getFailure() const { return failure; }

  /// Asked once of each form.
  const Verdict &judge(size_t form);
  /// What the code of the whole pipeline computes at LLVM's optimisation level of the options, and
  /// whether it is right.
  Verdict judgeCode(ModelRun *run = nullptr);
  /// The last form that an interpreter executes.
  size_t getLastInterpreted() const;

  /// The smallest interval between a form that is right and a later one that is wrong, by
  /// bisection. Precondition: `good` is right, `bad` wrong.
  std::pair<size_t, size_t> bisect(size_t good, size_t bad);

  /// A run of a form by its interpreter, with its calls.
  llvm::Expected<ModelRun> interpret(size_t form) const;

  /// Whether the first form with loops is wrong although the passes behind it are right: they are,
  /// if they take linalg on whole tensors, which no schedule shaped, to right code.
  bool areLaterPassesRight();

private:
  std::vector<std::vector<ListedPass>> getLowerings(size_t form) const;
  Verdict execute(size_t form);

  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
  std::vector<ListedPass> passes;
  llvm::SmallVector<Tensor> inputs, expected;
  double tolerance = 0;
  CodeOptions options;
  std::string failure;
  std::map<size_t, Verdict> verdicts;
};

/// Whether a pass only makes code faster, so that plain lowering leaves it out: by its name, one of
/// dl-compile's passes of which that is known. What dl-compile does not run can be left out too.
bool isNeededPass(llvm::StringRef name);

} // namespace dl::debugging

#endif // DL_DEBUGGING_FORMS_H
