module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @product(%x: tensor<64x16x16xi8>, %w: tensor<8x16x16x16xi8>, %o: tensor<64x8x16xi32> {te.destination}) -> tensor<64x8x16xi32>
      attributes {te.kernel, dl.device = "vdla"} {
    %c = te.compute "C" axes(m = 64, n = 8, b = 16) reduce(k = 16, i = 16) combine(add) : tensor<64x8x16xi32> {
    ^bb0(%m: index, %n: index, %b: index, %k: index, %i: index):
      %u = te.read %x[%m, %k, %i] : tensor<64x16x16xi8>
      %v = te.read %w[%n, %k, %b, %i] : tensor<8x16x16x16xi8>
      %u32 = arith.extsi %u : i8 to i32
      %v32 = arith.extsi %v : i8 to i32
      %p = arith.muli %u32, %v32 : i32
      te.yield %p : i32
    }
    return %c : tensor<64x8x16xi32>
  }
  func.func private @sum(%a: tensor<4x30x16xi32>, %b: tensor<4x30x16xi32>, %o: tensor<4x30x16xi32> {te.destination}) -> tensor<4x30x16xi32>
      attributes {te.kernel, dl.device = "vdla"} {
    %c = te.compute "S" axes(c = 4, w = 30, b = 16) : tensor<4x30x16xi32> {
    ^bb0(%c: index, %w: index, %l: index):
      %u = te.read %a[%c, %w, %l] : tensor<4x30x16xi32>
      %v = te.read %b[%c, %w, %l] : tensor<4x30x16xi32>
      %s = arith.addi %u, %v : i32
      te.yield %s : i32
    }
    return %c : tensor<4x30x16xi32>
  }
}
