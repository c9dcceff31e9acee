//===-- Recurrent.cpp - recurrent networks ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LSTM, GRU and RNN: for each direction one product of all inputs with their weights,
// and a graph.scan over the steps whose body holds the product with the state and the
// gates.
//
//===----------------------------------------------------------------------===//
#include "../CheckedLengths.h"
#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"
#include "RecurrentCell.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

RecurrentCell::RecurrentCell(NodeImporter &node, ArrayRef<StringRef> defaults)
    : node(node), builder(node.getBuilder()) {
  for (StringRef name : defaults)
    defaultActivations.push_back(name);
}

//===----------------------------------------------------------------------===//
// Operators on values; null after an error
//===----------------------------------------------------------------------===//

Value RecurrentCell::checked(FailureOr<Value> value) {
  hasFailed |= failed(value);
  return succeeded(value) ? *value : Value();
}

Value RecurrentCell::scalar(double value) {
  return hasFailed ? Value() : checked(node.createScalar(value, elementType));
}

Value RecurrentCell::reshape(Value value, ArrayRef<int64_t> shape) {
  return hasFailed ? Value() : checked(node.createReshape(value, shape));
}

Value RecurrentCell::slice(Value value, int64_t dim, int64_t start, int64_t size) {
  if (hasFailed)
    return {};
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> starts(type.getRank(), 0), sizes(type.getShape()), steps(type.getRank(), 1);
  starts[dim] = start, sizes[dim] = size;
  graph::SliceOp::Properties properties;
  properties.starts = builder.getDenseI64ArrayAttr(starts);
  properties.sizes = builder.getDenseI64ArrayAttr(sizes);
  properties.steps = builder.getDenseI64ArrayAttr(steps);
  if (sizes == type.getShape())
    return value;
  return checked(node.create<graph::SliceOp>(value, properties));
}

Value RecurrentCell::gemm(Value a, Value b, Value c) {
  if (hasFailed)
    return {};
  graph::GemmOp::Properties properties;
  properties.alpha = builder.getF32FloatAttr(1);
  properties.beta = builder.getF32FloatAttr(1);
  properties.trans_b = builder.getUnitAttr();
  SmallVector<Value> operands = {a, b};
  if (c)
    operands.push_back(c);
  return checked(node.create<graph::GemmOp>(operands, properties));
}

Value RecurrentCell::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (hasFailed)
    return {};
  graph::TransposeOp::Properties properties;
  properties.permutation = builder.getDenseI64ArrayAttr(permutation);
  return checked(node.create<graph::TransposeOp>(value, properties));
}

Value RecurrentCell::clip(Value value) {
  if (!clipAt || hasFailed)
    return value;
  return minimum(maximum(value, scalar(-*clipAt)), scalar(*clipAt));
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

/// What an activation takes from the lists of parameters where these are given.
struct ActivationInfo {
  StringRef name;
  std::optional<float> alpha, beta;
};

static constexpr std::optional<float> none = std::nullopt;
static constexpr ActivationInfo activationInfos[] = {
    {"Affine", 1.0f, 0.0f},     {"Elu", 1.0f, none},      {"HardSigmoid", 0.2f, 0.5f},
    {"LeakyRelu", 0.01f, none}, {"Relu", none, none},     {"ScaledTanh", 1.0f, 1.0f},
    {"Sigmoid", none, none},    {"Softplus", none, none}, {"Softsign", none, none},
    {"Tanh", none, none}};

LogicalResult RecurrentCell::readActivations() {
  SmallVector<StringRef> names = node.getStrings("activations");
  if (!node.hasAttribute("activations"))
    for (unsigned i = 0; i < numDirections; ++i)
      llvm::append_range(names, defaultActivations);
  size_t expected = numDirections * defaultActivations.size();
  if (names.size() != expected)
    return node.emitError() << "expected " << expected << " activations, got " << names.size();
  SmallVector<float> alphas = node.getFloats("activation_alpha"),
                     betas = node.getFloats("activation_beta");
  size_t nextAlpha = 0, nextBeta = 0;
  for (StringRef name : names) {
    auto info = llvm::find_if(activationInfos, [&](const ActivationInfo &known) {
      return name.equals_insensitive(known.name);
    });
    if (info == std::end(activationInfos))
      return node.emitError() << "expected a supported activation (Affine, Elu, HardSigmoid, "
                                 "LeakyRelu, Relu, ScaledTanh, Sigmoid, Softplus, Softsign, Tanh), "
                                 "got "
                              << quoted(name);
    Activation activation{info->name, info->alpha.value_or(0), info->beta.value_or(0)};
    if (info->alpha && nextAlpha < alphas.size())
      activation.alpha = alphas[nextAlpha++];
    if (info->beta && nextBeta < betas.size())
      activation.beta = betas[nextBeta++];
    activations.push_back(activation);
  }
  return success();
}

Value RecurrentCell::activate(unsigned number, Value x, bool clips) {
  if (hasFailed)
    return {};
  const Activation &f = activations[direction * defaultActivations.size() + number];
  if (clips)
    x = clip(x);
  if (f.name == "Sigmoid")
    return unary<graph::SigmoidOp>(x);
  if (f.name == "Tanh")
    return unary<graph::TanhOp>(x);
  if (f.name == "Relu")
    return unary<graph::ReluOp>(x);
  if (f.name == "Affine")
    return add(mul(x, scalar(f.alpha)), scalar(f.beta));
  if (f.name == "ScaledTanh")
    return mul(unary<graph::TanhOp>(mul(x, scalar(f.beta))), scalar(f.alpha));
  if (f.name == "HardSigmoid")
    return maximum(minimum(add(mul(x, scalar(f.alpha)), scalar(f.beta)), scalar(1)), scalar(0));
  if (f.name == "LeakyRelu")
    return unary<graph::LeakyReluOp>(x, f.alpha);
  if (f.name == "Elu")
    return unary<graph::EluOp>(x, f.alpha);
  if (f.name == "Softsign")
    return unary<graph::SoftsignOp>(x);
  return unary<graph::SoftplusOp>(x);
}

//===----------------------------------------------------------------------===//
// The frame of all three
//===----------------------------------------------------------------------===//

LogicalResult RecurrentCell::checkShape(unsigned input, ArrayRef<int64_t> shape, StringRef what) {
  if (!node.getInput(input))
    return success();
  RankedTensorType type = node.getInputType(input);
  if (type.getElementType() == elementType && type.getShape() == shape)
    return success();
  return node.emitError() << "expected " << what << " of shape " << printDims(shape) << " and type "
                          << elementType << ", got " << type;
}

LogicalResult RecurrentCell::read(unsigned numGates) {
  RankedTensorType x = node.getInputType(0), w = node.getInputType(1), r = node.getInputType(2);
  if (x.getRank() != 3 || w.getRank() != 3 || r.getRank() != 3 || !w.hasStaticShape() ||
      !r.hasStaticShape())
    return node.emitError() << "expected X, W and R of rank 3, weights of static shape, got " << x
                            << ", " << w << " and " << r;
  elementType = cast<FloatType>(x.getElementType());
  StringRef name = node.getString("direction", "forward");
  if (name != "forward" && name != "reverse" && name != "bidirectional")
    return node.emitError() << "expected a direction of 'forward', 'reverse' or 'bidirectional', "
                               "got "
                            << quoted(name);
  firstReversed = name == "reverse";
  numDirections = name == "bidirectional" ? 2 : 1;
  batchFirst = node.getInt("layout", 0) != 0;
  steps = x.getDimSize(batchFirst ? 1 : 0);
  batch = x.getDimSize(batchFirst ? 0 : 1);
  inputSize = x.getDimSize(2);
  Dims dims = node.getDims(node.getInput(0));
  stepsSize = dims[batchFirst ? 1 : 0];
  batchSize = dims[batchFirst ? 0 : 1];
  if (ShapedType::isDynamic(inputSize))
    return node.emitError() << "requires a static size of the input, got " << x;
  hidden = r.getDimSize(2);
  if (int64_t given = node.getInt("hidden_size", hidden); given != hidden)
    return node.emitError() << "expected 'hidden_size' to be the last dim of R, " << hidden
                            << ", got " << given;
  int64_t rows = numGates * hidden;
  if (failed(checkShape(1, {numDirections, rows, inputSize}, "W")) ||
      failed(checkShape(2, {numDirections, rows, hidden}, "R")) ||
      failed(checkShape(3, {numDirections, 2 * rows}, "B")))
    return failure();
  if (node.hasAttribute("clip"))
    clipAt = node.getFloat("clip", 0);
  if (Value given = node.getInput(4)) {
    auto type = cast<RankedTensorType>(given.getType());
    if (!type.getElementType().isInteger(32) || type.getShape() != ArrayRef<int64_t>{batch})
      return node.emitError() << "expected lengths of sequences of type int32 and shape "
                              << printDims({batch}) << ", got " << type;
    if (ShapedType::isDynamic(steps) || ShapedType::isDynamic(batch))
      return node.emitError() << "requires a static number of steps and a static batch beside "
                                 "lengths of sequences, got "
                              << x;
    // Lengths of all steps say nothing.
    DenseIntElementsAttr known;
    auto constant = given.getDefiningOp<graph::ConstantOp>();
    if (constant)
      known = dyn_cast<DenseIntElementsAttr>(constant.getValue());
    auto isShorter = [&](const APInt &length) { return length.getSExtValue() != steps; };
    if (!known || llvm::any_of(known.getValues<APInt>(), isShorter)) {
      lengths = checkLengths(node, given, steps);
      if (!lengths)
        return failure();
    }
  }
  return readActivations();
}

/// The part of an input for the direction, [directions, …] or with layout 1
/// [batch, directions, …], without the dim of the directions.
Value RecurrentCell::ofDirection(Value value, bool isState) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t dim = isState && batchFirst ? 1 : 0;
  Value part = slice(value, dim, direction, 1);
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  return reshape(part, shape);
}

Value RecurrentCell::initialState(unsigned input) {
  if (hasFailed)
    return {};
  if (Value given = node.getInput(input))
    return ofDirection(given, /*isState=*/true);
  if (ShapedType::isDynamic(batch))
    return checked(node.createBroadcastTo(scalar(0), Dims{batchSize, node.getSize(hidden)}));
  auto type = RankedTensorType::get({batch, hidden}, elementType);
  return checked(node.createConstant(
      DenseElementsAttr::get(type, Attribute(builder.getFloatAttr(elementType, 0)))));
}

/// The products of all inputs with W, and a bias: [steps, batch, rows].
Value RecurrentCell::project(Value bias) {
  Value x = node.getInput(0);
  if (batchFirst)
    x = transpose(x, {1, 0, 2});
  bool isOpen = ShapedType::isDynamic(steps) || ShapedType::isDynamic(batch);
  int64_t rowsOfX = isOpen ? ShapedType::kDynamic : steps * batch;
  x = reshape(x, {rowsOfX, inputSize});
  Value w = ofDirection(node.getInput(1));
  if (hasFailed)
    return {};
  int64_t rows = cast<RankedTensorType>(w.getType()).getDimSize(0);
  Value products = gemm(x, w, bias);
  return hasFailed ? Value()
                   : checked(node.createReshapeTo(products,
                                                  Dims{stepsSize, batchSize, node.getSize(rows)}));
}

/// Half of B for the direction, null without B: the input's bias, or the state's.
Value RecurrentCell::bias(bool ofState) {
  if (!node.getInput(3) || hasFailed)
    return {};
  Value both = ofDirection(node.getInput(3));
  if (hasFailed)
    return {};
  int64_t rows = cast<RankedTensorType>(both.getType()).getDimSize(0) / 2;
  return slice(both, 0, ofState ? rows : 0, rows);
}

Value RecurrentCell::sumOfBiases() {
  Value input = bias(false), state = bias(true);
  return input && state ? add(input, state) : Value();
}

/// 1 for the rows of the batch in which the step is part of the sequence.
Value RecurrentCell::stepMask(Value number) {
  Value isInside = checked(node.create<graph::LessOp>({number, lengths}));
  return hasFailed ? Value() : reshape(isInside, {batch, 1});
}

Value RecurrentCell::select(Value mask, Value x, Value y) {
  return hasFailed ? Value() : checked(node.create<graph::WhereOp>({mask, x, y}));
}

/// One direction: the last states, and all values of the first state.
SmallVector<Value> RecurrentCell::scan(ArrayRef<Value> states, Value inputs) {
  if (hasFailed)
    return {};
  bool reversed = direction == 1 || firstReversed;
  SmallVector<Value> sequences = {inputs};
  SmallVector<bool> reverseInputs = {reversed}, reverseOutputs = {reversed};
  if (lengths) {
    SmallVector<int32_t> numbers = llvm::to_vector(llvm::seq<int32_t>(0, steps));
    sequences.push_back(checked(node.createConstant(DenseElementsAttr::get(
        RankedTensorType::get({steps, 1}, builder.getI32Type()), ArrayRef<int32_t>(numbers)))));
    reverseInputs.push_back(reversed);
  }
  if (hasFailed)
    return {};
  SmallVector<Type> types = llvm::to_vector(TypeRange(ValueRange(states)));
  types.push_back(RankedTensorType::get({steps, batch, hidden}, elementType));
  auto op = graph::ScanOp::create(builder, node.getLoc(), types, states, sequences, reverseInputs,
                                  reverseOutputs);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = &op.getBody().emplaceBlock();
  SizeTracker &sizes = node.getSizeTracker();
  for (auto [state, result] : llvm::zip(states, op.getResults())) {
    sizes.setDims(body->addArgument(state.getType(), node.getLoc()), node.getDims(state));
    sizes.setDims(result, node.getDims(state));
  }
  sizes.setDims(op.getResults().back(), Dims{stepsSize, batchSize, node.getSize(hidden)});
  for (Value sequence : sequences) {
    auto type = cast<RankedTensorType>(sequence.getType());
    Value slice = body->addArgument(
        RankedTensorType::get(type.getShape().drop_front(), type.getElementType()), node.getLoc());
    sizes.setDims(slice, Dims(llvm::drop_begin(node.getDims(sequence))));
  }
  builder.setInsertionPointToStart(body);
  SmallVector<Value> before(body->getArguments().take_front(states.size())), next;
  step(before, body->getArgument(states.size()), next);
  Value output = hasFailed ? Value() : next.front();
  if (lengths && !hasFailed) {
    Value mask = stepMask(body->getArguments().back());
    output = select(mask, output, scalar(0));
    for (auto [now, old] : llvm::zip_equal(next, before))
      now = select(mask, now, old);
  }
  if (hasFailed)
    return {};
  next.push_back(output);
  graph::YieldOp::create(builder, node.getLoc(), next);
  return SmallVector<Value>(op.getResults());
}

/// The results of the directions as one, with a dim for them.
Value RecurrentCell::join(ArrayRef<Value> parts, int64_t dim) {
  SmallVector<Value> expanded;
  for (Value part : parts) {
    SmallVector<int64_t> shape(cast<RankedTensorType>(part.getType()).getShape());
    shape.insert(shape.begin() + dim, 1);
    expanded.push_back(reshape(part, shape));
  }
  if (hasFailed || expanded.size() == 1)
    return hasFailed ? Value() : expanded.front();
  graph::ConcatOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(dim);
  return checked(node.create<graph::ConcatOp>(expanded, properties));
}

LogicalResult RecurrentCell::run(unsigned numGates, unsigned numStates) {
  if (failed(read(numGates)) || failed(readCell()))
    return failure();
  SmallVector<SmallVector<Value>> results(numStates + 1);
  for (direction = 0; direction < numDirections; ++direction) {
    SmallVector<Value> made = runDirection();
    if (hasFailed)
      return failure();
    for (auto [list, value] : llvm::zip_equal(results, made))
      list.push_back(value);
  }
  // Y [steps, directions, batch, hidden], then the last states [directions, batch,
  // hidden]; with layout 1 the batch comes first.
  Value all = join(results.back(), 1);
  if (batchFirst && !hasFailed)
    all = transpose(all, {2, 0, 1, 3});
  if (hasFailed)
    return failure();
  (void)node.setResult(all, 0);
  for (unsigned i = 0; i < numStates && i + 1 < node.getNumOutputs(); ++i) {
    Value last = join(results[i], batchFirst ? 1 : 0);
    if (hasFailed)
      return failure();
    (void)node.setResult(last, i + 1);
  }
  return success();
}
