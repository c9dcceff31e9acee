// RUN: dl-opt %s --convert-linalg-to-te --dl-verify-te --test-interpret
// RUN: dl-opt %s --convert-linalg-to-te --schedule-default --schedule-apply --dl-verify-scheduled -o /dev/null

// Forms that frontends write seldom: combiners of integers and truth values, loops and dims of one
// iteration, results that are constants or what was there, edges that do not exist.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The greatest and the least of signed integers, the product, and of truth values whether any and
// whether all are true, each in two words.
func.func @combiners(
    %x: tensor<2x3xi32> {dl.test_input = dense<[[2, -7, 5], [-3, -1, -4]]> : tensor<2x3xi32>},
    %b: tensor<2x3xi1> {dl.test_input = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>})
    -> (tensor<2xi32> {dl.test_expected = dense<[5, -1]> : tensor<2xi32>},
        tensor<2xi32> {dl.test_expected = dense<[-7, -4]> : tensor<2xi32>},
        tensor<2xi32> {dl.test_expected = dense<[-70, -12]> : tensor<2xi32>},
        tensor<2xi1> {dl.test_expected = dense<[true, true]> : tensor<2xi1>},
        tensor<2xi1> {dl.test_expected = dense<[false, true]> : tensor<2xi1>},
        tensor<2xi1> {dl.test_expected = dense<[true, true]> : tensor<2xi1>},
        tensor<2xi1> {dl.test_expected = dense<[false, true]> : tensor<2xi1>}) {
  %low = arith.constant dense<-2147483648> : tensor<2xi32>
  %high = arith.constant dense<2147483647> : tensor<2xi32>
  %one = arith.constant dense<1> : tensor<2xi32>
  %no = arith.constant dense<false> : tensor<2xi1>
  %yes = arith.constant dense<true> : tensor<2xi1>
  %0 = linalg.reduce { arith.maxsi } ins(%x : tensor<2x3xi32>) outs(%low : tensor<2xi32>) dimensions = [1]
  %1 = linalg.reduce { arith.minsi } ins(%x : tensor<2x3xi32>) outs(%high : tensor<2xi32>) dimensions = [1]
  %2 = linalg.reduce { arith.muli } ins(%x : tensor<2x3xi32>) outs(%one : tensor<2xi32>) dimensions = [1]
  %3 = linalg.reduce { arith.ori } ins(%b : tensor<2x3xi1>) outs(%no : tensor<2xi1>) dimensions = [1]
  %4 = linalg.reduce { arith.andi } ins(%b : tensor<2x3xi1>) outs(%yes : tensor<2xi1>) dimensions = [1]
  %5 = linalg.reduce { arith.maxui } ins(%b : tensor<2x3xi1>) outs(%no : tensor<2xi1>) dimensions = [1]
  %6 = linalg.reduce { arith.minui } ins(%b : tensor<2x3xi1>) outs(%yes : tensor<2xi1>) dimensions = [1]
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}

// The least and the product of floats; the sum begins at what nobody has written.
func.func @float_combiners(
    %x: tensor<2x3xf32> {dl.test_input = dense<[[2.0, -7.0, 5.0], [-3.0, -1.0, -4.0]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[-7.0, -4.0]> : tensor<2xf32>},
        tensor<2xf32> {dl.test_expected = dense<[-70.0, -12.0]> : tensor<2xf32>},
        tensor<2xf32> {dl.test_expected = dense<[0.0, -8.0]> : tensor<2xf32>}) {
  %high = arith.constant dense<0x7F800000> : tensor<2xf32>
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.reduce { arith.minimumf } ins(%x : tensor<2x3xf32>) outs(%high : tensor<2xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.mulf } ins(%x : tensor<2x3xf32>) outs(%one : tensor<2xf32>) dimensions = [1]
  %2 = linalg.reduce { arith.addf } ins(%x : tensor<2x3xf32>) outs(%e : tensor<2xf32>) dimensions = [1]
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Of two results only one is a copy, and the other one is no copy of the same.
func.func @copy_and_negative(
    %x: tensor<2x2xf32> {dl.test_input = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>},
        tensor<2x2xf32> {dl.test_expected = dense<[[-1.0, -3.0], [-2.0, -4.0]]> : tensor<2x2xf32>}) {
  %e = tensor.empty() : tensor<2x2xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x2xf32>) outs(%e, %e : tensor<2x2xf32>, tensor<2x2xf32>) {
  ^bb0(%in: f32, %o0: f32, %o1: f32):
    %n = arith.negf %in : f32
    linalg.yield %in, %n : f32, f32
  } -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return %r#0, %r#1 : tensor<2x2xf32>, tensor<2x2xf32>
}

// A dim of the result that no loop follows, and a loop of one iteration that no dim follows; a reader
// looks through the latter, which only moves.
func.func @one_iteration(
    %x: tensor<3xf32> {dl.test_input = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>},
    %y: tensor<3x1xf32> {dl.test_input = dense<[[10.0], [20.0], [30.0]]> : tensor<3x1xf32>})
    -> (tensor<1x3xf32> {dl.test_expected = dense<[[-1.0, -2.0, -3.0]]> : tensor<1x3xf32>},
        tensor<3xf32> {dl.test_expected = dense<[-10.0, -20.0, -30.0]> : tensor<3xf32>},
        tensor<3xf32> {dl.test_expected = dense<[20.0, 40.0, 60.0]> : tensor<3xf32>}) {
  %e = tensor.empty() : tensor<1x3xf32>
  %er = tensor.empty() : tensor<3xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0, i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%e : tensor<1x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x3xf32>
  %0 = linalg.map { arith.negf } ins(%u : tensor<1x3xf32>) outs(%e : tensor<1x3xf32>)
  %v = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<3x1xf32>) outs(%er : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3xf32>
  %1 = linalg.map { arith.negf } ins(%v : tensor<3xf32>) outs(%er : tensor<3xf32>)
  %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<3x1xf32>) outs(%er : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %0, %1, %2 : tensor<1x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// A body that gives a number from outside is a fill, one that gives what was there a copy, and a
// number may be an operand.
func.func @without_input(
    %x: tensor<3xf32> {dl.test_input = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<[5.0, 6.0, 7.0]> : tensor<3xf32>},
        tensor<3xf32> {dl.test_expected = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>},
        tensor<3xf32> {dl.test_expected = dense<[4.0, 8.0, 12.0]> : tensor<3xf32>}) {
  %c = arith.constant 4.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<3xf32>) {
  ^bb0(%out: f32):
    linalg.yield %c : f32
  } -> tensor<3xf32>
  %0 = linalg.map { arith.addf } ins(%x, %f : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>)
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<3xf32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %c : tensor<3xf32>, f32) outs(%e : tensor<3xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %m = arith.mulf %in, %by : f32
    linalg.yield %m : f32
  } -> tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// One row of three, of which the slice drops the dim.
func.func @row(
    %x: tensor<3x2xf32> {dl.test_input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[5.0, 6.0]> : tensor<2xf32>}) {
  %r = tensor.extract_slice %x[2, 0] [1, 2] [1, 1] : tensor<3x2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// Padding of nothing, padding that only crops, and a slice that is the whole: no guards.
func.func @no_edges(
    %x: tensor<3xf32> {dl.test_input = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>},
    %y: tensor<3xf32> {dl.test_input = dense<[4.0, 5.0, 6.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>},
        tensor<1xf32> {dl.test_expected = dense<[2.0]> : tensor<1xf32>},
        tensor<3xf32> {dl.test_expected = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>}) {
  %c = arith.constant 7.0 : f32
  %none = arith.constant 0 : index
  %0 = tensor.pad %x low[%none] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<3xf32> to tensor<3xf32>
  %1 = tensor.pad %x low[-1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<3xf32> to tensor<1xf32>
  %2 = tensor.insert_slice %x into %y[0] [3] [1] : tensor<3xf32> into tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<1xf32>, tensor<3xf32>
}

// What a gather reads is made before, by a kernel of its own.
func.func @gather_of_result(
    %ids: tensor<3xi32> {dl.test_input = dense<[1, 0, 1]> : tensor<3xi32>},
    %x: tensor<2xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<[-2.0, -1.0, -2.0]> : tensor<3xf32>}) {
  %e = tensor.empty() : tensor<2xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %n = linalg.map { arith.negf } ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>)
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi32>) outs(%e3 : tensor<3xf32>) {
  ^bb0(%id: i32, %out: f32):
    %i = arith.index_cast %id : i32 to index
    %v = tensor.extract %n[%i] : tensor<2xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// A splat that is read as a whole stays an operand.
func.func @gather_of_splat(
    %ids: tensor<3xi32> {dl.test_input = dense<[1, 0, 1]> : tensor<3xi32>})
    -> (tensor<3xf32> {dl.test_expected = dense<[2.0, 2.0, 2.0]> : tensor<3xf32>}) {
  %t = arith.constant dense<2.0> : tensor<2xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi32>) outs(%e3 : tensor<3xf32>) {
  ^bb0(%id: i32, %out: f32):
    %i = arith.index_cast %id : i32 to index
    %v = tensor.extract %t[%i] : tensor<2xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// A result that is a view of what a kernel makes: the kernel writes to the destination, seen the other
// way round.
func.func @joined_view(
    %x: tensor<2x3xf32> {dl.test_input = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>})
    -> (tensor<6xf32> {dl.test_expected = dense<[-1.0, -2.0, -3.0, -4.0, -5.0, -6.0]> : tensor<6xf32>}) {
  %e = tensor.empty() : tensor<2x3xf32>
  %n = linalg.map { arith.negf } ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>)
  %r = tensor.collapse_shape %n [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %r : tensor<6xf32>
}
