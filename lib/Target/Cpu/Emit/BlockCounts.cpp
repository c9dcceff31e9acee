//===-- BlockCounts.cpp - how often the blocks of machine code run --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trip counts become weights of branches, which code generation carries along to its own blocks;
// the object has a map of these (.llvm_bb_addr_map).
//
//===----------------------------------------------------------------------===//
#include "BlockCounts.h"

#include "GenerateCode.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Passes/PassBuilder.h"

using namespace dl::cpu;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Trip counts
//===----------------------------------------------------------------------===//

namespace {
/// Gives branches of a function the weights that follow from the trip counts of its loops.
class Weigher {
public:
  Weigher(llvm::ScalarEvolution &evolution, llvm::DominatorTree &dominators)
      : evolution(evolution), dominators(dominators) {}

  /// Of the branches that leave the loop. Outer loops come first.
  void weighExits(const llvm::Loop &loop);
  /// Of one that compares a number of a loop with a constant, as the guard of a tail does.
  void weighGuard(llvm::BranchInst &branch);

private:
  struct Exit {
    llvm::BranchInst *branch;
    /// Iterations until it is taken; 0 where that is not known.
    unsigned trips;
  };
  static void set(llvm::BranchInst &branch, unsigned first, unsigned second) {
    llvm::setBranchWeights(branch, {first, second}, /*IsExpected=*/false);
  }

  llvm::ScalarEvolution &evolution;
  llvm::DominatorTree &dominators;
  llvm::DenseMap<const llvm::Loop *, unsigned> tripCounts;
  llvm::DenseSet<const llvm::BranchInst *> exits;
};
} // namespace

void Weigher::weighExits(const llvm::Loop &loop) {
  llvm::SmallVector<llvm::BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  llvm::SmallVector<Exit> known;
  const Exit *first = nullptr;
  for (llvm::BasicBlock *block : exiting) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional())
      continue;
    unsigned trips = evolution.getSmallConstantTripCount(&loop, block);
    known.push_back({branch, trips ? trips : evolution.getSmallConstantMaxTripCount(&loop)});
  }
  // The one that is taken soonest; of equals that which the others are behind.
  for (const Exit &exit : known)
    if (exit.trips &&
        (!first || exit.trips < first->trips ||
         (exit.trips == first->trips &&
          dominators.dominates(exit.branch->getParent(), first->branch->getParent()))))
      first = &exit;
  if (!first)
    return;
  tripCounts[&loop] = first->trips;
  for (const Exit &exit : known) {
    exits.insert(exit.branch);
    unsigned leaves = &exit == first ? 1 : 0, stays = first->trips - leaves;
    bool staysFirst = loop.contains(exit.branch->getSuccessor(0));
    set(*exit.branch, staysFirst ? stays : leaves, staysFirst ? leaves : stays);
  }
}

void Weigher::weighGuard(llvm::BranchInst &branch) {
  constexpr unsigned mostTrips = 1 << 14;
  auto *compare = branch.isConditional() && !exits.contains(&branch)
                      ? llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition())
                      : nullptr;
  if (!compare || !evolution.isSCEVable(compare->getOperand(0)->getType()))
    return;
  const llvm::SCEV *left = evolution.getSCEV(compare->getOperand(0)),
                   *right = evolution.getSCEV(compare->getOperand(1));
  llvm::CmpPredicate predicate = compare->getCmpPredicate();
  if (llvm::isa<llvm::SCEVConstant>(left)) {
    std::swap(left, right);
    predicate = llvm::CmpPredicate::getSwapped(predicate);
  }
  auto *steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(left);
  auto *limit = llvm::dyn_cast<llvm::SCEVConstant>(right);
  auto *start =
      steps && steps->isAffine() ? llvm::dyn_cast<llvm::SCEVConstant>(steps->getStart()) : nullptr;
  auto *step =
      start ? llvm::dyn_cast<llvm::SCEVConstant>(steps->getStepRecurrence(evolution)) : nullptr;
  unsigned trips = steps ? tripCounts.lookup(steps->getLoop()) : 0;
  if (!limit || !step || trips == 0 || trips > mostTrips)
    return;
  unsigned holds = 0;
  llvm::APInt value = start->getAPInt();
  for (unsigned trip = 0; trip < trips; ++trip, value += step->getAPInt())
    holds += llvm::ICmpInst::compare(value, limit->getAPInt(), predicate);
  set(branch, holds, trips - holds);
}

static void weighLoops(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    Weigher weigher(functions.getResult<llvm::ScalarEvolutionAnalysis>(function),
                    functions.getResult<llvm::DominatorTreeAnalysis>(function));
    for (llvm::Loop *loop : functions.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
      weigher.weighExits(*loop);
    for (llvm::BasicBlock &block : function)
      if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator()))
        weigher.weighGuard(*branch);
  }
}

//===----------------------------------------------------------------------===//
// Machine code
//===----------------------------------------------------------------------===//

namespace {
/// What is known of a function before its code is printed: blocks by their number in the map.
struct Counts {
  std::map<unsigned, CountedBlock> blocks;
  std::vector<std::pair<std::string, double>> calls;
};

class CountPass : public llvm::MachineFunctionPass {
public:
  static char ID;
  explicit CountPass(std::map<std::string, Counts> &counts)
      : MachineFunctionPass(ID), counts(counts) {}

  StringRef getPassName() const override { return "count runs of blocks"; }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.addRequired<llvm::MachineBlockFrequencyInfoWrapperPass>();
    usage.addRequired<llvm::MachineBranchProbabilityInfoWrapperPass>();
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(llvm::MachineFunction &function) override;

private:
  std::map<std::string, Counts> &counts;
};
char CountPass::ID = 0;
} // namespace

/// The function that an instruction calls; empty where that is not told.
static StringRef getCallee(const llvm::MachineInstr &instruction) {
  for (const llvm::MachineOperand &operand : instruction.operands()) {
    if (operand.isGlobal())
      return operand.getGlobal()->getName();
    if (operand.isSymbol())
      return operand.getSymbolName();
  }
  return "";
}

bool CountPass::runOnMachineFunction(llvm::MachineFunction &function) {
  auto &frequencies = getAnalysis<llvm::MachineBlockFrequencyInfoWrapperPass>().getMBFI();
  auto &probabilities = getAnalysis<llvm::MachineBranchProbabilityInfoWrapperPass>().getMBPI();
  auto entry = static_cast<double>(frequencies.getEntryFreq().getFrequency());
  Counts &own = counts[function.getName().str()];
  for (llvm::MachineBasicBlock &block : function) {
    CountedBlock counted;
    counted.runs =
        static_cast<double>(frequencies.getBlockFreq(&block).getFrequency()) / std::max(entry, 1.0);
    if (block.isSuccessor(&block)) {
      llvm::BranchProbability again = probabilities.getEdgeProbability(&block, &block);
      double leaves = 1 - static_cast<double>(again.getNumerator()) /
                              static_cast<double>(llvm::BranchProbability::getDenominator());
      counted.inRow = 1 / std::max(leaves, 1e-9);
    }
    if (std::optional<llvm::UniqueBBID> number = block.getBBID())
      own.blocks[number->BaseID] = counted;
    for (const llvm::MachineInstr &instruction : block)
      if (instruction.isCall())
        own.calls.push_back({getCallee(instruction).str(), counted.runs});
  }
  return false;
}

/// The functions of a section by their addresses.
static llvm::Expected<std::map<uint64_t, std::string>>
getFunctions(const llvm::object::ELFObjectFileBase &object, uint64_t section) {
  std::map<uint64_t, std::string> functions;
  for (const llvm::object::ELFSymbolRef &symbol : object.symbols()) {
    auto owner = symbol.getSection();
    auto name = symbol.getName();
    auto address = symbol.getAddress();
    if (!owner || !name || !address)
      return llvm::joinErrors(owner.takeError(),
                              llvm::joinErrors(name.takeError(), address.takeError()));
    if (symbol.getELFType() == llvm::ELF::STT_FUNC && *owner != object.section_end() &&
        (*owner)->getIndex() == section)
      functions[*address] = name->str();
  }
  return functions;
}

llvm::Expected<std::map<std::string, CountedFunction>>
dl::cpu::countBlocks(llvm::Module &module, llvm::TargetMachine &machine) {
  weighLoops(module, machine);
  std::map<std::string, Counts> counts;
  llvm::SmallString<0> code;
  llvm::raw_svector_ostream os(code);
  machine.Options.BBAddrMap = true;
  llvm::Error error = generateCode(module, machine, llvm::CodeGenFileType::ObjectFile, os,
                                   std::make_unique<CountPass>(counts));
  machine.Options.BBAddrMap = false;
  if (error)
    return error;
  auto binary = llvm::object::createBinary(llvm::MemoryBufferRef(code, "module"));
  if (!binary)
    return binary.takeError();
  auto *object = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(binary->get());
  if (!object)
    return llvm::createStringError("expected the target to write ELF objects");
  std::map<std::string, CountedFunction> result;
  for (const llvm::object::SectionRef &section : object->sections()) {
    if (!section.isText())
      continue;
    auto functions = getFunctions(*object, section.getIndex());
    auto maps = object->readBBAddrMap(section.getIndex());
    auto contents = section.getContents();
    if (!functions || !maps || !contents)
      return llvm::joinErrors(functions.takeError(),
                              llvm::joinErrors(maps.takeError(), contents.takeError()));
    for (const llvm::object::BBAddrMap &map : *maps) {
      auto name = functions->find(map.getFunctionAddress());
      if (name == functions->end())
        continue;
      Counts &known = counts[name->second];
      CountedFunction &function = result[name->second];
      function.calls = std::move(known.calls);
      for (const auto &range : map.getBBRanges())
        for (const auto &entry : range.BBEntries) {
          CountedBlock &block = function.blocks.emplace_back(known.blocks[entry.ID]);
          block.code = contents->substr(range.BaseAddress + entry.Offset, entry.Size).str();
        }
    }
  }
  return result;
}
