//===-- PartitionVdla.cpp - what the accelerator runs ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-partition-vdla: groups of integer operators become kernels for the device, on channels in
// blocks of its tile, and a remark tells why the others stay on the CPU.
//
//===----------------------------------------------------------------------===//
#include "PackedTensors.h"

#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Dialect/Vdla/IR/Vdla.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace dl::graph {
#define GEN_PASS_DEF_PARTITIONVDLAPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl;
using namespace dl::graph;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

namespace {
struct PartitionVdla : dl::graph::impl::PartitionVdlaPassBase<PartitionVdla> {
  using PartitionVdlaPassBase::PartitionVdlaPassBase;

  void runOnOperation() override {
    FailureOr<vdla::ConfigAttr> config = vdla::getConfig(getOperation());
    if (failed(config))
      return signalPassFailure();
    reasons.clear();
    const vdla::Config &machine = config->getModel().getConfig();
    const vdla::TileShape &tile = machine.tile;
    PackedTensors tensors(tile.blockIn);
    packed = &tensors;
    SmallVector<Operation *> ops;
    for (Operation &op : getOperation().getBody().getOps())
      ops.push_back(&op);
    bool isSquare = tile.batch == 1 && tile.blockIn == tile.blockOut;
    for (Operation *op : ops) {
      if (!isSquare && isa<RequantizeOp, MaxPoolOp>(op))
        reasons[op] = "the machine multiplies other tiles than one row by a square";
      else if (auto rescaled = dyn_cast<RequantizeOp>(op))
        offloadRescaled(rescaled);
      else if (auto pool = dyn_cast<MaxPoolOp>(op))
        offloadPool(pool);
    }
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op)) {
        reasons.erase(op);
        op->erase();
      }
    tellWhatIsLeft();
  }

private:
  void leave(Operation *op, const llvm::Twine &reason) { reasons[op] = reason.str(); }

  /// A group that ends in a rescaling, by what makes its sums.
  void offloadRescaled(RequantizeOp op) {
    Operation *sums = op.getX().getDefiningOp();
    if (!sums || !op.getX().hasOneUse())
      return leave(op, "its sums are read elsewhere, too");
    if (auto conv = dyn_cast<ConvOp>(sums))
      return offloadConv(conv, op);
    if (auto product = dyn_cast<MatMulOp>(sums))
      return offloadDense(product, op);
    if (auto sum = dyn_cast<AddOp>(sums))
      return offloadAdd(sum, op);
    leave(op, "a rescaling alone costs more to move than to compute");
  }

  /// Whether channels fill enough of their blocks.
  bool fillsBlocks(int64_t channels) const {
    return double(channels) >= minFill * double(packed->roundUp(channels));
  }
  std::string describeFill(int64_t channels) const {
    return std::to_string(channels) + " input channels fill less than " +
           std::to_string(int64_t(minFill * 100)) + " % of blocks of " +
           std::to_string(packed->getBlock());
  }

  void offloadConv(ConvOp conv, RequantizeOp op) {
    RankedTensorType x = getType(conv.getX()), y = getType(conv);
    if (!conv.getWide() || conv.getLayouts() || !x.hasStaticShape() || x.getRank() != 4)
      return leave(conv,
                   "a convolution over other than two spatial dims, of shapes that are known");
    if (conv.getGroup() != 1)
      return leave(conv, "a convolution of " + llvm::Twine(conv.getGroup()) +
                             " groups: the matrix unit multiplies all channels of a block");
    if (!fillsBlocks(x.getDimSize(1)))
      return leave(conv, describeFill(x.getDimSize(1)));
    OpBuilder builder(op);
    ConvOp::Properties properties = conv.getProperties();
    int64_t block = packed->getBlock();
    std::string channels = std::to_string(block) + "c";
    std::string layouts[] = {"NCHW" + channels,
                             "OIHW" + std::to_string(block) + "o" + std::to_string(block) + "i",
                             "NCHW" + channels};
    properties.layouts = builder.getStrArrayAttr(
        {StringRef(layouts[0]), StringRef(layouts[1]), StringRef(layouts[2])});
    Value w = packed->packWeights(builder, conv.getW(), /*isMatrix=*/false);
    if (!w)
      return leave(conv, "its weights are no constant");
    replaceByConv(builder, op, conv, packed->pack(builder, conv.getLoc(), conv.getX()), w,
                  properties, y);
  }

  /// A product of matrices is a convolution of an image of one element for each row.
  void offloadDense(MatMulOp product, RequantizeOp op) {
    RankedTensorType x = getType(product.getA()), w = getType(product.getB());
    if (!product.getWide() || !x.hasStaticShape() || x.getRank() != 2 || w.getRank() != 2)
      return leave(product, "a product of other than two matrices of shapes that are known");
    if (!fillsBlocks(x.getDimSize(1)))
      return leave(product, describeFill(x.getDimSize(1)));
    OpBuilder builder(op);
    Value weights = packed->packWeights(builder, product.getB(), /*isMatrix=*/true);
    if (!weights)
      return leave(product, "its second matrix is no constant");
    Value rows = packed->packRows(builder, product.getLoc(), product.getA());
    ConvOp::Properties properties;
    properties.strides = properties.dilations = builder.getDenseI64ArrayAttr({1, 1});
    properties.pads = builder.getDenseI64ArrayAttr({0, 0, 0, 0});
    properties.group = builder.getI64IntegerAttr(1);
    properties.wide = builder.getUnitAttr();
    int64_t block = packed->getBlock();
    std::string data = "NCHW" + std::to_string(block) + "c";
    std::string kernel = "OIHW" + std::to_string(block) + "o" + std::to_string(block) + "i";
    properties.layouts =
        builder.getStrArrayAttr({StringRef(data), StringRef(kernel), StringRef(data)});
    RankedTensorType y = getType(product);
    auto image = y.clone({y.getDimSize(0), y.getDimSize(1), 1, 1});
    replaceByConv(builder, op, product, rows, weights, properties, image);
  }

  /// Builds conv and rescaling as a kernel in place of `op`, whose sums `sums` makes, of the plain
  /// shape of `y`.
  void replaceByConv(OpBuilder &builder, RequantizeOp op, Operation *sums, Value x, Value w,
                     const ConvOp::Properties &properties, RankedTensorType y) {
    SmallVector<Value> operands = {x, w};
    for (Value numbers : {op.getBias(), op.getMultiplier(), op.getShift()}) {
      Value constant = packed->packChannels(builder, numbers);
      if (!constant)
        return leave(sums, "its scales are no constants");
      operands.push_back(constant);
    }
    auto build = [&](OpBuilder &inner, ValueRange arguments) -> Value {
      auto conv = createChecked<ConvOp>(inner, sums->getLoc(), arguments.take_front(2),
                                        getAttributes(properties));
      return succeeded(conv) ? rescale(inner, op, conv->getResult(), arguments.drop_front(2))
                             : Value();
    };
    replace(builder, op, sums, "graph.conv", operands, build, y.clone(builder.getI8Type()));
  }

  /// ka * a + kb * b of bytes.
  void offloadAdd(AddOp sum, RequantizeOp op) {
    SmallVector<Value> operands;
    SmallVector<MulOp> factors;
    for (Value addend : {sum.getLhs(), sum.getRhs()}) {
      auto product = addend.getDefiningOp<MulOp>();
      auto wide = product ? product.getLhs().getDefiningOp<CastOp>() : CastOp();
      if (!wide || !getType(wide.getX()).getElementType().isSignlessInteger(8) ||
          !matchPattern(product.getRhs(), m_Constant()) ||
          getType(product.getRhs()).getNumElements() != 1)
        return leave(sum, "a sum of other than two scaled tensors of bytes");
      factors.push_back(product);
      operands.push_back(wide.getX());
    }
    RankedTensorType type = getType(operands[0]);
    if (!type.hasStaticShape() || type.getRank() != 4)
      return leave(sum, "a sum of tensors of other than four dims of extents that are known");
    if (!fillsBlocks(type.getDimSize(1)))
      return leave(sum, describeFill(type.getDimSize(1)));
    if (llvm::none_of(operands, [&](Value operand) { return packed->isPacked(operand); }))
      return leave(sum, "a sum alone costs more to move than to compute");
    OpBuilder builder(op);
    for (Value &operand : operands)
      operand = packed->pack(builder, sum.getLoc(), operand);
    for (MulOp factor : factors)
      operands.push_back(factor.getRhs());
    for (Value numbers : {op.getBias(), op.getMultiplier(), op.getShift()})
      operands.push_back(packed->packChannels(builder, numbers));
    if (llvm::is_contained(operands, Value()))
      return leave(sum, "its scales are no constants");
    auto build = [&](OpBuilder &inner, ValueRange arguments) -> Value {
      CheckedBuilder graph(inner, sum.getLoc());
      Value addends[2];
      for (unsigned i : {0, 1})
        addends[i] = graph.mul(graph.cast(arguments[i], inner.getI32Type()), arguments[2 + i]);
      return rescale(inner, op, graph.add(addends[0], addends[1]), arguments.drop_front(4));
    };
    replace(builder, op, sum, "graph.add", operands, build, type);
  }

  void offloadPool(MaxPoolOp op) {
    RankedTensorType x = getType(op.getX());
    if (!x.getElementType().isSignlessInteger(8))
      return;
    if (op.getLayout() || !x.hasStaticShape() || x.getRank() != 4)
      return leave(op, "pooling over other than two spatial dims, of shapes that are known");
    if (!fillsBlocks(x.getDimSize(1)))
      return leave(op, describeFill(x.getDimSize(1)));
    if (!packed->isPacked(op.getX()) && !isReadByOthers(op))
      return leave(op, "pooling alone costs more to move than to compute");
    OpBuilder builder(op);
    MaxPoolOp::Properties properties = op.getProperties();
    properties.layout = builder.getStringAttr("NCHW" + std::to_string(packed->getBlock()) + "c");
    SmallVector<Value> operands = {packed->pack(builder, op.getLoc(), op.getX())};
    auto build = [&](OpBuilder &inner, ValueRange arguments) -> Value {
      auto pool =
          createChecked<MaxPoolOp>(inner, op.getLoc(), arguments, getAttributes(properties));
      return succeeded(pool) ? pool->getResult() : Value();
    };
    replace(builder, op, op, "graph.max_pool", operands, build, getType(op));
  }

  /// Whether a convolution that the device may run reads a value.
  static bool isReadByOthers(Operation *op) {
    return llvm::any_of(op->getUsers(), [](Operation *user) {
      auto conv = dyn_cast<ConvOp>(user);
      return conv && conv.getWide() && conv.getGroup() == 1;
    });
  }

  template <typename Properties> ArrayRef<NamedAttribute> getAttributes(const Properties &given) {
    using OpTy =
        std::conditional_t<std::is_same_v<Properties, ConvOp::Properties>, ConvOp, MaxPoolOp>;
    return cast<DictionaryAttr>(OpTy::getPropertiesAsAttr(&getContext(), given)).getValue();
  }

  static Value rescale(OpBuilder &builder, RequantizeOp op, Value sums, ValueRange numbers) {
    if (!sums)
      return {};
    CheckedBuilder graph(builder, op.getLoc());
    return graph.make<RequantizeOp>({sums, numbers[0], numbers[1], numbers[2]}, op.getProperties());
  }

  /// Replaces `op` by a kernel for the device, and what reads it by the plain form.
  void replace(OpBuilder &builder, Operation *op, Operation *sums, StringRef root,
               ArrayRef<Value> operands, llvm::function_ref<Value(OpBuilder &, ValueRange)> build,
               RankedTensorType plain) {
    Location loc = FusedLoc::get(&getContext(), {sums->getLoc(), op->getLoc()});
    auto fused = FusedOp::create(builder, loc, packed->getPackedType(plain), operands,
                                 builder.getStringAttr(root), builder.getStringAttr("vdla"));
    Block &body = fused.getBody().emplaceBlock();
    for (Value operand : operands)
      body.addArgument(operand.getType(), operand.getLoc());
    OpBuilder inner = OpBuilder::atBlockEnd(&body);
    Value yielded = build(inner, body.getArguments());
    assert(yielded && "what is plain can be packed");
    YieldOp::create(inner, loc, yielded);
    Value unpacked = packed->unpack(builder, loc, fused.getResult(0), plain);
    CheckedBuilder graph(builder, loc);
    Value result = graph.reshape(unpacked, getType(op->getResult(0)).getShape());
    packed->setPacked(result, fused.getResult(0));
    op->getResult(0).replaceAllUsesWith(result);
    ++numOffloaded;
  }

  void tellWhatIsLeft() {
    for (Operation &op : getOperation().getBody().getOps()) {
      auto fused = dyn_cast<FusedOp>(op);
      if (!isa<FusionOpInterface>(op) || isa<ReshapeOp>(op) || (fused && fused.getDevice()) ||
          packed->isOwn(&op))
        continue;
      auto known = reasons.find(&op);
      std::string reason = known != reasons.end() ? known->second : getGeneralReason(&op);
      remark::missed(op.getLoc(), remark::RemarkOpts::name("OnCpu")
                                      .category("graph-partition-vdla")
                                      .function(getOperation().getName()))
          << remark::reason("{0}: {1}", op.getName().getStringRef().str(), reason);
      ++numLeft;
    }
  }

  static std::string getGeneralReason(Operation *op) {
    auto isFloat = [](Type type) {
      return isa<FloatType>(cast<RankedTensorType>(type).getElementType());
    };
    if (llvm::any_of(op->getOperandTypes(), isFloat) || llvm::any_of(op->getResultTypes(), isFloat))
      return "it computes with floats";
    return "the device has no kernel of it";
  }

  PackedTensors *packed = nullptr;
  /// Why operators stay on the CPU.
  llvm::DenseMap<Operation *, std::string> reasons;
};
} // namespace
