//===-- CompiledModel.h - a compiled model in this process ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads a compiled shared library and runs it on tensors, through its C
// interface (dlc.h) only.
//
//===----------------------------------------------------------------------===//
#ifndef DL_RUNTIME_COMPILEDMODEL_H
#define DL_RUNTIME_COMPILEDMODEL_H

#include "dl/Runtime/dlc.h"
#include "dl/Support/Tensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

namespace dl::runtime {

/// Working memory of runs.
struct FreeMemory {
  void operator()(void *memory) const { std::free(memory); }
};
struct Arena {
  std::unique_ptr<void, FreeMemory> memory;
  size_t size = 0;
};

/// Name, element type and shape of a tensor. A dim that is negative is known only at
/// run time; `dimNames` then has its symbol, or an empty name where it follows from
/// others.
struct TensorSpec {
  std::string name;
  ElementType type = ElementType::F32;
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<std::string> dimNames = {};
  /// Whether its elements are sizes, which are positive: a scalar has the input's name as size, a
  /// list that with a position, "shape[2]".
  bool decidesSizes = false;

  bool hasStaticShape() const {
    return llvm::all_of(shape, [](int64_t dim) { return dim >= 0; });
  }
};

/// A kernel call of a run.
struct KernelCallSpec {
  std::string kernel, nodes;
  llvm::SmallVector<TensorSpec, 1> outputs;
};

/// A loaded model with context and arena of its own.
class CompiledModel {
public:
  /// Told of each kernel call's begin and end.
  using Observer = llvm::function_ref<void(const dlc_event &)>;

  /// Loads a library. Code that threads may be inside of stays in the process.
  static llvm::Expected<std::unique_ptr<CompiledModel>> load(llvm::StringRef path);
  /// The same of a model that is in this process already: `lookup` finds its functions, or gives
  /// null. The caller keeps the code. `name` is for messages.
  static llvm::Expected<std::unique_ptr<CompiledModel>>
  load(llvm::function_ref<void *(const char *)> lookup, llvm::StringRef name);
  ~CompiledModel();
  CompiledModel(const CompiledModel &) = delete;
  CompiledModel &operator=(const CompiledModel &) = delete;

  llvm::ArrayRef<TensorSpec> getInputs() const { return inputs; }
  llvm::ArrayRef<TensorSpec> getOutputs() const { return outputs; }
  llvm::ArrayRef<KernelCallSpec> getKernelCalls() const { return calls; }
  int32_t getMaxThreads() const;
  size_t getArenaSize() const;
  size_t getWeightsSize() const;
  /// The kind of accelerator that the model needs and the text of its machine; null where it needs
  /// none.
  const char *getAcceleratorKind() const;
  const char *getAcceleratorMachine() const;

  /// Makes the context. `threads` 0 is as many as the model can use; `bind` pins
  /// the calling thread and its team; `map` uses the weights where the library was
  /// mapped instead of copying them, by default those of more than 2 GiB. `accelerator` is the
  /// device of a model that needs one, and outlives the model.
  llvm::Error init(int32_t threads, bool bind, std::optional<bool> map = std::nullopt,
                   const dlc_accelerator *accelerator = nullptr);

  /// The memory of the context, with the weights unless they were mapped. Empty before init().
  llvm::ArrayRef<char> getContext() const {
    return {static_cast<const char *>(contextMemory), contextSize};
  }

  /// Output tensors of the right types, and of the shapes that such inputs lead to.
  llvm::Expected<llvm::SmallVector<Tensor>> makeOutputs(llvm::ArrayRef<Tensor> inputTensors) const;

  /// Runs the model. The arena grows where inputs ask for more than the ones before.
  /// Precondition: init() succeeded. `observer` may be null.
  llvm::Error run(llvm::ArrayRef<Tensor> inputTensors, llvm::MutableArrayRef<Tensor> outputTensors,
                  Observer observer = nullptr);

  /// The same on tensors of the C interface, which checks them, in an arena of the
  /// caller; several threads may do so at once.
  dlc_status run(llvm::ArrayRef<dlc_tensor> inputTensors,
                 llvm::MutableArrayRef<dlc_tensor> outputTensors, const Arena &memory,
                 dlc_error *error) const;
  /// Told of each kernel call's begin and end; false ends the run.
  using EndingObserver = llvm::function_ref<bool(const dlc_event &)>;
  /// The same, observed. `wasEnded` says whether the observer ended it, which is no error.
  dlc_status run(llvm::ArrayRef<dlc_tensor> inputTensors,
                 llvm::MutableArrayRef<dlc_tensor> outputTensors, const Arena &memory,
                 EndingObserver observer, bool &wasEnded, dlc_error *error) const;
  /// Memory of at least so many bytes for run; null if the system has none left.
  static Arena makeArena(size_t size);
  /// What a run on such inputs needs: bytes of arena, and, where they are given, the
  /// shapes of the outputs.
  dlc_status getSizes(llvm::ArrayRef<dlc_tensor> inputTensors, size_t &arenaBytes,
                      llvm::MutableArrayRef<dlc_tensor> outputTensors, dlc_error *error) const;
  /// As the library describes them; null where the index is out of range.
  const dlc_tensor_info *getInputInfo(int32_t index) const;
  const dlc_tensor_info *getOutputInfo(int32_t index) const;
  const dlc_kernel_info *getKernelInfo(int32_t index) const;

  /// The tensor that a kernel call has just written, in place; null if its place is
  /// not known. For use in an observer at the end of a call.
  Tensor getKernelOutput(const dlc_event &event, int32_t index) const;

private:
  struct Functions;
  CompiledModel();
  llvm::Error bindFunctions(llvm::function_ref<void *(const char *)> lookup, llvm::StringRef path);
  llvm::Error reserveArena(size_t size);
  llvm::Error readDescription(llvm::StringRef path);

  std::unique_ptr<Functions> functions;
  void *library = nullptr;
  const dlc_model *model = nullptr;
  dlc_context *context = nullptr;
  /// Context and arena, from the system, freed with the object.
  void *contextMemory = nullptr;
  size_t contextSize = 0;
  Arena arena;
  llvm::SmallVector<TensorSpec> inputs, outputs;
  llvm::SmallVector<KernelCallSpec> calls;
};

} // namespace dl::runtime

#endif // DL_RUNTIME_COMPILEDMODEL_H
