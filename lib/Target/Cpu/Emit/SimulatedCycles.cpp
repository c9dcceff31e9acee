//===-- SimulatedCycles.cpp - cycles of code by LLVM's model of a CPU -----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are disassembled and go through llvm-mca's library.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit/SimulatedCycles.h"

#include "BlockCounts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/MCA/Context.h"
#include "llvm/MCA/InstrBuilder.h"
#include "llvm/MCA/Pipeline.h"
#include "llvm/Support/TargetSelect.h"

#include <functional>

using namespace dl::cpu;
namespace mca = llvm::mca;

/// What a call of a function takes whose code is not here.
static constexpr double callCycles = 40;
/// Iterations of a loop that are simulated; others take as long as the last of these.
static constexpr unsigned mostIterations = 8;
/// Blocks that run less than this share of all instructions take a cycle for each of them.
static constexpr double leastShare = 2e-3;

namespace {
/// llvm-mca for one CPU.
class Simulator {
public:
  static llvm::Expected<Simulator> create(llvm::TargetMachine &machine);

  /// The instructions of a block; those that LLVM cannot read are left out.
  std::vector<llvm::MCInst> disassemble(const std::string &code) const;
  /// Cycles of so many iterations of a block.
  llvm::Expected<double> run(llvm::ArrayRef<llvm::MCInst> block, unsigned iterations) const;

private:
  Simulator(llvm::TargetMachine &machine) : machine(machine) {}

  llvm::TargetMachine &machine;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
};
} // namespace

llvm::Expected<Simulator> Simulator::create(llvm::TargetMachine &machine) {
  if (!machine.getMCSubtargetInfo()->getSchedModel().hasInstrSchedModel())
    return llvm::createStringError(
        "expected a CPU whose pipeline LLVM describes, got '%s'; name one, as with --mcpu",
        machine.getTargetCPU().str().c_str());
  llvm::InitializeAllDisassemblers();
  Simulator made(machine);
  made.context =
      std::make_unique<llvm::MCContext>(machine.getTargetTriple(), machine.getMCAsmInfo(),
                                        machine.getMCRegisterInfo(), machine.getMCSubtargetInfo());
  made.disassembler.reset(
      machine.getTarget().createMCDisassembler(*machine.getMCSubtargetInfo(), *made.context));
  made.analysis.reset(machine.getTarget().createMCInstrAnalysis(machine.getMCInstrInfo()));
  if (!made.disassembler)
    return llvm::createStringError("expected LLVM to read the code that it makes for the target");
  return std::move(made);
}

std::vector<llvm::MCInst> Simulator::disassemble(const std::string &code) const {
  std::vector<llvm::MCInst> block;
  llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(code.data()), code.size());
  while (!bytes.empty()) {
    llvm::MCInst instruction;
    uint64_t size = 0;
    auto status = disassembler->getInstruction(instruction, size, bytes, 0, llvm::nulls());
    if (status != llvm::MCDisassembler::Fail)
      block.push_back(instruction);
    bytes = bytes.drop_front(std::min<size_t>(std::max<uint64_t>(size, 1), bytes.size()));
  }
  return block;
}

llvm::Expected<double> Simulator::run(llvm::ArrayRef<llvm::MCInst> block,
                                      unsigned iterations) const {
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  const llvm::MCInstrInfo &instructions = *machine.getMCInstrInfo();
  const llvm::MCRegisterInfo &registers = *machine.getMCRegisterInfo();
  mca::InstrumentManager instruments(subtarget, instructions);
  mca::InstrBuilder builder(subtarget, instructions, registers, analysis.get(), instruments,
                            /*CallLatency=*/static_cast<unsigned>(callCycles));
  std::vector<std::unique_ptr<mca::Instruction>> lowered;
  for (const llvm::MCInst &instruction : block) {
    llvm::Expected<std::unique_ptr<mca::Instruction>> made =
        builder.createInstruction(instruction, llvm::SmallVector<mca::Instrument *>());
    // What the model does not know takes no time.
    if (made)
      lowered.push_back(std::move(*made));
    else
      llvm::consumeError(made.takeError());
  }
  if (lowered.empty())
    return 0;
  mca::CircularSourceMgr source(lowered, iterations);
  mca::CustomBehaviour behaviour(subtarget, source, instructions);
  mca::Context pipelines(registers, subtarget);
  mca::PipelineOptions options(0, 0, 0, 0, 0, 0, /*NoAlias=*/true);
  std::unique_ptr<mca::Pipeline> pipeline =
      subtarget.getSchedModel().isOutOfOrder()
          ? pipelines.createDefaultPipeline(options, source, behaviour)
          : pipelines.createInOrderPipeline(options, source, behaviour);
  llvm::Expected<unsigned> cycles = pipeline->run();
  if (!cycles)
    return cycles.takeError();
  return static_cast<double>(*cycles);
}

/// Cycles of a block that runs so often in a row.
static llvm::Expected<double> simulate(const Simulator &simulator,
                                       llvm::ArrayRef<llvm::MCInst> block, double inRow) {
  auto iterations = static_cast<unsigned>(std::min<double>(std::max(inRow, 1.0) + 0.5, 1u << 30));
  if (iterations <= mostIterations)
    return simulator.run(block, iterations);
  llvm::Expected<double> half = simulator.run(block, mostIterations / 2);
  llvm::Expected<double> all = simulator.run(block, mostIterations);
  if (!half || !all)
    return llvm::joinErrors(half.takeError(), all.takeError());
  return *all + (*all - *half) / (mostIterations / 2) * (inRow - mostIterations);
}

/// How often each function runs where those run once that no other one calls.
static std::map<std::string, double>
countCalls(const std::map<std::string, CountedFunction> &functions) {
  std::map<std::string, double> runs;
  llvm::StringSet<> called;
  for (const auto &[name, function] : functions)
    for (const auto &[callee, count] : function.calls)
      if (callee != name)
        called.insert(callee);
  // Calls that go around in circles count once.
  llvm::StringSet<> open;
  std::function<void(const std::string &, double)> visit = [&](const std::string &name,
                                                               double times) {
    auto function = functions.find(name);
    runs[name] += times;
    if (function == functions.end() || !open.insert(name).second)
      return;
    for (const auto &[callee, count] : function->second.calls)
      visit(callee, times * count);
    open.erase(name);
  };
  for (const auto &[name, function] : functions)
    if (!called.contains(name))
      visit(name, 1);
  return runs;
}

llvm::Expected<double> dl::cpu::simulateCycles(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::Expected<Simulator> simulator = Simulator::create(machine);
  if (!simulator)
    return simulator.takeError();
  auto functions = countBlocks(module, machine);
  if (!functions)
    return functions.takeError();
  struct Block {
    std::vector<llvm::MCInst> code;
    double runs, inRow;
  };
  std::vector<Block> blocks;
  double cycles = 0, executed = 0;
  for (const auto &[name, runs] : countCalls(*functions)) {
    auto function = functions->find(name);
    if (function == functions->end()) {
      cycles += runs * callCycles;
      continue;
    }
    for (const CountedBlock &block : function->second.blocks) {
      blocks.push_back({simulator->disassemble(block.code), block.runs * runs, block.inRow});
      executed += blocks.back().runs * static_cast<double>(blocks.back().code.size());
    }
  }
  for (const Block &block : blocks) {
    double instructions = block.runs * static_cast<double>(block.code.size());
    if (instructions < leastShare * executed) {
      cycles += instructions;
      continue;
    }
    llvm::Expected<double> visit = simulate(*simulator, block.code, block.inRow);
    if (!visit)
      return visit.takeError();
    cycles += *visit * block.runs / std::max(block.inRow, 1.0);
  }
  return cycles;
}
