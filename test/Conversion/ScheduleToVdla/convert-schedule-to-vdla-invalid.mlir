// RUN: dl-opt %s --vdla-declare-intrinsics --schedule-default --convert-schedule-to-vdla=strict=true --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}
// Kernels that the accelerator cannot run, and why.

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  // expected-error @below {{kernel @quotient cannot run on the accelerator: stage "y.cache" computes arith.divsi, which the alu does not}}
  func.func private @quotient(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-note @below {{this stage}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %k = arith.constant 3 : i32
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %t = arith.divsi %v, %k : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  // expected-error @below {{kernel @large cannot run on the accelerator: stage "y.cache" has the constant 300000, which no operation of the alu can have}}
  func.func private @large(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-note @below {{this stage}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %k = arith.constant 300000 : i32
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %t = arith.muli %v, %k : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

// The lanes of an element are no dimension of their own.
#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  // expected-error @below {{kernel @rows cannot run on the accelerator: stage "C" reduces, but no rule or step gave it to a unit: its formula, layout or axes are not those of @vdla_gemm, or no tile of it fits}}
  func.func private @rows(%x: tensor<4x32xi8>, %w: tensor<32x32xi8>, %y: tensor<4x32xi32> {te.destination}) -> tensor<4x32xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-note @below {{this stage}}
    %c = te.compute "C" axes(m = 4, o = 32) reduce(i = 32) combine(add) : tensor<4x32xi32> {
    ^bb0(%m: index, %o: index, %i: index):
      %v = te.read %x[%m, %i] : tensor<4x32xi8>
      %u = te.read %w[%o, %i] : tensor<32x32xi8>
      %v32 = arith.extsi %v : i8 to i32
      %u32 = arith.extsi %u : i8 to i32
      %t = arith.muli %v32, %u32 : i32
      te.yield %t : i32
    }
    return %c : tensor<4x32xi32>
  }
}

// -----

// A depthwise convolution multiplies lane by lane.
#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  // expected-error @below {{kernel @depthwise cannot run on the accelerator: stage "C" reduces, but no rule or step gave it to a unit}}
  func.func private @depthwise(%x: tensor<2x6x16xi8>, %w: tensor<2x3x16xi8>, %y: tensor<2x4x16xi32> {te.destination}) -> tensor<2x4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-note @below {{this stage}}
    %c = te.compute "C" axes(c = 2, w = 4, b = 16) reduce(q = 3) combine(add) : tensor<2x4x16xi32> {
    ^bb0(%c0: index, %w0: index, %b: index, %q: index):
      %v = te.read %x[%c0, %w0 + %q, %b] : tensor<2x6x16xi8>
      %u = te.read %w[%c0, %q, %b] : tensor<2x3x16xi8>
      %v32 = arith.extsi %v : i8 to i32
      %u32 = arith.extsi %u : i8 to i32
      %t = arith.muli %v32, %u32 : i32
      te.yield %t : i32
    }
    return %c : tensor<2x4x16xi32>
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  // expected-error @below {{kernel @open cannot run on the accelerator: axis m of stage "y" has an extent known only at run time}}
  func.func private @open(%x: tensor<?x16xi32>, %n: index, %y: tensor<?x16xi32> {te.destination}) -> tensor<?x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-note @below {{this stage}}
    %c = te.compute "y" axes(m = %n, b = 16) : tensor<?x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<?x16xi32>
      %t = arith.addi %v, %v : i32
      te.yield %t : i32
    }
    return %c : tensor<?x16xi32>
  }
}

// -----

// Groups of channels that are whole blocks: each block of outputs reads blocks of inputs of its own.
#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  // expected-error @below {{kernel @groups cannot run on the accelerator: stage "arg0.cache" is kept in no scratchpad: no rule or step brings it there}}
  func.func private @groups(%x: tensor<4x6x16xi8>, %w: tensor<4x2x16x16xi8>, %y: tensor<4x6x16xi32> {te.destination}) -> tensor<4x6x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-note @below {{this stage}}
    %c = te.compute "C" axes(n = 4, w = 6, b = 16) reduce(k = 2, i = 16) combine(add) : tensor<4x6x16xi32> {
    ^bb0(%n: index, %w0: index, %b: index, %k: index, %i: index):
      %v = te.read %x[(%n floordiv 2) * 2 + %k, %w0, %i] : tensor<4x6x16xi8>
      %u = te.read %w[%n, %k, %b, %i] : tensor<4x2x16x16xi8>
      %v32 = arith.extsi %v : i8 to i32
      %u32 = arith.extsi %u : i8 to i32
      %t = arith.muli %v32, %u32 : i32
      te.yield %t : i32
    }
    return %c : tensor<4x6x16xi32>
  }
}

// -----

// The table of scales is made of what callers give.
#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  // expected-error @below {{kernel @rescale cannot run on the accelerator: its scales are no constants where it is called}}
  func.func private @rescale(%x: tensor<4x16xi32>, %bias: tensor<16xi32>, %y: tensor<4x16xi8> {te.destination}) -> tensor<4x16xi8> attributes {te.kernel, dl.device = "vdla"} {
    %s = te.compute "s" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %t = arith.addi %v, %v : i32
      te.yield %t : i32
    }
    %0 = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi8> {
    ^bb0(%m: index, %b: index):
      %a = te.read %s[%m, %b] : tensor<4x16xi32>
      %add = te.read %bias[%b] : tensor<16xi32>
      %by = arith.constant 5 : i64
      %right = arith.constant 2 : i64
      %biased = arith.addi %a, %add : i32
      %wide = arith.extsi %biased : i32 to i64
      %p = arith.muli %wide, %by : i64
      %q = arith.shrsi %p, %right : i64
      %out = arith.trunci %q : i64 to i8
      te.yield %out : i8
    }
    return %0 : tensor<4x16xi8>
  }
  func.func @main(%x: tensor<4x16xi32>, %bias: tensor<16xi32>) -> tensor<4x16xi8> {
    %e = tensor.empty() : tensor<4x16xi8>
    // expected-note @below {{this stage}}
    %0 = func.call @rescale(%x, %bias, %e) : (tensor<4x16xi32>, tensor<16xi32>, tensor<4x16xi8>) -> tensor<4x16xi8>
    return %0 : tensor<4x16xi8>
  }
}
