//===-- Bisect.cpp - the pass that changes a model's meaning ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of dl-bisect: the levels that interpreters execute first, on the whole model, then
// code, on the kernel that differs alone where that shows it.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Bisect.h"
#include "BisectReplay.h"
#include "LoadedModel.h"
#include "dl/Debugging/CutGraph.h"
#include "dl/Debugging/Forms.h"
#include "dl/Debugging/Isolate.h"

#include "dl/Codegen/NodeNames.h"
#include "dl/Support/Npy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

namespace {

class Bisection : ModelTool {
public:
  Bisection(const BisectOptions &options, llvm::raw_ostream &os, llvm::raw_ostream &errors)
      : ModelTool("dl-bisect", options.run, options.seconds, os, errors), options(options) {}

  BisectStatus run();

private:
  BisectStatus fail(llvm::Error error) {
    print(std::move(error));
    return BisectStatus::Failed;
  }
  llvm::Error begin();
  llvm::Expected<SmallVector<Tensor>> getExpected();
  /// A line for a form.
  void tell(const Forms &forms, size_t form, const Verdict &verdict);
  BisectStatus searchInterpreted(Forms &forms, size_t last);
  BisectStatus searchCode(Forms &forms, size_t last);
  /// Finds the kernel that code computes otherwise than the te interpreter.
  std::optional<Forms> findKernel(Forms &forms, size_t last, const ModelRun *run,
                                  std::string &where);
  std::optional<Forms> tryKernel(Forms &forms, size_t last, const ObservedCall &call);
  BisectStatus searchSubject(Forms &subject, const std::string &where);
  std::optional<Forms> narrowGraph(Forms &forms, size_t good, size_t bad, std::string &where);
  std::optional<Forms> narrowTe(Forms &forms, size_t good, size_t bad, std::string &where);
  BisectStatus conclude(const Fault &fault);
  ReplayOptions getReplayOptions() const;

  const BisectOptions &options;
  OwningOpRef<ModuleOp> module;
  std::vector<ListedPass> passes;
  SmallVector<Tensor> inputs;
};

std::string describe(const ObservedCall &call) {
  std::string name =
      call.kernel.empty() ? call.op->getName().getStringRef().str() : "@" + call.kernel;
  return call.nodes.empty() ? name : name + " for " + call.nodes;
}

/// The first of a list of calls whose outputs differ from those of the other list, which are in the
/// same order but for calls of kernels that only one of them has.
const ObservedCall *findFirstDifference(ArrayRef<ObservedCall> reference,
                                        ArrayRef<ObservedCall> actual, double tolerance) {
  size_t next = 0;
  for (const ObservedCall &call : actual) {
    if (next == reference.size())
      break;
    if (call.kernel != reference[next].kernel)
      continue;
    const ObservedCall &expected = reference[next++];
    for (auto [got, wanted] : llvm::zip(call.outputs, expected.outputs))
      if (got && got.getShape() == wanted.getShape() &&
          compare(got, wanted).getRelative() > tolerance)
        return &expected;
  }
  return nullptr;
}

llvm::Error Bisection::begin() {
  auto loaded = loadModel(options.run, options.pipeline, context.get());
  if (!loaded)
    return loaded.takeError();
  module = std::move(loaded->start.module);
  inputs = std::move(loaded->start.inputs);
  passes = std::move(loaded->passes);
  return llvm::Error::success();
}

llvm::Expected<SmallVector<Tensor>> Bisection::getExpected() {
  llvm::Expected<ModelRun> run = interpretModule(*module, inputs, /*observes=*/false);
  if (!run)
    return run.takeError();
  if (options.expected.empty())
    return std::move(run->outputs);
  llvm::Expected<NamedTensors> archive = readNpz(options.expected);
  if (!archive)
    return archive.takeError();
  SmallVector<Tensor> expected;
  for (const std::string &name : getOutputNames(*module)) {
    auto it = llvm::find_if(*archive, [&](const auto &entry) { return entry.first == name; });
    if (it == archive->end())
      return llvm::createStringError("'%s': expected an array '%s' for the output of that name",
                                     options.expected.c_str(), name.c_str());
    expected.push_back(it->second);
  }
  return expected;
}

void Bisection::tell(const Forms &forms, size_t form, const Verdict &verdict) {
  const char *word = verdict.kind == Verdict::Right   ? "right"
                     : verdict.kind == Verdict::Wrong ? "wrong"
                                                      : "cannot be executed";
  os << llvm::formatv("{0,-28} {1,-18} after {2}{3}{4}\n", word, verdict.executedBy,
                      form == 0 ? "no pass" : forms.getPasses()[form - 1].text,
                      verdict.reason.empty() ? "" : ": ", verdict.reason);
}

BisectStatus Bisection::run() {
  if (llvm::Error error = begin())
    return fail(std::move(error));
  if (options.printsPasses) {
    os << joinPipeline(passes) << "\n";
    return BisectStatus::Same;
  }
  auto expected = getExpected();
  if (!expected)
    return fail(expected.takeError());
  Forms forms =
      Forms::create(*module, passes, inputs, std::move(*expected), options.run.tolerance, code);
  if (forms.judge(0).kind == Verdict::Wrong) {
    tell(forms, 0, forms.judge(0));
    return conclude({"the model as it was read", {}, forms.judge(0).reason});
  }
  size_t last = forms.getLastInterpreted();
  // A pass may leave what no interpreter takes.
  while (last > 0 && forms.judge(last).kind == Verdict::Unknown)
    --last;
  if (forms.judge(last).kind == Verdict::Wrong)
    return searchInterpreted(forms, last);
  tell(forms, last, forms.judge(last));
  if (!forms.getFailure().empty()) {
    const ListedPass &pass = forms.getPasses()[forms.size() - 1];
    return conclude({"no kernel: a pass fails", {pass}, forms.getFailure()});
  }
  return searchCode(forms, last);
}

//===----------------------------------------------------------------------===//
// Graph and te
//===----------------------------------------------------------------------===//

/// Whether passes change what a module computes.
static bool isChangedBy(ModuleOp module, ArrayRef<ListedPass> passes, ArrayRef<Tensor> inputs,
                        double tolerance) {
  llvm::Expected<ModelRun> before = interpretModule(module, inputs, /*observes=*/false);
  OwningOpRef<ModuleOp> copy = module.clone();
  llvm::Error error = before ? runPipeline(*copy, passes) : before.takeError();
  if (error) {
    llvm::consumeError(std::move(error));
    return false;
  }
  llvm::Expected<ModelRun> after = interpretModule(*copy, inputs, /*observes=*/false);
  if (!after) {
    llvm::consumeError(after.takeError());
    return false;
  }
  return !findDifference(after->outputs, before->outputs, tolerance).empty();
}

std::optional<Forms> Bisection::narrowGraph(Forms &forms, size_t good, size_t bad,
                                            std::string &where) {
  std::vector<ListedPass> interval(forms.getPasses().begin() + good,
                                   forms.getPasses().begin() + bad);
  double tolerance = options.run.tolerance;
  auto smallest = cutGraph(forms.getModule(good), forms.getInputs(), [&](const GraphCase &smaller) {
    return isChangedBy(*smaller.module, interval, smaller.inputs, tolerance);
  });
  if (!smallest) {
    llvm::consumeError(smallest.takeError());
    return std::nullopt;
  }
  llvm::SetVector<StringRef> names;
  std::string nodes;
  auto main = (*smallest).module->lookupSymbol<func::FuncOp>("main");
  for (Operation &op : main.getBody().front().without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>()) {
      std::string own = codegen::getNodeNames(op.getLoc());
      nodes += (nodes.empty() ? "" : "+") + (own.empty() ? op.getName().getStringRef().str() : own);
    }
  where = nodes;
  llvm::Expected<ModelRun> before = interpretModule(*smallest->module, smallest->inputs, false);
  if (!before) {
    llvm::consumeError(before.takeError());
    return std::nullopt;
  }
  return Forms::create(*smallest->module, interval, smallest->inputs, before->outputs, tolerance,
                       code);
}

std::optional<Forms> Bisection::narrowTe(Forms &forms, size_t good, size_t bad,
                                         std::string &where) {
  std::vector<ListedPass> interval(forms.getPasses().begin() + good,
                                   forms.getPasses().begin() + bad);
  llvm::Expected<ModelRun> before = forms.interpret(good), after = forms.interpret(bad);
  if (!before || !after) {
    llvm::consumeError(before.takeError());
    llvm::consumeError(after.takeError());
    return std::nullopt;
  }
  const ObservedCall *call =
      findFirstDifference(before->calls, after->calls, options.run.tolerance);
  where = call ? describe(*call) : "@main";
  if (!call)
    return std::nullopt;
  SmallVector<Tensor> own;
  OwningOpRef<ModuleOp> kernel = isolateKernel(forms.getModule(good), *call, own);
  if (!kernel || !isChangedBy(*kernel, interval, own, options.run.tolerance))
    return std::nullopt;
  return Forms::create(*kernel, interval, own, call->outputs, options.run.tolerance, code);
}

BisectStatus Bisection::searchInterpreted(Forms &forms, size_t last) {
  auto [good, bad] = forms.bisect(0, last);
  tell(forms, good, forms.judge(good));
  tell(forms, bad, forms.judge(bad));
  Fault fault{"@main",
              {forms.getPasses().begin() + good, forms.getPasses().begin() + bad},
              forms.judge(bad).reason};
  std::optional<Forms> smallest = getForm(forms.getModule(good)) == FormKind::Graph
                                      ? narrowGraph(forms, good, bad, fault.where)
                                      : narrowTe(forms, good, bad, fault.where);
  if (!smallest)
    smallest = Forms::create(forms.getModule(good), fault.passes, inputs,
                             llvm::to_vector(forms.getExpected()), options.run.tolerance, code);
  if (llvm::Error error = writeInterpretedReplay(getReplayOptions(), *smallest, fault))
    return fail(std::move(error));
  return conclude(fault);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

std::optional<Forms> Bisection::tryKernel(Forms &forms, size_t last, const ObservedCall &call) {
  SmallVector<Tensor> own;
  OwningOpRef<ModuleOp> kernel = isolateKernel(forms.getModule(last), call, own);
  if (!kernel)
    return std::nullopt;
  Forms alone = Forms::create(*kernel, {forms.getPasses().begin() + last, forms.getPasses().end()},
                              own, call.outputs, options.run.tolerance, code);
  if (!alone.getFailure().empty() || alone.judgeCode().kind != Verdict::Wrong)
    return std::nullopt;
  return alone;
}

std::optional<Forms> Bisection::findKernel(Forms &forms, size_t last, const ModelRun *run,
                                           std::string &where) {
  llvm::Expected<ModelRun> reference = forms.interpret(last);
  if (!reference) {
    llvm::consumeError(reference.takeError());
    return std::nullopt;
  }
  if (run)
    if (const ObservedCall *call =
            findFirstDifference(reference->calls, run->calls, options.run.tolerance)) {
      where = describe(*call);
      return tryKernel(forms, last, *call);
    }
  // Code that crashed, or wrong values at a place that it does not tell of: each kernel in turn.
  llvm::StringSet<> seen;
  for (const ObservedCall &call : reference->calls) {
    if (!seen.insert(call.kernel).second)
      continue;
    if (std::optional<Forms> alone = tryKernel(forms, last, call)) {
      where = describe(call);
      return alone;
    }
  }
  return std::nullopt;
}

BisectStatus Bisection::searchCode(Forms &forms, size_t last) {
  ModelRun run;
  Verdict verdict = forms.judgeCode(&run);
  tell(forms, forms.size() - 1, verdict);
  if (verdict.kind == Verdict::Right) {
    os << "no difference: the code computes what the graph does as it was read\n";
    return BisectStatus::Same;
  }
  if (verdict.kind == Verdict::Unknown)
    return conclude({"no kernel: no code is made", {}, verdict.reason});
  std::string where = "@main";
  std::optional<Forms> alone = findKernel(forms, last, run.outputs.empty() ? nullptr : &run, where);
  if (alone)
    os << "alone: " << where << "\n";
  return searchSubject(alone ? *alone : forms, where);
}

BisectStatus Bisection::searchSubject(Forms &subject, const std::string &where) {
  size_t begin = subject.getLastInterpreted(), end = subject.size() - 1;
  Fault fault{where, {}, ""};
  if (subject.judge(end).kind == Verdict::Right) {
    // LLVM's own passes.
    tell(subject, end, subject.judge(end));
    Verdict verdict = subject.judgeCode();
    fault.reason = verdict.reason;
    unsigned level = options.run.compile.level;
    os << llvm::formatv("{0,-28} {1,-18} of LLVM -O{2}: {3}\n", "wrong", verdict.executedBy, level,
                        verdict.reason);
    fault.passes.push_back({"llvm", llvm::formatv("LLVM's passes of -O{0}", level)});
    if (llvm::Error error = writeCodeReplay(getReplayOptions(), subject, end, end, fault))
      return fail(std::move(error));
    return conclude(fault);
  }
  auto [good, bad] = subject.bisect(begin, end);
  tell(subject, good, subject.judge(good));
  tell(subject, bad, subject.judge(bad));
  fault.reason = subject.judge(bad).reason;
  // Nothing vouches for the passes behind the first form with loops, which all such forms go
  // through.
  if (good == begin && !subject.areLaterPassesRight())
    bad = end;
  fault.passes.assign(subject.getPasses().begin() + good, subject.getPasses().begin() + bad);
  if (llvm::Error error = writeCodeReplay(getReplayOptions(), subject, good, bad, fault))
    return fail(std::move(error));
  return conclude(fault);
}

//===----------------------------------------------------------------------===//
// What was found
//===----------------------------------------------------------------------===//

BisectStatus Bisection::conclude(const Fault &fault) {
  os << "kernel: " << fault.where << "\n";
  if (!fault.passes.empty()) {
    os << (fault.passes.size() == 1 ? "pass: " : "passes: ");
    for (auto [i, pass] : llvm::enumerate(fault.passes))
      os << (i == 0 ? "" : ",") << pass.text;
    os << "\n";
  }
  os << "differs: " << fault.reason << "\n";
  if (!options.folder.empty() && !fault.passes.empty())
    os << "replay: " << options.folder << "/replay.sh\n";
  return BisectStatus::Found;
}

ReplayOptions Bisection::getReplayOptions() const {
  ReplayOptions replay;
  replay.folder = options.folder;
  replay.plugins = options.plugins;
  replay.tolerance = options.run.tolerance;
  replay.threads = options.run.compile.threads;
  replay.level = options.run.compile.level;
  replay.cpu = options.run.compile.cpu;
  return replay;
}

} // namespace

BisectStatus dl::debugging::bisectModel(const BisectOptions &options, llvm::raw_ostream &os,
                                        llvm::raw_ostream &errors) {
  return Bisection(options, os, errors).run();
}
