//===-- VdlaOps.td - programs and instructions -------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs with their buffers and micro-ops, and the operations of the instruction level. Those of
// the other levels are in VdlaTokenOps.td and VdlaTileOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_VDLAOPS
#define DL_DIALECT_VDLA_IR_VDLAOPS

include "dl/Dialect/Vdla/IR/InstructionOpInterface.td"
include "dl/Dialect/Vdla/IR/VdlaDialect.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Vdla_Op<string mnemonic, list<Trait> traits = []> : Op<Vdla_Dialect, mnemonic, traits>;

def Vdla_ProgramOp : Vdla_Op<"program", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, Symbol, SymbolTable]> {
  let summary = "a program of the accelerator";
  let description = [{
    Buffers, then micro-ops, then instructions, which run in order on the tile level, and in the
    order of each stage and of tokens below.

    ```mlir
    vdla.program @scale {
      vdla.buffer @x in 64
      vdla.buffer @y out 64
      vdla.buffer @uops microops 4
      vdla.uops [(0, 0, 0)]
      vdla.isa.load uop(dram=@uops, y=1, x=1, stride=1)
      vdla.isa.load acc_narrow(dram=@x, y=1, x=4, stride=4)
      vdla.isa.alu mul(uop_count=1, iter_out=1, iter_in=4, dst_in=1, use_imm, imm=3, push_next)
      vdla.isa.store narrow(dram=@y, y=1, x=4, stride=4, saturate, pop_prev, push_prev)
      vdla.isa.finish(pop_next)
    }
    ```

    Rules:
    (P1) the module around it describes a machine: the entry `"config"` of the device `"vdla"` of
         its `dlti.target_system_spec` is a `#vdla.config`;
    (P2) it holds buffers, then at most one `vdla.uops`, then instructions of one level; tiles
         have `vdla.alloc`s among them, and no `vdla.uops`;
    (P3) names, sizes and micro-ops can be written down for the machine.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The level of its instructions; that of instructions if there are none.
    ProgramLevel getLevel();
  }];
}

def Vdla_BufferOp : Vdla_Op<"buffer", [HasParent<"ProgramOp">, Symbol]> {
  let summary = "bytes in DRAM that a program's transfers count from";
  let description = [{
    `in`, `out`, `inout`, `scratch`, or `microops`, which the program fills itself.

    ```mlir
    vdla.buffer @x in 64
    ```

    Rules:
    (B1) the direction is one of these.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$direction, I64Attr:$bytes);
  let assemblyFormat = "$sym_name custom<Name>($direction) $bytes attr-dict";
  let hasVerifier = 1;
}

def Vdla_UopsOp : Vdla_Op<"uops", [HasParent<"ProgramOp">]> {
  let summary = "the micro-ops of a program";
  let description = [{
    Steps of loops as positions in acc, in inp (or in acc of an alu's operand) and in wgt.

    ```mlir
    vdla.uops [(0, 2, 1), (0, 3, 2)]
    ```

    Rules:
    (U1) there are three numbers for each micro-op, from 0 to 4294967295.
  }];
  let arguments = (ins DenseI64ArrayAttr:$positions);
  let assemblyFormat = "custom<MicroOps>($positions) attr-dict";
  let hasVerifier = 1;
}

/// An instruction of a level: parsed, printed and checked like all of them.
class Vdla_InstructionOp<string mnemonic, string kind, string level, list<Trait> traits = []>
    : Vdla_Op<mnemonic, !listconcat(traits, [InstructionOpInterface, HasParent<"ProgramOp">])> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  code instructionDeclaration = [{
    static InstructionKind getInstructionKind() { return InstructionKind::}]#kind#[{; }
    static ProgramLevel getLevel() { return ProgramLevel::}]#level#[{; }
  }];
  let extraClassDeclaration = instructionDeclaration;
  code instructionDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser,
                                         ::mlir::OperationState &result) {
      return parseInstruction(parser, result, getInstructionKind(), getLevel());
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { printInstruction(printer, *this); }
    ::llvm::LogicalResult $cppClass::verify() { return verifyInstruction(*this); }
  }];
  let extraClassDefinition = instructionDefinition;
}

class Vdla_IsaOp<string mnemonic, string kind>
    : Vdla_InstructionOp<"isa." # mnemonic, kind, "Isa"> {
  let arguments = (ins DictionaryAttr:$fields, OptionalAttr<FlatSymbolRefAttr>:$buffer);
}

def Vdla_IsaLoadOp : Vdla_IsaOp<"load", "Load"> {
  let summary = "copy rows from DRAM into a scratchpad";
  let description = [{
    As all instructions it has the fields that the machine's format of its kind has, by the names
    and in the manner of assembly (docs/Vdla.md): the word in front is the form of a load, the
    source of a store, the mode of a gemm, the operation of an alu, a register or a stage; flags
    have no value; what is not written is 0; `dram=@x+16` counts from the start of a buffer.

    ```mlir
    vdla.isa.load inp(sram=4, dram=@x+16, y=4, x=8, stride=16, pad=zero_point, pad_top=1, push_next)
    ```

    Rules:
    (I1) there is a number, a name or a flag for each field, as the field has;
    (I2) the machine can be told the instruction;
    (I3) a buffer is one of the program's, and stands in a load or store only.
  }];
}

def Vdla_IsaStoreOp : Vdla_IsaOp<"store", "Store"> {
  let summary = "copy accumulators to DRAM, by way of the epilogue";
  let description = [{
    ```mlir
    vdla.isa.store requantize(dram=@y, y=4, x=8, stride=8, relu, saturate, pop_prev, push_prev)
    ```
  }];
}

def Vdla_IsaGemmOp : Vdla_IsaOp<"gemm", "Gemm"> {
  let summary = "multiply elements of inp by tiles of wgt and add up in acc";
  let description = [{
    ```mlir
    vdla.isa.gemm mac(uop_count=1, iter_out=1, iter_in=8, init_count=1, dst_in=1, src_in=1, pop_prev)
    ```
  }];
}

def Vdla_IsaAluOp : Vdla_IsaOp<"alu", "Alu"> {
  let summary = "elementwise operation on accumulators";
  let description = [{
    ```mlir
    vdla.isa.alu max(uop_count=1, iter_out=1, iter_in=8, dst_in=1, use_imm)
    ```
  }];
}

def Vdla_IsaConfigureOp : Vdla_IsaOp<"configure", "Configure"> {
  let summary = "set a register, in the stage that reads it";
  let description = [{
    ```mlir
    vdla.isa.configure inp_zero_point(value=-3)
    ```
  }];
}

def Vdla_IsaNopOp : Vdla_IsaOp<"nop", "Nop"> {
  let summary = "carry tokens alone";
  let description = [{
    ```mlir
    vdla.isa.nop compute(pop_prev, push_next)
    ```
  }];
}

def Vdla_IsaFinishOp : Vdla_IsaOp<"finish", "Finish"> {
  let summary = "tell the host that the program has ended";
  let description = [{
    ```mlir
    vdla.isa.finish(id=7, pop_next)
    ```
  }];
}

include "dl/Dialect/Vdla/IR/VdlaTileOps.td"
include "dl/Dialect/Vdla/IR/VdlaTokenOps.td"

#endif // DL_DIALECT_VDLA_IR_VDLAOPS
