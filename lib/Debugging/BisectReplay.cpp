//===-- BisectReplay.cpp - how a fault is shown again -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See BisectReplay.h.
//
//===----------------------------------------------------------------------===//
#include "BisectReplay.h"

using namespace mlir;
using namespace dl;
using namespace dl::debugging;

static llvm::Error writeCommon(ReplayFolder &folder, Forms &forms, size_t good,
                               const Fault &fault) {
  if (llvm::Error error = folder.writeModule("before.mlir", forms.getModule(good)))
    return error;
  if (llvm::Error error = folder.writeInputs(forms.getModule(0), forms.getInputs()))
    return error;
  if (llvm::Error error =
          folder.writeExpected(getOutputNames(forms.getModule(0)), forms.getExpected()))
    return error;
  return folder.writeText("found.txt", "kernel: " + fault.where +
                                           "\npasses: " + joinPipeline(fault.passes) +
                                           "\ndiffers: " + fault.reason + "\n");
}

llvm::Error dl::debugging::writeInterpretedReplay(const ReplayOptions &options, Forms &forms,
                                                  const Fault &fault) {
  if (options.folder.empty())
    return llvm::Error::success();
  auto folder = ReplayFolder::create(options);
  if (!folder)
    return folder.takeError();
  if (llvm::Error error = writeCommon(*folder, forms, 0, fault))
    return error;
  return folder->writeScript("before.mlir computes expected.npz; the passes make after.mlir of it, "
                             "which does not.",
                             {folder->getInterpretCommand("before.mlir"),
                              folder->getOptCommand("before.mlir", fault.passes, "after.mlir"),
                              folder->getInterpretCommand("after.mlir")});
}

llvm::Error dl::debugging::writeCodeReplay(const ReplayOptions &options, Forms &forms, size_t good,
                                           size_t bad, const Fault &fault) {
  if (options.folder.empty())
    return llvm::Error::success();
  auto folder = ReplayFolder::create(options);
  if (!folder)
    return folder.takeError();
  if (llvm::Error error = writeCommon(*folder, forms, good, fault))
    return error;
  std::vector<std::string> lines;
  Verdict right = forms.judge(good);
  if (right.executedBy == stringify(FormKind::Loops))
    llvm::append_range(lines, folder->getCodeCommands("before.mlir", right.lowering, 0));
  else
    lines.push_back(folder->getInterpretCommand("before.mlir"));
  if (good == bad) {
    llvm::append_range(lines, folder->getCodeCommands("before.mlir", {}, options.level));
    return folder->writeScript("The code of before.mlir computes expected.npz as LLVM makes it "
                               "without optimising, and does not with it.",
                               lines);
  }
  std::vector<ListedPass> rest = forms.judge(bad).lowering;
  lines.push_back(folder->getOptCommand(
      "before.mlir", llvm::ArrayRef(forms.getPasses()).slice(good, bad - good), "after.mlir"));
  llvm::append_range(lines, folder->getCodeCommands("after.mlir", rest, 0));
  return folder->writeScript("before.mlir computes expected.npz; the passes make after.mlir of it, "
                             "which does not. Both are lowered by passes that are not at fault.",
                             lines);
}
