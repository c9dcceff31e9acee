// RUN: dl-opt %s --vdla-embed-programs --split-input-file --verify-diagnostics -o %t
// RUN: FileCheck %s --input-file=%t
// What is refused is not printed.
// RUN: FileCheck %s --input-file=%t --check-prefix=REFUSED
// REFUSED-NOT: vdla.program

// Programs that kernels name become bytes, which begin with the container's magic; others go too.
// CHECK:       module attributes {
// CHECK-SAME:  dl.accelerator = {digest = {{-?[0-9]+}} : i64, kind = "vdla", machine = "{{.*}}paper{{.*}}", programs = [{bytes = array<i8: 100, 108, 45, 118, 100, 108, 97, 0,
// CHECK-SAME:  name = "copy"}]}
// CHECK-NOT:   vdla.program
// CHECK:       func.func private @copy(%arg0: tensor<16xi8>, %arg1: tensor<16xi8>) -> tensor<16xi8> attributes {dl.program = 0 : i64}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @copy_vdla {
    vdla.buffer @x in 16
    vdla.buffer @y out 16
    vdla.isa.finish()
  }
  vdla.program @unused {
    vdla.isa.finish()
  }
  func.func private @copy(%x: tensor<16xi8>, %y: tensor<16xi8>) -> tensor<16xi8> attributes {vdla.program = @copy_vdla} {
    return %y : tensor<16xi8>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-error @+1 {{(P5) expected 'vdla.program' to name a vdla.program of the module, got @none}}
  func.func private @copy(%x: tensor<16xi8>) attributes {vdla.program = @none} {
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-error @below {{'vdla.program' op (P4) expected instructions or tokens, got tiles; vdla-allocate and vdla-tiles-to-tokens lower them}}
  vdla.program @tiles {
    vdla.finish()
  }
  func.func private @copy(%x: tensor<16xi8>) attributes {vdla.program = @tiles} {
    return
  }
}

// -----

// Without kernels nothing changes.
// CHECK:     module {
// CHECK-NOT: dl.accelerator
module {
  func.func private @copy(%x: tensor<16xi8>) {
    return
  }
}

// -----

// A kernel has a program for a machine that the module describes.
// expected-error @below {{'builtin.module' op (P1) requires a module around it that describes the machine}}
module {
  func.func private @copy(%x: tensor<16xi8>) attributes {vdla.program = @none} {
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-error @below {{(P5) expected 'vdla.program' to name a vdla.program of the module, got "copy"}}
  func.func private @copy(%x: tensor<16xi8>) attributes {vdla.program = "copy"} {
    return
  }
}
