//===-- DeviceAttrInterface.td - what describes a device ---*- tablegen -*-===//
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
#ifndef DL_INTERFACES_DEVICEATTRINTERFACE
#define DL_INTERFACES_DEVICEATTRINTERFACE

include "mlir/IR/OpBase.td"

def DeviceAttrInterface : AttrInterface<"DeviceAttrInterface"> {
  let cppNamespace = "::dl";
  let description = [{
    An entry of a device in a module's `dlti.target_system_spec` from which all that schedules
    need to know of the device follows, so that no second description can say otherwise.
  }];
  let methods = [
    InterfaceMethod<[{
        Puts what follows into the record of the machine. Other entries of the device come after it.
      }],
      "void", "describeTarget", (ins "::dl::schedule::Target &":$target)>
  ];
}

#endif // DL_INTERFACES_DEVICEATTRINTERFACE
