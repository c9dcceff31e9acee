//===-- SymbolicSizes.cpp - sizes known only at run time --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols of a function, sizes as products, and their values. SymbolicKernel.cpp
// has what concerns one kernel.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/SymbolicSizes.h"
#include "dl/Dialect/Graph/IR/SizeExprs.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

SizeProduct SizeProduct::get(ArrayRef<AffineExpr> sizes) {
  SizeProduct product;
  for (AffineExpr size : sizes)
    appendFactors(size, product.factor, product.atoms);
  llvm::stable_sort(product.atoms, isBefore);
  return product;
}

std::optional<SizeProduct> SizeProduct::divideBy(const SizeProduct &other) const {
  if (other.factor == 0 || factor % other.factor != 0)
    return std::nullopt;
  SizeProduct quotient = *this;
  quotient.factor = factor / other.factor;
  for (AffineExpr atom : other.atoms) {
    auto *found = llvm::find(quotient.atoms, atom);
    if (found == quotient.atoms.end())
      return std::nullopt;
    quotient.atoms.erase(found);
  }
  return quotient;
}

AffineExpr SizeProduct::toExpr(MLIRContext *context) const {
  AffineExpr expr = getAffineConstantExpr(1, context);
  for (AffineExpr atom : atoms)
    expr = expr * atom;
  return expr * factor;
}

bool dl::groupDims(ArrayRef<AffineExpr> from, ArrayRef<AffineExpr> to,
                   SmallVectorImpl<SmallVector<int64_t, 2>> &left,
                   SmallVectorImpl<SmallVector<int64_t, 2>> &right, Dims &middle) {
  size_t i = 0, j = 0;
  while (i < from.size() && j < to.size()) {
    size_t firstLeft = i++, firstRight = j++;
    SizeProduct a, b;
    auto update = [&] {
      a = SizeProduct::get(from.slice(firstLeft, i - firstLeft));
      b = SizeProduct::get(to.slice(firstRight, j - firstRight));
    };
    for (update(); !(a == b); update()) {
      // The side that lacks something grows.
      bool growLeft = !a.divideBy(b).has_value();
      if (growLeft ? i == from.size() : j == to.size())
        growLeft = !growLeft;
      if (growLeft ? i == from.size() : j == to.size())
        return false;
      ++(growLeft ? i : j);
    }
    left.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(firstLeft, i)));
    right.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(firstRight, j)));
    middle.push_back(a.toExpr(from.front().getContext()));
  }
  // Dims of extent 1 that are left over at the end join the last group.
  for (; i < from.size() && !left.empty(); ++i)
    left.back().push_back(i);
  for (; j < to.size() && !right.empty(); ++j)
    right.back().push_back(j);
  return true;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

void SymbolicSizes::readArgument(BlockArgument argument) {
  MLIRContext *context = func->getContext();
  auto type = cast<RankedTensorType>(argument.getType());
  if (type.hasStaticShape())
    return;
  unsigned number = argument.getArgNumber();
  auto given = func.getArgAttrOfType<ArrayAttr>(number, DlDialect::getDimsAttrName());
  auto name = func.getArgAttrOfType<StringAttr>(number, DlDialect::getNameAttrName());
  Dims dims;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(extent)) {
      dims.push_back(getAffineConstantExpr(extent, context));
      continue;
    }
    // Without a name the dim is like no other: no name has a space in it.
    std::string symbol = (name ? name.str() : "argument " + std::to_string(number)) +
                         " dimension " + std::to_string(dim);
    if (given && dim < given.size())
      if (auto text = dyn_cast<StringAttr>(given[dim]))
        symbol = text.str();
    auto *found = llvm::find(names, symbol);
    unsigned position = found - names.begin();
    if (found == names.end()) {
      names.push_back(symbol);
      symbols.push_back({argument, static_cast<int64_t>(dim)});
    }
    dims.push_back(getAffineSymbolExpr(position, context));
  }
  setDims(argument, dims);
}

void SymbolicSizes::readArguments() {
  for (BlockArgument argument : func.getArguments())
    readArgument(argument);
  for (BlockArgument argument : func.getArguments())
    if (auto dims = known.find(argument); dims != known.end())
      func.setArgAttr(argument.getArgNumber(), DlDialect::getDimsAttrName(),
                      getAttribute(dims->second));
}

void SymbolicSizes::addArgument(BlockArgument argument) {
  readArgument(argument);
  func.setArgAttr(argument.getArgNumber(), DlDialect::getDimsAttrName(),
                  getAttribute(getDims(argument)));
}

Dims SymbolicSizes::getDims(Value value) const {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  Dims dims;
  for (int64_t extent : cast<RankedTensorType>(value.getType()).getShape())
    dims.push_back(getAffineConstantExpr(extent, func->getContext()));
  return dims;
}

FailureOr<Dims> SymbolicSizes::reshape(graph::ReshapeOp op, const Dims &from,
                                       ArrayRef<AffineExpr> extents) {
  if (extents.empty())
    return reshape(op, from, op.getType(), op.getShape().value_or(ArrayRef<int64_t>()));
  Dims to(extents.drop_back());
  SizeProduct given = SizeProduct::get(from), wanted = SizeProduct::get(to);
  AffineExpr lhs = normalizeSize(wanted.toExpr(func->getContext()));
  AffineExpr rhs = normalizeSize(given.toExpr(func->getContext()));
  if (!(given == wanted) && !requireEqual(lhs, rhs, op.getLoc()))
    return op.emitOpError("expected as many elements in the result as in the operand, got ")
           << toString(lhs) << " and " << toString(rhs);
  return to;
}

FailureOr<Dims> SymbolicSizes::reshape(Operation *op, const Dims &from, RankedTensorType result,
                                       ArrayRef<int64_t> shape) {
  Dims dims, others, kept;
  for (AffineExpr dim : from)
    if (!isa<AffineConstantExpr>(dim))
      kept.push_back(dim);
  bool inOrder = shape.empty() && result.getNumDynamicDims() > 1;
  if (inOrder && kept.size() != result.getNumDynamicDims())
    return op->emitOpError("requires to know the dims of ")
           << result << ", of which " << result.getNumDynamicDims()
           << " are open where the operand has " << kept.size() << " such; give 'shape'";
  std::optional<size_t> open;
  for (auto [i, extent] : llvm::enumerate(result.getShape())) {
    AffineExpr dim;
    if (!ShapedType::isDynamic(extent)) {
      dim = getAffineConstantExpr(extent, func->getContext());
    } else if (inOrder) {
      dim = kept[result.getNumDynamicDims() -
                 llvm::count(result.getShape().drop_front(i), ShapedType::kDynamic)];
    } else if (!shape.empty() && shape[i] == 0) {
      dim = from[i];
    } else {
      open = i;
      dims.push_back({});
      continue;
    }
    dims.push_back(dim);
    others.push_back(dim);
  }
  SizeProduct total = SizeProduct::get(from), known = SizeProduct::get(others);
  std::optional<SizeProduct> rest = total.divideBy(known);
  bool isWhole = rest && (open || *rest == SizeProduct());
  // Exporters write the shape of their example where a size was left open: it holds for that.
  if (!isWhole && !open)
    isWhole = requireEqual(normalizeSize(total.toExpr(func->getContext())),
                           normalizeSize(known.toExpr(func->getContext())), op->getLoc());
  if (!isWhole) {
    auto text = [&](const SizeProduct &product) {
      return toString(product.toExpr(func->getContext()));
    };
    return op->emitOpError("expected as many elements in the result as in the operand for all "
                           "sizes, got dims of ")
           << text(known) << (open ? " beside the open one" : "") << " for " << text(total);
  }
  if (open)
    dims[*open] = rest->toExpr(func->getContext());
  return dims;
}

//===----------------------------------------------------------------------===//
// What a run checks
//===----------------------------------------------------------------------===//

/// The names of the model's nodes in a location, joined by '+'.
static std::string getNodeNames(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  std::string names;
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::string text = getNodeNames(part); !text.empty())
        names += (names.empty() ? "" : "+") + text;
  return names;
}

void SymbolicSizes::requirePositive(AffineExpr size, Location loc) {
  if (isNeverNegative(size - 1))
    return;
  SizeCheck check{size, getAffineConstantExpr(1, func->getContext()), false, getNodeNames(loc)};
  if (std::optional<SymbolBound> bound = getSymbolBound(size, 1)) {
    check.lhs = getAffineSymbolExpr(bound->symbol, func->getContext());
    check.rhs = getAffineConstantExpr(bound->least, func->getContext());
    // Of several bounds of a symbol the largest says all.
    for (SizeCheck &other : checks)
      if (!other.isEquality && other.lhs == check.lhs) {
        if (cast<AffineConstantExpr>(other.rhs).getValue() < bound->least)
          other = check;
        return;
      }
  }
  if (llvm::none_of(checks, [&](const SizeCheck &other) {
        return !other.isEquality && other.lhs == check.lhs;
      }))
    checks.push_back(check);
}

bool SymbolicSizes::requireEqual(AffineExpr lhs, AffineExpr rhs, Location loc) {
  if (lhs == rhs)
    return true;
  SmallVector<unsigned> left = getSymbols(lhs), right = getSymbols(rhs);
  bool isNumber = left.empty() || right.empty();
  bool isDerived = isa<AffineBinaryOpExpr>(lhs) || isa<AffineBinaryOpExpr>(rhs);
  bool isRelated = isNumber || llvm::any_of(left, [&](unsigned symbol) {
                     return llvm::is_contained(right, symbol);
                   });
  if (isNeverNegative(lhs - rhs - 1) || isNeverNegative(rhs - lhs - 1))
    return false;
  if (mayUnify && isa<AffineSymbolExpr>(lhs) && isa<AffineSymbolExpr>(rhs)) {
    unify(cast<AffineSymbolExpr>(lhs).getPosition(), cast<AffineSymbolExpr>(rhs).getPosition());
    return true;
  }
  if (!isRelated || !(isDerived || isNumber))
    return false;
  if (llvm::none_of(checks, [&](const SizeCheck &other) {
        return other.isEquality &&
               ((other.lhs == lhs && other.rhs == rhs) || (other.lhs == rhs && other.rhs == lhs));
      }))
    checks.push_back({lhs, rhs, true, getNodeNames(loc)});
  return true;
}

void SymbolicSizes::describeChecks() {
  if (checks.empty())
    return;
  Builder builder(func->getContext());
  SmallVector<Attribute> entries;
  for (const SizeCheck &check : checks) {
    auto map = AffineMap::get(0, names.size(), {check.lhs, check.rhs}, func->getContext());
    NamedAttribute attributes[] = {
        builder.getNamedAttr(
            sizeCheckKindName,
            builder.getStringAttr(check.isEquality ? sizeCheckEqual : sizeCheckAtLeast)),
        builder.getNamedAttr(sizeCheckNodesName, builder.getStringAttr(check.nodes)),
        builder.getNamedAttr(sizeCheckSizesName, AffineMapAttr::get(map))};
    entries.push_back(builder.getDictionaryAttr(attributes));
  }
  func->setAttr(DlDialect::getSizeChecksAttrName(), builder.getArrayAttr(entries));
}

//===----------------------------------------------------------------------===//
// Values and texts
//===----------------------------------------------------------------------===//

Value SymbolicSizes::materialize(OpBuilder &builder, Location loc, AffineExpr size) {
  size = normalizeSize(size);
  if (auto constant = dyn_cast<AffineConstantExpr>(size))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  if (auto symbolExpr = dyn_cast<AffineSymbolExpr>(size)) {
    Symbol &symbol = symbols[symbolExpr.getPosition()];
    if (!symbol.value) {
      // At the top, for all users.
      OpBuilder atTop = OpBuilder::atBlockBegin(&func.getBody().front());
      symbol.value = tensor::DimOp::create(atTop, func.getLoc(), symbol.argument, symbol.dim);
    }
    return symbol.value;
  }
  auto binary = cast<AffineBinaryOpExpr>(size);
  Value lhs = materialize(builder, loc, binary.getLHS());
  Value rhs = materialize(builder, loc, binary.getRHS());
  switch (size.getKind()) {
  case AffineExprKind::Add:
    return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  case AffineExprKind::Mul:
    return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
  case AffineExprKind::FloorDiv:
    if (!isNeverNegative(binary.getLHS()))
      return builder.createOrFold<arith::FloorDivSIOp>(loc, lhs, rhs);
    return builder.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
  case AffineExprKind::Mod:
    assert(isNeverNegative(binary.getLHS()) && "normal forms divide sums of positive factors");
    return builder.createOrFold<arith::RemUIOp>(loc, lhs, rhs);
  default:
    llvm_unreachable("sizes have no other kinds");
  }
}

SmallVector<Value> SymbolicSizes::materializeDynamic(OpBuilder &builder, Location loc,
                                                     ArrayRef<AffineExpr> dims) {
  SmallVector<Value> values;
  for (AffineExpr dim : dims)
    if (!isa<AffineConstantExpr>(dim))
      values.push_back(materialize(builder, loc, dim));
  return values;
}

SmallVector<OpFoldResult> SymbolicSizes::materializeAll(OpBuilder &builder, Location loc,
                                                        ArrayRef<AffineExpr> dims) {
  SmallVector<OpFoldResult> values;
  for (AffineExpr dim : dims) {
    if (auto constant = dyn_cast<AffineConstantExpr>(dim))
      values.push_back(builder.getIndexAttr(constant.getValue()));
    else
      values.push_back(materialize(builder, loc, dim));
  }
  return values;
}

ArrayAttr SymbolicSizes::getAttribute(ArrayRef<AffineExpr> dims) const {
  Builder builder(func->getContext());
  SmallVector<Attribute> entries;
  for (AffineExpr dim : dims) {
    if (auto constant = dyn_cast<AffineConstantExpr>(dim))
      entries.push_back(builder.getI64IntegerAttr(constant.getValue()));
    else if (auto symbol = dyn_cast<AffineSymbolExpr>(dim))
      entries.push_back(builder.getStringAttr(names[symbol.getPosition()]));
    else
      entries.push_back(AffineMapAttr::get(AffineMap::get(0, names.size(), dim)));
  }
  return builder.getArrayAttr(entries);
}

std::string SymbolicSizes::toString(AffineExpr size) const {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(size))
    return names[symbol.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(size);
  if (!binary)
    return std::to_string(cast<AffineConstantExpr>(size).getValue());
  const char *sign = size.getKind() == AffineExprKind::Add        ? " + "
                     : size.getKind() == AffineExprKind::Mul      ? " * "
                     : size.getKind() == AffineExprKind::Mod      ? " mod "
                     : size.getKind() == AffineExprKind::FloorDiv ? " floordiv "
                                                                  : " ceildiv ";
  if (auto offset = dyn_cast<AffineConstantExpr>(binary.getRHS());
      offset && offset.getValue() < 0 && size.getKind() == AffineExprKind::Add)
    return toString(binary.getLHS()) + " - " + std::to_string(-offset.getValue());
  auto part = [&](AffineExpr expr) {
    std::string text = toString(expr);
    bool weaker = expr.getKind() != AffineExprKind::Mul && isa<AffineBinaryOpExpr>(expr) &&
                  size.getKind() != AffineExprKind::Add;
    return weaker ? "(" + text + ")" : text;
  };
  return part(binary.getLHS()) + sign + part(binary.getRHS());
}
