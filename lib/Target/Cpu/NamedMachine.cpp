//===-- NamedMachine.cpp - the machine that a user names --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record comes before what is known of its CPU, entry by entry.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/NamedMachine.h"

#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/Machine.h"
#include "dl/Target/Cpu/Records.h"

#include "mlir/Dialect/DLTI/DLTI.h"

using namespace mlir;

llvm::Expected<dl::cpu::NamedMachine>
dl::cpu::findMachine(MLIRContext *context, llvm::StringRef cpu, llvm::StringRef target) {
  NamedMachine machine = {cpu.str(), target.str(), nullptr};
  std::string file = isRecordFile(target) ? target.str() : findStockRecord(target);
  if (!file.empty()) {
    auto record = readRecordFile(file, context);
    if (!record)
      return record.takeError();
    llvm::Expected<schedule::Target> said = readRecord(**record);
    if (!said)
      return said.takeError();
    machine.record = std::move(*record);
    machine.triple = said->triple;
    if (!said->triple.empty()) {
      if (!cpu.empty() && cpu != said->name)
        return llvm::createStringError("expected --mcpu to be '%s', which the record '%s' is for, "
                                       "got '%s'",
                                       said->name.c_str(), target.str().c_str(), cpu.str().c_str());
      machine.cpu = said->name;
    }
  }
  llvm::Expected<llvm::Triple> triple = resolveTriple(machine.triple);
  if (!triple)
    return triple.takeError();
  machine.triple = triple->str();
  return machine;
}

llvm::Expected<Attribute> dl::cpu::describeMachine(MLIRContext *context,
                                                   const NamedMachine &machine) {
  llvm::Expected<schedule::Target> known = getCpuTarget(context, machine.cpu, machine.triple);
  if (!known)
    return known.takeError();
  context->getOrLoadDialect<DLTIDialect>();
  if (!machine.record)
    return schedule::makeTargetSpec(context, "cpu", *known);
  llvm::Expected<schedule::Target> said = readRecord(*machine.record);
  if (!said)
    return said.takeError();
  if (said->triple.empty())
    return machine.record.get()->getAttr(schedule::targetSpecAttrName);
  said = readRecord(*machine.record, *known);
  if (!said)
    return said.takeError();
  said->triple = machine.triple;
  return schedule::completeTargetSpec(*machine.record, *said);
}
