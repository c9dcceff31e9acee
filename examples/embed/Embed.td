//===-- Embed.td - an operator outside dl -*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect with one operator, which says what it computes by dl's interfaces.
//
//===----------------------------------------------------------------------===//
#ifndef EMBED
#define EMBED

include "dl/Interfaces/FusionOpInterface.td"
include "dl/Interfaces/TensorExpressionOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Embed_Dialect : Dialect {
  let name = "embed";
  let cppNamespace = "::embed";
}

def Embed_SoftCapOp : Op<Embed_Dialect, "soft_cap", [
    Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<FusionOpInterface>,
    DeclareOpInterfaceMethods<TensorExpressionOpInterface>]> {
  let summary = "limit * tanh(x / limit) of each element";
  let arguments = (ins RankedTensorOf<[F32]>:$x, F32Attr:$limit);
  let results = (outs RankedTensorOf<[F32]>:$result);
  let assemblyFormat = "$x `limit` $limit attr-dict `:` type($x)";
}

#endif // EMBED
