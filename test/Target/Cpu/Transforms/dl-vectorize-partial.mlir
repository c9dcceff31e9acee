// Tiles of which a part is there: where a vector can be read and written beyond the bounds of
// a slice, and where not.
// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-vectorize))' | FileCheck %s

// Only dimensions that are padded are beyond the bounds.
// CHECK-LABEL: func.func @one_dimension(
// CHECK:         vector.transfer_read %{{.*}} {in_bounds = [true, false]} : tensor<2x?xf32>, vector<2x8xf32>
func.func @one_dimension(%x: tensor<2x?xf32>, %missing: index) -> vector<2x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0] high[0, %missing] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x?xf32> to tensor<2x8xf32>
  %v = vector.transfer_read %p[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<2x8xf32>, vector<2x8xf32>
  return %v : vector<2x8xf32>
}

// Padding in front, padding that is no constant, a read beyond the padding and one of chosen
// lanes: the padded tile is made.
// CHECK-LABEL: func.func @in_front(
// CHECK:         tensor.pad
// CHECK-LABEL: func.func @no_constant(
// CHECK:         tensor.pad
// CHECK-LABEL: func.func @beyond(
// CHECK:         tensor.pad
// CHECK-LABEL: func.func @chosen(
// CHECK:         tensor.pad
func.func @in_front(%x: tensor<?xf32>, %missing: index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1] high[%missing] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<8xf32>
  %v = vector.transfer_read %p[%c0], %zero {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  return %v : vector<8xf32>
}
func.func @no_constant(%x: tensor<?xf32>, %missing: index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0] high[%missing] {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<8xf32>
  %v = vector.transfer_read %p[%c0], %zero {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  return %v : vector<8xf32>
}
func.func @beyond(%x: tensor<?xf32>, %missing: index, %i: index) -> vector<8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0] high[%missing] {
  ^bb0(%j: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<8xf32>
  %v = vector.transfer_read %p[%i], %one : tensor<8xf32>, vector<8xf32>
  return %v : vector<8xf32>
}
func.func @chosen(%x: tensor<?xf32>, %missing: index, %mask: vector<8xi1>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0] high[%missing] {
  ^bb0(%j: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<8xf32>
  %v = vector.transfer_read %p[%c0], %one, %mask {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  return %v : vector<8xf32>
}

// The beginning of a whole tile is written at once; another part of it, every other element
// of it, a row of it, a part of a tile that
// was written in part and of one of which chosen lanes were are not.
// CHECK-LABEL: func.func @beginning(
// CHECK-SAME:    %[[D:[a-z0-9]+]]: tensor<13xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[D]][8] [%[[N:.*]]] [1]
// CHECK:         vector.transfer_write %{{.*}}, %[[S]][%{{.*}}] : vector<8xf32>, tensor<?xf32>
// CHECK-LABEL: func.func @end(
// CHECK:         %[[T:.*]] = vector.transfer_write {{.*}} {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
// CHECK:         tensor.extract_slice %[[T]][2]
// CHECK-LABEL: func.func @every_other(
// CHECK:         %[[T:.*]] = vector.transfer_write {{.*}} {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
// CHECK:         tensor.extract_slice %[[T]][0] [%{{.*}}] [2]
// CHECK-LABEL: func.func @row(
// CHECK:         %[[T:.*]] = vector.transfer_write {{.*}} {in_bounds = [true, true]} : vector<2x8xf32>, tensor<2x8xf32>
// CHECK:         tensor.extract_slice %[[T]]
// CHECK-LABEL: func.func @part_of_part(
// CHECK:         %[[T:.*]] = vector.transfer_write {{.*}} {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
// CHECK:         tensor.extract_slice %[[T]]
// CHECK-LABEL: func.func @chosen_tile(
// CHECK:         %[[T:.*]] = vector.transfer_write {{.*}} : vector<8xf32>, tensor<8xf32>
// CHECK:         tensor.extract_slice %[[T]]
func.func @beginning(%d: tensor<13xf32>, %v: vector<8xf32>, %n: index) -> tensor<13xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<8xf32>
  %t = vector.transfer_write %v, %e[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %part = tensor.extract_slice %t[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %r = tensor.insert_slice %part into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @end(%d: tensor<13xf32>, %v: vector<8xf32>, %n: index) -> tensor<13xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<8xf32>
  %t = vector.transfer_write %v, %e[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %part = tensor.extract_slice %t[2] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %r = tensor.insert_slice %part into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @every_other(%d: tensor<13xf32>, %v: vector<8xf32>, %n: index) -> tensor<13xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<8xf32>
  %t = vector.transfer_write %v, %e[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %part = tensor.extract_slice %t[0] [%n] [2] : tensor<8xf32> to tensor<?xf32>
  %r = tensor.insert_slice %part into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @row(%d: tensor<13xf32>, %v: vector<2x8xf32>, %n: index) -> tensor<13xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2x8xf32>
  %t = vector.transfer_write %v, %e[%c0, %c0] {in_bounds = [true, true]} : vector<2x8xf32>, tensor<2x8xf32>
  %part = tensor.extract_slice %t[0, 0] [1, %n] [1, 1] : tensor<2x8xf32> to tensor<?xf32>
  %r = tensor.insert_slice %part into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @part_of_part(%d: tensor<13xf32>, %v: vector<4xf32>, %n: index, %e: tensor<8xf32>) -> tensor<13xf32> {
  %c0 = arith.constant 0 : index
  %t = vector.transfer_write %v, %e[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %part = tensor.extract_slice %t[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %r = tensor.insert_slice %part into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @chosen_tile(%d: tensor<13xf32>, %v: vector<8xf32>, %n: index, %e: tensor<8xf32>, %mask: vector<8xi1>) -> tensor<13xf32> {
  %c0 = arith.constant 0 : index
  %t = vector.transfer_write %v, %e[%c0], %mask {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %part = tensor.extract_slice %t[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %r = tensor.insert_slice %part into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}

// A write that covers a slice of something else goes to the slice that it is inserted into.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME:    %{{.*}}: tensor<13xf32>, %[[D:[a-z0-9]+]]: tensor<13xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[D]][8]
// CHECK:         %[[W:.*]] = vector.transfer_write %{{.*}}, %[[S]]
// CHECK:         tensor.insert_slice %[[W]] into %[[D]][8]
// Not one that begins inside of the slice, that covers a part or a row of it, that is one of
// chosen lanes, or that is used elsewhere.
// CHECK-LABEL: func.func @inside(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<13xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[X]][0]
// CHECK:         vector.transfer_write %{{.*}}, %[[S]]
// CHECK-LABEL: func.func @covers_part(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x13xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[X]][0, 0]
// CHECK:         vector.transfer_write %{{.*}}, %[[S]]
// CHECK-LABEL: func.func @covers_row(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x13xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[X]][0, 0]
// CHECK:         vector.transfer_write %{{.*}}, %[[S]]
// CHECK-LABEL: func.func @chosen_lanes(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<13xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[X]][0]
// CHECK:         vector.transfer_write %{{.*}}, %[[S]]
// CHECK-LABEL: func.func @used(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<13xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[X]][0]
// CHECK:         %[[W:.*]] = vector.transfer_write %{{.*}}, %[[S]]
// CHECK:         tensor.insert_slice %[[W]]
func.func @in_place(%x: tensor<13xf32>, %d: tensor<13xf32>, %v: vector<8xf32>, %n: index) -> tensor<13xf32> {
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %x[0] [%n] [1] : tensor<13xf32> to tensor<?xf32>
  %w = vector.transfer_write %v, %s[%c0] : vector<8xf32>, tensor<?xf32>
  %r = tensor.insert_slice %w into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @inside(%x: tensor<13xf32>, %d: tensor<13xf32>, %v: vector<8xf32>, %n: index) -> tensor<13xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[0] [%n] [1] : tensor<13xf32> to tensor<?xf32>
  %w = vector.transfer_write %v, %s[%c1] : vector<8xf32>, tensor<?xf32>
  %r = tensor.insert_slice %w into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @covers_part(%x: tensor<4x13xf32>, %d: tensor<4x13xf32>, %v: vector<2x8xf32>, %n: index) -> tensor<4x13xf32> {
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %x[0, 0] [4, %n] [1, 1] : tensor<4x13xf32> to tensor<4x?xf32>
  %w = vector.transfer_write %v, %s[%c0, %c0] {in_bounds = [true, false]} : vector<2x8xf32>, tensor<4x?xf32>
  %r = tensor.insert_slice %w into %d[0, 5] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<4x13xf32>
  return %r : tensor<4x13xf32>
}
func.func @covers_row(%x: tensor<4x13xf32>, %d: tensor<4x13xf32>, %v: vector<8xf32>, %n: index) -> tensor<4x13xf32> {
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %x[0, 0] [4, %n] [1, 1] : tensor<4x13xf32> to tensor<4x?xf32>
  %w = vector.transfer_write %v, %s[%c0, %c0] : vector<8xf32>, tensor<4x?xf32>
  %r = tensor.insert_slice %w into %d[0, 5] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<4x13xf32>
  return %r : tensor<4x13xf32>
}
func.func @chosen_lanes(%x: tensor<13xf32>, %d: tensor<13xf32>, %v: vector<8xf32>, %n: index, %mask: vector<8xi1>) -> tensor<13xf32> {
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %x[0] [%n] [1] : tensor<13xf32> to tensor<?xf32>
  %w = vector.transfer_write %v, %s[%c0], %mask : vector<8xf32>, tensor<?xf32>
  %r = tensor.insert_slice %w into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @used(%x: tensor<13xf32>, %d: tensor<13xf32>, %v: vector<8xf32>, %n: index) -> (tensor<13xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %x[0] [%n] [1] : tensor<13xf32> to tensor<?xf32>
  %w = vector.transfer_write %v, %s[%c0] : vector<8xf32>, tensor<?xf32>
  %r = tensor.insert_slice %w into %d[8] [%n] [1] : tensor<?xf32> into tensor<13xf32>
  return %r, %w : tensor<13xf32>, tensor<?xf32>
}
