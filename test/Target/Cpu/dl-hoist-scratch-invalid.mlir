// RUN: dl-opt %s --dl-hoist-scratch --verify-diagnostics
// RUN: not dl-opt %s --dl-hoist-scratch --split-input-file -o /dev/null 2>/dev/null

func.func private @kernel(%n: index) attributes {te.kernel} {
  // expected-error @+1 {{expected a buffer of static shape and whole bytes in kernel @kernel, got 'memref<?xf32>'; a kernel's scratch is planned at compile time: peel or pad the tail of its loops, and use i8 for flags}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}
