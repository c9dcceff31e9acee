// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-lower-vectors),inline,canonicalize)' | FileCheck %s
// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-lower-vectors))' | FileCheck %s --check-prefix=SHUFFLES

// Transposes of powers of two: shuffles of two rows, each of them one instruction of AVX2.
// SHUFFLES-LABEL: func.func private @square(
// SHUFFLES:         %[[A0:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 8, 9, 10, 11] : vector<8xf32>
// SHUFFLES:         vector.shuffle %{{.*}}, %{{.*}} [4, 5, 6, 7, 12, 13, 14, 15] : vector<8xf32>
// SHUFFLES-COUNT-6: vector.shuffle %{{.*}}, %{{.*}} [{{[04]}}, {{.*}}] : vector<8xf32>
// SHUFFLES:         vector.shuffle %[[A0]], %{{.*}} [0, 8, 1, 9, 4, 12, 5, 13] : vector<8xf32>
// SHUFFLES:         vector.shuffle %[[A0]], %{{.*}} [2, 10, 3, 11, 6, 14, 7, 15] : vector<8xf32>
// SHUFFLES-COUNT-14: vector.shuffle %{{.*}}, %{{.*}} [{{[02]}}, {{.*}}] : vector<8xf32>
// SHUFFLES-NOT:     vector.shuffle
// SHUFFLES:         return
func.func private @square(%x: vector<8x8xf32>) -> vector<8x8xf32> {
  %0 = vector.transpose %x, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
  return %0 : vector<8x8xf32>
}

// Other sizes are left to upstream's one shuffle of all elements.
// SHUFFLES-LABEL: func.func @uneven(
// SHUFFLES:         vector.shuffle {{.*}} : vector<24xf32>
// SHUFFLES-NOT:     vector.transpose
// SHUFFLES:         return
func.func @uneven(%x: vector<3x8xf32>) -> vector<8x3xf32> {
  %0 = vector.transpose %x, [1, 0] : vector<3x8xf32> to vector<8x3xf32>
  return %0 : vector<8x3xf32>
}

// Rows are joined until they are as long as there are rows.
func.func private @more_rows(%x: vector<16x8xi32>) -> vector<8x16xi32> {
  %0 = vector.transpose %x, [1, 0] : vector<16x8xi32> to vector<8x16xi32>
  return %0 : vector<8x16xi32>
}

// CHECK-LABEL: func.func @more_rows_of_numbers(
// CHECK:         %[[ROW:.*]] = arith.constant dense<[5, 13, 21, 29, 37, 45, 53, 61, 69, 77, 85, 93, 101, 109, 117, 125]>
// CHECK-NEXT:    return %[[ROW]]
func.func @more_rows_of_numbers() -> vector<16xi32> {
  %m = arith.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19, 20, 21, 22, 23], [24, 25, 26, 27, 28, 29, 30, 31], [32, 33, 34, 35, 36, 37, 38, 39], [40, 41, 42, 43, 44, 45, 46, 47], [48, 49, 50, 51, 52, 53, 54, 55], [56, 57, 58, 59, 60, 61, 62, 63], [64, 65, 66, 67, 68, 69, 70, 71], [72, 73, 74, 75, 76, 77, 78, 79], [80, 81, 82, 83, 84, 85, 86, 87], [88, 89, 90, 91, 92, 93, 94, 95], [96, 97, 98, 99, 100, 101, 102, 103], [104, 105, 106, 107, 108, 109, 110, 111], [112, 113, 114, 115, 116, 117, 118, 119], [120, 121, 122, 123, 124, 125, 126, 127]]> : vector<16x8xi32>
  %0 = call @more_rows(%m) : (vector<16x8xi32>) -> vector<8x16xi32>
  %1 = vector.extract %0[5] : vector<16xi32> from vector<8x16xi32>
  return %1 : vector<16xi32>
}

// Rows are cut into squares.
func.func private @longer_rows(%x: vector<8x16xi32>) -> vector<16x8xi32> {
  %0 = vector.transpose %x, [1, 0] : vector<8x16xi32> to vector<16x8xi32>
  return %0 : vector<16x8xi32>
}

// CHECK-LABEL: func.func @longer_rows_of_numbers(
// CHECK:         %[[ROW:.*]] = arith.constant dense<[13, 29, 45, 61, 77, 93, 109, 125]>
// CHECK-NEXT:    return %[[ROW]]
func.func @longer_rows_of_numbers() -> vector<8xi32> {
  %m = arith.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31], [32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47], [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63], [64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79], [80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95], [96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111], [112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127]]> : vector<8x16xi32>
  %0 = call @longer_rows(%m) : (vector<8x16xi32>) -> vector<16x8xi32>
  %1 = vector.extract %0[13] : vector<8xi32> from vector<16x8xi32>
  return %1 : vector<8xi32>
}

// Rows of bytes stay in one segment.
func.func private @in_segments(%x: vector<8x16xi8>) -> vector<16x8xi8> {
  %0 = vector.transpose %x, [1, 0] : vector<8x16xi8> to vector<16x8xi8>
  return %0 : vector<16x8xi8>
}

// CHECK-LABEL: func.func @in_segments_of_numbers(
// CHECK:         %[[ROW:.*]] = arith.constant dense<[11, 27, 43, 59, 75, 91, 107, 123]>
// CHECK-NEXT:    return %[[ROW]]
func.func @in_segments_of_numbers() -> vector<8xi8> {
  %m = arith.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31], [32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47], [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63], [64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79], [80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95], [96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111], [112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127]]> : vector<8x16xi8>
  %0 = call @in_segments(%m) : (vector<8x16xi8>) -> vector<16x8xi8>
  %1 = vector.extract %0[11] : vector<8xi8> from vector<16x8xi8>
  return %1 : vector<8xi8>
}

// A few rows, of which each segment holds columns.
func.func private @short(%x: vector<2x16xi32>) -> vector<16x2xi32> {
  %0 = vector.transpose %x, [1, 0] : vector<2x16xi32> to vector<16x2xi32>
  return %0 : vector<16x2xi32>
}

// CHECK-LABEL: func.func @short_of_numbers(
// CHECK:         %[[ROW:.*]] = arith.constant dense<[7, 23]>
// CHECK-NEXT:    return %[[ROW]]
func.func @short_of_numbers() -> vector<2xi32> {
  %m = arith.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]]> : vector<2x16xi32>
  %0 = call @short(%m) : (vector<2x16xi32>) -> vector<16x2xi32>
  %1 = vector.extract %0[7] : vector<2xi32> from vector<16x2xi32>
  return %1 : vector<2xi32>
}

// Rows shorter than a segment.
func.func private @narrow(%x: vector<32x2xi32>) -> vector<2x32xi32> {
  %0 = vector.transpose %x, [1, 0] : vector<32x2xi32> to vector<2x32xi32>
  return %0 : vector<2x32xi32>
}

// CHECK-LABEL: func.func @narrow_of_numbers(
// CHECK:         %[[ROW:.*]] = arith.constant dense<[1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63]>
// CHECK-NEXT:    return %[[ROW]]
func.func @narrow_of_numbers() -> vector<32xi32> {
  %m = arith.constant dense<[[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11], [12, 13], [14, 15], [16, 17], [18, 19], [20, 21], [22, 23], [24, 25], [26, 27], [28, 29], [30, 31], [32, 33], [34, 35], [36, 37], [38, 39], [40, 41], [42, 43], [44, 45], [46, 47], [48, 49], [50, 51], [52, 53], [54, 55], [56, 57], [58, 59], [60, 61], [62, 63]]> : vector<32x2xi32>
  %0 = call @narrow(%m) : (vector<32x2xi32>) -> vector<2x32xi32>
  %1 = vector.extract %0[1] : vector<32xi32> from vector<2x32xi32>
  return %1 : vector<32xi32>
}

// Elements of which a segment holds two.
func.func private @wide_elements(%x: vector<8x4xi64>) -> vector<4x8xi64> {
  %0 = vector.transpose %x, [1, 0] : vector<8x4xi64> to vector<4x8xi64>
  return %0 : vector<4x8xi64>
}

// CHECK-LABEL: func.func @wide_elements_of_numbers(
// CHECK:         %[[ROW:.*]] = arith.constant dense<[3, 7, 11, 15, 19, 23, 27, 31]>
// CHECK-NEXT:    return %[[ROW]]
func.func @wide_elements_of_numbers() -> vector<8xi64> {
  %m = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23], [24, 25, 26, 27], [28, 29, 30, 31]]> : vector<8x4xi64>
  %0 = call @wide_elements(%m) : (vector<8x4xi64>) -> vector<4x8xi64>
  %1 = vector.extract %0[3] : vector<8xi64> from vector<4x8xi64>
  return %1 : vector<8xi64>
}
