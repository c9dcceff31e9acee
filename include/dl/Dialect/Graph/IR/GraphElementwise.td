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
/// from the elements `x` (and `y`) with the ScalarBuilder `b`; `identityBody`
/// may return an existing value that equals the result.
class Graph_Elementwise<string mnemonic, code scalarBody, code identityBody,
                        list<Trait> traits = []>
    : Graph_Operator<mnemonic, "Elementwise", !listconcat([
        Graph_InferTypes,
        DeclareOpInterfaceMethods<LayoutOpInterface>], traits), ["acceptsScalarConstant"]>,
      Graph_InferTypesDefinition {
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// One result element from the operands' elements.
    static ::mlir::Value buildScalar(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                     ::mlir::ValueRange operands);
  }];
  let extraClassDefinition = inferTypesDefinition # [{
    ::dl::FusionKind $cppClass::getFusionKind() {
      return ::dl::graph::operators::getElementwiseFusionKind(getOperation());
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location, Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::dl::graph::operators::inferBroadcastType("}] # mnemonic # [{", location,
                                                     adaptor.getOperands(), types);
    }
    ::mlir::Value $cppClass::buildScalar(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                         ::mlir::ValueRange operands) {
      ::dl::graph::ScalarBuilder b(builder, loc);
      ::mlir::Value x = operands.front(), y = operands.back();
      (void)x, (void)y;
      }] # scalarBody # [{
    }
    ::llvm::LogicalResult $cppClass::buildTensorExpression(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange operands, ::llvm::StringRef prefix,
        ::llvm::SmallVectorImpl<::mlir::Value> &results) {
      return ::dl::graph::operators::buildElementwise(getOperation(), &$cppClass::buildScalar, builder,
                                                   operands, prefix, results);
    }
    bool $cppClass::acceptsScalarConstant(unsigned) { return true; }
    ::llvm::FailureOr<::dl::LayoutPlan>
    $cppClass::planLayouts(::llvm::ArrayRef<::dl::Layout> operands, int64_t) {
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
      return ::dl::graph::operators::foldElementwise(getOperation(), &$cppClass::buildScalar,
                                                  adaptor.getOperands());
    }
  }];
}

class Graph_Unary<string mnemonic, string formula, Type type, code scalarBody, code identityBody = "">
    : Graph_Elementwise<mnemonic, scalarBody, identityBody> {
  let summary = formula # " of each element";
  let description = [{
    Computes }] # formula # [{ of each element `x`. The result has the operand's type.

    ```mlir
    %y = graph.}] # mnemonic # [{ %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins type:$x);
  let results = (outs type:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

class Graph_Binary<string mnemonic, string formula, Type type, code scalarBody,
                   code identityBody = "", list<Trait> traits = []>
    : Graph_Elementwise<mnemonic, scalarBody, identityBody, traits> {
  let summary = formula # " of each pair of elements, with broadcasting";
  let description = [{
    Computes }] # formula # [{ of elements `x` and `y`. Shapes are aligned at the
    last dim; a missing dim or a dim of extent 1 is repeated (numpy's rule).

    ```mlir
    %z = graph.}] # mnemonic # [{ %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```

    Rules:
    (C1) both operands have the same element type;
    (C2) aligned dims are equal or one of them is 1.
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

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
def Graph_SigmoidOp : Graph_Unary<"sigmoid", "1 / (1 + exp(-x))", Graph_FloatTensor, [{
      mlir::Value one = b.constant(x, 1);
      return b.div(one, b.add(one, b.exp(b.neg(x))));
    }]>;
def Graph_NegOp : Graph_Unary<"neg", "-x", Graph_Tensor,
    [{ return b.neg(x); }],
    [{ if (auto inner = getX().getDefiningOp<NegOp>()) return inner.getX(); }]>;
def Graph_AbsOp : Graph_Unary<"abs", "the absolute value of x", Graph_Tensor,
    [{ return b.abs(x); }],
    [{ if (getX().getDefiningOp<AbsOp>()) return getX(); }]>;
def Graph_ReciprocalOp : Graph_Unary<"reciprocal", "1 / x", Graph_FloatTensor,
    [{ return b.div(b.constant(x, 1), x); }]>;

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
def Graph_DivOp : Graph_Binary<"div", "x / y (integers: rounded towards zero)", Graph_Tensor,
    [{ return b.div(x, y); }],
    [{ if (operators::isNeutral(adaptor.getRhs(), 1, getLhs(), getType())) return getLhs(); }]>;
def Graph_MaximumOp : Graph_Binary<"maximum", "max(x, y), NaN if either is", Graph_Tensor,
    [{ return b.maximum(x, y); }],
    [{ if (getLhs() == getRhs()) return getLhs(); }], [Commutative]>;
def Graph_MinimumOp : Graph_Binary<"minimum", "min(x, y), NaN if either is", Graph_Tensor,
    [{ return b.minimum(x, y); }],
    [{ if (getLhs() == getRhs()) return getLhs(); }], [Commutative]>;
def Graph_PowOp : Graph_Binary<"pow", "x to the power y", Graph_FloatTensor,
    [{ return b.pow(x, y); }],
    [{ if (operators::isNeutral(adaptor.getRhs(), 1, getLhs(), getType())) return getLhs(); }]>;

#endif // DL_DIALECT_GRAPH_IR_GRAPHELEMENTWISE
