//===-- Worker.cpp - the process that measures ----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a task once, compiles each schedule and has a child run it, which has the inputs and, in
// memory that all share, the results of the rules' schedule.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/Worker.h"

#include "CompileGuard.h"
#include "TrialProcess.h"
#include "Zygote.h"

#include "dl/Support/WriteAll.h"

#include "llvm/Support/Errno.h"

#include <deque>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

using namespace dl;
using namespace dl::tuning;

/// What the te interpreter may take for a kernel.
static constexpr double interpretSeconds = 300;
/// Requests that a worker serves.
static constexpr int64_t mostRequests = 500;

namespace {

/// Tensors in memory that a worker shares with its children.
class SharedTensors {
public:
  /// False where there is not so much memory.
  bool allocate(llvm::ArrayRef<Tensor> shapes) {
    for (const Tensor &shape : shapes) {
      size_t bytes = std::max<size_t>(shape.getNumBytes(), 1);
      void *memory =
          mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
      if (memory == MAP_FAILED)
        return false;
      std::shared_ptr<const void> owner(
          memory, [bytes](const void *mapped) { munmap(const_cast<void *>(mapped), bytes); });
      tensors.push_back(Tensor(shape.getElementType(), shape.getShape(), memory, owner));
    }
    return true;
  }
  void write(llvm::ArrayRef<Tensor> values) {
    for (auto [tensor, value] : llvm::zip_equal(tensors, values))
      memcpy(tensor.getMutableData(), value.getData(), value.getNumBytes());
  }
  llvm::ArrayRef<Tensor> get() const { return tensors; }

private:
  llvm::SmallVector<Tensor> tensors;
};

/// Code of schedules that are measured again and again, as finalists are.
class RecentCode {
public:
  /// The code of a request that was compiled lately; else null.
  std::shared_ptr<const CompiledKernel> lookup(const std::string &schedule) const {
    for (const auto &[known, code] : entries)
      if (known == schedule)
        return code;
    return nullptr;
  }
  void add(std::string schedule, std::shared_ptr<const CompiledKernel> code) {
    entries.push_back({std::move(schedule), std::move(code)});
    size_t bytes = 0;
    for (const auto &[known, recent] : entries)
      bytes += recent->object.size() + recent->weights.size();
    while (entries.size() > mostEntries || (bytes > mostBytes && entries.size() > 1)) {
      bytes -= entries.front().second->object.size() + entries.front().second->weights.size();
      entries.pop_front();
    }
  }
  void clear() { entries.clear(); }

private:
  static constexpr size_t mostEntries = 32, mostBytes = size_t(64) << 20;
  std::deque<std::pair<std::string, std::shared_ptr<const CompiledKernel>>> entries;
};

class Worker {
public:
  Worker(int requests, int replies) : requests(requests), replies(replies) {}

  int run();

private:
  bool readLine(std::string &line);
  void reply(int64_t id, const Measurement &measurement);
  Measurement setTask(const TaskRequest &task);
  Measurement runTrial(const TrialRequest &trial);
  Measurement runInChild(const CodeBytes &code, const RunOrder &order);
  Measurement check();

  int requests, replies;
  std::string pending;
  std::unique_ptr<mlir::MLIRContext> context;
  std::optional<TrialKernel> kernel;
  TaskRequest task;
  SharedTensors expected;
  RecentCode recent;
  std::optional<Zygote> zygote;
};

} // namespace

bool Worker::readLine(std::string &line) {
  for (;;) {
    if (size_t end = pending.find('\n'); end != std::string::npos) {
      line = pending.substr(0, end);
      pending.erase(0, end + 1);
      return true;
    }
    char bytes[65536], *buffer = bytes;
    ssize_t count = llvm::sys::RetryAfterSignal(-1, ::read, requests, buffer, sizeof(bytes));
    if (count <= 0)
      return false;
    pending.append(buffer, static_cast<size_t>(count));
  }
}

void Worker::reply(int64_t id, const Measurement &measurement) {
  writeAll(replies, toReply(id, measurement) + "\n");
}

/// What was simulated when it was compiled.
static Measurement makeSimulated(const TaskRequest &task, const CompiledKernel &code,
                                 const Measurement &compiled) {
  Measurement result;
  result.outcome = Outcome::Ok;
  result.seconds = {code.seconds};
  result.simulator = task.simulator;
  // Records of an accelerator are the same to the byte in every run.
  if (task.simulator != vdlaSimulatorName)
    result.compileSeconds = compiled.compileSeconds;
  return result;
}

Measurement Worker::setTask(const TaskRequest &request) {
  task = request;
  zygote.reset();
  kernel.reset();
  expected = SharedTensors();
  recent.clear();
  context = createCompilerContext();
  CompileOptions options;
  options.threads = task.threads;
  options.target = task.target;
  options.cpu = task.cpu;
  options.level = task.level;
  options.name = modelName.str();
  Measurement failed;
  failed.outcome = Outcome::CompileError;
  llvm::Expected<TrialKernel> read =
      TrialKernel::read(task.module, options, *context, task.templateModule, task.sizes);
  if (!read) {
    failed.message = llvm::toString(read.takeError());
    return failed;
  }
  kernel.emplace(std::move(*read));
  if (!task.simulator.empty())
    kernel->simulate(task.simulator);
  llvm::SmallVector<Tensor> shapes = kernel->makeResults();
  if (llvm::any_of(shapes, [](const Tensor &shape) { return !shape; }) ||
      !expected.allocate(shapes)) {
    failed.outcome = Outcome::OutOfMemory;
    failed.message = "no memory for the results";
    return failed;
  }
  CompiledKernel code;
  Measurement compiled = kernel->compileDefault(code);
  if (!compiled.isOk())
    return compiled;
  if (!task.simulator.empty())
    return makeSimulated(task, code, compiled);
  // Where it cannot be prepared, running tells.
  zygote.emplace(
      task, std::vector<int>{requests, replies},
      [this] { llvm::consumeError(kernel->prepareRuns()); },
      [this](const CodeBytes &bytes, const RunOrder &order) { return runInChild(bytes, order); });
  Measurement result = zygote->run(code, {task.measure, Fault::None, /*isExpected=*/true});
  result.compileSeconds = compiled.compileSeconds;
  return result;
}

Measurement Worker::runInChild(const CodeBytes &code, const RunOrder &order) {
  for (Fault fault : {Fault::Crash, Fault::EndlessRun, Fault::Memory})
    makeFault(order.fault, fault);
  llvm::SmallVector<Tensor> outputs, wanted;
  if (!order.isExpected)
    wanted.assign(expected.get().begin(), expected.get().end());
  if (order.fault == Fault::WrongAnswer && !wanted.empty()) {
    wanted[0] = Tensor(wanted[0].getElementType(), wanted[0].getShape());
    memset(wanted[0].getMutableData(), 0x3f, wanted[0].getNumBytes());
  }
  Measurement result = kernel->run(code, wanted, order.measure, outputs);
  if (order.isExpected && result.isOk())
    expected.write(outputs);
  return result;
}

/// What makes a trial's schedule: equal for equal ones.
static std::string describeSchedule(const TrialRequest &trial) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (trial.steps)
    os << llvm::json::Value(toJSON(*trial.steps));
  if (trial.choices)
    for (const schedule::Choice &choice : *trial.choices)
      os << choice.name << " = " << choice.getValue() << "\n";
  return text;
}

Measurement Worker::runTrial(const TrialRequest &trial) {
  std::string schedule = describeSchedule(trial);
  std::shared_ptr<const CompiledKernel> code;
  if (trial.fault == Fault::None)
    code = recent.lookup(schedule);
  Measurement compiled;
  if (!code) {
    auto made = std::make_shared<CompiledKernel>();
    CompileGuard guard(replies, trial.id, task.limits);
    for (Fault fault : {Fault::CompileCrash, Fault::CompileMemory, Fault::EndlessCompile})
      makeFault(trial.fault, fault);
    compiled = trial.choices ? kernel->compile(*trial.choices, *made)
               : trial.steps ? kernel->compile(*trial.steps, *made)
                             : kernel->compileDefault(*made);
    if (!compiled.isOk())
      return compiled;
    code = std::move(made);
    recent.add(std::move(schedule), code);
  }
  if (!task.simulator.empty())
    return makeSimulated(task, *code, compiled);
  Measurement result = zygote->run(*code, {trial.measure, trial.fault, /*isExpected=*/false});
  result.compileSeconds = compiled.compileSeconds;
  return result;
}

Measurement Worker::check() {
  // The interpreter takes many times as long as code does, and others may time meanwhile.
  TaskRequest patient = task;
  patient.lock.clear();
  return runChild(patient, interpretSeconds, [&] {
    Measurement result;
    auto values = kernel->interpret();
    result.outcome = values ? Outcome::Ok : Outcome::CompileError;
    if (!values) {
      result.message = llvm::toString(values.takeError());
    } else if (std::string difference = findDifference(expected.get(), *values);
               !difference.empty()) {
      result.outcome = Outcome::WrongAnswer;
      result.message = difference;
    }
    return result;
  });
}

int Worker::run() {
#ifdef __linux__
  // Code that is measured needs no network. Where the system does not allow this, it has one.
  if (unshare(CLONE_NEWNET) != 0)
    (void)unshare(CLONE_NEWUSER | CLONE_NEWNET);
#endif
  std::string line;
  // What contexts of MLIR keep is never given back: a worker that has compiled much makes room for
  // a new one.
  for (int64_t requestsLeft = mostRequests; requestsLeft > 0 && readLine(line); --requestsLeft) {
    llvm::Expected<WorkerRequest> request = parseRequest(line);
    Measurement result;
    result.outcome = Outcome::CompileError;
    if (!request) {
      result.message = llvm::toString(request.takeError());
      reply(-1, result);
      continue;
    }
    if (request->kind == WorkerRequest::Task)
      result = setTask(request->task);
    else if (!kernel || (task.simulator.empty() && !zygote))
      result.message = "expected a task before a trial";
    else
      result = request->kind == WorkerRequest::Trial ? runTrial(request->trial) : check();
    reply(request->trial.id, result);
  }
  return 0;
}

int dl::tuning::runWorker(int requests, int replies) { return Worker(requests, replies).run(); }
