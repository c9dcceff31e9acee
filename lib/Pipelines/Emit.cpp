//===-- Emit.cpp - from planned buffers to code -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text is made of all kernels in one module, as they are printed. Objects and libraries are
// made kernel by kernel (dl-split-kernels), several at a time, and what a cache has is not
// made again; the bytes are the same either way.
//
//===----------------------------------------------------------------------===//
#include "Phases.h"

#include "dl/Codegen/Passes.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Support/ContentCache.h"
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"
#include "dl/Target/Cpu/NamedMachine.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Threading.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <mutex>

using namespace mlir;

namespace dl {

/// The name of a kernel in code that is the same for all models.
static constexpr llvm::StringLiteral kernelSymbol = "dl_kernel";

namespace {

/// Optimised LLVM IR of a module of the llvm dialect, and the machine it is for.
struct OptimizedModule {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> ir;
};

/// Seconds of all threads by phase.
class Shares {
public:
  template <typename Work> auto measure(llvm::StringRef phase, Work &&work) {
    auto start = std::chrono::steady_clock::now();
    auto result = work();
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::lock_guard<std::mutex> lock(mutex);
    auto it = llvm::find_if(seconds, [&](const auto &entry) { return entry.first == phase; });
    if (it == seconds.end())
      seconds.emplace_back(phase.str(), elapsed.count());
    else
      it->second += elapsed.count();
    return result;
  }

  /// Adds the phases to `times`, which took so long together.
  void addTo(PhaseTimes &times, double total) {
    double sum = 0;
    for (const auto &[phase, own] : seconds)
      sum += own;
    for (llvm::StringRef phase : {"translate", "optimize", "codegen"})
      for (const auto &[name, own] : seconds)
        if (name == phase)
          times.emplace_back(name, own / std::max(sum, 1e-9) * total);
  }

private:
  std::mutex mutex;
  PhaseTimes seconds;
};

class Emitter {
public:
  Emitter(ModuleOp module, const CompileOptions &options, PhaseTimes &times)
      : module(module), options(options), times(times), name(getModelName(options)) {}

  /// Finds the machine and checks what can be before the work.
  llvm::Error begin();
  llvm::Error printText(llvm::raw_ostream &os);
  llvm::Error writeBinary(OutputFile &file);

private:
  /// A part of the model.
  struct Part {
    ModuleOp module;
    /// Its kernel; empty for @main and what is around it.
    std::string kernel = "";
    /// Of what its code follows from.
    std::string hash = "";
    std::string object = "";
    bool isCached = false;
    std::string error = "";
  };

  /// An error where the CPU lacks what the code needs, which is code for its target.
  llvm::Error checkFeatures() const;
  llvm::Expected<std::unique_ptr<OptimizedModule>> optimize(ModuleOp part, bool isKernel);
  LogicalResult splitModule();
  void hashPart(Part &part);
  /// Objects of all parts that are not there.
  llvm::Error makeObjects();
  llvm::Expected<std::string> makeObject(Part &part);
  llvm::Error link(OutputFile &file);
  /// Puts the object of that name into an archive of that name.
  llvm::Error archive(llvm::StringRef path) const;
  bool isCanonical() const { return options.loopsFile.empty(); }

  ModuleOp module;
  const CompileOptions &options;
  PhaseTimes &times;
  std::string name;
  std::string cpu, triple;
  std::optional<ContentCache> cache;
  std::vector<Part> parts;
  /// The module was in the llvm dialect.
  bool isLowered = false;
  Shares shares;
};

} // namespace

llvm::Error Emitter::begin() {
  auto named = cpu::findMachine(module.getContext(), options.cpu, options.target);
  if (!named)
    return named.takeError();
  cpu = named->cpu;
  triple = named->triple;
  auto machine = cpu::createTargetMachine(cpu, options.level, triple);
  if (!machine)
    return machine.takeError();
  if (!module->hasAttr(DlDialect::getModelAttrName()))
    return llvm::createStringError(
        "expected a module of the llvm dialect with 'dl.model' and @main; run dl-cpu-pipeline");
  if (options.to == Level::Library)
    if (llvm::Error error = cpu::checkLibraries(options.threads > 1, (*machine)->getTargetTriple()))
      return error;
  cpu::registerTranslations(*module.getContext());
  return llvm::Error::success();
}

llvm::Error Emitter::checkFeatures() const {
  auto machine = cpu::createTargetMachine(cpu, options.level, triple);
  if (!machine)
    return machine.takeError();
  // LLVM ends the process where a CPU lacks an intrinsic.
  if (auto features = module->getAttrOfType<ArrayAttr>(DlDialect::getTargetFeaturesAttrName()))
    for (auto feature : features.getAsRange<StringAttr>())
      if (!(*machine)->getMCSubtargetInfo()->checkFeatures(feature.getValue().str()))
        return llvm::createStringError(
            "expected a CPU with the feature %s, which intrinsics of the schedules require, got "
            "'%s'; choose another --mcpu, or schedules without them",
            feature.getValue().str().c_str(), (*machine)->getTargetCPU().str().c_str());
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<OptimizedModule>> Emitter::optimize(ModuleOp part, bool isKernel) {
  auto result = std::make_unique<OptimizedModule>();
  auto machine = cpu::createTargetMachine(cpu, options.level, triple);
  if (!machine)
    return machine.takeError();
  result->machine = std::move(*machine);
  auto ir = shares.measure("translate", [&] {
    return isKernel ? cpu::translateKernel(part, "dl", *result->machine, result->context)
                    : cpu::translateModel(part, name, options.to != Level::Object, *result->machine,
                                          result->context);
  });
  if (!ir)
    return ir.takeError();
  result->ir = std::move(*ir);
  shares.measure("optimize", [&] {
    cpu::optimizeModule(*result->ir, *result->machine, options.level);
    return 0;
  });
  return result;
}

llvm::Error Emitter::printText(llvm::raw_ostream &os) {
  if (llvm::Error error = checkFeatures())
    return error;
  auto start = std::chrono::steady_clock::now();
  auto code = optimize(module, /*isKernel=*/false);
  if (!code)
    return code.takeError();
  if (options.to == Level::Assembly) {
    if (llvm::Error error = shares.measure(
            "codegen", [&] { return cpu::printAssembly(*(*code)->ir, *(*code)->machine, os); }))
      return error;
  } else {
    (*code)->ir->print(os, /*AAW=*/nullptr);
  }
  shares.addTo(times,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return llvm::Error::success();
}

LogicalResult Emitter::splitModule() {
  isLowered = getLevel(module) == Level::LLVMDialect;
  if (failed(runPasses(module, "parts", options, times, [&](OpPassManager &manager) {
        if (isLowered)
          manager.addPass(codegen::createSplitKernelsPass());
        else
          addCpuPartsPasses(manager, options);
      })))
    return failure();
  for (auto part : module.getOps<ModuleOp>())
    parts.push_back({part, part.getSymName() == "main" ? "" : part.getSymName()->str()});
  return success();
}

void Emitter::hashPart(Part &part) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  // Names of nodes come from locations, and with the loops' text as source all code does.
  if (part.kernel.empty() || !isCanonical())
    flags.enableDebugInfo();
  Operation *kernel = part.kernel.empty() ? nullptr : part.module.lookupSymbol(part.kernel);
  bool renames = kernel && isCanonical();
  auto setNames = [&](llvm::StringRef symbol) {
    if (!renames)
      return;
    part.module.setSymName(symbol);
    SymbolTable::setSymbolName(kernel, symbol);
  };
  setNames(kernelSymbol);
  part.module->print(os, flags);
  setNames(part.kernel);
  ContentHash hash;
  hash.addCompiler().add("object").add(text).add(cpu).add(triple).add(options.level);
  // What the code of @main tells and what is printed with it.
  if (part.kernel.empty())
    hash.add(name).add(options.to != Level::Object);
  if (!isCanonical())
    hash.add(options.loopsFile);
  hash.add(options.threads > 1);
  part.hash = hash.finish();
}

llvm::Expected<std::string> Emitter::makeObject(Part &part) {
  if (!part.kernel.empty() && isCanonical())
    if (Operation *kernel = part.module.lookupSymbol(part.kernel))
      SymbolTable::setSymbolName(kernel, kernelSymbol);
  auto code = optimize(part.module, !part.kernel.empty());
  if (!code)
    return code.takeError();
  return shares.measure("codegen",
                        [&] { return cpu::makeObject(*(*code)->ir, *(*code)->machine); });
}

llvm::Error Emitter::makeObjects() {
  // Remarks are told while code is made.
  if (!options.cache.empty() && options.remarks.empty()) {
    auto opened = ContentCache::open(options.cache);
    if (!opened)
      return opened.takeError();
    cache = std::move(*opened);
    timePhase(times, "cache", [&] {
      for (Part &part : parts) {
        hashPart(part);
        if (std::optional<CachedContents> found = cache->lookup(part.hash)) {
          part.object = found->contents.str();
          part.isCached = true;
          part.module.erase();
        }
      }
      return 0;
    });
  }
  if (!isLowered && failed(runPasses(module, stringifyLevel(Level::LLVMDialect), options, times,
                                     [&](OpPassManager &manager) {
                                       OpPassManager &part = manager.nest<ModuleOp>();
                                       addCpuLLVMPasses(part, options);
                                       part.addPass(cpu::createVerifyLLVMPass());
                                     })))
    return llvm::make_error<DiagnosedError>();
  if (llvm::Error error = checkFeatures())
    return error;
  auto start = std::chrono::steady_clock::now();
  std::atomic<int64_t> numDone = 0;
  auto tell = [&] {
    if (options.progress)
      options.progress("code", numDone, static_cast<int64_t>(parts.size()));
  };
  tell();
  parallelForEach(module.getContext(), parts, [&](Part &part) {
    if (!part.isCached) {
      llvm::Expected<std::string> object = makeObject(part);
      if (object)
        part.object = std::move(*object);
      else
        part.error = llvm::toString(object.takeError());
    }
    ++numDone;
    tell();
  });
  shares.addTo(times,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  for (Part &part : parts)
    if (!part.error.empty())
      return llvm::createStringError(part.error);
  if (cache) {
    for (Part &part : parts)
      if (!part.isCached)
        cache->store(part.hash, part.object);
    cache->prune();
  }
  return llvm::Error::success();
}

llvm::Error Emitter::archive(llvm::StringRef path) const {
  std::string object;
  {
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (!buffer)
      return llvm::createFileError(path, buffer.getError());
    object = (*buffer)->getBuffer().str();
  }
  return cpu::writeArchive({{name + ".o", std::move(object)}}, path);
}

llvm::Error Emitter::link(OutputFile &file) {
  llvm::Expected<std::string> output = file.getStagingPath();
  if (!output)
    return output.takeError();
  TemporaryFile temporaries[5];
  for (TemporaryFile &temporary : temporaries) {
    auto created = TemporaryFile::create(llvm::sys::path::parent_path(*output), ".o.tmp");
    if (!created)
      return created.takeError();
    temporary = std::move(*created);
  }
  const std::string &code = temporaries[0].getPath(), &kernels = temporaries[1].getPath(),
                    &weights = temporaries[2].getPath(), &runtime = temporaries[3].getPath(),
                    &script = temporaries[4].getPath();
  llvm::Triple target(triple);
  std::vector<std::pair<std::string, std::string>> objects;
  for (Part &part : parts) {
    if (part.kernel.empty()) {
      if (llvm::Error error = cpu::writeObject(part.object, code))
        return error;
      continue;
    }
    llvm::Expected<std::string> object =
        isCanonical() ? cpu::renameSymbols(part.object, kernelSymbol, part.kernel) : part.object;
    if (!object)
      return object.takeError();
    objects.push_back({part.kernel + ".o", std::move(*object)});
  }
  if (llvm::Error error = cpu::writeArchive(objects, kernels))
    return error;
  if (llvm::Error error = cpu::writeWeightsObject(module, name, target, weights))
    return error;
  if (llvm::Error error = cpu::writeRuntimeObject(target, runtime))
    return error;
  std::vector<std::string> files = {code, kernels, weights, runtime};
  if (options.to == Level::Object) {
    if (llvm::Error error = cpu::linkObject(files, options.linker, *output))
      return error;
    return cpu::localizeHiddenSymbols(*output);
  }
  if (llvm::Error error = cpu::writeWeightsLinkerScript(script))
    return error;
  // Whoever loads the model need not be in this folder.
  for (const std::string &library : options.externLibraries) {
    llvm::SmallString<128> path(library);
    if (std::error_code error = llvm::sys::fs::make_absolute(path))
      return llvm::createFileError(library, error);
    files.push_back(path.str().str());
  }
  return cpu::linkSharedLibrary(files, options.threads > 1, target, script, options.linker,
                                *output);
}

llvm::Error Emitter::writeBinary(OutputFile &file) {
  if (failed(splitModule()))
    return llvm::make_error<DiagnosedError>();
  if (llvm::Error error = makeObjects())
    return error;
  if (options.progress)
    options.progress("link", 0, 0);
  if (llvm::Error error = timePhase(times, "link", [&] { return link(file); }))
    return error;
  llvm::Expected<std::string> output = file.getStagingPath();
  if (!output)
    return output.takeError();
  if (llvm::Error error =
          timePhase(times, "weights", [&] { return cpu::appendWeights(module, *output); }))
    return error;
  return options.isArchive ? archive(*output) : llvm::Error::success();
}

std::string getModelName(const CompileOptions &options) {
  return cpu::getModelIdentifier(options.name.empty() ? llvm::sys::path::stem(options.input)
                                                      : llvm::StringRef(options.name));
}

llvm::Error emitModel(ModuleOp module, const CompileOptions &options, PhaseTimes &times,
                      OutputFile &output) {
  Emitter emitter(module, options, times);
  if (llvm::Error error = emitter.begin())
    return error;
  if (options.to >= Level::Object)
    return emitter.writeBinary(output);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = emitter.printText(os))
    return error;
  return output.write(text);
}

llvm::Error emitModel(ModuleOp module, const CompileOptions &options, PhaseTimes &times) {
  llvm::Expected<OutputFile> output = OutputFile::open(options.output);
  if (!output)
    return output.takeError();
  if (llvm::Error error = emitModel(module, options, times, *output))
    return error;
  return output->keep();
}

llvm::Error printCode(ModuleOp module, const CompileOptions &options, PhaseTimes &times,
                      llvm::raw_ostream &os) {
  Emitter emitter(module, options, times);
  if (llvm::Error error = emitter.begin())
    return error;
  return emitter.printText(os);
}

char DiagnosedError::ID = 0;

} // namespace dl
