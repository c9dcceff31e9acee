//===-- Counts.cpp - results of which the data decide the shape -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Counts.h.
//
//===----------------------------------------------------------------------===//
#include "Counts.h"

#include "dl/Dialect/Dl/IR/Counts.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cstring>

using namespace mlir;
using namespace dl;

/// The elements at indices inside of a shape, which is not larger in any dim.
static Tensor cut(const Tensor &tensor, ArrayRef<int64_t> shape) {
  Tensor result(tensor.getElementType(), shape);
  size_t width = getByteWidth(tensor.getElementType());
  for (int64_t i = 0; i < result.getNumElements(); ++i) {
    int64_t rest = i, position = 0, stride = 1;
    for (size_t dim = shape.size(); dim-- > 0;) {
      position += rest % shape[dim] * stride;
      rest /= shape[dim];
      stride *= tensor.getShape()[dim];
    }
    std::memcpy(static_cast<char *>(result.getMutableData()) + i * width,
                static_cast<const char *>(tensor.getData()) + position * width, width);
  }
  return result;
}

void dl::reference::takeCounted(func::FuncOp main, SmallVectorImpl<Tensor> &results) {
  SmallVector<int64_t> counts;
  size_t numOutputs = results.size();
  for (auto [i, result] : llvm::enumerate(results))
    if (main.getResultAttr(i, countAttrName)) {
      counts.push_back(result.getValues<int64_t>()[0]);
      numOutputs = std::min(numOutputs, i);
    }
  for (auto [i, result] : llvm::enumerate(results)) {
    auto numbers = main.getResultAttrOfType<DenseI64ArrayAttr>(i, countsAttrName);
    if (!numbers)
      continue;
    SmallVector<int64_t> shape(result.getShape());
    for (auto [dim, number] : llvm::zip(shape, numbers.asArrayRef()))
      if (number >= 0 && number < static_cast<int64_t>(counts.size()))
        dim = std::min(dim, counts[number]);
    result = cut(result, shape);
  }
  results.truncate(numOutputs);
}
