//===-- VdlaTokenOps.td - instructions with tokens as values --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the token level. Included by VdlaOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_VDLATOKENOPS
#define DL_DIALECT_VDLA_IR_VDLATOKENOPS

class Vdla_TokenOp<string mnemonic, string kind>
    : Vdla_InstructionOp<"token." # mnemonic, kind, "Token"> {
  let arguments = (ins DictionaryAttr:$fields, OptionalAttr<FlatSymbolRefAttr>:$buffer,
    Variadic<Vdla_TokenType>:$waits);
  let results = (outs Variadic<Vdla_TokenType>:$tokens);
}

def Vdla_TokenLoadOp : Vdla_TokenOp<"load", "Load"> {
  let summary = "a load that waits for tokens and gives some";
  let description = [{
    The operations of this level have the fields of an instruction without those of its tokens,
    which are operands and results. An operation starts after those whose tokens it takes, and
    after the one before it of its own stage.

    ```mlir
    %full = vdla.token.load inp(dram=@x, y=1, x=4, stride=4) : () -> !vdla.token<load, compute>
    %free = vdla.token.gemm mac(uop_count=1, iter_out=1, iter_in=4, src_in=1) after(%full)
        : (!vdla.token<load, compute>) -> !vdla.token<compute, load>
    vdla.token.load inp(dram=@x+4, y=1, x=4, stride=4) after(%free) : (!vdla.token<compute, load>) -> ()
    ```

    Rules, beside (I1) to (I3):
    (Q1) tokens go between neighbours: load and compute, or compute and store;
    (Q2) an operation takes tokens to its own stage and gives tokens from it;
    (Q3) each token is taken exactly once;
    (Q4) there are no fields of tokens.
  }];
}

def Vdla_TokenStoreOp : Vdla_TokenOp<"store", "Store"> {
  let summary = "a store that waits for tokens and gives some";
  let description = [{
    ```mlir
    %stored = vdla.token.store narrow(dram=@y, y=1, x=4, stride=4) after(%sum)
        : (!vdla.token<compute, store>) -> !vdla.token<store, compute>
    ```
  }];
}

def Vdla_TokenGemmOp : Vdla_TokenOp<"gemm", "Gemm"> {
  let summary = "a gemm that waits for tokens and gives some";
  let description = [{
    ```mlir
    %sum = vdla.token.gemm mac(uop_count=1, iter_out=1, iter_in=1) after(%x)
        : (!vdla.token<load, compute>) -> !vdla.token<compute, store>
    ```
  }];
}

def Vdla_TokenAluOp : Vdla_TokenOp<"alu", "Alu"> {
  let summary = "an alu operation that waits for tokens and gives some";
  let description = [{
    ```mlir
    %sum = vdla.token.alu add(uop_count=1, iter_out=1, iter_in=1) : () -> !vdla.token<compute, store>
    ```
  }];
}

def Vdla_TokenConfigureOp : Vdla_TokenOp<"configure", "Configure"> {
  let summary = "set a register";
  let description = [{
    ```mlir
    vdla.token.configure out_zero_point(value=4)
    ```
  }];
}

def Vdla_TokenNopOp : Vdla_TokenOp<"nop", "Nop"> {
  let summary = "wait for tokens and give some";
  let description = [{
    Between loads and stores, which have no queue, tokens go by way of one in the compute stage.

    ```mlir
    %done = vdla.token.nop compute() after(%stored)
        : (!vdla.token<store, compute>) -> !vdla.token<compute, load>
    ```
  }];
}

def Vdla_TokenFinishOp : Vdla_TokenOp<"finish", "Finish"> {
  let summary = "the end, after all that it waits for";
  let description = [{
    ```mlir
    vdla.token.finish() after(%stored) : (!vdla.token<store, compute>) -> ()
    ```
  }];
}

#endif // DL_DIALECT_VDLA_IR_VDLATOKENOPS
