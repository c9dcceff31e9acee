//===-- ModelCache.cpp - whole models that were compiled ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which files a model names is known once it was read, so there are two entries: the names
// under the hash of the model's own file, and the result under that of all.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/ModelCache.h"
#include "Phases.h"

#include "dl/Target/Cpu/NamedMachine.h"
#include "dl/Target/Cpu/Records.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using llvm::StringRef;

/// Times of files are as fine as the system's clock ticks.
static constexpr std::chrono::milliseconds tick{20};

llvm::Expected<ModelCache> ModelCache::open(const CompileOptions &options,
                                            mlir::MLIRContext *context,
                                            std::optional<StringRef> bytes, StringRef dataFolder) {
  ModelCache result;
  if (options.cache.empty() || options.to < Level::Object || !options.header.empty() ||
      !options.loopsFile.empty() || !options.remarks.empty())
    return result;
  result.start = std::chrono::system_clock::now();
  result.input = options.input;
  auto cache = ContentCache::open(options.cache);
  if (!cache)
    return cache.takeError();
  ContentHash hash;
  hash.addCompiler().add("model").add(dataFolder);
  if (bytes)
    hash.add(*bytes).add(options.input);
  else if (llvm::Error error = hash.addFile(options.input))
    return error;
  auto machine = cpu::findMachine(context, options.cpu, options.target);
  if (!machine)
    return machine.takeError();
  auto description = cpu::describeMachine(context, *machine);
  if (!description)
    return description.takeError();
  std::string record;
  llvm::raw_string_ostream(record) << *description;
  hash.add(record).add(machine->cpu).add(machine->triple);
  // Instructions that default schedules may use.
  if (std::string file = cpu::findStockIntrinsics(llvm::Triple(machine->triple)); !file.empty())
    if (llvm::Error error = hash.addFile(file))
      return error;
  hash.add(static_cast<uint64_t>(options.to)).add(options.threads).add(options.vectorize);
  hash.add(options.precision).add(options.accelerator).add(options.isArchive);
  if (StringRef(options.accelerator).ends_with(".json"))
    if (llvm::Error error = hash.addFile(options.accelerator))
      return error;
  for (const auto &[name, size] : options.sizes)
    hash.add(name).add(size);
  hash.add(options.level).add(getModelName(options)).add(options.linker);
  hash.add(options.tuningDbStrict);
  if (!options.tuningDb.empty())
    if (llvm::Error error = hash.addFile(options.tuningDb))
      return error;
  if (!options.schedules.empty())
    if (llvm::Error error = hash.addFile(options.schedules))
      return error;
  // The format is told by the name.
  hash.add(static_cast<uint64_t>(getModelFormat(options.input)));
  for (const std::string &library : options.externLibraries) {
    hash.add(library);
    if (llvm::Error error = hash.addFile(library))
      return error;
  }
  result.hash = hash.finish();
  result.cache = std::move(*cache);
  return result;
}

std::optional<std::string> ModelCache::hashWith(llvm::ArrayRef<StringRef> files) const {
  ContentHash all;
  all.add(hash);
  for (StringRef file : files) {
    all.add(file);
    if (llvm::Error error = all.addFile(file)) {
      consumeError(std::move(error));
      return std::nullopt;
    }
  }
  return all.finish();
}

std::optional<CachedContents> ModelCache::find(InputFiles &inputs) const {
  std::optional<CachedContents> names = cache ? cache->lookup(hash) : std::nullopt;
  if (!names)
    return std::nullopt;
  llvm::SmallVector<StringRef> files;
  names->contents.split(files, '\0', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef file : files)
    inputs.add(file);
  std::optional<std::string> whole = hashWith(files);
  return whole ? cache->lookup(*whole) : std::nullopt;
}

void ModelCache::store(OutputFile &output, const InputFiles &inputs) const {
  if (!cache)
    return;
  llvm::SmallVector<StringRef> files;
  std::string names;
  for (StringRef file : inputs.getPaths()) {
    llvm::sys::fs::file_status status;
    if (llvm::sys::fs::status(file, status) || status.getLastModificationTime() + tick > start)
      return;
    if (file == input || llvm::is_contained(files, file))
      continue;
    files.push_back(file);
    names += (file + StringRef("\0", 1)).str();
  }
  std::optional<std::string> whole = hashWith(files);
  llvm::Expected<std::string> path = output.getStagingPath();
  if (!path)
    return consumeError(path.takeError());
  auto contents = llvm::MemoryBuffer::getFile(*path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
  if (!whole || !contents)
    return;
  cache->store(*whole, (*contents)->getBuffer());
  cache->store(hash, names);
}
