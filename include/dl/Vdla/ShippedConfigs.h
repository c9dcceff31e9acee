//===-- ShippedConfigs.h - the machines that come along ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of share/dl/vdla, which are part of the library, so that a machine can be named.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_SHIPPEDCONFIGS_H
#define DL_VDLA_SHIPPEDCONFIGS_H

#include "dl/Vdla/Config.h"

namespace dl::vdla {

/// The names of the machines in share/dl/vdla, in alphabetical order.
std::vector<std::string> getShippedConfigs();

/// The JSON text of one of them; nothing for other names.
std::optional<std::string> getShippedConfig(const std::string &name);

/// The machine that a text says: JSON where it begins with a brace, else the name of a shipped
/// one. Nothing and `error` if it is neither.
std::optional<Config> readConfig(const std::string &nameOrText, std::string &error);

} // namespace dl::vdla

#endif // DL_VDLA_SHIPPEDCONFIGS_H
