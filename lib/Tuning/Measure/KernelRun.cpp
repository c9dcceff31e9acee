//===-- KernelRun.cpp - run one compiled kernel ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiled kernel is linked into this process with the run-time library of models, called,
// compared and timed, with its stack and its buffers in several places: one library can be twice
// as slow by nothing but where these lie.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/KernelTrial.h"

#include "Timing.h"

#include "dl/Runtime/Caches.h"
#include "dl/Runtime/CompiledModel.h"
#include "dl/Runtime/RuntimeFiles.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <alloca.h>

using namespace dl;
using namespace dl::tuning;
using runtime::CompiledModel;

namespace {
/// Tensors as the C interface takes them, which begin at places of their own.
class PlacedTensors {
public:
  using GetInfo = llvm::function_ref<const dlc_tensor_info *(int32_t)>;

  /// False where there is not so much memory.
  bool place(llvm::ArrayRef<Tensor> values, GetInfo getInfo, int64_t placement) {
    for (auto [number, value] : llvm::enumerate(values)) {
      // By lines in their pages, and by pages from each other.
      size_t offset = static_cast<size_t>(placement) * (64 + 4096 * number);
      memories.push_back(CompiledModel::makeArena(value.getNumBytes() + offset));
      if (!memories.back().memory)
        return false;
      const dlc_tensor_info *info = getInfo(static_cast<int32_t>(number));
      dlc_tensor tensor = {};
      tensor.data = static_cast<char *>(memories.back().memory.get()) + offset;
      memcpy(tensor.data, value.getData(), value.getNumBytes());
      tensor.device = info->device;
      tensor.ndim = info->ndim;
      tensor.dtype = info->dtype;
      // That of the model has no number for an open size.
      tensor.shape = const_cast<int64_t *>(value.getShape().data());
      tensors.push_back(tensor);
    }
    return true;
  }
  llvm::SmallVector<dlc_tensor> &get() { return tensors; }
  /// Brings them to the nearest caches, the last ones last.
  void fetch() const {
    for (const runtime::Arena &arena : memories)
      runtime::fetch({static_cast<const char *>(arena.memory.get()), arena.size});
  }

private:
  std::vector<runtime::Arena> memories;
  llvm::SmallVector<dlc_tensor> tensors;
};
} // namespace

/// Calls a function with the stack so many bytes lower.
[[gnu::noinline]] static void callBelow(size_t bytes, llvm::function_ref<void()> function) {
  auto *space = static_cast<volatile char *>(alloca(bytes + 16));
  space[0] = 0;
  function();
}

/// How far results may be from each other, in units of the largest: sums are in other orders.
static double getTolerance(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 1e-10;
  case ElementType::F32:
    return 1e-4;
  case ElementType::F16:
    return 1e-2;
  case ElementType::BF16:
    return 4e-2;
  default:
    return 0;
  }
}

std::string dl::tuning::findDifference(llvm::ArrayRef<Tensor> results,
                                       llvm::ArrayRef<Tensor> expected) {
  for (auto [number, pair] : llvm::enumerate(llvm::zip_equal(results, expected))) {
    auto &[result, wanted] = pair;
    Difference difference = compare(result, wanted);
    if (difference.getRelative() <= getTolerance(result.getElementType()))
      continue;
    return llvm::formatv("expected {0} for element {1} of result {2}, got {3}",
                         wanted.getAsDouble(difference.position), difference.position, number,
                         result.getAsDouble(difference.position))
        .str();
  }
  return "";
}

static Measurement fail(Outcome outcome, std::string message) {
  Measurement result;
  result.outcome = outcome;
  result.message = std::move(message);
  return result;
}

/// Times all placements that the options ask for. A schedule that `isSlow` is far behind: of each
/// one call is enough.
static Measurement timePlacements(CompiledModel &model, llvm::ArrayRef<Tensor> inputs,
                                  llvm::ArrayRef<Tensor> outputs, const MeasureOptions &options,
                                  bool isSlow) {
  Measurement result;
  result.outcome = Outcome::Ok;
  bool isPrepared = options.weights != WeightsPlace::Nearest && model.getWeightsSize() > 0;
  result.weights = isPrepared ? options.weights : WeightsPlace::Nearest;
  // Twice as much as the inner caches hold, which the weights leave.
  std::vector<char> sweep;
  if (isPrepared && options.weights == WeightsPlace::LastCache)
    sweep.resize(2 * static_cast<size_t>(options.innerCacheBytes), 1);
  for (int64_t number = 0; number < options.placements; ++number) {
    int64_t placement = (options.firstPlacement + number) % numPlacements;
    PlacedTensors in, out;
    dlc_error error;
    if (!in.place(
            inputs, [&](int32_t i) { return model.getInputInfo(i); }, placement) ||
        !out.place(outputs, [&](int32_t i) { return model.getOutputInfo(i); }, placement))
      return fail(Outcome::OutOfMemory, "no memory for inputs and outputs");
    // Of open sizes only the inputs tell how large it is.
    size_t arenaBytes = 0;
    dlc_status status = model.getSizes(in.get(), arenaBytes, {}, &error);
    if (status != DLC_OK)
      return fail(Outcome::WrongAnswer, error.message);
    auto arena = CompiledModel::makeArena(arenaBytes);
    if (!arena.memory)
      return fail(Outcome::OutOfMemory, "no memory for intermediate values");
    auto call = [&] { status = model.run(in.get(), out.get(), arena, &error); };
    auto prepare = [&] {
      if (options.weights == WeightsPlace::Memory)
        runtime::evict(model.getContext());
      else
        runtime::fetch(sweep);
      in.fetch();
    };
    bool ownTime = model.getMaxThreads() == 1;
    callBelow(16 * static_cast<size_t>(placement), [&] {
      if (!isSlow)
        call();
      if (status != DLC_OK)
        return;
      TimedCalls times = isSlow       ? TimedCalls{timeOnce(call, ownTime), timeReference()}
                         : isPrepared ? timePreparedCalls(prepare, call, options, ownTime)
                                      : timeCalls(call, options, ownTime);
      result.seconds.push_back(times.seconds);
      result.reference =
          number == 0 ? times.reference : std::min(result.reference, times.reference);
    });
    if (status != DLC_OK)
      return fail(Outcome::WrongAnswer, error.message);
  }
  return result;
}

llvm::Error TrialKernel::prepareRuns() {
  auto code = cpu::LoadedCode::create();
  if (!code)
    return code.takeError();
  llvm::Triple::ArchType arch = llvm::Triple(llvm::sys::getProcessTriple()).getArch();
  if (llvm::Error error =
          code->addObject(runtime::getObjectBytes(llvm::Triple::getArchTypeName(arch))))
    return error;
  // Any of its functions: they are linked together.
  if (auto address = code->lookup("dlc_abi_version"); !address)
    return address.takeError();
  loaded.emplace(std::move(*code));
  return llvm::Error::success();
}

Measurement TrialKernel::run(const CodeBytes &code, llvm::ArrayRef<Tensor> expected,
                             const MeasureOptions &measure,
                             llvm::SmallVectorImpl<Tensor> &outputs) {
  Stopwatch timer;
  auto find = [&]() -> llvm::Expected<std::unique_ptr<CompiledModel>> {
    if (!loaded)
      if (llvm::Error error = prepareRuns())
        return error;
    if (llvm::Error error = loaded->addSymbol((modelName + "_weights").str(), code.weights.data()))
      return error;
    if (llvm::Error error = loaded->addObject(code.object))
      return error;
    llvm::Error missing = llvm::Error::success();
    auto lookup = [&](const char *name) -> void * {
      auto address = loaded->lookup(name);
      if (address)
        return *address;
      missing = llvm::joinErrors(std::move(missing), address.takeError());
      return nullptr;
    };
    auto model = CompiledModel::load(lookup, "the kernel");
    if (!model)
      return llvm::joinErrors(std::move(missing), model.takeError());
    llvm::consumeError(std::move(missing));
    if (llvm::Error error = (*model)->init(static_cast<int32_t>(options.threads), /*bind=*/false))
      return error;
    return std::move(*model);
  };
  auto found = find();
  if (!found)
    return fail(Outcome::CompileError, llvm::toString(found.takeError()));
  CompiledModel &model = **found;
  auto made = model.makeOutputs(inputs);
  if (!made)
    return fail(Outcome::OutOfMemory, llvm::toString(made.takeError()));
  outputs = std::move(*made);
  // What is not written would be what was there.
  for (Tensor &output : outputs)
    memset(output.getMutableData(), 0xff, output.getNumBytes());
  llvm::Error error = llvm::Error::success();
  double first =
      timeOnce([&] { error = llvm::joinErrors(std::move(error), model.run(inputs, outputs)); },
               model.getMaxThreads() == 1);
  if (error)
    return fail(Outcome::WrongAnswer, llvm::toString(std::move(error)));
  if (!expected.empty())
    if (std::string difference = findDifference(outputs, expected); !difference.empty())
      return fail(Outcome::WrongAnswer, difference);
  Measurement result = timePlacements(model, inputs, outputs, measure, isFarBehind(first, measure));
  result.runSeconds = timer.getSeconds();
  return result;
}
