//===-- VdlaTileOps.td - moving and computing tiles --------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the tile level. Included by VdlaOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_VDLATILEOPS
#define DL_DIALECT_VDLA_IR_VDLATILEOPS

def Vdla_AllocOp : Vdla_Op<"alloc", [HasParent<"ProgramOp">]> {
  let summary = "elements of a scratchpad";
  let description = [{
    The last dimensions are an element of the memory, the ones before count elements: 1 x 16 of
    i8 in inp, 16 x 16 of i8 in wgt, 1 x 16 of i32 in acc, the bytes of one in scale, for the
    machine `paper`. `at` is the position of the first element (`vdla-allocate`).

    ```mlir
    %x = vdla.alloc : memref<4x8x1x16xi8, #vdla.mem<inp>>
    %y = vdla.alloc at 32 : memref<8x1x16xi32, #vdla.mem<acc>>
    ```

    Rules:
    (A2) the type is as said, with a layout of rows, at least one element, and as many as the
         memory has, from its position on.
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$position);
  let results = (outs Res<AnyMemRef, "", [MemAlloc<DefaultResource>]>:$tile);
  let assemblyFormat = "(`at` $position^)? attr-dict `:` type($tile)";
}

class Vdla_TileOp<string mnemonic, string kind>
    : Vdla_InstructionOp<mnemonic, kind, "Tile",
                         [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let arguments = (ins DictionaryAttr:$fields, OptionalAttr<FlatSymbolRefAttr>:$buffer,
    OptionalAttr<DenseI64ArrayAttr>:$micro_ops, Variadic<AnyMemRef>:$tiles);
  let extraClassDefinition = instructionDefinition # [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance> &effects) {
      collectTileEffects(*this, effects);
    }
  }];
}

def Vdla_LoadOp : Vdla_TileOp<"load", "Load"> {
  let summary = "copy rows from DRAM into a tile";
  let description = [{
    The operations of this level have the fields of an instruction, with positions that count from
    the start of their tiles, and run one after the other. Tokens, positions in scratchpads and
    the list of micro-ops are what lowering adds.

    ```mlir
    vdla.load inp(dram=@x, y=4, x=8, stride=16, pad_right=2) on(%x) : memref<4x10x1x16xi8, #vdla.mem<inp>>
    ```

    Rules, beside (I1) to (I3):
    (A1) there are no fields of tokens, `uop_begin` and `uop_count`; gemms and alus have
         micro-ops, others none;
    (A3) the tiles are in the memories that the instruction touches, in this order: of a load what
         it fills; of a store acc, and scale if it rescales; of a gemm acc, inp and wgt, or acc if it
         resets; of an alu acc, and acc of the other operand if that is no number;
    (A4) what it touches lies inside of its tiles.
  }];
}

def Vdla_StoreOp : Vdla_TileOp<"store", "Store"> {
  let summary = "copy accumulators of a tile to DRAM, by way of the epilogue";
  let description = [{
    ```mlir
    vdla.store requantize(dram=@y, y=1, x=8, stride=8, saturate) on(%y, %s)
        : memref<8x1x16xi32, #vdla.mem<acc>>, memref<1x144xi8, #vdla.mem<scale>>
    ```
  }];
}

def Vdla_GemmOp : Vdla_TileOp<"gemm", "Gemm"> {
  let summary = "multiply elements of a tile by those of another and add up in a third";
  let description = [{
    Micro-ops are positions in the three tiles.

    ```mlir
    vdla.gemm mac(iter_out=1, iter_in=8, init_count=1, dst_in=1, src_in=1) uops [(0, 0, 0), (0, 8, 1)] on(%y, %x, %w)
        : memref<8x1x16xi32, #vdla.mem<acc>>, memref<16x1x16xi8, #vdla.mem<inp>>, memref<2x16x16xi8, #vdla.mem<wgt>>
    ```
  }];
}

def Vdla_AluOp : Vdla_TileOp<"alu", "Alu"> {
  let summary = "elementwise operation on accumulators of tiles";
  let description = [{
    ```mlir
    vdla.alu max(iter_out=1, iter_in=8, dst_in=1, use_imm) uops [(0, 0, 0)] on(%y)
        : memref<8x1x16xi32, #vdla.mem<acc>>
    ```
  }];
}

def Vdla_ConfigureOp : Vdla_TileOp<"configure", "Configure"> {
  let summary = "set a register";
  let description = [{
    ```mlir
    vdla.configure inp_zero_point(value=-3)
    ```
  }];
}

def Vdla_FinishOp : Vdla_TileOp<"finish", "Finish"> {
  let summary = "the end";
  let description = [{
    ```mlir
    vdla.finish()
    ```
  }];
}

#endif // DL_DIALECT_VDLA_IR_VDLATILEOPS
