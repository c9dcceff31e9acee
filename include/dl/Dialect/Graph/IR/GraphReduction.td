//===-- GraphReduction.td - reductions over axes -----------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions by a combiner, positions of extremes, and running reductions. The mean
// stands with the normalisations.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHREDUCTION
#define DL_DIALECT_GRAPH_IR_GRAPHREDUCTION

include "dl/Dialect/Graph/IR/GraphBase.td"

/// A reduction of all elements along axes by a combiner of te.
class Graph_Reduction<string mnemonic, string what, string combiner>
    : Graph_Operator<mnemonic, "Reduction", [Graph_InferTypes]>, Graph_InferTypesDefinition {
  let summary = what # " over axes";
  let description = [{
    The }] # what # [{ over the given axes. With `keepdims` they stay as dims of
    extent 1. Of no elements the result is what changes nothing: 0 or 1, the least or
    the largest number.

    ```mlir
    %y = graph.}] # mnemonic # [{ %x axes [2, 3] keepdims : (tensor<1x8x7x7xf32>) -> tensor<1x8x1x1xf32>
    ```

    Rules:
    (C1) axes are at least one, in order, distinct and in [0, rank).
  }];
  let arguments = (ins Graph_Tensor:$x, DenseI64ArrayAttr:$axes, UnitAttr:$keepdims);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `axes` $axes (`keepdims` $keepdims^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDefinition = operatorDefinition # inferTypesDefinition # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location> location, Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::dl::graph::operators::inferReducedType("}] # mnemonic # [{", location,
          adaptor.getX(), adaptor.getAxes(), adaptor.getKeepdims(), types);
    }
    ::llvm::LogicalResult $cppClass::buildTensorExpression(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange operands, ::llvm::StringRef prefix,
        ::llvm::SmallVectorImpl<::mlir::Value> &results) {
      return ::dl::graph::operators::buildReduction(getOperation(), "}] # combiner # [{",
          getAxes(), getKeepdims(), builder, operands.front(), prefix, results);
    }
  }];
}

def Graph_ReduceSumOp : Graph_Reduction<"reduce_sum", "sum", "add">;
def Graph_ReduceProdOp : Graph_Reduction<"reduce_prod", "product", "mul">;
def Graph_ReduceMaxOp : Graph_Reduction<"reduce_max", "largest element, NaN if there is one,", "max">;
def Graph_ReduceMinOp : Graph_Reduction<"reduce_min", "least element, NaN if there is one,", "min">;

class Graph_ArgExtreme<string mnemonic, string what> : Graph_InferredOperator<mnemonic, "Reduction"> {
  let summary = "position of the " # what # " element along an axis";
  let description = [{
    The position of the }] # what # [{ element along the axis, or of the first NaN:
    the first one of equal elements, with `last` the last. The axis becomes a dim of
    extent 1.

    ```mlir
    %y = graph.}] # mnemonic # [{ %x axis 1 : (tensor<4x8xf32>) -> tensor<4x1xi64>
    ```

    Rules:
    (C1) the axis is in [0, rank);
    (C2) the axis' extent is positive.
  }];
  let arguments = (ins Graph_Tensor:$x, I64Attr:$axis, UnitAttr:$last);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = [{
    $x `axis` $axis (`last` $last^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_ArgMaxOp : Graph_ArgExtreme<"arg_max", "largest">;
def Graph_ArgMinOp : Graph_ArgExtreme<"arg_min", "least">;

class Graph_Cumulative<string mnemonic, string what> : Graph_InferredOperator<mnemonic, "Reduction"> {
  let summary = what # " of the elements up to each one";
  let description = [{
    The }] # what # [{ of the elements along the axis up to each one: without it if
    `exclusive`, from the end if `reverse`.

    ```mlir
    %y = graph.}] # mnemonic # [{ %x axis 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```

    Rules:
    (C1) the axis is in [0, rank).
  }];
  let arguments = (ins Graph_Tensor:$x, I64Attr:$axis, UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `axis` $axis (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_CumSumOp : Graph_Cumulative<"cumsum", "sum">;
def Graph_CumProdOp : Graph_Cumulative<"cumprod", "product">;

def Graph_TopKOp : Graph_InferredOperator<"top_k", "Opaque"> {
  let summary = "the largest or smallest elements along an axis, in order";
  let description = [{
    The `k` largest (or, with `smallest`, least) elements along the axis in order,
    and their positions. Of equal elements the one with the lower position is first;
    NaN is larger than all others.

    ```mlir
    %v, %i = graph.top_k %x axis 1 k 3 : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
    ```

    Rules:
    (C1) the axis is in [0, rank);
    (C2) `k` is in [0, extent of the axis].
  }];
  let arguments = (ins Graph_Tensor:$x, I64Attr:$axis, I64Attr:$k, UnitAttr:$smallest);
  let results = (outs Graph_Tensor:$values, RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = [{
    $x `axis` $axis `k` $k (`smallest` $smallest^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_EinsumOp : Graph_InferredOperator<"einsum", "Complex"> {
  let summary = "sums of products by Einstein's notation";
  let description = [{
    Each operand has a letter for each dim; the result is the product of the
    operands' elements at the letters' indices, summed over the letters that the
    result does not have. A dim of extent 1 is repeated where its letter stands for
    more elsewhere.

    ```mlir
    %c = graph.einsum %a, %b "bij,bjk->bik" : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    ```

    Rules:
    (C1) operands are at least one, of one element type, and the
         equation has letters for each of them and, behind `->`, for the result;
    (C2) dims of one letter are equal, or 1;
    (C3) the result's letters are distinct and occur in an operand;
    (C4) extents summed over are positive.
  }];
  let arguments = (ins Variadic<Graph_Tensor>:$inputs, StrAttr:$equation);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$inputs $equation attr-dict `:` functional-type(operands, results)";
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHREDUCTION
