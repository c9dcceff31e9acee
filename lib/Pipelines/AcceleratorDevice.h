//===-- AcceleratorDevice.h - a device for dl-run ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_PIPELINES_ACCELERATORDEVICE_H
#define DL_LIB_PIPELINES_ACCELERATORDEVICE_H

#include "dl/Runtime/CompiledModel.h"
#include "dl/Runtime/Vdla/dlv.h"

namespace dl {

/// A simulated accelerator of the machine that a model was compiled for.
class AcceleratorDevice {
public:
  /// Opens what `name` says ("vdla-sim", "vdla-sim:functional"). An error where there is no such
  /// device, or where the model needs none.
  static llvm::Expected<std::unique_ptr<AcceleratorDevice>>
  open(llvm::StringRef name, const runtime::CompiledModel &model);
  ~AcceleratorDevice() { dlv_close(device); }
  AcceleratorDevice(const AcceleratorDevice &) = delete;
  AcceleratorDevice &operator=(const AcceleratorDevice &) = delete;

  const dlc_accelerator &getAccelerator() const { return accelerator; }
  /// Runs the model, and prints the accelerator's time by its clock beside the host's.
  llvm::Error run(runtime::CompiledModel &model, llvm::ArrayRef<Tensor> inputs,
                  llvm::MutableArrayRef<Tensor> outputs, double clockMHz, llvm::raw_ostream &os);

private:
  explicit AcceleratorDevice(dlv_device *device)
      : device(device), accelerator(dlv_get_accelerator(device)) {}

  dlv_device *device;
  dlc_accelerator accelerator;
};

} // namespace dl

#endif // DL_LIB_PIPELINES_ACCELERATORDEVICE_H
