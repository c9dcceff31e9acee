// RUN: dl-opt %s --dl-verify-te | FileCheck %s

// Modules and sequences of schedules may stand beside functions.
// CHECK: module @parts
// CHECK: transform.named_sequence @nothing
module attributes {transform.with_named_sequence} {
  module @parts {
  }
  transform.named_sequence @nothing(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
