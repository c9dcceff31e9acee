// RUN: dl-opt %s --dl-split-kernels --split-input-file | FileCheck %s

// A kernel declares the kernels that it calls. One that refers to what stays with @main stays too, and so does whoever calls it.
// CHECK:         module @calls
// CHECK-NEXT:      func.func private @called(memref<4xf32>)
// CHECK-NEXT:      func.func private @calls(%{{.*}} {
// CHECK:         module @called
// CHECK-NEXT:      func.func private @called(%{{.*}} {
// CHECK:         module @itself
// CHECK-NEXT:      func.func private @itself(%{{.*}} {
// CHECK-NOT:     module @{{counts|uses_counts|uses_user|uses_public|uses_helper}}
// CHECK:         module @main
// CHECK-NEXT:      memref.global "private" @count
// CHECK-NEXT:      func.func @public(%{{.*}} {
// CHECK:           func.func private @helper(%{{.*}} {
// CHECK:           func.func private @calls(memref<4xf32>)
// CHECK-NEXT:      func.func private @called(memref<4xf32>)
// CHECK-NEXT:      func.func private @itself(memref<4xf32>)
// CHECK-NEXT:      func.func private @uses_user({{.*}} {
// CHECK:           func.func private @uses_counts({{.*}} {
// CHECK:           func.func private @counts({{.*}} {
// CHECK:           func.func private @uses_public({{.*}} {
// CHECK:           func.func private @uses_helper({{.*}} {
module {
  memref.global "private" @count : memref<4xf32> = dense<0.0>
  func.func @public(%x: memref<4xf32>) {
    return
  }
  func.func private @helper(%x: memref<4xf32>) {
    %n = memref.get_global @count : memref<4xf32>
    memref.copy %n, %x : memref<4xf32> to memref<4xf32>
    return
  }
  func.func private @calls(%x: memref<4xf32>) attributes {te.kernel} {
    call @called(%x) : (memref<4xf32>) -> ()
    call @called(%x) : (memref<4xf32>) -> ()
    return
  }
  func.func private @called(%x: memref<4xf32>) attributes {te.kernel} {
    return
  }
  func.func private @itself(%x: memref<4xf32>) attributes {te.kernel} {
    call @itself(%x) : (memref<4xf32>) -> ()
    return
  }
  func.func private @uses_user(%x: memref<4xf32>) attributes {te.kernel} {
    call @uses_counts(%x) : (memref<4xf32>) -> ()
    return
  }
  func.func private @uses_counts(%x: memref<4xf32>) attributes {te.kernel} {
    call @counts(%x) : (memref<4xf32>) -> ()
    return
  }
  func.func private @counts(%x: memref<4xf32>) attributes {te.kernel} {
    %n = memref.get_global @count : memref<4xf32>
    memref.copy %x, %n : memref<4xf32> to memref<4xf32>
    return
  }
  func.func private @uses_public(%x: memref<4xf32>) attributes {te.kernel} {
    call @public(%x) : (memref<4xf32>) -> ()
    return
  }
  func.func private @uses_helper(%x: memref<4xf32>) attributes {te.kernel} {
    call @helper(%x) : (memref<4xf32>) -> ()
    return
  }
}

// -----

// The same of code: constants and functions that nobody outside sees are copied, and a kernel is seen by @main's code alone.
// CHECK:         module @tables
// CHECK-NEXT:      llvm.mlir.global private constant @table
// CHECK-NEXT:      llvm.mlir.global internal constant @others
// CHECK-NEXT:      llvm.func internal @inside(%{{.*}} {
// CHECK:           llvm.func hidden @tables(%{{.*}} attributes {dl.kernel} {
// CHECK:         module @declared
// CHECK-NEXT:      llvm.func @elsewhere(!llvm.ptr)
// CHECK-NEXT:      llvm.func hidden @declared(%{{.*}} attributes {dl.kernel} {
// CHECK-NOT:     module @{{of_all|of_data|of_function}}
// CHECK:         module @main
// CHECK:           llvm.func internal @of_all(%{{.*}} attributes {dl.kernel} {
// CHECK:           llvm.func internal @of_data(%{{.*}} attributes {dl.kernel} {
// CHECK:           llvm.func internal @of_function(%{{.*}} attributes {dl.kernel} {
module {
  llvm.mlir.global private constant @table(1 : i32) : i32
  llvm.mlir.global internal constant @others(2 : i32) : i32
  llvm.mlir.global external constant @all(3 : i32) : i32
  llvm.mlir.global private @data(4 : i32) : i32
  llvm.func @elsewhere(!llvm.ptr)
  llvm.func internal @inside(%x: !llvm.ptr) {
    llvm.return
  }
  llvm.func @outside(%x: !llvm.ptr) {
    llvm.return
  }
  llvm.func internal @tables(%x: !llvm.ptr) attributes {dl.kernel} {
    %0 = llvm.mlir.addressof @table : !llvm.ptr
    %1 = llvm.mlir.addressof @others : !llvm.ptr
    llvm.call @inside(%0) : (!llvm.ptr) -> ()
    llvm.return
  }
  llvm.func internal @declared(%x: !llvm.ptr) attributes {dl.kernel} {
    llvm.call @elsewhere(%x) : (!llvm.ptr) -> ()
    llvm.return
  }
  llvm.func internal @of_all(%x: !llvm.ptr) attributes {dl.kernel} {
    %0 = llvm.mlir.addressof @all : !llvm.ptr
    llvm.return
  }
  llvm.func internal @of_data(%x: !llvm.ptr) attributes {dl.kernel} {
    %0 = llvm.mlir.addressof @data : !llvm.ptr
    llvm.return
  }
  llvm.func internal @of_function(%x: !llvm.ptr) attributes {dl.kernel} {
    llvm.call @outside(%x) : (!llvm.ptr) -> ()
    llvm.return
  }
}
