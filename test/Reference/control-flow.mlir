// RUN: dl-opt %s --test-interpret
// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --test-interpret
// RUN: dl-opt %s --graph-fuse-ops --convert-graph-to-te --dl-verify-te --test-interpret

// Branches and loops.

func.func @then(
    %c: tensor<i1> {dl.test_input = dense<true> : tensor<i1>},
    %x: tensor<2xf32> {dl.test_input = dense<[4.0, 9.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[2.0, 3.0]> : tensor<2xf32>}) {
  %y = graph.if %c : (tensor<i1>) -> tensor<2xf32> {
    %0 = graph.sqrt %x : (tensor<2xf32>) -> tensor<2xf32>
    graph.yield %0 : tensor<2xf32>
  } else {
    graph.yield %x : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

func.func @else_nested(
    %c: tensor<i1> {dl.test_input = dense<false> : tensor<i1>},
    %d: tensor<1xi1> {dl.test_input = dense<true> : tensor<1xi1>},
    %x: tensor<2xf32> {dl.test_input = dense<[4.0, -9.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[4.0, 9.0]> : tensor<2xf32>},
        tensor<2xf32> {dl.test_expected = dense<[-4.0, 9.0]> : tensor<2xf32>}) {
  %n = graph.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  %y:2 = graph.if %c : (tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>) {
    graph.yield %x, %x : tensor<2xf32>, tensor<2xf32>
  } else {
    %0 = graph.if %d : (tensor<1xi1>) -> tensor<2xf32> {
      %1 = graph.abs %n : (tensor<2xf32>) -> tensor<2xf32>
      graph.yield %1 : tensor<2xf32>
    } else {
      graph.yield %n : tensor<2xf32>
    }
    graph.yield %0, %n : tensor<2xf32>, tensor<2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<2xf32>
}

// Two rounds: the flags are turned in each of them.
func.func @while(
    %c: tensor<i1> {dl.test_input = dense<true> : tensor<i1>},
    %f: tensor<2xi1> {dl.test_input = dense<[true, false]> : tensor<2xi1>},
    %x: tensor<2xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[4.0, 8.0]> : tensor<2xf32>}) {
  %y:2 = graph.while %c, (%f, %x) : (tensor<i1>, tensor<2xi1>, tensor<2xf32>) -> (tensor<2xi1>, tensor<2xf32>) {
  ^bb0(%flags: tensor<2xi1>, %s: tensor<2xf32>):
    %0 = graph.slice %flags starts [0] sizes [1] steps [1] : (tensor<2xi1>) -> tensor<1xi1>
    %next = graph.reshape %0 : (tensor<1xi1>) -> tensor<i1>
    %turned = graph.slice %flags starts [1] sizes [2] steps [-1] : (tensor<2xi1>) -> tensor<2xi1>
    %1 = graph.add %s, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %next, %turned, %1 : tensor<i1>, tensor<2xi1>, tensor<2xf32>
  }
  return %y#1 : tensor<2xf32>
}

func.func @never(
    %c: tensor<i1> {dl.test_input = dense<false> : tensor<i1>},
    %x: tensor<2xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[1.0, 2.0]> : tensor<2xf32>}) {
  %y = graph.while %c, (%x) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%s: tensor<2xf32>):
    %1 = graph.add %s, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %c, %1 : tensor<i1>, tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

func.func @scan(
    %h: tensor<2xf32> {dl.test_input = dense<[10.0, 20.0]> : tensor<2xf32>},
    %x: tensor<3x2xf32> {dl.test_input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[19.0, 32.0]> : tensor<2xf32>},
        tensor<3x2xf32> {dl.test_expected = dense<[[11.0, 22.0], [14.0, 26.0], [19.0, 32.0]]> : tensor<3x2xf32>}) {
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs [false]
      : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %slice: tensor<2xf32>):
    %0 = graph.add %s, %slice : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %0, %0 : tensor<2xf32>, tensor<2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<3x2xf32>
}

func.func @scan_reversed(
    %h: tensor<2xf32> {dl.test_input = dense<[10.0, 20.0]> : tensor<2xf32>},
    %x: tensor<3x2xf32> {dl.test_input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>})
    -> (tensor<3x2xf32> {dl.test_expected = dense<[[18.0, 30.0], [15.0, 26.0], [10.0, 20.0]]> : tensor<3x2xf32>},
        tensor<3x2xf32> {dl.test_expected = dense<[[5.0, 6.0], [3.0, 4.0], [1.0, 2.0]]> : tensor<3x2xf32>}) {
  %y:3 = graph.scan states(%h) inputs(%x) reverse_inputs [true] reverse_outputs [true, false]
      : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %slice: tensor<2xf32>):
    %0 = graph.add %s, %slice : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %0, %s, %slice : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  return %y#1, %y#2 : tensor<3x2xf32>, tensor<3x2xf32>
}

// Two states change places; a state goes on as it is; a value from around the loop.
func.func @scan_swap(
    %a: tensor<2xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>},
    %b: tensor<2xf32> {dl.test_input = dense<[3.0, 4.0]> : tensor<2xf32>},
    %x: tensor<3x2xf32> {dl.test_input = dense<1.0> : tensor<3x2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[4.0, 6.0]> : tensor<2xf32>},
        tensor<2xf32> {dl.test_expected = dense<[1.0, 2.0]> : tensor<2xf32>},
        tensor<2xf32> {dl.test_expected = dense<[1.0, 2.0]> : tensor<2xf32>},
        tensor<2xf32> {dl.test_expected = dense<[-1.0, -2.0]> : tensor<2xf32>}) {
  %n = graph.neg %a : (tensor<2xf32>) -> tensor<2xf32>
  %y:4 = graph.scan states(%a, %b, %a, %b) inputs(%x) reverse_inputs [false] reverse_outputs []
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>)
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%s: tensor<2xf32>, %t: tensor<2xf32>, %u: tensor<2xf32>, %v: tensor<2xf32>, %slice: tensor<2xf32>):
    graph.yield %t, %s, %u, %n : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  %sum = graph.add %y#0, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %sum, %y#1, %y#2, %y#3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
