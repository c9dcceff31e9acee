//===-- GraphElementwise.td - elementwise operators --------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise operators. Each entry holds the body on scalars; type inference,
// te program, constant folding and fusion class come from the base classes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHELEMENTWISE
#define DL_DIALECT_GRAPH_IR_GRAPHELEMENTWISE

include "dl/Dialect/Graph/IR/GraphBase.td"

/// Base of all elementwise operators. `scalarBody` computes a result element
/// from the elements `x` (and `y`) with the ScalarBuilder `b`; `operands` holds all
/// elements, and the op's attributes are at hand. `identityBody` may return an
/// existing value that equals the result. Operands from `first` on have one element
/// type, which is the result's unless `resultElement` gives another.
class Graph_Elementwise<string mnemonic, code scalarBody, code identityBody,
                        list<Trait> traits = [], int first = 0, code resultElement = "{}">
    : Graph_Operator<mnemonic, "Elementwise", !listconcat([
        Graph_InferTypes,
        DeclareOpInterfaceMethods<LayoutOpInterface>], traits), ["acceptsScalarConstant"]>,
      Graph_InferTypesDefinition {
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// One result element from the operands' elements.
    ::mlir::Value buildScalar(::mlir::OpBuilder &builder, ::mlir::Location loc,
                              ::mlir::ValueRange operands);
  }];
  code elementwiseDefinition = inferTypesDefinition # [{
    ::dl::FusionKind $cppClass::getFusionKind() {
      return ::dl::graph::operators::getElementwiseFusionKind(getOperation());
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location, Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      ::mlir::Type elementType = }] # resultElement # [{;
      return ::dl::graph::operators::inferBroadcastType("}] # mnemonic # [{", location,
          adaptor.getOperands(), }] # first # [{, elementType, types);
    }
    ::mlir::Value $cppClass::buildScalar(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                         ::mlir::ValueRange operands) {
      ::dl::graph::ScalarBuilder b(builder, loc,
          ::dl::graph::operators::isUnsigned(getOperation()->getOperands().back()));
      ::mlir::Value x = operands.front(), y = operands.back();
      (void)x, (void)y;
      }] # scalarBody # [{
    }
    ::llvm::LogicalResult $cppClass::buildTensorExpression(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange operands, ::llvm::StringRef prefix,
        ::llvm::SmallVectorImpl<::mlir::Value> &results) {
      auto body = [&](::mlir::OpBuilder &at, ::mlir::Location loc, ::mlir::ValueRange elements) {
        return buildScalar(at, loc, elements);
      };
      return ::dl::graph::operators::buildElementwise(getOperation(), body, builder, operands,
                                                      prefix, results);
    }
    bool $cppClass::acceptsScalarConstant(unsigned) { return true; }
    ::llvm::FailureOr<::dl::LayoutPlan>
    $cppClass::planLayouts(::llvm::ArrayRef<::dl::Layout> operands, const ::dl::LayoutWishes &) {
      return ::dl::graph::operators::planElementwiseLayouts(getOperation(), operands);
    }
    ::llvm::LogicalResult $cppClass::rewriteInLayouts(
        ::mlir::OpBuilder &builder, const ::dl::LayoutPlan &, ::mlir::ValueRange operands,
        ::llvm::SmallVectorImpl<::mlir::Value> &results) {
      return ::dl::graph::operators::rewriteElementwise(getOperation(), builder, operands, results);
    }
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      if (auto same = [&]() -> ::mlir::OpFoldResult { }] # identityBody # [{ return {}; }())
        return same;
      auto body = [&](::mlir::OpBuilder &at, ::mlir::Location loc, ::mlir::ValueRange elements) {
        return buildScalar(at, loc, elements);
      };
      return ::dl::graph::operators::foldElementwise(getOperation(), body, adaptor.getOperands());
    }
  }];
  let extraClassDefinition = elementwiseDefinition;
}

/// Adds attributes as written in the ins of an op: `F32Attr:$alpha`.
class Graph_Unary<string mnemonic, string formula, Type type, code scalarBody,
                  code identityBody = "", dag attributes = (ins)>
    : Graph_Elementwise<mnemonic, scalarBody, identityBody> {
  let summary = formula # " of each element";
  let description = [{
    Computes }] # formula # [{ of each element `x`. The result has the operand's type.

    ```mlir
    %y = graph.}] # mnemonic # [{ %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = !con((ins type:$x), attributes);
  let results = (outs type:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

/// A unary operator with one float attribute, printed behind its operand.
class Graph_UnaryWithAlpha<string mnemonic, string formula, string alpha, code scalarBody>
    : Graph_Elementwise<mnemonic, scalarBody, ""> {
  let summary = formula # " of each element";
  let description = [{
    Computes }] # formula # [{ of each element `x`. The result has the operand's type.

    ```mlir
    %y = graph.}] # mnemonic # [{ %x alpha }] # alpha # [{ : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, F32Attr:$alpha);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$x `alpha` $alpha attr-dict `:` functional-type(operands, results)";
}

class Graph_BinaryBase<string mnemonic, string formula, Type type, Type resultType,
                       code scalarBody, code identityBody, list<Trait> traits, string element,
                       code resultElement, dag attributes>
    : Graph_Elementwise<mnemonic, scalarBody, identityBody, traits, 0, resultElement> {
  let summary = formula # " of each pair of elements, with broadcasting";
  let description = [{
    Computes }] # formula # [{ of elements `x` and `y`. Shapes are aligned at the
    last dim; a missing dim or a dim of extent 1 is repeated (numpy's rule).

    ```mlir
    %z = graph.}] # mnemonic # [{ %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8x}] # element # [{>
    ```

    Rules:
    (C1) both operands have the same element type;
    (C2) aligned dims are equal or one of them is 1.
  }];
  let arguments = !con((ins type:$lhs, type:$rhs), attributes);
  let results = (outs resultType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

class Graph_Binary<string mnemonic, string formula, Type type, code scalarBody,
                   code identityBody = "", list<Trait> traits = [], dag attributes = (ins)>
    : Graph_BinaryBase<mnemonic, formula, type, type, scalarBody, identityBody, traits, "f32",
                       "{}", attributes>;

/// The result is a flag for each pair.
class Graph_Comparison<string mnemonic, string formula, code scalarBody, list<Trait> traits = []>
    : Graph_BinaryBase<mnemonic, formula, Graph_Tensor, Graph_BoolTensor, scalarBody, "", traits,
                       "i1", "::mlir::IntegerType::get(context, 1)", (ins)>;

/// The result is a flag for each element.
class Graph_Test<string mnemonic, string formula, code scalarBody, dag attributes = (ins)>
    : Graph_Elementwise<mnemonic, scalarBody, "", [], 0, "::mlir::IntegerType::get(context, 1)"> {
  let summary = formula # " of each element";
  let description = [{
    Tells }] # formula # [{ of each element `x`.

    ```mlir
    %y = graph.}] # mnemonic # [{ %x : (tensor<4x8xf32>) -> tensor<4x8xi1>
    ```
  }];
  let arguments = !con((ins Graph_FloatTensor:$x), attributes);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

def Graph_ReluOp : Graph_Unary<"relu", "max(x, 0)", Graph_Tensor,
    [{ return b.maximum(x, b.constant(x, 0)); }],
    [{ if (getX().getDefiningOp<ReluOp>()) return getX(); }]>;
def Graph_ErfOp : Graph_Unary<"erf", "the error function erf(x)", Graph_FloatTensor,
    [{ return b.erf(x); }]>;
def Graph_ExpOp : Graph_Unary<"exp", "e to the power x", Graph_FloatTensor,
    [{ return b.exp(x); }]>;
def Graph_LogOp : Graph_Unary<"log", "the natural logarithm of x", Graph_FloatTensor,
    [{ return b.log(x); }]>;
def Graph_SqrtOp : Graph_Unary<"sqrt", "the square root of x", Graph_FloatTensor,
    [{ return b.sqrt(x); }]>;
def Graph_TanhOp : Graph_Unary<"tanh", "the hyperbolic tangent of x", Graph_FloatTensor,
    [{ return b.tanh(x); }]>;
def Graph_SigmoidOp : Graph_Unary<"sigmoid", "1 / (1 + exp(-x))", Graph_FloatTensor,
    [{ return b.sigmoid(x); }]>;
def Graph_NegOp : Graph_Unary<"neg", "-x", Graph_Tensor,
    [{ return b.neg(x); }],
    [{ if (auto inner = getX().getDefiningOp<NegOp>()) return inner.getX(); }]>;
def Graph_AbsOp : Graph_Unary<"abs", "the absolute value of x", Graph_Tensor,
    [{ return b.abs(x); }],
    [{ if (getX().getDefiningOp<AbsOp>()) return getX(); }]>;
def Graph_ReciprocalOp : Graph_Unary<"reciprocal", "1 / x", Graph_FloatTensor,
    [{ return b.div(b.constant(x, 1), x); }]>;
def Graph_AcosOp : Graph_Unary<"acos", "the inverse cosine of x", Graph_FloatTensor,
    [{ return b.acos(x); }]>;
def Graph_AcoshOp : Graph_Unary<"acosh", "the inverse hyperbolic cosine of x", Graph_FloatTensor,
    [{ return b.acosh(x); }]>;
def Graph_AsinOp : Graph_Unary<"asin", "the inverse sine of x", Graph_FloatTensor,
    [{ return b.asin(x); }]>;
def Graph_AsinhOp : Graph_Unary<"asinh", "the inverse hyperbolic sine of x", Graph_FloatTensor,
    [{ return b.asinh(x); }]>;
def Graph_AtanOp : Graph_Unary<"atan", "the inverse tangent of x", Graph_FloatTensor,
    [{ return b.atan(x); }]>;
def Graph_AtanhOp : Graph_Unary<"atanh", "the inverse hyperbolic tangent of x", Graph_FloatTensor,
    [{ return b.atanh(x); }]>;
def Graph_CeilOp : Graph_Unary<"ceil", "the least integer from x on", Graph_FloatTensor,
    [{ return b.ceil(x); }]>;
def Graph_CosOp : Graph_Unary<"cos", "the cosine of x", Graph_FloatTensor,
    [{ return b.cos(x); }]>;
def Graph_CoshOp : Graph_Unary<"cosh", "the hyperbolic cosine of x", Graph_FloatTensor,
    [{ return b.cosh(x); }]>;
def Graph_FloorOp : Graph_Unary<"floor", "the largest integer up to x", Graph_FloatTensor,
    [{ return b.floor(x); }]>;
def Graph_SinOp : Graph_Unary<"sin", "the sine of x", Graph_FloatTensor,
    [{ return b.sin(x); }]>;
def Graph_SinhOp : Graph_Unary<"sinh", "the hyperbolic sine of x", Graph_FloatTensor,
    [{ return b.sinh(x); }]>;
def Graph_TanOp : Graph_Unary<"tan", "the tangent of x", Graph_FloatTensor,
    [{ return b.tan(x); }]>;
def Graph_RoundOp : Graph_Unary<"round", "the nearest integer, the even one of two,",
    Graph_FloatTensor, [{ return b.roundEven(x); }]>;
def Graph_SignOp : Graph_Unary<"sign", "-1, 0 or 1, the sign of x,", Graph_Tensor,
    [{ return b.sign(x); }]>;
def Graph_NotOp : Graph_Unary<"not", "x with all bits flipped", Graph_IntegerTensor,
    [{ return b.bitNot(x); }],
    [{ if (auto inner = getX().getDefiningOp<NotOp>()) return inner.getX(); }]>;
def Graph_SoftplusOp : Graph_Unary<"softplus", "log(1 + exp(x))", Graph_FloatTensor, [{
      // max(x, 0) + log1p(exp(-|x|)): nothing overflows.
      mlir::Value rest = b.log1p(b.exp(b.neg(b.abs(x))));
      return b.add(b.maximum(x, b.constant(x, 0)), rest);
    }]>;
def Graph_SoftsignOp : Graph_Unary<"softsign", "x / (1 + |x|)", Graph_FloatTensor,
    [{ return b.div(x, b.add(b.constant(x, 1), b.abs(x))); }]>;
def Graph_MishOp : Graph_Unary<"mish", "x * tanh(log(1 + exp(x)))", Graph_FloatTensor,
    [{ return b.mish(x); }]>;
def Graph_HardSwishOp : Graph_Unary<"hard_swish", "x * max(0, min(1, x / 6 + 1 / 2))",
    Graph_FloatTensor, [{
      // The sum with 3 is exact where x / 6 + 1 / 2 would cancel.
      mlir::Value gate = b.mul(b.add(x, b.constant(x, 3)), b.constant(x, 1.0 / 6));
      return b.mul(x, b.maximum(b.constant(x, 0), b.minimum(b.constant(x, 1), gate)));
    }]>;
def Graph_HardSigmoidOp : Graph_Unary<"hard_sigmoid", "max(0, min(1, alpha * x + beta))",
    Graph_FloatTensor, [{
      mlir::Value gate = b.multiplyAdd(x, b.constant(x, getAlpha().convertToDouble()),
                                       b.constant(x, getBeta().convertToDouble()));
      return b.maximum(b.constant(x, 0), b.minimum(b.constant(x, 1), gate));
    }], "", (ins DefaultValuedAttr<F32Attr, "0.2">:$alpha, DefaultValuedAttr<F32Attr, "0.5">:$beta)>;
def Graph_GeluOp : Graph_Unary<"gelu", "x * (1 + erf(x / sqrt(2))) / 2", Graph_FloatTensor,
    [{ return b.gelu(x); }]>;
def Graph_GeluTanhOp : Graph_Unary<"gelu_tanh",
    "x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) / 2", Graph_FloatTensor,
    [{ return b.geluByTanh(x); }]>;
def Graph_SeluOp : Graph_Unary<"selu", "gamma * (x if x > 0 else alpha * (exp(x) - 1))",
    Graph_FloatTensor, [{
      double alpha = getAlpha().convertToDouble(), gamma = getGamma().convertToDouble();
      mlir::Value below = b.mul(b.constant(x, alpha * gamma), b.expm1(x));
      return b.select(b.less(b.constant(x, 0), x), b.mul(b.constant(x, gamma), x), below);
    }], "", (ins F32Attr:$alpha, F32Attr:$gamma)>;
def Graph_EluOp : Graph_UnaryWithAlpha<"elu", "x if x > 0, else alpha * (exp(x) - 1)",
    "1.0", [{
      mlir::Value below = b.mul(b.constant(x, getAlpha().convertToDouble()), b.expm1(x));
      return b.select(b.less(b.constant(x, 0), x), x, below);
    }]>;
def Graph_CeluOp : Graph_UnaryWithAlpha<"celu",
    "max(0, x) + min(0, alpha * (exp(x / alpha) - 1))", "1.0", [{
      mlir::Value alpha = b.constant(x, getAlpha().convertToDouble());
      mlir::Value zero = b.constant(x, 0);
      mlir::Value below = b.mul(alpha, b.expm1(b.div(x, alpha)));
      return b.add(b.maximum(zero, x), b.minimum(zero, below));
    }]>;
def Graph_SwishOp : Graph_UnaryWithAlpha<"swish", "x / (1 + exp(-alpha * x))", "1.0", [{
      double alpha = getAlpha().convertToDouble();
      return b.swish(x, alpha == 1 ? x : b.mul(x, b.constant(x, alpha)));
    }]>;
def Graph_LeakyReluOp : Graph_UnaryWithAlpha<"leaky_relu", "x if x >= 0, else alpha * x", "0.01", [{
      mlir::Value below = b.mul(x, b.constant(x, getAlpha().convertToDouble()));
      return b.select(b.less(x, b.constant(x, 0)), below, x);
    }]>;
def Graph_ThresholdedReluOp : Graph_UnaryWithAlpha<"thresholded_relu", "x if x > alpha, else 0",
    "1.0", [{
      mlir::Value alpha = b.constant(x, getAlpha().convertToDouble());
      return b.select(b.less(alpha, x), x, b.constant(x, 0));
    }]>;

def Graph_IsNaNOp : Graph_Test<"is_nan", "if it is not a number,", [{ return b.isNan(x); }]>;
def Graph_IsInfOp : Graph_Test<"is_inf", "if it is an infinity, of the signs asked for,", [{
      mlir::Value infinity = b.constant(x, std::numeric_limits<double>::infinity());
      mlir::Value least = b.constant(x, -std::numeric_limits<double>::infinity());
      mlir::Value none = b.constant(builder.getI1Type(), 0);
      mlir::Value above = getPositive() ? b.equal(x, infinity) : none;
      return getNegative() ? b.bitOr(above, b.equal(x, least)) : above;
    }], (ins DefaultValuedAttr<BoolAttr, "true">:$negative,
             DefaultValuedAttr<BoolAttr, "true">:$positive)>;

def Graph_CastOp : Graph_Elementwise<"cast", [{
      return b.cast(x, getX().getType().getElementType(), getType().getElementType(),
                    getSaturate(), getRoundMode());
    }], [{ if (getX().getType() == getType()) return getX(); }], [], 0, [{adaptor.getTo();
      if (failed(::dl::graph::operators::checkRoundMode(location, adaptor.getRoundModeAttr(), elementType)))
        return ::mlir::failure()}]> {
  let summary = "each element as a number of another type";
  let description = [{
    Floats are rounded to the nearest value of a float type, and towards zero to
    integers, where what does not fit has no defined value. Integers wrap. Flags are
    0 or 1; to a flag: whether the number is not 0. To floats of 8 bits what is too large
    becomes the largest number, or, unless it is to saturate, an infinity or NaN. To powers
    of two (`f8E8M0FNU`, which have no sign and no 0) goes the absolute value: rounded up, or
    down, or to the nearest, of two to the upper; 0 becomes the least of them, an infinity NaN.

    Rules: (C1) the round mode is up, down or nearest; (C2) one other than up is for a cast to
    `f8E8M0FNU`.

    ```mlir
    %y = graph.cast %x to i64 : (tensor<4x8xf32>) -> tensor<4x8xi64>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, TypeAttr:$to, DefaultValuedAttr<BoolAttr, "true">:$saturate,
    DefaultValuedStrAttr<StrAttr, "up">:$round_mode);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = [{
    $x `to` $to (`saturate` $saturate^)? (`round` $round_mode^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_BitcastOp : Graph_Elementwise<"bitcast", [{
      mlir::Type type = getType().getElementType();
      return type.isInteger(1) ? b.flag(x) : b.bitcast(x, type);
    }], [{ if (getX().getType() == getType()) return getX(); }], [], 0, [{adaptor.getTo();
      if (failed(::dl::graph::operators::checkWidths(location, adaptor.getX(), elementType)))
        return ::mlir::failure()}]> {
  let summary = "the bits of each element as another type";
  let description = [{
    Rule (C1): both types have as many bytes. A flag is a byte of 0 or 1; to a flag:
    whether the byte is not 0.

    ```mlir
    %y = graph.bitcast %x to i32 : (tensor<4x8xf32>) -> tensor<4x8xi32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$x, TypeAttr:$to);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$x `to` $to attr-dict `:` functional-type(operands, results)";
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

def Graph_AddOp : Graph_Binary<"add", "x + y", Graph_Tensor,
    [{ return b.add(x, y); }],
    [{
      if (operators::isNeutral(adaptor.getRhs(), 0, getLhs(), getType())) return getLhs();
      if (operators::isNeutral(adaptor.getLhs(), 0, getRhs(), getType())) return getRhs();
    }], [Commutative]>;
def Graph_SubOp : Graph_Binary<"sub", "x - y", Graph_Tensor,
    [{ return b.sub(x, y); }],
    [{ if (operators::isNeutral(adaptor.getRhs(), 0, getLhs(), getType())) return getLhs(); }]>;
def Graph_MulOp : Graph_Binary<"mul", "x * y", Graph_Tensor,
    [{ return b.mul(x, y); }],
    [{
      if (operators::isNeutral(adaptor.getRhs(), 1, getLhs(), getType())) return getLhs();
      if (operators::isNeutral(adaptor.getLhs(), 1, getRhs(), getType())) return getRhs();
    }], [Commutative]>;
def Graph_DivOp : Graph_Binary<"div", "x / y (integers: rounded towards zero; by 0: 0)", Graph_Tensor,
    [{ return b.div(x, y); }],
    [{ if (operators::isNeutral(adaptor.getRhs(), 1, getLhs(), getType())) return getLhs(); }]>;
def Graph_MaximumOp : Graph_Binary<"maximum", "max(x, y), NaN if either is", Graph_Tensor,
    [{ return b.maximum(x, y); }],
    [{ if (getLhs() == getRhs()) return getLhs(); }], [Commutative]>;
def Graph_MinimumOp : Graph_Binary<"minimum", "min(x, y), NaN if either is", Graph_Tensor,
    [{ return b.minimum(x, y); }],
    [{ if (getLhs() == getRhs()) return getLhs(); }], [Commutative]>;
def Graph_PowOp : Graph_Binary<"pow", "x to the power y", Graph_Tensor,
    [{ return b.pow(x, y); }],
    [{ if (operators::isNeutral(adaptor.getRhs(), 1, getLhs(), getType())) return getLhs(); }]>;
def Graph_ModOp : Graph_Binary<"mod", "the remainder of x / y, with the sign of y (integers: 0 by 0),", Graph_Tensor,
    [{ return b.floorMod(x, y); }]>;
def Graph_FModOp : Graph_Binary<"fmod", "the remainder of x / y, with the sign of x (integers: 0 by 0),", Graph_Tensor,
    [{ return b.truncMod(x, y); }]>;
def Graph_AndOp : Graph_Binary<"and", "the bits set in x and y", Graph_IntegerTensor,
    [{ return b.bitAnd(x, y); }], "", [Commutative]>;
def Graph_OrOp : Graph_Binary<"or", "the bits set in x or y", Graph_IntegerTensor,
    [{ return b.bitOr(x, y); }], "", [Commutative]>;
def Graph_XorOp : Graph_Binary<"xor", "the bits that differ in x and y", Graph_IntegerTensor,
    [{ return b.bitXor(x, y); }], "", [Commutative]>;
def Graph_ShiftLeftOp : Graph_Binary<"shift_left", "x shifted left by y bits", Graph_IntegerTensor,
    [{ return b.shiftLeft(x, y); }]>;
def Graph_ShiftRightOp : Graph_Binary<"shift_right", "x shifted right by y bits",
    Graph_IntegerTensor, [{ return b.shiftRight(x, y); }]>;
def Graph_PReluOp : Graph_Binary<"prelu", "x if x >= 0, else x * y,", Graph_Tensor,
    [{ return b.select(b.less(x, b.constant(x, 0)), b.mul(x, y), x); }]>;

def Graph_EqualOp : Graph_Comparison<"equal", "x == y", [{ return b.equal(x, y); }], [Commutative]>;
def Graph_LessOp : Graph_Comparison<"less", "x < y", [{ return b.less(x, y); }]>;
def Graph_LessOrEqualOp : Graph_Comparison<"less_or_equal", "x <= y",
    [{ return b.lessOrEqual(x, y); }]>;

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

def Graph_WhereOp : Graph_Elementwise<"where",
    [{ return b.select(x, operands[1], y); }],
    [{ if (getLhs() == getRhs() && getLhs().getType() == getType()) return getLhs(); }], [], 1> {
  let summary = "elements of one tensor or another by flags, with broadcasting";
  let description = [{
    The element of `lhs` where the condition holds, else that of `rhs`. Shapes are
    broadcast by numpy's rule.

    ```mlir
    %z = graph.where %c, %x, %y : (tensor<4x1xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```

    Rules:
    (C1) `lhs` and `rhs` have the same element type;
    (C2) aligned dims are equal or one of them is 1.
  }];
  let arguments = (ins Graph_BoolTensor:$condition, Graph_Tensor:$lhs, Graph_Tensor:$rhs);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $condition `,` $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Four operands
//===----------------------------------------------------------------------===//

def Graph_WideIntegers : RankedTensorOf<[I32]>;

def Graph_RequantizeOp : Graph_Elementwise<"requantize",
    [{ return operators::buildRequantized(builder, loc, operands, getZeroPoint(), getRelu()); }],
    "", [], 0, "::mlir::IntegerType::get(context, 8)"> {
  let summary = "integers of 32 bits rescaled to bytes";
  let description = [{
    round((x + bias) * multiplier / 2^shift) + zero_point, to the nearest byte with a sign, with
    broadcasting: the integer form of a rescaling by a float (Jacob et al., Quantization and
    Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference, 2018, section
    2.2). The sum wraps at 32 bits, the product has 64, and half is rounded to the even number. With
    `relu` the result is not below the zero point. It is what a store of VDLA computes
    (dl/Vdla/Requantize.h).

    ```mlir
    %y = graph.requantize %x, %b, %m, %s zero_point -3 relu
         : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> tensor<1x8x4x4xi8>
    ```

    Rules:
    (C1) operands are integers of 32 bits; a shift of less than 0 or more than 62 gives any
         result;
    (C2) aligned dims are equal or one of them is 1;
    (C3) the zero point is from -128 to 127.
  }];
  let arguments = (ins Graph_WideIntegers:$x, Graph_WideIntegers:$bias,
    Graph_WideIntegers:$multiplier, Graph_WideIntegers:$shift,
    ConfinedAttr<I64Attr, [IntMinValue<-128>, IntMaxValue<127>]>:$zero_point, UnitAttr:$relu);
  let results = (outs RankedTensorOf<[I8]>:$result);
  let assemblyFormat = [{
    $x `,` $bias `,` $multiplier `,` $shift `zero_point` $zero_point (`relu` $relu^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHELEMENTWISE
