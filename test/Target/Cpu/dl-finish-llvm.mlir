// RUN: dl-opt %s --dl-finish-llvm | FileCheck %s

// CHECK: llvm.func @external(!llvm.ptr)
llvm.func @external(!llvm.ptr)
// CHECK: llvm.func internal @kernel(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: !llvm.ptr {llvm.noalias}) attributes {no_inline}
llvm.func @kernel(%a: !llvm.ptr {te.layout_free}, %n: i64, %b: !llvm.ptr {dl.name = "b", te.destination}) attributes {te.kernel} {
  llvm.return
}
// CHECK: llvm.func @main(%{{.*}}: !llvm.ptr) {
llvm.func @main(%a: !llvm.ptr) {
  llvm.return
}
