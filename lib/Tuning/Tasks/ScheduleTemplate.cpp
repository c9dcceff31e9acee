//===-- ScheduleTemplate.cpp - sequences with open choices ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Templates as texts, and what the interpreter makes of kernels by them. It works on copies: steps
// edit trees, and may add stages.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Tasks/ScheduleTemplate.h"

#include "dl/Dialect/Schedule/IR/Sampler.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Schedule/Legality.h"
#include "dl/Support/Nesting.h"
#include "dl/Tuning/Siblings.h"

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;
using schedule::ScheduleDialect;

static constexpr llvm::StringLiteral templateName = "template";

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static bool isChoice(Operation *op) {
  return isa<schedule::SampleTileOp, schedule::SampleCategoricalOp>(op);
}

/// Texts come from strangers: primitives check what they are given, other transforms do not.
static LogicalResult checkSequence(transform::NamedSequenceOp sequence) {
  if (sequence.isExternal())
    return sequence.emitError("expected the sequence of a template to have a body");
  if (sequence.getBody().getNumArguments() != 1)
    return sequence.emitError("expected the sequence of a template to take the kernel alone, got ")
           << sequence.getBody().getNumArguments() << " arguments";
  WalkResult steps = sequence.getBody().walk([](Operation *op) {
    if (isa<ScheduleDialect>(op->getDialect()) ||
        isa<transform::ParamConstantOp, transform::AlternativesOp, transform::YieldOp>(op))
      return WalkResult::advance();
    return WalkResult(
        op->emitError("expected a template of schedule primitives, choices, "
                      "transform.param.constant and transform.alternatives alone, got ")
        << op->getName());
  });
  return failure(steps.wasInterrupted());
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  os << "\n";
  return text;
}

/// The sequence of a kernel of a file, as text with canonical names.
static TemplateRecord makeRecord(func::FuncOp kernel, transform::NamedSequenceOp sequence) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(kernel.getContext()));
  (*module)->setAttr(transform::TransformDialect::kWithNamedSequenceAttrName,
                     UnitAttr::get(kernel.getContext()));
  transform::NamedSequenceOp copy = sequence.clone();
  copy.setSymName(templateName);
  module->push_back(copy);
  schedule::renameStages(copy, schedule::getStageNames(kernel),
                         schedule::getCanonicalNames(kernel));
  TemplateRecord record;
  record.name = sequence.getSymName().str();
  record.module = print(*module);
  record.hash = hashTemplate(record.module);
  return record;
}

llvm::FailureOr<std::vector<ScheduleTemplate>> dl::tuning::readTemplates(llvm::StringRef file,
                                                                         MLIRContext &context) {
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &context);
  if (!module)
    return failure();
  std::vector<ScheduleTemplate> templates;
  WalkResult kernels = module->walk([&](func::FuncOp kernel) {
    if (!te::isKernel(kernel) || !kernel->hasAttr(ScheduleDialect::getSequenceAttrName()))
      return WalkResult::advance();
    transform::NamedSequenceOp sequence = schedule::getSequence(kernel);
    if (!sequence) {
      kernel.emitError("expected the sequence of a template's kernel to be in the file");
      return WalkResult::interrupt();
    }
    if (failed(checkSequence(sequence)))
      return WalkResult::interrupt();
    templates.push_back(
        {makeRecord(kernel, sequence), hashForm(schedule::buildKernelSchedule(kernel))});
    return WalkResult::advance();
  });
  if (kernels.wasInterrupted())
    return failure();
  if (templates.empty())
    return emitError(FileLineColLoc::get(&context, file, 1, 1),
                     "expected a file of kernels that name sequences with open choices, got none; "
                     "dl-compile --to=te writes the kernels of a model");
  return templates;
}

/// The sequence of a template's text.
static llvm::Expected<OwningOpRef<ModuleOp>> parseTemplate(llvm::StringRef text,
                                                           MLIRContext &context) {
  std::vector<std::string> texts;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      texts.push_back(diagnostic.str());
    return success();
  });
  auto fail = [&](StringRef otherwise) {
    return llvm::createStringError("expected the text of a template: " +
                                   (texts.empty() ? otherwise.str() : llvm::join(texts, "; ")));
  };
  if (failed(checkNesting(text, "template", &context)))
    return fail("it is nested too deep");
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context, "template");
  if (!module)
    return fail("it is no module");
  auto sequence = module->lookupSymbol<transform::NamedSequenceOp>(templateName);
  if (!sequence || !llvm::hasSingleElement(*module->getBody()))
    return fail("it has to be one sequence @" + templateName.str());
  if (failed(checkSequence(sequence)))
    return fail("it has other steps than primitives");
  return std::move(module);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static SmallVector<Operation *> getChoices(transform::NamedSequenceOp sequence) {
  SmallVector<Operation *> choices;
  sequence.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isChoice(op))
      choices.push_back(op);
  });
  return choices;
}

/// Puts a template's sequence beside a kernel, which names it then.
static transform::NamedSequenceOp addSequence(func::FuncOp kernel,
                                              transform::NamedSequenceOp sequence,
                                              ArrayRef<schedule::StageNames> names) {
  ModuleOp library = schedule::getSequences(kernel->getParentOfType<ModuleOp>());
  transform::NamedSequenceOp copy = sequence.clone();
  copy.setSymNameAttr(kernel.getSymNameAttr());
  schedule::renameStages(copy, names, schedule::getStageNames(kernel));
  StringAttr name = SymbolTable(library).insert(copy);
  kernel->setAttr(ScheduleDialect::getSequenceAttrName(),
                  SymbolRefAttr::get(library.getSymNameAttr(), FlatSymbolRefAttr::get(name)));
  return copy;
}

llvm::Expected<TemplateKernel> TemplateKernel::create(func::FuncOp kernel, llvm::StringRef text) {
  MLIRContext *context = kernel.getContext();
  auto sequence = parseTemplate(text, *context);
  if (!sequence)
    return sequence.takeError();
  TemplateKernel made;
  made.module = ModuleOp::create(UnknownLoc::get(context));
  auto outer = kernel->getParentOfType<ModuleOp>();
  if (Attribute spec = outer->getAttr(schedule::targetSpecAttrName))
    (*made.module)->setAttr(schedule::targetSpecAttrName, spec);
  for (auto intrinsic : outer.getOps<schedule::IntrinsicOp>())
    made.module->push_back(intrinsic.clone());
  func::FuncOp copy = kernel.clone();
  copy->removeAttr(ScheduleDialect::getSequenceAttrName());
  made.module->push_back(copy);
  // Decisions of records are for canonical names.
  std::vector<schedule::StageNames> names = schedule::getCanonicalNames(copy);
  schedule::setStageNames(copy, names);
  addSequence(copy, *(*sequence)->getOps<transform::NamedSequenceOp>().begin(), names);
  return std::move(made);
}

static func::FuncOp getScheduled(ModuleOp module) {
  for (auto kernel : module.getOps<func::FuncOp>())
    if (kernel->hasAttr(ScheduleDialect::getSequenceAttrName()))
      return kernel;
  return nullptr;
}

llvm::Expected<TemplateResult> TemplateKernel::run(schedule::Decider &decider) const {
  ModuleOp original = module.get();
  OwningOpRef<ModuleOp> copy = original.clone();
  func::FuncOp kernel = getScheduled(*copy);
  std::string problem;
  ScopedDiagnosticHandler handler(kernel.getContext(), [&](Diagnostic &diagnostic) {
    if (problem.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      problem = diagnostic.str();
    return success();
  });
  TemplateResult result;
  schedule::Sampler::Decisions decisions;
  SmallVector<Operation *> choices = getChoices(schedule::getSequence(kernel));
  if (failed(schedule::applySequence(kernel, [&](transform::TransformState &state) {
        state.addExtension<schedule::Sampler>(decider, decisions, &result.choices);
      })))
    return llvm::createStringError(problem);
  for (Operation *choice : choices)
    result.decisions.push_back(decisions.lookup(choice));
  result.kernel = schedule::buildKernelSchedule(kernel);
  if (std::optional<schedule::Refusal> refusal = schedule::checkKernel(result.kernel))
    return llvm::createStringError("after all steps: " + refusal->reason);
  return result;
}

namespace {
/// Decides as was decided, and notes where that cannot be.
class ExactDecides : public schedule::Decider {
public:
  explicit ExactDecides(const std::vector<schedule::Choice> &known) : known(known) {}

  size_t decide(const schedule::Choice &choice) override {
    auto entry = llvm::find_if(
        known, [&](const schedule::Choice &made) { return made.name == choice.name; });
    auto value = entry == known.end() ? choice.candidates.end()
                                      : llvm::find(choice.candidates, entry->getValue());
    if (value != choice.candidates.end())
      return value - choice.candidates.begin();
    problem = "it decides on '" + choice.name + "' otherwise";
    return 0;
  }
  const std::string &getProblem() const { return problem; }

private:
  const std::vector<schedule::Choice> &known;
  std::string problem;
};
} // namespace

llvm::Expected<TemplateResult>
TemplateKernel::run(const std::vector<schedule::Choice> &choices) const {
  ExactDecides decider(choices);
  llvm::Expected<TemplateResult> result = run(decider);
  if (!result || decider.getProblem().empty())
    return result;
  return llvm::createStringError("the template has other choices than the record: " +
                                 decider.getProblem());
}

void TemplateKernel::write(func::FuncOp kernel, const TemplateResult &result) const {
  func::FuncOp scheduled = getScheduled(*module);
  transform::NamedSequenceOp copy =
      addSequence(kernel, schedule::getSequence(scheduled), schedule::getStageNames(scheduled));
  for (auto [choice, decision] : llvm::zip_equal(getChoices(copy), result.decisions))
    if (decision)
      choice->setAttr("decision", decision);
}
