// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference --tolerance=0 | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 --vectorize=false | FileCheck %s
// CHECK: kernels: 8 outputs compared

// States of scans that folding makes copies of one another, or of the same empty tensor.

// Two states change places; vectors of whole rows fold to what they copy.
func.func private @swap(%h: tensor<4xi32>, %c: tensor<4xi32>, %o: tensor<4xi32> {te.destination}, %p: tensor<4xi32> {te.destination})
    -> (tensor<4xi32>, tensor<4xi32>) attributes {te.kernel, schedule.sequence = @schedules::@swap} {
  %r:2 = te.scan "steps" time(t = 3) init(%h, %c) : tensor<4xi32>, tensor<4xi32> {
  ^bb0(%t: index, %a: tensor<4xi32>, %b: tensor<4xi32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xi32> {
    ^bb0(%i: index):
      %y = te.read %b[%i] : tensor<4xi32>
      te.yield %y : i32
    }
    %other = te.compute "other" axes(i = 4) : tensor<4xi32> {
    ^bb0(%i: index):
      %x = te.read %a[%i] : tensor<4xi32>
      te.yield %x : i32
    }
    te.yield %next, %other : tensor<4xi32>, tensor<4xi32>
  }
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}

// One step: the loop is folded as well.
func.func private @swap_once(%h: tensor<4xi32>, %c: tensor<4xi32>, %o: tensor<4xi32> {te.destination}, %p: tensor<4xi32> {te.destination})
    -> (tensor<4xi32>, tensor<4xi32>) attributes {te.kernel, schedule.sequence = @schedules::@swap_once} {
  %r:2 = te.scan "steps" time(t = 1) init(%h, %c) : tensor<4xi32>, tensor<4xi32> {
  ^bb0(%t: index, %a: tensor<4xi32>, %b: tensor<4xi32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xi32> {
    ^bb0(%i: index):
      %y = te.read %b[%i] : tensor<4xi32>
      te.yield %y : i32
    }
    %other = te.compute "other" axes(i = 4) : tensor<4xi32> {
    ^bb0(%i: index):
      %x = te.read %a[%i] : tensor<4xi32>
      te.yield %x : i32
    }
    te.yield %next, %other : tensor<4xi32>, tensor<4xi32>
  }
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}

// States that are no results, of one type; what makes the first reads it, through a copy.
func.func private @inner(%h: tensor<4xi32>, %c: tensor<4xi32>, %o: tensor<4xi32> {te.destination}, %p: tensor<4xi32> {te.destination})
    -> (tensor<4xi32>, tensor<4xi32>) attributes {te.kernel, schedule.sequence = @schedules::@inner} {
  %start = te.compute "start" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %x = te.read %h[3 - %i] : tensor<4xi32>
    te.yield %x : i32
  }
  %begin = te.compute "begin" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %x = te.read %c[3 - %i] : tensor<4xi32>
    te.yield %x : i32
  }
  %r:2 = te.scan "steps" time(t = 3) init(%start, %begin) : tensor<4xi32>, tensor<4xi32> {
  ^bb0(%t: index, %a: tensor<4xi32>, %b: tensor<4xi32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xi32> {
    ^bb0(%i: index):
      %x = te.read %a[3 - %i] : tensor<4xi32>
      %y = te.read %b[%i] : tensor<4xi32>
      %z = arith.subi %x, %y : i32
      te.yield %z : i32
    }
    %old = te.compute "old" axes(i = 4) : tensor<4xi32> {
    ^bb0(%i: index):
      %x = te.read %a[%i] : tensor<4xi32>
      te.yield %x : i32
    }
    te.yield %next, %old : tensor<4xi32>, tensor<4xi32>
  }
  %one = te.compute "one" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %x = te.read %r#0[3 - %i] : tensor<4xi32>
    te.yield %x : i32
  }
  %two = te.compute "two" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %x = te.read %r#1[3 - %i] : tensor<4xi32>
    te.yield %x : i32
  }
  return %one, %two : tensor<4xi32>, tensor<4xi32>
}

// Scatters into copies of their bases, which are no results either.
func.func private @bases(%h: tensor<4xi32>, %c: tensor<4xi32>, %o: tensor<4xi32> {te.destination}, %p: tensor<4xi32> {te.destination})
    -> (tensor<4xi32>, tensor<4xi32>) attributes {te.kernel} {
  %s = te.scatter "S" into %h axes(u = 4) combine(add) : tensor<4xi32> {
  ^bb0(%u: index):
    %two = arith.constant 2 : index
    %place = arith.remui %u, %two : index
    %v = te.read %c[%u] : tensor<4xi32>
    te.yield %v, %place : i32, index
  }
  %t = te.scatter "T" into %c axes(u = 4) combine(add) : tensor<4xi32> {
  ^bb0(%u: index):
    %three = arith.constant 3 : index
    %place = arith.remui %u, %three : index
    %v = te.read %h[%u] : tensor<4xi32>
    te.yield %v, %place : i32, index
  }
  %one = te.compute "one" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %x = te.read %s[3 - %i] : tensor<4xi32>
    te.yield %x : i32
  }
  %two = te.compute "two" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %x = te.read %t[3 - %i] : tensor<4xi32>
    te.yield %x : i32
  }
  return %one, %two : tensor<4xi32>, tensor<4xi32>
}

func.func @main(%a: tensor<4xi32> {dl.name = "a"}, %b: tensor<4xi32> {dl.name = "b"},
                %o0: tensor<4xi32> {te.destination, dl.name = "o0"}, %o1: tensor<4xi32> {te.destination, dl.name = "o1"},
                %o2: tensor<4xi32> {te.destination, dl.name = "o2"}, %o3: tensor<4xi32> {te.destination, dl.name = "o3"},
                %o4: tensor<4xi32> {te.destination, dl.name = "o4"}, %o5: tensor<4xi32> {te.destination, dl.name = "o5"},
                %o6: tensor<4xi32> {te.destination, dl.name = "o6"}, %o7: tensor<4xi32> {te.destination, dl.name = "o7"})
    -> (tensor<4xi32> {dl.name = "o0"}, tensor<4xi32> {dl.name = "o1"}, tensor<4xi32> {dl.name = "o2"}, tensor<4xi32> {dl.name = "o3"},
        tensor<4xi32> {dl.name = "o4"}, tensor<4xi32> {dl.name = "o5"}, tensor<4xi32> {dl.name = "o6"}, tensor<4xi32> {dl.name = "o7"}) {
  %0:2 = call @swap(%a, %b, %o0, %o1) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %1:2 = call @swap_once(%a, %b, %o2, %o3) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %2:2 = call @inner(%a, %b, %o4, %o5) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %3:2 = call @bases(%a, %b, %o6, %o7) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1
      : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @swap(%f: !transform.any_op {transform.readonly}) {
    %next = schedule.stage %f["next"] : !transform.any_op
    %i0 = schedule.axis %next["i"]
    schedule.vectorize %next[%i0]
    %other = schedule.stage %f["other"] : !transform.any_op
    %i1 = schedule.axis %other["i"]
    schedule.vectorize %other[%i1]
    transform.yield
  }
  transform.named_sequence @swap_once(%f: !transform.any_op {transform.readonly}) {
    %next = schedule.stage %f["next"] : !transform.any_op
    %i0 = schedule.axis %next["i"]
    schedule.vectorize %next[%i0]
    %other = schedule.stage %f["other"] : !transform.any_op
    %i1 = schedule.axis %other["i"]
    schedule.vectorize %other[%i1]
    transform.yield
  }
  transform.named_sequence @inner(%f: !transform.any_op {transform.readonly}) {
    %next = schedule.stage %f["next"] : !transform.any_op
    %next_cache = schedule.cache_write %next
    %i0 = schedule.axis %next["i"]
    schedule.vectorize %next[%i0]
    %old = schedule.stage %f["old"] : !transform.any_op
    %i1 = schedule.axis %old["i"]
    schedule.vectorize %old[%i1]
    transform.yield
  }
}
