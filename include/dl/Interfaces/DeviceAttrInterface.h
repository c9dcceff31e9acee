//===-- DeviceAttrInterface.h - what describes a device ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of attributes that describe a whole device.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_DEVICEATTRINTERFACE_H
#define DL_INTERFACES_DEVICEATTRINTERFACE_H

#include "dl/Schedule/Target.h"

#include "mlir/IR/Attributes.h"

#include "dl/Interfaces/DeviceAttrInterface.h.inc"

#endif // DL_INTERFACES_DEVICEATTRINTERFACE_H
