//===-- CpuTarget.cpp - what is known of a CPU ----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks LLVM's model of a machine, so that schedules fit any CPU that it knows.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/CpuTarget.h"

#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Emit.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

/// What the kernel tells of one cache of this machine, without the end of the line; empty where it
/// tells nothing.
static std::string readCacheEntry(int index, const char *entry) {
  std::string path =
      "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/" + entry;
  auto file = MemoryBuffer::getFileAsStream(path);
  return file ? (*file)->getBuffer().trim().str() : std::string();
}

/// Caches for data, with their sizes; what they get in a cycle is no kernel's knowledge.
static void readHostCaches(dl::schedule::Target &target) {
  std::vector<dl::schedule::Cache> caches;
  int64_t line = 0;
  for (int index = 0; caches.size() < target.caches.size(); ++index) {
    std::string type = readCacheEntry(index, "type"), size = readCacheEntry(index, "size");
    if (type.empty())
      break;
    int64_t kibibytes;
    StringRef number = size;
    if (type == "Instruction" || number.consumeInteger(10, kibibytes) || number != "K" ||
        kibibytes < 1)
      continue;
    dl::schedule::Cache cache = target.caches[caches.size()];
    cache.name = "L" + readCacheEntry(index, "level");
    cache.bytes = kibibytes * 1024;
    if (!caches.empty() && cache.bytes <= caches.back().bytes)
      return;
    caches.push_back(std::move(cache));
    StringRef(readCacheEntry(index, "coherency_line_size")).getAsInteger(10, line);
  }
  if (caches.empty())
    return;
  target.caches = std::move(caches);
  target.lineBytes = line > 0 ? line : target.lineBytes;
}

Expected<dl::schedule::Target> dl::cpu::getCpuTarget(StringRef cpu, StringRef triple) {
  auto machine = createTargetMachine(cpu, 2, triple);
  if (!machine)
    return machine.takeError();
  // The model is of a function: features and the preferred width are attributes.
  LLVMContext context;
  Module module("machine", context);
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  Function *function =
      Function::Create(FunctionType::get(Type::getVoidTy(context), /*isVarArg=*/false),
                       Function::ExternalLinkage, "kernel", module);
  setTargetAttributes(*function, **machine);
  TargetTransformInfo info = (*machine)->getTargetTransformInfo(*function);
  schedule::Target target;
  target.triple = (*machine)->getTargetTriple().str();
  target.name = (*machine)->getTargetCPU().str();
  schedule::VectorRegisters &vector = target.vector;
  vector.bytes =
      info.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8;
  Type *lane = Type::getFloatTy(context);
  // A machine without vectors computes on scalars, one in each register.
  vector.bytes = std::max<int64_t>(vector.bytes, sizeof(float));
  vector.count = info.getNumberOfRegisters(info.getRegisterClassForType(
      /*Vector=*/true, FixedVectorType::get(lane, vector.bytes / sizeof(float))));
  bool isHere = !isForeign((*machine)->getTargetTriple()) && (cpu.empty() || cpu == "native");
  if (isHere)
    readHostCaches(target);
  return target;
}

Triple dl::cpu::getTriple(mlir::ModuleOp module) {
  std::string triple = schedule::getTarget(module)->triple;
  return Triple(triple.empty() ? sys::getProcessTriple() : triple);
}
