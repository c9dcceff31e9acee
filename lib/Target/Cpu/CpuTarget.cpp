//===-- CpuTarget.cpp - what is known of a CPU ----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks LLVM's model of a machine, so that schedules fit any CPU that it knows, then the stock
// record, for what no such model tells.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/CpuTarget.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Machine.h"
#include "dl/Target/Cpu/Records.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
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
  for (int index = 0; caches.size() < dl::schedule::maxCaches; ++index) {
    std::string type = readCacheEntry(index, "type"), size = readCacheEntry(index, "size");
    if (type.empty())
      break;
    int64_t kibibytes;
    StringRef number = size;
    if (type == "Instruction" || number.consumeInteger(10, kibibytes) || number != "K" ||
        kibibytes < 1)
      continue;
    dl::schedule::Cache cache = target.caches[std::min(caches.size(), target.caches.size() - 1)];
    cache.name = "L" + readCacheEntry(index, "level");
    cache.bytes = kibibytes * 1024;
    StringRef(readCacheEntry(index, "ways_of_associativity")).getAsInteger(10, cache.ways);
    cache.ways = std::max<int64_t>(cache.ways, 1);
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

namespace {
/// Instructions on vectors of some bytes that tell what a core can do, by their names in LLVM.
struct KnownInstructions {
  Triple::ArchType architecture;
  int64_t vectorBytes;
  StringRef operation, load, store, quotient;
  /// What the larger of two vectors takes, NaN where one is.
  double extremum;
};
/// The longest first. Vectors of 64 bytes are not among them: some cores take two steps for one,
/// but not for shorter ones.
constexpr KnownInstructions knownInstructions[] = {
    {Triple::x86_64, 32, "VFMADD231PSYr", "VMOVUPSYrm", "VMOVUPSYmr", "VDIVPSYrr", 3},
    {Triple::x86_64, 16, "MULPSrr", "MOVUPSrm", "MOVUPSmr", "DIVPSrr", 3},
    {Triple::aarch64, 16, "FMLAv4f32", "LDRQui", "STRQui", "FDIVv4f32", 1}};
} // namespace

/// What a core is told to do by an instruction of this name; null where that depends on operands.
static const MCSchedClassDesc *findClass(const TargetMachine &machine, const MCSchedModel &model,
                                         StringRef name) {
  const MCInstrInfo &instructions = *machine.getMCInstrInfo();
  for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); ++opcode)
    if (instructions.getName(opcode) == name) {
      const MCSchedClassDesc *found =
          model.getSchedClassDesc(instructions.get(opcode).getSchedClass());
      return found->isValid() && !found->isVariant() ? found : nullptr;
    }
  return nullptr;
}

/// Operations on vectors that a function such as exp is made of.
static constexpr double functionOperations = 20;

/// The rates of a core, from LLVM's model of how it is scheduled, where there is one.
static void readSchedulingModel(const TargetMachine &machine, int64_t vectorBytes,
                                dl::schedule::Core &core) {
  const MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  const MCSchedModel &model = subtarget.getSchedModel();
  const auto *known = llvm::find_if(knownInstructions, [&](const KnownInstructions &entry) {
    return entry.architecture == machine.getTargetTriple().getArch() &&
           entry.vectorBytes <= vectorBytes;
  });
  if (!model.hasInstrSchedModel() || known == std::end(knownInstructions))
    return;
  auto getCycles = [&](StringRef name) {
    const MCSchedClassDesc *found = findClass(machine, model, name);
    return found ? MCSchedModel::getReciprocalThroughput(subtarget, *found) : 0;
  };
  auto setRate = [&](double &rate, StringRef name) {
    if (double cycles = getCycles(name); cycles > 0)
      rate = 1 / cycles;
  };
  setRate(core.operations, known->operation);
  core.function = functionOperations / core.operations;
  core.extremum = known->extremum;
  setRate(core.loads, known->load);
  setRate(core.stores, known->store);
  if (double cycles = getCycles(known->quotient); cycles > 0)
    core.quotient = cycles;
  if (const MCSchedClassDesc *found = findClass(machine, model, known->operation))
    if (int latency = MCSchedModel::computeInstrLatency(subtarget, *found); latency > 0)
      core.latency = latency;
  core.instructions = std::min<double>(core.instructions, model.IssueWidth);
  // A core that begins instructions in order looks no further than it issues.
  core.waiting = model.isOutOfOrder() ? model.MicroOpBufferSize : model.IssueWidth;
}

namespace {
/// The first CPU that had a feature. Hypervisors give the model number of an older one to one whose
/// features they show.
struct FirstCpu {
  Triple::ArchType architecture;
  StringRef feature, name;
};
constexpr FirstCpu firstCpus[] = {{Triple::x86_64, "+amx-tile", "sapphirerapids"}};
} // namespace

/// The stock record of a CPU, or of the first one with a feature that its name does not tell of.
static std::string findStockRecord(const TargetMachine &machine, StringRef name) {
  std::string file = dl::cpu::findStockRecord(name);
  for (const FirstCpu &first : firstCpus)
    if (file.empty() && machine.getTargetTriple().getArch() == first.architecture &&
        machine.getMCSubtargetInfo()->checkFeatures(first.feature.str()))
      file = dl::cpu::findStockRecord(first.name);
  return file;
}

/// What its stock record says of a CPU, where there is one.
static Error readStockRecord(mlir::MLIRContext *context, const TargetMachine &machine,
                             dl::schedule::Target &target) {
  const Triple &triple = machine.getTargetTriple();
  std::string file = findStockRecord(machine, target.name);
  if (file.empty())
    return Error::success();
  auto record = dl::cpu::readRecordFile(file, context);
  if (!record)
    return record.takeError();
  Expected<dl::schedule::Target> said = dl::cpu::readRecord(**record, target);
  if (!said)
    return said.takeError();
  // Architectures share names: each has a CPU "generic".
  if (Triple(said->triple).getArch() != triple.getArch())
    return Error::success();
  said->triple = target.triple;
  said->name = target.name;
  target = std::move(*said);
  return Error::success();
}

Expected<dl::schedule::Target> dl::cpu::getCpuTarget(mlir::MLIRContext *context, StringRef cpu,
                                                     StringRef triple) {
  auto machine = createTargetMachine(cpu, 2, triple);
  if (!machine)
    return machine.takeError();
  // The model is of a function: features and the preferred width are attributes.
  LLVMContext llvmContext;
  Module module("machine", llvmContext);
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  Function *function =
      Function::Create(FunctionType::get(Type::getVoidTy(llvmContext), /*isVarArg=*/false),
                       Function::ExternalLinkage, "kernel", module);
  setTargetAttributes(*function, **machine);
  TargetTransformInfo info = (*machine)->getTargetTransformInfo(*function);
  schedule::Target target;
  target.triple = (*machine)->getTargetTriple().str();
  target.name = (*machine)->getTargetCPU().str();
  schedule::VectorRegisters &vector = target.vector;
  vector.bytes =
      info.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8;
  Type *lane = Type::getFloatTy(llvmContext);
  // A machine without vectors computes on scalars, one in each register.
  vector.bytes = std::max<int64_t>(vector.bytes, sizeof(float));
  vector.count = info.getNumberOfRegisters(info.getRegisterClassForType(
      /*Vector=*/true, FixedVectorType::get(lane, vector.bytes / sizeof(float))));
  auto has = [&](const char *features) {
    return (*machine)->getMCSubtargetInfo()->checkFeatures(features);
  };
  const Triple &made = (*machine)->getTargetTriple();
  vector.hasMasks = made.isX86() && has("+avx512vl");
  vector.loadsParts = made.isX86() && has("+avx2") && !vector.hasMasks;
  vector.scales = vector.hasMasks;
  // Without VNNI, bytes in half of AVX-512's registers are slower than floats in all of them.
  vector.multipliesBytes = made.isX86() ? has("+avx512vnni") || (has("+avx2") && !has("+avx512f"))
                                        : made.isAArch64() && has("+i8mm");
  vector.widensBytes = made.isX86() && has("+avx2") && !has("+avx512f") && !has("+avxvnni");
  vector.multipliesBFloats = made.isX86() ? has("+avx512bf16") : made.isAArch64() && has("+bf16");
  // TMM0 to TMM7 of AMX.
  vector.numTiles = made.isX86() && has("+amx-tile") ? 8 : 0;
  vector.broadcasts = !made.isX86() || has("+avx512f");
  vector.fuses = !made.isX86() || has("+fma");
  readSchedulingModel(**machine, vector.bytes, target.core);
  if (Error error = readStockRecord(context, **machine, target))
    return error;
  bool isHere = !isForeign((*machine)->getTargetTriple()) && (cpu.empty() || cpu == "native");
  if (isHere)
    readHostCaches(target);
  return target;
}

Triple dl::cpu::getTriple(mlir::ModuleOp module) {
  std::string triple = schedule::getTarget(module)->triple;
  return Triple(triple.empty() ? sys::getProcessTriple() : triple);
}

bool dl::cpu::usesTiles(mlir::ModuleOp module) {
  auto features =
      module->getAttrOfType<mlir::ArrayAttr>(dl::DlDialect::getTargetFeaturesAttrName());
  return features && any_of(features.getAsValueRange<mlir::StringAttr>(),
                            [](StringRef text) { return text.contains("+amx-"); });
}
