//===-- BindOps.td - axes to blocks and threads -------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step that makes axes the indices of blocks and threads. Included by
// ScheduleOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_BINDOPS
#define DL_DIALECT_SCHEDULE_IR_BINDOPS

def Schedule_BindOp : Schedule_Op<"bind"> {
  let summary = "make an axis the index of blocks, threads or virtual threads";
  let description = [{
    The index is `blockIdx.x`, `.y` or `.z`, `threadIdx.x`, `.y` or `.z`, or
    `vthread`. Block axes come first. A CPU runs the iterations one after the other,
    `dl-gpu-pipeline` at once; on an accelerator virtual threads are contexts that take turns. A stage of scope `shared` inside the loops of threads
    is computed for all of them; where its own axes are bound, by all of them.

    `for i in 0..64`  becomes  `for i in 0..64 threadIdx.x`

    ```mlir
    schedule.bind %C[%io] to "blockIdx.x"
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis, StrAttr:$index);
  let assemblyFormat = "$stage `[` $axis `]` `to` $index attr-dict";
}

#endif // DL_DIALECT_SCHEDULE_IR_BINDOPS
