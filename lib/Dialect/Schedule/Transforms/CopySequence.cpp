//===-- CopySequence.cpp - a schedule for an equal kernel -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences find stages by name; equal kernels of two models have other names.
//
//===----------------------------------------------------------------------===//
#include "SequenceWriter.h"

#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

transform::NamedSequenceOp dl::schedule::getSequence(func::FuncOp kernel) {
  auto name = kernel->getAttrOfType<SymbolRefAttr>(ScheduleDialect::getSequenceAttrName());
  return name ? SymbolTable::lookupNearestSymbolFrom<transform::NamedSequenceOp>(kernel, name)
              : transform::NamedSequenceOp();
}

void dl::schedule::copySequence(func::FuncOp kernel, func::FuncOp other,
                                transform::NamedSequenceOp sequence) {
  copySequence(kernel, sequence);
  renameStages(getSequence(kernel), getStageNames(other), getStageNames(kernel));
}

void dl::schedule::copySequence(func::FuncOp kernel, transform::NamedSequenceOp sequence) {
  ModuleOp library = getSequences(kernel->getParentOfType<ModuleOp>());
  transform::NamedSequenceOp copy = sequence.clone();
  copy->removeAttr(nodeAttrName);
  copy.setSymNameAttr(kernel.getSymNameAttr());
  StringAttr name = SymbolTable(library).insert(copy);
  kernel->setAttr(ScheduleDialect::getSequenceAttrName(),
                  SymbolRefAttr::get(library.getSymNameAttr(), FlatSymbolRefAttr::get(name)));
}
