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

/// Types that elements are stored in and not computed with: those of isNarrow, in terms of
/// MLIR only, as operators may be generated elsewhere.
def Graph_IsNarrow : And<[
    CPred<"$_self.isIntOrFloat()">,
    Or<[CPred<"$_self.getIntOrFloatBitWidth() == 2">, CPred<"$_self.getIntOrFloatBitWidth() == 4">,
        And<[AnyFloat.predicate, CPred<"$_self.getIntOrFloatBitWidth() <= 8">]>]>]>;
class Graph_Wide<Type type, string what>
    : Type<And<[type.predicate, Neg<Graph_IsNarrow>]>, what>;
def Graph_Element : AnyTypeOf<[AnyFloat, AnySignlessInteger, AnyUnsignedInteger],
    "floating-point, flag or integer">;
def Graph_Integer : AnyTypeOf<[AnySignlessInteger, AnyUnsignedInteger]>;
/// A tensor of any elements, for operators that move them only.
def Graph_AnyTensor : RankedTensorOf<[Graph_Element]>;
/// Any tensor of numbers, dims may be `?`.
def Graph_Tensor : RankedTensorOf<[
    Graph_Wide<Graph_Element, "floating-point of at least 16 bits, or flag, or integer of at least 8">]>;
/// A tensor of floating point numbers.
def Graph_FloatTensor : RankedTensorOf<[Graph_Wide<AnyFloat, "floating-point of at least 16 bits">]>;
/// A tensor of integers, unsigned ones and bools included.
def Graph_IntegerTensor : RankedTensorOf<[Graph_Wide<Graph_Integer, "flag or integer of at least 8 bits">]>;
/// A tensor of flags.
def Graph_BoolTensor : RankedTensorOf<[I1]>;

class Graph_Op<string mnemonic, list<Trait> traits = []> : Op<Graph_Dialect, mnemonic, traits>;

/// Result types are inferred. A given type is accepted if it agrees with the
/// inferred one in all dims that are static in both. The check is the op's
/// verifier and not the interface's, which would tell a second time, without the
/// reason, that inference failed.
def Graph_InferTypes : InferTypeOpAdaptorBase<[{
  static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r);
  static ::llvm::LogicalResult refineReturnTypes(
      ::mlir::MLIRContext *, std::optional<::mlir::Location>, ::mlir::ValueRange,
      ::mlir::DictionaryAttr, ::mlir::OpaqueProperties, ::mlir::RegionRange,
      ::llvm::SmallVectorImpl<::mlir::Type> &) {
    return ::llvm::success();
  }
}]>;

/// What an op with Graph_InferTypes and `hasVerifier` defines.
class Graph_InferTypesDefinition {
  code inferTypesDefinition = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r) {
      return ::dl::graph::operators::areCompatibleTypes(l, r);
    }
    ::llvm::LogicalResult $cppClass::verify() {
      return ::dl::graph::operators::verifyResultTypes(getOperation());
    }
  }];
}

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

/// An operator whose result type follows from its operands and attributes.
class Graph_InferredOperator<string mnemonic, string kind, list<Trait> traits = [],
                             list<string> teMethods = []>
    : Graph_Operator<mnemonic, kind, !listconcat([Graph_InferTypes], traits), teMethods>,
      Graph_InferTypesDefinition {
  let hasVerifier = 1;
  let extraClassDefinition = operatorDefinition # inferTypesDefinition;
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHBASE
