//===-- WeightsObjectTest.cpp - weights in files ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects with room for weights, and weights behind the file that they are linked to.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Weights.h"
#include "dl/Target/Cpu/Emit/Emit.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/TargetParser/Triple.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {
struct WeightsObjectTest : testing::Test {
  MLIRContext context;
  Builder builder{&context};
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));

  ElementsAttr splat(int64_t size, int8_t value) {
    return DenseElementsAttr::get(RankedTensorType::get({size}, builder.getI8Type()), value);
  }
};
} // namespace

TEST_F(WeightsObjectTest, ObjectsAreElfOf64LittleEndianBits) {
  llvm::SmallString<64> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("weights", "o", path));
  llvm::FileRemover remover(path);
  dl::codegen::setWeightTable(*module, {}, 64);
  auto write = [&](llvm::StringRef triple) {
    return llvm::toString(dl::cpu::writeWeightsObject(*module, "m", llvm::Triple(triple), path));
  };
  EXPECT_EQ(write("x86_64-unknown-linux-gnu"), "");
  EXPECT_EQ(write("aarch64-unknown-linux-gnu"), "");
  for (const char *other :
       {"i386-unknown-linux-gnu", "s390x-unknown-linux-gnu", "x86_64-apple-macosx"})
    EXPECT_EQ(write(other), "expected a little-endian 64-bit target with ELF objects, got '" +
                                std::string(other) + "'");
}

TEST_F(WeightsObjectTest, GoBehindASectionOfTheirSize) {
  llvm::SmallString<64> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("weights", "o", path));
  llvm::FileRemover remover(path);
  dl::codegen::setWeightTable(*module, {}, 64);
  llvm::cantFail(
      dl::cpu::writeWeightsObject(*module, "m", llvm::Triple("x86_64-unknown-linux-gnu"), path));
  auto append = [&] { return llvm::toString(dl::cpu::appendWeights(*module, path)); };
  dl::codegen::setWeightTable(*module, {}, 128);
  EXPECT_EQ(append(), "'" + path.str().str() +
                          "': expected the linker to keep the section .lrodata.dlc_weights of 128 "
                          "bytes apart");
  dl::codegen::setWeightTable(*module, {{0, splat(64, 7)}}, 64);
  EXPECT_EQ(append(), "");
  uint64_t size = 0;
  ASSERT_FALSE(llvm::sys::fs::file_size(path, size));
  // They begin at a page.
  EXPECT_EQ(size, 4096u + 64u);
  // Now the section has contents.
  EXPECT_NE(append(), "");
}
