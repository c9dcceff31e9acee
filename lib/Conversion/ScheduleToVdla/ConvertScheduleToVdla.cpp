//===-- ConvertScheduleToVdla.cpp - convert-schedule-to-vdla --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that are for the accelerator become programs of tiles, by their schedules. What the
// accelerator cannot run stays as it was, for another device.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "ScaleTables.h"

#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Conversion/ScheduleToVdla/ScheduleToVdla.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/Legality.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/ScopeExit.h"

namespace dl::vdla {
#define GEN_PASS_DEF_CONVERTSCHEDULETOVDLAPASS
#include "dl/Conversion/ScheduleToVdla/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl;
using namespace dl::vdla;

namespace {
struct ConvertScheduleToVdla
    : dl::vdla::impl::ConvertScheduleToVdlaPassBase<ConvertScheduleToVdla> {
  using ConvertScheduleToVdlaPassBase::ConvertScheduleToVdlaPassBase;

  void runOnOperation() override;

private:
  LogicalResult convert(func::FuncOp kernel);
  LogicalResult refuse(func::FuncOp kernel, Location loc, const Twine &reason);
  LogicalResult useProgram(func::FuncOp kernel, const KernelLowering &lowering,
                           const DeviceModel &model, StringRef program);
};
} // namespace

/// An error, where kernels have to be for the accelerator; else the kernel is nobody's.
LogicalResult ConvertScheduleToVdla::refuse(func::FuncOp kernel, Location loc,
                                            const Twine &reason) {
  if (strict) {
    InFlightDiagnostic diagnostic = kernel.emitError("kernel @")
                                    << kernel.getSymName()
                                    << " cannot run on the accelerator: " << reason;
    if (loc != kernel.getLoc())
      diagnostic.attachNote(loc) << "this stage";
    return diagnostic;
  }
  auto options = remark::RemarkOpts::name("NotOffloaded")
                     .category("convert-schedule-to-vdla")
                     .function(kernel.getSymName());
  remark::missed(loc, options) << remark::reason("{0}", reason.str());
  kernel->removeAttr(DlDialect::getDeviceAttrName());
  kernel->removeAttr(schedule::ScheduleDialect::getSequenceAttrName());
  for (te::ComputeOp compute : schedule::getStages(kernel))
    compute->removeAttr(schedule::ScheduleDialect::getTreeAttrName());
  return success();
}

/// Callers give the table of scales in place of what it is made of; the body is the program.
LogicalResult ConvertScheduleToVdla::useProgram(func::FuncOp kernel, const KernelLowering &lowering,
                                                const DeviceModel &model, StringRef program) {
  SmallVector<func::CallOp> calls;
  if (auto uses = SymbolTable::getSymbolUses(kernel, getOperation()))
    for (SymbolTable::SymbolUse use : *uses)
      if (auto call = dyn_cast<func::CallOp>(use.getUser()))
        calls.push_back(call);
  OpBuilder builder(kernel.getContext());
  FunctionType type = kernel.getFunctionType();
  if (const std::optional<ScaleTable> &table = lowering.getScales()) {
    unsigned destination = type.getNumInputs() - te::getNumDestinations(kernel);
    SmallVector<int> order = getInputsWithTable(destination, *table);
    order.push_back(int(destination));
    SmallVector<ElementsAttr> tables;
    for (func::CallOp call : calls) {
      std::string reason;
      FailureOr<ElementsAttr> made =
          makeScaleTable(model, *table, call.getOperands(), kernel.getContext(), reason);
      if (failed(made))
        return refuse(kernel, call.getLoc(), reason);
      tables.push_back(*made);
    }
    for (auto [call, made] : llvm::zip_equal(calls, tables)) {
      builder.setInsertionPoint(call);
      SmallVector<Value> operands;
      for (int operand : order)
        operands.push_back(operand < 0 ? arith::ConstantOp::create(builder, call.getLoc(), made)
                                       : call.getOperand(unsigned(operand)));
      call->setOperands(operands);
    }
    SmallVector<Type> inputs;
    SmallVector<Attribute> attributes;
    for (int operand : order) {
      inputs.push_back(operand < 0 ? getTableType(model, *table, kernel.getContext())
                                   : type.getInput(unsigned(operand)));
      attributes.push_back(operand < 0
                               ? builder.getDictionaryAttr({})
                               : DictionaryAttr(kernel.getArgAttrDict(unsigned(operand))
                                                    ? kernel.getArgAttrDict(unsigned(operand))
                                                    : builder.getDictionaryAttr({})));
    }
    type = builder.getFunctionType(inputs, type.getResults());
    kernel.removeArgAttrsAttr();
    kernel.setFunctionType(type);
    kernel.getBody().getBlocks().clear();
    kernel.addEntryBlock();
    kernel.setAllArgAttrs(attributes);
  } else {
    kernel.getBody().getBlocks().clear();
    kernel.addEntryBlock();
  }
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  ValueRange arguments = kernel.getArguments().drop_back(te::getNumDestinations(kernel));
  auto run = te::ExternOp::create(builder, kernel.getLoc(), type.getResults(), program, program,
                                  arguments, ValueRange());
  func::ReturnOp::create(builder, kernel.getLoc(), run->getResults());
  kernel->setAttr(VdlaDialect::getProgramAttrName(),
                  FlatSymbolRefAttr::get(kernel.getContext(), program));
  kernel->removeAttr(schedule::ScheduleDialect::getSequenceAttrName());
  return success();
}

LogicalResult ConvertScheduleToVdla::convert(func::FuncOp kernel) {
  FailureOr<ConfigAttr> config = getConfig(kernel);
  if (failed(config))
    return failure();
  const DeviceModel &model = config->getModel();
  OpBuilder builder(kernel);
  // Steps change the kernel, which another device may have to take as it is.
  auto scheduled = cast<func::FuncOp>(builder.clone(*kernel));
  scheduled.setSymName((kernel.getSymName() + ".scheduled").str());
  llvm::scope_exit erase([&] { scheduled.erase(); });
  if (failed(schedule::applySequence(scheduled)))
    return failure();
  if (!llvm::all_of(scheduled.getBody().front(), [](Operation &op) {
        return !isa<te::StageOpInterface>(op) || isa<te::ComputeOp>(op);
      }))
    return refuse(kernel, kernel.getLoc(), "it has stages of another kind than formulas");
  schedule::KernelSchedule trees = schedule::buildKernelSchedule(scheduled);
  if (std::optional<schedule::Refusal> refusal = schedule::checkKernel(trees))
    return refuse(kernel, kernel.getLoc(), refusal->reason);
  schedule::inlineStages(scheduled);

  StreamBuilder stream(model);
  KernelLowering lowering(scheduled, stream, inTurns);
  if (!lowering.run()) {
    Operation *culprit = lowering.getCulprit();
    return refuse(kernel, culprit ? culprit->getLoc() : kernel.getLoc(), lowering.getReason());
  }
  std::string name = (kernel.getSymName() + "_vdla").str();
  if (SymbolTable::lookupSymbolIn(getOperation(), name))
    return kernel.emitError("expected the name @") << name << " for its program; rename this";
  if (std::optional<std::string> reason = stream.write(builder, kernel.getLoc(), name))
    return refuse(kernel, kernel.getLoc(), *reason);
  auto program = cast<ProgramOp>(SymbolTable::lookupSymbolIn(getOperation(), name));
  if (failed(useProgram(kernel, lowering, model, name)))
    return failure();
  if (!kernel->hasAttr(VdlaDialect::getProgramAttrName()))
    program.erase();
  return success();
}

void ConvertScheduleToVdla::runOnOperation() {
  SmallVector<func::FuncOp> kernels;
  for (auto kernel : getOperation().getOps<func::FuncOp>()) {
    auto device = kernel->getAttrOfType<StringAttr>(DlDialect::getDeviceAttrName());
    if (te::isKernel(kernel) && device && device.getValue() == VdlaDialect::getDeviceName())
      kernels.push_back(kernel);
  }
  for (func::FuncOp kernel : kernels)
    if (failed(convert(kernel)))
      return signalPassFailure();
}
