// RUN: dl-compile %s --to=scheduled -o - | FileCheck %s
// RUN: dl-run %s --compare=reference | FileCheck %s --check-prefix=VALUES
// REQUIRES: dl-compile, dl-run

// What a module says of its machine comes before the CPU that compiles it: registers of two
// floats, of which four are computed at once.
// CHECK: "name" = "two", "vector_register_bytes" = 8
// CHECK: tensor.extract_slice %{{.*}} [8] [1] : tensor<4096xf32> to tensor<8xf32>
// VALUES: largest error 0.00e+00
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<"name" = "two", "vector_register_bytes" = 8, "vector_registers" = 4>>} {
  func.func @main(%x: tensor<4096xf32>, %y: tensor<4096xf32>) -> tensor<4096xf32> {
    %0 = graph.add %x, %y : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    return %0 : tensor<4096xf32>
  }
}
