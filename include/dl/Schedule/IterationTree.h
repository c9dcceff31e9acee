//===-- IterationTree.h - the axes of a stage and their history -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration tree of one stage: root axes, the axes made from them by split
// and fuse, and the ordered list of live leaves. Plain C++ without MLIR, so
// that schedule operations, default rules, search and feature extraction share
// one implementation. Extents of derived axes are never stored: where a stage
// is attached to a consumer its root extents shrink, and the same splits apply
// to the smaller range. The idea is that of Halide's and TVM's iteration
// relations.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_ITERATIONTREE_H
#define DL_SCHEDULE_ITERATIONTREE_H

#include "dl/ADT/SharedVector.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dl::schedule {

using AxisId = int;

/// Marks an extent that is known only at run time.
constexpr int64_t dynamicExtent = -1;

/// Stands for such an extent where what does not depend on it is computed: longer than any
/// that there is, and short enough to be multiplied.
constexpr int64_t unknownExtent = int64_t(1) << 40;

enum class AxisKind : uint8_t { Spatial, Reduction };
enum class Relation : uint8_t { Root, SplitOuter, SplitInner, Fused };
enum class AxisState : uint8_t { Live, Split, Fused };
/// Of bound axes: an index of blocks or of threads, or a virtual thread.
enum class Annotation : uint8_t {
  None,
  Parallel,
  Vectorize,
  Unroll,
  Tensorize,
  BlockX,
  BlockY,
  BlockZ,
  ThreadX,
  ThreadY,
  ThreadZ,
  VThread
};
/// What happens to the iterations that a split leaves over: they run in steps of
/// their own size, behind a test in the same loop, or the last step starts earlier
/// and computes some elements a second time, or it is as long as the others and what
/// it has too many is masked.
enum class TailPolicy : uint8_t { Peel, Guard, Shift, Mask };
enum class Placement : uint8_t { Root, Inline, At };

/// The name of the primitive that annotates so, as in the text of trees; null for None.
const char *getAnnotationName(Annotation annotation);

/// One axis. `parents` are the split axis (first only) or the two fused axes.
struct AxisNode {
  std::string name;
  AxisKind kind = AxisKind::Spatial;
  Relation relation = Relation::Root;
  AxisState state = AxisState::Live;
  Annotation annotation = Annotation::None;
  TailPolicy tail = TailPolicy::Peel;
  /// Root: the extent. Split parts: the factor, i.e. the extent of the inner part.
  int64_t extent = 0;
  AxisId parents[2] = {-1, -1};
  /// Roots only. Iterations at which the axis is cut into ranges with loops of
  /// their own, ascending; extents for which a dynamic axis gets loops of its own.
  std::vector<int64_t> cuts, versions;
  /// Keys and values for later passes, which loops of the axis carry.
  std::map<std::string, std::string> notes;

  bool operator==(const AxisNode &other) const;
};

/// Steps of `stride` iterations along a root axis: what an axis without fused
/// ancestors is, and what others are a product of.
struct AxisPart {
  AxisId root;
  int64_t stride;
  /// Number of steps, the incomplete last one included.
  int64_t extent;
  /// Numbers of iterations of the root in which the steps are made: the root's
  /// extent, and the step of each axis that this one is the inner part of.
  std::vector<int64_t> ranges;
  /// What happens to iterations that do not make a whole step.
  TailPolicy tail = TailPolicy::Peel;
  /// `o` and `i` for each split on the way from the root: of two parts of a root, the
  /// one that is less runs within one step of the other.
  std::string path = {};

  /// True if some step may cover less than the others.
  bool hasIncompleteStep() const;
};

/// How the values of a stage are kept.
struct Storage {
  /// Memory scope; empty: where the target keeps values of its kind.
  std::string scope;
  /// Strides of dimensions that are padded: the stride of dimension `dim` is
  /// `offset` modulo `factor` elements.
  struct Alignment {
    int dim;
    int64_t factor, offset;
    bool operator==(const Alignment &other) const {
      return dim == other.dim && factor == other.factor && offset == other.offset;
    }
  };
  std::vector<Alignment> alignments;
  /// Two buffers: the next part is computed before the present one is used.
  bool isDouble = false;

  bool operator==(const Storage &other) const {
    return scope == other.scope && alignments == other.alignments && isDouble == other.isDouble;
  }
};

/// The iteration tree of one stage. Ids are indices into `nodes` and are never
/// reused, so a stale id is detectable by its state.
class IterationTree {
public:
  IterationTree() = default;

  /// Appends a root axis and makes it the last leaf.
  AxisId addRoot(std::string name, int64_t extent, AxisKind kind);

  /// Splits leaf `axis` into outer and inner, the inner one of extent `factor`.
  /// Precondition: the axis is live, factor >= 1, and `canSplit`.
  std::pair<AxisId, AxisId> split(AxisId axis, int64_t factor, TailPolicy tail);
  /// Fuses two adjacent leaves into one axis of both extents' product.
  AxisId fuse(AxisId outer, AxisId inner);
  /// Puts the given leaves, in this order, into the positions they occupy now.
  void reorder(const std::vector<AxisId> &order);
  void setExtent(AxisId root, int64_t extent);
  void annotate(AxisId axis, Annotation annotation) { nodes[axis].annotation = annotation; }
  /// Sets a note of a leaf; an empty value takes it away.
  void setNote(AxisId axis, const std::string &key, const std::string &value);
  void setCuts(AxisId root, std::vector<int64_t> cuts) { nodes[root].cuts = std::move(cuts); }
  void addVersion(AxisId root, int64_t extent) { nodes[root].versions.push_back(extent); }
  void dropFirstVersion(AxisId root) { nodes[root].versions.erase(nodes[root].versions.begin()); }
  /// The accumulator is set to the combiner's identity before the loop over this
  /// leaf; -1: before the outermost reduction loop.
  void setInitAxis(AxisId axis) { initAxis = axis; }
  AxisId getInitAxis() const { return initAxis; }
  void setStorage(Storage value) { storage = std::move(value); }
  const Storage &getStorage() const { return storage; }

  /// The intrinsic that computes the tensorized leaves; empty without such.
  void setIntrinsic(std::string name) { intrinsic = std::move(name); }
  const std::string &getIntrinsic() const { return intrinsic; }

  void placeAt(std::string consumer, AxisId axis);
  void placeInline();
  void placeRoot();

  const AxisNode &operator[](AxisId axis) const { return nodes[axis]; }
  int size() const { return static_cast<int>(nodes.size()); }
  bool contains(AxisId axis) const { return axis >= 0 && axis < size(); }
  const std::vector<AxisId> &getLeaves() const { return leaves; }
  /// Position of a leaf in the order, or -1.
  int getPosition(AxisId axis) const;
  /// The live axis of this name, or -1.
  AxisId lookup(const std::string &name) const;
  const SharedVector<AxisId, 8> &getRoots() const { return roots; }
  /// Of the root axes, which are the dimensions of the stage's result.
  int getNumSpatial() const;
  bool hasReduction() const;

  /// True for axes that make no loop: vectorized, unrolled and tensorized ones. They
  /// form the register tile.
  bool isRegister(AxisId axis) const;

  /// Extent of an axis when root r has extent `rootExtents[r]` (indexed by the
  /// root's id); dynamicExtent where it depends on one. Tails round up: an outer
  /// part counts the incomplete last step, and an inner part has its factor, or
  /// its whole range where that is smaller.
  int64_t getExtent(AxisId axis, const std::vector<int64_t> &rootExtents) const;
  /// Extent with the roots' own extents.
  int64_t getExtent(AxisId axis) const { return facts[axis]->extent; }
  /// True if each step of `axis` split by `factor` is a box: the factor divides the
  /// innermost of its parts, or is a multiple of it and so on outwards.
  ///   fuse(i=6, j=4) by 2: j by 2;  by 12: i by 3, all of j;  by 3: no box
  bool canSplit(AxisId axis, int64_t factor) const;
  /// True if a fused axis is among the ancestors of `axis`, itself included.
  bool derivesFromFused(AxisId axis) const;
  /// The root axes from which `axis` is made.
  const std::vector<AxisId> &getRootsOf(AxisId axis) const { return facts[axis]->roots; }
  /// True if `root` is one of them.
  bool isMadeOf(AxisId axis, AxisId root) const;
  /// The parts whose product `axis` is, outermost first.
  const std::vector<AxisPart> &getParts(AxisId axis) const { return facts[axis]->parts; }
  /// True if an incomplete last step of a leaf's part is masked: all that is inside of the
  /// step along its root is in the register tile. A loop inside has a rest of its own.
  bool masksTail(const AxisPart &part) const;
  /// The live reduction axes in the order in which they run through the reduction's
  /// points as the roots do.
  std::vector<AxisId> getReductionOrder() const;
  /// The axes made from `axis` by one step: two by split, one by fuse.
  std::vector<AxisId> getChildren(AxisId axis) const;

  Placement getPlacement() const { return placement; }
  const std::string &getAttachStage() const { return attachStage; }
  AxisId getAttachAxis() const { return attachAxis; }

  bool operator==(const IterationTree &other) const;
  /// The roots alone, without any step.
  IterationTree getPlain() const;

  /// Readable text, inverse of `parse`, for the attribute and for records: the
  /// roots, the steps in the order they were made, then order, annotations, storage
  /// and placement (the attach axis by its id in the consumer's tree).
  ///   axes(i=512, j=128) reduce(k=256) split(i by 8) split(k by 4, guard)
  ///   fuse(i.o, j) order(i.o*j, k.o, k.i, i.i) parallel(i.o*j)
  ///   vectorize(i.i) at(D[4])
  std::string str() const;
  /// Reads `str`'s form. On failure returns false and sets `error`.
  static bool parse(const std::string &text, IterationTree &tree, std::string &error);

private:
  /// What follows of an axis from how it was made.
  struct AxisFacts {
    std::vector<AxisPart> parts;
    std::vector<AxisId> roots;
    /// With the roots' own extents.
    int64_t extent;
  };

  void writeStorage(std::string &out) const;
  /// Puts an axis at the end of the nodes.
  AxisId addNode(AxisNode node);
  /// The facts of an axis from those of its parents.
  std::shared_ptr<const AxisFacts> makeFacts(AxisId axis) const;
  std::vector<AxisPart> makeParts(AxisId axis) const;
  std::vector<AxisId> makeRootsOf(AxisId axis) const;
  /// The extent of an axis that is no root from what `getExtentOf` gives for its parents.
  template <typename GetExtentOf> int64_t makeExtent(AxisId axis, GetExtentOf getExtentOf) const;

  std::vector<AxisNode> nodes;
  /// By axis; copies of the tree share them.
  std::vector<std::shared_ptr<const AxisFacts>> facts;
  std::vector<AxisId> leaves;
  /// Those of the nodes that are roots.
  SharedVector<AxisId, 8> roots;
  std::string intrinsic;
  AxisId initAxis = -1;
  Storage storage;
  Placement placement = Placement::Root;
  std::string attachStage;
  AxisId attachAxis = -1;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_ITERATIONTREE_H
