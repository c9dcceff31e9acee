//===-- Machine.cpp - LLVM's machine for a CPU ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: names of a target and of a CPU as a user gives them. Out: LLVM's machine, or an
// error that says what would be right; and what functions are told of the machine.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Machine.h"

#include "dl/Target/Cpu/Records.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

using namespace dl::cpu;
using llvm::StringRef;
using llvm::Triple;

bool dl::cpu::isForeign(const Triple &triple) {
  return triple.getArch() != Triple(llvm::sys::getProcessTriple()).getArch();
}

/// The architectures that there is a run-time library for.
static constexpr Triple::ArchType architectures[] = {Triple::x86_64, Triple::aarch64};

/// Short names of the targets, as one gives them: "aarch64-linux-gnu".
static std::string getShortName(Triple::ArchType architecture) {
  return (Triple::getArchTypeName(architecture) + "-linux-gnu").str();
}

static bool isSupported(const Triple &triple) {
  return llvm::is_contained(architectures, triple.getArch()) && triple.isOSLinux() &&
         triple.getEnvironment() == Triple::GNU;
}

llvm::Expected<Triple> dl::cpu::resolveTriple(StringRef given) {
  Triple host(llvm::sys::getProcessTriple());
  if (given.empty() || given == host.str())
    return host;
  Triple triple(Triple::normalize(given));
  if (triple.getOS() == Triple::UnknownOS)
    triple.setOS(Triple::Linux);
  if (triple.getEnvironment() == Triple::UnknownEnvironment)
    triple.setEnvironment(Triple::GNU);
  if (isSupported(triple))
    return Triple(Triple::normalize(triple.str()));
  std::string names;
  for (Triple::ArchType architecture : architectures)
    names += getShortName(architecture) + ", ";
  std::vector<std::string> stock = listStockRecords();
  return llvm::createStringError(
      "expected --target to be %sthe file of a record or the name of a stock record (%s), got '%s'",
      names.c_str(), stock.empty() ? "none is installed" : llvm::join(stock, ", ").c_str(),
      given.str().c_str());
}

/// The features of this machine in LLVM's spelling and a fixed order.
static std::string getNativeFeatures() {
  std::vector<std::string> features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features.push_back((feature.second ? "+" : "-") + feature.first().str());
  llvm::sort(features);
  return llvm::join(features, ",");
}

static bool isCpuOf(const llvm::Target &target, const Triple &triple, StringRef name) {
  // Asked before a machine is made for it: LLVM would print its complaint.
  std::unique_ptr<llvm::MCSubtargetInfo> plain(target.createMCSubtargetInfo(triple, "generic", ""));
  return plain && plain->isCPUStringValid(name);
}

/// Why a name is none of a CPU of the target, and what to do.
static llvm::Error refuseCpu(const Triple &triple, StringRef name, bool isForeign) {
  std::string listing =
      "`llc-22 " + (isForeign ? "-mtriple=" + triple.str() + " " : "") + "-mcpu=help` lists them";
  std::string got =
      "expected --mcpu to name a CPU of target '" + triple.str() + "', got '" + name.str() + "'";
  if (name == "native")
    return llvm::createStringError(
        "%s, which is this machine's, '%s'; %s, 'generic' is what all of them have", got.c_str(),
        llvm::sys::getHostCPUName().str().c_str(), listing.c_str());
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargetMCs();
  for (Triple::ArchType architecture : architectures) {
    std::string message, other = getShortName(architecture);
    Triple otherTriple(other);
    const llvm::Target *target = llvm::TargetRegistry::lookupTarget(otherTriple, message);
    if (architecture != triple.getArch() && target && isCpuOf(*target, otherTriple, name))
      return llvm::createStringError(
          "%s, which is one of %s; dl-compile --target=%s compiles for it", got.c_str(),
          other.c_str(), other.c_str());
  }
  return llvm::createStringError("%s; %s%s", got.c_str(), listing.c_str(),
                                 isForeign ? "" : ", 'native' is this machine");
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
dl::cpu::createTargetMachine(StringRef cpu, unsigned level, StringRef given) {
  llvm::Expected<Triple> triple = resolveTriple(given);
  if (!triple)
    return triple.takeError();
  bool isForeign = dl::cpu::isForeign(*triple);
  if (isForeign) {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
  } else {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  }
  std::string message;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(*triple, message);
  if (!target)
    return llvm::createStringError("expected LLVM to know the target '%s': %s",
                                   triple->str().c_str(), message.c_str());
  bool native = !isForeign && (cpu.empty() || cpu == "native");
  std::string name = native        ? llvm::sys::getHostCPUName().str()
                     : cpu.empty() ? "generic"
                                   : cpu.str();
  if (!isCpuOf(*target, *triple, name))
    return refuseCpu(*triple, name, isForeign);
  llvm::TargetOptions options;
  llvm::CodeGenOptLevel codegen =
      llvm::CodeGenOpt::getLevel(level).value_or(llvm::CodeGenOptLevel::Default);
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(*triple, name, native ? getNativeFeatures() : "", options,
                                  llvm::Reloc::PIC_, std::nullopt, codegen));
  return machine;
}

void dl::cpu::setBaselineAttributes(llvm::Function &function) {
  const Triple &triple = function.getParent()->getTargetTriple();
  function.addFnAttr("target-cpu", triple.getArch() == Triple::x86_64 ? "x86-64" : "generic");
  function.addFnAttr("target-features", "");
  function.addFnAttr(llvm::Attribute::NoUnwind);
}

void dl::cpu::setTargetAttributes(llvm::Function &function, const llvm::TargetMachine &machine) {
  if (function.hasFnAttribute("target-cpu"))
    return;
  function.addFnAttr("target-cpu", machine.getTargetCPU());
  function.addFnAttr("target-features", machine.getTargetFeatureString());
  // Tiles are made for the widest registers.
  if (machine.getTargetTriple().isX86())
    function.addFnAttr("prefer-vector-width", "512");
  function.addFnAttr(llvm::Attribute::NoUnwind);
}
