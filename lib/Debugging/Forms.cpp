//===-- Forms.cpp - the forms of a program on its way down ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Forms.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Forms.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

/// Without these no code is made of loops on tensors. All else makes it faster, or checks it.
static constexpr llvm::StringLiteral neededPasses[] = {
    "arith-expand",
    "canonicalize",
    "convert-func-to-llvm",
    "convert-linalg-to-loops",
    "convert-math-to-funcs",
    "convert-math-to-libm",
    "convert-math-to-llvm",
    "convert-openmp-to-llvm",
    "convert-scf-to-cf",
    "convert-scf-to-openmp",
    "cse",
    "dl-avoid-library-names",
    "dl-bufferize",
    "dl-convert-code-to-llvm",
    "dl-describe-model",
    "dl-drop-barriers",
    "dl-drop-destination-results",
    "dl-expand-addresses",
    "dl-externalize-constants",
    "dl-finish-llvm",
    "dl-hoist-parallel-allocas",
    "dl-hoist-scratch",
    "dl-lower-checks",
    "dl-lower-copies",
    "dl-lower-externs",
    "dl-lower-steps",
    "dl-lower-vectors",
    "dl-pass-sizes",
    "dl-plan-memory",
    "dl-restore-destinations",
    "dl-restore-states",
    "dl-retype-empty-arguments",
    "dl-split-empty-tensors",
    "eliminate-empty-tensors",
    "lower-affine",
    "reconcile-unrealized-casts",
    "scf-forall-to-for",
    "scf-forall-to-parallel",
    "schedule-apply",
};

bool dl::debugging::isNeededPass(StringRef name) { return llvm::is_contained(neededPasses, name); }

Forms Forms::create(ModuleOp module, std::vector<ListedPass> passes, SmallVector<Tensor> inputs,
                    SmallVector<Tensor> expected, double tolerance, const CodeOptions &options) {
  Forms forms;
  forms.passes = std::move(passes);
  forms.inputs = std::move(inputs);
  forms.expected = std::move(expected);
  forms.tolerance = tolerance;
  forms.options = options;
  forms.modules.push_back(module.clone());
  for (const ListedPass &pass : forms.passes) {
    OwningOpRef<ModuleOp> next = forms.modules.back()->clone();
    if (llvm::Error error = runPipeline(*next, pass)) {
      forms.failure = llvm::toString(std::move(error));
      break;
    }
    forms.modules.push_back(std::move(next));
  }
  return forms;
}

size_t Forms::getLastInterpreted() const {
  size_t last = 0;
  for (size_t form = 0; form < size(); ++form)
    if (getForm(getModule(form)) != FormKind::Loops)
      last = form;
  return last;
}

llvm::Expected<ModelRun> Forms::interpret(size_t form) const {
  return interpretModule(getModule(form), inputs);
}

std::vector<std::vector<ListedPass>> Forms::getLowerings(size_t form) const {
  std::vector<ListedPass> all(passes.begin() + form, passes.end()), plain;
  llvm::copy_if(all, std::back_inserter(plain),
                [](const ListedPass &pass) { return isNeededPass(pass.name); });
  return {plain, all};
}

Verdict Forms::execute(size_t form) {
  FormKind kind = getForm(getModule(form));
  if (kind != FormKind::Loops) {
    llvm::Expected<ModelRun> run = interpretModule(getModule(form), inputs, /*observes=*/false);
    if (!run)
      return {Verdict::Unknown, stringify(kind).str(), llvm::toString(run.takeError()), {}};
    std::string reason = findDifference(run->outputs, expected, tolerance);
    return {reason.empty() ? Verdict::Right : Verdict::Wrong, stringify(kind).str(), reason, {}};
  }
  Verdict verdict{Verdict::Unknown, stringify(kind).str(), "", {}};
  for (std::vector<ListedPass> &lowering : getLowerings(form)) {
    bool crashed = false;
    llvm::Expected<ModelRun> run =
        compileAndRun(getModule(form), lowering, inputs, options, &crashed);
    std::string reason =
        run ? findDifference(run->outputs, expected, tolerance) : llvm::toString(run.takeError());
    if (reason.empty())
      return {Verdict::Right, verdict.executedBy, "", lowering};
    // A crash may be that of the code; an error is one of passes that do not take the form.
    if (run || crashed)
      verdict.kind = Verdict::Wrong;
    if (verdict.reason.empty() || run) {
      verdict.reason = reason;
      verdict.lowering = lowering;
    }
  }
  return verdict;
}

const Verdict &Forms::judge(size_t form) {
  auto known = verdicts.find(form);
  if (known != verdicts.end())
    return known->second;
  return verdicts[form] = execute(form);
}

Verdict Forms::judgeCode(ModelRun *result) {
  CodeOptions code = options;
  code.level = options.compile.level;
  Verdict verdict{Verdict::Unknown, "compiled code", "", {}};
  bool crashed = false;
  llvm::Expected<ModelRun> run = compileAndRun(getModule(size() - 1), {}, inputs, code, &crashed);
  if (!run) {
    verdict.kind = crashed ? Verdict::Wrong : Verdict::Unknown;
    verdict.reason = llvm::toString(run.takeError());
    return verdict;
  }
  verdict.reason = findDifference(run->outputs, expected, tolerance);
  verdict.kind = verdict.reason.empty() ? Verdict::Right : Verdict::Wrong;
  if (result)
    *result = std::move(*run);
  return verdict;
}

std::pair<size_t, size_t> Forms::bisect(size_t good, size_t bad) {
  while (bad - good > 1) {
    // The form nearest to the middle that can be executed.
    size_t middle = good + (bad - good) / 2;
    std::optional<size_t> found;
    for (size_t distance = 0; distance < bad - good && !found; ++distance)
      for (size_t form : {middle + distance, middle - distance})
        if (!found && form > good && form < bad && judge(form).kind != Verdict::Unknown)
          found = form;
    if (!found)
      break;
    (judge(*found).kind == Verdict::Right ? good : bad) = *found;
  }
  return {good, bad};
}

bool Forms::areLaterPassesRight() {
  size_t last = getLastInterpreted();
  std::vector<ListedPass> lowering = {{"convert-te-to-linalg", "func.func(convert-te-to-linalg)"}};
  bool isBehind = false;
  for (const ListedPass &pass : llvm::ArrayRef(passes).drop_front(last)) {
    if (isBehind && isNeededPass(pass.name))
      lowering.push_back(pass);
    isBehind |= pass.name == "schedule-apply";
  }
  llvm::Expected<ModelRun> run = compileAndRun(getModule(last), lowering, inputs, options);
  if (!run) {
    llvm::consumeError(run.takeError());
    return false;
  }
  return findDifference(run->outputs, expected, tolerance).empty();
}
