//===-- NGrams.cpp - counts of sequences of tokens --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TfIdfVectorizer on numbers: how often each n-gram of a pool stands in a row.
//
//===----------------------------------------------------------------------===//
#include "Domains.h"

#include "../GraphExpression.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// The n-grams of one length: their tokens, one n-gram after the other, and the columns of the
/// result that count them.
struct Grams {
  int64_t length;
  SmallVector<int64_t> tokens, columns;
};
} // namespace

/// The pool by lengths; `ngram_counts` has where those of each length begin.
static FailureOr<SmallVector<Grams>> readPool(NodeImporter &node) {
  SmallVector<int64_t> pool = node.getInts("pool_int64s"), begins = node.getInts("ngram_counts");
  SmallVector<int64_t> columns = node.getInts("ngram_indexes");
  SmallVector<Grams> result;
  size_t numGrams = 0;
  for (auto [i, begin] : llvm::enumerate(begins)) {
    int64_t end = i + 1 < begins.size() ? begins[i + 1] : int64_t(pool.size());
    int64_t length = static_cast<int64_t>(i) + 1;
    if (begin < 0 || end < begin || end > int64_t(pool.size()) || (end - begin) % length != 0 ||
        numGrams + (end - begin) / length > columns.size())
      return node.emitError() << "expected 'ngram_counts' to divide the pool of " << pool.size()
                              << " numbers into n-grams, and a column for each";
    Grams grams{length, SmallVector<int64_t>(ArrayRef(pool).slice(begin, end - begin)), {}};
    for (int64_t gram = 0; gram < (end - begin) / length; ++gram)
      grams.columns.push_back(columns[numGrams++]);
    result.push_back(std::move(grams));
  }
  if (result.empty() || numGrams != columns.size() ||
      llvm::any_of(columns, [](int64_t column) { return column < 0 || column > (1 << 20); }))
    return node.emitError() << "expected a pool of numbers ('pool_int64s') with a column in [0, "
                               "2^20] for each n-gram; strings are not supported";
  return result;
}

/// How often each n-gram stands in the rows, with `skip` tokens between two of its own, by columns
/// of the result; null where rows are too short.
static Value countGrams(NodeImporter &node, Value rows, const Grams &grams, int64_t skip,
                        int64_t numColumns) {
  GraphExpression graph(node);
  auto type = cast<RankedTensorType>(rows.getType());
  int64_t count = grams.columns.size(), step = skip + 1;
  int64_t places = type.getDimSize(1) - (grams.length - 1) * step;
  if (places <= 0 || count == 0)
    return {};
  Value found;
  for (int64_t k = 0; k < grams.length; ++k) {
    SmallVector<double> tokens;
    for (int64_t gram = 0; gram < count; ++gram)
      tokens.push_back(static_cast<double>(grams.tokens[gram * grams.length + k]));
    Value part = graph.slice(rows, {type.getDimSize(0), places}, {0, k * step});
    part = graph.reshape(part, {type.getDimSize(0), places, 1});
    Value isToken = graph.make<graph::EqualOp>({part, graph.tensor(rows, {count}, tokens)});
    found = found ? graph.make<graph::AndOp>({found, isToken}) : isToken;
  }
  graph::ReduceSumOp::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr(1);
  Value counts =
      graph.make<graph::ReduceSumOp>(graph.cast(found, node.getBuilder().getF32Type()), properties);
  SmallVector<double> places01(count * numColumns, 0);
  for (auto [gram, column] : llvm::enumerate(grams.columns))
    places01[gram * numColumns + column] = 1;
  return counts ? graph.make<graph::MatMulOp>(
                      {counts, graph.tensor(counts, {count, numColumns}, places01)})
                : Value();
}

static LogicalResult importTfIdfVectorizer(NodeImporter &node) {
  GraphExpression graph(node);
  RankedTensorType type = node.getInputType(0);
  FailureOr<SmallVector<Grams>> pool = readPool(node);
  if (failed(pool))
    return failure();
  if (!type.hasStaticShape() || type.getRank() < 1 || type.getRank() > 2)
    return node.emitError() << "requires one or two static dims, got " << type;
  int64_t batch = type.getRank() == 2 ? type.getDimSize(0) : 1, tokens = type.getShape().back();
  Value rows = graph.reshape(node.getInput(0), {batch, tokens}), sum;
  int64_t numColumns = 0;
  for (const Grams &grams : *pool)
    for (int64_t column : grams.columns)
      numColumns = std::max(numColumns, column + 1);
  int64_t shortest = node.getInt("min_gram_length", 1), longest = node.getInt("max_gram_length", 1);
  for (const Grams &grams : *pool) {
    if (grams.length < shortest || grams.length > longest)
      continue;
    // Of one token there is nothing to skip between.
    int64_t maxSkip = grams.length == 1 ? 0 : node.getInt("max_skip_count", 0);
    for (int64_t skip = 0; skip <= std::min(maxSkip, tokens); ++skip)
      if (Value counts = countGrams(node, rows, grams, skip, numColumns))
        sum = sum ? graph.add(sum, counts) : counts;
  }
  if (!sum) {
    FailureOr<Value> none =
        node.createFilled({batch, numColumns}, node.getBuilder().getF32Type(), 0);
    if (failed(none))
      return failure();
    sum = *none;
  }
  StringRef mode = node.getString("mode", "TF");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
    return node.emitError() << "expected 'mode' to be TF, IDF or TFIDF, got " << quoted(mode);
  if (mode == "IDF")
    sum = graph.cast(graph.make<graph::LessOp>({graph.scalar(sum, 0), sum}),
                     node.getBuilder().getF32Type());
  SmallVector<float> weights = node.getFloats("weights");
  if (mode != "TF" && !weights.empty()) {
    SmallVector<double> byColumn(numColumns, 1);
    size_t gram = 0;
    for (const Grams &grams : *pool)
      for (int64_t column : grams.columns)
        if (gram < weights.size())
          byColumn[column] = weights[gram++];
    sum = graph.mul(sum, graph.tensor(sum, {numColumns}, byColumn));
  }
  return graph.finish(type.getRank() == 2 ? sum : graph.reshape(sum, {numColumns}));
}

void dl::onnx_import::addNGramOperators(OperatorTable &table) {
  table.add("TfIdfVectorizer", {9}, importTfIdfVectorizer)
      .attributes("max_gram_length:int! max_skip_count:int! min_gram_length:int! mode:string! "
                  "ngram_counts:ints! ngram_indexes:ints! pool_int64s:ints pool_strings:strings "
                  "weights:floats");
}
