//===-- Task.cpp - kernels that are to be tuned ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the distinct kernels of a module and gives them their canonical form.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Tasks/Task.h"

#include "dl/Codegen/NodeNames.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Support/ContentCache.h"
#include "dl/Tuning/Tasks/OpenSizes.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

/// What schedules mean. To be raised where equal steps make other loops than before.
static constexpr uint64_t scheduleVersion = 1;

std::string dl::tuning::getNoTaskReason(func::FuncOp kernel) {
  if (schedule::getStages(kernel).empty())
    return "it has no stage that a schedule could change";
  if (schedule::hasSchedule(kernel))
    return "it has a schedule";
  WalkResult calls = kernel.walk([](te::ExternOp) { return WalkResult::interrupt(); });
  return calls.wasInterrupted() ? "it calls a function of another library" : "";
}

/// Gives stages, axes and the function names that do not depend on the model.
static void makeCanonical(func::FuncOp kernel) {
  kernel.setSymName(taskKernelName);
  schedule::setStageNames(kernel, schedule::getCanonicalNames(kernel));
}

/// The device that a kernel is for; empty where it names none.
static StringRef getDevice(func::FuncOp kernel) {
  auto device = kernel->getAttrOfType<StringAttr>(DlDialect::getDeviceAttrName());
  return device ? device.getValue() : StringRef();
}

/// What a target says of one of its devices, of the first if none is named: others make no
/// difference.
static Attribute restrictSpec(Attribute spec, StringRef device) {
  auto system = dyn_cast<TargetSystemSpecInterface>(spec);
  if (!system)
    return spec;
  for (DataLayoutEntryInterface entry : system.getEntries()) {
    auto name = dyn_cast<StringAttr>(entry.getKey());
    if (name && isa<TargetDeviceSpecInterface>(entry.getValue()) &&
        (device.empty() || name.getValue() == device))
      return TargetSystemSpecAttr::get(spec.getContext(), entry);
  }
  return spec;
}

/// A module with the kernel alone, in canonical form.
static OwningOpRef<ModuleOp> isolate(func::FuncOp kernel) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(kernel.getContext()));
  if (auto outer = kernel->getParentOfType<ModuleOp>())
    if (Attribute spec = outer->getAttr(schedule::targetSpecAttrName))
      (*module)->setAttr(schedule::targetSpecAttrName, restrictSpec(spec, getDevice(kernel)));
  func::FuncOp copy = kernel.clone();
  module->push_back(copy);
  makeCanonical(copy);
  return module;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  os << "\n";
  return text;
}

static std::string hash(llvm::StringRef module, int64_t threads) {
  return ContentHash().add("task").add(scheduleVersion).add(threads).add(module).finish();
}

/// Threads are the CPU's.
static int64_t getThreads(func::FuncOp kernel, int64_t threads) {
  return getDevice(kernel).empty() ? threads : 1;
}

std::string dl::tuning::getTaskKey(func::FuncOp kernel, int64_t threads) {
  return getNoTaskReason(kernel).empty()
             ? hash(print(*isolate(kernel)), getThreads(kernel, threads))
             : "";
}

KernelRecord dl::tuning::makeKernelRecord(const Task &task) {
  return {task.key, task.target, task.threads, task.name, task.nodes, task.module};
}

/// Operands whose layout is free are constants.
static int64_t getWeightBytes(func::FuncOp kernel) {
  int64_t bytes = 0;
  for (BlockArgument argument : kernel.getArguments())
    if (auto type = dyn_cast<RankedTensorType>(argument.getType());
        type && kernel.getArgAttr(argument.getArgNumber(), te::TeDialect::getLayoutFreeAttrName()))
      bytes += llvm::divideCeil(type.getNumElements() * type.getElementTypeBitWidth(), 8);
  return bytes;
}

/// Why what a task is cannot be recorded; empty where it can.
static std::string getSizeReason(const Task &task) {
  size_t bytes = toLine(makeKernelRecord(task)).size();
  if (bytes <= maxRecordBytes)
    return "";
  return "its record would have " + std::to_string(bytes) + " bytes, more than the " +
         std::to_string(maxRecordBytes) + " of a line";
}

/// What stands for the open sizes of a kernel where it is first called, `usualSize` where it never
/// is; none where they do not follow from those of the model.
static std::optional<std::vector<int64_t>> chooseSizes(func::FuncOp kernel, func::CallOp call,
                                                       ShapeEvaluator &evaluator) {
  if (!hasOpenDims(kernel))
    return std::vector<int64_t>();
  std::optional<std::vector<int64_t>> sizes;
  if (call) {
    sizes = getOperandSizes(call, evaluator);
  } else {
    size_t numSizes = 0;
    for (Type type : kernel.getArgumentTypes().drop_back(te::getNumDestinations(kernel)))
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        numSizes += tensor.getNumDynamicDims();
    sizes.emplace(numSizes, usualSize);
  }
  return sizes && buildSizedSchedule(kernel, *sizes) ? sizes : std::nullopt;
}

std::vector<Task>
dl::tuning::extractTasks(ModuleOp module, int64_t threads,
                         std::vector<std::pair<std::string, std::string>> *skipped,
                         const std::map<std::string, int64_t> &named, llvm::StringRef device) {
  llvm::StringMap<int64_t> uses;
  llvm::StringMap<func::CallOp> calls;
  module.walk([&](func::CallOp call) {
    ++uses[call.getCallee()];
    calls.try_emplace(call.getCallee(), call);
  });
  ShapeEvaluator evaluator;
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    evaluator.setArguments(main, named);
  std::vector<Task> tasks;
  llvm::StringMap<size_t> known;
  auto skip = [&](func::FuncOp kernel, std::string reason) {
    if (skipped)
      skipped->push_back({kernel.getSymName().str(), std::move(reason)});
  };
  for (auto kernel : module.getOps<func::FuncOp>()) {
    if (!te::isKernel(kernel))
      continue;
    if (std::string reason = getNoTaskReason(kernel); !reason.empty()) {
      skip(kernel, std::move(reason));
      continue;
    }
    if (llvm::StringRef own = getDevice(kernel); own != device) {
      skip(kernel, own.empty() ? "it is for the CPU"
                               : "it is for device '" + own.str() + "', not for the CPU");
      continue;
    }
    std::optional<std::vector<int64_t>> sizes =
        chooseSizes(kernel, calls.lookup(kernel.getSymName()), evaluator);
    if (!sizes) {
      skip(kernel,
           "its extents are known only at run time, and do not follow from the sizes of the "
           "model's inputs");
      continue;
    }
    std::string text = print(*isolate(kernel));
    int64_t ownThreads = getThreads(kernel, threads);
    std::string key = hash(text, ownThreads);
    auto entry = known.find(key);
    if (entry == known.end()) {
      Task task{key,
                kernel.getSymName().str(),
                codegen::getNodeNames(kernel.getLoc()),
                schedule::getTarget(kernel)->name,
                ownThreads,
                0,
                getWeightBytes(kernel),
                /*otherWeightBytes=*/0,
                std::move(text),
                std::move(*sizes),
                /*templateModule=*/""};
      if (std::string reason = getSizeReason(task); !reason.empty()) {
        skip(kernel, std::move(reason));
        continue;
      }
      entry = known.try_emplace(key, tasks.size()).first;
      tasks.push_back(std::move(task));
    }
    tasks[entry->second].uses += uses.lookup(kernel.getSymName());
  }
  int64_t all = 0;
  for (const Task &task : tasks)
    all += task.weightBytes * std::max<int64_t>(task.uses, 1);
  for (Task &task : tasks)
    task.otherWeightBytes = all - task.weightBytes;
  return tasks;
}
