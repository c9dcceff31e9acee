//===-- Choices.cpp - choices of rules as attributes ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One attribute a choice.
//
//===----------------------------------------------------------------------===//
#include "Choices.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"

using namespace mlir;
using namespace dl::schedule;

void dl::schedule::setChoices(transform::NamedSequenceOp sequence, ArrayRef<Choice> choices,
                              bool areDecided) {
  SmallVector<Attribute> attributes;
  for (const Choice &choice : choices)
    attributes.push_back(
        ChoiceAttr::get(sequence.getContext(), choice.name, choice.candidates,
                        areDecided ? std::optional(choice.getValue()) : std::nullopt));
  sequence->setAttr(ScheduleDialect::getChoicesAttrName(),
                    ArrayAttr::get(sequence.getContext(), attributes));
}

std::vector<Choice> dl::schedule::getDecisions(transform::NamedSequenceOp sequence) {
  std::vector<Choice> decisions;
  auto attributes = sequence->getAttrOfType<ArrayAttr>(ScheduleDialect::getChoicesAttrName());
  if (!attributes)
    return decisions;
  for (ChoiceAttr attribute : attributes.getAsRange<ChoiceAttr>()) {
    if (!attribute.getDecision())
      continue;
    Choice &choice = decisions.emplace_back();
    choice.name = attribute.getName().str();
    choice.candidates = attribute.getCandidates().vec();
    choice.decision =
        llvm::find(choice.candidates, *attribute.getDecision()) - choice.candidates.begin();
  }
  return decisions;
}
