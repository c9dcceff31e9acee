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

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace dl {

/// A std::vector by value, whose copies share their elements until one of them is written. Access
/// that writes (operator[] and back of one that is not const, write) gives references that stand
/// until the vector is copied or grows.
template <typename T> class SharedVector {
public:
  using value_type = T;
  using const_iterator = typename std::vector<T>::const_iterator;
  using const_reference = const T &;
  using size_type = size_t;

  SharedVector() = default;
  SharedVector(std::initializer_list<T> values) : SharedVector(std::vector<T>(values)) {}
  SharedVector(std::vector<T> values) {
    if (!values.empty())
      elements = std::make_shared<std::vector<T>>(std::move(values));
  }

  /// All elements, to read.
  const std::vector<T> &get() const {
    static const std::vector<T> none;
    return elements ? *elements : none;
  }
  operator const std::vector<T> &() const { return get(); }
  /// All elements, to write: no other vector shares them.
  std::vector<T> &write() {
    if (!elements)
      elements = std::make_shared<std::vector<T>>();
    else if (elements.use_count() > 1)
      elements = std::make_shared<std::vector<T>>(std::as_const(*elements));
    return *elements;
  }

  bool empty() const { return !elements || elements->empty(); }
  size_t size() const { return elements ? elements->size() : 0; }
  const_iterator begin() const { return get().begin(); }
  const_iterator end() const { return get().end(); }
  const T &operator[](size_t index) const { return (*elements)[index]; }
  const T &front() const { return elements->front(); }
  const T &back() const { return elements->back(); }

  T &operator[](size_t index) { return write()[index]; }
  T &front() { return write().front(); }
  T &back() { return write().back(); }
  void push_back(T value) { write().push_back(std::move(value)); }

  bool operator==(const SharedVector &other) const {
    return elements == other.elements || get() == other.get();
  }
  bool operator!=(const SharedVector &other) const { return !(*this == other); }

private:
  std::shared_ptr<std::vector<T>> elements;
};

} // namespace dl

#endif // DL_ADT_SHAREDVECTOR_H
