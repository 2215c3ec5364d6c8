// A zero-filled table whose pages come into being when they are touched: for tables that stand
// beside large buffers of which little may be used.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <sys/mman.h>

namespace mytriton {

template <class T>
class PageTable {
  static_assert(std::is_trivially_copyable_v<T>, "zero bytes must be a value");

public:
  PageTable() = default;
  explicit PageTable(std::size_t count) : count_(count) {
    if (count == 0)
      return;
    void *pages = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
      throw std::bad_alloc();
    data_ = static_cast<T *>(pages);
  }
  PageTable(PageTable &&other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  PageTable &operator=(PageTable &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~PageTable() {
    if (data_)
      munmap(data_, count_ * sizeof(T));
  }

  T *data() const { return data_; }
  std::size_t size() const { return count_; }

private:
  T *data_ = nullptr;
  std::size_t count_ = 0;
};

} // namespace mytriton
