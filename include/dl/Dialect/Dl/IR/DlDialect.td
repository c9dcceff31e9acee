//===-- DlDialect.td - what modules of all levels say ------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect definition of `dl`, which has attributes only.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_DL_IR_DLDIALECT
#define DL_DIALECT_DL_IR_DLDIALECT

include "mlir/IR/OpBase.td"

def Dl_Dialect : Dialect {
  let name = "dl";
  let cppNamespace = "::dl";
  let summary = "what a module says about its model, on every level";
  let description = [{
    Attributes that levels hand down to each other, or the compiler to its tools. The
    dialect has neither operations nor types.

    | attribute | stands on | value |
    | --- | --- | --- |
    | `dl.name` | arguments, results | the tensor's name in the model |
    | `dl.dims` | arguments | for each dimension a number, the name of a size that is known only at run time, or, of results, a map from these sizes |
    | `dl.counts` | arguments, results | of an output: for each dimension the number of the count that only the data decide, or -1: the output is the elements at indices below the counts |
    | `dl.packed` | arguments, results | of an output with counts of all dimensions: its elements stand one behind the other in that shape, in as much room as the type has |
    | `dl.count` | arguments, results | of a result behind the outputs, which is the next count: the node that decides it |
    | `dl.size_value` | arguments | of an argument that is no input but has a size as its only open dimension: the element of an input that it is, `{element = …, input = …}`, or, with `above` or `below` a size, 1 and by how much the element is larger or smaller, if it is |
    | `dl.size_checks` | functions | what a run checks of sizes: `{is = "equal", nodes = …, sizes = …}` |
    | `dl.device` | functions | which device of the module's target a kernel is for; the first one without it |
    | `dl.program` | functions | the number of the accelerator's program that a kernel is |
    | `dl.accelerator` | the module | the accelerator's programs, each with `name` and `bytes`, and what it is: `{digest = …, kind = …, machine = …, programs = …}` |
    | `dl.kernel` | functions of the llvm dialect | nothing: a kernel's code |
    | `dl.level` | the module | the level of the ladder that it is at: `"graph"`, `"te"`, `"scheduled"`, `"bufferized"` or `"llvm-dialect"` |
    | `dl.target_features` | the module | what the CPU must have for the intrinsics of its kernels |
    | `dl.weights` | the module | the constants and their offsets: `{offset = …, value = …}` |
    | `dl.weights_size` | the module | bytes of all constants |
    | `dl.arena_size` | the module | bytes of intermediate values where these are known |
    | `dl.model` | the module | all that the run-time library must know ([`dl-verify-model`](../Passes/Cpu.md)) |
    | `dl.weights`, `dl.arena`, `dl.scratch` | arguments | nothing: where constants, intermediate values, a kernel's own buffers are |
    | `dl.test_input` | arguments | what `test-interpret` runs a function with |
    | `dl.test_expected` | results | and what it must give |

    Rules:
    (D1) no other attributes begin with `dl.`, and each stands where the table says;
    (D2) each has a value of its kind; names are not empty, sizes not negative;
    (D3) `dl.dims` of a tensor has an entry for each of its dimensions, and numbers are
         the tensor's own;
    (D4) buffers that are marked `dl.weights` or `dl.arena` hold bytes, in one dimension.
  }];
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral getNameAttrName() { return "dl.name"; }
    static constexpr ::llvm::StringLiteral getDimsAttrName() { return "dl.dims"; }
    static constexpr ::llvm::StringLiteral getSizeChecksAttrName() { return "dl.size_checks"; }
    static constexpr ::llvm::StringLiteral getDeviceAttrName() { return "dl.device"; }
    static constexpr ::llvm::StringLiteral getProgramAttrName() { return "dl.program"; }
    static constexpr ::llvm::StringLiteral getAcceleratorAttrName() { return "dl.accelerator"; }
    static constexpr ::llvm::StringLiteral getKernelAttrName() { return "dl.kernel"; }
    static constexpr ::llvm::StringLiteral getLevelAttrName() { return "dl.level"; }
    static constexpr ::llvm::StringLiteral getTargetFeaturesAttrName() { return "dl.target_features"; }
    static constexpr ::llvm::StringLiteral getWeightsAttrName() { return "dl.weights"; }
    static constexpr ::llvm::StringLiteral getWeightsSizeAttrName() { return "dl.weights_size"; }
    static constexpr ::llvm::StringLiteral getArenaAttrName() { return "dl.arena"; }
    static constexpr ::llvm::StringLiteral getArenaSizeAttrName() { return "dl.arena_size"; }
    static constexpr ::llvm::StringLiteral getScratchAttrName() { return "dl.scratch"; }
    static constexpr ::llvm::StringLiteral getModelAttrName() { return "dl.model"; }
    static constexpr ::llvm::StringLiteral getTestInputAttrName() { return "dl.test_input"; }
    static constexpr ::llvm::StringLiteral getTestExpectedAttrName() { return "dl.test_expected"; }
  }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif // DL_DIALECT_DL_IR_DLDIALECT
