//===-- IterationTreeParser.cpp - reading the text of a tree ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of IterationTree::str: replays the steps, so that whatever is accepted is
// a well-formed tree.
//
//===----------------------------------------------------------------------===//
#include "IterationTreeText.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <limits>

using namespace dl::schedule;

namespace {
/// Recursive-descent reader of the text form.
class TreeParser {
public:
  TreeParser(const std::string &text, std::string &error) : text(text), error(error) {}
  bool parse(IterationTree &tree);

private:
  bool parseClause(const std::string &clause);
  bool parseRoots(AxisKind kind);
  bool parseSplit();
  bool parseFuse();
  bool parseAxes(std::vector<AxisId> &axes);
  bool parseOrder();
  bool parseAnnotation(Annotation annotation);
  bool parseNumbers(std::vector<int64_t> &numbers);
  /// '(' axis, the word, numbers, and more of these after ',' until ')'.
  bool parseRootNumbers(const std::string &word,
                        const std::function<void(AxisId, std::vector<int64_t>)> &take);
  bool parsePartition();
  bool parseSpecialize();
  bool parseNote();
  bool parseInit();
  bool parseScope();
  bool parseAlign();
  bool parseAttach();
  bool parseIntrinsic();

  bool fail(const std::string &message) {
    error = message + " at position " + std::to_string(position);
    return false;
  }
  void skipSpace() {
    while (position < text.size() && text[position] == ' ')
      ++position;
  }
  bool accept(char c) {
    skipSpace();
    if (position >= text.size() || text[position] != c)
      return false;
    ++position;
    return true;
  }
  bool expect(char c) { return accept(c) || fail(std::string("expected '") + c + "'"); }
  std::string readWord() {
    skipSpace();
    size_t begin = position;
    auto isWordChar = [](unsigned char c) {
      return std::isalnum(c) || c == '_' || c == '.' || c == '*' || c == '$' || c == '-';
    };
    while (position < text.size() && isWordChar(text[position]))
      ++position;
    return text.substr(begin, position - begin);
  }
  bool expectWord(std::string &word, const char *what) {
    word = readWord();
    return !word.empty() || fail(std::string("expected ") + what);
  }
  bool expectInteger(int64_t &value, int64_t least, const char *what) {
    skipSpace();
    size_t begin = position;
    value = 0;
    while (position < text.size() && std::isdigit(static_cast<unsigned char>(text[position]))) {
      int digit = text[position] - '0';
      if (value > (std::numeric_limits<int64_t>::max() - digit) / 10)
        return fail(std::string("expected ") + what + " that fits 64 bits");
      value = value * 10 + digit;
      ++position;
    }
    if (begin == position)
      return fail(std::string("expected ") + what);
    return value >= least || fail(std::string("expected ") + what + " of at least " +
                                  std::to_string(least) + ", got " + std::to_string(value));
  }
  bool expectAxis(AxisId &axis) {
    std::string name;
    if (!expectWord(name, "an axis name"))
      return false;
    axis = result.lookup(name);
    return axis >= 0 || fail("expected the name of a live axis, got '" + name + "'");
  }
  bool expectRoot(AxisId &axis) {
    std::string name;
    if (!expectWord(name, "an axis name"))
      return false;
    for (AxisId root : result.getRoots())
      if (result[axis = root].name == name)
        return true;
    return fail("expected the name of an axis of the stage, got '" + name + "'");
  }

  const std::string &text;
  std::string &error;
  size_t position = 0;
  IterationTree result;
};
} // namespace

bool TreeParser::parseRoots(AxisKind kind) {
  if (!expect('('))
    return false;
  if (accept(')'))
    return true;
  do {
    std::string name;
    int64_t extent = dynamicExtent;
    if (!expectWord(name, "an axis name"))
      return false;
    if (result.lookup(name) >= 0)
      return fail("expected unique axis names, got '" + name + "' twice");
    if (!expect('=') || (!accept('?') && !expectInteger(extent, 0, "an extent")))
      return false;
    result.addRoot(name, extent, kind);
  } while (accept(','));
  return expect(')');
}

bool TreeParser::parseSplit() {
  AxisId axis;
  int64_t factor;
  if (!expect('(') || !expectAxis(axis))
    return false;
  if (readWord() != "by")
    return fail("expected 'by'");
  if (!expectInteger(factor, 1, "a split factor"))
    return false;
  TailPolicy tail = TailPolicy::Peel;
  if (accept(',')) {
    std::string word = readWord();
    for (TailPolicy policy : {TailPolicy::Guard, TailPolicy::Shift, TailPolicy::Mask})
      if (word == getName(policy))
        tail = policy;
    if (tail == TailPolicy::Peel)
      return fail("expected 'guard', 'shift' or 'mask'");
  }
  if (!result.canSplit(axis, factor))
    return fail("expected a factor that cuts the fused axis '" + result[axis].name +
                "' into boxes, got " + std::to_string(factor));
  result.split(axis, factor, tail);
  return expect(')');
}

bool TreeParser::parseFuse() {
  AxisId outer, inner;
  if (!expect('(') || !expectAxis(outer) || !expect(',') || !expectAxis(inner))
    return false;
  if (outer == inner)
    return fail("expected two different axes to fuse");
  if (result[outer].kind != result[inner].kind)
    return fail("expected two axes of one kind to fuse");
  result.fuse(outer, inner);
  return expect(')');
}

bool TreeParser::parseAxes(std::vector<AxisId> &axes) {
  if (!expect('('))
    return false;
  do {
    AxisId axis;
    if (!expectAxis(axis))
      return false;
    if (std::find(axes.begin(), axes.end(), axis) != axes.end())
      return fail("expected each axis once, got '" + result[axis].name + "' twice");
    axes.push_back(axis);
  } while (accept(','));
  return expect(')');
}

bool TreeParser::parseOrder() {
  std::vector<AxisId> axes;
  if (!parseAxes(axes))
    return false;
  if (axes.size() != result.getLeaves().size())
    return fail("expected all " + std::to_string(result.getLeaves().size()) +
                " axes in the order, got " + std::to_string(axes.size()));
  result.reorder(axes);
  return true;
}

bool TreeParser::parseAnnotation(Annotation annotation) {
  std::vector<AxisId> axes;
  if (!parseAxes(axes))
    return false;
  for (AxisId axis : axes) {
    if (result[axis].annotation != Annotation::None)
      return fail("expected one annotation on axis '" + result[axis].name + "'");
    result.annotate(axis, annotation);
  }
  return true;
}

bool TreeParser::parseNumbers(std::vector<int64_t> &numbers) {
  do {
    if (!expectInteger(numbers.emplace_back(), 0, "a number"))
      return false;
    skipSpace();
  } while (position < text.size() && std::isdigit(static_cast<unsigned char>(text[position])));
  return true;
}

bool TreeParser::parseRootNumbers(const std::string &word,
                                  const std::function<void(AxisId, std::vector<int64_t>)> &take) {
  if (!expect('('))
    return false;
  do {
    AxisId axis;
    std::vector<int64_t> numbers;
    if (!expectRoot(axis))
      return false;
    if (readWord() != word)
      return fail("expected '" + word + "'");
    if (!parseNumbers(numbers))
      return false;
    take(axis, std::move(numbers));
  } while (accept(','));
  return expect(')');
}

bool TreeParser::parsePartition() {
  return parseRootNumbers(
      "at", [&](AxisId axis, std::vector<int64_t> cuts) { result.setCuts(axis, std::move(cuts)); });
}

bool TreeParser::parseSpecialize() {
  return parseRootNumbers("to", [&](AxisId axis, std::vector<int64_t> extents) {
    for (int64_t extent : extents)
      result.addVersion(axis, extent);
  });
}

bool TreeParser::parseNote() {
  if (!expect('('))
    return false;
  do {
    AxisId axis;
    std::string key, value;
    if (!expectAxis(axis) || !expectWord(key, "a key") || !expect('=') ||
        !expectWord(value, "a value"))
      return false;
    result.setNote(axis, key, value);
  } while (accept(','));
  return expect(')');
}

bool TreeParser::parseInit() {
  AxisId axis;
  if (!expect('(') || !expectAxis(axis))
    return false;
  result.setInitAxis(axis);
  return expect(')');
}

bool TreeParser::parseScope() {
  Storage storage = result.getStorage();
  if (!expect('(') || !expectWord(storage.scope, "a memory scope"))
    return false;
  result.setStorage(storage);
  return expect(')');
}

bool TreeParser::parseAlign() {
  Storage storage = result.getStorage();
  int64_t dim, factor, offset = 0;
  if (!expect('(') || !expectInteger(dim, 0, "a dimension"))
    return false;
  if (readWord() != "by")
    return fail("expected 'by'");
  if (!expectInteger(factor, 1, "a factor"))
    return false;
  std::string word = readWord();
  if (!word.empty() && word != "offset")
    return fail("expected 'offset'");
  if (!word.empty() && !expectInteger(offset, 0, "an offset"))
    return false;
  if (dim > std::numeric_limits<int>::max())
    return fail("expected a dimension that fits 32 bits");
  storage.alignments.push_back({static_cast<int>(dim), factor, offset});
  result.setStorage(storage);
  return expect(')');
}

bool TreeParser::parseAttach() {
  std::string stage;
  int64_t axis;
  if (!expect('(') || !expectWord(stage, "a stage name") || !expect('[') ||
      !expectInteger(axis, 0, "an axis id") || !expect(']') || !expect(')'))
    return false;
  if (axis > std::numeric_limits<AxisId>::max())
    return fail("expected an axis id that fits 32 bits");
  result.placeAt(stage, static_cast<AxisId>(axis));
  return true;
}

bool TreeParser::parseIntrinsic() {
  std::string name;
  if (!expect('(') || !expectWord(name, "the name of an intrinsic") || !expect(')'))
    return false;
  result.setIntrinsic(name);
  return true;
}

bool TreeParser::parseClause(const std::string &clause) {
  if (clause == "axes")
    return parseRoots(AxisKind::Spatial);
  if (clause == "reduce")
    return parseRoots(AxisKind::Reduction);
  if (clause == "split")
    return parseSplit();
  if (clause == "fuse")
    return parseFuse();
  if (clause == "order")
    return parseOrder();
  if (clause == "partition")
    return parsePartition();
  if (clause == "specialize")
    return parseSpecialize();
  if (clause == "note")
    return parseNote();
  if (clause == "init")
    return parseInit();
  if (clause == "scope")
    return parseScope();
  if (clause == "align")
    return parseAlign();
  if (clause == "at")
    return parseAttach();
  if (clause == "with")
    return parseIntrinsic();
  if (clause == "double") {
    Storage storage = result.getStorage();
    storage.isDouble = true;
    result.setStorage(storage);
    return true;
  }
  if (clause == "inline") {
    result.placeInline();
    return true;
  }
  for (Annotation annotation : annotations)
    if (clause == getAnnotationName(annotation))
      return parseAnnotation(annotation);
  return fail("expected axes, reduce, split, fuse, order, parallel, unroll, vectorize, tensorize, "
              "with, partition, specialize, note, init, scope, align, double, inline or at, got '" +
              clause + "'");
}

bool TreeParser::parse(IterationTree &tree) {
  while (true) {
    skipSpace();
    if (position == text.size())
      break;
    std::string clause;
    if (!expectWord(clause, "a clause") || !parseClause(clause))
      return false;
  }
  tree = std::move(result);
  return true;
}

bool IterationTree::parse(const std::string &text, IterationTree &tree, std::string &error) {
  return TreeParser(text, error).parse(tree);
}
