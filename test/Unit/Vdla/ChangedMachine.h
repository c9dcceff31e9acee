//===-- ChangedMachine.h - the paper's machine, changed ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_CHANGEDMACHINE_H
#define DL_TEST_VDLA_CHANGEDMACHINE_H

#include "Machines.h"

#include <functional>

namespace dl::vdla::test {

/// The reason why the paper's machine, changed, is none.
inline std::string refuse(const std::function<void(Config &)> &change) {
  Config config = readMachine("paper");
  change(config);
  return validate(config).value_or("valid");
}

inline Format &getFormat(Config &config, InstructionKind kind) {
  for (Format &format : config.formats)
    if (format.kind == kind)
      return format;
  return config.formats.front();
}

inline FieldDesc &getField(std::vector<FieldDesc> &fields, FieldId id) {
  for (FieldDesc &field : fields)
    if (field.field == id)
      return field;
  return fields.front();
}

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_CHANGEDMACHINE_H
