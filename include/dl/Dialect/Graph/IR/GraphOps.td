//===-- GraphOps.td - the operations of graph --------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All operations of `graph`; the operators are in the files by family.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHOPS
#define DL_DIALECT_GRAPH_IR_GRAPHOPS

include "dl/Dialect/Graph/IR/GraphBase.td"
include "dl/Dialect/Graph/IR/GraphControl.td"
include "dl/Dialect/Graph/IR/GraphConvolution.td"
include "dl/Dialect/Graph/IR/GraphElementwise.td"
include "dl/Dialect/Graph/IR/GraphIndexing.td"
include "dl/Dialect/Graph/IR/GraphMatMul.td"
include "dl/Dialect/Graph/IR/GraphNormalization.td"
include "dl/Dialect/Graph/IR/GraphReduction.td"
include "dl/Dialect/Graph/IR/GraphResample.td"
include "dl/Dialect/Graph/IR/GraphShape.td"
include "dl/Dialect/Graph/IR/GraphSizes.td"
include "dl/Dialect/Graph/IR/GraphStructure.td"

#endif // DL_DIALECT_GRAPH_IR_GRAPHOPS
