// RUN: dl-opt %s --dl-finish-llvm | FileCheck %s

// CHECK: llvm.func @external(!llvm.ptr)
llvm.func @external(!llvm.ptr)
// CHECK: llvm.func internal @kernel(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: !llvm.ptr {llvm.noalias}) attributes {dl.kernel, no_inline}
llvm.func @kernel(%a: !llvm.ptr {te.layout_free}, %n: i64, %b: !llvm.ptr {dl.name = "b", te.destination}) attributes {te.kernel} {
  llvm.return
}
// CHECK: llvm.func @main(%{{.*}}: !llvm.ptr) {
llvm.func @main(%a: !llvm.ptr) {
  llvm.return
}

// What threads run is outlined without that: accesses there say it themselves, those
// at other pointers' offsets nothing.
// CHECK-LABEL: llvm.func internal @threads(
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK: omp.parallel
// CHECK: llvm.load %{{.*}} {alias_scopes = [#[[A:[a-z_0-9]+]]], noalias_scopes = [#[[B:[a-z_0-9]+]]]} : !llvm.ptr -> f32
// CHECK: llvm.load %{{[a-z_0-9]+}} : !llvm.ptr -> f32
// CHECK: llvm.store %{{.*}}, %{{.*}} {alias_scopes = [#[[B]]], noalias_scopes = [#[[A]]]} : f32, !llvm.ptr
llvm.func @threads(%a: !llvm.ptr, %b: !llvm.ptr, %i: i64) {
  %x = llvm.load %a : !llvm.ptr -> f32
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  omp.parallel {
    %e = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %y = llvm.load %e : !llvm.ptr -> f32
    %z = llvm.load %p : !llvm.ptr -> f32
    llvm.store %y, %b : f32, !llvm.ptr
    omp.terminator
  }
  llvm.return
}
