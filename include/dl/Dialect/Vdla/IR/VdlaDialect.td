//===-- VdlaDialect.td - the accelerator as a dialect ------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect definition of `vdla`, its attributes and types.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_VDLADIALECT
#define DL_DIALECT_VDLA_IR_VDLADIALECT

include "dl/Interfaces/DeviceAttrInterface.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Vdla_Dialect : Dialect {
  let name = "vdla";
  let cppNamespace = "::dl::vdla";
  let summary = "programs of the accelerator VDLA: tiles, tokens, instructions";
  let description = [{
    The accelerator has three units, for loads, computing and stores, that run concurrently and
    tell each other by tokens when data may be read or overwritten (docs/Vdla.md). A
    `vdla.program` is on one of three levels:

    | level | operations | what they say | leaves by |
    | --- | --- | --- | --- |
    | tile | `vdla.alloc`, `vdla.load`, … | which tiles are moved and computed, in order | `vdla-allocate`, `vdla-tiles-to-tokens` |
    | token | `vdla.token.load`, … | positions, and which instruction waits for which, as SSA values | `vdla-insert-tokens`, `vdla-reduce-tokens`, `vdla-tokens-to-isa` |
    | instruction | `vdla.isa.load`, … | the fields of each instruction, tokens as bits | `dl-translate --vdla-to-binary` |

    The machine is data: `#vdla.config` in the module's description of its target, which all
    operations are checked against.

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
        "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
      vdla.program @p {
        vdla.isa.finish()
      }
    }
    ```
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// The device in the module's `dlti.target_system_spec`, and its entry with the machine.
    static constexpr ::llvm::StringLiteral getDeviceName() { return "vdla"; }
    static constexpr ::llvm::StringLiteral getConfigKey() { return "config"; }
    /// The intrinsic of schedules that is a step of a gemm.
    static constexpr ::llvm::StringLiteral getGemmName() { return "vdla_gemm"; }
    /// Of a kernel: the program that runs in place of its body.
    static constexpr ::llvm::StringLiteral getProgramAttrName() { return "vdla.program"; }
    void registerAttributes();
    void registerTypes();
  }];
}

def Vdla_ConfigAttr : AttrDef<Vdla_Dialect, "Config",
    [DeclareAttrInterfaceMethods<DeviceAttrInterface>]> {
  let mnemonic = "config";
  let summary = "a machine: one that comes along, by its name, or its JSON text";
  let description = [{
    `#vdla.config<"paper">` is the machine of `share/dl/vdla/paper.json`; a text that begins with
    a brace is a configuration itself. It is parsed once and prints as it was written. The scopes
    of schedules, `vdla.inp` and so on, and what their rules know of the machine follow from it.
  }];
  let parameters = (ins StringRefParameter<"name or JSON text">:$text);
  let assemblyFormat = "`<` $text `>`";
  let genVerifyDecl = 1;
  let genStorageClass = 0;
  let storageClass = "ConfigAttrStorage";
  let storageNamespace = "detail";
  let extraClassDeclaration = [{
    /// The machine, with the answers to every question to it.
    const DeviceModel &getModel() const;
  }];
}

def Vdla_MemoryParameter : AttrOrTypeParameter<"::dl::vdla::Memory", "scratchpad"> {
  let parser = "::dl::vdla::parseMemory($_parser)";
  let printer = "$_printer << ::dl::vdla::getName($_self)";
}

def Vdla_StageParameter : AttrOrTypeParameter<"::dl::vdla::Stage", "stage"> {
  let parser = "::dl::vdla::parseStage($_parser)";
  let printer = "$_printer << ::dl::vdla::getName($_self)";
}

def Vdla_MemAttr : AttrDef<Vdla_Dialect, "Mem"> {
  let mnemonic = "mem";
  let summary = "a scratchpad as a memory space";
  let description = [{
    `#vdla.mem<inp>`: one of uop, inp, wgt, acc and scale.
  }];
  let parameters = (ins Vdla_MemoryParameter:$memory);
  let assemblyFormat = "`<` $memory `>`";
}

def Vdla_TokenType : TypeDef<Vdla_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "what one stage tells a neighbour once";
  let description = [{
    `!vdla.token<load, compute>` comes from an instruction of the load stage and is taken by one
    of the compute stage, before its first access.
  }];
  let parameters = (ins Vdla_StageParameter:$from, Vdla_StageParameter:$to);
  let assemblyFormat = "`<` $from `,` $to `>`";
  let genVerifyDecl = 1;
}

#endif // DL_DIALECT_VDLA_IR_VDLADIALECT
