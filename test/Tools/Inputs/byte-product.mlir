// A product of bytes, which CPUs have instructions for.
func.func private @product(%a: tensor<32x96xi8>, %b: tensor<96x64xi8> {te.layout_free}, %o: tensor<32x64xi32> {te.destination}) -> tensor<32x64xi32> attributes {te.kernel} {
  %0 = te.compute "C" axes(m = 32, n = 64) reduce(k = 96) combine(add) : tensor<32x64xi32> {
  ^bb0(%m: index, %n: index, %k: index):
    %1 = te.read %a[%m, %k] : tensor<32x96xi8>
    %2 = te.read %b[%k, %n] : tensor<96x64xi8>
    %3 = arith.extui %1 : i8 to i32
    %4 = arith.extsi %2 : i8 to i32
    %5 = arith.muli %3, %4 : i32
    te.yield %5 : i32
  }
  return %0 : tensor<32x64xi32>
}
