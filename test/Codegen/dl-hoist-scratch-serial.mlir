// RUN: dl-opt %s --allow-unregistered-dialect --dl-hoist-scratch=max-threads=1 | FileCheck %s
// RUN: not dl-opt %s --allow-unregistered-dialect --dl-hoist-scratch=max-threads=2 2>&1 | FileCheck %s --check-prefix=TWO

// One thread runs a parallel loop as a plain one: a buffer of unknown size can be in it.
// CHECK-LABEL: func.func private @kernel(
// CHECK-SAME:    %{{.*}}: index, %[[S:[a-z0-9]+]]: memref<?xf32> {dl.scratch})
// CHECK:         scf.forall
// CHECK-NEXT:      "use"(%[[S]])
// TWO: expected a buffer of static shape inside a parallel loop of kernel @kernel, got 'memref<?xf32>'
func.func private @kernel(%n: index) attributes {te.kernel} {
  scf.forall (%i) in (4) {
    %a = memref.alloc(%n) : memref<?xf32>
    "use"(%a) : (memref<?xf32>) -> ()
  }
  return
}
