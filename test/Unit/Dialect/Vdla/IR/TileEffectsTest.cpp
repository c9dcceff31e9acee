//===-- TileEffectsTest.cpp - what operations on tiles touch ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/IR/Vdla.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl::vdla;

namespace {

/// The effects of each operation of a program behind its tiles: which operand, or what else, is
/// read or written.
std::vector<std::string> collectEffects(StringRef program) {
  DialectRegistry registry;
  registry.insert<VdlaDialect, DLTIDialect>();
  MLIRContext context(registry);
  std::string text = "module attributes {dlti.target_system_spec = #dlti.target_system_spec<"
                     "\"vdla\" = #dlti.target_device_spec<\"config\" = #vdla.config<\"paper\">>>} "
                     "{ vdla.program @p {" +
                     program.str() + "} }";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  std::vector<std::string> lines;
  if (!module)
    return lines;
  module->walk([&](MemoryEffectOpInterface op) {
    if (isa<AllocOp>(op.getOperation()))
      return;
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects(effects);
    std::string line = op->getName().stripDialect().str() + ":";
    for (const MemoryEffects::EffectInstance &effect : effects) {
      line += isa<MemoryEffects::Write>(effect.getEffect()) ? " writes " : " reads ";
      if (OpOperand *operand = effect.getEffectValue<OpOperand *>())
        line += std::to_string(operand->getOperandNumber()) + " in ";
      line += effect.getResource()->getName().str();
    }
    lines.push_back(line);
  });
  return lines;
}

constexpr StringLiteral tiles = R"(
  vdla.buffer @x in 64
  vdla.buffer @y out 64
  %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
  %w = vdla.alloc : memref<1x16x16xi8, #vdla.mem<wgt>>
  %y = vdla.alloc : memref<4x1x16xi32, #vdla.mem<acc>>
  %s = vdla.alloc : memref<1x144xi8, #vdla.mem<scale>>
)";

TEST(TileEffects, OfEachKindOfOperation) {
  std::vector<std::string> lines = collectEffects(tiles.str() + R"(
    vdla.configure inp_zero_point(value=3)
    vdla.load inp(dram=@x, y=1, x=4) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
    vdla.load wgt(y=1, x=1) on(%w) : memref<1x16x16xi8, #vdla.mem<wgt>>
    vdla.load scale(y=1, x=1) on(%s) : memref<1x144xi8, #vdla.mem<scale>>
    vdla.load acc(y=1, x=1) on(%y) : memref<4x1x16xi32, #vdla.mem<acc>>
    vdla.gemm reset(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%y) : memref<4x1x16xi32, #vdla.mem<acc>>
    vdla.gemm mac(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%y, %x, %w)
        : memref<4x1x16xi32, #vdla.mem<acc>>, memref<4x1x16xi8, #vdla.mem<inp>>, memref<1x16x16xi8, #vdla.mem<wgt>>
    vdla.alu add(iter_out=1, iter_in=1) uops [(0, 1, 0)] on(%y, %y)
        : memref<4x1x16xi32, #vdla.mem<acc>>, memref<4x1x16xi32, #vdla.mem<acc>>
    vdla.store requantize(dram=@y, y=1, x=4) on(%y, %s)
        : memref<4x1x16xi32, #vdla.mem<acc>>, memref<1x144xi8, #vdla.mem<scale>>
    vdla.finish()
  )");
  EXPECT_EQ(lines,
            (std::vector<std::string>{
                "configure: writes vdla.registers",
                "load: writes 0 in vdla.inp reads vdla.dram reads vdla.registers",
                "load: writes 0 in vdla.wgt reads vdla.dram reads vdla.registers",
                "load: writes 0 in vdla.scale reads vdla.dram reads vdla.registers",
                "load: writes 0 in vdla.acc reads vdla.dram reads vdla.registers",
                "gemm: reads 0 in vdla.acc writes 0 in vdla.acc",
                "gemm: reads 0 in vdla.acc writes 0 in vdla.acc reads 1 in vdla.inp reads 2 in "
                "vdla.wgt",
                "alu: reads 0 in vdla.acc writes 0 in vdla.acc reads 1 in vdla.acc",
                "store: reads 0 in vdla.acc reads 1 in vdla.scale writes vdla.dram reads "
                "vdla.registers",
                "finish: writes vdla.dram"}));
}

} // namespace
