//===-- StepChannels.h - channels for steps of products ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a convolution of few channels gets as many as a step of products of matrices takes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_GRAPH_TRANSFORMS_STEPCHANNELS_H
#define DL_LIB_DIALECT_GRAPH_TRANSFORMS_STEPCHANNELS_H

#include "dl/Dialect/Graph/IR/Graph.h"

#include <optional>

namespace dl::graph {

/// One spatial dim: a step of `factor` elements becomes channels.
struct FoldedDim {
  int64_t factor = 1;
  /// Elements and window of the result, and padding at both ends.
  int64_t extent = 0, window = 0, low = 0, high = 0;
  /// Elements of the old window are so much further in the new one.
  int64_t offset = 0;
};

struct StepChannels {
  llvm::SmallVector<FoldedDim> dims;
  /// Channels before and with those of zeros that fill blocks.
  int64_t channels = 0, padded = 0;
};

/// A convolution whose input channels are no whole blocks, as one that has whole blocks: the
/// elements that a step of its strides skips become channels, if these fit into `stepChannels`, and
/// channels of zeros fill the last block. Nothing where that takes longer than products of floats.
std::optional<StepChannels> planStepChannels(ConvOp op, int64_t stepChannels, int64_t block);

} // namespace dl::graph

#endif // DL_LIB_DIALECT_GRAPH_TRANSFORMS_STEPCHANNELS_H
