//===-- HalfConversions.cpp - conversions of 16-bit floats ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: an LLVM module. Out: the same with functions that LLVM's code generator may call,
// made of integer arithmetic.
//
//===----------------------------------------------------------------------===//
#include "HalfConversions.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

/// Numbers are rounded to the nearest, of two the even one; NaN become quiet.
static constexpr char source[] = R"(
define weak hidden float @__extendhfsf2(half %x) {
  %bits = bitcast half %x to i16
  %wide = zext i16 %bits to i32
  %top = and i32 %wide, 32768
  %sign = shl i32 %top, 16
  %size = and i32 %wide, 32767
  ; With the exponent in place the number is off by a power of two, a denormal, too.
  %moved = shl i32 %size, 13
  %small = bitcast i32 %moved to float
  %number = fmul float %small, 0x46F0000000000000
  %number.bits = bitcast float %number to i32
  %special.bits = or i32 %moved, 2139095040
  %is.special = icmp uge i32 %size, 31744
  %size.bits = select i1 %is.special, i32 %special.bits, i32 %number.bits
  %result.bits = or i32 %size.bits, %sign
  %result = bitcast i32 %result.bits to float
  ret float %result
}

define weak hidden half @__truncsfhf2(float %x) {
  %bits = bitcast float %x to i32
  %high = lshr i32 %bits, 16
  %sign = and i32 %high, 32768
  %size = and i32 %bits, 2147483647
  %rebased = sub i32 %size, 939524096
  %digits = lshr i32 %rebased, 13
  %last = and i32 %digits, 1
  %half = add i32 %rebased, 4095
  %rounded = add i32 %half, %last
  %normal = lshr i32 %rounded, 13
  ; Below 2^-14 a sum with 1 / 2, whose last digit is that of a denormal, rounds.
  %absolute = bitcast i32 %size to float
  %sum = fadd float %absolute, 5.000000e-01
  %sum.bits = bitcast float %sum to i32
  %denormal = sub i32 %sum.bits, 1056964608
  %is.small = icmp ult i32 %size, 947912704
  %finite = select i1 %is.small, i32 %denormal, i32 %normal
  ; From 65520 on it is an infinity.
  %is.large = icmp uge i32 %size, 1199566848
  %number = select i1 %is.large, i32 31744, i32 %finite
  %is.nan = icmp ugt i32 %size, 2139095040
  %result.size = select i1 %is.nan, i32 32256, i32 %number
  %result.bits = or i32 %result.size, %sign
  %narrow = trunc i32 %result.bits to i16
  %result = bitcast i16 %narrow to half
  ret half %result
}

define weak hidden bfloat @__truncsfbf2(float %x) {
  %bits = bitcast float %x to i32
  %high = lshr i32 %bits, 16
  %last = and i32 %high, 1
  %half = add i32 %bits, 32767
  %rounded = add i32 %half, %last
  %number = lshr i32 %rounded, 16
  %nan = or i32 %high, 64
  %is.nan = fcmp uno float %x, 0.0
  %result.bits = select i1 %is.nan, i32 %nan, i32 %number
  %narrow = trunc i32 %result.bits to i16
  %result = bitcast i16 %narrow to bfloat
  ret bfloat %result
}

; An f64 as f32 where what is no f32 takes the neighbour whose last bit is set: rounded
; again it is as if it had been rounded once.
define internal float @dl.round.to.odd(double %x) {
  %nearest = fptrunc double %x to float
  %exact = fpext float %nearest to double
  %bits = bitcast float %nearest to i32
  %size = call double @llvm.fabs.f64(double %x)
  %exact.size = call double @llvm.fabs.f64(double %exact)
  %is.above = fcmp ogt double %exact.size, %size
  %before = sub i32 %bits, 1
  %towards.zero = select i1 %is.above, i32 %before, i32 %bits
  %odd = or i32 %towards.zero, 1
  %is.inexact = fcmp one double %exact, %x
  %result.bits = select i1 %is.inexact, i32 %odd, i32 %bits
  %result = bitcast i32 %result.bits to float
  ret float %result
}

define weak hidden half @__truncdfhf2(double %x) {
  %odd = call float @dl.round.to.odd(double %x)
  %result = call half @__truncsfhf2(float %odd)
  ret half %result
}

define weak hidden bfloat @__truncdfbf2(double %x) {
  %odd = call float @dl.round.to.odd(double %x)
  %result = call bfloat @__truncsfbf2(float %odd)
  ret bfloat %result
}

declare double @llvm.fabs.f64(double)
)";

/// True if a value of this type holds floats of 16 bits.
static bool isHalf(const llvm::Type *type) {
  const llvm::Type *element = type->getScalarType();
  return element->isHalfTy() || element->isBFloatTy();
}

static bool usesHalves(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (isHalf(instruction.getType()) ||
          llvm::any_of(instruction.operands(),
                       [](const llvm::Use &use) { return isHalf(use->getType()); }))
        return true;
  return false;
}

void dl::cpu::addHalfConversions(llvm::Module &module) {
  if (!usesHalves(module))
    return;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> conversions =
      llvm::parseAssemblyString(source, diagnostic, module.getContext());
  assert(conversions && "expected the conversions to be LLVM IR");
  conversions->setDataLayout(module.getDataLayout());
  conversions->setTargetTriple(module.getTargetTriple());
  bool failed = llvm::Linker::linkModules(module, std::move(conversions));
  assert(!failed && "expected no other functions of these names");
  (void)failed;
}

/// The instruction on the bits of its operands; null where it is none that only moves elements.
static llvm::Value *moveAsIntegers(llvm::Instruction &instruction) {
  llvm::IRBuilder<> builder(&instruction);
  auto getBits = [&](llvm::Value *value) -> llvm::Value * {
    llvm::Type *type = value->getType()->getWithNewType(builder.getInt16Ty());
    auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value);
    return cast && cast->getSrcTy() == type ? cast->getOperand(0)
                                            : builder.CreateBitCast(value, type);
  };
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    auto *type = llvm::cast<llvm::VectorType>(load->getType());
    llvm::LoadInst *moved = builder.CreateAlignedLoad(type->getWithNewType(builder.getInt16Ty()),
                                                      load->getPointerOperand(), load->getAlign());
    moved->copyMetadata(instruction);
    return moved;
  }
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return builder.CreateSelect(choice->getCondition(), getBits(choice->getTrueValue()),
                                getBits(choice->getFalseValue()));
  if (auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
    return builder.CreateExtractElement(getBits(extract->getVectorOperand()),
                                        extract->getIndexOperand());
  if (auto *insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction))
    return builder.CreateInsertElement(getBits(insert->getOperand(0)),
                                       getBits(insert->getOperand(1)), insert->getOperand(2));
  if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    return builder.CreateShuffleVector(getBits(shuffle->getOperand(0)),
                                       getBits(shuffle->getOperand(1)), shuffle->getShuffleMask());
  return nullptr;
}

static bool isBFloatVector(llvm::Type *type) {
  return type->isVectorTy() && type->getScalarType()->isBFloatTy();
}

void dl::cpu::moveBFloatsAsIntegers(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(instructions(function))) {
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        llvm::Value *value = store->getValueOperand();
        if (isBFloatVector(value->getType())) {
          llvm::IRBuilder<> builder(store);
          llvm::Type *bits = value->getType()->getWithNewType(builder.getInt16Ty());
          store->setOperand(0, builder.CreateBitCast(value, bits));
        }
        continue;
      }
      auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction);
      if (!isBFloatVector(extract ? extract->getVectorOperandType() : instruction.getType()))
        continue;
      llvm::Value *moved = moveAsIntegers(instruction);
      if (!moved)
        continue;
      llvm::IRBuilder<> builder(&instruction);
      llvm::Value *result = builder.CreateBitCast(moved, instruction.getType());
      instruction.replaceAllUsesWith(result);
      instruction.eraseFromParent();
    }
}
