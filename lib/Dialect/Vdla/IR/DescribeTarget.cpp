//===-- DescribeTarget.cpp - the machine as schedules know it -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record of a target that follows from a configuration: scopes with their capacities, and the
// unit that multiplies.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/Vdla.h"
#include "dl/Schedule/Target.h"

using namespace dl;
using namespace dl::vdla;

/// What a cycle takes where the record has no entry "core" that says otherwise: the clock of the
/// paper's accelerator.
static constexpr double usualHertz = 200e6;

static std::string getScopeName(const DeviceModel &model, Memory memory) {
  for (const Scope &scope : model.getScopes())
    if (scope.memory == memory)
      return scope.name;
  return {};
}

static schedule::TensorUnit makeTensorUnit(const DeviceModel &model) {
  const Config &config = model.getConfig();
  schedule::TensorUnit unit;
  unit.intrinsic = VdlaDialect::getGemmName().str();
  unit.inputs = config.tile.blockIn;
  unit.outputs = config.tile.blockOut;
  unit.inputScope = getScopeName(model, Memory::Inp);
  unit.weightScope = getScopeName(model, Memory::Wgt);
  unit.sumScope = getScopeName(model, Memory::Acc);
  unit.inputElements = model.getDepth(Memory::Inp);
  unit.weightElements = model.getDepth(Memory::Wgt);
  unit.sumElements = model.getDepth(Memory::Acc);
  unit.inputBytes = (config.bits.inp + 7) / 8;
  unit.weightBytes = (config.bits.wgt + 7) / 8;
  unit.resultBytes = (config.bits.out + 7) / 8;
  unit.interval = double(config.pipeline.gemmInterval);
  unit.elementwise = double(config.pipeline.aluInterval);
  unit.latency = double(config.pipeline.gemmLatency);
  unit.issue = double(config.pipeline.issue);
  unit.bytesPerCycle = double(config.dram.bytesPerCycle);
  unit.memoryLatency = double(config.dram.latency + config.pipeline.transferLatency);
  return unit;
}

void ConfigAttr::describeTarget(schedule::Target &target) const {
  const DeviceModel &model = getModel();
  target.name = model.getConfig().name;
  target.core.hertz = usualHertz;
  // No core runs here, and no cache.
  target.caches.clear();
  target.scopes = {{"global", schedule::Sharing::Kernel, schedule::unlimitedBytes}};
  for (const Scope &scope : model.getScopes())
    target.scopes.push_back({scope.name, schedule::Sharing::Thread, scope.bytes});
  // Schedules write one row of inputs at a time.
  if (model.getConfig().tile.batch == 1)
    target.tensorUnit = makeTensorUnit(model);
}
