//===-- GraphDialect.td - the graph dialect ----------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect definition of `graph`. Operations are in GraphOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHDIALECT
#define DL_DIALECT_GRAPH_IR_GRAPHDIALECT

include "mlir/IR/OpBase.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let cppNamespace = "::dl::graph";
  let summary = "a whole model as a dataflow graph of operators on tensors";
  let description = [{
    The level at which models are imported and rewritten. A module holds a public
    `func.func @main` whose arguments and results carry their names in the model
    (`dl.name`), and the names of dims whose sizes are known only at run time
    (`dl.dims = ["batch", 3, 224, 224]`); its body is a DAG of this dialect's operators on ranked tensors.
    Weights are `graph.constant`. Every op carries the location of the model's
    node, a fused one where several nodes became one op.

    All ops are pure, infer their result types, and say what they compute as a te
    program (`TensorExpressionOpInterface`); passes ask interfaces, never names.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::dl::DlDialect", "::dl::te::TeDialect"];
  let hasConstantMaterializer = 1;
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHDIALECT
