//===-- ExportLibrary.cpp - what was found, as schedules to read ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are read from the lines that tell what tasks are, and grouped by their machines; then
// each gets its best record's sequence.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/ExportLibrary.h"

#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Pipelines/Compile.h"
#include "dl/Support/OutputFile.h"
#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/Tasks/ScheduleByRecord.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

namespace {
/// Makes a library of a database.
class Exporter {
public:
  Exporter(const Database &database, MLIRContext &context,
           llvm::function_ref<void(const std::string &)> warn)
      : database(database), context(context), warn(warn),
        library(ModuleOp::create(UnknownLoc::get(&context))) {}

  /// The library, null where nothing is left.
  OwningOpRef<ModuleOp> run();

private:
  /// Puts a task's kernel into the module of its machine. Why that cannot be done, or nothing.
  std::string add(const KernelRecord &task);
  /// Schedules all kernels of a module.
  void schedule(ModuleOp machine);
  void leaveOut(const KernelRecord &task, const std::string &reason) {
    warn("'" + task.name + "' (" + task.task.substr(0, 12) + ") is left out: " + reason);
  }
  static DictionaryAttr describe(const KernelRecord &task, const Record &record, Builder builder);

  const Database &database;
  MLIRContext &context;
  llvm::function_ref<void(const std::string &)> warn;
  OwningOpRef<ModuleOp> library;
  llvm::MapVector<Attribute, ModuleOp> machines;
  llvm::DenseMap<Operation *, const KernelRecord *> tasks;
};
} // namespace

DictionaryAttr Exporter::describe(const KernelRecord &task, const Record &record, Builder builder) {
  const Measurement &measured = record.measurement;
  return builder.getDictionaryAttr({
      builder.getNamedAttr("task", builder.getStringAttr(task.task)),
      builder.getNamedAttr("nodes", builder.getStringAttr(task.nodes)),
      builder.getNamedAttr("target", builder.getStringAttr(record.target)),
      builder.getNamedAttr("threads", builder.getI64IntegerAttr(record.threads)),
      builder.getNamedAttr("seconds", builder.getF64FloatAttr(measured.getCost())),
      builder.getNamedAttr("weights", builder.getStringAttr(getWeightsPlaceName(measured.weights))),
      builder.getNamedAttr("search", builder.getStringAttr(record.search)),
      builder.getNamedAttr("trial", builder.getI64IntegerAttr(record.trial)),
  });
}

std::string Exporter::add(const KernelRecord &task) {
  std::string problem = "its kernel cannot be read";
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    problem = "its kernel cannot be read: " + diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(task.module, &context);
  auto kernel = module ? module->lookupSymbol<func::FuncOp>(taskKernelName) : func::FuncOp();
  if (!kernel || failed(schedule::readTarget(*module)))
    return problem;
  if (getTaskKey(kernel, task.threads) != task.task)
    return "its kernel has another key, as of another version; tune it again";
  Attribute spec = (*module)->getAttr(schedule::targetSpecAttrName);
  ModuleOp &machine = machines[spec];
  if (!machine) {
    machine = ModuleOp::create(UnknownLoc::get(&context), schedule::getTarget(*module)->name);
    if (spec)
      machine->setAttr(schedule::targetSpecAttrName, spec);
    SymbolTable(*library).insert(machine);
  }
  kernel->remove();
  kernel.setSymName(task.name.empty() ? taskKernelName.str() : task.name);
  SymbolTable(machine).insert(kernel);
  tasks[kernel] = &task;
  return "";
}

void Exporter::schedule(ModuleOp machine) {
  // Intrinsics that no sequence names would hide the schedules.
  std::shared_ptr<const schedule::Target> target = schedule::getTarget(machine);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    warn("the intrinsics of '" + target->name + "' are left out: " + diagnostic.str());
    return success();
  });
  // The name of this machine's CPU may say less than what it has, as in a virtual machine.
  bool isHere = target->name == llvm::sys::getHostCPUName();
  (void)loadIntrinsics(machine, target->triple, isHere ? "native" : target->name);
  for (auto kernel : llvm::to_vector(machine.getOps<func::FuncOp>())) {
    const KernelRecord &task = *tasks.lookup(kernel);
    std::string problem = scheduleByRecord(kernel, database, task.threads, "dl-tune-export");
    if (problem.empty()) {
      kernel->setAttr(schedule::recordAttrName,
                      describe(task, *database.findBest(task.task), Builder(&context)));
      continue;
    }
    leaveOut(task, problem);
    kernel.erase();
  }
  llvm::StringSet<> named;
  machine.walk([&](schedule::TensorizeOp step) { named.insert(step.getIntrinsic()); });
  for (auto intrinsic : llvm::to_vector(machine.getOps<schedule::IntrinsicOp>()))
    if (!named.contains(intrinsic.getSymName()))
      intrinsic.erase();
}

OwningOpRef<ModuleOp> Exporter::run() {
  for (const KernelRecord &task : database.getKernels())
    if (database.findBest(task.task))
      if (std::string problem = add(task); !problem.empty())
        leaveOut(task, problem);
  for (auto &[spec, machine] : machines)
    schedule(machine);
  bool isEmpty = true;
  library->walk([&](func::FuncOp) { isEmpty = false; });
  return isEmpty ? nullptr : std::move(library);
}

llvm::Error dl::tuning::exportLibrary(llvm::StringRef path, llvm::StringRef output,
                                      const Database::Warn &warnLine,
                                      llvm::function_ref<void(const std::string &)> warn) {
  if (!llvm::sys::fs::exists(path))
    return llvm::createStringError("expected '" + path +
                                   "' to be a file of records; make one with dl-tune MODEL "
                                   "--db=FILE");
  llvm::Expected<Database> database = Database::open(path, warnLine);
  if (!database)
    return database.takeError();
  InputFiles inputs;
  inputs.add(path);
  llvm::Expected<OutputFile> file = OutputFile::open(output, inputs);
  if (!file)
    return file.takeError();
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  OwningOpRef<ModuleOp> library = Exporter(*database, *context, warn).run();
  if (!library)
    return llvm::createStringError("expected '" + path +
                                   "' to have a record of the outcome ok that can be exported, "
                                   "got none; tune a model with dl-tune MODEL --db=FILE");
  if (llvm::Error error = file->write([&](llvm::raw_ostream &os) {
        os << "// The fastest schedules that were measured, for dl-opt "
              "--schedule-apply-library=library=FILE.\n";
        library->print(os);
        os << "\n";
      }))
    return error;
  return file->keep();
}
