//===-- GraphIndexing.td - parts of a tensor ---------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that pick elements: at positions known when the model is compiled, or
// at those that another tensor holds.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHINDEXING
#define DL_DIALECT_GRAPH_IR_GRAPHINDEXING

include "dl/Dialect/Graph/IR/GraphBase.td"

/// An operator that reads a tensor at indices which another operand holds. The
/// indices are checked before its kernel runs, so nothing is fused in front of it.
class Graph_IndexedOperator<string mnemonic, list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat([
        Pure, Graph_InferTypes,
        DeclareOpInterfaceMethods<FusionOpInterface, ["acceptsProducer"]>,
        DeclareOpInterfaceMethods<TensorExpressionOpInterface, ["getIndexChecks"]>], traits)>,
      Graph_InferTypesDefinition {
  let hasVerifier = 1;
  let extraClassDefinition = inferTypesDefinition # [{
    ::dl::FusionKind $cppClass::getFusionKind() { return ::dl::FusionKind::Injective; }
    bool $cppClass::acceptsProducer(unsigned) { return false; }
  }];
}

def Graph_SliceOp : Graph_InferredOperator<"slice", "Injective"> {
  let summary = "a part of a tensor at regular positions";
  let description = [{
    Element i of a result dim is element `start + i * step` of the operand's dim.
    Steps may be negative: the dim is then reversed.

    ```mlir
    %y = graph.slice %x starts [0, 16] sizes [1, 16] steps [1, 1]
         : (tensor<1x64xf32>) -> tensor<1x16xf32>
    ```

    Rules:
    (C1) one start, size and step for each dim; sizes are not negative, steps
         not 0;
    (C2) positions lie inside of the operand where its dim is static.
  }];
  let arguments = (ins Graph_Tensor:$x, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$sizes,
    DenseI64ArrayAttr:$steps);
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let assemblyFormat = [{
    $x `starts` $starts `sizes` $sizes `steps` $steps attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_GatherOp : Graph_IndexedOperator<"gather"> {
  let summary = "slices of a tensor, picked along one dim by indices";
  let description = [{
    The result's shape is that of `x` with dim `axis` replaced by the shape of
    `indices`: `result[a…, i…, b…] = x[a…, indices[i…], b…]`. A negative index
    counts from the end. An index outside of [-extent, extent) is an error of the
    run that names the node and the index.

    ```mlir
    %y = graph.gather %words, %tokens axis 0 : (tensor<10000x650xf32>, tensor<35x1xi64>) -> tensor<35x1x650xf32>
    ```

    Rules:
    (C1) the axis is a dim of `x`;
    (C2) the indices are integers of 32 or 64 bits.
  }];
  let arguments = (ins Graph_Tensor:$x, RankedTensorOf<[I32, I64]>:$indices, I64Attr:$axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices `axis` $axis attr-dict `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHINDEXING
