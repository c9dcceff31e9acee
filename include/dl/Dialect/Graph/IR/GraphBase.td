//===-- GraphBase.td - what graph operations share ---------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Base classes of the operations of `graph`.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHBASE
#define DL_DIALECT_GRAPH_IR_GRAPHBASE

include "dl/Dialect/Graph/IR/GraphDialect.td"
include "dl/Interfaces/DecomposableOpInterface.td"
include "dl/Interfaces/FusionOpInterface.td"
include "dl/Interfaces/LayoutOpInterface.td"
include "dl/Interfaces/TensorExpressionOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Graph_Number : AnyTypeOf<[AnyFloat, AnySignlessInteger]>;
/// Any tensor of numbers, dims may be `?`.
def Graph_Tensor : RankedTensorOf<[Graph_Number]>;
/// A tensor of floating point numbers.
def Graph_FloatTensor : RankedTensorOf<[AnyFloat]>;

class Graph_Op<string mnemonic, list<Trait> traits = []> : Op<Graph_Dialect, mnemonic, traits>;

/// An operator on tensors: pure, takes part in fusion, has a te program.
/// `teMethods` are the methods of TensorExpressionOpInterface whose defaults the
/// op replaces.
class Graph_Operator<string mnemonic, string kind, list<Trait> traits = [],
                     list<string> teMethods = []>
    : Graph_Op<mnemonic, !listconcat([
        Pure,
        DeclareOpInterfaceMethods<FusionOpInterface>,
        DeclareOpInterfaceMethods<TensorExpressionOpInterface, teMethods>], traits)> {
  code operatorDefinition = [{
    ::dl::FusionKind $cppClass::getFusionKind() { return ::dl::FusionKind::}] # kind # [{; }
  }];
  let extraClassDefinition = operatorDefinition;
}

/// An operator whose result type follows from its operands and attributes. A
/// result type is accepted if it agrees with the inferred one in all dims that
/// are static in both.
class Graph_InferredOperator<string mnemonic, string kind, list<Trait> traits = [],
                             list<string> teMethods = []>
    : Graph_Operator<mnemonic, kind, !listconcat([InferTypeOpAdaptorWithIsCompatible], traits),
                     teMethods> {
  let extraClassDefinition = operatorDefinition # [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r) {
      return ::dl::graph::operators::areCompatibleTypes(l, r);
    }
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHBASE
