// RUN: dl-opt %s --schedule-exercise-intrinsics --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// expected-error @below {{intrinsic @large: expected operands of at most 1048576 integers or floats to make constants of, got 'tensor<2097152xf32>'}}
schedule.intrinsic @large computes {
^bb0(%a: tensor<2097152xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<2097152xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<2097152xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// expected-error @below {{intrinsic @open: expected operands of at most 1048576 integers or floats to make constants of, got 'tensor<?xf32>'}}
schedule.intrinsic @open computes {
^bb0(%a: tensor<?xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<?xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<?xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}

// -----

// expected-error @below {{intrinsic @places: expected operands of at most 1048576 integers or floats to make constants of, got 'tensor<8xindex>'}}
schedule.intrinsic @places computes {
^bb0(%a: tensor<8xindex>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xindex> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xindex>
    te.yield %x : index
  }
  schedule.yield %0 : tensor<8xindex>
} by {
^bb0(%a: tensor<8xindex>, %c: tensor<8xindex>):
  schedule.yield %c : tensor<8xindex>
}

// -----

// expected-error @below {{expected another name than @main for an intrinsic: programs begin there}}
schedule.intrinsic @main computes {
^bb0(%a: tensor<8xf32>):
  %0 = te.compute "n" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    te.yield %x : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %c: tensor<8xf32>):
  schedule.yield %c : tensor<8xf32>
}
