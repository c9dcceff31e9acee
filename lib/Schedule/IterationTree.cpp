//===-- IterationTree.cpp - edits and queries of the iteration tree -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits and queries. Preconditions are asserted; legality with reasons is the
// business of the primitives.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/IterationTree.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace dl::schedule;

static int64_t ceilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/// The product, or the largest value where it does not fit: trees may come from
/// files, and no real extent is that large.
static int64_t saturatingMul(int64_t a, int64_t b) {
  return b != 0 && a > std::numeric_limits<int64_t>::max() / b ? std::numeric_limits<int64_t>::max()
                                                               : a * b;
}

bool AxisNode::operator==(const AxisNode &other) const {
  return name == other.name && kind == other.kind && relation == other.relation &&
         state == other.state && annotation == other.annotation && tail == other.tail &&
         extent == other.extent && parents[0] == other.parents[0] &&
         parents[1] == other.parents[1] && cuts == other.cuts && versions == other.versions &&
         notes == other.notes;
}

bool IterationTree::operator==(const IterationTree &other) const {
  return nodes == other.nodes && leaves == other.leaves && intrinsic == other.intrinsic &&
         initAxis == other.initAxis && storage == other.storage && placement == other.placement &&
         attachStage == other.attachStage && attachAxis == other.attachAxis;
}

/// A name that no node has yet: derived names follow from the parents' names,
/// and a root may have been given such a name already.
static std::string makeUnique(const std::vector<AxisNode> &nodes, const std::string &name) {
  auto taken = [&](const std::string &candidate) {
    return std::any_of(nodes.begin(), nodes.end(),
                       [&](const AxisNode &node) { return node.name == candidate; });
  };
  std::string result = name;
  for (int suffix = 1; taken(result); ++suffix)
    result = name + "_" + std::to_string(suffix);
  return result;
}

AxisId IterationTree::addNode(AxisNode node) {
  nodes.push_back(std::move(node));
  facts.push_back(makeFacts(size() - 1));
  return size() - 1;
}

AxisId IterationTree::addRoot(std::string name, int64_t extent, AxisKind kind) {
  AxisNode node;
  node.name = makeUnique(nodes, name);
  node.kind = kind;
  node.extent = extent;
  AxisId root = addNode(std::move(node));
  roots.push_back(root);
  leaves.push_back(root);
  return root;
}

std::pair<AxisId, AxisId> IterationTree::split(AxisId axis, int64_t factor, TailPolicy tail) {
  int position = getPosition(axis);
  assert(position >= 0 && factor >= 1 && canSplit(axis, factor) &&
         "split needs a live axis and a factor that makes boxes");
  auto addPart = [&](Relation relation, const char *suffix) {
    AxisNode part;
    part.name = makeUnique(nodes, nodes[axis].name + suffix);
    part.kind = nodes[axis].kind;
    part.relation = relation;
    part.tail = tail;
    part.extent = factor;
    part.parents[0] = axis;
    return addNode(std::move(part));
  };
  AxisId outer = addPart(Relation::SplitOuter, ".o");
  AxisId inner = addPart(Relation::SplitInner, ".i");
  nodes[axis].state = AxisState::Split;
  nodes[axis].annotation = Annotation::None;
  nodes[outer].notes = std::move(nodes[axis].notes);
  leaves[position] = outer;
  leaves.insert(leaves.begin() + position + 1, inner);
  if (initAxis == axis)
    initAxis = outer;
  return {outer, inner};
}

AxisId IterationTree::fuse(AxisId outer, AxisId inner) {
  assert(getPosition(outer) >= 0 && getPosition(inner) >= 0 && outer != inner &&
         "fuse needs two live axes");
  AxisNode node;
  node.name = makeUnique(nodes, nodes[outer].name + "*" + nodes[inner].name);
  node.kind = nodes[outer].kind;
  node.relation = Relation::Fused;
  node.parents[0] = outer;
  node.parents[1] = inner;
  AxisId fused = addNode(std::move(node));
  for (AxisId part : {outer, inner}) {
    nodes[part].state = AxisState::Fused;
    nodes[part].annotation = Annotation::None;
    nodes[fused].notes.merge(nodes[part].notes);
    nodes[part].notes.clear();
  }
  leaves[getPosition(outer)] = fused;
  leaves.erase(leaves.begin() + getPosition(inner));
  if (initAxis == outer || initAxis == inner)
    initAxis = fused;
  return fused;
}

void IterationTree::reorder(const std::vector<AxisId> &order) {
  std::vector<int> positions;
  for (AxisId axis : order) {
    assert(getPosition(axis) >= 0 && "reorder needs live axes");
    positions.push_back(getPosition(axis));
  }
  std::sort(positions.begin(), positions.end());
  for (size_t i = 0; i < order.size(); ++i)
    leaves[positions[i]] = order[i];
}

void IterationTree::setNote(AxisId axis, const std::string &key, const std::string &value) {
  if (value.empty())
    nodes[axis].notes.erase(key);
  else
    nodes[axis].notes[key] = value;
}

void IterationTree::placeAt(std::string consumer, AxisId axis) {
  placement = Placement::At;
  attachStage = std::move(consumer);
  attachAxis = axis;
}

void IterationTree::placeInline() {
  placement = Placement::Inline;
  attachStage.clear();
  attachAxis = -1;
}

void IterationTree::placeRoot() {
  placement = Placement::Root;
  attachStage.clear();
  attachAxis = -1;
}

int IterationTree::getPosition(AxisId axis) const {
  auto it = std::find(leaves.begin(), leaves.end(), axis);
  return it == leaves.end() ? -1 : static_cast<int>(it - leaves.begin());
}

AxisId IterationTree::lookup(const std::string &name) const {
  for (AxisId axis : leaves)
    if (nodes[axis].name == name)
      return axis;
  return -1;
}

int IterationTree::getNumSpatial() const {
  return static_cast<int>(std::count_if(roots.begin(), roots.end(), [&](AxisId root) {
    return nodes[root].kind == AxisKind::Spatial;
  }));
}

IterationTree IterationTree::getPlain() const {
  IterationTree plain;
  for (AxisId root : getRoots())
    plain.addRoot(nodes[root].name, nodes[root].extent, nodes[root].kind);
  return plain;
}

bool IterationTree::hasReduction() const {
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const AxisNode &node) { return node.kind == AxisKind::Reduction; });
}

bool IterationTree::isRegister(AxisId axis) const {
  Annotation annotation = nodes[axis].annotation;
  return annotation == Annotation::Vectorize || annotation == Annotation::Unroll ||
         annotation == Annotation::Tensorize;
}

template <typename GetExtentOf>
int64_t IterationTree::makeExtent(AxisId axis, GetExtentOf getExtentOf) const {
  const AxisNode &node = nodes[axis];
  int64_t parent = getExtentOf(node.parents[0]);
  switch (node.relation) {
  case Relation::SplitOuter:
    return parent == dynamicExtent ? dynamicExtent : ceilDiv(parent, node.extent);
  case Relation::SplitInner:
    return parent == dynamicExtent ? node.extent : std::min(parent, node.extent);
  default:
    break;
  }
  int64_t inner = getExtentOf(node.parents[1]);
  return parent == dynamicExtent || inner == dynamicExtent ? dynamicExtent
                                                           : saturatingMul(parent, inner);
}

int64_t IterationTree::getExtent(AxisId axis, const std::vector<int64_t> &rootExtents) const {
  if (nodes[axis].relation == Relation::Root)
    return rootExtents[axis];
  return makeExtent(axis, [&](AxisId parent) { return getExtent(parent, rootExtents); });
}

std::shared_ptr<const IterationTree::AxisFacts> IterationTree::makeFacts(AxisId axis) const {
  auto made = std::make_shared<AxisFacts>();
  made->parts = makeParts(axis);
  made->roots = makeRootsOf(axis);
  made->extent = nodes[axis].relation == Relation::Root
                     ? nodes[axis].extent
                     : makeExtent(axis, [&](AxisId parent) { return getExtent(parent); });
  return made;
}

void IterationTree::setExtent(AxisId root, int64_t extent) {
  nodes[root].extent = extent;
  for (AxisId axis = root; axis < size(); ++axis)
    facts[axis] = makeFacts(axis);
}

bool IterationTree::derivesFromFused(AxisId axis) const {
  for (; axis != -1; axis = nodes[axis].parents[0])
    if (nodes[axis].relation == Relation::Fused)
      return true;
  return false;
}

std::vector<AxisId> IterationTree::makeRootsOf(AxisId axis) const {
  const AxisNode &node = nodes[axis];
  if (node.relation == Relation::Root)
    return {axis};
  std::vector<AxisId> made = getRootsOf(node.parents[0]);
  if (node.relation == Relation::Fused)
    for (AxisId root : getRootsOf(node.parents[1]))
      if (std::find(made.begin(), made.end(), root) == made.end())
        made.push_back(root);
  return made;
}

bool IterationTree::isMadeOf(AxisId axis, AxisId root) const {
  const std::vector<AxisId> &all = getRootsOf(axis);
  return std::find(all.begin(), all.end(), root) != all.end();
}

std::vector<AxisId> IterationTree::getReductionOrder() const {
  std::vector<AxisId> order;
  auto visit = [&](auto &&self, AxisId axis) -> void {
    if (nodes[axis].state == AxisState::Live) {
      order.push_back(axis);
      return;
    }
    for (AxisId child : getChildren(axis))
      // A fused axis comes where its outer parent stood.
      if (nodes[child].relation != Relation::Fused || nodes[child].parents[0] == axis)
        self(self, child);
  };
  for (AxisId root : getRoots())
    if (nodes[root].kind == AxisKind::Reduction)
      visit(visit, root);
  return order;
}

std::vector<AxisId> IterationTree::getChildren(AxisId axis) const {
  std::vector<AxisId> children;
  for (AxisId child = axis + 1; child < size(); ++child)
    if (nodes[child].parents[0] == axis || nodes[child].parents[1] == axis)
      children.push_back(child);
  return children;
}
