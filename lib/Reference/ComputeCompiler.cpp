//===-- ComputeCompiler.cpp - the steps of a te.compute -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler from a te.compute's region to steps.
//
//===----------------------------------------------------------------------===//
#include "ComputeProgram.h"
#include "ComputeSteps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::reference;

namespace dl::reference {
class ComputeCompiler {
public:
  ComputeCompiler(ComputeProgram &program, ComputeProgram::Lookup lookup)
      : program(program), lookup(lookup), numLanes(program.block.getNumLanes()) {}

  LogicalResult compile() {
    if (failed(compileBlock(program.op.getBody().front(), program.yielded)))
      return failure();
    return program.op.getJoin().empty() ? success() : compileJoin(program.op.getJoin().front());
  }

private:
  /// Compiles the operations of a block; `yielded` are the registers of what it yields.
  LogicalResult compileBlock(Block &block, SmallVectorImpl<unsigned> &yielded) {
    for (Operation &op : block.without_terminator()) {
      std::optional<unsigned> reg;
      Attribute constant;
      if (auto read = dyn_cast<te::ReadOp>(op))
        reg = compileRead(read);
      else if (matchPattern(&op, m_Constant(&constant)))
        reg = compileConstant(&op, constant);
      else
        reg = compileScalar(&op);
      if (!reg)
        return failure();
      registers[op.getResult(0)] = *reg;
    }
    for (Value value : block.getTerminator()->getOperands()) {
      std::optional<unsigned> reg = getRegister(value);
      if (!reg)
        return failure();
      yielded.push_back(*reg);
    }
    return success();
  }

  /// A custom combiner: it takes what was accumulated, then the terms.
  LogicalResult compileJoin(Block &block) {
    unsigned count = program.op->getNumResults();
    program.joins.resize(count);
    for (unsigned number = 0; number < count; ++number) {
      ComputeProgram::Joined &join = program.joins[number];
      auto identity = getScalar(program.op.getIdentityOf(number));
      if (!identity)
        return program.op.emitOpError("expected identities of i1, i8..i64, index, f16, bf16, f32 "
                                      "or f64");
      ElementType type = identity->getElementType();
      join.identity.resize(numLanes * getLaneWidth(getLane(type)));
      join.next.resize(join.identity.size());
      loadRow(type, identity->getData(), 0, nullptr, 0, join.identity.data(), numLanes);
      join.accumulated = addRegister();
      registers[block.getArgument(number)] = join.accumulated;
      registers[block.getArgument(count + number)] = program.yielded[number];
    }
    std::swap(program.steps, program.joinSteps);
    SmallVector<unsigned> joined;
    if (failed(compileBlock(block, joined)))
      return failure();
    std::swap(program.steps, program.joinSteps);
    for (auto [join, reg] : llvm::zip_equal(program.joins, joined))
      join.joined = reg;
    return success();
  }

  static std::optional<Tensor> getScalar(TypedAttr attribute) {
    if (!attribute || !getElementType(attribute.getType()))
      return std::nullopt;
    return getTensor(
        DenseElementsAttr::get(RankedTensorType::get({}, attribute.getType()), attribute));
  }

  unsigned addRegister() {
    program.state.registers.push_back(nullptr);
    return program.state.registers.size() - 1;
  }

  template <typename S, typename... Args> unsigned addStep(Args &&...args) {
    unsigned reg = addRegister();
    program.steps.push_back(std::make_unique<S>(reg, std::forward<Args>(args)...));
    return reg;
  }

  /// A register that holds one element in every lane and is never written again.
  unsigned addConstant(const Tensor &scalar) {
    unsigned reg = addRegister();
    ElementType type = scalar.getElementType();
    std::vector<char> &row = program.constants.emplace_back(numLanes * getLaneWidth(getLane(type)));
    loadRow(type, scalar.getData(), 0, nullptr, 0, row.data(), numLanes);
    program.state.registers[reg] = row.data();
    return reg;
  }

  unsigned addIndexConstant(int64_t value) {
    return addConstant(Tensor(ElementType::I64, {}, &value, nullptr));
  }

  AxisForm getForm(int64_t constant, SmallVector<int64_t> coefficients) {
    return AxisForm(constant, std::move(coefficients), program.block, program.numSpatial);
  }

  /// The axis that a value is, if it is one of this op.
  std::optional<unsigned> getAxis(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &program.op.getBody().front())
      return std::nullopt;
    return argument.getArgNumber();
  }

  std::optional<unsigned> getRegister(Value value) {
    auto known = registers.find(value);
    if (known != registers.end())
      return known->second;
    std::optional<unsigned> reg;
    if (std::optional<unsigned> axis = getAxis(value)) {
      SmallVector<int64_t> coefficients(program.extents.size(), 0);
      coefficients[*axis] = 1;
      reg = addStep<IndexStep>(getForm(0, std::move(coefficients)));
    } else if (Tensor scalar = lookup(value)) {
      reg = addConstant(scalar);
    } else {
      program.op.emitOpError("expected a known scalar from outside the region, got ") << value;
      return std::nullopt;
    }
    registers[value] = *reg;
    return reg;
  }

  std::optional<unsigned> compileConstant(Operation *op, Attribute attribute) {
    std::optional<Tensor> scalar = getScalar(dyn_cast<TypedAttr>(attribute));
    if (!scalar) {
      op->emitOpError("expected a constant of i1, i8..i64, index, f16, bf16, f32 or f64, got ")
          << attribute;
      return std::nullopt;
    }
    return addConstant(*scalar);
  }

  std::optional<unsigned> compileScalar(Operation *op) {
    std::optional<ScalarKernel> kernel = getScalarKernel(op);
    if (!kernel) {
      op->emitOpError("expected an operation that the interpreter knows for these types, see "
                      "lib/Reference/ScalarOps.cpp");
      return std::nullopt;
    }
    SmallVector<unsigned> operands;
    for (Value operand : op->getOperands()) {
      std::optional<unsigned> reg = getRegister(operand);
      if (!reg)
        return std::nullopt;
      operands.push_back(*reg);
    }
    return addStep<ScalarStep>(op, *kernel, operands, numLanes);
  }

  /// An affine expression over index operands as a function of the axes, if it is one.
  std::optional<te::LinearForm> getAxisForm(AffineExpr expr, ValueRange operands) {
    std::optional<te::LinearForm> form = te::getLinearForm(expr, operands.size());
    if (!form)
      return std::nullopt;
    te::LinearForm onAxes;
    onAxes.constant = form->constant;
    onAxes.coefficients.assign(program.extents.size(), 0);
    for (auto [operand, coefficient] : llvm::zip_equal(operands, form->coefficients)) {
      if (coefficient == 0)
        continue;
      std::optional<unsigned> axis = getAxis(operand);
      if (!axis)
        return std::nullopt;
      onAxes.coefficients[*axis] += coefficient;
    }
    return onAxes;
  }

  /// A register with the value of an affine expression.
  std::optional<unsigned> compileExpr(Operation *op, AffineExpr expr, ValueRange operands) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return addIndexConstant(constant.getValue());
    if (std::optional<te::LinearForm> form = getAxisForm(expr, operands))
      return addStep<IndexStep>(getForm(form->constant, SmallVector<int64_t>(form->coefficients)));
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return getRegister(operands[dim.getPosition()]);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    std::optional<unsigned> lhs = compileExpr(op, binary.getLHS(), operands);
    std::optional<unsigned> rhs = compileExpr(op, binary.getRHS(), operands);
    if (!lhs || !rhs)
      return std::nullopt;
    auto getKind = [&]() {
      switch (expr.getKind()) {
      case AffineExprKind::Add:
        return IndexOp::Add;
      case AffineExprKind::Mul:
        return IndexOp::Mul;
      case AffineExprKind::FloorDiv:
        return IndexOp::FloorDiv;
      case AffineExprKind::CeilDiv:
        return IndexOp::CeilDiv;
      default:
        return IndexOp::Mod;
      }
    };
    unsigned pair[] = {*lhs, *rhs};
    return addStep<ScalarStep>(op, getIndexKernel(getKind()), pair, numLanes);
  }

  /// The position in the source as a function of the axes, if all indices are
  /// such functions and stay inside.
  std::optional<te::LinearForm> getPosition(te::ReadOp op, const Tensor &source) {
    te::LinearForm position;
    position.coefficients.assign(program.extents.size(), 0);
    for (auto [dimension, expr] : llvm::enumerate(op.getMap().getResults())) {
      std::optional<te::LinearForm> form = getAxisForm(expr, op.getIndexOperands());
      if (!form)
        return std::nullopt;
      int64_t size = source.getShape()[dimension], low = form->constant, high = form->constant;
      for (auto [coefficient, extent] : llvm::zip_equal(form->coefficients, program.extents)) {
        int64_t reach;
        int64_t &end = coefficient > 0 ? high : low;
        if (llvm::MulOverflow(coefficient, extent - 1, reach) || llvm::AddOverflow(end, reach, end))
          return std::nullopt;
      }
      if (low < 0 || high >= size)
        return std::nullopt;
      // What stays inside a tensor in memory cannot overflow.
      position.constant = position.constant * size + form->constant;
      for (auto [sum, coefficient] : llvm::zip_equal(position.coefficients, form->coefficients))
        sum = static_cast<int64_t>(static_cast<uint64_t>(sum) * size + coefficient);
    }
    return position;
  }

  std::optional<unsigned> compileRead(te::ReadOp op) {
    Tensor source = lookup(op.getSource());
    if (!source) {
      op.emitOpError("expected the source to have a value; a destination has none");
      return std::nullopt;
    }
    ValueRange operands = op.getIndexOperands();
    if (!op.getPredicate())
      if (std::optional<te::LinearForm> position = getPosition(op, source))
        return addStep<AffineReadStep>(
            source, getForm(position->constant, SmallVector<int64_t>(position->coefficients)),
            program.block);

    SmallVector<unsigned> indices, constraints;
    auto compileAll = [&](ArrayRef<AffineExpr> exprs, SmallVectorImpl<unsigned> &rows) {
      for (AffineExpr expr : exprs) {
        std::optional<unsigned> row = compileExpr(op, expr, operands);
        if (!row)
          return failure();
        rows.push_back(*row);
      }
      return success();
    };
    if (failed(compileAll(op.getMap().getResults(), indices)))
      return std::nullopt;
    std::optional<unsigned> otherwise;
    if (std::optional<IntegerSet> predicate = op.getPredicate()) {
      otherwise = getRegister(op.getOtherwise());
      if (!otherwise || failed(compileAll(predicate->getConstraints(), constraints)))
        return std::nullopt;
    }
    return addStep<CheckedReadStep>(op, source, indices, constraints, otherwise, numLanes);
  }

  ComputeProgram &program;
  ComputeProgram::Lookup lookup;
  int64_t numLanes;
  llvm::DenseMap<Value, unsigned> registers;
};
} // namespace dl::reference

std::unique_ptr<ComputeProgram> ComputeProgram::compile(te::ComputeOp op, ArrayRef<int64_t> extents,
                                                        Lookup lookup) {
  for (Type type : op.getResultTypes()) {
    Type elementType = cast<ShapedType>(type).getElementType();
    if (dl::getElementType(elementType))
      continue;
    op.emitOpError("expected elements of i1, i8..i64, index, f16, bf16, f32 or f64, got ")
        << elementType;
    return nullptr;
  }
  std::unique_ptr<ComputeProgram> program(new ComputeProgram(op, extents));
  if (failed(ComputeCompiler(*program, lookup).compile()))
    return nullptr;
  return program;
}
