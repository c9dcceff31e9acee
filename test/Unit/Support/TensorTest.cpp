//===-- TensorTest.cpp - tensors in memory -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between tensors and attributes, sharing of memory, comparison.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Tensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include "gtest/gtest.h"

#include <cstring>
#include <limits>

using namespace mlir;
using namespace dl;

namespace {

struct TensorTest : testing::Test {
  MLIRContext context;
  Builder builder{&context};

  Tensor make(std::vector<float> values) {
    Tensor tensor(ElementType::F32, {static_cast<int64_t>(values.size())});
    llvm::copy(values, tensor.getMutableValues<float>().begin());
    return tensor;
  }
};

TEST_F(TensorTest, ElementTypes) {
  for (ElementType type :
       {ElementType::I1, ElementType::I8, ElementType::I16, ElementType::I32, ElementType::I64,
        ElementType::U8, ElementType::U16, ElementType::U32, ElementType::U64, ElementType::F16,
        ElementType::BF16, ElementType::F32, ElementType::F64}) {
    Type mlirType = getMLIRType(type, &context);
    EXPECT_EQ(getElementType(mlirType), type);
    std::string text;
    llvm::raw_string_ostream(text) << mlirType;
    EXPECT_EQ(text, stringify(type).str());
    if (type != ElementType::I1)
      EXPECT_EQ(getByteWidth(type) * 8, mlirType.getIntOrFloatBitWidth());
  }
  EXPECT_EQ(getElementType(builder.getIndexType()), ElementType::I64);
  EXPECT_EQ(getElementType(builder.getIntegerType(4)), std::nullopt);
  EXPECT_EQ(getElementType(builder.getIntegerType(4, /*isSigned=*/false)), std::nullopt);
  EXPECT_EQ(getElementType(builder.getTF32Type()), std::nullopt);
  EXPECT_EQ(getElementType(IntegerType::get(&context, 8, IntegerType::Signed)), std::nullopt);
  EXPECT_EQ(getElementType(builder.getIntegerType(1, /*isSigned=*/false)), std::nullopt);
}

// Numbers of 2 and 4 bits and floats of 8 are stored as bytes.
TEST_F(TensorTest, NarrowTypesAreStoredAsBytes) {
  const Type narrow[] = {builder.getIntegerType(2), builder.getIntegerType(4),
                         builder.getIntegerType(4, /*isSigned=*/false),
                         Float8E4M3FNType::get(&context), Float4E2M1FNType::get(&context)};
  for (Type type : narrow) {
    EXPECT_TRUE(isNarrow(type));
    EXPECT_EQ(getStoredElementType(type), ElementType::U8);
  }
  const Type others[] = {builder.getI1Type(),    builder.getIntegerType(3), builder.getI8Type(),
                         builder.getIndexType(), builder.getF16Type(),      builder.getF64Type()};
  for (Type type : others) {
    EXPECT_FALSE(isNarrow(type));
    EXPECT_EQ(getStoredElementType(type), getElementType(type));
  }
}

TEST_F(TensorTest, IntegersKeepTheirSigns) {
  const std::pair<ElementType, double> largest[] = {
      {ElementType::I8, -1},     {ElementType::U8, 255},    {ElementType::I16, -1},
      {ElementType::U16, 65535}, {ElementType::I32, -1},    {ElementType::U32, 4294967295.0},
      {ElementType::I64, -1},    {ElementType::U64, 0x1p64}};
  for (auto [type, number] : largest) {
    Tensor tensor(type, {1});
    std::memset(tensor.getMutableData(), 0xFF, tensor.getNumBytes());
    EXPECT_EQ(tensor.getAsDouble(0), number) << stringify(type).str();
    if (type != ElementType::U64)
      EXPECT_EQ(tensor.getAsInteger(0), static_cast<int64_t>(number)) << stringify(type).str();
    // What is stored has the width and no sign.
    EXPECT_EQ(getByteWidth(getStorageType(type)), getByteWidth(type));
    EXPECT_TRUE(getMLIRType(getStorageType(type), &context).isSignlessInteger());
  }
  EXPECT_EQ(getStorageType(ElementType::I1), ElementType::I8);
  EXPECT_EQ(getStorageType(ElementType::F16), ElementType::F16);
}

TEST_F(TensorTest, DenseAttributesAreShared) {
  auto type = RankedTensorType::get({2, 2}, builder.getF32Type());
  auto attribute = DenseElementsAttr::get(type, ArrayRef<float>{1, 2, 3, 4});
  std::optional<Tensor> tensor = getTensor(attribute);
  ASSERT_TRUE(tensor);
  EXPECT_EQ(tensor->getData(), attribute.getRawData().data());
  EXPECT_EQ(tensor->getShape(), ArrayRef<int64_t>({2, 2}));
  EXPECT_EQ(tensor->getAsDouble(2), 3.0);
  EXPECT_EQ(getDenseAttr(*tensor, &context), attribute);
}

TEST_F(TensorTest, SplatsAndBooleansAreExpanded) {
  auto splat =
      DenseElementsAttr::get(RankedTensorType::get({3}, builder.getI16Type()), int16_t(-7));
  std::optional<Tensor> tensor = getTensor(splat);
  ASSERT_TRUE(tensor);
  EXPECT_EQ(tensor->getNumBytes(), 6u);
  for (int64_t i = 0; i < 3; ++i)
    EXPECT_EQ(tensor->getAsInteger(i), -7);

  auto boolType = RankedTensorType::get({10}, builder.getI1Type());
  bool values[] = {true, false, true, true, false, false, true, false, true, true};
  auto booleans = DenseElementsAttr::get(boolType, values);
  tensor = getTensor(booleans);
  ASSERT_TRUE(tensor);
  for (int64_t i = 0; i < 10; ++i)
    EXPECT_EQ(tensor->getAsInteger(i), values[i]);
  EXPECT_EQ(getDenseAttr(*tensor, &context), booleans);
}

TEST_F(TensorTest, ResourcesAreSharedAndChecked) {
  Tensor tensor = make({1, 2, 3});
  DenseResourceElementsAttr attribute = getResourceAttr(tensor, &context, "weights");
  std::optional<Tensor> back = getTensor(attribute);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->getData(), tensor.getData());
  // The attribute keeps the memory alive.
  tensor = Tensor();
  EXPECT_EQ(back->getAsDouble(2), 3.0);

  auto larger = DenseResourceElementsAttr::get(RankedTensorType::get({4}, builder.getF32Type()),
                                               attribute.getRawHandle());
  EXPECT_FALSE(getTensor(larger));
  auto unknown = DenseElementsAttr::get(RankedTensorType::get({2}, builder.getIntegerType(3)),
                                        ArrayRef<APInt>{APInt(3, 1), APInt(3, 2)});
  EXPECT_FALSE(getTensor(unknown));
  // Elements of 4 bits are bytes.
  auto narrow = DenseElementsAttr::get(RankedTensorType::get({2}, builder.getIntegerType(4)),
                                       ArrayRef<APInt>{APInt(4, 1), APInt(4, 14)});
  std::optional<Tensor> bytes = getTensor(narrow);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->getElementType(), ElementType::U8);
  EXPECT_EQ(bytes->getAsDouble(1), 14.0);
}

// Elements that do not stand at a multiple of their width are copied.
TEST_F(TensorTest, UnalignedResourcesAreCopied) {
  alignas(8) char storage[16] = {};
  const float values[] = {1.5, -2};
  for (size_t offset : {1, 4}) {
    std::memcpy(storage + offset, values, sizeof(values));
    auto type = RankedTensorType::get({2}, builder.getF32Type());
    auto attribute = DenseResourceElementsAttr::get(
        type, "weights",
        UnmanagedAsmResourceBlob::allocateWithAlign(
            ArrayRef<char>(storage + offset, sizeof(values)), /*align=*/1));
    std::optional<Tensor> tensor = getTensor(attribute);
    ASSERT_TRUE(tensor);
    EXPECT_EQ(tensor->getData() == storage + offset, offset == 4);
    EXPECT_EQ(tensor->getAsDouble(0), 1.5);
    EXPECT_EQ(tensor->getAsDouble(1), -2.0);
  }
}

TEST_F(TensorTest, NarrowFloatsAreWidened) {
  Tensor half(ElementType::F16, {2}), brain(ElementType::BF16, {2});
  half.getMutableValues<uint16_t>()[0] = 0x3c01;
  half.getMutableValues<uint16_t>()[1] = 0xfc00;
  brain.getMutableValues<uint16_t>()[0] = 0x3f81;
  brain.getMutableValues<uint16_t>()[1] = 0xc000;
  EXPECT_EQ(half.getAsDouble(0), 1.0 + 1.0 / 1024);
  EXPECT_EQ(half.getAsDouble(1), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(brain.getAsDouble(0), 1.0 + 1.0 / 128);
  EXPECT_EQ(brain.getAsDouble(1), -2.0);
}

TEST_F(TensorTest, ReshapeShares) {
  Tensor tensor = make({1, 2, 3, 4, 5, 6});
  Tensor reshaped = tensor.reshape({3, 2});
  EXPECT_EQ(reshaped.getData(), tensor.getData());
  EXPECT_EQ(reshaped.getShape(), ArrayRef<int64_t>({3, 2}));
  EXPECT_EQ(Tensor(ElementType::F32, {0, 3}).getNumElements(), 0);
  EXPECT_EQ(Tensor(ElementType::F32, {}).getNumElements(), 1);
}

TEST_F(TensorTest, ShapesBeyondAllMemory) {
  EXPECT_FALSE(Tensor(ElementType::I8, {int64_t(1) << 32, int64_t(1) << 32}));
  EXPECT_FALSE(Tensor(ElementType::I8, {int64_t(1) << 62}));
  EXPECT_FALSE(Tensor(ElementType::I8, {-1}));
  EXPECT_TRUE(Tensor(ElementType::I8, {int64_t(1) << 62, 0}));
  // Of memory that is somebody else's 2^56 elements are still counted.
  const char byte = 0;
  auto count = [&](ArrayRef<int64_t> shape) {
    return Tensor(ElementType::I8, shape, &byte, nullptr).getNumElements();
  };
  EXPECT_EQ(count({int64_t(1) << 56}), int64_t(1) << 56);
  EXPECT_EQ(count({2, int64_t(1) << 55}), int64_t(1) << 56);
  EXPECT_EQ(count({(int64_t(1) << 56) + 1}), 0);
  EXPECT_EQ(count({3, int64_t(1) << 55}), 0);
  // Nowhere are no elements.
  EXPECT_TRUE(Tensor(ElementType::I8, {2, 0}, nullptr, nullptr));
  EXPECT_FALSE(Tensor(ElementType::I8, {2}, nullptr, nullptr));
}

TEST_F(TensorTest, Comparison) {
  float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  Difference difference = compare(make({1, -8, 3.5, inf, nan}), make({1.25, -8, 3, inf, nan}));
  EXPECT_EQ(difference.maxError, 0.5);
  EXPECT_EQ(difference.largest, 8.0);
  EXPECT_EQ(difference.position, 2);
  EXPECT_EQ(difference.getRelative(), 0.0625);
  EXPECT_EQ(compare(make({1, 2}), make({1, 2})).position, -1);
  EXPECT_EQ(compare(make({1, nan}), make({1, 2})).maxError, inf);
  EXPECT_EQ(compare(make({inf, 1}), make({-inf, 1})).maxError, inf);
  EXPECT_EQ(compare(make({0.5}), make({0})).getRelative(), 0.5);
  EXPECT_EQ(compare(make({1, 2}), make({1, nan})).maxError, inf);
  // The first of those that are as far away; what is infinite is no measure.
  EXPECT_EQ(compare(make({1, 2}), make({0, 1})).position, 0);
  EXPECT_EQ(compare(make({inf, -2}), make({inf, -2})).largest, 2.0);
}

TEST_F(TensorTest, ComparisonOfOtherTypes) {
  Tensor bytes(ElementType::U8, {2}), doubles(ElementType::F64, {2});
  bytes.getMutableValues<uint8_t>()[0] = 200;
  bytes.getMutableValues<uint8_t>()[1] = 4;
  doubles.getMutableValues<double>()[0] = 200;
  doubles.getMutableValues<double>()[1] = 4.25;
  Difference difference = compare(bytes, doubles);
  EXPECT_EQ(difference.maxError, 0.25);
  EXPECT_EQ(difference.position, 1);
  EXPECT_EQ(difference.largest, 200.0);
  // Floats of one width with those of another.
  difference = compare(make({200, 4}), doubles);
  EXPECT_EQ(difference.maxError, 0.25);
  EXPECT_EQ(difference.position, 1);
  difference = compare(doubles, make({200, 3.25}));
  EXPECT_EQ(difference.maxError, 1.0);
  EXPECT_EQ(difference.position, 1);
}

} // namespace
