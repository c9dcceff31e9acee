//===-- PrecisionPasses.td - numbers of fewer bits --------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of the graph level that store and multiply numbers of fewer bits. Passes.td includes them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_TRANSFORMS_PRECISIONPASSES
#define DL_DIALECT_GRAPH_TRANSFORMS_PRECISIONPASSES

include "mlir/Pass/PassBase.td"

def StoreNarrowPass : Pass<"graph-store-narrow", "::mlir::func::FuncOp"> {
  let summary = "keep in bf16 what products round to it";
  let description = [{
    A value that a product rounds to bf16 and others read as well, as a residual connection does,
    is stored once, in bf16: the others widen it. A max-pool in front of a product finds the
    largest of rounded numbers, which is the same. Outputs of the model stay as they are.

    Stands behind `graph-lower-precision` and the removal of equal roundings, where the CPU
    multiplies bf16.
  }];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [Statistic<"numStored", "stored", "Values that are stored in bf16">];
}

def FoldRequantizedPass : Pass<"graph-fold-requantized", "::mlir::func::FuncOp"> {
  let summary = "leave out bytes that are widened again";
  let description = [{
    Quantized models round a float into a byte, `cast(min(max(round(x) + z, lo), hi))`, and widen
    it again, `cast(b - z)`. The float was an integer of that range before it became a byte, so
    what widens it reads `min(max(round(x), lo - z), hi - z)`: the same numbers, without
    conversions. Bytes that others read are stored, and stay.

    Stands behind `graph-narrow-products`, which looks for the bytes.
  }];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [Statistic<"numFolded", "folded", "Numbers that are not widened from bytes">];
}

def FoldRescaledPass : Pass<"graph-fold-rescaled", "::mlir::func::FuncOp"> {
  let summary = "leave out that multiples of a scale are rounded to multiples of it";
  let description = [{
    Quantized models quantize what only moved again: behind a transposition, a reshape or a maximum
    pool stand the same scale and zero point as before it. A whole number n that was multiplied by a
    scale s and is divided by it is off by less than half, so `round(n * s / s)` is n: the division,
    the rounding and bounds that n keeps anyway go, and where only transpositions and reshapes stand
    between product and quotient, these move n.

    ```mlir
    %y = graph.mul %n, %s : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %t = graph.transpose %y permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %q = graph.div %t, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %r = graph.round %q : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // becomes
    %r = graph.transpose %n permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    ```

    n is bounded by its operations: rounded numbers between two bounds, widened bytes and sums of
    these with zero points, up to 2^20. Results are the same to the bit.

    Stands behind `graph-fold-requantized`, which leaves out the bytes in between.
  }];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [Statistic<"numFolded", "folded", "Numbers that are not rounded again">];
}

def TabulatePass : Pass<"graph-tabulate", "::mlir::func::FuncOp"> {
  let summary = "look up what is computed of numbers with few values";
  let description = [{
    What elementwise operators compute of a whole number of at most 256 values, and of constants
    alone, is a function with as many values, and one at NaN: `graph.lookup` takes it from a table,
    which the operators' folders make of all these numbers. In quantized models these are
    activations with all that is quantized on their way: of x * (1 + erf(x / sqrt(2))) / 2 a
    quantizer makes some 90 operations for each element.

    A function of fewer than `least-instructions` stays, counted in the formulas of its operators,
    where a function of a library counts as 20: picking elements of a vector one by one takes as
    long as about so many. So does one that tells 0 and -0 apart, which have one place.

    ```mlir
    %y = graph.mul %n, %s : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %z = graph.erf %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // becomes, for n of 0 to 255
    %table = graph.constant dense<[0.0, …]> : tensor<257xf32>
    %z = graph.lookup %n, %table first 0 : (tensor<4x8xf32>, tensor<257xf32>) -> tensor<4x8xf32>
    ```

    Stands behind `graph-fold-rescaled`.
  }];
  let options = [Option<"leastInstructions", "least-instructions", "int64_t", "32",
                        "Shorter functions are computed">];
  let dependentDialects = ["::dl::graph::GraphDialect", "::dl::te::TeDialect",
                           "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numTabulated", "tabulated", "Functions that are looked up">];
}

def LowerPrecisionPass : Pass<"graph-lower-precision", "::mlir::func::FuncOp"> {
  let summary = "multiply floats as bf16, with sums of f32";
  let description = [{
    Products and convolutions by constant weights get their operands rounded to bf16: weights
    at once, values by a cast, which joins what makes them. The products are `wide`, so sums
    stay in f32, and so does all between products.

    ```mlir
    %y = graph.matmul %x, %w : (tensor<8x64xf32>, tensor<64x16xf32>) -> tensor<8x16xf32>
    ```
    becomes
    ```mlir
    %0 = graph.cast %x to bf16 : (tensor<8x64xf32>) -> tensor<8x64xbf16>
    %y = graph.matmul %0, %v wide : (tensor<8x64xbf16>, tensor<64x16xbf16>) -> tensor<8x16xf32>
    ```

    A CPU without instructions for bf16 (`few-rows`) widens each factor first, which takes as long
    as a product. There only products stay for which half the bytes of weights are worth it: of one
    row, and of up to four where all weights together are more than the last cache.

    A remark tells of each the relative error that this makes, measured on seeded normal numbers,
    and of others why they stay: weights that are no constant, channels that are no whole blocks,
    more rows.

    When: before layouts are chosen. Off unless asked for (`--precision=bf16`).
  }];
  let options = [
    Option<"stepBytes", "step-bytes", "int64_t", "0",
           "bytes of channels that a step of products of matrices takes, which graph-fill-steps "
           "fills; 0: the CPU has none">,
    Option<"block", "block", "int64_t", /*default=*/"16",
           "Channels of a block of convolutions; 0 leaves them as they are">,
    Option<"fewRows", "few-rows", "bool", "false",
           "Only products that wait for weights, on CPUs without instructions for bf16">,
    Option<"cacheBytes", "cache-bytes", "int64_t", "0", "the last cache; 0: all stays in it">];
  let statistics = [Statistic<"numLowered", "num-lowered", "Number of products in bf16">];
}

def NarrowProductsPass : Pass<"graph-narrow-products", "::mlir::func::FuncOp"> {
  let summary = "multiply quantized operands as bytes";
  let description = [{
    A product of dequantized bytes by a constant matrix of such becomes the wide product of the
    bytes: what their zero points add is taken from the sums, which are scaled then. Models in
    the form of quantize and dequantize operators come so to the instructions for
    products of bytes.

    ```mlir
    %0 = graph.cast %a to f32 : (tensor<8x64xui8>) -> tensor<8x64xf32>
    %1 = graph.mul %0, %s : (tensor<8x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %2 = graph.cast %w to f32 : (tensor<64x16xi8>) -> tensor<64x16xf32>
    %3 = graph.mul %2, %t : (tensor<64x16xf32>, tensor<16xf32>) -> tensor<64x16xf32>
    %y = graph.matmul %1, %3 : (tensor<8x64xf32>, tensor<64x16xf32>) -> tensor<8x16xf32>
    ```
    becomes
    ```mlir
    %0 = graph.matmul %a, %w wide : (tensor<8x64xui8>, tensor<64x16xi8>) -> tensor<8x16xi32>
    %1 = graph.mul %s, %t : (tensor<f32>, tensor<16xf32>) -> tensor<16xf32>
    %2 = graph.cast %0 to f32 : (tensor<8x16xi32>) -> tensor<8x16xf32>
    %y = graph.mul %2, %1 : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
    ```

    So do convolutions of whole blocks of channels; their padding is the zero point then. A
    max-pool of dequantized bytes finds the largest byte.

    Convolutions of integers of 32 bits that are bytes less a zero point, as those of QLinearConv
    and ConvInteger, become wide ones of the bytes, too. Where these are no gain, they become
    convolutions of floats if all sums are less than 2^24, so that floats hold them.

    The sums are exact; those of floats were rounded. Stands first: folding makes floats of the
    matrix.
  }];
  let options = [
    Option<"bytes", "bytes", "bool", "true", "the CPU multiplies bytes; else only floats are made">,
    Option<"stepBytes", "step-bytes", "int64_t", "0",
           "bytes of channels that a step of products of matrices takes, which graph-fill-steps "
           "fills; 0: the CPU has none">,
    Option<"channelBlock", "channel-block", "int64_t", "16",
           "channels of a block of a convolution; 0: convolutions stay">,
  ];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [Statistic<"numNarrowed", "narrowed", "Products that are of bytes now">];
}

def LowerQuantizedPass : Pass<"graph-lower-quantized", "::mlir::func::FuncOp"> {
  let summary = "compute what is between dequantize and quantize operators with integers";
  let description = [{
    Convolutions, matrix products, sums, maxima and means of dequantized bytes whose result is
    quantized become operators on bytes with sums of 32 bits, and `graph.requantize`, whose
    multipliers and shifts are made of the scales (Jacob et al. 2018, section 2.2). Biases, and
    what zero points add, are part of its bias. Unsigned bytes become those with a sign, less
    128. So a network computes the same to the bit wherever it runs; results differ from those of
    floats by what one rounding makes.

    ```mlir
    %0 = graph.conv %x, %w strides [1, 1] … : (tensor<1x8x4x4xf32>, tensor<4x8x1x1xf32>) -> tensor<1x4x4x4xf32>
    ```
    of dequantized `%x` and `%w`, then quantized, becomes
    ```mlir
    %0 = graph.conv %a, %b strides [1, 1] … wide pad_value -3 : (tensor<1x8x4x4xi8>, tensor<4x8x1x1xi8>) -> tensor<1x4x4x4xi32>
    %y = graph.requantize %0, %bias, %multiplier, %shift zero_point 5 : (…) -> tensor<1x4x4x4xi8>
    ```

    Weights are constants with a sign and without zero point, with one scale or one for each output
    channel. A remark tells of other operators that are quantized why they stay.

    When: first, for targets that compute with integers only; folding makes floats of weights.
  }];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [Statistic<"numLowered", "lowered", "Operators that are on integers now">];
}

#endif // DL_DIALECT_GRAPH_TRANSFORMS_PRECISIONPASSES
