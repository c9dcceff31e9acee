//===-- Verifier.h - the parts of proving a program right -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_VERIFIER_H
#define DL_LIB_VDLA_VERIFIER_H

#include "Accesses.h"
#include "HappensBefore.h"

#include "dl/Vdla/Verify.h"

namespace dl::vdla {

/// Findings so far, with their numbers in front.
class Findings {
public:
  explicit Findings(size_t most) : most(most) {}
  void add(Rule rule, int64_t instruction, int64_t other, const std::string &message) {
    if (!isFull())
      list.push_back({rule, instruction, other, "(V" + std::to_string(int(rule)) + ") " + message});
  }
  bool isFull() const { return list.size() >= most; }
  bool isEmpty() const { return list.empty(); }
  std::vector<Finding> take() { return std::move(list); }

private:
  size_t most;
  std::vector<Finding> list;
};

/// V2 of one instruction. False if it is broken.
bool checkInstruction(const DeviceModel &model, const Program &program, int64_t index,
                      Findings &findings);

/// V3 to V5 of one instruction, for micro-ops `uops`, of which those in `loaded` are known. False
/// if one of them is broken.
bool checkBounds(const DeviceModel &model, const Program &program, int64_t index,
                 const std::vector<MicroOp> &uops, const ElementSet &loaded, Findings &findings);

/// V12 of one instruction.
void checkWriteDistance(const DeviceModel &model, const Program &program, int64_t index,
                        const std::vector<MicroOp> &uops, Findings &findings);

/// V10 of a program whose instructions all keep V4.
void checkDramRaces(const DeviceModel &model, const Program &program, const HappensBefore &order,
                    Findings &findings);

/// "no token orders them; push one from compute to load after instruction 3 (gemm) and pop it
/// before instruction 5 (load)".
std::string describeMissingEdge(const DeviceModel &model, const Program &program, int64_t first,
                                int64_t second);

} // namespace dl::vdla

#endif // DL_LIB_VDLA_VERIFIER_H
