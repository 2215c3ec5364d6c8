// Addresses as text, with what keeps them inside their buffers.
#pragma once

#include "program.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mytriton::fuzz {

class Addresses {
public:
  explicit Addresses(const Program &program) : program_(program) {}

  struct Place {
    std::string pointer;
    std::vector<std::string> guards; // conditions of the mask
  };
  Place affine(const Access &access, const Shape &shape) const;
  // At any integer.
  Place gathered(const Access &access, const std::string &index) const;

  // Between these a loop is around, whose variable is in an interval.
  void enter(const Statement &loop, std::int64_t least, std::int64_t greatest);
  void leave(const Statement &loop);
  // Where the pointer of a walk starts, with a loop whose variable starts at `start`; outside it.
  std::string startOf(const Walk &walk, const std::string &loop, const std::string &start) const;
  // How far it goes for each 1 of the loop's variable.
  static int stepOf(const Walk &walk, const std::string &loop);

private:
  std::int64_t valueOf(const std::string &scalar) const;
  bool isOwn(const Access &access) const;
  std::int64_t sizeOf(const Access &access) const;
  std::int64_t strideOf(const Access &access, int dim) const;
  std::string base(const Access &access) const;
  std::string offsets(const Access &access, const Shape &shape, const std::string &first) const;
  const Walk *walkOf(const Access &access, const Shape &shape) const;

  const Program &program_;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> loops_;
  std::map<std::string, const Walk *> walks_;
};

} // namespace mytriton::fuzz
