// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --split-input-file --verify-diagnostics | FileCheck %s

// Both branches write the function's destination; one that yields what is there copies.
// CHECK-LABEL: func.func @branch(
// CHECK-SAME: %[[C:.*]]: tensor<i8> {te.element_type = i1}, %[[X:.*]]: tensor<4xf32>, %[[D:.*]]: tensor<4xf32> {te.destination})
// CHECK: %[[BYTE:.*]] = tensor.extract %[[C]][] : tensor<i8>
// CHECK: %[[BIT:.*]] = arith.cmpi ne, %[[BYTE]]
// CHECK: %[[Y:.*]] = scf.if %[[BIT]] -> (tensor<4xf32>) {
// CHECK:   %[[S:.*]] = func.call @sqrt(%[[X]], %[[D]])
// CHECK:   scf.yield %[[S]]
// CHECK: } else {
// CHECK:   %[[T:.*]] = func.call @copy(%[[X]], %[[D]])
// CHECK:   scf.yield %[[T]]
// CHECK: return %[[Y]]
func.func @branch(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.if %c : (tensor<i1>) -> tensor<4xf32> {
    %0 = graph.sqrt %x : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %0 : tensor<4xf32>
  } else {
    graph.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// The next state is written over the last one, which nothing reads any more; the output
// is a copy of it. A constant stands outside of the loop.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[H:[a-z0-9]*]]: tensor<2xf32>, %[[X:[a-z0-9]*]]: tensor<5x2xf32>, %[[DH:[a-z0-9]*]]: tensor<2xf32> {te.destination}, %[[DALL:[a-z0-9]*]]: tensor<5x2xf32> {te.destination})
// CHECK-DAG: %[[W:.*]] = arith.constant dense<{{.*}}> : tensor<2xf32>
// CHECK-DAG: %[[INIT:.*]] = call @copy(%[[H]], %[[DH]])
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[S:.*]] = %[[INIT]], %[[ALL:.*]] = %[[DALL]])
// CHECK: %[[LAST:.*]] = arith.subi
// CHECK: %[[BACK:.*]] = arith.subi %[[LAST]], %[[T]]
// CHECK: %[[SLICE:.*]] = te.step %[[X]][%[[BACK]]]
// CHECK: %[[PLACE:.*]] = te.step %[[ALL]][%[[T]]]
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[P:.*]] = func.call @mul(%[[S]], %[[W]], %[[E]])
// CHECK: %[[N:.*]] = func.call @add(%[[P]], %[[SLICE]], %[[S]])
// CHECK: %[[O:.*]] = func.call @copy(%[[N]], %[[PLACE]])
// CHECK: %[[PUT:.*]] = te.insert_step %[[O]] into %[[ALL]][%[[T]]]
// CHECK: scf.yield %[[N]], %[[PUT]]
func.func @scan(%h: tensor<2xf32>, %x: tensor<5x2xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [true] reverse_outputs [false]
      : (tensor<2xf32>, tensor<5x2xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %slice: tensor<2xf32>):
    %w = graph.constant dense<[2.0, 3.0]> : tensor<2xf32>
    %p = graph.mul %s, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %0 = graph.add %p, %slice : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %0, %0 : tensor<2xf32>, tensor<2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<5x2xf32>
}

// -----

// The state is still read by the operator that makes the next one: that is made beside
// it and copied.
// CHECK-LABEL: func.func @while(
// CHECK: scf.while (%[[C0:.*]] = %{{.*}}, %[[S0:.*]] = %{{.*}})
// CHECK: %[[BYTE:.*]] = tensor.extract %[[C0]][] : tensor<i8>
// CHECK: %[[BIT:.*]] = arith.cmpi ne, %[[BYTE]]
// CHECK: scf.condition(%[[BIT]]) %[[C0]], %[[S0]]
// CHECK: ^bb0(%[[C:.*]]: tensor<i8>, %[[S:.*]]: tensor<4xf32>):
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[N:.*]] = func.call @relu(%[[S]], %[[E]])
// CHECK: %[[C1:.*]] = func.call @copy{{.*}}(%{{.*}}, %[[C]])
// CHECK: %[[S1:.*]] = func.call @copy{{.*}}(%[[N]], %[[S]])
// CHECK: scf.yield %[[C1]], %[[S1]]
func.func @while(%c: tensor<i1>, %d: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.while %c, (%x) : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%s: tensor<4xf32>):
    %0 = graph.relu %s : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %d, %0 : tensor<i1>, tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// A state that stays is carried as it is. One value that is the next of two states, seen in
// another shape by the second, is written over the first of them and copied for the second.
// CHECK-LABEL: func.func @states(
// CHECK: do {
// CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<i8>, %[[S:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<4xf32>, %[[U:.*]]: tensor<2x2xf32>):
// CHECK: %[[SUM:.*]] = func.call @add(%[[T]],
// CHECK-NEXT: %[[R:.*]] = func.call @relu(%[[SUM]], %[[T]])
// CHECK-NEXT: %[[V:.*]] = tensor.expand_shape %[[R]]
// CHECK: %[[U1:.*]] = func.call @copy{{.*}}(%{{.*}}, %[[U]])
// CHECK-NEXT: scf.yield %{{.*}}, %[[S]], %[[R]], %[[U1]]
func.func @states(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) {
  %z = graph.reshape %y : (tensor<4xf32>) -> tensor<2x2xf32>
  %r:3 = graph.while %c, (%x, %y, %z) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) {
  ^bb0(%s: tensor<4xf32>, %t: tensor<4xf32>, %u: tensor<2x2xf32>):
    %0 = graph.add %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
    %2 = graph.reshape %1 : (tensor<4xf32>) -> tensor<2x2xf32>
    graph.yield %c, %s, %1, %2 : tensor<i1>, tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>
}

// -----

// A view of the state may be read after the next one is made, which is not written over it.
// CHECK-LABEL: func.func @viewed(
// CHECK: do {
// CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<i8>, %[[S:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<2x2xf32>):
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[V:.*]] = tensor.expand_shape %[[S]]
// CHECK: %[[N:.*]] = func.call @exp(%{{.*}}, %[[E]])
// CHECK: func.call @add(%[[T]], %[[V]],
// CHECK: %[[S1:.*]] = func.call @copy{{.*}}(%[[N]], %[[S]])
// CHECK: scf.yield %{{.*}}, %[[S1]],
func.func @viewed(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
  %r:2 = graph.while %c, (%x, %y) : (tensor<i1>, tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
  ^bb0(%s: tensor<4xf32>, %t: tensor<2x2xf32>):
    %v = graph.reshape %s : (tensor<4xf32>) -> tensor<2x2xf32>
    %n = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %0 = graph.exp %n : (tensor<4xf32>) -> tensor<4xf32>
    %1 = graph.add %t, %v : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    graph.yield %c, %0, %1 : tensor<i1>, tensor<4xf32>, tensor<2x2xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<2x2xf32>
}

// -----

// An output has as many steps as the input and dims of its own; steps from the start need no
// arithmetic.
// CHECK-LABEL: func.func @open_steps(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x2xf32> {dl.dims = ["steps", 2]}
// CHECK-SAME: tensor<?x3xf32> {dl.dims = ["steps", 3], te.destination}
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %[[N]] step
// CHECK-NOT: arith.subi
// CHECK: te.step %[[X]][%[[T]]]
// CHECK-NOT: arith.subi
// CHECK: te.insert_step %{{.*}}[%[[T]]]
func.func @open_steps(%h: tensor<2xf32>, %x: tensor<?x2xf32> {dl.dims = ["steps", 2]}, %w: tensor<2x3xf32>) -> (tensor<2xf32>, tensor<?x3xf32>) {
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs [false]
      : (tensor<2xf32>, tensor<?x2xf32>) -> (tensor<2xf32>, tensor<?x3xf32>) {
  ^bb0(%s: tensor<2xf32>, %slice: tensor<2xf32>):
    %0 = graph.add %s, %slice : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %1 = graph.reshape %0 : (tensor<2xf32>) -> tensor<1x2xf32>
    %2 = graph.matmul %1, %w : (tensor<1x2xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>
    %3 = graph.reshape %2 : (tensor<1x3xf32>) -> tensor<3xf32>
    graph.yield %0, %3 : tensor<2xf32>, tensor<3xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<?x3xf32>
}

// -----

// The step from the end is computed once for all sequences.
// CHECK-LABEL: func.func @backward(
// CHECK: scf.for %[[T:[a-z0-9]*]] =
// CHECK: %[[LAST:.*]] = arith.subi
// CHECK-NEXT: %[[BACK:.*]] = arith.subi %[[LAST]], %[[T]]
// CHECK-NOT: arith.subi
// CHECK: te.step %{{.*}}[%[[BACK]]]
// CHECK-NOT: arith.subi
// CHECK: te.insert_step %{{.*}}[%[[BACK]]]
func.func @backward(%h: tensor<2xf32>, %x: tensor<5x2xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [true] reverse_outputs [true]
      : (tensor<2xf32>, tensor<5x2xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %slice: tensor<2xf32>):
    %0 = graph.add %s, %slice : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %0, %0 : tensor<2xf32>, tensor<2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<5x2xf32>
}

// -----

// States that change places: both are copied beside before either is written.
// CHECK-LABEL: func.func @exchanged(
// CHECK: ^bb0(%{{.*}}: tensor<i8>, %[[S:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<4xf32>):
// CHECK: %[[A:.*]] = func.call @copy{{.*}}(%[[T]], %{{.*}})
// CHECK: %[[B:.*]] = func.call @copy{{.*}}(%[[S]], %{{.*}})
// CHECK: %[[S1:.*]] = func.call @copy{{.*}}(%[[A]], %[[S]])
// CHECK: %[[T1:.*]] = func.call @copy{{.*}}(%[[B]], %[[T]])
// CHECK: scf.yield %{{.*}}, %[[S1]], %[[T1]]
func.func @exchanged(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = graph.while %c, (%x, %y) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%s: tensor<4xf32>, %t: tensor<4xf32>):
    graph.yield %c, %t, %s : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// An operator behind the one that makes a state's next value still reads the state, which is written at
// the end; what only operators before it read is written over.
// CHECK-LABEL: func.func @read_later(
// CHECK: ^bb0(%{{.*}}: tensor<i8>, %[[S:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<4xf32>):
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[N:.*]] = func.call @exp{{.*}}(%[[T]], %[[E]])
// CHECK: %[[M:.*]] = func.call @add{{.*}}(%[[T]], %[[S]], %{{.*}})
// CHECK: %[[T1:.*]] = func.call @relu{{.*}}(%[[M]], %[[T]])
// CHECK: %[[S1:.*]] = func.call @copy{{.*}}(%[[N]], %[[S]])
// CHECK: scf.yield %{{.*}}, %[[S1]], %[[T1]]
func.func @read_later(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = graph.while %c, (%x, %y) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%s: tensor<4xf32>, %t: tensor<4xf32>):
    %0 = graph.exp %t : (tensor<4xf32>) -> tensor<4xf32>
    %1 = graph.add %t, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = graph.relu %1 : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %c, %0, %2 : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// What no operator of the loop makes, a value from outside and a constant, is copied.
// CHECK-LABEL: func.func @from_outside(
// CHECK: %[[N:.*]] = call @exp
// CHECK: ^bb0(%{{.*}}: tensor<i8>, %[[S:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<4xf32>):
// CHECK: %[[A:.*]] = func.call @copy{{.*}}(%[[N]], %{{.*}})
// CHECK: %[[B:.*]] = func.call @copy{{.*}}(%{{.*}}, %{{.*}})
// CHECK: %[[S1:.*]] = func.call @copy{{.*}}(%[[A]], %[[S]])
// CHECK: %[[T1:.*]] = func.call @copy{{.*}}(%[[B]], %[[T]])
// CHECK: scf.yield %{{.*}}, %[[S1]], %[[T1]]
func.func @from_outside(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %n = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %r:2 = graph.while %c, (%x, %y) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%s: tensor<4xf32>, %t: tensor<4xf32>):
    %k = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    graph.yield %c, %n, %k : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
