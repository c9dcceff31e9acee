//===-- Passes.td - passes of the GPU target --------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that take kernels whose axes are bound to blocks and threads from the
// scheduled level to the gpu dialect. Pipeline.cpp puts them in order.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_GPU_PASSES
#define DL_TARGET_GPU_PASSES

include "mlir/Pass/PassBase.td"

def AssignMemorySpacesPass : Pass<"dl-assign-memory-spaces", "::mlir::func::FuncOp"> {
  let summary = "give buffers of scope shared the memory of a block";
  let description = [{
    A `tensor.empty` that a schedule gave the scope `shared` becomes an allocation in
    the memory space `#gpu.address_space<workgroup>`, which bufferization keeps.

    When: on tensors, before bufferization.
    Postcondition: no `schedule.scope` of value `shared` on `tensor.empty`.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::gpu::GPUDialect"];
}

def RestoreBlockLoopsPass : Pass<"dl-restore-block-loops", "::mlir::func::FuncOp"> {
  let summary = "put what one block does into a loop of blocks";
  let description = [{
    A loop of blocks of one round folds away, and what was in it stands in the kernel's
    body, where each nest would become a launch of its own. What uses one buffer of the
    memory of a block, and what stands between, goes back into such a loop.

    ```mlir
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %t = %c0 to %c8 step %c1 { ... } {schedule.bind = "threadIdx.x"}
    scf.for %t = %c0 to %c8 step %c1 { ... } {schedule.bind = "threadIdx.x"}
    ```
    becomes
    ```mlir
    scf.for %b = %c0 to %c1 step %c1 {
      ...
    } {schedule.bind = "blockIdx.x"}
    ```

    When: on memrefs and scalar loops, after the last canonicalization before
    dl-insert-barriers.
    Postcondition: memory of a block is allocated inside of loops only.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def InsertBarriersPass : Pass<"dl-insert-barriers", "::mlir::func::FuncOp"> {
  let summary = "let the threads of a block wait where one needs what another wrote";
  let description = [{
    Walks the statements of a kernel in the order in which a thread runs them, loops
    twice, and keeps what was read and written since all threads last met. A
    `gpu.barrier` goes before a statement that touches the same buffer, one of both
    writing, from other threads. Accesses are of one thread where the same loops share
    them in memory of the device, or where the place in the buffer follows from the
    thread's number in the same way; halves of a double buffer do not meet. What stands
    before a loop that may make no round counts after it too.

    When: on memrefs and scalar loops, before dl-map-to-gpu.
    Precondition: loops of bound axes carry `schedule.bind`.
    Postcondition: barriers stand where all threads of a block come by: in loops and
    tests that are the same for all of them. Where that is not possible, an error.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def MapToGpuPass : Pass<"dl-map-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "make each nest of a kernel a launch of blocks and threads";
  let description = [{
    Loops of axes that a schedule bound to a block or thread index go: their variable
    is the index. Extents decide the grid and the block; a thread loop that is shorter
    than another of the same index runs under a test. Virtual threads stay loops of
    their thread, so its elements lie a block apart. What is written outside of
    the loops of some thread index is written by the first thread only. Buffers of
    the memory of a block become workgroup attributions, others live on the stack of
    their thread, each of which computes them whole.

    ```mlir
    scf.for %b = %c0 to %c8 step %c1 {
      scf.for %t = %c0 to %c32 step %c1 {
        ...
      } {schedule.bind = "threadIdx.x"}
    } {schedule.bind = "blockIdx.x"}
    ```
    becomes
    ```mlir
    gpu.launch blocks(%b, ...) in (%gx = %c8, ...) threads(%t, ...) in (%bx = %c32, ...) {
    ```

    When: on memrefs and scalar loops, after dl-insert-barriers.
    Precondition: bound loops count from zero to a constant by one.
    Postcondition: no `schedule.bind`; everything that writes is in a `gpu.launch`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def DescribeKernelMemoryPass : Pass<"dl-describe-kernel-memory", "::mlir::ModuleOp"> {
  let summary = "say of the buffers of kernels what LLVM may rely on";
  let description = [{
    Buffers of the memory of a block begin at a multiple of 16 bytes, which the longest
    load of a thread needs: where nothing is said, LLVM takes that for granted and the
    printer of PTX aligns them to their elements. So do buffers that a kernel is
    given whole, as every allocator's do, and where each of a launch's is another
    argument or allocation, none overlaps another.

    ```mlir
    gpu.func @kernel(%x: memref<8xf32>) workgroup(%s : memref<9xf32, #gpu.address_space<workgroup>>) kernel {
    ```
    becomes
    ```mlir
    gpu.func @kernel(%x: memref<8xf32> {llvm.align = 16 : i64, llvm.noalias})
        workgroup(%s : memref<9xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
    ```

    When: on outlined kernels, before they become functions of LLVM.
    Precondition: destinations of a kernel overlap none of its operands, as everywhere.
    Postcondition: operands of launches have constant sizes; others are refused, since a
    launch passes pointers.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ReplaceDeviceCallsPass : Pass<"dl-replace-device-calls", "::mlir::gpu::GPUModuleOp"> {
  let summary = "use instructions for what upstream calls a library for";
  let description = [{
    convert-gpu-to-nvvm calls functions of CUDA's libdevice for roots, roundings and
    their like, which the instruction set has: intrinsics of LLVM take their place.
    What is left would be a name in the PTX that no driver knows, and is refused.

    `llvm.call @__nv_sqrtf(%x)`  becomes  `llvm.call_intrinsic "llvm.sqrt"(%x)`

    When: after convert-gpu-to-nvvm. Most functions are arithmetic by then (dl-approximate-math).
    Postcondition: all functions that are called have a body.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def UnrollThreadTilesPass : Pass<"dl-unroll-thread-tiles", "::mlir::gpu::GPUFuncOp"> {
  let summary = "unroll the loops over what a thread can have in registers";
  let description = [{
    Registers have no addresses: a buffer of a thread is in them only if every access
    of it names its element. Loops that decide which element of a buffer of up to 1024
    bytes is accessed are unrolled, inner ones first, into up to 16384 operations.
    LLVM unrolls small loops by itself; a tile of 8x16 sums that it left on the stack was 30
    times slower.

    ```mlir
    scf.for %i = %c0 to %c2 step %c1 {
      %a = memref.load %sums[%i] : memref<2xf32>
      ...
    }
    ```
    becomes
    ```mlir
    %a = memref.load %sums[%c0] : memref<2xf32>
    ...
    %b = memref.load %sums[%c1] : memref<2xf32>
    ...
    ```

    When: on outlined kernels, before index arithmetic is expanded.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // DL_TARGET_GPU_PASSES
