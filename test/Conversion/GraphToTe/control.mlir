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

func.func @sizes(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'graph.if' op requires result 0 to have sizes that are known before its region runs, got 'tensor<?xf32>'}}
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    graph.yield %x : tensor<?xf32>
  } else {
    graph.yield %x : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}
