//===-- SharedList.h - a list whose copies share elements -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search copies a kernel for each step that it tries, and a step changes one
// stage: copies of a list share their elements until one of them is written.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_SHAREDLIST_H
#define DL_SCHEDULE_SHAREDLIST_H

#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace dl::schedule {

/// Elements in order, with the value semantics of std::vector; the copy of an element is made
/// when one of the lists that share it asks to write it. Access that writes (operator[], back of a
/// list that is not const) gives a reference that stands until the list is copied.
template <typename T> class SharedList {
public:
  /// Reads the elements in order.
  class const_iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T *;
    using reference = const T &;

    const_iterator() = default;
    explicit const_iterator(const std::shared_ptr<T> *position) : position(position) {}
    reference operator*() const { return **position; }
    pointer operator->() const { return position->get(); }
    const_iterator &operator++() {
      ++position;
      return *this;
    }
    const_iterator operator++(int) { return const_iterator(position++); }
    bool operator==(const const_iterator &other) const { return position == other.position; }
    bool operator!=(const const_iterator &other) const { return position != other.position; }

  private:
    const std::shared_ptr<T> *position = nullptr;
  };

  SharedList() = default;
  SharedList(std::initializer_list<T> values) {
    for (const T &value : values)
      push_back(value);
  }

  const_iterator begin() const { return const_iterator(elements.data()); }
  const_iterator end() const { return const_iterator(elements.data() + elements.size()); }
  size_t size() const { return elements.size(); }
  bool empty() const { return elements.empty(); }

  const T &operator[](size_t index) const { return *elements[index]; }
  const T &back() const { return *elements.back(); }
  T &operator[](size_t index) { return write(elements[index]); }
  T &back() { return write(elements.back()); }

  void push_back(T value) { elements.push_back(std::make_shared<T>(std::move(value))); }
  void insert(size_t index, T value) {
    elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(index),
                    std::make_shared<T>(std::move(value)));
  }
  void clear() { elements.clear(); }

private:
  static T &write(std::shared_ptr<T> &element) {
    if (element.use_count() > 1)
      element = std::make_shared<T>(std::as_const(*element));
    return *element;
  }

  std::vector<std::shared_ptr<T>> elements;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_SHAREDLIST_H
