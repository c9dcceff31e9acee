//===-- InlineVector.h - a vector with room for few elements ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For vectors that have few elements nearly always, in libraries that do not link LLVM: the first
// ones lie in the vector itself and take no memory of their own.
//
//===----------------------------------------------------------------------===//
#ifndef DL_ADT_INLINEVECTOR_H
#define DL_ADT_INLINEVECTOR_H

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace dl {

/// A std::vector with room for `N` elements in itself. References to elements stand until it grows
/// or is moved.
template <typename T, size_t N> class InlineVector {
public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;

  InlineVector() = default;
  InlineVector(std::initializer_list<T> values) { append(values.begin(), values.end()); }
  InlineVector(const std::vector<T> &values) { append(values.begin(), values.end()); }
  InlineVector(const InlineVector &other) { append(other.begin(), other.end()); }
  InlineVector(InlineVector &&other) noexcept { take(other); }
  InlineVector &operator=(const InlineVector &other) {
    if (this != &other) {
      clear();
      append(other.begin(), other.end());
    }
    return *this;
  }
  InlineVector &operator=(InlineVector &&other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~InlineVector() { release(); }

  iterator begin() { return elements; }
  iterator end() { return elements + count; }
  const_iterator begin() const { return elements; }
  const_iterator end() const { return elements + count; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  T &operator[](size_t index) { return elements[index]; }
  const T &operator[](size_t index) const { return elements[index]; }
  T &front() { return elements[0]; }
  const T &front() const { return elements[0]; }
  T &back() { return elements[count - 1]; }
  const T &back() const { return elements[count - 1]; }

  void reserve(size_t least) {
    if (least <= capacity)
      return;
    T *larger = std::allocator<T>().allocate(least);
    std::uninitialized_move(begin(), end(), larger);
    size_t present = count;
    release();
    elements = larger;
    count = present;
    capacity = least;
  }
  /// The values are none of the vector's own.
  template <typename... Values> T &emplace_back(Values &&...values) {
    if (count == capacity)
      reserve(2 * capacity);
    T *made = new (elements + count) T{std::forward<Values>(values)...};
    ++count;
    return *made;
  }
  void push_back(T value) { emplace_back(std::move(value)); }
  /// Puts a range that is not of the vector at the end.
  template <typename It> void append(It first, It last) {
    reserve(count + std::distance(first, last));
    std::uninitialized_copy(first, last, end());
    count += std::distance(first, last);
  }
  /// So many times a value that is none of the vector's own.
  void assign(size_t size, const T &value) {
    clear();
    reserve(size);
    std::uninitialized_fill_n(begin(), size, value);
    count = size;
  }
  void erase(size_t index) {
    std::move(begin() + index + 1, end(), begin() + index);
    back().~T();
    --count;
  }
  void clear() {
    std::destroy(begin(), end());
    count = 0;
  }

  bool operator==(const InlineVector &other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

private:
  T *getRoom() { return reinterpret_cast<T *>(room); }
  /// Back to an empty vector.
  void release() {
    clear();
    if (elements != getRoom())
      std::allocator<T>().deallocate(elements, capacity);
    elements = getRoom();
    capacity = N;
  }
  /// Moves what another one has into this one, which is empty and has no memory.
  void take(InlineVector &other) noexcept {
    if (other.elements == other.getRoom()) {
      std::uninitialized_move(other.begin(), other.end(), begin());
      count = std::exchange(other.count, 0);
      std::destroy(other.begin(), other.begin() + count);
      return;
    }
    elements = std::exchange(other.elements, other.getRoom());
    count = std::exchange(other.count, 0);
    capacity = std::exchange(other.capacity, N);
  }

  T *elements = getRoom();
  size_t count = 0, capacity = N;
  alignas(T) std::byte room[N * sizeof(T)];
};

} // namespace dl

#endif // DL_ADT_INLINEVECTOR_H
