//===-- CompiledModel.cpp - a compiled model in this process ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dlopen, and tensors to and from the C interface.
//
//===----------------------------------------------------------------------===//
#include "dl/Runtime/CompiledModel.h"
#include "dl/Support/Programs.h"

#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <csetjmp>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/mman.h>

using namespace dl::runtime;
using dl::ElementType;
using dl::Tensor;
using llvm::StringRef;

/// The C interface of one library.
struct CompiledModel::Functions {
#define DLC_FUNCTION(name) decltype(&::name) name = nullptr
  DLC_FUNCTION(dlc_get_model);
  DLC_FUNCTION(dlc_abi_version);
  DLC_FUNCTION(dlc_max_threads);
  DLC_FUNCTION(dlc_num_inputs);
  DLC_FUNCTION(dlc_num_outputs);
  DLC_FUNCTION(dlc_num_kernel_calls);
  DLC_FUNCTION(dlc_input);
  DLC_FUNCTION(dlc_output);
  DLC_FUNCTION(dlc_kernel_call);
  DLC_FUNCTION(dlc_weights_size);
  DLC_FUNCTION(dlc_arena_size);
  DLC_FUNCTION(dlc_context_size);
  DLC_FUNCTION(dlc_num_symbols);
  DLC_FUNCTION(dlc_symbol);
  DLC_FUNCTION(dlc_sizes);
  DLC_FUNCTION(dlc_init);
  DLC_FUNCTION(dlc_run);
  DLC_FUNCTION(dlc_deinit);
  DLC_FUNCTION(dlc_event_output);
  // Models of older compilers have none of these.
  DLC_FUNCTION(dlc_accelerator_kind);
  DLC_FUNCTION(dlc_accelerator_machine);
#undef DLC_FUNCTION
};

CompiledModel::CompiledModel() : functions(std::make_unique<Functions>()) {}

CompiledModel::~CompiledModel() {
  if (context)
    functions->dlc_deinit(context);
  std::free(contextMemory);
  // A library for several threads may be the only one that holds libomp, whose
  // threads wait inside it.
  if (library && model && getMaxThreads() == 1)
    dlclose(library);
}

static std::optional<ElementType> getElementType(dlc_dtype dtype) {
  if (dtype.code == DLC_INT || dtype.code == DLC_UINT) {
    bool isUnsigned = dtype.code == DLC_UINT;
    switch (dtype.bits) {
    case 2:
    case 4:
      return ElementType::U8;
    case 8:
      return isUnsigned ? ElementType::U8 : ElementType::I8;
    case 16:
      return isUnsigned ? ElementType::U16 : ElementType::I16;
    case 32:
      return isUnsigned ? ElementType::U32 : ElementType::I32;
    case 64:
      return isUnsigned ? ElementType::U64 : ElementType::I64;
    }
  }
  if (dtype.code >= DLC_FLOAT8_E4M3FN && dtype.code <= DLC_FLOAT4_E2M1FN)
    return ElementType::U8;
  if (dtype.code == DLC_BOOL && dtype.bits == 8)
    return ElementType::I1;
  if (dtype.code == DLC_BFLOAT && dtype.bits == 16)
    return ElementType::BF16;
  if (dtype.code == DLC_FLOAT) {
    switch (dtype.bits) {
    case 16:
      return ElementType::F16;
    case 32:
      return ElementType::F32;
    case 64:
      return ElementType::F64;
    }
  }
  return std::nullopt;
}

static dlc_dtype getDtype(ElementType type) {
  auto bits = static_cast<uint8_t>(8 * dl::getByteWidth(type));
  switch (type) {
  case ElementType::I1:
    return {DLC_BOOL, bits, 1};
  case ElementType::I8:
  case ElementType::I16:
  case ElementType::I32:
  case ElementType::I64:
    return {DLC_INT, bits, 1};
  case ElementType::U8:
  case ElementType::U16:
  case ElementType::U32:
  case ElementType::U64:
    return {DLC_UINT, bits, 1};
  case ElementType::BF16:
    return {DLC_BFLOAT, bits, 1};
  case ElementType::F16:
  case ElementType::F32:
  case ElementType::F64:
    return {DLC_FLOAT, bits, 1};
  }
  llvm_unreachable("unknown element type");
}

static llvm::Expected<TensorSpec> getSpec(const dlc_tensor_info &info, StringRef path) {
  std::optional<ElementType> type = getElementType(info.dtype);
  if (!type)
    return llvm::createStringError("'%s': expected tensors of numbers, got dtype code %d with %d "
                                   "bits for '%s'",
                                   path.str().c_str(), info.dtype.code, info.dtype.bits, info.name);
  return TensorSpec{info.name, *type, {info.shape, info.shape + info.ndim}};
}

/// An error for a library of another architecture, which the loader says is not there.
static llvm::Error checkArchitecture(StringRef path) {
  auto file = llvm::object::ObjectFile::createObjectFile(path);
  if (!file) {
    // The loader says what it is else.
    llvm::consumeError(file.takeError());
    return llvm::Error::success();
  }
  llvm::Triple::ArchType own = llvm::Triple(llvm::sys::getProcessTriple()).getArch(),
                         other = file->getBinary()->getArch();
  if (own == other)
    return llvm::Error::success();
  return llvm::createStringError(
      "cannot load '%s': expected a library for %s, got one for %s; run it on such a machine",
      path.str().c_str(), llvm::Triple::getArchTypeName(own).data(),
      llvm::Triple::getArchTypeName(other).data());
}

/// Loads the libomp of an installation that brings its own, for models that ask for one by its
/// name.
static void loadOwnOpenMP() {
  static const bool once = [] {
    std::string path = dl::findLibraryFolder() + "/libomp.so.5";
    if (llvm::sys::fs::exists(path))
      (void)dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return true;
  }();
  (void)once;
}

llvm::Expected<std::unique_ptr<CompiledModel>> CompiledModel::load(StringRef path) {
  if (llvm::Error error = checkArchitecture(path))
    return error;
  loadOwnOpenMP();
  // Without a slash the loader would look in the system's folders.
  llvm::SmallString<128> absolute(path);
  if (std::error_code error = llvm::sys::fs::make_absolute(absolute))
    return llvm::createFileError(path, error);
  void *library = dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return llvm::createStringError("cannot load '%s': %s", path.str().c_str(), dlerror());
  auto result = load([&](const char *name) { return dlsym(library, name); }, path);
  if (result)
    (*result)->library = library;
  return result;
}

llvm::Expected<std::unique_ptr<CompiledModel>>
CompiledModel::load(llvm::function_ref<void *(const char *)> lookup, StringRef name) {
  std::unique_ptr<CompiledModel> result(new CompiledModel());
  if (llvm::Error error = result->bindFunctions(lookup, name))
    return error;
  if (llvm::Error error = result->readDescription(name))
    return error;
  return result;
}

llvm::Error CompiledModel::bindFunctions(llvm::function_ref<void *(const char *)> lookup,
                                         StringRef path) {
  const char *missing = nullptr;
  auto bind = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(lookup(name));
    if (!function && !missing)
      missing = name;
  };
#define DLC_BIND(name) bind(functions->name, #name)
  DLC_BIND(dlc_get_model);
  DLC_BIND(dlc_abi_version);
  DLC_BIND(dlc_max_threads);
  DLC_BIND(dlc_num_inputs);
  DLC_BIND(dlc_num_outputs);
  DLC_BIND(dlc_num_kernel_calls);
  DLC_BIND(dlc_input);
  DLC_BIND(dlc_output);
  DLC_BIND(dlc_kernel_call);
  DLC_BIND(dlc_weights_size);
  DLC_BIND(dlc_arena_size);
  DLC_BIND(dlc_context_size);
  DLC_BIND(dlc_num_symbols);
  DLC_BIND(dlc_symbol);
  DLC_BIND(dlc_sizes);
  DLC_BIND(dlc_init);
  DLC_BIND(dlc_run);
  DLC_BIND(dlc_deinit);
  DLC_BIND(dlc_event_output);
#undef DLC_BIND
#define DLC_BIND_OPTIONAL(name)                                                                    \
  functions->name = reinterpret_cast<decltype(functions->name)>(lookup(#name))
  DLC_BIND_OPTIONAL(dlc_accelerator_kind);
  DLC_BIND_OPTIONAL(dlc_accelerator_machine);
#undef DLC_BIND_OPTIONAL
  if (missing)
    return llvm::createStringError("'%s': expected a compiled model, but it has no function '%s'; "
                                   "make one with dl-compile",
                                   path.str().c_str(), missing);
  const dlc_model *found = functions->dlc_get_model();
  if (functions->dlc_abi_version(found) != DLC_ABI_VERSION)
    return llvm::createStringError("'%s': expected a model of ABI version %d, got %d; compile it "
                                   "again",
                                   path.str().c_str(), DLC_ABI_VERSION,
                                   functions->dlc_abi_version(found));
  model = found;
  return llvm::Error::success();
}

llvm::Error CompiledModel::readDescription(StringRef path) {
  auto add = [&](llvm::SmallVectorImpl<TensorSpec> &list,
                 const dlc_tensor_info &info) -> llvm::Error {
    llvm::Expected<TensorSpec> spec = getSpec(info, path);
    if (!spec)
      return spec.takeError();
    for (int64_t dim : spec->shape)
      spec->dimNames.push_back(dim < 0 && -1 - dim < functions->dlc_num_symbols(model)
                                   ? functions->dlc_symbol(model, static_cast<int32_t>(-1 - dim))
                                   : "");
    spec->decidesSizes = info.flags & DLC_TENSOR_DECIDES_SIZES;
    list.push_back(std::move(*spec));
    return llvm::Error::success();
  };
  for (int32_t i = 0; i < functions->dlc_num_inputs(model); ++i)
    if (llvm::Error error = add(inputs, *functions->dlc_input(model, i)))
      return error;
  for (int32_t i = 0; i < functions->dlc_num_outputs(model); ++i)
    if (llvm::Error error = add(outputs, *functions->dlc_output(model, i)))
      return error;
  for (int32_t i = 0; i < functions->dlc_num_kernel_calls(model); ++i) {
    const dlc_kernel_info *info = functions->dlc_kernel_call(model, i);
    KernelCallSpec call{info->kernel, info->nodes, {}};
    for (int32_t output = 0; output < info->num_outputs; ++output)
      if (llvm::Error error = add(call.outputs, info->outputs[output].tensor))
        return error;
    calls.push_back(std::move(call));
  }
  return llvm::Error::success();
}

int32_t CompiledModel::getMaxThreads() const { return functions->dlc_max_threads(model); }
size_t CompiledModel::getArenaSize() const { return functions->dlc_arena_size(model); }
size_t CompiledModel::getWeightsSize() const { return functions->dlc_weights_size(model); }

const char *CompiledModel::getAcceleratorKind() const {
  return functions->dlc_accelerator_kind ? functions->dlc_accelerator_kind(model) : nullptr;
}
const char *CompiledModel::getAcceleratorMachine() const {
  return functions->dlc_accelerator_machine ? functions->dlc_accelerator_machine(model) : nullptr;
}

/// Bigger weights are used where the library was mapped: a copy would double the memory.
static constexpr size_t largestCopy = size_t(2) << 30;

/// Memory for a context or an arena; a big one on huge pages, where the system has
/// them.
static void *allocate(size_t size) {
  constexpr size_t hugePage = size_t(2) << 20;
  size_t alignment = size >= hugePage ? hugePage : DLC_ALIGNMENT;
  size_t rounded = llvm::alignTo(size, alignment);
  void *memory = std::aligned_alloc(alignment, rounded);
  if (memory && alignment == hugePage)
    (void)madvise(memory, rounded, MADV_HUGEPAGE);
  return memory;
}

llvm::Error CompiledModel::init(int32_t threads, bool bind, std::optional<bool> map,
                                const dlc_accelerator *accelerator) {
  bool mapWeights = map.value_or(getWeightsSize() > largestCopy);
  dlc_options options = DLC_OPTIONS_INIT;
  options.threads = threads;
  options.bind_threads = bind;
  options.map_weights = mapWeights;
  options.accelerator = accelerator;
  size_t size = functions->dlc_context_size(model, &options);
  contextMemory = allocate(size);
  contextSize = contextMemory ? size : 0;
  if (!contextMemory)
    return llvm::createStringError("expected %zu bytes of memory for the context, but the system "
                                   "has less",
                                   size);
  if (llvm::Error error = reserveArena(getArenaSize()))
    return error;
  dlc_error error;
  if (functions->dlc_init(model, &options, contextMemory, size, &context, &error) != DLC_OK)
    return llvm::createStringError("%s", error.message);
  return llvm::Error::success();
}

/// A tensor for `info`, whose narrow elements are bytes here.
static dlc_tensor toTensor(const Tensor &tensor, const dlc_tensor_info *info) {
  dlc_tensor result = {};
  result.data = const_cast<void *>(tensor.getData());
  result.device = {1, 0};
  result.ndim = tensor.getShape().size();
  bool isSame = info && getElementType(info->dtype) == tensor.getElementType();
  result.dtype = isSame ? info->dtype : getDtype(tensor.getElementType());
  result.shape = const_cast<int64_t *>(tensor.getShape().data());
  return result;
}

llvm::Error CompiledModel::reserveArena(size_t size) {
  if (arena.memory && size <= arena.size)
    return llvm::Error::success();
  arena = Arena();
  arena = makeArena(size);
  if (!arena.memory)
    return llvm::createStringError("expected %zu bytes of memory for the arena, but the system has "
                                   "less",
                                   size);
  return llvm::Error::success();
}

llvm::Expected<llvm::SmallVector<Tensor>>
CompiledModel::makeOutputs(llvm::ArrayRef<Tensor> inputTensors) const {
  llvm::SmallVector<Tensor> result;
  llvm::SmallVector<dlc_tensor> in, out;
  llvm::SmallVector<llvm::SmallVector<int64_t>> shapes;
  for (const Tensor &tensor : inputTensors)
    in.push_back(toTensor(tensor, functions->dlc_input(model, in.size())));
  for (const TensorSpec &spec : outputs)
    shapes.push_back(spec.shape);
  for (llvm::SmallVector<int64_t> &shape : shapes) {
    dlc_tensor tensor = {};
    tensor.shape = shape.data();
    out.push_back(tensor);
  }
  dlc_error error;
  size_t arenaBytes;
  if (getSizes(in, arenaBytes, out, &error) != DLC_OK)
    return llvm::createStringError("%s", error.message);
  for (auto [spec, shape] : llvm::zip_equal(outputs, shapes)) {
    result.push_back(Tensor(spec.type, shape));
    if (!result.back())
      return llvm::createStringError("expected memory for output '%s', there is not so much",
                                     spec.name.c_str());
  }
  return result;
}

llvm::Error CompiledModel::run(llvm::ArrayRef<Tensor> inputTensors,
                               llvm::MutableArrayRef<Tensor> outputTensors, Observer observer) {
  llvm::SmallVector<dlc_tensor> in, out;
  for (const Tensor &tensor : inputTensors)
    in.push_back(toTensor(tensor, functions->dlc_input(model, in.size())));
  for (const Tensor &tensor : outputTensors)
    out.push_back(toTensor(tensor, functions->dlc_output(model, out.size())));
  dlc_run_options options = DLC_RUN_OPTIONS_INIT;
  options.on_kernel = [](void *user, const dlc_event *event) {
    (*static_cast<Observer *>(user))(*event);
  };
  options.user = &observer;
  dlc_error error;
  // What is wrong with the inputs is said by the run.
  size_t needed = 0;
  (void)getSizes(in, needed, {}, &error);
  if (llvm::Error failed = reserveArena(needed))
    return failed;
  if (functions->dlc_run(context, arena.memory.get(), arena.size, in.data(), in.size(), out.data(),
                         out.size(), observer ? &options : nullptr, &error) != DLC_OK)
    return llvm::createStringError("%s", error.message);
  return llvm::Error::success();
}

dlc_status CompiledModel::run(llvm::ArrayRef<dlc_tensor> inputTensors,
                              llvm::MutableArrayRef<dlc_tensor> outputTensors, const Arena &memory,
                              dlc_error *error) const {
  return functions->dlc_run(context, memory.memory.get(), memory.size, inputTensors.data(),
                            inputTensors.size(), outputTensors.data(), outputTensors.size(),
                            /*options=*/nullptr, error);
}

namespace {
/// A run that may be left from inside a hook.
struct ObservedRun {
  CompiledModel::EndingObserver observer;
  jmp_buf end;
};
} // namespace

static void onKernel(void *user, const dlc_event *event) {
  auto *run = static_cast<ObservedRun *>(user);
  // Between here and there are dlc_run and generated code only, which is C: nothing is to be
  // destroyed, and all that it writes is the arena and the outputs.
  if (!run->observer(*event))
    longjmp(run->end, 1);
}

dlc_status CompiledModel::run(llvm::ArrayRef<dlc_tensor> inputTensors,
                              llvm::MutableArrayRef<dlc_tensor> outputTensors, const Arena &memory,
                              EndingObserver observer, bool &wasEnded, dlc_error *error) const {
  ObservedRun run{observer, {}};
  dlc_run_options options = DLC_RUN_OPTIONS_INIT;
  options.on_kernel = onKernel;
  options.user = &run;
  wasEnded = false;
  // The number of threads that dlc_run sets for this one, and would set back.
  auto find = [&](const char *name) -> void * {
    return library && getMaxThreads() > 1 ? dlsym(library, name) : nullptr;
  };
  auto *getThreads = reinterpret_cast<int (*)()>(find("omp_get_max_threads"));
  auto *setThreads = reinterpret_cast<void (*)(int)>(find("omp_set_num_threads"));
  const int before = getThreads && setThreads ? getThreads() : 0;
  if (setjmp(run.end) == 0)
    return functions->dlc_run(context, memory.memory.get(), memory.size, inputTensors.data(),
                              inputTensors.size(), outputTensors.data(), outputTensors.size(),
                              &options, error);
  if (before > 0)
    setThreads(before);
  wasEnded = true;
  return DLC_OK;
}

Arena CompiledModel::makeArena(size_t size) {
  Arena arena;
  arena.memory.reset(allocate(std::max<size_t>(size, 1)));
  arena.size = arena.memory ? size : 0;
  return arena;
}

dlc_status CompiledModel::getSizes(llvm::ArrayRef<dlc_tensor> inputTensors, size_t &arenaBytes,
                                   llvm::MutableArrayRef<dlc_tensor> outputTensors,
                                   dlc_error *error) const {
  return functions->dlc_sizes(model, inputTensors.data(), inputTensors.size(), &arenaBytes,
                              outputTensors.empty() ? nullptr : outputTensors.data(),
                              outputTensors.size(), error);
}

const dlc_kernel_info *CompiledModel::getKernelInfo(int32_t index) const {
  return functions->dlc_kernel_call(model, index);
}
const dlc_tensor_info *CompiledModel::getInputInfo(int32_t index) const {
  return functions->dlc_input(model, index);
}
const dlc_tensor_info *CompiledModel::getOutputInfo(int32_t index) const {
  return functions->dlc_output(model, index);
}

Tensor CompiledModel::getKernelOutput(const dlc_event &event, int32_t index) const {
  const void *data = functions->dlc_event_output(&event, index);
  if (!data)
    return Tensor();
  const TensorSpec &spec = calls[event.call].outputs[index];
  if (!spec.hasStaticShape())
    return Tensor();
  return Tensor(spec.type, spec.shape, data, /*owner=*/nullptr);
}
