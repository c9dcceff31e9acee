//===-- Simulate.h - what dl-vdla-sim does ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a program in any of its forms, checks it, runs it functionally and by cycles.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_VDLA_SIMULATE_H
#define DL_TARGET_VDLA_SIMULATE_H

#include "dl/Vdla/FunctionalSim.h"

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"

namespace dl::vdla {

struct SimulateOptions {
  /// A file: a binary, assembly or a module.
  std::string program;
  /// The machine of a binary or of assembly, as readConfigOption takes it; empty: `paper`.
  std::string config;
  /// Names of buffers with .npy files, whose bytes they get. Others are zero at first.
  std::vector<std::pair<std::string, std::string>> inputs, outputs;
  FunctionalOptions functional;
  /// Runs it in all orders that delay one instruction or prefer one stage, and compares.
  bool isAdverse = false;
  /// Runs it in so many orders, those of one stage first and then seeded ones, and compares.
  int64_t numOrders = 1;
  /// Proves the program right before it runs.
  bool verifies = true;
  /// Times it and prints counters.
  bool countsCycles = false;
  /// Times it and prints who works when (Timeline.h).
  bool printsTimeline = false;
  /// Prints how long proving and simulating take on this machine's own clock.
  bool measuresSpeed = false;
  /// The file of a Chrome trace; empty: none.
  std::string trace;
};

/// The options that a text says: program, random:SEED, load-first, compute-first, store-first,
/// delay:INSTRUCTION, adverse or orders:NUMBER. False for another one.
bool parseOrder(llvm::StringRef text, SimulateOptions &options);

/// Does what the options say. A module may hold operations of `dialects` beside its program. Prints
/// counters to `out` and errors to `err`; files are written only where all went well.
llvm::LogicalResult simulate(const SimulateOptions &options, const mlir::DialectRegistry &dialects,
                             llvm::raw_ostream &out, llvm::raw_ostream &err);

} // namespace dl::vdla

#endif // DL_TARGET_VDLA_SIMULATE_H
