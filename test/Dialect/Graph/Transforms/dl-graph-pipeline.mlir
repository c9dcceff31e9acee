// RUN: dl-opt %s --dl-graph-pipeline="channel-block=0" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s
// RUN: dl-opt %s --dl-graph-pipeline="channel-block=0 fuse=false cache-bytes=4096 step-bytes=4 weigh-moves=true masks=true bf16-few-rows=true" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: dl-opt %s --dl-graph-pipeline="channel-block=8" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: dl-opt %s --dl-graph-pipeline="channel-block=16 step-bytes=4 cache-bytes=512 weigh-moves=true masks=true byte-products=true tables=true bf16=true" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: dl-opt %s --dl-graph-pipeline="channel-block=0 bf16=true cache-bytes=512 step-bytes=8" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: dl-opt %s --dl-graph-pipeline="channel-block=0 bf16=true bf16-few-rows=true" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROWS

// Which passes run, in their order, and what they are told.

// CHECK: Pass Manager with 11 passes:
// CHECK: graph-narrow-products{bytes=false channel-block=0 step-bytes=0}
// CHECK: graph-fold-requantized
// CHECK: graph-fold-rescaled
// CHECK-NOT: graph-tabulate
// CHECK: canonicalize
// CHECK: cse
// CHECK: graph-fold-constants
// CHECK: graph-fold-batch-norm
// CHECK: canonicalize
// CHECK: graph-split-pools{cache-bytes=0}
// CHECK-NEXT: )
// CHECK-NEXT: func.func(
// CHECK-NEXT: graph-fuse-ops
// CHECK-NEXT: )
// CHECK-NEXT: dl-verify-graph

// Without blocks neither steps nor moves of channels matter.
// PLAIN: Pass Manager with 10 passes:
// PLAIN: graph-split-pools{cache-bytes=4096}
// PLAIN-NEXT: ),
// PLAIN-NEXT: dl-verify-graph

// BLOCK: graph-split-pools{cache-bytes=0}
// BLOCK-NEXT: ),
// BLOCK-NEXT: func.func(
// BLOCK-NEXT: graph-convert-layout{block=8 masks=false step-bytes=0 weigh-moves=false}
// BLOCK-NEXT: ),
// BLOCK-NEXT: canonicalize
// BLOCK-NEXT: cse,
// BLOCK-NEXT: func.func(
// BLOCK-NEXT: graph-fuse-ops

// ALL: builtin.module(
// ALL-NEXT: func.func(
// ALL-NEXT: graph-narrow-products{bytes=true channel-block=16 step-bytes=4}
// ALL: graph-fold-rescaled
// ALL: graph-tabulate{least-instructions=32}
// ALL: graph-split-pools{cache-bytes=512}
// ALL: graph-multiply-columns{lanes=16}
// ALL: graph-fold-constants
// ALL: graph-pad-channels{block=16 masks=true}
// ALL: graph-lower-precision{block=16 cache-bytes=512 few-rows=false step-bytes=4}
// ALL-NEXT: ),
// ALL-NEXT: cse,
// ALL-NEXT: func.func(
// ALL-NEXT: graph-store-narrow
// ALL: graph-fill-steps{block=16 step-bytes=4}
// ALL-NEXT: ),
// ALL-NEXT: func.func(
// ALL-NEXT: graph-convert-layout{block=16 masks=true step-bytes=4 weigh-moves=true}

// BF16: graph-split-pools{cache-bytes=512}
// BF16-NEXT: ),
// BF16-NEXT: func.func(
// BF16-NEXT: graph-lower-precision{block=0 cache-bytes=512 few-rows=false step-bytes=8}
// BF16: graph-store-narrow
// BF16-NEXT: ),
// BF16-NEXT: func.func(
// BF16-NEXT: graph-fuse-ops

// What is rounded where few rows use it is not stored narrow.
// ROWS: graph-lower-precision{block=0 cache-bytes=0 few-rows=true step-bytes=0}
// ROWS-NOT: graph-store-narrow
// ROWS: graph-fuse-ops
