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

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace dl::schedule {

using AxisId = int;

/// Marks an extent that is known only at run time.
constexpr int64_t dynamicExtent = -1;

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
/// What happens to the iterations that a split leaves over.
enum class TailPolicy : uint8_t { Peel, Guard };
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

  bool operator==(const AxisNode &other) const;
};

/// The iteration tree of one stage. Ids are indices into `nodes` and are never
/// reused, so a stale id is detectable by its state.
class IterationTree {
public:
  IterationTree() = default;

  /// Appends a root axis and makes it the last leaf.
  AxisId addRoot(std::string name, int64_t extent, AxisKind kind);

  /// Splits leaf `axis` into outer and inner, the inner one of extent `factor`.
  /// Precondition: the axis is live and factor >= 1.
  std::pair<AxisId, AxisId> split(AxisId axis, int64_t factor, TailPolicy tail);
  /// Fuses two adjacent leaves into one axis of both extents' product.
  AxisId fuse(AxisId outer, AxisId inner);
  /// Puts the given leaves, in this order, into the positions they occupy now.
  void reorder(const std::vector<AxisId> &order);
  void annotate(AxisId axis, Annotation annotation) { nodes[axis].annotation = annotation; }

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
  std::vector<AxisId> getRoots() const;
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
  int64_t getExtent(AxisId axis) const;
  /// The distance in root iterations between two steps of a split part, and the
  /// root it belongs to. Precondition: no fused axis among its ancestors.
  std::pair<AxisId, int64_t> getRootAndStride(AxisId axis) const;
  /// True if a fused axis is among the ancestors of `axis`, itself included.
  bool derivesFromFused(AxisId axis) const;
  /// The root axes from which `axis` is made.
  std::vector<AxisId> getRootsOf(AxisId axis) const;
  /// The unfused axes whose product `axis` is, outermost first: itself, unless fused.
  std::vector<AxisId> getParts(AxisId axis) const;
  /// The axes made from `axis` by one step: two by split, one by fuse.
  std::vector<AxisId> getChildren(AxisId axis) const;
  /// True if both are parts of one root and `inner` runs within one step of
  /// `outer`. Precondition: neither derives from a fused axis.
  bool isInside(AxisId inner, AxisId outer) const;

  Placement getPlacement() const { return placement; }
  const std::string &getAttachStage() const { return attachStage; }
  AxisId getAttachAxis() const { return attachAxis; }

  bool operator==(const IterationTree &other) const;

  /// Readable text, inverse of `parse`, for the attribute and for records: the
  /// roots, the steps in the order they were made, then order, annotations and
  /// placement (the attach axis by its id in the consumer's tree).
  ///   axes(i=512, j=128) reduce(k=256) split(i by 8) split(k by 4, guard)
  ///   fuse(i.o, j) order(i.o*j, k.o, k.i, i.i) parallel(i.o*j)
  ///   vectorize(i.i) at(D[4])
  std::string str() const;
  /// Reads `str`'s form. On failure returns false and sets `error`.
  static bool parse(const std::string &text, IterationTree &tree, std::string &error);

private:
  std::vector<AxisNode> nodes;
  std::vector<AxisId> leaves;
  std::string intrinsic;
  Placement placement = Placement::Root;
  std::string attachStage;
  AxisId attachAxis = -1;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_ITERATIONTREE_H
