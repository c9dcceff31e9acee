//===-- Zygote.h - the process that children are forked from ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker compiles all the time. If it forked each child itself, both would copy the pages that
// either of them writes, and a child would begin by linking what all of them call. It forks one
// process for a task instead, which does nothing but fork the children. (Android calls such a
// process a zygote.)
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_MEASURE_ZYGOTE_H
#define DL_LIB_TUNING_MEASURE_ZYGOTE_H

#include "dl/Tuning/Measure/KernelTrial.h"
#include "dl/Tuning/Measure/Worker.h"

#include <functional>
#include <sys/types.h>

namespace dl::tuning {

/// What a child is to do with a compiled kernel.
struct RunOrder {
  MeasureOptions measure;
  Fault fault = Fault::None;
  /// The code is that of the rules' schedule, whose results others are compared with.
  bool isExpected = false;
};

class Zygote {
public:
  /// What a child does; its result comes back.
  using Work = std::function<Measurement(const CodeBytes &code, const RunOrder &order)>;

  /// The process is forked when it is first needed, and has the memory that this one has then.
  /// There it lets go of `files`, which are its parent's, and calls `prepare`.
  Zygote(const TaskRequest &task, std::vector<int> files, std::function<void()> prepare, Work work);
  ~Zygote() { stop(); }
  Zygote(const Zygote &) = delete;
  Zygote &operator=(const Zygote &) = delete;

  /// Has a child do the work (TrialProcess.h says under which limits).
  Measurement run(const CompiledKernel &code, const RunOrder &order);

private:
  /// The code in memory of both processes, and what is to be done with it.
  struct Message {
    size_t objectBytes = 0, weightsBytes = 0;
    RunOrder order;
  };

  bool start();
  void stop();
  [[noreturn]] void serve(int parent);
  bool writeCode(const CompiledKernel &code);

  TaskRequest task;
  std::vector<int> files;
  std::function<void()> prepare;
  Work work;
  pid_t process = -1;
  int channel = -1, memory = -1;
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_MEASURE_ZYGOTE_H
