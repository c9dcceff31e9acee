// RUN: dl-opt %s --allow-unregistered-dialect --dl-hoist-scratch --split-input-file | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: dl-opt %s --allow-unregistered-dialect --dl-hoist-scratch=max-threads=4 --split-input-file | FileCheck %s --check-prefixes=CHECK,FOUR

// A small buffer in a loop becomes one alloca at the entry, a big one scratch
// that the caller allocates.
// CHECK-LABEL: func.func private @serial(
// CHECK-SAME:    %{{.*}}: memref<4xf32> {te.destination}, %[[S:[a-z0-9]+]]: memref<80000xi8> {dl.scratch})
// CHECK-DAG:     %[[SMALL:.*]] = memref.alloca() {alignment = 64 : i64} : memref<16xf32>
// CHECK-DAG:     %[[OFF:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[BIG:.*]] = memref.view %[[S]][%[[OFF]]][] : memref<80000xi8> to memref<20000xf32>
// CHECK:         scf.for
// CHECK-NOT:       alloc
// CHECK:           "use"(%[[SMALL]], %[[BIG]])
// CHECK-LABEL: func.func @main(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<80000xi8>
// CHECK:         call @serial(%{{.*}}, %[[A]])
// CHECK:         %[[B:.*]] = memref.alloc() : memref<80000xi8>
// CHECK:         call @serial(%{{.*}}, %[[B]])
func.func private @serial(%o: memref<4xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %small = memref.alloc() : memref<16xf32>
    %big = memref.alloc() : memref<20000xf32>
    "use"(%small, %big) : (memref<16xf32>, memref<20000xf32>) -> ()
  }
  return
}
func.func @main(%out: memref<4xf32> {te.destination}) {
  call @serial(%out) : (memref<4xf32>) -> ()
  call @serial(%out) : (memref<4xf32>) -> ()
  return
}

// -----

// In a parallel loop each thread has its own slice, behind the shared buffers;
// one thread needs one slice and no number.
// CHECK-LABEL: func.func private @parallel(
// ONE-SAME:      %[[S:[a-z0-9]+]]: memref<240064xi8> {dl.scratch})
// FOUR-SAME:     %[[S:[a-z0-9]+]]: memref<720256xi8> {dl.scratch})
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[SHARED:.*]] = memref.view %[[S]][%[[C0]]][]
// ONE-DAG:       %[[C1:.*]] = arith.constant 80000 : index
// ONE-DAG:       %[[OWN:.*]] = memref.view %[[S]][%[[C1]]][] : memref<240064xi8> to memref<40004xf32>
// CHECK:         scf.forall
// FOUR-DAG:        %[[C1:.*]] = arith.constant 80000 : index
// FOUR-DAG:        %[[T:.*]] = func.call @omp_get_thread_num() : () -> i32
// FOUR-DAG:        %[[THREAD:.*]] = arith.index_cast %[[T]] : i32 to index
// FOUR-DAG:        %[[SLICE:.*]] = arith.constant 160064 : index
// FOUR:            %[[START:.*]] = arith.muli %[[THREAD]], %[[SLICE]]
// FOUR:            %[[AT:.*]] = arith.addi %[[START]], %[[C1]]
// FOUR:            %[[OWN:.*]] = memref.view %[[S]][%[[AT]]][] : memref<720256xi8> to memref<40004xf32>
// CHECK:           "use"(%[[SHARED]], %[[OWN]])
func.func private @parallel(%o: memref<4xf32> {te.destination}) attributes {te.kernel} {
  %shared = memref.alloc() : memref<20000xf32>
  scf.forall (%i) in (4) {
    %own = memref.alloc() : memref<40004xf32>
    "use"(%shared, %own) : (memref<20000xf32>, memref<40004xf32>) -> ()
  }
  return
}

// -----

// The stack of one kernel is limited: five buffers of 64 KiB, four of them on it.
// A function that is no kernel keeps its allocation.
// CHECK-LABEL: func.func private @frame(
// CHECK-SAME:    %{{.*}}: memref<65536xi8> {dl.scratch})
// CHECK-COUNT-4: memref.alloca()
// CHECK-NOT:     memref.alloc
// CHECK-LABEL: func.func @other
// CHECK:         memref.alloc()
func.func private @frame() attributes {te.kernel} {
  %a = memref.alloc() : memref<16384xf32>
  %b = memref.alloc() : memref<16384xf32>
  %c = memref.alloc() : memref<16384xf32>
  %d = memref.alloc() : memref<16384xf32>
  %e = memref.alloc() : memref<16384xf32>
  "use"(%a, %b, %c, %d, %e) : (memref<16384xf32>, memref<16384xf32>, memref<16384xf32>, memref<16384xf32>, memref<16384xf32>) -> ()
  return
}
func.func @other() {
  %a = memref.alloc() : memref<16xf32>
  "use"(%a) : (memref<16xf32>) -> ()
  return
}

// -----

// A size that a kernel computes from one of an operand's is computed by its callers.
// CHECK-LABEL: func.func private @computed_size(
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %[[S:[a-z0-9]+]]: memref<?xf32> {dl.scratch})
// CHECK-NOT:     memref.alloc
// CHECK:         "use"(%[[S]])
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: memref<?xf32>
// CHECK:         memref.dim %[[X]], %{{.*}} : memref<?xf32>
// CHECK:         %[[TWICE:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK:         %[[A:.*]] = memref.alloc(%[[TWICE]]) : memref<?xf32>
// CHECK:         call @computed_size(%[[X]], %[[A]])
func.func private @computed_size(%x: memref<?xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %twice = arith.addi %n, %n : index
  %s = memref.alloc(%twice) : memref<?xf32>
  "use"(%s) : (memref<?xf32>) -> ()
  return
}
func.func @main(%x: memref<?xf32>) {
  call @computed_size(%x) : (memref<?xf32>) -> ()
  return
}

// -----

// The sizes of views are computed from what they are views of.
// CHECK-LABEL: func.func @views(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?x?x?xf32>, %{{.*}}: memref<?xf32>, %[[N:[a-z0-9]+]]: index)
// CHECK-DAG:     %[[M:.*]] = memref.dim %[[X]], %c1
// CHECK-DAG:     %[[K:.*]] = memref.dim %[[X]], %c2
// CHECK:         %[[MK:.*]] = arith.muli %[[M]], %[[K]]
// CHECK:         memref.alloc(%[[MK]]) : memref<?xf32>
// CHECK:         memref.alloc(%[[N]]) : memref<?xf32>
// CHECK:         call @columns(%{{.*}}, %{{.*}}) : (memref<?x?xf32>, memref<?xf32>) -> ()
func.func private @columns(%x: memref<?x?xf32>) attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %s = memref.alloc(%n) : memref<?xf32>
  "use"(%s) : (memref<?xf32>) -> ()
  return
}
func.func @views(%x: memref<?x?x?xf32>, %y: memref<?xf32>, %n: index) {
  %c4 = arith.constant 4 : index
  %flat = memref.collapse_shape %x [[0], [1, 2]] : memref<?x?x?xf32> into memref<?x?xf32>
  call @columns(%flat) : (memref<?x?xf32>) -> ()
  %rows = memref.expand_shape %y [[0, 1]] output_shape [%c4, %n] : memref<?xf32> into memref<?x?xf32>
  call @columns(%rows) : (memref<?x?xf32>) -> ()
  return
}

// -----

// A buffer without elements is on the stack.
// CHECK-LABEL: func.func private @empty()
// CHECK-NOT:     memref.alloc()
// CHECK:         memref.alloca() {{.*}} : memref<0xf32>
func.func private @empty() attributes {te.kernel} {
  %a = memref.alloc() : memref<0xf32>
  "use"(%a) : (memref<0xf32>) -> ()
  return
}

// -----

// A buffer of an incomplete last step is part of one of the whole size, which is on the stack.
// CHECK-LABEL: func.func private @masked(
// CHECK: %[[WHOLE:.+]] = memref.alloca() {alignment = 64 : i64} : memref<224xi8>
// CHECK: scf.for
// CHECK: %[[SIZE:.+]] = affine.min
// CHECK: %[[PART:.+]] = memref.view %[[WHOLE]][%{{.+}}][%[[SIZE]]] : memref<224xi8> to memref<?x8xf32>
// CHECK: "use"(%[[PART]])
func.func private @masked() attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    %n = affine.min affine_map<(d0) -> (7, d0 * -7 + 45)>(%i)
    %part = memref.alloc(%n) : memref<?x8xf32>
    "use"(%part) : (memref<?x8xf32>) -> ()
  }
  return
}

// -----

// A size may be an argument of a kernel.
// CHECK-LABEL: func.func private @given(
// CHECK-SAME:    %{{.*}}: index, %[[S:[a-z0-9]+]]: memref<?xf32> {dl.scratch})
// CHECK:         "use"(%[[S]])
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:         %[[A:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK:         call @given(%[[N]], %[[A]])
func.func private @given(%n: index) attributes {te.kernel} {
  %s = memref.alloc(%n) : memref<?xf32>
  "use"(%s) : (memref<?xf32>) -> ()
  return
}
func.func @main(%n: index) {
  call @given(%n) : (index) -> ()
  return
}
