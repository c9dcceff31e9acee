//===-- SmallTask.h - a product to be tuned ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_TUNING_MEASURE_SMALLTASK_H
#define DL_TEST_UNIT_TUNING_MEASURE_SMALLTASK_H

#include "dl/Pipelines/Compile.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

namespace dl::tuning {

/// A kernel of these names and this many columns, in a module at the te level; `extra` goes before
/// it.
inline std::string makeProduct(llvm::StringRef name, llvm::StringRef stage, llvm::StringRef axis,
                               int64_t columns, llvm::StringRef extra = "") {
  return llvm::formatv(R"(
{4}
func.func private @{0}(%a: tensor<16x24xf32>, %b: tensor<24x{3}xf32> {{te.layout_free},
    %c: tensor<16x{3}xf32> {{te.destination}) -> tensor<16x{3}xf32> attributes {{te.kernel} {{
  %r = te.compute "{1}" axes({2} = 16, n = {3}) reduce(k = 24) combine(add) : tensor<16x{3}xf32> {{
  ^bb0(%i: index, %j: index, %l: index):
    %0 = te.read %a[%i, %l] : tensor<16x24xf32>
    %1 = te.read %b[%l, %j] : tensor<24x{3}xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %r : tensor<16x{3}xf32>
})",
                       name, stage, axis, columns, extra)
      .str();
}

/// The tasks of a text.
inline std::vector<Task>
readTasks(const std::string &text, int64_t threads = 1,
          std::vector<std::pair<std::string, std::string>> *skipped = nullptr) {
  auto context = createCompilerContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  EXPECT_TRUE(module);
  return module ? extractTasks(*module, threads, skipped) : std::vector<Task>();
}

} // namespace dl::tuning

#endif // DL_TEST_UNIT_TUNING_MEASURE_SMALLTASK_H
