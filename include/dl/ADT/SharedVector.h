//===-- SharedVector.h - a vector whose copies share it ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For vectors that are copied often and written seldom: a copy is a pointer, and the elements are
// copied when one of those that share them asks to write. An empty one has no memory.
//
//===----------------------------------------------------------------------===//
#ifndef DL_ADT_SHAREDVECTOR_H
#define DL_ADT_SHAREDVECTOR_H

#include "dl/ADT/InlineVector.h"

namespace dl {

/// A vector by value, whose copies share their elements until one of them is written. Access that
/// writes (operator[] and back of one that is not const, write) gives references that stand until
/// the vector is copied or grows. `N` elements are in one piece of memory with what counts the
/// copies.
template <typename T, size_t N = 1> class SharedVector {
public:
  using value_type = T;
  using const_iterator = const T *;

  SharedVector() = default;
  SharedVector(std::initializer_list<T> values) {
    if (values.size() != 0)
      elements = std::make_shared<InlineVector<T, N>>(values);
  }
  SharedVector(const std::vector<T> &values) {
    if (!values.empty())
      elements = std::make_shared<InlineVector<T, N>>(values);
  }
  operator std::vector<T>() const { return {begin(), end()}; }

  /// All elements, to write: no other vector shares them.
  InlineVector<T, N> &write() {
    if (!elements)
      elements = std::make_shared<InlineVector<T, N>>();
    else if (elements.use_count() > 1)
      elements = std::make_shared<InlineVector<T, N>>(std::as_const(*elements));
    return *elements;
  }

  bool empty() const { return size() == 0; }
  size_t size() const { return elements ? elements->size() : 0; }
  const_iterator begin() const { return elements ? std::as_const(*elements).begin() : nullptr; }
  const_iterator end() const { return begin() + size(); }
  const T &operator[](size_t index) const { return (*elements)[index]; }
  const T &front() const { return elements->front(); }
  const T &back() const { return elements->back(); }

  T &operator[](size_t index) { return write()[index]; }
  T &back() { return write().back(); }
  void push_back(T value) { write().push_back(std::move(value)); }

  /// True if the two are copies, neither of which was written since.
  bool isCopyOf(const SharedVector &other) const { return elements == other.elements; }
  bool operator==(const SharedVector &other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }
  bool operator!=(const SharedVector &other) const { return !(*this == other); }

private:
  std::shared_ptr<InlineVector<T, N>> elements;
};

} // namespace dl

#endif // DL_ADT_SHAREDVECTOR_H
