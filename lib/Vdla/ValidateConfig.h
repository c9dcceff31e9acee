//===-- ValidateConfig.h - the parts of validating a configuration --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_VALIDATECONFIG_H
#define DL_LIB_VDLA_VALIDATECONFIG_H

#include "dl/Vdla/Config.h"

namespace dl::vdla {

struct NamedCode {
  std::string name;
  uint64_t code;
};

/// Names and codes of a set, in the order of the configuration.
std::vector<NamedCode> getCodes(const Config &config, CodeSet set);

/// The key of a set in a configuration's text: "pads".
const char *getSetName(CodeSet set);

/// Bytes of one element of a memory.
int64_t computeElementBytes(const Config &config, Memory memory);

/// Rules of formats and of micro-ops: fields that are needed, overlaps, widths.
std::optional<std::string> checkFormats(const Config &config);

} // namespace dl::vdla

#endif // DL_LIB_VDLA_VALIDATECONFIG_H
