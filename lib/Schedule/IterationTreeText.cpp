//===-- IterationTreeText.cpp - the text form of the iteration tree -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printer of the text form. IterationTreeParser.cpp is its inverse.
//
//===----------------------------------------------------------------------===//
#include "IterationTreeText.h"

using namespace dl::schedule;

namespace {
/// Joins items of one clause: `axes(i=4, j=8)`.
class ClauseWriter {
public:
  explicit ClauseWriter(std::string &out) : out(out) {}
  ~ClauseWriter() { close(); }
  void add(const char *clause, const std::string &item) {
    if (current != clause) {
      close();
      out += out.empty() ? "" : " ";
      out += std::string(clause) + "(" + item;
      current = clause;
      return;
    }
    out += ", " + item;
  }
  void close() {
    if (!current.empty())
      out += ")";
    current.clear();
  }

private:
  std::string &out;
  std::string current;
};
} // namespace

const char *dl::schedule::getAnnotationName(Annotation annotation) {
  switch (annotation) {
  case Annotation::Parallel:
    return "parallel";
  case Annotation::Vectorize:
    return "vectorize";
  case Annotation::Unroll:
    return "unroll";
  case Annotation::Tensorize:
    return "tensorize";
  case Annotation::BlockX:
    return "blockIdx.x";
  case Annotation::BlockY:
    return "blockIdx.y";
  case Annotation::BlockZ:
    return "blockIdx.z";
  case Annotation::ThreadX:
    return "threadIdx.x";
  case Annotation::ThreadY:
    return "threadIdx.y";
  case Annotation::ThreadZ:
    return "threadIdx.z";
  case Annotation::VThread:
    return "vthread";
  case Annotation::None:
    break;
  }
  return nullptr;
}

const char *dl::schedule::getName(TailPolicy tail) {
  switch (tail) {
  case TailPolicy::Peel:
    return "peel";
  case TailPolicy::Guard:
    return "guard";
  case TailPolicy::Shift:
    return "shift";
  case TailPolicy::Mask:
    return "mask";
  }
  return nullptr;
}

/// ` 4 60`: each number after a space.
static std::string join(const std::vector<int64_t> &values) {
  std::string out;
  for (int64_t value : values)
    out += " " + std::to_string(value);
  return out;
}

void IterationTree::writeStorage(std::string &out) const {
  auto add = [&](const std::string &clause) { out += (out.empty() ? "" : " ") + clause; };
  if (!storage.scope.empty())
    add("scope(" + storage.scope + ")");
  for (const Storage::Alignment &alignment : storage.alignments)
    add("align(" + std::to_string(alignment.dim) + " by " + std::to_string(alignment.factor) +
        (alignment.offset ? " offset " + std::to_string(alignment.offset) : "") + ")");
  if (storage.isDouble)
    add("double");
}

std::string IterationTree::str() const {
  std::string out;
  ClauseWriter writer(out);
  for (const AxisNode &node : nodes) {
    if (node.relation == Relation::Root) {
      std::string extent = node.extent == dynamicExtent ? "?" : std::to_string(node.extent);
      writer.add(node.kind == AxisKind::Spatial ? "axes" : "reduce", node.name + "=" + extent);
      continue;
    }
    writer.close();
    if (node.relation == Relation::SplitOuter)
      writer.add("split",
                 nodes[node.parents[0]].name + " by " + std::to_string(node.extent) +
                     (node.tail == TailPolicy::Peel ? std::string()
                                                    : std::string(", ") + getName(node.tail)));
    if (node.relation == Relation::Fused)
      writer.add("fuse", nodes[node.parents[0]].name + ", " + nodes[node.parents[1]].name);
  }
  writer.close();
  bool plainOrder = true;
  for (int i = 0; i < static_cast<int>(leaves.size()); ++i)
    plainOrder &= leaves[i] == i;
  if (!plainOrder)
    for (AxisId leaf : leaves)
      writer.add("order", nodes[leaf].name);
  for (Annotation annotation : annotations)
    for (AxisId leaf : leaves)
      if (nodes[leaf].annotation == annotation)
        writer.add(getAnnotationName(annotation), nodes[leaf].name);
  if (!intrinsic.empty())
    writer.add("with", intrinsic);
  for (const AxisNode &node : nodes) {
    if (!node.cuts.empty())
      writer.add("partition", node.name + " at" + join(node.cuts));
    if (!node.versions.empty())
      writer.add("specialize", node.name + " to" + join(node.versions));
    for (const auto &[key, value] : node.notes)
      writer.add("note", node.name + " " + key + "=" + value);
  }
  if (initAxis != -1)
    writer.add("init", nodes[initAxis].name);
  writer.close();
  writeStorage(out);
  const char *space = out.empty() ? "" : " ";
  if (placement == Placement::Inline)
    out += std::string(space) + "inline";
  if (placement == Placement::At)
    out += std::string(space) + "at(" + attachStage + "[" + std::to_string(attachAxis) + "])";
  return out;
}
