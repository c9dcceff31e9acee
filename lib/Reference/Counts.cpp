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

LogicalResult dl::reference::takeCounted(func::FuncOp main, SmallVectorImpl<Tensor> &results) {
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
        dim = counts[number];
    bool isPacked = main.getResultAttr(i, packedAttrName) != nullptr;
    bool isShape = llvm::all_of(shape, [](int64_t dim) { return dim >= 0; });
    Tensor counted = isShape ? Tensor(result.getElementType(), shape) : Tensor();
    bool fits = counted && counted.getNumBytes() <= result.getNumBytes();
    for (size_t dim = 0; dim < shape.size() && !isPacked; ++dim)
      fits &= shape[dim] <= result.getShape()[dim];
    if (!fits)
      return main.emitError("expected room for result ")
             << i << " of @main, of which the data made " << llvm::ArrayRef<int64_t>(shape)
             << ", got that for " << result.getShape();
    if (isPacked)
      std::memcpy(counted.getMutableData(), result.getData(), counted.getNumBytes());
    result = isPacked ? counted : cut(result, shape);
  }
  results.truncate(numOutputs);
  return success();
}
