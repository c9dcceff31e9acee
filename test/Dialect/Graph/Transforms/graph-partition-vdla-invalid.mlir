// RUN: dl-opt %s --graph-partition-vdla --verify-diagnostics

// expected-error @+1 {{(P1) requires a module around it that describes the machine}}
func.func @no_machine(%x: tensor<4xi8>) -> tensor<4xi8> {
  return %x : tensor<4xi8>
}
