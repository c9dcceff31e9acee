//===-- Library.cpp - compiled models in this process, from C ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl-c/Library.h. Arenas are kept for the next run, one for each thread that
// was ever inside at once.
//
//===----------------------------------------------------------------------===//
#include "dl-c/Library.h"

#include "dl/Runtime/CompiledModel.h"

#include "mlir/CAPI/Support.h"

#include <cstdio>
#include <mutex>

using dl::runtime::Arena;
using dl::runtime::CompiledModel;

namespace {

/// What DlLibrary points to.
struct Library {
  std::unique_ptr<CompiledModel> model;
  std::mutex mutex;
  std::vector<Arena> idleArenas;

  Arena takeArena(size_t size) {
    std::unique_lock<std::mutex> lock(mutex);
    Arena arena;
    if (!idleArenas.empty()) {
      arena = std::move(idleArenas.back());
      idleArenas.pop_back();
    }
    lock.unlock();
    // Inputs may ask for more than those before.
    return arena.memory && arena.size >= size ? std::move(arena) : CompiledModel::makeArena(size);
  }
  void returnArena(Arena arena) {
    std::lock_guard<std::mutex> lock(mutex);
    idleArenas.push_back(std::move(arena));
  }
};

Library *unwrap(DlLibrary library) { return static_cast<Library *>(library.ptr); }

} // namespace

DlLibrary dlLibraryLoad(MlirStringRef path, int32_t threads, MlirStringCallback onError,
                        void *userData) {
  auto fail = [&](llvm::Error error) -> DlLibrary {
    std::string text = llvm::toString(std::move(error));
    onError(mlirStringRefCreate(text.data(), text.size()), userData);
    return {nullptr};
  };
  auto model = CompiledModel::load(unwrap(path));
  if (!model)
    return fail(model.takeError());
  if (llvm::Error error = (*model)->init(threads, /*bind=*/false))
    return fail(std::move(error));
  auto library = std::make_unique<Library>();
  library->model = std::move(*model);
  return {library.release()};
}

void dlLibraryDestroy(DlLibrary library) { delete unwrap(library); }

int32_t dlLibraryGetNumInputs(DlLibrary library) {
  return unwrap(library)->model->getInputs().size();
}
int32_t dlLibraryGetNumOutputs(DlLibrary library) {
  return unwrap(library)->model->getOutputs().size();
}
const dlc_tensor_info *dlLibraryGetInput(DlLibrary library, int32_t index) {
  return unwrap(library)->model->getInputInfo(index);
}
const dlc_tensor_info *dlLibraryGetOutput(DlLibrary library, int32_t index) {
  return unwrap(library)->model->getOutputInfo(index);
}

dlc_status dlLibraryGetOutputShapes(DlLibrary library, const dlc_tensor *inputs, int32_t numInputs,
                                    dlc_tensor *outputs, int32_t numOutputs, dlc_error *error) {
  size_t size;
  return unwrap(library)->model->getSizes({inputs, static_cast<size_t>(numInputs)}, size,
                                          {outputs, static_cast<size_t>(numOutputs)}, error);
}

int32_t dlLibraryGetNumKernelCalls(DlLibrary library) {
  return static_cast<int32_t>(unwrap(library)->model->getKernelCalls().size());
}
const dlc_kernel_info *dlLibraryGetKernelCall(DlLibrary library, int32_t index) {
  return unwrap(library)->model->getKernelInfo(index);
}

dlc_status dlLibraryRun(DlLibrary library, const dlc_tensor *inputs, int32_t numInputs,
                        dlc_tensor *outputs, int32_t numOutputs, dlc_error *error) {
  bool wasEnded;
  return dlLibraryRunObserved(library, inputs, numInputs, outputs, numOutputs, /*onKernel=*/nullptr,
                              /*userData=*/nullptr, &wasEnded, error);
}

dlc_status dlLibraryRunObserved(DlLibrary handle, const dlc_tensor *inputs, int32_t numInputs,
                                dlc_tensor *outputs, int32_t numOutputs, DlKernelCallback onKernel,
                                void *userData, bool *wasEnded, dlc_error *error) {
  Library &library = *unwrap(handle);
  *wasEnded = false;
  // What is wrong with the inputs is said by the run.
  size_t size = 0;
  (void)library.model->getSizes({inputs, static_cast<size_t>(numInputs)}, size, {}, error);
  Arena arena = library.takeArena(size);
  if (!arena.memory) {
    if (error) {
      error->status = DLC_ERROR_MEMORY;
      std::snprintf(error->message, sizeof(error->message),
                    "expected memory for an arena of %zu bytes, but the system has less", size);
    }
    return DLC_ERROR_MEMORY;
  }
  llvm::ArrayRef<dlc_tensor> in(inputs, static_cast<size_t>(numInputs));
  llvm::MutableArrayRef<dlc_tensor> out(outputs, static_cast<size_t>(numOutputs));
  dlc_status status =
      onKernel
          ? library.model->run(
                in, out, arena, [&](const dlc_event &event) { return onKernel(&event, userData); },
                *wasEnded, error)
          : library.model->run(in, out, arena, error);
  library.returnArena(std::move(arena));
  return status;
}
