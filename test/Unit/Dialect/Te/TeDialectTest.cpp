//===-- TeDialectTest.cpp - building and querying te -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders of the te operations, and the free functions of Te.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace dl;
using namespace dl::te;

namespace {

struct TeDialectTest : testing::Test {
  MLIRContext context;
  OpBuilder builder{&context};
  Location loc = UnknownLoc::get(&context);

  TeDialectTest() { context.loadDialect<TeDialect, arith::ArithDialect, func::FuncDialect>(); }

  AffineExpr dim(unsigned position) { return builder.getAffineDimExpr(position); }

  /// A private function with a body that takes these types.
  OwningOpRef<func::FuncOp> makeFunction(TypeRange types, TypeRange results = {}) {
    OwningOpRef<func::FuncOp> func =
        func::FuncOp::create(loc, "f", builder.getFunctionType(types, results));
    builder.setInsertionPointToStart(func->addEntryBlock());
    return func;
  }
};

std::string getText(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

TEST_F(TeDialectTest, Identities) {
  auto get = [&](Combiner combiner, Type type) { return getText(getIdentity(combiner, type)); };
  Type f32 = builder.getF32Type(), f64 = builder.getF64Type(), i8 = builder.getI8Type(),
       i1 = builder.getI1Type(), index = builder.getIndexType();
  EXPECT_EQ(get(Combiner::Add, f32), "0.000000e+00 : f32");
  EXPECT_EQ(get(Combiner::Mul, f64), "1.000000e+00 : f64");
  EXPECT_EQ(get(Combiner::Min, f32), "0x7F800000 : f32");
  EXPECT_EQ(get(Combiner::Max, f32), "0xFF800000 : f32");
  EXPECT_EQ(get(Combiner::Add, i8), "0 : i8");
  EXPECT_EQ(get(Combiner::Mul, i8), "1 : i8");
  EXPECT_EQ(get(Combiner::Min, i8), "127 : i8");
  EXPECT_EQ(get(Combiner::Max, i8), "-128 : i8");
  EXPECT_EQ(get(Combiner::Min, i1), "true");
  EXPECT_EQ(get(Combiner::Max, i1), "false");
  EXPECT_EQ(get(Combiner::Min, index), "9223372036854775807 : index");
  EXPECT_EQ(get(Combiner::Max, index), "-9223372036854775808 : index");
}

TEST_F(TeDialectTest, Combine) {
  auto getName = [&](Combiner combiner, Type type) {
    OwningOpRef<func::FuncOp> func = makeFunction({type, type});
    Value value = combine(builder, loc, combiner, func->getArgument(0), func->getArgument(1));
    EXPECT_EQ(value.getDefiningOp()->getOperand(0), func->getArgument(0));
    EXPECT_EQ(value.getDefiningOp()->getOperand(1), func->getArgument(1));
    return value.getDefiningOp()->getName().getStringRef().str();
  };
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type(), i1 = builder.getI1Type();
  EXPECT_EQ(getName(Combiner::Add, f32), "arith.addf");
  EXPECT_EQ(getName(Combiner::Mul, f32), "arith.mulf");
  EXPECT_EQ(getName(Combiner::Min, f32), "arith.minimumf");
  EXPECT_EQ(getName(Combiner::Max, f32), "arith.maximumf");
  EXPECT_EQ(getName(Combiner::Add, i32), "arith.addi");
  EXPECT_EQ(getName(Combiner::Mul, i32), "arith.muli");
  EXPECT_EQ(getName(Combiner::Min, i32), "arith.minsi");
  EXPECT_EQ(getName(Combiner::Max, i32), "arith.maxsi");
  EXPECT_EQ(getName(Combiner::Min, i1), "arith.minui");
  EXPECT_EQ(getName(Combiner::Max, i1), "arith.maxui");
}

TEST_F(TeDialectTest, LinearForms) {
  std::optional<LinearForm> form = getLinearForm((dim(0) * 3 - dim(2)) * 2 + 7 + dim(0), 4);
  ASSERT_TRUE(form);
  EXPECT_EQ(form->constant, 7);
  EXPECT_EQ(form->coefficients, (SmallVector<int64_t, 6>{7, 0, -2, 0}));
  EXPECT_FALSE(getLinearForm(dim(0).floorDiv(2), 1));
  EXPECT_FALSE(getLinearForm(dim(0) % 2 + dim(0), 1));
  EXPECT_FALSE(getLinearForm(dim(0).ceilDiv(2) * 4, 1));
  EXPECT_FALSE(getLinearForm(builder.getAffineSymbolExpr(0) + dim(0), 1));
  int64_t large = int64_t(1) << 62;
  EXPECT_TRUE(getLinearForm(dim(0) * large, 1));
  EXPECT_FALSE(getLinearForm((dim(0) + dim(1) % 3) * large, 2));
  EXPECT_FALSE(getLinearForm((dim(0) * large + dim(1)) * 3, 2));
  EXPECT_FALSE(getLinearForm(dim(0) * large + dim(1) + dim(0) * large, 2));
}

TEST_F(TeDialectTest, CanonicalIndexing) {
  Type index = builder.getIndexType();
  OwningOpRef<func::FuncOp> func = makeFunction({index, index, index});
  Value a = func->getArgument(0), b = func->getArgument(1), c = func->getArgument(2);
  AffineMap map = AffineMap::get(4, 0, {dim(3) + dim(1), dim(0)}, &context);
  IntegerSet predicate = IntegerSet::get(4, 0, {dim(2) - dim(0)}, {true});
  SmallVector<Value> operands = {a, b, c, b};
  canonicalizeIndexing(map, predicate, operands);
  EXPECT_EQ(operands, SmallVector<Value>({b, a, c}));
  EXPECT_EQ(map, AffineMap::get(3, 0, {dim(0) * 2, dim(1)}, &context));
  EXPECT_EQ(predicate, IntegerSet::get(3, 0, {dim(2) - dim(1)}, {true}));

  // Without a predicate; an unused operand goes.
  IntegerSet none;
  map = AffineMap::get(2, 0, {dim(1)}, &context);
  operands = {a, b};
  canonicalizeIndexing(map, none, operands);
  EXPECT_EQ(operands, SmallVector<Value>({b}));
  EXPECT_EQ(map, AffineMap::get(1, 0, {dim(0)}, &context));
  EXPECT_FALSE(none);
}

TEST_F(TeDialectTest, Kernels) {
  Type tensor = RankedTensorType::get({4}, builder.getF32Type());
  OwningOpRef<func::FuncOp> func = makeFunction({tensor, tensor, tensor}, {tensor, tensor});
  EXPECT_FALSE(isKernel(*func));
  EXPECT_EQ(getNumDestinations(*func), 0u);
  (*func)->setAttr(TeDialect::getKernelAttrName(), builder.getUnitAttr());
  for (unsigned i : {1, 2})
    func->setArgAttr(i, TeDialect::getDestinationAttrName(), builder.getUnitAttr());
  EXPECT_TRUE(isKernel(*func));
  EXPECT_EQ(getNumDestinations(*func), 2u);
}

TEST_F(TeDialectTest, Builders) {
  Type f32 = builder.getF32Type();
  auto source = RankedTensorType::get({8, 6}, f32);
  auto result = RankedTensorType::get({4, ShapedType::kDynamic}, f32);
  OwningOpRef<func::FuncOp> func = makeFunction({source, f32, builder.getIndexType()}, {result});
  Value x = func->getArgument(0), zero = func->getArgument(1), n = func->getArgument(2);
  auto compute = ComputeOp::create(
      builder, loc, result, "C", {{"i", builder.getIndexAttr(4)}, {"j", n}},
      {{"k", builder.getIndexAttr(3)}}, Combiner::Max,
      [&](OpBuilder &body, Location loc, ValueRange axes) -> Value {
        // Operand 0 is used by the guard only, operand 1 by neither.
        SmallVector<Value> operands = {axes[1], axes[1], axes[0], axes[2]};
        Value read = ReadOp::create(body, loc, x, {dim(2) + dim(3), dim(3) * 2}, operands,
                                    {dim(0) - 1}, zero);
        return arith::AddFOp::create(
            body, loc, read,
            ReadOp::create(body, loc, x, {dim(0), dim(1)}, ValueRange{axes[0], axes[2]}));
      });
  func::ReturnOp::create(builder, loc, compute.getResult());
  ASSERT_TRUE(succeeded(verify(*func)));

  EXPECT_EQ(compute.getNumAxes(), 3u);
  EXPECT_EQ(compute.getNumSpatial(), 2u);
  EXPECT_TRUE(compute.hasReduction());
  EXPECT_FALSE(compute.isReduction(1));
  EXPECT_TRUE(compute.isReduction(2));
  EXPECT_EQ(compute.getAxisName(2), "k");
  EXPECT_EQ(compute.getMixedExtent(0), OpFoldResult(builder.getIndexAttr(4)));
  EXPECT_EQ(compute.getMixedExtent(1), OpFoldResult(n));
  EXPECT_EQ(compute.getMixedExtent(2), OpFoldResult(builder.getIndexAttr(3)));
  EXPECT_EQ(compute.getYield().getValue().getDefiningOp()->getName().getStringRef(), "arith.addf");

  auto reads = compute.getReads();
  ASSERT_EQ(reads.size(), 2u);
  auto axes = compute.getAxes();
  EXPECT_EQ(SmallVector<Value>(reads[0].getIndexOperands()),
            SmallVector<Value>({axes[0], axes[2], axes[1]}));
  EXPECT_EQ(reads[0].getMap(), AffineMap::get(3, 0, {dim(0) + dim(1), dim(1) * 2}, &context));
  EXPECT_EQ(*reads[0].getPredicate(), IntegerSet::get(3, 0, {dim(2) - 1}, {false}));
  EXPECT_EQ(reads[0].getOtherwise(), zero);
  EXPECT_FALSE(reads[1].getPredicate());
  EXPECT_FALSE(reads[1].getOtherwise());
  EXPECT_TRUE(reads[1].isAffine());
  // An index from outside is no axis.
  reads[1].getIndexOperandsMutable()[0].set(n);
  EXPECT_FALSE(reads[1].isAffine());
}

/// Without a reduction nothing is joined, whatever the caller says of an order.
TEST_F(TeDialectTest, SeveralResultsBuilder) {
  auto type = RankedTensorType::get({4}, builder.getF32Type());
  OwningOpRef<func::FuncOp> func = makeFunction({type}, {type, type});
  Value x = func->getArgument(0);
  auto compute = ComputeOp::create(
      builder, loc, TypeRange{type, type}, "two", {{"i", builder.getIndexAttr(4)}},
      /*reduction=*/{}, /*identities=*/{}, /*commutative=*/true,
      [&](OpBuilder &body, Location loc, ValueRange axes) -> SmallVector<Value> {
        Value read = ReadOp::create(body, loc, x, {dim(0)}, axes);
        return {read, read};
      },
      [](OpBuilder &, Location, ValueRange) -> SmallVector<Value> { return {}; });
  func::ReturnOp::create(builder, loc, compute.getResults());
  ASSERT_TRUE(succeeded(verify(*func)));
  EXPECT_FALSE(compute.getCommutative());
  EXPECT_FALSE(compute.getIdentities());
  EXPECT_FALSE(compute.hasReduction());
}

/// The largest element and its place, by a combiner of its own.
TEST_F(TeDialectTest, TupleBuilder) {
  Type f32 = builder.getF32Type(), i64 = builder.getI64Type();
  auto source = RankedTensorType::get({4, 6}, f32);
  Type values = RankedTensorType::get({4}, f32), places = RankedTensorType::get({4}, i64);
  OwningOpRef<func::FuncOp> func = makeFunction({source}, {values, places});
  Value x = func->getArgument(0);
  auto compute = ComputeOp::create(
      builder, loc, TypeRange{values, places}, "M", {{"i", builder.getIndexAttr(4)}},
      {{"k", builder.getIndexAttr(6)}}, {builder.getF32FloatAttr(-1), builder.getI64IntegerAttr(7)},
      /*commutative=*/true,
      [&](OpBuilder &body, Location loc, ValueRange axes) -> SmallVector<Value> {
        return {ReadOp::create(body, loc, x, {dim(0), dim(1)}, axes),
                arith::IndexCastOp::create(body, loc, i64, axes[1])};
      },
      [&](OpBuilder &join, Location loc, ValueRange sides) -> SmallVector<Value> {
        EXPECT_EQ(SmallVector<Type>(sides.getTypes()), SmallVector<Type>({f32, i64, f32, i64}));
        Value isFirst =
            arith::CmpFOp::create(join, loc, arith::CmpFPredicate::OGE, sides[0], sides[2]);
        return {arith::SelectOp::create(join, loc, isFirst, sides[0], sides[2]),
                arith::SelectOp::create(join, loc, isFirst, sides[1], sides[3])};
      });
  func::ReturnOp::create(builder, loc, compute->getResults());
  ASSERT_TRUE(succeeded(verify(*func)));
  EXPECT_EQ(compute.getCombiner(), Combiner::Custom);
  EXPECT_FALSE(compute.isOrdered());
  EXPECT_EQ(getText(compute.getIdentityOf(0)), "-1.000000e+00 : f32");
  EXPECT_EQ(getText(compute.getIdentityOf(1)), "7 : i64");
}

} // namespace
