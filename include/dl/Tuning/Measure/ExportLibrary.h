//===-- ExportLibrary.h - what was found, as schedules to read --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule library is what `schedule-apply-library` reads: kernels that name sequences.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_EXPORTLIBRARY_H
#define DL_TUNING_MEASURE_EXPORTLIBRARY_H

#include "dl/Tuning/Database.h"

namespace dl::tuning {

/// Writes the best record of each task of a database to the file `output` ("-": standard output):
/// the kernel in its canonical form, in a module that describes its machine, with the record's
/// steps as a sequence. `warn` is told of tasks that are left out, and why. An error where none is
/// left or the file cannot be written.
llvm::Error exportLibrary(llvm::StringRef database, llvm::StringRef output,
                          const Database::Warn &warnLine,
                          llvm::function_ref<void(const std::string &)> warn);

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_EXPORTLIBRARY_H
