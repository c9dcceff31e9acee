//===-- ConvolutionLayouts.cpp - layouts of convolution and pooling *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of window operators: their parsing, and how layout conversion rewrites
// the operators.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

std::string dl::graph::spatialLetters(size_t rank) {
  static constexpr StringLiteral usual = "DHW", others = "ABEFGJKLMPQRSTUVXYZ";
  return (rank <= usual.size() ? usual.take_back(rank) : others.take_front(rank)).str();
}

SmallVector<std::string> dl::graph::spatialNames(size_t rank) {
  static const char *const usual[] = {"d", "h", "w"};
  SmallVector<std::string> names;
  for (size_t i = 0; i < rank; ++i)
    names.push_back(rank <= 3 ? usual[3 - rank + i] : "x" + std::to_string(i));
  return names;
}

/// A layout with the given letters, of which only `splittable` may be in blocks.
static FailureOr<Layout> parseLayout(StringRef text, StringRef letters, StringRef splittable,
                                     std::string &error) {
  FailureOr<Layout> layout = Layout::parse(text, &error);
  if (failed(layout))
    return failure();
  std::string given = layout->getLetters(), wanted = letters.str();
  llvm::sort(given);
  llvm::sort(wanted);
  bool splits = llvm::any_of(layout->getParts(), [&](const Layout::Part &part) {
    return part.block && !splittable.contains(part.letter);
  });
  if (given == wanted && !splits)
    return layout;
  error =
      ("layout '" + text + "': expected the dims " + letters + ", only channels in blocks").str();
  return failure();
}

Layout dl::graph::blockedLayout(StringRef letters, StringRef blocks) {
  return *Layout::parse((letters + blocks).str());
}

/// The number of spatial dims that a layout of data names; at most 3.
static size_t countSpatial(StringRef text) {
  return llvm::count_if(text, [](char c) { return StringRef("DHW").contains(c); });
}

FailureOr<Layout> dl::graph::getDataLayout(StringAttr given, size_t rank, std::string &error) {
  if (!given)
    return *Layout::parse("NC" + spatialLetters(rank - 2));
  return parseLayout(given, "NC" + spatialLetters(countSpatial(given)), "C", error);
}

FailureOr<SmallVector<int64_t>>
dl::graph::getLogicalShape(RankedTensorType type, const Layout &layout, std::string &error) {
  if (failed(layout.check(type.getShape(), &error)))
    return failure();
  // Dims that are not static are never split.
  if (layout.isPlain())
    return SmallVector<int64_t>(type.getShape());
  bool isKnown = true;
  for (auto [i, part] : llvm::enumerate(layout.getParts()))
    isKnown &= !type.isDynamicDim(i) || layout.getBlock(part.letter) == 1;
  if (isKnown)
    return layout.toLogicalShape(type.getShape());
  error =
      "layout '" + layout.str() + "': expected static extents, got " + shapeText(type.getShape());
  return failure();
}

FailureOr<ConvLayouts> dl::graph::getConvLayouts(ArrayAttr given, size_t rank, char outputs,
                                                 std::string &error) {
  ConvLayouts layouts;
  if (!given) {
    std::string spatial = spatialLetters(rank - 2);
    layouts.x = layouts.y = *Layout::parse("NC" + spatial);
    layouts.w = *Layout::parse("OI" + spatial);
    return layouts;
  }
  if (given.size() != 3) {
    error = "expected layouts of input, weights and result, got " + std::to_string(given.size());
    return failure();
  }
  SmallVector<StringRef> texts(given.getAsValueRange<StringAttr>());
  std::string spatial = spatialLetters(countSpatial(texts[0]));
  auto x = parseLayout(texts[0], "NC" + spatial, "C", error);
  auto w = parseLayout(texts[1], "OI" + spatial, "OI", error);
  auto y = parseLayout(texts[2], "NC" + spatial, "C", error);
  if (failed(x) || failed(w) || failed(y))
    return failure();
  if (w->getBlock(outputs) != y->getBlock('C')) {
    error = "expected weights and result to have output channels in equal blocks, got " +
            std::to_string(w->getBlock(outputs)) + " and " + std::to_string(y->getBlock('C'));
    return failure();
  }
  layouts = {*x, *w, *y};
  return layouts;
}

FailureOr<ConvShapes> dl::graph::inferConvShapes(std::optional<Location> loc, StringRef name,
                                                 ValueRange operands, ArrayAttr given, char outputs,
                                                 bool isWide) {
  RankedTensorType xType = tensorType(operands[0]), wType = tensorType(operands[1]);
  if (isWide ? failed(inferWideType(loc, name, operands))
             : failed(checkElementTypes(loc, name, operands)))
    return failure();
  if (!given && (xType.getRank() < 3 || xType.getRank() != wType.getRank()))
    return inferError(loc, name, "expected input and weights of one rank of at least 3, got ",
                      shapeText(xType.getShape()), " and ", shapeText(wType.getShape()),
                      ": give batch, channels and spatial dims");
  std::string error;
  auto layouts = getConvLayouts(given, xType.getRank(), outputs, error);
  if (failed(layouts))
    return inferError(loc, name, error);
  auto x = getLogicalShape(xType, layouts->x, error);
  if (failed(x))
    return inferError(loc, name, "input in ", error);
  auto w = getLogicalShape(wType, layouts->w, error);
  if (failed(w))
    return inferError(loc, name, "weights in ", error);
  return ConvShapes{*layouts, *x, *w};
}

LogicalResult dl::graph::checkConvBias(std::optional<Location> loc, StringRef name, Value bias,
                                       int64_t outputs, int64_t block) {
  if (!bias)
    return success();
  ArrayRef<int64_t> shape = tensorType(bias).getShape();
  SmallVector<int64_t> wanted = {outputs};
  if (block != 1)
    wanted = {outputs / block, block};
  bool fits = shape.size() == wanted.size();
  for (size_t i = 0; fits && i < shape.size(); ++i)
    fits = !differ(shape[i], wanted[i]);
  if (fits)
    return success();
  return inferError(loc, name, "expected a bias of ", shapeText(wanted),
                    " elements, one for each output channel, got ", shapeText(shape));
}

LogicalResult dl::graph::rewriteConvInLayouts(Operation *op, StringAttr layoutsName,
                                              OpBuilder &builder, const LayoutPlan &plan,
                                              ValueRange operands,
                                              SmallVectorImpl<Value> &results) {
  std::string plain = "NC" + spatialLetters(tensorType(op->getOperand(0)).getRank() - 2);
  const Layout &x = plan.operands[0];
  SmallVector<std::string> texts = {x.empty() ? plain : x.str(), plan.operands[1].str(),
                                    plan.results[0].str()};
  SmallVector<StringRef> layouts(texts.begin(), texts.end());
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.set(layoutsName, builder.getStrArrayAttr(layouts));
  auto rewritten = createChecked(builder, op->getLoc(), op->getName().getStringRef(), operands,
                                 attributes.getAttrs());
  if (failed(rewritten))
    return failure();
  results.push_back((*rewritten)->getResult(0));
  return success();
}

/// True where nothing that reads a value, through operators that follow its layout, is a
/// convolution that would go on in blocks.
static bool isReadPlain(Value value, int64_t depth = 16) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (depth == 0 || isa<ConvOp, ConvTransposeOp>(user))
      return false;
    return !isa<LayoutOpInterface>(user) || llvm::all_of(user->getResults(), [&](Value result) {
      return isReadPlain(result, depth - 1);
    });
  });
}

/// The vectors that an extent takes over those that its elements would fill.
static double getWaste(int64_t extent, const LayoutWishes &wishes) {
  int64_t whole = extent / wishes.block, rest = extent % wishes.block;
  int64_t steps = wishes.hasMasks ? rest != 0 : llvm::popcount(uint64_t(rest));
  return double((whole + steps) * wishes.block) / double(std::max<int64_t>(extent, 1));
}

/// Cycles for an element of a result in blocks, of which two multiply-adds of vectors are begun
/// in one, and in vectors along its rows, for which more loads are needed, and shuffles where
/// they have steps.
static double getBlockCycles(int64_t inputs, ArrayRef<int64_t> window, const LayoutWishes &wishes) {
  return double(inputs * ShapedType::getNumElements(window)) / (2 * double(wishes.block));
}
static double getRowCycles(int64_t inputs, ArrayRef<int64_t> window, int64_t width, int64_t stride,
                           const LayoutWishes &wishes) {
  return getBlockCycles(inputs, window, wishes) * getWaste(width, wishes) *
         (stride == 1 ? 1.05 : 1.25);
}

/// What transforming an element of the result takes then.
static constexpr double perTransformed = 0.5;

/// True for a convolution that stands alone, whose vectors along its rows cost less than those
/// of blocks with the transformation of its result.
static bool isBestPlain(ConvOp op, int64_t perGroup, const LayoutWishes &wishes) {
  ArrayRef<int64_t> window = tensorType(op.getW()).getShape().drop_front(2);
  int64_t width = op.getType().getShape().back();
  // Only in blocks are the channels beside each other that a step of products of bytes takes.
  if (op.getWide() || ShapedType::isDynamic(width) || llvm::any_of(window, ShapedType::isDynamic) ||
      !isReadPlain(op.getResult()))
    return false;
  return getRowCycles(perGroup, window, width, op.getStrides().back(), wishes) <
         getBlockCycles(perGroup, window, wishes) + perTransformed;
}

/// What is estimated to gain less does not always gain.
static constexpr double leastGain = 1.1;

/// Whether blocks of more channels than there are cost less than rows of `width`.
static bool gainsByPadding(int64_t inputs, int64_t outputs, ArrayRef<int64_t> window, int64_t width,
                           int64_t stride, const LayoutWishes &wishes) {
  double more = double(llvm::alignTo(outputs, wishes.block)) / double(outputs);
  return (getBlockCycles(inputs, window, wishes) * more + perTransformed) * leastGain <
         getRowCycles(inputs, window, width, stride, wishes);
}

bool dl::graph::gainsByPaddedChannels(ConvOp op, const LayoutWishes &wishes) {
  RankedTensorType x = tensorType(op.getX()), w = tensorType(op.getW());
  int64_t outputs = op.getType().getDimSize(1) / op.getGroup();
  // Blocks of a depthwise one hold several groups.
  bool isDepthwise = op.getGroup() > 1 && outputs == 1 && w.getDimSize(1) == 1;
  return !op.getLayouts() && !isDepthwise && outputs > 0 && x.hasStaticShape() &&
         w.hasStaticShape() && outputs % wishes.block != 0 &&
         gainsByPadding(w.getDimSize(1), outputs, w.getShape().drop_front(2),
                        op.getType().getShape().back(), op.getStrides().back(), wishes);
}

bool dl::graph::gainsByPaddedChannels(ConvTransposeOp op, const LayoutWishes &wishes) {
  RankedTensorType x = tensorType(op.getX()), w = tensorType(op.getW());
  int64_t outputs = op.getType().getDimSize(1);
  if (op.getLayouts() || op.getGroup() != 1 || outputs == 0 || !x.hasStaticShape() ||
      !w.hasStaticShape() || outputs % wishes.block == 0)
    return false;
  // Each phase of the steps is a convolution of the input by a part of the window.
  SmallVector<int64_t> window(w.getShape().drop_front(2));
  for (auto [extent, stride] : llvm::zip_equal(window, op.getStrides()))
    extent = llvm::divideCeil(extent, stride);
  return gainsByPadding(w.getDimSize(0), outputs, window, x.getShape().back(), /*stride=*/1,
                        wishes);
}

/// The channels in a block of the input of a convolution: those that a step of products of narrow
/// numbers takes, or the largest part of them that divides what a group has.
static int64_t getInputBlock(ConvOp op, const LayoutWishes &wishes) {
  RankedTensorType x = tensorType(op.getX());
  if (!op.getWide() || wishes.stepBytes == 0 || x.isDynamicDim(1))
    return wishes.block;
  int64_t block = wishes.stepBytes * 8 / x.getElementTypeBitWidth();
  int64_t perGroup = x.getDimSize(1) / op.getGroup();
  while (block > wishes.block && perGroup % block != 0)
    block /= 2;
  return std::max(block, wishes.block);
}

/// Values between a convolution and those that read it, as far as they are looked through: residual
/// connections lead from one to the next through a whole model.
static constexpr size_t mostBetween = 64;

/// The block in which convolutions read a value, through operators that follow its layout.
static int64_t getReadersBlock(Value value, const LayoutWishes &wishes) {
  int64_t block = wishes.block;
  if (wishes.stepBytes == 0)
    return block;
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < std::min(values.size(), mostBetween); ++i)
    for (Operation *user : values[i].getUsers()) {
      auto conv = dyn_cast<ConvOp>(user);
      if (!conv && isa<LayoutOpInterface>(user))
        values.insert_range(user->getResults());
      else if (conv && conv.getX() == values[i] && tensorType(conv.getW()).getDimSize(1) > 1)
        block = std::max(block, getInputBlock(conv, wishes));
      else if (conv && conv.getX() == values[i] && conv.getGroup() > 1)
        // One for each channel works on the blocks that it finds.
        values.insert(conv.getResult());
    }
  return block;
}

/// Weights that change with each run are reordered in each run, for which memory is waited for:
/// that is worth it where each is multiplied by so many elements.
static constexpr int64_t leastUses = 256;

/// True for weights that are constant, or that enough elements of a channel of the result use.
static bool mayReorderWeights(ConvOp op) {
  RankedTensorType type = op.getType();
  if (matchPattern(op.getW(), m_Constant()))
    return true;
  if (op.getGroup() > 1 || !type.hasStaticShape() || !tensorType(op.getW()).hasStaticShape())
    return false;
  return type.getNumElements() > 0 && type.getNumElements() >= leastUses * type.getDimSize(1);
}

FailureOr<LayoutPlan> ConvOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &wishes) {
  int64_t spatialRank = tensorType(getX()).getRank() - 2;
  if (getLayouts() || spatialRank > 3 || !mayReorderWeights(*this) ||
      tensorType(getX()).isDynamicDim(1))
    return failure();
  int64_t block = wishes.block;
  int64_t channels = tensorType(getX()).getDimSize(1), outputs = getType().getDimSize(1);
  int64_t perGroup = channels / getGroup(), outputsPerGroup = outputs / getGroup();
  bool isDepthwise = getGroup() > 1 && perGroup == 1 && outputsPerGroup == 1;
  bool isBlocked = !operands[0].empty();
  int64_t ofInput = getInputBlock(*this, wishes), ofOutput = getReadersBlock(getResult(), wishes);
  // What has come in other blocks is read as it is.
  if (int64_t known = isBlocked ? operands[0].getBlock('C') : 1; known > 1 && !getWide())
    ofInput = (isDepthwise ? channels : perGroup) % known == 0 ? known : block;
  if (isDepthwise)
    ofInput = ofOutput = isBlocked ? ofInput : channels % ofOutput == 0 ? ofOutput : block;
  else if (outputsPerGroup % ofOutput != 0)
    ofOutput = block;
  bool fits = (isDepthwise ? channels : perGroup) % ofInput == 0;
  // Machines with masks have registers for steps over rows of a window, which an input in blocks
  // does without.
  bool readsPlain =
      wishes.weighsMoves && wishes.hasMasks && !isBlocked && !isDepthwise && !getWide();
  bool blocksInput = fits && !readsPlain;
  bool blocksOutput = isDepthwise ? fits : outputsPerGroup % ofOutput == 0;
  // Groups that are smaller than a block would be torn apart.
  bool tearsGroups = getGroup() > 1 && !fits && (isBlocked || !wishes.weighsMoves || getWide());
  if (!blocksOutput || tearsGroups ||
      (wishes.weighsMoves && !isBlocked && isBestPlain(*this, perGroup, wishes)))
    return failure();

  std::string spatial = spatialLetters(spatialRank);
  std::string in = std::to_string(ofInput), out = std::to_string(ofOutput);
  LayoutPlan plan;
  plan.operands.push_back(blocksInput ? blockedLayout("NC" + spatial, in + "c") : Layout());
  std::string inner = blocksInput && !isDepthwise ? in + "i" : "";
  plan.operands.push_back(blockedLayout("OI" + spatial, inner + out + "o"));
  if (getBias())
    plan.operands.push_back(blockedLayout("O", out + "o"));
  plan.results.push_back(blockedLayout("NC" + spatial, out + "c"));
  return plan;
}

LogicalResult ConvOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                       ValueRange operands, SmallVectorImpl<Value> &results) {
  return rewriteConvInLayouts(*this, getLayoutsAttrName(), builder, plan, operands, results);
}

/// The mean over dims that are not split is the mean over these dims of the tensor
/// in memory; kept dims leave the layout as it is.
FailureOr<LayoutPlan> ReduceMeanOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  const Layout &layout = operands[0];
  if (layout.empty() || !getKeepdims())
    return failure();
  std::string letters = layout.getPlain().getLetters();
  for (int64_t axis : getAxes())
    if (layout.getBlock(letters[axis]) != 1)
      return failure();
  return LayoutPlan{{layout}, {layout}};
}

LogicalResult ReduceMeanOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                             ValueRange operands, SmallVectorImpl<Value> &results) {
  const Layout &layout = plan.operands[0];
  std::string letters = layout.getPlain().getLetters();
  SmallVector<int64_t> axes;
  for (int64_t axis : getAxes())
    axes.push_back(layout.getPosition(letters[axis]));
  llvm::sort(axes);
  return rewriteInMemory(*this, builder, operands,
                         {{getAxesAttrName(), builder.getDenseI64ArrayAttr(axes)}}, results);
}
