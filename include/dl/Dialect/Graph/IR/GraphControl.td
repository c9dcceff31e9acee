//===-- GraphControl.td - branches and loops ---------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow. Regions hold operators like a function does and read values from
// around them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHCONTROL
#define DL_DIALECT_GRAPH_IR_GRAPHCONTROL

include "dl/Dialect/Graph/IR/GraphBase.td"

/// One truth value.
def Graph_Condition : RankedTensorOf<[I1]>;

class Graph_ControlOp<string mnemonic> : Graph_Op<mnemonic, [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">]> {
  let hasRegionVerifier = 1;
}

def Graph_IfOp : Graph_ControlOp<"if"> {
  let summary = "the results of one of two regions";
  let description = [{
    Evaluates the first region if the condition holds, else the second; what the
    region yields is the result.

    ```mlir
    %y = graph.if %c : (tensor<i1>) -> tensor<4xf32> {
      %0 = graph.sqrt %x : (tensor<4xf32>) -> tensor<4xf32>
      graph.yield %0 : tensor<4xf32>
    } else {
      graph.yield %x : tensor<4xf32>
    }
    ```

    Rules:
    (C1) the condition has one element;
    (C2) both regions have no arguments and yield values of the result types.
  }];
  let arguments = (ins Graph_Condition:$condition);
  let results = (outs Variadic<Graph_AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, SizedRegion<1>:$elseRegion);
  let assemblyFormat = [{
    $condition attr-dict `:` functional-type(operands, results) $thenRegion `else` $elseRegion
  }];
  let extraClassDeclaration = [{
    YieldOp getYield(unsigned region);
  }];
}

def Graph_WhileOp : Graph_ControlOp<"while"> {
  let summary = "repeat a region as long as a condition holds";
  let description = [{
    The region's arguments are the states, at first the given values. As long as the
    condition holds, the region is evaluated; it yields the next condition and the
    next states. The states after that are the results.

    ```mlir
    %y = graph.while %c, (%x) : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%s: tensor<4xf32>):
      …
      graph.yield %next, %t : tensor<i1>, tensor<4xf32>
    }
    ```

    Rules:
    (C1) the condition has one element;
    (C2) region arguments and results have the states' types; the region yields a
         condition and values of these types.
  }];
  let arguments = (ins Graph_Condition:$condition, Variadic<Graph_AnyTensor>:$states);
  let results = (outs Variadic<Graph_AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $condition `,` `(` $states `)` attr-dict `:` functional-type(operands, results) $body
  }];
  let extraClassDeclaration = [{
    YieldOp getYield();
  }];
}

def Graph_ScanOp : Graph_Op<"scan", [
    RecursiveMemoryEffects, AttrSizedOperandSegments,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "evaluate a region for each step along the first dim of tensors";
  let description = [{
    For each position of the first dim of the inputs in order, or from the last to
    the first where `reverse_inputs` says so, the region is evaluated on the states
    and the inputs' slices at it. It yields the next states and one slice of each
    output, which stands at the step's position, or at that counted from the end
    where `reverse_outputs` says so. The results are the last states and the outputs.

    ```mlir
    %h, %all = graph.scan states(%h0) inputs(%x) reverse_inputs [false] reverse_outputs [false]
        : (tensor<1x8xf32>, tensor<35x1x8xf32>) -> (tensor<1x8xf32>, tensor<35x1x8xf32>) {
    ^bb0(%s: tensor<1x8xf32>, %slice: tensor<1x8xf32>):
      %0 = graph.add %s, %slice : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
      graph.yield %0, %0 : tensor<1x8xf32>, tensor<1x8xf32>
    }
    ```

    Rules:
    (C1) there is an input; inputs and outputs have the same first dim;
    (C2) region arguments have the types of the states and of the inputs' slices;
    (C3) the region yields values of the states' types and of the outputs' slices;
    (C4) there is one flag for each input and each output.
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$states, Variadic<Graph_AnyTensor>:$inputs,
    DenseBoolArrayAttr:$reverse_inputs, DenseBoolArrayAttr:$reverse_outputs);
  let results = (outs Variadic<Graph_AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let assemblyFormat = [{
    `states` `(` $states `)` `inputs` `(` $inputs `)` `reverse_inputs` $reverse_inputs
    `reverse_outputs` $reverse_outputs attr-dict `:` functional-type(operands, results) $body
  }];
  let extraClassDeclaration = [{
    YieldOp getYield();
    unsigned getNumStates() { return getStates().size(); }
    /// The number of steps, dynamic perhaps.
    int64_t getNumSteps() {
      return ::llvm::cast<::mlir::RankedTensorType>(getInputs().front().getType()).getDimSize(0);
    }
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHCONTROL
