module attributes {dl.level = "te"} {
  func.func private @reduce_sum(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %reduce_sum = te.compute "reduce_sum" axes(i0 = 4) reduce(i1 = 8) combine(add) : tensor<4xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    return %reduce_sum : tensor<4xf32>
  }
  func.func private @reduce_prod(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xf32> {te.destination}) -> tensor<4x1xf32> attributes {te.kernel} {
    %reduce_prod = te.compute "reduce_prod" axes(i0 = 4, i1_one = 1) reduce(i1 = 8) combine(mul) : tensor<4x1xf32> {
    ^bb0(%i0: index, %i1_one: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    return %reduce_prod : tensor<4x1xf32>
  }
  func.func private @reduce_max(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %reduce_max = te.compute "reduce_max" axes(i0 = 4) reduce(i1 = 8) combine(max) : tensor<4xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    return %reduce_max : tensor<4xf32>
  }
  func.func private @reduce_min(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %reduce_min = te.compute "reduce_min" axes(i0 = 4) reduce(i1 = 8) combine(min) : tensor<4xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    return %reduce_min : tensor<4xf32>
  }
  func.func private @arg_max(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xi64> {te.destination}) -> tensor<4x1xi64> attributes {te.kernel} {
    %c-1_i32 = arith.constant -1 : i32
    %arg_max.extreme = te.compute "arg_max.extreme" axes(i0 = 4, i1_one = 1) reduce(i1 = 8) combine(max) : tensor<4x1xf32> {
    ^bb0(%i0: index, %i1_one: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    %arg_max.place = te.compute "arg_max.place" axes(i0 = 4, i1_one = 1) reduce(i1 = 8) combine(max) : tensor<4x1xi32> {
    ^bb0(%i0: index, %i1_one: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = te.read %arg_max.extreme[%i0, %i1_one] : tensor<4x1xf32>
      %2 = arith.cmpf oeq, %0, %1 : f32
      %3 = arith.cmpf uno, %0, %0 : f32
      %4 = arith.cmpf uno, %1, %1 : f32
      %5 = arith.andi %3, %4 : i1
      %6 = arith.ori %2, %5 : i1
      %7 = arith.index_cast %i1 : index to i32
      %8 = arith.select %6, %7, %c-1_i32 : i32
      te.yield %8 : i32
    }
    %arg_max = te.compute "arg_max" axes(i0 = 4, i1_one = 1) : tensor<4x1xi64> {
    ^bb0(%i0: index, %i1_one: index):
      %0 = te.read %arg_max.place[%i0, %i1_one] : tensor<4x1xi32>
      %1 = arith.extsi %0 : i32 to i64
      te.yield %1 : i64
    }
    return %arg_max : tensor<4x1xi64>
  }
  func.func private @arg_min(%arg0: tensor<4x8xf32>, %arg1: tensor<1x8xi64> {te.destination}) -> tensor<1x8xi64> attributes {te.kernel} {
    %c4_i32 = arith.constant 4 : i32
    %arg_min.extreme = te.compute "arg_min.extreme" axes(i0_one = 1, i1 = 8) reduce(i0 = 4) combine(min) : tensor<1x8xf32> {
    ^bb0(%i0_one: index, %i1: index, %i0: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    %arg_min.place = te.compute "arg_min.place" axes(i0_one = 1, i1 = 8) reduce(i0 = 4) combine(min) : tensor<1x8xi32> {
    ^bb0(%i0_one: index, %i1: index, %i0: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = te.read %arg_min.extreme[%i0_one, %i1] : tensor<1x8xf32>
      %2 = arith.cmpf oeq, %0, %1 : f32
      %3 = arith.cmpf uno, %0, %0 : f32
      %4 = arith.cmpf uno, %1, %1 : f32
      %5 = arith.andi %3, %4 : i1
      %6 = arith.ori %2, %5 : i1
      %7 = arith.index_cast %i0 : index to i32
      %8 = arith.select %6, %7, %c4_i32 : i32
      te.yield %8 : i32
    }
    %arg_min = te.compute "arg_min" axes(i0_one = 1, i1 = 8) : tensor<1x8xi64> {
    ^bb0(%i0_one: index, %i1: index):
      %0 = te.read %arg_min.place[%i0_one, %i1] : tensor<1x8xi32>
      %1 = arith.extsi %0 : i32 to i64
      te.yield %1 : i64
    }
    return %arg_min : tensor<1x8xi64>
  }
  func.func private @cumsum(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %cumsum.start = te.compute "cumsum.start" axes(i0 = 4) : tensor<4xf32> {
    ^bb0(%i0: index):
      te.yield %cst : f32
    }
    %cumsum:2 = te.scan "cumsum" time(i1 = 8) reverse init(%cumsum.start) stack(1) : tensor<4xf32>, tensor<4x8xf32> {
    ^bb0(%i1: index, %arg2: tensor<4xf32>):
      %cumsum.next = te.compute "cumsum.next" axes(i0 = 4) : tensor<4xf32> {
      ^bb0(%i0: index):
        %0 = te.read %arg2[%i0] : tensor<4xf32>
        %1 = te.read %arg0[%i0, %i1 + 1] where(-(%i1 + 1) + 7 >= 0) else %cst : tensor<4x8xf32>
        %2 = arith.addf %0, %1 : f32
        te.yield %2 : f32
      }
      te.yield %cumsum.next, %cumsum.next : tensor<4xf32>, tensor<4xf32>
    }
    return %cumsum#1 : tensor<4x8xf32>
  }
  func.func private @cumprod(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 1.000000e+00 : f32
    %cumprod.start = te.compute "cumprod.start" axes(i1 = 8) : tensor<8xf32> {
    ^bb0(%i1: index):
      te.yield %cst : f32
    }
    %cumprod:2 = te.scan "cumprod" time(i0 = 4) init(%cumprod.start) stack(0) : tensor<8xf32>, tensor<4x8xf32> {
    ^bb0(%i0: index, %arg2: tensor<8xf32>):
      %cumprod.next = te.compute "cumprod.next" axes(i1 = 8) : tensor<8xf32> {
      ^bb0(%i1: index):
        %0 = te.read %arg2[%i1] : tensor<8xf32>
        %1 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
        %2 = arith.mulf %0, %1 : f32
        te.yield %2 : f32
      }
      te.yield %cumprod.next, %cumprod.next : tensor<8xf32>, tensor<8xf32>
    }
    return %cumprod#1 : tensor<4x8xf32>
  }
  func.func private @top_k(%arg0: tensor<4x8xf32>, %arg1: tensor<4x3xf32> {te.destination}, %arg2: tensor<4x3xi64> {te.destination}) -> (tensor<4x3xf32>, tensor<4x3xi64>) attributes {te.kernel} {
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i32 = arith.constant 0 : i32
    %c-1_i64 = arith.constant -1 : i64
    %c2147483648_i64 = arith.constant 2147483648 : i64
    %c8_i64 = arith.constant 8 : i64
    %c7_i64 = arith.constant 7 : i64
    %c9223372036854775807_i64 = arith.constant 9223372036854775807 : i64
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c7 = arith.constant 7 : index
    %top_k.keys = te.compute "top_k.keys" axes(i0 = 4, i1 = 8) : tensor<4x8xi64> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.index_cast %i1 : index to i64
      %2 = arith.cmpf oeq, %0, %cst : f32
      %3 = arith.select %2, %cst, %0 : f32
      %4 = arith.bitcast %3 : f32 to i32
      %5 = arith.cmpi slt, %4, %c0_i32 : i32
      %6 = arith.xori %4, %c2147483647_i32 : i32
      %7 = arith.select %5, %6, %4 : i32
      %8 = arith.cmpf uno, %0, %0 : f32
      %9 = arith.select %8, %c2147483647_i32, %7 : i32
      %10 = arith.extsi %9 : i32 to i64
      %11 = arith.xori %10, %c-1_i64 : i64
      %12 = arith.addi %11, %c2147483648_i64 : i64
      %13 = arith.muli %12, %c8_i64 : i64
      %14 = arith.subi %c7_i64, %1 : i64
      %15 = arith.addi %13, %14 : i64
      te.yield %15 : i64
    }
    %top_k.start = te.compute "top_k.start" axes(i0 = 4) : tensor<4xi64> {
    ^bb0(%i0: index):
      te.yield %c9223372036854775807_i64 : i64
    }
    %top_k.greatest:2 = te.scan "top_k.greatest" time(i1_rank = 3) init(%top_k.start) stack(1) : tensor<4xi64>, tensor<4x3xi64> {
    ^bb0(%i1_rank: index, %arg3: tensor<4xi64>):
      %top_k.next = te.compute "top_k.next" axes(i0 = 4) reduce(i1 = 8) combine(max) : tensor<4xi64> {
      ^bb0(%i0: index, %i1: index):
        %0 = te.read %top_k.keys[%i0, %i1] : tensor<4x8xi64>
        %1 = te.read %arg3[%i0] : tensor<4xi64>
        %2 = arith.cmpi slt, %0, %1 : i64
        %3 = arith.select %2, %0, %c-1_i64 : i64
        te.yield %3 : i64
      }
      te.yield %top_k.next, %top_k.next : tensor<4xi64>, tensor<4xi64>
    }
    %top_k.place = te.compute "top_k.place" axes(i0 = 4, i1 = 3) : tensor<4x3xi64> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %top_k.greatest#1[%i0, %i1] : tensor<4x3xi64>
      %1 = arith.andi %0, %c7_i64 : i64
      %2 = arith.subi %c7_i64, %1 : i64
      te.yield %2 : i64
    }
    %top_k = te.compute "top_k" axes(i0 = 4, i1 = 3) : tensor<4x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %top_k.place[%i0, %i1] : tensor<4x3xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = arith.cmpi slt, %1, %c0 : index
      %3 = arith.addi %1, %c8 : index
      %4 = arith.select %2, %3, %1 : index
      %5 = arith.maxsi %4, %c0 : index
      %6 = arith.minsi %5, %c7 : index
      %7 = te.read %arg0[%i0, %6] : tensor<4x8xf32>
      te.yield %7 : f32
    }
    return %top_k, %top_k.place : tensor<4x3xf32>, tensor<4x3xi64>
  }
  func.func private @einsum(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32> {te.destination}) -> tensor<4x4xf32> attributes {te.kernel} {
    %einsum = te.compute "einsum" axes(i = 4, k = 4) reduce(j = 8) combine(add) : tensor<4x4xf32> {
    ^bb0(%i: index, %k: index, %j: index):
      %0 = te.read %arg0[%i, %j] : tensor<4x8xf32>
      %1 = te.read %arg0[%k, %j] : tensor<4x8xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %einsum : tensor<4x4xf32>
  }
  func.func private @concat(%arg0: tensor<4x8xf32>, %arg1: tensor<8x8xf32> {te.destination}) -> tensor<8x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %concat = te.compute "concat" axes(i0 = 8, i1 = 8) : tensor<8x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] where(%i0 >= 0, -%i0 + 3 >= 0) else %cst : tensor<4x8xf32>
      %1 = te.read %arg0[%i0 - 4, %i1] where(%i0 - 4 >= 0, -(%i0 - 4) + 3 >= 0) else %0 : tensor<4x8xf32>
      te.yield %1 : f32
    }
    return %concat : tensor<8x8xf32>
  }
  func.func private @slice(%arg0: tensor<4x8xf32>, %arg1: tensor<4x3xf32> {te.destination}) -> tensor<4x3xf32> attributes {te.kernel} {
    %slice = te.compute "slice" axes(i0 = 4, i1 = 3) : tensor<4x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1 * -2 + 7] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    return %slice : tensor<4x3xf32>
  }
  func.func private @pad(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<3x11xf32> {te.destination}) -> tensor<3x11xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %pad = te.compute "pad" axes(i0 = 3, i1 = 11) : tensor<3x11xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, -(%i1 - 1) + 14] where(%i1 - 9 >= 0) else %cst : tensor<4x8xf32>
      %1 = te.read %arg0[%i0, -(%i1 - 1)] where(-(%i1 - 1) - 1 >= 0) else %0 : tensor<4x8xf32>
      %2 = te.read %arg0[%i0, %i1 - 1] where(%i1 - 1 >= 0, -(%i1 - 1) + 7 >= 0) else %1 : tensor<4x8xf32>
      te.yield %2 : f32
    }
    return %pad : tensor<3x11xf32>
  }
  func.func private @broadcast_to(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4x8xf32> {te.destination}) -> tensor<2x4x8xf32> attributes {te.kernel} {
    %broadcast_to = te.compute "broadcast_to" axes(i0 = 2, i1 = 4, i2 = 8) : tensor<2x4x8xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %arg0[%i1, %i2] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    return %broadcast_to : tensor<2x4x8xf32>
  }
  func.func private @tile(%arg0: tensor<4x8xf32>, %arg1: tensor<4x16xf32> {te.destination}) -> tensor<4x16xf32> attributes {te.kernel} {
    %tile = te.compute "tile" axes(i0 = 4, i1 = 16) : tensor<4x16xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1 mod 8] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    return %tile : tensor<4x16xf32>
  }
  func.func private @repeat(%arg0: tensor<4x8xf32>, %arg1: tensor<12x8xf32> {te.destination}) -> tensor<12x8xf32> attributes {te.kernel} {
    %repeat = te.compute "repeat" axes(i0 = 12, i1 = 8) : tensor<12x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0 floordiv 3, %i1] : tensor<4x8xf32>
      te.yield %0 : f32
    }
    return %repeat : tensor<12x8xf32>
  }
  func.func private @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xi64>, %arg2: tensor<4x2x8xf32> {te.destination}) -> tensor<4x2x8xf32> attributes {te.kernel} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %gather = te.compute "gather" axes(i0 = 4, i1 = 2, i2 = 8) : tensor<4x2x8xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %arg1[%i0, %i1] : tensor<4x2xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = arith.cmpi slt, %1, %c0 : index
      %3 = arith.addi %1, %c4 : index
      %4 = arith.select %2, %3, %1 : index
      %5 = te.read %arg0[%4, %i2] : tensor<4x8xf32>
      te.yield %5 : f32
    }
    return %gather : tensor<4x2x8xf32>
  }
  func.func private @gather_elements(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xi64>, %arg2: tensor<4x2xf32> {te.destination}) -> tensor<4x2xf32> attributes {te.kernel} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %gather_elements = te.compute "gather_elements" axes(i0 = 4, i1 = 2) : tensor<4x2xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg1[%i0, %i1] : tensor<4x2xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = arith.cmpi slt, %1, %c0 : index
      %3 = arith.addi %1, %c8 : index
      %4 = arith.select %2, %3, %1 : index
      %5 = te.read %arg0[%i0, %4] : tensor<4x8xf32>
      te.yield %5 : f32
    }
    return %gather_elements : tensor<4x2xf32>
  }
  func.func private @gather_nd(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xi64>, %arg2: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %gather_nd = te.compute "gather_nd" axes(i0 = 4) : tensor<4xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg1[%i0, 0] : tensor<4x2xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = arith.cmpi slt, %1, %c0 : index
      %3 = arith.addi %1, %c4 : index
      %4 = arith.select %2, %3, %1 : index
      %5 = te.read %arg1[%i0, 1] : tensor<4x2xi64>
      %6 = arith.index_cast %5 : i64 to index
      %7 = arith.cmpi slt, %6, %c0 : index
      %8 = arith.addi %6, %c8 : index
      %9 = arith.select %7, %8, %6 : index
      %10 = te.read %arg0[%4, %9] : tensor<4x8xf32>
      te.yield %10 : f32
    }
    return %gather_nd : tensor<4xf32>
  }
  func.func private @scatter_elements(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xi64>, %arg2: tensor<4x2xf32>, %arg3: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %scatter_elements = te.scatter "scatter_elements" into %arg0 axes(u0 = 4, u1 = 2) combine(add) : tensor<4x8xf32> {
    ^bb0(%u0: index, %u1: index):
      %0 = te.read %arg1[%u0, %u1] : tensor<4x2xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = arith.cmpi slt, %1, %c0 : index
      %3 = arith.addi %1, %c8 : index
      %4 = arith.select %2, %3, %1 : index
      %5 = te.read %arg2[%u0, %u1] : tensor<4x2xf32>
      te.yield %5, %u0, %4 : f32, index, index
    }
    return %scatter_elements : tensor<4x8xf32>
  }
  func.func private @scatter_nd(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xi64>, %arg2: tensor<4xf32>, %arg3: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %scatter_nd = te.scatter "scatter_nd" into %arg0 axes(u0 = 4) combine(max) : tensor<4x8xf32> {
    ^bb0(%u0: index):
      %0 = te.read %arg1[%u0, 0] : tensor<4x2xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = arith.cmpi slt, %1, %c0 : index
      %3 = arith.addi %1, %c4 : index
      %4 = arith.select %2, %3, %1 : index
      %5 = te.read %arg1[%u0, 1] : tensor<4x2xi64>
      %6 = arith.index_cast %5 : i64 to index
      %7 = arith.cmpi slt, %6, %c0 : index
      %8 = arith.addi %6, %c8 : index
      %9 = arith.select %7, %8, %6 : index
      %10 = te.read %arg2[%u0] : tensor<4xf32>
      te.yield %10, %4, %9 : f32, index, index
    }
    return %scatter_nd : tensor<4x8xf32>
  }
  func.func private @reverse_sequence(%arg0: tensor<4x8xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %reverse_sequence = te.compute "reverse_sequence" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg1[%i0] : tensor<4xi32>
      %1 = arith.index_cast %0 : i32 to index
      %2 = arith.subi %1, %c1 : index
      %3 = arith.subi %2, %i1 : index
      %4 = arith.cmpi slt, %i1, %1 : index
      %5 = arith.select %4, %3, %i1 : index
      %6 = arith.minsi %5, %c7 : index
      %7 = te.read %arg0[%i0, %6] : tensor<4x8xf32>
      te.yield %7 : f32
    }
    return %reverse_sequence : tensor<4x8xf32>
  }
  func.func @reductions(%arg0: tensor<4x8xf32>) {
    %0 = tensor.empty() : tensor<4xf32>
    %1 = call @reduce_sum(%arg0, %0) : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = tensor.empty() : tensor<4x1xf32>
    %3 = call @reduce_prod(%arg0, %2) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    %4 = tensor.empty() : tensor<4xf32>
    %5 = call @reduce_max(%arg0, %4) : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
    %6 = tensor.empty() : tensor<4xf32>
    %7 = call @reduce_min(%arg0, %6) : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
    %8 = tensor.empty() : tensor<4x1xi64>
    %9 = call @arg_max(%arg0, %8) : (tensor<4x8xf32>, tensor<4x1xi64>) -> tensor<4x1xi64>
    %10 = tensor.empty() : tensor<1x8xi64>
    %11 = call @arg_min(%arg0, %10) : (tensor<4x8xf32>, tensor<1x8xi64>) -> tensor<1x8xi64>
    %12 = tensor.empty() : tensor<4x8xf32>
    %13 = call @cumsum(%arg0, %12) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %14 = tensor.empty() : tensor<4x8xf32>
    %15 = call @cumprod(%arg0, %14) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %16 = tensor.empty() : tensor<4x3xf32>
    %17 = tensor.empty() : tensor<4x3xi64>
    %18:2 = call @top_k(%arg0, %16, %17) : (tensor<4x8xf32>, tensor<4x3xf32>, tensor<4x3xi64>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
    %19 = tensor.empty() : tensor<4x4xf32>
    %20 = call @einsum(%arg0, %19) : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @indexing(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x2xi64>, %arg3: tensor<4x2xf32>, %arg4: tensor<4xi32>, %arg5: tensor<4xf32>) {
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = call @concat(%arg0, %0) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = tensor.empty() : tensor<4x3xf32>
    %3 = call @slice(%arg0, %2) : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %4 = tensor.empty() : tensor<3x11xf32>
    %5 = call @pad(%arg0, %arg1, %4) : (tensor<4x8xf32>, tensor<f32>, tensor<3x11xf32>) -> tensor<3x11xf32>
    %6 = tensor.empty() : tensor<2x4x8xf32>
    %7 = call @broadcast_to(%arg0, %6) : (tensor<4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
    %8 = tensor.empty() : tensor<4x16xf32>
    %9 = call @tile(%arg0, %8) : (tensor<4x8xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %10 = tensor.empty() : tensor<12x8xf32>
    %11 = call @repeat(%arg0, %10) : (tensor<4x8xf32>, tensor<12x8xf32>) -> tensor<12x8xf32>
    %c4 = arith.constant 4 : index
    te.check_indices %arg2 within(%c4) : tensor<4x2xi64>
    %12 = tensor.empty() : tensor<4x2x8xf32>
    %13 = call @gather(%arg0, %arg2, %12) : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
    %c8 = arith.constant 8 : index
    te.check_indices %arg2 within(%c8) : tensor<4x2xi64>
    %14 = tensor.empty() : tensor<4x2xf32>
    %15 = call @gather_elements(%arg0, %arg2, %14) : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x2xf32>
    %c4_0 = arith.constant 4 : index
    %c8_1 = arith.constant 8 : index
    te.check_indices %arg2 within(%c4_0, %c8_1) : tensor<4x2xi64>
    %16 = tensor.empty() : tensor<4xf32>
    %17 = call @gather_nd(%arg0, %arg2, %16) : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4xf32>) -> tensor<4xf32>
    %c8_2 = arith.constant 8 : index
    te.check_indices %arg2 within(%c8_2) : tensor<4x2xi64>
    %18 = tensor.empty() : tensor<4x8xf32>
    %19 = call @scatter_elements(%arg0, %arg2, %arg3, %18) : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4x2xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %c4_3 = arith.constant 4 : index
    %c8_4 = arith.constant 8 : index
    te.check_indices %arg2 within(%c4_3, %c8_4) : tensor<4x2xi64>
    %20 = tensor.empty() : tensor<4x8xf32>
    %21 = call @scatter_nd(%arg0, %arg2, %arg5, %20) : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %22 = tensor.empty() : tensor<4x8xf32>
    %23 = call @reverse_sequence(%arg0, %arg4, %22) : (tensor<4x8xf32>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
}

