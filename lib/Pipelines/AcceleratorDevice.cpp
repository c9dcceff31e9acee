//===-- AcceleratorDevice.cpp - a device for dl-run -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AcceleratorDevice.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace dl;

llvm::Expected<std::unique_ptr<AcceleratorDevice>>
AcceleratorDevice::open(llvm::StringRef name, const runtime::CompiledModel &model) {
  auto [kind, backend] = name.split(':');
  if (kind != "vdla-sim")
    return llvm::createStringError("expected --device to be vdla-sim or vdla-sim:BACKEND, got '%s'",
                                   name.str().c_str());
  const char *machine = model.getAcceleratorMachine();
  if (!machine)
    return llvm::createStringError("expected a model that was compiled for an accelerator to run "
                                   "with --device=%s; compile it with --target=vdla",
                                   name.str().c_str());
  dlv_device *device = nullptr;
  dlv_error error;
  if (dlv_open(backend.empty() ? "cycle" : backend.str().c_str(), machine, &device, &error))
    return llvm::createStringError("--device=%s: %s", name.str().c_str(), error.message);
  return std::unique_ptr<AcceleratorDevice>(new AcceleratorDevice(device));
}

llvm::Error AcceleratorDevice::run(runtime::CompiledModel &model, llvm::ArrayRef<Tensor> inputs,
                                   llvm::MutableArrayRef<Tensor> outputs, double clockMHz,
                                   llvm::raw_ostream &os) {
  dlv_reset_counters(device);
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = model.run(inputs, outputs))
    return error;
  double total = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  dlv_counters counters = DLV_COUNTERS_INIT;
  (void)dlv_get_counters(device, &counters, nullptr);
  os << llvm::formatv("accelerator '{0}': {1} programs", dlv_machine_name(device), counters.jobs);
  if (counters.cycles > 0)
    os << llvm::formatv(", {0} cycles, {1:f3} ms at {2:f0} MHz, {3:f1} % of the peak",
                        counters.cycles, double(counters.cycles) / clockMHz / 1e3, clockMHz,
                        100.0 * double(counters.gemm_cycles) / double(counters.cycles));
  os << llvm::formatv("\nhost: {0:f3} ms beside the {1:f3} s that were simulated for\n",
                      (total - counters.seconds) * 1e3, counters.seconds);
  return llvm::Error::success();
}
