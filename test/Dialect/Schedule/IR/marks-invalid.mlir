// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// What schedule-apply puts on loops and tiles, elsewhere or of another kind.

// expected-error @+1 {{expected 'schedule.version' to be [stage, axis] as strings, got [[]]}}
func.func private @f() attributes {schedule.version = [[]]}

// -----

func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected 'schedule.axis' to be [stage, axis] as strings, on loops over several axes an array of such pairs, got ["C"]}}
  scf.for %i = %c0 to %n step %n {
  } {schedule.axis = ["C"]}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected 'schedule.axis' to be [stage, axis] as strings, on loops over several axes an array of such pairs, got ["C", "i"]}}
  scf.forall (%i, %j) in (%n, %n) {
  } {schedule.axis = ["C", "i"]}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected 'schedule.axis' to be [stage, axis] as strings, on loops over several axes an array of such pairs, got "C"}}
  scf.forall (%i, %j) in (%n, %n) {
  } {schedule.axis = "C"}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected 'schedule.axis' to be [stage, axis] as strings, on loops over several axes an array of such pairs, got []}}
  scf.forall (%i, %j) in (%n, %n) {
  } {schedule.axis = []}
  return
}

// -----

// expected-error @+1 {{expected 'schedule.notes' to be a dictionary, got 1 : i64}}
func.func private @f() attributes {schedule.notes = 1}

// -----

// expected-error @+1 {{expected 'schedule.scope' to be the name of a memory scope, got 1 : i64}}
func.func private @f() attributes {schedule.scope = 1}

// -----

// expected-error @+1 {{expected 'schedule.stage' to be the name of a stage, got 1 : i64}}
func.func private @f() attributes {schedule.stage = 1}

// -----

// expected-error @+1 {{expected 'schedule.intrinsic_tile' to be an array<i64>, got [4]}}
func.func private @f() attributes {schedule.intrinsic_tile = [4]}

// -----

// expected-error @+1 {{expected 'schedule.vectorize' to be a unit attribute, got true}}
func.func private @f() attributes {schedule.vectorize = true}

// -----

// expected-error @+1 {{expected 'schedule.bind' to be an index as "threadIdx.x", got "threadIdx.w"}}
func.func private @f() attributes {schedule.bind = "threadIdx.w"}

// -----

// expected-error @+1 {{expected no attribute 'schedule.colour', which no pass of schedule reads or writes on operations}}
func.func private @f() attributes {schedule.colour = 1}

// -----

// A mark on what breaks rules of its own: those are told.
// expected-error @+1 {{'te.compute' op}}
"te.compute"() <{stage = "C", axis_names = ["i"], extents = array<i64: 4, 4>}> ({
}) {schedule.tree = #schedule.tree<"axes(i=4)">} : () -> tensor<4xf32>

// -----

// expected-error @+1 {{'func.func' op requires attribute 'function_type'}}
"func.func"() <{sym_name = "f"}> ({
}) {te.kernel} : () -> ()

// -----

// expected-error @+1 {{expected 'schedule.record' to be a dictionary with "threads", an i64 of at least 1, on a function, got {seconds = 1.000000e+00 : f64}}}
func.func private @f() attributes {schedule.record = {seconds = 1.0}}

// -----

// expected-error @+1 {{expected 'schedule.record' to be a dictionary with "threads", an i64 of at least 1, on a function, got {threads = 1 : i64}}}
module attributes {schedule.record = {threads = 1}} {
}

// -----

func.func @for_axes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected 'schedule.axis' to be [stage, axis] as strings, on loops over several axes an array of such pairs, got [["C", "i"]]}}
  scf.for %i = %c0 to %n step %c1 {
  } {schedule.axis = [["C", "i"]]}
  return
}

// -----

func.func @forall_no_pair() {
  // expected-error @+1 {{got [["C", "i"], ["C", 1]]}}
  scf.forall (%i, %j) in (4, 4) {
  } {schedule.axis = [["C", "i"], ["C", 1]]}
  return
}

// -----

// expected-error @+1 {{expected 'schedule.version' to be [stage, axis] as strings, got [1, "i"]}}
func.func private @stage_number() attributes {schedule.version = [1, "i"]}

// -----

// expected-error @+1 {{expected 'schedule.version' to be [stage, axis] as strings, got ["C", "i", "j"]}}
func.func private @three() attributes {schedule.version = ["C", "i", "j"]}

// -----

// expected-error @+1 {{expected 'schedule.bind' to be an index as "threadIdx.x", got 1 : i64}}
func.func private @bind_number() attributes {schedule.bind = 1 : i64}

// -----

// expected-error @+1 {{expected 'schedule.record' to be a dictionary with "threads", an i64 of at least 1, on a function, got {threads = 0 : i64}}}
func.func private @no_threads() attributes {schedule.record = {threads = 0 : i64}}

// -----

// expected-error @+1 {{expected 'schedule.record' to be a dictionary with "threads", an i64 of at least 1, on a function, got {threads = 2 : i32}}}
func.func private @short_threads() attributes {schedule.record = {threads = 2 : i32}}

// -----

// expected-error @+1 {{expected 'schedule.record' to be a dictionary with "threads", an i64 of at least 1, on a function, got 2 : i64}}
func.func private @record_number() attributes {schedule.record = 2 : i64}
