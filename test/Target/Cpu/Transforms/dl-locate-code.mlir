// RUN: dl-opt %s --dl-locate-code=file=loops.txt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: dl-compile %S/Inputs/nameless.mlir --loops-file=%t.txt -o %t.so

// A call gets the line of its kernel, the rest that of its function.
// CHECK-LABEL: llvm.func @kernel
llvm.func @kernel(%x: !llvm.ptr) {
  // CHECK: llvm.load {{.*}} loc("loops.txt":4:2)
  %0 = llvm.load %x : !llvm.ptr -> f32 loc(fused["a", "loops.txt":4:2])
  // CHECK: llvm.store {{.*}} loc("loops.txt":3:1)
  llvm.store %0, %x : f32, !llvm.ptr loc(unknown)
  llvm.return loc("node")
  // CHECK: } loc("loops.txt":3:1)
} loc("relu"("loops.txt":3:1))
// CHECK-LABEL: llvm.func @main
llvm.func @main(%x: !llvm.ptr) {
  // CHECK: llvm.call @kernel{{.*}} loc("loops.txt":3:1)
  llvm.call @kernel(%x) : (!llvm.ptr) -> () loc("node")
  // What a kernel of elsewhere does has no line here.
  // CHECK: llvm.call @elsewhere{{.*}} loc("loops.txt":1:1)
  llvm.call @elsewhere(%x) : (!llvm.ptr) -> () loc(unknown)
  // CHECK: llvm.return loc("loops.txt":1:1)
  llvm.return loc(unknown)
  // CHECK: } loc("loops.txt":1:1)
} loc(unknown)
llvm.func @elsewhere(!llvm.ptr) loc("other.txt":9:9)
